//! Deref coercions: arguments `&of` of a user-defined type with `Deref`, of a `Box` and of a `Vec`,
//! where the parameter is a reference to the target.

use crate::support::check_gradient;
use autodiff::prelude::*;
use std::ops::{Deref, DerefMut};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
}

#[differentiate]
impl Point {
    #[differentiate]
    fn times(&self, other: &Point) -> f64 {
        self.x * other.x
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Weighted {
    point: Point,
    weight: f64,
}

#[differentiate]
impl Deref for Weighted {
    type Target = Point;

    #[differentiate]
    fn deref(&self) -> &Point {
        &self.point
    }
}

#[derive(Clone, Debug, Differentiable)]
struct List {
    values: Vec<f64>,
    gain: f64,
}

impl Deref for List {
    type Target = Vec<f64>;

    fn deref(&self) -> &Vec<f64> {
        &self.values
    }
}

impl DerefMut for List {
    fn deref_mut(&mut self) -> &mut Vec<f64> {
        &mut self.values
    }
}

#[differentiate]
fn squared(of: &Point) -> f64 {
    of.x * of.x
}

#[differentiate]
fn energy(of: &[f64]) -> f64 {
    of.iter().map(|v| v * v).sum()
}

#[differentiate]
fn grow(of: &mut Vec<f64>, x: f64) {
    of.push(x);
    of[0] *= x;
}

#[differentiate]
fn of_structs(x: &[f64]) -> f64 {
    let one = Weighted { point: Point { x: x[0] * x[1] }, weight: x[1] };
    let boxed = Box::new(one.clone());
    let r = &boxed;
    let all = vec![one.clone(), Weighted { point: Point { x: x[0] }, weight: x[0] }];
    let sum: f64 = all.iter().map(|w| squared(w) * w.weight).sum();
    squared(&one) * one.weight
        + squared(r) * squared(&boxed)
        + r.times(&boxed)
        + sum * squared(&all[1])
}

#[differentiate]
fn of_lists(x: &[f64]) -> f64 {
    let mut list = List { values: x.to_vec(), gain: x[0] };
    for i in 0..3 {
        grow(&mut list, x[1] + i as f64);
    }
    energy(&list) * list.gain
}

#[differentiate]
fn of_parameters(of: &Weighted, list: &List) -> f64 {
    squared(of) * of.weight + energy(list) * list.gain
}

#[differentiate]
fn passed_on(x: &[f64]) -> f64 {
    let of = Weighted { point: Point { x: x[0] }, weight: x[1] };
    of_parameters(&of, &List { values: x.to_vec(), gain: x[0] })
}

#[test]
fn gradients() {
    check_gradient(of_structs, of_structs_value_and_grad, &[1.3, 0.7]);
    check_gradient(of_lists, of_lists_value_and_grad, &[1.3, 0.7]);
    check_gradient(passed_on, passed_on_value_and_grad, &[1.3, 0.7]);
}
