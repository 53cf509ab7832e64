//! Derivatives of functions, by calling them with dual numbers.

use alloc::vec::Vec;

use super::{Dual, Perturbation};
use crate::Real;
use crate::length::same_length;

/// The count of gradient components that one call of the function computes: as many tangents fit
/// into registers together with the values.
pub const LANES: usize = 4;

/// The derivative of a function of one real.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::dual;
/// use num_traits::Float;
///
/// assert_eq!(dual::derivative(|x| x.sin(), 0.0), 1.0);
/// // of a derivative
/// assert_eq!(dual::derivative(|x| dual::derivative(|x| x.powi(3), x), 2.0), 12.0);
/// ```
#[inline]
#[track_caller]
pub fn derivative<T: Real>(f: impl FnOnce(Dual<T>) -> Dual<T>, x: T) -> T {
    value_and_derivative(f, x).1
}

/// The value and the derivative of a function of one real.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::dual;
///
/// assert_eq!(dual::value_and_derivative(|x| x * x + 1.0, 3.0), (10.0, 6.0));
/// ```
#[inline]
#[track_caller]
pub fn value_and_derivative<T: Real>(f: impl FnOnce(Dual<T>) -> Dual<T>, x: T) -> (T, T) {
    let epsilon = Perturbation::new();
    let y = f(epsilon.dual(x, [T::one()]));
    let [derivative] = epsilon.tangents(y);
    (y.value(), derivative)
}

/// The value and the derivative of a function at `x` in the direction `v`: Jacobian times vector.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::dual;
///
/// let (value, slope) = dual::directional(|x| x[0] * x[1], &[2.0, 3.0], &[1.0, 0.5]);
/// assert_eq!((value, slope), (6.0, 4.0));
/// ```
///
/// # Panics
/// If `x` and `v` differ in length.
#[track_caller]
pub fn directional<T: Real>(f: impl FnOnce(&[Dual<T>]) -> Dual<T>, x: &[T], v: &[T]) -> (T, T) {
    same_length("point", "direction", x.len(), v.len());
    let epsilon = Perturbation::new();
    let along: Vec<_> = x.iter().zip(v).map(|(&x, &v)| epsilon.dual(x, [v])).collect();
    let y = f(&along);
    let [derivative] = epsilon.tangents(y);
    (y.value(), derivative)
}

/// The gradient of a function of many reals. Calls the function once for every [`LANES`] of them
/// (and once if there are none).
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::{Real, dual};
///
/// fn norm<T: Real>(x: &[T]) -> T {
///     x.iter().map(|&x| x * x).sum::<T>().sqrt()
/// }
///
/// assert_eq!(dual::gradient(norm, &[0.0, 2.0]), [0.0, 1.0]);
/// ```
#[inline]
#[track_caller]
pub fn gradient<T: Real>(f: impl Fn(&[Dual<T, LANES>]) -> Dual<T, LANES>, x: &[T]) -> Vec<T> {
    value_and_gradient(f, x).1
}

/// The value and the [`gradient`] of a function of many reals.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::dual;
///
/// let (value, gradient) = dual::value_and_gradient(|x| x[0] * x[1] + x[2], &[2.0, 3.0, 4.0]);
/// assert_eq!((value, gradient), (10.0, vec![3.0, 2.0, 1.0]));
/// ```
#[track_caller]
pub fn value_and_gradient<T: Real>(
    f: impl Fn(&[Dual<T, LANES>]) -> Dual<T, LANES>,
    x: &[T],
) -> (T, Vec<T>) {
    let mut gradient = Vec::with_capacity(x.len());
    let mut value = None;
    in_lanes(x, |epsilon, lanes, x| {
        let y = f(x);
        value.get_or_insert(y.value());
        gradient.extend_from_slice(&epsilon.tangents(y)[..lanes]);
    });
    // without arguments there are no lanes to fill, but still a value
    (value.unwrap_or_else(|| f(&[]).value()), gradient)
}

/// The Jacobian of a function with many results, by rows: one row for each result.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::dual;
///
/// let rows = dual::jacobian(|x| vec![x[0] * x[1], x[0] + x[1], x[1] * x[1]], &[2.0, 3.0]);
/// assert_eq!(rows, [[3.0, 2.0], [1.0, 1.0], [0.0, 6.0]]);
/// ```
///
/// # Panics
/// If the count of results differs between calls of the function.
#[track_caller]
pub fn jacobian<T: Real>(
    f: impl Fn(&[Dual<T, LANES>]) -> Vec<Dual<T, LANES>>,
    x: &[T],
) -> Vec<Vec<T>> {
    let mut rows: Option<Vec<Vec<T>>> = None;
    in_lanes(x, |epsilon, lanes, duals| {
        let results = f(duals);
        let rows = rows
            .get_or_insert_with(|| results.iter().map(|_| Vec::with_capacity(x.len())).collect());
        same_length("first result", "next result", rows.len(), results.len());
        for (row, y) in rows.iter_mut().zip(results) {
            row.extend_from_slice(&epsilon.tangents(y)[..lanes]);
        }
    });
    rows.unwrap_or_else(|| f(&[]).iter().map(|_| Vec::new()).collect())
}

/// The matrix of second derivatives, by rows.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::dual;
///
/// let rows = dual::hessian(|x| x[0] * x[0] * x[1], &[3.0, 5.0]);
/// assert_eq!(rows, [[10.0, 6.0], [6.0, 0.0]]);
/// ```
#[track_caller]
pub fn hessian<T: Real>(
    f: impl Fn(&[Dual<Dual<T, LANES>>]) -> Dual<Dual<T, LANES>>,
    x: &[T],
) -> Vec<Vec<T>> {
    // The derivative by one argument, whose gradient is a row.
    let row = |i: usize| {
        gradient(
            |x| {
                let epsilon = Perturbation::new();
                let along: Vec<_> = x
                    .iter()
                    .enumerate()
                    .map(|(j, &x)| {
                        if i == j { epsilon.dual(x, [Dual::real(1.0)]) } else { Dual::constant(x) }
                    })
                    .collect();
                let [slope] = epsilon.tangents(f(&along));
                slope
            },
            x,
        )
    };
    (0..x.len()).map(row).collect()
}

/// Calls a function with duals that have a tangent in up to [`LANES`] of the arguments; passes the
/// count of these lanes.
#[inline]
#[track_caller]
fn in_lanes<T: Real>(x: &[T], mut f: impl FnMut(Perturbation<LANES>, usize, &[Dual<T, LANES>])) {
    let mut duals: Vec<Dual<T, LANES>> = x.iter().map(|&x| Dual::constant(x)).collect();
    for start in (0..x.len()).step_by(LANES) {
        let end = x.len().min(start + LANES);
        let epsilon = Perturbation::new();
        for (lane, dual) in duals[start..end].iter_mut().enumerate() {
            *dual = epsilon.in_lane(dual.value(), lane);
        }
        f(epsilon, end - start, &duals);
        for dual in &mut duals[start..end] {
            *dual = Dual::constant(dual.value());
        }
    }
}
