//! A module with the attribute, re-exported.

use autodiff::prelude::*;

#[differentiate]
pub mod state {
    use autodiff::prelude::*;

    pub type V3 = [f64; 3];

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct State {
        pub velocity: V3,
        pub rates: V3,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Model {
        pub beta: Vec<f64>,
        pub scale: f64,
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Vec3(pub V3);

    impl Vec3 {
        pub const ZERO: Self = Vec3([0.0; 3]);
    }

    #[differentiate]
    pub fn scaled(k: f64, v: V3) -> V3 {
        v.map(|x| k * x)
    }
}

pub use state::*;
