//! What is passed as a function inside of differentiated functions.
#![allow(unused)]

use autodiff::prelude::*;

#[differentiate]
fn apply<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x)
}

#[differentiate]
fn often(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}

#[differentiate]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(g(x))
}

// what a macro makes is not seen
macro_rules! module_of {
    ($module:ident, $ty:ty) => {
        mod $module {
            use autodiff::prelude::*;

            #[differentiate]
            pub fn of_values(f: impl Fn($ty) -> f64, x: $ty) -> f64 {
                f(x)
            }
        }
    };
}

module_of!(of_slices, &[f64]);
module_of!(of_reals, f64);

use of_slices::of_values;

fn plain(x: f64) -> f64 {
    x * x
}

#[differentiate]
fn counts(x: f64) -> f64 {
    let mut calls = 0;
    let y = often(
        |t| {
            calls += 1;
            t * x
        },
        x,
    );
    y * calls as f64
}

#[differentiate]
fn without_derivative(x: f64) -> f64 {
    apply(plain, x)
}

#[differentiate]
fn calls_without_derivative(x: f64) -> f64 {
    apply(|t| plain(t) * x, x)
}

#[differentiate]
fn twice_the_same(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    both(&f, |t| f(t) + 1.0, x)
}

#[differentiate]
fn unknown_arguments(x: &[f64]) -> f64 {
    of_values(|y| y.iter().sum(), x)
}

#[differentiate]
fn in_itself(x: f64, n: usize) -> f64 {
    if n == 0 { x } else { apply(|t| in_itself(t, n - 1), x) }
}

#[differentiate]
fn recursive(f: &impl Fn(f64) -> f64, x: f64, n: usize) -> f64 {
    if n == 0 { f(x) } else { recursive(&|t: f64| f(f(t)), x, n - 1) }
}

#[differentiate]
fn names(x: f64, name: &str) -> f64 {
    apply(|t| if name == "a" { t } else { t * x }, x)
}

fn main() {}
