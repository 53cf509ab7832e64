//! A perceptron with one hidden layer (784-128-10), its layers, and gradients written by hand.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, Zip};

use crate::array_cases::{assert_close, numbers};

pub const INPUTS: usize = 784;
pub const HIDDEN: usize = 128;
pub const CLASSES: usize = 10;
pub const BATCH: usize = 64;

#[derive(Clone, Debug, Differentiable)]
pub struct Layer {
    pub weights: Array2<f64>,
    pub bias: Array1<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    pub fn forward(&self, inputs: &Array2<f64>) -> Array2<f64> {
        let weights: &Array2<f64> = &self.weights;
        inputs.dot(weights) + &self.bias
    }
}

/// The mean cross entropy of the labels.
#[differentiate]
pub fn cross_entropy(scores: &Array2<f64>, labels: &[usize]) -> f64 {
    let mut sum = scores.mapv(|v| v.exp()).sum_axis(Axis(1)).mapv(|v| v.ln()).sum();
    for i in 0..labels.len() {
        sum -= scores[[i, labels[i]]];
    }
    sum / labels.len() as f64
}

#[differentiate]
pub fn perceptron(
    first: &Layer,
    second: &Layer,
    #[constant] inputs: &Array2<f64>,
    labels: &[usize],
) -> f64 {
    let hidden = first.forward(inputs).mapv(|v| v.max(0.0));
    cross_entropy(&second.forward(&hidden), labels)
}

/// The value and the cotangent of the scores, by hand.
pub fn cross_entropy_by_hand(scores: &Array2<f64>, labels: &[usize]) -> (f64, Array2<f64>) {
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

pub fn layer_by_hand(inputs: &Array2<f64>, outputs_bar: &Array2<f64>) -> LayerTangent {
    LayerTangent { weights: inputs.t().dot(outputs_bar), bias: outputs_bar.sum_axis(Axis(0)) }
}

pub fn perceptron_by_hand(
    first: &Layer,
    second: &Layer,
    inputs: &Array2<f64>,
    labels: &[usize],
) -> (f64, (LayerTangent, LayerTangent)) {
    let hidden = (inputs.dot(&first.weights) + &first.bias).mapv_into(|v| v.max(0.0));
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

pub fn layer(inputs: usize, outputs: usize) -> Layer {
    Layer { weights: numbers((inputs, outputs), 0.05), bias: Array1::from_elem(outputs, 0.01) }
}

#[track_caller]
pub fn assert_same(found: &LayerTangent, expected: &LayerTangent) {
    assert_close(&found.weights, &expected.weights);
    assert_close(&found.bias, &expected.bias);
}
