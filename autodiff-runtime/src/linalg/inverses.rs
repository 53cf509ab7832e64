//! `inv`.
//!
//! With `c = a⁻¹`, `ċ = −c ȧ c`. The transpose is `a̅ = −cᵀ c̅ cᵀ` (Giles 2008, section 2.2.3).

use faer::Mat;
use ndarray::{Array2, ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::lu::Lu;
use super::matrices::{LinalgReal, bytes, to_array, to_mat};
use super::rows::{Factors, OfRow, Row, call};

/// Returns the inverse of `a`.
///
/// `a` and the value are n × n. The value costs 8/3 n³ operations, by an LU factorisation with
/// partial pivoting; a derivative costs 4 n³. To solve a system, call [`solve`](fn@super::solve): it
/// is faster and more accurate.
///
/// Derivative: `−a⁻¹ ȧ a⁻¹` (Giles 2008).
///
/// # Errors
/// [`Singular`](LinalgErrorKind::Singular), [`NotFinite`](LinalgErrorKind::NotFinite).
///
/// # Panics
/// If `a` is not square.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::inv;
/// use ndarray::array;
///
/// assert_eq!(inv(&array![[0.0, 2.0], [4.0, 0.0]]), Ok(array![[0.0, 0.25], [0.5, 0.0]]));
/// ```
#[track_caller]
pub fn inv<A, S>(a: &ArrayBase<S, Ix2>) -> Result<Array2<A>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, Inverse>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type inv = OfRow<Inverse>;

/// The row of `inv`.
#[derive(Debug)]
pub struct Inverse;

impl<A: LinalgReal> Factors for Mat<A> {
    fn bytes(&self) -> usize {
        bytes(self.as_ref())
    }
}

impl<A: LinalgReal> Row<A> for Inverse {
    const NAME: &'static str = "inv";
    type Value = Array2<A>;
    type Factors = Mat<A>;

    fn value(a: Mat<A>) -> Result<(Array2<A>, Mat<A>), LinalgErrorKind> {
        let inverse = Lu::nonsingular(&a)?.inverse();
        Ok((to_array(inverse.as_ref()), inverse))
    }

    fn linear(inverse: &Mat<A>, a_dot: Mat<A>) -> Array2<A> {
        to_array((-(inverse * a_dot * inverse)).as_ref())
    }

    fn transposed(inverse: &Mat<A>, bar: Array2<A>) -> Mat<A> {
        -(inverse.transpose() * to_mat(bar.view()) * inverse.transpose())
    }
}
