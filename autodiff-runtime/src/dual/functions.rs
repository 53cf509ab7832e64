//! The rules: the value and the partial derivative of each function.
//!
//! Partials are written in `T`, which may be dual itself. So they are exact under further
//! differentiation wherever the function is differentiable. Where a case is selected by a value, as
//! at a kink, the formula of each case holds in a neighbourhood.

use core::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI};

use num_traits::Float;

use super::{Dual, join};
use crate::carrier::values;
use crate::{Real, Special};

/// `$name: |x, z| partial` for functions of one number, with value `x` and result `z`.
macro_rules! unary {
    ($($name:ident: |$x:pat_param, $z:pat_param| $partial:expr;)*) => {$(
        #[inline]
        fn $name(self) -> Self {
            let z = self.value.$name();
            self.unary(z, || {
                let ($x, $z) = (self.value, z);
                $partial
            })
        }
    )*};
}

impl<T: Real, const N: usize> Float for Dual<T, N> {
    values!();

    unary! {
        sin: |x, _| x.cos();
        cos: |x, _| -x.sin();
        tan: |_, z| T::one() + z * z;
        asin: |x, _| one_minus_square(x).sqrt().recip();
        acos: |x, _| -one_minus_square(x).sqrt().recip();
        atan: |x, _| (T::one() + x * x).recip();
        sinh: |x, _| x.cosh();
        cosh: |x, _| x.sinh();
        tanh: |x, _| square(x.cosh().recip());
        asinh: |x, _| T::one().hypot(x).recip();
        acosh: |x, _| ((x - T::one()).sqrt() * (x + T::one()).sqrt()).recip();
        atanh: |x, _| one_minus_square(x).recip();
        exp: |_, z| z;
        exp2: |_, z| z * T::real(LN_2);
        exp_m1: |x, _| x.exp();
        ln: |x, _| x.recip();
        ln_1p: |x, _| (T::one() + x).recip();
        log2: |x, _| (x * T::real(LN_2)).recip();
        log10: |x, _| (x * T::real(LN_10)).recip();
        sqrt: |_, z| (z + z).recip();
        cbrt: |_, z| (T::real(3.0) * z * z).recip();
        recip: |_, z| -z * z;
        abs: |x, _| if x == T::zero() { T::zero() } else { x.signum() };
        fract: |_, _| T::one();
        to_degrees: |_, _| T::real(180.0 / PI);
        to_radians: |_, _| T::real(PI / 180.0);
    }

    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.unary(sin, || cos), self.unary(cos, || -sin))
    }

    #[inline]
    fn powi(self, n: i32) -> Self {
        self.unary(self.value.powi(n), || powi_partial(self.value, n))
    }

    #[inline]
    fn powf(self, y: Self) -> Self {
        let (x, z) = (self.value, self.value.powf(y.value));
        self.binary(y, z, || powf_partial_x(x, y.value), || powf_partial_y(x, y.value, z))
    }

    #[inline]
    fn log(self, base: Self) -> Self {
        let (x, b, z) = (self.value, base.value, self.value.log(base.value));
        self.binary(base, z, || (x * b.ln()).recip(), || -z / (b * b.ln()))
    }

    #[inline]
    fn hypot(self, y: Self) -> Self {
        let z = self.value.hypot(y.value);
        let part = |x: T| if z == T::zero() { T::zero() } else { x / z };
        self.binary(y, z, || part(self.value), || part(y.value))
    }

    #[inline]
    fn atan2(self, x: Self) -> Self {
        let (y, x_value) = (self.value, x.value);
        self.binary(
            x,
            y.atan2(x_value),
            || over_square(x_value, y, x_value),
            || over_square(-y, y, x_value),
        )
    }

    #[inline]
    fn mul_add(self, a: Self, b: Self) -> Self {
        let product =
            self.binary(a, self.value.mul_add(a.value, b.value), || a.value, || self.value);
        Dual {
            value: product.value,
            tangents: core::array::from_fn(|i| product.tangents[i] + b.tangents[i]),
            depends: product.depends_with(&b),
            perturbation: join(product.perturbation, b.perturbation),
        }
    }

    /// The derivative is that of the first on a tie, and that of the number where the other is NaN.
    #[inline]
    fn max(self, other: Self) -> Self {
        let first = self.value >= other.value || other.value.is_nan();
        Dual { value: self.value.max(other.value), ..if first { self } else { other } }
    }

    /// As for [`max`](Float::max).
    #[inline]
    fn min(self, other: Self) -> Self {
        let first = self.value <= other.value || other.value.is_nan();
        Dual { value: self.value.min(other.value), ..if first { self } else { other } }
    }

    /// The derivative is that of `self` on a tie.
    #[inline]
    fn clamp(self, low: Self, high: Self) -> Self {
        let taken = if self.value < low.value {
            low
        } else if self.value > high.value {
            high
        } else {
            self
        };
        Dual { value: self.value.clamp(low.value, high.value), ..taken }
    }

    #[inline]
    fn copysign(self, sign: Self) -> Self {
        let alike = self.value.is_sign_negative() == sign.value.is_sign_negative();
        self.unary(self.value.copysign(sign.value), || if alike { T::one() } else { -T::one() })
    }

    #[inline]
    fn abs_sub(self, other: Self) -> Self {
        let (value, less) = (self.value.abs_sub(other.value), self.value <= other.value);
        let part = |sign: T| if less { T::zero() } else { sign };
        self.binary(other, value, || part(T::one()), || part(-T::one()))
    }
}

impl<T: Real, const N: usize> Special for Dual<T, N> {
    #[inline]
    fn erf(self) -> Self {
        let x = self.value;
        self.unary(x.erf(), || T::real(FRAC_2_SQRT_PI) * (-x * x).exp())
    }

    #[inline]
    fn ln_gamma(self) -> Self {
        self.unary(self.value.ln_gamma(), || self.value.digamma())
    }

    #[inline]
    fn digamma(self) -> Self {
        self.unary(self.value.digamma(), || self.value.trigamma())
    }

    #[inline]
    fn trigamma(self) -> Self {
        self.unary(self.value.trigamma(), || self.value.polygamma(2))
    }

    #[inline]
    fn polygamma(self, order: u32) -> Self {
        self.unary(self.value.polygamma(order), || self.value.polygamma(order + 1))
    }
}

#[inline]
fn square<T: Real>(x: T) -> T {
    x * x
}

/// 1 − x², as a product that does not cancel near ±1.
#[inline]
fn one_minus_square<T: Real>(x: T) -> T {
    (T::one() - x) * (T::one() + x)
}

/// n·xⁿ⁻¹; xⁿ is constant for n = 0.
fn powi_partial<T: Real>(x: T, n: i32) -> T {
    match n {
        0 => T::zero(),
        1 => T::one(),
        // n − 1 would overflow
        i32::MIN => T::real(f64::from(n)) * x.powi(n) / x,
        _ => T::real(f64::from(n)) * x.powi(n - 1),
    }
}

/// y·xʸ⁻¹, without the 0·∞ where y = 0 and x is 0 or not finite: there xʸ is the constant 1.
fn powf_partial_x<T: Real>(x: T, y: T) -> T {
    if y == T::zero() && (x == T::zero() || !x.is_finite()) {
        T::zero()
    } else {
        y * x.powf(y - T::one())
    }
}

/// z·ln x. Its limit is 0 where z vanishes; at x = y = 0, between 0 and −∞, it is 0 too. It is
/// undefined for x < 0, where xʸ is real only at isolated points y.
fn powf_partial_y<T: Real>(x: T, y: T, z: T) -> T {
    let vanishes = z == T::zero() || x == T::zero() && y == T::zero();
    if x >= T::zero() && vanishes { T::zero() } else { z * x.ln() }
}

/// a/(x² + y²), where a is x or −y: the partials of atan2(y, x), without squares that overflow or
/// vanish. They are 0 at the origin, and at infinity.
fn over_square<T: Real>(a: T, y: T, x: T) -> T {
    if x.is_nan() || y.is_nan() {
        return T::nan();
    }
    // The hypotenuse of finite numbers may overflow, but not that of their quarters.
    let quarter = T::real(0.25);
    let h = (x * quarter).hypot(y * quarter);
    if h == T::zero() && x == T::zero() && y == T::zero() || h.is_infinite() {
        return T::zero();
    }
    if h == T::zero() {
        let h = x.hypot(y);
        return a / h / h;
    }
    a * quarter / h / h * quarter
}
