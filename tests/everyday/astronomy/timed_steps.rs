//! Bodies that attract each other, with a newtype for time.

use autodiff::prelude::*;
use std::ops::*;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Seconds(pub f64);
#[differentiate]
impl Mul<f64> for Seconds {
    type Output = Seconds;
    #[differentiate]
    fn mul(self, k: f64) -> Seconds {
        Seconds(self.0 * k)
    }
}
#[differentiate]
impl Div<f64> for Seconds {
    type Output = Seconds;
    #[differentiate]
    fn div(self, k: f64) -> Seconds {
        Seconds(self.0 / k)
    }
}
#[derive(Differentiable, Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
#[differentiate]
impl Vec3 {
    #[differentiate]
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Vec3 { x, y, z }
    }
    #[differentiate]
    pub fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    #[differentiate]
    pub fn norm2(self) -> f64 {
        self.dot(self)
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
impl AddAssign for Vec3 {
    #[differentiate]
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}
impl std::iter::Sum for Vec3 {
    fn sum<I: Iterator<Item = Vec3>>(it: I) -> Vec3 {
        it.fold(Vec3::default(), |a, b| a + b)
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Body {
    mass: f64,
    pos: Vec3,
    vel: Vec3,
}
#[derive(Differentiable, Clone, Debug)]
pub struct World {
    bodies: Vec<Body>,
    g: f64,
    softening: f64,
}
#[differentiate]
impl World {
    #[differentiate]
    fn acceleration(&self, i: usize) -> Vec3 {
        self.bodies
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, b)| {
                let d = b.pos - self.bodies[i].pos;
                let r2 = d.norm2() + self.softening;
                d * (self.g * b.mass / (r2 * r2.sqrt()))
            })
            .sum()
    }
    #[differentiate]
    fn step(&mut self, dt: Seconds) {
        let half = dt / 2.0;
        let acc: Vec<Vec3> = (0..self.bodies.len()).map(|i| self.acceleration(i)).collect();
        for (b, a) in self.bodies.iter_mut().zip(&acc) {
            b.vel += *a * half.0;
            b.pos += b.vel * dt.0;
        }
        for i in 0..self.bodies.len() {
            let a = self.acceleration(i);
            self.bodies[i].vel += half.0 * a;
        }
    }
    #[differentiate]
    fn energy(&self) -> f64 {
        let kinetic: f64 = self.bodies.iter().map(|b| 0.5 * b.mass * b.vel.norm2()).sum();
        let mut potential = 0.0;
        for (i, a) in self.bodies.iter().enumerate() {
            for b in &self.bodies[i + 1..] {
                potential -=
                    self.g * a.mass * b.mass / ((a.pos - b.pos).norm2() + self.softening).sqrt();
            }
        }
        kinetic + potential
    }
}
#[differentiate]
fn bodies_program(q: &[f64]) -> f64 {
    let mut w = World {
        bodies: vec![
            Body { mass: q[0], pos: Vec3::new(0.0, 0.0, 0.0), vel: Vec3::default() },
            Body { mass: 0.1, pos: Vec3::new(1.0, q[1], 0.0), vel: Vec3::new(0.0, 1.0, 0.1) },
            Body { mass: 0.2, pos: Vec3::new(-1.0, 0.0, q[1]), vel: Vec3::new(0.0, -0.8, q[2]) },
        ],
        g: 1.0,
        softening: 1e-3,
    };
    for _ in 0..4 {
        w.step(Seconds(0.02));
    }
    w.energy() + w.bodies.last().map(|b| b.pos.x).unwrap_or_default()
}

#[test]
fn laws() {
    check!(bodies_program, [1.0, 0.25, 0.4], 1e-6);
}
