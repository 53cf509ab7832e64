//! The operators of real scalars, and some of their methods, as differentiated associated
//! functions.
//!
//! Generated code does arithmetic on reals itself. But in `(a * b) * c` with `a` and `b` of a
//! user-defined type, it cannot know whether `a * b` is a vector or a number. It finds the second
//! product through the type of the first one. If that is a number, the operator is found here.

use crate::kinks::{rem_times, sign0};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals, Real};

/// The marker of an operator of the real scalar `T`.
#[derive(Debug)]
pub struct Operator<T, const NAME: u64>(core::marker::PhantomData<T>);

/// An operator is registered with a name for each way in which its operands are passed.
/// [`Operators`] lists the same, for generic code.
macro_rules! registered {
    ($generics:tt $T:ty, $Right:ty: $($operator:literal as $($spelling:literal)*;)*) => {
        $($(registered!(@one $generics $T, $Right, $operator, $spelling);)*)*
    };
    (@one [$($generics:tt)*] $T:ty, $Right:ty, $operator:literal, $spelling:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Method<{ name($spelling) }, $Right> for $T {
            type Marker = Operator<$T, { name($operator) }>;
        }
    };
}

macro_rules! reals {
    ($($generics:tt $T:ty;)*) => {$(
        registered! {
            $generics $T, $T:
            "add" as "add" "&add" "add&" "&add&";
            "sub" as "sub" "&sub" "sub&" "&sub&";
            "mul" as "mul" "&mul" "mul&" "&mul&";
            "div" as "div" "&div" "div&" "&div&";
            "rem" as "rem" "&rem" "rem&" "&rem&";
            "add_assign" as "add_assign" "add_assign&";
            "sub_assign" as "sub_assign" "sub_assign&";
            "mul_assign" as "mul_assign" "mul_assign&";
            "div_assign" as "div_assign" "div_assign&";
            "rem_assign" as "rem_assign" "rem_assign&";
        }
        registered! {
            $generics $T, ():
            "neg" as "neg" "&neg";
            "abs" as "abs";
            "sqrt" as "sqrt";
            "exp" as "exp";
            "ln" as "ln";
            "sin" as "sin";
            "cos" as "cos";
            "tan" as "tan";
            "tanh" as "tanh";
            "recip" as "recip";
        }
        reals!(@operators $generics $T);
    )*};
    (@operators [$($generics:tt)*] $T:ty) => {
        impl<$($generics)*> Operators for $T {}
    };
}
reals! {
    [] f64;
    [] f32;
    [T: Real, const N: usize] crate::dual::Dual<T, N>;
}
#[cfg(all(feature = "std", target_has_atomic = "64"))]
reals! {
    [T: Real] crate::tape::Var<T>;
}

/// The bound for generic code on a real scalar: its operators have derivatives.
#[rustfmt::skip]
pub trait Operators:
    Sized +
    Method<{ name("add") }, Self, Marker = Operator<Self, { name("add") }>> +
    Method<{ name("&add") }, Self, Marker = Operator<Self, { name("add") }>> +
    Method<{ name("add&") }, Self, Marker = Operator<Self, { name("add") }>> +
    Method<{ name("&add&") }, Self, Marker = Operator<Self, { name("add") }>> +
    Method<{ name("sub") }, Self, Marker = Operator<Self, { name("sub") }>> +
    Method<{ name("&sub") }, Self, Marker = Operator<Self, { name("sub") }>> +
    Method<{ name("sub&") }, Self, Marker = Operator<Self, { name("sub") }>> +
    Method<{ name("&sub&") }, Self, Marker = Operator<Self, { name("sub") }>> +
    Method<{ name("mul") }, Self, Marker = Operator<Self, { name("mul") }>> +
    Method<{ name("&mul") }, Self, Marker = Operator<Self, { name("mul") }>> +
    Method<{ name("mul&") }, Self, Marker = Operator<Self, { name("mul") }>> +
    Method<{ name("&mul&") }, Self, Marker = Operator<Self, { name("mul") }>> +
    Method<{ name("div") }, Self, Marker = Operator<Self, { name("div") }>> +
    Method<{ name("&div") }, Self, Marker = Operator<Self, { name("div") }>> +
    Method<{ name("div&") }, Self, Marker = Operator<Self, { name("div") }>> +
    Method<{ name("&div&") }, Self, Marker = Operator<Self, { name("div") }>> +
    Method<{ name("rem") }, Self, Marker = Operator<Self, { name("rem") }>> +
    Method<{ name("&rem") }, Self, Marker = Operator<Self, { name("rem") }>> +
    Method<{ name("rem&") }, Self, Marker = Operator<Self, { name("rem") }>> +
    Method<{ name("&rem&") }, Self, Marker = Operator<Self, { name("rem") }>> +
    Method<{ name("add_assign") }, Self, Marker = Operator<Self, { name("add_assign") }>> +
    Method<{ name("add_assign&") }, Self, Marker = Operator<Self, { name("add_assign") }>> +
    Method<{ name("sub_assign") }, Self, Marker = Operator<Self, { name("sub_assign") }>> +
    Method<{ name("sub_assign&") }, Self, Marker = Operator<Self, { name("sub_assign") }>> +
    Method<{ name("mul_assign") }, Self, Marker = Operator<Self, { name("mul_assign") }>> +
    Method<{ name("mul_assign&") }, Self, Marker = Operator<Self, { name("mul_assign") }>> +
    Method<{ name("div_assign") }, Self, Marker = Operator<Self, { name("div_assign") }>> +
    Method<{ name("div_assign&") }, Self, Marker = Operator<Self, { name("div_assign") }>> +
    Method<{ name("rem_assign") }, Self, Marker = Operator<Self, { name("rem_assign") }>> +
    Method<{ name("rem_assign&") }, Self, Marker = Operator<Self, { name("rem_assign") }>> +
    Method<{ name("abs") }, (), Marker = Operator<Self, { name("abs") }>> +
    Method<{ name("sqrt") }, (), Marker = Operator<Self, { name("sqrt") }>> +
    Method<{ name("exp") }, (), Marker = Operator<Self, { name("exp") }>> +
    Method<{ name("ln") }, (), Marker = Operator<Self, { name("ln") }>> +
    Method<{ name("sin") }, (), Marker = Operator<Self, { name("sin") }>> +
    Method<{ name("cos") }, (), Marker = Operator<Self, { name("cos") }>> +
    Method<{ name("tan") }, (), Marker = Operator<Self, { name("tan") }>> +
    Method<{ name("tanh") }, (), Marker = Operator<Self, { name("tanh") }>> +
    Method<{ name("recip") }, (), Marker = Operator<Self, { name("recip") }>> +
    Method<{ name("neg") }, (), Marker = Operator<Self, { name("neg") }>> +
    Method<{ name("&neg") }, (), Marker = Operator<Self, { name("neg") }>>
{
}

/// `$value` of the operands, and its partial derivatives as the tangent and the cotangents.
macro_rules! binary {
    ($($name:literal, |$x:ident, $y:ident| $value:expr, |$x_dot:ident, $y_dot:ident| $dot:expr,
        |$bar:ident| ($x_bar:expr, $y_bar:expr);)*) => {$(
        impl<T: Real, A> DifferentiableFn<A> for Operator<T, { name($name) }> {
            type Output = T;
            type Frame = NoResiduals;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<NoResiduals>;
        }

        // generated code calls these functions by position, so `transposed` has seven parameters
        #[allow(missing_docs, clippy::too_many_arguments)]
        impl<T: Real> Operator<T, { name($name) }> {
            #[inline(always)]
            pub fn primal(x: &T, y: &T, _: &mut NoResiduals) -> (T, NoResiduals) {
                let ($x, $y) = (*x, *y);
                ($value, NoResiduals)
            }

            #[inline(always)]
            pub fn jvp(x: &T, y: &T, x_dot: &T, y_dot: &T) -> (T, T) {
                let ($x, $y, $x_dot, $y_dot) = (*x, *y, *x_dot, *y_dot);
                ($value, $dot)
            }

            #[inline(always)]
            pub fn linear(x: &T, y: &T, _: &NoResiduals, _: &NoResiduals, x_dot: &T, y_dot: &T)
                -> T {
                let ($x, $y, $x_dot, $y_dot) = (*x, *y, *x_dot, *y_dot);
                let _ = ($x, $y);
                $dot
            }

            #[inline(always)]
            pub fn transposed(
                x: &T,
                y: &T,
                _: &NoResiduals,
                _: &NoResiduals,
                $bar: T,
                x_bar: &mut (impl CotangentAccumulator<T> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<T> + ?Sized),
            ) {
                let ($x, $y) = (*x, *y);
                let _ = ($x, $y);
                x_bar.add(&$x_bar);
                y_bar.add(&$y_bar);
            }

            #[inline(always)]
            pub fn vjp(
                x: &T,
                y: &T,
                _: &mut NoResiduals,
                bar: T,
                x_bar: &mut (impl CotangentAccumulator<T> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<T> + ?Sized),
            ) -> T {
                Self::transposed(x, y, &NoResiduals, &NoResiduals, bar, x_bar, y_bar);
                Self::primal(x, y, &mut NoResiduals).0
            }
        }
    )*};
}
binary! {
    "add", |x, y| x + y, |x_dot, y_dot| x_dot + y_dot, |bar| (bar, bar);
    "sub", |x, y| x - y, |x_dot, y_dot| x_dot - y_dot, |bar| (bar, -bar);
    "mul", |x, y| x * y, |x_dot, y_dot| y * x_dot + x * y_dot, |bar| (y * bar, x * bar);
    "div", |x, y| x / y, |x_dot, y_dot| x_dot / y - x / y / y * y_dot,
        |bar| (bar / y, -(x / y / y * bar));
    "rem", |x, y| x % y, |x_dot, y_dot| x_dot - rem_times(x, y, x % y) * y_dot,
        |bar| (bar, -(rem_times(x, y, x % y) * bar));
}

/// The same for an operator that changes its left operand, together with its tangent and cotangent;
/// `$saved` is the saved part of the operand.
macro_rules! compound {
    ($($name:literal, $symbol:tt, $Saved:ty, |$old:ident| $saved:expr, |$x:ident, $y:ident,
        $x_dot:ident, $y_dot:ident| $dot:expr, |$bar:ident| ($x_bar:expr, $y_bar:expr);)*) => {$(
        impl<T: Real, A> DifferentiableFn<A> for Operator<T, { name($name) }> {
            type Output = ();
            type Frame = $Saved;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<$Saved>;
        }

        // generated code calls these functions by position, so `transposed` has seven parameters
        #[allow(missing_docs)]
        #[allow(clippy::assign_op_pattern, reason = "`%=` is not among the operators of reals")]
        impl<T: Real> Operator<T, { name($name) }> {
            #[inline(always)]
            pub fn primal(x: &mut T, y: &T, _: &mut NoResiduals) -> ((), $Saved) {
                let $old = *x;
                *x = *x $symbol *y;
                ((), $saved)
            }

            #[inline(always)]
            pub fn jvp(x: &mut T, y: &T, x_dot: &mut T, y_dot: &T) -> ((), ()) {
                let ($old, $y, $x_dot, $y_dot) = (*x, *y, *x_dot, *y_dot);
                let $x = $saved;
                *x = *x $symbol $y;
                *x_dot = $dot;
                ((), ())
            }

            #[inline(always)]
            pub fn linear(_: impl Sized, y: &T, x: &$Saved, _: &NoResiduals, x_dot: &mut T,
                y_dot: &T) {
                let ($x, $y, $x_dot, $y_dot) = (*x, *y, *x_dot, *y_dot);
                *x_dot = $dot;
            }

            #[inline(always)]
            pub fn transposed(
                _: impl Sized,
                y: &T,
                x: &$Saved,
                _: &NoResiduals,
                _: (),
                x_bar: &mut T,
                y_bar: &mut (impl CotangentAccumulator<T> + ?Sized),
            ) {
                let ($x, $y, $bar) = (*x, *y, *x_bar);
                *x_bar = $x_bar;
                y_bar.add(&$y_bar);
            }

            #[inline(always)]
            pub fn vjp(
                x: &mut T,
                y: &T,
                _: &mut NoResiduals,
                _: (),
                x_bar: &mut T,
                y_bar: &mut (impl CotangentAccumulator<T> + ?Sized),
            ) {
                let ((), saved) = Self::primal(x, y, &mut NoResiduals);
                Self::transposed((), y, &saved, &NoResiduals, (), x_bar, y_bar);
            }
        }
    )*};
}
compound! {
    "add_assign", +, NoResiduals, |_x| NoResiduals, |_f, _y, x_dot, y_dot| x_dot + y_dot,
        |bar| (bar, bar);
    "sub_assign", -, NoResiduals, |_x| NoResiduals, |_f, _y, x_dot, y_dot| x_dot - y_dot,
        |bar| (bar, -bar);
    "mul_assign", *, T, |old| old, |x, y, x_dot, y_dot| y * x_dot + x * y_dot,
        |bar| (y * bar, x * bar);
    "div_assign", /, T, |old| old, |x, y, x_dot, y_dot| x_dot / y - x / y / y * y_dot,
        |bar| (bar / y, -(x / y / y * bar));
    "rem_assign", %, T, |old| old, |x, y, x_dot, y_dot| x_dot - rem_times(x, y, x % y) * y_dot,
        |bar| (bar, -(rem_times(x, y, x % y) * bar));
}

/// `$value` of one operand, and its derivative.
macro_rules! unary {
    ($($name:literal, |$x:ident| $value:expr, $slope:expr;)*) => {$(
        impl<T: Real, A> DifferentiableFn<A> for Operator<T, { name($name) }> {
            type Output = T;
            type Frame = NoResiduals;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<NoResiduals>;
        }

        #[allow(missing_docs)]
        impl<T: Real> Operator<T, { name($name) }> {
            #[inline(always)]
            pub fn primal(x: &T, _: &mut NoResiduals) -> (T, NoResiduals) {
                let $x = *x;
                ($value, NoResiduals)
            }

            #[inline(always)]
            pub fn jvp(x: &T, x_dot: &T) -> (T, T) {
                let $x = *x;
                ($value, $slope * *x_dot)
            }

            #[inline(always)]
            pub fn linear(x: &T, _: &NoResiduals, _: &NoResiduals, x_dot: &T) -> T {
                let $x = *x;
                $slope * *x_dot
            }

            #[inline(always)]
            pub fn transposed(x: &T, _: &NoResiduals, _: &NoResiduals, bar: T,
                x_bar: &mut (impl CotangentAccumulator<T> + ?Sized)) {
                let $x = *x;
                x_bar.add(&($slope * bar));
            }

            #[inline(always)]
            pub fn vjp(x: &T, _: &mut NoResiduals, bar: T,
                x_bar: &mut (impl CotangentAccumulator<T> + ?Sized)) -> T {
                Self::transposed(x, &NoResiduals, &NoResiduals, bar, x_bar);
                Self::primal(x, &mut NoResiduals).0
            }
        }
    )*};
}
unary! {
    "neg", |x| -x, -one(x);
    "abs", |x| x.abs(), sign0(x);
    "sqrt", |x| x.sqrt(), one(x) / (x.sqrt() + x.sqrt());
    "exp", |x| x.exp(), x.exp();
    "ln", |x| x.ln(), one(x) / x;
    "sin", |x| x.sin(), x.cos();
    "cos", |x| x.cos(), -x.sin();
    "tan", |x| x.tan(), one(x) + x.tan() * x.tan();
    "tanh", |x| x.tanh(), one(x) - x.tanh() * x.tanh();
    "recip", |x| x.recip(), -(x.recip() * x.recip());
}

fn one<T: Real>(_: T) -> T {
    T::one()
}
