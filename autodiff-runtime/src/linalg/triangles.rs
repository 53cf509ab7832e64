//! `cholesky`.
//!
//! With `a = l lᵀ`, `l̇ = l Φ(l⁻¹ ȧ l⁻ᵀ)`, where `Φ` takes the lower triangle and half of the
//! diagonal. The transpose is `a̅ = l⁻ᵀ Φ(lᵀ l̅) l⁻¹`, of which the symmetric part is taken (Murray
//! 2016, equations 8 and 10).

use faer::Mat;
use faer::linalg::solvers::Llt;
use ndarray::{Array2, ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::matrices::{LinalgReal, bytes, symmetric_part, to_array, to_mat};
use super::rows::{Factors, OfRow, Row, call};
use super::systems::positive_definite;

/// Returns the lower triangular `l` with `l lᵀ = a` and a positive diagonal.
///
/// `a` is n × n and symmetric positive definite; `l` is n × n with zeros above the diagonal. The
/// value costs 1/3 n³ operations, a derivative about 2 n³. It uses `(a + aᵀ) / 2`, and the gradient
/// is symmetric. The cotangent of the zeros is ignored.
///
/// Derivative: `l̇ = l Φ(l⁻¹ ȧ l⁻ᵀ)`, where `Φ` takes the lower triangle and half of the diagonal
/// (Murray 2016).
///
/// # Errors
/// [`NotPositiveDefinite`](LinalgErrorKind::NotPositiveDefinite),
/// [`NotSymmetric`](LinalgErrorKind::NotSymmetric), [`NotFinite`](LinalgErrorKind::NotFinite).
///
/// # Panics
/// If `a` is not square.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::cholesky;
/// use ndarray::array;
///
/// assert_eq!(cholesky(&array![[4.0, 2.0], [2.0, 10.0]]), Ok(array![[2.0, 0.0], [1.0, 3.0]]));
/// ```
#[track_caller]
pub fn cholesky<A, S>(a: &ArrayBase<S, Ix2>) -> Result<Array2<A>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, Cholesky>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type cholesky = OfRow<Cholesky>;

/// The row of `cholesky`.
#[derive(Debug)]
pub struct Cholesky;

impl<A: LinalgReal> Factors for Llt<A> {
    fn bytes(&self) -> usize {
        bytes(self.L())
    }
}

/// The lower triangle, with half of the diagonal.
fn lower_half<A: LinalgReal>(a: &Mat<A>) -> Mat<A> {
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| match i.cmp(&j) {
        core::cmp::Ordering::Less => A::zero(),
        core::cmp::Ordering::Equal => A::real(0.5) * a[(i, j)],
        core::cmp::Ordering::Greater => a[(i, j)],
    })
}

/// The lower triangle.
fn lower<A: LinalgReal>(a: &Mat<A>) -> Mat<A> {
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| if i < j { A::zero() } else { a[(i, j)] })
}

impl<A: LinalgReal> Row<A> for Cholesky {
    const NAME: &'static str = "cholesky";
    type Value = Array2<A>;
    type Factors = Llt<A>;

    fn value(a: Mat<A>) -> Result<(Array2<A>, Llt<A>), LinalgErrorKind> {
        let factors = positive_definite(&a)?;
        Ok((to_array(factors.L()), factors))
    }

    fn linear(factors: &Llt<A>, a_dot: Mat<A>) -> Array2<A> {
        let l = factors.L();
        let mut m = symmetric_part(a_dot.as_ref());
        // l⁻¹ ȧ l⁻ᵀ = l⁻¹ (l⁻¹ ȧ)ᵀ, as ȧ is symmetric
        l.solve_lower_triangular_in_place(m.as_mut());
        let mut m = m.transpose().to_owned();
        l.solve_lower_triangular_in_place(m.as_mut());
        to_array((l * lower_half(&m)).as_ref())
    }

    fn transposed(factors: &Llt<A>, bar: Array2<A>) -> Mat<A> {
        let l = factors.L();
        let mut p = lower_half(&(l.transpose() * lower(&to_mat(bar.view()))));
        // l⁻ᵀ p, then (l⁻ᵀ (l⁻ᵀ p)ᵀ)ᵀ = l⁻ᵀ p l⁻¹
        l.transpose().solve_upper_triangular_in_place(p.as_mut());
        let mut p = p.transpose().to_owned();
        l.transpose().solve_upper_triangular_in_place(p.as_mut());
        symmetric_part(p.as_ref())
    }
}
