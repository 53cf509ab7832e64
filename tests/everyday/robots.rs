//! Robotics and control.
use autodiff::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

// 6 ------- pose graph with angle newtype
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Angle(f64);
#[differentiate]
impl From<f64> for Angle {
    #[differentiate]
    fn from(rad: f64) -> Self {
        Angle(rad).normalized()
    }
}
#[differentiate]
impl Angle {
    #[differentiate]
    pub fn normalized(self) -> Angle {
        let mut a = self.0 % TAU;
        if a > PI {
            a -= TAU;
        } else if a <= -PI {
            a += TAU;
        }
        Angle(a)
    }
    #[differentiate]
    pub fn radians(&self) -> f64 {
        self.0
    }
    #[differentiate]
    pub fn sin_cos(&self) -> (f64, f64) {
        self.0.sin_cos()
    }
}
#[differentiate]
impl std::ops::Add for Angle {
    type Output = Angle;
    #[differentiate]
    fn add(self, rhs: Angle) -> Angle {
        Angle(self.0 + rhs.0).normalized()
    }
}
#[differentiate]
impl std::ops::Sub for Angle {
    type Output = Angle;
    #[differentiate]
    fn sub(self, rhs: Angle) -> Angle {
        Angle(self.0 - rhs.0).normalized()
    }
}
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Pose2 {
    x: f64,
    y: f64,
    theta: Angle,
}
#[differentiate]
impl Pose2 {
    #[differentiate]
    pub fn new(x: f64, y: f64, theta: f64) -> Self {
        Pose2 { x, y, theta: theta.into() }
    }
    #[differentiate]
    pub fn compose(&self, other: &Pose2) -> Pose2 {
        let (s, c) = self.theta.sin_cos();
        Pose2 {
            x: self.x + c * other.x - s * other.y,
            y: self.y + s * other.x + c * other.y,
            theta: self.theta + other.theta,
        }
    }
    #[differentiate]
    pub fn inverse(&self) -> Pose2 {
        let (s, c) = self.theta.sin_cos();
        Pose2::new(-c * self.x - s * self.y, s * self.x - c * self.y, -self.theta.radians())
    }
    #[differentiate]
    pub fn between(&self, other: &Pose2) -> Pose2 {
        self.inverse().compose(other)
    }
}
#[derive(Clone)]
struct Edge {
    from: usize,
    to: usize,
    measured: [f64; 3],
}
#[differentiate]
fn pose_graph_error(poses: &[Pose2]) -> f64 {
    let edges = [
        Edge { from: 0, to: 1, measured: [1.0, 0.0, 0.2] },
        Edge { from: 1, to: 2, measured: [0.8, 0.1, -0.3] },
        Edge { from: 0, to: 2, measured: [1.7, 0.3, 0.0] },
    ];
    edges
        .iter()
        .map(|e| {
            let d = poses[e.from].between(&poses[e.to]);
            let dt = (d.theta - Angle(e.measured[2])).radians();
            (d.x - e.measured[0]).powi(2) + (d.y - e.measured[1]).powi(2) + 2.0 * dt * dt
        })
        .sum()
}
#[differentiate]
fn pose_program(x: &[f64]) -> f64 {
    let n = x.len();
    let poses: Vec<Pose2> = (0..3)
        .map(|i| Pose2::new(i as f64 + x[i % n], x[(i + 1) % n] * 0.3, x[(i + 2) % n]))
        .collect();
    pose_graph_error(&poses)
}

// 7 ------- planar arm: forward and inverse kinematics with errors
#[derive(Debug, Clone, PartialEq)]
pub enum IkError {
    Unreachable { distance: f64 },
    Singular,
    MaxIterations(usize),
}
#[derive(Debug, Clone, Differentiable)]
pub struct Arm {
    links: Vec<f64>,
}
#[differentiate]
impl Arm {
    #[differentiate]
    pub fn forward(&self, joints: &[f64]) -> (f64, f64) {
        let mut angle = 0.0;
        self.links.iter().zip(joints).fold((0.0, 0.0), |(x, y), (l, q)| {
            angle += q;
            (x + l * angle.cos(), y + l * angle.sin())
        })
    }
    #[differentiate]
    pub fn jacobian(&self, joints: &[f64]) -> Vec<[f64; 2]> {
        let n = self.links.len();
        let mut cols = vec![[0.0; 2]; n];
        let mut cumulative = Vec::with_capacity(n);
        let mut acc = 0.0;
        for q in joints {
            acc += q;
            cumulative.push(acc);
        }
        for i in 0..n {
            for j in i..n {
                cols[i][0] -= self.links[j] * cumulative[j].sin();
                cols[i][1] += self.links[j] * cumulative[j].cos();
            }
        }
        cols
    }
    #[differentiate]
    pub fn solve(&self, target: (f64, f64), start: &[f64]) -> Result<Vec<f64>, IkError> {
        let reach: f64 = self.links.iter().sum();
        let distance = target.0.hypot(target.1);
        if distance > reach {
            return Err(IkError::Unreachable { distance: 9.0 });
        }
        let mut q = start.to_vec();
        for _ in 0..6 {
            let (x, y) = self.forward(&q);
            let (ex, ey) = (target.0 - x, target.1 - y);
            if ex * ex + ey * ey < 1e-30 {
                return Ok(q);
            }
            let jac = self.jacobian(&q);
            let (mut a, mut b, mut c) = (1e-2, 0.0, 1e-2);
            for [jx, jy] in &jac {
                a += jx * jx;
                b += jx * jy;
                c += jy * jy;
            }
            let det = a * c - b * b;
            if det.abs() < 1e-12 {
                return Err(IkError::Singular);
            }
            let (lx, ly) = ((c * ex - b * ey) / det, (a * ey - b * ex) / det);
            for (qi, [jx, jy]) in q.iter_mut().zip(&jac) {
                *qi += jx * lx + jy * ly;
            }
        }
        Ok(q)
    }
}
#[differentiate]
fn arm_program(x: &[f64]) -> f64 {
    let arm = Arm { links: vec![1.0, 0.8, 0.5 + 0.1 * x[0]] };
    match arm.solve((0.9 + 0.2 * x[0], 0.7), &[0.3, 0.4, -0.2]) {
        Ok(q) => q.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum(),
        Err(IkError::Unreachable { .. }) => -1.0,
        Err(_) => x[0],
    }
}

// 8 ------- PID with anti windup, saturation enum, simulated plant
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

// 9 ------- discrete Riccati via while loop, const generics
#[differentiate]
fn mat_mul<const R: usize, const K: usize, const C: usize>(
    a: &[[f64; K]; R],
    b: &[[f64; C]; K],
) -> [[f64; C]; R] {
    let mut out = [[0.0; C]; R];
    for i in 0..R {
        for j in 0..C {
            out[i][j] = (0..K).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    out
}
#[differentiate]
fn transpose<const R: usize, const C: usize>(a: &[[f64; C]; R]) -> [[f64; R]; C] {
    let mut t = [[0.0; R]; C];
    for (i, row) in a.iter().enumerate() {
        for (j, v) in row.iter().enumerate() {
            t[j][i] = *v;
        }
    }
    t
}
#[differentiate]
fn dare(a: &[[f64; 2]; 2], b: &[[f64; 1]; 2], q: f64, r: f64) -> ([[f64; 2]; 2], usize) {
    let mut p = [[q, 0.0], [0.0, q]];
    let mut iterations = 0;
    let mut change = f64::INFINITY;
    while change > 1e-3 && iterations < 8 {
        let pa = mat_mul(&p, a);
        let pb = mat_mul(&p, b);
        let bt = transpose(b);
        let at = transpose(a);
        let s = r + mat_mul(&bt, &pb)[0][0];
        let btpa = mat_mul(&bt, &pa);
        let mut next = mat_mul(&at, &pa);
        for i in 0..2 {
            for j in 0..2 {
                next[i][j] -= btpa[0][i] * btpa[0][j] / s;
            }
            next[i][i] += q;
        }
        change = next
            .iter()
            .flatten()
            .zip(p.iter().flatten())
            .map(|(n, o)| (n - o).abs())
            .fold(0.0, f64::max);
        p = next;
        iterations += 1;
    }
    (p, iterations)
}
#[differentiate]
fn dare_program(x: &[f64]) -> f64 {
    let a = [[1.0, 0.1], [0.2 * x[0], 0.9]];
    let b = [[0.0], [0.1 + 0.05 * x[0]]];
    let (p, iterations) = dare(&a, &b, 1.0, 0.1);
    p[0][0] + 0.5 * p[1][1] + p[0][1] * iterations as f64 * 0.01 + FRAC_PI_2
}
mod laws {
    at_points! { pose_program arm_program pid_program dare_program }
}
