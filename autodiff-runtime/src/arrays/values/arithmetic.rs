//! `+`, `-`, `*` and `/` of arrays and scalars, and `-x`.
//!
//! Arrays broadcast as `ndarray` defines it. The transpose sums along the axes that an operand
//! lacks, or has with length 1.

use alloc::vec::Vec;
use core::any::TypeId;

use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayView, ArrayView2, ArrayViewMut, ArrayViewMut1, Axis, DimMax,
    Dimension, Ix1, Ix2, RawData, Zip,
};

use super::owned::{OwnedLeft, OwnedRight};
use crate::arrays::rows::{Binary, OfOne, OfOperator, Unary};
use crate::arrays::storage::memory::{release, to_overwrite};
use crate::arrays::storage::space::{ArrayReal, Storage, add_changed, dense, same_shape};
use crate::member::name;
use crate::{CotangentAccumulator, Method, NoResiduals, Structure};

/// An operator on the elements, with its derivative.
pub trait Elementwise {
    /// Whether `left` and `right` depend on the operands. If not, the transpose does not pass over
    /// the memory of these.
    const READS_OPERANDS: bool;
    /// Whether it is linear in each operand.
    const IS_PRODUCT: bool;
    /// The value.
    fn value<A: ArrayReal>(x: A, y: A) -> A;
    /// The value of arrays.
    fn whole<A: ArrayReal, S: Storage<Elem = A>, D, T: Storage<Elem = A>, E>(
        x: &ArrayBase<S, D>,
        y: &ArrayBase<T, E>,
    ) -> Both<A, D, E>
    where
        D: Dimension + DimMax<E>,
        E: Dimension;
    /// The derivative in the direction of `x_dot` and `y_dot`.
    fn linear<A: ArrayReal>(x: A, y: A, x_dot: A, y_dot: A) -> A;
    /// The cotangent of the left operand.
    fn left<A: ArrayReal>(x: A, y: A, bar: A) -> A;
    /// The cotangent of the right operand.
    fn right<A: ArrayReal>(x: A, y: A, bar: A) -> A;
}

/// One row for an operator: the value of elements, the tangent, and the cotangents of both
/// operands.
macro_rules! elementwise {
    ($($Row:ident $symbol:tt $doc:literal ($reads:literal, $is_product:literal):
        |$x:ident, $y:ident| $value:expr,
        |$u:ident, $v:ident| $dot:expr, |$bar:ident| ($left:expr, $right:expr);)*) => {$(
        #[doc = $doc]
        #[derive(Debug)]
        pub struct $Row;

        #[allow(unused_variables)]
        impl Elementwise for $Row {
            const READS_OPERANDS: bool = $reads;
            const IS_PRODUCT: bool = $is_product;

            #[inline]
            fn value<A: ArrayReal>($x: A, $y: A) -> A {
                $value
            }

            #[track_caller]
            fn whole<A: ArrayReal, S: Storage<Elem = A>, D, T: Storage<Elem = A>, E>(
                x: &ArrayBase<S, D>,
                y: &ArrayBase<T, E>,
            ) -> Both<A, D, E>
            where
                D: Dimension + DimMax<E>,
                E: Dimension,
            {
                x $symbol y
            }

            #[inline]
            fn linear<A: ArrayReal>($x: A, $y: A, $u: A, $v: A) -> A {
                $dot
            }

            #[inline]
            fn left<A: ArrayReal>($x: A, $y: A, $bar: A) -> A {
                $left
            }

            #[inline]
            fn right<A: ArrayReal>($x: A, $y: A, $bar: A) -> A {
                $right
            }
        }
    )*};
}
elementwise! {
    Add + "`x + y`" (false, false): |x, y| x + y, |u, v| u + v, |bar| (bar, bar);
    Sub - "`x - y`" (false, false): |x, y| x - y, |u, v| u - v, |bar| (bar, -bar);
    Mul * "`x * y`" (true, true): |x, y| x * y, |u, v| y * u + x * v, |bar| (y * bar, x * bar);
    Div / "`x / y`" (true, false): |x, y| x / y, |u, v| u / y - x / y / y * v,
        |bar| (bar / y, quotient_by_right(x, y, bar));
}

/// The cotangent of the right operand of a quotient. The inverse of `y` is hoisted out of a loop
/// over a lane with one `y`. It is infinite for the smallest numbers.
#[inline]
fn quotient_by_right<A: ArrayReal>(x: A, y: A, bar: A) -> A {
    let inverse = y.recip();
    if inverse.is_finite() { -(x * inverse * (bar * inverse)) } else { -(x / y / y * bar) }
}

/// `1 / y`, if a row is a quotient by `y` and a product with the inverse equals it bit by bit: `y`
/// is a power of two. rustc multiplies where it knows the divisor.
pub(super) fn exact_inverse<Row: Elementwise, A: ArrayReal>(y: A) -> Option<A> {
    let is_quotient = Row::READS_OPERANDS && !Row::IS_PRODUCT;
    // the tangents of a dual number are other products
    let is_number = [TypeId::of::<f64>(), TypeId::of::<f32>()].contains(&TypeId::of::<A>());
    if !is_quotient || !is_number {
        return None;
    }
    let inverse = y.recip();
    let is_exact = y.is_normal() && inverse.is_normal() && y.integer_decode().0.is_power_of_two();
    is_exact.then_some(inverse)
}

/// `-x`
#[derive(Debug)]
pub struct Neg;

/// Registers a row under the spellings of an operator of two operands, one for each way in which
/// these are passed: of two arrays, of an array and a scalar, and of a scalar and an array.
macro_rules! operator {
    ($($spelling:literal $Arrays:ty, $WithScalar:ty, $ScalarWith:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A, S, D, T, E> Method<{ name($spelling) }, ArrayBase<T, E>> for ArrayBase<S, D>
        where
            S: RawData<Elem = A>,
            T: RawData<Elem = A>,
        {
            type Marker = OfOperator<$Arrays, ArrayBase<S, D>, ArrayBase<T, E>>;
        }

        #[diagnostic::do_not_recommend]
        impl<A: ArrayReal, S: RawData<Elem = A>, D> Method<{ name($spelling) }, A>
            for ArrayBase<S, D>
        {
            type Marker = OfOperator<$WithScalar, ArrayBase<S, D>, A>;
        }

        operator!(@scalar $ScalarWith, $spelling, f64);
        operator!(@scalar $ScalarWith, $spelling, f32);
    )*};
    (@scalar $ScalarWith:ty, $spelling:literal, $real:ty) => {
        #[diagnostic::do_not_recommend]
        impl<S: RawData<Elem = $real>, D> Method<{ name($spelling) }, ArrayBase<S, D>> for $real {
            type Marker = OfOperator<$ScalarWith, $real, ArrayBase<S, D>>;
        }
    };
    ($($Row:ident: $by_value:literal $left_by_reference:literal $right_by_reference:literal
        $by_reference:literal;)*) => {
        operator! {$(
            $by_value OwnedLeft<$Row>, OwnedLeft<$Row>, OwnedRight<$Row>;
            $left_by_reference OwnedRight<$Row>, $Row, OwnedRight<$Row>;
            $right_by_reference OwnedLeft<$Row>, OwnedLeft<$Row>, $Row;
            $by_reference $Row, $Row, $Row;
        )*}
    };
}
operator! {
    Add: "add" "&add" "add&" "&add&";
    Sub: "sub" "&sub" "sub&" "&sub&";
    Mul: "mul" "&mul" "mul&" "&mul&";
    Div: "div" "&div" "div&" "&div&";
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("neg") }> for ArrayBase<S, D> {
    type Marker = OfOne<Neg, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("&neg") }> for ArrayBase<S, D> {
    type Marker = OfOne<Neg, ArrayBase<S, D>>;
}

/// The array that two arrays broadcast to.
type Both<A, D, E> = Array<A, <D as DimMax<E>>::Output>;

/// Arrays, element by element, in the shape that they broadcast to.
impl<Row, A, S, D, T, E> Binary<ArrayBase<S, D>, ArrayBase<T, E>> for Row
where
    Row: Elementwise,
    A: ArrayReal,
    S: Storage<Elem = A>,
    T: Storage<Elem = A>,
    D: Dimension + DimMax<E>,
    E: Dimension,
{
    type Output = Both<A, D, E>;

    #[track_caller]
    fn value(x: &ArrayBase<S, D>, y: &ArrayBase<T, E>) -> Both<A, D, E> {
        Row::whole(x, y)
    }

    fn linear(
        x: &ArrayBase<S, D>,
        y: &ArrayBase<T, E>,
        x_dot: &Array<A, D>,
        y_dot: &Array<A, E>,
    ) -> Both<A, D, E> {
        same_shape("tangent", "array", x_dot.shape(), x.shape());
        same_shape("tangent", "array", y_dot.shape(), y.shape());
        // the sum finds the shape
        let mut dot = x_dot + y_dot;
        let shape = dot.raw_dim();
        let of_x = (x.broadcast(shape.clone()), x_dot.broadcast(shape.clone()));
        let of_y = (y.broadcast(shape.clone()), y_dot.broadcast(shape));
        if let ((Some(x), Some(u)), (Some(y), Some(v))) = (of_x, of_y) {
            Zip::from(&mut dot)
                .and(&x)
                .and(&y)
                .and(&u)
                .and(&v)
                .for_each(|dot, x, y, u, v| *dot = Row::linear(*x, *y, *u, *v));
        }
        dot
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        y: &ArrayBase<T, E>,
        bar: Both<A, D, E>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Array<A, E>> + ?Sized),
    ) {
        let (shape, of_x, of_y) = (bar.raw_dim(), x.shape(), y.shape());
        if !bar.shape().iter().copied().eq(of_both(of_x, of_y)) {
            let expected: Vec<usize> = of_both(of_x, of_y).collect();
            same_shape("cotangent", "result", bar.shape(), &expected);
        }
        let (Some(x), Some(y)) = (x.broadcast(shape.clone()), y.broadcast(shape)) else { return };
        // the operands whose cotangent is a new array
        let is_new_x = x_bar.is_fresh() && bar.shape() == of_x;
        let is_new_y = y_bar.is_fresh() && bar.shape() == of_y;
        if !is_new_x && let Some(sum) = dense(x_bar, of_x) {
            add_to_operand(sum, &bar, &x, &y, Row::READS_OPERANDS, Row::left);
        }
        if !is_new_y && let Some(sum) = dense(y_bar, of_y) {
            add_to_operand(sum, &bar, &x, &y, Row::READS_OPERANDS, Row::right);
        }
        if is_new_x && is_new_y {
            let mut left = to_overwrite(bar.raw_dim());
            let all = Zip::from(&mut left).and(&bar);
            if Row::READS_OPERANDS {
                all.and(&x).and(&y).for_each(|l, b, x, y| *l = Row::left(*x, *y, *b));
            } else {
                all.for_each(|l, b| *l = Row::left(A::zero(), A::zero(), *b));
            }
            take_as(x_bar, left);
            take_as(y_bar, changed(bar, &x, &y, Row::READS_OPERANDS, Row::right));
        } else if is_new_x {
            take_as(x_bar, changed(bar, &x, &y, Row::READS_OPERANDS, Row::left));
        } else if is_new_y {
            take_as(y_bar, changed(bar, &x, &y, Row::READS_OPERANDS, Row::right));
        } else {
            release(bar);
        }
    }
}

/// The shape that two shapes broadcast to, if they do: the last axes correspond, and an axis of
/// length 1 repeats.
fn of_both(x: &[usize], y: &[usize]) -> impl Iterator<Item = usize> {
    let count = x.len().max(y.len());
    let length = move |of: &[usize], axis: usize| {
        let missing = count - of.len();
        if axis < missing { 1 } else { of[axis - missing] }
    };
    let longer = move |axis: usize| match (length(x, axis), length(y, axis)) {
        (1, other) | (other, _) => other,
    };
    (0..count).map(longer)
}

/// The cotangents `f(x, y, bar)` of the elements of an operand, in the place of `bar`. `reads`:
/// whether `f` depends on `x` and `y`.
fn changed<A: ArrayReal, O: Dimension>(
    mut bar: Array<A, O>,
    x: &ArrayView<'_, A, O>,
    y: &ArrayView<'_, A, O>,
    reads: bool,
    f: impl Fn(A, A, A) -> A,
) -> Array<A, O> {
    if !reads {
        bar.map_inplace(|b| *b = f(A::zero(), A::zero(), *b));
    } else if let Some(last) = constant_axis(y) {
        Zip::from(bar.lanes_mut(last)).and(x.lanes(last)).and(y.lanes(last)).for_each(
            |bar, x, y| {
                if let Some(y) = y.first() {
                    Zip::from(bar).and(x).for_each(|b, x| *b = f(*x, *y, *b));
                }
            },
        );
    } else {
        Zip::from(&mut bar).and(x).and(y).for_each(|b, x, y| *b = f(*x, *y, *b));
    }
    bar
}

/// The last axis, if an array has one value along it, as if it was broadcast along it.
pub(super) fn constant_axis<A, O: Dimension>(array: &ArrayView<'_, A, O>) -> Option<Axis> {
    let last = Axis(array.ndim().checked_sub(1)?);
    (array.stride_of(last) == 0 && array.len_of(last) > 1).then_some(last)
}

/// Adds the cotangent of an operand that has the shape of the result.
pub(in crate::arrays) fn take_as<A: ArrayReal, D: Dimension, O: Dimension>(
    sum: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    cotangent: Array<A, O>,
) {
    if let Ok(cotangent) = cotangent.into_dimensionality::<D>() {
        sum.take(cotangent);
    }
}

/// Adds the cotangents `f(x, y, bar)` of the elements of an operand to its accumulator: in place if
/// it has the shape of the result or of its rows, else summed along the axes in which it was
/// broadcast. `reads`: whether `f` depends on `x` and `y`.
pub(in crate::arrays) fn add_to_operand<A: ArrayReal, D: Dimension, O: Dimension>(
    sum: &mut ArrayRef<A, D>,
    bar: &ArrayRef<A, O>,
    x: &ArrayView<'_, A, O>,
    y: &ArrayView<'_, A, O>,
    reads: bool,
    f: impl Fn(A, A, A) -> A,
) {
    if sum.shape() == bar.shape() {
        match sum.view_mut().into_dimensionality::<O>() {
            Ok(sum) if reads => {
                Zip::from(sum).and(bar).and(x).and(y).for_each(|s, b, x, y| *s += f(*x, *y, *b));
            }
            Ok(sum) => {
                Zip::from(sum).and(bar).for_each(|s, b| *s += f(A::zero(), A::zero(), *b));
            }
            Err(_) => {}
        }
        return;
    }
    if let (Ok(sum), Ok(bar), Ok(x), Ok(y)) = (
        sum.view_mut().into_dimensionality::<Ix1>(),
        bar.view().into_dimensionality::<Ix2>(),
        x.view().into_dimensionality::<Ix2>(),
        y.view().into_dimensionality::<Ix2>(),
    ) && sum.len() == bar.ncols()
    {
        add_rows(sum, &bar, &x, &y, reads, f);
        return;
    }
    if let (Some((1, outer)), Some((_, of_bar))) =
        (sum.shape().split_last(), bar.shape().split_last())
        && outer == of_bar
        && let Ok(sum) = sum.view_mut().into_dimensionality::<O>()
    {
        add_sums_of_lanes(sum, bar, x, y, f);
        return;
    }
    let mut of_elements =
        Zip::from(bar).and(x).and(y).map_collect(|b, x, y| f(*x, *y, *b)).into_dyn();
    while of_elements.ndim() > sum.ndim() {
        of_elements = of_elements.sum_axis(Axis(0));
    }
    for axis in (0..sum.ndim()).map(Axis) {
        if sum.len_of(axis) == 1 && of_elements.len_of(axis) != 1 {
            of_elements = of_elements.sum_axis(axis).insert_axis(axis);
        }
    }
    if let Ok(of_elements) = of_elements.into_dimensionality::<D>() {
        *sum += &*of_elements;
    }
}

/// Adds the cotangents of an array of length 1 along the last axis, which was broadcast along it.
fn add_sums_of_lanes<A: ArrayReal, O: Dimension>(
    mut sum: ArrayViewMut<'_, A, O>,
    bar: &ArrayRef<A, O>,
    x: &ArrayView<'_, A, O>,
    y: &ArrayView<'_, A, O>,
    f: impl Fn(A, A, A) -> A,
) {
    let last = Axis(bar.ndim() - 1);
    Zip::from(sum.lanes_mut(last))
        .and(bar.lanes(last))
        .and(x.lanes(last))
        .and(y.lanes(last))
        .for_each(|mut sum, bar, x, y| {
            let of_lane = match (constant_axis(&y), y.first(), x.to_slice(), bar.to_slice()) {
                (Some(_), Some(y), Some(x), Some(bar)) => {
                    sum_of_pairs(x, bar, |x, bar| f(x, *y, bar))
                }
                _ => Zip::from(bar).and(x).and(y).fold(A::zero(), |s, b, x, y| s + f(*x, *y, *b)),
            };
            sum.map_inplace(|sum| *sum += of_lane);
        });
}

/// The sum of `f(x, y)` for pairs of elements, in eight parts that the processor sums side by side.
fn sum_of_pairs<A: ArrayReal>(x: &[A], y: &[A], f: impl Fn(A, A) -> A) -> A {
    let mut sums = [A::zero(); 8];
    let (of_x, of_y) = (x.chunks_exact(8), y.chunks_exact(8));
    let rest = of_x.remainder().iter().zip(of_y.remainder());
    let of_rest = rest.fold(A::zero(), |sum, (x, y)| sum + f(*x, *y));
    for (x, y) in of_x.zip(of_y) {
        for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
            *sum += f(*x, *y);
        }
    }
    sums.into_iter().fold(of_rest, |sum, part| sum + part)
}

/// Adds the cotangents of a vector that was broadcast to the rows of a matrix.
fn add_rows<A: ArrayReal>(
    mut sum: ArrayViewMut1<'_, A>,
    bar: &ArrayView2<'_, A>,
    x: &ArrayView2<'_, A>,
    y: &ArrayView2<'_, A>,
    reads: bool,
    f: impl Fn(A, A, A) -> A,
) {
    if !reads {
        let f = |bar: &A| f(A::zero(), A::zero(), *bar);
        for rows in bar.axis_chunks_iter(Axis(0), 4) {
            if rows.nrows() == 4 {
                // the sum is read and written once for four rows
                Zip::from(&mut sum)
                    .and(rows.row(0))
                    .and(rows.row(1))
                    .and(rows.row(2))
                    .and(rows.row(3))
                    .for_each(|s, a, b, c, d| *s += (f(a) + f(b)) + (f(c) + f(d)));
            } else {
                for bar in rows.rows() {
                    Zip::from(&mut sum).and(bar).for_each(|s, b| *s += f(b));
                }
            }
        }
        return;
    }
    for ((bar, x), y) in bar.rows().into_iter().zip(x.rows()).zip(y.rows()) {
        Zip::from(&mut sum).and(bar).and(x).and(y).for_each(|s, b, x, y| *s += f(*x, *y, *b));
    }
}

impl<Row, A, S, D> Binary<ArrayBase<S, D>, A> for Row
where
    Row: Elementwise,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Array<A, D>;

    fn value(x: &ArrayBase<S, D>, y: &A) -> Array<A, D> {
        match exact_inverse::<Row, A>(*y) {
            Some(inverse) => x.map(|x| *x * inverse),
            None => x.map(|x| Row::value(*x, *y)),
        }
    }

    fn linear(x: &ArrayBase<S, D>, y: &A, x_dot: &Array<A, D>, y_dot: &A) -> Array<A, D> {
        Zip::from(x).and(x_dot).map_collect(|x, u| Row::linear(*x, *y, *u, *y_dot))
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        y: &A,
        bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        if wants(y_bar) {
            let sum = Zip::from(&bar)
                .and(x)
                .fold(A::real(-0.0), |sum, b, x| sum + Row::right(*x, *y, *b));
            y_bar.add(&sum);
        }
        add_changed(x, bar, x_bar, |x, b| Row::left(x, *y, b));
    }
}

/// A scalar on the left: `ndarray` implements the operators for single types.
macro_rules! of_scalar {
    ($($real:ty)*) => {$(
        impl<Row, S, D> Binary<$real, ArrayBase<S, D>> for Row
        where
            Row: Elementwise,
            S: Storage<Elem = $real>,
            D: Dimension,
        {
            type Output = Array<$real, D>;

            fn value(x: &$real, y: &ArrayBase<S, D>) -> Array<$real, D> {
                y.map(|y| Row::value(*x, *y))
            }

            fn linear(
                x: &$real,
                y: &ArrayBase<S, D>,
                x_dot: &$real,
                y_dot: &Array<$real, D>,
            ) -> Array<$real, D> {
                Zip::from(y).and(y_dot).map_collect(|y, v| Row::linear(*x, *y, *x_dot, *v))
            }

            fn transposed(
                x: &$real,
                y: &ArrayBase<S, D>,
                bar: Array<$real, D>,
                x_bar: &mut (impl CotangentAccumulator<$real> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<Array<$real, D>> + ?Sized),
            ) {
                if wants(x_bar) {
                    let sum = Zip::from(&bar)
                        .and(y)
                        .fold(-0.0, |sum, b, y| sum + Row::left(*x, *y, *b));
                    x_bar.add(&sum);
                }
                add_changed(y, bar, y_bar, |y, b| Row::right(*x, y, b));
            }
        }
    )*};
}
of_scalar!(f64 f32);

/// Whether an accumulator uses what is added to it.
pub(in crate::arrays) fn wants<T, C>(_: &C) -> bool
where
    T: Structure + ?Sized,
    C: CotangentAccumulator<T> + ?Sized,
{
    C::WANTED
}

impl<A, S, D> Unary<ArrayBase<S, D>> for Neg
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Array<A, D>;
    type Saved = NoResiduals;

    fn value(x: &ArrayBase<S, D>) -> (Array<A, D>, NoResiduals) {
        (x.map(|x| -*x), NoResiduals)
    }

    fn linear(_: &ArrayBase<S, D>, _: &NoResiduals, x_dot: &Array<A, D>) -> Array<A, D> {
        x_dot.map(|x| -*x)
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        _: &NoResiduals,
        bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        add_changed(x, bar, x_bar, |_, bar| -bar);
    }
}
