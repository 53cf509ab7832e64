//! Zero tangents of values whose types a macro does not know.
//!
//! `(&Probe(&value)).zero()` is the zero tangent of `value` if its type is [`Differentiable`], and
//! `()` otherwise. Autoref selects the method: the receiver of [`ProbeDifferentiable`] is
//! `&Probe<T>`, the type in the call, so its method is selected if the trait is implemented. The
//! receiver of [`ProbeOther`] needs one more reference and comes second. Both traits must be in
//! scope, and the `&` is required (clippy's `needless_borrow` notwithstanding). In code generic
//! over `T`, the bounds of `T` decide.

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

/// As [`ProbeDifferentiable`], for a reference to a differentiable value: references themselves are
/// not differentiable.
pub trait ProbeReference {
    /// The tangent of the value.
    type Tangent;

    /// The zero tangent at the value.
    fn zero(&self) -> Self::Tangent;
}

impl<T: ?Sized + Differentiable> ProbeReference for Probe<'_, &T> {
    type Tangent = T::Tangent;

    #[inline]
    fn zero(&self) -> T::Tangent {
        self.0.zero_tangent()
    }
}

/// The second choice: any other value, which has no tangent.
pub trait ProbeOther {
    /// The tangent of such a value.
    #[inline]
    fn zero(&self) {}
}

impl<T: ?Sized> ProbeOther for &Probe<'_, T> {}

/// A constant that is passed to a function by name, and may be a reference or not.
///
/// A function takes borrowed arguments again in its linear part, and `()` for the others:
/// `(&Constant(C)).shared()`. Its zero tangent is borrowed in the same way:
/// `(&Constant(C).probe()).zero()`, whose `get` returns the argument. The methods are selected as
/// those of [`Probe`] are.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub T);

/// Types that a constant reference may borrow: all but strings, which have no derivative and are
/// passed like scalars.
pub trait Borrowable {}

impl<T> Borrowable for T {}

impl<E> Borrowable for [E] {}

/// The first choice: the constant is a reference.
pub trait ConstantReference<'a> {
    /// The type behind the reference.
    type Of: ?Sized;

    /// The constant itself.
    fn shared(&self) -> &'a Self::Of;

    /// The probe for the zero tangent.
    fn probe(&self) -> BorrowedProbe<'a, Self::Of>;
}

impl<'a, T: ?Sized + Borrowable> ConstantReference<'a> for Constant<&'a T> {
    type Of = T;

    #[inline]
    fn shared(&self) -> &'a T {
        self.0
    }

    #[inline]
    fn probe(&self) -> BorrowedProbe<'a, T> {
        BorrowedProbe(self.0)
    }
}

/// The second choice: the constant is a value.
pub trait ConstantValue {
    /// Its type.
    type Of;

    /// The unit value.
    #[inline]
    fn shared(&self) {}

    /// The probe for the zero tangent.
    fn probe(&self) -> OwnedProbe<'_, Self::Of>;
}

impl<T> ConstantValue for &Constant<T> {
    type Of = T;

    #[inline]
    fn probe(&self) -> OwnedProbe<'_, T> {
        OwnedProbe(&self.0)
    }
}

/// The value behind a constant reference.
#[derive(Debug)]
pub struct BorrowedProbe<'a, T: ?Sized>(&'a T);

/// A constant that is a value.
#[derive(Debug)]
pub struct OwnedProbe<'a, T>(&'a T);

/// A zero tangent that is passed by reference.
#[derive(Debug)]
pub struct BorrowedZero<T>(T);

impl<T> BorrowedZero<T> {
    /// The argument.
    #[inline]
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// A zero tangent that is passed by value.
#[derive(Debug)]
pub struct OwnedZero<T>(T);

impl<T: Clone> OwnedZero<T> {
    /// The argument.
    #[inline]
    pub fn get(&self) -> T {
        self.0.clone()
    }
}

impl<T: ?Sized + Differentiable> ProbeDifferentiable for BorrowedProbe<'_, T> {
    type Tangent = BorrowedZero<T::Tangent>;

    #[inline]
    fn zero(&self) -> BorrowedZero<T::Tangent> {
        BorrowedZero(self.0.zero_tangent())
    }
}

impl<T: Differentiable> ProbeDifferentiable for OwnedProbe<'_, T> {
    type Tangent = OwnedZero<T::Tangent>;

    #[inline]
    fn zero(&self) -> OwnedZero<T::Tangent> {
        OwnedZero(self.0.zero_tangent())
    }
}

/// The second choice: a constant of a type without tangents.
pub trait ProbeOtherConstant {
    /// The zero tangent.
    type Tangent;

    /// The zero tangent of a value without tangents.
    fn zero(&self) -> Self::Tangent;
}

impl<T: ?Sized> ProbeOtherConstant for &BorrowedProbe<'_, T> {
    type Tangent = BorrowedZero<()>;

    #[inline]
    fn zero(&self) -> BorrowedZero<()> {
        BorrowedZero(())
    }
}

impl<T> ProbeOtherConstant for &OwnedProbe<'_, T> {
    type Tangent = OwnedZero<()>;

    #[inline]
    fn zero(&self) -> OwnedZero<()> {
        OwnedZero(())
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow, reason = "the borrow is what makes both traits candidates")]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    // Not `assert_eq!(…, ())`: the test shows that the types are these.
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
        let row: Vec<f64> = (&Probe(&&vec[..])).zero();
        let (): () = (&Probe(&7usize)).zero();
        let (): () = (&Probe("text")).zero();
        let (): () = (&Probe(&"text")).zero();
        let (): () = (&Probe(&Kind::One)).zero();
        let (): () = (&Probe(&vec![Kind::One])).zero();
        let e: (f64, ()) = (&Probe(&(1.0, 7u8))).zero();
        assert_eq!((a, b, c, d, e), (0.0, vec![0.0; 2], vec![0.0; 2], [0.0; 2], (0.0, ())));
        assert_eq!(row, vec![0.0; 2]);
    }

    #[test]
    #[allow(clippy::let_unit_value, reason = "that it is the unit is what is tested")]
    fn constants_by_type() {
        enum Kind {
            One,
        }
        const TABLE: &[f64] = &[1.0, 2.0];
        const ROWS: &[[f64; 2]] = &[[1.0, 2.0]];
        const ARRAY: &[f64; 2] = &[1.0, 2.0];
        let shared: (&[f64], &[[f64; 2]], &[f64; 2]) =
            ((&Constant(TABLE)).shared(), (&Constant(ROWS)).shared(), (&Constant(ARRAY)).shared());
        assert_eq!(shared, (TABLE, ROWS, ARRAY));
        let (): () = (&Constant(1.5)).shared();
        let (): () = (&Constant([1.5])).shared();
        let (): () = (&Constant("text")).shared();
        let _: &Kind = (&Constant(&Kind::One)).shared();
        fn zeros<'a>(_: &'a [f64], _: &'a [f64; 2]) -> usize {
            2
        }
        let (a, b) = ((&(&Constant(TABLE)).probe()).zero(), (&(&Constant(ARRAY)).probe()).zero());
        assert_eq!(zeros(a.get(), b.get()), TABLE.len());
        let c: f64 = (&(&Constant(1.5)).probe()).zero().get();
        let d: [f64; 1] = (&(&Constant([1.5])).probe()).zero().get();
        assert_eq!((c, d), (0.0, [0.0]));
        let (): () = (&(&Constant("text")).probe()).zero().get();
        let (): () = (&(&Constant(7usize)).probe()).zero().get();
        let (): &() = (&(&Constant(&Kind::One)).probe()).zero().get();
    }

    #[test]
    fn zeros_in_generic_code() {
        fn zero<T: ?Sized + Differentiable>(value: &T) -> T::Tangent {
            (&Probe(value)).zero()
        }
        assert_eq!(zero(&[1.0][..]), vec![0.0]);
    }
}
