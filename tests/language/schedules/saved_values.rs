//! Residuals are saved field by field: a user-defined `Clone` runs only where the program runs it.

use crate::support::close;
use autodiff::prelude::*;
use std::cell::Cell;

thread_local! {
    static CLONES: Cell<u32> = const { Cell::new(0) };
}

/// Its `Clone` counts, and resets the counter of what it copies.
#[derive(Debug, Differentiable)]
pub struct Walker {
    at: f64,
    path: Vec<f64>,
    steps: u32,
    kind: Kind,
}

impl Clone for Walker {
    fn clone(&self) -> Walker {
        CLONES.set(CLONES.get() + 1);
        Walker { at: self.at, path: self.path.clone(), steps: 0, kind: Kind::Reset }
    }
}

/// No derive of the library's has seen it.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Named(String),
    Reset,
}

/// Without `Clone`, and with functions by the names of std's.
#[derive(Differentiable)]
pub struct Pair<T> {
    a: T,
    b: Vec<Inner>,
}
#[derive(Differentiable)]
pub struct Inner {
    w: f64,
    name: String,
}
impl Inner {
    #[allow(dead_code, clippy::should_implement_trait)]
    fn clone(&self) -> f64 {
        unreachable!("nobody calls this")
    }
    #[allow(dead_code, clippy::wrong_self_convention)]
    fn to_vec(&self) -> f64 {
        unreachable!("nobody calls this")
    }
}

/// A field that cannot be saved does no harm where nothing is saved.
#[derive(Differentiable)]
pub struct Layer {
    w: f64,
    #[constant]
    shape: Box<dyn Fn(f64) -> f64>,
}
#[derive(Differentiable)]
pub struct Net {
    layers: Vec<Layer>,
}

#[differentiate]
impl Walker {
    #[differentiate]
    fn step(&mut self, x: f64) -> f64 {
        self.at = (self.at * x).sin() * self.path[0];
        self.path.push(self.at);
        self.steps += 1;
        self.at * self.steps as f64
    }
    #[differentiate]
    fn walked(self, x: f64, n: usize) -> f64 {
        if n == 0 {
            return self.at * x * self.steps as f64;
        }
        let mut next = self;
        let y = next.step(x);
        y * next.walked(x + y, n - 1)
    }
}

#[differentiate]
fn walk(start: Walker, x: f64) -> f64 {
    let mut walker = start;
    let mut total = 0.0;
    for k in 0..4 {
        let before = walker.at * walker.steps as f64;
        total += walker.step(x + k as f64) * before;
        if walker.kind != Kind::Reset {
            total += walker.at * walker.at;
        }
    }
    total * walker.path[2]
}

#[differentiate]
fn replaced(start: Walker, x: f64) -> f64 {
    let mut walker = start;
    let mut total = 0.0;
    for k in 0..3 {
        total += walker.at * walker.at * x;
        walker = Walker {
            at: walker.at * x,
            path: vec![x, total],
            steps: walker.steps + k,
            kind: walker.kind,
        };
    }
    total * walker.at * walker.steps as f64
}

#[differentiate]
fn paired(pairs: Vec<Pair<f64>>, x: f64) -> f64 {
    let mut pairs = pairs;
    let mut total = 0.0;
    for k in 0..pairs.len() {
        let weight = if pairs[k].b[0].name == "twice" { 2.0 } else { 1.0 };
        total += pairs[k].a * pairs[k].b[0].w * weight;
        pairs[k].a *= total * x;
        pairs[k].b[0] = Inner { w: total * pairs[k].a, name: "made".to_string() };
        total += pairs[k].b[0].w;
    }
    total
}

#[differentiate]
fn through(net: &Net, x: f64) -> f64 {
    let mut y = x;
    for layer in &net.layers {
        y = layer.w * y * y;
    }
    y
}

fn walker(at: f64) -> Walker {
    Walker { at, path: vec![1.3], steps: 5, kind: Kind::Named("far".into()) }
}

fn pairs(a: f64) -> Vec<Pair<f64>> {
    let inner = |w, name: &str| vec![Inner { w, name: name.into() }];
    vec![Pair { a, b: inner(0.4, "once") }, Pair { a: 1.5, b: inner(0.8, "twice") }]
}

#[test]
fn clones_run_where_the_program_runs_them() {
    type Function = fn(Walker, f64) -> f64;
    type Gradient = fn(Walker, f64) -> (f64, (WalkerTangent, f64));
    let cases: [(Function, Gradient); 3] = [
        (walk, walk_value_and_grad),
        (replaced, replaced_value_and_grad),
        (|w, x| w.walked(x, 3), |w, x| w.walked_value_and_grad(x, 3)),
    ];
    for (f, gradient) in cases {
        let (y, (of_walker, of_x)) = gradient(walker(0.7), 0.6);
        assert_eq!((y.to_bits(), CLONES.get()), (f(walker(0.7), 0.6).to_bits(), 0));
        let h = 1e-6;
        close(
            "at",
            of_walker.at,
            (f(walker(0.7 + h), 0.6) - f(walker(0.7 - h), 0.6)) / (2.0 * h),
            1e-7,
        );
        close("x", of_x, (f(walker(0.7), 0.6 + h) - f(walker(0.7), 0.6 - h)) / (2.0 * h), 1e-7);
    }
    let (y, residuals) = walk_primal(walker(0.7), 0.6);
    let (mut once, mut twice) =
        ((walker(0.7).zero_tangent(), 0.0), (walker(0.7).zero_tangent(), 0.0));
    let copied = residuals.clone();
    walk_transposed(&residuals, 1.0, &mut once.0, &mut once.1);
    walk_transposed(&copied, 1.0, &mut twice.0, &mut twice.1);
    assert_eq!((once.0, once.1.to_bits(), CLONES.get()), (twice.0, twice.1.to_bits(), 0));
    assert_eq!(y.to_bits(), walk(walker(0.7), 0.6).to_bits());
}

#[test]
fn what_has_no_clone_is_saved() {
    let (y, (of_pairs, of_x)) = paired_value_and_grad(pairs(0.9), 0.6);
    assert_eq!(y.to_bits(), paired(pairs(0.9), 0.6).to_bits());
    let h = 1e-6;
    close(
        "a",
        of_pairs[0].a,
        (paired(pairs(0.9 + h), 0.6) - paired(pairs(0.9 - h), 0.6)) / (2.0 * h),
        1e-7,
    );
    close("x", of_x, (paired(pairs(0.9), 0.6 + h) - paired(pairs(0.9), 0.6 - h)) / (2.0 * h), 1e-7);
    let net = Net { layers: vec![Layer { w: 2.0, shape: Box::new(|x| x) }] };
    assert_eq!((net.layers[0].shape)(1.0), 1.0);
    assert_eq!(through_grad(&net, 3.0).1, 12.0);
}
