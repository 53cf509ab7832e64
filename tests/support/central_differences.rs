//! Gradients of several arguments, compared with central differences.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Comparisons, whose failures are reported together.
pub struct Check {
    failures: Vec<String>,
    compared: usize,
}

impl Check {
    pub fn new() -> Check {
        Check { failures: Vec::new(), compared: 0 }
    }

    /// Compares `gradient` with central differences of `f` at `x`.
    pub fn gradient(&mut self, name: &str, f: impl Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64]) {
        if gradient.len() != x.len() {
            self.failures.push(format!(
                "{name}: {} entries for {} inputs",
                gradient.len(),
                x.len()
            ));
            return;
        }
        let largest = gradient.iter().fold(0.0f64, |m, g| m.max(g.abs()));
        for i in 0..x.len() {
            let (expected, noise) = derivative(|h| {
                let mut at = x.to_vec();
                at[i] += h;
                catch_unwind(AssertUnwindSafe(|| f(&at))).unwrap_or(f64::NAN)
            });
            let scale = expected.abs().max(gradient[i].abs()).max(1e-3 * largest);
            let error = (gradient[i] - expected).abs();
            if !(error <= 1e-5 * scale + noise + 1e-12) {
                self.failures
                    .push(format!("{name}[{i}]: {} but differences give {expected}", gradient[i]));
            }
            self.compared += 1;
        }
    }

    pub fn equal(&mut self, name: &str, a: f64, b: f64) {
        if a.to_bits() != b.to_bits() {
            self.failures.push(format!("{name}: value {a} is not {b}"));
        }
    }

    /// Panics if something differs, or if nothing was compared.
    #[track_caller]
    pub fn finish(self) {
        assert!(
            self.failures.is_empty(),
            "{} of {}: {}",
            self.failures.len(),
            self.compared,
            self.failures.join("\n")
        );
        assert!(self.compared > 0, "nothing compared");
    }
}

/// The derivative at 0 and the rounding error: of central differences with growing steps those that
/// agree best.
fn derivative(f: impl Fn(f64) -> f64) -> (f64, f64) {
    let difference = |h: f64| {
        let (up, down) = (f(h), f(-h));
        ((up - down) / (2.0 * h), 2e-16 * (up.abs() + down.abs()) / h)
    };
    let mut best = (f64::INFINITY, f64::NAN, 0.0);
    let mut h = 1e-8;
    let mut last = f64::NAN;
    while h < 1e4 {
        let (d, noise) = difference(h);
        if d.is_nan() {
            break;
        }
        let change = (d - last).abs() + noise;
        if change < best.0 {
            best = (change, d, noise);
        } else if change > 100.0 * best.0 && change > 1e-3 * d.abs() {
            break;
        }
        last = d;
        h *= 4.0;
    }
    (best.1, best.2)
}
