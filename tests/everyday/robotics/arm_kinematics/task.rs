//! The cost of a target, of the limits of joints, and of obstacles.

use crate::robotics::arm_kinematics::arm::Arm;
use crate::robotics::arm_kinematics::geometry::Vec3;
use autodiff::prelude::*;

pub(crate) const LIMIT_WEIGHT: f64 = 10.0;
pub(crate) const CLEARANCE: f64 = 0.15;

#[derive(Clone, Debug)]
pub struct Sphere {
    pub center: Vec3,
    pub radius: f64,
}

/// Penalty for parts of the arm that come too near to an obstacle.
#[differentiate]
fn clearance_cost(points: &[Vec3], #[constant] obstacles: &[Sphere]) -> f64 {
    let mut cost = 0.0;
    for pair in points.windows(2) {
        for s in 0..4 {
            let t = s as f64 / 4.0;
            let p = (1.0 - t) * pair[0] + t * pair[1];
            for o in obstacles {
                let gap = (p - o.center).norm() - o.radius;
                if gap < CLEARANCE {
                    cost += (CLEARANCE - gap).powi(2) / CLEARANCE;
                }
            }
        }
    }
    cost
}

/// The cost of reaching `target` with the joints `q`.
#[differentiate]
pub fn reach_cost(arm: &Arm, q: &[f64], target: Vec3, #[constant] obstacles: &[Sphere]) -> f64 {
    let points = arm.skeleton(q);
    let Some(&tip) = points.last() else { return 0.0 };
    let miss = (tip - target).norm();
    let limits: f64 = arm.links.iter().zip(q).map(|(l, q)| l.limit_cost(*q)).sum();
    let level = arm.forward(q).rotate(Vec3 { x: 0.0, y: 0.0, z: 1.0 }).z;
    0.5 * miss.powi(2)
        + LIMIT_WEIGHT * limits
        + clearance_cost(&points, obstacles)
        + 0.1 * (1.0 - level)
}
