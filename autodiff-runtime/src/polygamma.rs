//! The derivatives of the digamma function.

use alloc::vec;
use core::f64::consts::PI;

use num_traits::Float;

/// The Bernoulli numbers B₂, B₄, …, B₂₀.
const BERNOULLI: [f64; 10] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174611.0 / 330.0,
];

/// ψ⁽ᵐ⁾(x) for m ≥ 1.
pub fn polygamma(m: u32, x: f64) -> f64 {
    let sign = if m.is_multiple_of(2) { -1.0 } else { 1.0 };
    if x > 0.0 {
        return sign * of_positive(m, x);
    }
    let beyond = x - Float::round(x);
    if beyond == 0.0 {
        // A pole. Even orders have opposite signs on the two sides.
        return match (sign == 1.0, x == 0.0) {
            (true, _) => f64::INFINITY,
            (false, true) => -x.recip(),
            (false, false) => f64::NAN,
        };
    }
    // The derivatives of the reflection, Abramowitz and Stegun 6.4.7: ψ⁽ᵐ⁾(x) = (−1)ᵐ ψ⁽ᵐ⁾(1 − x) −
    // π·dᵐ/dxᵐ cot πx.
    let c = Float::tan(PI * beyond).recip();
    -sign * (sign * of_positive(m, 1.0 - x)) - PI * derivative_of_cotangent(m, c)
}

/// |ψ⁽ᵐ⁾(x)| = m! Σ (x + k)^−(m+1) for x > 0: the recurrence, Abramowitz and Stegun 6.4.6, then the asymptotic series 6.4.11.
fn of_positive(m: u32, mut x: f64) -> f64 {
    let factorial = |n: u32| (2..=n).fold(1.0, |product, k| product * f64::from(k));
    let power = |x: f64, n: u32| Float::powi(x, -i32::try_from(n).unwrap_or(i32::MAX));
    let mut sum = 0.0;
    while x < 15.0 + f64::from(m) {
        sum += factorial(m) * power(x, m + 1);
        x += 1.0;
    }
    // (2k + m − 1)!/(2k)!·x^−(2k+m), starting from k = 0 and one step of the index at a time
    let mut term = factorial(m - 1) * power(x, m);
    sum += term + factorial(m) * power(x, m + 1) / 2.0;
    for (k, b) in (1u32..).zip(BERNOULLI) {
        let n = f64::from(2 * k);
        let m = f64::from(m);
        term *= (n + m - 2.0) * (n + m - 1.0) / ((n - 1.0) * n) / (x * x);
        sum += b * term;
    }
    sum
}

/// dᵐ/dxᵐ cot πx, a polynomial in c = cot πx, since dc/dx = −π(1 + c²).
fn derivative_of_cotangent(m: u32, c: f64) -> f64 {
    let mut coefficients = vec![0.0, 1.0];
    for _ in 0..m {
        let mut next = vec![0.0; coefficients.len() + 1];
        for (n, a) in coefficients.iter().enumerate().skip(1) {
            next[n - 1] -= PI * a * n as f64;
            next[n + 1] -= PI * a * n as f64;
        }
        coefficients = next;
    }
    coefficients.iter().rev().fold(0.0, |sum, a| sum * c + a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{digamma, polygamma, trigamma};

    #[track_caller]
    fn check(found: f64, expected: f64, tolerance: f64) {
        let error = (found - expected).abs() / expected.abs().max(1.0);
        assert!(error <= tolerance, "found {found}, expected {expected}, error {error}");
    }

    /// Abramowitz and Stegun 6.4.2, 6.4.4, with Apéry's constant.
    #[test]
    fn closed_forms() {
        let zeta3 = 1.202_056_903_159_594_3;
        check(polygamma(2, 1.0), -2.0 * zeta3, 1e-15);
        check(polygamma(2, 0.5), -14.0 * zeta3, 1e-15);
        check(polygamma(3, 1.0), PI.powi(4) / 15.0, 1e-15);
        check(polygamma(3, 0.5), PI.powi(4), 1e-15);
        check(polygamma(5, 1.0), 8.0 * PI.powi(6) / 63.0, 1e-14);
        // ψ⁽ᵐ⁾(−½) is ψ⁽ᵐ⁾(½) + m!·2ᵐ⁺¹, as the recurrence has it
        check(polygamma(2, -0.5), -14.0 * zeta3 + 16.0, 1e-14);
        check(polygamma(3, -0.5), PI.powi(4) + 96.0, 1e-14);
    }

    #[test]
    fn orders_below_two_are_the_functions_of_their_names() {
        for x in [0.3, 2.0, 17.5, -0.25] {
            assert_eq!(polygamma(0, x), digamma(x));
            assert_eq!(polygamma(1, x), trigamma(x));
            check(super::polygamma(1, x), trigamma(x), 1e-14);
        }
        check(polygamma(2, 1.5f32).into(), polygamma(2, 1.5), 1e-7);
    }

    #[test]
    fn each_is_the_derivative_of_the_one_before() {
        let h = 1e-4;
        for m in 1..7 {
            for x in [0.6, 1.7, 8.5, 40.0, -0.7, -4.4] {
                let slope = |h: f64| (polygamma(m, x + h) - polygamma(m, x - h)) / (2.0 * h);
                check((4.0 * slope(h / 2.0) - slope(h)) / 3.0, polygamma(m + 1, x), 1e-6);
            }
        }
    }

    #[test]
    fn poles_and_infinities() {
        assert_eq!((polygamma(2, f64::INFINITY), polygamma(3, 0.0)), (0.0, f64::INFINITY));
        assert!(polygamma(2, f64::NAN).is_nan());
        assert_eq!(
            (polygamma(3, -2.0), polygamma(2, 0.0), polygamma(2, -0.0)),
            (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY)
        );
        assert!(polygamma(2, -3.0).is_nan() && polygamma(3, f64::NEG_INFINITY).is_nan());
    }
}
