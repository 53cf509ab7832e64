//! What is differentiated, and is also the type of fields of the settings.

use autodiff::prelude::*;

#[differentiate]
pub trait Potential {
    #[differentiate]
    fn energy(&self, x: f64) -> f64;
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Prior {
    Normal { mean: f64, sd: f64 },
    Laplace(f64),
    Flat,
}

#[differentiate]
impl Prior {
    #[differentiate]
    pub fn log_density(&self, x: f64) -> f64 {
        match *self {
            Prior::Normal { mean, sd } => -0.5 * ((x - mean) / sd).powi(2),
            Prior::Laplace(scale) => -x.abs() / scale,
            Prior::Flat => 0.0,
        }
    }
}

#[differentiate]
impl Potential for Prior {
    fn energy(&self, x: f64) -> f64 {
        -self.log_density(x)
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Scaled<P> {
    pub of: P,
    pub by: f64,
}

#[differentiate]
impl<P: Potential> Scaled<P> {
    #[differentiate]
    pub fn energy(&self, x: f64) -> f64 {
        self.by * self.of.energy(x)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec2(pub [f64; 2]);

#[differentiate]
impl std::ops::Sub for Vec2 {
    type Output = Self;
    #[differentiate]
    fn sub(self, o: Self) -> Self {
        Vec2(std::array::from_fn(|i| self.0[i] - o.0[i]))
    }
}

#[differentiate]
impl Vec2 {
    #[differentiate]
    pub fn norm(self) -> f64 {
        self.0[0].hypot(self.0[1])
    }
}

#[differentiate]
pub fn distance(a: Vec2, b: &Vec2) -> f64 {
    (a - *b).norm()
}

#[derive(Clone, Debug, Differentiable)]
pub struct Gains {
    pub kp: f64,
}

#[differentiate]
impl Gains {
    #[differentiate]
    pub fn command(&self, x: f64, target: &[f64; 3]) -> f64 {
        self.kp * (target[0] + 0.5 * target[2] - x)
    }
}
