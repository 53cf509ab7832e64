//! The orientation of a rotating body: a quaternion is integrated, normalized and applied.
#![deny(warnings)]

use autodiff::prelude::*;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Quat {
    w: f64,
    v: Vec3,
}

#[differentiate]
impl Vec3 {
    pub const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    #[differentiate]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Vec3 { x, y, z }
    }
    #[differentiate]
    fn dot(&self, o: &Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    fn cross(self, o: Vec3) -> Vec3 {
        Vec3 {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
}
#[differentiate]
impl Add for Vec3 {
    type Output = Self;
    #[differentiate]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}
#[differentiate]
impl Sub for Vec3 {
    type Output = Self;
    #[differentiate]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}
#[differentiate]
impl Mul<f64> for Vec3 {
    type Output = Self;
    #[differentiate]
    fn mul(self, k: f64) -> Self {
        Self { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}
#[differentiate]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3 { x: self * v.x, y: self * v.y, z: self * v.z }
    }
}
#[differentiate]
impl Neg for Vec3 {
    type Output = Self;
    #[differentiate]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[differentiate]
impl Quat {
    #[differentiate]
    fn conjugate(self) -> Quat {
        Quat { w: self.w, v: -self.v }
    }
    #[differentiate]
    fn norm(self) -> f64 {
        (self.w * self.w + self.v.dot(&self.v)).sqrt()
    }
    #[differentiate]
    fn normalized(self) -> Quat {
        self * (1.0 / self.norm())
    }
    #[differentiate]
    fn rotate(self, p: Vec3) -> Vec3 {
        let q = self * Quat { w: 0.0, v: p } * self.conjugate();
        q.v
    }
    #[differentiate]
    fn integrate(&mut self, omega: Vec3, dt: f64) {
        let dq = *self * Quat { w: 0.0, v: omega } * (0.5 * dt);
        *self += dq;
        *self = self.normalized();
    }
}
#[differentiate]
impl Mul for Quat {
    type Output = Quat;
    #[differentiate]
    fn mul(self, o: Quat) -> Quat {
        Quat {
            w: self.w * o.w - self.v.dot(&o.v),
            v: self.w * o.v + o.w * self.v + self.v.cross(o.v),
        }
    }
}
#[differentiate]
impl Mul<f64> for Quat {
    type Output = Quat;
    #[differentiate]
    fn mul(self, k: f64) -> Quat {
        Quat { w: self.w * k, v: self.v * k }
    }
}
#[differentiate]
impl AddAssign for Quat {
    #[differentiate]
    fn add_assign(&mut self, o: Quat) {
        self.w += o.w;
        self.v = self.v + o.v;
    }
}

#[differentiate]
fn attitude(x: &[f64]) -> f64 {
    let mut q = Quat { w: 1.0, v: Vec3::ZERO };
    let mut omega = Vec3::new(x[0], x[1], x[2]);
    let inertia = Vec3::new(1.0, 2.0, 3.0);
    for k in 0..8 {
        let torque = Vec3::new(0.1, -0.2, 0.05) * (k as f64);
        let l = Vec3::new(inertia.x * omega.x, inertia.y * omega.y, inertia.z * omega.z);
        let a = torque - omega.cross(l);
        omega = omega + Vec3::new(a.x / inertia.x, a.y / inertia.y, a.z / inertia.z) * 0.05;
        q.integrate(omega, 0.05);
    }
    let p = q.rotate(Vec3 { x: x[3], y: x[4], z: x[5] });
    p.x * 2.0 + p.y - p.dot(&p) * p.z
}
#[test]
fn against_differences() {
    let x = crate::support::Numbers::new(5).vec(6);
    check!(attitude, x);
}
