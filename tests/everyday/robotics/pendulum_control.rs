//! A pendulum, an implementation of a trait of plants, under a PID controller.

use autodiff::prelude::*;

#[differentiate]
trait Plant {
    #[differentiate]
    fn step(&mut self, u: f64, dt: f64) -> f64;
}
#[derive(Differentiable, Clone, Debug)]
pub struct Pendulum {
    theta: f64,
    omega: f64,
    length: f64,
}
#[differentiate]
impl Plant for Pendulum {
    fn step(&mut self, u: f64, dt: f64) -> f64 {
        let alpha = -9.81 / self.length * self.theta.sin() + u;
        self.omega += alpha * dt;
        self.theta += self.omega * dt;
        self.theta
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    last: Option<f64>,
    #[constant]
    limit: f64,
}
#[differentiate]
impl Pid {
    #[differentiate]
    fn new(kp: f64, ki: f64, kd: f64) -> Self {
        Pid { kp, ki, kd, integral: 0.0, last: None, limit: 10.0 }
    }
    #[differentiate]
    fn control(&mut self, error: f64, dt: f64) -> f64 {
        self.integral += error * dt;
        let derivative = match self.last {
            Some(last) => (error - last) / dt,
            None => 0.0,
        };
        self.last = Some(error);
        (self.kp * error + self.ki * self.integral + self.kd * derivative)
            .clamp(-self.limit, self.limit)
    }
}
#[differentiate]
fn closed_loop<P: Plant>(plant: &mut P, pid: &mut Pid, target: f64, n: usize) -> f64 {
    let dt = 0.05;
    let mut cost = 0.0;
    let mut y = 0.0;
    for _ in 0..n {
        let e = target - y;
        let u = pid.control(e, dt);
        y = plant.step(u, dt);
        cost += e * e * dt + 1e-3 * u * u * dt;
    }
    cost
}
#[differentiate]
fn control(q: &[f64]) -> f64 {
    let mut plant = Pendulum { theta: 0.1, omega: 0.0, length: q[3] };
    let mut pid = Pid::new(q[0], q[1], q[2]);
    closed_loop(&mut plant, &mut pid, 0.5, 30)
}

#[test]
fn laws() {
    check!(control, [3.0, 0.7, 0.3, 1.4], 1e-6);
}
