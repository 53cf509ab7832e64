//! Model predictive control of a bicycle model: rollouts, a cost with weights, and a PID cruise
//! control.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, Default, PartialEq, Differentiable)]
pub struct State {
    pub x: f64,
    pub y: f64,
    pub heading: f64,
    pub speed: f64,
}

#[derive(Debug, Clone, Copy, Default, Differentiable)]
pub struct Control {
    pub accel: f64,
    pub steer: f64,
}

#[differentiate]
pub trait Dynamics {
    #[differentiate]
    fn derivative(&self, s: &State, u: &Control) -> State;

    #[differentiate]
    fn step(&self, s: &State, u: &Control, dt: f64) -> State {
        let k1 = self.derivative(s, u);
        let mid = State {
            x: s.x + 0.5 * dt * k1.x,
            y: s.y + 0.5 * dt * k1.y,
            heading: s.heading + 0.5 * dt * k1.heading,
            speed: s.speed + 0.5 * dt * k1.speed,
        };
        let k2 = self.derivative(&mid, u);
        State {
            x: s.x + dt * k2.x,
            y: s.y + dt * k2.y,
            heading: s.heading + dt * k2.heading,
            speed: s.speed + dt * k2.speed,
        }
    }
}

#[derive(Debug, Clone, Differentiable)]
pub struct Bicycle {
    pub wheelbase: f64,
    pub drag: f64,
}

#[differentiate]
impl Dynamics for Bicycle {
    #[differentiate]
    fn derivative(&self, s: &State, u: &Control) -> State {
        let (sin, cos) = s.heading.sin_cos();
        State {
            x: s.speed * cos,
            y: s.speed * sin,
            heading: s.speed / self.wheelbase * u.steer.tan(),
            speed: u.accel - self.drag * s.speed * s.speed.abs(),
        }
    }
}

#[derive(Debug, Clone, Differentiable)]
pub struct Weights {
    pub position: f64,
    pub speed: f64,
    pub effort: f64,
    pub smooth: f64,
    pub terminal: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { position: 1.0, speed: 0.2, effort: 0.05, smooth: 0.5, terminal: 10.0 }
    }
}

#[derive(Debug, Clone, Differentiable)]
pub struct Pid {
    pub kp: f64,
    pub ki: f64,
    pub kd: f64,
    integral: f64,
    last_error: Option<f64>,
}

#[differentiate]
impl Pid {
    pub fn new(kp: f64, ki: f64, kd: f64) -> Self {
        Pid { kp, ki, kd, integral: 0.0, last_error: None }
    }

    #[differentiate]
    pub fn update(&mut self, error: f64, dt: f64) -> f64 {
        self.integral = (self.integral + error * dt).clamp(-2.0, 2.0);
        let derivative = match self.last_error.replace(error) {
            Some(last) => (error - last) / dt,
            None => 0.0,
        };
        self.kp * error + self.ki * self.integral + self.kd * derivative
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Obstacle {
    pub center: (f64, f64),
    pub radius: f64,
}

#[differentiate(reverse)]
pub fn rollout<D: Dynamics>(model: &D, start: State, controls: &[Control], dt: f64) -> Vec<State> {
    let mut states = Vec::with_capacity(controls.len() + 1);
    states.push(start);
    for u in controls {
        let last = states[states.len() - 1];
        states.push(model.step(&last, u, dt));
    }
    states
}

#[differentiate(reverse)]
pub fn cost(
    model: &Bicycle,
    start: State,
    controls: &[Control],
    weights: &Weights,
    obstacles: &[Obstacle],
) -> f64 {
    let goal = State { x: 4.0, y: 1.0, ..State::default() };
    let states = rollout(model, start, controls, 0.2);
    let mut total = 0.0;
    for (s, u) in states.iter().skip(1).zip(controls) {
        let d2 = (s.x - goal.x).powi(2) + (s.y - goal.y).powi(2);
        total += weights.position * d2.sqrt() + weights.speed * (s.speed - 1.5).powi(2);
        total += weights.effort * (u.accel * u.accel + u.steer * u.steer);
        for o in obstacles {
            let gap = (s.x - o.center.0).hypot(s.y - o.center.1) - o.radius;
            if gap > 2.0 {
                continue;
            }
            total += (-4.0 * gap).exp();
        }
    }
    for pair in controls.windows(2) {
        let [a, b] = pair else { unreachable!() };
        total += weights.smooth * (b.steer - a.steer).powi(2);
    }
    let end = states.last().copied().unwrap_or_default();
    total + weights.terminal * ((end.x - goal.x).powi(2) + (end.y - goal.y).powi(2))
}

#[differentiate(reverse)]
pub fn cruise_error(pid: &Pid, model: &Bicycle, set_point: f64) -> f64 {
    let mut pid = pid.clone();
    let mut state = State { speed: 0.3, ..Default::default() };
    let mut error = 0.0;
    for step in 0..30 {
        let wanted = if step < 15 { set_point } else { 0.5 * set_point };
        let accel = pid.update(wanted - state.speed, 0.1);
        state = model.step(&state, &Control { accel, steer: 0.0 }, 0.1);
        error += (state.speed - wanted).abs();
    }
    error + 0.01 * state.x
}

#[differentiate]
fn vehicle_program(x: &[f64]) -> f64 {
    let model = Bicycle { wheelbase: 0.9 + 0.1 * x[0], drag: 0.1 + 0.02 * x[1] };
    let start = State { speed: 0.8 + 0.1 * x[2], heading: 0.1 * x[3], ..State::default() };
    let controls: Vec<Control> = (0..8)
        .map(|i| Control {
            accel: 0.4 - 0.05 * i as f64 * x[0],
            steer: 0.1 * (i as f64 * x[1]).sin(),
        })
        .collect();
    let weights = Weights {
        smooth: 0.3 * x[2] * x[2],
        position: 1.0,
        speed: 0.2,
        effort: 0.05,
        terminal: 10.0,
    };
    let obstacles = [
        Obstacle { center: (2.0, 0.9 + 0.1 * x[3]), radius: 0.3 },
        Obstacle { center: (30.0, 0.0), radius: 1.0 },
    ];
    let pid = Pid { kp: 2.0, ki: 0.4, kd: 0.05 * x[3], integral: 0.0, last_error: None };
    cost(&model, start, &controls, &weights, &obstacles)
        + cruise_error(&pid, &model, 1.2 + 0.1 * x[0])
}
mod laws {
    at_points! { vehicle_program }
}
