//! Iterator parameters that are passed on to other functions, generic ones included, and iterators
//! of discrete items.
use autodiff::prelude::*;
#[differentiate]
fn weighted(values: impl Iterator<Item = f64>, weights: &[f64]) -> f64 {
    values.zip(weights).map(|(v, w)| v * w).sum()
}
#[differentiate]
fn outer(values: impl Iterator<Item = f64>, w: &[f64]) -> f64 {
    weighted(values, w) * 2.0
}
#[differentiate]
fn rest(mut values: impl Iterator<Item = f64>, w: &[f64]) -> f64 {
    let a = values.next().unwrap_or(1.0);
    a * weighted(values.map(|v| v * a), w)
}
#[differentiate]
fn consts(#[constant] values: impl Iterator<Item = f64>, w: &[f64]) -> f64 {
    values.zip(w).map(|(v, w)| v * w).sum()
}
#[differentiate]
fn counts(values: impl Iterator<Item = usize>, w: &[f64]) -> f64 {
    values.map(|i| w[i % w.len()]).sum()
}
#[differentiate]
fn generic<T: num_traits::Float>(values: impl Iterator<Item = T>, k: T) -> T {
    values.fold(T::zero(), |a, v| a + v * k)
}
#[differentiate]
mod m {
    #[differentiate]
    pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
        let v: Vec<f64> = values.into_iter().collect();
        v.iter().sum::<f64>() / v.len() as f64
    }
    #[differentiate]
    pub fn twice(x: &[f64]) -> f64 {
        mean(x.iter().map(|v| v * v)) + mean(x.to_vec())
    }
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    outer(x.iter().copied(), x)
        + rest(x.iter().map(|v| v + 1.0), x)
        + consts([1.0, 2.0].into_iter(), x)
        + counts(0..3, x)
        + counts(vec![1, 2].into_iter(), x)
        + generic(x.iter().copied(), x[0])
        + m::twice(x)
        + generic([1.0, 2.0].iter().copied(), x[0])
}
mod laws {
    at_points! { program }
}
