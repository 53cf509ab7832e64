//! Curves on top of others.

use autodiff::prelude::*;

#[differentiate]
pub trait Curve {
    #[differentiate]
    fn rate(&self, t: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
pub struct Flat(pub f64);

#[differentiate]
impl Curve for Flat {
    fn rate(&self, t: f64) -> f64 {
        self.0 * t
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Shifted<C> {
    pub base: C,
    pub spread: f64,
}

#[differentiate]
impl<C: Curve> Curve for Shifted<C> {
    fn rate(&self, t: f64) -> f64 {
        self.base.rate(t) * self.spread
    }
}
