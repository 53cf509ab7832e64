//! Plain code that reads variables after their names were exchanged: `let (n, m) = (m, n);`.

use autodiff::prelude::*;

fn pick(a: usize, b: usize) -> usize {
    10 * a + b
}

fn weight(a: f64, b: f64) -> f64 {
    10.0 * a + b
}

fn first(a: &[usize], b: &[usize]) -> usize {
    10 * a[0] + b[0]
}

fn taken(a: Vec<usize>, b: Vec<usize>, n: usize) -> usize {
    100 * a[0] + 10 * b[0] + n
}

const TABLE: [[f64; 3]; 3] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];

#[differentiate]
fn of_counts(x: &[f64]) -> f64 {
    let (n, m) = (x.len(), 1);
    let (n, m) = (m, n);
    let text = format!("{n}-{m}");
    let sum = if text.starts_with('1') { x[0] } else { 5.0 };
    pick(n, m) as f64 * sum
}

#[differentiate]
fn of_constants(x: &[f64]) -> f64 {
    let (a, b) = (2.0, x.len() as f64);
    let (a, b) = (b, a);
    weight(a, b) * x[0] - weight(b, a)
}

#[differentiate]
fn of_versions(x: &[f64]) -> f64 {
    let (mut n, mut m) = (1, 2);
    let mut sum = 0;
    for _ in 0..3 {
        (n, m) = (m, n);
        let argument_0 = 5;
        sum += pick(n, m) + pick(m, argument_0);
    }
    sum as f64 * x[0]
}

#[differentiate]
fn of_memory(x: &[f64]) -> f64 {
    let (v, w) = (vec![1, 2], vec![3]);
    let (v, w) = (w, v);
    let n = v.clone();
    let m = n;
    let n = w[1];
    let k = first(&v, &w);
    k as f64 * x[0] + taken(m, w, n) as f64
}

#[differentiate]
fn of_indices(x: &[f64]) -> f64 {
    let (i, j) = (x.len() % 3, 2);
    let (j, i) = (i, j);
    TABLE[i][j] * x[0]
}

mod tests {
    at_points! { of_counts of_constants of_versions of_memory of_indices }
}
