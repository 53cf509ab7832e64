//! Parameters, results and annotations that are views of arrays, or arrays that share elements.

use autodiff::prelude::*;
use ndarray::{
    ArcArray1, Array1, Array2, ArrayView, ArrayView1, ArrayView2, ArrayViewD, Axis, CowArray, Ix1,
    Ix2, array, s,
};

fn matrix() -> Array2<f64> {
    array![[1.0, 2.0, 0.5], [0.1, -1.0, 0.7], [0.2, 0.3, -0.4]]
}

fn vector() -> Array1<f64> {
    array![0.3, -0.2, 0.9]
}

/// A gradient against differences along each element.
fn check(gradient: &Array1<f64>, f: impl Fn(&Array1<f64>) -> f64, x: &Array1<f64>) {
    for i in 0..x.len() {
        let (mut above, mut below) = (x.clone(), x.clone());
        above[i] += 1e-6;
        below[i] -= 1e-6;
        let difference = (f(&above) - f(&below)) / 2e-6;
        assert!((difference - gradient[i]).abs() < 1e-7 * (1.0 + difference.abs()), "{i}");
    }
}

#[differentiate]
fn norm(v: ArrayView1<f64>) -> f64 {
    v.dot(&v).sqrt()
}

#[differentiate]
fn mixed(x: ArrayView1<f64>, w: ArrayView2<'_, f64>, k: f64) -> f64 {
    let h = w.dot(&x);
    let r = w.row(0);
    let tail = norm(x.slice(s![1..]));
    h.mapv(|v| (k * v).tanh()).sum() + x[0] * r[1] + norm(w.row(1)) + norm(x) + norm(x) * tail
}

#[test]
fn all_forms_of_derivatives_take_views() {
    let (x, w, k) = (vector(), matrix(), 0.7);
    for w in [w.view(), w.t(), w.slice(s![..;-1, ..])] {
        let (y, (x_bar, w_bar, k_bar)) = mixed_value_and_grad(x.view(), w, k);
        assert_eq!(y.to_bits(), mixed(x.view(), w, k).to_bits());
        assert_eq!(mixed_grad(x.view(), w, k), (x_bar.clone(), w_bar.clone(), k_bar));
        check(&x_bar, |x| mixed(x.view(), w, k), &x);
        let (x_dot, w_dot) = (array![0.1, 0.4, -0.3], w.mapv(|v| v + 1.0));
        let (value, y_dot) = mixed_jvp(x.view(), w, k, x_dot.view(), w_dot.view(), 0.2);
        assert_eq!(value.to_bits(), y.to_bits());
        let product = x_bar.dot(&x_dot) + (&w_bar * &w_dot).sum() + 0.2 * k_bar;
        assert!((y_dot - product).abs() < 1e-12);
        let (value, residuals) = mixed_primal(x.view(), w, k);
        assert_eq!(value.to_bits(), y.to_bits());
        let linear = mixed_linear(&residuals, x_dot.view(), w_dot.view(), 0.2);
        assert!((linear - y_dot).abs() < 1e-12);
        let mut bars = (Array1::zeros(3), Array2::zeros((3, 3)), 0.0);
        mixed_transposed(&residuals, 1.0, &mut bars.0, &mut bars.1, &mut bars.2);
        assert!((&bars.0 - &x_bar).mapv(f64::abs).sum() < 1e-12);
        assert!((&bars.1 - &w_bar).mapv(f64::abs).sum() < 1e-12);
    }
}

#[differentiate]
fn over_rows(w: ArrayView2<f64>) -> f64 {
    let mut sum = 0.0;
    for row in w.rows() {
        sum += norm(row) * norm(row);
    }
    sum + w.rows().into_iter().map(|row| norm(row)).sum::<f64>()
        + w.columns().into_iter().map(norm).sum::<f64>()
}

#[differentiate]
fn apply(f: impl Fn(ArrayView1<f64>) -> f64, w: ArrayView2<f64>) -> f64 {
    let mut sum = 0.0;
    for row in w.rows() {
        sum += f(row);
    }
    sum
}

#[differentiate]
fn passes(w: ArrayView2<f64>, k: f64) -> f64 {
    let g = |v: ArrayView1<f64>| v.sum() * k;
    apply(norm, w) + apply(|v: ArrayView1<f64>| v.sum() * 2.0, w) + g(w.row(1)) * g(w.column(0))
}

#[test]
fn views_are_passed_on_more_than_once() {
    let (w, w_dot) = (matrix(), matrix().t().to_owned());
    let inner = |gradient: Array2<f64>| (&gradient * &w_dot).sum();
    let along = |f: &dyn Fn(ArrayView2<f64>) -> f64| {
        let by = 1e-6 * &w_dot;
        (f((&w + &by).view()) - f((&w - &by).view())) / 2e-6
    };
    assert!((inner(over_rows_grad(w.view())) - along(&over_rows)).abs() < 1e-7);
    assert!((inner(passes_grad(w.view(), 0.3).0) - along(&|w| passes(w, 0.3))).abs() < 1e-7);
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: Array2<f64>,
    scale: f64,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn output(&self, x: ArrayView1<f64>) -> Array1<f64> {
        self.w.dot(&x) * self.scale
    }

    #[differentiate]
    fn loss(&self, x: ArrayView1<'_, f64>, y: ArrayView1<'_, f64>) -> f64 {
        let e = self.output(x) - &y;
        e.dot(&e)
    }
}

fn count_positive(v: ArrayView1<f64>) -> usize {
    v.iter().filter(|v| **v > 0.0).count()
}

#[differentiate]
fn total(
    model: &Model,
    #[constant] inputs: ArrayView2<f64>,
    #[constant] targets: ArrayView2<f64>,
) -> f64 {
    let mut sum = 0.0;
    for i in 0..inputs.nrows() {
        let row = inputs.row(i);
        sum += model.loss(row, targets.row(i)) * count_positive(row) as f64;
    }
    for (x, y) in inputs.outer_iter().zip(targets.outer_iter()) {
        sum += model.loss(x, y) * (1 + count_positive(y)) as f64;
    }
    sum
}

#[test]
fn data_are_views_without_a_derivative() {
    let (w, scale) = (matrix(), 0.5);
    let model = Model { w: w.clone(), scale };
    let (value, gradient) = total_value_and_grad(&model, w.view(), w.t());
    assert_eq!(value.to_bits(), total(&model, w.view(), w.t()).to_bits());
    let of_scale = |scale| total(&Model { w: w.clone(), scale }, w.view(), w.t());
    let difference = (of_scale(scale + 1e-6) - of_scale(scale - 1e-6)) / 2e-6;
    assert!((gradient.scale - difference).abs() < 1e-6);
    let row = w.row(0).to_owned();
    let of_row = |row: &Array1<f64>| {
        let mut w = w.clone();
        w.row_mut(0).assign(row);
        total(&Model { w, scale }, matrix().view(), matrix().t())
    };
    check(&gradient.w.row(0).to_owned(), of_row, &row);
}

#[differentiate]
fn of_dimension(x: ArrayView<f64, Ix2>) -> f64 {
    x.sum() * x[[0, 1]]
}

#[differentiate]
fn of_any_dimension(x: ArrayViewD<f64>) -> f64 {
    let sum = x.sum();
    sum * sum + x.mapv(|v| v * v).sum()
}

#[differentiate]
fn of_floats(x: ArrayView1<f32>) -> f32 {
    x.dot(&x)
}

#[differentiate]
fn annotated(x: &Array2<f64>) -> f64 {
    let r: ArrayView1<f64> = x.row(0);
    let q: ArrayView1<'_, f64> = x.column(1);
    let z = r;
    r.dot(&r) + q.sum() * z[0]
}

#[differentiate]
fn copied_on_write(x: CowArray<f64, Ix1>) -> f64 {
    x.dot(&x)
}

#[differentiate]
fn shared(x: ArcArray1<f64>) -> f64 {
    let y = x.clone();
    x.dot(&y)
}

#[differentiate]
fn by_reference(x: &ArrayView1<f64>, y: &ArcArray1<f64>) -> f64 {
    x.sum() * y[0]
}

#[differentiate]
fn in_vector(x: Vec<ArrayView1<f64>>) -> f64 {
    let mut sum = 0.0;
    for v in x.iter() {
        sum += v.dot(v);
    }
    sum
}

#[differentiate]
fn in_option(x: Option<ArrayView1<f64>>, y: f64) -> f64 {
    match x {
        Some(v) => v.sum() * y,
        None => y,
    }
}

#[test]
fn types_of_views() {
    let (x, w) = (vector(), matrix());
    assert_eq!(of_dimension_grad(w.view())[[0, 1]], w.sum() + 2.0);
    assert_eq!(of_any_dimension_grad(x.view().into_dyn()), (2.0 * &x + 2.0 * x.sum()).into_dyn());
    assert_eq!(of_floats_grad(array![1.0_f32, 2.0].view()), array![2.0, 4.0]);
    assert_eq!(annotated_grad(&w).column(1), array![5.0, 1.0, 1.0]);
    let twice = 2.0 * &x;
    assert_eq!(copied_on_write_grad(CowArray::from(x.view())), twice);
    assert_eq!(shared_grad(x.to_shared()), twice);
    let (x_bar, y_bar) = by_reference_grad(&x.view(), &x.to_shared());
    assert_eq!((x_bar, y_bar[0]), (Array1::from_elem(3, 0.3), x.sum()));
    assert_eq!(in_vector_grad(vec![x.view(), x.view()]), vec![twice.clone(), twice]);
    assert_eq!(in_option_grad(Some(x.view()), 2.0), (Some(array![2.0, 2.0, 2.0]), x.sum()));
    assert_eq!(in_option_grad(None, 2.0), (None, 1.0));
}

#[differentiate]
fn halves(x: ArrayView1<f64>) -> f64 {
    let n = x.len();
    if n == 1 {
        return x[0] * x[0];
    }
    halves(x.slice(s![..n / 2])) + halves(x.slice(s![n / 2..]))
}

#[differentiate]
fn first_row<'a>(x: &'a Array2<f64>, _k: f64) -> ArrayView1<'a, f64> {
    x.index_axis(Axis(0), 0)
}

#[differentiate]
fn of_first_row(x: &Array2<f64>, k: f64) -> f64 {
    let row = first_row(x, k);
    row.sum() * k
}

#[test]
fn recursion_and_results() {
    assert_eq!(halves_grad(vector().view()), 2.0 * vector());
    let (x_bar, k_bar) = of_first_row_grad(&matrix(), 2.0);
    assert_eq!((x_bar.row(0).to_owned(), k_bar), (array![2.0, 2.0, 2.0], 3.5));
}

#[differentiate]
fn at_indices(
    x: &Array1<f64>,
    #[constant] at: ArrayView1<usize>,
    #[constant] table: &Array2<usize>,
) -> f64 {
    let mut sum = 0.0;
    for i in at.iter() {
        sum += x[*i];
    }
    for row in table.rows() {
        for i in row.iter() {
            sum += x[*i] * x[at[0]];
        }
    }
    sum * x[table[[0, 1]]]
}

#[test]
fn arrays_of_integers_are_constants() {
    let (at, table) = (array![0_usize, 0, 2], array![[0_usize, 1, 2]]);
    let gradient = at_indices_grad(&vector(), at.view(), &table);
    check(&gradient, |x| at_indices(x, at.view(), &table), &vector());
}
