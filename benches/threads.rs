//! Reverse mode on several threads: `cargo bench --features rayon --bench threads`.
//!
//! The log likelihood of a mixture of 25 Gaussians over points of 10 dimensions, which is most of
//! the objective of `examples/gmm`: a loop over the points, and the same as a parallel iterator.
//! The table has the least time of each case, and the ratios gradient / function and
//! sequential / parallel. Its last column is the speed-up of a split by hand: one sequential
//! gradient for each half of the points with `rayon::join`, which is what two threads of this
//! machine can do.
//!
//! A second table is about a capture of 10⁶ numbers of which 512 are read: the time of a gradient
//! and the bytes that it allocates, of a loop and of a parallel iterator.

use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

use autodiff::prelude::*;
use rayon::prelude::*;

#[path = "../examples/gmm/model.rs"]
#[allow(dead_code)]
mod model;

use model::{log_sum_exp, squared_distance};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DIMENSIONS: usize = 10;
const COMPONENTS: usize = 25;
const ROUNDS: usize = 40;

/// The logarithm of the density of a mixture at a point.
#[differentiate(reverse)]
fn at_point(
    #[constant] point: &[f64],
    offsets: &[f64],
    means: &[f64],
    diagonals: &[f64],
    ls: &[f64],
) -> f64 {
    let (d, k) = (point.len(), offsets.len());
    let below = d * (d - 1) / 2;
    let mut terms = vec![0.0; k];
    for c in 0..k {
        let distance = squared_distance(
            point,
            &means[c * d..(c + 1) * d],
            &diagonals[c * d..(c + 1) * d],
            &ls[c * below..(c + 1) * below],
        );
        terms[c] = offsets[c] - 0.5 * distance;
    }
    log_sum_exp(&terms)
}

#[differentiate(reverse)]
fn sequential(
    offsets: &[f64],
    means: &[f64],
    qs: &[f64],
    ls: &[f64],
    #[constant] x: &[f64],
) -> f64 {
    let d = means.len() / offsets.len();
    let diagonals: Vec<f64> = qs.iter().map(|q| q.exp()).collect();
    x.chunks(d).map(|point| at_point(point, offsets, means, &diagonals, ls)).sum()
}

#[differentiate(reverse)]
fn parallel(offsets: &[f64], means: &[f64], qs: &[f64], ls: &[f64], #[constant] x: &[f64]) -> f64 {
    let d = means.len() / offsets.len();
    let diagonals: Vec<f64> = qs.iter().map(|q| q.exp()).collect();
    x.par_chunks(d).map(|point| at_point(point, offsets, means, &diagonals, ls)).sum()
}

/// The gradient of [`sequential`] as two halves of the points, which two threads compute.
fn split_by_hand([offsets, means, qs, ls, x]: [&[f64]; 5]) -> [Vec<f64>; 4] {
    let d = means.len() / offsets.len();
    let (first, second) = x.split_at(x.len() / d / 2 * d);
    let half = |x: &[f64]| -> [Vec<f64>; 4] { sequential_grad(offsets, means, qs, ls, x).into() };
    let (mut sums, others) = rayon::join(|| half(first), || half(second));
    for (sum, other) in sums.iter_mut().flatten().zip(others.iter().flatten()) {
        *sum += other;
    }
    sums
}

#[differentiate(reverse)]
fn lookups(table: &[f64], at: &[usize]) -> f64 {
    at.iter().map(|i| table[*i].sin()).sum()
}

#[differentiate(reverse)]
fn parallel_lookups(table: &[f64], at: &[usize]) -> f64 {
    at.par_iter().map(|i| table[*i].sin()).sum()
}

/// The second table.
fn compare_lookups() {
    let table = numbers(6, 1_000_000);
    let at: Vec<usize> = (0..512).map(|i| i * 7919 * 41 % table.len()).collect();
    let sequential = &mut || _ = black_box(lookups_grad(&table, black_box(&at)));
    let parallel = &mut || _ = black_box(parallel_lookups_grad(&table, black_box(&at)));
    assert_eq!(lookups_grad(&table, &at), parallel_lookups_grad(&table, &at));
    let allocated = |case: &mut dyn FnMut()| {
        let region = Region::new(ALLOCATOR);
        case();
        region.change().bytes_allocated as f64 / 1e6
    };
    let bytes = [allocated(sequential), allocated(parallel)];
    let times = least([sequential, parallel]).map(|time| time.as_secs_f64() * 1e6);
    println!("\n{:>12} {:>12} {:>12} {:>10}", "512 of 10⁶", "grad", "grad par", "par / seq");
    for (what, [one, many], unit) in [("time", times, "us"), ("allocated", bytes, "MB")] {
        println!("{what:>12} {one:>9.1} {unit} {many:>9.1} {unit} {:>10.2}", many / one);
    }
}

/// Deterministic numbers in (−1, 1).
fn numbers(seed: u64, n: usize) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    std::iter::repeat_with(next).take(n).collect()
}

/// The least time of each case; the cases run in turn.
fn least<const N: usize>(mut cases: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (case, least) in cases.iter_mut().zip(&mut least) {
            let start = Instant::now();
            case();
            *least = start.elapsed().min(*least);
        }
    }
    least
}

fn main() {
    let (d, k) = (DIMENSIONS, COMPONENTS);
    let offsets = numbers(1, k);
    let (means, qs, ls) = (numbers(2, k * d), numbers(3, k * d), numbers(4, k * d * (d - 1) / 2));
    println!("{} threads", rayon::current_num_threads());
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>12} {:>8} {:>8} {:>10} {:>10} {:>10}",
        "points",
        "f",
        "f par",
        "grad",
        "grad par",
        "grad/f",
        "par",
        "f speed",
        "grad speed",
        "hand"
    );
    for n in [100, 1_000, 10_000] {
        let x = numbers(5, n * d);
        let (value, of_one) = sequential_value_and_grad(&offsets, &means, &qs, &ls, &x);
        let (same, of_many) = parallel_value_and_grad(&offsets, &means, &qs, &ls, &x);
        assert_eq!(value.to_bits(), same.to_bits());
        for (a, b) in of_one.1.iter().zip(&of_many.1) {
            assert!((a - b).abs() < 1e-8 * (1.0 + a.abs()), "{a} and {b}");
        }
        let [f, f_par, grad, grad_par, by_hand] = least([
            &mut || _ = black_box(sequential(&offsets, &means, &qs, &ls, black_box(&x))),
            &mut || _ = black_box(parallel(&offsets, &means, &qs, &ls, black_box(&x))),
            &mut || _ = black_box(sequential_grad(&offsets, &means, &qs, &ls, black_box(&x))),
            &mut || _ = black_box(parallel_grad(&offsets, &means, &qs, &ls, black_box(&x))),
            &mut || _ = black_box(split_by_hand([&offsets, &means, &qs, &ls, black_box(&x)])),
        ])
        .map(|time| time.as_secs_f64() * 1e6);
        println!(
            "{n:>8} {f:>9.0} us {f_par:>9.0} us {grad:>9.0} us {grad_par:>9.0} us {:>8.2} {:>8.2} \
             {:>10.2} {:>10.2} {:>10.2}",
            grad / f,
            grad_par / f_par,
            f / f_par,
            grad / grad_par,
            grad / by_hand
        );
    }
    compare_lookups();
}
