//! The loss of inverse kinematics of a serial arm: joints, rotations and homogeneous transforms.

use autodiff::prelude::*;
use std::ops::{Add, Index, IndexMut, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiate]
impl Vec3 {
    const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    const Z: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 1.0 };
    #[differentiate]
    const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    #[differentiate]
    fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[differentiate]
impl Add for Vec3 {
    type Output = Self;
    #[differentiate]
    fn add(self, o: Self) -> Self {
        Self::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

#[differentiate]
impl Sub for Vec3 {
    type Output = Self;
    #[differentiate]
    fn sub(self, o: Self) -> Self {
        self + -o
    }
}

#[differentiate]
impl Neg for Vec3 {
    type Output = Self;
    #[differentiate]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Rotation([[f64; 3]; 3]);

#[differentiate]
impl Rotation {
    const IDENTITY: Rotation = Rotation([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// Rodrigues' formula
    #[differentiate]
    fn about(axis: Vec3, angle: f64) -> Self {
        let (s, c) = angle.sin_cos();
        let t = 1.0 - c;
        let Vec3 { x, y, z } = axis;
        Rotation([
            [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
        ])
    }
}

#[differentiate]
impl Index<(usize, usize)> for Rotation {
    type Output = f64;
    #[differentiate]
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.0[i][j]
    }
}

#[differentiate]
impl IndexMut<(usize, usize)> for Rotation {
    #[differentiate]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.0[i][j]
    }
}

#[differentiate]
impl Mul<Vec3> for Rotation {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, v: Vec3) -> Vec3 {
        let row = |i: usize| self[(i, 0)] * v.x + self[(i, 1)] * v.y + self[(i, 2)] * v.z;
        Vec3::new(row(0), row(1), row(2))
    }
}

#[differentiate]
impl Mul for Rotation {
    type Output = Rotation;
    #[differentiate]
    fn mul(self, other: Rotation) -> Rotation {
        let mut out = Rotation([[0.0; 3]; 3]);
        for i in 0..3 {
            for j in 0..3 {
                for k in 0..3 {
                    out[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        out
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Transform {
    rotation: Rotation,
    translation: Vec3,
}

#[differentiate]
impl Mul for Transform {
    type Output = Transform;
    #[differentiate]
    fn mul(self, rhs: Transform) -> Transform {
        Transform {
            rotation: self.rotation * rhs.rotation,
            translation: self.translation + self.rotation * rhs.translation,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
enum Joint {
    Revolute { axis: Vec3, limits: Option<(f64, f64)> },
    Prismatic { axis: Vec3 },
    Fixed,
}

#[derive(Clone, Debug, Differentiable)]
struct Link {
    joint: Joint,
    offset: Vec3,
    #[constant]
    name: String,
}

#[differentiate]
impl Link {
    #[differentiate]
    fn transform(&self, q: f64) -> Transform {
        match &self.joint {
            Joint::Revolute { axis, limits } => {
                let q = match limits {
                    Some((lo, hi)) => q.clamp(*lo, *hi),
                    None => q,
                };
                Transform { rotation: Rotation::about(*axis, q), translation: self.offset }
            }
            Joint::Prismatic { axis } => Transform {
                rotation: Rotation::IDENTITY,
                translation: self.offset + Vec3::new(axis.x * q, axis.y * q, axis.z * q),
            },
            Joint::Fixed => Transform { rotation: Rotation::IDENTITY, translation: self.offset },
        }
    }

    fn is_actuated(&self) -> bool {
        !matches!(self.joint, Joint::Fixed)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Arm {
    links: Vec<Link>,
}

#[differentiate]
impl Arm {
    #[differentiate]
    fn end_effector(&self, q: &[f64]) -> Transform {
        let mut q = q.iter();
        self.links.iter().fold(
            Transform { rotation: Rotation::IDENTITY, translation: Vec3::ZERO },
            |pose, link| {
                let angle = if link.is_actuated() {
                    *q.next().expect("one value for each joint")
                } else {
                    0.0
                };
                pose * link.transform(angle)
            },
        )
    }

    #[differentiate]
    fn ik_loss(&self, q: &[f64], target: &Vec3) -> f64 {
        let pose = self.end_effector(q);
        let tool = pose.rotation * Vec3::Z;
        let effort: f64 = q.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum();
        (pose.translation - *target).norm() + 0.3 * (1.0 - tool.dot(Vec3::Z)) + 0.01 * effort
    }
}

fn link(joint: Joint, x: f64, z: f64) -> Link {
    Link { joint, offset: Vec3 { x, y: 0.1, z }, name: String::from("link") }
}
#[differentiate]
fn arm_program(x: &[f64]) -> f64 {
    let mut links = vec![
        constant(link(Joint::Fixed, 0.0, 0.5)),
        constant(link(Joint::Revolute { axis: Vec3::Z, limits: None }, 0.2, 0.1)),
        constant(link(
            Joint::Revolute { axis: Vec3 { x: 0.0, y: 1.0, z: 0.0 }, limits: Some((-1.5, 1.5)) },
            0.7,
            0.0,
        )),
        constant(link(Joint::Prismatic { axis: Vec3 { x: 1.0, y: 0.0, z: 0.0 } }, 0.3, 0.0)),
    ];
    links[1].offset.x += 0.1 * x[0];
    links[3].joint = Joint::Prismatic { axis: Vec3::new(1.0, 0.2 * x[1], 0.0) };
    let arm = Arm { links };
    arm.ik_loss(&[0.3 * x[2], -0.7 + 0.1 * x[3], 0.2], &Vec3::new(0.8, 0.4 * x[1], 0.9))
}
mod laws {
    at_points! { arm_program }
}
