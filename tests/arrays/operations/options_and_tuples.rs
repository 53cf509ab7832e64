//! Arrays in the `Option`s and `Result`s that methods return, and in tuples.

use autodiff::prelude::*;
use ndarray::ShapeError;
use ndarray::prelude::*;

#[differentiate]
fn batch_norm(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mean = w.mean_axis(Axis(0)).unwrap();
    let variance = (w - &mean).mapv(|v| v * v).mean_axis(Axis(0)).unwrap();
    let y = (w - &mean) / (&variance + 1e-5).mapv(f64::sqrt);
    y.mapv(|v| v.max(0.0)).sum() * x[0] + y.dot(x).sum()
}

#[differentiate]
fn means_and_scalars(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let k = x[0];
    let a = w.mean_axis(Axis(0)).expect("rows").mapv(f64::exp) + 1.0;
    let b = &w.mean_axis(Axis(1)).unwrap() - k;
    let c = match w.mean_axis(Axis(0)) {
        Some(m) => m + 2.0,
        None => x.clone(),
    };
    let d = if let Some(m) = w.mean_axis(Axis(0)) { (1.0 - &m).sum() } else { 0.0 };
    let e = w.mean_axis(Axis(0)).map(|m| m + 1.0).unwrap();
    let g = w.mean_axis(Axis(0)).unwrap_or_else(|| x.clone()) + 1.0;
    let column = w.mean_axis(Axis(1)).unwrap().insert_axis(Axis(1)) + 1e-5;
    let Some(m) = w.mean_axis(Axis(1)) else { return 0.0 };
    let h = 1.0 + m;
    a.sum()
        + b.iter().map(|v| v * v).sum::<f64>()
        + c.product()
        + d
        + b[0] * c[1]
        + e.sum()
        + g.dot(x)
        + column.sum() * h.mapv(f64::exp).dot(x)
}

#[differentiate]
fn reshaped(x: &Array1<f64>) -> Result<f64, ShapeError> {
    let column = x.clone().into_shape_with_order((3, 1))? + 1.0;
    let row = x.to_shape([1, 3])?;
    let double = &row * 2.0;
    Ok(column.column(0).mapv(f64::exp).sum() * double.row(0).dot(x)
        + double[[0, 1]] * column[[2, 0]])
}

#[differentiate]
fn shapes_and_scalars(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let flat = w.to_shape(9).unwrap().to_owned() + 1.0;
    let view = &w.to_shape(9).unwrap() + 1.0;
    let made = Array1::from_shape_vec(3, x.to_vec()).unwrap() + 1.0;
    let wide = x.broadcast((3, 3)).unwrap();
    let rows = wide.row(0).mapv(f64::exp) + 1.0;
    flat.dot(&view) * made.sum() * rows.sum() + reshaped(x).unwrap()
}

#[differentiate]
fn rows_of_reshaped(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let gates = w.to_shape((3, 3)).unwrap().to_owned();
    let gate = gates.row(0).mapv(f64::exp);
    let made = Array2::from_shape_vec((3, 1), x.to_vec()).unwrap();
    let column = &made.column(0).mapv(f64::exp) * 2.0;
    let owned = w.to_shape((3, 3)).unwrap().to_owned();
    let turned = owned.t().to_owned();
    let double = &turned.column(0) * 2.0;
    let pairs = turned.column(1).iter().zip(owned.row(1)).map(|(a, b)| a * b).sum::<f64>();
    (gate * 2.0).sum() * column.sum() + double.sum() * pairs + turned.column(0).sum() * x.sum()
}

#[differentiate]
fn products_of_reshaped(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let y = w.to_shape((3, 3)).unwrap().to_owned();
    let z = y.dot(w);
    let sheet = x.broadcast((3, 3)).unwrap().to_owned();
    let product = sheet.t().dot(&Array1::<f64>::ones(3)).product();
    z.outer_iter().map(|r| r.mapv(f64::exp).sum()).sum::<f64>() * product
}

#[differentiate]
fn long_chains(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let flat = w.to_shape((1, 9)).unwrap().to_owned();
    let h = flat.into_shape_with_order([3, 3]).unwrap().mapv(f64::sin);
    let a = (&h * 2.0 + 1.0) * 3.0;
    let b = (a.row(0).mapv(f64::exp) * 0.1 + 1.0) / 2.0;
    let c = h.clone().into_shape_with_order(w.raw_dim()).unwrap();
    let d = c.column(1).to_owned() + &b;
    let e = x.broadcast((2, 3)).unwrap().row(1).to_owned() * &d + 1.0;
    (b * 2.0).sum() * d.dot(x) + e.iter().map(|v| v * v).sum::<f64>()
}

#[derive(Clone, Differentiable)]
struct Model {
    pair: (Array1<f64>, Array2<f64>),
    list: Vec<(f64, Array1<f64>)>,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn values(&self) -> Vec<Array1<f64>> {
        vec![self.pair.0.clone(), &self.pair.0 * 2.0]
    }

    #[differentiate]
    fn scaled(&self) -> (Array1<f64>, f64) {
        (&self.pair.0 * 3.0, 2.0)
    }

    #[differentiate]
    fn total(&self) -> f64 {
        self.pair.0.sum() * self.pair.1.product()
            + self.values()[1].sum()
            + self.list[0].1.sum()
            + self.scaled().0.product()
    }
}

#[differentiate]
fn of_pair(p: &(Array1<f64>, Array2<f64>)) -> f64 {
    p.0.sum() * p.1.sum()
}

#[differentiate]
fn of_list(v: &[(Array1<f64>, f64)]) -> f64 {
    v[0].0.sum() * v[1].1 + v.iter().map(|s| s.0.product() * s.1).sum::<f64>()
}

#[differentiate]
fn parts_of_tuples(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let model = Model { pair: (x.clone(), w.clone()), list: vec![(x[0], x * 3.0)] };
    let state = (x.clone(), (w.clone(), x[0]));
    let list = vec![(x.clone(), w[[0, 0]]), (x * 2.0, w[[1, 0]])];
    model.total()
        + of_pair(&(x * 2.0, w.clone()))
        + of_list(&list)
        + state.1.0.sum() * state.0.fold(0.0, |a, v| a + v * v)
        + state.0.map(|v| v * v).sum()
        + list[1].0.sum()
}

#[differentiate]
fn below(x: &Array1<f64>, limit: f64) -> Result<f64, String> {
    let squares = x
        .iter()
        .map(|v| if *v > limit { Err(format!("{v}")) } else { Ok(v * v) })
        .collect::<Result<Array1<f64>, String>>()?;
    Ok(squares.sum() * squares.dot(x))
}

#[differentiate]
fn collected(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let all: Option<Array1<f64>> = w.iter().map(|v| Some(v * v)).collect();
    let none = x.iter().map(|v| (*v > 9.0).then_some(v * v)).collect::<Option<Array1<f64>>>();
    let failed = match below(x, -9.0) {
        Ok(sum) => sum,
        Err(_) => x[1],
    };
    below(x, 9.0).unwrap() * all.unwrap().sum() + none.map_or(1.0, |z| z.sum()) * failed
}

#[test]
fn payloads_and_scalars() {
    held_against_laws!(batch_norm; means_and_scalars; shapes_and_scalars;);
}

#[test]
fn numbers_of_axes_of_reshaped_arrays() {
    held_against_laws!(rows_of_reshaped; products_of_reshaped; long_chains;);
}

#[test]
fn arrays_in_tuples() {
    held_against_laws!(parts_of_tuples;);
}

#[test]
fn fallible_items_of_an_array() {
    held_against_laws!(collected;);
}
