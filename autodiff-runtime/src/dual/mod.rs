//! Forward mode by dual numbers: every number carries its derivative.
//!
//! A [`Dual<T, N>`] is a value and `N` tangents, `x + ẋ₁ε₁ + … + ẋₙεₙ` with `εᵢεⱼ = 0` (Clifford
//! 1873; Wengert, *A simple automatic derivative evaluation program*, 1964). It implements [`Real`]
//! and with it [`num_traits::Float`], so code that is generic over either can be run with it, and
//! returns its derivative together with its value:
//!
//! ```
//! # use autodiff_runtime as autodiff;
//! use autodiff::{Real, dual};
//! use num_traits::Float;
//!
//! fn bell<T: Real>(x: T) -> T {
//!     (-x * x).exp()
//! }
//!
//! assert_eq!(dual::derivative(bell, 0.5), -1.0 * (-0.25_f64).exp());
//! // … and closures, with what is in `std` for `f64`
//! assert_eq!(dual::derivative(|x| 3.0 * x.powi(2) + 1.0, 2.0), 12.0);
//! ```
//!
//! | | |
//! |---|---|
//! | [`derivative`], [`value_and_derivative`] | of a function of one real |
//! | [`gradient`], [`value_and_gradient`] | of a function of many, [`LANES`] components with each call of the function |
//! | [`directional`] | of a function of many, in one direction |
//! | [`jacobian`] | of a function with many results |
//! | [`hessian`] | second derivatives, by dual numbers of dual numbers |
//! | [`Perturbation`] | for other cases: makes duals, and reads their tangents |
//!
//! The cost of a gradient grows with the count of arguments. Reverse mode's does not: see
//! `#[differentiate(reverse)]`, or the tape.
//!
//! # Nesting, and why perturbations are not confused
//!
//! `T` may be dual itself, to any depth: `Dual<Dual<f64>>` has second derivatives. The derivative
//! of a derivative is written directly, with [`Dual::constant`] for captures of the inner function:
//!
//! ```
//! # use autodiff_runtime as autodiff;
//! use autodiff::dual::{self, Dual};
//!
//! // d/dx (x · d/dy (x + y)) = d/dx (x · 1)
//! let outer = dual::derivative(|x| x * dual::derivative(|y| Dual::constant(x) + y, x), 3.0);
//! assert_eq!(outer, 1.0);
//! ```
//!
//! Here the inner `y` is a `Dual<Dual<f64>>` and `x` a `Dual<f64>`; without `constant` the types do
//! not match. The classical error (Siskind and Pearlmutter, *Perturbation confusion and referential
//! transparency*, 2005) is to confuse the ε of one derivative with that of another, which yields 2
//! here. It needs two active derivatives over the same type: had the inner one been taken at the
//! plain number 3.0, its `y` would be a `Dual<f64>` as well, and `x + y` well typed. So a dual
//! records the derivative that its ε belongs to. Arithmetic between the duals of two derivatives
//! panics, and so does reading the tangent of another derivative's dual; constants combine with
//! all. So a confusion never yields a wrong number.
//!
//! ```should_panic
//! # use autodiff_runtime as autodiff;
//! # use autodiff::dual::{self, Dual};
//! dual::derivative(|x| x * dual::derivative(|y| x + y, 3.0), 3.0);
//! ```
//!
//! # Rules
//!
//! Each function of [`Float`](num_traits::Float) and [`Special`](crate::Special) has its rule in
//! `functions.rs`, written for this type alone. The compiler of `#[differentiate]` has its own
//! table, and the tests compare the two. They agree also where a function has no derivative; the
//! list is in the documentation of `autodiff` under *Kinks*. A number has no tangent in a variable
//! that it does not depend on, for any factor: an infinite partial in one variable causes no NaN in
//! the derivative by another, as in reverse mode. Comparisons, `max`, casts and printing use
//! values: a branch has the derivative of the arm that was taken.
//!
//! Values are bit-identical to those of `T`.

mod arithmetic;
mod derivatives;
mod functions;

pub use derivatives::{
    LANES, derivative, directional, gradient, hessian, jacobian, value_and_derivative,
    value_and_gradient,
};

use core::fmt::{self, Display};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::Real;
use crate::carrier::carrier;

/// A value with `N` tangents: the derivatives of the value in `N` directions.
///
/// It is constructed by the functions of [this module](self) for their closures, by a
/// [`Perturbation`], or as a [`constant`](Dual::constant).
#[derive(Clone, Copy, Debug)]
pub struct Dual<T, const N: usize = 1> {
    value: T,
    /// Zero where the number does not depend on the lane.
    tangents: [T; N],
    /// Whether the number depends on each lane. An independent tangent stays zero, even if it is
    /// multiplied with an infinite partial; a dependent tangent that happens to be zero does not.
    depends: [bool; N],
    /// The number of the perturbation that the tangents belong to; 0 for a constant, which depends
    /// on no lane.
    perturbation: usize,
}

/// Rules of the tape run on duals that never leave the rule; their perturbation needs no fresh
/// number.
#[cfg(feature = "std")]
const OF_A_RULE: usize = usize::MAX;

impl<T: Real, const N: usize> Dual<T, N> {
    /// A number that does not depend on the differentiated variables.
    ///
    /// ```
    /// # use autodiff_runtime as autodiff;
    /// use autodiff::dual::{self, Dual};
    ///
    /// let x: Dual<f64> = Dual::constant(2.0);
    /// assert_eq!(x.value(), 2.0);
    /// assert_eq!(dual::derivative(|_| x, 1.0), 0.0);
    /// ```
    #[inline]
    pub fn constant(value: T) -> Self {
        Dual { value, tangents: [T::zero(); N], depends: [false; N], perturbation: 0 }
    }

    /// The value without its tangents: `constant(x.value())` stops the derivative.
    ///
    /// ```
    /// # use autodiff_runtime as autodiff;
    /// use autodiff::dual;
    ///
    /// assert_eq!(dual::derivative(|x| x * x.value(), 3.0), 3.0);
    /// ```
    #[inline]
    pub fn value(self) -> T {
        self.value
    }

    /// The operand with the given index inside of a rule of the tape.
    #[cfg(feature = "std")]
    #[inline(always)]
    pub(crate) fn in_a_rule(value: T, lane: usize) -> Self {
        Perturbation { number: OF_A_RULE }.in_lane(value, lane)
    }

    /// The value, and the partial derivatives by the variables it depends on.
    #[cfg(feature = "std")]
    #[inline(always)]
    pub(crate) fn into_parts(self) -> (T, [Option<T>; N]) {
        (self.value, core::array::from_fn(|i| self.depends[i].then_some(self.tangents[i])))
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
}

/// An ε, or `N` of them: the variables that tangents of duals are derivatives by.
///
/// The functions of [this module](self) make one for each derivative. Use it directly where another
/// library calls the function, or where the function takes its numbers in a structure. The Hessian
/// times a vector, forward over reverse, through the gradient of a generic function:
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::Real;
/// use autodiff::dual::{Dual, Perturbation};
///
/// /// The gradient of x₀²x₁, as `#[differentiate(reverse)]` would generate it.
/// fn f_grad<T: Real>(x: &[T]) -> Vec<T> {
///     vec![T::real(2.0) * x[0] * x[1], x[0] * x[0]]
/// }
///
/// let (x, v) = ([3.0, 5.0], [1.0, 0.5]);
/// let epsilon = Perturbation::new();
/// let along: Vec<Dual<f64>> = x.iter().zip(v).map(|(&x, v)| epsilon.dual(x, [v])).collect();
/// let product: Vec<f64> = f_grad(&along).into_iter().map(|d| epsilon.tangents(d)[0]).collect();
/// assert_eq!(product, [2.0 * 5.0 * 1.0 + 2.0 * 3.0 * 0.5, 2.0 * 3.0 * 1.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perturbation<const N: usize = 1> {
    number: usize,
}

/// Numbers of perturbations. Two that exist at the same time differ (where `usize` has 32 bits:
/// unless one outlives four billion others).
static PERTURBATIONS: AtomicUsize = AtomicUsize::new(1);

impl<const N: usize> Perturbation<N> {
    /// A perturbation that differs from all others.
    #[expect(clippy::new_without_default, reason = "a default is always the same")]
    #[inline]
    pub fn new() -> Self {
        loop {
            let number = PERTURBATIONS.fetch_add(1, Ordering::Relaxed);
            if number != 0 && number != usize::MAX {
                return Perturbation { number };
            }
        }
    }

    /// The dual `value + Σ tangentsᵢ εᵢ`.
    #[inline]
    pub fn dual<T: Real>(self, value: T, tangents: [T; N]) -> Dual<T, N> {
        Dual { value, tangents, depends: [true; N], perturbation: self.number }
    }

    /// The dual `value + ε` of one lane.
    #[inline]
    pub(crate) fn in_lane<T: Real>(self, value: T, lane: usize) -> Dual<T, N> {
        let mut dual = Dual { perturbation: self.number, ..Dual::constant(value) };
        (dual.tangents[lane], dual.depends[lane]) = (T::one(), true);
        dual
    }

    /// The derivatives of a number: its coefficients of the εᵢ. Zero if it is constant.
    ///
    /// # Panics
    /// If the tangents of the number belong to another perturbation.
    #[inline]
    #[track_caller]
    pub fn tangents<T: Real>(self, number: Dual<T, N>) -> [T; N] {
        if number.perturbation != self.number && number.perturbation != 0 {
            panic_mixed();
        }
        number.tangents
    }
}

/// The perturbation of the result of two numbers.
#[inline(always)]
#[track_caller]
fn join(a: usize, b: usize) -> usize {
    if a == b || b == 0 {
        a
    } else if a == 0 {
        b
    } else {
        panic_mixed()
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn panic_mixed() -> ! {
    panic!(
        "dual numbers of two derivatives are mixed: take the inner derivative at a dual number and \
         lift outer values with `Dual::constant(x)`, or drop the outer derivative with `x.value()`"
    )
}

carrier! { [const N: usize] Dual<T, N> }

impl<T: Real, const N: usize> Real for Dual<T, N> {
    #[inline]
    fn real(x: f64) -> Self {
        Self::constant(T::real(x))
    }
}

/// As `3+2ε`, with more tangents `3+[2, 0]ε`, a constant as its value.
impl<T: Real, const N: usize> Display for Dual<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.value, f)?;
        match &self.tangents[..] {
            _ if self.perturbation == 0 => Ok(()),
            [tangent] => {
                f.write_str("+")?;
                Display::fmt(tangent, f)?;
                f.write_str("ε")
            }
            tangents => {
                for (i, tangent) in tangents.iter().enumerate() {
                    f.write_str(if i == 0 { "+[" } else { ", " })?;
                    Display::fmt(tangent, f)?;
                }
                f.write_str("]ε")
            }
        }
    }
}

#[cfg(test)]
mod tests;
