//! `x.to_shape(shape)` and `x.into_shape_with_order(shape)`, and `x.into_dimensionality()`.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayRef, Dimension, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, Order, RawData,
    ShapeArg, ShapeError,
};

use crate::arrays::storage::layout::copy_in_layout;
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayDim, ArrayReal, Storage, dense};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

/// A method that changes the shape of an array.
pub trait Reshape {
    /// The value.
    fn value<A: ArrayReal, D: Dimension, E: Dimension>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        shape: E,
        order: Order,
    ) -> Reshaped<A, E>;
}

/// `x.to_shape(shape)`
#[derive(Debug)]
pub struct ToShape;

/// `x.into_shape_with_order(shape)`
#[derive(Debug)]
pub struct IntoShape;

impl Reshape for ToShape {
    fn value<A: ArrayReal, D: Dimension, E: Dimension>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        shape: E,
        order: Order,
    ) -> Reshaped<A, E> {
        x.to_shape((shape, order)).map(|view| copy_in_layout(&view))
    }
}

impl Reshape for IntoShape {
    fn value<A: ArrayReal, D: Dimension, E: Dimension>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        shape: E,
        order: Order,
    ) -> Reshaped<A, E> {
        x.view().into_shape_with_order((shape, order)).map(|view| copy_in_layout(&view))
    }
}

/// `x.into_dimensionality::<E>()`: the shape is that of `x`, and an argument of the type `E` shows
/// the number of axes.
#[derive(Debug)]
pub struct IntoDimensionality;

impl Reshape for IntoDimensionality {
    fn value<A: ArrayReal, D: Dimension, E: Dimension>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        _: E,
        _: Order,
    ) -> Reshaped<A, E> {
        x.view().into_dimensionality().map(|view| copy_in_layout(&view))
    }
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("autodiff_into_dimensionality") }> for ArrayBase<S, D> {
    type Marker = OfReshape<IntoDimensionality, ArrayBase<S, D>>;
}

/// The same without a derivative.
pub fn into_dimensionality<A: Clone, D: Dimension, P: ShapeArg>(
    x: &ArrayRef<A, D>,
    _: P,
) -> Result<Array<A, P::Dim>, ShapeError> {
    x.view().into_dimensionality().map(|view| copy_in_layout(&view))
}

/// The marker of a [`Reshape`].
#[derive(Debug)]
pub struct OfReshape<Row, X>(PhantomData<(Row, X)>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("to_shape") }> for ArrayBase<S, D> {
    type Marker = OfReshape<ToShape, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("into_shape_with_order") }> for ArrayBase<S, D> {
    type Marker = OfReshape<IntoShape, ArrayBase<S, D>>;
}

/// A shape, by the types that a caller knows: a number that is written out may count as `f64`.
pub trait ShapeOf {
    /// The dimension of arrays of this shape.
    type Dim: Dimension;
}

/// The length of an axis, by the type that a caller knows.
pub trait LengthOfAxis {}
impl LengthOfAxis for usize {}
impl LengthOfAxis for f64 {}

impl<T: LengthOfAxis> ShapeOf for T {
    type Dim = Ix1;
}

impl<T: ShapeOf> ShapeOf for (T, Order) {
    type Dim = T::Dim;
}

impl<D> ShapeOf for ndarray::Dim<D>
where
    ndarray::Dim<D>: Dimension,
{
    type Dim = Self;
}

macro_rules! shapes {
    ($($N:literal $Dim:ty: $($T:ident)*;)*) => {$(
        impl<$($T: LengthOfAxis),*> ShapeOf for ($($T,)*) {
            type Dim = $Dim;
        }

        impl<T: LengthOfAxis> ShapeOf for [T; $N] {
            type Dim = $Dim;
        }
    )*};
}
shapes! {
    1 Ix1: T1;
    2 Ix2: T1 T2;
    3 Ix3: T1 T2 T3;
    4 Ix4: T1 T2 T3 T4;
    5 Ix5: T1 T2 T3 T4 T5;
    6 Ix6: T1 T2 T3 T4 T5 T6;
}

impl ShapeOf for &[usize] {
    type Dim = IxDyn;
}

impl ShapeOf for alloc::vec::Vec<usize> {
    type Dim = IxDyn;
}

/// The shape and whether columns come first, or `None` if the array does not have this shape.
type Saved<E> = Option<(ArrayDim<E>, bool)>;

/// The value of a row.
type Reshaped<A, E> = Result<Array<A, E>, ShapeError>;

/// The tangent of the value.
type ReshapedTangent<A, E> = Option<Array<A, E>>;

/// The tangent of the value.
fn reshaped<A: ArrayReal, D: Dimension, E: Dimension>(
    saved: &Saved<E>,
    x_dot: &Array<A, D>,
) -> ReshapedTangent<A, E> {
    let (shape, columns_first) = saved.as_ref()?;
    let view = x_dot.to_shape((shape.0.clone(), order(*columns_first)));
    view.ok().map(|view| view.into_owned())
}

/// Adds the cotangent of the value to that of an array of this shape.
fn add_reshaped<A: ArrayReal, D: Dimension, E: Dimension>(
    shape: &D,
    bar: Array<A, E>,
    columns_first: bool,
    x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
) {
    if x_bar.is_fresh() && !columns_first && bar.is_standard_layout() {
        if let Ok(bar) = bar.into_shape_with_order(shape.clone()) {
            x_bar.take(bar);
        }
    } else if let Some(sum) = dense(x_bar, shape.slice()) {
        if let Ok(bar) = bar.to_shape((sum.raw_dim(), order(columns_first))) {
            *sum += &*bar;
        }
        release(bar);
    }
}

fn order(columns_first: bool) -> Order {
    if columns_first { Order::ColumnMajor } else { Order::RowMajor }
}

impl<Row, A, S, D, Receiver, P> DifferentiableFn<(Receiver, P)> for OfReshape<Row, ArrayBase<S, D>>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
    P: ShapeOf,
{
    type Output = Reshaped<A, P::Dim>;
    type Frame = Saved<P::Dim>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<P::Dim>>;
}

#[allow(missing_docs)]
impl<Row, A, S, D> OfReshape<Row, ArrayBase<S, D>>
where
    Row: Reshape,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    pub fn primal<P: ShapeArg>(
        x: &ArrayBase<S, D>,
        shape: P,
        _: &mut NoResiduals,
    ) -> (Reshaped<A, P::Dim>, Saved<P::Dim>) {
        let (shape, order) = shape.into_shape_and_order();
        let order = order.unwrap_or(Order::RowMajor);
        let value = Row::value(x, shape, order);
        let shape = value.as_ref().ok().map(|value| ArrayDim(value.raw_dim()));
        let saved = shape.map(|shape| (shape, order == Order::ColumnMajor));
        (value, saved)
    }

    pub fn jvp<P: ShapeArg>(
        x: &ArrayBase<S, D>,
        shape: P,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> (Reshaped<A, P::Dim>, ReshapedTangent<A, P::Dim>) {
        let (value, saved) = Self::primal(x, shape, &mut NoResiduals);
        (value, Self::linear(x, (), &saved, &NoResiduals, x_dot, ()))
    }

    pub fn linear<E: Dimension>(
        _: &ArrayBase<S, D>,
        _: impl Sized,
        saved: &Saved<E>,
        _: &NoResiduals,
        x_dot: &Array<A, D>,
        _: impl Sized,
    ) -> ReshapedTangent<A, E> {
        reshaped(saved, x_dot)
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed<E: Dimension>(
        x: &ArrayBase<S, D>,
        _: impl Sized,
        saved: &Saved<E>,
        _: &NoResiduals,
        bar: ReshapedTangent<A, E>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        let (Some((_, columns_first)), Some(bar)) = (saved, bar) else { return };
        add_reshaped(&x.raw_dim(), bar, *columns_first, x_bar);
    }

    pub fn vjp<P: ShapeArg>(
        x: &ArrayBase<S, D>,
        shape: P,
        _: &mut NoResiduals,
        bar: ReshapedTangent<A, P::Dim>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        shape_bar: &mut impl ?Sized,
    ) -> Reshaped<A, P::Dim> {
        let (value, saved) = Self::primal(x, shape, &mut NoResiduals);
        Self::transposed(x, (), &saved, &NoResiduals, bar, x_bar, shape_bar);
        value
    }
}

/// The marker of `x.into_shape_with_order(shape)`, where `x` is moved.
#[derive(Debug)]
pub struct OfMovedReshape<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("=into_shape_with_order") }> for ArrayBase<S, D> {
    type Marker = OfMovedReshape<ArrayBase<S, D>>;
}

/// The shape before, and whether columns come first.
type SavedOfMoved<D, E> = (ArrayDim<D>, Saved<E>);

impl<A, D, Receiver, P> DifferentiableFn<(Receiver, P)> for OfMovedReshape<Array<A, D>>
where
    A: ArrayReal,
    D: Dimension,
    P: ShapeOf,
{
    type Output = Reshaped<A, P::Dim>;
    type Frame = SavedOfMoved<D, P::Dim>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<SavedOfMoved<D, P::Dim>>;
}

#[allow(missing_docs)]
impl<A: ArrayReal, D: Dimension> OfMovedReshape<Array<A, D>> {
    pub fn primal<P: ShapeArg>(
        x: Array<A, D>,
        shape: P,
        _: &mut NoResiduals,
    ) -> (Reshaped<A, P::Dim>, SavedOfMoved<D, P::Dim>) {
        let (shape, order) = shape.into_shape_and_order();
        let (order, before) = (order.unwrap_or(Order::RowMajor), ArrayDim(x.raw_dim()));
        let value = x.into_shape_with_order((shape.clone(), order));
        let saved = value.is_ok().then(|| (ArrayDim(shape), order == Order::ColumnMajor));
        (value, (before, saved))
    }

    pub fn jvp<P: ShapeArg>(
        x: Array<A, D>,
        shape: P,
        x_dot: Array<A, D>,
        _: impl Sized,
    ) -> (Reshaped<A, P::Dim>, ReshapedTangent<A, P::Dim>) {
        let (value, saved) = Self::primal(x, shape, &mut NoResiduals);
        (value, Self::linear((), (), &saved, &NoResiduals, x_dot, ()))
    }

    pub fn linear<E: Dimension>(
        _: impl Sized,
        _: impl Sized,
        (_, saved): &SavedOfMoved<D, E>,
        _: &NoResiduals,
        x_dot: Array<A, D>,
        _: impl Sized,
    ) -> ReshapedTangent<A, E> {
        reshaped(saved, &x_dot)
    }

    // generated code calls these functions by position
    #[allow(clippy::too_many_arguments)]
    pub fn transposed<E: Dimension>(
        _: impl Sized,
        _: impl Sized,
        (before, saved): &SavedOfMoved<D, E>,
        _: &NoResiduals,
        bar: ReshapedTangent<A, E>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        _: &mut impl ?Sized,
    ) {
        let (Some((_, columns_first)), Some(bar)) = (saved, bar) else { return };
        add_reshaped(&before.0, bar, *columns_first, x_bar);
    }

    pub fn vjp<P: ShapeArg>(
        x: Array<A, D>,
        shape: P,
        _: &mut NoResiduals,
        bar: ReshapedTangent<A, P::Dim>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        shape_bar: &mut impl ?Sized,
    ) -> Reshaped<A, P::Dim> {
        let (value, saved) = Self::primal(x, shape, &mut NoResiduals);
        Self::transposed((), (), &saved, &NoResiduals, bar, x_bar, shape_bar);
        value
    }
}
