//! The chain rule, and the operators.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use super::{Dual, join};
use crate::Real;

impl<T: Real, const N: usize> Dual<T, N> {
    /// A partial derivative times the tangents.
    #[inline(always)]
    fn scale_tangents(&self, partial: T) -> [T; N] {
        core::array::from_fn(
            |i| if self.depends[i] { self.tangents[i] * partial } else { T::zero() },
        )
    }

    /// The lanes that the result of two numbers depends on.
    #[inline(always)]
    pub(super) fn depends_with(&self, other: &Self) -> [bool; N] {
        core::array::from_fn(|i| self.depends[i] | other.depends[i])
    }

    /// A function of one number. Its partial is computed only where it is needed.
    #[inline(always)]
    pub(super) fn unary(self, value: T, partial: impl FnOnce() -> T) -> Self {
        if self.perturbation == 0 {
            return Self::constant(value);
        }
        Dual { value, tangents: self.scale_tangents(partial()), ..self }
    }

    /// A function of two numbers. The partial by a constant number is not computed: it might not
    /// even exist.
    #[inline(always)]
    #[track_caller]
    pub(super) fn binary(
        self,
        other: Self,
        value: T,
        partial: impl FnOnce() -> T,
        partial_other: impl FnOnce() -> T,
    ) -> Self {
        if other.perturbation == 0 {
            return self.unary(value, partial);
        }
        if self.perturbation == 0 {
            return other.unary(value, partial_other);
        }
        let (a, b) = (self.scale_tangents(partial()), other.scale_tangents(partial_other()));
        Dual {
            value,
            tangents: core::array::from_fn(|i| a[i] + b[i]),
            depends: self.depends_with(&other),
            perturbation: join(self.perturbation, other.perturbation),
        }
    }
}

impl<T: Real, const N: usize> Add for Dual<T, N> {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn add(self, other: Self) -> Self {
        Dual {
            value: self.value + other.value,
            tangents: core::array::from_fn(|i| self.tangents[i] + other.tangents[i]),
            depends: self.depends_with(&other),
            perturbation: join(self.perturbation, other.perturbation),
        }
    }
}

impl<T: Real, const N: usize> Sub for Dual<T, N> {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        Dual {
            value: self.value - other.value,
            tangents: core::array::from_fn(|i| self.tangents[i] - other.tangents[i]),
            depends: self.depends_with(&other),
            perturbation: join(self.perturbation, other.perturbation),
        }
    }
}

impl<T: Real, const N: usize> Neg for Dual<T, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Dual { value: -self.value, tangents: self.tangents.map(|tangent| -tangent), ..self }
    }
}

impl<T: Real, const N: usize> Mul for Dual<T, N> {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn mul(self, other: Self) -> Self {
        self.binary(other, self.value * other.value, || other.value, || self.value)
    }
}

impl<T: Real, const N: usize> Div for Dual<T, N> {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn div(self, other: Self) -> Self {
        let quotient = self.value / other.value;
        self.binary(other, quotient, || other.value.recip(), || -quotient / other.value)
    }
}

impl<T: Real, const N: usize> Rem for Dual<T, N> {
    type Output = Self;

    /// x % y = x − q·y for an integer q, found from the remainder itself: trunc(x / y) is too large
    /// by one where the quotient is rounded up to an integer, as that of 1 by 0.1 is.
    #[inline]
    #[track_caller]
    fn rem(self, other: Self) -> Self {
        let (x, y, rest) = (self.value, other.value, self.value % other.value);
        self.binary(other, rest, T::one, || -whole_quotient(x, y, rest))
    }
}

/// The integer quotient of x by y with the given remainder.
#[inline]
fn whole_quotient<T: Real>(x: T, y: T, rest: T) -> T {
    ((x - rest) / y).round()
}

/// Operators with a plain number on the left.
macro_rules! from_the_left {
    ($($real:ty)*) => {$(
        from_the_left!(@ $real: Add add, Sub sub, Mul mul, Div div, Rem rem);
    )*};
    (@ $real:ty: $($Operator:ident $method:ident),*) => {$(
        impl<const N: usize> $Operator<Dual<$real, N>> for $real {
            type Output = Dual<$real, N>;

            #[inline]
            fn $method(self, other: Dual<$real, N>) -> Dual<$real, N> {
                $Operator::$method(Dual::constant(self), other)
            }
        }
    )*};
}
from_the_left!(f64 f32);
