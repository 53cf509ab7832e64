//! `lstsq`.
//!
//! A tall matrix is `a = q r`, and `x = r⁻¹ qᵀ b`. With the residual `e = b − a x`,
//! `ẋ = r⁻¹ qᵀ (ḃ − ȧ x) + (aᵀ a)⁻¹ ȧᵀ e`. The transpose is `b̅ = q r⁻ᵀ x̅`,
//! `a̅ = −b̅ xᵀ + e ((aᵀ a)⁻¹ x̅)ᵀ`.
//!
//! A wide matrix is `aᵀ = q r`, and `x = q r⁻ᵀ b = aᵀ z` with `z = (a aᵀ)⁻¹ b`. With
//! `p = 1 − q qᵀ`, `ẋ = q r⁻ᵀ (ḃ − ȧ x) + p ȧᵀ z`. The transpose is `b̅ = r⁻¹ qᵀ x̅`,
//! `a̅ = −b̅ xᵀ + z (p x̅)ᵀ`.
//!
//! Both are the derivative of the pseudo-inverse (Golub and Pereyra 1973, equation 4.12).

use faer::{Mat, MatRef};
use ndarray::{Array, ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::matrices::{LinalgReal, RightSide, bytes, rounding};
use super::rows::{Factors, OfSystem, System, call_system};

/// Returns the `x` that minimises the Euclidean norm of `a x − b`.
///
/// `a` is m × n. `b` is a vector of m elements or an m × k matrix with one right side in each
/// column; `x` has n rows. If `a` is wide, many `x` solve the system, and the one of least norm is
/// returned. The value is computed by a QR factorisation without pivoting, in about 4 m n²
/// operations for m ≥ n, with the explicit `q`. A derivative costs 4 m n k more.
///
/// Derivative: that of the pseudo-inverse (Golub and Pereyra 1973).
///
/// # Errors
/// [`RankDeficient`](LinalgErrorKind::RankDeficient) if the columns, or the rows of a wide matrix,
/// are linearly dependent to working precision; [`NotFinite`](LinalgErrorKind::NotFinite).
///
/// # Panics
/// If `b` does not have m rows.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::lstsq;
/// use ndarray::array;
///
/// // the line through three points
/// let a = array![[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]];
/// let x = lstsq(&a, &array![1.0, 3.0, 5.0]).unwrap();
/// let error: f64 = (x - array![1.0, 2.0]).mapv(f64::abs).sum();
/// assert!(error < 1e-14);
/// ```
#[track_caller]
pub fn lstsq<A, S, T, D>(
    a: &ArrayBase<S, Ix2>,
    b: &ArrayBase<T, D>,
) -> Result<Array<A, D>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
    T: Data<Elem = A>,
    D: RightSide,
{
    call_system::<A, LeastSquares, D>(a, b).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type lstsq = OfSystem<LeastSquares>;

/// The row of `lstsq`.
#[derive(Debug)]
pub struct LeastSquares;

/// The factors of a tall matrix, or of the transpose of a wide one.
#[derive(Clone, Debug)]
pub struct LeastSquaresFactors<A> {
    is_wide: bool,
    q: Mat<A>,
    r: Mat<A>,
    x: Mat<A>,
    /// The residual `e` of a tall matrix, `z` of a wide one.
    residual: Mat<A>,
}

impl<A: LinalgReal> Factors for LeastSquaresFactors<A> {
    fn bytes(&self) -> usize {
        [&self.q, &self.r, &self.x, &self.residual].iter().map(|part| bytes(part.as_ref())).sum()
    }
}

impl<A: LinalgReal> LeastSquaresFactors<A> {
    /// `r⁻¹ b`
    fn solve(&self, mut b: Mat<A>) -> Mat<A> {
        self.r.as_ref().solve_upper_triangular_in_place(b.as_mut());
        b
    }

    /// `r⁻ᵀ b`
    fn solve_transposed(&self, mut b: Mat<A>) -> Mat<A> {
        self.r.transpose().solve_lower_triangular_in_place(b.as_mut());
        b
    }

    /// The pseudo-inverse of the matrix, applied to a right side.
    fn apply(&self, b: Mat<A>) -> Mat<A> {
        if self.is_wide {
            &self.q * self.solve_transposed(b)
        } else {
            self.solve(self.q.transpose() * b)
        }
    }

    /// The part of `x` that is orthogonal to the rows of a wide matrix.
    fn orthogonal(&self, x: Mat<A>) -> Mat<A> {
        let along = &self.q * (self.q.transpose() * &x);
        x - along
    }
}

/// Whether a column is linearly dependent on those before it, up to rounding.
fn is_deficient<A: LinalgReal>(a: MatRef<'_, A>, r: &Mat<A>) -> bool {
    let rounding = rounding::<A>(a.nrows());
    // a norm that has overflowed counts as dependent
    !(0..a.ncols()).all(|k| {
        let norm = (0..=k).fold(A::zero(), |norm, i| num_traits::Float::hypot(norm, r[(i, k)]));
        r[(k, k)].abs() > rounding * norm
    })
}

impl<A: LinalgReal> System<A> for LeastSquares {
    const NAME: &'static str = "lstsq";
    const SQUARE: bool = false;
    type Factors = LeastSquaresFactors<A>;

    fn value(a: Mat<A>, b: Mat<A>) -> Result<(Mat<A>, LeastSquaresFactors<A>), LinalgErrorKind> {
        let is_wide = a.nrows() < a.ncols();
        let tall = if is_wide { a.transpose() } else { a.as_ref() };
        let qr = tall.qr();
        let (q, r) = (qr.compute_thin_Q(), qr.thin_R().to_owned());
        if is_deficient(tall, &r) {
            return Err(LinalgErrorKind::RankDeficient);
        }
        let mut fit = LeastSquaresFactors { is_wide, q, r, x: Mat::new(), residual: Mat::new() };
        fit.x = fit.apply(b.clone());
        fit.residual = if is_wide { fit.solve(fit.solve_transposed(b)) } else { b - a * &fit.x };
        Ok((fit.x.clone(), fit))
    }

    fn linear(fit: &LeastSquaresFactors<A>, a_dot: Mat<A>, b_dot: Mat<A>) -> Mat<A> {
        let turned = a_dot.transpose() * &fit.residual;
        let turned = if fit.is_wide {
            fit.orthogonal(turned)
        } else {
            fit.solve(fit.solve_transposed(turned))
        };
        fit.apply(b_dot - a_dot * &fit.x) + turned
    }

    fn right_bar(fit: &LeastSquaresFactors<A>, x_bar: MatRef<'_, A>) -> Mat<A> {
        if fit.is_wide {
            fit.solve(fit.q.transpose() * x_bar)
        } else {
            &fit.q * fit.solve_transposed(x_bar.to_owned())
        }
    }

    fn matrix_bar(
        fit: &LeastSquaresFactors<A>,
        x_bar: MatRef<'_, A>,
        b_bar: MatRef<'_, A>,
    ) -> Mat<A> {
        let x_bar = x_bar.to_owned();
        let turned = if fit.is_wide {
            fit.orthogonal(x_bar)
        } else {
            fit.solve(fit.solve_transposed(x_bar))
        };
        &fit.residual * turned.transpose() - b_bar * fit.x.transpose()
    }
}
