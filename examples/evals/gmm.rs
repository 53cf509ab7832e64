//! `gmm`: the log posterior of a Gaussian mixture with a Wishart prior on its precision matrices.
//!
//! Component `c` has the log weight `alpha[c]`, the mean `mu[c * d..]`, and the precision matrix
//! QᵀQ, where Q is lower triangular with the diagonal exp(`q[c * d..]`) and
//! `l[c * d * (d - 1) / 2..]` below it, column by column.

use autodiff::prelude::*;

use super::lse::logsumexp;

/// The log posterior of the mixture with `k` components, given the `n` points of dimension `d` in
/// `x` (row by row); `gamma` and `m` are the precision and the additional degrees of freedom of the
/// prior.
#[allow(clippy::too_many_arguments)]
#[differentiate(reverse)]
pub fn log_posterior(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    d: usize,
    k: usize,
    n: usize,
    #[constant] gamma: f64,
    m: usize,
) -> f64 {
    let mut diagonal = vec![0.0; k * d];
    let mut log_determinant = vec![0.0; k];
    for c in 0..k {
        for j in c * d..(c + 1) * d {
            diagonal[j] = q[j].exp();
            log_determinant[c] += q[j];
        }
    }

    let mut centered = vec![0.0; d];
    let mut product = vec![0.0; d];
    let mut score = vec![0.0; k];
    let mut likelihood = 0.0;
    for i in 0..n {
        for c in 0..k {
            for j in 0..d {
                centered[j] = x[i * d + j] - mu[c * d + j];
                product[j] = diagonal[c * d + j] * centered[j];
            }
            let mut entry = c * (d * (d - 1) / 2);
            for column in 0..d {
                for row in column + 1..d {
                    product[row] += l[entry] * centered[column];
                    entry += 1;
                }
            }
            score[c] = alpha[c] + log_determinant[c] - 0.5 * squared_norm(&product);
        }
        likelihood += logsumexp(&score);
    }

    let mut prior = 0.0;
    for sum in log_determinant.iter() {
        prior += m as f64 * *sum;
    }
    prior -= 0.5 * gamma * gamma * (squared_norm(&diagonal) + squared_norm(l));

    let constant: f64 = log_normalizers(d, k, n, m);
    let freedom = (d + m + 1) as f64;
    constant + k as f64 * freedom * d as f64 * gamma.ln() + likelihood - n as f64 * logsumexp(alpha)
        + prior
}

/// Σ vᵢ².
#[differentiate(reverse)]
pub fn squared_norm(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for value in v.iter() {
        sum += *value * *value;
    }
    sum
}

/// The part of the log posterior that depends on the sizes only: of the `n` Gaussians, and of the
/// `k` Wishart densities.
fn log_normalizers(d: usize, k: usize, n: usize, m: usize) -> f64 {
    let freedom = d + m + 1;
    let gaussian = 0.5 * d as f64 * std::f64::consts::TAU.ln();
    let wishart =
        0.5 * (freedom * d) as f64 * std::f64::consts::LN_2 + log_multivariate_gamma(freedom, d);
    -(n as f64) * gaussian - k as f64 * wishart
}

/// log Γ_d(n/2), the multivariate gamma function of dimension `d`, for n ≥ d.
fn log_multivariate_gamma(n: usize, d: usize) -> f64 {
    let mut sum = 0.25 * (d * (d - 1)) as f64 * std::f64::consts::PI.ln();
    for j in 0..d {
        sum += log_gamma_of_half(n - j);
    }
    sum
}

/// log Γ(n/2) for n ≥ 1, by the recurrence Γ(x + 1) = x Γ(x).
fn log_gamma_of_half(n: usize) -> f64 {
    let mut twice = if n.is_multiple_of(2) { 2 } else { 1 };
    let mut log_gamma = if n.is_multiple_of(2) { 0.0 } else { 0.5 * std::f64::consts::PI.ln() };
    while twice < n {
        log_gamma += (0.5 * twice as f64).ln();
        twice += 2;
    }
    log_gamma
}
