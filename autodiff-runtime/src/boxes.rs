//! `Box::new` of values of user-defined types, as a differentiated function, and its inverse.
//! Generated code omits boxes of reals and of memory, but a field or parameter of type `Box<T>`
//! needs one.

use alloc::boxed::Box;

use crate::{CotangentAccumulator, DifferentiableFn, InPlace, NoResiduals, Structure};

/// The marker of [`in_box()`], in the same form as all markers.
#[derive(Debug)]
#[allow(non_camel_case_types, reason = "a marker has the name of its function")]
pub struct in_box {}

/// `Box::new`
#[inline]
pub fn in_box<T>(x: T) -> Box<T> {
    Box::new(x)
}

impl<T> DifferentiableFn<(T,)> for in_box {
    type Output = Box<T>;
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
}

#[allow(missing_docs)]
impl in_box {
    #[inline]
    pub fn primal<T>(x: T, _: &mut NoResiduals) -> (Box<T>, NoResiduals) {
        (Box::new(x), NoResiduals)
    }

    #[inline]
    pub fn jvp<T, D>(x: T, x_dot: D) -> (Box<T>, Box<D>) {
        (Box::new(x), Box::new(x_dot))
    }

    #[inline]
    pub fn linear<D>(_: impl Sized, _: &NoResiduals, _: &NoResiduals, x_dot: D) -> Box<D> {
        Box::new(x_dot)
    }

    #[inline]
    pub fn transposed<D: Structure>(
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        bar: Box<D>,
        x_bar: &mut (impl CotangentAccumulator<D> + ?Sized),
    ) {
        x_bar.add(&bar);
    }

    #[inline]
    pub fn vjp<T, D: Structure>(
        x: T,
        _: &mut NoResiduals,
        bar: Box<D>,
        x_bar: &mut (impl CotangentAccumulator<D> + ?Sized),
    ) -> Box<T> {
        x_bar.add(&bar);
        Box::new(x)
    }
}

/// The marker of [`out_of_box()`], in the same form as all markers.
#[derive(Debug)]
#[allow(non_camel_case_types, reason = "a marker has the name of its function")]
pub struct out_of_box {}

/// `*x`
#[inline]
#[allow(clippy::boxed_local, reason = "it is the inverse of `in_box`")]
pub fn out_of_box<T>(x: Box<T>) -> T {
    *x
}

impl<T> DifferentiableFn<(Box<T>,)> for out_of_box {
    type Output = T;
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
}

#[allow(missing_docs, clippy::boxed_local, reason = "it is the inverse of `in_box`")]
impl out_of_box {
    #[inline]
    pub fn primal<T>(x: Box<T>, _: &mut NoResiduals) -> (T, NoResiduals) {
        (*x, NoResiduals)
    }

    #[inline]
    pub fn jvp<T, D>(x: Box<T>, x_dot: Box<D>) -> (T, D) {
        (*x, *x_dot)
    }

    #[inline]
    pub fn linear<D>(_: impl Sized, _: &NoResiduals, _: &NoResiduals, x_dot: Box<D>) -> D {
        *x_dot
    }

    #[inline]
    pub fn transposed<D: Structure>(
        _: impl Sized,
        _: &NoResiduals,
        _: &NoResiduals,
        bar: D,
        x_bar: &mut (impl CotangentAccumulator<Box<D>> + ?Sized),
    ) {
        x_bar.add(&Box::new(bar));
    }

    #[inline]
    pub fn vjp<T, D: Structure>(
        x: Box<T>,
        _: &mut NoResiduals,
        bar: D,
        x_bar: &mut (impl CotangentAccumulator<Box<D>> + ?Sized),
    ) -> T {
        x_bar.add(&Box::new(bar));
        *x
    }
}
