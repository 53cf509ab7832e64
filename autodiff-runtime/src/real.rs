//! The real scalars of generic code.

use core::fmt::{Debug, Display};
use core::iter::Sum;
use core::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

use num_traits::Float;

use crate::{CotangentAccumulator, Differentiable, Residual, Special, Structure, TangentSpace};

/// A real scalar: `f64` or `f32`. What `T: Real` gives to functions that are generic over the precision.
///
/// It is [`num_traits::Float`] and what generated derivatives need besides. Literals are written
/// [`T::real(0.5)`](Real::real).
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
    + TangentSpace
    + Differentiable<Tangent = Self, Shape = ()>
    + Structure<Element = Self>
    + CotangentAccumulator<Self>
    + Send
    + Sync
    + 'static
{
    /// The nearest scalar of this type.
    fn real(x: f64) -> Self;

    /// The same number in double precision.
    // `num_traits::ToPrimitive::to_f64` has the name too, and gives an `Option`.
    #[allow(clippy::wrong_self_convention, reason = "scalars are `Copy`")]
    fn to_f64(self) -> f64;
}

macro_rules! real {
    ($($real:ty)*) => {$(
        impl Real for $real {
            #[inline]
            fn real(x: f64) -> $real {
                x as $real
            }

            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
        }
    )*};
}
real!(f64 f32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Atomic, Sparse};
    use alloc::vec;
    use alloc::vec::Vec;

    /// Generic code sees through the projections: tangents of `T` are `T`, shapes of slices are lengths.
    fn norm_transposed<T: Real>(x: &[T], y_bar: T, x_bar: &mut impl CotangentAccumulator<[T]>) {
        let norm = x.iter().map(|&x| x * x).sum::<T>().sqrt();
        for (i, &x) in x.iter().enumerate() {
            x_bar.element(i).add(&(y_bar * x / norm));
        }
    }

    fn norm_vjp<T: Real>(x: &[T]) -> Vec<T> {
        let length: usize = x.shape();
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
        assert_eq!((f32::real(0.1), Real::to_f64(0.5f32)), (0.1f32, 0.5));
    }
}
