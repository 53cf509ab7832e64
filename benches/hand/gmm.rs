//! The adjoint of `gmm`, one point at a time: forward over the components, then back over them.
//!
//! With z = x − μ and p = Qz, a point's contribution to the cotangents of a component is that of p,
//! which is −w p for its share w. Q does not depend on the point, so Σ w p is collected and
//! multiplied by Qᵀ once, at the end.

/// The gradients with respect to `alpha`, `mu`, `q` and `l`.
pub type Gradients = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

/// Value and gradient of the log posterior.
#[allow(clippy::too_many_arguments)]
pub fn gradient(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    d: usize,
    k: usize,
    n: usize,
    gamma: f64,
    m: usize,
) -> (f64, Gradients) {
    let triangle = d * (d - 1) / 2;
    let diagonal: Vec<f64> = q.iter().map(|q| q.exp()).collect();
    let log_determinant: Vec<f64> = q.chunks_exact(d).map(|q| q.iter().sum()).collect();

    let mut alpha_bar = vec![0.0; k];
    let mut product_sum = vec![0.0; k * d];
    let mut diagonal_bar = vec![0.0; k * d];
    let mut l_bar = vec![0.0; k * triangle];

    let mut centered = vec![0.0; k * d];
    let mut product = vec![0.0; k * d];
    let mut share = vec![0.0; k];
    let mut value = 0.0;
    for point in x.chunks_exact(d).take(n) {
        for c in 0..k {
            let z = &mut centered[c * d..][..d];
            let p = &mut product[c * d..][..d];
            let mean = &mu[c * d..][..d];
            let scale = &diagonal[c * d..][..d];
            for j in 0..d {
                z[j] = point[j] - mean[j];
                p[j] = scale[j] * z[j];
            }
            let mut below = &l[c * triangle..][..triangle];
            for (j, &z) in z.iter().enumerate() {
                let (column, rest) = below.split_at(d - 1 - j);
                for (p, l) in p[j + 1..].iter_mut().zip(column) {
                    *p += l * z;
                }
                below = rest;
            }
            let mut norm = 0.0;
            for p in p.iter() {
                norm += p * p;
            }
            share[c] = alpha[c] + log_determinant[c] - 0.5 * norm;
        }
        value += normalize(&mut share);
        for c in 0..k {
            let w = share[c];
            alpha_bar[c] += w;
            let z = &centered[c * d..][..d];
            let p = &mut product[c * d..][..d];
            let sum = &mut product_sum[c * d..][..d];
            let scale_bar = &mut diagonal_bar[c * d..][..d];
            for j in 0..d {
                p[j] *= w;
                sum[j] += p[j];
                scale_bar[j] -= p[j] * z[j];
            }
            let mut below = &mut l_bar[c * triangle..][..triangle];
            for (j, z) in z.iter().enumerate() {
                let (column, rest) = below.split_at_mut(d - 1 - j);
                for (bar, p) in column.iter_mut().zip(&p[j + 1..]) {
                    *bar -= p * z;
                }
                below = rest;
            }
        }
    }

    // Here alpha_bar is also the cotangent of log_determinant, except for the prior.
    let square = gamma * gamma;
    let mut mu_bar = vec![0.0; k * d];
    let mut q_bar = vec![0.0; k * d];
    for c in 0..k {
        let sum = &product_sum[c * d..][..d];
        let mut below = &l[c * triangle..][..triangle];
        for j in 0..d {
            let s = c * d + j;
            let (column, rest) = below.split_at(d - 1 - j);
            let mut bar = diagonal[s] * sum[j];
            for (l, sum) in column.iter().zip(&sum[j + 1..]) {
                bar += l * sum;
            }
            below = rest;
            mu_bar[s] = bar;
            q_bar[s] =
                alpha_bar[c] + m as f64 + diagonal[s] * (diagonal_bar[s] - square * diagonal[s]);
            value += m as f64 * q[s] - 0.5 * square * diagonal[s] * diagonal[s];
        }
    }
    for (bar, l) in l_bar.iter_mut().zip(l) {
        *bar -= square * l;
        value -= 0.5 * square * l * l;
    }
    share.copy_from_slice(alpha);
    value -= n as f64 * normalize(&mut share);
    for (bar, share) in alpha_bar.iter_mut().zip(&share) {
        *bar -= n as f64 * share;
    }
    (value + constant(d, k, n, gamma, m), (alpha_bar, mu_bar, q_bar, l_bar))
}

/// Replaces `v` by exp(v) / Σ exp(v); the result is log Σ exp(v).
fn normalize(v: &mut [f64]) -> f64 {
    let mut largest = v[0];
    for &v in v.iter() {
        if v > largest {
            largest = v;
        }
    }
    let mut sum = 0.0;
    for v in v.iter_mut() {
        *v = (*v - largest).exp();
        sum += *v;
    }
    let scale = 1.0 / sum;
    for v in v.iter_mut() {
        *v *= scale;
    }
    largest + sum.ln()
}

/// The terms that depend on no parameter of the mixture.
fn constant(d: usize, k: usize, n: usize, gamma: f64, m: usize) -> f64 {
    use std::f64::consts::{LN_2, PI, TAU};
    let freedom = d + m + 1;
    let mut log_gamma = 0.25 * (d * (d - 1)) as f64 * PI.ln();
    for n in freedom - d + 1..=freedom {
        // log Γ(n/2) by Γ(x + 1) = x Γ(x), from Γ(1) = 1 or Γ(1/2) = √π.
        let first = if n.is_multiple_of(2) { 2 } else { 1 };
        log_gamma += if first == 1 { 0.5 * PI.ln() } else { 0.0 };
        for twice in (first..n).step_by(2) {
            log_gamma += (0.5 * twice as f64).ln();
        }
    }
    let prior = (freedom * d) as f64 * (gamma.ln() - 0.5 * LN_2) - log_gamma;
    k as f64 * prior - 0.5 * (n * d) as f64 * TAU.ln()
}
