//! `det`: the determinant by expansion in minors.
//!
//! A minor is described by two linked lists, of the rows and of the columns that it keeps:
//! `rows[n]` is its first row and `rows[r]` the one after row `r`. To remove a row or a column is
//! one assignment.

use autodiff::prelude::*;

/// The determinant of the square matrix `a` with `n` ≥ 1 rows, given row by row.
#[differentiate(reverse)]
pub fn determinant(a: &[f64], n: usize) -> f64 {
    let mut rows: Vec<usize> = vec![0; n + 1];
    let mut columns: Vec<usize> = vec![0; n + 1];
    for i in 0..n {
        rows[i] = i + 1;
        columns[i] = i + 1;
    }
    minor(a, n, n, &mut rows, &mut columns)
}

/// The determinant of the minor with `size` rows and columns that the two lists describe. The lists
/// are changed on the way and restored before the return.
#[differentiate(reverse)]
pub fn minor(a: &[f64], n: usize, size: usize, rows: &mut [usize], columns: &mut [usize]) -> f64 {
    let row = rows[n];
    let mut column = columns[n];
    if size == 1 {
        return a[row * n + column];
    }
    rows[n] = rows[row];
    let mut before = n;
    let mut sum = 0.0;
    for j in 0..size {
        columns[before] = columns[column];
        let rest = minor(a, n, size - 1, rows, columns);
        columns[before] = column;
        if j % 2 == 0 {
            sum += a[row * n + column] * rest;
        } else {
            sum -= a[row * n + column] * rest;
        }
        before = column;
        column = columns[column];
    }
    rows[n] = row;
    sum
}
