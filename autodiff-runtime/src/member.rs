//! Access to fields of the tangents of structs, for generated code that sees only a struct's name
//! and not its definition.
//!
//! Such code does not know which fields a tangent has: discrete and constant ones are omitted. The
//! generated code is the same for all. The part of an existing field is a reference to it, and that
//! of an omitted field is [`Nothing`]. Every part of nothing is nothing again; it reads as zero,
//! and additions to it have no effect. As [`Discard`] it is an accumulator.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use crate::{CotangentAccumulator, Differentiable, Discard, Real, take_cotangent};

/// The hash of the name of a field or method, as a constant for types: FNV-1a of 64 bits (Fowler,
/// Noll and Vo).
pub const fn name(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// The type of the field of a struct with the name `NAME` (see [`name`]).
#[diagnostic::on_unimplemented(
    message = "the type of a field of `{Self}` is unknown",
    label = "a field of this type is used",
    note = "write `#[derive(Differentiable)]` on the struct"
)]
pub trait Field<const NAME: u64> {
    /// The type of the field.
    type Type: ?Sized;
}

/// The part of a tangent for the field `NAME` of the value that it is a tangent of.
///
/// For a field of a variant of an enum the name is `Variant.field`; access panics if the tangent is
/// of another variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such field with a derivative",
    label = "a field of this type is used",
    note = "write `#[derive(Differentiable)]` on the struct"
)]
pub trait TangentField<const NAME: u64> {
    /// A reference, or [`Nothing`].
    type Part<'a>
    where
        Self: 'a;
    /// A mutable reference, or [`Discard`].
    type PartMut<'a>
    where
        Self: 'a;

    /// The part, for reading.
    fn field(&self) -> Self::Part<'_>;

    /// The part, for writing.
    fn field_mut(&mut self) -> Self::PartMut<'_>;
}

/// Asserts that an active value may be stored in the field `NAME` of the value that this is a
/// tangent of: it is not marked `#[constant]`.
pub trait Holds<const NAME: u64> {}

#[diagnostic::do_not_recommend]
impl<T: Holds<NAME>, const NAME: u64> Holds<NAME> for Box<T> {}

impl<const NAME: u64> Holds<NAME> for () {}

/// A part in which active values are stored.
#[diagnostic::on_unimplemented(
    message = "an active value is stored in a `#[constant]` field: its derivative would be lost",
    label = "this value is active",
    note = "write `constant(…)` around the value, or remove `#[constant]` from the field"
)]
pub trait StoreParts<const NAME: u64>: Parts<NAME> {}

impl<const NAME: u64, T: TangentField<NAME> + Holds<NAME>> StoreParts<NAME> for &mut T {}

impl<const NAME: u64> StoreParts<NAME> for Discard {}

/// The part of the field `NAME` of a part, for a store of an active value.
#[inline]
pub fn part_to_store<const NAME: u64, P: StoreParts<NAME>>(of: P) -> P::Part {
    of.part()
}

/// A boxed value has the fields of its content.
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Field<NAME>, const NAME: u64> Field<NAME> for Box<T> {
    type Type = T::Type;
}

#[diagnostic::do_not_recommend]
impl<T: TangentField<NAME>, const NAME: u64> TangentField<NAME> for Box<T> {
    type Part<'a>
        = T::Part<'a>
    where
        Self: 'a;
    type PartMut<'a>
        = T::PartMut<'a>
    where
        Self: 'a;

    #[inline]
    fn field(&self) -> Self::Part<'_> {
        (**self).field()
    }

    #[inline]
    fn field_mut(&mut self) -> Self::PartMut<'_> {
        (**self).field_mut()
    }
}

/// A value without tangents has no field with one: an `Option<usize>`, say, whose type only rustc
/// knows.
#[diagnostic::do_not_recommend]
impl<const NAME: u64> TangentField<NAME> for () {
    type Part<'a> = Nothing;
    type PartMut<'a> = Discard;

    #[inline]
    fn field(&self) -> Nothing {
        Nothing
    }

    #[inline]
    fn field_mut(&mut self) -> Discard {
        Discard
    }
}

/// The tangent of a value without tangents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nothing;

/// The source of a part of a tangent: a reference, or [`Nothing`].
pub trait Parts<const NAME: u64> {
    /// The part.
    type Part;
    /// The part of a field.
    fn part(self) -> Self::Part;
}

impl<'a, const NAME: u64, T: TangentField<NAME>> Parts<NAME> for &'a T {
    type Part = T::Part<'a>;
    #[inline]
    fn part(self) -> T::Part<'a> {
        self.field()
    }
}

impl<'a, const NAME: u64, T: TangentField<NAME>> Parts<NAME> for &'a mut T {
    type Part = T::PartMut<'a>;
    #[inline]
    fn part(self) -> T::PartMut<'a> {
        self.field_mut()
    }
}

impl<const NAME: u64> Parts<NAME> for Nothing {
    type Part = Nothing;
    #[inline]
    fn part(self) -> Nothing {
        Nothing
    }
}

impl<const NAME: u64> Parts<NAME> for Discard {
    type Part = Discard;
    #[inline]
    fn part(self) -> Discard {
        Discard
    }
}

/// A part that is a box: for a boxed field of a user-defined type the part is the content of the
/// box, for an `Option` of a box it is the box.
pub trait PartInBox {
    /// The type of the content.
    type Inside;
    /// The content.
    fn inside(self) -> Self::Inside;
}

impl<'a, T> PartInBox for &'a Box<T> {
    type Inside = &'a T;
    #[inline]
    fn inside(self) -> &'a T {
        self
    }
}

impl<'a, T> PartInBox for &'a mut Box<T> {
    type Inside = &'a mut T;
    #[inline]
    fn inside(self) -> &'a mut T {
        self
    }
}

impl PartInBox for Nothing {
    type Inside = Nothing;
    #[inline]
    fn inside(self) -> Nothing {
        Nothing
    }
}

impl PartInBox for Discard {
    type Inside = Discard;
    #[inline]
    fn inside(self) -> Discard {
        Discard
    }
}

/// The part of the content of a box in an `Option`.
#[inline]
pub fn part_in_box<P: PartInBox>(part: P) -> P::Inside {
    part.inside()
}

/// A part with elements.
pub trait Elements {
    /// One of them.
    type Element;
    /// The element at an index.
    ///
    /// # Panics
    /// If the index is out of bounds.
    fn at(self, index: usize) -> Self::Element;
}

/// A part with contiguous elements.
pub trait Windows {
    /// A run of them.
    type Window;
    /// The elements of a range.
    ///
    /// # Panics
    /// If the range is out of bounds.
    fn within(self, range: Range<usize>) -> Self::Window;
    /// The elements from an index on.
    ///
    /// # Panics
    /// If the index is out of bounds.
    fn beyond(self, from: usize) -> Self::Window;
}

macro_rules! elements {
    ($(<$E:ident $(; const $N:ident)?> $Self:ty);*) => {$(
        impl<'a, $E $(, const $N: usize)?> Elements for &'a $Self {
            type Element = &'a $E;
            #[inline]
            fn at(self, index: usize) -> &'a $E {
                &self[index]
            }
        }

        impl<'a, $E $(, const $N: usize)?> Elements for &'a mut $Self {
            type Element = &'a mut $E;
            #[inline]
            fn at(self, index: usize) -> &'a mut $E {
                &mut self[index]
            }
        }
    )*};
}
elements!(<E> [E]; <E> Vec<E>; <E> VecDeque<E>; <E; const N> [E; N]);

macro_rules! windows {
    ($(<$E:ident $(; const $N:ident)?> $Self:ty);*) => {$(
        impl<'a, $E $(, const $N: usize)?> Windows for &'a $Self {
            type Window = &'a [$E];
            #[inline]
            fn within(self, range: Range<usize>) -> &'a [$E] {
                &self[range]
            }
            #[inline]
            fn beyond(self, from: usize) -> &'a [$E] {
                &self[from..]
            }
        }

        impl<'a, $E $(, const $N: usize)?> Windows for &'a mut $Self {
            type Window = &'a mut [$E];
            #[inline]
            fn within(self, range: Range<usize>) -> &'a mut [$E] {
                &mut self[range]
            }
            #[inline]
            fn beyond(self, from: usize) -> &'a mut [$E] {
                &mut self[from..]
            }
        }
    )*};
}
windows!(<E> [E]; <E> Vec<E>; <E; const N> [E; N]);

macro_rules! of_none {
    ($($Self:ident)*) => {$(
        impl Elements for $Self {
            type Element = $Self;
            #[inline]
            fn at(self, _: usize) -> $Self {
                $Self
            }
        }

        impl Windows for $Self {
            type Window = $Self;
            #[inline]
            fn within(self, _: Range<usize>) -> $Self {
                $Self
            }
            #[inline]
            fn beyond(self, _: usize) -> $Self {
                $Self
            }
        }
    )*};
}
of_none!(Nothing Discard);

/// A tangent whose zero needs no shape.
pub trait StaticZero {
    /// The zero.
    fn zero() -> Self;
}

macro_rules! static_zero {
    ($($zero:expr => $T:ty),*) => {$(
        impl StaticZero for $T {
            #[inline]
            fn zero() -> Self {
                $zero
            }
        }
    )*};
}
static_zero!(0.0 => f64, 0.0 => f32, () => ());

impl<T: StaticZero, const N: usize> StaticZero for [T; N] {
    #[inline]
    fn zero() -> Self {
        core::array::from_fn(|_| T::zero())
    }
}

/// A value that carries no real, of a type that can be cast.
#[diagnostic::on_unimplemented(
    message = "this `{Self}` has lost its derivative: active values were stored in the error that \
               it is read from",
    label = "this is a `{Self}`",
    note = "errors have no derivative: store numbers, or tuples or arrays of them, as the error, \
            or stop the derivative before, as in `let v = constant(v);`"
)]
pub trait WholeNumber {}

macro_rules! whole_numbers {
    ($($T:ty)*) => {$(
        impl WholeNumber for $T {}
    )*};
}
whole_numbers!(bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The number, which has no derivative.
#[inline]
pub fn whole_number<T: WholeNumber + Copy>(x: T) -> T {
    x
}

/// The tangent of `x as T`, where generated code does not know the type of `x`: a discrete value
/// has none.
pub trait CastTangent<T> {
    /// The tangent of the value that is cast.
    fn cast(self) -> T;
}

impl<X: Real, T: Real> CastTangent<T> for X {
    #[inline]
    fn cast(self) -> T {
        crate::cast(self)
    }
}

impl<X: Real> CastTangent<()> for X {
    #[inline]
    fn cast(self) {}
}

impl<T: Real> CastTangent<T> for () {
    #[inline]
    fn cast(self) -> T {
        T::real(0.0)
    }
}

impl CastTangent<()> for () {
    #[inline]
    fn cast(self) {}
}

/// Casts a tangent.
#[inline]
pub fn cast_tangent<T, X: CastTangent<T>>(x: X) -> T {
    x.cast()
}

/// A part that can be read as a value of type `T`.
pub trait ReadPart<T> {
    /// The value; zero for [`Nothing`].
    fn read(self) -> T;
}

impl<T: Clone> ReadPart<T> for &T {
    #[inline]
    fn read(self) -> T {
        self.clone()
    }
}

impl<T: Clone> ReadPart<Vec<T>> for &[T] {
    #[inline]
    fn read(self) -> Vec<T> {
        self.to_vec()
    }
}

impl<T: Clone, const N: usize> ReadPart<Vec<T>> for &[T; N] {
    #[inline]
    fn read(self) -> Vec<T> {
        self.to_vec()
    }
}

/// A boxed part is its content.
impl<T: Clone> ReadPart<Box<T>> for &T {
    #[inline]
    fn read(self) -> Box<T> {
        Box::new(self.clone())
    }
}

impl<T: StaticZero> ReadPart<T> for Nothing {
    #[inline]
    fn read(self) -> T {
        T::zero()
    }
}

/// A part that can be overwritten and taken.
#[diagnostic::on_unimplemented(
    message = "a `#[constant]` field is swapped with an active value: its derivative would be lost",
    label = "one of the two is active",
    note = "assign `constant(…)` of the value instead, or remove `#[constant]` from the field"
)]
pub trait ChangePart<T> {
    /// Overwrites it.
    fn overwrite(self, value: T);
    /// Moves it out and leaves a zero of the same shape.
    fn take(self) -> T;
}

impl<T: Differentiable<Tangent = T>> ChangePart<T> for &mut T {
    #[inline]
    fn overwrite(self, value: T) {
        *self = value;
    }
    #[inline]
    fn take(self) -> T {
        take_cotangent(self)
    }
}

/// A boxed part is its content.
impl<T: Differentiable<Tangent = T>> ChangePart<Box<T>> for &mut T {
    #[inline]
    fn overwrite(self, value: Box<T>) {
        *self = *value;
    }
    #[inline]
    fn take(self) -> Box<T> {
        Box::new(take_cotangent(self))
    }
}

impl<T: StaticZero> ChangePart<T> for Discard {
    #[inline]
    fn overwrite(self, _: T) {}
    #[inline]
    fn take(self) -> T {
        T::zero()
    }
}

/// A part that can be converted to an owned value.
pub trait OwnPart {
    /// The type of the value.
    type Owned;
    /// The value.
    fn into_owned(self) -> Self::Owned;
}

impl<T: Clone> OwnPart for &T {
    type Owned = T;
    #[inline]
    fn into_owned(self) -> T {
        self.clone()
    }
}

impl OwnPart for Nothing {
    type Owned = Nothing;
    #[inline]
    fn into_owned(self) -> Nothing {
        Nothing
    }
}

impl StaticZero for Nothing {
    #[inline]
    fn zero() -> Nothing {
        Nothing
    }
}

/// A part whose elements can be swapped: a sequence, or nothing.
pub trait SwapElements {
    /// Swaps.
    ///
    /// # Panics
    /// If an index is out of bounds.
    fn swap(self, i: usize, j: usize);
}

impl<T> SwapElements for &mut Vec<T> {
    #[inline]
    fn swap(self, i: usize, j: usize) {
        self[..].swap(i, j);
    }
}

impl<T> SwapElements for &mut VecDeque<T> {
    #[inline]
    fn swap(self, i: usize, j: usize) {
        VecDeque::swap(self, i, j);
    }
}

impl<T> SwapElements for &mut [T] {
    #[inline]
    fn swap(self, i: usize, j: usize) {
        <[T]>::swap(self, i, j);
    }
}

impl<T, const N: usize> SwapElements for &mut [T; N] {
    #[inline]
    fn swap(self, i: usize, j: usize) {
        self[..].swap(i, j);
    }
}

impl SwapElements for Discard {
    #[inline]
    fn swap(self, _: usize, _: usize) {}
}

/// The tangent of a part as an argument of a call. The value of the part is available for the shape
/// of a zero.
pub trait PartOf<V: ?Sized> {
    /// Derefs to the tangent.
    type Tangent;
    /// The tangent, or a zero of the shape of the value.
    fn tangent_of_part(self, value: &V) -> Self::Tangent;
}

impl<'a, V: ?Sized, T: ?Sized> PartOf<V> for &'a T {
    type Tangent = &'a T;
    #[inline]
    fn tangent_of_part(self, _: &V) -> &'a T {
        self
    }
}

impl<V: ?Sized + Differentiable> PartOf<V> for Nothing {
    type Tangent = Box<V::Tangent>;
    #[inline]
    fn tangent_of_part(self, value: &V) -> Box<V::Tangent> {
        Box::new(value.zero_tangent())
    }
}

/// The part of the field `NAME` of a part.
#[inline]
pub fn part<const NAME: u64, P: Parts<NAME>>(of: P) -> P::Part {
    of.part()
}

/// The element of a part at an index.
///
/// # Panics
/// If the index is out of bounds.
#[inline]
#[track_caller]
pub fn at<P: Elements>(of: P, index: usize) -> P::Element {
    of.at(index)
}

/// The elements of a part in a range.
///
/// # Panics
/// If the range is out of bounds.
#[inline]
#[track_caller]
pub fn within<P: Windows>(of: P, range: Range<usize>) -> P::Window {
    of.within(range)
}

/// The elements of a part from an index on.
///
/// # Panics
/// If the index is out of bounds.
#[inline]
#[track_caller]
pub fn beyond<P: Windows>(of: P, from: usize) -> P::Window {
    of.beyond(from)
}

/// The value of a part.
#[inline]
pub fn read_part<T, P: ReadPart<T>>(part: P) -> T {
    part.read()
}

/// Overwrites a part.
#[inline]
pub fn put_part<T, P: ChangePart<T>>(part: P, value: T) {
    part.overwrite(value);
}

/// Takes a part and leaves zero.
#[inline]
pub fn take_part<T, P: ChangePart<T>>(part: P) -> T {
    part.take()
}

/// The value of a part, or nothing.
#[inline]
pub fn own_part<P: OwnPart>(part: P) -> P::Owned {
    part.into_owned()
}

/// Swaps two elements of a part that is a sequence.
///
/// # Panics
/// If an index is out of bounds.
#[inline]
#[track_caller]
pub fn swap_elements<P: SwapElements>(part: P, i: usize, j: usize) {
    part.swap(i, j);
}

/// Adds to a part.
#[inline]
pub fn add_part<T: ?Sized + crate::Structure, P: CotangentAccumulator<T>>(mut part: P, value: &T) {
    part.add(value);
}

/// The tangent of a part, and its value, for a call that takes the tangent:
/// `TangentOfPart(part, &value).tangent_of_part()`.
#[derive(Debug)]
pub struct TangentOfPart<'v, P, V: ?Sized>(pub P, pub &'v V);

/// The first choice: there is a tangent, or a zero of the value's shape.
pub trait PartWithTangent {
    /// Derefs to the tangent.
    type Tangent;

    /// The tangent.
    fn tangent_of_part(self) -> Self::Tangent;
}

impl<V: ?Sized, P: PartOf<V>> PartWithTangent for TangentOfPart<'_, P, V> {
    type Tangent = P::Tangent;

    #[inline]
    fn tangent_of_part(self) -> P::Tangent {
        self.0.tangent_of_part(self.1)
    }
}

/// The second choice: a part of a type without tangents.
pub trait PartWithoutTangent: Sized {
    /// Nothing.
    #[inline]
    fn tangent_of_part(self) -> Box<()> {
        Box::new(())
    }
}

impl<V: ?Sized> PartWithoutTangent for &TangentOfPart<'_, Nothing, V> {}

/// A reference to the tangent of a part that is passed to a call, with the value of the part.
#[doc(hidden)]
#[macro_export]
macro_rules! __hold_part {
    ($part:expr, $value:expr) => {
        &*{
            #[allow(unused_imports)]
            use $crate::{PartWithTangent as _, PartWithoutTangent as _};
            $crate::TangentOfPart($part, $value).tangent_of_part()
        }
    };
}

/// An accumulator whose cotangent may not be needed.
#[derive(Debug)]
pub struct Wanted<A>(pub Option<A>);

impl<T: ?Sized + crate::Structure, A: CotangentAccumulator<T>> CotangentAccumulator<T>
    for Wanted<A>
{
    type Element<'a>
        = Wanted<A::Element<'a>>
    where
        Self: 'a;
    type Window<'a>
        = Wanted<A::Window<'a>>
    where
        Self: 'a;

    const WANTED: bool = A::WANTED;

    #[inline]
    fn add(&mut self, cotangent: &T) {
        if let Some(a) = &mut self.0 {
            a.add(cotangent);
        }
    }

    #[inline]
    fn element(&mut self, index: usize) -> Wanted<A::Element<'_>> {
        Wanted(self.0.as_mut().map(|a| a.element(index)))
    }

    #[inline]
    fn window(&mut self, range: Range<usize>) -> Wanted<A::Window<'_>> {
        Wanted(self.0.as_mut().map(|a| a.window(range)))
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        self.0.as_ref().and_then(|a| a.length())
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut T::Memory>
    where
        T: Sized,
    {
        self.0.as_mut().and_then(|a| a.dense())
    }

    #[inline]
    fn stores_rows(&self) -> bool {
        self.0.as_ref().is_some_and(|a| a.stores_rows())
    }

    #[inline]
    #[track_caller]
    fn sparse_row(&mut self, index: usize, shape: Option<&[usize]>) -> Option<&mut [T::Element]>
    where
        T: Sized,
    {
        self.0.as_mut().and_then(|a| a.sparse_row(index, shape))
    }
}

/// Asserts that a type is the one that a derive saw, by a hash of its definition.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of this name with `#[derive(Differentiable)]` in this file",
    label = "another type of the same name",
    note = "rename one of the two, or put the definition and the differentiated items into a \
            `#[differentiate] mod`"
)]
pub trait Definition<const SIGN: u64> {}

/// Compiles only if it is that type.
pub const fn is_definition<T: ?Sized + Definition<SIGN>, const SIGN: u64>() {}
