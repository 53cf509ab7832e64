//! Gradients of whole-array programs against the function and a gradient written by hand with
//! `ndarray`: `cargo bench --bench arrays`.
//!
//! A perceptron with one hidden layer (784-128-10) and a softmax regression (784-10), for batches of
//! 64. The gradients are compared first, then timed in turn, round by round, so that all run under
//! the same conditions. The tables have the least times, and what a call allocates. The last table
//! has the transpose of the perceptron with `Discard` for one layer and for both.

mod array_cases;
mod perceptron;

use std::hint::black_box;

use array_cases::{Case, numbers, print_cases};
use autodiff::prelude::*;
use ndarray::Array2;
use perceptron::*;

#[differentiate]
fn softmax(layer: &Layer, #[constant] inputs: &Array2<f64>, labels: &[usize]) -> f64 {
    cross_entropy(&layer.forward(inputs), labels)
}

fn softmax_by_hand(layer: &Layer, inputs: &Array2<f64>, labels: &[usize]) -> (f64, LayerTangent) {
    let scores = inputs.dot(&layer.weights) + &layer.bias;
    let (value, scores_bar) = cross_entropy_by_hand(&scores, labels);
    (value, layer_by_hand(inputs, &scores_bar))
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
    let inputs = numbers((BATCH, INPUTS), 1.0);
    let labels: Vec<usize> = (0..BATCH).map(|k| k * 7 % CLASSES).collect();
    measure_perceptron(&inputs, &labels);
    measure_softmax(&inputs, &labels);
    measure_discard(&inputs, &labels);
}
