//! Reverse mode at run time, for code without attributes: closures, `dyn Fn`, functions that are
//! generic over their scalar.
//!
//! ```
//! # use autodiff_runtime as autodiff;
//! use autodiff::tape::{self, Var};
//! use num_traits::Float;
//!
//! let models: Vec<Box<dyn Fn(&[Var]) -> Var>> = vec![
//!     Box::new(|x| x[0] * x[1].sin()),
//!     Box::new(|x| x.iter().map(|x| x * x).sum::<Var>().sqrt()),
//! ];
//! assert_eq!(tape::gradient(&*models[0], &[2.0, 0.0]), [0.0, 2.0]);
//! assert_eq!(tape::gradient(&*models[1], &[0.0, 2.0]), [0.0, 1.0]);
//! ```
//!
//! | | |
//! |---|---|
//! | [`gradient`], [`value_and_gradient`] | of a function with one result: about the cost of a few calls, however many arguments |
//! | [`vjp`] | the value and a [`Pullback`], the transposed derivative, which may be applied any number of times |
//! | [`jacobian`] | by rows, one pullback each |
//! | [`hvp`] | Hessian times vector, forward over reverse |
//! | [`Vector`], [`Matrix`] | arrays whose operations are recorded as a whole |
//! | [`call`], [`call_with_gradient`] | a function with its own derivative, as a single entry |
//! | [`join`] | two functions in parallel |
//!
//! The gradients that `#[differentiate(reverse)]` generates are many times faster
//! (`cargo bench -p autodiff-tapes` has the ratios). The tape is for code that the attribute does
//! not see, and for `jacobian` and `hvp`.
//!
//! # How it works
//!
//! A [`Var`] is a *dual number of reverse mode*: a value, and the destination of its cotangent. In
//! the naive construction that second half is a function, which is called once for each use of the
//! number, and so exponentially often. Following Smeding and Vákár (*Efficient dual-numbers reverse
//! AD via well-known program transformations*, POPL 2023), those functions are staged by
//! identifiers that increase in the order of computation: a cotangent is first summed over all
//! uses, and passed on once. Made first-order, the staged functions are rows of a table, the
//! *tape*, and the second half of a number is the index of its row. So work and memory are linear
//! in the work of the function, also where numbers are shared.
//!
//! - The tape is a structure of arrays (`record.rs`). Each scalar operation takes four bytes and a
//!   partial derivative for each operand that is not constant.
//! - Operations on arrays are single entries, as in *Dual-numbers reverse AD for functional array
//!   languages* (Smeding, Konarski, Peyton Jones, Fitzgibbon, 2025), so that the tape grows with
//!   the count of operations and not of elements. Here the arrays are separate types, [`Vector`]
//!   and [`Matrix`], and each element has an identifier, so that indexing is free and O(1) in the
//!   transpose.
//! - Parallel tasks record on separate tapes, and an identifier is a tape and a row (Smeding and
//!   Vákár, *Parallel dual-numbers reverse AD*, 2024). The sweep forks where the function did. The
//!   paper sums with atomic operations; here each branch lists its contributions to numbers from
//!   outside, and the lists are added in order. So results are bit-identical on any number of
//!   threads.
//! - The partial derivatives are those of [dual numbers](crate::dual): one set of rules, with the
//!   same kinks.
//!
//! # Nesting
//!
//! `Var<T>` is a [`Real`] if `T` is one, so derivatives nest: the gradient of a function at
//! variables consists of variables. An inner function must lift its captures with
//! [`Var::constant`], which the types enforce. Where types cannot, as in an inner derivative at
//! plain numbers, each number records its derivative: if variables of two derivatives are combined,
//! that is a panic and not a wrong number. So is a variable that outlives its derivative.
//!
//! ```
//! # use autodiff_runtime as autodiff;
//! use autodiff::tape::{self, Var};
//!
//! // the gradient of the squared length of the gradient of x₀²x₁
//! let f = |x: &[Var<Var>]| x[0] * x[0] * x[1];
//! let gradient = tape::gradient(|x| tape::gradient(f, x).iter().map(|g| g * g).sum(), &[1.0, 2.0]);
//! // of 4x₀²x₁² + x₀⁴
//! assert_eq!(gradient, [8.0 * 4.0 + 4.0, 8.0 * 2.0]);
//! ```

mod arrays;
mod record;
mod stack;
mod sweep;
mod var;

pub use arrays::{Matrix, Vector};
pub use stack::join;
pub use var::Var;

use core::fmt;
use std::sync::Arc;
use std::vec;
use std::vec::Vec;

use record::{Place, Tape};

use crate::dual::{Dual, Perturbation};
use crate::length::same_length;
use crate::{Real, Residual};

/// The gradient of a function.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape;
///
/// assert_eq!(tape::gradient(|x| x[0] * x[1] + x[2], &[2.0, 3.0, 4.0]), [3.0, 2.0, 1.0]);
/// ```
#[track_caller]
pub fn gradient<T: Real>(f: impl FnOnce(&[Var<T>]) -> Var<T>, x: &[T]) -> Vec<T> {
    value_and_gradient(f, x).1
}

/// The value and the gradient of a function.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape;
///
/// assert_eq!(tape::value_and_gradient(|x| x[0] * x[1], &[2.0, 3.0]), (6.0, vec![3.0, 2.0]));
/// ```
#[track_caller]
pub fn value_and_gradient<T: Real>(f: impl FnOnce(&[Var<T>]) -> Var<T>, x: &[T]) -> (T, Vec<T>) {
    let ([y], tape) = record_tape(|x| [f(x)], x);
    let x_bar = pulled_back(&tape, core::iter::once((y.place, T::one())), x.len());
    (y.value, x_bar)
}

/// The value of a function with many results, and its transposed derivative there. (JAX: `vjp`.)
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape;
///
/// let (y, pullback) = tape::vjp(|x| vec![x[0] * x[1], x[0] + x[1]], &[2.0, 3.0]);
/// assert_eq!(y, [6.0, 5.0]);
/// assert_eq!(pullback.apply(&[1.0, 0.0]), [3.0, 2.0]);
/// assert_eq!(pullback.apply(&[1.0, 10.0]), [13.0, 12.0]);
/// ```
#[track_caller]
pub fn vjp<T: Real>(f: impl FnOnce(&[Var<T>]) -> Vec<Var<T>>, x: &[T]) -> (Vec<T>, Pullback<T>) {
    let (results, tape) = record_tape(f, x);
    let values = results.iter().map(|y| y.value).collect();
    (
        values,
        Pullback {
            inputs: x.len(),
            results: results.iter().map(|y| y.place).collect(),
            tape: Arc::new(tape),
        },
    )
}

/// The results of a function, and its tape.
#[track_caller]
fn record_tape<T: Real, R: AsRef<[Var<T>]>>(
    f: impl FnOnce(&[Var<T>]) -> R,
    x: &[T],
) -> (R, Tape<T>) {
    let tape = Tape::new(x.len());
    let first = Place { tape: tape.id, cell: 0 };
    let arguments: Vec<Var<T>> =
        x.iter().enumerate().map(|(i, &value)| Var { value, place: first.offset(i) }).collect();
    let (results, tape) = stack::recording(tape, || f(&arguments));
    for result in results.as_ref() {
        let place = result.place.tape;
        let of_this = place == 0 || place == tape.id || tape.merged_tapes.contains_key(&place);
        assert!(
            of_this,
            "the function returns a variable of another derivative: lift it with \
             `Var::constant(x)`, or return `x.value()`"
        );
    }
    (results, tape)
}

/// The cotangent of the arguments, from those of places on the tape.
fn pulled_back<T: Real>(
    tape: &Tape<T>,
    y_bar: impl Iterator<Item = (Place, T)>,
    inputs: usize,
) -> Vec<T> {
    let (x_bar, outside) = sweep::sweep(tape, y_bar.filter(|(place, _)| place.tape != 0), inputs);
    assert!(outside.is_empty(), "a variable of one branch of `tape::join` was used in the other");
    x_bar
}

/// The Jacobian, by rows: one for each result.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape;
///
/// let rows = tape::jacobian(|x| vec![x[0] * x[1], x[0] + x[1]], &[2.0, 3.0]);
/// assert_eq!(rows, [[3.0, 2.0], [1.0, 1.0]]);
/// ```
#[track_caller]
pub fn jacobian<T: Real>(f: impl FnOnce(&[Var<T>]) -> Vec<Var<T>>, x: &[T]) -> Vec<Vec<T>> {
    let (y, pullback) = vjp(f, x);
    let row = |i: usize| {
        pullback.apply(
            &(0..y.len()).map(|j| if i == j { T::one() } else { T::zero() }).collect::<Vec<_>>(),
        )
    };
    (0..y.len()).map(row).collect()
}

/// The Hessian times a vector: the derivative of the gradient in the direction `v`.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape;
///
/// assert_eq!(tape::hvp(|x| x[0] * x[0] * x[1], &[3.0, 5.0], &[1.0, 0.5]), [13.0, 6.0]);
/// ```
///
/// # Panics
/// If `x` and `v` differ in length.
#[track_caller]
pub fn hvp<T: Real>(f: impl FnOnce(&[Var<Dual<T>>]) -> Var<Dual<T>>, x: &[T], v: &[T]) -> Vec<T> {
    same_length("point", "direction", x.len(), v.len());
    let epsilon = Perturbation::new();
    let along: Vec<Dual<T>> = x.iter().zip(v).map(|(&x, &v)| epsilon.dual(x, [v])).collect();
    let slope = |g| {
        let [slope] = epsilon.tangents(g);
        slope
    };
    gradient(f, &along).into_iter().map(slope).collect()
}

/// A function of an array with its own derivative, as a single entry of the tape: for instance one
/// with `#[differentiate(reverse)]`.
///
/// `primal` returns the value and the residuals. `transposed` takes the argument again, the
/// residuals, and the cotangent of the result, and adds to the cotangent of the argument. Residuals
/// that borrow from the argument cannot be saved: let `transposed` call `f_vjp` then, and save
/// nothing.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape::{self, Vector};
///
/// // what `#[differentiate(reverse)]` generates for the squares of the elements
/// fn squares_vjp(x: &[f64], y_bar: &[f64]) -> (Vec<f64>, Vec<f64>) {
///     (x.iter().map(|x| x * x).collect(), x.iter().zip(y_bar).map(|(x, y_bar)| 2.0 * x * y_bar).collect())
/// }
///
/// let gradient = tape::gradient(
///     |x| {
///         let squares = tape::call(
///             &Vector::from_vars(x),
///             |x| (x.iter().map(|x| x * x).collect(), ()),
///             |x, (), y_bar, x_bar| {
///                 for (x_bar, more) in x_bar.iter_mut().zip(squares_vjp(x, y_bar).1) {
///                     *x_bar += more;
///                 }
///             },
///         );
///         squares.get(0) * squares.get(1)
///     },
///     &[2.0, 3.0],
/// );
/// assert_eq!(gradient, [36.0, 24.0]);
/// ```
#[track_caller]
pub fn call<T: Real, R: Send + Sync + 'static>(
    x: &Vector<T>,
    primal: impl FnOnce(&[T]) -> (Vec<T>, R),
    transposed: impl Fn(&[T], &R, &[T], &mut [T]) + Send + Sync + 'static,
) -> Vector<T> {
    x.call(primal, transposed)
}

/// A function with one result whose gradient is known, as a single entry of the tape: the gradient
/// is computed immediately, and saved.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape::{self, Vector};
///
/// // what `#[differentiate(reverse)]` generates for the sum of squares
/// fn f_value_and_grad(x: &[f64]) -> (f64, Vec<f64>) {
///     (x.iter().map(|x| x * x).sum(), x.iter().map(|x| 2.0 * x).collect())
/// }
///
/// let gradient = tape::gradient(
///     |x| {
///         let y = tape::call_with_gradient(&Vector::from_vars(x), f_value_and_grad);
///         y * y
///     },
///     &[1.0, 2.0],
/// );
/// assert_eq!(gradient, [20.0, 40.0]);
/// ```
///
/// # Panics
/// If the length of the gradient differs from that of the argument.
#[track_caller]
pub fn call_with_gradient<T: Real>(x: &Vector<T>, f: impl FnOnce(&[T]) -> (T, Vec<T>)) -> Var<T> {
    let primal = |values: &[T]| {
        let (y, gradient) = f(values);
        same_length("argument", "gradient", values.len(), gradient.len());
        (vec![y], gradient)
    };
    let result = x.call(primal, |_, gradient, y_bar, x_bar| {
        for (x_bar, partial) in x_bar.iter_mut().zip(gradient) {
            *x_bar += *partial * y_bar[0];
        }
    });
    result.get(0)
}

/// The transposed derivative of a function at a point, returned by [`vjp`]. It borrows nothing, and
/// may be stored, shared between threads and applied any number of times.
#[derive(Clone)]
pub struct Pullback<T = f64> {
    tape: Arc<Tape<T>>,
    inputs: usize,
    results: Arc<[Place]>,
}

impl<T: Real> Pullback<T> {
    /// The cotangent of the arguments, from that of the results.
    ///
    /// # Panics
    /// If the count of cotangents differs from that of results.
    #[track_caller]
    pub fn apply(&self, y_bar: &[T]) -> Vec<T> {
        same_length("result", "cotangent of the result", self.results.len(), y_bar.len());
        pulled_back(
            &self.tape,
            self.results.iter().copied().zip(y_bar.iter().copied()),
            self.inputs,
        )
    }

    /// The count of recorded operations on single numbers. One of three numbers, of which the last
    /// two are not constant, counts as two.
    pub fn scalar_operations(&self) -> usize {
        self.tape.size()[0]
    }

    /// The count of their operands that are not constant: the multiplications that the reverse
    /// sweep does for them.
    pub fn scalar_operands(&self) -> usize {
        self.tape.size()[1]
    }

    /// The count of recorded operations on arrays, including forks and imports of numbers by
    /// branches.
    pub fn array_operations(&self) -> usize {
        // without the arguments, which are no operation
        self.tape.size()[2].saturating_sub(1)
    }
}

/// Prints the recorded operations, not the numbers.
impl<T: Real> fmt::Debug for Pullback<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pullback")
            .field("arguments", &self.inputs)
            .field("results", &self.results.len())
            .field("scalar_operations", &self.scalar_operations())
            .field("array_operations", &self.array_operations())
            .finish()
    }
}

/// As residuals of a function with a user-defined rule.
impl<T: Real> Residual for Pullback<T> {
    fn blank() -> Self {
        Pullback { tape: Arc::new(Tape::blank()), inputs: 0, results: Arc::new([]) }
    }

    fn heap_bytes(&self) -> usize {
        size_of::<Tape<T>>() + self.tape.bytes() + size_of_val(&*self.results)
    }
}

#[cfg(test)]
mod tests;
