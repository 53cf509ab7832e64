//! The real scalars of generic code.

use core::fmt::{Debug, Display};
use core::iter::Sum;
use core::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

use num_traits::{Float, NumCast, ToPrimitive};

use crate::{
    CotangentAccumulator, Differentiable, Operators, PlainClone, Residual, Save, Special,
    Structure, TangentSpace,
};

/// What arrays of `ndarray` require of their elements.
#[cfg(feature = "ndarray")]
#[doc(hidden)]
pub trait ArrayScalar: num_traits::FromPrimitive + ndarray::ScalarOperand {}
#[cfg(feature = "ndarray")]
impl<T: num_traits::FromPrimitive + ndarray::ScalarOperand> ArrayScalar for T {}

/// Without the feature `ndarray` there are no arrays.
#[cfg(not(feature = "ndarray"))]
#[doc(hidden)]
pub trait ArrayScalar {}
#[cfg(not(feature = "ndarray"))]
impl<T> ArrayScalar for T {}

/// A real scalar: `f64` or `f32`, or one of these with derivatives, [`Dual`](crate::dual::Dual) or
/// `tape::Var`. The bound for functions that are generic over the scalar.
///
/// It is [`num_traits::Float`] and the other operations that generated derivatives need. Literals
/// are written [`T::real(0.5)`](Real::real).
pub trait Real:
    Float
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Sum
    + Debug
    + Default
    + Display
    + Special
    + Residual
    + Save
    + PlainClone
    + TangentSpace
    + Differentiable<Tangent = Self, Shape = ()>
    + Structure<Element = Self, Memory = Self>
    + CotangentAccumulator<Self>
    + Operators
    + ArrayScalar
    + Send
    + Sync
    + 'static
{
    /// The nearest scalar of this type.
    fn real(x: f64) -> Self;
}

/// A literal of a type parameter.
#[doc(hidden)]
#[inline(always)]
pub fn real<T: Real>(x: f64) -> T {
    T::real(x)
}

/// The nearest number of another type, the same as `T::from(x).unwrap()`: `as` where a type is a
/// parameter.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn cast<A: ToPrimitive, B: NumCast>(x: A) -> B {
    match B::from(x) {
        Some(number) => number,
        None => panic!("a number that the type it is converted to does not have"),
    }
}

/// [`f64::rem_euclid`] of a type parameter.
#[doc(hidden)]
#[inline]
pub fn rem_euclid<T: Float>(x: T, y: T) -> T {
    let rest = x % y;
    if rest < T::zero() { rest + y.abs() } else { rest }
}

/// [`f64::div_euclid`] of a type parameter.
#[doc(hidden)]
#[inline]
pub fn div_euclid<T: Float>(x: T, y: T) -> T {
    let quotient = (x / y).trunc();
    if x % y < T::zero() {
        return if y > T::zero() { quotient - T::one() } else { quotient + T::one() };
    }
    quotient
}

/// [`f64::round_ties_even`] of a type parameter.
#[doc(hidden)]
#[inline]
pub fn round_ties_even<T: Float>(x: T) -> T {
    let rounded = x.round();
    let tie = (x - x.trunc()).abs() + (x - x.trunc()).abs() == T::one();
    let half = rounded / (T::one() + T::one());
    if tie && half.trunc() != half { (rounded - x.signum()).copysign(x) } else { rounded }
}

macro_rules! real {
    ($($real:ty)*) => {$(
        impl Real for $real {
            #[inline]
            fn real(x: f64) -> $real {
                x as $real
            }
        }
    )*};
}
real!(f64 f32);

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use crate::{Atomic, Sparse};
    use alloc::vec;
    use alloc::vec::Vec;

    /// rustc resolves the projections in generic code: tangents of `T` are `T`, shapes of slices
    /// are lengths.
    fn norm_transposed<T: Real>(x: &[T], y_bar: T, x_bar: &mut impl CotangentAccumulator<[T]>) {
        let norm = x.iter().map(|&x| x * x).sum::<T>().sqrt();
        for (i, &x) in x.iter().enumerate() {
            x_bar.element(i).add(&(y_bar * x / norm));
        }
    }

    fn norm_vjp<T: Real>(x: &[T]) -> Vec<T> {
        let length: usize = x.tangent_shape();
        assert_eq!(length, x.len());
        let mut x_bar: Vec<T> = x.zero_tangent();
        norm_transposed(x, T::real(1.0), &mut x_bar);
        let mut sparse = Sparse::<T>::new(x.len());
        norm_transposed(x, T::real(1.0), &mut sparse);
        assert_eq!(sparse.to_dense(), x_bar);
        x_bar
    }

    #[test]
    fn generic_code_runs_at_both_precisions() {
        assert_eq!(norm_vjp(&[3.0, 4.0]), vec![0.6, 0.8]);
        assert_eq!(norm_vjp(&[3.0f32, 4.0]), vec![0.6, 0.8]);
        let atomic = Atomic::new(2);
        norm_transposed(&[3.0, 4.0], 1.0, &mut &atomic);
        assert_eq!(atomic.to_vec(), [0.6, 0.8]);
        assert_eq!(f32::real(0.1), 0.1f32);
    }

    #[test]
    fn euclid_and_ties_are_those_of_std() {
        for x in [-7.5, -2.5, -0.5, -0.0, 0.0, 0.5, 1.5, 2.5, 3.2, 1e300, f64::NAN, f64::INFINITY] {
            let same = |a: f64, b: f64| {
                assert!(
                    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
                    "{x}: {a} instead of {b}"
                )
            };
            same(round_ties_even(x), libm::rint(x));
            for y in [-2.0, -0.75, 0.75, 2.0, f64::INFINITY] {
                same(rem_euclid(x, y), std::primitive::f64::rem_euclid(x, y));
                same(div_euclid(x, y), std::primitive::f64::div_euclid(x, y));
            }
        }
    }

    #[test]
    fn casts_are_those_of_as() {
        assert_eq!(
            (cast::<usize, f64>(7), cast::<u64, f32>(u64::MAX), cast::<f64, f32>(0.1)),
            (7.0, u64::MAX as f32, 0.1)
        );
        assert!(cast::<f64, f32>(f64::NAN).is_nan() && cast::<f64, f32>(1e300).is_infinite());
    }
}
