//! One step of gradient descent of an embedding, by accumulator and by count of rows of the table:
//! `cargo bench --bench embedding`.
//!
//! A step reads 512 rows of a table of 10⁴, 10⁵ and 10⁶ rows of 64 columns, and changes these rows.
//! With `SparseRows`, neither time nor memory depends on the count of rows. The rows are the same in
//! each step, so that they are in the cache, or other ones.

use std::alloc::System;
use std::hint::black_box;
use std::time::Instant;

use autodiff::prelude::*;
use ndarray::Array2;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const COLUMNS: usize = 64;
const PAIRS: usize = 256;
const BATCHES: usize = 64;
const RATE: f64 = 0.05;

/// The logistic loss of pairs of rows that belong together.
#[differentiate(reverse)]
fn loss(table: &Array2<f64>, words: &[usize], contexts: &[usize]) -> f64 {
    let mut sum = 0.0;
    for k in 0..words.len() {
        let score = table.row(words[k]).dot(&table.row(contexts[k]));
        sum += (1.0 + (-score).exp()).ln();
    }
    sum / words.len() as f64
}

/// What the steps of one accumulator share.
trait Steps {
    fn step(&mut self, table: &mut Array2<f64>, words: &[usize], contexts: &[usize]);
}

struct Sparsely(SparseRows);

impl Steps for Sparsely {
    fn step(&mut self, table: &mut Array2<f64>, words: &[usize], contexts: &[usize]) {
        self.0.clear();
        let (_, residuals) = loss_primal(table, words, contexts);
        loss_transposed(&residuals, 1.0, &mut self.0);
        self.0.axpy(-RATE, table);
    }
}

struct Densely(Array2<f64>);

impl Steps for Densely {
    fn step(&mut self, table: &mut Array2<f64>, words: &[usize], contexts: &[usize]) {
        self.0.fill(0.0);
        let (_, residuals) = loss_primal(table, words, contexts);
        loss_transposed(&residuals, 1.0, &mut self.0);
        table.scaled_add(-RATE, &self.0);
    }
}

struct Discarded;

impl Steps for Discarded {
    fn step(&mut self, table: &mut Array2<f64>, words: &[usize], contexts: &[usize]) {
        let (_, residuals) = loss_primal(table, words, contexts);
        loss_transposed(&residuals, 1.0, &mut Discard);
    }
}

struct NoGradient;

impl Steps for NoGradient {
    fn step(&mut self, table: &mut Array2<f64>, words: &[usize], contexts: &[usize]) {
        black_box(loss(table, words, contexts));
    }
}

/// Pseudo-random rows: the words and the contexts of each step.
fn batches(rows: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % rows
    };
    let mut row = || (0..PAIRS).map(|_| next()).collect();
    (0..BATCHES).map(|_| (row(), row())).collect()
}

/// Prints the least mean time of a step over `BATCHES` of them, and what a step allocates.
fn measure(name: &str, table: &mut Array2<f64>, steps: &mut dyn Steps) {
    let batches = batches(table.nrows());
    let mut print = |same: bool| {
        let batch = |k: usize| &batches[if same { 0 } else { k }];
        let mut least = f64::INFINITY;
        for _ in 0..5 {
            let start = Instant::now();
            for k in 0..BATCHES {
                let (words, contexts) = batch(k);
                steps.step(table, black_box(words), contexts);
            }
            least = least.min(start.elapsed().as_secs_f64() / BATCHES as f64);
        }
        print!("{:>14.1} µs", least * 1e6);
    };
    print!("{name:<12}");
    print(true);
    print(false);
    let region = Region::new(ALLOCATOR);
    for (words, contexts) in &batches {
        steps.step(table, words, contexts);
    }
    let change = region.change();
    let (count, bytes) = (change.allocations + change.reallocations, change.bytes_allocated);
    println!("{:>14}{:>14}", count / BATCHES, bytes / BATCHES);
}

fn main() {
    for rows in [10_000, 100_000, 1_000_000] {
        println!("{rows} rows");
        println!(
            "{:<12}{:>17}{:>17}{:>14}{:>14}",
            "", "same rows", "other rows", "allocations", "bytes"
        );
        let mut table =
            Array2::from_shape_fn((rows, COLUMNS), |(i, j)| ((i + 7 * j) as f64).sin() * 0.1);
        measure("no gradient", &mut table, &mut NoGradient);
        measure("Discard", &mut table, &mut Discarded);
        measure("SparseRows", &mut table, &mut Sparsely(SparseRows::new(rows, COLUMNS)));
        // the gradient of the largest table is not worth its memory
        if rows < 1_000_000 {
            measure("dense", &mut table, &mut Densely(Array2::zeros((rows, COLUMNS))));
        }
    }
}
