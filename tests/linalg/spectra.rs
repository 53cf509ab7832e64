//! Equal eigenvalues and singular values.

use autodiff::linalg::*;
use autodiff::prelude::*;
use ndarray::{Array1, Array2, array};

use crate::support::{close, matrix, positive};

#[differentiate]
fn sum_of_powers(a: &Array2<f64>) -> Result<f64, LinalgError> {
    let (values, _) = eigh(a)?;
    Ok(values.mapv(|w| w * w * w).sum())
}

/// `v exp(w) vᵀ`, which does not depend on the choice of the eigenvectors.
#[differentiate]
fn exponential(a: &Array2<f64>, #[constant] bar: &Array2<f64>) -> Result<f64, LinalgError> {
    let (values, vectors) = eigh(a)?;
    let powers = values.mapv(|w| w.exp());
    let scaled = &vectors * &powers;
    Ok((scaled.dot(&vectors.t()) * bar).sum())
}

#[differentiate]
fn first_vector(a: &Array2<f64>) -> Result<f64, LinalgError> {
    let (_, vectors) = eigh(a)?;
    Ok(vectors[[0, 0]] + 3.0 * vectors[[1, 0]])
}

/// A matrix with the eigenvalues 1, 1, 4.
fn repeated() -> Array2<f64> {
    array![[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]]
}

#[test]
fn symmetric_functions_of_equal_eigenvalues() {
    for a in [repeated(), Array2::eye(3), Array2::zeros((3, 3))] {
        // the trace of a³
        close(&sum_of_powers_grad(&a).expect("a gradient"), &(3.0 * a.dot(&a)), 1e-12);
    }
}

#[test]
fn vectors_of_equal_eigenvalues_have_no_gradient() {
    let bar = first_vector_grad(&repeated()).expect("a gradient");
    assert!(bar.iter().all(|x| x.is_nan()), "{bar}");
    // those of different ones have
    let bar = first_vector_grad(&positive(3)).expect("a gradient");
    assert!(bar.iter().all(|x| x.is_finite()), "{bar}");
}

/// A gradient of the spaces alone, where eigenvalues are equal: that of the exponential is known.
#[test]
fn spaces_of_equal_eigenvalues() {
    // the derivative at the identity is `e` times the direction
    let bar = matrix(3, 3, 0.4);
    let symmetric = (&bar + &bar.t()) * 0.5;
    let found = exponential_grad(&Array2::eye(3), &symmetric).expect("a gradient");
    // a cotangent that depends on the choice of the vectors gives NaN, and never an infinite number
    assert!(found.iter().all(|x| x.is_finite() || x.is_nan()));
    let found = exponential_grad(&Array2::eye(3), &Array2::eye(3)).expect("a gradient");
    close(&found, &(1f64.exp() * Array2::<f64>::eye(3)), 1e-14);
    // different eigenvalues
    let a = positive(3);
    let found = exponential_grad(&a, &symmetric).expect("a gradient");
    let expected =
        crate::support::differences(|a| exponential(a, &symmetric).expect("a value"), &a);
    close(&found, &expected, 1e-8);
}

#[test]
fn order_and_signs() {
    let a = positive(6);
    let (values, vectors) = eigh(&a).expect("a spectrum");
    assert!(values.windows(2).into_iter().all(|pair| pair[0] <= pair[1]));
    close(&a.dot(&vectors), &(&vectors * &values), 1e-13);
    close(&vectors.t().dot(&vectors), &Array2::eye(6), 1e-13);
    for column in vectors.columns() {
        let largest = column.fold(0.0, |max: f64, x| max.max(x.abs()));
        let first = column.iter().find(|x| x.abs() >= 0.5 * largest);
        assert!(first.is_some_and(|x| *x > 0.0));
    }
}

#[differentiate]
fn nuclear_norm(a: &Array2<f64>) -> Result<f64, LinalgError> {
    Ok(svd_values(a)?.sum())
}

#[test]
fn the_sum_of_equal_singular_values() {
    // the polar factor of a rotation is the rotation itself
    let (sine, cosine) = 0.4f64.sin_cos();
    let a = array![[cosine, -sine], [sine, cosine]];
    close(&nuclear_norm_grad(&(2.0 * &a)).expect("a gradient"), &a, 1e-14);
    assert_eq!(svd_values(&Array2::<f64>::zeros((2, 3))), Ok(Array1::zeros(2)));
    let bar = nuclear_norm_grad(&Array2::zeros((2, 3))).expect("a gradient");
    assert!(bar.iter().all(|x| x.abs() <= 1.0));
}
