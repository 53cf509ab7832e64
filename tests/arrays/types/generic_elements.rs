//! Arrays whose elements are a type parameter, against dual numbers.

use autodiff::dual;
use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, Zip, s};

use crate::support::close;

#[differentiate]
fn elements<T: Real>(x: &Array1<T>, w: &Array2<T>) -> T {
    let mut sum = T::zero();
    for i in 0..w.nrows() {
        for j in 0..w.ncols() {
            sum = sum + w[[i, j]] * x[j].sin();
        }
    }
    sum
}

#[differentiate]
fn whole<T: Real>(x: &Array1<T>, w: &Array2<T>) -> T {
    let y = w.dot(x).mapv(|v| v.tanh());
    let z = &y * &y + w.sum_axis(Axis(1));
    z.sum() + y.dot(&y) * w.slice(s![0, ..]).sum() + (w * T::real(2.0)).sum()
}

#[differentiate]
fn items<T: Real>(x: &Array1<T>, w: &Array2<T>) -> T {
    let mut y: Array1<T> = Array1::zeros(w.nrows());
    for (i, row) in w.rows().into_iter().enumerate() {
        y[i] = row.dot(x);
    }
    for v in y.iter_mut() {
        *v = *v * *v;
    }
    y.iter().map(|v| v.exp()).sum::<T>()
}

#[differentiate]
fn changes<T: Real>(x: &Array1<T>, w: &Array2<T>) -> T {
    let mut y = w.clone();
    y *= T::real(0.5);
    y += x;
    y.mapv_inplace(|v| v.sqrt());
    let z = Zip::from(&y).and(w).map_collect(|a, b| *a * *b);
    z.row(0).sum() / y.mean().unwrap()
}

#[derive(Clone, Debug, Differentiable)]
struct Layer<T: Real> {
    w: Array2<T>,
    b: Array1<T>,
}

#[differentiate]
impl<T: Real> Layer<T> {
    #[differentiate]
    fn apply(&self, x: &Array1<T>) -> Array1<T> {
        (self.w.dot(x) + &self.b).mapv(T::tanh)
    }
}

#[differentiate]
fn layers<T: Real>(x: &Array1<T>, w: &Array2<T>) -> T {
    let layer = Layer { w: w.clone(), b: w.column(0).to_owned() };
    let y = layer.apply(x);
    (&y * &y).sum()
}

fn arrays<T: Real>(x: &[T]) -> (Array1<T>, Array2<T>) {
    let w = Array2::from_shape_vec((2, 3), x[3..].to_vec()).expect("six numbers");
    (Array1::from(x[..3].to_vec()), w)
}

#[test]
fn generic_elements() {
    let numbers: Vec<f64> = (0..9).map(|i| (i as f64 * 0.7).sin() + 1.2).collect();
    macro_rules! same {
        ($($f:ident)*) => {
            pastey::paste! {
                $(
                    let (x, w) = arrays(&numbers);
                    let (value, (of_x, of_w)) = [<$f _value_and_grad>](&x, &w);
                    assert_eq!(value.to_bits(), $f(&x, &w).to_bits());
                    let expected = dual::gradient(
                        |numbers| {
                            let (x, w) = arrays(numbers);
                            $f(&x, &w)
                        },
                        &numbers,
                    );
                    for (found, of) in of_x.iter().chain(&of_w).zip(&expected) {
                        close(stringify!($f), *found, *of, 1e-13);
                    }
                    let single: Vec<f32> = numbers.iter().map(|x| *x as f32).collect();
                    let (x, w) = arrays(&single);
                    let (_, (of_x, of_w)) = [<$f _value_and_grad>](&x, &w);
                    for (found, of) in of_x.iter().chain(&of_w).zip(&expected) {
                        close(stringify!($f), f64::from(*found), *of, 1e-4);
                    }
                )*
            }
        };
    }
    same!(elements whole items changes layers);
}

/// Derivatives of derivatives: the gradient at dual numbers.
#[test]
fn gradients_at_dual_numbers() {
    let numbers: Vec<f64> = (0..9).map(|i| (i as f64 * 0.4).cos() + 1.5).collect();
    let gradient = |numbers: &[f64]| {
        let (x, w) = arrays(numbers);
        let (of_x, of_w) = whole_grad(&x, &w);
        of_x.iter().chain(&of_w).copied().collect::<Vec<f64>>()
    };
    let perturbation = dual::Perturbation::new();
    let direction: Vec<f64> = (0..9).map(|i| 1.0 / (1.0 + i as f64)).collect();
    let lifted: Vec<dual::Dual<f64>> =
        numbers.iter().zip(&direction).map(|(x, d)| perturbation.dual(*x, [*d])).collect();
    let (x, w) = arrays(&lifted);
    let (of_x, of_w) = whole_grad(&x, &w);
    let moved = |h: f64| -> Vec<f64> {
        let at: Vec<f64> = numbers.iter().zip(&direction).map(|(x, d)| x + h * d).collect();
        gradient(&at)
    };
    let (ahead, behind) = (moved(1e-5), moved(-1e-5));
    for (k, found) in of_x.iter().chain(&of_w).enumerate() {
        let [rate] = perturbation.tangents(*found);
        close("a second derivative", rate, (ahead[k] - behind[k]) / 2e-5, 1e-7);
    }
}
