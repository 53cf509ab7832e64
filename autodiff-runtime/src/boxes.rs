//! `Box::new` of values of types of the user's, as a differentiated function: boxes of reals and of memory are left out of generated code, but what has a field
//! of type `Box<T>` wants one.

use alloc::boxed::Box;

use crate::{CotangentAccumulator, DifferentiableFn, NoResiduals, Structure};

/// The marker of [`in_box()`], in the form that all markers have.
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
    pub fn vjp<T, D: Structure>(x: T, _: &mut NoResiduals, bar: Box<D>, x_bar: &mut (impl CotangentAccumulator<D> + ?Sized)) -> Box<T> {
        x_bar.add(&bar);
        Box::new(x)
    }
}
