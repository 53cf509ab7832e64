//! Views that stay views in generated code.
//!
//! Generated code holds a view of an array where the user's program does. An operation on the view
//! reads the memory of the array and adds to the part of the array's accumulator. Nothing is
//! copied, except that the tangent of a view in forward mode is an owned array.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayView, ArrayViewMut, ArrayViewMut1, Data, Dimension, RawData,
    SliceArg,
};

use super::slices::OfSlice;
use super::{View, Viewed};
use crate::arrays::rows::arguments::{Arguments, OfArgument, OfNone, OfTwo};
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, same_shape};
use crate::{CotangentAccumulator, Discard, PassedAsConstant, Unwanted, Wanted, no_elements};

/// A view of a whole array.
#[inline]
pub fn view<S: Data<Elem = A>, A, D: Dimension>(x: &ArrayBase<S, D>) -> ArrayView<'_, A, D> {
    x.view()
}

/// A type that has views.
pub trait Viewable {
    /// A view that is valid for `'v`.
    type View<'v>;
}

#[diagnostic::do_not_recommend]
impl<A: 'static, S: RawData<Elem = A>, D: Dimension> Viewable for ArrayBase<S, D> {
    type View<'v> = ArrayView<'v, A, D>;
}

/// The use of what is added to the accumulator `B` of an array, as a type.
///
/// A real has no elements, so that no value of the type of these is ever made. A view passes on the
/// type that it is made with: a view of a view has the type of a view, and a recursive function may
/// call itself with views of its argument.
pub type UseOf<'b, B, A, D> =
    <<B as CotangentAccumulator<Array<A, D>>>::Element<'b> as CotangentAccumulator<A>>::Element<'b>;

/// Compiles only if [`UseOf`] is wanted exactly if the accumulator is. An implementation outside this
/// crate may have elements of another kind, whose cotangents would be lost.
const fn assert_use<'b, B, A, D>()
where
    B: CotangentAccumulator<Array<A, D>> + ?Sized + 'b,
    A: ArrayReal,
    D: Dimension + 'b,
{
    assert!(
        B::WANTED == <UseOf<'b, B, A, D> as CotangentAccumulator<A>>::WANTED,
        "the type of the elements of an element must be wanted exactly if the accumulator is"
    );
}

/// The part of an accumulator for a view of its array, or nothing if what is added is not used. `U`
/// is [the use](UseOf) of what is added.
pub struct ViewOfAccumulator<'b, U: ?Sized, A, E> {
    part: Option<ArrayViewMut<'b, A, E>>,
    used: PhantomData<fn(&U)>,
}

/// An element of a [`ViewOfAccumulator`].
pub struct ElementOfView<'b, U: ?Sized, A> {
    element: Option<&'b mut A>,
    used: PhantomData<fn(&U)>,
}

impl<'b, U: ?Sized, A: ArrayReal, E: Dimension> ViewOfAccumulator<'b, U, A, E> {
    fn new(part: Option<ArrayViewMut<'b, A, E>>) -> Self {
        ViewOfAccumulator { part, used: PhantomData }
    }
}

impl<U: ?Sized, A: fmt::Debug, E: Dimension> fmt::Debug for ViewOfAccumulator<'_, U, A, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("ViewOfAccumulator").field(&self.part).finish()
    }
}

impl<U: ?Sized, A: fmt::Debug> fmt::Debug for ElementOfView<'_, U, A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("ElementOfView").field(&self.element).finish()
    }
}

impl<U: Unwanted, A, E> Unwanted for ViewOfAccumulator<'_, U, A, E> {}
impl<U: Unwanted, A> Unwanted for ElementOfView<'_, U, A> {}
impl<U: PassedAsConstant, A, E> PassedAsConstant for ViewOfAccumulator<'_, U, A, E> {}
impl<U: PassedAsConstant, A> PassedAsConstant for ElementOfView<'_, U, A> {}

/// The index of the element with this number in logical order; `None` if there is none.
fn index_at<E: Dimension>(mut number: usize, shape: E) -> Option<E> {
    let mut at = shape.clone();
    for (i, length) in at.slice_mut().iter_mut().zip(shape.slice()).rev() {
        *i = number.checked_rem(*length)?;
        number /= *length;
    }
    (number == 0).then_some(at)
}

/// The elements are numbered in logical order.
impl<U, A, E> CotangentAccumulator<Array<A, E>> for ViewOfAccumulator<'_, U, A, E>
where
    U: CotangentAccumulator<A>,
    A: ArrayReal,
    E: Dimension,
{
    type Element<'a>
        = ElementOfView<'a, U, A>
    where
        Self: 'a;
    type Window<'a>
        = Wanted<&'a mut [A]>
    where
        Self: 'a;

    const WANTED: bool = U::WANTED;

    #[track_caller]
    fn add(&mut self, cotangent: &Array<A, E>) {
        if let Some(part) = &mut self.part {
            same_shape("accumulator", "cotangent", part.shape(), cotangent.shape());
            *part += cotangent;
        }
    }

    #[track_caller]
    fn take(&mut self, cotangent: Array<A, E>) {
        self.add(&cotangent);
        release(cotangent);
    }

    #[inline]
    #[track_caller]
    fn element(&mut self, index: usize) -> ElementOfView<'_, U, A> {
        let element = self.part.as_mut().map(|part| {
            let (length, at) = (part.len(), index_at(index, part.raw_dim()));
            match at.and_then(|at| part.get_mut(at)) {
                Some(element) => element,
                None => panic!("the length is {length} but the index is {index}"),
            }
        });
        ElementOfView { element, used: PhantomData }
    }

    #[track_caller]
    fn window(&mut self, range: Range<usize>) -> Wanted<&mut [A]> {
        Wanted(self.part.as_mut().map(|part| match part.as_slice_mut() {
            Some(elements) => &mut elements[range],
            None => panic!("a window of an accumulator that is not contiguous"),
        }))
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        self.part.as_ref().map(|part| part.len())
    }

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        self.part.as_ref().map(|part| part.shape())
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut ArrayRef<A, E>> {
        self.part.as_deref_mut()
    }
}

impl<U, A> CotangentAccumulator<A> for ElementOfView<'_, U, A>
where
    U: CotangentAccumulator<A>,
    A: ArrayReal,
{
    type Element<'a>
        = U
    where
        Self: 'a;
    type Window<'a>
        = Discard
    where
        Self: 'a;

    const WANTED: bool = U::WANTED;

    #[inline]
    fn add(&mut self, cotangent: &A) {
        if let Some(element) = &mut self.element {
            **element += *cotangent;
        }
    }

    #[track_caller]
    fn element(&mut self, index: usize) -> U {
        no_elements(format_args!("element {index}"))
    }

    #[track_caller]
    fn window(&mut self, range: Range<usize>) -> Discard {
        no_elements(format_args!("the window {range:?}"))
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        None
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut A> {
        self.element.as_deref_mut()
    }
}

/// The part of an accumulator for a view, which is one row if rows are stored one by one.
#[track_caller]
fn part<'b, V, A, D, B>(x_bar: &'b mut B, at: &V::Arguments) -> Option<ArrayViewMut<'b, A, V::Dim>>
where
    V: View<D>,
    A: ArrayReal,
    D: Dimension + 'b,
    B: CotangentAccumulator<Array<A, D>> + ?Sized,
{
    match V::row(at) {
        Some(number) if x_bar.stores_rows() => {
            let row = ArrayViewMut1::from(x_bar.sparse_row(number, None)?);
            row.into_dimensionality().ok()
        }
        _ => Some(V::of(x_bar.dense()?.view_mut(), at)),
    }
}

/// The views of each marker of a method with these arguments.
macro_rules! markers {
    ($($Marker:ident: $($value:ident $P:ident)*;)*) => {$(
        // generated code names only the markers
        #[allow(missing_docs)]
        impl<V, A, S, D> $Marker<Viewed<V>, ArrayBase<S, D>>
        where
            V: View<D>,
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            #[track_caller]
            pub fn view<'v, $($P),*>(
                x: ArrayView<'v, A, D>,
                $($value: $P,)*
            ) -> ArrayView<'v, A, V::Dim>
            where
                ($($P,)*): Arguments<V::Arguments>,
            {
                V::of(x, &($($value,)*).saved())
            }

            #[track_caller]
            pub fn view_of_tangent<$($P),*>(
                x_dot: &Array<A, D>,
                $($value: $P,)*
            ) -> Array<A, V::Dim>
            where
                ($($P,)*): Arguments<V::Arguments>,
            {
                V::of(x_dot.view(), &($($value,)*).saved()).to_owned()
            }

            #[track_caller]
            pub fn view_of_accumulator<'b, B, $($P),*>(
                x_bar: &'b mut B,
                $($value: $P,)*
            ) -> ViewOfAccumulator<'b, UseOf<'b, B, A, D>, A, V::Dim>
            where
                D: 'b,
                B: CotangentAccumulator<Array<A, D>> + ?Sized,
                ($($P,)*): Arguments<V::Arguments>,
            {
                const { assert_use::<B, A, D>() }
                let at = ($($value,)*).saved();
                ViewOfAccumulator::new(part::<V, A, D, B>(x_bar, &at))
            }
        }
    )*};
}
markers! {
    OfNone:;
    OfArgument: a P;
    OfTwo: a P b Q;
}

// generated code names only the markers
#[allow(missing_docs)]
impl<A, S, D> OfSlice<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    #[track_caller]
    pub fn view<'v, P: SliceArg<D>>(
        x: ArrayView<'v, A, D>,
        info: P,
    ) -> ArrayView<'v, A, P::OutDim> {
        x.slice_move(info)
    }

    #[track_caller]
    pub fn view_of_tangent<P: SliceArg<D>>(x_dot: &Array<A, D>, info: P) -> Array<A, P::OutDim> {
        x_dot.slice(info).to_owned()
    }

    #[track_caller]
    pub fn view_of_accumulator<'b, B, P>(
        x_bar: &'b mut B,
        info: P,
    ) -> ViewOfAccumulator<'b, UseOf<'b, B, A, D>, A, P::OutDim>
    where
        D: 'b,
        B: CotangentAccumulator<Array<A, D>> + ?Sized,
        P: SliceArg<D>,
    {
        const { assert_use::<B, A, D>() }
        ViewOfAccumulator::new(x_bar.dense().map(|sum| sum.slice_mut(info)))
    }
}
