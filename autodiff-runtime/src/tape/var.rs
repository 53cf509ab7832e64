//! The variable: a number with its position on a tape.

use core::fmt::{self, Display};
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use num_traits::Float;

use super::record::{ABSENT, Place};
use super::stack::{record, scalar};
use crate::carrier::{carrier, values};
use crate::dual::Dual;
use crate::{Real, Special};

/// A number whose computation is recorded: the result of an operation on the tape, an argument of
/// the differentiated function, or a constant.
///
/// It is `Copy` as plain numbers are, and implements [`Real`], and with it `num_traits::Float`. It
/// may be moved between threads, but can be used in computations only where its derivative is being
/// recorded: in the differentiated function, and in branches made by [`join`](super::join).
#[derive(Clone, Copy, Debug)]
pub struct Var<T = f64> {
    pub(super) value: T,
    pub(super) place: Place,
}

impl<T: Real> Var<T> {
    /// A number that does not depend on the differentiated variables.
    #[inline]
    pub fn constant(value: T) -> Self {
        Var { value, place: Place::CONSTANT }
    }

    /// The value alone: `constant(x.value())` stops the derivative.
    ///
    /// ```
    /// # use autodiff_runtime as autodiff;
    /// use autodiff::tape;
    ///
    /// assert_eq!(tape::gradient(|x| x[0] * x[0].value(), &[3.0]), [3.0]);
    /// ```
    #[inline]
    pub fn value(self) -> T {
        self.value
    }

    /// As `f64::rem_euclid`.
    #[inline]
    pub fn rem_euclid(self, other: Self) -> Self {
        crate::real::rem_euclid(self, other)
    }

    /// As `f64::div_euclid`; its derivative is 0.
    #[inline]
    pub fn div_euclid(self, other: Self) -> Self {
        Self::constant(crate::real::div_euclid(self.value, other.value))
    }

    /// As `f64::round_ties_even`; its derivative is 0.
    #[inline]
    pub fn round_ties_even(self) -> Self {
        Self::constant(crate::real::round_ties_even(self.value))
    }

    /// Records a function by its rule, which is that of dual numbers.
    #[inline]
    #[track_caller]
    fn apply<const N: usize>(
        operands: [Self; N],
        f: impl FnOnce([Dual<T, N>; N]) -> Dual<T, N>,
    ) -> Self {
        let result = f(core::array::from_fn(|i| {
            let Var { value, place } = operands[i];
            if place.tape == 0 { Dual::constant(value) } else { Dual::in_a_rule(value, i) }
        }));
        let (value, partials) = result.into_parts();
        let (mut tape, mut same) = (0, true);
        let mut cells = [ABSENT; N];
        for i in 0..N {
            let place = operands[i].place;
            if partials[i].is_some() && place.tape != 0 {
                same &= tape == 0 || tape == place.tape;
                tape = place.tape;
                cells[i] = place.cell;
            }
        }
        let place = match tape {
            0 => Place::CONSTANT,
            _ if same => {
                scalar(tape, cells, partials.map(|partial| partial.unwrap_or_else(T::zero)))
            }
            _ => Self::of_several(operands.map(|x| x.place), partials),
        };
        Var { value, place }
    }

    /// Records a function of numbers of several tapes.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn of_several<const N: usize>(places: [Place; N], partials: [Option<T>; N]) -> Place {
        let tapes = (0..N).map(|i| if partials[i].is_some() { places[i].tape } else { 0 });
        let recorded = record::<T, _>(tapes, |tape| {
            let cells = core::array::from_fn::<_, N, _>(|i| match places[i] {
                place if place.tape != 0 && partials[i].is_some() => tape.local(place, 1),
                _ => ABSENT,
            });
            Place {
                tape: tape.id,
                cell: tape.scalar(cells, partials.map(|partial| partial.unwrap_or_else(T::zero))),
            }
        });
        recorded.unwrap_or(Place::CONSTANT)
    }
}

carrier! { [] Var<T> }

impl<T: Real> Real for Var<T> {
    #[inline]
    fn real(x: f64) -> Self {
        Self::constant(T::real(x))
    }
}

/// Prints the value.
impl<T: Real> Display for Var<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.value, f)
    }
}

impl<T: Real> Neg for Var<T> {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn neg(self) -> Self {
        Self::apply([self], |[x]| -x)
    }
}

macro_rules! operators {
    ($($Operator:ident $method:ident),*) => {$(
        impl<T: Real> $Operator for Var<T> {
            type Output = Self;

            #[inline]
            #[track_caller]
            fn $method(self, other: Self) -> Self {
                Self::apply([self, other], |[x, y]| $Operator::$method(x, y))
            }
        }

        operators!(@left f64 $Operator $method);
        operators!(@left f32 $Operator $method);
    )*};
    (@left $real:ident $Operator:ident $method:ident) => {
        impl $Operator<Var<$real>> for $real {
            type Output = Var<$real>;

            #[inline]
            #[track_caller]
            fn $method(self, other: Var<$real>) -> Var<$real> {
                $Operator::$method(Var::constant(self), other)
            }
        }
    };
}
operators!(Add add, Sub sub, Mul mul, Div div, Rem rem);

/// Functions by the rules of dual numbers, by their argument count.
macro_rules! by_rule {
    (1: $($one:ident)* ; 2: $($two:ident)* ; 3: $($three:ident)*) => {
        $(
            #[inline]
            #[track_caller]
            fn $one(self) -> Self {
                Self::apply([self], |[x]| x.$one())
            }
        )*
        $(
            #[inline]
            #[track_caller]
            fn $two(self, other: Self) -> Self {
                Self::apply([self, other], |[x, y]| x.$two(y))
            }
        )*
        $(
            #[inline]
            #[track_caller]
            fn $three(self, second: Self, third: Self) -> Self {
                Self::apply([self, second, third], |[x, y, z]| x.$three(y, z))
            }
        )*
    };
}

impl<T: Real> Float for Var<T> {
    values!();

    by_rule! {
        1: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2
            log10 sqrt cbrt recip abs fract
            to_degrees to_radians;
        2: powf log hypot atan2 max min copysign abs_sub;
        3: mul_add clamp
    }

    #[inline]
    #[track_caller]
    fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    #[inline]
    #[track_caller]
    fn powi(self, n: i32) -> Self {
        Self::apply([self], |[x]| x.powi(n))
    }
}

impl<T: Real> Special for Var<T> {
    by_rule! { 1: erf ln_gamma digamma trigamma; 2: ; 3: }

    #[inline]
    #[track_caller]
    fn polygamma(self, order: u32) -> Self {
        Self::apply([self], |[x]| x.polygamma(order))
    }
}
