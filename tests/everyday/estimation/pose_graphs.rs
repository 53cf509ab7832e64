//! The error of a graph of poses in the plane, whose angles are a newtype that wraps.

use autodiff::prelude::*;
use std::f64::consts::{PI, TAU};

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

mod laws {
    at_points! { pose_program }
}
