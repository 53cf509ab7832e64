//! `general_mat_mul` and its like, closures for each lane, loops over changing parts, `concatenate`
//! of vectors of views, and `append`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use autodiff::prelude::*;
use ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
use ndarray::{
    Array, Array1, Array2, Array3, ArrayView1, ArrayView2, Axis, Dimension, ShapeBuilder,
    ShapeError, array, concatenate, s, stack,
};

/// The gradient with respect to an array, by central differences.
fn differences<D: Dimension>(
    f: impl Fn(&Array<f64, D>) -> f64,
    x: &Array<f64, D>,
) -> Array<f64, D> {
    let mut gradient = Array::zeros(x.raw_dim());
    for (k, slope) in gradient.iter_mut().enumerate() {
        let at = |step: f64| {
            let mut moved = x.clone();
            *moved.iter_mut().nth(k).expect("an element") += step;
            f(&moved)
        };
        *slope = (at(1e-6) - at(-1e-6)) / 2e-6;
    }
    gradient
}

#[track_caller]
fn close<D: Dimension>(name: &str, a: &Array<f64, D>, b: &Array<f64, D>) {
    assert_eq!(a.shape(), b.shape(), "{name}");
    let same = a.iter().zip(b).all(|(a, b)| (a - b).abs() < 2e-6 * (1.0 + b.abs()));
    assert!(same, "{name}: {a} and {b}");
}

/// A matrix in three layouts: rows first, columns first, and with gaps.
fn layouts(w: &Array2<f64>) -> [Array2<f64>; 3] {
    let mut in_columns = Array2::zeros(w.dim().f());
    in_columns.assign(w);
    let mut wide = Array2::zeros((w.nrows() * 2, w.ncols() + 1));
    wide.slice_collapse(s![..;2, 1..]);
    wide.assign(w);
    [w.clone(), in_columns, wide]
}

fn matrix() -> Array2<f64> {
    Array2::from_shape_fn((3, 3), |(i, j)| ((1 + i * 5 + j * 3) as f64).sin())
}

/// Checks functions of a vector, a matrix and a number: values to the last bit in each layout,
/// gradients, tangents and accumulators.
macro_rules! same {
    ($($f:ident)*) => {
        pastey::paste! {
            $(for w in layouts(&matrix()) {
                let (name, x, k) = (stringify!($f), array![0.2, -0.3, 0.45], 0.7);
                let expected = $f(&x, &w, k);
                let (value, (x_bar, w_bar, k_bar)) = [<$f _value_and_grad>](&x, &w, k);
                assert_eq!(value.to_bits(), expected.to_bits(), "{name}");
                close(name, &x_bar, &differences(|x| $f(x, &w, k), &x));
                close(name, &w_bar, &differences(|w| $f(&x, w, k), &w));
                let of_k = ($f(&x, &w, k + 1e-6) - $f(&x, &w, k - 1e-6)) / 2e-6;
                let error = (k_bar - of_k).abs();
                assert!(error < 2e-6 * (1.0 + of_k.abs()), "{name}: {k_bar} and {of_k}");
                let (value, rate) = [<$f _jvp>](&x, &w, k, &x_bar, &w_bar, k_bar);
                assert_eq!(value.to_bits(), expected.to_bits(), "{name}");
                let squares = x_bar.dot(&x_bar) + (&w_bar * &w_bar).sum() + k_bar * k_bar;
                assert!((rate - squares).abs() < 1e-9 * squares, "{name}");
                let (value, residuals) = [<$f _primal>](&x, &w, k);
                assert_eq!(value.to_bits(), expected.to_bits(), "{name}");
                let (mut x_sum, mut w_sum, mut k_sum) = (x.clone(), w.clone(), 1.0);
                [<$f _transposed>](&residuals, 2.0, &mut x_sum, &mut w_sum, &mut k_sum);
                close(name, &x_sum, &(&x + 2.0 * &x_bar));
                close(name, &w_sum, &(&w + 2.0 * &w_bar));
                assert!((k_sum - 1.0 - 2.0 * k_bar).abs() < 1e-9 * (1.0 + k_bar.abs()), "{name}");
                [<$f _transposed>](&residuals, 2.0, &mut Discard, &mut w_sum, &mut Discard);
            })*
        }
    };
}

#[differentiate]
fn products(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut c = w * k;
    general_mat_mul(k, w, &c.clone(), 0.5, &mut c);
    general_mat_mul(2.0, &w.t(), &w.view(), k * k, &mut c);
    let mut y = x.clone();
    general_mat_vec_mul(k, &c, x, k, &mut y);
    ndarray::linalg::general_mat_vec_mul(1.0, &c.t(), &(x * 2.0), 0.0, &mut y);
    y.dot(x) + (&c * &c).sum()
}

#[differentiate]
fn products_of_views(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut c = Array2::<f64>::ones((4, 3));
    general_mat_mul(k, w, w, 1.0, &mut c.slice_mut(s![1.., ..;-1]));
    let mut part = c.slice_mut(s![..3, ..]);
    general_mat_mul(1.0, w, &w.t(), k, &mut part);
    for i in 0..2 {
        general_mat_vec_mul(k * k, w, &w.column(i), k, &mut c.row_mut(i + 1));
        general_mat_vec_mul(-1.0, w, x, 1.0, &mut c.index_axis_mut(Axis(0), i));
    }
    general_mat_vec_mul(1.0, w, x, k, &mut c.slice_mut(s![..3, 0]));
    (&c * &c).sum()
}

/// A recurrent network whose state is one buffer.
#[differentiate]
fn recurrent(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut state = Array1::<f64>::zeros(3);
    let mut next = Array1::<f64>::zeros(3);
    for row in w.rows() {
        next.assign(x);
        general_mat_vec_mul(k, w, &state, 1.0, &mut next);
        general_mat_vec_mul(1.0, &w.t(), &row, 1.0, &mut next);
        state.assign(&next);
        state.mapv_inplace(|v| v.tanh());
    }
    state.dot(x)
}

#[differentiate]
fn add_product(w: &Array2<f64>, x: &Array1<f64>, factor: f64, y: &mut Array1<f64>) {
    general_mat_vec_mul(factor, w, x, 0.5 * factor, y);
}

#[differentiate]
fn products_in_calls(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = x.clone();
    add_product(w, x, k, &mut y);
    add_product(w, &w.column(1).to_owned(), 0.3, &mut y);
    y.dot(x)
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    state: Array1<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn step(&mut self, x: &Array1<f64>, k: f64) {
        general_mat_vec_mul(k, &self.w, x, k, &mut self.state);
    }
}

#[differentiate]
fn products_in_fields(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut layer = Layer { w: w.clone(), state: x * 2.0 };
    for _ in 0..3 {
        layer.step(x, k);
        general_mat_vec_mul(0.5, &layer.w, x, 1.0, &mut layer.state);
    }
    layer.state.dot(x)
}

#[test]
fn products_added_to_arrays() {
    same!(products products_of_views recurrent products_in_calls products_in_fields);
}

#[differentiate]
fn of_constants(#[constant] w: &Array2<f64>, x: &Array1<f64>, #[constant] k: f64) -> f64 {
    let mut y = x.clone();
    general_mat_vec_mul(k, w, x, k, &mut y);
    y.dot(x)
}

#[differentiate(forward)]
fn forward_only(w: &Array2<f64>, x: &Array1<f64>, k: f64) -> f64 {
    let mut y = x.clone();
    general_mat_vec_mul(k, w, x, k, &mut y);
    y.dot(x)
}

#[differentiate]
fn in_single(w: &Array2<f32>, x: &Array1<f32>, k: f32) -> f32 {
    let mut y = x.clone();
    general_mat_vec_mul(2.0, w, x, 0.5, &mut y);
    general_mat_vec_mul(k, w, x, k, &mut y);
    let z = w.map_axis(Axis(1), |row| row.dot(x));
    y.dot(&z) + w.fold_axis(Axis(0), 0.5, |sum, v| sum + v * k).sum()
}

#[test]
fn products_of_constants_in_forward_mode_and_in_single() {
    let (w, x) = (matrix(), array![0.2, -0.3, 0.45]);
    close(
        "constants",
        &of_constants_grad(&w, &x, 0.7),
        &differences(|x| of_constants(&w, x, 0.7), &x),
    );
    let zero = (Array2::zeros((3, 3)), Array1::zeros(3));
    let (value, rate) = forward_only_jvp(&w, &x, 0.7, &zero.0, &zero.1, 1.0);
    let of_k = (forward_only(&w, &x, 0.7 + 1e-6) - forward_only(&w, &x, 0.7 - 1e-6)) / 2e-6;
    assert_eq!(value, forward_only(&w, &x, 0.7));
    assert!((rate - of_k).abs() < 1e-6);
    let (w, x) = (w.mapv(|v| v as f32), x.mapv(|v| v as f32));
    let (value, (.., k_bar)) = in_single_value_and_grad(&w, &x, 0.7);
    let of_k = (in_single(&w, &x, 0.71) - in_single(&w, &x, 0.69)) / 0.02;
    assert_eq!(value, in_single(&w, &x, 0.7));
    assert!((k_bar - of_k).abs() < 1e-3, "{k_bar} and {of_k}");
}

#[test]
fn products_of_other_shapes_panic_as_the_function_does() {
    let (w, x) = (Array2::ones((2, 2)), Array1::ones(3));
    let panic = |f: &dyn Fn() -> f64| {
        let panic = catch_unwind(AssertUnwindSafe(f)).expect_err("shapes that do not fit");
        panic.downcast_ref::<String>().cloned()
    };
    let expected = panic(&|| products_in_calls(&x, &w, 1.0));
    assert!(
        expected.as_ref().is_some_and(|message| message.contains("not compatible")),
        "{expected:?}"
    );
    assert_eq!(panic(&|| products_in_calls_value_and_grad(&x, &w, 1.0).0), expected);
    assert_eq!(panic(&|| products_in_calls_primal(&x, &w, 1.0).0), expected);
}

#[test]
fn products_without_elements() {
    let (w, x) = (Array2::zeros((0, 0)), Array1::zeros(0));
    let (value, (x_bar, w_bar, k_bar)) = products_value_and_grad(&x, &w, 0.7);
    assert_eq!((value, x_bar.len(), w_bar.dim(), k_bar), (0.0, 0, (0, 0), 0.0));
}

#[differentiate]
fn length_of(v: ArrayView1<f64>) -> f64 {
    v.dot(&v).sqrt()
}

#[differentiate]
fn mapped(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let lengths = w.map_axis(Axis(1), length_of);
    let scaled = (w * k).map_axis(Axis(0), |lane| {
        let mut sum = 0.0;
        for v in lane {
            sum += v * k;
        }
        sum + lane.dot(x)
    });
    let of_view = w.t().map_axis(Axis(0), |lane| lane[0] * k - lane.sum());
    lengths.dot(x) + scaled.exp().sum() + (of_view + 1.0).product()
}

#[differentiate]
fn folded(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let largest = w.fold_axis(Axis(1), f64::NEG_INFINITY, |&m, &v| m.max(v * k));
    let sums = w.fold_axis(Axis(0), k, |sum, v| sum + v * v * x[0]);
    largest.exp().dot(x) + (&sums * &largest).sum()
}

#[differentiate]
fn times(previous: &f64, current: &mut f64) {
    *current *= previous;
}

#[differentiate]
fn accumulated(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = w * k;
    y.accumulate_axis_inplace(Axis(1), times);
    y.accumulate_axis_inplace(Axis(0), |&previous, current| *current += previous * k + x[1]);
    y.dot(x).sum()
}

#[test]
fn closures_for_each_lane() {
    same!(mapped folded accumulated);
}

#[differentiate]
fn of_lanes_without_elements(w: &Array2<f64>, k: f64) -> f64 {
    let mapped = w.map_axis(Axis(0), |lane| lane.sum() + k);
    let folded = w.fold_axis(Axis(0), k, |sum, v| sum + v);
    let mut y = w.clone();
    y.accumulate_axis_inplace(Axis(0), |previous, current| *current += previous);
    mapped.sum() + folded.sum() * k + y.sum()
}

#[test]
fn lanes_without_elements() {
    for shape in [(0, 3), (3, 0), (0, 0), (1, 1)] {
        let w = Array2::ones(shape);
        let (value, (w_bar, k_bar)) = of_lanes_without_elements_value_and_grad(&w, 0.5);
        assert_eq!((value, w_bar.dim()), (of_lanes_without_elements(&w, 0.5), shape));
        let of_k = |k| of_lanes_without_elements(&w, k);
        assert!((k_bar - (of_k(0.5 + 1e-6) - of_k(0.5 - 1e-6)) / 2e-6).abs() < 1e-6);
    }
}

#[differentiate]
fn changed_parts(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = w.clone();
    for mut chunk in y.exact_chunks_mut((2, 1)) {
        chunk[[0, 0]] *= k;
        let sum = chunk.sum();
        chunk += sum;
    }
    for (i, mut chunk) in y.axis_chunks_iter_mut(Axis(0), 2).enumerate() {
        chunk *= k + i as f64;
    }
    for (mut lane, &v) in y.lanes_mut(Axis(0)).into_iter().zip(x) {
        lane[0] += v * lane[1];
    }
    y.lanes_mut(Axis(1)).into_iter().for_each(|mut lane| lane *= k);
    for ((i, j), v) in y.indexed_iter_mut() {
        *v *= (1 + i + 2 * j) as f64;
    }
    let mut z = x.clone();
    for (i, v) in z.indexed_iter_mut() {
        *v += i as f64 * k;
    }
    y.dot(&z).dot(x)
}

#[differentiate]
fn of_a_cube(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let scaled = w * k;
    let mut cube: Array3<f64> = stack![Axis(1), *w, scaled];
    for mut row in cube.rows_mut() {
        row *= x;
    }
    for mut column in cube.columns_mut() {
        column[0] *= k;
    }
    (&cube * &cube).sum()
}

/// The sums of more than eight elements depend on whether these are contiguous.
#[differentiate]
fn sums_of_parts(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut first = y.column_mut(0);
    first[0] += 1.0;
    let mut sum = first.sum();
    sum += y.column_mut(1).sum();
    for mut column in y.columns_mut() {
        column[1] += 1.0;
        sum += column.sum();
    }
    sum
}

#[test]
fn loops_over_parts_that_change() {
    same!(changed_parts of_a_cube);
    for x in layouts(&Array2::from_shape_fn((40, 3), |(i, j)| {
        ((i * 7 + j * 13) as f64).sin() * 10_f64.powi((i % 9) as i32)
    })) {
        assert_eq!(sums_of_parts_value_and_grad(&x).0.to_bits(), sums_of_parts(&x).to_bits());
    }
}

#[differentiate]
fn joined(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut rows: Vec<Array1<f64>> = Vec::new();
    for i in 0..8 {
        rows.push(x * (k + i as f64));
    }
    let views: Vec<_> = rows.iter().map(|row| row.view()).collect();
    let stacked = stack(Axis(1), &views).unwrap();
    let long = concatenate(Axis(0), &views).expect("vectors");
    let rows: Vec<_> = w.rows().into_iter().collect();
    let again = stack(Axis(0), &rows).unwrap();
    let mut parts = Vec::new();
    for row in w.outer_iter() {
        parts.push(row);
    }
    let parts = concatenate(Axis(0), &parts).unwrap();
    (&stacked * &stacked).sum() + long.product() + (&again * w).sum() * k + parts.sum()
}

#[differentiate]
fn joined_many(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = x * k;
    let views = [x.view(), y.view(), w.row(0)];
    let short = stack(Axis(0), &views).unwrap();
    let long = concatenate(
        Axis(0),
        &[x.view(), y.view(), w.row(1), x.view(), y.view(), w.column(2), y.view()],
    )
    .unwrap();
    (&short * w).sum() + long.dot(&long)
}

#[differentiate]
fn joined_or_not(views: &[Array1<f64>], k: f64) -> Result<f64, ShapeError> {
    let views: Vec<ArrayView1<f64>> = views.iter().map(|x| x.view()).collect();
    let joined = stack(Axis(0), &views)?;
    Ok(joined.sum() * k)
}

#[test]
fn joins_of_vectors_of_views() {
    same!(joined joined_many);
    let good = [array![1.0, 2.0], array![3.0, 4.0]];
    let (value, (bars, k_bar)) = joined_or_not_value_and_grad(&good, 0.5).expect("equal shapes");
    assert_eq!((value, k_bar, &bars[1]), (5.0, 10.0, &array![0.5, 0.5]));
    let bad = [array![1.0, 2.0], array![3.0]];
    assert!(joined_or_not_value_and_grad(&bad, 0.5).is_err());
    assert!(joined_or_not_value_and_grad(&[], 0.5).is_err());
}

#[differentiate]
fn grown(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut rows = Array2::zeros((0, 3));
    for i in 0..4 {
        let row = x * (k + i as f64);
        rows.push_row(row.view()).unwrap();
    }
    rows.append(Axis(0), w.view()).unwrap();
    let column = rows.sum_axis(Axis(1));
    rows.push_column(column.view()).unwrap();
    let mut all = x.clone();
    all.append(Axis(0), w.row(1)).unwrap();
    (&rows * &rows).sum() + all.dot(&all) * k
}

#[differentiate]
fn grown_or_not(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = w.clone();
    if y.push_row(x.slice(s![..2])).is_err() {
        y *= k;
    }
    y.sum() * y.sum()
}

#[test]
fn arrays_that_become_longer() {
    same!(grown grown_or_not);
}

#[differentiate]
fn parts(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        let (top, bottom) = w.view().split_at(Axis(0), i);
        sum += top.sum() * k + bottom.sum() * bottom.sum();
    }
    let (left, right) = w.row(0).split_at(Axis(0), 1);
    sum + left[0] * right[1] * x[0]
}

#[differentiate]
fn sum_of_squares(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v {
        sum += x * x;
    }
    sum
}

#[differentiate]
fn elements(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let all = x.as_slice().unwrap();
    let y = x * k;
    let copy = y.to_vec();
    let of_k = Array::from_shape_simple_fn((2, 2), || k * 2.0);
    sum_of_squares(all)
        + sum_of_squares(&copy) * all[1]
        + all.len() as f64 * copy[2]
        + of_k.product() * w.sum()
}

#[differentiate]
fn vector_by_matrix(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = x.dot(w);
    let z = (x * k).dot(&w.t()) + 1.0;
    let u = w.row(0).dot(w);
    let number = x.dot(&w.row(1)).exp();
    y.exp().sum() + z.mapv(|v| v * v).sum() + u.tanh().dot(x) * number
}

#[differentiate]
fn vector_by_matrix_of_views(x: ArrayView1<f64>, w: ArrayView2<f64>) -> f64 {
    let y = x.dot(&w);
    y.exp().sum()
}

#[test]
fn parts_and_elements() {
    same!(parts elements vector_by_matrix);
    let (x, w) = (array![0.2, -0.3, 0.45], matrix());
    let (x_bar, _) = vector_by_matrix_of_views_grad(x.view(), w.view());
    close("views", &x_bar, &differences(|x| vector_by_matrix_of_views(x.view(), w.view()), &x));
}
