//! Timing and counting of the benches of whole-array programs.
//!
//! The cases of a program run in turn, round by round, so that all run under the same conditions. An
//! argument selects those with a name, `program/case`, that contains it.

use std::alloc::System;
use std::time::Instant;

use ndarray::{Array, ArrayBase, Data, Dimension, ShapeBuilder};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A way to run a program, its least time in seconds, and what it allocates.
pub struct Case<'a> {
    name: &'a str,
    run: Box<dyn FnMut() + 'a>,
    time: f64,
    allocations: usize,
    bytes: usize,
}

impl<'a> Case<'a> {
    pub fn new(name: &'a str, run: impl FnMut() + 'a) -> Self {
        Case { name, run: Box::new(run), time: f64::INFINITY, allocations: 0, bytes: 0 }
    }

    fn measure(&mut self) {
        let start = Instant::now();
        (self.run)();
        self.time = self.time.min(start.elapsed().as_secs_f64());
    }

    fn count(&mut self) {
        let region = Region::new(ALLOCATOR);
        (self.run)();
        let change = region.change();
        self.allocations = change.allocations + change.reallocations;
        self.bytes = change.bytes_allocated;
    }
}

/// Measures the cases that the filter of the command line selects, and prints them, with the ratios
/// to the first and to the last one under these names.
pub fn print_cases(program: &str, ratios: [&str; 2], mut cases: Vec<Case<'_>>) {
    // cargo passes `--bench`
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    cases.retain(|case| {
        filter.as_ref().is_none_or(|filter| format!("{program}/{}", case.name).contains(filter))
    });
    if cases.is_empty() {
        return;
    }
    for _ in 0..200 {
        cases.iter_mut().for_each(Case::measure);
    }
    cases.iter_mut().for_each(Case::count);
    let of = |place: Option<&Case<'_>>| place.map_or(f64::NAN, |case| case.time);
    let (first, last) = (of(cases.first()), of(cases.last()));
    let [to_first, to_last] = ratios;
    print!("{program:<22}{:>12}{to_first:>12}{to_last:>12}", "time");
    println!("{:>14}{:>12}", "allocations", "bytes");
    for Case { name, time, allocations, bytes, .. } in &cases {
        println!(
            "  {name:<20}{:>9.1} µs{:>12.2}{:>12.2}{allocations:>14}{bytes:>12}",
            time * 1e6,
            time / first,
            time / last
        );
    }
}

/// Numbers between `-size` and `size`.
pub fn numbers<S: ShapeBuilder>(shape: S, size: f64) -> Array<f64, S::Dim> {
    let mut next = 0..;
    Array::from_shape_simple_fn(shape, || {
        size * next.next().map_or(0.0, |k: u32| (f64::from(k) * 37.1).sin())
    })
}

#[track_caller]
pub fn assert_close<D: Dimension>(
    a: &ArrayBase<impl Data<Elem = f64>, D>,
    b: &ArrayBase<impl Data<Elem = f64>, D>,
) {
    assert_eq!(a.shape(), b.shape());
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs())));
}
