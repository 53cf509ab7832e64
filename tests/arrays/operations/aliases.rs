//! Arrays under other names: aliases of their types, and imports in bodies.

use autodiff::prelude::*;
use types::{Matrix, Of, Vector};

mod types {
    use ndarray::{Array1, Array2};
    pub type Matrix = Array2<f64>;
    pub type Vector = Of<f64>;
    pub type Of<T> = Array1<T>;
}

type Square = Matrix;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Matrix,
    bias: Vector,
    scales: Of<f64>,
}

#[differentiate]
impl Layer {
    #[differentiate]
    fn apply(&self, x: &Vector) -> Vector {
        let mut out = Vector::zeros(self.bias.len());
        for ((out, row), bias) in out.iter_mut().zip(self.weights.rows()).zip(&self.bias) {
            *out = row.dot(x) + bias;
        }
        for scale in &self.scales {
            out *= *scale;
        }
        out
    }
}

#[differentiate]
fn of_aliases(x: &Square) -> f64 {
    let layer =
        Layer { weights: x.clone(), bias: x.row(0).to_owned(), scales: x.diag().to_owned() };
    let column: Vector = x.column(1).iter().map(|v| v * v).collect();
    let mut sum = 0.0;
    for v in x {
        sum += v.sin();
    }
    let mut y = Square::zeros((2, 2));
    y.row_mut(0).fill(sum);
    y += x;
    layer.apply(&column).sum() * y.sum()
}

#[differentiate]
fn with_imports(x: &ndarray::Array2<f64>) -> f64 {
    use ndarray::linalg::general_mat_mul;
    use ndarray::{Array1, Array2, Axis, Zip, array, azip, concatenate, s, stack};
    let mut product = Array2::<f64>::zeros((2, 2));
    general_mat_mul(1.0, x, x, 0.0, &mut product);
    Zip::from(&mut product).and(x).for_each(|p, x| *p += x * x);
    azip!((p in &mut product, &x in x) *p *= x);
    let row = array![x[[0, 0]], 2.0];
    let all = concatenate![Axis(0), *x, product];
    let both = stack(Axis(0), &[x.view(), x.view()]).unwrap();
    let ramp = Array1::from_shape_fn(2, |i| x[[i, 0]] * i as f64);
    (&row * &x.slice(s![0, ..])).sum() * all.sum() + both.sum() * ramp.dot(&row)
}

#[test]
fn arrays_under_other_names() {
    let x = ndarray::array![[0.4, -0.7], [1.2, 0.5]];
    let programs: [(fn(&Square) -> f64, fn(&Square) -> (f64, Square)); 2] =
        [(of_aliases, of_aliases_value_and_grad), (with_imports, with_imports_value_and_grad)];
    for (f, value_and_grad) in programs {
        let (value, gradient) = value_and_grad(&x);
        assert_eq!(value.to_bits(), f(&x).to_bits());
        for (at, slope) in gradient.indexed_iter() {
            let moved = |step: f64| {
                let mut moved = x.clone();
                moved[at] += step;
                f(&moved)
            };
            let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((difference - slope).abs() < 1e-6 * (1.0 + difference.abs()), "{at:?}");
        }
    }
}
