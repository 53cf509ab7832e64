//! Attention on vectors of rows, and a convolution of an image in arrays.

use autodiff::prelude::*;

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

#[test]
fn laws() {
    check!(transformer, [0.31, 0.7, 0.43, -0.2, 0.9, 0.15], 1e-6);
}
