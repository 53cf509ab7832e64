//! `x.mapv(f)`, where `x` is moved: the values take the place of the elements.

use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Dimension, RawData};

use super::arithmetic::wants;
use super::maps::{Calls, Mapv, wants_any};
use crate::arrays::storage::space::ArrayReal;
use crate::member::name;
use crate::{
    Accumulators, At, ByValue, CaptureTangents, CotangentAccumulator, DifferentiableFn,
    Environment, Function, InPlace, Method, Object,
};

/// The marker of `x.mapv(f)`, where `x` is moved.
#[derive(Debug)]
pub struct MovedMapv<X>(PhantomData<X>);

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("=mapv") }> for ArrayBase<S, D> {
    type Marker = MovedMapv<ArrayBase<S, D>>;
}

/// The parameters of the function.
type Element<A> = (ByValue<A, A, A>, ());

/// The number of the first call, and the array if calls are not in logical order.
type Saved<A, D> = (usize, Option<Array<A, D>>);

impl<A, D, F, Receiver> DifferentiableFn<(Receiver, F)> for MovedMapv<Array<A, D>>
where
    A: ArrayReal,
    D: Dimension,
    F: Function<Element<A>, Output = A, Tangent = A>,
{
    type Output = Array<A, D>;
    type Frame = Saved<A, D>;
    type Stacks = Calls<F, Element<A>>;
    type NestedStacks = InPlace<Calls<F, Element<A>>>;
    type NestedFrame = InPlace<Saved<A, D>>;
}

/// Changes each element, in logical order, by the frame of its call. The elements of most arrays
/// are a slice.
fn for_each<A, D: Dimension, Frame>(
    array: &mut Array<A, D>,
    frames: &[Frame],
    mut f: impl FnMut(&mut A, &Frame),
) {
    if array.is_standard_layout()
        && let Some(elements) = array.as_slice_mut()
    {
        elements.iter_mut().zip(frames).for_each(|(element, frame)| f(element, frame));
    } else {
        array.iter_mut().zip(frames).for_each(|(element, frame)| f(element, frame));
    }
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<A: ArrayReal, D: Dimension> MovedMapv<Array<A, D>> {
    #[track_caller]
    pub fn primal<F>(
        mut x: Array<A, D>,
        f: Object<'_, F>,
        calls: &mut Calls<F, Element<A>>,
    ) -> (Array<A, D>, Saved<A, D>)
    where
        F: Function<Element<A>, Output = A, Tangent = A>,
    {
        if !x.is_standard_layout() {
            let (value, first) = Mapv::primal(&x, f, calls);
            return (value, (first, Some(x)));
        }
        let Calls { frames, derivatives, stacks, .. } = calls;
        // one of the two is empty
        let first = frames.len() + derivatives.len();
        let elements = x.as_slice_mut().unwrap_or_default().iter_mut();
        if Calls::<F, Element<A>>::PREACCUMULATED {
            derivatives.extend(elements.map(|x| {
                let (value, derivative) = Mapv::<Array<A, D>>::with_derivative(x, f, stacks);
                *x = value;
                derivative
            }));
        } else {
            frames.extend(elements.map(|x| {
                let (value, frame) = F::primal(f, (*x, ()), stacks);
                *x = value;
                frame
            }));
        }
        (x, (first, None))
    }

    #[track_caller]
    pub fn jvp<F>(
        x: Array<A, D>,
        f: Object<'_, F>,
        x_dot: Array<A, D>,
        f_dot: CaptureTangents<'_, F>,
    ) -> (Array<A, D>, Array<A, D>)
    where
        F: Function<Element<A>, Output = A, Tangent = A>,
    {
        Mapv::jvp(&x, f, &x_dot, f_dot)
    }

    pub fn linear<F>(
        _: impl Sized,
        f: Object<'_, F>,
        (first, x): &Saved<A, D>,
        calls: &Calls<F, Element<A>>,
        mut x_dot: Array<A, D>,
        f_dot: CaptureTangents<'_, F>,
    ) -> Array<A, D>
    where
        F: Function<Element<A>, Output = A, Tangent = A>,
    {
        if let Some(x) = x {
            return Mapv::linear(x, f, first, calls, &x_dot, f_dot);
        }
        let of_calls = *first..*first + x_dot.len();
        if Calls::<F, Element<A>>::PREACCUMULATED {
            let derivatives = &calls.derivatives[of_calls];
            for_each(&mut x_dot, derivatives, |dot, derivative| *dot *= *derivative);
            return x_dot;
        }
        let frames = &calls.frames[of_calls];
        for_each(&mut x_dot, frames, |dot, frame| {
            *dot = F::linear(f, ((), ()), frame, &calls.stacks, f_dot, (*dot, ()));
        });
        x_dot
    }

    pub fn transposed<F>(
        _: impl Sized,
        f: Object<'_, F>,
        (first, x): &Saved<A, D>,
        calls: &Calls<F, Element<A>>,
        mut bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) where
        F: Function<Element<A>, Output = A, Tangent = A>,
    {
        if let Some(x) = x {
            return Mapv::transposed(x, f, first, calls, bar, x_bar, f_bar);
        }
        if !wants(x_bar) && !wants_any(f_bar) {
            return;
        }
        let of_calls = *first..*first + bar.len();
        if Calls::<F, Element<A>>::PREACCUMULATED {
            let derivatives = &calls.derivatives[of_calls];
            for_each(&mut bar, derivatives, |bar, derivative| *bar *= *derivative);
            return x_bar.take(bar);
        }
        let frames = &calls.frames[of_calls];
        for_each(&mut bar, frames, |bar, frame| {
            let mut element_bar = -A::zero();
            let all = &mut (&mut *f_bar, (At(&mut element_bar), ()));
            F::transposed(f, ((), ()), frame, &calls.stacks, *bar, all);
            *bar = element_bar;
        });
        x_bar.take(bar);
    }

    #[track_caller]
    pub fn vjp<F>(
        mut x: Array<A, D>,
        f: Object<'_, F>,
        calls: &mut Calls<F, Element<A>>,
        mut bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) -> Array<A, D>
    where
        F: Function<Element<A>, Output = A, Tangent = A>,
    {
        let is_in_order = x.is_standard_layout() && bar.is_standard_layout();
        if let (true, Some(elements), Some(bars)) =
            (is_in_order, x.as_slice_mut(), bar.as_slice_mut())
            && elements.len() == bars.len()
        {
            let stacks = &mut calls.stacks;
            for (x, bar) in elements.iter_mut().zip(bars) {
                let mut element_bar = -A::zero();
                let all = &mut (&mut *f_bar, (At(&mut element_bar), ()));
                F::clear(stacks);
                *x = F::vjp(f, (*x, ()), stacks, *bar, all);
                *bar = element_bar;
            }
            x_bar.take(bar);
            return x;
        }
        Mapv::vjp(&x, f, calls, bar, x_bar, f_bar)
    }
}
