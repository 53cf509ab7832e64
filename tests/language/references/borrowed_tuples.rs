//! Tuples behind references: their fields are places, not references.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn product(a: f64, b: f64) -> f64 {
    a * b.sin()
}

#[differentiate(reverse)]
fn of_pair(p: &(f64, f64)) -> f64 {
    p.0 * p.1 + product(p.0, p.1)
}

#[differentiate(reverse)]
fn by_value(p: (f64, f64)) -> f64 {
    p.0 - p.1 * p.1
}

#[differentiate(reverse)]
fn of_references(a: &f64, b: &f64) -> f64 {
    a * b
}

#[differentiate(reverse)]
fn items(k: f64, #[constant] data: &[(f64, f64)]) -> f64 {
    let mut r = 0.0;
    for p in data {
        r += product(k, p.0);
        let (t, y) = *p;
        r += product(k, t) - y;
    }
    for p in data.iter().filter(|p| p.0 > 0.0) {
        r += by_value(*p) * product(p.1, k);
    }
    r + data.iter().map(|p| product(k, p.1)).sum::<f64>() + product(k, (&data[0]).1)
}

#[differentiate(reverse)]
fn nested(data: &[((f64, f64), [f64; 2])]) -> f64 {
    let mut r = 0.0;
    for p in data {
        r += product(p.0.0, p.0.1) + of_pair(&p.0) + by_value(p.0) + product(p.1[0], p.0.1);
        let q = &p.0;
        r += of_pair(q) + product(q.0, q.1);
        let ((a, b), c) = p;
        r += product(*a, *b) + of_references(a, &c[1]);
    }
    for t in data.iter().zip(data) {
        r += product(t.0.0.0, t.1.1[0]) + by_value(t.1.0);
    }
    for t in data[0].1.iter().zip(&data[1].1) {
        r += product(*t.0, *t.1) + of_references(t.0, t.1);
    }
    r
}

#[differentiate(reverse)]
fn borrowed_tuples(x: &[f64]) -> f64 {
    let pairs = [(x[0], x[1]), (x[2], x[0] * 2.0)];
    let rows = [(pairs[0], [x[1], x[2]]), (pairs[1], [x[0], 0.5])];
    items(x[0], &[(0.25, -1.0), (1.5, 0.75)]) + nested(&rows) + of_pair(&pairs[1])
}

#[test]
fn fields_are_places() {
    check!(borrowed_tuples, [0.7, -0.4, 1.3]);
}

#[derive(Differentiable, Clone, Debug)]
struct Scale {
    k: f64,
}

/// The copies of a tuple and the tuple change apart from each other.
#[differentiate(reverse)]
fn cloned_tuples(x: &[f64]) -> f64 {
    let mut p: (f64, Vec<f64>, Scale) = (x[0], vec![x[1]], Scale { k: x[2] });
    let mut all: Vec<(f64, Vec<f64>, Scale)> = vec![p.clone()];
    for _ in 0..2 {
        p.0 *= x[1];
        p.1.push(p.0);
        p.2.k += x[0];
        all.push(p.clone());
    }
    let mut q = p.clone();
    q.1[0] *= 2.0;
    q.2.k *= x[1];
    all.iter().map(|(a, v, s)| a * v.len() as f64 + v[0] * s.k).sum::<f64>()
        + q.1[0] * q.2.k * p.1[0]
}

#[test]
fn clones_are_apart() {
    check!(cloned_tuples, [0.7, -0.4, 1.3]);
}
