#![allow(unused)]

use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    x: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Link {
    o: V,
    #[constant]
    name: String,
}

// without a derivative, and no module's file shows what it returns
include!("plain_values.in");

#[differentiate(reverse)]
fn assigned(x: f64) -> f64 {
    let mut links = vec![link(1.0), link(2.0)];
    links[1].o = V { x };
    links[0].o.x * links[1].o.x
}

#[differentiate(reverse)]
fn changed(x: f64) -> f64 {
    let mut links = [link(1.0), link(2.0)];
    for l in links.iter_mut() {
        l.o.x *= x;
    }
    links[0].o.x
}

#[differentiate(reverse)]
fn in_a_branch(x: f64) -> f64 {
    let mut links = vec![constant(link(1.0))];
    if x > 0.5 {
        links[0].o.x = x;
    }
    links.iter().map(|l| l.o.x).sum()
}

fn main() {}
