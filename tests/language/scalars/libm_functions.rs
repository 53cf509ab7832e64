//! Calls of the crate `libm`: the values have the same bits.

use autodiff::prelude::*;
use libm::{cos, exp as e, sqrtf};

#[differentiate]
fn elementary(x: &[f64]) -> f64 {
    let a = libm::sin(x[0]) * cos(x[1]) + libm::tan(x[0])
        - libm::asin(0.5 * x[0]) * libm::acos(0.3 * x[1]);
    let b = libm::atan(x[0]) + libm::sinh(x[1]) * libm::cosh(x[0]) - libm::tanh(x[0])
        + libm::asinh(x[1])
        + libm::atanh(0.2 * x[0]);
    let c = e(x[0])
        + libm::exp2(x[1]) * libm::exp10(0.3 * x[0])
        + libm::expm1(x[1])
        + libm::acosh(2.0 + x[0] * x[0]);
    let d = libm::log(1.5 + x[0])
        + libm::log2(2.0 + x[0]) * libm::log10(3.0 + x[1])
        + libm::log1p(x[0] * x[0]);
    a * b + c * d
}

#[differentiate]
fn several(x: &[f64]) -> f64 {
    let r = libm::sqrt(x[0] * x[0] + 1.0) * libm::cbrt(2.0 + x[1]) + libm::fabs(x[1]);
    let p = libm::pow(1.5 + x[0], x[1]) * libm::pow(2.0, x[0])
        + libm::atan2(x[0], x[1])
        + libm::hypot(x[0], 3.0);
    let m = libm::fmod(7.3 * x[0], 0.9)
        + libm::remainder(7.3 * x[1], 0.7)
        + libm::copysign(x[0], x[1])
        + libm::fma(x[0], x[1], 2.0);
    let s = libm::fmax(x[0], x[1]) * libm::fmin(x[0] * x[1], 0.1)
        + libm::floor(x[0]) * x[1]
        + libm::round(x[1] * 3.0) * libm::trunc(x[0]);
    let g =
        libm::erf(x[0]) + libm::erfc(x[1]) + libm::lgamma(3.0 + x[0]) + libm::tgamma(2.5 + x[1]);
    r * p + m * s + g
}

/// Values beside a derivative.
#[differentiate]
fn pairs(x: &[f64]) -> f64 {
    let (sin, cos) = libm::sincos(x[0] * x[1]);
    let (rest, quotient) = libm::remquo(100.0 * x[0], 90.0);
    let turned = match quotient & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    };
    turned.0 * rest + turned.1 * libm::ceil(x[1]) + libm::rint(x[0])
}

#[differentiate]
fn single(x: f32) -> f32 {
    libm::sinf(x) * libm::powf(x + 2.0, 1.5)
        + sqrtf(x * x + 1.0) * libm::expf(-x)
        + libm::fabsf(x) * libm::sincosf(x).1
}

#[differentiate]
fn mixed(x: &[f64]) -> f64 {
    x[0] * f64::from(libm::cosf(x[1] as f32)) * 0.0 + libm::sin(x[0])
}

/// Another module of that name, with functions of its own.
mod own {
    use autodiff::prelude::*;
    pub mod libm {
        use autodiff::prelude::*;
        #[differentiate]
        pub fn sin(x: f64) -> f64 {
            x * x
        }
    }
    #[differentiate]
    pub fn squared(x: &[f64]) -> f64 {
        libm::sin(x[0])
    }
}

#[test]
fn functions_of_the_library() {
    use own::*;
    for x in [[0.7, 0.4], [-0.6, 0.9], [0.31, -0.8]] {
        check!(elementary, x);
        check!(several, x);
        check!(pairs, x);
        check!(mixed, x);
        check!(squared, x);
        let (value, slope) = single_value_and_grad(x[0] as f32);
        assert_eq!(value.to_bits(), single(x[0] as f32).to_bits());
        let difference = (single(x[0] as f32 + 1e-2) - single(x[0] as f32 - 1e-2)) / 2e-2;
        assert!((slope - difference).abs() < 1e-3 * (1.0 + slope.abs()), "{slope} {difference}");
    }
}
