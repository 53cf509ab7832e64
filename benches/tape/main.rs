//! The published programs of reverse mode: the function, its generated gradient, the tape by
//! elements and by whole arrays, and the tapes of other crates.
//!
//! `cargo bench -p autodiff-tapes`. They are timed in turn, round by round, so that all see the
//! same state of the machine; the least time counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use autodiff::tape::{self, Matrix, Var, Vector};

mod others;
mod programs;

use others::{by_easy_ml, by_reverse, easy_ml_crate, reverse_crate};

/// The columns of the matrix.
const COLUMNS: usize = 100;
/// The steps of the particles.
const STEPS: usize = 1000;

type Gradient = Box<dyn Fn(&[f64]) -> Vec<f64>>;

/// A program: how to compute its value, and the gradients that are compared.
struct Case {
    name: &'static str,
    arguments: usize,
    primal: fn(&[f64]) -> f64,
    gradients: Vec<(&'static str, Gradient)>,
}

/// A program by its name: as generated, and on all tapes.
macro_rules! case {
    ($name:literal, $arguments:expr, $program:ident, |$x:ident| $call:expr, $generated:expr,
        $($more:expr),*) => {{
        let generated: fn(&[f64]) -> Vec<f64> = $generated;
        Case {
            name: $name,
            arguments: $arguments,
            primal: |$x| $call,
            gradients: vec![
                ("generated", Box::new(generated) as Gradient),
                ("tape", Box::new(|x: &[f64]| tape::gradient(|$x: &[Var]| $call, x))),
                $(("tape of arrays", Box::new(|x: &[f64]| tape::gradient($more, x))),)*
                ("reverse", Box::new(|x: &[f64]| by_reverse(reverse_crate::$program, x))),
                ("easy-ml", Box::new(|x: &[f64]| by_easy_ml(easy_ml_crate::$program, x))),
            ],
        }
    }};
}

fn joined(parts: (Vec<f64>, Vec<f64>)) -> Vec<f64> {
    [parts.0, parts.1].concat()
}

fn halves<T>(x: &[T]) -> (&[T], &[T]) {
    x.split_at(x.len() / 2)
}

fn matrix_and_vector<T>(x: &[T]) -> (&[T], &[T]) {
    x.split_at(x.len() - COLUMNS)
}

fn dot_of_arrays(x: &[Var]) -> Var {
    let (a, b) = halves(x);
    Vector::from_vars(a).dot(&Vector::from_vars(b))
}

fn sum_of_times_of_arrays(x: &[Var]) -> Var {
    let (a, x) = matrix_and_vector(x);
    Matrix::new(a.len() / COLUMNS, COLUMNS, Vector::from_vars(a)).times(&Vector::from_vars(x)).sum()
}

fn cases() -> Vec<Case> {
    vec![
        case!("product of two scalars", 2, scalar, |x| programs::scalar(x[0], x[1]), |x| {
            let (a, b) = programs::scalar_grad(x[0], x[1]);
            vec![a, b]
        },),
        case!(
            "dot product, n = 1000",
            2000,
            dot,
            |x| programs::dot(halves(x).0, halves(x).1),
            |x| joined(programs::dot_grad(halves(x).0, halves(x).1)),
            dot_of_arrays
        ),
        case!(
            "sum of A·x, 100 × 100",
            101 * COLUMNS,
            sum_of_times,
            |x| programs::sum_of_times(matrix_and_vector(x).0, matrix_and_vector(x).1),
            |x| joined(programs::sum_of_times_grad(matrix_and_vector(x).0, matrix_and_vector(x).1)),
            sum_of_times_of_arrays
        ),
        case!("rotation by a quaternion", 7, rotation, |x| programs::rotation(x), |x| {
            programs::rotation_grad(x)
        },),
        case!("network 50-100-50", programs::NETWORK, network, |x| programs::network(x), |x| {
            programs::network_grad(x)
        },),
        case!("4 particles, 1000 steps", 16, particles, |x| programs::particles(x, STEPS), |x| {
            programs::particles_grad(x, STEPS)
        },),
    ]
}

/// How long a call takes.
fn time(call: &dyn Fn(), calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed() / calls
}

fn main() {
    println!("{:28}{:>12}   gradient / primal", "program", "primal");
    for case in cases() {
        let x: Vec<f64> = (0..case.arguments).map(|i| (i as f64 * 0.7 + 0.3).sin()).collect();
        let expected = (case.gradients[0].1)(&x);
        for (who, gradient) in &case.gradients {
            let found = gradient(&x);
            assert_eq!(found.len(), expected.len(), "{}: {who} is wrong", case.name);
            for (a, b) in found.iter().zip(&expected) {
                assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{}: {who} is wrong", case.name);
            }
        }
        let primal = || _ = black_box((case.primal)(black_box(&x)));
        let mut calls: Vec<Box<dyn Fn() + '_>> = vec![Box::new(primal)];
        for (_, gradient) in &case.gradients {
            calls.push(Box::new(|| _ = black_box(gradient(black_box(&x)))));
        }
        // at least a millisecond's worth of calls together
        let repeats: Vec<u32> = calls
            .iter()
            .map(|call| (1_000_000 / time(&**call, 1).as_nanos().max(100)).clamp(1, 10_000) as u32)
            .collect();
        let mut least = vec![Duration::MAX; calls.len()];
        for _ in 0..20 {
            for ((call, &repeats), least) in calls.iter().zip(&repeats).zip(&mut least) {
                *least = time(&**call, repeats).min(*least);
            }
        }
        print!("{:28}{:>12}", case.name, format!("{:.1?}", least[0]));
        for ((who, _), time) in case.gradients.iter().zip(&least[1..]) {
            print!("   {who} {:.1}", time.as_secs_f64() / least[0].as_secs_f64());
        }
        println!();
    }
}
