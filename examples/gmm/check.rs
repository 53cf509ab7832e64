//! Comparing the generated gradient with finite differences.

use crate::data::Data;
use crate::fit::value_and_gradient;
use crate::mixture::Mixture;
use crate::model::log_posterior;
use crate::start::Random;
use autodiff::Differentiable;

/// In a large problem not every entry of a parameter block is looked at one by one, but so many of
/// them.
fn entries(data: &Data, mixture: &Mixture) -> usize {
    let (n, k, d) = (data.n(), mixture.k(), mixture.d());
    let work_of_a_value = n.saturating_mul(k).saturating_mul(d * (d + 1) / 2);
    (200_000_000 / work_of_a_value).clamp(8, 64)
}

/// The outcome for one parameter block, or for a direction that moves all parameters at once.
pub struct Comparison {
    pub name: &'static str,
    pub compared: usize,
    pub of: usize,
    pub error: f64,
}

/// Largest relative errors of the gradient at `mixture` against central finite differences.
pub fn check(data: &Data, mixture: &Mixture) -> Vec<Comparison> {
    let at = mixture.flatten();
    let (value, gradient) = value_and_gradient(data, mixture);
    let scales = scales(mixture);
    let along = |direction: &[f64]| {
        derivative(|h| {
            let moved: Vec<f64> = at.iter().zip(direction).map(|(a, v)| a + h * v).collect();
            let m = mixture.with_parameters(&moved);
            log_posterior(&m.alphas, &m.means, &m.qs, &m.ls, &data.x, data.gamma, data.m)
        })
    };

    // Differences of values do not see less than this.
    let floor = 1e-6 * (1.0 + value.abs());
    let entries = entries(data, mixture);
    let mut random = Random(1);
    let mut comparisons = Vec::new();
    let mut first = 0;
    for (name, block) in mixture.blocks() {
        let scaled = |i: usize| gradient[i] * scales[i];
        let range = first..first + block.len();
        first = range.end;
        let largest = range.clone().map(|i| scaled(i).abs()).fold(0.0, f64::max);
        let compared = block.len().min(entries);
        let mut comparison = Comparison { name, compared, of: block.len(), error: 0.0 };
        for part in 0..compared {
            // One entry from each part of the block, at random if the part has several.
            let bounds = [part, part + 1].map(|p| range.start + p * block.len() / compared);
            let i = bounds[0] + (random.unit() * (bounds[1] - bounds[0]) as f64) as usize;
            let mut direction = vec![0.0; at.len()];
            direction[i] = scales[i];
            let error = relative_error(scaled(i), along(&direction), floor.max(1e-3 * largest));
            comparison.error = worst(comparison.error, error);
        }
        comparisons.push(comparison);
    }

    let length = (at.len() as f64).sqrt();
    let mut sign = || if random.unit() < 0.5 { 1.0 } else { -1.0 };
    let direction: Vec<f64> = scales.iter().map(|s| sign() * s / length).collect();
    let products: Vec<f64> = gradient.iter().zip(&direction).map(|(g, v)| g * v).collect();
    let floor = floor.max(1e-3 * products.iter().map(|p| p.abs()).sum::<f64>());
    let error = relative_error(products.iter().sum(), along(&direction), floor);
    comparisons.push(Comparison { name: "all at once", compared: at.len(), of: at.len(), error });
    comparisons
}

/// How far each parameter has to move to make about as much of a difference as any other: one for
/// logarithms, a standard deviation for a mean.
fn scales(mixture: &Mixture) -> Vec<f64> {
    let d = mixture.d();
    let mut scales = vec![1.0; mixture.k()];
    scales.extend(mixture.qs.iter().map(|q| (-q).exp()));
    scales.extend(mixture.qs.iter().map(|_| 1.0));
    for q in mixture.qs.chunks_exact(d) {
        for (col, q) in q.iter().enumerate() {
            scales.extend((col + 1..d).map(|_| q.exp()));
        }
    }
    scales
}

/// The derivative of `f` at 0 by Ridders' method: central differences with smaller and smaller
/// steps, extrapolated.
fn derivative(f: impl Fn(f64) -> f64) -> f64 {
    const LEVELS: usize = 8;
    let mut best = (f64::INFINITY, f64::NAN);
    let mut step = 0.05;
    let mut previous: Vec<f64> = Vec::new();
    for _ in 0..LEVELS {
        let mut row = vec![(f(step) - f(-step)) / (2.0 * step)];
        let mut factor = 1.0;
        for j in 0..previous.len() {
            factor *= 4.0;
            row.push((factor * row[j] - previous[j]) / (factor - 1.0));
            let change = (row[j + 1] - row[j]).abs().max((row[j + 1] - previous[j]).abs());
            if change < best.0 {
                best = (change, row[j + 1]);
            }
        }
        if best.0 <= 1e-10 * best.1.abs() {
            break;
        }
        previous = row;
        step *= 0.5;
    }
    best.1
}

/// Relative to the larger of the two, or to `floor` if both are smaller.
fn relative_error(a: f64, b: f64, floor: f64) -> f64 {
    let size = a.abs().max(b.abs()).max(floor);
    if a == b { 0.0 } else { (a - b).abs() / size }
}

/// The larger error; one that is not a number is the worst.
pub fn worst(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}
