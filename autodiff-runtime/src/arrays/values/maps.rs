//! Functions of every element: `x.mapv(f)` and `x.map(f)`, where `f` is a closure or a
//! differentiated function.
//!
//! The function runs in the order of `ndarray`, which is that of the memory where the array is
//! contiguous, and the result has the same layout. The linear part goes through the elements in
//! that order as well: element `k` has frame `k`.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Dimension, RawData, ShapeBuilder, StrideShape, Zip};

use super::arithmetic::wants;
use crate::arrays::storage::space::{ArrayReal, Storage};
use crate::member::name;
use crate::{
    Accumulators, At, ByReference, ByValue, CaptureTangents, CotangentAccumulator,
    DifferentiableFn, Environment, Function, InPlace, Method, Object, Parameters, Residual,
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
    frames: Vec<F::Frame>,
    stacks: F::Stacks,
    of: PhantomData<fn(P)>,
}

impl<F: Function<P>, P: Parameters> Calls<F, P> {
    /// As for other stacks of residuals.
    pub fn clear(&mut self) {
        self.frames.clear();
        F::clear(&mut self.stacks);
    }
}

impl<F: Function<P>, P: Parameters> Default for Calls<F, P> {
    fn default() -> Self {
        Calls { frames: Vec::new(), stacks: F::Stacks::default(), of: PhantomData }
    }
}

impl<F: Function<P>, P: Parameters> Clone for Calls<F, P> {
    fn clone(&self) -> Self {
        Calls { frames: self.frames.clone(), stacks: self.stacks.clone(), of: PhantomData }
    }
}

impl<F: Function<P>, P: Parameters> Debug for Calls<F, P> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_list().entries(&self.frames).finish()
    }
}

impl<F: Function<P>, P: Parameters> Residual for Calls<F, P> {
    fn blank() -> Self {
        Calls::default()
    }

    fn heap_bytes(&self) -> usize {
        self.frames.heap_bytes() + self.stacks.heap_bytes()
    }
}

/// Whether any of the accumulators of captures uses what is added to it.
fn wants_any<P: Parameters, C: Accumulators<P> + ?Sized>(_: &C) -> bool {
    C::WANTED
}

/// The number of the call for each element.
fn numbers<S: Storage, D: Dimension>(x: &ArrayBase<S, D>) -> Array<usize, D> {
    let mut next = 0..;
    x.map(|_| next.next().unwrap_or_default())
}

/// Whether the elements of two arrays have the same order in contiguous memory. Calls are then
/// numbered in that order.
fn is_same_order<A, B, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    y: &Array<B, D>,
) -> bool {
    x.shape() == y.shape()
        && x.strides() == y.strides()
        && x.as_slice_memory_order().is_some()
        && y.as_slice_memory_order().is_some()
}

/// Calls `f` for each element, the frame of its call, and its cotangent.
fn for_each_call<A: ArrayReal, D: Dimension, Frame>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    bars: &mut Array<A, D>,
    frames: &[Frame],
    mut f: impl FnMut(&A, &Frame, &mut A),
) {
    if is_same_order(x, bars)
        && let (Some(x), Some(bars)) = (x.as_slice_memory_order(), bars.as_slice_memory_order_mut())
    {
        x.iter().zip(frames).zip(bars).for_each(|((x, frame), bar)| f(x, frame, bar));
        return;
    }
    Zip::from(x).and(&numbers(x)).and(bars).for_each(|x, k, bar| f(x, &frames[*k], bar));
}

/// `x.map(f)`, and the second results of `f`, which are appended to `frames`.
#[track_caller]
fn map_with<A: ArrayReal, B, D: Dimension, Frame>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    frames: &mut Vec<Frame>,
    mut f: impl FnMut(&A) -> (B, Frame),
) -> Array<B, D> {
    frames.reserve(x.len());
    // one loop without a check of the capacity, in the order and the layout of `ndarray`
    if let (Some(elements), Some(shape)) = (x.as_slice_memory_order(), shape_in_memory(x)) {
        let mut both = (Vec::with_capacity(elements.len()), core::mem::take(frames));
        both.extend(elements.iter().map(&mut f));
        *frames = both.1;
        if let Ok(value) = Array::from_shape_vec(shape, both.0) {
            return value;
        }
        frames.truncate(frames.len() - elements.len());
    }
    x.map(|x| {
        let (value, frame) = f(x);
        frames.push(frame);
        value
    })
}

/// The shape and the strides of an array, unless an axis is inverted.
fn shape_in_memory<A, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
) -> Option<StrideShape<D>> {
    let mut strides = x.raw_dim();
    for (stride, of_x) in strides.slice_mut().iter_mut().zip(x.strides()) {
        *stride = usize::try_from(*of_x).ok()?;
    }
    Some(x.raw_dim().strides(strides))
}

/// The elements by the number of their call.
fn by_number<A: ArrayReal, D: Dimension>(
    numbers: &Array<usize, D>,
    elements: &Array<A, D>,
) -> Vec<A> {
    let mut all = alloc::vec![A::zero(); numbers.len()];
    Zip::from(numbers).and(elements).for_each(|k, x| all[*k] = *x);
    all
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
                let Calls { frames, stacks, .. } = calls;
                let first = frames.len();
                let value = map_with(x, frames, |$x| F::primal(f, ($value, ()), stacks));
                (value, first)
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
                let mut dots = by_number(&numbers(x), x_dot).into_iter();
                let both = x.map(|$x| {
                    let x_dot = dots.next().unwrap_or_else(A::zero);
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
                Zip::from(x).and(&numbers(x)).and(x_dot).map_collect(|$x, k, x_dot| {
                    let _ = $x;
                    let (frame, x_dot) = (&calls.frames[first + k], *x_dot);
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
                let frames = &calls.frames[*first..first + x.len()];
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
                let numbers = (!is_same_order(x, &bar)).then(|| numbers(x));
                let mut by_number =
                    numbers.as_ref().map_or(Vec::new(), |numbers| by_number(numbers, &bar));
                let mut of_elements = bar;
                let bars = match of_elements.as_slice_memory_order_mut() {
                    Some(bars) if numbers.is_none() => bars,
                    _ => &mut by_number,
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
                if let Some(numbers) = numbers {
                    of_elements = numbers.map(|k| by_number[*k]);
                }
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
