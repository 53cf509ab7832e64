//! Special functions, differentiable: for use inside differentiated functions and outside.

// the methods of floats that `core` lacks
#[cfg(not(feature = "std"))]
use crate::__private::Float;
use crate::{__private, differentiate};

/// The error function.
#[differentiate(reverse)]
#[inline]
pub fn erf(x: f64) -> f64 {
    __private::erf(x)
}

/// The logarithm of the absolute value of the gamma function.
#[differentiate(reverse)]
#[inline]
pub fn ln_gamma(x: f64) -> f64 {
    __private::ln_gamma(x)
}

/// The derivative of [`ln_gamma`].
#[differentiate(reverse)]
#[inline]
pub fn digamma(x: f64) -> f64 {
    __private::digamma(x)
}
