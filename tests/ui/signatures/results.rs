#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn boxed(x: f64) -> Box<[f64]> {
    Box::new([x])
}

#[differentiate(forward)]
fn iterator(x: &[f64]) -> impl Iterator<Item = f64> {
    x.iter().map(|x| 2.0 * x)
}

#[differentiate(reverse)]
fn never(x: f64) -> ! {
    panic!("{x}")
}

fn main() {
    let x = [*reference_to_scalar(reference(&mut [1.0, 2.0, 3.0])) * 2.0];
    let _ = (option(1.0), result(1.0), boxed(1.0), iterator(&x).count());
    never(1.0);
}
