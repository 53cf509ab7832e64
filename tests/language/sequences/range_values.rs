//! Ranges that are values: parameters, fields, elements, results of functions, and those that a
//! branch selects.

use autodiff::prelude::*;
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

#[derive(Clone, Debug, Differentiable)]
struct Network {
    weights: Vec<f64>,
    layers: Vec<Range<usize>>,
    bias: Range<usize>,
}

#[differentiate]
impl Network {
    #[differentiate]
    fn layer(&self, k: usize) -> &[f64] {
        &self.weights[self.layers[k].clone()]
    }

    #[differentiate]
    fn scale(&mut self, k: f64) {
        for w in &mut self.weights[self.bias.clone()] {
            *w *= k;
        }
        let second = self.layers[1].clone();
        self.weights[second].iter_mut().for_each(|w| *w += k);
    }

    #[differentiate]
    fn output(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for layer in &self.layers {
            sum += x * self.weights[layer.clone()].iter().product::<f64>();
        }
        for i in self.bias.clone() {
            sum += self.weights[i] * i as f64;
        }
        sum + self.layer(0)[1]
    }
}

fn pairs(n: usize) -> Vec<Range<usize>> {
    (0..n).map(|i| i..i + 2).collect()
}

fn first(n: usize) -> RangeInclusive<usize> {
    0..=n
}

struct Layout {
    parts: HashMap<&'static str, Range<usize>>,
}

impl Layout {
    fn part(&self, name: &str) -> Option<std::ops::Range<usize>> {
        self.parts.get(name).cloned()
    }
}

#[differentiate]
fn of_fields(x: &[f64]) -> f64 {
    let mut network = Network { weights: x.to_vec(), layers: pairs(2), bias: 0..1 };
    network.scale(x[0]);
    network.output(x[1])
}

#[differentiate]
fn of_functions(x: &[f64]) -> f64 {
    let closed = first(1);
    let head: f64 = x[closed].iter().product();
    let sums = pairs(2).into_iter().map(|pair| x[pair].iter().sum::<f64>());
    head * sums.product::<f64>()
}

#[differentiate]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[differentiate]
fn selected(x: &[f64]) -> f64 {
    let part = if x[0] > 1.0 { 0..x.len() - 1 } else { 1..x.len() };
    let parts = [0..x.len() - 1, 1..x.len()];
    let mut sum = x[part.start] * part.end as f64;
    for i in part.clone() {
        sum += x[i] * x[i];
    }
    for other in &parts {
        sum += dot(&x[other.clone()], &x[1..]) * x[other.start];
    }
    if part.contains(&0) { sum * x[2] } else { sum + x[part][1] }
}

#[differentiate]
fn named(x: &[f64], #[constant] layout: &Layout) -> Option<f64> {
    let slope = &x[layout.part("slope")?];
    let product = dot(slope, &x[layout.part("offset")?]);
    Some(product + x[layout.part("slope")?].iter().sum::<f64>())
}

#[differentiate]
fn passed(x: &[f64], (part, k): (Range<usize>, usize), parts: &[Range<usize>]) -> f64 {
    let mut v = x.to_vec();
    v[part.clone()].sort_by(|a, b| b.total_cmp(a));
    v[part].copy_from_slice(&[x[0] * x[k], x[k]]);
    parts.iter().map(|part| v[part.clone()].iter().product::<f64>()).sum()
}

/// A type of the same name.
mod own {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Range<T> {
        pub start: T,
        pub width: f64,
    }

    #[differentiate]
    pub fn end(range: &Range<usize>, x: f64) -> f64 {
        range.start as f64 + range.width * x
    }
}

#[differentiate]
fn of_own_ranges(x: &[f64]) -> f64 {
    own::end(&own::Range { start: 3usize, width: x[0] }, x[1])
}

#[test]
fn ranges_as_values() {
    for x in [[1.3, 0.7, 2.1], [0.6, 1.7, 0.4]] {
        check!(of_fields, x);
        check!(of_functions, x);
        check!(selected, x);
        check!(of_own_ranges, x);
    }
}

#[test]
fn ranges_as_arguments() {
    let x = [1.3, 0.7, 2.1];
    let layout = Layout { parts: HashMap::from([("slope", 0..2), ("offset", 1..3)]) };
    let expected = vec![x[1] + 1.0, x[0] + x[2] + 1.0, x[1]];
    assert_eq!(named_value_and_grad(&x, &layout).map(|(value, _)| value), named(&x, &layout));
    assert_eq!(named_grad(&x, &layout), Some(expected));
    assert_eq!(named_grad(&x, &Layout { parts: HashMap::new() }), None);

    let (value, gradient) = passed_value_and_grad(&x, (0..2, 2), &[0..2, 1..3]);
    assert_eq!(value, passed(&x, (0..2, 2), &[0..2, 1..3]));
    let expected = [x[2] * x[2], 0.0, 2.0 * x[0] * x[2] + 2.0 * x[2]];
    gradient.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
}
