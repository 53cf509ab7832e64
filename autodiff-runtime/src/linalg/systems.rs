//! `solve` and `solve_spd`.
//!
//! With `a x = b`, `ẋ = a⁻¹ (ḃ − ȧ x)`. The transpose is `b̅ = a⁻ᵀ x̅`, `a̅ = −b̅ xᵀ` (Giles 2008,
//! section 2.3.1). For a symmetric `a`, `a̅` is the symmetric part of that.

use faer::linalg::solvers::{Llt, Solve};
use faer::{Mat, MatRef, Side};
use ndarray::{Array, ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::lu::Lu;
use super::matrices::{LinalgReal, RightSide, bytes, symmetric_part, symmetrize};
use super::rows::{Factors, OfSystem, System, call_system};

/// Returns the solution `x` of `a x = b`.
///
/// `a` is n × n. `b` is a vector of n elements or an n × k matrix with one right side in each
/// column; `x` has the shape of `b`. The value is computed by an LU factorisation with partial
/// pivoting, in 2/3 n³ + 2 n² k operations. A derivative costs 4 n² k more.
///
/// Derivative: `ẋ = a⁻¹ (ḃ − ȧ x)` (Giles 2008).
///
/// # Errors
/// [`Singular`](LinalgErrorKind::Singular), [`NotFinite`](LinalgErrorKind::NotFinite). A matrix is
/// singular if a pivot is not larger than the rounding errors of its computation.
///
/// # Panics
/// If `a` is not square, or `b` does not have n rows.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::solve;
/// use ndarray::array;
///
/// let a = array![[2.0, 0.0], [1.0, 4.0]];
/// assert_eq!(solve(&a, &array![2.0, 5.0]), Ok(array![1.0, 1.0]));
/// assert_eq!(solve(&a, &array![[2.0, 4.0], [5.0, 2.0]]), Ok(array![[1.0, 2.0], [1.0, 0.0]]));
///
/// let error = solve(&array![[1.0, 2.0], [2.0, 4.0]], &array![1.0, 1.0]).unwrap_err();
/// assert_eq!(error.to_string(), "`solve`: the matrix is singular to working precision");
/// ```
#[track_caller]
pub fn solve<A, S, T, D>(
    a: &ArrayBase<S, Ix2>,
    b: &ArrayBase<T, D>,
) -> Result<Array<A, D>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
    T: Data<Elem = A>,
    D: RightSide,
{
    call_system::<A, General, D>(a, b).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type solve = OfSystem<General>;

/// Returns the solution `x` of `a x = b` for a symmetric positive definite `a`.
///
/// As [`solve`](fn@solve), by a Cholesky factorisation, in 1/3 n³ + 2 n² k operations. It uses
/// `(a + aᵀ) / 2`, and the gradient in `a` is symmetric.
///
/// Derivative: `ẋ = a⁻¹ (ḃ − ȧ x)` (Giles 2008).
///
/// # Errors
/// [`NotPositiveDefinite`](LinalgErrorKind::NotPositiveDefinite),
/// [`NotSymmetric`](LinalgErrorKind::NotSymmetric), [`NotFinite`](LinalgErrorKind::NotFinite).
///
/// # Panics
/// If `a` is not square, or `b` does not have n rows.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::solve_spd;
/// use ndarray::array;
///
/// assert_eq!(solve_spd(&array![[4.0, 0.0], [0.0, 1.0]], &array![2.0, 3.0]), Ok(array![0.5, 3.0]));
/// let error = solve_spd(&array![[1.0, 2.0], [2.0, 1.0]], &array![1.0, 1.0]).unwrap_err();
/// assert_eq!(error.to_string(), "`solve_spd`: the matrix is not positive definite");
/// ```
#[track_caller]
pub fn solve_spd<A, S, T, D>(
    a: &ArrayBase<S, Ix2>,
    b: &ArrayBase<T, D>,
) -> Result<Array<A, D>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
    T: Data<Elem = A>,
    D: RightSide,
{
    call_system::<A, PositiveDefinite, D>(a, b).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type solve_spd = OfSystem<PositiveDefinite>;

/// A factorisation and the solution.
#[derive(Clone, Debug)]
pub struct Solved<F, A> {
    factors: F,
    x: Mat<A>,
}

/// The row of `solve`.
#[derive(Debug)]
pub struct General;

impl<A: LinalgReal> Factors for Solved<Lu<A>, A> {
    fn bytes(&self) -> usize {
        self.factors.bytes() + bytes(self.x.as_ref())
    }
}

impl<A: LinalgReal> System<A> for General {
    const NAME: &'static str = "solve";
    type Factors = Solved<Lu<A>, A>;

    fn value(a: Mat<A>, b: Mat<A>) -> Result<(Mat<A>, Self::Factors), LinalgErrorKind> {
        let factors = Lu::nonsingular(&a)?;
        let x = factors.solve(b);
        Ok((x.clone(), Solved { factors, x }))
    }

    fn linear(solved: &Self::Factors, a_dot: Mat<A>, b_dot: Mat<A>) -> Mat<A> {
        solved.factors.solve(b_dot - a_dot * &solved.x)
    }

    fn right_bar(solved: &Self::Factors, x_bar: MatRef<'_, A>) -> Mat<A> {
        solved.factors.solve_transposed(x_bar.to_owned())
    }

    fn matrix_bar(solved: &Self::Factors, _: MatRef<'_, A>, b_bar: MatRef<'_, A>) -> Mat<A> {
        -(b_bar * solved.x.transpose())
    }
}

/// The row of `solve_spd`.
#[derive(Debug)]
pub struct PositiveDefinite;

/// The Cholesky factor of the symmetric part of a matrix.
pub fn positive_definite<A: LinalgReal>(a: &Mat<A>) -> Result<Llt<A>, LinalgErrorKind> {
    let a = symmetrize(a)?;
    a.llt(Side::Lower).map_err(|_| LinalgErrorKind::NotPositiveDefinite)
}

impl<A: LinalgReal> Factors for Solved<Llt<A>, A> {
    fn bytes(&self) -> usize {
        bytes(self.factors.L()) + bytes(self.x.as_ref())
    }
}

impl<A: LinalgReal> System<A> for PositiveDefinite {
    const NAME: &'static str = "solve_spd";
    type Factors = Solved<Llt<A>, A>;

    fn value(a: Mat<A>, b: Mat<A>) -> Result<(Mat<A>, Self::Factors), LinalgErrorKind> {
        let factors = positive_definite(&a)?;
        let x = factors.solve(b);
        Ok((x.clone(), Solved { factors, x }))
    }

    fn linear(solved: &Self::Factors, a_dot: Mat<A>, b_dot: Mat<A>) -> Mat<A> {
        solved.factors.solve(b_dot - symmetric_part(a_dot.as_ref()) * &solved.x)
    }

    fn right_bar(solved: &Self::Factors, x_bar: MatRef<'_, A>) -> Mat<A> {
        solved.factors.solve(x_bar)
    }

    fn matrix_bar(solved: &Self::Factors, _: MatRef<'_, A>, b_bar: MatRef<'_, A>) -> Mat<A> {
        -symmetric_part((b_bar * solved.x.transpose()).as_ref())
    }
}
