//! The published programs of reverse mode: the function, its generated gradient, and the tape, by elements and by whole arrays.
//!
//! `cargo bench --bench tape`. They are timed in turn, round by round, so that all see the same state of the machine; the least time counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use autodiff::prelude::*;
use autodiff::tape::{self, Matrix, Var, Vector};

#[differentiate(reverse)]
fn dot<T: Real>(x: &[T]) -> T {
    let n = x.len() / 2;
    let mut sum = T::real(0.0);
    for i in 0..n {
        sum += x[i] * x[n + i];
    }
    sum
}

/// The sum of the elements of A·x, for an A with 100 columns.
#[differentiate(reverse)]
fn product<T: Real>(all: &[T]) -> T {
    let rows = all.len() / 100 - 1;
    let mut sum = T::real(0.0);
    for i in 0..rows {
        for j in 0..100 {
            sum += all[i * 100 + j] * all[rows * 100 + j];
        }
    }
    sum
}

#[differentiate(reverse)]
fn rotation<T: Real>(x: &[T]) -> T {
    let (w, i, j, k) = (x[0], x[1], x[2], x[3]);
    let two = T::real(2.0);
    let (tx, ty, tz) = (two * (j * x[6] - k * x[5]), two * (k * x[4] - i * x[6]), two * (i * x[5] - j * x[4]));
    x[4] + w * tx + j * tz - k * ty + two * (x[5] + w * ty + k * tx - i * tz) + T::real(3.0) * (x[6] + w * tz + i * ty - j * tx)
}

/// Particles in the plane that attract each other: 1000 steps.
#[differentiate(reverse)]
fn particles<T: Real>(state: &[T]) -> T {
    let n = state.len() / 4;
    let mut x = state[..2 * n].to_vec();
    let mut v = state[2 * n..].to_vec();
    let step = T::real(0.01);
    for _ in 0..1000 {
        for i in 0..n {
            for j in 0..n {
                if i != j {
                    let dx = x[2 * j] - x[2 * i];
                    let dy = x[2 * j + 1] - x[2 * i + 1];
                    let square = dx * dx + dy * dy + T::real(0.5);
                    let force = step / (square * square.sqrt());
                    v[2 * i] += dx * force;
                    v[2 * i + 1] += dy * force;
                }
            }
        }
        for k in 0..2 * n {
            x[k] += v[k] * step;
        }
    }
    let mut sum = T::real(0.0);
    for k in 0..2 * n {
        sum += x[k] * x[k] + v[k] * v[k];
    }
    sum
}

fn dot_of_arrays(x: &[Var]) -> Var {
    let (all, n) = (Vector::from_vars(x), x.len() / 2);
    all.slice(0..n).dot(&all.slice(n..2 * n))
}

fn product_of_arrays(x: &[Var]) -> Var {
    let (all, rows) = (Vector::from_vars(x), x.len() / 100 - 1);
    Matrix::new(rows, 100, all.slice(0..rows * 100)).times(&all.slice(rows * 100..x.len())).sum()
}

type Gradient = Box<dyn Fn(&[f64]) -> Vec<f64>>;

/// A program: how to compute its value, and the gradients that are compared.
struct Case {
    name: &'static str,
    arguments: usize,
    primal: fn(&[f64]) -> f64,
    gradients: Vec<(&'static str, Gradient)>,
}

/// How long a call takes, at least a millisecond's worth of calls together.
fn time(call: &dyn Fn(), calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed() / calls
}

fn main() {
    let boxed = |f: fn(&[Var]) -> Var| -> Gradient { Box::new(move |x| tape::gradient(f, x)) };
    let cases = [
        Case {
            name: "dot, n = 1000",
            arguments: 2000,
            primal: dot,
            gradients: vec![("generated", Box::new(dot_grad)), ("tape", boxed(dot)), ("tape of arrays", boxed(dot_of_arrays))],
        },
        Case {
            name: "sum of A·x, 100 × 100",
            arguments: 101 * 100,
            primal: product,
            gradients: vec![("generated", Box::new(product_grad)), ("tape", boxed(product)), ("tape of arrays", boxed(product_of_arrays))],
        },
        Case {
            name: "rotation by a quaternion",
            arguments: 7,
            primal: rotation,
            gradients: vec![("generated", Box::new(rotation_grad)), ("tape", boxed(rotation))],
        },
        Case {
            name: "4 particles, 1000 steps",
            arguments: 16,
            primal: particles,
            gradients: vec![("generated", Box::new(particles_grad)), ("tape", boxed(particles))],
        },
    ];
    println!("{:28}{:>12}   gradient / primal", "program", "primal");
    for case in &cases {
        let x: Vec<f64> = (0..case.arguments).map(|i| (i as f64 * 0.7 + 0.3).sin()).collect();
        let expected = (case.gradients[0].1)(&x);
        for (who, gradient) in &case.gradients {
            for (a, b) in gradient(&x).iter().zip(&expected) {
                assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{}: {who} is wrong", case.name);
            }
        }
        let primal = || _ = black_box((case.primal)(black_box(&x)));
        let gradients = case.gradients.iter().map(|(_, gradient)| move |x: &[f64]| _ = black_box(gradient(black_box(x))));
        let mut calls: Vec<Box<dyn Fn() + '_>> = vec![Box::new(primal)];
        let x = &x;
        calls.extend(gradients.map(|gradient| -> Box<dyn Fn() + '_> { Box::new(move || gradient(x)) }));
        let repeats: Vec<u32> =
            calls.iter().map(|call| (1_000_000 / time(&**call, 1).as_nanos().max(100)).clamp(1, 10_000) as u32).collect();
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
