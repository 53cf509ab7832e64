//! Errors, panics, and functions that handle errors in ordinary ways.

use autodiff::linalg::{
    LinalgError, LinalgErrorKind, cholesky, det, eigh, expm, inv, log_det, lstsq, solve, solve_spd,
    svd_values,
};
use autodiff::prelude::*;
use ndarray::{Array1, Array2, array};

use crate::support::{matrix, near, regular, vector};

#[test]
fn each_error_names_its_function() {
    let singular = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    let indefinite = array![[1.0, 2.0], [2.0, 1.0]];
    let triangle = array![[1.0, 0.0], [0.5, 1.0]];
    let (two, three) = (array![1.0, 1.0], array![1.0, 1.0, 1.0]);
    let errors: [(LinalgError, &str); 10] = [
        (solve(&singular, &three).unwrap_err(), "`solve`: the matrix is singular"),
        (inv(&singular).unwrap_err(), "`inv`: the matrix is singular"),
        (log_det(&singular).unwrap_err(), "`log_det`: the matrix is singular"),
        (lstsq(&singular, &three).unwrap_err(), "`lstsq`: the matrix does not have full rank"),
        (solve_spd(&indefinite, &two).unwrap_err(), "`solve_spd`: the matrix is not positive"),
        (cholesky(&indefinite).unwrap_err(), "`cholesky`: the matrix is not positive definite"),
        (solve_spd(&triangle, &two).unwrap_err(), "`solve_spd`: the matrix is not symmetric"),
        (cholesky(&triangle).unwrap_err(), "`cholesky`: the matrix is not symmetric"),
        (eigh(&triangle).unwrap_err(), "`eigh`: the matrix is not symmetric"),
        (expm(&array![[800.0]]).unwrap_err(), "`expm`: the result is too large for its type"),
    ];
    for (error, text) in errors {
        assert!(error.to_string().starts_with(text), "{error}");
    }
    assert_eq!(solve(&singular, &three).unwrap_err().kind(), LinalgErrorKind::Singular);
    assert_eq!(det(&Array2::<f64>::zeros((3, 3))), Ok(0.0));
}

#[test]
fn elements_that_are_not_finite() {
    for wrong in [f64::NAN, f64::INFINITY] {
        let a = array![[1.0, 0.0], [wrong, 1.0]];
        let b = array![1.0, 2.0];
        let kinds = [
            solve(&a, &b).map(drop),
            solve_spd(&a, &b).map(drop),
            lstsq(&a, &b).map(drop),
            cholesky(&a).map(drop),
            inv(&a).map(drop),
            det(&a).map(drop),
            log_det(&a).map(drop),
            eigh(&a).map(drop),
            svd_values(&a).map(drop),
            expm(&a).map(drop),
        ];
        for result in kinds {
            assert_eq!(result.unwrap_err().kind(), LinalgErrorKind::NotFinite);
        }
    }
}

/// Rows and columns of very different scale are not singular.
#[test]
fn scales() {
    let a = Array2::from_diag(&array![1e-30, 1e20]);
    assert_eq!(solve(&a, &array![1e-30, 1e20]), Ok(array![1.0, 1.0]));
    near(log_det(&a).expect("a logarithm"), 1e-10f64.ln(), 1e-14);
    let x = lstsq(&a, &array![1e-30, 1e20]).expect("a solution");
    x.iter().for_each(|x| near(*x, 1.0, 1e-15));
}

#[test]
#[should_panic(expected = "`solve`: the matrix is 2 × 3, not square")]
fn a_matrix_that_is_not_square() {
    let _ = solve(&matrix(2, 3, 0.1), &vector(2, 0.1));
}

#[test]
#[should_panic(expected = "`solve`: the matrix is 2 × 2 and the right side has 3 rows")]
fn a_right_side_of_another_length() {
    let _ = solve(&regular(2), &vector(3, 0.1));
}

#[differentiate]
fn solution(a: &Array2<f64>, b: &Array1<f64>) -> Result<Array1<f64>, LinalgError> {
    solve(a, b)
}

#[test]
#[should_panic(expected = "the cotangent has shape [3] and the result has shape [2]")]
fn a_cotangent_of_another_shape() {
    let _ = solution_vjp(&regular(2), &vector(2, 0.1), Some(vector(3, 0.1)));
}

#[test]
#[should_panic(
    expected = "solution: the tangent of `b` has shape [3] where the parameter has shape [2]"
)]
fn a_tangent_of_another_shape() {
    let _ = solution_jvp(&regular(2), &vector(2, 0.1), &regular(2), &vector(3, 0.1));
}

#[test]
#[should_panic(
    expected = "solution: the accumulator of `a` has shape [1, 1] where the parameter has shape \
                [2, 2]"
)]
fn an_accumulator_of_another_shape() {
    let (a, b) = (regular(2), vector(2, 0.1));
    let (_, residuals) = solution_primal(&a, &b);
    let mut a_bar = Array2::zeros((1, 1));
    solution_transposed(&residuals, Some(b.clone()), &mut a_bar, &mut Discard);
}

#[differentiate]
fn with_text(a: &Array2<f64>, b: &Array1<f64>) -> Result<f64, String> {
    let x = solve(a, b).map_err(|error| error.to_string())?;
    Ok(x.dot(b))
}

#[differentiate]
fn with_option(a: &Array2<f64>, b: &Array1<f64>) -> Option<f64> {
    let x = solve(a, b).ok()?;
    Some(x.dot(b))
}

#[differentiate]
fn with_match(a: &Array2<f64>, b: &Array1<f64>) -> f64 {
    match solve(a, b) {
        Ok(x) => x.dot(b),
        Err(_) => b.sum(),
    }
}

#[derive(Debug, PartialEq)]
enum ModelError {
    Empty,
    Linalg(LinalgError),
}

impl From<LinalgError> for ModelError {
    fn from(error: LinalgError) -> Self {
        ModelError::Linalg(error)
    }
}

#[differentiate]
fn with_conversion(a: &Array2<f64>, b: &Array1<f64>) -> Result<f64, ModelError> {
    if b.is_empty() {
        return Err(ModelError::Empty);
    }
    let x = solve(a, b)?;
    Ok(x.dot(b))
}

#[test]
fn handled_errors() {
    let (a, b) = (regular(3), vector(3, 0.2));
    let expected = with_match_grad(&a, &b);
    assert_eq!(with_text_grad(&a, &b), Ok(expected.clone()));
    assert_eq!(with_option_grad(&a, &b), Some(expected.clone()));
    assert_eq!(with_conversion_grad(&a, &b), Ok(expected));

    let singular = Array2::zeros((3, 3));
    assert!(with_text_grad(&singular, &b).is_err_and(|text| text.starts_with("`solve`")));
    assert_eq!(with_option_grad(&singular, &b), None);
    assert_eq!(with_match_grad(&singular, &b), (singular.clone(), Array1::ones(3)));
    let error = with_conversion_grad(&singular, &b);
    assert!(matches!(error, Err(ModelError::Linalg(e)) if e.function() == "solve"));
}
