//! A type parameter that is divided by its like is a number for derivatives.

use autodiff::prelude::*;
use std::ops::Div;

#[derive(Clone, Copy)]
struct Pair(f64, f64);

impl Div for Pair {
    type Output = Pair;
    fn div(self, other: Pair) -> Pair {
        Pair(self.0 / other.0, self.1 / other.1)
    }
}

#[differentiate]
trait Ratio: Copy + Div<Output = Self> {
    #[differentiate]
    fn part(self) -> f64;
}

impl Ratio for Pair {
    fn part(self) -> f64 {
        self.0
    }
}

#[differentiate(reverse)]
fn ratio<T: Ratio>(x: T) -> f64 {
    (x / x).part()
}

fn main() {
    let _ = ratio_grad(Pair(1.0, 2.0));
}
