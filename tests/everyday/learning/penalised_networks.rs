//! The loss of a network of layers of an enum, with a penalty on its weights.

use autodiff::prelude::*;

#[derive(Debug, Clone, Differentiable)]
pub enum Layer {
    Dense {
        weights: Vec<Vec<f64>>,
        bias: Vec<f64>,
    },
    Relu,
    LeakyRelu(f64),
    Dropout {
        #[constant]
        keep: f64,
    },
}
#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, input: Vec<f64>) -> Vec<f64> {
        match self {
            Layer::Dense { weights, bias } => weights
                .iter()
                .zip(bias)
                .map(|(row, b)| row.iter().zip(&input).map(|(w, x)| w * x).sum::<f64>() + b)
                .collect(),
            Layer::Relu => input.into_iter().map(|v| v.max(0.0)).collect(),
            Layer::LeakyRelu(slope) => {
                input.iter().map(|&v| if v > 0.0 { v } else { slope * v }).collect()
            }
            Layer::Dropout { keep } => input.iter().map(|v| v * keep).collect(),
        }
    }
}
#[derive(Debug, Clone, Differentiable)]
pub struct Network {
    layers: Vec<Layer>,
}
#[differentiate]
impl Network {
    #[differentiate]
    fn predict(&self, input: &[f64]) -> Vec<f64> {
        let mut v = input.to_vec();
        for layer in &self.layers {
            v = layer.forward(v);
        }
        v
    }
    #[differentiate]
    fn loss(&self, samples: &[(Vec<f64>, usize)]) -> f64 {
        let mut total = 0.0;
        for (input, label) in samples {
            let logits = self.predict(input);
            let max = logits.iter().copied().fold(f64::MIN, f64::max);
            let log_sum = logits.iter().map(|z| (z - max).exp()).sum::<f64>().ln() + max;
            total += log_sum - logits[*label];
        }
        total / samples.len() as f64
    }
    #[differentiate]
    fn l2(&self) -> f64 {
        self.layers
            .iter()
            .filter_map(|l| match l {
                Layer::Dense { weights, .. } => {
                    Some(weights.iter().flatten().map(|w| w * w).sum::<f64>())
                }
                _ => None,
            })
            .sum()
    }
}
#[differentiate]
fn network_program(x: &[f64]) -> f64 {
    let at = |i: usize| x[i % x.len()];
    let net = Network {
        layers: vec![
            Layer::Dense {
                weights: vec![vec![at(0), 0.3], vec![-0.4, at(1)], vec![0.2, at(2)]],
                bias: vec![0.1, at(3), 0.0],
            },
            Layer::LeakyRelu(0.1),
            Layer::Dropout { keep: 0.9 },
            Layer::Dense {
                weights: vec![vec![0.5, at(4), 0.1], vec![at(5), -0.2, 0.7]],
                bias: vec![0.0, 0.05],
            },
        ],
    };
    let samples = vec![(vec![1.0, 0.5], 0), (vec![-0.3, at(1)], 1)];
    net.loss(&samples) + 0.01 * net.l2()
}

mod laws {
    at_points! { network_program }
}
