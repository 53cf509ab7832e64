//! The loss of a multilayer perceptron with an activation for each layer.

use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(dead_code)]
pub enum Activation {
    Relu,
    Tanh,
    Sigmoid,
    Linear,
}
#[differentiate]
impl Activation {
    #[differentiate]
    fn apply(&self, x: f64) -> f64 {
        match self {
            Activation::Relu => x.max(0.0),
            Activation::Tanh => x.tanh(),
            Self::Sigmoid => 1.0 / (1.0 + (-x).exp()),
            Self::Linear => x,
        }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Dense {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    #[constant]
    activation: Activation,
}
#[differentiate]
impl Dense {
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
#[derive(Differentiable, Clone, Debug)]
pub struct Mlp {
    layers: Vec<Dense>,
}
#[differentiate]
impl Mlp {
    #[differentiate]
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        self.layers.iter().fold(x.to_vec(), |h, l| l.forward(&h))
    }
    #[differentiate]
    fn loss(&self, data: &[(Vec<f64>, usize)], l2: f64) -> f64 {
        let mut loss = 0.0;
        for (x, label) in data {
            let logits = self.forward(x);
            let max = logits.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let log_sum = logits.iter().map(|v| (v - max).exp()).sum::<f64>().ln() + max;
            loss += log_sum - logits[*label];
        }
        let reg: f64 =
            self.layers.iter().flat_map(|l| l.weights.iter()).flatten().map(|w| w * w).sum();
        loss / data.len() as f64 + l2 * reg
    }
}
#[differentiate]
fn network(q: &[f64]) -> f64 {
    let mlp = Mlp {
        layers: vec![
            Dense {
                weights: vec![q[0..2].to_vec(), q[2..4].to_vec(), vec![q[4], q[5]]],
                bias: vec![q[6], 0.1, -0.2],
                activation: Activation::Tanh,
            },
            Dense {
                weights: vec![q[1..4].to_vec(), q[3..6].to_vec()],
                bias: vec![0.0, q[0]],
                activation: Activation::Linear,
            },
        ],
    };
    mlp.loss(&[(vec![0.2, -0.4], 0), (vec![1.0, 0.3], 1)], 0.01)
}

#[test]
fn laws() {
    check!(network, [1.02, 0.25, 0.9, 0.4, -0.3, 0.2, 0.5], 1e-6);
}
