#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn of_slices<V: AsRef<[f64]>>(x: &V) -> f64 {
    x.as_ref()[0]
}

#[differentiate(reverse)]
fn argument_of_slices(x: impl AsRef<[f64]>, y: impl Into<f64>) -> f64 {
    let converted_later = y;
    x.as_ref()[0] * converted_later.into()
}

trait Activation: Copy {
    fn activate(self) -> Self;
}

impl Activation for f64 {
    fn activate(self) -> f64 {
        self
    }
}

#[differentiate(reverse)]
fn own_method<T: Real + Activation>(x: T) -> T {
    x.activate()
}

#[differentiate(reverse)]
fn own_function<T: Real + Activation>(x: T) -> T {
    T::activate(x) * T::one()
}

fn main() {
    of_a_function(f64::sin, of_an_iterator([1.0]));
    of_slices(&[own_method(1.0), own_function(1.0)]);
    argument_of_slices([1.0], 1.0);
}
