//! Items of constant data: of generic types, `Option`s behind references, iterators in variables.

use crate::support::{close, differences};
use autodiff::Real;
use autodiff::prelude::*;

struct Row<const K: usize> {
    x: [f64; K],
    weight: f64,
}
struct Unit<T, const K: usize> {
    rows: Vec<Row<K>>,
    tags: Vec<T>,
}
struct Panel<const K: usize> {
    units: Vec<Unit<usize, K>>,
}

#[derive(Clone, Debug, Differentiable)]
struct Slopes<T, const K: usize> {
    slope: [T; K],
}

#[differentiate]
fn of_unit<T: Real, const K: usize>(p: &Slopes<T, K>, #[constant] unit: &Unit<usize, K>) -> T {
    let mut sum = T::zero();
    for Row { x, weight } in &unit.rows {
        for (slope, x) in p.slope.iter().zip(x) {
            sum += *slope * *slope * T::real(x * weight);
        }
    }
    for (k, tag) in unit.tags.iter().enumerate() {
        sum += p.slope[*tag] * T::real(k as f64);
    }
    sum
}

#[differentiate]
fn of_panel<T: Real, const K: usize>(p: &Slopes<T, K>, #[constant] panel: &Panel<K>) -> T {
    let mut sum = T::zero();
    for unit in &panel.units {
        let first = &unit.rows[0];
        sum += T::real(first.weight) * of_unit(p, unit);
    }
    sum
}

#[differentiate]
fn of_triples(slope: &[f64; 3], #[constant] unit: &Unit<usize, 3>) -> f64 {
    unit.rows
        .iter()
        .map(|row| row.weight * (0..3).map(|k| slope[k].sin() * row.x[k]).sum::<f64>())
        .product()
}

/// What is called on an `Option` by reference takes a copy of it.
#[differentiate]
fn of_options(
    x: &[f64],
    #[constant] scores: &[Option<usize>],
    #[constant] factors: &[Option<f64>],
) -> f64 {
    let seen = x.iter().zip(scores);
    let by_score: f64 = seen.filter_map(|(x, score)| score.map(|s| powered(*x, s))).sum();
    let mut sum = by_score;
    for (x, factor) in x.iter().zip(factors) {
        sum += factor.map(|f| f * x).unwrap_or(powered(*x, scores[0].unwrap_or(3)));
    }
    sum
}

#[differentiate]
fn powered(x: f64, n: usize) -> f64 {
    x.powi(n as i32) + 1.0
}

#[differentiate]
mod samples {
    #[derive(Clone, Copy)]
    pub struct Sample {
        pub generation: usize,
        pub deme: usize,
    }

    fn weighted(sample: &Sample, x: f64) -> f64 {
        x * x * (sample.deme + 1) as f64
    }

    /// The iterator captures what changes from one execution of the loop to the next.
    #[differentiate]
    pub fn in_loop(x: &[f64], #[constant] samples: &[Sample]) -> f64 {
        let last = samples.iter().map(|s| s.generation).max().unwrap_or(0);
        let (mut demes, mut total) = (x.to_vec(), 0.0);
        for generation in 0..=last {
            let now = samples.iter().filter(|s| s.generation == generation);
            total += now.map(|s| weighted(s, demes[s.deme])).sum::<f64>();
            let later =
                samples.iter().map(|s| s.generation + generation).filter(|g| *g > generation + 1);
            total += later.count() as f64 * demes[0];
            demes = demes.iter().map(|d| d * 1.5).collect();
        }
        total
    }
}

#[test]
fn items_of_constants() {
    let unit = |w: f64| Unit {
        rows: vec![Row { x: [0.5, w, -1.0], weight: 2.0 }, Row { x: [w, 1.5, 0.2], weight: w }],
        tags: vec![2, 0],
    };
    let panel = Panel { units: vec![unit(0.7), unit(-1.2)] };
    let x = [0.4, 1.1, -0.6];
    let slopes = |x: &[f64]| Slopes { slope: [x[0], x[1], x[2]] };
    let (value, bar) = of_panel_value_and_grad(&slopes(&x), &panel);
    assert_eq!(value, of_panel(&slopes(&x), &panel));
    let expected = differences(|x| of_panel(&slopes(x), &panel), &x);
    bar.slope
        .iter()
        .zip(&expected)
        .for_each(|(found, expected)| close("gradient", *found, *expected, 1e-7));

    let (value, bar) = of_triples_value_and_grad(&x, &panel.units[0]);
    assert_eq!(value, of_triples(&x, &panel.units[0]));
    let expected = differences(|x| of_triples(&[x[0], x[1], x[2]], &panel.units[0]), &x);
    bar.iter()
        .zip(&expected)
        .for_each(|(found, expected)| close("gradient", *found, *expected, 1e-7));

    let (scores, factors) = ([Some(2), None, Some(3)], [None, Some(0.5), Some(-2.0)]);
    let (value, bar) = of_options_value_and_grad(&x, &scores, &factors);
    assert_eq!(value, of_options(&x, &scores, &factors));
    let expected = differences(|x| of_options(x, &scores, &factors), &x);
    bar.iter()
        .zip(&expected)
        .for_each(|(found, expected)| close("gradient", *found, *expected, 1e-7));

    let samples: Vec<_> = [(0, 1), (2, 0), (2, 1)]
        .map(|(generation, deme)| samples::Sample { generation, deme })
        .into();
    let (value, bar) = samples::in_loop_value_and_grad(&x, &samples);
    assert_eq!(value, samples::in_loop(&x, &samples));
    let expected = differences(|x| samples::in_loop(x, &samples), &x);
    bar.iter()
        .zip(&expected)
        .for_each(|(found, expected)| close("gradient", *found, *expected, 1e-7));
}
