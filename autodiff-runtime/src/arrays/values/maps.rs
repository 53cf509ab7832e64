//! Functions of every element: `x.mapv(f)` and `x.map(f)`, where `f` is a closure or a
//! differentiated function.
//!
//! The function runs in the order of `ndarray`, which is that of the memory where the array is
//! contiguous, and the result has the same layout. The linear part goes through the elements in
//! that order as well: element `k` has frame `k`.
//!
//! A call has one parameter and one result, so its derivative is one number. Where the residuals of
//! a call are larger, the number is computed with the value and saved instead (preaccumulation:
//! Griewank and Walther, Evaluating Derivatives, section 10.2).

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Axis, Dimension, RawData, ShapeBuilder, Zip};

use super::arithmetic::wants;
use crate::arrays::storage::space::{ArrayReal, Storage, same_shape};
use crate::member::name;
use crate::{
    Accumulators, At, ByReference, ByValue, CaptureTangents, CotangentAccumulator,
    DifferentiableFn, Discard, Environment, Function, InPlace, Method, Object, Parameters,
    Residual,
};

/// The marker of `x.mapv(f)`.
#[derive(Debug)]
pub struct Mapv<X>(PhantomData<X>);

/// The marker of `x.map(f)`.
#[derive(Debug)]
pub struct Map<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("mapv") }> for ArrayBase<S, D> {
    type Marker = Mapv<ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("map") }> for ArrayBase<S, D> {
    type Marker = Map<ArrayBase<S, D>>;
}

/// The residuals of the calls, in order.
pub struct Calls<F: Function<P>, P: Parameters> {
    /// The residuals of each call.
    pub(super) frames: Vec<F::Frame>,
    /// The derivatives of the calls, in place of the frames, if calls are
    /// [preaccumulated](Calls::PREACCUMULATED).
    pub(super) derivatives: Vec<F::Tangent>,
    pub(super) stacks: F::Stacks,
    of: PhantomData<fn(P)>,
}

impl<F: Function<P>, P: Parameters> Calls<F, P> {
    /// Whether the derivative of a call is saved. Captures would have derivatives of their own.
    pub(super) const PREACCUMULATED: bool = F::Captures::IS_EMPTY
        && size_of::<F::Frame>() + size_of::<F::Stacks>() > size_of::<F::Tangent>();

    /// As for other stacks of residuals.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.derivatives.clear();
        F::clear(&mut self.stacks);
    }
}

impl<F: Function<P>, P: Parameters> Default for Calls<F, P> {
    fn default() -> Self {
        Calls {
            frames: Vec::new(),
            derivatives: Vec::new(),
            stacks: F::Stacks::default(),
            of: PhantomData,
        }
    }
}

impl<F: Function<P, Tangent: Clone>, P: Parameters> Clone for Calls<F, P> {
    fn clone(&self) -> Self {
        Calls {
            frames: self.frames.clone(),
            derivatives: self.derivatives.clone(),
            stacks: self.stacks.clone(),
            of: PhantomData,
        }
    }
}

impl<F: Function<P, Tangent: Debug>, P: Parameters> Debug for Calls<F, P> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_list().entries(&self.frames).entries(&self.derivatives).finish()
    }
}

impl<F: Function<P, Tangent: Residual>, P: Parameters> Residual for Calls<F, P> {
    fn blank() -> Self {
        Calls::default()
    }

    fn heap_bytes(&self) -> usize {
        self.frames.heap_bytes() + self.derivatives.heap_bytes() + self.stacks.heap_bytes()
    }
}

/// Whether any of the accumulators of captures uses what is added to it.
pub(super) fn wants_any<P: Parameters, C: Accumulators<P> + ?Sized>(_: &C) -> bool {
    C::WANTED
}

/// A view of `of`, which has the shape of `x`, whose logical order is that of the calls for the
/// elements of `x`.
///
/// `ndarray` maps a contiguous array in the order of memory, and another one in logical order.
fn in_order_of_calls<A, S: RawData, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    mut of: ArrayBase<S, D>,
) -> ArrayBase<S, D> {
    if x.is_standard_layout() || x.as_slice_memory_order().is_none() {
        return of;
    }
    let strides = x.strides();
    let mut axes = x.raw_dim();
    for (axis, (number, stride)) in axes.slice_mut().iter_mut().zip(strides).enumerate() {
        *number = axis;
        if *stride < 0 {
            of.invert_axis(Axis(axis));
        }
    }
    // of equal strides all but one are those of axes with one element
    axes.slice_mut().sort_unstable_by_key(|axis| Reverse(strides[*axis].unsigned_abs()));
    of.permuted_axes(axes)
}

/// Calls `f` for each element, the frame of its call, and its cotangent.
pub(in crate::arrays) fn for_each_call<A: ArrayReal, D: Dimension, Frame>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    bars: &mut Array<A, D>,
    frames: &[Frame],
    mut f: impl FnMut(&A, &Frame, &mut A),
) {
    same_shape("cotangent", "result", bars.shape(), x.shape());
    if x.strides() == bars.strides()
        && let (Some(x), Some(bars)) = (x.as_slice_memory_order(), bars.as_slice_memory_order_mut())
    {
        x.iter().zip(frames).zip(bars).for_each(|((x, frame), bar)| f(x, frame, bar));
        return;
    }
    let mut bars = in_order_of_calls(x, bars.view_mut());
    // rows have no index of several axes to count
    let mut frames = frames;
    for (x, bars) in in_order_of_calls(x, x.view()).rows().into_iter().zip(bars.rows_mut()) {
        let (of_row, others) = frames.split_at(x.len());
        Zip::from(x).and(of_row).and(bars).for_each(&mut f);
        frames = others;
    }
}

/// `x.map(f)`, and the second results of `f`, which are appended to `frames`.
#[track_caller]
pub(in crate::arrays) fn map_with<A: ArrayReal, B, D: Dimension, Frame>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    frames: &mut Vec<Frame>,
    mut f: impl FnMut(&A) -> (B, Frame),
) -> Array<B, D> {
    let first = frames.len();
    frames.reserve(x.len());
    let mut both = (Vec::with_capacity(x.len()), core::mem::take(frames));
    // in the order and the layout of `ndarray`; loops over memory do not check the capacity
    let value = match x.as_slice_memory_order() {
        Some(elements) => {
            both.extend(elements.iter().map(&mut f));
            in_layout_of(x, both.0)
        }
        None => {
            for row in x.rows() {
                match row.to_slice() {
                    Some(row) => both.extend(row.iter().map(&mut f)),
                    None => both.extend(row.iter().map(&mut f)),
                }
            }
            Array::from_shape_vec(x.raw_dim(), both.0).ok()
        }
    };
    *frames = both.1;
    if let Some(value) = value {
        return value;
    }
    frames.truncate(first);
    x.map(|x| {
        let (value, frame) = f(x);
        frames.push(frame);
        value
    })
}

/// An array with the shape and the strides of `x`, which is contiguous, from its elements in the
/// order of memory.
fn in_layout_of<A, B, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    elements: Vec<B>,
) -> Option<Array<B, D>> {
    let mut strides = x.raw_dim();
    for (stride, of_x) in strides.slice_mut().iter_mut().zip(x.strides()) {
        *stride = of_x.unsigned_abs();
    }
    let mut array = Array::from_shape_vec(x.raw_dim().strides(strides), elements).ok()?;
    for (axis, stride) in x.strides().iter().enumerate() {
        if *stride < 0 {
            array.invert_axis(Axis(axis));
        }
    }
    Some(array)
}

/// A map whose function takes an element as `$Parameter`; `$value` and `$saved` are what the
/// function, and its linear part, take for the element `$x`.
macro_rules! map {
    ($Marker:ident $Parameter:ident |$x:ident| $value:expr, $saved:expr) => {
        impl<A, S, D, F, Receiver> DifferentiableFn<(Receiver, F)> for $Marker<ArrayBase<S, D>>
        where
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
            F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
        {
            type Output = Array<A, D>;
            type Frame = usize;
            type Stacks = Calls<F, ($Parameter<A, A, A>, ())>;
            type NestedStacks = InPlace<Calls<F, ($Parameter<A, A, A>, ())>>;
            type NestedFrame = InPlace<usize>;
        }

        #[allow(missing_docs)]
        impl<A, S, D> $Marker<ArrayBase<S, D>>
        where
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            #[track_caller]
            pub fn primal<F>(
                x: &ArrayBase<S, D>,
                f: Object<'_, F>,
                calls: &mut Calls<F, ($Parameter<A, A, A>, ())>,
            ) -> (Array<A, D>, usize)
            where
                F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
            {
                let Calls { frames, derivatives, stacks, .. } = calls;
                // one of the two is empty
                let first = frames.len() + derivatives.len();
                let value = if Calls::<F, ($Parameter<A, A, A>, ())>::PREACCUMULATED {
                    map_with(x, derivatives, |x| Self::with_derivative(x, f, stacks))
                } else {
                    map_with(x, frames, |$x| F::primal(f, ($value, ()), stacks))
                };
                (value, first)
            }

            /// The value of a function without captures, and its derivative.
            #[inline]
            #[track_caller]
            pub(super) fn with_derivative<F>(
                $x: &A,
                f: Object<'_, F>,
                stacks: &mut F::Stacks,
            ) -> (A, A)
            where
                F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
            {
                let mut derivative = -A::zero();
                let all = &mut (Discard, (At(&mut derivative), ()));
                let value = F::vjp(f, ($value, ()), stacks, A::one(), all);
                (value, derivative)
            }

            #[track_caller]
            pub fn jvp<F>(
                x: &ArrayBase<S, D>,
                f: Object<'_, F>,
                x_dot: &Array<A, D>,
                f_dot: CaptureTangents<'_, F>,
            ) -> (Array<A, D>, Array<A, D>)
            where
                F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
            {
                same_shape("tangent", "array", x_dot.shape(), x.shape());
                let mut dots = in_order_of_calls(x, x_dot.view()).into_iter();
                let both = x.map(|$x| {
                    let x_dot = dots.next().map_or_else(A::zero, |dot| *dot);
                    F::jvp(f, ($value, ()), f_dot, (map!(@tangent $Parameter x_dot), ()))
                });
                (both.map(|(value, _)| *value), both.map(|(_, dot)| *dot))
            }

            pub fn linear<F>(
                x: &ArrayBase<S, D>,
                f: Object<'_, F>,
                first: &usize,
                calls: &Calls<F, ($Parameter<A, A, A>, ())>,
                x_dot: &Array<A, D>,
                f_dot: CaptureTangents<'_, F>,
            ) -> Array<A, D>
            where
                F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
            {
                same_shape("tangent", "array", x_dot.shape(), x.shape());
                let mut dots = in_order_of_calls(x, x_dot.view()).into_iter();
                let mut number = *first;
                x.map(|$x| {
                    let _ = $x;
                    let x_dot = dots.next().map_or_else(A::zero, |dot| *dot);
                    let call = number;
                    number += 1;
                    if let Some(derivative) = calls.derivatives.get(call) {
                        return *derivative * x_dot;
                    }
                    let frame = &calls.frames[call];
                    let dots = (map!(@tangent $Parameter x_dot), ());
                    F::linear(f, ($saved, ()), frame, &calls.stacks, f_dot, dots)
                })
            }

            pub fn transposed<F>(
                x: &ArrayBase<S, D>,
                f: Object<'_, F>,
                first: &usize,
                calls: &Calls<F, ($Parameter<A, A, A>, ())>,
                bar: Array<A, D>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
                f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
            ) where
                F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
            {
                if !wants(x_bar) && !wants_any(f_bar) {
                    return;
                }
                let mut of_elements = bar;
                let of_calls = *first..first + x.len();
                if Calls::<F, ($Parameter<A, A, A>, ())>::PREACCUMULATED {
                    let derivatives = &calls.derivatives[of_calls];
                    for_each_call(x, &mut of_elements, derivatives, |_, derivative, bar| {
                        *bar *= *derivative;
                    });
                    return x_bar.take(of_elements);
                }
                let frames = &calls.frames[of_calls];
                for_each_call(x, &mut of_elements, frames, |$x, frame, bar| {
                    let _ = $x;
                    let mut element_bar = -A::zero();
                    let all = &mut (&mut *f_bar, (At(&mut element_bar), ()));
                    F::transposed(f, ($saved, ()), frame, &calls.stacks, *bar, all);
                    *bar = element_bar;
                });
                x_bar.take(of_elements);
            }

            #[track_caller]
            pub fn vjp<F>(
                x: &ArrayBase<S, D>,
                f: Object<'_, F>,
                calls: &mut Calls<F, ($Parameter<A, A, A>, ())>,
                bar: Array<A, D>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
                f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
            ) -> Array<A, D>
            where
                F: Function<($Parameter<A, A, A>, ()), Output = A, Tangent = A>,
            {
                if !wants(x_bar) && !wants_any(f_bar) {
                    return x.map(|$x| {
                        F::clear(&mut calls.stacks);
                        F::primal(f, ($value, ()), &mut calls.stacks).0
                    });
                }
                same_shape("cotangent", "result", bar.shape(), x.shape());
                let mut of_elements = bar;
                let mut in_order = in_order_of_calls(x, of_elements.view_mut());
                let mut copy = Vec::new();
                let bars = match in_order.as_slice_mut() {
                    Some(bars) => bars,
                    None => {
                        copy.extend(in_order.iter().copied());
                        &mut copy
                    }
                };
                let mut next = 0;
                let value = x.map(|$x| {
                    let mut element_bar = -A::zero();
                    let all = &mut (&mut *f_bar, (At(&mut element_bar), ()));
                    F::clear(&mut calls.stacks);
                    let value = F::vjp(f, ($value, ()), &mut calls.stacks, bars[next], all);
                    bars[next] = element_bar;
                    next += 1;
                    value
                });
                in_order.iter_mut().zip(copy).for_each(|(bar, changed)| *bar = changed);
                x_bar.take(of_elements);
                value
            }
        }
    };
    (@tangent ByValue $x_dot:ident) => { $x_dot };
    (@tangent ByReference $x_dot:ident) => { &$x_dot };
}
map!(Mapv ByValue |x| *x, ());
map!(Map ByReference |x| x, x);
