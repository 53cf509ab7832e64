//! Likelihoods and losses on slices: a Kalman filter, hidden states, softmax regression, k-means, a
//! perceptron, the path of Viterbi.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn kalman(x: &[f64]) -> f64 {
    let observations = [0.9, 1.7, 3.2, 3.9, 5.3];
    let (q, r) = (x[0].exp(), x[1].exp());
    let (mut position, mut velocity) = (x[2], x[3]);
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    let mut log_likelihood = 0.0;
    for z in observations.iter() {
        position += velocity;
        let p00 = p[0][0] + p[0][1] + p[1][0] + p[1][1] + q;
        let p01 = p[0][1] + p[1][1];
        let p11 = p[1][1] + q;
        let innovation = z - position;
        let s = p00 + r;
        let (k0, k1) = (p00 / s, p01 / s);
        position += k0 * innovation;
        velocity += k1 * innovation;
        p = [[(1.0 - k0) * p00, (1.0 - k0) * p01], [p01 - k1 * p00, p11 - k1 * p01]];
        log_likelihood -= 0.5 * (innovation * innovation / s + s.ln());
    }
    log_likelihood + position * 0.1
}

#[differentiate(reverse)]
fn log_sum_exp(v: &[f64]) -> f64 {
    let mut m = f64::NEG_INFINITY;
    for x in v {
        m = m.max(*x);
    }
    if m == f64::NEG_INFINITY {
        return m;
    }
    let mut sum = 0.0;
    for x in v {
        sum += (x - m).exp();
    }
    m + sum.ln()
}

const STATES: usize = 2;

#[differentiate(reverse)]
fn hidden_markov(x: &[f64]) -> f64 {
    let observed = [0usize, 1, 1, 0, 2];
    let mut transition = [[0.0; 2]; 2];
    let mut emission = [[0.0; 3]; 2];
    for s in 0..2 {
        let row = [x[2 * s], x[2 * s + 1]];
        let z = log_sum_exp(&row);
        for t in 0..2 {
            transition[s][t] = row[t] - z;
        }
        let z = log_sum_exp(&[x[4 + s], x[5 + s], 0.0]);
        emission[s] = [x[4 + s] - z, x[5 + s] - z, -z];
    }
    let mut alpha = [emission[0][observed[0]] - 2f64.ln(), emission[1][observed[0]] - 2f64.ln()];
    for &o in &observed[1..] {
        let mut next = [0.0; STATES];
        for t in 0..STATES {
            next[t] = log_sum_exp(&[alpha[0] + transition[0][t], alpha[1] + transition[1][t]])
                + emission[t][o];
        }
        alpha = next;
    }
    log_sum_exp(&alpha)
}

#[differentiate(reverse)]
fn softmax(z: &[f64]) -> Vec<f64> {
    let norm = log_sum_exp(z);
    let mut p = z.to_vec();
    for v in &mut p {
        *v = (*v - norm).exp();
    }
    p
}

#[differentiate(reverse)]
fn cross_entropy(w: &[f64], samples: &[[f64; 2]], labels: &[usize], decay: f64) -> f64 {
    let classes = w.len() / 3;
    let mut loss = 0.0;
    for (sample, &label) in samples.iter().zip(labels) {
        let mut z = vec![0.0; classes];
        for c in 0..classes {
            z[c] = w[3 * c] * sample[0] + w[3 * c + 1] * sample[1] + w[3 * c + 2];
        }
        loss -= softmax(&z)[label].ln();
    }
    let mut penalty = 0.0;
    for v in w {
        penalty += v * v;
    }
    loss / samples.len() as f64 + decay * penalty
}

#[differentiate(reverse)]
fn regression(w: &[f64]) -> f64 {
    let labels: [usize; 4] = [0, 1, 1, 0];
    cross_entropy(w, &[[0.5, 1.0], [-0.3, 0.2], [1.5, -0.7], [0.1, 0.1]], &labels, 0.01)
}

#[differentiate(reverse)]
fn k_means_cost(centres: &[f64]) -> f64 {
    let points = [[0.1, 0.2], [1.1, 0.9], [0.9, 1.2], [0.0, -0.1], [-1.0, 0.5]];
    let k = centres.len() / 2;
    let mut cost = 0.0;
    let mut count = vec![0usize; k];
    for p in &points {
        let mut best = f64::MAX;
        let mut at = 0;
        for c in 0..k {
            let (dx, dy) = (p[0] - centres[2 * c], p[1] - centres[2 * c + 1]);
            let d = dx * dx + dy * dy;
            if d < best {
                best = d;
                at = c;
            }
        }
        count[at] += 1;
        cost += best / count[at] as f64;
    }
    cost
}

#[differentiate(reverse)]
fn layer(w: &[f64], x: &[f64], out: usize, activate: bool) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![0.0; out];
    for o in 0..out {
        let row = &w[o * (n + 1)..(o + 1) * (n + 1)];
        let mut z = row[n];
        for i in 0..n {
            z += row[i] * x[i];
        }
        y[o] = if activate { z.tanh() } else { z };
    }
    y
}

#[differentiate(reverse)]
fn perceptron(w: &[f64]) -> f64 {
    let sizes = [2, 3, 2, 1];
    let data = [([0.0, 1.0], 1.0), ([1.0, 1.0], 0.0), ([0.5, -0.5], 0.25)];
    let mut loss = 0.0;
    for (input, target) in data {
        let mut x = input.to_vec();
        let mut offset = 0;
        for l in 1..sizes.len() {
            let size = sizes[l] * (sizes[l - 1] + 1);
            x = layer(&w[offset..offset + size], &x, sizes[l], l + 1 < sizes.len());
            offset += size;
        }
        let d = x[0] - target;
        loss += 0.5 * d * d;
    }
    loss
}

#[differentiate(reverse)]
fn viterbi_like(x: &[f64]) -> f64 {
    // edit distance with learned costs: dynamic programming with min
    let (a, b) = ([1u8, 2, 3, 2], [2u8, 3, 3]);
    let mut table = vec![vec![0.0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, 0) => 0.0,
                (0, _) => table[0][j - 1] + x[0],
                (_, 0) => table[i - 1][0] + x[1],
                _ => {
                    let substitution = if a[i - 1] == b[j - 1] {
                        0.0
                    } else {
                        x[2] * (a[i - 1] as f64 - b[j - 1] as f64).abs()
                    };
                    (table[i - 1][j - 1] + substitution)
                        .min(table[i - 1][j] + x[1])
                        .min(table[i][j - 1] + x[0])
                }
            };
        }
    }
    table[a.len()][b.len()]
}

#[test]
fn statistics() {
    check!(kalman, [-0.5, 0.3, 0.8, 0.2]);
    check!(hidden_markov, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.3]);
    check!(regression, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6]);
    check!(k_means_cost, [0.5, -0.3, 0.8, 1.2]);
    let w: Vec<f64> = (0..20).map(|i| (i as f64 * 0.9).cos() * 0.7).collect();
    check!(perceptron, w);
    check!(viterbi_like, [1.0, 1.2, 0.7]);
    check!(viterbi_like, [0.3, 0.2, 2.7]);
}
