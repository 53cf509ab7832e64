//! What it costs in the transpose to have read few elements of a long input:
//! `cargo bench --bench accumulators [-- FILTER]`.
//!
//! One element, and ten, of 10⁴, 10⁵ and 10⁶, into every kind of accumulator. After criterion's own
//! report comes a table of least times: the rows do not depend on the length.

use std::hint::black_box;
use std::time::{Duration, Instant};

use autodiff::prelude::*;
use criterion::{BenchmarkId, Criterion, criterion_group};

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

const LENGTHS: [usize; 3] = [10_000, 100_000, 1_000_000];

/// A transpose, ready to run: program, accumulator, length of the input.
struct Case {
    program: &'static str,
    accumulator: &'static str,
    length: usize,
    run: Box<dyn FnMut()>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for length in LENGTHS {
        let x: &'static [f64] = (0..length).map(|i| (i as f64).cos()).collect::<Vec<f64>>().leak();
        let indices: &'static [usize] =
            (0..10).map(|k| (k * 7919 + 13) % length).collect::<Vec<usize>>().leak();
        macro_rules! case {
            ($program:literal, $residuals:expr, $transposed:ident, $accumulator:literal,
                $place:expr) => {{
                let residuals = $residuals;
                let mut place = $place;
                let run = Box::new(move || {
                    $transposed(black_box(&residuals), black_box(1.0), black_box(&mut place))
                });
                cases.push(Case { program: $program, accumulator: $accumulator, length, run });
            }};
        }
        macro_rules! each_accumulator {
            ($program:literal, $residuals:expr, $transposed:ident) => {
                case!($program, $residuals, $transposed, "dense", vec![0.0; length]);
                case!($program, $residuals, $transposed, "Sparse", Sparse::<f64>::new(length));
                let shared: &'static Atomic = Box::leak(Box::new(Atomic::new(length)));
                case!($program, $residuals, $transposed, "Atomic", shared);
                case!($program, $residuals, $transposed, "Discard", Discard);
            };
        }
        each_accumulator!("one", one_primal(x, length / 3).1, one_transposed);
        each_accumulator!("gathered", gathered_primal(x, indices).1, gathered_transposed);
    }
    cases
}

fn accumulators(criterion: &mut Criterion) {
    for mut case in cases() {
        let mut group = criterion.benchmark_group(format!("{}/{}", case.program, case.accumulator));
        group
            .sample_size(20)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_millis(300));
        group.bench_function(BenchmarkId::from_parameter(case.length), |bencher| {
            bencher.iter(&mut case.run)
        });
        group.finish();
    }
}

/// The least time of one call, in nanoseconds.
fn least_time(run: &mut dyn FnMut()) -> f64 {
    const CALLS: u32 = 1000;
    let start = Instant::now();
    let mut least = f64::INFINITY;
    while start.elapsed() < Duration::from_millis(100) {
        let start = Instant::now();
        for _ in 0..CALLS {
            run();
        }
        least = least.min(start.elapsed().as_secs_f64() / f64::from(CALLS));
    }
    least * 1e9
}

fn print_times(filter: Option<&str>) {
    print!("{:<20}", "");
    for length in LENGTHS {
        print!("{length:>14}");
    }
    println!();
    let mut cases = cases();
    let kinds: Vec<(&str, &str)> = cases
        .iter()
        .filter(|case| case.length == LENGTHS[0])
        .map(|case| (case.program, case.accumulator))
        .collect();
    for (program, accumulator) in kinds {
        let name = format!("{program}/{accumulator}");
        if filter.is_some_and(|filter| !name.contains(filter)) {
            continue;
        }
        print!("{name:<20}");
        for case in cases
            .iter_mut()
            .filter(|case| (case.program, case.accumulator) == (program, accumulator))
        {
            print!("{:>11.2} ns", least_time(&mut case.run));
        }
        println!();
    }
}

criterion_group!(benches, accumulators);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();

    // Criterion only measures if it is told `--bench`; otherwise it tries each function once, or
    // lists them.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |name: &str| arguments.iter().any(|argument| argument == name);
    if given("--bench") && !given("--test") && !given("--list") {
        print_times(
            arguments.iter().find(|argument| !argument.starts_with('-')).map(String::as_str),
        );
    }
}
