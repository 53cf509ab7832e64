//! Arrays without a derivative, whose methods take active arguments and return active arrays and
//! views.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, array, s};

fn data() -> Array2<f64> {
    Array2::from_shape_fn((5, 5), |(i, j)| ((i * 7 + j * 3) as f64).sin())
}

fn labels() -> Array1<f64> {
    array![1.0, 0.0, 1.0, 1.0, 0.0]
}

#[derive(Differentiable, Clone, Debug)]
struct Data {
    #[constant]
    d: Array2<f64>,
    #[constant]
    y: Array1<f64>,
    scale: f64,
}

/// A gradient against differences.
fn check(name: &str, gradient: &Array1<f64>, f: impl Fn(&Array1<f64>) -> f64, x: &Array1<f64>) {
    for i in 0..x.len() {
        let h = 1e-6;
        let (mut above, mut below) = (x.clone(), x.clone());
        above[i] += h;
        below[i] -= h;
        let d = (f(&above) - f(&below)) / (2.0 * h);
        assert!((d - gradient[i]).abs() < 1e-6 * (1.0 + d.abs()), "{name}[{i}]: {d} {gradient}");
    }
}

#[differentiate]
fn logistic(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let z = d.dot(w);
    let mut s = 0.0;
    for i in 0..z.len() {
        s += (1.0 + (-z[i]).exp()).ln() + (1.0 - y[i]) * z[i];
    }
    s
}

#[differentiate]
fn rows_of_data(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let mut s = 0.0;
    for (row, t) in d.rows().into_iter().zip(y.iter()) {
        let r = row.dot(w) - t;
        s += r * r;
    }
    s / d.nrows() as f64
}

#[differentiate]
fn chains(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    d.outer_iter().map(|row| row.dot(w).tanh()).sum::<f64>()
        + d.axis_iter(Axis(1)).zip(y).map(|(c, t)| (c.dot(w) - t).powi(2)).sum::<f64>()
}

#[differentiate]
fn slices(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let z = d.slice(s![.., 1..4]).dot(&w.slice(s![..3]));
    z.dot(y) + d.row(0).dot(w)
}

#[differentiate]
fn centered(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let m = d.mean_axis(Axis(0)).unwrap();
    let c = d - &m;
    let z = c.dot(w);
    z.dot(&z) + m.dot(w)
}

#[differentiate]
fn maps(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let e = d.mapv(|v| v * v + 1.0);
    let q = e.dot(w);
    q.mapv(f64::tanh).sum() + d.map(|v| v.cos()).dot(w).sum()
}

#[differentiate]
fn statistics(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let top = d.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let n = d.ncols() as f64;
    (w * top).sum() / n + d.std(0.0) * w.sum()
}

#[differentiate]
fn elements(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..d.nrows() {
        let mut p = 0.0;
        for j in 0..d.ncols() {
            p += d[[i, j]] * w[j];
        }
        s += (p - y[i]).abs();
    }
    s
}

#[differentiate]
fn residuals(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let r = d.dot(w) - y;
    let g = d.t().dot(&r);
    0.5 * r.dot(&r) + g.dot(w) * 1e-3
}

#[differentiate]
fn elements_of_rows(
    w: &Array1<f64>,
    #[constant] d: &Array2<f64>,
    #[constant] y: &Array1<f64>,
) -> f64 {
    let mut s = 0.0;
    for (i, row) in d.outer_iter().enumerate() {
        let mut p = 0.0;
        for (a, b) in row.iter().zip(w.iter()) {
            p += a * b;
        }
        s += p.sin() * y[i];
    }
    s
}

#[differentiate]
fn copies_that_change(
    w: &Array1<f64>,
    #[constant] d: &Array2<f64>,
    #[constant] y: &Array1<f64>,
) -> f64 {
    let mut a = d.clone();
    a[[1, 2]] = w[0];
    a.row_mut(0).assign(w);
    a.dot(y).sum() + a.sum()
}

#[differentiate]
fn broadcast(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let u = d.to_owned() * 2.0;
    let v = &u + &w.view().insert_axis(Axis(0));
    v.sum_axis(Axis(1)).dot(y)
}

#[differentiate]
fn selected(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let idx = [0usize, 2, 4];
    let sub = d.select(Axis(0), &idx);
    let t = y.select(Axis(0), &idx);
    let r = sub.dot(w) - &t;
    r.dot(&r)
}

#[differentiate]
fn indexed(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let c = w[0];
    d.indexed_iter().map(|((i, j), v)| v * c * (i + 2 * j) as f64).sum::<f64>()
        + d.fold(0.0, |acc, v| acc + v * c)
}

#[differentiate]
fn made_of_constants(
    w: &Array1<f64>,
    #[constant] d: &Array2<f64>,
    #[constant] y: &Array1<f64>,
) -> f64 {
    let flat = d.iter().map(|v| v * 2.0).collect::<Vec<f64>>();
    let m = Array2::from_shape_vec((5, 5), flat).unwrap();
    m.dot(w).dot(y)
}

#[differentiate]
fn reversed(w: &Array1<f64>, #[constant] d: &Array2<f64>, #[constant] y: &Array1<f64>) -> f64 {
    let p = d.clone().reversed_axes().dot(w);
    p.sum()
}

#[differentiate]
impl Data {
    #[differentiate]
    fn logistic(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let z = self.d.dot(w);
            let mut s = 0.0;
            for i in 0..z.len() {
                s += (1.0 + (-z[i]).exp()).ln() + (1.0 - self.y[i]) * z[i];
            }
            s
        };
        value * self.scale
    }

    #[differentiate]
    fn rows_of_data(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let mut s = 0.0;
            for (row, t) in self.d.rows().into_iter().zip(self.y.iter()) {
                let r = row.dot(w) - t;
                s += r * r;
            }
            s / self.d.nrows() as f64
        };
        value * self.scale
    }

    #[differentiate]
    fn chains(&self, w: &Array1<f64>) -> f64 {
        let value = {
            self.d.outer_iter().map(|row| row.dot(w).tanh()).sum::<f64>()
                + self
                    .d
                    .axis_iter(Axis(1))
                    .zip(&self.y)
                    .map(|(c, t)| (c.dot(w) - t).powi(2))
                    .sum::<f64>()
        };
        value * self.scale
    }

    #[differentiate]
    fn slices(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let z = self.d.slice(s![.., 1..4]).dot(&w.slice(s![..3]));
            z.dot(&self.y) + self.d.row(0).dot(w)
        };
        value * self.scale
    }

    #[differentiate]
    fn centered(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let m = self.d.mean_axis(Axis(0)).unwrap();
            let c = &self.d - &m;
            let z = c.dot(w);
            z.dot(&z) + m.dot(w)
        };
        value * self.scale
    }

    #[differentiate]
    fn maps(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let e = self.d.mapv(|v| v * v + 1.0);
            let q = e.dot(w);
            q.mapv(f64::tanh).sum() + self.d.map(|v| v.cos()).dot(w).sum()
        };
        value * self.scale
    }

    #[differentiate]
    fn statistics(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let top = self.d.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
            let n = self.d.ncols() as f64;
            (w * top).sum() / n + self.d.std(0.0) * w.sum()
        };
        value * self.scale
    }

    #[differentiate]
    fn elements(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let mut s = 0.0;
            for i in 0..self.d.nrows() {
                let mut p = 0.0;
                for j in 0..self.d.ncols() {
                    p += self.d[[i, j]] * w[j];
                }
                s += (p - self.y[i]).abs();
            }
            s
        };
        value * self.scale
    }

    #[differentiate]
    fn residuals(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let r = self.d.dot(w) - &self.y;
            let g = self.d.t().dot(&r);
            0.5 * r.dot(&r) + g.dot(w) * 1e-3
        };
        value * self.scale
    }

    #[differentiate]
    fn elements_of_rows(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let mut s = 0.0;
            for (i, row) in self.d.outer_iter().enumerate() {
                let mut p = 0.0;
                for (a, b) in row.iter().zip(w.iter()) {
                    p += a * b;
                }
                s += p.sin() * self.y[i];
            }
            s
        };
        value * self.scale
    }

    #[differentiate]
    fn copies_that_change(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let mut a = self.d.clone();
            a[[1, 2]] = w[0];
            a.row_mut(0).assign(w);
            a.dot(&self.y).sum() + a.sum()
        };
        value * self.scale
    }

    #[differentiate]
    fn broadcast(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let u = self.d.to_owned() * 2.0;
            let v = &u + &w.view().insert_axis(Axis(0));
            v.sum_axis(Axis(1)).dot(&self.y)
        };
        value * self.scale
    }

    #[differentiate]
    fn selected(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let idx = [0usize, 2, 4];
            let sub = self.d.select(Axis(0), &idx);
            let t = self.y.select(Axis(0), &idx);
            let r = sub.dot(w) - &t;
            r.dot(&r)
        };
        value * self.scale
    }

    #[differentiate]
    fn indexed(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let c = w[0];
            self.d.indexed_iter().map(|((i, j), v)| v * c * (i + 2 * j) as f64).sum::<f64>()
                + self.d.fold(0.0, |acc, v| acc + v * c)
        };
        value * self.scale
    }

    #[differentiate]
    fn made_of_constants(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let flat = self.d.iter().map(|v| v * 2.0).collect::<Vec<f64>>();
            let m = Array2::from_shape_vec((5, 5), flat).unwrap();
            m.dot(w).dot(&self.y)
        };
        value * self.scale
    }

    #[differentiate]
    fn reversed(&self, w: &Array1<f64>) -> f64 {
        let value = {
            let p = self.d.clone().reversed_axes().dot(w);
            p.sum()
        };
        value * self.scale
    }
}

/// Checks the functions, and the methods.
macro_rules! check {
    ($($name:ident $name_value_and_grad:ident)*) => {$(
        #[test]
        fn $name_value_and_grad() {
            let (d, y) = (data(), labels());
            let x = array![0.7, -0.4, 1.3, 0.2, 2.1];
            let (value, gradient) = super::$name_value_and_grad(&x, &d, &y);
            assert_eq!(value.to_bits(), super::$name(&x, &d, &y).to_bits());
            check(stringify!($name), &gradient, |x| super::$name(x, &d, &y), &x);
            let model = Data { d, y, scale: 1.5 };
            let (value, (of_model, of_x)) = Data::$name_value_and_grad(&model, &x);
            assert_eq!(value.to_bits(), model.$name(&x).to_bits());
            assert!((of_model.scale - value / 1.5).abs() < 1e-12 * value.abs());
            check(stringify!($name), &of_x, |x| model.$name(x), &x);
        }
    )*};
}

mod tests {
    use super::{Data, check, data, labels};
    use ndarray::array;
    check! {
        logistic logistic_value_and_grad
        rows_of_data rows_of_data_value_and_grad
        chains chains_value_and_grad
        slices slices_value_and_grad
        centered centered_value_and_grad
        maps maps_value_and_grad
        statistics statistics_value_and_grad
        elements elements_value_and_grad
        residuals residuals_value_and_grad
        elements_of_rows elements_of_rows_value_and_grad
        copies_that_change copies_that_change_value_and_grad
        broadcast broadcast_value_and_grad
        selected selected_value_and_grad
        indexed indexed_value_and_grad
        made_of_constants made_of_constants_value_and_grad
        reversed reversed_value_and_grad
    }
}

#[differentiate]
fn local_array(x: &Array1<f64>) -> f64 {
    let w = Array2::<f64>::from_elem((5, 5), 0.5);
    let axes = w.axes().count() as f64;
    let mut sum = 0.0;
    for row in w.rows() {
        sum += row.dot(x) * axes;
    }
    sum * w.is_standard_layout() as u8 as f64
}

/// Methods without a derivative return what they return.
#[test]
fn local_arrays() {
    let (value, gradient) = local_array_value_and_grad(&Array1::ones(5));
    assert_eq!((value, gradient), (25.0, Array1::from_elem(5, 5.0)));
}
