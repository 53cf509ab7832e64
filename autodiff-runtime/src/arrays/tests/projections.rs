//! Views without copies, against copies of the same views: values have the same bits, and the same
//! is added to the accumulator of the array.

use alloc::vec;
use core::marker::PhantomData;

use ndarray::{
    Array, Array1, Array2, ArrayBase, ArrayView, ArrayView1, ArrayView2, Axis, Dimension, Ix1, Ix2,
    Ix3, RemoveAxis, Slice, SliceInfo, SliceInfoElem, array,
};

use super::super::values::elementary::Exp;
use super::super::{
    Add, Assign, AtIndex, Column, Diagonal, Dot, Mapv, Mul, OfArgument, OfElements, OfMethod,
    OfNone, OfOne, OfOperator, OfScaledAdd, OfSlice, OfTwo, OfUpdate, OfUpdateMethod, Permuted,
    Reversed, Row, SliceAlong, SliceOf, Storage, Sum, SumAxis, Tangent, Viewable, Viewed, Whole,
    WithAxis, WithoutAxis, view,
};
use super::{LAYOUTS, array, bits, close, flat, label, random};
use crate::{
    Accumulators, ByValue, CaptureTangents, CotangentAccumulator, Differentiable, DifferentiableFn,
    Discard, Environment, Fresh, Function, NoResiduals, Object, PassedAsConstant, SparseRows,
    Unwanted, Wanted,
};

/// What is done with the part of an accumulator.
trait Use<D: Dimension> {
    fn apply(self, part: &mut impl CotangentAccumulator<Array<f64, D>>);
}

/// A view of arrays with the dimension `D`.
trait Projection<D: Dimension> {
    type Dim: Dimension;

    fn copy(x: &Array<f64, D>) -> Array<f64, Self::Dim>;

    /// The transpose of `copy`.
    fn add(x: &Array<f64, D>, bar: Array<f64, Self::Dim>, x_bar: &mut Array<f64, D>);

    fn view(x: ArrayView<'_, f64, D>) -> ArrayView<'_, f64, Self::Dim>;

    fn of_tangent(x_dot: &Array<f64, D>) -> Array<f64, Self::Dim>;

    fn with_part<B>(x_bar: &mut B, then: impl Use<Self::Dim>)
    where
        B: CotangentAccumulator<Array<f64, D>> + ?Sized;
}

/// Projections by the marker and the arguments of a method.
macro_rules! projections {
    ($($Name:ident [$($generics:tt)*] $D:ty => $Dim:ty: $Marker:ty,
        ($($argument:expr),*);)*) => {$(
        struct $Name;

        impl<$($generics)*> Projection<$D> for $Name {
            type Dim = $Dim;

            fn copy(x: &Array<f64, $D>) -> Array<f64, $Dim> {
                <$Marker>::primal(x, $($argument,)* &mut NoResiduals).0
            }

            fn add(x: &Array<f64, $D>, bar: Array<f64, $Dim>, x_bar: &mut Array<f64, $D>) {
                let frame = <$Marker>::primal(x, $($argument,)* &mut NoResiduals).1;
                <$Marker>::transposed(x, $($argument,)* &frame, &NoResiduals, bar, x_bar
                    $(, projections!(@discard $argument))*);
            }

            fn view(x: ArrayView<'_, f64, $D>) -> ArrayView<'_, f64, $Dim> {
                <$Marker>::view(x, $($argument),*)
            }

            fn of_tangent(x_dot: &Array<f64, $D>) -> Array<f64, $Dim> {
                <$Marker>::view_of_tangent(x_dot, $($argument),*)
            }

            fn with_part<B>(x_bar: &mut B, then: impl Use<$Dim>)
            where
                B: CotangentAccumulator<Array<f64, $D>> + ?Sized,
            {
                then.apply(&mut <$Marker>::view_of_accumulator(x_bar, $($argument),*));
            }
        }
    )*};
    (@discard $argument:expr) => { &mut Discard };
}
projections! {
    WholeArray [D: Dimension + 'static] D => D: OfNone<Viewed<Whole>, Array<f64, D>>, ();
    Transposed [D: Dimension + 'static] D => D: OfNone<Viewed<Reversed>, Array<f64, D>>, ();
    OneRow [] Ix2 => Ix1: OfArgument<Viewed<Row>, Array2<f64>>, (1);
    OneColumn [] Ix2 => Ix1: OfArgument<Viewed<Column>, Array2<f64>>, (2);
    FirstAxis [D: RemoveAxis + 'static] D => D::Smaller:
        OfTwo<Viewed<AtIndex>, Array<f64, D>>, (Axis(0), 1);
    SecondAxis [D: RemoveAxis + 'static] D => D::Smaller:
        OfTwo<Viewed<AtIndex>, Array<f64, D>>, (Axis(1), 2);
    Diag [D: Dimension + 'static] D => Ix1: OfNone<Viewed<Diagonal>, Array<f64, D>>, ();
    Backward [D: Dimension + 'static] D => D:
        OfTwo<Viewed<SliceAlong>, Array<f64, D>>, (Axis(0), Slice::new(0, None, -2));
    Swapped [] Ix2 => Ix2: OfArgument<Viewed<Permuted>, Array2<f64>>, ([1, 0]);
    Wider [] Ix1 => Ix2: OfArgument<Viewed<WithAxis>, Array1<f64>>, (Axis(0));
    Removed [] Ix2 => Ix1: OfArgument<Viewed<WithoutAxis>, Array2<f64>>, (Axis(1));
    Steps [] Ix2 => Ix2: OfSlice<Array2<f64>>, (steps());
    PartOfColumn [] Ix2 => Ix1: OfSlice<Array2<f64>>, (part_of_column());
}

fn slice(start: isize, step: isize) -> SliceInfoElem {
    SliceInfoElem::Slice { start, end: None, step }
}

/// `s![1.., ..;-2]`
pub fn steps() -> SliceOf<2, Ix2, Ix2> {
    SliceInfo::try_from([slice(1, 1), slice(0, -2)]).unwrap_or_else(|error| panic!("{error}"))
}

/// `s![..;2, 1]`
fn part_of_column() -> SliceOf<2, Ix2, Ix1> {
    let parts = [slice(0, 2), SliceInfoElem::Index(1)];
    SliceInfo::try_from(parts).unwrap_or_else(|error| panic!("{error}"))
}

/// The view `Q` of the view `P`.
struct Nested<P, Q>(PhantomData<(P, Q)>);

/// A use of the part for `Q`.
struct Of<Q, U>(U, PhantomData<Q>);

impl<D: Dimension, Q: Projection<D>, U: Use<Q::Dim>> Use<D> for Of<Q, U> {
    fn apply(self, part: &mut impl CotangentAccumulator<Array<f64, D>>) {
        Q::with_part(part, self.0);
    }
}

impl<D: Dimension, P: Projection<D>, Q: Projection<P::Dim>> Projection<D> for Nested<P, Q> {
    type Dim = Q::Dim;

    fn copy(x: &Array<f64, D>) -> Array<f64, Q::Dim> {
        Q::copy(&P::copy(x))
    }

    fn add(x: &Array<f64, D>, bar: Array<f64, Q::Dim>, x_bar: &mut Array<f64, D>) {
        let part = P::copy(x);
        let mut part_bar = part.zero_tangent();
        Q::add(&part, bar, &mut part_bar);
        P::add(x, part_bar, x_bar);
    }

    fn view(x: ArrayView<'_, f64, D>) -> ArrayView<'_, f64, Q::Dim> {
        Q::view(P::view(x))
    }

    fn of_tangent(x_dot: &Array<f64, D>) -> Array<f64, Q::Dim> {
        Q::of_tangent(&P::of_tangent(x_dot))
    }

    fn with_part<B>(x_bar: &mut B, then: impl Use<Q::Dim>)
    where
        B: CotangentAccumulator<Array<f64, D>> + ?Sized,
    {
        P::with_part(x_bar, Of::<Q, _>(then, PhantomData));
    }
}

/// An operation on a view, or on a copy of it.
trait Operation<D: Dimension> {
    type Output: Differentiable;

    fn value<S: Storage<Elem = f64>>(x: &ArrayBase<S, D>) -> Self::Output;

    fn transposed<S: Storage<Elem = f64>>(
        x: &ArrayBase<S, D>,
        bar: Tangent<Self::Output>,
        x_bar: &mut impl CotangentAccumulator<Array<f64, D>>,
    );
}

/// Operations by markers. `$before` and `$after` are the other operands, computed from `x`.
macro_rules! operations {
    ($($Name:ident [$($generics:tt)*] $D:ty => $Output:ty: |$x:ident, $S:ident| $Marker:ty,
        $(before $before:expr,)? ($($after:expr),*), $residuals:ty;)*) => {$(
        struct $Name;

        impl<$($generics)*> Operation<$D> for $Name {
            type Output = $Output;

            fn value<$S: Storage<Elem = f64>>($x: &ArrayBase<$S, $D>) -> $Output {
                <$Marker>::primal($(&$before,)? $x, $($after,)* &mut <$residuals>::default()).0
            }

            fn transposed<$S: Storage<Elem = f64>>(
                $x: &ArrayBase<$S, $D>,
                bar: Tangent<$Output>,
                x_bar: &mut impl CotangentAccumulator<Array<f64, $D>>,
            ) {
                let mut residuals = <$residuals>::default();
                let frame = <$Marker>::primal($(&$before,)? $x, $($after,)* &mut residuals).1;
                <$Marker>::transposed($(&$before,)? $x, $($after,)* &frame, &residuals, bar
                    $(, operations!(@discard $before))?, x_bar
                    $(, operations!(@discard $after))*);
            }
        }
    )*};
    (@discard $other:expr) => { &mut Discard };
}
operations! {
    Total [D: Dimension] D => f64: |x, S| OfOne<Sum, ArrayBase<S, D>>, (), NoResiduals;
    Powers [D: Dimension] D => Array<f64, D>:
        |x, S| OfOne<OfElements<Exp>, ArrayBase<S, D>>, (), NoResiduals;
    Squares [D: Dimension] D => Array<f64, D>: |x, S| Mapv<ArrayBase<S, D>>, (Object::<Square>(())),
        super::super::Calls<Square, (ByValue<f64, f64, f64>, ())>;
    AlongFirst [D: RemoveAxis] D => Array<f64, D::Smaller>:
        |x, S| OfArgument<SumAxis, ArrayBase<S, D>>, (Axis(0)), NoResiduals;
    AlongLast [D: RemoveAxis] D => Array<f64, D::Smaller>:
        |x, S| OfArgument<SumAxis, ArrayBase<S, D>>, (Axis(x.ndim() - 1)), NoResiduals;
    PlusVector [] Ix1 => Array1<f64>:
        |x, S| OfOperator<Add, ArrayBase<S, Ix1>, Array1<f64>>, (&vector(x.len())), NoResiduals;
    TimesView [] Ix1 => Array1<f64>: |x, S| OfOperator<Mul, Array1<f64>, ArrayBase<S, Ix1>>,
        before vector(x.len()), (), NoResiduals;
    PlusMatrix [] Ix2 => Array2<f64>: |x, S| OfOperator<Add, ArrayBase<S, Ix2>, Array2<f64>>,
        (&matrix(x.nrows(), x.ncols())), NoResiduals;
    TimesColumn [] Ix2 => Array2<f64>: |x, S| OfOperator<Mul, ArrayBase<S, Ix2>, Array2<f64>>,
        (&matrix(x.nrows(), 1)), NoResiduals;
    TimesRows [] Ix1 => Array2<f64>: |x, S| OfOperator<Mul, Array2<f64>, ArrayBase<S, Ix1>>,
        before matrix(3, x.len()), (), NoResiduals;
    Scaled [D: Dimension] D => Array<f64, D>: |x, S| OfOperator<Mul, ArrayBase<S, D>, f64>,
        (&1.5), NoResiduals;
    DotOfVector [] Ix1 => f64:
        |x, S| OfMethod<Dot, ArrayBase<S, Ix1>>, (&vector(x.len())), NoResiduals;
    VectorDot [] Ix1 => f64: |x, S| OfMethod<Dot, Array1<f64>>, before vector(x.len()), (),
        NoResiduals;
    VectorDotMatrix [] Ix2 => Array1<f64>: |x, S| OfMethod<Dot, Array1<f64>>,
        before vector(x.nrows()), (), NoResiduals;
    MatrixDotVector [] Ix2 => Array1<f64>:
        |x, S| OfMethod<Dot, ArrayBase<S, Ix2>>, (&vector(x.ncols())), NoResiduals;
    MatrixTimesVector [] Ix1 => Array1<f64>: |x, S| OfMethod<Dot, Array2<f64>>,
        before matrix(4, x.len()), (), NoResiduals;
    MatrixDotMatrix [] Ix2 => Array2<f64>:
        |x, S| OfMethod<Dot, ArrayBase<S, Ix2>>, (&matrix(x.ncols(), 3)), NoResiduals;
    MatrixTimesMatrix [] Ix2 => Array2<f64>: |x, S| OfMethod<Dot, Array2<f64>>,
        before matrix(3, x.nrows()), (), NoResiduals;
}

fn vector(length: usize) -> Array1<f64> {
    array(LAYOUTS[4], Ix1(length), 11)
}

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    array(LAYOUTS[8], Ix2(rows, columns), 12)
}

/// `|x| x * x`, with so many numbers as residuals.
#[derive(Debug)]
pub struct Square<const N: usize = 1>;

impl<const N: usize> Environment for Square<N> {
    type Captures = ();
}

impl<const N: usize> Function<(ByValue<f64, f64, f64>, ())> for Square<N> {
    type Output = f64;
    type Tangent = f64;
    type Frame = [f64; N];
    type Stacks = NoResiduals;

    fn primal(_: Object<'_, Self>, (x, ()): (f64, ()), _: &mut NoResiduals) -> (f64, [f64; N]) {
        (x * x, [x; N])
    }

    fn jvp(
        _: Object<'_, Self>,
        (x, ()): (f64, ()),
        (): CaptureTangents<'_, Self>,
        (x_dot, ()): (f64, ()),
    ) -> (f64, f64) {
        (x * x, 2.0 * x * x_dot)
    }

    fn linear(
        _: Object<'_, Self>,
        _: ((), ()),
        x: &[f64; N],
        _: &NoResiduals,
        (): CaptureTangents<'_, Self>,
        (x_dot, ()): (f64, ()),
    ) -> f64 {
        2.0 * x[0] * x_dot
    }

    fn transposed(
        _: Object<'_, Self>,
        _: ((), ()),
        x: &[f64; N],
        _: &NoResiduals,
        bar: f64,
        accumulators: &mut (impl Accumulators<((), (ByValue<f64, f64, f64>, ()))> + ?Sized),
    ) {
        let (_, arguments) = accumulators.parts();
        arguments.parts().0.value().add(&(2.0 * x[0] * bar));
    }

    fn clear(_: &mut NoResiduals) {}
}

/// The transpose of an operation on a view.
struct Transpose<'a, O: Operation<D>, D: Dimension> {
    x: ArrayView<'a, f64, D>,
    bar: Tangent<O::Output>,
}

impl<D: Dimension, O: Operation<D>> Use<D> for Transpose<'_, O, D> {
    fn apply(self, part: &mut impl CotangentAccumulator<Array<f64, D>>) {
        O::transposed(&self.x, self.bar, part);
    }
}

/// Adds the transpose of an operation on a view.
fn add<D, P, O, B>(x: &Array<f64, D>, bar: &Tangent<O::Output>, x_bar: &mut B)
where
    D: Dimension,
    P: Projection<D>,
    O: Operation<P::Dim>,
    B: CotangentAccumulator<Array<f64, D>>,
{
    P::with_part(x_bar, Transpose::<O, _> { x: P::view(view(x)), bar: bar.clone() });
}

/// Checks one operation on one view of one array. Returns the cotangent, and what is added to the
/// array.
#[track_caller]
fn check<D, P, O>(label: &str, x: &Array<f64, D>) -> (Tangent<O::Output>, Array<f64, D>)
where
    D: Dimension,
    P: Projection<D>,
    O: Operation<P::Dim>,
{
    let copy = P::copy(x);
    let value = O::value(&copy);
    let of_view = O::value(&P::view(view(x)));
    assert_eq!(bits(&value), bits(&of_view), "{label}: value");

    let bar = random(&value, 5);
    let mut part_bar = copy.zero_tangent();
    O::transposed(&copy, bar.clone(), &mut part_bar);
    let mut expected = x.zero_tangent();
    P::add(x, part_bar, &mut expected);

    let before = random(x, 7);
    let mut x_bar = before.clone();
    add::<D, P, O, _>(x, &bar, &mut x_bar);
    close("array", label, &flat(&x_bar), &flat(&(before + &expected)), 1e-12);
    let mut fresh = Fresh::<Array<f64, D>>::new(&x.tangent_shape());
    add::<D, P, O, _>(x, &bar, &mut fresh);
    let of_fresh = fresh.sum();
    close("fresh", label, &flat(&of_fresh), &flat(&expected), 1e-12);
    add::<D, P, O, _>(x, &bar, &mut Discard);
    add::<D, P, O, _>(x, &bar, &mut Wanted(None::<Array<f64, D>>));
    (bar, expected)
}

/// Checks an operation on a view of a table with an accumulator that stores rows.
#[track_caller]
fn check_table<P: Projection<Ix2>, O: Operation<P::Dim>>(x: &Array2<f64>, stored: usize) {
    let (bar, expected) = check::<Ix2, P, O>("table", x);
    let mut rows = SparseRows::new(x.nrows(), x.ncols());
    for _ in 0..2 {
        add::<Ix2, P, O, _>(x, &bar, &mut rows);
    }
    close("rows", "table", &flat(&rows.to_dense()), &flat(&(2.0 * expected)), 1e-12);
    assert_eq!(rows.stored(), stored);
}

/// Checks operations on views of arrays in all layouts.
macro_rules! check {
    ([$($shape:expr),*] $D:ty: [$($P:ty),* $(,)?] [$($O:ident)*]) => {
        for layout in LAYOUTS {
            for shape in [$($shape),*] {
                let x = array(layout, shape, 1);
                check!(@views x, layout, shape, $D, [$($P),*] [$($O)*]);
            }
        }
    };
    (@views $x:ident, $layout:ident, $shape:ident, $D:ty, [$($P:ty),*] $operations:tt) => {
        $(check!(@operations $x, $layout, $shape, $D, $P, $operations);)*
    };
    (@operations $x:ident, $layout:ident, $shape:ident, $D:ty, $P:ty, [$($O:ident)*]) => {
        let x_dot = random(&$x, 3);
        assert_eq!(<$P>::of_tangent(&x_dot), <$P>::view(x_dot.view()));
        $(check::<$D, $P, $O>(&label(concat!(stringify!($P), stringify!($O)),
            &[&$layout, &$shape]), &$x);)*
    };
}

#[test]
fn vectors_of_matrices() {
    check!([Ix2(3, 17), Ix2(9, 9), Ix2(12, 4)] Ix2: [
        OneRow, OneColumn, FirstAxis, SecondAxis, Diag, PartOfColumn,
        Nested<OneRow, Backward>, Nested<Steps, OneRow>, Nested<Transposed, OneColumn>,
        Nested<Steps, Nested<Transposed, OneRow>>,
    ] [
        Total Powers Squares AlongFirst PlusVector TimesView TimesRows Scaled DotOfVector VectorDot
        MatrixTimesVector
    ]);
}

#[test]
fn vectors_of_one_column() {
    check!([Ix2(9, 1), Ix2(1, 1), Ix2(0, 1)] Ix2: [Removed, Nested<Removed, Backward>] [
        Total Powers Squares AlongFirst PlusVector DotOfVector
    ]);
}

#[test]
fn matrices() {
    check!([Ix2(3, 17), Ix2(9, 9), Ix2(12, 4), Ix2(2, 1)] Ix2: [
        WholeArray, Transposed, Backward, Swapped, Steps, Nested<Steps, Transposed>,
        Nested<Backward, Nested<Steps, Swapped>>,
    ] [
        Total Powers Squares AlongFirst AlongLast PlusMatrix TimesColumn Scaled VectorDotMatrix
        MatrixDotVector MatrixDotMatrix MatrixTimesMatrix
    ]);
}

#[test]
fn matrices_of_other_arrays() {
    check!([Ix3(3, 5, 9), Ix3(2, 3, 1)] Ix3: [
        FirstAxis, SecondAxis, Nested<Transposed, Nested<Backward, FirstAxis2>>,
    ] [Total Powers AlongFirst AlongLast PlusMatrix MatrixDotVector MatrixDotMatrix]);
    check!([Ix1(9), Ix1(2)] Ix1: [Wider, Nested<Backward, Wider>] [
        Total Powers AlongFirst PlusMatrix MatrixDotVector MatrixDotMatrix
    ]);
}

projections! {
    FirstAxis2 [] Ix3 => Ix2: OfTwo<Viewed<AtIndex>, Array<f64, Ix3>>, (Axis(0), 0);
}

#[test]
fn rows_of_tables() {
    for layout in LAYOUTS {
        let x = array(layout, Ix2(5, 9), 1);
        check_table::<OneRow, DotOfVector>(&x, 1);
        check_table::<OneRow, Squares>(&x, 1);
        check_table::<FirstAxis, PlusVector>(&x, 1);
        check_table::<Nested<FirstAxis, Backward>, Powers>(&x, 1);
        check_table::<OneColumn, DotOfVector>(&x, 5);
        check_table::<Steps, MatrixDotVector>(&x, 5);
        check_table::<Nested<Transposed, OneColumn>, Total>(&x, 5);
    }
}

#[test]
fn rows_of_tables_that_are_stored_whole() {
    let x = array(LAYOUTS[0], Ix2(5, 2), 1);
    let mut rows = SparseRows::new(5, 2);
    add::<Ix2, WholeArray, Total, _>(&x, &1.0, &mut rows);
    add::<Ix2, OneRow, Total, _>(&x, &0.5, &mut Wanted(Some(&mut rows)));
    assert_eq!(rows.row(1), Some(array![1.5, 1.5].view()));
    assert_eq!(rows.row(0), Some(array![1.0, 1.0].view()));
}

/// `x.assign(view)`, `x += view` and `x.scaled_add(0.5, view)`
#[test]
fn views_that_other_arrays_are_changed_by() {
    type Changed<'v> = OfUpdate<Add, Array1<f64>, ArrayView1<'v, f64>>;
    for layout in LAYOUTS {
        let x = array(layout, Ix2(3, 9), 1);
        let y = OneRow::view(view(&x));
        let mut changed = vector(9);
        let mut bars = [(); 3].map(|()| vector(9));
        let mut x_bar = x.zero_tangent();
        let mut part = <OfArgument<Viewed<Row>, Array2<f64>>>::view_of_accumulator(&mut x_bar, 1);
        let (none, x, [a, b, c]) = (&mut NoResiduals, &mut changed, &mut bars);
        Changed::vjp(x, &y, none, (), a, &mut part);
        <OfScaledAdd<Array1<f64>>>::vjp(x, 0.5, &y, none, (), b, &mut Discard, &mut part);
        assert_eq!(changed, vector(9) + y + 0.5 * &y);
        <OfUpdateMethod<Assign, Array1<f64>>>::vjp(&mut changed, &y, none, (), c, &mut part);
        assert_eq!(changed, y);
        close("sum", "updates", &flat(&x_bar.row(1).to_owned()), &flat(&(2.5 * vector(9))), 1e-12);
    }
}

type RowOfView<'v> = OfArgument<Viewed<Row>, ArrayView2<'v, f64>>;
type SliceOfView<'v> = OfSlice<ArrayView2<'v, f64>>;

#[test]
fn markers_of_views_and_of_other_elements() {
    let x = Array2::from_shape_fn((3, 4), |(i, j)| (4 * i + j) as f32);
    let row = <OfArgument<Viewed<Row>, Array2<f32>>>::view(view(&x), 1);
    assert_eq!((row, row.as_ptr()), (x.row(1), x.row(1).as_ptr()));
    let x = x.mapv(f64::from);
    let part = <SliceOfView<'_>>::view(view(&x), steps());
    let row: <Array1<f64> as Viewable>::View<'_> = <RowOfView<'_>>::view(part, 1);
    assert_eq!(row, array![11.0, 9.0]);
    let mut bar = Array2::zeros((3, 4));
    let mut part_bar = <SliceOfView<'_>>::view_of_accumulator(&mut bar, steps());
    let mut row_bar = <RowOfView<'_>>::view_of_accumulator(&mut part_bar, 1);
    row_bar.add(&array![1.0, 2.0]);
    row_bar.element(1).add(&0.5);
    assert_eq!((row_bar.length(), row_bar.array_shape()), (Some(2), Some(&[2][..])));
    assert_eq!(bar.row(2), array![0.0, 2.5, 0.0, 1.0]);
}

#[test]
fn elements_and_windows() {
    let mut bar = Array2::zeros((3, 4));
    let mut part = <OfNone<Viewed<Reversed>, Array2<f64>>>::view_of_accumulator(&mut bar);
    part.element(5).add(&1.0);
    <OfArgument<Viewed<Row>, Array2<f64>>>::view_of_accumulator(&mut bar, 0)
        .window(1..3)
        .element(1)
        .add(&2.0);
    let expected = array![[0.0, 0.0, 2.0, 0.0], [0.0; 4], [0.0, 1.0, 0.0, 0.0]];
    assert_eq!(bar, expected);
}

#[test]
#[should_panic(expected = "the length is 4 but the index is 4")]
fn an_element_out_of_bounds() {
    let mut bar = Array2::<f64>::zeros((3, 4));
    <OfArgument<Viewed<Row>, Array2<f64>>>::view_of_accumulator(&mut bar, 0).element(4);
}

#[test]
#[should_panic(expected = "the accumulator has shape [4] and the cotangent has shape [3]")]
fn a_cotangent_of_another_shape() {
    let mut bar = Array2::<f64>::zeros((3, 4));
    let mut part = <OfArgument<Viewed<Row>, Array2<f64>>>::view_of_accumulator(&mut bar, 0);
    part.add(&Array1::zeros(3));
}

#[test]
fn views_of_unneeded_accumulators() {
    fn unneeded<B>(mut part: B)
    where
        B: CotangentAccumulator<Array1<f64>> + Unwanted + PassedAsConstant,
    {
        const { assert!(!B::WANTED) };
        part.element(70).add(&1.0);
        part.window(3..5).element(1).add(&1.0);
        assert!(part.dense().is_none() && part.length().is_none());
    }
    const fn wanted<B: CotangentAccumulator<Array1<f64>>>(_: &B) {
        const { assert!(B::WANTED) }
    }
    let mut discard = Discard;
    unneeded(<OfArgument<Viewed<Row>, Array2<f64>>>::view_of_accumulator(&mut discard, 0));
    let mut part = <OfSlice<Array2<f64>>>::view_of_accumulator(&mut discard, steps());
    unneeded(<RowOfView<'_>>::view_of_accumulator(&mut part, 0));
    let mut fresh = Fresh::<Array2<f64>>::new(&Array2::<f64>::zeros((3, 4)).tangent_shape());
    let mut part = <OfSlice<Array2<f64>>>::view_of_accumulator(&mut fresh, steps());
    wanted(&<RowOfView<'_>>::view_of_accumulator(&mut part, 0));
}

/// Adds 1 to every element, by views of views: all have one type.
fn ones<B: CotangentAccumulator<Array1<f64>> + ?Sized>(bar: &mut B, length: usize) {
    type Part = OfTwo<Viewed<SliceAlong>, Array1<f64>>;
    if length == 1 {
        bar.element(0).add(&1.0);
    } else if length > 1 {
        let half = (length / 2) as isize;
        for (slice, length) in [
            (Slice::new(0, Some(half), 1), length / 2),
            (Slice::new(half, None, -1), length - length / 2),
        ] {
            ones(&mut Part::view_of_accumulator(bar, Axis(0), slice), length);
        }
    }
}

#[test]
fn views_of_views_close() {
    let mut bar = Array1::zeros(5);
    ones(&mut bar, 5);
    assert_eq!(bar, array![1.0, 1.0, 1.0, 1.0, 1.0]);
    let mut fresh = Fresh::<Array1<f64>>::new(&Array1::<f64>::zeros(3).tangent_shape());
    ones(&mut fresh, 3);
    assert_eq!(fresh.sum(), array![1.0, 1.0, 1.0]);
    ones(&mut Discard, 5);
}

/// Asserts that a marker has the types of another one, whose operands are owned.
fn same_types<M, N, Args, Owned>()
where
    N: DifferentiableFn<Owned>,
    M: DifferentiableFn<
            Args,
            Output = N::Output,
            Frame = N::Frame,
            Stacks = N::Stacks,
            NestedStacks = N::NestedStacks,
            NestedFrame = N::NestedFrame,
        >,
{
}

/// Residuals and values of operations on views do not borrow.
#[test]
fn no_type_has_the_lifetime_of_a_view() {
    fn of_lifetime<'v>(_: &'v [f64]) {
        type V<'v> = ArrayView1<'v, f64>;
        type M<'v> = ArrayView2<'v, f64>;
        type X = Array1<f64>;
        type Y = Array2<f64>;
        same_types::<OfMethod<Dot, V<'v>>, OfMethod<Dot, X>, (V<'v>, V<'v>), (X, X)>();
        same_types::<OfMethod<Dot, M<'v>>, OfMethod<Dot, Y>, (M<'v>, V<'v>), (Y, X)>();
        same_types::<OfOperator<Add, M<'v>, V<'v>>, OfOperator<Add, Y, X>, (M<'v>, V<'v>), ()>();
        same_types::<OfOne<OfElements<Exp>, M<'v>>, OfOne<OfElements<Exp>, Y>, (M<'v>,), ()>();
        same_types::<OfOne<Sum, V<'v>>, OfOne<Sum, X>, (V<'v>,), ()>();
        same_types::<OfArgument<SumAxis, M<'v>>, OfArgument<SumAxis, Y>, (M<'v>, Axis), ()>();
        same_types::<Mapv<M<'v>>, Mapv<Y>, (M<'v>, Square), (Y, Square)>();
        same_types::<RowOfView<'v>, OfArgument<Viewed<Row>, Y>, (M<'v>, usize), ()>();
        same_types::<
            SliceOfView<'v>,
            OfSlice<Y>,
            (M<'v>, SliceOf<2, Ix2, Ix1>),
            (Y, SliceOf<2, Ix2, Ix1>),
        >();
    }
    of_lifetime(&[]);
}
