//! The perceptron and its loss: the part to read first.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis};

#[derive(Clone, Debug, Differentiable)]
pub struct Layer {
    /// Inputs × outputs.
    pub weights: Array2<f64>,
    pub bias: Array1<f64>,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Network {
    pub layers: Vec<Layer>,
}

#[differentiate]
impl Layer {
    /// The outputs for each row of inputs.
    #[differentiate]
    fn forward(&self, inputs: &Array2<f64>) -> Array2<f64> {
        let weights: &Array2<f64> = &self.weights;
        inputs.dot(weights) + &self.bias
    }
}

#[differentiate]
impl Network {
    /// The scores of each class, for each row of `images`.
    #[differentiate]
    pub fn scores(&self, images: &Array2<f64>) -> Array2<f64> {
        let mut values = images.clone();
        for (k, layer) in self.layers.iter().enumerate() {
            values = layer.forward(&values);
            if k + 1 < self.layers.len() {
                values = values.mapv(|v| v.max(0.0));
            }
        }
        values
    }

    /// The mean cross entropy of the classes.
    #[differentiate]
    pub fn loss(&self, #[constant] images: &Array2<f64>, labels: &[usize]) -> f64 {
        let scores = self.scores(images);
        let mut sum = 0.0;
        for i in 0..labels.len() {
            let row = scores.row(i);
            sum += log_sum_exp(&row.to_owned()) - row[labels[i]];
        }
        sum / labels.len() as f64
    }
}

/// The logarithm of the sum of exponentials, without overflow.
#[differentiate]
fn log_sum_exp(scores: &Array1<f64>) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    for k in 0..scores.len() {
        largest = largest.max(scores[k]);
    }
    let largest = constant(largest);
    (scores - largest).mapv(|v| v.exp()).sum().ln() + largest
}

impl Network {
    /// A network with layers of these sizes, from numbers of the standard normal distribution.
    pub fn new(sizes: &[usize], mut normal: impl FnMut() -> f64) -> Self {
        let layers = sizes.windows(2).map(|pair| {
            let size = (2.0 / pair[0] as f64).sqrt();
            let weights = Array2::from_shape_simple_fn((pair[0], pair[1]), || size * normal());
            Layer { weights, bias: Array1::zeros(pair[1]) }
        });
        Network { layers: layers.collect() }
    }

    /// The class of each row of `images`.
    pub fn classes(&self, images: &Array2<f64>) -> Vec<usize> {
        let scores = self.scores(images);
        let class = |row: ndarray::ArrayView1<'_, f64>| {
            let best = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            best.map_or(0, |(class, _)| class)
        };
        scores.axis_iter(Axis(0)).map(class).collect()
    }
}
