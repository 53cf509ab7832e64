//! Chains of methods on arrays that other methods return, conversions, and slices of arrays.

use autodiff::prelude::*;
use ndarray::linalg::kron;
use ndarray::prelude::*;
use ndarray::{ShapeError, aview1, concatenate, stack};

/// A model that is made of its weights.
#[derive(Clone, Differentiable)]
struct Model {
    weights: Array1<f64>,
}

#[differentiate]
impl From<Array1<f64>> for Model {
    #[differentiate]
    fn from(weights: Array1<f64>) -> Model {
        Model { weights: weights.mapv(|v| v * v) }
    }
}

#[differentiate]
fn scaled(x: &Array1<f64>, w: &Array2<f64>) -> Result<Array2<f64>, ShapeError> {
    let scaled: Vec<f64> = (w * x).iter().copied().collect();
    Array2::from_shape_vec((3, 3), scaled)
}

#[differentiate]
fn product_of_ends(s: &[f64]) -> f64 {
    s[0] * s[s.len() - 1]
}

#[differentiate]
fn of_constructor(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let flat: Vec<f64> = w.iter().map(|v| v * v).collect();
    let again = flat.to_vec();
    Array2::from_shape_vec((3, 3), flat).unwrap().dot(w).sum() * x[0]
        + Array2::from_shape_vec((3, 3), again).unwrap().dot(w).iter().map(|v| v.sin()).sum::<f64>()
}

#[differentiate]
fn of_folds(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let rows = [x.clone(), x * 2.0];
    rows.iter().fold(w.clone(), |h, r| h * r).sum()
        + rows.iter().map(|r| r * r).reduce(|a, b| a * b).unwrap().sum()
        + rows.first().cloned().unwrap_or_else(|| x * 3.0).map(|v| v * v).sum()
}

#[differentiate]
fn of_results(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    scaled(x, w).unwrap().mapv(f64::exp).sum() + scaled(x, w).map(|m| m.dot(w).sum()).unwrap()
}

#[differentiate]
fn fallible(x: &Array1<f64>, w: &Array2<f64>) -> Result<f64, ShapeError> {
    Ok(scaled(x, w)?.row(0).dot(x) + scaled(x, w)?.mapv(|v| v * v).sum())
}

#[differentiate]
fn of_question_marks(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    fallible(x, w).unwrap()
}

#[differentiate]
fn of_joins(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let rows = stack![Axis(0), x * &w.row(0), x + 1.0, w.dot(x)];
    let all = concatenate![Axis(0), x * &w.row(1), x.mapv(f64::sin), -x];
    let views = ndarray::stack(Axis(0), &[(x * &w.row(2)).view(), x.view()]).unwrap();
    rows.dot(w).mapv(f64::sin).sum() + all.dot(&all) + views.dot(w).mapv(f64::cos).sum()
}

#[differentiate]
fn of_views_of_vectors(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let flat: Vec<f64> = w.iter().map(|v| v * v).collect();
    let short: Vec<f64> = x.iter().map(|v| v.exp()).collect();
    let (matrix, row) = (ArrayView2::from_shape((3, 3), &flat).unwrap(), ArrayView1::from(&short));
    matrix.dot(w).sum() * x[0] + row.dot(&w.dot(x)) + aview1(&short).dot(x)
}

#[differentiate]
fn of_slices(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let first = if let Some(s) = x.as_slice() {
        let mut sum = 0.0;
        for i in 0..s.len() {
            sum += s[i] * s[i] * w[[i, 0]];
        }
        sum
    } else {
        x.iter().map(|v| v * v).sum::<f64>()
    };
    // only one of the two layouts has a slice
    let second = match w.as_slice() {
        Some(s) => product_of_ends(s) + x[0] * s.iter().map(|v| v * v).sum::<f64>(),
        None => x.iter().map(|v| v * v).sum::<f64>() * w[[0, 0]] * w[[2, 2]],
    };
    first + second + (x * 2.0).as_slice().map_or(0.0, |s| s[0] * s[2])
}

#[differentiate]
fn of_early_return(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let Some(s) = x.as_slice() else { return 0.0 };
    if let Some(all) = w.as_slice() {
        return all.iter().map(|v| v * v).sum::<f64>() * s[0];
    }
    w.iter().map(|v| v * v).sum::<f64>() * s[0]
}

#[differentiate]
fn of_conversions(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let y = x * 2.0;
    let of_variable: Model = y.into();
    let of_product: Model = (x * x).into();
    let of_method: Model = w.dot(x).into();
    of_variable.weights.dot(&of_product.weights) + of_method.weights.sum()
}

#[differentiate]
fn of_kronecker(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let column = x.view().insert_axis(Axis(1)).to_owned();
    let product = kron(&column, w);
    let sum = kron(w, &Array2::<f64>::eye(2)) + kron(&Array2::<f64>::eye(2), w);
    let constant = kron(&Array2::<f64>::eye(2), &array![[1.0, 3.0]]);
    let of_view = kron(&w.slice(s![..2, ..]), &w.t());
    product.row(4).dot(x) * constant.sum() + (&sum * &sum).sum() + of_view.mapv(f64::sin).sum()
}

#[test]
fn chains_on_arrays() {
    held_against_laws!(of_kronecker;);
    held_against_laws!(of_constructor; of_folds; of_results; of_question_marks; of_joins;);
}

#[test]
fn views_and_slices_of_elements() {
    held_against_laws!(of_views_of_vectors; of_early_return; of_conversions;);
}

#[test]
fn a_slice_in_one_of_two_layouts() {
    let (x, w) = crate::vector_and_matrix::split(&crate::vector_and_matrix::numbers());
    for w in [w.clone(), w.t().to_owned(), w.reversed_axes()] {
        let (value, (of_x, of_w)) = of_slices_value_and_grad(&x, &w);
        assert_eq!(value.to_bits(), of_slices(&x, &w).to_bits());
        let all: Vec<f64> = x.iter().chain(&w).copied().collect();
        let differences = crate::support::differences(
            |all| {
                let (x, mut changed) = (Array1::from(all[..3].to_vec()), w.clone());
                changed.iter_mut().zip(&all[3..]).for_each(|(of, v)| *of = *v);
                of_slices(&x, &changed)
            },
            &all,
        );
        of_x.iter().chain(&of_w).zip(&differences).for_each(|(found, of)| {
            crate::support::close("of_slices", *found, *of, 1e-7);
        });
    }
}
