//! Functions and methods that return `&mut`: to fields, elements, rows, and in `Option`s and
//! tuples.

mod grids;

use crate::support::{close, differences};
use autodiff::prelude::*;
use grids::Grid;

#[derive(Clone, Debug, Differentiable)]
struct Cells {
    values: Vec<f64>,
    rows: [[f64; 2]; 2],
    gain: f64,
    next: usize,
}

#[differentiate]
impl Cells {
    #[differentiate]
    fn slot(&mut self, i: usize) -> &mut f64 {
        &mut self.values[i]
    }

    #[differentiate]
    fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        let k = (i + j) % 2;
        &mut self.rows[i][k]
    }

    #[differentiate]
    fn row(&mut self, i: usize) -> &mut [f64; 2] {
        &mut self.rows[i]
    }

    #[differentiate]
    fn grown(&mut self) -> &mut Vec<f64> {
        self.gain *= 2.0;
        &mut self.values
    }

    #[differentiate]
    fn next(&mut self) -> &mut f64 {
        let i = self.next;
        self.next += 1;
        self.gain *= 1.5;
        &mut self.values[i]
    }

    #[differentiate]
    fn get(&mut self, i: usize) -> Option<&mut f64> {
        self.values.get_mut(i)
    }

    #[differentiate]
    fn parts(&mut self) -> (&mut f64, &mut Vec<f64>) {
        (&mut self.gain, &mut self.values)
    }
}

#[differentiate]
fn chosen(values: &mut [f64], i: usize) -> &mut f64 {
    &mut values[i]
}

#[differentiate]
fn in_loops(of: &Cells, x: f64) -> f64 {
    let mut of = of.clone();
    let first = of.slot(0);
    *first = *first * x;
    *first += 1.0;
    for i in 0..3 {
        *of.slot(i) *= of.gain * x;
    }
    for i in 0..2 {
        for j in 0..2 {
            *of.at(i, j) = x * (i + j) as f64 + *of.at(j, i) * of.gain;
        }
    }
    of.row(0)[1] *= x;
    of.row(1)[0] = x * x;
    of.values[2] * of.values[0] + of.rows[0][1] * of.rows[1][0] * of.rows[1][1]
}

#[differentiate]
fn with_effects(of: &Cells, x: f64) -> f64 {
    let mut of = of.clone();
    *of.next() += of.gain;
    *of.next() *= of.gain * x;
    of.grown().push(x);
    of.grown()[0] = x * *of.next();
    let read = *of.slot(3) * of.gain;
    of.values.iter().sum::<f64>() * read
}

#[differentiate]
fn in_order(of: &Cells, x: f64) -> f64 {
    let mut of = of.clone();
    let slot = of.next();
    let before = *slot;
    *slot = x;
    let other = of.next();
    *other += before * x;
    let sum = *of.next() + *of.slot(1) * of.gain;
    of.values[0] * of.values[1] * sum
}

#[differentiate]
fn options_and_tuples(of: &Cells, x: f64) -> f64 {
    let mut of = of.clone();
    if let Some(slot) = of.get(1) {
        *slot *= x;
    }
    let (gain, values) = of.parts();
    *gain += values[1];
    values.push(*gain * x);
    match of.get(3) {
        Some(slot) => *slot = *slot * x,
        None => {}
    }
    if of.get(9).is_none() {
        of.gain *= 2.0;
    }
    of.values[3] * of.values[1] * of.gain
}

#[differentiate]
fn of_slices(of: &Cells, x: f64) -> f64 {
    let mut values = of.values.clone();
    *chosen(&mut values, 1) *= x;
    *chosen(&mut values[1..], 1) += values[0] * x;
    values.iter().sum()
}

#[differentiate]
fn of_other_module(of: &Cells, x: f64) -> f64 {
    let mut grid = Grid::new(of.values.clone(), 2);
    *grid.at(0, 1) *= x;
    *grids::first(&mut grid) += x * of.gain;
    *Grid::at(&mut grid, 1, 0) = x * x;
    grid.cells.iter().map(|v| v * v).sum()
}

#[differentiate]
fn changed(of: &mut Cells, x: f64) {
    *of.slot(1) *= x;
    *of.slot(0) = of.values[1] * x;
}

#[differentiate]
fn behind_a_reference(of: &Cells, x: f64) -> f64 {
    let mut of = of.clone();
    changed(&mut of, x);
    of.values[0] * of.values[1]
}

#[track_caller]
fn check(f: fn(&Cells, f64) -> f64, gradient: fn(&Cells, f64) -> (f64, (CellsTangent, f64))) {
    let of = |x: &[f64]| {
        let rows = [[x[3], x[4]], [x[5], x[6]]];
        (Cells { values: x[..3].to_vec(), rows, gain: x[7], next: 0 }, x[8])
    };
    let x = [1.5, 0.5, 2.0, 3.0, 0.2, 0.3, 0.7, 1.3, 0.9];
    let (cells, last) = of(&x);
    let (value, (bar, last_bar)) = gradient(&cells, last);
    assert_eq!(value.to_bits(), f(&cells, last).to_bits());
    let mut all = bar.values;
    all.extend(bar.rows.as_flattened());
    all.extend([bar.gain, last_bar]);
    let expected = differences(|x| f(&of(x).0, of(x).1), &x);
    expected.iter().zip(&all).for_each(|(of, bar)| close("x", *bar, *of, 1e-6));
}

#[test]
fn gradients() {
    check(in_loops, in_loops_value_and_grad);
    check(with_effects, with_effects_value_and_grad);
    check(in_order, in_order_value_and_grad);
    check(options_and_tuples, options_and_tuples_value_and_grad);
    check(of_slices, of_slices_value_and_grad);
    check(of_other_module, of_other_module_value_and_grad);
    check(behind_a_reference, behind_a_reference_value_and_grad);
}
