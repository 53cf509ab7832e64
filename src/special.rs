//! Special functions, differentiable: for use inside differentiated functions and outside.

use crate::{__private, Real, differentiate};

/// The error function.
#[differentiate(reverse)]
#[inline]
pub fn erf<T: Real>(x: T) -> T {
    __private::erf(x)
}

/// The logarithm of the absolute value of the gamma function.
#[differentiate(reverse)]
#[inline]
pub fn ln_gamma<T: Real>(x: T) -> T {
    __private::ln_gamma(x)
}

/// The derivative of [`ln_gamma`].
#[differentiate(reverse)]
#[inline]
pub fn digamma<T: Real>(x: T) -> T {
    __private::digamma(x)
}
