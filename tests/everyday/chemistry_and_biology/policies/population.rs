//! The susceptible, exposed, infectious and recovered of each age group.

use autodiff::prelude::*;
use std::ops::{Add, Mul};

pub const GROUPS: usize = 3;
#[differentiate]
pub type ByAge = [f64; GROUPS];
#[differentiate]
pub type ContactMatrix = [[f64; GROUPS]; GROUPS];

/// The compartments of all age groups.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Compartments<const N: usize> {
    pub s: [f64; N],
    pub e: [f64; N],
    pub i: [f64; N],
    pub r: [f64; N],
}

#[differentiate]
impl<const N: usize> Compartments<N> {
    #[differentiate]
    pub fn total(&self) -> [f64; N] {
        std::array::from_fn(|g| self.s[g] + self.e[g] + self.i[g] + self.r[g])
    }
}

#[differentiate]
impl<const N: usize> Add for Compartments<N> {
    type Output = Self;
    #[differentiate]
    fn add(self, o: Self) -> Self {
        let mut sum = self;
        for g in 0..N {
            sum.s[g] += o.s[g];
            sum.e[g] += o.e[g];
            sum.i[g] += o.i[g];
            sum.r[g] += o.r[g];
        }
        sum
    }
}

#[differentiate]
impl<const N: usize> Mul<f64> for Compartments<N> {
    type Output = Self;
    #[differentiate]
    fn mul(self, k: f64) -> Self {
        Compartments {
            s: self.s.map(|x| k * x),
            e: self.e.map(|x| k * x),
            i: self.i.map(|x| k * x),
            r: self.r.map(|x| k * x),
        }
    }
}
