//! Arrays without elements, views, and single precision.

use autodiff::linalg::{
    LinalgError, cholesky, det, eigh, expm, inv, log_det, lstsq, solve, solve_spd, svd_values,
};
use autodiff::prelude::*;
use ndarray::{Array1, Array2, s};

use crate::support::{close, differences, inside, near, positive, regular, vector};

/// The sum of all functions of one matrix.
#[differentiate]
fn all(a: &Array2<f64>, b: &Array1<f64>) -> Result<f64, LinalgError> {
    let (values, vectors) = eigh(a)?;
    let mut sum: f64 = values.sum();
    sum += vectors.sum();
    sum += det(a)?;
    sum += log_det(a)?;
    sum += solve(a, b)?.sum();
    sum += solve_spd(a, b)?.sum();
    sum += lstsq(a, b)?.sum();
    sum += cholesky(a)?.sum();
    sum += inv(a)?.sum();
    sum += expm(a)?.sum();
    sum += svd_values(a)?.sum();
    Ok(sum)
}

#[test]
fn no_elements() {
    let (a, b) = (Array2::<f64>::zeros((0, 0)), Array1::<f64>::zeros(0));
    assert_eq!((det(&a), log_det(&a)), (Ok(1.0), Ok(0.0)));
    assert_eq!(all(&a, &b), Ok(1.0));
    assert_eq!(all_value_and_grad(&a, &b), Ok((1.0, (a.clone(), b.clone()))));
    assert_eq!(all_jvp(&a, &b, &a, &b), (Ok(1.0), Some(0.0)));

    // no right sides, no columns, no rows
    assert_eq!(solve(&regular(3), &Array2::zeros((3, 0))), Ok(Array2::zeros((3, 0))));
    assert_eq!(lstsq(&Array2::zeros((3, 0)), &vector(3, 0.1)), Ok(Array1::zeros(0)));
    assert_eq!(lstsq(&Array2::zeros((0, 3)), &Array1::<f64>::zeros(0)), Ok(Array1::zeros(3)));
    assert_eq!(svd_values(&Array2::<f64>::zeros((0, 3))), Ok(Array1::zeros(0)));
}

#[test]
fn all_functions_of_one_matrix() {
    let (a, b) = (positive(3), vector(3, 0.2));
    let (a_bar, b_bar) = all_grad(&a, &b).expect("a gradient");
    close(&a_bar, &differences(|a| all(a, &b).expect("a value"), &a), 1e-7);
    close(&b_bar, &differences(|b| all(&a, b).expect("a value"), &b), 1e-8);
}

#[differentiate]
fn of_views(a: &Array2<f64>, b: &Array2<f64>) -> Result<f64, LinalgError> {
    let x = solve(&a.t(), &b.column(0))?;
    Ok(x.dot(&b.row(1)) + det(&b.t())?)
}

#[test]
fn views() {
    let (a, b) = (regular(3), positive(3));
    let whole = inside(&a);
    let view = whole.slice(s![1..=3, 1..=3]);
    assert_eq!(solve(&view, &b.column(1)), solve(&a, &b.column(1).to_owned()));
    assert_eq!(inv(&view.t()), inv(&a.t().to_owned()));

    let (value, (a_bar, b_bar)) = of_views_value_and_grad(&a, &b).expect("a gradient");
    assert_eq!(Ok(value), of_views(&a, &b));
    close(&a_bar, &differences(|a| of_views(a, &b).expect("a value"), &a), 1e-8);
    close(&b_bar, &differences(|b| of_views(&a, b).expect("a value"), &b), 1e-8);
}

#[differentiate]
fn single(a: &Array2<f32>, b: &Array1<f32>) -> Result<f32, LinalgError> {
    let x = solve_spd(a, b)?;
    Ok(x.dot(b) + log_det(a)?)
}

#[differentiate]
fn double(a: &Array2<f64>, b: &Array1<f64>) -> Result<f64, LinalgError> {
    let x = solve_spd(a, b)?;
    Ok(x.dot(b) + log_det(a)?)
}

#[test]
fn single_precision() {
    let (a, b) = (positive(3), vector(3, 0.2));
    let (value, bars) = double_value_and_grad(&a, &b).expect("a gradient");
    let (a, b) = (a.mapv(|x| x as f32), b.mapv(|x| x as f32));
    let (rough, rough_bars) = single_value_and_grad(&a, &b).expect("a gradient");
    near(rough as f64, value, 1e-5);
    close(&rough_bars.0.mapv(f64::from), &bars.0, 1e-5);
    close(&rough_bars.1.mapv(f64::from), &bars.1, 1e-5);
}

/// Neither argument, or only one of them, is active.
#[differentiate]
fn of_right_side(#[constant] a: &Array2<f64>, b: &Array1<f64>) -> Result<f64, LinalgError> {
    let x = solve(a, b)?;
    Ok(x.dot(b) * det(a)?)
}

#[differentiate]
fn of_matrix(a: &Array2<f64>, #[constant] b: &Array1<f64>) -> Result<f64, LinalgError> {
    let x = solve(a, b)?;
    Ok(x.dot(b))
}

#[test]
fn constant_arguments() {
    let (a, b) = (regular(3), vector(3, 0.2));
    let b_bar = of_right_side_grad(&a, &b).expect("a gradient");
    close(&b_bar, &differences(|b| of_right_side(&a, b).expect("a value"), &b), 1e-8);
    let (_, rate) = of_right_side_jvp(&a, &b, &b);
    near(rate.expect("a tangent"), b_bar.dot(&b), 1e-12);
    let a_bar = of_matrix_grad(&a, &b).expect("a gradient");
    close(&a_bar, &differences(|a| of_matrix(a, &b).expect("a value"), &a), 1e-8);
    let (_, rate) = of_matrix_jvp(&a, &b, &a);
    near(rate.expect("a tangent"), (a_bar * &a).sum(), 1e-12);
}
