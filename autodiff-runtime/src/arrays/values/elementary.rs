//! Functions of every element that have a name: `x.exp()`, `x.powi(n)`, `x.powf(p)`.
//!
//! The derivatives are those of the functions of numbers, also at kinks.

use core::f64::consts::{LN_2, LN_10, PI};
use core::marker::PhantomData;

use ndarray::{Array, ArrayBase, Dimension, RawData, Zip};

use super::arithmetic::wants;
use crate::arrays::rows::arguments::{Arguments, OfArgument, WithArguments};
use crate::arrays::rows::{OfOne, Unary};
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, add_changed, dense, same_shape};
use crate::kinks::{clamp_arm, hypot_partial, powf_partial_x, powf_partial_y, powi_partial, sign0};
use crate::member::name;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, Method, NoResiduals};

/// A function of a number.
pub trait Elementary {
    /// Whether the derivative uses the value, which is then saved.
    const SAVES_VALUE: bool;

    /// The value.
    fn value<A: ArrayReal>(x: A) -> A;

    /// The partial derivative, multiplied by `t`, from the value if that is saved, else from the
    /// argument.
    fn times_partial<A: ArrayReal>(of: A, t: A) -> A;
}

/// The row of a function of every element.
#[derive(Debug)]
pub struct OfElements<F>(PhantomData<F>);

/// A function for each row: its partial derivative, multiplied by `$t`, `at` its argument or from
/// its value, `saving` that.
macro_rules! elementary {
    ($($name:literal $Row:ident |$t:ident| $from:ident $of:tt
        => $partial:expr, |$argument:ident| $value:expr;)*) => {$(
        #[doc = concat!("`x.", $name, "()`")]
        #[derive(Debug)]
        pub struct $Row;

        impl Elementary for $Row {
            const SAVES_VALUE: bool = elementary!(@saves $from);

            #[inline]
            fn value<A: ArrayReal>($argument: A) -> A {
                $value
            }

            #[inline]
            #[allow(unused_variables)]
            fn times_partial<A: ArrayReal>($of: A, $t: A) -> A {
                $partial
            }
        }

        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = OfOne<OfElements<$Row>, ArrayBase<S, D>>;
        }
    )*};
    (@saves at) => { false };
    (@saves saving) => { true };
}
elementary! {
    "floor" Floor |t| at _ => A::zero(), |x| x.floor();
    "ceil" Ceil |t| at _ => A::zero(), |x| x.ceil();
    "round" Round |t| at _ => A::zero(), |x| x.round();
    "trunc" Trunc |t| at _ => A::zero(), |x| x.trunc();
    "fract" Fract |t| at _ => t, |x| x.fract();
    "abs" Abs |t| at x => sign0(x) * t, |x| x.abs();
    "signum" Signum |t| at _ => A::zero(), |x| x.signum();
    "recip" Recip |t| saving z => -(z * z) * t, |x| x.recip();
    "sqrt" Sqrt |t| saving z => t / (z + z), |x| x.sqrt();
    "cbrt" Cbrt |t| saving z => t / (A::real(3.0) * (z * z)), |x| x.cbrt();
    "exp" Exp |t| saving z => z * t, |x| x.exp();
    "exp2" Exp2 |t| saving z => A::real(LN_2) * z * t, |x| x.exp2();
    "exp_m1" ExpM1 |t| at x => x.exp() * t, |x| x.exp_m1();
    "ln" Ln |t| at x => t / x, |x| x.ln();
    "log2" Log2 |t| at x => t / (A::real(LN_2) * x), |x| x.log2();
    "log10" Log10 |t| at x => t / (A::real(LN_10) * x), |x| x.log10();
    "ln_1p" Ln1p |t| at x => t / (A::one() + x), |x| x.ln_1p();
    "sin" Sin |t| at x => x.cos() * t, |x| x.sin();
    "cos" Cos |t| at x => -x.sin() * t, |x| x.cos();
    "tan" Tan |t| saving z => (A::one() + z * z) * t, |x| x.tan();
    "asin" Asin |t| at x => t / one_minus_square(x).sqrt(), |x| x.asin();
    "acos" Acos |t| at x => t / -one_minus_square(x).sqrt(), |x| x.acos();
    "atan" Atan |t| at x => t / (A::one() + x * x), |x| x.atan();
    "sinh" Sinh |t| at x => x.cosh() * t, |x| x.sinh();
    "cosh" Cosh |t| at x => x.sinh() * t, |x| x.cosh();
    "tanh" Tanh |t| saving z => one_minus_square(z) * t, |x| x.tanh();
    "asinh" Asinh |t| at x => t / (x * x + A::one()).sqrt(), |x| x.asinh();
    "acosh" Acosh |t| at x => t / (x * x - A::one()).sqrt(), |x| x.acosh();
    "atanh" Atanh |t| at x => t / one_minus_square(x), |x| x.atanh();
    "to_degrees" ToDegrees |t| at _ => A::real(180.0 / PI) * t, |x| x.to_degrees();
    "to_radians" ToRadians |t| at _ => A::real(PI / 180.0) * t, |x| x.to_radians();
    "pow2" Pow2 |t| at x => (x + x) * t, |x| x * x;
}

/// 1 − x², as a product that does not cancel near ±1.
#[inline]
fn one_minus_square<A: ArrayReal>(x: A) -> A {
    (A::one() - x) * (A::one() + x)
}

/// The derivative of a function of every element, which is its own transpose.
fn times_partials<F: Elementary, A: ArrayReal, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    saved: &Option<Array<A, D>>,
    t: &Array<A, D>,
) -> Array<A, D> {
    match saved {
        Some(z) => Zip::from(z).and(t).map_collect(|z, t| F::times_partial(*z, *t)),
        None => Zip::from(x).and(t).map_collect(|x, t| F::times_partial(*x, *t)),
    }
}

impl<F, A, S, D> Unary<ArrayBase<S, D>> for OfElements<F>
where
    F: Elementary,
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Array<A, D>;
    type Saved = Option<Array<A, D>>;

    fn value(x: &ArrayBase<S, D>) -> (Array<A, D>, Option<Array<A, D>>) {
        let z = x.mapv(F::value);
        let saved = F::SAVES_VALUE.then(|| z.clone());
        (z, saved)
    }

    fn linear(
        x: &ArrayBase<S, D>,
        saved: &Option<Array<A, D>>,
        x_dot: &Array<A, D>,
    ) -> Array<A, D> {
        same_shape("tangent", "array", x_dot.shape(), x.shape());
        times_partials::<F, A, D>(x, saved, x_dot)
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        saved: &Option<Array<A, D>>,
        bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        match saved {
            Some(z) => add_changed(z, bar, x_bar, F::times_partial),
            None => add_changed(x, bar, x_bar, F::times_partial),
        }
    }
}

/// `x.powi(n)`
#[derive(Debug)]
pub struct Powi;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("powi") }> for ArrayBase<S, D> {
    type Marker = OfArgument<Powi, ArrayBase<S, D>>;
}

impl Arguments<i32> for (i32,) {
    fn saved(self) -> i32 {
        self.0
    }
}

impl<A, S, D> WithArguments<ArrayBase<S, D>> for Powi
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Array<A, D>;
    type Saved = i32;

    fn value(x: &ArrayBase<S, D>, n: &i32) -> Array<A, D> {
        x.mapv(|x| x.powi(*n))
    }

    fn linear(x: &ArrayBase<S, D>, n: &i32, x_dot: &Array<A, D>) -> Array<A, D> {
        same_shape("tangent", "array", x_dot.shape(), x.shape());
        Zip::from(x).and(x_dot).map_collect(|x, x_dot| powi_partial(*x, *n) * *x_dot)
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        n: &i32,
        bar: Array<A, D>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        add_changed(x, bar, x_bar, |x, bar| powi_partial(x, *n) * bar);
    }
}

/// A function of a number and of `N` real arguments, the same for all elements.
pub trait ElementaryWith<const N: usize> {
    /// The value.
    fn value<A: ArrayReal>(x: A, arguments: [A; N]) -> A;

    /// The partial derivative in the element.
    fn in_element<A: ArrayReal>(x: A, arguments: [A; N]) -> A;

    /// The partial derivatives in the arguments.
    fn in_arguments<A: ArrayReal>(x: A, arguments: [A; N]) -> [A; N];

    /// Panics where `ndarray` does.
    #[track_caller]
    fn check<A: ArrayReal>(_: [A; N]) {}
}

/// `x.powf(p)`
#[derive(Debug)]
pub struct Powf;

/// `x.log(base)`
#[derive(Debug)]
pub struct Log;

/// `x.hypot(y)`
#[derive(Debug)]
pub struct Hypot;

/// `x.abs_sub(y)`
#[derive(Debug)]
pub struct AbsSub;

/// `x.clamp(low, high)`
#[derive(Debug)]
pub struct Clamp;

impl ElementaryWith<1> for Powf {
    #[inline]
    fn value<A: ArrayReal>(x: A, [p]: [A; 1]) -> A {
        x.powf(p)
    }

    #[inline]
    fn in_element<A: ArrayReal>(x: A, [p]: [A; 1]) -> A {
        powf_partial_x(x, p)
    }

    #[inline]
    fn in_arguments<A: ArrayReal>(x: A, [p]: [A; 1]) -> [A; 1] {
        [powf_partial_y(x, p, x.powf(p))]
    }
}

impl ElementaryWith<1> for Log {
    #[inline]
    fn value<A: ArrayReal>(x: A, [base]: [A; 1]) -> A {
        x.log(base)
    }

    #[inline]
    fn in_element<A: ArrayReal>(x: A, [base]: [A; 1]) -> A {
        A::one() / (x * base.ln())
    }

    #[inline]
    fn in_arguments<A: ArrayReal>(x: A, [base]: [A; 1]) -> [A; 1] {
        [-(x.log(base) / (base * base.ln()))]
    }
}

impl ElementaryWith<1> for Hypot {
    #[inline]
    fn value<A: ArrayReal>(x: A, [y]: [A; 1]) -> A {
        x.hypot(y)
    }

    #[inline]
    fn in_element<A: ArrayReal>(x: A, [y]: [A; 1]) -> A {
        hypot_partial(x, x.hypot(y))
    }

    #[inline]
    fn in_arguments<A: ArrayReal>(x: A, [y]: [A; 1]) -> [A; 1] {
        [hypot_partial(y, x.hypot(y))]
    }
}

/// The derivative is zero where both are equal.
impl ElementaryWith<1> for AbsSub {
    #[inline]
    fn value<A: ArrayReal>(x: A, [y]: [A; 1]) -> A {
        x.abs_sub(y)
    }

    #[inline]
    fn in_element<A: ArrayReal>(x: A, [y]: [A; 1]) -> A {
        if x <= y { A::zero() } else { A::one() }
    }

    #[inline]
    fn in_arguments<A: ArrayReal>(x: A, [y]: [A; 1]) -> [A; 1] {
        [-Self::in_element(x, [y])]
    }
}

/// The derivative is that of the element where it is equal to a bound.
impl ElementaryWith<2> for Clamp {
    #[inline]
    fn value<A: ArrayReal>(x: A, [low, high]: [A; 2]) -> A {
        num_traits::clamp(x, low, high)
    }

    #[inline]
    fn in_element<A: ArrayReal>(x: A, [low, high]: [A; 2]) -> A {
        if clamp_arm(x, low, high) == 0 { A::one() } else { A::zero() }
    }

    #[inline]
    fn in_arguments<A: ArrayReal>(x: A, [low, high]: [A; 2]) -> [A; 2] {
        match clamp_arm(x, low, high) {
            0 => [A::zero(), A::zero()],
            1 => [A::one(), A::zero()],
            _ => [A::zero(), A::one()],
        }
    }

    fn check<A: ArrayReal>([low, high]: [A; 2]) {
        assert!(low <= high, "min must be less than or equal to max");
    }
}

/// The marker of a function of one real argument.
#[derive(Debug)]
pub struct OfOneReal<Row, X>(PhantomData<(Row, X)>);

/// The marker of a function of two real arguments.
#[derive(Debug)]
pub struct OfTwoReals<Row, X>(PhantomData<(Row, X)>);

macro_rules! method {
    ($($name:literal $Marker:ident $Row:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $Marker<$Row, ArrayBase<S, D>>;
        }
    )*};
}
method! {
    "powf" OfOneReal Powf;
    "log" OfOneReal Log;
    "hypot" OfOneReal Hypot;
    "abs_sub" OfOneReal AbsSub;
    "clamp" OfTwoReals Clamp;
}

/// The real arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct SavedReals<A, const N: usize>([A; N]);

impl<A: ArrayReal, const N: usize> crate::Residual for SavedReals<A, N> {
    fn blank() -> Self {
        SavedReals([A::zero(); N])
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

fn linear_with<F: ElementaryWith<N>, A: ArrayReal, D: Dimension, const N: usize>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    arguments: [A; N],
    x_dot: &Array<A, D>,
    dots: [A; N],
) -> Array<A, D> {
    same_shape("tangent", "array", x_dot.shape(), x.shape());
    let is_constant = dots.iter().all(|dot| *dot == A::zero());
    Zip::from(x).and(x_dot).map_collect(|x, x_dot| {
        let of_element = F::in_element(*x, arguments) * *x_dot;
        // partials in arguments that are constants may be infinite
        if is_constant {
            return of_element;
        }
        let partials = F::in_arguments(*x, arguments).into_iter().zip(dots);
        partials.fold(of_element, |sum, (partial, dot)| sum + partial * dot)
    })
}

/// The sums of the cotangents of the arguments.
fn bars_of_arguments<F: ElementaryWith<N>, A: ArrayReal, D: Dimension, const N: usize>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
    arguments: [A; N],
    bar: &Array<A, D>,
) -> [A; N] {
    Zip::from(x).and(bar).fold([-A::zero(); N], |mut sums, x, bar| {
        let partials = F::in_arguments(*x, arguments);
        sums.iter_mut().zip(partials).for_each(|(sum, partial)| *sum += partial * *bar);
        sums
    })
}

/// The functions of a marker with `$N` real arguments.
macro_rules! of_reals {
    ($Marker:ident $N:literal: $($value:ident $dot:ident $bar:ident)*) => {
        impl<Row, A, S, D, Args> DifferentiableFn<Args> for $Marker<Row, ArrayBase<S, D>>
        where
            Row: ElementaryWith<$N>,
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            type Output = Array<A, D>;
            type Frame = SavedReals<A, $N>;
            type Stacks = NoResiduals;
            type NestedStacks = InPlace<NoResiduals>;
            type NestedFrame = InPlace<SavedReals<A, $N>>;
        }

        // generated code calls these functions by position
        #[allow(missing_docs, clippy::too_many_arguments)]
        impl<Row, A, S, D> $Marker<Row, ArrayBase<S, D>>
        where
            Row: ElementaryWith<$N>,
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            #[track_caller]
            pub fn primal(
                x: &ArrayBase<S, D>,
                $($value: A,)*
                _: &mut NoResiduals,
            ) -> (Array<A, D>, SavedReals<A, $N>) {
                let arguments = [$($value),*];
                Row::check(arguments);
                (x.mapv(|x| Row::value(x, arguments)), SavedReals(arguments))
            }

            #[track_caller]
            pub fn jvp(
                x: &ArrayBase<S, D>,
                $($value: A,)*
                x_dot: &Array<A, D>,
                $($dot: A,)*
            ) -> (Array<A, D>, Array<A, D>) {
                let (value, saved) = Self::primal(x, $($value,)* &mut NoResiduals);
                (value, linear_with::<Row, A, D, $N>(x, saved.0, x_dot, [$($dot),*]))
            }

            pub fn linear(
                x: &ArrayBase<S, D>,
                $($value: impl Sized,)*
                saved: &SavedReals<A, $N>,
                _: &NoResiduals,
                x_dot: &Array<A, D>,
                $($dot: A,)*
            ) -> Array<A, D> {
                $(let _ = $value;)*
                linear_with::<Row, A, D, $N>(x, saved.0, x_dot, [$($dot),*])
            }

            pub fn transposed(
                x: &ArrayBase<S, D>,
                $($value: impl Sized,)*
                saved: &SavedReals<A, $N>,
                _: &NoResiduals,
                bar: Array<A, D>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
                $($bar: &mut (impl CotangentAccumulator<A> + ?Sized),)*
            ) {
                $(let _ = $value;)*
                same_shape("cotangent", "result", bar.shape(), x.shape());
                if let Some(sum) = dense(x_bar, x.shape()) {
                    Zip::from(sum)
                        .and(x)
                        .and(&bar)
                        .for_each(|sum, x, bar| *sum += Row::in_element(*x, saved.0) * *bar);
                }
                if false $(|| wants($bar))* {
                    let [$($value),*] = bars_of_arguments::<Row, A, D, $N>(x, saved.0, &bar);
                    $($bar.add(&$value);)*
                }
                release(bar);
            }

            #[track_caller]
            pub fn vjp(
                x: &ArrayBase<S, D>,
                $($value: A,)*
                _: &mut NoResiduals,
                bar: Array<A, D>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
                $($bar: &mut (impl CotangentAccumulator<A> + ?Sized),)*
            ) -> Array<A, D> {
                let (value, saved) = Self::primal(x, $($value,)* &mut NoResiduals);
                Self::transposed(x, $({ let _ = $value; },)* &saved, &NoResiduals, bar, x_bar,
                    $($bar),*);
                value
            }
        }
    };
}
of_reals!(OfOneReal 1: y y_dot y_bar);
of_reals!(OfTwoReals 2: low low_dot low_bar high high_dot high_bar);
