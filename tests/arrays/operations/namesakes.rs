//! Methods of the crate that have the name of a method of arrays.

use autodiff::prelude::*;
use ndarray::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Model {
    theta: Array1<f64>,
    table: Array2<f64>,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        self.theta.iter().map(|v| v * v)
    }

    #[differentiate]
    fn rows(&self) -> impl Iterator<Item = f64> + '_ {
        self.table.rows().into_iter().map(|r| r.sum())
    }

    #[differentiate]
    fn windows(&self, k: usize) -> impl Iterator<Item = f64> + '_ {
        self.table.windows((k, k)).into_iter().map(|r| r.product())
    }

    #[differentiate]
    fn energy(&self) -> f64 {
        let mut s = 0.0;
        for v in self.iter() {
            s += v.sin();
        }
        for (a, b) in self.iter().zip(self.rows()) {
            s += a * b;
        }
        s + self.iter().sum::<f64>() * self.windows(2).sum::<f64>()
    }
}

#[differentiate]
fn both(x: &Array1<f64>, w: &Array2<f64>) -> f64 {
    let model = Model { theta: x.clone(), table: w.clone() };
    let mut s = model.energy() + model.iter().map(|v| v * v).sum::<f64>();
    for row in w.rows() {
        s += row.sum().exp();
    }
    for row in model.rows() {
        s += row.exp();
    }
    s + w.windows((2, 2)).into_iter().map(|r| r.product()).sum::<f64>()
}

#[test]
fn methods_of_the_crate_and_of_arrays() {
    held_against_laws!(both;);
}
