//! Types that earlier expansions recorded: constant fields, types with the derive, aliases.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Spline {
    #[constant]
    xs: Vec<f64>,
    ys: Vec<f64>,
    slopes: Vec<f64>,
}
#[differentiate]
impl Spline {
    #[differentiate]
    fn natural(xs: Vec<f64>, ys: Vec<f64>) -> Spline {
        let n = xs.len();
        let mut slopes = vec![0.0; n];
        for i in 1..n - 1 {
            slopes[i] = 0.5
                * ((ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i])
                    + (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]));
        }
        Spline { xs: constant(xs), ys, slopes }
    }
    #[differentiate]
    fn at(&self, x: f64) -> f64 {
        let i = match self.xs.binary_search_by(|p| p.partial_cmp(&x).unwrap()) {
            Ok(i) => i.min(self.xs.len() - 2),
            Err(i) => i.clamp(1, self.xs.len() - 1) - 1,
        };
        let h = self.xs[i + 1] - self.xs[i];
        let t = (x - self.xs[i]) / h;
        let (t2, t3) = (t * t, t * t * t);
        self.ys[i] * (2.0 * t3 - 3.0 * t2 + 1.0)
            + self.slopes[i] * h * (t3 - 2.0 * t2 + t)
            + self.ys[i + 1] * (3.0 * t2 - 2.0 * t3)
            + self.slopes[i + 1] * h * (t3 - t2)
    }
}
#[differentiate]
fn interpolated(q: &[f64]) -> f64 {
    let s = Spline::natural(vec![0.0, 1.0, 2.5, 3.0, 4.0], q[..5].to_vec());
    s.at(0.3) + s.at(1.7 + q[5]) * s.at(3.9)
}

type M3 = [[f64; 3]; 3];
type Values = Vec<f64>;

#[differentiate]
fn product(a: &M3, b: &M3) -> M3 {
    let mut c = [[0.0; 3]; 3];
    for (i, row) in c.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry = (0..3).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}
#[differentiate]
fn rotation(axis: char, angle: f64) -> M3 {
    let (s, c) = angle.sin_cos();
    match axis {
        'x' => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
        'y' => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
        _ => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
    }
}
#[differentiate]
fn reached(q: &[f64]) -> f64 {
    let links = [('z', 0.5), ('y', 0.4), ('x', 0.2)];
    let mut r = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut p = [0.0; 3];
    for (&(axis, length), &angle) in links.iter().zip(q) {
        r = product(&r, &rotation(axis, angle));
        for i in 0..3 {
            p[i] += r[i][2] * length;
        }
    }
    p.iter().zip([0.3, 0.2, 0.9].iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}
#[differentiate]
fn weighted(a: &Values, x: f64) -> f64 {
    a[0] * x + a.iter().sum::<f64>()
}
#[differentiate]
fn replaced(a: Values, x: f64) -> Values {
    let mut b = a.clone();
    b[0] = x * a[1];
    b
}
#[differentiate]
fn scaled(a: &mut M3, x: f64) {
    a[0][1] *= x;
    for row in a.iter_mut() {
        row[0] += x;
    }
}
#[differentiate]
fn together(q: &[f64]) -> f64 {
    let mut m = [[q[0], q[1], 1.0], [q[1]; 3], [0.5; 3]];
    scaled(&mut m, q[0]);
    let w = replaced(q.to_vec(), q[0]);
    product(&m, &m)[0][1] * weighted(&w, q[1])
}

#[test]
fn constant_fields() {
    check!(interpolated, [0.3, 0.8, -0.6, 1.1, 0.4, 0.9]);
}

#[test]
fn names_of_ones_own() {
    check!(reached, [0.3, 0.8, -0.6]);
    check!(together, [0.3, 0.8]);
    let a = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    let ones = [[1.0; 3]; 3];
    let (a_bar, b_bar): (M3, M3) = product_vjp(&a, &ones, ones).1;
    assert_eq!((a_bar, b_bar), ([[3.0; 3]; 3], [[12.0; 3], [15.0; 3], [18.0; 3]]));
}
