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

#[differentiate(reverse)]
fn with_rest(x: &[f64]) -> (f64, &[f64]) {
    (x[0], &x[1..])
}

#[differentiate(reverse)]
fn maybe_with_rest(x: &[f64]) -> Option<(f64, &[f64])> {
    if x.is_empty() { None } else { Some((x[0].exp(), &x[1..])) }
}

#[differentiate(reverse)]
fn of_rest(x: &[f64]) -> f64 {
    let (a, rest) = with_rest(x);
    let Some((b, rest)) = maybe_with_rest(rest) else { return a };
    a * b + rest.iter().sum::<f64>()
}

fn indices(n: &[usize]) -> Option<(usize, &[usize])> {
    Some((*n.first()?, &n[1..]))
}

#[differentiate(reverse)]
fn of_indices(x: &[f64], #[constant] n: &[usize]) -> f64 {
    let Some((i, rest)) = indices(n) else { return 0.0 };
    x[i] * x[rest[0]]
}

fn main() {
    let x = [*reference_to_scalar(reference(&mut [1.0, 2.0, 3.0])) * 2.0];
    let _ = (option(1.0), result(1.0), boxed(1.0), iterator(&x).count());
    never(1.0);
}
