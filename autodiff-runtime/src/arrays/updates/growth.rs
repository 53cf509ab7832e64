//! Methods that make an array longer: `push_row`, `push_column`, `push`, `append`.
//!
//! The transpose adds the last part of the cotangent to that of the argument, and cuts it off.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{
    Array, ArrayBase, ArrayView, Axis, Dimension, Ix2, OwnedRepr, RawData, RemoveAxis, ShapeError,
    Slice,
};

use crate::arrays::storage::space::{ArrayReal, Storage, dense, same_shape};
use crate::member::name;
use crate::{CotangentAccumulator, Differentiable, DifferentiableFn, InPlace, Method, NoResiduals};

/// A method that makes an array longer along an axis.
pub trait Grow<D: Dimension> {
    /// The dimension of the argument.
    type Part: Dimension;

    /// Adds `part`. An array of another shape is an error, and changes nothing.
    fn grow<A: ArrayReal>(
        x: &mut Array<A, D>,
        axis: Axis,
        part: ArrayView<'_, A, Self::Part>,
    ) -> Result<(), ShapeError>;

    /// The part of an array that was added, `from` this index of the axis.
    fn part<A>(x: ArrayView<'_, A, D>, axis: Axis, from: usize) -> ArrayView<'_, A, Self::Part>;
}

/// `x.append(axis, part)`
#[derive(Debug)]
pub struct Append;

/// `x.push(axis, part)`, `x.push_row(part)`, `x.push_column(part)`
#[derive(Debug)]
pub struct Push;

impl<D: RemoveAxis> Grow<D> for Append {
    type Part = D;

    fn grow<A: ArrayReal>(
        x: &mut Array<A, D>,
        axis: Axis,
        part: ArrayView<'_, A, D>,
    ) -> Result<(), ShapeError> {
        x.append(axis, part)
    }

    fn part<A>(x: ArrayView<'_, A, D>, axis: Axis, from: usize) -> ArrayView<'_, A, D> {
        x.slice_axis_move(axis, Slice::from(from..))
    }
}

impl<D: RemoveAxis> Grow<D> for Push {
    type Part = D::Smaller;

    fn grow<A: ArrayReal>(
        x: &mut Array<A, D>,
        axis: Axis,
        part: ArrayView<'_, A, D::Smaller>,
    ) -> Result<(), ShapeError> {
        x.push(axis, part)
    }

    fn part<A>(x: ArrayView<'_, A, D>, axis: Axis, from: usize) -> ArrayView<'_, A, D::Smaller> {
        x.index_axis_move(axis, from)
    }
}

/// The axis, its length before and after; `None` if the call returned an error.
type Saved = Option<(usize, usize, usize)>;

/// What the call returns.
type Grown = Result<(), ShapeError>;

/// The tangent of what the call returns.
type GrownTangent = <Grown as Differentiable>::Tangent;

fn grow<Row: Grow<D>, A: ArrayReal, D: Dimension>(
    x: &mut Array<A, D>,
    axis: Axis,
    part: &ArrayBase<impl Storage<Elem = A>, Row::Part>,
) -> (Grown, Saved) {
    let before = x.shape().get(axis.index()).copied().unwrap_or_default();
    let value = Row::grow(x, axis, part.view());
    let saved = value.is_ok().then(|| (axis.index(), before, x.len_of(axis)));
    (value, saved)
}

/// The transpose: `bar` has the shape of the array after the call, and then that before it.
fn shrink<Row: Grow<D>, A: ArrayReal, D: Dimension>(
    bar: &mut Array<A, D>,
    saved: Saved,
    part_bar: &mut (impl CotangentAccumulator<Array<A, Row::Part>> + ?Sized),
) {
    let Some((axis, before, after)) = saved else { return };
    let axis = Axis(axis);
    same_shape("cotangent", "array", &[bar.len_of(axis)], &[after]);
    if after > before {
        let part = Row::part(bar.view(), axis, before);
        if let Some(sum) = dense(part_bar, part.shape()) {
            *sum += &*part;
        }
    }
    bar.slice_axis_inplace(axis, Slice::from(..before));
}

/// A marker for each kind of arguments before the part: `$axis` is the axis.
macro_rules! markers {
    ($($doc:literal $Marker:ident: ($($value:ident $dot:ident)?) $axis:expr;)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $Marker<Row, X>(PhantomData<(Row, X)>);

        impl<Row, X, Args> DifferentiableFn<Args> for $Marker<Row, X> {
            type Output = Grown;
            type Frame = Saved;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<Saved>;
        }

        // generated code calls these functions by position
        #[allow(missing_docs, clippy::too_many_arguments)]
        impl<Row: Grow<D>, A: ArrayReal, D: Dimension> $Marker<Row, Array<A, D>> {
            pub fn primal(
                x: &mut Array<A, D>,
                $($value: Axis,)?
                part: ArrayBase<impl Storage<Elem = A>, Row::Part>,
                _: &mut NoResiduals,
            ) -> (Grown, Saved) {
                grow::<Row, A, D>(x, $axis, &part)
            }

            pub fn jvp(
                x: &mut Array<A, D>,
                $($value: Axis,)?
                part: ArrayBase<impl Storage<Elem = A>, Row::Part>,
                x_dot: &mut Array<A, D>,
                $($dot: impl Sized,)?
                part_dot: Array<A, Row::Part>,
            ) -> (Grown, GrownTangent) {
                let (value, saved) = grow::<Row, A, D>(x, $axis, &part);
                $(let _ = $dot;)?
                if saved.is_some() {
                    let _ = Row::grow(x_dot, $axis, part_dot.view());
                }
                let dot = value.is_ok().then_some(());
                (value, dot)
            }

            pub fn linear(
                _: impl Sized,
                $($value: impl Sized,)?
                _: impl Sized,
                saved: &Saved,
                _: &NoResiduals,
                x_dot: &mut Array<A, D>,
                $($dot: impl Sized,)?
                part_dot: Array<A, Row::Part>,
            ) -> GrownTangent {
                $(let _ = ($value, $dot);)?
                let (axis, ..) = (*saved)?;
                Row::grow(x_dot, Axis(axis), part_dot.view()).ok()
            }

            pub fn transposed(
                _: impl Sized,
                $($value: impl Sized,)?
                _: impl Sized,
                saved: &Saved,
                _: &NoResiduals,
                _: GrownTangent,
                x_bar: &mut Array<A, D>,
                $($dot: &mut impl ?Sized,)?
                part_bar: &mut (impl CotangentAccumulator<Array<A, Row::Part>> + ?Sized),
            ) {
                $(let _ = ($value, $dot);)?
                shrink::<Row, A, D>(x_bar, *saved, part_bar);
            }

            pub fn vjp(
                x: &mut Array<A, D>,
                $($value: Axis,)?
                part: ArrayBase<impl Storage<Elem = A>, Row::Part>,
                _: &mut NoResiduals,
                _: GrownTangent,
                x_bar: &mut Array<A, D>,
                $($dot: &mut impl ?Sized,)?
                part_bar: &mut (impl CotangentAccumulator<Array<A, Row::Part>> + ?Sized),
            ) -> Grown {
                $(let _ = $dot;)?
                let (value, saved) = grow::<Row, A, D>(x, $axis, &part);
                shrink::<Row, A, D>(x_bar, saved, part_bar);
                value
            }
        }
    )*};
}
markers! {
    "The marker of `append` and `push`." OfGrow: (axis axis_dot) axis;
    "The marker of `push_row`." OfPushRow: () Axis(0);
    "The marker of `push_column`." OfPushColumn: () Axis(1);
}

macro_rules! method {
    ($($name:literal [$($D:ident)?] $Dim:ty, $Marker:ident $Row:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A $(, $D)?> Method<{ name($name) }> for ArrayBase<OwnedRepr<A>, $Dim>
        where
            OwnedRepr<A>: RawData<Elem = A>,
        {
            type Marker = $Marker<$Row, ArrayBase<OwnedRepr<A>, $Dim>>;
        }
    )*};
}
method! {
    "append" [D] D, OfGrow Append;
    "push" [D] D, OfGrow Push;
    "push_row" [] Ix2, OfPushRow Push;
    "push_column" [] Ix2, OfPushColumn Push;
}
