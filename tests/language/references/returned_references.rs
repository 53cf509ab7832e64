//! Functions that return references, where their derivatives return values; methods that return
//! their receiver.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, Default)]
pub struct M {
    w: Vec<f64>,
    k: f64,
    rows: Vec<Vec<f64>>,
}
#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct B {
    at: f64,
    v: Vec<f64>,
}
#[differentiate]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
#[differentiate]
impl M {
    #[differentiate]
    fn get(&self, i: usize) -> &f64 {
        &self.w[i]
    }
    #[differentiate]
    fn row(&self, i: usize) -> &[f64] {
        &self.rows[i]
    }
    #[differentiate]
    fn tail(&self) -> &[f64] {
        if self.k > 0.0 {
            return &self.w[1..];
        }
        &self.w
    }
    #[differentiate]
    fn weights(&self) -> &Vec<f64> {
        &self.w
    }
    #[differentiate]
    fn largest(&self) -> Option<&f64> {
        self.w.iter().max_by(|a, b| a.total_cmp(b))
    }
    #[differentiate]
    fn score(&self, x: &[f64]) -> f64 {
        dot(self.row(0), x)
            + *self.get(1) * self.get(0)
            + self.row(1)[1]
            + self.tail().iter().sum::<f64>()
            + self.weights().len() as f64
    }
    #[differentiate]
    fn set(&mut self, k: f64) -> &mut Self {
        self.k = k;
        self
    }
    #[differentiate]
    fn push(&mut self, k: f64) -> &mut M {
        if k < 0.0 {
            return self;
        }
        self.w.push(k * self.k);
        self
    }
}
#[differentiate]
fn longer<'a>(a: &'a [f64], b: &'a [f64]) -> &'a [f64] {
    if a.len() > b.len() { a } else { b }
}
#[differentiate]
fn nearest<'a>(bodies: &'a [B], x: f64) -> Option<&'a B> {
    let mut best: Option<&B> = None;
    for b in bodies {
        if best.map_or(true, |c| (b.at - x).abs() < (c.at - x).abs()) {
            best = Some(b);
        }
    }
    best
}
#[differentiate]
fn strength(b: &B, x: f64) -> f64 {
    b.v[0] * x + b.at
}
#[differentiate]
fn a(x: &[f64]) -> f64 {
    let mut m = M { w: x.to_vec(), k: 1.0, rows: vec![vec![x[0], 2.0], vec![x[1], x[2] * x[0]]] };
    m.set(x[1]).push(x[0]).push(2.0);
    m.push(-1.0);
    let l = longer(&x[1..], m.row(0));
    let big = m.largest().copied().unwrap_or(0.0);
    let k = M::default().set(x[0]).push(x[1]).score_or(3.0);
    let bodies = [B { at: x[0], v: vec![x[1]] }, B { at: 2.0, v: vec![x[2]] }];
    let near = match nearest(&bodies, 0.3) {
        Some(b) => strength(b, x[0]) + b.at,
        None => 0.0,
    };
    let s = strength(nearest(&bodies, 3.0).unwrap(), x[1]);
    m.score(&[x[2], x[1]]) + l[0] * l[1] + big * k + near * s + dot(longer(&m.w, x), &m.w)
}
#[differentiate]
impl M {
    #[differentiate]
    fn score_or(&self, d: f64) -> f64 {
        self.w.first().copied().unwrap_or(d) * self.k
    }
}
#[test]
fn t() {
    check!(a, [0.4, 0.7, -0.3]);
    let m = M { w: vec![1.0, 2.0], k: 1.0, rows: vec![] };
    assert_eq!(m.get_grad(1).w, [0.0, 1.0]);
    assert_eq!(m.get_jvp(1, &m.zero_tangent()).0, 2.0);
}

fn weights() -> &'static [f64] {
    &[1.0, 2.0, 0.5]
}
fn offsets() -> Vec<f64> {
    vec![0.1, 0.2]
}
#[differentiate]
fn of_plain_functions(q: &[f64]) -> f64 {
    let kept = weights();
    let mut y = kept[2] * q[0] + weights()[1] * q[1] + weights().len() as f64 * q[0];
    for w in weights() {
        y += w * q[0];
    }
    for (w, x) in weights().iter().zip(q) {
        y *= 1.0 + w * x;
    }
    for (offset, w) in offsets().iter().zip(weights()) {
        y += offset * w * q[1] * q[1];
    }
    y + kept.iter().rev().map(|w| w * q[1]).sum::<f64>()
}

#[test]
fn slices_of_plain_functions() {
    check!(of_plain_functions, [0.7, 1.3]);
}
