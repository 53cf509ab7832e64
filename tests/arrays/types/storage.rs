//! Functions that take arrays of any storage, `ArrayBase<S, D>` and `ArrayRef`, and arrays of any
//! number of axes.

use autodiff::prelude::*;
use ndarray::prelude::*;
use ndarray::{ArrayBase, ArrayRef1, Data, DataMut, Dimension, RemoveAxis, Zip};

#[differentiate]
fn squares<S: Data<Elem = f64>>(v: &ArrayBase<S, Ix1>) -> f64 {
    v.dot(v)
}

#[differentiate]
fn column_sums<S>(m: &ArrayBase<S, Ix2>) -> Array1<f64>
where
    S: Data<Elem = f64>,
{
    let mut sums = m.sum_axis(Axis(0));
    for i in 0..m.nrows() {
        sums[i] += m[[i, i]] * m[[i, i]];
    }
    sums
}

#[differentiate]
fn distance<S, T>(a: &ArrayBase<S, Ix1>, b: &ArrayBase<T, Ix1>) -> f64
where
    S: Data<Elem = f64>,
    T: Data<Elem = f64>,
{
    (a - b).mapv(|v| v * v).sum() + a.dot(b)
}

#[differentiate]
fn same_storage<S: Data<Elem = f64>>(a: &ArrayBase<S, Ix1>, b: &ArrayBase<S, Ix1>) -> f64 {
    a.iter().zip(b.iter()).map(|(p, q)| p * q * q).sum()
}

#[differentiate]
fn by_value<S: Data<Elem = f64>>(v: ArrayBase<S, Ix1>) -> f64 {
    v.dot(&v)
}

#[differentiate]
fn generic<A: Real, S: Data<Elem = A>>(v: &ArrayBase<S, Ix1>) -> A {
    v.fold(A::zero(), |sum, &v| sum + v * v)
}

#[differentiate]
fn by_impl(v: &ArrayBase<impl Data<Elem = f64>, Ix1>) -> f64 {
    v.dot(v)
}

#[differentiate]
fn by_reference(v: &ArrayRef1<f64>) -> f64 {
    v.dot(v) * v[0]
}

#[differentiate]
fn with_constant<S: Data<Elem = f64>>(
    v: &Array1<f64>,
    #[constant] target: &ArrayBase<S, Ix1>,
) -> f64 {
    v.dot(target)
}

#[differentiate]
fn of_storages(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let target = array![1.0, 2.0, 3.0];
    let mut sum = squares(x) + squares(&w.row(0)) + squares(&w.t().row(1));
    sum += column_sums(w).dot(x) + column_sums(&w.t()).dot(x);
    sum += distance(x, &w.row(2)) + same_storage(&w.row(0), &w.row(1)) + same_storage(x, x);
    sum += by_value(x.view()) * by_value(w.row(0)) + by_value(x * 2.0);
    sum +=
        generic(&w.column(1)) + by_impl(&w.column(2)) + by_reference(x) + by_reference(&w.row(1));
    sum + with_constant(x, &target) + with_constant(&w.row(0).to_owned(), &target.view())
}

#[derive(Clone, Differentiable)]
struct Layer {
    weights: Array2<f64>,
    bias: Array1<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn forward<S: Data<Elem = f64>>(&self, x: &ArrayBase<S, Ix1>) -> Array1<f64> {
        self.weights.dot(x) + &self.bias
    }

    #[differentiate]
    fn of_view(&self, x: &ArrayView1<f64>) -> f64 {
        self.bias.dot(x) + x.dot(x)
    }
}

/// A view that only a user-defined method reads is a copy.
#[differentiate]
fn of_methods(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let layer = Layer { weights: w.clone(), bias: x.clone() };
    let hidden = layer.forward(x);
    let reversed = hidden.slice(s![..;-1]);
    let out = layer.forward(&reversed);
    out.dot(&layer.forward(&w.row(1))) + layer.of_view(&w.row(0)) + layer.of_view(&reversed)
}

#[differentiate]
fn scale<S: DataMut<Elem = f64>>(v: &mut ArrayBase<S, Ix1>, k: f64) {
    *v *= k;
    v[0] += k;
}

#[differentiate]
fn swap_rows<S>(a: &mut ArrayBase<S, Ix2>, i: usize, j: usize)
where
    S: DataMut<Elem = f64>,
{
    for k in 0..a.ncols() {
        a.swap([i, k], [j, k]);
    }
}

#[differentiate]
fn updated<S: DataMut<Elem = f64>, T: Data<Elem = f64>>(
    mut v: ArrayBase<S, Ix1>,
    by: &ArrayBase<T, Ix1>,
    k: f64,
) -> f64 {
    v.scaled_add(k, by);
    v.sum()
}

#[differentiate]
fn halve(v: &mut ArrayRef1<f64>) {
    *v *= 0.5;
}

#[differentiate]
fn of_changes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let (mut y, mut z) = (w.clone(), x.clone());
    scale(&mut y.row_mut(0), x[0]);
    scale(&mut z, x[1]);
    swap_rows(&mut y, 0, 2);
    halve(&mut z);
    halve(&mut y.column_mut(1));
    let sum = updated(x.clone(), &w.row(1), x[0]);
    (&y * w).sum() + z.dot(x) + sum * x[1]
}

#[differentiate]
fn sigmoid<S: Data<Elem = f64>, D: Dimension>(x: &ArrayBase<S, D>) -> Array<f64, D> {
    x.mapv(|v| 1.0 / (1.0 + (-v).exp()))
}

#[differentiate]
fn mean_square<S, T, D>(a: &ArrayBase<S, D>, b: &ArrayBase<T, D>) -> f64
where
    S: Data<Elem = f64>,
    T: Data<Elem = f64>,
    D: Dimension,
{
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b.iter()) {
        sum += (x - y) * (x - y);
    }
    sum / a.len() as f64
}

#[differentiate]
fn first_sums<D: RemoveAxis>(x: &Array<f64, D>) -> Array<f64, D::Smaller> {
    x.sum_axis(Axis(0))
}

#[differentiate]
fn stepped<D: Dimension>(mut x: Array<f64, D>, by: &Array<f64, D>, rate: f64) -> Array<f64, D> {
    x.scaled_add(-rate, by);
    x.mapv_inplace(|v| v * v);
    x *= 2.0;
    let sum = &x + by;
    -(sum * rate - x / 2.0)
}

#[differentiate]
fn squashed<S: DataMut<Elem = f64>, D: Dimension>(a: &mut ArrayBase<S, D>, k: f64) {
    a.mapv_inplace(|v| (v * k).tanh());
}

#[differentiate]
fn in_place<D: Dimension>(a: &mut Array<f64, D>, k: f64) {
    *a *= k;
    a.map_inplace(|v| *v = v.sin());
}

#[differentiate]
fn weighted<T: Real, D: Dimension>(a: &Array<T, D>) -> T {
    let mut sum = T::zero();
    for v in a.iter() {
        sum = sum + *v * v.sin();
    }
    sum
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn relaxed<D: Dimension>(&self, p: &Array<f64, D>) -> Array<f64, D> {
        p - &(p * self.bias[0]) - p.mapv(|v| v * v * self.bias[1])
    }
}

#[differentiate]
fn of_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let layer = Layer { weights: w.clone(), bias: x.clone() };
    let (mut a, mut b) = (w.clone(), x.clone());
    squashed(&mut a, x[0]);
    squashed(&mut b.view_mut(), 0.5);
    in_place(&mut a, x[1]);
    in_place(&mut b, 2.0);
    let mut sum = sigmoid(x).sum() + (sigmoid(&w.t()) * w).sum() + (&a * w).sum() + b.dot(x);
    sum += mean_square(x, &w.row(0)) + mean_square(w, &w.t());
    sum += first_sums(w).dot(x) + first_sums(x).sum() + weighted(x) + weighted(w);
    sum += stepped(x.clone(), x, w[[0, 1]]).sum() + stepped(w.clone(), &(w * 2.0), x[0]).sum();
    sum + layer.relaxed(x).dot(x) + (layer.relaxed(w) * w).sum()
}

#[differentiate]
fn saturated<D: Dimension>(a: &Array<f64, D>, k: f64) -> Array<f64, D> {
    let mut squares = Array::zeros(a.raw_dim());
    Zip::from(&mut squares).and(a).for_each(|square, v| *square = k * v * v);
    let ones = Array::<f64, D>::ones(squares.raw_dim());
    Zip::from(&squares).and(&ones).map_collect(|p, q| p / (p + q)) * a
}

#[differentiate]
fn of_shapes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    saturated(x, w[[0, 0]]).sum() + saturated(w, x[1]).dot(x).sum()
}

#[differentiate]
fn of_view(a: ArrayViewD<'_, f64>) -> f64 {
    match a.ndim() {
        1 => {
            let v = a.into_dimensionality::<Ix1>().unwrap();
            v.dot(&v)
        }
        2 => {
            let m = a.into_dimensionality::<Ix2>().expect("two axes");
            m.dot(&m.t()).sum() + m.row(0).sum()
        }
        _ => 0.0,
    }
}

#[differentiate]
fn of_known_axes(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let of_other = x.view().into_dyn().into_dimensionality::<Ix2>().map_or(2.0, |m| m.sum());
    let Ok(m) = w.view().into_dyn().into_dimensionality::<Ix2>() else { return 0.0 };
    let doubled: Array2<f64> = (&w.clone().into_dyn() * 2.0).into_dimensionality().unwrap();
    of_view(x.view().into_dyn())
        + of_view(w.t().into_dyn()) * of_other
        + m.column(1).dot(x)
        + doubled.row(2).product()
}

#[test]
fn arrays_of_any_number_of_axes() {
    held_against_laws!(of_axes; of_shapes; of_known_axes;);
}

#[test]
fn arrays_of_any_storage() {
    held_against_laws!(of_storages; of_methods; of_changes;);
}

#[test]
fn derivatives_take_what_the_function_takes() {
    let (a, b) = (array![1.0, 2.0], array![[3.0, 5.0], [4.0, 6.0]]);
    let (value, (of_a, of_b)) = distance_value_and_grad(&a, &b.column(0));
    assert_eq!(value, distance(&a, &b.column(0)));
    assert_eq!(of_a, 2.0 * (&a - &b.column(0)) + b.column(0));
    assert_eq!(of_b, -2.0 * (&a - &b.column(0)) + &a);
    let (_, rate) = distance_jvp(&a, &b.column(0), &of_a.view(), &of_b);
    assert_eq!(rate, of_a.dot(&of_a) + of_b.dot(&of_b));
    let (_, residuals) = squares_primal(&b.column(1));
    let mut sum = array![0.5, 0.5];
    squares_transposed(&residuals, 1.0, &mut sum);
    assert_eq!(sum, array![10.5, 12.5]);
    let layer = Layer { weights: b.clone(), bias: a.clone() };
    let (_, (of_layer, of_x)) = layer.forward_vjp(&b.row(0), &array![1.0, 0.0]);
    assert_eq!((of_layer.bias, of_x), (array![1.0, 0.0], b.row(0).to_owned()));
}
