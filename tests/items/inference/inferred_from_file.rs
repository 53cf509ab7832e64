//! What only the file of an item shows: the count of components of a tuple, constants that are
//! lengths, fields of structs in constants, and types that a constructor returns.

use crate::support::differences;
use autodiff::prelude::*;

const CLASSES: usize = 3;
const FEATURES: usize = 2;

#[derive(Clone, Debug)]
struct Sample {
    x: [f64; FEATURES],
    weights: Vec<f64>,
    label: usize,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Params {
    w: [[f64; FEATURES]; CLASSES],
    b: [f64; CLASSES],
}
impl Params {
    fn zeros() -> Params {
        Params { w: [[0.0; FEATURES]; CLASSES], b: [0.0; CLASSES] }
    }
}

/// Methods of arrays whose length is a constant.
#[differentiate]
fn probabilities(p: &Params, x: &[f64; FEATURES]) -> [f64; CLASSES] {
    let mut scores = p.b;
    for (s, w) in scores.iter_mut().zip(&p.w) {
        *s += w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
    }
    let exps = scores.map(|s| s.exp());
    let total: f64 = exps.iter().sum();
    exps.map(|e| e / total)
}

/// Fields of a struct without a derive, in a loop and in a chain.
#[differentiate]
fn loss(p: &Params, #[constant] data: &[Sample]) -> f64 {
    let mut sum = 0.0;
    for sample in data {
        sum -= probabilities(p, &sample.x)[sample.label].ln() * sample.weights.iter().sum::<f64>();
    }
    sum + data.iter().map(|s| probabilities(p, &s.x)[0]).sum::<f64>()
}

/// A value of a plain constructor, into which active values are put.
#[differentiate]
fn stepped(rate: f64, momentum: f64, steps: usize) -> f64 {
    let mut velocity = Params::zeros();
    let mut p = Params::zeros();
    for k in 0..steps {
        for c in 0..CLASSES {
            velocity.b[c] = momentum * velocity.b[c] - rate * (p.b[c] - (k + c) as f64);
            p.b[c] += velocity.b[c];
        }
    }
    p.b.iter().sum()
}

struct Divergence(f64);

#[differentiate]
fn ends(x: f64, n: usize) -> Result<(f64, f64, usize, f64), Divergence> {
    let mut y = x;
    for _ in 0..n {
        y = 0.5 * y * (3.0 - y);
        if y.abs() > 1e3 {
            return Err(Divergence(y));
        }
    }
    Ok((y, x * y, n, x - y))
}
#[differentiate]
fn middle(x: &[f64]) -> Option<(f64, f64, f64)> {
    if let [a, b, c] = x { Some((a * b, b * c, c * a)) } else { None }
}

/// Parts of tuples that functions give.
#[differentiate]
fn parts(x: f64) -> f64 {
    let Ok((first, ..)) = ends(x, 3) else { return 0.0 };
    let (.., last) = match ends(first, 2) {
        Ok(all) => all,
        Err(_) => return x * x,
    };
    let (a, .., c) = middle(&[first, last, x]).unwrap_or((x, x, x));
    let (.., n, d) = ends(0.5 * x, 1).unwrap_or((0.0, 0.0, 0, 0.0));
    a * c + d * n as f64
}

#[track_caller]
fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        crate::support::close("gradient", *f, *e, 1e-7);
    }
}

#[test]
fn told() {
    let at =
        |x: &[f64]| Params { w: [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]], b: [x[6], x[7], x[8]] };
    let x = [0.1, -0.2, 0.4, 0.3, -0.1, 0.2, 0.0, 0.5, -0.3];
    let data = [
        Sample { x: [1.0, -0.5], weights: vec![1.0, 0.5], label: 2 },
        Sample { x: [0.2, 0.7], weights: vec![0.25], label: 0 },
        Sample { x: [0.0, 0.0], weights: vec![], label: 1 },
    ];
    let (value, bar) = loss_value_and_grad(&at(&x), &data);
    assert_eq!(value, loss(&at(&x), &data));
    close(&bar.flatten(), &differences(|x| loss(&at(x), &data), &x));
    assert_eq!(loss_grad(&at(&x), &[]), ParamsTangent { w: [[0.0; 2]; 3], b: [0.0; 3] });
    let (value, (rate, momentum)) = stepped_value_and_grad(0.1, 0.5, 5);
    assert_eq!(value, stepped(0.1, 0.5, 5));
    close(&[rate, momentum], &differences(|x| stepped(x[0], x[1], 5), &[0.1, 0.5]));
    for x in [0.4, 2.5, 90.0] {
        let (value, slope) = parts_value_and_grad(x);
        assert_eq!(value, parts(x));
        close(&[slope], &differences(|x| parts(x[0]), &[x]));
    }
}
