//! User-defined traits and types with the names of those of `num_traits` and `rand`: `Float`,
//! `Rng`.

mod random;
mod scalars;

use crate::support::close;
use autodiff::differentiate;
use random::{Pcg, Rng};
use scalars::{Float, Smooth};

#[differentiate]
fn cubed<T: Float>(x: T, y: T) -> T {
    Float::cube(x) * T::cube(y) / <T as Float>::cube(x * y) + x.cube() * y
}

#[differentiate]
fn of_library<T: num_traits::Float>(x: T) -> T {
    x.sin() * num_traits::Float::cos(x)
}

#[differentiate]
fn of_both<T: Smooth>(x: T, y: T) -> T {
    x.bend() / y + x.sin()
}

#[differentiate]
fn sampled<R: Rng>(x: f64, rng: &mut R) -> f64 {
    x * rng.uniform() + rng.centered() * x
}

#[differentiate]
fn sampled_by_path(x: f64, rng: &mut impl random::Rng) -> f64 {
    sampled(x, rng) * rng.uniform()
}

#[differentiate]
fn of_source(
    x: f64,
    #[constant] rng: &mut crate::traits::traits_named_as_libraries::random::Pcg,
) -> f64 {
    x * rng.uniform() + rng.centered() * x * rng.next()
}

#[differentiate]
fn of_source_unmarked(x: f64, rng: &mut random::Pcg) -> f64 {
    let first = rng.next();
    x * x * rng.uniform() + first * x
}

#[test]
fn traits_of_the_crate_are_found_before_those_of_libraries() {
    let value = |x: f64, y: f64| x.powi(3) * y + 1.0;
    close("value", cubed(1.1, 0.7), value(1.1, 0.7), 1e-14);
    let (x_bar, y_bar) = cubed_grad(1.1, 0.7);
    close("x", x_bar, 3.0 * 1.21 * 0.7, 1e-12);
    close("y", y_bar, 1.331, 1e-12);
    close("of library", of_library_grad(0.4), 0.8f64.cos(), 1e-14);
    let (x_bar, y_bar) = of_both_grad(0.4, 3.0);
    close("x", x_bar, 0.8 / 3.0 + 0.4f64.cos(), 1e-14);
    close("y", y_bar, -0.16 / 9.0, 1e-14);
}

#[test]
fn sources_of_the_crate_are_named_by_path() {
    let rng = Pcg::new(7);
    let slope = sampled(1.0, &mut rng.clone());
    close("sampled", sampled_grad(2.0, &mut rng.clone()), slope, 1e-14);
    let slope = sampled_by_path(1.0, &mut rng.clone());
    close("by path", sampled_by_path_grad(2.0, &mut rng.clone()), slope, 1e-14);
    let slope = of_source(1.0, &mut rng.clone());
    close("of source", of_source_grad(2.0, &mut rng.clone()), slope, 1e-14);
    let (mut first, mut second) = (rng.clone(), rng.clone());
    let (by, at) = (first.next(), first.uniform());
    close("unmarked", of_source_unmarked_grad(2.0, &mut second), 4.0 * at + by, 1e-14);
    assert_eq!(first.next(), second.next());
}
