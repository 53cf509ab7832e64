//! Arrays that functions, constructors and operators return, as receivers of methods.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, array, s};

mod net {
    use autodiff::prelude::*;
    use ndarray::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Net {
        pub w: Array2<f64>,
        pub b: Array1<f64>,
    }

    #[differentiate]
    impl Net {
        #[differentiate]
        pub fn output(&self, x: &Array1<f64>) -> Array1<f64> {
            self.w.dot(x) + &self.b
        }

        #[differentiate]
        pub fn both(&self, x: &Array1<f64>) -> (Array1<f64>, f64) {
            (self.w.dot(x), self.b.sum())
        }
    }

    #[differentiate]
    pub fn softmax(x: &Array1<f64>) -> Array1<f64> {
        let e = x.mapv(|v| v.exp());
        let sum = e.sum();
        e / sum
    }
}

use net::{Net, softmax};

#[differentiate]
fn of_functions(net: &Net, x: &Array1<f64>) -> f64 {
    let h = net.output(x);
    let r = h.mapv(|v| v.max(0.0));
    let p = softmax(&r);
    let q = softmax(&p) + 1.0;
    let (a, s) = net.both(x);
    let k = s * &a;
    p.iter().zip(q.iter()).map(|(a, b)| a * b).sum::<f64>()
        + net::softmax(&h).mapv(|v| v.ln()).sum()
        + a.mapv(|v| v * v).sum() * s
        + k.iter().sum::<f64>()
}

#[differentiate]
fn of_operators(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let a = w.row(0).to_owned() + 1.0;
    let b = w.dot(x) + x[0];
    let c = w.slice(s![0, ..]).mapv(|v| v * v) - x[1];
    let d = x.dot(x) + 1.0;
    let e = x.sum() - d;
    let g = w.dot(w) + 2.0;
    let h = (w.t().dot(x) + 1.0) / d;
    let i = (w.t().dot(w) * 0.3).diag().to_owned();
    a.sum() + b.sum() + c.sum() * d * e + g.sum() + h.sum() + (1.0 - w.row(1).to_owned()).dot(&i)
}

#[differentiate]
fn of_constructors(x: &Array1<f64>) -> f64 {
    let k = x[0];
    let both = vec![Array1::from_iter(x.iter().map(|v| v * 2.0)), x.clone()];
    Array1::from_elem(3, k).mapv(|v| v * v).sum()
        + Array2::from_shape_fn((2, 2), |(i, j)| k * (i + 2 * j) as f64).reversed_axes().sum()
        + both[0].dot(&both[1])
}

/// The value to the last bit, and the gradient against differences.
fn check(f: impl Fn(&Array1<f64>) -> f64, (value, x_bar): (f64, Array1<f64>), x: &Array1<f64>) {
    assert_eq!(value.to_bits(), f(x).to_bits());
    for i in 0..x.len() {
        let (mut above, mut below) = (x.clone(), x.clone());
        above[i] += 1e-6;
        below[i] -= 1e-6;
        let difference = (f(&above) - f(&below)) / 2e-6;
        assert!((difference - x_bar[i]).abs() < 1e-6 * (1.0 + difference.abs()), "{i}");
    }
}

#[test]
fn arrays_are_receivers_of_methods() {
    let net = Net { w: array![[1.0, 2.0], [0.5, -0.3]], b: array![0.1, 0.2] };
    let x = array![0.4, 0.7];
    let (value, (_, x_bar)) = of_functions_value_and_grad(&net, &x);
    check(|x| of_functions(&net, x), (value, x_bar), &x);
    let (value, (x_bar, _)) = of_operators_value_and_grad(&x, &net.w);
    check(|x| of_operators(x, &net.w), (value, x_bar), &x);
    check(of_constructors, of_constructors_value_and_grad(&x), &x);
}
