//! A tank and a motor, implementations of a trait of plants, under a PID controller with
//! anti-windup and dead time, and a machine of modes.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    Manual,
    Auto,
    Tripped { since: usize },
}

#[derive(Debug, Clone, Differentiable)]
struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    last_error: Option<f64>,
    limits: (f64, f64),
}

#[differentiate]
impl Pid {
    #[differentiate]
    pub fn new(kp: f64, ki: f64, kd: f64) -> Self {
        Self { kp, ki, kd, integral: 0.0, last_error: None, limits: (0.0, 10.0) }
    }

    #[differentiate]
    pub fn update(&mut self, setpoint: f64, measured: f64, dt: f64) -> f64 {
        let error = setpoint - measured;
        let derivative = match self.last_error {
            Some(last) => (error - last) / dt,
            None => 0.0,
        };
        self.last_error = Some(error);
        let candidate = self.integral + error * dt;
        let raw = self.kp * error + self.ki * candidate + self.kd * derivative;
        let (lo, hi) = self.limits;
        let out = raw.clamp(lo, hi);
        if out == raw {
            self.integral = candidate;
        }
        out
    }
}

#[differentiate]
trait Plant {
    #[differentiate]
    fn step(&mut self, u: f64, dt: f64);
    #[differentiate]
    fn output(&self) -> f64;
}

#[derive(Debug, Clone, Differentiable)]
struct Tank {
    level: f64,
    area: f64,
    outlet: f64,
}

#[differentiate]
impl Plant for Tank {
    #[differentiate]
    fn step(&mut self, u: f64, dt: f64) {
        let outflow = self.outlet * (2.0 * 9.81 * self.level.max(0.0)).sqrt();
        self.level += (u - outflow) / self.area * dt;
        if self.level < 0.0 {
            self.level = 0.0;
        }
    }
    #[differentiate]
    fn output(&self) -> f64 {
        self.level
    }
}

#[derive(Debug, Clone, Differentiable)]
struct Motor {
    speed: f64,
    current: f64,
    inertia: f64,
    pipeline: Vec<f64>,
}

#[differentiate]
impl Plant for Motor {
    #[differentiate]
    fn step(&mut self, u: f64, dt: f64) {
        self.pipeline.push(u);
        let delayed = self.pipeline.remove(0);
        let torque = 0.5 * self.current - 0.1 * self.speed;
        self.current += (delayed - self.current - 0.5 * self.speed) * dt / 0.2;
        self.speed += torque / self.inertia * dt;
    }
    #[differentiate]
    fn output(&self) -> f64 {
        self.speed
    }
}

fn next_mode(mode: Mode, step: usize, high: bool) -> Mode {
    match mode {
        Mode::Manual if step >= 5 => Mode::Auto,
        Mode::Auto if high => Mode::Tripped { since: step },
        Mode::Tripped { since } if step - since > 10 => Mode::Auto,
        other => other,
    }
}

#[differentiate]
fn simulate<P: Plant + Clone>(
    plant: &P,
    pid: &Pid,
    setpoint: impl Fn(f64) -> f64,
    dt: f64,
    steps: usize,
    trip: f64,
) -> f64 {
    let mut plant = plant.clone();
    let mut pid = pid.clone();
    let mut mode = Mode::Manual;
    let mut cost = 0.0;
    for k in 0..steps {
        let t = k as f64 * dt;
        let target = setpoint(t);
        mode = next_mode(mode, k, plant.output() > trip);
        let u = match mode {
            Mode::Manual => 1.0,
            Mode::Auto => pid.update(target, plant.output(), dt),
            Mode::Tripped { .. } => 0.0,
        };
        plant.step(u, dt);
        let e = plant.output() - target;
        cost += (e.abs() * t + 0.01 * u.powi(2)) * dt;
    }
    cost
}

#[differentiate]
fn tank_cost(gains: [f64; 3], tank: &Tank, amplitude: f64) -> f64 {
    let [kp, ki, kd] = gains;
    simulate(tank, &Pid::new(kp, ki, kd), |t| 1.5 + amplitude * (0.3 * t).sin(), 0.1, 120, 1.9)
}

#[differentiate]
fn motor_cost(gains: &[f64; 3], inertia: f64) -> f64 {
    let motor = Motor { speed: 0.0, current: 0.0, inertia, pipeline: vec![0.0; 3] };
    let pid = Pid::new(gains[0], gains[1], gains[2]);
    simulate(&motor, &pid, |t| if t < 3.0 { 2.0 } else { 1.0 }, 0.05, 100, 100.0)
}

#[differentiate]
fn tank_program(x: &[f64]) -> f64 {
    let tank = Tank { level: 0.8 + 0.1 * x[0], area: 1.2, outlet: 0.3 + 0.02 * x[1] };
    tank_cost([2.0 + 0.3 * x[2], 0.5, 0.1], &tank, 0.45 + 0.1 * x[3])
}
#[differentiate]
fn motor_program(x: &[f64]) -> f64 {
    motor_cost(&[3.0 + x[0], 1.5 + 0.1 * x[1], 0.05], 0.3 + 0.02 * x[2] * x[3])
}
mod laws {
    at_points! { tank_program }
    at_points! { motor_program }
}
