//! Iterators that are advanced from both ends, pairs of iterators that are used again, and ranges
//! that a branch selects.

use autodiff::prelude::*;

#[differentiate]
fn alternating(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut y = 1.0;
    while let Some(a) = it.next() {
        y += a * a;
        if let Some(b) = it.next_back() {
            y *= b;
        }
    }
    y + it.next_back().copied().unwrap_or(x[0]) + it.len() as f64
}
#[differentiate]
fn ends(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let (Some(a), Some(b)) = (it.next(), it.next_back()) else { return 0.5 };
    let rest: Vec<f64> = it.clone().rev().map(|v| v * v).collect();
    a * b + it.map(|v| v.sin()).sum::<f64>() + rest.first().unwrap_or(a)
}
#[differentiate]
fn numbered(x: &[f64]) -> f64 {
    let mut it = x.iter().enumerate().map(|(i, v)| v * i as f64).peekable();
    it.next();
    let mut y = it.nth_back(1).unwrap_or(3.0) + it.peek().copied().unwrap_or(2.0);
    if let Some(b) = it.next_back() {
        y *= b;
    }
    y + it.sum::<f64>()
}
#[differentiate]
fn of_indices(x: &[f64]) -> f64 {
    let (mut it, mut y) = (0..x.len(), 0.0);
    loop {
        let Some(i) = it.next_back() else { break };
        y += x[i] * i as f64;
        let Some(j) = it.nth(1) else { return y * x[0] };
        y *= x[j];
    }
    y
}
#[differentiate]
fn paired(x: &[f64]) -> f64 {
    let mut items = x.chunks(2);
    let mut last = |k: f64| items.next_back().map_or(k, |c| c.iter().product::<f64>() * k);
    let y = last(2.0);
    y * last(3.0) + x.iter().next_back().unwrap_or(&1.0) + x.iter().nth_back(2).unwrap_or(&0.5)
}
fn pair<T: Copy>(mut items: impl DoubleEndedIterator<Item = T>) -> Option<(T, T)> {
    Some((items.next()?, items.next_back()?))
}
/// Has a method of this name.
#[derive(Clone, Debug, Differentiable)]
struct Stack(Vec<f64>);
#[differentiate]
impl Stack {
    #[differentiate]
    fn next_back(&mut self) -> Option<f64> {
        self.0.pop().map(|v| v * v)
    }
}
#[differentiate]
fn own_method(x: &[f64]) -> f64 {
    let mut it = Stack(x.to_vec());
    it.next_back().unwrap_or(1.0) * it.next_back().unwrap_or(2.0)
}
#[differentiate]
fn zipped(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x.iter(), x.iter().rev());
    let s: f64 = a.by_ref().zip(b.by_ref()).take(2).map(|(p, q)| p * q).sum();
    let t: f64 = a.by_ref().zip(b.by_ref()).map(|(p, q)| p - q * q).sum();
    s + t * a.sum::<f64>() + b.sum::<f64>()
}
#[differentiate]
fn ranges(x: &[f64], from: usize) -> f64 {
    let mut y = 0.0;
    for i in if x[0] > 1.0 { 0..2 } else { 1..3 } {
        y += x[i] * x[i];
    }
    let r = if from > 1 { 1..=2 } else { 0..=from };
    for _ in 0..2 {
        y += r.clone().map(|i| x[i].sin()).sum::<f64>();
    }
    for i in match x.len() {
        0 => 0..0,
        3 => 0..1,
        n => 1..n,
    } {
        y *= x[i];
    }
    let k = if y > 0.0 { -1..1 } else { -2..2 };
    y * (if from == 0 { 0..2 } else { 1..3 }).rev().map(|i| x[i] * x[0]).sum::<f64>()
        + k.map(|k| k as f64 * x[1]).sum::<f64>()
}
#[differentiate]
fn of_ranges(x: &[f64]) -> f64 {
    ranges(x, 0) + ranges(x, 1) * ranges(x, 2)
}

#[test]
fn iterators_from_both_ends() {
    let x = [1.2, 0.7, 0.3, 0.9, 1.1, 0.4, 0.8];
    for n in 0..x.len() {
        check!(ends, x[..n]);
        check!(numbered, x[..n]);
        check!(own_method, x[..n]);
    }
    for n in 1..x.len() {
        check!(alternating, x[..n]);
        check!(of_indices, x[..n]);
        check!(paired, x[..n]);
        check!(zipped, x[..n]);
    }
    for n in 3..5 {
        check!(of_ranges, x[..n]);
        check!(of_ranges, x[x.len() - n..]);
    }
    assert_eq!(pair(x.iter()), Some((&1.2, &0.8)));
}
