//! Gradients of whole-array programs against the function and a gradient written by hand with
//! `ndarray`: `cargo bench --bench arrays`.
//!
//! A perceptron with one hidden layer (784-128-10) and a softmax regression (784-10), for batches of
//! 64. The gradients are compared first, then timed in turn, round by round, so that all run under
//! the same conditions. The tables have the least times, and what a call allocates. The last table
//! has the transpose of the perceptron with `Discard` for one layer and for both.

use std::alloc::System;
use std::hint::black_box;
use std::time::Instant;

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayBase, Axis, Data, Dimension, Zip};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const INPUTS: usize = 784;
const HIDDEN: usize = 128;
const CLASSES: usize = 10;
const BATCH: usize = 64;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Array2<f64>,
    bias: Array1<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, inputs: &Array2<f64>) -> Array2<f64> {
        let weights: &Array2<f64> = &self.weights;
        inputs.dot(weights) + &self.bias
    }
}

/// The mean cross entropy of the labels.
#[differentiate]
fn cross_entropy(scores: &Array2<f64>, labels: &[usize]) -> f64 {
    let mut sum = scores.mapv(|v| v.exp()).sum_axis(Axis(1)).mapv(|v| v.ln()).sum();
    for i in 0..labels.len() {
        sum -= scores[[i, labels[i]]];
    }
    sum / labels.len() as f64
}

#[differentiate]
fn perceptron(
    first: &Layer,
    second: &Layer,
    #[constant] inputs: &Array2<f64>,
    labels: &[usize],
) -> f64 {
    let hidden = first.forward(inputs).mapv(|v| v.max(0.0));
    cross_entropy(&second.forward(&hidden), labels)
}

#[differentiate]
fn softmax(layer: &Layer, #[constant] inputs: &Array2<f64>, labels: &[usize]) -> f64 {
    cross_entropy(&layer.forward(inputs), labels)
}

/// The value and the cotangent of the scores, by hand.
fn cross_entropy_by_hand(scores: &Array2<f64>, labels: &[usize]) -> (f64, Array2<f64>) {
    let mut scores_bar = scores.mapv(f64::exp);
    let sums = scores_bar.sum_axis(Axis(1));
    let count = labels.len() as f64;
    let mut value = sums.mapv(f64::ln).sum();
    for (i, label) in labels.iter().enumerate() {
        value -= scores[[i, *label]];
        scores_bar.row_mut(i).mapv_inplace(|v| v / (sums[i] * count));
        scores_bar[[i, *label]] -= 1.0 / count;
    }
    (value / count, scores_bar)
}

fn layer_by_hand(inputs: &Array2<f64>, outputs_bar: &Array2<f64>) -> LayerTangent {
    LayerTangent { weights: inputs.t().dot(outputs_bar), bias: outputs_bar.sum_axis(Axis(0)) }
}

fn softmax_by_hand(layer: &Layer, inputs: &Array2<f64>, labels: &[usize]) -> (f64, LayerTangent) {
    let scores = inputs.dot(&layer.weights) + &layer.bias;
    let (value, scores_bar) = cross_entropy_by_hand(&scores, labels);
    (value, layer_by_hand(inputs, &scores_bar))
}

fn perceptron_by_hand(
    first: &Layer,
    second: &Layer,
    inputs: &Array2<f64>,
    labels: &[usize],
) -> (f64, (LayerTangent, LayerTangent)) {
    let hidden = (inputs.dot(&first.weights) + &first.bias).mapv(|v| v.max(0.0));
    let scores = hidden.dot(&second.weights) + &second.bias;
    let (value, scores_bar) = cross_entropy_by_hand(&scores, labels);
    let of_second = layer_by_hand(&hidden, &scores_bar);
    let mut hidden_bar = scores_bar.dot(&second.weights.t());
    Zip::from(&mut hidden_bar).and(&hidden).for_each(|bar, hidden| {
        if *hidden <= 0.0 {
            *bar = 0.0;
        }
    });
    (value, (layer_by_hand(inputs, &hidden_bar), of_second))
}

fn numbers(rows: usize, columns: usize, size: f64) -> Array2<f64> {
    Array2::from_shape_fn((rows, columns), |(i, j)| size * ((i * 37 + j * 101) as f64).sin())
}

fn layer(inputs: usize, outputs: usize) -> Layer {
    Layer { weights: numbers(inputs, outputs, 0.05), bias: Array1::from_elem(outputs, 0.01) }
}

#[track_caller]
fn assert_close<D: Dimension>(
    a: &ArrayBase<impl Data<Elem = f64>, D>,
    b: &ArrayBase<impl Data<Elem = f64>, D>,
) {
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs())));
}

#[track_caller]
fn assert_same(found: &LayerTangent, expected: &LayerTangent) {
    assert_close(&found.weights, &expected.weights);
    assert_close(&found.bias, &expected.bias);
}

/// A way to run a program, its least time in seconds, and what it allocates.
struct Case<'a> {
    name: &'a str,
    run: Box<dyn FnMut() + 'a>,
    time: f64,
    allocations: usize,
    bytes: usize,
}

impl<'a> Case<'a> {
    fn new(name: &'a str, run: impl FnMut() + 'a) -> Self {
        Case { name, run: Box::new(run), time: f64::INFINITY, allocations: 0, bytes: 0 }
    }

    fn measure(&mut self) {
        let start = Instant::now();
        (self.run)();
        self.time = self.time.min(start.elapsed().as_secs_f64());
    }

    fn count(&mut self) {
        let region = Region::new(ALLOCATOR);
        (self.run)();
        let change = region.change();
        self.allocations = change.allocations + change.reallocations;
        self.bytes = change.bytes_allocated;
    }
}

/// Measures all cases and prints them, with the ratios to the first and to the last one under these
/// names.
fn print_cases(program: &str, ratios: [&str; 2], mut cases: Vec<Case<'_>>) {
    for _ in 0..200 {
        cases.iter_mut().for_each(Case::measure);
    }
    cases.iter_mut().for_each(Case::count);
    let of = |place: Option<&Case<'_>>| place.map_or(f64::NAN, |case| case.time);
    let (first, last) = (of(cases.first()), of(cases.last()));
    let [to_first, to_last] = ratios;
    print!("{program:<22}{:>12}{to_first:>12}{to_last:>12}", "time");
    println!("{:>14}{:>12}", "allocations", "bytes");
    for Case { name, time, allocations, bytes, .. } in &cases {
        println!(
            "  {name:<20}{:>9.1} µs{:>12.2}{:>12.2}{allocations:>14}{bytes:>12}",
            time * 1e6,
            time / first,
            time / last
        );
    }
}

fn measure_perceptron(inputs: &Array2<f64>, labels: &[usize]) {
    let (first, second) = (layer(INPUTS, HIDDEN), layer(HIDDEN, CLASSES));
    let (value, (of_first, of_second)) = perceptron_value_and_grad(&first, &second, inputs, labels);
    let (expected, bars) = perceptron_by_hand(&first, &second, inputs, labels);
    assert!((value - expected).abs() < 1e-12);
    assert_same(&of_first, &bars.0);
    assert_same(&of_second, &bars.1);

    let (_, mut residuals) = perceptron_primal(&first, &second, inputs, labels);
    let (mut first_bar, mut second_bar) = (first.zero_tangent(), second.zero_tangent());
    let at = || black_box((&first, &second, inputs, labels));
    print_cases(
        "perceptron",
        ["/ primal", "/ hand"],
        vec![
            Case::new("function", || {
                let (first, second, inputs, labels) = at();
                black_box(perceptron(first, second, inputs, labels));
            }),
            Case::new("value_and_grad", || {
                let (first, second, inputs, labels) = at();
                black_box(perceptron_value_and_grad(first, second, inputs, labels));
            }),
            Case::new("vjp_into", || {
                let (f, s, x, labels) = at();
                let (f_bar, s_bar) = (&mut first_bar, &mut second_bar);
                black_box(perceptron_vjp_into(f, s, x, labels, 1.0, &mut residuals, f_bar, s_bar));
            }),
            Case::new("by hand", || {
                let (first, second, inputs, labels) = at();
                black_box(perceptron_by_hand(first, second, inputs, labels));
            }),
        ],
    );
}

/// The transpose of the perceptron, into dense accumulators and into none.
fn measure_discard(inputs: &Array2<f64>, labels: &[usize]) {
    let (first, second) = (layer(INPUTS, HIDDEN), layer(HIDDEN, CLASSES));
    let (_, residuals) = perceptron_primal(&first, &second, inputs, labels);
    let (mut first_bar, mut second_bar) = (first.zero_tangent(), second.zero_tangent());
    let mut other_bar = second.zero_tangent();
    let at = || black_box(&residuals);
    print_cases(
        "perceptron_transposed",
        ["/ dense", "/ Discard"],
        vec![
            Case::new("both layers", || {
                perceptron_transposed(at(), 1.0, &mut first_bar, &mut second_bar);
            }),
            Case::new("second layer", || {
                perceptron_transposed(at(), 1.0, &mut Discard, &mut other_bar);
            }),
            Case::new("none", || perceptron_transposed(at(), 1.0, &mut Discard, &mut Discard)),
        ],
    );
}

fn measure_softmax(inputs: &Array2<f64>, labels: &[usize]) {
    let layer = layer(INPUTS, CLASSES);
    let (value, gradient) = softmax_value_and_grad(&layer, inputs, labels);
    let (expected, bar) = softmax_by_hand(&layer, inputs, labels);
    assert!((value - expected).abs() < 1e-12);
    assert_same(&gradient, &bar);

    let (_, mut residuals) = softmax_primal(&layer, inputs, labels);
    let mut layer_bar = layer.zero_tangent();
    let at = || black_box((&layer, inputs, labels));
    print_cases(
        "softmax regression",
        ["/ primal", "/ hand"],
        vec![
            Case::new("function", || {
                let (layer, inputs, labels) = at();
                black_box(softmax(layer, inputs, labels));
            }),
            Case::new("value_and_grad", || {
                let (layer, inputs, labels) = at();
                black_box(softmax_value_and_grad(layer, inputs, labels));
            }),
            Case::new("vjp_into", || {
                let (l, x, labels) = at();
                black_box(softmax_vjp_into(l, x, labels, 1.0, &mut residuals, &mut layer_bar));
            }),
            Case::new("by hand", || {
                let (layer, inputs, labels) = at();
                black_box(softmax_by_hand(layer, inputs, labels));
            }),
        ],
    );
}

fn main() {
    let inputs = numbers(BATCH, INPUTS, 1.0);
    let labels: Vec<usize> = (0..BATCH).map(|k| k * 7 % CLASSES).collect();
    measure_perceptron(&inputs, &labels);
    measure_softmax(&inputs, &labels);
    measure_discard(&inputs, &labels);
}
