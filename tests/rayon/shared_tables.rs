//! Large captures of which each item reads few elements.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis};
use rayon::prelude::*;

use crate::support::{Numbers, close};
use crate::threads::with_threads;

/// The count of elements of the tables.
const LENGTH: usize = 100_000;
const COLUMNS: usize = 4;

/// Elements that are far apart, and some that several items read.
fn indices() -> Vec<usize> {
    (0..200).map(|i| (i * i * 7919 + 13) % (LENGTH - 8)).chain([0, 0, LENGTH - 9]).collect()
}

fn table() -> Vec<f64> {
    Numbers::new(7).vec(LENGTH)
}

fn rows() -> Array2<f64> {
    Array2::from_shape_vec((LENGTH / COLUMNS, COLUMNS), table()).expect("a table")
}

fn vectors() -> Vec<Vec<f64>> {
    table().chunks(5).enumerate().map(|(i, row)| row[..1 + i % 3].to_vec()).collect()
}

fn points_of_table() -> Vec<Point> {
    table().as_chunks().0.iter().map(|at| Point { at: *at, count: 3 }).collect()
}

/// Checks a program against the same without threads, and that 20 runs agree bit for bit.
macro_rules! same_gradients {
    ($($parallel:ident $sequential:ident($table:expr);)*) => {$(
        #[test]
        fn $parallel() {
            pastey::paste! {
                let (table, at) = ($table, indices());
                let (value, expected) = super::[<$sequential _value_and_grad>](&table, &at);
                for threads in [1, 2, 3] {
                    let run = || super::[<$parallel _value_and_grad>](&table, &at);
                    let (found, gradient) = with_threads(threads, run);
                    close("value", found, value, 1e-12);
                    let (gradient, expected) = (gradient.flatten(), expected.flatten());
                    assert!(gradient.iter().any(|g| *g != 0.0) && gradient.contains(&0.0));
                    assert_eq!(gradient.len(), expected.len());
                    for (found, expected) in gradient.iter().zip(&expected) {
                        close("gradient", *found, *expected, 1e-12);
                    }
                    for _ in 0..20 {
                        let again = with_threads(threads, run).1.flatten();
                        assert!(again.iter().map(|g| g.to_bits()).eq(
                            gradient.iter().map(|g| g.to_bits())
                        ));
                    }
                }
            }
        }
    )*};
}

mod of_tables {
    use super::*;
    same_gradients! {
        slice slice_s(table());
        vector vector_s(table());
        windows windows_s(table());
        fixed_rows fixed_rows_s(table().as_chunks::<4>().0.to_vec());
        ragged ragged_s(vectors());
        points points_s(points_of_table());
        fields fields_s(Model { table: table(), scale: 0.7 });
        field_references field_references_s(Model { table: table(), scale: 0.7 });
        array array_s(Array1::from(table()));
        elements elements_s(rows());
        array_rows array_rows_s(rows());
        columns columns_s(rows());
        forks forks_s(table());
        joined joined_s(table());
        two_loops two_loops_s(table());
        collected collected_s(table());
        receiver receiver_s(table());
    }
}

#[differentiate]
fn slice(table: &[f64], at: &[usize]) -> f64 {
    at.par_iter().map(|i| (table[*i] * table[*i + 1]).sin()).sum()
}

#[differentiate]
fn slice_s(table: &[f64], at: &[usize]) -> f64 {
    at.iter().map(|i| (table[*i] * table[*i + 1]).sin()).sum()
}

#[differentiate]
fn vector(table: &Vec<f64>, at: &[usize]) -> f64 {
    at.par_iter().map(|i| (table[*i] * table[*i + 1]).sin()).sum()
}

#[differentiate]
fn vector_s(table: &Vec<f64>, at: &[usize]) -> f64 {
    at.iter().map(|i| (table[*i] * table[*i + 1]).sin()).sum()
}

#[differentiate]
fn product(of: &[f64]) -> f64 {
    let last = of.len() - 1;
    of[0] * of[last] + of[1..last].iter().sum::<f64>()
}

#[differentiate]
fn windows(table: &[f64], at: &[usize]) -> f64 {
    at.par_iter().map(|i| product(&table[*i..*i + 8]) * product(&table[*i..][..2])).sum()
}

#[differentiate]
fn windows_s(table: &[f64], at: &[usize]) -> f64 {
    at.iter().map(|i| product(&table[*i..*i + 8]) * product(&table[*i..][..2])).sum()
}

#[differentiate]
fn fixed_rows(table: &Vec<[f64; 4]>, at: &[usize]) -> f64 {
    at.par_iter().map(|i| table[*i / 4][1] * product(&table[*i / 5])).sum()
}

#[differentiate]
fn fixed_rows_s(table: &Vec<[f64; 4]>, at: &[usize]) -> f64 {
    at.iter().map(|i| table[*i / 4][1] * product(&table[*i / 5])).sum()
}

#[differentiate]
fn ragged(table: &Vec<Vec<f64>>, at: &[usize]) -> f64 {
    at.par_iter().map(|i| table[*i / 5].iter().map(|v| v.sin()).sum::<f64>()).sum()
}

#[differentiate]
fn ragged_s(table: &Vec<Vec<f64>>, at: &[usize]) -> f64 {
    at.iter().map(|i| table[*i / 5].iter().map(|v| v.sin()).sum::<f64>()).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Point {
    at: [f64; 2],
    count: usize,
}

#[differentiate]
fn points(table: &Vec<Point>, at: &[usize]) -> f64 {
    at.par_iter().map(|i| table[*i / 2].at[0] * table[*i / 3].at[1]).sum()
}

#[differentiate]
fn points_s(table: &Vec<Point>, at: &[usize]) -> f64 {
    at.iter().map(|i| table[*i / 2].at[0] * table[*i / 3].at[1]).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    table: Vec<f64>,
    scale: f64,
}

#[differentiate]
fn fields(model: &Model, at: &[usize]) -> f64 {
    at.par_iter().map(|i| (model.table[*i] * model.scale).sin()).sum()
}

#[differentiate]
fn fields_s(model: &Model, at: &[usize]) -> f64 {
    at.iter().map(|i| (model.table[*i] * model.scale).sin()).sum()
}

#[differentiate]
fn field_references(model: &Model, at: &[usize]) -> f64 {
    let (table, scale) = (&model.table, model.scale);
    at.par_iter().map(|i| (table[*i] * scale).sin()).sum()
}

#[differentiate]
fn field_references_s(model: &Model, at: &[usize]) -> f64 {
    at.iter().map(|i| (model.table[*i] * model.scale).sin()).sum()
}

#[differentiate]
fn array(table: &Array1<f64>, at: &[usize]) -> f64 {
    at.par_iter().map(|i| (table[*i] * table[*i + 1]).sin()).sum()
}

#[differentiate]
fn array_s(table: &Array1<f64>, at: &[usize]) -> f64 {
    at.iter().map(|i| (table[*i] * table[*i + 1]).sin()).sum()
}

#[differentiate]
fn elements(table: &Array2<f64>, at: &[usize]) -> f64 {
    at.par_iter().map(|i| (table[[*i / 4, *i % 4]] * table[[*i / 5, 3]]).sin()).sum()
}

#[differentiate]
fn elements_s(table: &Array2<f64>, at: &[usize]) -> f64 {
    at.iter().map(|i| (table[[*i / 4, *i % 4]] * table[[*i / 5, 3]]).sin()).sum()
}

#[differentiate]
fn array_rows(table: &Array2<f64>, at: &[usize]) -> f64 {
    at.par_iter()
        .map(|i| table.row(*i / 4).dot(&table.index_axis(Axis(0), *i / 5)) * table.row(*i / 6)[2])
        .sum()
}

#[differentiate]
fn array_rows_s(table: &Array2<f64>, at: &[usize]) -> f64 {
    at.iter()
        .map(|i| table.row(*i / 4).dot(&table.index_axis(Axis(0), *i / 5)) * table.row(*i / 6)[2])
        .sum()
}

/// Columns, which add to the whole.
#[differentiate]
fn columns(table: &Array2<f64>, at: &[usize]) -> f64 {
    at[..5].par_iter().map(|i| table.column(*i % 3).sum() * table[[*i / 4, 3]]).sum()
}

#[differentiate]
fn columns_s(table: &Array2<f64>, at: &[usize]) -> f64 {
    at[..5].iter().map(|i| table.column(*i % 3).sum() * table[[*i / 4, 3]]).sum()
}

#[differentiate]
fn forks(table: &[f64], at: &[usize]) -> f64 {
    at.par_chunks(20)
        .map(|part| part.par_iter().map(|i| (table[*i] * table[part[0]]).sin()).sum::<f64>().exp())
        .sum()
}

#[differentiate]
fn forks_s(table: &[f64], at: &[usize]) -> f64 {
    at.chunks(20)
        .map(|part| part.iter().map(|i| (table[*i] * table[part[0]]).sin()).sum::<f64>().exp())
        .sum()
}

#[differentiate]
fn joined(table: &[f64], at: &[usize]) -> f64 {
    let (a, b) = rayon::join(|| slice(table, &at[..50]), || table[at[0]] * table[at[60]]);
    a * b
}

#[differentiate]
fn joined_s(table: &[f64], at: &[usize]) -> f64 {
    slice_s(table, &at[..50]) * (table[at[0]] * table[at[60]])
}

#[differentiate]
fn two_loops(table: &[f64], at: &[usize]) -> f64 {
    let k: f64 = at.par_iter().map(|i| table[*i].cos()).sum();
    at[50..].par_iter().map(|i| (table[*i] * k).sin() * table[7]).sum::<f64>() * k
}

#[differentiate]
fn two_loops_s(table: &[f64], at: &[usize]) -> f64 {
    let k: f64 = at.iter().map(|i| table[*i].cos()).sum();
    at[50..].iter().map(|i| (table[*i] * k).sin() * table[7]).sum::<f64>() * k
}

#[differentiate]
fn collected(table: &[f64], at: &[usize]) -> f64 {
    let values: Vec<f64> = at.par_iter().map(|i| table[*i] * table[*i + 2]).collect();
    values.par_iter().map(|v| v * table[3]).reduce(|| 0.0, |a, b| a + b)
}

#[differentiate]
fn collected_s(table: &[f64], at: &[usize]) -> f64 {
    let values: Vec<f64> = at.iter().map(|i| table[*i] * table[*i + 2]).collect();
    values.iter().map(|v| v * table[3]).fold(0.0, |a, b| a + b)
}

/// Each item of the table itself, some of which have no slope: a chunk may store all pages.
#[differentiate]
fn receiver(table: &[f64], at: &[usize]) -> f64 {
    table.par_iter().map(|v| if *v > 0.0 { v.powi(2) * table[at[1]] } else { 0.0 }).sum()
}

#[differentiate]
fn receiver_s(table: &[f64], at: &[usize]) -> f64 {
    table.iter().map(|v| if *v > 0.0 { v.powi(2) * table[at[1]] } else { 0.0 }).sum()
}
