//! `SparseRows`: the gradient of a table of which few rows are read.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, array, aview1};

fn table() -> Array2<f64> {
    Array2::from_shape_fn((50, 3), |(i, j)| (i as f64 * 0.7 + j as f64).sin())
}

#[differentiate]
fn similarity(table: &Array2<f64>, i: usize, j: usize) -> f64 {
    table.row(i).dot(&table.index_axis(Axis(0), j)).tanh()
}

#[differentiate]
fn elements(table: &Array2<f64>, i: usize, j: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..table.ncols() {
        sum += table[[i, k]] * table[(j, k)];
    }
    sum
}

/// The table goes through two functions, a loop and a branch.
#[differentiate]
fn pairs(table: &Array2<f64>, ids: &[usize], bias: f64) -> f64 {
    let mut loss = 0.0;
    for k in 1..ids.len() {
        let score = if k % 2 == 0 {
            similarity(table, ids[k - 1], ids[k])
        } else {
            elements(table, ids[k - 1], ids[k])
        };
        loss += (1.0 + (-score - bias).exp()).ln();
    }
    loss
}

#[differentiate]
fn averaged(table: &Array2<f64>, context: &Array2<f64>, ids: &[usize], to: usize) -> f64 {
    let columns: usize = table.ncols();
    let mut mean: Array1<f64> = Array1::zeros(columns);
    for id in ids {
        mean += &table.row(*id);
    }
    mean /= ids.len() as f64;
    let residual = mean - context.row(to);
    residual.dot(&residual)
}

#[differentiate]
fn regularised(table: &Array2<f64>, i: usize, decay: f64) -> f64 {
    table.row(i).sum() + decay * (table * table).sum()
}

#[differentiate]
fn of_many(tables: &[Array2<f64>], k: usize, i: usize) -> f64 {
    elements(&tables[k], i, i)
}

/// The indices of the stored rows.
fn stored(sum: &SparseRows) -> Vec<usize> {
    sum.iter().map(|(row, _)| row).collect()
}

#[track_caller]
fn close(found: &Array2<f64>, expected: &Array2<f64>) {
    assert!(found.abs_diff_eq(expected, 1e-13), "{found} and {expected}");
}

trait AbsDiffEq {
    fn abs_diff_eq(&self, other: &Self, tolerance: f64) -> bool;
}

impl AbsDiffEq for Array2<f64> {
    fn abs_diff_eq(&self, other: &Self, tolerance: f64) -> bool {
        self.dim() == other.dim()
            && self.iter().zip(other).all(|(a, b)| (a - b).abs() <= tolerance * (1.0 + b.abs()))
    }
}

#[test]
fn reading_rows_and_elements_stores_these_rows() {
    let table = table();
    for f in [
        (|table, sum| {
            similarity_transposed(&similarity_primal(table, 40, 7).1, 1.0, sum);
            similarity_grad(table, 40, 7)
        }) as fn(&Array2<f64>, &mut SparseRows) -> Array2<f64>,
        |table, sum| {
            elements_transposed(&elements_primal(table, 40, 7).1, 1.0, sum);
            elements_grad(table, 40, 7)
        },
    ] {
        let mut sum = SparseRows::new(50, 3);
        let gradient = f(&table, &mut sum);
        assert_eq!(stored(&sum), [7, 40]);
        close(&sum.to_dense(), &gradient);
    }
}

#[test]
fn tables_that_are_passed_on() {
    let (mut table, ids) = (table(), [3, 11, 3, 20, 11]);
    let mut sum = SparseRows::new(50, 3);
    let mut bias_bar = 0.0;
    let (_, mut residuals) = pairs_primal(&table, &ids, 0.1);
    pairs_transposed(&residuals, 1.0, &mut sum, &mut bias_bar);
    let (value, (gradient, of_bias)) = pairs_value_and_grad(&table, &ids, 0.1);
    assert_eq!(stored(&sum), [3, 11, 20]);
    close(&sum.to_dense(), &gradient);
    assert_eq!(bias_bar, of_bias);

    sum.clear();
    let again = pairs_vjp_into(&table, &ids, 0.1, 1.0, &mut residuals, &mut sum, &mut Discard);
    assert_eq!(again, value);
    close(&sum.to_dense(), &gradient);
    drop(residuals);
    sum.axpy(-0.05, &mut table);
    assert!(pairs(&table, &ids, 0.1) < value);
}

#[test]
fn two_tables_of_one_function() {
    let (table, context) = (table(), table().mapv(f64::cos));
    let (_, residuals) = averaged_primal(&table, &context, &[1, 30, 1], 2);
    let (mut of_table, mut of_context) = (SparseRows::new(50, 3), SparseRows::new(50, 3));
    averaged_transposed(&residuals, 1.0, &mut of_table, &mut of_context);
    let (table_bar, context_bar) = averaged_grad(&table, &context, &[1, 30, 1], 2);
    assert_eq!((stored(&of_table), stored(&of_context)), (vec![1, 30], vec![2]));
    close(&of_table.to_dense(), &table_bar);
    close(&of_context.to_dense(), &context_bar);
    let mut dense = Array2::ones((50, 3));
    averaged_transposed(&residuals, 1.0, &mut dense, &mut Discard);
    close(&dense, &(table_bar + 1.0));
}

#[test]
fn an_operation_on_the_whole_table_stores_all_rows() {
    let table = table();
    let mut sum = SparseRows::new(50, 3);
    regularised_transposed(&regularised_primal(&table, 4, 0.5).1, 1.0, &mut sum, &mut Discard);
    assert_eq!(sum.stored(), 50);
    close(&sum.to_dense(), &regularised_grad(&table, 4, 0.5).0);
}

#[test]
fn an_accumulator_for_each_of_many_tables() {
    let tables = [table(), array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]];
    let mut sums = vec![SparseRows::new(50, 3), SparseRows::new(2, 3)];
    of_many_transposed(&of_many_primal(&tables, 1, 1).1, 0.5, &mut sums);
    assert_eq!(sums[0].stored(), 0);
    assert_eq!(sums[1].row(1), Some(aview1(&[4.0, 5.0, 6.0])));
}

#[test]
#[should_panic(
    expected = "similarity: the accumulator of `table` has shape [49, 3] where the parameter has \
                shape [50, 3]"
)]
fn an_accumulator_of_another_shape() {
    let table = table();
    let (_, residuals) = similarity_primal(&table, 4, 5);
    similarity_transposed(&residuals, 1.0, &mut SparseRows::new(49, 3));
}
