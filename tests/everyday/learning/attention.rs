//! Causal self-attention with layer normalization, on matrices of nested vectors.

use autodiff::prelude::*;

type Mat = Vec<Vec<f64>>;
#[differentiate]
fn matmul(a: &Mat, b: &Mat) -> Mat {
    let (n, k, m) = (a.len(), b.len(), b[0].len());
    let mut c = vec![vec![0.0; m]; n];
    for i in 0..n {
        for j in 0..m {
            for p in 0..k {
                c[i][j] += a[i][p] * b[p][j];
            }
        }
    }
    c
}
#[differentiate]
fn transpose(a: &Mat) -> Mat {
    if a.is_empty() {
        return vec![];
    }
    (0..a[0].len()).map(|j| a.iter().map(|row| row[j]).collect()).collect()
}
#[differentiate]
fn softmax_rows(m: &mut Mat, causal: bool) {
    for (i, row) in m.iter_mut().enumerate() {
        if causal {
            for j in i + 1..row.len() {
                row[j] = f64::NEG_INFINITY;
            }
        }
        let max = row.iter().copied().fold(f64::MIN, f64::max);
        let mut sum = 0.0;
        for v in row.iter_mut() {
            *v = (*v - max).exp();
            sum += *v;
        }
        for v in row.iter_mut() {
            *v /= sum;
        }
    }
}
#[differentiate]
fn layer_norm(x: &[f64], gamma: &[f64], beta: &[f64]) -> Vec<f64> {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
    let inv = 1.0 / (var + 1e-5).sqrt();
    x.iter().zip(gamma.iter().zip(beta)).map(|(v, (g, b))| (v - mean) * inv * g + b).collect()
}
#[derive(Differentiable, Clone, Debug)]
pub struct Attention {
    wq: Mat,
    wk: Mat,
    wv: Mat,
    gamma: Vec<f64>,
    beta: Vec<f64>,
}
#[differentiate]
impl Attention {
    #[differentiate]
    fn forward(&self, x: &Mat) -> Mat {
        let (q, k, v) = (matmul(x, &self.wq), matmul(x, &self.wk), matmul(x, &self.wv));
        let d = (self.wk[0].len() as f64).sqrt();
        let mut scores = matmul(&q, &transpose(&k));
        for row in scores.iter_mut() {
            for s in row {
                *s /= d;
            }
        }
        softmax_rows(&mut scores, true);
        let out = matmul(&scores, &v);
        out.iter()
            .zip(x)
            .map(|(o, x)| {
                let res: Vec<f64> = o.iter().zip(x).map(|(a, b)| a + b).collect();
                layer_norm(&res, &self.gamma, &self.beta)
            })
            .collect()
    }
}
#[differentiate]
fn attention_program(q: &[f64]) -> f64 {
    let att = Attention {
        wq: vec![vec![q[0], 0.3], vec![-0.1, 0.7]],
        wk: vec![vec![0.2, q[1]], vec![0.5, -0.4]],
        wv: vec![vec![1.0, 0.2], vec![q[2], 0.9]],
        gamma: vec![1.0, q[0]],
        beta: vec![0.1, 0.0],
    };
    let x: Mat = vec![vec![0.3, -0.2], vec![q[1], 0.4], vec![0.9, 1.1]];
    let y = att.forward(&x);
    y.iter().flatten().enumerate().map(|(i, v)| (i as f64 + 1.0) * v).sum()
}

#[test]
fn laws() {
    check!(attention_program, [0.3, 0.25, 0.4], 1e-5);
}
