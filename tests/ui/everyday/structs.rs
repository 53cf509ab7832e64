//! Structs, enums, Option and Result: what is not supported yet.
#![allow(unused)]

use autodiff::prelude::*;
use std::rc::Rc;

#[derive(Differentiable, Clone, Debug)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug)]
struct Lender<'a> {
    data: &'a [f64],
}

#[derive(Differentiable, Clone, Debug)]
enum Shape {
    Circle { r: f64 },
    Line(f64, f64, f64),
}

#[differentiate]
fn stored_reference(x: &[f64]) -> f64 {
    let l = Lender { data: x };
    l.data[0]
}

#[differentiate]
fn rest_in_the_middle(s: Shape) -> f64 {
    match s {
        Shape::Line(.., c) => c,
        Shape::Circle { r } => r,
    }
}

#[differentiate]
fn constant_behind_mut(#[constant] p: &mut f64, x: f64) -> f64 {
    *p * x
}

#[differentiate]
fn boxed(x: f64) -> f64 {
    let b = Box::new(x);
    *b
}

#[differentiate]
fn counted(x: f64) -> f64 {
    let b = Rc::new(x);
    *b
}

#[differentiate]
fn of_a_map(m: std::collections::HashMap<u8, f64>) -> f64 {
    m[&1]
}

#[differentiate]
fn result_is_a_map(x: f64) -> std::collections::HashMap<u8, f64> {
    [(1, x)].into()
}

#[differentiate]
fn shared(x: Rc<f64>) -> f64 {
    *x
}

fn main() {}
