//! The order in which `ndarray` visits elements, and sequences of elements in that order.
//!
//! `Zip`, `x.fold(…)` and `x.map_inplace(…)` visit elements in an order that depends on layouts in
//! memory. An order is the logical numbers of the elements, as `ndarray` visits them. The logical
//! order itself is the empty sequence, so that it costs nothing.
//!
//! ```text
//! order_of_zip, order_of_memory    the order of arrays, by `ndarray` itself
//! Ordered                          the elements of an array in an order
//! AssignOrdered                    assigns such elements to an array
//! collected, OfCollected           an array of such elements, as `Zip::map_collect` returns
//! ```

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayView, Data, DataMut, Dimension, NdProducer, RawData,
    ShapeBuilder, Zip,
};

use crate::arrays::rows::Tangent;
use crate::arrays::rows::arguments::{Arguments, OfArgument, WithArguments};
use crate::arrays::storage::layout::numbers_in_layout;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage, dense};
use crate::member::name;
use crate::{CotangentAccumulator, Differentiable, DifferentiableFn, InPlace, Method, NoResiduals};

/// The producers of a `Zip`.
pub trait Producers {
    /// The order in which the `Zip` visits the elements. Panics as `ndarray` does if shapes differ.
    fn order(self) -> Vec<usize>;
}

/// The order in which a `Zip` of these producers visits the elements.
#[track_caller]
pub fn order_of_zip(producers: impl Producers) -> Vec<usize> {
    producers.order()
}

/// The producers of a `Zip`, of which some are the parts of an array.
pub trait ProducersOfParts {
    /// The dimension of the producers.
    type Dim: Dimension;

    /// Panics as `ndarray` does if shapes differ.
    fn check(self);
}

/// Panics as a `Zip` of producers along one axis does. The order of their items is the logical one.
#[track_caller]
pub fn order_on_axis<P: ProducersOfParts<Dim: OneAxis>>(producers: P) -> Vec<usize> {
    order_of_parts(producers)
}

/// The same for producers along any number of axes, if the order does not affect values.
#[track_caller]
pub fn order_of_parts(producers: impl ProducersOfParts) -> Vec<usize> {
    producers.check();
    Vec::new()
}

/// The dimension of producers along one axis.
#[diagnostic::on_unimplemented(
    message = "`Zip` of the parts of an array along several axes has a derivative only for \
               `for_each` with a closure that changes no captured variable: loop over the first \
               axis, as in `for (a, b) in x.outer_iter().zip(y.outer_iter())`"
)]
pub trait OneAxis {}
impl OneAxis for ndarray::Ix1 {}

/// Whether an array is in Fortran order, where the orders differ.
fn is_in_columns<A, D: Dimension>(x: &Array<A, D>) -> bool {
    !x.is_standard_layout()
}

/// The order that visits the first axis fastest.
fn columns_first<D: Dimension>(shape: &D) -> Vec<usize> {
    let numbers = Array::from_shape_vec(shape.clone(), (0..shape.size()).collect());
    numbers.map_or_else(|_| Vec::new(), |numbers| numbers.t().iter().copied().collect())
}

macro_rules! producers {
    ($($first:ident $($other:ident)*;)*) => {$(
        #[allow(non_snake_case)]
        impl<D, $first, $($other),*> Producers for ($first, $($other,)*)
        where
            D: Dimension,
            $first: NdProducer<Dim = D>,
            $($other: NdProducer<Dim = D>,)*
        {
            #[track_caller]
            fn order(self) -> Vec<usize> {
                let ($first, $($other,)*) = self;
                // an array without elements of a size, whose layout `Zip` chooses
                let units = Zip::from($first)
                    $(.and($other))*
                    .map_collect(|_: $first::Item, $(_: $other::Item),*| ());
                match is_in_columns(&units) {
                    true => columns_first(&units.raw_dim()),
                    false => Vec::new(),
                }
            }
        }
    )*};
}
producers! {
    P1;
    P1 P2;
    P1 P2 P3;
    P1 P2 P3 P4;
    P1 P2 P3 P4 P5;
}

/// `Zip` has no `map_collect` for six producers: the second element that it visits decides.
impl<D, P1, P2, P3, P4, P5, A> Producers for (P1, P2, P3, P4, P5, ArrayView<'_, A, D>)
where
    D: Dimension,
    P1: NdProducer<Dim = D>,
    P2: NdProducer<Dim = D>,
    P3: NdProducer<Dim = D>,
    P4: NdProducer<Dim = D>,
    P5: NdProducer<Dim = D>,
{
    #[track_caller]
    fn order(self) -> Vec<usize> {
        let (p1, p2, p3, p4, p5, p6) = self;
        let numbers = numbers_in_layout(&p6);
        let mut visited = 0;
        let is_logical = Zip::from(p1).and(p2).and(p3).and(p4).and(p5).and(&numbers).all(
            |_, _, _, _, _, number| {
                visited += 1;
                *number + 1 == visited
            },
        );
        if is_logical { Vec::new() } else { columns_first(&numbers.raw_dim()) }
    }
}

macro_rules! of_parts {
    ($($first:ident $($other:ident)*;)*) => {$(
        #[allow(non_snake_case)]
        impl<D, $first, $($other),*> ProducersOfParts for ($first, $($other,)*)
        where
            D: Dimension,
            $first: NdProducer<Dim = D>,
            $($other: NdProducer<Dim = D>,)*
        {
            type Dim = D;

            #[track_caller]
            fn check(self) {
                let ($first, $($other,)*) = self;
                let _ = Zip::from($first)$(.and($other))*;
            }
        }
    )*};
}
of_parts! {
    P1;
    P1 P2;
    P1 P2 P3;
    P1 P2 P3 P4;
    P1 P2 P3 P4 P5;
    P1 P2 P3 P4 P5 P6;
}

/// The order of `x.fold(…)` and `x.map_inplace(…)`, which is that of the memory where `x` is
/// contiguous.
pub fn order_of_memory<A, D: Dimension>(x: ArrayView<'_, A, D>) -> Vec<usize> {
    if x.is_standard_layout() {
        return Vec::new();
    }
    let order = numbers_in_layout(&x).fold(Vec::with_capacity(x.len()), |mut all, number| {
        all.push(*number);
        all
    });
    if order.is_sorted() { Vec::new() } else { order }
}

/// Whether an array has a slice of its elements in the order of its memory.
pub fn is_contiguous<A, D: Dimension>(x: ArrayView<'_, A, D>) -> bool {
    x.as_slice_memory_order().is_some()
}

/// The elements in an order.
pub fn ordered_iter<A: Clone, D: Dimension>(
    x: &ArrayRef<A, D>,
    order: impl AsRef<[usize]>,
) -> Vec<A> {
    match order.as_ref() {
        [] => x.iter().cloned().collect(),
        order => {
            let elements: Vec<&A> = x.iter().collect();
            order.iter().map(|number| elements[*number].clone()).collect()
        }
    }
}

/// Calls `f` for the elements of an array, in an order, and other elements in the same order.
pub(super) fn for_each_ordered<A, B, D: Dimension>(
    x: &mut ArrayRef<A, D>,
    order: &[usize],
    others: Vec<B>,
    f: impl Fn(&mut A, B),
) {
    if order.is_empty() {
        x.iter_mut().zip(others).for_each(|(x, other)| f(x, other));
    } else {
        let mut elements: Vec<&mut A> = x.iter_mut().collect();
        order.iter().zip(others).for_each(|(number, other)| f(elements[*number], other));
    }
}

/// Assigns elements in an order.
pub fn assign_to_ordered_iter<A, D: Dimension>(
    x: &mut ArrayRef<A, D>,
    order: impl AsRef<[usize]>,
    elements: Vec<A>,
) {
    for_each_ordered(x, order.as_ref(), elements, |x, element| *x = element);
}

impl<I: AsRef<[usize]> + ?Sized> Arguments<Vec<usize>> for (&I,) {
    fn saved(self) -> Vec<usize> {
        self.0.as_ref().to_vec()
    }
}

/// The elements in an order.
#[derive(Debug)]
pub struct Ordered;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("items_of_autodiff_ordered_iter") }> for ArrayBase<S, D> {
    type Marker = OfArgument<Ordered, ArrayBase<S, D>>;
}

impl<A, S, D> WithArguments<ArrayBase<S, D>> for Ordered
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Vec<A>;
    type Saved = Vec<usize>;

    fn value(x: &ArrayBase<S, D>, order: &Vec<usize>) -> Vec<A> {
        ordered_iter(x, order)
    }

    fn linear(_: &ArrayBase<S, D>, order: &Vec<usize>, x_dot: &Array<A, D>) -> Vec<A> {
        ordered_iter(x_dot, order)
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        order: &Vec<usize>,
        bar: Vec<A>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            for_each_ordered(sum, order, bar, |sum, bar| *sum += bar);
        }
    }
}

/// The marker of an assignment of all elements, in an order.
#[derive(Debug)]
pub struct AssignOrdered<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("assign_to_ordered_iter") }> for ArrayBase<S, D> {
    type Marker = AssignOrdered<ArrayBase<S, D>>;
}

impl<S: RawData, D, Args> DifferentiableFn<Args> for AssignOrdered<ArrayBase<S, D>> {
    type Output = ();
    type Frame = Vec<usize>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Vec<usize>>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<A, S, D> AssignOrdered<ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    D: Dimension,
{
    pub fn primal(
        x: &mut ArrayRef<A, D>,
        order: impl AsRef<[usize]>,
        elements: Vec<A>,
        _: &mut NoResiduals,
    ) -> ((), Vec<usize>) {
        assign_to_ordered_iter(x, &order, elements);
        ((), order.as_ref().to_vec())
    }

    pub fn jvp(
        x: &mut ArrayRef<A, D>,
        order: impl AsRef<[usize]>,
        elements: Vec<A>,
        x_dot: &mut ArrayRef<A, D>,
        _: impl Sized,
        dots: Vec<A>,
    ) -> ((), ()) {
        assign_to_ordered_iter(x, &order, elements);
        assign_to_ordered_iter(x_dot, order, dots);
        ((), ())
    }

    pub fn linear(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        order: &Vec<usize>,
        _: &NoResiduals,
        x_dot: &mut ArrayRef<A, D>,
        _: impl Sized,
        dots: Vec<A>,
    ) {
        assign_to_ordered_iter(x_dot, order, dots);
    }

    pub fn transposed(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        order: &Vec<usize>,
        _: &NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        bars.add(&ordered_iter(x_bar, order));
        x_bar.fill(A::zero());
    }

    pub fn vjp(
        x: &mut ArrayRef<A, D>,
        order: impl AsRef<[usize]>,
        elements: Vec<A>,
        _: &mut NoResiduals,
        _: (),
        x_bar: &mut ArrayRef<A, D>,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        assign_to_ordered_iter(x, &order, elements);
        bars.add(&ordered_iter(x_bar, order));
        x_bar.fill(A::zero());
    }
}

/// An array of elements in the order of a `Zip`, in the layout that `Zip::map_collect` chooses.
pub fn collected<A, D: Dimension>(
    shape: D,
    order: impl AsRef<[usize]>,
    elements: Vec<A>,
) -> Array<A, D> {
    let is_in_columns = !order.as_ref().is_empty();
    match Array::from_shape_vec(shape.set_f(is_in_columns), elements) {
        Ok(array) => array,
        Err(error) => panic!("the elements do not fit the shape: {error}"),
    }
}

/// The marker of [`collected`].
#[derive(Debug)]
pub struct OfCollected;

#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type collected = OfCollected;

/// The shape and the order.
type Saved<D> = (ArrayDim<D>, Vec<usize>);

impl<A: ArrayReal, D: Dimension, Order> DifferentiableFn<(D, Order, Vec<A>)> for OfCollected {
    type Output = Array<A, D>;
    type Frame = Saved<D>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<D>>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl OfCollected {
    pub fn primal<A: ArrayReal, D: Dimension>(
        shape: D,
        order: impl AsRef<[usize]>,
        elements: Vec<A>,
        _: &mut NoResiduals,
    ) -> (Array<A, D>, Saved<D>) {
        let saved = (ArrayDim(shape.clone()), order.as_ref().to_vec());
        (collected(shape, order, elements), saved)
    }

    pub fn jvp<A: ArrayReal, D: Dimension>(
        shape: D,
        order: impl AsRef<[usize]>,
        elements: Vec<A>,
        _: impl Sized,
        _: impl Sized,
        dots: Vec<A>,
    ) -> (Array<A, D>, Array<A, D>) {
        (collected(shape.clone(), &order, elements), collected(shape, order, dots))
    }

    pub fn linear<A: ArrayReal, D: Dimension>(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        (shape, order): &Saved<D>,
        _: &NoResiduals,
        _: impl Sized,
        _: impl Sized,
        dots: Vec<A>,
    ) -> Array<A, D> {
        collected(shape.0.clone(), order, dots)
    }

    pub fn transposed<A: ArrayReal, D: Dimension>(
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        (_, order): &Saved<D>,
        _: &NoResiduals,
        bar: Array<A, D>,
        _: &mut impl ?Sized,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        bars.add(&ordered_iter(&bar, order));
        release(bar);
    }

    pub fn vjp<A: ArrayReal, D: Dimension>(
        shape: D,
        order: impl AsRef<[usize]>,
        elements: Vec<A>,
        _: &mut NoResiduals,
        bar: Array<A, D>,
        _: &mut impl ?Sized,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) -> Array<A, D> {
        bars.add(&ordered_iter(&bar, &order));
        release(bar);
        collected(shape, order, elements)
    }
}

/// The elements of a vector as a producer.
pub fn elements_of<A>(elements: &[A]) -> ndarray::ArrayView1<'_, A> {
    elements.into()
}

/// The indices of the elements, in an order.
pub fn ordered_indices<S: Data, D: Dimension>(
    x: &ArrayBase<S, D>,
    order: impl AsRef<[usize]>,
) -> Vec<D::Pattern>
where
    D::Pattern: Clone,
{
    let indices: Vec<D::Pattern> = ndarray::indices(x.raw_dim()).into_iter().collect();
    match order.as_ref() {
        [] => indices,
        order => order.iter().map(|number| indices[*number].clone()).collect(),
    }
}

/// The same where the number of axes is known.
pub fn order_of_indices<A, D: Dimension>(
    (x, order): (ArrayView<'_, A, D>, &Vec<usize>),
) -> Vec<D::Pattern>
where
    D::Pattern: Clone,
{
    ordered_indices(&x, order)
}

/// The indices of the elements, in an order.
#[derive(Debug)]
pub struct OrderedIndices;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("autodiff_ordered_indices") }> for ArrayBase<S, D> {
    type Marker = OfArgument<OrderedIndices, ArrayBase<S, D>>;
}

impl<A, S, D> WithArguments<ArrayBase<S, D>> for OrderedIndices
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    D::Pattern: Clone,
    Vec<D::Pattern>: Differentiable,
{
    type Output = Vec<D::Pattern>;
    type Saved = Vec<usize>;

    fn value(x: &ArrayBase<S, D>, order: &Vec<usize>) -> Vec<D::Pattern> {
        ordered_indices(x, order)
    }

    fn linear(
        x: &ArrayBase<S, D>,
        order: &Vec<usize>,
        _: &Array<A, D>,
    ) -> Tangent<Vec<D::Pattern>> {
        let indices = ordered_indices(x, order);
        <Vec<D::Pattern>>::zero_of(&indices.tangent_shape())
    }

    fn transposed(
        _: &ArrayBase<S, D>,
        _: &Vec<usize>,
        _: Tangent<Vec<D::Pattern>>,
        _: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
    }
}
