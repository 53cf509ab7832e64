//! `From`, `Into` and `IntoIterator` with the attribute, and user-defined traits on `f64` whose
//! methods are passed as functions.

use crate::support::check_gradient;
use autodiff::prelude::*;

#[differentiate]
pub trait Powers {
    #[differentiate]
    fn square(self) -> f64;
    #[differentiate]
    fn scaled(&self, by: f64) -> f64;
    #[differentiate]
    fn doubled(x: f64) -> f64;
}

#[differentiate]
impl Powers for f64 {
    fn square(self) -> f64 {
        self * self
    }

    fn scaled(&self, by: f64) -> f64 {
        *self * by
    }

    fn doubled(x: f64) -> f64 {
        x * 2.0
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Metres(f64);

#[differentiate]
impl From<Metres> for f64 {
    #[differentiate]
    fn from(m: Metres) -> f64 {
        m.0 * 2.0
    }
}

#[derive(Clone, Debug, Differentiable)]
struct List {
    values: Vec<f64>,
}

#[differentiate]
impl IntoIterator for List {
    type Item = f64;
    type IntoIter = std::vec::IntoIter<f64>;

    #[differentiate]
    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

#[differentiate]
impl<'a> IntoIterator for &'a List {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;

    #[differentiate]
    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

#[differentiate]
fn by_paths(x: &[f64]) -> f64 {
    let squares: f64 = x.iter().copied().map(f64::square).sum();
    let mixed = f64::scaled(&x[0], x[1]) * f64::square(x[2]) + f64::doubled(x[0]);
    squares + mixed + x.iter().copied().map(Powers::square).fold(1.0, |y, v| y * v)
}

#[differentiate]
fn into_reals(x: &[f64]) -> f64 {
    let m = Metres(x[0] * x[1]);
    let y: f64 = m.into();
    f64::from(m) * f64::from(Metres(x[2])) + y + f64::from(3u8) * x[0] + f64::from(1.5f32)
}

#[differentiate]
fn iterated(x: &[f64]) -> f64 {
    let list = List { values: x.to_vec() };
    let mut sum = 0.0;
    for v in &list {
        sum += v * v;
    }
    sum += list.clone().into_iter().map(|v| v * sum).sum::<f64>();
    for (i, v) in list.into_iter().enumerate() {
        sum += v * i as f64;
    }
    sum
}

#[differentiate]
fn extended(x: &[f64]) -> f64 {
    let mut all = vec![1.0];
    all.extend(x.iter().map(|v| v * v));
    all.extend(x);
    all.extend(&[1.0, 2.0]);
    all.extend(vec![x[0]; 2]);
    all.extend([x[0], x[1]]);
    all.extend(Some(x[1]));
    all.extend((0..3).map(|i| i as f64 * x[0]));
    all.extend(all.clone().into_iter().rev().take(2));
    all.extend(List { values: x.to_vec() });
    all.iter().enumerate().map(|(i, v)| v * v * i as f64).sum()
}

#[test]
fn gradients() {
    check_gradient(by_paths, by_paths_value_and_grad, &[1.3, 0.7, 1.1]);
    check_gradient(into_reals, into_reals_value_and_grad, &[1.3, 0.7, 1.1]);
    check_gradient(iterated, iterated_value_and_grad, &[1.3, 0.7, 1.1]);
    check_gradient(extended, extended_value_and_grad, &[1.3, 0.7, 1.1]);
}
