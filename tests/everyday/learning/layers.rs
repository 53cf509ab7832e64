//! The loss of a network of dense layers, activations and dropout, on a batch.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
pub enum LayerKind {
    Dense {
        w: Vec<Vec<f64>>,
        b: Vec<f64>,
    },
    Relu,
    LeakyRelu(f64),
    Softplus,
    Dropout {
        #[constant]
        keep: f64,
    },
}
#[differentiate]
impl LayerKind {
    #[differentiate]
    fn forward(&self, x: Vec<f64>) -> Vec<f64> {
        match self {
            LayerKind::Dense { w, b } => w
                .iter()
                .zip(b)
                .map(|(row, b)| row.iter().zip(&x).fold(*b, |acc, (w, x)| acc + w * x))
                .collect(),
            LayerKind::Relu => x.into_iter().map(|v| v.max(0.0)).collect(),
            LayerKind::LeakyRelu(a) => x.iter().map(|&v| if v > 0.0 { v } else { a * v }).collect(),
            LayerKind::Softplus => x.iter().map(|v| v.exp().ln_1p()).collect(),
            LayerKind::Dropout { keep } => x.iter().map(|v| v * keep).collect(),
        }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Network {
    layers: Vec<LayerKind>,
}
#[differentiate]
impl Network {
    #[differentiate]
    fn predict(&self, x: &[f64]) -> Vec<f64> {
        self.layers.iter().fold(x.to_vec(), |h, l| l.forward(h))
    }
    #[differentiate]
    fn loss(&self, batch: &[(Vec<f64>, usize)]) -> f64 {
        let mut total = 0.0;
        for (x, label) in batch {
            let logits = self.predict(x);
            let m = logits.iter().copied().reduce(f64::max).unwrap();
            let lse = m + logits.iter().map(|l| (l - m).exp()).sum::<f64>().ln();
            total += lse - logits[*label];
        }
        total / batch.len() as f64
    }
}
#[differentiate]
fn network_program(q: &[f64]) -> f64 {
    let net = Network {
        layers: vec![
            LayerKind::Dense {
                w: vec![vec![q[0], 0.5], vec![-0.3, q[1]], vec![0.2, 0.1]],
                b: vec![0.1, 0.0, q[2]],
            },
            LayerKind::LeakyRelu(0.1 * q[0]),
            LayerKind::Softplus,
            LayerKind::Dropout { keep: 0.8 },
            LayerKind::Dense {
                w: vec![vec![0.3, q[2], 0.2], vec![0.1, -0.4, q[0]]],
                b: vec![0.0, 0.1],
            },
        ],
    };
    let batch = vec![(vec![1.0, 0.5], 0), (vec![-0.5, 0.2], 1), (vec![q[1], 0.3], 0)];
    net.loss(&batch)
}

#[test]
fn laws() {
    check!(network_program, [1.0, 0.25, 0.4], 1e-6);
}
