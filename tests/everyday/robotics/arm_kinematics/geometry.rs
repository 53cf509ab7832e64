//! Rotations and rigid motions in space.
use autodiff::prelude::*;
use std::ops::{Add, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[differentiate]
impl Vec3 {
    pub const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

    #[differentiate]
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    #[differentiate]
    pub fn dot(self, o: Self) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[differentiate]
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[differentiate]
impl Add for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn add(self, o: Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

#[differentiate]
impl Sub for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn sub(self, o: Vec3) -> Vec3 {
        self + -o
    }
}

#[differentiate]
impl Neg for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn neg(self) -> Vec3 {
        Vec3 { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[differentiate]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3::new(self * v.x, self * v.y, self * v.z)
    }
}

/// A rotation followed by a translation.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Pose {
    pub rotation: [[f64; 3]; 3],
    pub translation: Vec3,
}

#[differentiate]
impl Pose {
    pub fn identity() -> Self {
        Pose {
            rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            translation: Vec3::ZERO,
        }
    }

    #[differentiate]
    pub fn rotate(&self, v: Vec3) -> Vec3 {
        let [rx, ry, rz] = self.rotation.map(|row| row[0] * v.x + row[1] * v.y + row[2] * v.z);
        Vec3::new(rx, ry, rz)
    }

    #[differentiate]
    pub fn apply(&self, v: Vec3) -> Vec3 {
        self.rotate(v) + self.translation
    }
}

#[differentiate]
impl Mul for Pose {
    type Output = Pose;
    #[differentiate]
    fn mul(self, rhs: Pose) -> Pose {
        let mut rotation = [[0.0; 3]; 3];
        for (i, row) in rotation.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = (0..3).map(|k| self.rotation[i][k] * rhs.rotation[k][j]).sum();
            }
        }
        Pose { rotation, translation: self.apply(rhs.translation) }
    }
}
