//! Elements of arrays as places: `x[i]`, `x[[i, j]]`, `x[(i, j)]`, read, assigned to, borrowed and
//! passed on.

use autodiff::prelude::*;
use ndarray::{
    Array1, Array2, Array3, ArrayD, ArrayView1, ArrayView2, Dim, Ix2, IxDyn, ShapeBuilder, array,
};

use crate::support::{close, differences};

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: Array2<f64>,
    b: Array1<f64>,
    #[constant]
    mask: Array2<f64>,
    layers: Vec<Array2<f64>>,
}

#[differentiate]
fn fields(m: &Model, x: &Array1<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..m.w.nrows() {
        for j in 0..m.w.ncols() {
            s += m.w[[i, j]] * x[j] * m.mask[(i, j)] + m.b[i];
        }
    }
    for l in 0..m.layers.len() {
        s += m.layers[l][[0, 1]] * m.layers[l][[1, 0]];
    }
    for layer in &m.layers {
        s *= 1.0 + 0.1 * layer[[0, 0]].sin();
    }
    s
}

#[differentiate]
fn update_fields(m: &mut Model, x: f64) -> f64 {
    m.w[[0, 1]] *= x;
    m.b[1] = m.w[[0, 1]] + m.b[0];
    m.layers[0][[1, 1]] += x * x;
    m.layers[0][[1, 1]] * m.b[1]
}

#[differentiate]
fn in_place(y: &mut Array2<f64>, x: f64) {
    for i in 0..y.nrows() {
        y[[i, 0]] *= x;
        y[(i, 1)] -= y[[i, 0]];
    }
}

#[differentiate]
fn by_value(mut y: Array2<f64>, x: f64) -> Array2<f64> {
    y[[0, 0]] += x * y[[1, 1]];
    y
}

#[differentiate]
fn views(x: ArrayView2<f64>, v: &ArrayView1<f64>) -> f64 {
    x[[0, 1]] * v[1] + x[[1, 0]] * v[0]
}

#[differentiate]
fn of_unknown_dimension(x: &ArrayD<f64>) -> f64 {
    x[[0, 1]] * x[IxDyn(&[1, 0])] + x[[1, 1]]
}

#[differentiate]
fn indices_of_every_type(x: &Array2<f64>) -> f64 {
    let pair = (0, 1);
    let list = [1usize, 0];
    let at = [[0, 1], [1, 1]];
    x[pair] * x[list] + x[Dim([1, 1])] * x[Ix2(0, 0)] + x[at[0]] * x[at[1]]
}

#[differentiate]
fn three_axes(x: &Array3<f64>) -> f64 {
    let (a, b, c) = x.dim();
    let mut s = 0.0;
    for i in 0..a {
        for j in 0..b {
            for k in 0..c {
                s += x[[i, j, k]] * x[[a - 1 - i, j, k]];
            }
        }
    }
    s
}

#[differentiate]
fn of_results(x: &Array2<f64>) -> f64 {
    let y = &(x * 2.0) + x;
    let z = y.mapv(f64::tanh);
    let r = z.row(1);
    let scaled = 2.0 * &z;
    y[[0, 1]] * z[[1, 0]] + r[1] * r[0] - scaled[[0, 0]] - scaled[[1, 1]]
}

#[differentiate]
fn branches(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    for i in 0..2 {
        if y[[i, 0]] > 0.5 {
            y[[i, 1]] = y[[i, 0]] * 3.0;
        } else {
            y[[1 - i, 0]] += y[[i, 1]].exp();
        }
    }
    y[[0, 0]] * y[[0, 1]] + y[[1, 0]] * y[[1, 1]]
}

#[differentiate]
fn stencil(x: &Array2<f64>) -> f64 {
    let (n, m) = x.dim();
    let mut y: Array2<f64> = Array2::zeros((n, m));
    for step in 0..3 {
        let old = y.clone();
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                y[[i, j]] = x[[i, j]] + 0.1 * (old[[i - 1, j]] + old[[i, j + 1]] - old[[i, j]]);
                y[[i, j]] *= 1.0 + y[[i, j]] * step as f64;
            }
        }
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiate]
fn data_dependent(x: &Array1<f64>) -> f64 {
    let mut k = 0;
    let mut s = 1.0;
    while k < x.len() {
        s *= x[k] + s;
        k += 1 + (s > 2.0) as usize;
    }
    s
}

#[differentiate]
fn scale(a: &mut f64, b: f64) {
    *a = *a * b;
}

#[differentiate]
fn borrowed(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    scale(&mut y[0], x[1]);
    let r = &y[1];
    let t = *r * y[0];
    let q = &mut y[1];
    *q = t + *q;
    y[1] * y[0]
}

#[differentiate]
fn captured(x: &Array1<f64>) -> f64 {
    let at = |i: usize| x[i] * x[(i + 1) % x.len()];
    (0..x.len()).map(at).sum::<f64>() + (0..x.len()).map(|i| x[i].powi(2)).sum::<f64>()
}

#[differentiate]
fn recursive(x: &Array1<f64>, i: usize) -> f64 {
    if i == 0 { x[0] } else { x[i] * recursive(x, i - 1) + x[i] }
}

#[differentiate]
fn in_lists(x: &[Array1<f64>; 2], v: Vec<Array2<f64>>) -> f64 {
    x[0][1] * x[1][0] + v[0][[0, 1]] * v[1][[1, 1]]
}

#[differentiate]
fn from_literals(a: f64, b: f64) -> f64 {
    let m = array![[a, b], [b, a * b]];
    m[[0, 0]] * m[[1, 1]] + m[[0, 1]]
}

type Vector = Array1<f64>;

#[differentiate]
fn of_alias(x: &Vector) -> f64 {
    x[0] - x[1] * x[2]
}

#[differentiate]
fn singles(x: &Array1<f32>) -> f32 {
    x[0] * x[1] - x[1]
}

#[differentiate]
fn exchanged(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    let mut columns = vec![x.column(0).to_owned(), x.column(1).to_owned()];
    y.swap([0, 1], [1, 0]);
    for i in 0..2 {
        columns[i].swap(i, 1 - i);
        y.swap((i, 0), (1, i));
    }
    y[[0, 0]] * columns[0][1] + y[[0, 1]] * y[[1, 0]] - columns[1][0] * columns[0][0]
}

#[differentiate]
fn variable_indices(x: &Array2<f64>) -> f64 {
    let mut at = [0usize, 0];
    let mut s = 0.0;
    for k in 0..2 {
        at[0] = k;
        at[1] = 1 - k;
        let here = at;
        s += x[at] * x[[here[1], k]];
        at = [k, k];
        s *= x[at] + 1.0;
    }
    let pairs = [(0, 1), (1, 1)];
    for p in pairs {
        s += x[p] * x[(p.1, p.0)];
    }
    for &(i, j) in &pairs {
        s -= x[[i, j]];
    }
    s
}

/// The calls of methods that only read do not copy a variable that changes elsewhere.
#[differentiate]
fn read_between_changes(x: &Array2<f64>) -> f64 {
    let mut y = x.clone();
    y[[0, 0]] = x[[1, 1]] * x[[0, 1]];
    let s = y.sum() + y.mapv(|v| v * v).sum();
    y[[1, 0]] *= s;
    s + y.dot(&y).sum()
}

fn numbers(n: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7 % 11) as f64 * 0.31).sin() + 0.4).collect()
}

/// A matrix with two columns.
fn matrix(x: &[f64]) -> Array2<f64> {
    Array2::from_shape_vec((x.len() / 2, 2), x.to_vec()).expect("pairs")
}

fn model(x: &[f64]) -> Model {
    Model {
        w: matrix(&x[..4]),
        b: Array1::from(x[4..6].to_vec()),
        mask: array![[1.0, 2.0], [3.0, 4.0]],
        layers: vec![matrix(&x[6..10]), matrix(&x[10..14])],
    }
}

fn flat(m: &ModelTangent) -> Vec<f64> {
    let layers = m.layers.iter().flat_map(|layer| layer.iter());
    m.w.iter().chain(&m.b).chain(layers).copied().collect()
}

#[track_caller]
fn same<'a>(
    what: &str,
    f: impl Fn(&[f64]) -> f64,
    x: &[f64],
    gradient: impl IntoIterator<Item = &'a f64>,
) {
    let gradient: Vec<f64> = gradient.into_iter().copied().collect();
    let expected = differences(f, x);
    assert_eq!(gradient.len(), expected.len(), "{what}");
    gradient.iter().zip(&expected).for_each(|(found, of)| close(what, *found, *of, 1e-7));
}

#[test]
fn elements_of_fields() {
    let x = numbers(16);
    let vector = |x: &[f64]| Array1::from(x[14..].to_vec());
    let (of_model, of_x) = fields_grad(&model(&x), &vector(&x));
    same("fields", |x| fields(&model(x), &vector(x)), &x, flat(&of_model).iter().chain(&of_x));
    let x = numbers(15);
    let mut changed = model(&x);
    let mut bar = changed.zero_tangent();
    let (value, of_x) = update_fields_vjp(&mut changed, x[14], 1.0, &mut bar);
    assert_eq!(value.to_bits(), update_fields(&mut model(&x), x[14]).to_bits());
    same(
        "update_fields",
        |x| update_fields(&mut model(x), x[14]),
        &x,
        flat(&bar).iter().chain([&of_x]),
    );
}

#[test]
fn elements_of_parameters() {
    let x = numbers(5);
    let weights = array![[1.0, 2.0], [-1.0, 3.0]];
    let of = |x: &[f64]| {
        let mut y = matrix(&x[..4]);
        in_place(&mut y, x[4]);
        (&y * &weights).sum()
    };
    let (mut y, mut bar) = (matrix(&x[..4]), weights.clone());
    let ((), of_x) = in_place_vjp(&mut y, x[4], &mut bar);
    same("in_place", of, &x, bar.iter().chain([&of_x]));
    let (_, (of_y, of_x)) = by_value_vjp(matrix(&x[..4]), x[4], &weights);
    let of = |x: &[f64]| (by_value(matrix(&x[..4]), x[4]) * &weights).sum();
    same("by_value", of, &x, of_y.iter().chain([&of_x]));
    let x = numbers(6);
    let vector = |x: &[f64]| Array1::from(x[4..].to_vec());
    let (of_x, of_v) = views_grad(matrix(&x[..4]).view(), &vector(&x).view());
    let of = |x: &[f64]| views(matrix(&x[..4]).view(), &vector(x).view());
    same("views", of, &x, of_x.iter().chain(&of_v));
    let x = numbers(12);
    let lists = |x: &[f64]| {
        let vectors = [Array1::from(x[..2].to_vec()), Array1::from(x[2..4].to_vec())];
        (vectors, vec![matrix(&x[4..8]), matrix(&x[8..])])
    };
    let of = |x: &[f64]| {
        let (vectors, matrices) = lists(x);
        in_lists(&vectors, matrices)
    };
    let (vectors, matrices) = lists(&x);
    let (of_vectors, of_matrices) = in_lists_grad(&vectors, matrices);
    let gradient = of_vectors.iter().flatten().chain(of_matrices.iter().flatten());
    same("in_lists", of, &x, gradient);
    let (a, b) = from_literals_grad(1.2, 0.7);
    same("from_literals", |x| from_literals(x[0], x[1]), &[1.2, 0.7], &[a, b]);
    assert_eq!(singles_grad(&array![1.0, 2.0]), array![2.0, 0.0]);
}

/// Checks functions of a matrix, in rows and in columns.
macro_rules! of_matrix {
    ($($f:ident $rows:literal;)*) => {
        pastey::paste! {
            $({
                let x = numbers(2 * $rows);
                let in_rows = matrix(&x);
                let mut in_columns = Array2::zeros(in_rows.raw_dim().f());
                in_columns.assign(&in_rows);
                for layout in [in_rows, in_columns] {
                    let (value, gradient) = [<$f _value_and_grad>](&layout);
                    assert_eq!(value.to_bits(), $f(&layout).to_bits());
                    same(stringify!($f), |x| $f(&matrix(x)), &x, &gradient);
                    let (_, rate) = [<$f _jvp>](&layout, &gradient);
                    close(stringify!($f), rate, (&gradient * &gradient).sum(), 1e-12);
                    let (_, residuals) = [<$f _primal>](&layout);
                    let mut sum = layout.clone();
                    [<$f _transposed>](&residuals, 2.0, &mut sum);
                    let expected = &layout + 2.0 * &gradient;
                    sum.iter().zip(&expected).for_each(|(a, b)| close(stringify!($f), *a, *b, 1e-12));
                }
            })*
        }
    };
}

#[test]
fn elements_of_matrices() {
    of_matrix!(exchanged 2; variable_indices 2; indices_of_every_type 2; of_results 2; branches 2; read_between_changes 2;);
    let wide = |x: &[f64]| Array2::from_shape_vec((4, 4), x.to_vec()).expect("four by four");
    let x = numbers(16);
    same("stencil", |x| stencil(&wide(x)), &x, &stencil_grad(&wide(&x)));
    let cube = |x: &[f64]| Array3::from_shape_vec((2, 2, 3), x.to_vec()).expect("a cube");
    let x = numbers(12);
    same("three_axes", |x| three_axes(&cube(x)), &x, &three_axes_grad(&cube(&x)));
    let dynamic = |x: &[f64]| matrix(x).into_dyn();
    let x = numbers(4);
    let gradient = of_unknown_dimension_grad(&dynamic(&x));
    same("of_unknown_dimension", |x| of_unknown_dimension(&dynamic(x)), &x, &gradient);
}

#[test]
fn elements_of_vectors() {
    let x = numbers(5);
    let vector = |x: &[f64]| Array1::from(x.to_vec());
    same("data_dependent", |x| data_dependent(&vector(x)), &x, &data_dependent_grad(&vector(&x)));
    same("borrowed", |x| borrowed(&vector(x)), &x, &borrowed_grad(&vector(&x)));
    same("captured", |x| captured(&vector(x)), &x, &captured_grad(&vector(&x)));
    same("of_alias", |x| of_alias(&vector(x)), &x, &of_alias_grad(&vector(&x)));
    same("recursive", |x| recursive(&vector(x), 4), &x, &recursive_grad(&vector(&x), 4));
}

#[differentiate]
fn product(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let (rows, columns) = w.dim();
    let mut s = 0.0;
    for i in 0..rows {
        for j in 0..columns {
            s += w[[i, j]] * x[j];
        }
    }
    s
}

/// Elements of parameters are read again, and indices come from the counters of loops.
#[test]
fn residuals_of_reads_do_not_grow() {
    let size = |n: usize| {
        let (x, w) = (Array1::ones(n), Array2::ones((n, n)));
        product_primal(&x, &w).1.size_in_bytes()
    };
    assert_eq!(size(3), size(50));
}

/// The derivative panics where the function does.
#[test]
#[should_panic(expected = "out of bounds")]
fn out_of_bounds() {
    let _ = recursive_grad(&array![1.0, 2.0], 2);
}
