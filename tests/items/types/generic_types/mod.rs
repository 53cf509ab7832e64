//! Generic types whose parameters no active value determines (`PhantomData`, constant fields,
//! lengths), and aliases with parameters.

mod shapes;

use crate::support::check_gradient;
use autodiff::prelude::*;
use shapes::{Body, Grid, Matrix, Pair, V};
use std::marker::PhantomData;

#[derive(Clone, Debug, Differentiable)]
struct Tagged<M> {
    x: f64,
    #[constant]
    meta: M,
}

#[derive(Clone, Debug, PartialEq)]
struct Meta {
    name: String,
    order: usize,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Quantity<U> {
    v: f64,
    unit: PhantomData<U>,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Length<U>(f64, PhantomData<U>);

#[derive(Clone, Copy, Debug)]
struct Metre;

#[differentiate]
impl<U: Copy> Quantity<U> {
    #[differentiate]
    fn new(v: f64) -> Quantity<U> {
        Quantity { v, unit: PhantomData }
    }

    #[differentiate]
    fn scale(self, k: f64) -> Self {
        Self { v: self.v * k, unit: PhantomData }
    }

    #[differentiate]
    fn add(self, other: Self) -> Self {
        Quantity::new(self.v + other.v)
    }
}

#[differentiate]
fn scaled<U: Copy>(of: Length<U>, k: f64) -> Length<U> {
    Length(of.0 * k, PhantomData)
}

#[differentiate]
fn squared<M: Clone>(of: &Tagged<M>) -> f64 {
    of.x * of.x
}

#[differentiate]
impl<M: Clone + PartialEq> Tagged<M> {
    #[differentiate]
    fn joined(&self, other: &Tagged<M>) -> f64 {
        if self.meta == other.meta { self.x * other.x } else { self.x }
    }
}

#[differentiate]
fn of_constants(x: &[f64]) -> f64 {
    let meta = Meta { name: "a".to_string(), order: 3 };
    let (a, b) = (Tagged { x: x[0] * x[1], meta: meta.clone() }, Tagged { x: x[2], meta });
    let number = Tagged { x: x[0], meta: 2usize };
    a.joined(&b) * a.meta.order as f64 + squared(&number) * number.meta as f64
}

#[differentiate]
fn of_units(x: &[f64]) -> f64 {
    let a: Quantity<Metre> = Quantity::new(x[0]);
    let mut sum = a.scale(x[1]).add(Quantity { v: x[2], unit: PhantomData });
    for i in 0..3 {
        sum = sum.add(Quantity::new(x[0] * i as f64));
    }
    sum.v * scaled(Length::<Metre>(x[1], PhantomData), x[0]).0
}

#[differentiate]
fn moved<const N: usize>(of: &Body<N>, by: f64) -> V<N> {
    let mut to: V<N> = of.position;
    for i in 0..N {
        to[i] += of.velocity[i] * by;
    }
    to
}

#[derive(Clone, Debug, Differentiable)]
struct Scene {
    at: V<3>,
    turned: Matrix<2, 2>,
    pair: Pair<f64>,
    body: Body<3>,
    list: Vec<shapes::V<2>>,
}

#[differentiate]
fn of_aliases(x: &[f64]) -> f64 {
    let body = Body { position: [x[0]; 3], velocity: [2.0, x[0], x[1]], mass: x[2] };
    let grid: Grid<f64, 2> = [vec![x[0], x[1]], vec![x[2]]];
    let scene = Scene {
        at: moved(&body, x[1]),
        turned: [[x[0]; 2], [x[1], x[2]]],
        pair: (x[0], x[1]),
        body,
        list: vec![[x[0], x[2]]; 2],
    };
    let sum: f64 = scene.at.iter().sum();
    sum * scene.turned[1][0]
        + scene.pair.1 * scene.body.position[1] * scene.list[1][1]
        + scene.body.speed() * grid[0][1] * grid[1][0]
}

#[test]
fn gradients() {
    check_gradient(of_constants, of_constants_value_and_grad, &[1.3, 0.7, 1.1]);
    check_gradient(of_units, of_units_value_and_grad, &[1.3, 0.7, 1.1]);
    check_gradient(of_aliases, of_aliases_value_and_grad, &[1.3, 0.7, 1.1]);
}
