//! `Option`s of integers that methods of integers and numbers return, and methods of slices by
//! their paths.

use autodiff::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grid {
    cols: usize,
    data: Vec<f64>,
}

#[differentiate]
impl Grid {
    #[differentiate]
    fn before(&self, j: usize) -> f64 {
        let at = j.checked_sub(2);
        if let Some(at) = at.filter(|&at| at < self.cols) { self.data[at] } else { 0.5 }
    }
    #[differentiate]
    fn after(&self, j: usize) -> Option<f64> {
        let at = j.checked_add(1)?;
        let right = self.data.get(at)?;
        Some(right * self.data[j])
    }
}

#[differentiate]
fn chained(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for j in 0..x.len() {
        sum += j.checked_sub(1).and_then(|i| x.get(i)).map_or(0.0, |left| left * x[j]);
        sum += j.checked_sub(2).map(|i| x[i].sin()).unwrap_or(0.25);
        sum += match j.checked_mul(2) {
            Some(k) if k < x.len() => x[k],
            _ => 1.0,
        };
    }
    sum
}

#[differentiate]
fn of_types(x: &[f64]) -> f64 {
    let k = x.len() as u8;
    let square = k.checked_pow(2).unwrap_or(u8::MAX);
    let past = k.checked_add(250).map_or(x[0], |v| f64::from(v) * x[1]);
    let part = 7i32.checked_div(k as i32 - 3).unwrap_or(-1);
    x[2] * square as f64 + past + x[0] * f64::from(part)
}

#[differentiate]
fn of_grid(x: &[f64]) -> f64 {
    let grid = Grid { cols: 2, data: x.to_vec() };
    (0..5).map(|j| grid.before(j) * grid.after(j).unwrap_or(2.0)).sum()
}

#[differentiate]
fn of_names(x: &[f64], names: &[&str], name: &str) -> f64 {
    let at = names.iter().position(|n| *n == name);
    at.filter(|at| *at < x.len()).map_or(1.0, |at| x[at] * x[at])
}

#[differentiate]
fn looked_up<T: num_traits::Float>(x: &[T], y: T) -> T {
    x[y.to_usize().unwrap_or(0)] * y
}

#[differentiate]
fn rows(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks(2).map(<[f64]>::to_vec).collect();
    let firsts: f64 = rows.iter().map(|row| row.as_slice()).filter_map(<[f64]>::first).sum();
    firsts * rows[0][1] * x.chunks(2).map(<[_]>::len).map(|n| n as f64 * x[0]).sum::<f64>()
}

#[test]
fn options_of_integers() {
    check!(chained, [0.7, 0.4, 0.9, 1.3]);
    check!(of_types, [0.7, 0.4, 0.9, 1.3]);
    check!(of_grid, [0.7, 0.4, 0.9]);
    check!(rows, [0.7, 0.4, 0.9]);
    assert_eq!(of_names_grad(&[2.0, 3.0], &["a", "b", "c"], "b"), [0.0, 6.0]);
    assert_eq!(of_names_grad(&[2.0, 3.0], &["a", "b", "c"], "c"), [0.0, 0.0]);
    assert_eq!(looked_up_grad(&[2.0, 3.0], 1.5), (vec![0.0, 1.5], 3.0));
}
