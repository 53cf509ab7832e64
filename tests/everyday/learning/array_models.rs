//! Models of `ndarray`: least squares over the rows of a data set, a filter whose state is
//! replaced, the best path through states, a midpoint step of a closure, normalized layers.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, ArrayView1, Axis, array, s};

use crate::support::{close, differences};

/// Data, without the derive.
struct Dataset {
    x: Array2<f64>,
    y: Array1<f64>,
    weights: Vec<Array1<f64>>,
}

struct Split {
    train: Dataset,
}

#[differentiate]
fn residual(row: ArrayView1<f64>, beta: &Array1<f64>, y: f64) -> f64 {
    row.dot(beta) - y
}

#[differentiate]
fn squared_loss(beta: &Array1<f64>, #[constant] data: &Split) -> f64 {
    let train = &data.train;
    let fitted = data.train.x.dot(beta);
    let mut total = (&fitted - &train.y).mapv(|r| r * r).sum();
    for (i, row) in train.x.rows().into_iter().enumerate() {
        total += residual(row, beta, train.y[i]).tanh();
        total += residual(data.train.x.row(i), beta, 0.0).powi(2) * data.train.x[[i, 0]];
    }
    total + train.weights.iter().map(|w| w.dot(beta)).sum::<f64>() + data.train.x.dot(beta).sum()
}

fn dataset() -> Split {
    let x = array![[1.0, 0.5], [-0.3, 2.0], [0.7, 0.2]];
    let y = array![0.4, -1.0, 0.3];
    Split { train: Dataset { x, y, weights: vec![array![1.0, 2.0], array![0.5, -0.5]] } }
}

type Filtered<T> = Result<T, String>;

#[derive(Clone, Debug, Differentiable)]
struct State {
    x: Array1<f64>,
    p: Array2<f64>,
}

/// The fields of the new state are computed from the same fields.
#[differentiate]
fn predict(f: &Array2<f64>, state: &State) -> Filtered<State> {
    if state.x.is_empty() {
        return Err("no state".to_string());
    }
    Ok(State { x: f.dot(&state.x).mapv(f64::tanh), p: f.dot(&state.p).dot(&f.t()) + f })
}

#[differentiate]
fn correct(state: &mut State, gain: f64) {
    state.p = state.p.dot(&state.p) * gain + &state.p;
    state.x = state.p.dot(&state.x);
}

#[differentiate]
fn filtered(f: &Array2<f64>, x: &Array1<f64>, gain: f64) -> Filtered<f64> {
    let mut state = State { x: x.clone(), p: Array2::from_diag(x) };
    for _ in 0..2 {
        state = predict(f, &state)?;
        correct(&mut state, gain);
    }
    let last = predict(f, &state)?;
    Ok(last.x.sum() + last.p.sum())
}

/// The most probable path of a hidden Markov model: a loop that carries arrays.
#[differentiate]
fn best_path(start: &Array1<f64>, log_transitions: &Array2<f64>) -> f64 {
    let mut delta = start + &emission(start);
    for _ in 0..3 {
        let previous = delta.clone().insert_axis(Axis(1)) + log_transitions;
        let best = previous
            .map_axis(Axis(0), |column| column.iter().cloned().fold(f64::NEG_INFINITY, f64::max));
        delta = best + emission(start);
    }
    delta.sum()
}

#[differentiate]
fn emission(start: &Array1<f64>) -> Array1<f64> {
    start.mapv(|v| -0.5 * v * v)
}

/// The parameters of the closure have the types of the bound.
#[differentiate]
fn midpoint(f: impl Fn(f64, &Array1<f64>) -> Array1<f64>, y: &Array1<f64>, h: f64) -> Array1<f64> {
    let middle = y + &(f(0.0, y) * (0.5 * h));
    y + &(f(0.5 * h, &middle) * h)
}

#[differentiate]
fn integrated(y: &Array1<f64>, k: f64) -> f64 {
    let mut y = y.clone();
    for _ in 0..3 {
        y = midpoint(|t, y| y.mapv(|v| v * v) * -k + t, &y, 0.1);
    }
    y.sum()
}

/// Names that come through the globs of other modules.
#[differentiate]
mod layers {
    use super::*;

    #[differentiate]
    pub fn normalized(x: &Array2<f64>) -> f64 {
        let z = x.var_axis(Axis(1), 0.0).mapv(f64::sqrt);
        z.sum() + x.slice(s![.., 1..]).sum()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Code {
    w: Array2<f64>,
    latent: usize,
}

/// Ranges whose ends are lengths of active arrays.
#[differentiate]
fn slices(code: &Code, x: &Array1<f64>) -> f64 {
    let first = code.w.slice(s![.., ..code.latent]);
    let rest = x.slice(s![1..x.len()]);
    let backwards = x.slice(s![..x.len() - 1;-1]);
    first.sum() * rest.sum() + rest.dot(&backwards)
}

/// Arrays of iterators, vectors, slices and diagonals.
#[differentiate]
fn constructed(x: &[f64]) -> f64 {
    let squares: Array1<f64> = x.iter().map(|v| v * v).collect();
    let copy = Array1::from(x.to_vec());
    let view = ArrayView1::from(x);
    let exponentials: Vec<f64> = x.iter().map(|v| v.exp()).collect();
    let exponentials: Array1<f64> = exponentials.into();
    let scaled = Array2::from_diag_elem(x.len(), x[0]).dot(&copy);
    let diagonal = Array2::from_diag(&(&squares + &view));
    let sums: Array1<_> = diagonal.into_dyn().sum_axis(Axis(0)).iter().copied().collect();
    copy.dot(&view) + squares.dot(&exponentials) + scaled.sum() + sums.dot(&view)
}

fn matrix(all: &[f64]) -> Array2<f64> {
    Array2::from_shape_vec((2, 2), all[..4].to_vec()).expect("two by two")
}

fn vector(all: &[f64]) -> Array1<f64> {
    Array1::from(all[4..].to_vec())
}

const AT: [f64; 6] = [0.4, -0.3, 0.7, 0.9, 0.5, -0.8];

#[track_caller]
fn same<'a>(f: impl Fn(&[f64]) -> f64, at: &[f64], gradient: impl IntoIterator<Item = &'a f64>) {
    let gradient: Vec<f64> = gradient.into_iter().copied().collect();
    let expected = differences(f, at);
    assert_eq!(gradient.len(), expected.len());
    gradient.iter().zip(&expected).for_each(|(found, of)| close("gradient", *found, *of, 1e-7));
}

#[test]
fn data_without_derivatives() {
    let data = dataset();
    let gradient = squared_loss_grad(&array![0.3, -0.2], &data);
    same(|beta| squared_loss(&Array1::from(beta.to_vec()), &data), &[0.3, -0.2], &gradient);
}

#[test]
fn states() {
    let value = |all: &[f64]| filtered(&matrix(all), &vector(all), 0.3).expect("a state");
    let (f, x) = (matrix(&AT), vector(&AT));
    let (of_f, of_x, _) = filtered_grad(&f, &x, 0.3).expect("a state");
    same(value, &AT, of_f.iter().chain(&of_x));
    let empty = filtered_grad(&Array2::zeros((0, 0)), &Array1::zeros(0), 0.3);
    assert_eq!(empty.expect_err("no state"), "no state");
}

#[test]
fn loops_over_arrays() {
    let (t, x) = (matrix(&AT), vector(&AT));
    let (of_x, of_t) = best_path_grad(&x, &t);
    same(|all| best_path(&vector(all), &matrix(all)), &AT, of_t.iter().chain(&of_x));
    let (of_y, of_k) = integrated_grad(&x, 0.7);
    let value = |all: &[f64]| integrated(&Array1::from(all[..2].to_vec()), all[2]);
    same(value, &[AT[4], AT[5], 0.7], of_y.iter().chain([&of_k]));
}

#[test]
fn names_and_slices() {
    let gradient = layers::normalized_grad(&matrix(&AT));
    same(|all| layers::normalized(&matrix(all)), &AT[..4], &gradient);
    let code = |all: &[f64]| Code { w: matrix(all), latent: 1 };
    let value = |all: &[f64]| slices(&code(all), &vector(all));
    let (of_code, of_x) = slices_grad(&code(&AT), &vector(&AT));
    same(value, &AT, of_code.w.iter().chain(&of_x));
    same(constructed, &AT, &constructed_grad(&AT));
}
