//! Networks and optimisers.

use autodiff::prelude::*;

// 13 neural nets
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
// 14 attention / layer norm / conv
#[differentiate]
fn softmax(x: &[f64]) -> Vec<f64> {
    let max = x.iter().copied().fold(f64::MIN, f64::max);
    let exps: Vec<f64> = x.iter().map(|v| (v - max).exp()).collect();
    let total: f64 = exps.iter().sum();
    exps.into_iter().map(|e| e / total).collect()
}
#[differentiate]
fn layer_norm(x: &mut [f64], gamma: f64, beta: f64) {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let var = x.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n;
    let inv = (var + 1e-5).sqrt().recip();
    x.iter_mut().for_each(|v| *v = (*v - mean) * inv * gamma + beta);
}
#[differentiate]
fn attention(q: &[Vec<f64>], k: &[Vec<f64>], v: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let d = q[0].len() as f64;
    let mut out = Vec::with_capacity(q.len());
    for qi in q {
        let scores: Vec<f64> = k
            .iter()
            .map(|kj| qi.iter().zip(kj).map(|(a, b)| a * b).sum::<f64>() / d.sqrt())
            .collect();
        let w = softmax(&scores);
        let mut row = vec![0.0; v[0].len()];
        for (wj, vj) in w.iter().zip(v) {
            for (r, x) in row.iter_mut().zip(vj) {
                *r += wj * x;
            }
        }
        layer_norm(&mut row, 1.2, 0.1);
        out.push(row);
    }
    out
}
#[differentiate]
fn conv2d<const H: usize, const W: usize, const K: usize>(
    img: &[[f64; W]; H],
    ker: &[[f64; K]; K],
    stride: usize,
) -> Vec<Vec<f64>> {
    let oh = (H - K) / stride + 1;
    let ow = (W - K) / stride + 1;
    (0..oh)
        .map(|i| {
            (0..ow)
                .map(|j| {
                    let mut s = 0.0;
                    for a in 0..K {
                        for b in 0..K {
                            s += img[i * stride + a][j * stride + b] * ker[a][b];
                        }
                    }
                    s.max(0.01 * s)
                })
                .collect()
        })
        .collect()
}
#[differentiate]
fn transformer(q: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = q.chunks(2).map(|c| c.to_vec()).collect();
    let keys: Vec<Vec<f64>> =
        rows.iter().map(|r| r.iter().map(|x| x * 1.5 - 0.2).collect()).collect();
    let out = attention(&rows, &keys, &rows);
    let img = [[q[0], q[1], q[2], q[3]], [q[1], 1.0, q[4], 0.2], [0.3, q[5], q[0], q[2]]];
    let conv = conv2d(&img, &[[q[0], -1.0], [0.5, q[3]]], 1);
    let pooled =
        conv.iter().map(|r| r.iter().cloned().fold(f64::NEG_INFINITY, f64::max)).sum::<f64>();
    out.iter().enumerate().map(|(i, r)| r[i % 2] * (i as f64 + 1.0)).sum::<f64>() + pooled
}
// 15 optimisation inner loops
#[differentiate]
fn rosenbrock(x: &[f64], a: f64, b: f64) -> f64 {
    x.windows(2).map(|w| b * (w[1] - w[0].powi(2)).powi(2) + (a - w[0]).powi(2)).sum()
}
#[derive(Differentiable, Clone, Debug)]
pub struct Adam {
    lr: f64,
    beta1: f64,
    beta2: f64,
    m: Vec<f64>,
    v: Vec<f64>,
    t: i32,
}
#[differentiate]
impl Adam {
    #[differentiate]
    fn step(&mut self, params: &mut [f64], grads: &[f64]) {
        self.t += 1;
        let c1 = 1.0 - self.beta1.powi(self.t);
        let c2 = 1.0 - self.beta2.powi(self.t);
        for (((p, g), m), v) in
            params.iter_mut().zip(grads).zip(self.m.iter_mut()).zip(self.v.iter_mut())
        {
            *m = self.beta1 * *m + (1.0 - self.beta1) * g;
            *v = self.beta2 * *v + (1.0 - self.beta2) * g * g;
            *p -= self.lr * (*m / c1) / ((*v / c2).sqrt() + 1e-8);
        }
    }
}
#[differentiate]
fn backtracking<F: Fn(&[f64]) -> f64>(f: F, x: &[f64], g: &[f64], c: f64) -> f64 {
    let f0 = f(x);
    let gg: f64 = g.iter().map(|v| v * v).sum();
    let mut t = 1.0;
    while t > 1e-6 {
        let trial: Vec<f64> = x.iter().zip(g).map(|(x, g)| x - t * g).collect();
        if f(&trial) <= f0 - c * t * gg {
            return f(&trial);
        }
        t *= 0.5;
    }
    f0
}
#[differentiate]
fn optimise(q: &[f64]) -> f64 {
    let mut p = q[..2].to_vec();
    let mut adam =
        Adam { lr: 0.01 * q[2], beta1: 0.9, beta2: 0.99, m: vec![0.0; 2], v: vec![0.0; 2], t: 0 };
    for _ in 0..5 {
        let g = [
            -400.0 * p[0] * (p[1] - p[0] * p[0]) - 2.0 * (1.0 - p[0]),
            200.0 * (p[1] - p[0] * p[0]),
        ];
        adam.step(&mut p, &g);
    }
    let g = vec![0.2 * p[0], 0.1];
    let b = q[2];
    backtracking(|x| rosenbrock(x, 1.0, b), &p, &g, 1e-4) + p[0]
}
#[test]
fn t13() {
    check!(network, [1.02, 0.25, 0.9, 0.4, -0.3, 0.2, 0.5], 1e-6);
}
#[test]
fn t14() {
    check!(transformer, [0.31, 0.7, 0.43, -0.2, 0.9, 0.15], 1e-6);
}
#[test]
fn t15() {
    check!(optimise, [0.3, 0.9, 0.8], 1e-5);
}
