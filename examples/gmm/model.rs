//! The objective: the logarithm of the posterior of a Gaussian mixture, written as ordinary Rust.
//!
//! Component `c` has the weight `softmax(alphas)[c]`, a mean, and a precision matrix `QᵀQ` whose
//! factor `Q` is lower triangular: `exp(qs)` on the diagonal, `ls` below it, column by column. The
//! precision matrices have a Wishart prior with parameters `gamma` and `m`. This is the objective
//! that the AD benchmarks ADBench and GradBench publish.
//!
//! All of it is flat slices: `alphas[k]`, `means[k × d]`, `qs[k × d]`, `ls[k × d(d−1)/2]`,
//! `x[n × d]`. The attribute `#[differentiate(reverse)]` on [`log_posterior`] generates, among
//! others, `log_posterior_grad` and `log_posterior_value_and_grad`; nothing here is written with
//! derivatives in mind.

use autodiff::prelude::*;
use autodiff::special::ln_gamma;

const LN_2PI: f64 = 1.837_877_066_409_345_5;
const LN_PI: f64 = 1.144_729_885_849_400_2;

/// Log posterior of a mixture of `alphas.len()` Gaussians, given the points `x`.
#[differentiate(reverse)]
pub fn log_posterior(
    alphas: &[f64],
    means: &[f64],
    qs: &[f64],
    ls: &[f64],
    #[constant] x: &[f64],
    #[constant] gamma: f64,
    m: usize,
) -> f64 {
    let k = alphas.len();
    let d = means.len() / k;
    let n = x.len() / d;
    let below = d * (d - 1) / 2;

    // What does not depend on the point: the diagonals of the factors, and log weight + log
    // determinant.
    let mut diagonals = vec![0.0; k * d];
    let mut offsets = vec![0.0; k];
    for c in 0..k {
        offsets[c] = alphas[c];
        for j in c * d..(c + 1) * d {
            diagonals[j] = qs[j].exp();
            offsets[c] += qs[j];
        }
    }

    let mut total = -0.5 * (n * d) as f64 * LN_2PI - n as f64 * log_sum_exp(alphas);
    let mut terms = vec![0.0; k];
    for i in 0..n {
        let point = &x[i * d..(i + 1) * d];
        for c in 0..k {
            let distance = squared_distance(
                point,
                &means[c * d..(c + 1) * d],
                &diagonals[c * d..(c + 1) * d],
                &ls[c * below..(c + 1) * below],
            );
            terms[c] = offsets[c] - 0.5 * distance;
        }
        total += log_sum_exp(&terms);
    }

    for c in 0..k {
        total +=
            log_wishart_prior(&qs[c * d..(c + 1) * d], &ls[c * below..(c + 1) * below], gamma, m);
    }
    total
}

/// `‖Q (point − mean)‖²` for a factor `Q` given by its diagonal and its part below the diagonal.
#[differentiate(reverse)]
pub fn squared_distance(
    #[constant] point: &[f64],
    mean: &[f64],
    diagonal: &[f64],
    below: &[f64],
) -> f64 {
    let d = point.len();
    let mut total = 0.0;
    for row in 0..d {
        let mut y = diagonal[row] * (point[row] - mean[row]);
        for col in 0..row {
            // Column `col` of the part below the diagonal starts at col (2d − col − 1) / 2.
            let start = col * (2 * d - col - 1) / 2;
            y += below[start + row - col - 1] * (point[col] - mean[col]);
        }
        total += y * y;
    }
    total
}

/// `log Σ exp(terms)`, computed without overflow.
#[differentiate(reverse)]
pub fn log_sum_exp(terms: &[f64]) -> f64 {
    let mut largest = terms[0];
    for term in terms.iter() {
        if *term > largest {
            largest = *term;
        }
    }
    let mut sum = 0.0;
    for term in terms.iter() {
        sum += (*term - largest).exp();
    }
    largest + sum.ln()
}

/// Log density of the Wishart prior at one component's precision matrix.
#[differentiate(reverse)]
pub fn log_wishart_prior(q: &[f64], l: &[f64], #[constant] gamma: f64, m: usize) -> f64 {
    let mut squares = 0.0;
    let mut log_determinant = 0.0;
    for value in q.iter() {
        squares += value.exp().powi(2);
        log_determinant += *value;
    }
    for value in l.iter() {
        squares += value.powi(2);
    }
    log_wishart_constant(q.len(), gamma, m) - 0.5 * gamma * gamma * squares
        + m as f64 * log_determinant
}

/// The logarithm of the Wishart density's normalising constant. No parameter of the mixture enters,
/// so it is a plain function.
fn log_wishart_constant(d: usize, gamma: f64, m: usize) -> f64 {
    let dimensions = d as f64;
    let freedom = (d + m + 1) as f64;
    let mut log_gamma_d = 0.25 * dimensions * (dimensions - 1.0) * LN_PI;
    for j in 0..d {
        log_gamma_d += ln_gamma(0.5 * (freedom - j as f64));
    }
    freedom * dimensions * (gamma.ln() - 0.5 * std::f64::consts::LN_2) - log_gamma_d
}
