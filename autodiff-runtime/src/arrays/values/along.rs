//! Arrays of one value for each lane along an axis, as `map_axis` and `fold_axis` return.
//!
//! Generated code evaluates their closures for each lane, and passes the values to these functions.
//!
//! ```text
//! x.map_axis(axis, f)           mapped_along(&x, axis, values)
//! x.fold_axis(axis, init, f)    values = start_along(&x, axis, init); …
//!                               folded_along(&x, axis, values)
//! ```

use alloc::vec::Vec;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Axis, Dimension, RemoveAxis, Zip};

use super::arithmetic::wants;
use super::build::add_elements;
use crate::arrays::storage::space::{ArrayReal, Storage, same_shape};
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, NoResiduals};

/// How the values of the lanes lie in memory.
pub trait Arrange {
    /// The array of the values, which are in logical order.
    fn arranged<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        values: Vec<A>,
    ) -> Array<A, D::Smaller>;
}

/// As `map_axis` does: like the lanes of the array.
#[derive(Debug)]
pub struct OfMap;

/// As `fold_axis` does: row by row.
#[derive(Debug)]
pub struct OfFold;

impl Arrange for OfMap {
    #[track_caller]
    fn arranged<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        values: Vec<A>,
    ) -> Array<A, D::Smaller> {
        if x.len_of(axis) == 0 {
            return OfFold::arranged(x, axis, values);
        }
        let mut array = Zip::from(x.lanes(axis)).map_collect(|_| A::zero());
        assign(&mut array, values);
        array
    }
}

impl Arrange for OfFold {
    #[track_caller]
    fn arranged<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        values: Vec<A>,
    ) -> Array<A, D::Smaller> {
        let mut array = Array::zeros(x.raw_dim().remove_axis(axis));
        assign(&mut array, values);
        array
    }
}

#[track_caller]
fn assign<A, D: Dimension>(array: &mut Array<A, D>, values: Vec<A>) {
    same_shape("array", "number of values", &[array.len()], &[values.len()]);
    array.iter_mut().zip(values).for_each(|(x, value)| *x = value);
}

/// The marker of a function that arranges values.
#[derive(Debug)]
pub struct OfValuesAlong<Row>(PhantomData<Row>);

/// The functions that generated code calls, and their markers.
macro_rules! functions {
    ($($doc:literal $name:ident $Row:ty;)*) => {$(
        #[doc = $doc]
        #[track_caller]
        pub fn $name<A: ArrayReal, D: RemoveAxis>(
            x: &ArrayBase<impl Storage<Elem = A>, D>,
            axis: Axis,
            values: Vec<A>,
        ) -> Array<A, D::Smaller> {
            <$Row>::arranged(x, axis, values)
        }
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        pub type $name = OfValuesAlong<$Row>;
    )*};
}
functions! {
    "The value of `map_axis`." mapped_along OfMap;
    "The value of `fold_axis`." folded_along OfFold;
}

impl<Row, A, S, D, P, V> DifferentiableFn<(ArrayBase<S, D>, P, V)> for OfValuesAlong<Row>
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: RemoveAxis,
{
    type Output = Array<A, D::Smaller>;
    type Frame = usize;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<usize>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<Row: Arrange> OfValuesAlong<Row> {
    #[track_caller]
    pub fn primal<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        values: Vec<A>,
        _: &mut NoResiduals,
    ) -> (Array<A, D::Smaller>, usize) {
        (Row::arranged(x, axis, values), axis.index())
    }

    #[track_caller]
    pub fn jvp<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        values: Vec<A>,
        _: impl Sized,
        _: impl Sized,
        dots: Vec<A>,
    ) -> (Array<A, D::Smaller>, Array<A, D::Smaller>) {
        (Row::arranged(x, axis, values), Row::arranged(x, axis, dots))
    }

    pub fn linear<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        _: impl Sized,
        _: impl Sized,
        axis: &usize,
        _: &NoResiduals,
        _: impl Sized,
        _: impl Sized,
        dots: Vec<A>,
    ) -> Array<A, D::Smaller> {
        Row::arranged(x, Axis(*axis), dots)
    }

    pub fn transposed<A: ArrayReal, D: RemoveAxis>(
        _: &ArrayBase<impl Storage<Elem = A>, D>,
        _: impl Sized,
        _: impl Sized,
        _: &usize,
        _: &NoResiduals,
        bar: Array<A, D::Smaller>,
        _: &mut impl ?Sized,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) {
        add_elements(bars, bar);
    }

    #[track_caller]
    pub fn vjp<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        values: Vec<A>,
        _: &mut NoResiduals,
        bar: Array<A, D::Smaller>,
        _: &mut impl ?Sized,
        _: &mut impl ?Sized,
        bars: &mut (impl CotangentAccumulator<[A]> + ?Sized),
    ) -> Array<A, D::Smaller> {
        add_elements(bars, bar);
        Row::arranged(x, axis, values)
    }
}

/// The first value of each lane of a fold, in logical order.
#[track_caller]
pub fn start_along<A: ArrayReal, D: RemoveAxis>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    axis: Axis,
    init: A,
) -> Vec<A> {
    alloc::vec![init; x.raw_dim().remove_axis(axis).size()]
}

/// The marker of [`start_along`].
#[derive(Debug)]
pub struct OfStart;

#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type start_along = OfStart;

impl<A, S, D, P, V> DifferentiableFn<(ArrayBase<S, D>, P, V)> for OfStart
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: RemoveAxis,
{
    type Output = Vec<A>;
    type Frame = usize;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<usize>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl OfStart {
    #[track_caller]
    pub fn primal<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        init: A,
        _: &mut NoResiduals,
    ) -> (Vec<A>, usize) {
        (start_along(x, axis, init), axis.index())
    }

    #[track_caller]
    pub fn jvp<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        init: A,
        _: impl Sized,
        _: impl Sized,
        init_dot: A,
    ) -> (Vec<A>, Vec<A>) {
        (start_along(x, axis, init), start_along(x, axis, init_dot))
    }

    pub fn linear<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        _: impl Sized,
        _: impl Sized,
        axis: &usize,
        _: &NoResiduals,
        _: impl Sized,
        _: impl Sized,
        init_dot: A,
    ) -> Vec<A> {
        start_along(x, Axis(*axis), init_dot)
    }

    pub fn transposed<A: ArrayReal, D: RemoveAxis>(
        _: &ArrayBase<impl Storage<Elem = A>, D>,
        _: impl Sized,
        _: impl Sized,
        _: &usize,
        _: &NoResiduals,
        bars: Vec<A>,
        _: &mut impl ?Sized,
        _: &mut impl ?Sized,
        init_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        if wants(init_bar) {
            init_bar.add(&bars.into_iter().fold(A::zero(), |sum, bar| sum + bar));
        }
    }

    #[track_caller]
    pub fn vjp<A: ArrayReal, D: RemoveAxis>(
        x: &ArrayBase<impl Storage<Elem = A>, D>,
        axis: Axis,
        init: A,
        _: &mut NoResiduals,
        bars: Vec<A>,
        x_bar: &mut impl ?Sized,
        axis_bar: &mut impl ?Sized,
        init_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) -> Vec<A> {
        Self::transposed(x, (), (), &0, &NoResiduals, bars, x_bar, axis_bar, init_bar);
        start_along(x, axis, init)
    }
}
