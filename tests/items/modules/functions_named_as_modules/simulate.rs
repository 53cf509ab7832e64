//! Modules with the attribute, whose functions are re-exported.

use autodiff::prelude::*;

#[differentiate]
mod engine {
    use super::super::merit::{self, merit};
    use autodiff::prelude::*;

    /// A generic function by the name of its file.
    #[differentiate]
    pub fn simulate<const N: usize>(x: [f64; N], f: impl Fn(f64) -> f64) -> [f64; N] {
        let mut y = x;
        for i in 0..N {
            y[i] = f(x[i]) * merit(&x[i..], 2) + merit::twice(&x);
        }
        y
    }

    #[differentiate]
    pub fn decay(x: f64) -> f64 {
        (-x).exp()
    }
}

pub use engine::*;

#[differentiate]
pub mod decay {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn decay(x: f64) -> f64 {
        1.0 / (1.0 + x * x)
    }
}
