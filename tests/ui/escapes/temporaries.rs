//! Temporaries with `Drop` in statements that may leave the function in the middle.
use autodiff::prelude::*;

struct Guard(u32);
impl Guard {
    fn number(&self) -> f64 {
        self.0.into()
    }
    fn open(&self) -> Option<f64> {
        (self.0 < 5).then(|| self.number())
    }
}
impl Drop for Guard {
    fn drop(&mut self) {
        println!("{}", self.0);
    }
}
fn guard(number: u32) -> Guard {
    Guard(number)
}

#[differentiate]
fn root(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[differentiate]
fn before(x: f64) -> Option<f64> {
    let y = guard(1).number() * root(x)? + x;
    Some(y)
}

#[differentiate]
fn left(x: f64) -> Option<f64> {
    Some(guard(1).open()? * x + root(x)?)
}

/// Nothing comes after it.
#[differentiate]
fn last(x: f64) -> Option<f64> {
    let y = x * guard(1).open()?;
    Some(y)
}

fn main() {}
