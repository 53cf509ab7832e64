//! Functions without the attribute of other modules, by paths and imports.

use autodiff::prelude::*;

mod other {
    pub fn plain(x: f64) -> f64 {
        x
    }
    pub mod inner {
        pub fn imported(x: f64) -> f64 {
            x
        }
    }
}

use other::inner::*;

#[differentiate(reverse)]
fn f(x: f64) -> f64 {
    crate::other::plain(x) + other::plain(x) + imported(x)
}

fn main() {}
