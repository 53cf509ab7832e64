//! Whole programs: the log likelihoods of a Gaussian process and of a Kalman filter.

use autodiff::linalg::{LinalgError, cholesky, log_det, solve, solve_spd};
use autodiff::prelude::*;
use ndarray::{Array1, Array2, array};

use crate::support::{close, differences, near, vector};

/// The hyperparameters of a Gaussian process.
#[derive(Clone, Debug, Differentiable)]
struct Kernel {
    length: f64,
    scale: f64,
    noise: f64,
}

#[differentiate]
fn covariance(kernel: &Kernel, #[constant] x: &Array1<f64>) -> Array2<f64> {
    let n = x.len();
    let mut k: Array2<f64> = Array2::zeros((n, n));
    for i in 0..n {
        for j in 0..=i {
            let distance = (x[i] - x[j]) / kernel.length;
            let value = kernel.scale * kernel.scale * (-0.5 * distance * distance).exp();
            k[[i, j]] = value;
            k[[j, i]] = value;
        }
        k[[i, i]] += kernel.noise * kernel.noise;
    }
    k
}

/// The log marginal likelihood by a Cholesky factor.
#[differentiate]
fn log_likelihood(
    kernel: &Kernel,
    #[constant] x: &Array1<f64>,
    y: &Array1<f64>,
) -> Result<f64, LinalgError> {
    let k = covariance(kernel, x);
    let l = cholesky(&k)?;
    let z = solve(&l, y)?;
    let mut logarithm = 0.0;
    for i in 0..x.len() {
        logarithm += l[[i, i]].ln();
    }
    Ok(-0.5 * z.dot(&z) - logarithm - 0.5 * x.len() as f64 * std::f64::consts::TAU.ln())
}

/// The same by a solution and a determinant.
#[differentiate]
fn log_likelihood_by_solution(
    kernel: &Kernel,
    #[constant] x: &Array1<f64>,
    y: &Array1<f64>,
) -> Result<f64, LinalgError> {
    let k = covariance(kernel, x);
    let alpha = solve_spd(&k, y)?;
    let constant = x.len() as f64 * std::f64::consts::TAU.ln();
    Ok(-0.5 * (y.dot(&alpha) + log_det(&k)? + constant))
}

#[test]
fn a_gaussian_process() {
    let (x, y) = (vector(12, 0.3), vector(12, 0.8));
    let at = |p: &Array1<f64>| Kernel { length: p[0], scale: p[1], noise: p[2] };
    let parameters = array![0.6, 1.3, 0.4];
    let kernel = at(&parameters);
    let (value, (kernel_bar, y_bar)) =
        log_likelihood_value_and_grad(&kernel, &x, &y).expect("a likelihood");
    assert_eq!(Ok(value), log_likelihood(&kernel, &x, &y));
    let of_parameters =
        differences(|p| log_likelihood(&at(p), &x, &y).expect("a likelihood"), &parameters);
    close(&Array1::from(kernel_bar.flatten()), &of_parameters, 1e-7);
    close(&y_bar, &differences(|y| log_likelihood(&kernel, &x, y).expect("a value"), &y), 1e-7);

    let (other, (other_bar, other_y_bar)) =
        log_likelihood_by_solution_value_and_grad(&kernel, &x, &y).expect("a likelihood");
    near(value, other, 1e-12);
    close(&Array1::from(kernel_bar.flatten()), &Array1::from(other_bar.flatten()), 1e-10);
    close(&y_bar, &other_y_bar, 1e-10);
    let (_, rate) = log_likelihood_jvp(&kernel, &x, &y, &kernel_bar, &y_bar);
    let squares = kernel_bar.dot(&kernel_bar) + y_bar.dot(&y_bar);
    near(rate.expect("a tangent"), squares, 1e-11);

    // two points at the same place, without noise
    let singular = Kernel { scale: 1.0, noise: 0.0, ..kernel };
    let error = log_likelihood_grad(&singular, &array![1.0, 1.0], &array![0.0, 1.0]);
    assert!(error.is_err_and(|error| error.function() == "cholesky"));
}

/// The log likelihood of observed positions of a point that moves in the plane with a velocity that
/// changes at random: `p[0]` is the rate of the changes, `p[1]` the error of the observations, and
/// `p[2]` the time between them.
#[differentiate]
fn filter(p: &Array1<f64>, observed: &Array2<f64>) -> Result<f64, LinalgError> {
    let (rate, error, step) = (p[0], p[1], p[2]);
    let mut f: Array2<f64> = Array2::eye(4);
    let mut q: Array2<f64> = Array2::zeros((4, 4));
    let mut h: Array2<f64> = Array2::zeros((2, 4));
    let mut r: Array2<f64> = Array2::zeros((2, 2));
    for i in 0..2 {
        f[[i, i + 2]] = step;
        q[[i, i]] = rate * step * step * step / 3.0;
        q[[i, i + 2]] = rate * step * step / 2.0;
        q[[i + 2, i]] = rate * step * step / 2.0;
        q[[i + 2, i + 2]] = rate * step;
        h[[i, i]] = 1.0;
        r[[i, i]] = error * error;
    }
    let mut mean: Array1<f64> = Array1::zeros(4);
    let mut covariance: Array2<f64> = Array2::eye(4);
    let mut sum = 0.0;
    for t in 0..observed.nrows() {
        mean = f.dot(&mean);
        covariance = f.dot(&covariance).dot(&f.t()) + &q;
        let innovation: Array1<f64> = &observed.row(t) - &h.dot(&mean);
        let crossed: Array2<f64> = h.dot(&covariance);
        let s: Array2<f64> = crossed.dot(&h.t()) + &r;
        let weighted = solve_spd(&s, &innovation)?;
        sum -= 0.5 * (innovation.dot(&weighted) + log_det(&s)?);
        let gain = solve_spd(&s, &crossed)?;
        let correction: Array1<f64> = gain.t().dot(&innovation);
        mean += &correction;
        let known: Array2<f64> = gain.t().dot(&crossed);
        covariance -= &known;
    }
    Ok(sum)
}

#[test]
fn a_kalman_filter() {
    let observed = Array2::from_shape_fn((9, 2), |(t, k)| (0.4 * t as f64 + k as f64).sin());
    let p = array![0.3, 0.5, 0.7];
    let (value, (bar, observed_bar)) = filter_value_and_grad(&p, &observed).expect("a likelihood");
    assert_eq!(Ok(value), filter(&p, &observed));
    close(&bar, &differences(|p| filter(p, &observed).expect("a likelihood"), &p), 1e-7);
    let of_observed = |observed: &Array2<f64>| filter(&p, observed).expect("a likelihood");
    close(&observed_bar, &differences(of_observed, &observed), 1e-7);
    let (_, rate) = filter_jvp(&p, &observed, &bar, &observed_bar);
    let squares = bar.dot(&bar) + (&observed_bar * &observed_bar).sum();
    near(rate.expect("a tangent"), squares, 1e-11);
}
