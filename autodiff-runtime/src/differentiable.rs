//! Values that have tangents, and the shapes from which zero tangents are made.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use crate::length::same_length;
use crate::tuples::for_tuples;
use crate::{CotangentAccumulator, Need, Residual, Save, Structure, TangentSpace};

/// A value that can be moved along a tangent.
///
/// | `Self` | `Tangent` | `Shape` |
/// |---|---|---|
/// | `f64`, `f32` | itself | `()` |
/// | `[E; N]` | `[E::Tangent; N]` | [`ArrayShape`] (of no size if `E::Shape` has none) |
/// | `Vec<E>`, `[E]` | `Vec<E::Tangent>` | a length for scalars and discrete values, else one shape per element |
/// | tuples up to 12, `Option`, `Box` | componentwise | componentwise |
/// | integers, `bool`, `char`, `()`, `str`, `String` | `()` | `()` |
///
/// Tangents and cotangents of a value have the same type: the reals of the value, without its
/// discrete parts. User-defined types implement this with `#[derive(Differentiable)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tangents: it does not implement `Differentiable`",
    label = "not differentiable",
    note = "write `#[derive(Differentiable)]` on a user-defined type",
    note = "mark a field or parameter that needs no derivative `#[constant]`"
)]
pub trait Differentiable {
    /// The type of tangents and cotangents: a vector space whose own tangents have the same type
    /// again. Cotangents can be added to it, and residuals can contain it.
    type Tangent: TangentSpace
        + Differentiable<Tangent = Self::Tangent, Shape = Self::Shape>
        + Structure
        + CotangentAccumulator<Self::Tangent>
        + Residual
        + Save
        + Clone
        + Debug
        + PartialEq;

    /// The information about a value that determines its zero tangent: its lengths, never its
    /// reals. Its default is the shape of an empty value.
    type Shape: TangentShape;

    /// The shape of this value. O(1) for a sequence of scalars.
    fn tangent_shape(&self) -> Self::Shape;

    /// The zero tangent of a value of the given shape.
    fn zero_of(shape: &Self::Shape) -> Self::Tangent;

    /// The zero tangent at this value.
    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        Self::zero_of(&self.tangent_shape())
    }

    /// Checks that the `Clone` of all contained types is derived: it is instantiated, never called.
    #[doc(hidden)]
    fn clones<N: Need>() {}

    /// Adds a tangent to this value; discrete parts are unchanged.
    ///
    /// # Panics
    /// If a length, or the variant of an `Option`, differs between the value and the tangent.
    fn move_by(&mut self, tangent: &Self::Tangent);

    /// The active reals in the order of the tangent's components; their count is the tangent's
    /// dimension.
    #[inline]
    fn flatten(&self) -> Vec<f64> {
        let mut reals = Vec::new();
        self.write_reals(&mut reals);
        reals
    }

    /// Overwrites the active reals with those of a flat vector; lengths, variants and discrete
    /// parts are unchanged.
    ///
    /// # Panics
    /// If the length of `flat` is not the count of active reals. Then nothing is written.
    #[inline]
    #[track_caller]
    fn unflatten(&mut self, flat: &[f64]) {
        let active = self.zero_tangent().dimension();
        assert!(
            active == flat.len(),
            "the value has {active} active reals and the flat vector has length {}",
            flat.len()
        );
        self.read_reals(flat);
    }

    /// Appends the active reals to a vector. `#[derive(Differentiable)]` and the library's types
    /// implement it.
    #[doc(hidden)]
    #[track_caller]
    fn write_reals(&self, _reals: &mut Vec<f64>) {
        without_reals::<Self>(self);
    }

    /// Takes the active reals from the front of `flat`, and returns the rest.
    #[doc(hidden)]
    #[track_caller]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        without_reals::<Self>(self);
        flat
    }
}

/// The panic of an implementation without [`write_reals`](Differentiable::write_reals).
#[track_caller]
fn without_reals<T: ?Sized + Differentiable>(value: &T) {
    assert!(
        value.zero_tangent().dimension() == 0,
        "`{}` implements `Differentiable` by hand, but not `write_reals` and `read_reals`",
        core::any::type_name::<T>()
    );
}

/// The shape of a value: cheap to copy, and it determines how a *sequence* of such shapes is
/// represented.
///
/// The second part allows the shape of a `Vec<f64>` to be a single `usize`: the shape of `f64` is
/// `()`, and a sequence of `()` is a length. A user-defined type declares
/// `type Sequence = Vec<Self>`. A shape is a [`Residual`]: the reverse sweep constructs zeros from
/// it.
pub trait TangentShape: Clone + Debug + Default + Residual + Send {
    /// The shape of a sequence of values that have this shape.
    type Sequence: SequenceShape<Element = Self> + TangentShape;

    /// The length along each axis, if this is the shape of an array.
    #[doc(hidden)]
    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        None
    }

    /// The count of elements, if this is the shape of a sequence; that of rows, if it is the shape
    /// of an array with at most two axes.
    #[doc(hidden)]
    #[inline]
    fn rows(&self) -> Option<usize> {
        None
    }

    /// The shape of a run of these elements or rows.
    #[doc(hidden)]
    fn run(&self, rows: Range<usize>) -> Self {
        let _ = rows;
        self.clone()
    }
}

/// The shapes of the elements of a sequence, in compact form.
pub trait SequenceShape {
    /// The shape of one element.
    type Element;

    /// The shapes of the elements of a sequence.
    fn of<E>(
        elements: impl ExactSizeIterator<Item = E>,
        shape: impl Fn(E) -> Self::Element,
    ) -> Self;

    /// A zero for each element, in order.
    fn zeros<Z: Clone>(&self, zero: impl Fn(&Self::Element) -> Z) -> Vec<Z>;

    /// The count of elements.
    fn length(&self) -> usize;
}

impl SequenceShape for usize {
    type Element = ();

    #[inline]
    fn of<E>(elements: impl ExactSizeIterator<Item = E>, _: impl Fn(E)) -> usize {
        elements.len()
    }

    #[inline]
    fn zeros<Z: Clone>(&self, zero: impl Fn(&()) -> Z) -> Vec<Z> {
        // `vec!` of a zero scalar allocates zeroed pages instead of writing zeros.
        alloc::vec![zero(&()); *self]
    }

    #[inline]
    fn length(&self) -> usize {
        *self
    }
}

impl<S: TangentShape> SequenceShape for Vec<S> {
    type Element = S;

    #[inline]
    fn of<E>(elements: impl ExactSizeIterator<Item = E>, shape: impl Fn(E) -> S) -> Vec<S> {
        elements.map(shape).collect()
    }

    #[inline]
    fn zeros<Z: Clone>(&self, zero: impl Fn(&S) -> Z) -> Vec<Z> {
        if size_of::<S>() == 0 {
            // A zero-sized type has one value, so all elements are equal: zeroed pages again.
            return alloc::vec![zero(&S::default()); self.len()];
        }
        self.iter().map(zero).collect()
    }

    #[inline]
    fn length(&self) -> usize {
        self.len()
    }
}

impl TangentShape for () {
    type Sequence = usize;
}

impl TangentShape for usize {
    type Sequence = Vec<usize>;

    #[inline]
    fn rows(&self) -> Option<usize> {
        Some(*self)
    }

    #[inline]
    fn run(&self, rows: Range<usize>) -> usize {
        rows.len()
    }
}

impl<S: TangentShape> TangentShape for Vec<S> {
    type Sequence = Vec<Vec<S>>;

    #[inline]
    fn rows(&self) -> Option<usize> {
        Some(self.len())
    }

    fn run(&self, rows: Range<usize>) -> Vec<S> {
        self[rows].to_vec()
    }
}

/// The shape of a part that has the type of the whole: boxed, as the part itself is.
impl<S: TangentShape> TangentShape for Box<S> {
    type Sequence = Vec<Box<S>>;
}

impl<S: TangentShape> TangentShape for Option<S> {
    type Sequence = Vec<Option<S>>;
}

/// The shapes of the elements of an array: `[S; N]`, with the `Default` that arrays of any length
/// lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayShape<S, const N: usize>(pub [S; N]);

impl<S: Default, const N: usize> Default for ArrayShape<S, N> {
    #[inline]
    fn default() -> Self {
        ArrayShape(core::array::from_fn(|_| S::default()))
    }
}

impl<S: TangentShape, const N: usize> TangentShape for ArrayShape<S, N> {
    type Sequence = Vec<ArrayShape<S, N>>;
}

macro_rules! real {
    ($($real:ty)*) => {$(
        #[diagnostic::do_not_recommend] // so that errors do not list them
        impl Differentiable for $real {
            type Tangent = $real;
            type Shape = ();

            #[inline]
            fn tangent_shape(&self) {}

            #[inline]
            fn zero_of(_: &()) -> $real {
                0.0
            }

            #[inline]
            fn move_by(&mut self, tangent: &$real) {
                *self += tangent;
            }

            #[inline]
            fn write_reals(&self, reals: &mut Vec<f64>) {
                self.flatten_into(reals);
            }

            #[inline]
            fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                self.unflatten_from(flat)
            }
        }
    )*};
}
real!(f64 f32);

macro_rules! discrete {
    ($($discrete:ty)*) => {$(
        #[diagnostic::do_not_recommend] // so that errors do not list them
        impl Differentiable for $discrete {
            type Tangent = ();
            type Shape = ();

            #[inline]
            fn tangent_shape(&self) {}

            #[inline]
            fn zero_of(_: &()) {}

            #[inline]
            fn move_by(&mut self, _: &()) {}

            #[inline]
            fn write_reals(&self, _: &mut Vec<f64>) {}

            #[inline]
            fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                flat
            }
        }
    )*};
}
discrete!(() bool char str String i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
discrete!(core::cmp::Ordering core::time::Duration core::ops::Range<usize>);

impl<E: Differentiable> Differentiable for [E] {
    type Tangent = Vec<E::Tangent>;
    type Shape = <E::Shape as TangentShape>::Sequence;

    fn clones<N: Need>() {
        let _: fn() = E::clones::<N>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        Self::Shape::of(self.iter(), E::tangent_shape)
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        shape.zeros(E::zero_of)
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        same_length("value", "tangent", self.len(), tangent.len());
        for (element, step) in self.iter_mut().zip(tangent) {
            element.move_by(step);
        }
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        for element in self {
            element.write_reals(reals);
        }
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        self.iter_mut().fold(flat, |flat, element| element.read_reals(flat))
    }
}

impl<E: Differentiable> Differentiable for Vec<E> {
    type Tangent = Vec<E::Tangent>;
    type Shape = <E::Shape as TangentShape>::Sequence;

    fn clones<N: Need>() {
        let _: fn() = E::clones::<N>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        self.as_slice().tangent_shape()
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        <[E]>::zero_of(shape)
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        self.as_mut_slice().move_by(tangent);
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        self.as_slice().write_reals(reals);
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        self.as_mut_slice().read_reals(flat)
    }
}

impl<E: Differentiable> Differentiable for VecDeque<E> {
    type Tangent = VecDeque<E::Tangent>;
    type Shape = <E::Shape as TangentShape>::Sequence;

    fn clones<N: Need>() {
        let _: fn() = E::clones::<N>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        SequenceShape::of(self.iter(), |element| element.tangent_shape())
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        <[E]>::zero_of(shape).into()
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        same_length("value", "tangent", self.len(), tangent.len());
        for (element, step) in self.iter_mut().zip(tangent) {
            element.move_by(step);
        }
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        for element in self {
            element.write_reals(reals);
        }
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        self.iter_mut().fold(flat, |flat, element| element.read_reals(flat))
    }
}

impl<E: Differentiable, const N: usize> Differentiable for [E; N] {
    type Tangent = [E::Tangent; N];
    type Shape = ArrayShape<E::Shape, N>;

    fn clones<M: Need>() {
        let _: fn() = E::clones::<M>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        ArrayShape(core::array::from_fn(|i| self[i].tangent_shape()))
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        core::array::from_fn(|i| E::zero_of(&shape.0[i]))
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        for (element, step) in self.iter_mut().zip(tangent) {
            element.move_by(step);
        }
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        self.as_slice().write_reals(reals);
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        self.as_mut_slice().read_reals(flat)
    }
}

impl<T: Differentiable> Differentiable for Option<T> {
    type Tangent = Option<T::Tangent>;
    type Shape = Option<T::Shape>;

    fn clones<N: Need>() {
        let _: fn() = T::clones::<N>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        self.as_ref().map(T::tangent_shape)
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        shape.as_ref().map(T::zero_of)
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        match (self, tangent) {
            (Some(value), Some(tangent)) => value.move_by(tangent),
            (None, None) => {}
            (Some(_), None) => {
                panic!("the value is `Some` and the tangent is `None`: they must be alike")
            }
            (None, Some(_)) => {
                panic!("the value is `None` and the tangent is `Some`: they must be alike")
            }
        }
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        if let Some(value) = self {
            value.write_reals(reals);
        }
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        match self {
            Some(value) => value.read_reals(flat),
            None => flat,
        }
    }
}

impl<T: ?Sized + Differentiable> Differentiable for Box<T> {
    type Tangent = Box<T::Tangent>;
    type Shape = T::Shape;

    fn clones<N: Need>() {
        let _: fn() = T::clones::<N>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        (**self).tangent_shape()
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        Box::new(T::zero_of(shape))
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        (**self).move_by(tangent);
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        (**self).write_reals(reals);
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        (**self).read_reals(flat)
    }
}

macro_rules! tuple {
    ($(($T:ident $_T:ident $i:tt))+) => {
        impl<$($T: TangentShape),+> TangentShape for ($($T,)+) {
            type Sequence = Vec<($($T,)+)>;
        }

        #[diagnostic::do_not_recommend] // so that errors do not list them
        impl<$($T: Differentiable),+> Differentiable for ($($T,)+) {
            type Tangent = ($($T::Tangent,)+);
            type Shape = ($($T::Shape,)+);

            fn clones<N: Need>() {
                $(let _: fn() = $T::clones::<N>;)+
            }

            #[inline]
            fn tangent_shape(&self) -> Self::Shape {
                ($(self.$i.tangent_shape(),)+)
            }

            #[inline]
            fn zero_of(shape: &Self::Shape) -> Self::Tangent {
                ($($T::zero_of(&shape.$i),)+)
            }

            #[inline]
            #[track_caller]
            fn move_by(&mut self, tangent: &Self::Tangent) {
                $(self.$i.move_by(&tangent.$i);)+
            }

            #[inline]
            fn write_reals(&self, reals: &mut Vec<f64>) {
                $(self.$i.write_reals(reals);)+
            }

            #[inline]
            fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                $(let flat = self.$i.read_reals(flat);)+
                flat
            }
        }
    };
}
for_tuples!(tuple);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    #[test]
    fn zeros_have_the_shape_of_the_value() {
        assert_eq!(1.5f64.zero_tangent(), 0.0);
        assert_eq!([1.0f32, 2.0].zero_tangent(), [0.0f32, 0.0]);
        assert_eq!(vec![1.0, 2.0].zero_tangent(), vec![0.0, 0.0]);
        assert_eq!([1.0, 2.0][..].zero_tangent(), vec![0.0, 0.0]);
        assert_eq!(
            vec![vec![1.0], vec![], vec![1.0, 2.0]].zero_tangent(),
            vec![vec![0.0], vec![], vec![0.0, 0.0]]
        );
        assert_eq!(vec![[1.0, 2.0]; 3].zero_tangent(), vec![[0.0, 0.0]; 3]);
        assert_eq!([vec![1.0], vec![]].zero_tangent(), [vec![0.0], vec![]]);
        assert_eq!((1.0, 7usize, vec![1.0f32]).zero_tangent(), (0.0, (), vec![0.0f32]));
        assert_eq!(Some(vec![1.0]).zero_tangent(), Some(vec![0.0]));
        assert_eq!(None::<f64>.zero_tangent(), None);
        assert_eq!(Box::new(1.0).zero_tangent(), Box::new(0.0));
        assert_eq!("text".to_string().zero_tangent(), ());
        assert_eq!("text".zero_tangent(), ());
        assert_eq!(vec![3usize, 4].zero_tangent(), vec![(), ()]);
    }

    #[test]
    fn shapes_are_cheap() {
        let _: usize = vec![1.0f64].tangent_shape();
        let _: usize = [1.0f32][..].tangent_shape();
        let lengths: Vec<usize> = vec![vec![1.0], vec![1.0, 2.0]].tangent_shape();
        assert_eq!(lengths, [1, 2]);
        assert_eq!(size_of::<<[f64; 9] as Differentiable>::Shape>(), 0);
        assert_eq!(size_of::<<[[f64; 9]; 2] as Differentiable>::Shape>(), 0);
        assert_eq!(size_of::<<(f64, u8) as Differentiable>::Shape>(), 0);
        let of_rows = vec![[1.0; 3]; 5].tangent_shape();
        assert_eq!((of_rows.length(), size_of_val(&of_rows[..])), (5, 0));
    }

    #[test]
    fn the_default_shape_is_that_of_an_empty_value() {
        assert_eq!(<[f64; 3]>::zero_of(&Default::default()), [0.0; 3]);
        assert_eq!(Vec::<f64>::zero_of(&Default::default()), Vec::<f64>::new());
        assert_eq!(Option::<f64>::zero_of(&Default::default()), None);
    }

    #[test]
    fn moving_adds_the_tangent_to_active_parts() {
        let mut value = (1.0, 7usize, vec![[1.0f32, 2.0]], Some(Box::new(3.0)));
        value.move_by(&(0.5, (), vec![[1.0, -1.0]], Some(Box::new(1.0))));
        assert_eq!(value, (1.5, 7, vec![[2.0, 1.0]], Some(Box::new(4.0))));
    }

    #[test]
    fn values_are_written_as_flat_vectors_without_their_discrete_parts() {
        let mut value = (
            1.0,
            7usize,
            vec![[1.0f32, 2.0]],
            Some(Box::new(3.0)),
            None::<f64>,
            Ok::<f64, u8>(4.0),
        );
        assert_eq!(value.flatten(), [1.0, 1.0, 2.0, 3.0, 4.0]);
        value.unflatten(&[5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(value, (5.0, 7, vec![[6.0, 7.0]], Some(Box::new(8.0)), None, Ok(9.0)));
        assert_eq!(("text", 'c', vec![3usize]).1.flatten(), Vec::<f64>::new());
    }

    #[test]
    #[should_panic(expected = "the value has 3 active reals and the flat vector has length 2")]
    fn a_flat_vector_of_a_wrong_length() {
        (1.0, vec![2.0, 3.0]).unflatten(&[1.0, 2.0]);
    }

    #[test]
    #[should_panic(expected = "the value has length 2 and the tangent has length 1")]
    fn moving_by_a_wrong_length() {
        [1.0, 2.0][..].move_by(&vec![1.0]);
    }

    #[test]
    #[should_panic(expected = "the value is `Some` and the tangent is `None`")]
    fn moving_by_a_wrong_variant() {
        Some(1.0).move_by(&None);
    }
}
