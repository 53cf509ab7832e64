//! Parameters that are functions: what is not supported.
#![allow(unused)]

use autodiff::prelude::*;
use std::rc::Rc;

#[differentiate]
fn constant_function(#[constant] f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiate]
fn called_for_nothing(f: impl Fn(f64), x: f64) -> f64 {
    f(x);
    x
}

#[differentiate]
fn of_counted(f: impl Fn(Rc<f64>) -> f64, x: f64) -> f64 {
    f(Rc::new(x))
}

#[differentiate]
fn gives_a_reference<F: Fn(&[f64]) -> &[f64]>(f: F, x: &[f64]) -> f64 {
    f(x)[0]
}

#[differentiate]
fn printed(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    println!("{}", f(x));
    x
}

#[differentiate]
fn kept_in_a_tuple(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let pair = (f, x);
    (pair.0)(pair.1)
}

#[differentiate]
fn chosen(f: impl Fn(f64) -> f64, g: fn(f64) -> f64, x: f64) -> f64 {
    let h: &dyn Fn(f64) -> f64 = if x > 0.0 { &f } else { &g };
    h(x)
}

#[differentiate]
fn boxed(f: Box<dyn Fn(f64) -> f64>, x: f64) -> f64 {
    f(x)
}

#[differentiate]
fn several(f: &[fn(f64) -> f64], x: f64) -> f64 {
    f[0](x)
}

fn main() {}
