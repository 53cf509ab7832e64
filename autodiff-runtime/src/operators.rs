//! The operators of real scalars as differentiated associated functions.
//!
//! Generated code does arithmetic on reals itself. But of `(a * b) * c` with `a` and `b` of a type of the user's it cannot know what `a * b` is, a
//! vector or a number, and finds the second product through the first one's type. If that is a number, it is found here.

use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, Method, NoResiduals};

/// The marker of an operator of the real scalar `T`.
#[derive(Debug)]
pub struct Operator<T, const NAME: u64>(core::marker::PhantomData<T>);

/// `$value` of the operands, and its partial derivatives as the tangent and the cotangents.
macro_rules! binary {
    ($($T:ty: $name:literal, |$x:ident, $y:ident| $value:expr, |$x_dot:ident, $y_dot:ident| $dot:expr, |$bar:ident| ($x_bar:expr, $y_bar:expr);)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Method<{ name($name) }, $T> for $T {
            type Marker = Operator<$T, { name($name) }>;
        }

        impl<A> DifferentiableFn<A> for Operator<$T, { name($name) }> {
            type Output = $T;
            type Frame = NoResiduals;
            type Stacks = NoResiduals;
        }

        #[allow(missing_docs, clippy::too_many_arguments)]
        impl Operator<$T, { name($name) }> {
            #[inline(always)]
            pub fn primal($x: &$T, $y: &$T, _: &mut NoResiduals) -> ($T, NoResiduals) {
                ($value, NoResiduals)
            }

            #[inline(always)]
            pub fn jvp($x: &$T, $y: &$T, $x_dot: &$T, $y_dot: &$T) -> ($T, $T) {
                ($value, $dot)
            }

            #[inline(always)]
            pub fn linear($x: &$T, $y: &$T, _: &NoResiduals, _: &NoResiduals, $x_dot: &$T, $y_dot: &$T) -> $T {
                let _ = ($x, $y);
                $dot
            }

            #[inline(always)]
            pub fn transposed(
                $x: &$T,
                $y: &$T,
                _: &NoResiduals,
                _: &NoResiduals,
                $bar: $T,
                x_bar: &mut (impl CotangentAccumulator<$T> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<$T> + ?Sized),
            ) {
                let _ = ($x, $y);
                x_bar.add(&$x_bar);
                y_bar.add(&$y_bar);
            }
        }
    )*};
}

macro_rules! operators {
    ($($T:ty)*) => {$(
        binary! {
            $T: "add", |x, y| x + y, |x_dot, y_dot| x_dot + y_dot, |bar| (bar, bar);
            $T: "sub", |x, y| x - y, |x_dot, y_dot| x_dot - y_dot, |bar| (bar, -bar);
            $T: "mul", |x, y| x * y, |x_dot, y_dot| y * x_dot + x * y_dot, |bar| (y * bar, x * bar);
            $T: "div", |x, y| x / y, |x_dot, y_dot| x_dot / y - x / y / y * y_dot, |bar| (bar / y, -(x / y / y * bar));
        }

        #[diagnostic::do_not_recommend]
        impl Method<{ name("neg") }> for $T {
            type Marker = Operator<$T, { name("neg") }>;
        }

        impl<A> DifferentiableFn<A> for Operator<$T, { name("neg") }> {
            type Output = $T;
            type Frame = NoResiduals;
            type Stacks = NoResiduals;
        }

        #[allow(missing_docs)]
        impl Operator<$T, { name("neg") }> {
            #[inline(always)]
            pub fn primal(x: &$T, _: &mut NoResiduals) -> ($T, NoResiduals) {
                (-x, NoResiduals)
            }

            #[inline(always)]
            pub fn jvp(x: &$T, x_dot: &$T) -> ($T, $T) {
                (-x, -x_dot)
            }

            #[inline(always)]
            pub fn linear(_: impl Sized, _: &NoResiduals, _: &NoResiduals, x_dot: &$T) -> $T {
                -x_dot
            }

            #[inline(always)]
            pub fn transposed(
                _: impl Sized,
                _: &NoResiduals,
                _: &NoResiduals,
                bar: $T,
                x_bar: &mut (impl CotangentAccumulator<$T> + ?Sized),
            ) {
                x_bar.add(&-bar);
            }
        }
    )*};
}
operators!(f64 f32);
