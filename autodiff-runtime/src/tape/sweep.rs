//! The reverse sweep: cotangents flow from results to arguments, through the tape from its end to
//! its beginning.
//!
//! A cotangent without contributions is not zero but absent: it is not multiplied, so an infinite
//! partial of an irrelevant number causes no NaN.

use std::collections::BTreeMap;
use std::ops::Range;
use std::vec;
use std::vec::Vec;

use super::record::{ABSENT, Kind, Place, Tape};
use super::stack::join;
use crate::Real;

/// A contribution to the cotangent of a place.
pub(super) type Contribution<T> = (Place, T);

/// The cotangents of the cells before an operation on arrays.
pub(super) struct CotangentsBelow<'a, T> {
    values: &'a mut [T],
    reached: &'a mut [bool],
}

impl<T: Real> CotangentsBelow<'_, T> {
    #[inline]
    pub fn add(&mut self, cell: u32, cotangent: T) {
        let cell = cell as usize;
        self.values[cell] += cotangent;
        self.reached[cell] = true;
    }

    /// The cotangents of a run of cells, to add to.
    #[inline]
    pub fn run(&mut self, start: u32, length: usize) -> &mut [T] {
        let cells = start as usize..start as usize + length;
        self.reached[cells.clone()].fill(true);
        &mut self.values[cells]
    }
}

/// The cotangents of the result of an operation on arrays.
pub(super) struct Upstream<'a, T> {
    pub values: &'a [T],
    reached: &'a [bool],
}

impl<T: Real> Upstream<'_, T> {
    /// The present cotangents, by index.
    #[inline]
    pub fn iter_present(&self) -> impl Iterator<Item = (usize, T)> {
        self.each_of(0..self.values.len())
    }

    /// The present cotangents of a run, by index in the run.
    #[inline]
    pub fn each_of(&self, run: Range<usize>) -> impl Iterator<Item = (usize, T)> {
        let cells = self.values[run.clone()].iter().zip(&self.reached[run]);
        cells.enumerate().filter(|(_, (_, reached))| **reached).map(|(i, (value, _))| (i, *value))
    }

    /// Whether all cotangents of a run are present.
    pub fn all(&self, run: Range<usize>) -> bool {
        self.reached[run].iter().all(|reached| *reached)
    }
}

/// Sends contributions through a tape. Returns the cotangents of its first `inputs` cells, and the
/// contributions to other tapes, in an order that depends on the tape only.
pub(super) fn sweep<T: Real>(
    tape: &Tape<T>,
    seeds: impl IntoIterator<Item = Contribution<T>>,
    inputs: usize,
) -> (Vec<T>, Vec<Contribution<T>>) {
    let mut values = vec![T::zero(); tape.cells as usize];
    let mut reached = vec![false; tape.cells as usize];
    let mut outside = Vec::new();
    let mut pending: BTreeMap<usize, [Vec<Contribution<T>>; 2]> = BTreeMap::new();
    // Forks from here on have been processed.
    let mut done = tape.blocks.len();
    let deliver = |(place, cotangent): Contribution<T>,
                   done: usize,
                   below: &mut CotangentsBelow<'_, T>,
                   pending: &mut BTreeMap<usize, [Vec<Contribution<T>>; 2]>,
                   outside: &mut Vec<Contribution<T>>| {
        if place.tape == tape.id {
            below.add(place.cell, cotangent);
        } else if let Some(&(fork, side)) = tape.merged_tapes.get(&place.tape) {
            assert!(fork < done, "a variable of one branch of `tape::join` was used in the other");
            pending.entry(fork).or_default()[side].push((place, cotangent));
        } else {
            outside.push((place, cotangent));
        }
    };
    for seed in seeds {
        let mut below = CotangentsBelow { values: &mut values, reached: &mut reached };
        deliver(seed, done, &mut below, &mut pending, &mut outside);
    }

    let mut cell = tape.cells as usize;
    let mut scalars = tape.scalars.len();
    for (number, block) in tape.blocks.iter().enumerate().rev() {
        scalar_operations(tape, &mut scalars, &mut cell, block.scalars, &mut values, &mut reached);
        cell = block.cells.start as usize;
        let (values_below, values_here) = values.split_at_mut(cell);
        let (reached_below, reached_here) = reached.split_at_mut(cell);
        let length = block.cells.len();
        let upstream =
            Upstream { values: &values_here[..length], reached: &reached_here[..length] };
        let mut below = CotangentsBelow { values: values_below, reached: reached_below };
        match &block.kind {
            Kind::Input => {}
            Kind::Import(place) => {
                for (i, cotangent) in upstream.iter_present() {
                    deliver(
                        (place.offset(i), cotangent),
                        done,
                        &mut below,
                        &mut pending,
                        &mut outside,
                    );
                }
            }
            Kind::Operation(transpose) => {
                if upstream.reached.contains(&true) {
                    transpose(&upstream, &mut below);
                }
            }
            Kind::Fork(branches) => {
                done = number;
                let [left, right] = pending.remove(&number).unwrap_or_default();
                let [a, b] = &**branches;
                let ((_, from_a), (_, from_b)) = join(|| sweep(a, left, 0), || sweep(b, right, 0));
                for contribution in from_a.into_iter().chain(from_b) {
                    deliver(contribution, done, &mut below, &mut pending, &mut outside);
                }
            }
        }
    }
    scalar_operations(tape, &mut scalars, &mut cell, 0, &mut values, &mut reached);
    values.truncate(inputs);
    (values, outside)
}

/// The operations on scalars after the first `until`.
#[inline]
fn scalar_operations<T: Real>(
    tape: &Tape<T>,
    scalars: &mut usize,
    cell: &mut usize,
    until: usize,
    values: &mut [T],
    reached: &mut [bool],
) {
    for entry in tape.scalars[until..*scalars].iter().rev() {
        *cell -= 1;
        if reached[*cell] {
            let cotangent = values[*cell];
            for (operand, partial) in entry.operands.iter().zip(&entry.partials) {
                if *operand != ABSENT {
                    values[*operand as usize] += *partial * cotangent;
                    reached[*operand as usize] = true;
                }
            }
        }
    }
    *scalars = until;
}
