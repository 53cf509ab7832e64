//! Receivers and arguments that are copied before later arguments change the variable; assertions
//! that change variables.

use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Filter {
    low: f64,
    count: u32,
}

#[differentiate]
impl Filter {
    #[differentiate]
    fn step(&mut self, x: f64) -> f64 {
        self.count += 1;
        self.low = 0.75 * self.low + x * self.count as f64;
        self.low
    }
    #[differentiate]
    fn peek(self, x: f64) -> f64 {
        self.low * x + self.count as f64
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    first: Filter,
    second: Filter,
}

#[differentiate]
impl Pair {
    #[differentiate]
    fn both(&mut self, x: f64) -> f64 {
        self.first.step(self.second.step(x))
    }
    #[differentiate]
    fn peek(mut self, x: f64) -> f64 {
        self.first.peek(self.first.step(self.second.peek(self.second.step(x))))
    }
}

#[differentiate]
fn low(filter: Filter, x: f64) -> f64 {
    filter.low * x
}

#[differentiate]
fn first(row: [f64; 2], x: f64) -> f64 {
    row[0] * x
}

#[differentiate]
fn change(row: &mut [f64; 2], x: f64) -> f64 {
    row[0] += x;
    row[1] * x
}

/// The receiver is the filter before its step.
#[differentiate]
fn receivers(x: &[f64]) -> f64 {
    let mut filter = Filter { low: x[0], count: 0 };
    let mut pair = Pair { first: filter, second: Filter { low: x[1], count: 2 } };
    filter.peek(filter.step(x[1])) + pair.peek(pair.both(x[0])) * pair.both(x[1])
}

#[differentiate]
fn arguments(x: &[f64]) -> f64 {
    let mut filter = Filter { low: x[1], count: 0 };
    let mut row = [x[0], x[1]];
    low(filter, filter.step(x[0]))
        + first(row, change(&mut row, x[0])) * row[0]
        + Filter::peek(filter, filter.step(x[1]))
}

#[differentiate]
fn grow(x: &mut f64) -> bool {
    *x *= 2.0;
    *x < 1e6
}

#[differentiate]
fn asserted(x: &[f64]) -> f64 {
    let (mut y, mut row) = (x[0], [x[0], x[1]]);
    assert!(grow(&mut y));
    debug_assert!(grow(&mut y), "{y} is large");
    assert_ne!(change(&mut row, x[1]), 1e9, "of {row:?}");
    y * row[0]
}

#[differentiate]
fn asserted_blocks(x: &[f64]) -> f64 {
    let (mut y, mut rest) = (x[0], x.to_vec());
    assert!({
        y *= 2.0;
        y < 1e9
    });
    assert!(rest.pop().is_some());
    y * rest.iter().sum::<f64>()
}

#[test]
fn messages_of_assertions() {
    let message = |f: fn(&[f64]) -> f64| {
        let panic =
            std::panic::catch_unwind(move || f(&[1e7, 1.0])).expect_err("the assertion fails");
        panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()))
    };
    let letters = |text: Option<String>| text.map(|text| text.replace(' ', ""));
    assert_eq!(letters(message(|x| asserted_value_and_grad(x).0)), letters(message(asserted)));
}

mod compared {
    at_points! { receivers arguments asserted asserted_blocks }
}
