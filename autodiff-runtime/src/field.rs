//! Support for derived implementations for structs and enums.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::num::NonZero;
use core::ops::Range;

use crate::tuples::for_tuples;

/// Type equality: lets a public implementation use a private type in its signature.
pub trait Is {
    /// The equal type.
    type Type: ?Sized;
}

/// The same for a part of a tangent of type `S`.
pub trait Access<S> {
    /// The type of the part.
    type Type;

    /// The part.
    fn get(of: &S) -> &Self::Type;

    /// The part, mutably.
    fn get_mut(of: &mut S) -> &mut Self::Type;
}

/// Types of the standard library that carry no reals, for all type arguments.
///
/// The derive compares names of types. This trait checks that a type with such a name is the one of
/// the standard library, so that the reals of no other type are lost.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has the name of a standard type without reals, but is another type",
    note = "rename the type, or mark the field `#[constant]` if it needs no derivative"
)]
pub trait Discrete {}

macro_rules! discrete {
    ($($discrete:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Discrete for $discrete {}
    )*};
}
discrete!(() bool char str String i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
discrete!(NonZero<i8> NonZero<i16> NonZero<i32> NonZero<i64> NonZero<i128> NonZero<isize>);
discrete!(NonZero<u8> NonZero<u16> NonZero<u32> NonZero<u64> NonZero<u128> NonZero<usize>);

macro_rules! tuple {
    ($(($T:ident $_T:ident $i:tt))+) => {
        #[diagnostic::do_not_recommend]
        impl<$($T: Discrete),+> Discrete for ($($T,)+) {}
    };
}
for_tuples!(tuple);

#[diagnostic::do_not_recommend]
impl<T: ?Sized> Discrete for PhantomData<T> {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Discrete> Discrete for &T {}
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Discrete> Discrete for Box<T> {}
#[diagnostic::do_not_recommend]
impl<T: Discrete> Discrete for [T] {}
#[diagnostic::do_not_recommend]
impl<T: Discrete, const N: usize> Discrete for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: Discrete> Discrete for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T: Discrete> Discrete for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<T: Discrete> Discrete for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: Discrete> Discrete for Range<T> {}

/// Compiles only for types that carry no reals.
pub const fn discrete<T: ?Sized + Discrete>() {}

/// Asserts that a type is the one that an alias of its name stands for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{Alias}`, but a `#[differentiate] type` of this name is",
    label = "another type of the same name",
    note = "rename one of the two, or put this function and the types that it uses into a \
            `#[differentiate] mod`"
)]
pub trait StandsFor<Alias: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<T: ?Sized> StandsFor<T> for T {}

/// Compiles only if `T` is that type.
pub const fn stands_for<T: ?Sized + StandsFor<Alias>, Alias: ?Sized>() {}

/// Asserts that a function of an iterator is the one that iteration calls.
#[diagnostic::on_unimplemented(
    message = "this type has an inherent `next` as well as that of `Iterator`, and iteration calls \
               the latter",
    label = "iterated here",
    note = "rename the inherent function"
)]
pub trait SameFunction<F> {}

#[diagnostic::do_not_recommend]
impl<F> SameFunction<F> for F {}
// with one implementation alone rustc would infer the second function from the first, and report
// mismatched types
#[diagnostic::do_not_recommend]
impl<F> SameFunction<OtherFunction<F>> for F {}

/// A placeholder for no function.
#[derive(Debug)]
pub struct OtherFunction<F>(core::marker::PhantomData<F>);

/// Compiles only if both are the same function.
pub fn same_function<F: SameFunction<G>, G>(_: F, _: G) {}

/// The panic of a generated accessor for a field of another variant.
#[cold]
#[inline(never)]
#[track_caller]
pub fn other_variant(requested: &str, found: &str) -> ! {
    panic!("a field of `{requested}` was requested from a tangent of `{found}`")
}

/// The panic of generated operations on two tangents (or a value and a tangent) of different
/// variants.
#[cold]
#[inline(never)]
#[track_caller]
pub fn different_variants(what: &str, variant: &str, other: &str, other_variant: &str) -> ! {
    panic!("the {what} is `{variant}` and the {other} is `{other_variant}`: they must be alike")
}
