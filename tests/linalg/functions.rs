//! Each function in several layouts and sizes.

use autodiff::linalg::{
    LinalgError, cholesky, det, eigh, expm, inv, log_det, lstsq, solve, solve_spd, svd_values,
};
use autodiff::prelude::*;
use ndarray::{Array1, Array2};

use crate::support::{layouts, matrix, positive, regular, vector};

type Value = Result<f64, LinalgError>;

#[differentiate]
fn solve_vector(a: &Array2<f64>, b: &Array1<f64>, #[constant] w: &Array1<f64>) -> Value {
    let x = solve(a, b)?;
    Ok(x.dot(w) + x.dot(&x))
}

#[differentiate]
fn solve_matrix(a: &Array2<f64>, b: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    let x = solve(a, b)?;
    Ok((&x * w).sum())
}

#[differentiate]
fn solve_spd_vector(a: &Array2<f64>, b: &Array1<f64>, #[constant] w: &Array1<f64>) -> Value {
    let x = solve_spd(a, b)?;
    Ok(x.dot(w))
}

#[differentiate]
fn solve_spd_matrix(a: &Array2<f64>, b: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    Ok((w * solve_spd(a, b)?).sum())
}

#[differentiate]
fn lstsq_vector(a: &Array2<f64>, b: &Array1<f64>, #[constant] w: &Array1<f64>) -> Value {
    let x = lstsq(a, b)?;
    Ok(x.dot(w))
}

#[differentiate]
fn lstsq_matrix(a: &Array2<f64>, b: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    let x = lstsq(a, b)?;
    Ok((x * w).sum())
}

#[differentiate]
fn weighted_cholesky(a: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    let l = cholesky(a)?;
    Ok((l * w).sum())
}

#[differentiate]
fn weighted_inv(a: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    Ok((inv(a)? * w).sum())
}

#[differentiate]
fn weighted_det(a: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    let determinant = det(a)?;
    Ok(determinant * w.sum())
}

#[differentiate]
fn weighted_log_det(a: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    Ok(log_det(a)? * w.sum())
}

#[differentiate]
fn weighted_eigh(a: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    let (values, vectors) = eigh(a)?;
    let mut sum = (vectors * w).sum();
    for i in 0..values.len() {
        sum += values[i] * w[[i, 0]];
    }
    Ok(sum)
}

#[differentiate]
fn weighted_svd_values(a: &Array2<f64>, #[constant] w: &Array1<f64>) -> Value {
    let values = svd_values(a)?;
    Ok(values.dot(w))
}

#[differentiate]
fn weighted_expm(a: &Array2<f64>, #[constant] w: &Array2<f64>) -> Value {
    let value = expm(a)?;
    Ok((value * w).sum())
}

#[test]
fn systems() {
    for n in [1, 2, 5] {
        for (a, b) in layouts(&regular(n)).into_iter().zip(layouts(&vector(n, 0.2))) {
            check!(solve_vector, vector(n, 0.9), a, b);
        }
        for (a, b) in layouts(&regular(n)).into_iter().zip(layouts(&matrix(n, 3, 0.2))) {
            check!(solve_matrix, matrix(n, 3, 0.9), a, b);
        }
        for (a, b) in layouts(&positive(n)).into_iter().zip(layouts(&vector(n, 0.2))) {
            check!(solve_spd_vector, vector(n, 0.9), a, b);
        }
        for (a, b) in layouts(&positive(n)).into_iter().zip(layouts(&matrix(n, 3, 0.2))) {
            check!(solve_spd_matrix, matrix(n, 3, 0.9), a, b);
        }
    }
}

#[test]
fn least_squares() {
    for (m, n) in [(1, 1), (4, 4), (5, 3), (3, 5), (4, 1), (1, 4)] {
        let a = matrix(m, n, 0.4) + Array2::from_shape_fn((m, n), |(i, j)| (i == j) as u8 as f64);
        for (a, b) in layouts(&a).into_iter().zip(layouts(&vector(m, 0.2))) {
            check!(lstsq_vector, vector(n, 0.9), a, b);
        }
        for (a, b) in layouts(&a).into_iter().zip(layouts(&matrix(m, 2, 0.2))) {
            check!(lstsq_matrix, matrix(n, 2, 0.9), a, b);
        }
    }
}

#[test]
fn matrices() {
    for n in [1, 2, 5] {
        for a in layouts(&regular(n)) {
            check!(weighted_inv, matrix(n, n, 0.9), a.clone());
            check!(weighted_det, matrix(n, n, 0.9), a.clone());
            check!(weighted_log_det, matrix(n, n, 0.9), a.clone());
            check!(weighted_expm, matrix(n, n, 0.9), a);
        }
        for a in layouts(&positive(n)) {
            check!(weighted_cholesky, matrix(n, n, 0.9), a.clone());
            check!(weighted_eigh, matrix(n, n, 0.9), a);
        }
    }
}

#[test]
fn singular_values() {
    for (m, n) in [(1, 1), (3, 3), (5, 3), (2, 4)] {
        for a in layouts(&matrix(m, n, 0.4)) {
            check!(weighted_svd_values, vector(m.min(n), 0.9), a);
        }
    }
}

/// The exponential without squarings, and with many.
#[test]
fn norms_of_exponents() {
    for scale in [0.0, 1e-3, 0.5, 2.0, 6.0] {
        check!(weighted_expm, matrix(3, 3, 0.9), scale * matrix(3, 3, 0.4));
    }
}

/// The factorisations of large matrices are blocked.
#[test]
fn large_matrices() {
    let n = 70;
    let (a, b) = (regular(n) + 8.0 * Array2::<f64>::eye(n), vector(n, 0.2));
    let bar = solve_vector_grad(&a, &b, &vector(n, 0.9)).expect("a gradient");
    let dot = (matrix(n, n, 0.3), vector(n, 0.6));
    let (_, rate) = solve_vector_jvp(&a, &b, &vector(n, 0.9), &dot.0, &dot.1);
    let inner = (bar.0 * &dot.0).sum() + bar.1.dot(&dot.1);
    crate::support::near(rate.expect("a tangent"), inner, 1e-11);
    macro_rules! law {
        ($a:expr; $($f:ident)*) => {
            pastey::paste! {$({
                let w = matrix(n, n, 0.9);
                let bar = [<$f _grad>](&$a, &w).expect("a gradient");
                let (_, rate) = [<$f _jvp>](&$a, &w, &dot.0);
                crate::support::near(rate.expect("a tangent"), (bar * &dot.0).sum(), 1e-9);
            })*}
        };
    }
    law!(a; weighted_inv weighted_log_det);
    law!(0.1 * &a; weighted_expm);
    law!(positive(n); weighted_cholesky weighted_eigh);
}
