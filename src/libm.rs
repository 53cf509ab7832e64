//! Functions of the crate `libm`, with derivatives: what calls of them become inside of
//! differentiated functions. Their values are the library's.

use autodiff::{constant, differentiate, linear};
use autodiff_runtime::kinks::*;
use core::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10};

/// The library itself, to compare with the function that a path of the user resolves to.
pub use ::libm as library;

macro_rules! unary {
    ($($name:ident: $float:ident, $x:ident, $z:ident => $partial:expr;)*) => {
        mod unary_rules {
            use super::*;
            $(
                #[linear(x_dot)]
                pub fn $name($x: $float, x_dot: $float) -> ($float, $float) {
                    let $z: $float = library::$name($x);
                    let partial: $float = $partial;
                    ($z, partial * x_dot)
                }
            )*
        }
        $(
            #[differentiate(jvp = unary_rules::$name)]
            #[inline]
            pub fn $name(x: $float) -> $float {
                library::$name(x)
            }
        )*
    };
}

macro_rules! binary {
    ($($name:ident: $float:ident, $x:ident, $y:ident, $z:ident => $partial_x:expr,
        $partial_y:expr;)*) => {
        mod binary_rules {
            use super::*;
            $(
                #[linear(x_dot, y_dot)]
                pub fn $name($x: $float, $y: $float, x_dot: $float, y_dot: $float)
                    -> ($float, $float) {
                    let $z: $float = library::$name($x, $y);
                    let (of_x, of_y): ($float, $float) = ($partial_x, $partial_y);
                    ($z, of_x * x_dot + of_y * y_dot)
                }
            )*
        }
        $(
            #[differentiate(jvp = binary_rules::$name)]
            #[inline]
            pub fn $name(x: $float, y: $float) -> $float {
                library::$name(x, y)
            }
        )*
    };
}

/// Functions that are constant wherever they have a derivative.
macro_rules! steps {
    ($($name:ident: $float:ident;)*) => {$(
        #[differentiate]
        #[inline]
        pub fn $name(x: $float) -> $float {
            constant(library::$name(x))
        }
    )*};
}

macro_rules! others {
    ($float:ident, $rules:ident: $fma:ident, $fmax:ident, $fmin:ident, $sincos:ident,
     $remquo:ident) => {
        mod $rules {
            use super::*;

            #[linear(x_dot, y_dot, z_dot)]
            pub fn $fma(
                x: $float,
                y: $float,
                z: $float,
                x_dot: $float,
                y_dot: $float,
                z_dot: $float,
            ) -> ($float, $float) {
                let value: $float = library::$fma(x, y, z);
                (value, y * x_dot + x * y_dot + z_dot)
            }
            #[linear(x_dot, y_dot)]
            pub fn $fmax(x: $float, y: $float, x_dot: $float, y_dot: $float) -> ($float, $float) {
                let value: $float = library::$fmax(x, y);
                let first: bool = max_takes_first(x, y);
                (value, if first { x_dot } else { y_dot })
            }
            #[linear(x_dot, y_dot)]
            pub fn $fmin(x: $float, y: $float, x_dot: $float, y_dot: $float) -> ($float, $float) {
                let value: $float = library::$fmin(x, y);
                let first: bool = min_takes_first(x, y);
                (value, if first { x_dot } else { y_dot })
            }
            #[linear(x_dot)]
            pub fn $sincos(x: $float, x_dot: $float) -> (($float, $float), ($float, $float)) {
                let (sin, cos) = library::$sincos(x);
                ((sin, cos), (cos * x_dot, -sin * x_dot))
            }
            #[linear(x_dot, y_dot)]
            pub fn $remquo(
                x: $float,
                y: $float,
                x_dot: $float,
                y_dot: $float,
            ) -> (($float, i32), ($float, ())) {
                let (value, quotient) = library::$remquo(x, y);
                let times: $float = rem_times(x, y, value);
                ((value, quotient), (x_dot - times * y_dot, ()))
            }
        }
        #[differentiate(jvp = $rules::$fma)]
        #[inline]
        pub fn $fma(x: $float, y: $float, z: $float) -> $float {
            library::$fma(x, y, z)
        }
        #[differentiate(jvp = $rules::$fmax)]
        #[inline]
        pub fn $fmax(x: $float, y: $float) -> $float {
            library::$fmax(x, y)
        }
        #[differentiate(jvp = $rules::$fmin)]
        #[inline]
        pub fn $fmin(x: $float, y: $float) -> $float {
            library::$fmin(x, y)
        }
        #[differentiate(jvp = $rules::$sincos)]
        #[inline]
        pub fn $sincos(x: $float) -> ($float, $float) {
            library::$sincos(x)
        }
        #[differentiate(jvp = $rules::$remquo)]
        #[inline]
        pub fn $remquo(x: $float, y: $float) -> ($float, i32) {
            library::$remquo(x, y)
        }
    };
}

unary! {
    sin: f64, x, z => library::cos(x);
    cos: f64, x, z => -library::sin(x);
    tan: f64, x, z => 1.0 + z * z;
    asin: f64, x, z => 1.0 / library::sqrt(1.0 - x * x);
    acos: f64, x, z => -1.0 / library::sqrt(1.0 - x * x);
    atan: f64, x, z => 1.0 / (1.0 + x * x);
    sinh: f64, x, z => library::cosh(x);
    cosh: f64, x, z => library::sinh(x);
    tanh: f64, x, z => 1.0 - z * z;
    asinh: f64, x, z => 1.0 / library::sqrt(x * x + 1.0);
    acosh: f64, x, z => 1.0 / library::sqrt(x * x - 1.0);
    atanh: f64, x, z => 1.0 / (1.0 - x * x);
    exp: f64, x, z => z;
    exp2: f64, x, z => LN_2 * z;
    exp10: f64, x, z => LN_10 * z;
    expm1: f64, x, z => library::exp(x);
    log: f64, x, z => 1.0 / x;
    log2: f64, x, z => 1.0 / (LN_2 * x);
    log10: f64, x, z => 1.0 / (LN_10 * x);
    log1p: f64, x, z => 1.0 / (1.0 + x);
    sqrt: f64, x, z => 0.5 / z;
    cbrt: f64, x, z => 1.0 / (3.0 * z * z);
    fabs: f64, x, z => sign0(x);
    erf: f64, x, z => FRAC_2_SQRT_PI * library::exp(-x * x);
    erfc: f64, x, z => -FRAC_2_SQRT_PI * library::exp(-x * x);
    lgamma: f64, x, z => autodiff_runtime::digamma(x);
    tgamma: f64, x, z => z * autodiff_runtime::digamma(x);
    sinf: f32, x, z => library::cosf(x);
    cosf: f32, x, z => -library::sinf(x);
    tanf: f32, x, z => 1.0 + z * z;
    asinf: f32, x, z => 1.0 / library::sqrtf(1.0 - x * x);
    acosf: f32, x, z => -1.0 / library::sqrtf(1.0 - x * x);
    atanf: f32, x, z => 1.0 / (1.0 + x * x);
    sinhf: f32, x, z => library::coshf(x);
    coshf: f32, x, z => library::sinhf(x);
    tanhf: f32, x, z => 1.0 - z * z;
    expf: f32, x, z => z;
    exp2f: f32, x, z => core::f32::consts::LN_2 * z;
    expm1f: f32, x, z => library::expf(x);
    logf: f32, x, z => 1.0 / x;
    log2f: f32, x, z => 1.0 / (core::f32::consts::LN_2 * x);
    log10f: f32, x, z => 1.0 / (core::f32::consts::LN_10 * x);
    log1pf: f32, x, z => 1.0 / (1.0 + x);
    sqrtf: f32, x, z => 0.5 / z;
    cbrtf: f32, x, z => 1.0 / (3.0 * z * z);
    fabsf: f32, x, z => sign0(x);
}

binary! {
    pow: f64, x, y, z => powf_partial_x(x, y), powf_partial_y(x, y, z);
    atan2: f64, y, x, z => atan2_partial_y(y, x), atan2_partial_x(y, x);
    hypot: f64, x, y, z => hypot_partial(x, z), hypot_partial(y, z);
    fmod: f64, x, y, z => 1.0, -rem_times(x, y, z);
    remainder: f64, x, y, z => 1.0, -rem_times(x, y, z);
    copysign: f64, x, y, z => signum_ratio(x, y), 0.0;
    powf: f32, x, y, z => powf_partial_x(x, y), powf_partial_y(x, y, z);
    atan2f: f32, y, x, z => atan2_partial_y(y, x), atan2_partial_x(y, x);
    hypotf: f32, x, y, z => hypot_partial(x, z), hypot_partial(y, z);
    fmodf: f32, x, y, z => 1.0, -rem_times(x, y, z);
    copysignf: f32, x, y, z => signum_ratio(x, y), 0.0;
}

steps! {
    floor: f64;
    ceil: f64;
    trunc: f64;
    round: f64;
    rint: f64;
    floorf: f32;
    ceilf: f32;
    truncf: f32;
    roundf: f32;
    rintf: f32;
}

others!(f64, rules: fma, fmax, fmin, sincos, remquo);
others!(f32, rules_f32: fmaf, fmaxf, fminf, sincosf, remquof);
