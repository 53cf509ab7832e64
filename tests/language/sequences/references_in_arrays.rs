//! References in arrays and vectors: copies of their referents.

use autodiff::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Linear {
    pub weight: Vec<f64>,
    pub bias: f64,
}
#[differentiate]
impl Linear {
    #[differentiate]
    fn sq(&self) -> f64 {
        self.weight.iter().map(|w| w * w).sum::<f64>() * self.bias
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layers {
    pub a: Linear,
    pub b: Linear,
    pub v: Vec<f64>,
}
#[differentiate]
fn mapped(x: &[f64]) -> f64 {
    let m = &layers(x);
    [&m.a, &m.b].iter().map(|l| l.sq()).sum()
}
#[differentiate]
fn looped(x: &[f64]) -> f64 {
    let m = &layers(x);
    let mut s = 0.0;
    for l in [&m.a, &m.b] {
        s += l.sq();
    }
    s
}
#[differentiate]
fn rows(x: &[f64]) -> f64 {
    let m = &layers(x);
    let mut s = 0.0;
    for l in [&m.v, &m.a.weight] {
        s += l[0] * l[1];
    }
    s
}
#[differentiate]
fn borrowed_rows(x: &[f64]) -> f64 {
    let m = &layers(x);
    let mut s = 0.0;
    for l in &[&m.v, &m.a.weight] {
        s += l[0] * l[1];
    }
    s + [&m.v, &m.b.weight].into_iter().map(|v| v[0]).sum::<f64>()
}
#[differentiate]
fn indexed(x: &[f64]) -> f64 {
    let m = &layers(x);
    let all = [&m.a, &m.b, &m.a];
    let mut s = 0.0;
    for i in 0..all.len() {
        s += all[i].sq() * all[i].weight[0];
    }
    s
}
#[differentiate]
fn in_a_vec(x: &[f64]) -> f64 {
    let m = &layers(x);
    let all = vec![&m.a, &m.b];
    all.iter().map(|l| l.bias * l.weight[0]).sum()
}
#[differentiate]
fn in_tuples(x: &[f64]) -> f64 {
    let m = &layers(x);
    let mut s = 0.0;
    for (l, k) in [(&m.a, 1.0), (&m.b, 2.0)] {
        s += l.sq() * k;
    }
    s
}

#[differentiate]
fn layers(x: &[f64]) -> Layers {
    Layers {
        a: Linear { weight: x[..2].to_vec(), bias: x[2] },
        b: Linear { weight: x[3..].to_vec(), bias: x[1] * x[0] },
        v: vec![x[0].exp(), x[2]],
    }
}

#[differentiate]
fn pushed(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(2);
    let mut parts = Vec::new();
    parts.push(a);
    parts.push(b);
    parts.push(&x[1..3]);
    parts.iter().map(|part| part[0] * part[1]).sum::<f64>() * parts[1].len() as f64
}
#[derive(Clone, Differentiable)]
struct Sample {
    a: f64,
    v: Vec<f64>,
}
#[differentiate]
fn put_together(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(2);
    let mut parts = vec![b];
    parts.push(a);
    let s = Sample { a: x[0], v: x.to_vec() };
    let t = Sample { a: x[1], v: a.to_vec() };
    let mut all = Vec::new();
    for k in 0..3 {
        all.push(if k == 1 { &s } else { &t });
    }
    let mut q = Vec::with_capacity(2);
    q.push((&s, 2.0));
    q.push((&t, x[2]));
    let mut longest: Vec<&[f64]> = Vec::new();
    longest.push(&x[..2]);
    longest.insert(0, b);
    longest.extend([a, b]);
    let rows: Vec<&[f64]> = x.chunks(2).collect();
    let best = all.iter().fold(0.0, |m, s| m + s.a * s.v[0])
        + q.iter().map(|(s, k)| s.a * k).sum::<f64>()
        + rows[0][1];
    parts.iter().map(|p| p[0]).sum::<f64>() * b[0]
        + best
        + longest[0][0] * longest.len() as f64
        + longest[3][0]
}
#[differentiate]
fn sorted(x: &[f64]) -> f64 {
    let s: Vec<Sample> = x.iter().map(|a| Sample { a: *a, v: vec![a * a, 1.0] }).collect();
    let mut refs: Vec<&Sample> = s.iter().collect();
    refs.sort_by(|a, b| a.a.total_cmp(&b.a));
    let mut t = 0.0;
    for (k, r) in refs.iter().enumerate() {
        t += r.a * r.v[0] * k as f64;
    }
    let picked: Vec<&Sample> = s.iter().filter(|s| s.a > 1.0).collect();
    t + picked.iter().map(|p| p.v[0]).sum::<f64>() + picked.first().map_or(0.0, |p| p.a)
}

#[test]
fn arrays_of_references() {
    let x = [1.2, 0.7, 2.3, 0.9, 1.7];
    check!(mapped, x);
    check!(looped, x);
    check!(rows, x);
    check!(borrowed_rows, x);
    check!(indexed, x);
    check!(in_a_vec, x);
    check!(in_tuples, x);
    check!(pushed, x);
    check!(put_together, [1.2, 2.3, 3.1]);
    check!(sorted, [1.2, 2.3, 3.1]);
    check!(sorted, [1.2, 0.3, 3.1]);
}

#[differentiate]
fn weight(l: &Linear) -> f64 {
    l.weight[0] * l.bias
}
#[differentiate]
fn total(row: &[f64]) -> f64 {
    row.iter().sum()
}
#[differentiate]
fn negated(x: &f64) -> f64 {
    -x * x
}
#[differentiate]
impl Linear {
    #[differentiate]
    fn along(&self, other: &Linear) -> f64 {
        self.bias * other.weight[0]
    }
}
#[differentiate]
fn passed_on(x: &[f64]) -> f64 {
    let m = &layers(x);
    let (a, b) = (&m.a, &m.b);
    let [p, q] = [a, b].map(|l| weight(l));
    let [r, s] = [a, b].map(|l| a.along(l) * l.along(b));
    let w = [a, b];
    let rows: [&[f64]; 2] = [&x[..2], &m.v];
    let [t, u] = [&x[..2], &x[1..]].map(|row| total(row) * row[0]);
    let scalars = [&x[0], &x[1]];
    p * q
        + r * s
        + weight(w[0]) * w[0].along(w[1])
        + [a, b].into_iter().map(|l| weight(l)).product::<f64>()
        + [a, b].into_iter().map(weight).sum::<f64>()
        + total(rows[1])
        + t * u
        + negated(scalars[1])
}
#[test]
fn references_in_arrays_as_arguments() {
    check!(passed_on, [1.2, 0.7, 2.3, 0.9, 1.7]);
}
