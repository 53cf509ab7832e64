//! Iterators whose derivative is that of `next` alone.
use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Powers {
    now: f64,
    by: f64,
}

#[differentiate]
impl Iterator for Powers {
    type Item = f64;

    #[differentiate]
    fn next(&mut self) -> Option<f64> {
        self.now *= self.by;
        Some(self.now)
    }

    fn nth(&mut self, n: usize) -> Option<f64> {
        Some(self.now * self.by.powi(n as i32))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Steps {
    now: f64,
}

#[differentiate]
impl Steps {
    #[differentiate]
    fn next(&mut self) -> Option<f64> {
        self.now += 1.0;
        Some(self.now)
    }
}

impl Iterator for Steps {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        None
    }
}

#[differentiate]
fn sum_of_steps(x: f64) -> f64 {
    let mut sum = x;
    for step in (Steps { now: x }) {
        sum += step;
    }
    sum
}

fn main() {}
