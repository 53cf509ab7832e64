use autodiff::prelude::*;
use std::ops::{Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vector {
    pub x: f64,
    pub y: f64,
}

#[differentiate]
impl Vector {
    pub const UP: Self = Self { x: 0.0, y: 1.0 };

    #[differentiate]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    #[differentiate]
    pub fn turned(self, by: Self) -> Self {
        Self::new(self.x * by.x - self.y * by.y, self.x * by.y + self.y * by.x)
    }

    #[differentiate]
    pub fn norm(self) -> f64 {
        self.x.hypot(self.y)
    }
}

#[differentiate]
impl Mul<f64> for Vector {
    type Output = Vector;
    #[differentiate]
    fn mul(self, k: f64) -> Vector {
        Vector::new(self.x * k, self.y * k)
    }
}

#[differentiate]
impl Sub for Vector {
    type Output = Self;
    #[differentiate]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}
