//! Special functions that `std` lacks: `erf`, and `ln_gamma` with its derivatives.

use core::f64::consts::PI;

use num_traits::Float;
use special::Gamma;

/// The scalars of the special functions. Call the functions: [`erf`], [`ln_gamma`], [`digamma`],
/// [`trigamma`], [`polygamma`].
pub trait Special {
    /// [`erf`](crate::erf) of this scalar.
    fn erf(self) -> Self;

    /// [`ln_gamma`](crate::ln_gamma) of this scalar.
    fn ln_gamma(self) -> Self;

    /// [`digamma`](crate::digamma) of this scalar.
    fn digamma(self) -> Self;

    /// [`trigamma`](crate::trigamma) of this scalar.
    fn trigamma(self) -> Self;

    /// [`polygamma`](crate::polygamma) of this scalar.
    fn polygamma(self, order: u32) -> Self;
}

/// The error function, 2/√π ∫₀ˣ exp(−t²) dt. Its derivative is 2/√π·exp(−x²).
#[inline]
pub fn erf<T: Special>(x: T) -> T {
    Special::erf(x)
}

/// ln |Γ(x)|, infinite at the poles 0, −1, −2, … Its derivative is [`digamma`].
#[inline]
pub fn ln_gamma<T: Special>(x: T) -> T {
    Special::ln_gamma(x)
}

/// The digamma function ψ(x) = d/dx ln |Γ(x)|. Its derivative is [`trigamma`].
///
/// At ±0 it is ∓∞; at the other poles −1, −2, … the signs of the two sides differ and it is NaN.
#[inline]
pub fn digamma<T: Special>(x: T) -> T {
    Special::digamma(x)
}

/// The trigamma function ψ₁(x), the second derivative of ln |Γ(x)|. Infinite at the poles 0, −1,
/// −2, …
#[inline]
pub fn trigamma<T: Special>(x: T) -> T {
    Special::trigamma(x)
}

/// The derivative of [`digamma`] of the given order: order 0 is digamma, order 1 is [`trigamma`].
/// Not finite at the poles 0, −1, −2, …
#[inline]
pub fn polygamma<T: Special>(order: u32, x: T) -> T {
    Special::polygamma(x, order)
}

// The error function and ln Γ of `libm` are those of FreeBSD's msun, accurate to about an ulp.
// Digamma and trigamma of `special` are recurrence and asymptotic series (Abramowitz and Stegun
// 6.3.18, 6.4.12). They are used for x > 0 only: for x < 0 `special` takes −x recurrence steps, and
// does not reduce the argument of the reflection.
impl Special for f64 {
    #[inline]
    fn erf(self) -> f64 {
        libm::erf(self)
    }

    #[inline]
    fn ln_gamma(self) -> f64 {
        libm::lgamma(self)
    }

    fn digamma(self) -> f64 {
        if self > 0.0 {
            return Gamma::digamma(self);
        }
        if self == 0.0 {
            return -self.recip();
        }
        // Reflection, Abramowitz and Stegun 6.3.7: ψ(x) = ψ(1 − x) − π·cot(πx).
        match beyond_integer(self) {
            0.0 => f64::NAN,
            t => Gamma::digamma(1.0 - self) - PI / Float::tan(PI * t),
        }
    }

    fn trigamma(self) -> f64 {
        if self > 0.0 {
            return Gamma::trigamma(&self);
        }
        // Reflection, Abramowitz and Stegun 6.4.7: ψ₁(x) = π²/sin²(πx) − ψ₁(1 − x).
        let ratio = PI / Float::sin(PI * beyond_integer(self));
        ratio * ratio - Gamma::trigamma(&(1.0 - self))
    }

    fn polygamma(self, order: u32) -> f64 {
        match order {
            0 => Special::digamma(self),
            1 => Special::trigamma(self),
            _ => crate::polygamma::polygamma(order, self),
        }
    }
}

/// The exact distance of `x` from the nearest integer, with sign; NaN for infinities and NaN.
fn beyond_integer(x: f64) -> f64 {
    x - Float::round(x)
}

impl Special for f32 {
    #[inline]
    fn erf(self) -> f32 {
        libm::erff(self)
    }

    #[inline]
    fn ln_gamma(self) -> f32 {
        libm::lgammaf(self)
    }

    #[inline]
    fn digamma(self) -> f32 {
        Special::digamma(f64::from(self)) as f32
    }

    #[inline]
    fn trigamma(self) -> f32 {
        Special::trigamma(f64::from(self)) as f32
    }

    #[inline]
    fn polygamma(self, order: u32) -> f32 {
        Special::polygamma(f64::from(self), order) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::LN_2;

    const EULER: f64 = 0.577_215_664_901_532_9;

    /// Relative error, or absolute for values below 1.
    #[track_caller]
    fn check(function: &str, x: f64, found: f64, expected: f64, tolerance: f64) {
        let error = (found - expected).abs() / expected.abs().max(1.0);
        assert!(
            error <= tolerance,
            "{function}({x}): found {found}, expected {expected}, error {error}"
        );
    }

    // Computed by mpmath 1.3 with 30 digits, which shares no code with the crates used here; the
    // digits are those that `f64` represents. `x` is exact in `f32`, so that both precisions are
    // compared with the same values.
    #[rustfmt::skip]
    const VALUES: [(f64, f64, f64, f64, f64); 11] = [
        // x, erf, ln_gamma, digamma, trigamma
        (0.5, 0.520_499_877_813_046_5, 0.572_364_942_924_700_1, -1.963_510_026_021_423_5,
            4.934_802_200_544_679),
        (1.0, 0.842_700_792_949_714_9, 0.0, -EULER, PI * PI / 6.0),
        (1.5, 0.966_105_146_475_310_7, -0.120_782_237_635_245_22, 0.036_489_973_978_576_52,
            0.934_802_200_544_679_3),
        (2.5, 0.999_593_047_982_555, 0.284_682_870_472_919_2, 0.703_156_640_645_243_2,
            0.490_357_756_100_234_86),
        (4.0, 0.999_999_984_582_742_1, 1.791_759_469_228_055, 1.256_117_668_431_800_5,
            0.283_822_955_737_115_3),
        (10.0, 1.0, 12.801_827_480_081_469, 2.251_752_589_066_721, 0.105_166_335_681_685_75),
        (100.0, 1.0, 359.134_205_369_575_4, 4.600_161_852_738_087, 0.010_050_166_663_333_571),
        (-0.5, -0.520_499_877_813_046_5, 1.265_512_123_484_645_4, 0.036_489_973_978_576_52,
            8.934_802_200_544_68),
        (-1.25, -0.922_900_128_256_458_2, 1.366_431_761_236_976_2, 3.714_139_120_213_528,
            19.181_879_647_671_606),
        (-2.5, -0.999_593_047_982_555, -0.056_243_716_497_674_05, 1.103_156_640_645_243,
            9.539_246_644_989_124),
        (-100.25, -1.0, -363.400_923_227_821_5, 7.754_238_959_208_645, 19.729_283_325_349_363),
    ];

    #[test]
    fn reference_values() {
        for (x, erf_x, ln_gamma_x, digamma_x, trigamma_x) in VALUES {
            check("erf", x, erf(x), erf_x, 2e-16);
            check("ln_gamma", x, ln_gamma(x), ln_gamma_x, 1e-15);
            check("digamma", x, digamma(x), digamma_x, 1e-15);
            check("trigamma", x, trigamma(x), trigamma_x, 1e-15);

            let narrow = x as f32;
            check("erf", x, erf(narrow).into(), erf_x, 2e-7);
            check("ln_gamma", x, ln_gamma(narrow).into(), ln_gamma_x, 1e-6);
            check("digamma", x, digamma(narrow).into(), digamma_x, 2e-7);
            check("trigamma", x, trigamma(narrow).into(), trigamma_x, 2e-7);
        }
    }

    #[test]
    fn closed_forms() {
        // Gauss's digamma theorem; the last number is Catalan's constant.
        check("digamma", 0.25, digamma(0.25), -PI / 2.0 - 3.0 * LN_2 - EULER, 1e-15);
        check("trigamma", 0.25, trigamma(0.25), PI * PI + 8.0 * 0.915_965_594_177_219, 1e-15);
    }

    /// By mpmath 1.3 with 40 digits.
    #[test]
    #[rustfmt::skip]
    fn near_zeros_and_poles() {
        // the numbers next to zeros of digamma
        for (x, digamma_x, trigamma_x) in [
            (1.461_632_144_968_362_2, -9.241_265_521_729_427e-17, 0.967_672_245_447_621_3),
            (-0.504_083_008_264_455, 4.042_965_717_222_496e-15, 8.939_798_558_792_134),
            (-1.573_498_473_162_39, 4.571_416_811_227_789e-15, 9.941_513_615_924_169),
            (-2.610_720_868_444_144, 8.563_223_935_627_967e-15, 10.848_328_799_209_169),
            (-3.635_293_366_436_901, -6.354_883_894_064_686e-17, 11.650_939_359_651_864),
            (-1.0 + 0.5f64.powi(20), -1_048_575.577_213_142_5, 1_099_511_627_778.645),
            (-2.0 - 0.5f64.powi(30), 1_073_741_824.922_784_3, 1_152_921_504_606_847_000.0),
            (0.5f64.powi(40), -1_099_511_627_776.577_2, 1_208_925_819_614_629_174_700_000.0),
            (-(0.5f64.powi(40)), 1_099_511_627_775.422_8, 1_208_925_819_614_629_174_700_000.0),
        ] {
            check("digamma", x, digamma(x), digamma_x, 2e-15);
            check("trigamma", x, trigamma(x), trigamma_x, 2e-15);
        }
    }

    #[test]
    fn far_below_zero() {
        let x = -1_000_000.25;
        check("digamma", x, digamma(x), 16.957_103_961_553_828, 1e-15);
        check("trigamma", x, trigamma(x), 19.739_207_802_179_467, 1e-15);
    }

    #[test]
    fn poles_and_infinities() {
        assert_eq!((digamma(0.0), digamma(-0.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(
            digamma(-3.0).is_nan()
                && digamma(f64::NEG_INFINITY).is_nan()
                && digamma(f64::NAN).is_nan()
        );
        for pole in [0.0, -0.0, -1.0, -1e9] {
            assert_eq!((trigamma(pole), ln_gamma(pole)), (f64::INFINITY, f64::INFINITY));
        }
        assert!(trigamma(f64::NEG_INFINITY).is_nan() && trigamma(f64::NAN).is_nan());
        assert_eq!((digamma(f64::INFINITY), trigamma(f64::INFINITY)), (f64::INFINITY, 0.0));
        assert_eq!((ln_gamma(f64::INFINITY), erf(f64::INFINITY)), (f64::INFINITY, 1.0));
    }

    #[test]
    fn each_is_the_derivative_of_the_one_before() {
        let h = 1e-5;
        for x in [0.3, 1.7, 8.5, 30.0, -0.7, -4.4] {
            let slope = |f: fn(f64) -> f64| (f(x + h) - f(x - h)) / (2.0 * h);
            check("digamma", x, slope(ln_gamma), digamma(x), 1e-8);
            check("trigamma", x, slope(digamma), trigamma(x), 1e-8);
            check("erf'", x, slope(erf), 2.0 / PI.sqrt() * (-x * x).exp(), 1e-8);
        }
    }
}
