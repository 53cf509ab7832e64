//! The cross entropy of a network that a builder makes of layers, with activations of an enum.

use autodiff::prelude::*;
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
enum Activation {
    Identity,
    Tanh,
    LeakyRelu(f64),
    Softplus,
}
#[differentiate]
impl Activation {
    #[differentiate]
    fn apply(self, x: f64) -> f64 {
        match self {
            Activation::Identity => x,
            Activation::Tanh => x.tanh(),
            Activation::LeakyRelu(slope) if x < 0.0 => slope * x,
            Activation::LeakyRelu(_) => x,
            Activation::Softplus => x.exp().ln_1p(),
        }
    }
}
#[derive(Debug, Clone, Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    activation: Activation,
}
#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, input: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(self.bias.iter())
            .map(|(row, b)| {
                let z = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b;
                self.activation.apply(z)
            })
            .collect()
    }
}
#[derive(Debug, Clone, Default, Differentiable)]
struct Network {
    layers: Vec<Layer>,
}
#[differentiate]
impl Network {
    fn new() -> Self {
        Self::default()
    }
    #[differentiate]
    fn with_layer(mut self, layer: Layer) -> Self {
        self.layers.push(layer);
        self
    }
    #[differentiate]
    fn forward(&self, input: &[f64]) -> Vec<f64> {
        let mut h = input.to_vec();
        for layer in &self.layers {
            h = layer.forward(&h);
        }
        h
    }
}
#[differentiate]
fn softmax_cross_entropy(logits: &[f64], target: usize) -> f64 {
    let max = logits.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let lse = logits.iter().map(|l| (l - max).exp()).sum::<f64>().ln() + max;
    lse - logits[target]
}
#[differentiate]
fn loss(x: &[f64]) -> f64 {
    let w = |i: usize| x[i % x.len()] * (0.3 + 0.1 * i as f64);
    let net = Network::new()
        .with_layer(Layer {
            weights: (0..3).map(|i| vec![w(2 * i), w(2 * i + 1)]).collect(),
            bias: vec![0.1; 3],
            activation: Activation::Tanh,
        })
        .with_layer(Layer {
            weights: vec![vec![w(7), w(8), w(9)], vec![0.2, -0.3, w(1)]],
            bias: vec![w(3), 0.0],
            activation: Activation::LeakyRelu(0.1 * x[0]),
        });
    let data = [([0.5, -1.0], 0usize), ([1.5, 0.3], 1)];
    data.iter()
        .map(|(input, label)| softmax_cross_entropy(&net.forward(input), *label))
        .sum::<f64>()
        / data.len() as f64
}
mod laws {
    at_points! { loss }
}
