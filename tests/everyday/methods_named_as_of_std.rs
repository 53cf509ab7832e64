//! Methods of a struct with the names of those of sequences, options and numbers, on results of
//! functions.
use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Pair {
    pub a: f64,
    pub b: f64,
}

#[differentiate]
impl Pair {
    #[differentiate]
    fn sum(&self) -> f64 {
        self.a * self.b
    }
    #[differentiate]
    fn dot(&self, other: &Pair) -> f64 {
        self.a * other.b
    }
    #[differentiate]
    fn sqrt(&self) -> Pair {
        Pair { a: self.b.sqrt(), b: self.a }
    }
    #[differentiate]
    fn first(&self) -> f64 {
        self.b
    }
    #[differentiate]
    fn unwrap(&self) -> f64 {
        self.b * self.a
    }
    #[differentiate]
    fn is_some(&self) -> bool {
        self.b > self.a
    }
}

mod made {
    use super::*;
    #[differentiate]
    pub fn make(x: f64) -> Pair {
        Pair { a: x * x, b: 3.0 * x.abs() + 0.1 }
    }
}

#[differentiate]
fn products(x: &[f64]) -> f64 {
    let v = made::make(x[0]);
    v.sum() + v.dot(&v)
}

#[differentiate]
fn of_what_a_method_gives(x: &[f64]) -> f64 {
    let v = made::make(x[0]);
    let w = v.sqrt();
    w.first() * w.a + v.first()
}

#[differentiate]
fn no_option(x: &[f64]) -> f64 {
    let v = made::make(x[0]);
    if v.is_some() { v.unwrap() } else { v.sum() }
}

mod laws {
    at_points! { products of_what_a_method_gives no_option }
}
