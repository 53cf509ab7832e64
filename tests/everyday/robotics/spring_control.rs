//! A mass on a spring under a PID controller with saturation and anti-windup.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    #[default]
    Auto,
    Manual,
}
#[derive(Debug, Clone, Differentiable)]
pub struct Pid {
    pub kp: f64,
    pub ki: f64,
    pub kd: f64,
    integral: f64,
    last_error: Option<f64>,
    #[constant]
    limits: (f64, f64),
    #[constant]
    mode: Mode,
}
#[differentiate]
impl Pid {
    #[differentiate]
    pub fn new(kp: f64, ki: f64, kd: f64) -> Self {
        Self { kp, ki, kd, integral: 0.0, last_error: None, limits: (-2.0, 2.0), mode: Mode::Auto }
    }
    #[differentiate]
    pub fn update(&mut self, setpoint: f64, measured: f64, dt: f64) -> f64 {
        let error = setpoint - measured;
        if self.mode == Mode::Manual {
            return 0.0;
        }
        let derivative = match self.last_error {
            Some(last) => (error - last) / dt,
            None => 0.0,
        };
        let unclamped =
            self.kp * error + self.ki * (self.integral + error * dt) + self.kd * derivative;
        let (lo, hi) = self.limits;
        let output = unclamped.clamp(lo, hi);
        if output == unclamped {
            self.integral += error * dt;
        }
        self.last_error = Some(error);
        output
    }
    #[differentiate]
    pub fn reset(&mut self) -> f64 {
        let last = self.last_error.take().unwrap_or(0.0);
        let integral = std::mem::replace(&mut self.integral, 0.0);
        last + integral
    }
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct MassSpring {
    pos: f64,
    vel: f64,
    mass: f64,
    damping: f64,
}
#[differentiate]
impl MassSpring {
    #[differentiate]
    fn step(&mut self, force: f64, dt: f64) {
        let acc = (force - self.damping * self.vel - 1.5 * self.pos) / self.mass;
        self.vel += acc * dt;
        self.pos += self.vel * dt;
    }
}
#[differentiate]
fn pid_program(x: &[f64]) -> f64 {
    let mut pid = Pid::new(1.2 + 0.1 * x[0], 0.4, 0.05);
    let mut plant =
        MassSpring { pos: 0.0, vel: x[x.len() - 1] * 0.1, mass: 1.0 + x[0] * x[0], damping: 0.3 };
    let mut cost = 0.0;
    for step in 0..20 {
        let target = if step < 10 { 1.0 } else { 0.5 * x[0] };
        let u = pid.update(target, plant.pos, 0.05);
        plant.step(u, 0.05);
        cost += (target - plant.pos).powi(2) + 0.01 * u * u;
    }
    cost + 0.1 * pid.reset() + plant.vel
}

mod laws {
    at_points! { pid_program }
}
