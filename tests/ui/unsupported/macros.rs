#![allow(unused)]

use autodiff::prelude::*;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

#[differentiate(reverse)]
fn own_macro(x: f64) -> f64 {
    square!(x)
}

#[differentiate(reverse)]
fn value_of_dbg(x: f64) -> f64 {
    2.0 * dbg!(x)
}

#[differentiate(reverse)]
fn assigns(x: f64) -> f64 {
    let mut y = x;
    println!("{}", {
        y *= 2.0;
        y
    });
    y
}

#[differentiate(reverse)]
fn pops(x: f64) -> f64 {
    let mut v = vec![x, x];
    println!("{:?}", v.pop());
    v[0]
}

fn main() {}
