//! Views that change an array are places of the array.

use autodiff::prelude::*;
use ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
use ndarray::{
    Array1, Array2, Array3, ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis, Zip, array, azip, s,
};

#[differentiate]
fn held_by_variables(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    for i in 0..3 {
        let mut row = y.row_mut(i);
        for j in 0..3 {
            row[j] = row[j] * x[i] + row[(j + 1) % 3];
        }
        let s = row.sum();
        row /= s * s + 1.0;
    }
    let k = 1;
    let mut row = y.row_mut(k);
    let k = 2;
    row[k] = x[k] * row[0];
    {
        let again = &mut row;
        again[0] = 3.0 * again[1];
        *again *= 2.0;
    }
    let mut other = row;
    let t = other.dot(x) + other[0];
    other[1] = t;
    y.sum() * y[[1, 1]]
}

#[differentiate]
fn views_of_views(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    y.view_mut().reversed_axes().row_mut(2).assign(x);
    let (mut a, mut b) = y.view_mut().split_at(Axis(0), 2);
    for i in 0..2 {
        for j in 0..3 {
            a[[i, j]] += b[[0, j]] * x[i];
        }
    }
    b[[0, 0]] *= a[[1, 1]];
    b.row_mut(0).scaled_add(a.dot(x)[0], x);
    a.row_mut(1).assign(&b.row(0));
    a += &b;
    let mut corner = y.slice_mut(s![1.., ..2]).permuted_axes([1, 0]);
    corner *= &w.slice(s![..2, 1..]);
    corner[[0, 1]] = x[0] * corner[[1, 0]];
    let mut lane = y.column_mut(0).insert_axis(Axis(1));
    lane *= 1.5;
    y.index_axis_mut(Axis(1), 2).into_diag().fill(x[1] * x[2]);
    y.mapv(|v| v.sin()).dot(x).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn step(&mut self, x: &Array1<f64>) {
        for i in 0..3 {
            let mut row = self.w.row_mut(i);
            row += x;
            row[0] *= x[i];
            row.scaled_add(0.5, x);
        }
        self.b.slice_mut(s![1..]).assign(&x.slice(s![..2]));
        self.w.row_mut(0).assign(&self.b);
    }
}

#[differentiate]
fn parts_of_structs(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut layer = Layer { w: w.clone(), b: x * 2.0 };
    layer.step(x);
    layer.step(&layer.b.clone());
    let mut layers = vec![layer.w.clone(), w * 2.0];
    for k in 0..2 {
        let mut column = layers[k].column_mut(k);
        column *= x;
        column[0] += x[1];
    }
    let t = layers[0].row(1).dot(x);
    layers[1].diag_mut().fill(t);
    layers[0].dot(&layers[1]).dot(&layer.b).sum()
}

#[differentiate]
fn add_powers(y: &mut Array2<f64>, x: &Array1<f64>, n: usize) {
    if n == 0 {
        return;
    }
    y.row_mut(n - 1).scaled_add(x[n - 1], x);
    add_powers(y, x, n - 1);
    let mut column = y.column_mut(n - 1);
    column *= x;
}

#[differentiate]
fn control_flow(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    for i in 0..3 {
        let mut row = y.row_mut(i);
        if x[i] > 0.5 {
            row *= 2.0;
            row[0] = x[0] * x[0];
        } else {
            let t = row.dot(x);
            row.assign(&(x * t));
            continue;
        }
        if i == 2 {
            break;
        }
        row.mapv_inplace(|v| v.exp());
    }
    let (mut n, mut all) = (0, y.view_mut());
    while all.sum() < 20.0 && n < 4 {
        all += &w.mapv(|t| t * t);
        all[[n % 3, 1]] *= x[n % 3];
        n += 1;
    }
    add_powers(&mut y, x, 3);
    (&y * w).sum()
}

#[differentiate]
fn scaled_up_to(y: &mut Array2<f64>, x: &Array1<f64>) -> f64 {
    for (i, mut row) in y.rows_mut().into_iter().enumerate() {
        let s = row.sum();
        if i == 2 {
            return s * s;
        }
        row /= s + x[i];
    }
    0.0
}

#[differentiate]
fn loops(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    for (mut column, t) in y.columns_mut().into_iter().zip(x) {
        column.scaled_add(*t, x);
        if *t > 1.0 {
            break;
        }
    }
    y.outer_iter_mut().for_each(|mut row| row.mapv_inplace(f64::tanh));
    for (mut row, s) in y.outer_iter_mut().zip(w.outer_iter()) {
        row *= &s;
        let n = row.dot(&row).sqrt();
        row /= n;
    }
    for mut row in y.slice_mut(s![1.., ..]).rows_mut() {
        row *= x;
    }
    for mut row in y.view_mut().reversed_axes().outer_iter_mut() {
        row[0] *= 2.0;
    }
    for v in y.slice_mut(s![.., 1]).iter_mut() {
        *v *= *v;
    }
    scaled_up_to(&mut y, x) + (&y * w).sum()
}

#[differentiate]
fn more_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y: Array3<f64> = Array3::zeros((2, 3, 3));
    y.index_axis_mut(Axis(0), 0).assign(w);
    for mut m in y.outer_iter_mut() {
        m.row_mut(1).scaled_add(2.0, x);
        for mut row in m.rows_mut() {
            row *= x;
        }
    }
    for mut m in y.axis_iter_mut(Axis(2)) {
        m[[0, 1]] *= x[0];
    }
    for mut lane in y.rows_mut() {
        lane[0] += 1.0;
    }
    for mut chunk in y.axis_chunks_iter_mut(Axis(1), 2) {
        chunk *= x[1];
    }
    y.slice_mut(s![1, .., 0]).fill(x[2]);
    y.mapv(|v| v * v).sum()
}

#[differentiate]
fn zips_and_products(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = Array2::zeros((4, 4));
    general_mat_mul(2.0, w, w, 0.0, &mut y.slice_mut(s![1.., ..3]));
    general_mat_mul(x[0], w, w, x[1], &mut y.slice_mut(s![..3, 1..]));
    let mut column = y.column_mut(3);
    general_mat_vec_mul(1.0, &w.t(), x, 1.0, &mut column.slice_mut(s![..3]));
    let mut z = w.clone();
    Zip::from(z.row_mut(0)).and(x).for_each(|a, &b| *a += b * b);
    Zip::from(z.view_mut().reversed_axes()).and(&w.view()).for_each(|a, &b| *a += b * b);
    azip!((a in z.slice_mut(s![1.., 1..]), &b in w.slice(s![..2, ..2])) *a = a.sin() * b);
    z.row_mut(2).zip_mut_with(x, |a, b| *a -= b * b * b);
    z.row_mut(0).map_inplace(|v| *v *= 1.5);
    z.row_mut(0).swap(0, 2);
    y.mapv(|v| v * v).sum() + z.dot(x).sum()
}

#[differentiate]
fn elements(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    if let Some(v) = y.get_mut((1, 1)) {
        *v *= x[0];
    }
    if let Some(v) = y.get_mut([5, 1]) {
        *v = x[1];
    }
    *y.row_mut(0).get_mut(1).unwrap() *= x[0];
    *y.row_mut(1).last_mut().unwrap() = x[1] * x[1];
    let mut b = x.clone();
    if let Some(v) = b.first_mut() {
        *v += 1.0;
    }
    for i in 0..5 {
        match b.slice_mut(s![1..]).get_mut(i) {
            Some(v) => *v *= *v,
            None => break,
        }
    }
    let mut row = y.row_mut(0);
    let mut bump = |j: usize, v: f64| row[j] += v * v;
    bump(0, x[0]);
    bump(2, x[1]);
    y.dot(&b).sum()
}

#[differentiate]
fn normalized(mut row: ArrayViewMut1<f64>, k: f64) {
    if row[0] > 3.0 {
        return;
    }
    row *= k;
    let s = row.sum();
    row[0] += s * s;
}

#[differentiate]
fn diffused(mut to: ArrayViewMut2<'_, f64>, from: ArrayView2<'_, f64>, dt: f64) {
    let (n, m) = from.dim();
    for i in 1..n - 1 {
        for j in 1..m - 1 {
            let sum = from[[i + 1, j]] + from[[i - 1, j]] + from[[i, j + 1]] + from[[i, j - 1]];
            to[[i, j]] = from[[i, j]] + dt * (sum - 4.0 * from[[i, j]]);
        }
    }
}

#[differentiate]
fn turned(row: &mut ArrayViewMut1<'_, f64>, x: &Array1<f64>) -> f64 {
    for v in row.iter_mut() {
        *v = v.sin();
    }
    row.dot(x)
}

#[differentiate]
fn passed_to_functions(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w * 1.5;
    diffused(y.view_mut(), w.view(), x[0]);
    normalized(y.row_mut(0), x[0]);
    normalized(y.column_mut(1), x[1]);
    for row in y.rows_mut() {
        normalized(row, x[2]);
    }
    let mut s = 0.0;
    for mut row in y.rows_mut() {
        s += turned(&mut row, x);
    }
    s * y.sum()
}

#[differentiate]
fn without_reals(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut c: Array2<f64> = Array2::zeros((3, 3));
    c.row_mut(0).fill(2.0);
    c.column_mut(1).assign(&array![1.0, 2.0, 3.0]);
    {
        let mut row = c.row_mut(2);
        row[0] = 3.0;
        row *= 2.0;
        let t = row.sum();
        row[1] = t;
    }
    for mut row in c.rows_mut() {
        row += 1.0;
    }
    c.dot(x).sum() + w.dot(&c).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    theta: Array1<f64>,
    w: Array2<f64>,
}

#[differentiate]
impl Network {
    #[differentiate]
    fn bias(&mut self) -> ArrayViewMut1<'_, f64> {
        self.theta.slice_mut(s![1..])
    }

    #[differentiate]
    fn layer(&mut self, k: usize) -> ArrayViewMut1<'_, f64> {
        self.w.row_mut(k)
    }

    #[differentiate]
    fn update(&mut self, rate: f64) {
        for k in 0..3 {
            self.layer(k).mapv_inplace(|v| v * (1.0 - rate));
        }
        let first = self.theta[0];
        self.bias()[1] += rate * first;
        self.bias().scaled_add(rate, &array![1.0, 2.0]);
    }
}

#[differentiate]
fn returned_by_methods(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut network = Network { theta: x.clone(), w: w.clone() };
    network.update(0.1);
    network.update(x[0]);
    network.layer(1)[2] *= x[2];
    {
        let mut bias = network.bias();
        bias[0] = w[[0, 0]];
        bias *= 2.0;
    }
    network.w.dot(&network.theta).sum()
}

#[test]
fn changed_views_against_laws() {
    held_against_laws! {
        held_by_variables;
        views_of_views;
        parts_of_structs;
        control_flow;
        loops;
        more_axes;
        zips_and_products;
        elements;
        passed_to_functions;
        returned_by_methods;
        without_reals;
    }
}

#[differentiate]
fn generic<T: Real>(x: &Array1<T>, w: &Array2<T>) -> T {
    let mut y = w.clone();
    let mut row = y.row_mut(1);
    row *= x;
    row[0] = row[1] * x[0];
    y.column_mut(0).assign(x);
    y.slice_mut(s![.., 1..]).fill(x[2]);
    y.row(1).dot(x) + y.sum()
}

#[differentiate]
fn of_singles(x: &Array1<f32>, w: &Array2<f32>) -> f32 {
    generic(x, w)
}

#[test]
fn other_reals() {
    let (x, w) = crate::vector_and_matrix::split(&crate::vector_and_matrix::numbers());
    let (of_x, of_w) = generic_grad(&x, &w);
    let (x, w) = (x.mapv(|v| v as f32), w.mapv(|v| v as f32));
    let (of_x_single, of_w_single) = of_singles_grad(&x, &w);
    for (a, b) in of_x.iter().chain(&of_w).zip(of_x_single.iter().chain(&of_w_single)) {
        crate::support::close("f32", f64::from(*b), *a, 1e-5);
    }
}

#[differentiate]
fn in_place(y: &mut Array2<f64>, x: &Array1<f64>) {
    for mut row in y.rows_mut() {
        row *= 2.0;
        row.scaled_add(3.0, x);
    }
    y.slice_mut(s![.., 1..]).fill(x[0]);
}

/// The linear part of operations that are linear needs no values.
#[test]
fn residuals_do_not_grow() {
    let bytes = |n: usize| {
        let (mut y, x) = (Array2::ones((n, 4)), Array1::ones(4));
        in_place_primal(&mut y, &x).1.size_in_bytes()
    };
    // a part of `x` is saved for each row, not of `y`
    assert!(bytes(64) <= 64 * 128, "{}", bytes(64));
}

#[differentiate]
fn scaled_inside(y: &mut Array2<f64>, k: f64) {
    let mut inside = y.slice_mut(s![1.., ..]);
    for i in 0..inside.nrows() {
        for j in 0..4 {
            inside[[i, j]] *= k;
        }
    }
}

/// An element of a view is saved, not the array or the view.
#[test]
fn residuals_of_elements_do_not_grow() {
    let bytes = |n: usize| {
        let mut y = Array2::ones((n, 4));
        scaled_inside_primal(&mut y, 2.0).1.size_in_bytes()
    };
    assert!(bytes(65) - bytes(33) <= 32 * 4 * 16, "{} {}", bytes(65), bytes(33));
}

#[differentiate]
fn out_of_bounds(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let mut y = w.clone();
    y.row_mut(x.len() + 1).assign(x);
    y.sum()
}

#[test]
#[should_panic]
fn a_row_out_of_bounds() {
    let (x, w) = crate::vector_and_matrix::split(&crate::vector_and_matrix::numbers());
    out_of_bounds_grad(&x, &w);
}

#[test]
fn empty_arrays() {
    let (mut y, x) = (Array2::zeros((0, 4)), Array1::ones(4));
    let mut y_bar = Array2::zeros((0, 4));
    let ((), x_bar) = in_place_vjp(&mut y, &x, &mut y_bar);
    assert_eq!(x_bar, Array1::<f64>::zeros(4));
}
