//! Arrays of another shape than their parameter panic before anything is written, with the names of
//! the function and the parameter, and both shapes.

use autodiff::prelude::*;
use autodiff::{Discard, SparseRows};
use ndarray::{Array1, Array2, array};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[differentiate]
fn loss(w: &Array2<f64>, x: &Array1<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for row in w.rows() {
        sum += row.dot(x) * k;
    }
    sum
}

#[differentiate]
fn product(w: Array2<f64>, x: &Array1<f64>) -> Array1<f64> {
    w.dot(x)
}

#[differentiate]
fn decay(u: &mut Array1<f64>, w: &Array2<f64>) {
    *u = w.dot(u);
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn forward(&self, x: &Array1<f64>) -> Array1<f64> {
        self.w.dot(x)
    }
}

/// The message of a panic.
#[track_caller]
fn message<T>(f: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(f)).err().expect("a panic");
    panic.downcast_ref::<String>().expect("a formatted message").clone()
}

fn point() -> (Array2<f64>, Array1<f64>) {
    (array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], array![1.0, -1.0, 2.0])
}

fn tall() -> Array2<f64> {
    Array2::zeros((3, 2))
}

const TALL: &str = "of `w` has shape [3, 2] where the parameter has shape [2, 3]";
const SHORT: &str = "of `x` has shape [2] where the parameter has shape [3]";

#[test]
fn tangents() {
    let ((w, x), x_dot) = (point(), Array1::zeros(2));
    let wrong = message(|| loss_jvp(&w, &x, 2.0, &tall(), &x, 0.0));
    assert_eq!(wrong, format!("loss: the tangent {TALL}"));
    assert_eq!(
        message(|| loss_jvp(&w, &x, 2.0, &w, &x_dot, 0.0)),
        format!("loss: the tangent {SHORT}")
    );
    let (_, residuals) = loss_primal(&w, &x, 2.0);
    let wrong = message(|| loss_linear(&residuals, &tall(), &x, 0.0));
    assert_eq!(wrong, format!("loss: the tangent {TALL}"));
    let wrong = message(|| product_jvp(w.clone(), &x, tall(), &x));
    assert_eq!(wrong, format!("product: the tangent {TALL}"));
}

#[test]
fn accumulators() {
    let (w, x) = point();
    let (_, mut residuals) = loss_primal(&w, &x, 2.0);
    let (mut w_bar, mut x_bar, mut k_bar) = (tall(), Array1::ones(3), 1.0);
    let wrong = message(|| loss_transposed(&residuals, 1.0, &mut w_bar, &mut x_bar, &mut k_bar));
    assert_eq!(wrong, format!("loss: the accumulator {TALL}"));
    assert_eq!((&w_bar, &x_bar, k_bar), (&tall(), &Array1::ones(3), 1.0));
    let (mut w_bar, mut x_bar) = (Array2::ones((2, 3)), Array1::ones(2));
    let wrong = message(|| {
        loss_vjp_into(&w, &x, 2.0, 1.0, &mut residuals, &mut w_bar, &mut x_bar, &mut k_bar)
    });
    assert_eq!(wrong, format!("loss: the accumulator {SHORT}"));
    assert_eq!((w_bar, x_bar, k_bar), (Array2::ones((2, 3)), Array1::ones(2), 1.0));
}

#[test]
fn accumulators_of_other_types() {
    let (w, x) = point();
    let (_, residuals) = loss_primal(&w, &x, 2.0);
    let (mut rows, mut x_bar) = (SparseRows::new(3, 2), Array1::ones(3));
    let wrong = message(|| loss_transposed(&residuals, 1.0, &mut rows, &mut x_bar, &mut Discard));
    assert_eq!(wrong, format!("loss: the accumulator {TALL}"));
    assert_eq!((rows.stored(), x_bar), (0, Array1::ones(3)));

    let (mut rows, mut k_bar) = (SparseRows::new(2, 3), 0.0);
    loss_transposed(&residuals, 1.0, &mut rows, &mut Discard, &mut k_bar);
    assert_eq!(rows.to_dense(), loss_grad(&w, &x, 2.0).0);
    loss_transposed(&residuals, 1.0, &mut Discard, &mut Discard, &mut k_bar);
    assert_eq!(k_bar, 2.0 * loss_grad(&w, &x, 2.0).2);
}

#[test]
fn results() {
    let (w, x) = point();
    let wrong = "product: the cotangent of the result has shape [3] where the result has shape [2]";
    assert_eq!(message(|| product_vjp(w.clone(), &x, &x)), wrong);
    let (_, mut residuals) = product_primal(w.clone(), &x);
    let (mut w_bar, mut x_bar) = (Array2::ones((2, 3)), Array1::ones(3));
    assert_eq!(message(|| product_transposed(&residuals, &x, &mut w_bar, &mut x_bar)), wrong);
    let again = message(|| product_vjp_into(w, &x, &x, &mut residuals, &mut w_bar, &mut x_bar));
    assert_eq!(again, wrong);
    assert_eq!((w_bar, x_bar), (Array2::ones((2, 3)), Array1::ones(3)));
}

/// The cotangent of an array that the call changes has the shape of the array after the call.
#[test]
fn changed_arrays() {
    let (w, mut u) = point();
    let (u_before, mut u_bar) = (u.clone(), array![1.0, 1.0]);
    let ((), w_bar) = decay_vjp(&mut u, &w, &mut u_bar);
    assert_eq!((w_bar.dim(), u_bar), ((2, 3), array![5.0, 7.0, 9.0]));
    let wrong = "decay: the cotangent of `u` has shape [3] where the parameter has shape [2]";
    let mut u_bar = Array1::ones(3);
    assert_eq!(message(|| decay_vjp(&mut u_before.clone(), &w, &mut u_bar)), wrong);
    let mut u = u_before.clone();
    let ((), residuals) = decay_primal(&mut u, &w);
    let mut w_bar = Array2::ones((2, 3));
    assert_eq!(message(|| decay_transposed(&residuals, &mut u_bar, &mut w_bar)), wrong);
    assert_eq!((u_bar, w_bar), (Array1::ones(3), Array2::ones((2, 3))));
    let wrong = "decay: the tangent of `u` has shape [2] where the parameter has shape [3]";
    let again = message(|| decay_jvp(&mut u_before.clone(), &w, &mut Array1::ones(2), &w));
    assert_eq!(again, wrong);
    assert_eq!(message(|| decay_linear(&residuals, &mut Array1::ones(2), &w)), wrong);
}

#[test]
fn methods() {
    let (w, x) = point();
    let layer = Layer { w };
    let (_, residuals) = layer.forward_primal(&x);
    let mut layer_bar = layer.zero_tangent();
    let wrong = message(|| {
        Layer::forward_transposed(&residuals, &array![1.0, 1.0], &mut layer_bar, &mut array![0.0])
    });
    assert_eq!(
        wrong,
        "Layer::forward: the accumulator of `x` has shape [1] where the parameter has shape [3]"
    );
    assert_eq!(layer_bar, layer.zero_tangent());
}

/// Shapes of fields are checked by the first operation.
#[test]
fn fields() {
    let (w, x) = point();
    let (layer, mut x_bar) = (Layer { w }, x.clone());
    let (_, residuals) = layer.forward_primal(&x);
    let mut layer_bar = Layer { w: tall() }.zero_tangent();
    let wrong = message(|| {
        Layer::forward_transposed(&residuals, &array![1.0, 1.0], &mut layer_bar, &mut x_bar)
    });
    assert_eq!(wrong, "the accumulator has shape [3, 2] and the array has shape [2, 3]");
}
