//! Arrays of the crate `ndarray`: as parameters, fields, locals and results, with operators,
//! elements, products, sums and maps.

use autodiff::prelude::*;
use ndarray::{Array, Array1, Array2, Axis, Dimension, array};

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
fn close<D: Dimension>(a: &Array<f64, D>, b: &Array<f64, D>) {
    assert_eq!(a.shape(), b.shape());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs())), "{a} and {b}");
}

fn vector() -> Array1<f64> {
    array![0.2, 0.3, -0.4]
}

fn matrix() -> Array2<f64> {
    array![[1.0, 2.0, 3.0], [0.0, 1.0, 2.0], [0.5, 1.5, 2.5]]
}

#[differentiate]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiate]
fn operators(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let y = 2.0 * x - x / 3.0 + k;
    let rows = w * &y;
    let ratio = &rows / (w * w + 1.0);
    (-ratio).sum() + (k / (y + 2.0)).sum()
}

#[differentiate]
fn products(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let h = w.dot(&w.dot(x));
    let residual = &h - x;
    residual.dot(&residual) / residual.len() as f64 + x.dot(w).dot(&h) * k + w.dot(w).sum()
}

#[differentiate]
fn maps(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let h = w.dot(x).mapv(|v| (k * v).tanh());
    let s = w.dot(&h).mapv(sigmoid);
    s.map(|v: &f64| v * v + k).sum() + s.dot(&h)
}

#[differentiate]
fn elements(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = x.clone();
    for i in 1..x.len() {
        y[i] += y[i - 1] * w[[i, 0]] * k;
    }
    y[0] = y[2] * w[(1, 2)];
    let mut sum = 0.0;
    for i in 0..w.nrows() {
        for j in 0..w.ncols() {
            sum += w[[i, j]] * y[j];
        }
    }
    sum
}

#[differentiate]
fn means(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let Some(mean) = w.mean() else { return 0.0 };
    let mut y = x.clone();
    for _ in 0..3 {
        y = &y * &y + x * mean;
    }
    if k > 0.0 { y.sum() * k } else { y.sum() }
}

#[differentiate]
fn views(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.nrows() {
        let row = w.row(i);
        sum += row.sum() * row[0] + row.dot(x);
    }
    let c: Array1<f64> = w.column(1).to_owned();
    sum + w.row(0).dot(&w.column(2)) * c.sum() + w.t().dot(w).sum() * k + w.diag().product()
}

#[differentiate]
fn axes_and_updates(x: &Array1<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let mut y = w.clone();
    y += x;
    y *= k;
    y -= &w.t();
    let v = Array1::<f64>::from_vec(vec![k, x[0] * x[1]]);
    y.var(0.0) + y.sum_axis(Axis(0)).dot(x) + y.mapv(|v| v * v).sum() * v.dot(&v)
}

#[test]
fn programs_over_vectors_and_matrices() {
    macro_rules! same {
        ($($f:ident)*) => {
            pastey::paste! {
                $(
                    let (x, w, k) = (vector(), matrix(), 0.7);
                    let expected = $f(&x, &w, k);
                    let (value, (x_bar, w_bar, k_bar)) = [<$f _value_and_grad>](&x, &w, k);
                    assert_eq!(value.to_bits(), expected.to_bits(), stringify!($f));
                    close(&x_bar, &differences(|x| $f(x, &w, k), &x));
                    close(&w_bar, &differences(|w| $f(&x, w, k), &w));
                    let of_k = ($f(&x, &w, k + 1e-6) - $f(&x, &w, k - 1e-6)) / 2e-6;
                    assert!((k_bar - of_k).abs() < 1e-6, "{k_bar} and {of_k}");
                    let (value, rate) = [<$f _jvp>](&x, &w, k, &x_bar, &w_bar, k_bar);
                    assert_eq!(value.to_bits(), expected.to_bits(), stringify!($f));
                    let squares = x_bar.dot(&x_bar) + (&w_bar * &w_bar).sum() + k_bar * k_bar;
                    assert!((rate - squares).abs() < 1e-9 * squares);
                    let (_, residuals) = [<$f _primal>](&x, &w, k);
                    let (mut x_sum, mut w_sum, mut k_sum) = (x.clone(), w.clone(), 1.0);
                    [<$f _transposed>](&residuals, 2.0, &mut x_sum, &mut w_sum, &mut k_sum);
                    close(&x_sum, &(&x + 2.0 * &x_bar));
                    close(&w_sum, &(&w + 2.0 * &w_bar));
                    assert!((k_sum - 1.0 - 2.0 * k_bar).abs() < 1e-9);
                    [<$f _transposed>](&residuals, 2.0, &mut Discard, &mut w_sum, &mut Discard);
                )*
            }
        };
    }
    same!(operators products maps elements means views axes_and_updates);
}

#[differentiate]
fn sums(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    (w * w).sum() + w.mapv(|v| v.exp()).sum() + w.dot(x).sum() + (w / 3.0).sum()
}

/// The layout of an array decides the order of summation, and so the last bits.
#[test]
fn values_in_other_layouts() {
    let w: Array2<f64> = Array2::from_shape_fn((7, 9), |(i, j)| (i as f64 * 1.3 + j as f64).sin());
    let x = Array1::from_shape_fn(9, |i| (i as f64).cos());
    let y = Array1::from_shape_fn(7, |i| (i as f64).cos());
    for (w, x) in [(w.clone(), &x), (w.reversed_axes(), &y)] {
        let (value, (w_bar, x_bar)) = sums_value_and_grad(&w, x);
        assert_eq!(value.to_bits(), sums(&w, x).to_bits());
        close(&w_bar, &differences(|w| sums(w, x), &w));
        close(&x_bar, &differences(|x| sums(&w, x), x));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, x: &Array1<f64>) -> Array1<f64> {
        (self.w.dot(x) + &self.b).mapv(|v| v.tanh())
    }
}

#[differentiate]
fn loss(layers: &[Layer], x: &Array1<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let mut a = x.clone();
    for layer in layers {
        a = layer.forward(&a);
    }
    let residual = a - y;
    residual.dot(&residual)
}

#[test]
fn a_network_of_structs() {
    let layer = |w: Array2<f64>| Layer { w, b: vector() };
    let layers = [layer(matrix()), layer(matrix().reversed_axes())];
    let y = array![1.0, 0.5, 0.0];
    let (value, (layers_bar, x_bar)) = loss_value_and_grad(&layers, &vector(), &y);
    assert_eq!(value, loss(&layers, &vector(), &y));
    close(&x_bar, &differences(|x| loss(&layers, x, &y), &vector()));
    for k in 0..2 {
        let with = |layer: Layer| {
            let mut layers = layers.clone();
            layers[k] = layer;
            loss(&layers, &vector(), &y)
        };
        let Layer { w, b } = &layers[k];
        let of_w = differences(|w| with(Layer { w: w.clone(), b: b.clone() }), w);
        let of_b = differences(|b| with(Layer { w: w.clone(), b: b.clone() }), b);
        close(&layers_bar[k].w, &of_w);
        close(&layers_bar[k].b, &of_b);
    }
    // a step along the gradient
    let mut moved = layers[0].clone();
    let mut step = layers_bar[0].clone();
    step.scale(-0.1);
    moved.move_by(&step);
    assert!(loss(&[moved, layers[1].clone()], &vector(), &y) < value);
}

#[differentiate]
fn scaled(x: &mut Array1<f64>, k: f64) {
    for i in 0..x.len() {
        x[i] *= k;
    }
}

#[differentiate]
fn pair(x: Array1<f64>, k: f64) -> (Array1<f64>, Option<f64>) {
    let scaled = &x * k;
    (scaled, (&x * &x).mean())
}

#[test]
fn arrays_in_place_and_as_results() {
    let (mut x, mut x_bar) = (vector(), array![1.0, 2.0, 3.0]);
    let ((), k_bar) = scaled_vjp(&mut x, 2.0, &mut x_bar);
    assert_eq!((x, x_bar), (2.0 * vector(), array![2.0, 4.0, 6.0]));
    assert!((k_bar - (0.2 + 0.6 - 1.2)).abs() < 1e-15);

    let bar = (&array![1.0, 0.0, 0.0], Some(3.0));
    let ((value, mean), (x_bar, k_bar)) = pair_vjp(vector(), 2.0, bar);
    assert_eq!((value, mean), (vector() * 2.0, (vector() * vector()).mean()));
    close(&x_bar, &(array![2.0, 0.0, 0.0] + 2.0 * vector()));
    assert_eq!(k_bar, 0.2);
}
