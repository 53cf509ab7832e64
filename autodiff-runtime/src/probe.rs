//! Zero tangents of values whose types a macro does not know.
//!
//! `(&Probe(&value)).zero()` is the zero tangent of `value` if its type is [`Differentiable`], and `()` if not.
//! The method is found by its receiver: that of [`ProbeDifferentiable`] is `&Probe<T>`, which is what the call gives,
//! and it is taken where its trait is implemented; that of [`ProbeOther`] is one reference further and comes second.
//! Both traits must be in scope, and the `&` is part of it (clippy's `needless_borrow` notwithstanding).
//! In code generic over `T`, the choice is made from the bounds of `T`.

use crate::Differentiable;

/// A value of a type that may be [`Differentiable`].
#[derive(Debug)]
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// The first choice: the value is differentiable.
pub trait ProbeDifferentiable {
    /// The tangent of the value.
    type Tangent;

    /// The zero tangent at the value.
    fn zero(&self) -> Self::Tangent;
}

impl<T: ?Sized + Differentiable> ProbeDifferentiable for Probe<'_, T> {
    type Tangent = T::Tangent;

    #[inline]
    fn zero(&self) -> T::Tangent {
        self.0.zero_tangent()
    }
}

/// The second choice: any other value, which has no tangent.
pub trait ProbeOther {
    /// The tangent of what has none.
    #[inline]
    fn zero(&self) {}
}

impl<T: ?Sized> ProbeOther for &Probe<'_, T> {}

#[cfg(test)]
#[allow(clippy::needless_borrow, reason = "the borrow is what makes both traits candidates")]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    // Not `assert_eq!(…, ())`: what is to be shown is that the types are these.
    #[test]
    #[allow(clippy::let_unit_value, reason = "that it is the unit is what is tested")]
    fn zeros_by_type() {
        enum Kind {
            One,
        }
        let vec = vec![1.0, 2.0];
        let a: f64 = (&Probe(&1.5)).zero();
        let b: Vec<f64> = (&Probe(&vec)).zero();
        let c: Vec<f64> = (&Probe(&vec[..])).zero();
        let d: [f32; 2] = (&Probe(&[1.0f32, 2.0])).zero();
        let (): () = (&Probe(&7usize)).zero();
        let (): () = (&Probe("text")).zero();
        let (): () = (&Probe(&"text")).zero();
        let (): () = (&Probe(&Kind::One)).zero();
        let (): () = (&Probe(&vec![Kind::One])).zero();
        let e: (f64, ()) = (&Probe(&(1.0, 7u8))).zero();
        assert_eq!((a, b, c, d, e), (0.0, vec![0.0; 2], vec![0.0; 2], [0.0; 2], (0.0, ())));
    }

    #[test]
    fn zeros_in_generic_code() {
        fn zero<T: ?Sized + Differentiable>(value: &T) -> T::Tangent {
            (&Probe(value)).zero()
        }
        assert_eq!(zero(&[1.0][..]), vec![0.0]);
    }
}
