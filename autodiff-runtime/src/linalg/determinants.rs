//! `det` and `log_det`.
//!
//! The derivative of the determinant is `⟨cofactors(a), ȧ⟩`, and the cofactors of a matrix that is
//! not singular are `det(a) a⁻ᵀ` (Giles 2008, section 2.2.4). Those of a singular one follow from
//! `a = u s vᵀ`: `det(u) det(v) u cofactors(s) vᵀ`, as cofactors are multiplicative. The derivative
//! of `log |det a|` is `⟨a⁻ᵀ, ȧ⟩`.

use faer::Mat;
use ndarray::{ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::lu::Lu;
use super::matrices::{LinalgReal, bytes};
use super::rows::{Factors, OfRow, Row, call};

/// Returns the determinant of `a`.
///
/// `a` is n × n. The value costs 2/3 n³ operations, by an LU factorisation with partial pivoting; a
/// derivative costs 2 n³. That of a large matrix easily overflows or underflows:
/// [`log_det`](fn@log_det) does not.
///
/// Derivative: `⟨c, ȧ⟩`, where `c = det(a) a⁻ᵀ` is the matrix of cofactors (Giles 2008). It is also
/// correct for a singular matrix, whose determinant is no error; there the singular value
/// decomposition yields `c`, when the value is computed.
///
/// # Errors
/// [`NotFinite`](LinalgErrorKind::NotFinite);
/// [`NoConvergence`](LinalgErrorKind::NoConvergence) for a singular matrix.
///
/// # Panics
/// If `a` is not square.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::det;
/// use ndarray::{Array2, array};
///
/// assert_eq!(det(&array![[0.0, 2.0], [4.0, 1.0]]), Ok(-8.0));
/// assert_eq!(det(&array![[1.0, 2.0], [2.0, 4.0]]), Ok(0.0));
/// assert_eq!(det(&Array2::<f64>::zeros((0, 0))), Ok(1.0));
/// ```
#[track_caller]
pub fn det<A, S>(a: &ArrayBase<S, Ix2>) -> Result<A, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, Determinant>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type det = OfRow<Determinant>;

/// Returns the logarithm of the absolute value of the determinant of `a`.
///
/// `a` is n × n. The value costs 2/3 n³ operations, by an LU factorisation with partial pivoting; a
/// derivative costs 2 n³. The sign of the determinant is not returned, and the derivative does not
/// depend on it.
///
/// Derivative: the trace of `a⁻¹ ȧ` (Giles 2008).
///
/// # Errors
/// [`Singular`](LinalgErrorKind::Singular), [`NotFinite`](LinalgErrorKind::NotFinite).
///
/// # Panics
/// If `a` is not square.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::log_det;
/// use ndarray::array;
///
/// assert_eq!(log_det(&array![[0.0, 2.0], [4.0, 1.0]]), Ok(2f64.ln() + 4f64.ln()));
/// assert!(log_det(&array![[1.0, 2.0], [2.0, 4.0]]).is_err());
/// ```
#[track_caller]
pub fn log_det<A, S>(a: &ArrayBase<S, Ix2>) -> Result<A, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, LogDeterminant>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type log_det = OfRow<LogDeterminant>;

/// The row of `det`.
#[derive(Debug)]
pub struct Determinant;

/// What yields the matrix of cofactors.
#[derive(Clone, Debug)]
pub enum Cofactors<A> {
    /// The factors of the matrix and its determinant, which is not zero.
    Nonsingular(Lu<A>, A),
    /// The cofactors.
    Singular(Mat<A>),
}

impl<A: LinalgReal> Factors for Cofactors<A> {
    fn bytes(&self) -> usize {
        match self {
            Cofactors::Nonsingular(lu, _) => lu.bytes(),
            Cofactors::Singular(cofactors) => bytes(cofactors.as_ref()),
        }
    }
}

impl<A: LinalgReal> Cofactors<A> {
    fn matrix(&self) -> Mat<A> {
        match self {
            Cofactors::Nonsingular(lu, determinant) => {
                scale_matrix(*determinant, &inverse_transposed(lu))
            }
            Cofactors::Singular(cofactors) => cofactors.clone(),
        }
    }
}

fn scale_matrix<A: LinalgReal>(factor: A, a: &Mat<A>) -> Mat<A> {
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| factor * a[(i, j)])
}

fn inner_product<A: LinalgReal>(a: &Mat<A>, b: &Mat<A>) -> A {
    let column = |j| (0..a.nrows()).fold(A::zero(), |sum, i| sum + a[(i, j)] * b[(i, j)]);
    (0..a.ncols()).fold(A::zero(), |sum, j| sum + column(j))
}

fn inverse_transposed<A: LinalgReal>(lu: &Lu<A>) -> Mat<A> {
    lu.inverse().transpose().to_owned()
}

/// The determinant of a matrix that is singular up to rounding, and its cofactors.
fn singular<A: LinalgReal>(a: &Mat<A>) -> Result<(A, Mat<A>), LinalgErrorKind> {
    let svd = a.svd().map_err(|_| LinalgErrorKind::NoConvergence)?;
    let (n, s) = (a.nrows(), svd.S());
    let [of_u, of_v] = [svd.U(), svd.V()].map(|q| Lu::new(&q.to_owned()).determinant());
    // a determinant of an orthogonal matrix is a sign
    let sign = (of_u * of_v).signum();
    let others = |k: usize| {
        (0..n).filter(|i| *i != k).fold(sign, |product, i| product * s.column_vector()[i])
    };
    let scaled = Mat::from_fn(n, n, |i, k| svd.U()[(i, k)] * others(k));
    Ok((others(n), scaled * svd.V().transpose()))
}

impl<A: LinalgReal> Row<A> for Determinant {
    const NAME: &'static str = "det";
    type Value = A;
    type Factors = Cofactors<A>;

    fn value(a: Mat<A>) -> Result<(A, Cofactors<A>), LinalgErrorKind> {
        let lu = Lu::new(&a);
        let determinant = lu.determinant();
        if lu.is_singular() {
            let (product, cofactors) = singular(&a)?;
            // a column of zeros under the diagonal stops the factorisation with NaN
            let value = if determinant.is_nan() { product } else { determinant };
            return Ok((value, Cofactors::Singular(cofactors)));
        }
        Ok((determinant, Cofactors::Nonsingular(lu, determinant)))
    }

    fn linear(cofactors: &Cofactors<A>, a_dot: Mat<A>) -> A {
        inner_product(&cofactors.matrix(), &a_dot)
    }

    fn transposed(cofactors: &Cofactors<A>, bar: A) -> Mat<A> {
        scale_matrix(bar, &cofactors.matrix())
    }
}

/// The row of `log_det`.
#[derive(Debug)]
pub struct LogDeterminant;

impl<A: LinalgReal> Row<A> for LogDeterminant {
    const NAME: &'static str = "log_det";
    type Value = A;
    type Factors = Lu<A>;

    fn value(a: Mat<A>) -> Result<(A, Lu<A>), LinalgErrorKind> {
        let lu = Lu::nonsingular(&a)?;
        let sum = lu.pivots().fold(A::zero(), |sum, pivot| sum + pivot.abs().ln());
        Ok((sum, lu))
    }

    fn linear(lu: &Lu<A>, a_dot: Mat<A>) -> A {
        // the trace of a⁻¹ ȧ
        super::matrices::diagonal(lu.solve(a_dot).as_ref()).fold(A::zero(), |sum, x| sum + x)
    }

    fn transposed(lu: &Lu<A>, bar: A) -> Mat<A> {
        scale_matrix(bar, &inverse_transposed(lu))
    }
}
