//! Serial manipulators by Denavit–Hartenberg parameters.
use crate::robotics::arm_kinematics::geometry::{Pose, Vec3};
use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    Revolute,
    Prismatic,
    Fixed,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Link {
    pub length: f64,
    pub twist: f64,
    pub offset: f64,
    pub theta: f64,
    #[constant]
    pub kind: JointKind,
    #[constant]
    pub limits: (f64, f64),
}

#[differentiate]
impl Link {
    /// The motion of this link for the joint value `q`.
    #[differentiate]
    pub fn transform(&self, q: f64) -> Pose {
        let (theta, d) = match self.kind {
            JointKind::Revolute => (self.theta + q, self.offset),
            JointKind::Prismatic => (self.theta, self.offset + q),
            JointKind::Fixed => (self.theta, self.offset),
        };
        let (st, ct) = theta.sin_cos();
        let (sa, ca) = self.twist.sin_cos();
        Pose {
            rotation: [[ct, -st * ca, st * sa], [st, ct * ca, -ct * sa], [0.0, sa, ca]],
            translation: Vec3 { x: self.length * ct, y: self.length * st, z: d },
        }
    }

    /// A soft barrier that grows outside of the limits.
    #[differentiate]
    pub fn limit_cost(&self, q: f64) -> f64 {
        let (low, high) = self.limits;
        if q < low {
            (low - q).powi(2)
        } else if q > high {
            (q - high).powi(2)
        } else {
            0.0
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Arm {
    pub links: Vec<Link>,
    pub tool: Vec3,
}

#[differentiate]
impl Arm {
    #[differentiate]
    pub fn forward(&self, q: &[f64]) -> Pose {
        self.links.iter().zip(q).fold(Pose::identity(), |pose, (link, q)| pose * link.transform(*q))
    }

    /// The positions of all joints, the base first and the tool last.
    #[differentiate]
    pub fn skeleton(&self, q: &[f64]) -> Vec<Vec3> {
        let mut pose = Pose::identity();
        let mut points = vec![pose.translation];
        for (link, &qi) in self.links.iter().zip(q.iter()) {
            pose = pose * link.transform(qi);
            points.push(pose.translation);
        }
        points.push(pose.apply(self.tool));
        points
    }
}
