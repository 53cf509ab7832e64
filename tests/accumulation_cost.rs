//! A transpose touches the elements that were read, and no others, however long the input is.

use autodiff::prelude::*;
use std::ops::Range;

#[differentiate(reverse)]
fn one(x: &[f64], index: usize) -> f64 {
    x[index].sin()
}

#[differentiate(reverse)]
fn gathered(x: &[f64], indices: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in indices.iter() {
        sum += x[*i] * x[*i];
    }
    sum
}

#[differentiate(reverse)]
fn through_a_window(x: &[f64], from: usize) -> f64 {
    let part = &x[from..from + 4];
    part[0] * part[3]
}

#[differentiate(reverse)]
fn through_a_call(x: &[f64], index: usize) -> f64 {
    one(x, index) * one(&x[index..], 1)
}

#[differentiate(reverse)]
fn branches(x: &[f64], index: usize) -> f64 {
    if index.is_multiple_of(2) { x[index] * x[index + 1] } else { 3.0 * x[index] }
}

#[differentiate(reverse)]
fn row(table: &[[f64; 3]], index: usize) -> f64 {
    table[index][0] * table[index][2]
}

/// An accumulator that only counts.
#[derive(Default)]
struct Counter {
    elements: usize,
    whole: usize,
}

impl CotangentAccumulator<f64> for &mut Counter {
    type Element<'a>
        = Discard
    where
        Self: 'a;
    type Window<'a>
        = Discard
    where
        Self: 'a;

    fn add(&mut self, _: &f64) {
        self.elements += 1;
    }

    fn element(&mut self, _: usize) -> Discard {
        panic!("an element of an element")
    }

    fn window(&mut self, _: Range<usize>) -> Discard {
        panic!("a window of an element")
    }

    fn length(&self) -> Option<usize> {
        None
    }
}

/// The sequence itself, and its windows.
struct Counting<'c>(&'c mut Counter);

impl CotangentAccumulator<[f64]> for Counting<'_> {
    type Element<'a>
        = &'a mut Counter
    where
        Self: 'a;
    type Window<'a>
        = Counting<'a>
    where
        Self: 'a;

    fn add(&mut self, _: &[f64]) {
        self.0.whole += 1;
    }

    fn element(&mut self, _: usize) -> &mut Counter {
        self.0
    }

    fn window(&mut self, _: Range<usize>) -> Counting<'_> {
        Counting(self.0)
    }

    fn length(&self) -> Option<usize> {
        None
    }
}

/// How often a transpose adds to an element, and how many elements it leaves stored.
macro_rules! cost {
    ($primal:ident, $transposed:ident, $x:expr, $argument:expr) => {{
        let (_, residuals) = $primal($x, $argument);
        let mut counter = Counter::default();
        $transposed(&residuals, 1.0, &mut Counting(&mut counter));
        assert_eq!(counter.whole, 0, "the whole input is added to");
        let mut sparse = Sparse::<f64>::new($x.len());
        $transposed(&residuals, 1.0, &mut sparse);
        (counter.elements, sparse.stored())
    }};
}

#[test]
fn what_is_not_read_is_not_touched() {
    for length in [100, 10_000, 1_000_000] {
        let x: Vec<f64> = (0..length).map(|i| 1.0 + i as f64).collect();
        let indices: Vec<usize> = (0..10).map(|k| k * 7).collect();
        assert_eq!(cost!(one_primal, one_transposed, &x, length / 2), (1, 1), "one of {length}");
        let (additions, stored) = cost!(gathered_primal, gathered_transposed, &x, &indices);
        assert!(
            additions <= 20,
            "{additions} additions for ten elements of {length}, each read twice"
        );
        assert_eq!(stored, 10, "ten of {length}");
        assert_eq!(
            cost!(through_a_window_primal, through_a_window_transposed, &x, length / 2),
            (2, 2),
            "a window of {length}"
        );
        assert_eq!(
            cost!(through_a_call_primal, through_a_call_transposed, &x, length / 2),
            (2, 2),
            "calls with {length}"
        );
        assert_eq!(
            cost!(branches_primal, branches_transposed, &x, length / 2),
            (2, 2),
            "one arm with {length}"
        );
        assert_eq!(
            cost!(branches_primal, branches_transposed, &x, length / 2 + 1),
            (1, 1),
            "the other arm with {length}"
        );
    }
}

#[test]
fn rows_of_a_table() {
    let table = vec![[2.0, 3.0, 5.0]; 100_000];
    let (_, residuals) = row_primal(&table, 70_000);
    let mut rows = Sparse::<[f64; 3]>::new(table.len());
    row_transposed(&residuals, 1.0, &mut rows);
    assert_eq!(rows.iter().collect::<Vec<_>>(), [(70_000, [5.0, 0.0, 2.0])]);
}

#[test]
fn the_same_elements_everywhere() {
    let x: Vec<f64> = (0..1000).map(|i| (i as f64).cos()).collect();
    let indices = [3, 999, 3, 512];
    let (_, residuals) = gathered_primal(&x, &indices);
    let mut dense = vec![0.0; x.len()];
    gathered_transposed(&residuals, 1.0, &mut dense);
    let mut sparse = Sparse::<f64>::new(x.len());
    gathered_transposed(&residuals, 1.0, &mut sparse);
    let shared = Atomic::new(x.len());
    gathered_transposed(&residuals, 1.0, &mut &shared);
    gathered_transposed(&residuals, 1.0, &mut Discard);
    assert_eq!(sparse.to_dense(), dense);
    assert_eq!(shared.to_vec(), dense);
    assert_eq!(sparse.iter().map(|(i, _)| i).collect::<Vec<_>>(), [3, 512, 999]);
}
