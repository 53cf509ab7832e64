//! Bodies under gravity by leapfrog steps, and a vector rotated by a product of quaternions, on a
//! generic vector type with operators.

use autodiff::prelude::*;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Differentiable, Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<T = f64> {
    x: T,
    y: T,
    z: T,
}
#[differentiate]
impl Vec3 {
    #[differentiate]
    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
    #[differentiate]
    fn cross(&self, o: &Vec3) -> Vec3 {
        Vec3 {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
}
#[differentiate]
impl Add for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}
#[differentiate]
impl Sub for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
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
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, k: f64) -> Vec3 {
        Vec3 { x: self.x * k, y: self.y * k, z: self.z * k }
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
impl AddAssign for Vec3 {
    #[differentiate]
    fn add_assign(&mut self, o: Vec3) {
        *self = *self + o;
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Body {
    pos: Vec3,
    vel: Vec3,
    mass: f64,
}
#[differentiate]
fn accelerations(bodies: &[Body]) -> Vec<Vec3> {
    let mut acc = vec![Vec3::default(); bodies.len()];
    for i in 0..bodies.len() {
        for j in (i + 1)..bodies.len() {
            let d = bodies[j].pos - bodies[i].pos;
            let r2 = d.dot(d) + 1e-3;
            let inv = 1.0 / (r2 * r2.sqrt());
            acc[i] += d * (bodies[j].mass * inv);
            acc[j] += -d * (bodies[i].mass * inv);
        }
    }
    acc
}
#[differentiate]
fn leapfrog(bodies: &mut Vec<Body>, dt: f64, steps: usize) {
    let mut acc = accelerations(bodies);
    for _ in 0..steps {
        for (b, a) in bodies.iter_mut().zip(&acc) {
            b.vel += *a * (0.5 * dt);
            b.pos += b.vel * dt;
        }
        acc = accelerations(bodies);
        for (b, a) in bodies.iter_mut().zip(acc.iter()) {
            b.vel += 0.5 * dt * *a;
        }
    }
}
#[differentiate]
fn nbody(q: &[f64]) -> f64 {
    let mut bodies: Vec<Body> = (0..3)
        .map(|i| {
            let k = i as f64;
            Body {
                pos: Vec3 { x: q[i], y: k, z: q[0] * k },
                vel: Vec3 { x: -k, y: q[1], z: 0.0 },
                mass: 1.0 + q[2] * k,
            }
        })
        .collect();
    leapfrog(&mut bodies, 0.02, 10);
    let momentum = bodies.iter().fold(Vec3::default(), |m, b| m + b.vel * b.mass);
    let angular = bodies.iter().map(|b| b.pos.cross(&b.vel)).fold(Vec3::default(), |a, v| a + v);
    bodies.iter().map(|b| 0.5 * b.mass * b.vel.dot(b.vel)).sum::<f64>()
        + momentum.norm()
        + angular.z
}

#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Quaternion(f64, f64, f64, f64);
#[differentiate]
impl Quaternion {
    #[differentiate]
    fn from_axis_angle(axis: Vec3, angle: f64) -> Self {
        let (s, c) = (angle * 0.5).sin_cos();
        let n = axis.norm();
        Quaternion(c, axis.x / n * s, axis.y / n * s, axis.z / n * s)
    }
    #[differentiate]
    fn conj(self) -> Self {
        let Quaternion(w, x, y, z) = self;
        Self(w, -x, -y, -z)
    }
    #[differentiate]
    fn rotate(self, v: Vec3) -> Vec3 {
        let p = Quaternion(0.0, v.x, v.y, v.z);
        let r = self * p * self.conj();
        Vec3 { x: r.1, y: r.2, z: r.3 }
    }
}
#[differentiate]
impl Mul for Quaternion {
    type Output = Self;
    #[differentiate]
    fn mul(self, r: Self) -> Self {
        Self(
            self.0 * r.0 - self.1 * r.1 - self.2 * r.2 - self.3 * r.3,
            self.0 * r.1 + self.1 * r.0 + self.2 * r.3 - self.3 * r.2,
            self.0 * r.2 - self.1 * r.3 + self.2 * r.0 + self.3 * r.1,
            self.0 * r.3 + self.1 * r.2 - self.2 * r.1 + self.3 * r.0,
        )
    }
}
#[differentiate]
fn rotation(q: &[f64]) -> f64 {
    let a = Quaternion::from_axis_angle(Vec3 { x: q[0], y: 1.0, z: q[1] }, q[2]);
    let b = Quaternion::from_axis_angle(Vec3 { x: 0.0, y: q[1], z: 1.0 }, 0.3);
    let v = (a * b).rotate(Vec3 { x: 1.0, y: q[0], z: -0.5 });
    v.x * v.y + v.z
}

#[test]
fn laws_of_bodies() {
    check!(nbody, [0.1, 0.7, 0.3], 1e-6);
}

#[test]
fn laws_of_rotation() {
    check!(rotation, [0.3, 0.7, 0.3], 1e-6);
}
