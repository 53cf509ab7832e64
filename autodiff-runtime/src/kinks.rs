//! Partial derivatives at points without a derivative, and where the plain formula fails.
//!
//! The rule: where the derivative has a finite limit, or is bounded on both sides, these are
//! finite. So `powf(0, 1)` and `powi(0, 1)` have the partial 1, the corner of `abs` and of `hypot`
//! has 0, and no 0·∞ makes a NaN of a limit that exists. Where the derivative grows without bound,
//! as that of `sqrt` at 0, it is infinite. Forward and reverse mode use the same functions, so they
//! agree at every point.

use num_traits::Float;

/// ∂|x|/∂x: the sign of `x`, and 0 at 0.
#[inline]
pub fn sign0<T: Float>(x: T) -> T {
    if x == T::zero() { T::zero() } else { x.signum() }
}

/// ∂xʸ/∂x = y·xʸ⁻¹, and 0 for y = 0, where xʸ is 1 for every `x`.
#[inline]
pub fn powf_partial_x<T: Float>(x: T, y: T) -> T {
    if y == T::zero() { T::zero() } else { y * x.powf(y - T::one()) }
}

/// ∂xʸ/∂y = z·ln x, from the result `z` = xʸ.
///
/// For x ≥ 0 it is 0 where `z` is 0 (the limit of z·ln x for z → 0), and at x = y = 0, where the
/// one-sided limits along `y` are 0 and −∞. For x < 0 it is NaN: xʸ is real only at isolated points
/// `y`.
#[inline]
pub fn powf_partial_y<T: Float>(x: T, y: T, z: T) -> T {
    let vanishes = z == T::zero() || (x == T::zero() && y == T::zero());
    if x >= T::zero() && vanishes { T::zero() } else { z * x.ln() }
}

/// ∂xⁿ/∂x = n·xⁿ⁻¹ for an integer `n`, and 0 for n = 0, where xⁿ is 1 for every `x`.
#[inline]
pub fn powi_partial<T: Float>(x: T, n: i32) -> T {
    let Some(factor) = T::from(n) else { unreachable!("every `i32` has a nearest float") };
    match n {
        0 => T::zero(),
        // n − 1 would overflow.
        i32::MIN => factor * (x.powi(n) / x),
        _ => factor * x.powi(n - 1),
    }
}

/// ∂√(x² + y²)/∂x = x/h, from the result `h`, and 0 at the origin.
#[inline]
pub fn hypot_partial<T: Float>(x: T, h: T) -> T {
    quotient_or_zero(x, h)
}

/// `numerator / denominator`, and 0 where the denominator is 0: partials at the origin.
#[inline]
pub fn quotient_or_zero<T: Float>(numerator: T, denominator: T) -> T {
    if denominator == T::zero() { T::zero() } else { numerator / denominator }
}

/// The partials of atan2(y, x): ∂/∂y = x/(x² + y²) and ∂/∂x = −y/(x² + y²), both 0 at the origin
/// and at infinity.
///
/// Scaled, so that x² + y² neither overflows nor vanishes except at the origin.
#[inline]
pub fn atan2_partials<T: Float>(y: T, x: T) -> (T, T) {
    // Not `Float::max`, which drops a NaN.
    let largest = if y.abs() > x.abs() { y.abs() } else { x.abs() };
    if largest == T::zero() && y == T::zero() || largest.is_infinite() && !x.is_nan() && !y.is_nan()
    {
        return (T::zero(), T::zero());
    }
    let (u, v) = (x / largest, y / largest);
    let square = u * u + v * v;
    (u / square / largest, -v / square / largest)
}

/// The integer quotient q of `x` by `y` for the remainder `z` = x − q·y, of `x % y` or
/// `x.rem_euclid(y)`: the partial of the remainder in `y` is −q, in `x` it is 1. It is computed
/// from the remainder, since x / y may round up to the next integer, as 1 / 0.1 does.
#[inline]
pub fn rem_times<T: Float>(x: T, y: T, z: T) -> T {
    if y.is_infinite() {
        // x itself, or x + |y|
        return if z == x { T::zero() } else { -y.signum() };
    }
    ((x - z) / y).round()
}

/// ∂copysign(x, s)/∂x: 1 where the signs of `x` and `s` agree, −1 where they differ; zeros have
/// signs here.
#[inline]
pub fn signum_ratio<T: Float>(x: T, s: T) -> T {
    T::one().copysign(x) * T::one().copysign(s)
}

/// ∂atan2(y, x)/∂y; see [`atan2_partials`].
#[inline]
pub fn atan2_partial_y<T: Float>(y: T, x: T) -> T {
    atan2_partials(y, x).0
}

/// ∂atan2(y, x)/∂x; see [`atan2_partials`].
#[inline]
pub fn atan2_partial_x<T: Float>(y: T, x: T) -> T {
    atan2_partials(y, x).1
}

/// Whether `a.max(b)` is `a`: the first argument on a tie, the other one where one is NaN.
#[inline]
pub fn max_takes_first<T: Float>(a: T, b: T) -> bool {
    a >= b || b.is_nan()
}

/// Whether `a.min(b)` is `a`: the first argument on a tie, the other one where one is NaN.
#[inline]
pub fn min_takes_first<T: Float>(a: T, b: T) -> bool {
    a <= b || b.is_nan()
}

/// The index of the argument that `x.clamp(low, high)` returns: 0 for `x` itself (on a tie as
/// well), 1 for `low`, 2 for `high`.
#[inline]
pub fn clamp_arm<T: Float>(x: T, low: T, high: T) -> usize {
    if x < low {
        1
    } else if x > high {
        2
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::LN_2;

    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;

    /// Equal, or both NaN.
    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!(
            found == expected || found.is_nan() && expected.is_nan(),
            "found {found}, expected {expected}"
        );
    }

    #[test]
    fn abs() {
        for (x, partial) in
            [(2.0, 1.0), (-2.0, -1.0), (0.0, 0.0), (-0.0, 0.0), (INF, 1.0), (NAN, NAN)]
        {
            check(sign0(x), partial);
        }
        assert_eq!(sign0(-3.0f32), -1.0f32);
    }

    #[test]
    fn powf() {
        for (x, y, partial_x, partial_y) in [
            (2.0, 3.0, 12.0, 8.0 * LN_2),
            (0.0, 1.0, 1.0, 0.0),
            (0.0, 2.0, 0.0, 0.0),
            (0.0, 0.0, 0.0, 0.0),
            (0.0, 0.5, INF, 0.0),
            (-0.0, 1.0, 1.0, 0.0),
            (0.0, -1.0, -INF, -INF),
            (-2.0, 3.0, 12.0, NAN),
            (-2.0, 0.0, 0.0, NAN),
            (INF, 1.0, 1.0, INF),
            (INF, -1.0, 0.0, 0.0),
            (1e-200, 2.0, 2e-200, 0.0),
        ] {
            check(powf_partial_x(x, y), partial_x);
            check(powf_partial_y(x, y, f64::powf(x, y)), partial_y);
        }
    }

    #[test]
    fn powi() {
        for (x, n, partial) in [
            (2.0, 3, 12.0),
            (2.0, -1, -0.25),
            (0.0, 0, 0.0),
            (0.0, 1, 1.0),
            (0.0, 2, 0.0),
            (NAN, 0, 0.0),
            (INF, 1, 1.0),
            (1.0, i32::MIN, -2147483648.0),
            (-1.0, i32::MIN, 2147483648.0),
            (2.0, i32::MIN, 0.0),
            (1.0, i32::MAX, 2147483647.0),
            (1.0, i32::MIN + 1, -2147483647.0),
        ] {
            check(powi_partial(x, n), partial);
        }
        assert_eq!(powi_partial(0.5f32, i32::MIN), -f32::INFINITY);
    }

    #[test]
    fn hypot() {
        for (x, y, partial) in
            [(3.0, 4.0, 0.6), (0.0, 0.0, 0.0), (0.0, 4.0, 0.0), (-3.0, 4.0, -0.6)]
        {
            check(hypot_partial(x, f64::hypot(x, y)), partial);
        }
        check(quotient_or_zero(1.0, -0.0), 0.0);
        check(quotient_or_zero(1.0, 4.0), 0.25);
    }

    #[test]
    fn atan2() {
        for (y, x, partial_y, partial_x) in [
            (1.0, 2.0, 0.4, -0.2),
            (-1.0, -2.0, -0.4, 0.2),
            (0.0, 0.0, 0.0, 0.0),
            (0.0, -2.0, -0.5, 0.0),
            (0.0, 0.25, 4.0, 0.0),
            (1e-200, 1e-200, 5e199, -5e199),
            (1e200, 1e200, 5e-201, -5e-201),
            (INF, 1.0, 0.0, 0.0),
            (INF, -INF, 0.0, 0.0),
            (NAN, 1.0, NAN, NAN),
            (NAN, INF, NAN, NAN),
            (0.0, NAN, NAN, NAN),
            (NAN, 0.0, NAN, NAN),
        ] {
            let (found_y, found_x) = atan2_partials(y, x);
            let close = |found: f64, expected: f64| {
                if (found - expected).abs() <= 2e-16 * expected.abs() { expected } else { found }
            };
            check(close(found_y, partial_y), partial_y);
            check(close(found_x, partial_x), partial_x);
        }
    }

    #[test]
    fn rem() {
        for (x, y, times, euclid) in [
            (7.5, 2.0, 3.0, 3.0),
            (-7.5, 2.0, -3.0, -4.0),
            (7.5, -2.0, -3.0, -3.0),
            (-7.5, -2.0, 3.0, 4.0),
            (1.0, INF, 0.0, 0.0),
            (1.0, 0.1, 9.0, 9.0),
            (-1.0, 0.1, -9.0, -10.0),
            (-1.0, INF, 0.0, -1.0),
            (-1.0, -INF, 0.0, 1.0),
        ] {
            check(rem_times(x, y, x % y), times);
            check(rem_times(x, y, f64::rem_euclid(x, y)), euclid);
        }
    }

    #[test]
    fn copysign() {
        for (x, s, ratio) in
            [(2.0, 3.0, 1.0), (2.0, -3.0, -1.0), (-2.0, -0.0, 1.0), (-0.0, 1.0, -1.0)]
        {
            check(signum_ratio(x, s), ratio);
        }
    }
}
