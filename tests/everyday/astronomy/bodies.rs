//! The energy of bodies under gravity after some steps, on a vector type with all operators.
#![deny(warnings)]

use autodiff::prelude::*;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

#[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[differentiate]
impl Vec3 {
    #[differentiate]
    pub fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    pub fn zero() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0 }
    }
    #[differentiate]
    pub fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    pub fn norm_squared(self) -> f64 {
        self.dot(self)
    }
    #[differentiate]
    pub fn norm(&self) -> f64 {
        self.norm_squared().sqrt()
    }
    #[differentiate]
    pub fn normalize(&mut self) {
        let n = self.norm();
        *self /= n;
    }
    #[differentiate]
    pub fn abs(self) -> Vec3 {
        Vec3::new(self.x.abs(), self.y.abs(), self.z.abs())
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
        Vec3::new(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
#[differentiate]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, k: f64) -> Vec3 {
        Vec3::new(self.x * k, self.y * k, self.z * k)
    }
}
#[differentiate]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}
#[differentiate]
impl Div<f64> for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn div(self, k: f64) -> Vec3 {
        Vec3::new(self.x / k, self.y / k, self.z / k)
    }
}
#[differentiate]
impl Neg for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn neg(self) -> Vec3 {
        Vec3::new(-self.x, -self.y, -self.z)
    }
}
#[differentiate]
impl AddAssign for Vec3 {
    #[differentiate]
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}
#[differentiate]
impl SubAssign for Vec3 {
    #[differentiate]
    fn sub_assign(&mut self, o: Vec3) {
        *self = *self - o;
    }
}
#[differentiate]
impl MulAssign<f64> for Vec3 {
    #[differentiate]
    fn mul_assign(&mut self, k: f64) {
        self.x *= k;
        self.y *= k;
        self.z *= k;
    }
}
#[differentiate]
impl DivAssign<f64> for Vec3 {
    #[differentiate]
    fn div_assign(&mut self, k: f64) {
        *self *= 1.0 / k;
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Body {
    pub pos: Vec3,
    pub vel: Vec3,
    pub mass: f64,
}

#[differentiate]
impl Body {
    #[differentiate]
    fn kick(&mut self, a: Vec3, dt: f64) {
        self.vel += a * dt;
    }
    #[differentiate]
    fn drift(&mut self, dt: f64) {
        self.pos += self.vel * dt;
    }
    #[differentiate]
    fn kinetic(&self) -> f64 {
        0.5 * self.mass * self.vel.norm_squared()
    }
}

#[differentiate]
fn accelerations(bodies: &[Body]) -> Vec<Vec3> {
    let mut acc = vec![Vec3::zero(); bodies.len()];
    for i in 0..bodies.len() {
        for j in 0..bodies.len() {
            if i != j {
                let d = bodies[j].pos - bodies[i].pos;
                let r2 = d.norm_squared() + 0.01;
                acc[i] += d * (bodies[j].mass / (r2 * r2.sqrt()));
            }
        }
    }
    acc
}

#[differentiate]
fn step(bodies: &mut [Body], dt: f64) {
    let acc = accelerations(bodies);
    for i in 0..bodies.len() {
        bodies[i].kick(acc[i], dt);
        bodies[i].drift(dt);
    }
}

#[differentiate]
fn energy(bodies: &[Body]) -> f64 {
    let mut e = 0.0;
    for i in 0..bodies.len() {
        e += bodies[i].kinetic();
        for j in 0..i {
            e -= bodies[i].mass * bodies[j].mass / (bodies[i].pos - bodies[j].pos).norm();
        }
    }
    e
}

#[differentiate]
fn simulate(x: &[f64]) -> f64 {
    let mut bodies: Vec<Body> = Vec::new();
    for k in 0..x.len() / 7 {
        let b = 7 * k;
        bodies.push(Body {
            pos: Vec3::new(x[b], x[b + 1], x[b + 2]),
            vel: Vec3::new(x[b + 3], x[b + 4], x[b + 5]),
            mass: 1.0 + x[b + 6] * x[b + 6],
        });
    }
    for _ in 0..4 {
        step(&mut bodies, 0.05);
    }
    energy(&bodies)
}

#[test]
fn against_differences() {
    let x = crate::support::Numbers::new(5).vec(21);
    check!(simulate, x);
}
