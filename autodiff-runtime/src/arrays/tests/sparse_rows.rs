//! `SparseRows`: its methods, and what the transposes of rows store in it.

use alloc::vec;
use alloc::vec::Vec;

use ndarray::{Array1, Array2, Axis, ShapeBuilder, array, aview1};

use super::super::{AtIndex, Column, OfArgument, OfIndex, OfOne, OfTwo, Row, Sum, Viewed};
use crate::{CotangentAccumulator, Discard, NoResiduals, SparseRows, Wanted};

type Rows = OfArgument<Viewed<Row>, Array2<f64>>;
type Columns = OfArgument<Viewed<Column>, Array2<f64>>;
type AtAxis = OfTwo<Viewed<AtIndex>, Array2<f64>>;
type Elements = OfIndex<Array2<f64>, [usize; 2]>;

fn table() -> Array2<f64> {
    Array2::from_shape_fn((5, 2), |(i, j)| (2 * i + j) as f64)
}

fn numbers(sum: &SparseRows) -> Vec<usize> {
    sum.iter().map(|(row, _)| row).collect()
}

/// Adds the transpose of reading a row.
fn read_row(row: usize, bar: Array1<f64>, sum: &mut impl CotangentAccumulator<Array2<f64>>) {
    Rows::vjp(&table(), row, &mut NoResiduals, bar, sum, &mut Discard);
}

fn read_element(at: [usize; 2], bar: f64, sum: &mut impl CotangentAccumulator<Array2<f64>>) {
    Elements::vjp(&table(), at, &mut NoResiduals, bar, sum, &mut Discard);
}

#[test]
fn rows_are_stored_in_order() {
    let mut sum = SparseRows::new(5, 2);
    read_row(3, array![1.0, 2.0], &mut sum);
    read_row(0, array![3.0, 4.0], &mut &mut sum);
    read_row(3, array![0.5, 0.5], &mut Wanted(Some(&mut sum)));
    assert_eq!((numbers(&sum), sum.stored(), sum.dim()), (vec![0, 3], 2, (5, 2)));
    assert_eq!(sum.row(3), Some(aview1(&[1.5, 2.5])));
    assert_eq!(sum.row(1), None);
    let dense = array![[3.0, 4.0], [0.0, 0.0], [0.0, 0.0], [1.5, 2.5], [0.0, 0.0]];
    assert_eq!(sum.to_dense(), dense);
}

#[test]
fn elements_and_views_along_the_first_axis_store_one_row() {
    let mut sum = SparseRows::new(5, 2);
    read_element([4, 1], 2.0, &mut sum);
    read_element([4, 0], 1.0, &mut sum);
    let bar = array![1.0, 1.0];
    AtAxis::vjp(&table(), Axis(0), 2, &mut NoResiduals, bar, &mut sum, &mut Discard, &mut Discard);
    assert_eq!(numbers(&sum), [2, 4]);
    assert_eq!(sum.row(4), Some(aview1(&[1.0, 2.0])));
}

#[test]
fn other_operations_store_all_rows() {
    let mut sum = SparseRows::new(5, 2);
    read_row(3, array![1.0, 2.0], &mut sum);
    let bar = array![1.0, 1.0, 1.0, 1.0, 5.0];
    Columns::vjp(&table(), 1, &mut NoResiduals, bar, &mut sum, &mut Discard);
    OfOne::<Sum, Array2<f64>>::vjp(&table(), &mut NoResiduals, 0.5, &mut sum);
    read_row(3, array![1.0, 2.0], &mut sum);
    read_element([0, 1], 3.0, &mut sum);
    let dense = array![[0.5, 4.5], [0.5, 1.5], [0.5, 1.5], [2.5, 5.5], [0.5, 5.5]];
    assert_eq!((sum.to_dense(), sum.stored()), (dense.clone(), 5));
    assert_eq!(sum.row(3), Some(aview1(&[2.5, 5.5])));
    assert_eq!(sum.iter().next_back(), Some((4, aview1(&[0.5, 5.5]))));
    *sum.element(9) += 1.0;
    assert_eq!(sum.row(4), Some(aview1(&[0.5, 6.5])));
    let mut moved = Array2::zeros((5, 2));
    sum.scale(2.0);
    sum.axpy(0.5, &mut moved);
    assert_eq!(moved.row(0), dense.row(0));
    sum.clear();
    assert_eq!((sum.stored(), sum.row(3)), (0, None));
}

#[test]
fn a_whole_cotangent_stores_the_rows_that_are_not_zero() {
    let mut sum = SparseRows::new(3, 2);
    sum.add(&array![[0.0, 0.0], [0.0, 1.0], [0.0, 0.0]]);
    sum.add(&array![[0.0, 0.0], [2.0, f64::NAN], [0.0, 3.0]]);
    assert_eq!(numbers(&sum), [1, 2]);
    assert_eq!(sum.row(2), Some(aview1(&[0.0, 3.0])));
    sum.window(0..2).fill(7.0);
    sum.add(&Array2::ones((3, 2)));
    assert_eq!(sum.row(0), Some(aview1(&[8.0, 8.0])));
}

#[test]
fn a_step_changes_the_stored_rows() {
    let mut sum = SparseRows::new(5, 2);
    read_row(4, array![1.0, 2.0], &mut sum);
    read_row(1, array![10.0, 20.0], &mut sum);
    for mut moved in [table(), Array2::zeros((5, 2).f())] {
        let mut expected = moved.clone();
        expected.scaled_add(-0.5, &sum.to_dense());
        sum.axpy(-0.5, &mut moved);
        assert_eq!(moved, expected);
    }
    sum.scale(3.0);
    assert_eq!(sum.row(1), Some(aview1(&[30.0, 60.0])));
}

#[test]
fn cleared_rows_start_from_zero() {
    let mut sum = SparseRows::new(5, 2);
    read_row(4, array![1.0, 2.0], &mut sum);
    sum.clear();
    assert_eq!((sum.stored(), sum.row(4)), (0, None));
    read_row(4, array![3.0, 3.0], &mut sum);
    let mut other = SparseRows::new(5, 2);
    read_element([4, 0], 3.0, &mut other);
    assert_ne!(sum, other);
    read_element([4, 1], 3.0, &mut other);
    assert_eq!(sum, other);
    assert_eq!(CotangentAccumulator::<Array2<f64>>::length(&sum), Some(10));
}

#[test]
fn tables_without_columns_and_of_f32() {
    let mut sum = SparseRows::<f32>::new(3, 0);
    sum.add(&Array2::zeros((3, 0)));
    sum.axpy(1.0, &mut Array2::zeros((3, 0)));
    assert_eq!((sum.stored(), sum.to_dense().dim()), (0, (3, 0)));
    let mut sum = SparseRows::<f32>::new(usize::MAX, 1);
    *sum.element(usize::MAX - 1) += 1.0;
    assert_eq!(sum.iter().len(), 1);
}

#[test]
#[should_panic(expected = "the accumulator has shape [4, 2] and the array has shape [5, 2]")]
fn an_accumulator_of_another_shape() {
    read_row(1, array![1.0, 2.0], &mut SparseRows::new(4, 2));
}

#[test]
#[should_panic(expected = "row 4 is out of bounds of an accumulator of shape [4, 2]")]
fn a_row_out_of_bounds() {
    read_element([4, 0], 1.0, &mut SparseRows::new(4, 2));
}

#[test]
#[should_panic(expected = "the accumulator has shape [4, 2] and the table has shape [5, 2]")]
fn a_table_of_another_shape() {
    SparseRows::new(4, 2).axpy(1.0, &mut table());
}
