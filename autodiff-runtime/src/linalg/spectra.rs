//! `eigh` and `svd_values`.
//!
//! With `a = v diag(w) vᵀ` and `m = vᵀ ȧ v`, `ẇ = diag(m)` and `v̇ = v (f ∘ m)`, where
//! `f[i, j] = 1 / (w[j] − w[i])` off the diagonal, and 0 on it. The transpose is
//! `a̅ = v (diag(w̅) + sym(f ∘ vᵀ v̅)) vᵀ`, with the symmetric part `sym` (Giles 2008, section 3.1).
//!
//! With `a = u diag(s) vᵀ`, `ṡ = diag(uᵀ ȧ v)`. The transpose is `a̅ = u diag(s̅) vᵀ` (Giles 2008,
//! section 3.2).

use faer::{Mat, Side};
use ndarray::{Array1, Array2, ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::matrices::{
    LinalgReal, bytes, diagonal, largest, rounding, symmetric_part, symmetrize, to_array, to_mat,
};
use super::rows::{Factors, OfRow, Row, call};

/// Returns the eigenvalues of a symmetric `a` in ascending order, and its eigenvectors.
///
/// `a` is n × n. The eigenvalues are a vector of n elements; the eigenvectors are the columns of an
/// n × n matrix with `a v = v diag(w)`. They have length 1. Of the elements of a column that are at
/// least half as large as its largest, the first is positive. The value costs about 9 n³
/// operations, a derivative 4 n³ to 8 n³. It uses `(a + aᵀ) / 2`, and the gradient is symmetric.
///
/// Derivative: `ẇ = diag(m)`, `v̇ = v (f ∘ m)` with `m = vᵀ ȧ v` and
/// `f[i, j] = 1 / (w[j] − w[i])` (Giles 2008).
///
/// # Equal eigenvalues
/// The derivative of eigenvectors grows as their eigenvalues approach each other, and its error
/// with it. If two eigenvalues differ by less than their rounding errors, their eigenvectors have
/// no derivative: a tangent of these vectors, or the gradient of a function of them, is NaN, unless
/// the coefficient that belongs to the two is zero up to rounding. So a function of the eigenvalues
/// alone has a gradient, and so has one that depends only on the space that such eigenvectors span.
/// Of equal eigenvalues only symmetric functions, such as their sum, are differentiable.
///
/// # Errors
/// [`NotSymmetric`](LinalgErrorKind::NotSymmetric), [`NotFinite`](LinalgErrorKind::NotFinite),
/// [`NoConvergence`](LinalgErrorKind::NoConvergence).
///
/// # Panics
/// If `a` is not square.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::eigh;
/// use ndarray::array;
///
/// let (values, vectors) = eigh(&array![[3.0, 0.0], [0.0, 1.0]]).unwrap();
/// assert_eq!((values, vectors), (array![1.0, 3.0], array![[0.0, 1.0], [1.0, 0.0]]));
/// ```
#[track_caller]
pub fn eigh<A, S>(a: &ArrayBase<S, Ix2>) -> Result<(Array1<A>, Array2<A>), LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, Eigen>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type eigh = OfRow<Eigen>;

/// Returns the singular values of `a` in descending order.
///
/// `a` is m × n; the value has min(m, n) elements. It costs about 20 m n² operations for m ≥ n,
/// with the singular vectors that the derivative needs; a derivative costs 2 m n².
///
/// Derivative: `ṡ = diag(uᵀ ȧ v)` for `a = u diag(s) vᵀ` (Giles 2008). Of equal singular values only
/// symmetric functions, such as their sum, are differentiable. A singular value 0 is a kink, as of
/// an absolute value: the derivative there is one of the subgradients.
///
/// # Errors
/// [`NotFinite`](LinalgErrorKind::NotFinite), [`NoConvergence`](LinalgErrorKind::NoConvergence).
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::svd_values;
/// use ndarray::array;
///
/// assert_eq!(svd_values(&array![[0.0, 2.0], [-3.0, 0.0], [0.0, 0.0]]), Ok(array![3.0, 2.0]));
/// ```
#[track_caller]
pub fn svd_values<A, S>(a: &ArrayBase<S, Ix2>) -> Result<Array1<A>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, SingularValues>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type svd_values = OfRow<SingularValues>;

/// The row of `eigh`.
#[derive(Debug)]
pub struct Eigen;

/// Eigenvalues and eigenvectors.
#[derive(Clone, Debug)]
pub struct Spectrum<A> {
    w: Array1<A>,
    v: Mat<A>,
}

impl<A: LinalgReal> Factors for Spectrum<A> {
    fn bytes(&self) -> usize {
        self.w.len() * size_of::<A>() + bytes(self.v.as_ref())
    }
}

impl<A: LinalgReal> Spectrum<A> {
    /// `f ∘ m`. Between equal eigenvalues an element of `m` that is zero up to rounding is zero,
    /// and another one is NaN.
    fn divide_by_differences(&self, m: &Mat<A>) -> Mat<A> {
        let n = self.w.len();
        let rounding = rounding::<A>(n);
        let distinct = rounding * self.w.iter().fold(A::zero(), |max, w| max.max(w.abs()));
        let zero = A::real(8.0) * rounding * largest(m.as_ref());
        Mat::from_fn(n, n, |i, j| {
            let gap = self.w[j] - self.w[i];
            if i == j {
                A::zero()
            } else if gap.abs() > distinct {
                m[(i, j)] / gap
            } else if m[(i, j)].abs() <= zero {
                A::zero()
            } else {
                A::nan()
            }
        })
    }
}

/// Whether the sign of an eigenvector must change. A first element of at least half of the largest
/// magnitude decides: a small change of the vector rarely changes which one that is.
fn is_negative<A: LinalgReal>(column: impl Iterator<Item = A> + Clone) -> bool {
    let largest = column.clone().fold(A::zero(), |max, x| max.max(x.abs()));
    let mut large = column.filter(|x| x.abs() + x.abs() >= largest);
    large.next().is_some_and(|x| x < A::zero())
}

impl<A: LinalgReal> Row<A> for Eigen {
    const NAME: &'static str = "eigh";
    type Value = (Array1<A>, Array2<A>);
    type Factors = Spectrum<A>;

    fn value(a: Mat<A>) -> Result<(Self::Value, Spectrum<A>), LinalgErrorKind> {
        let n = a.nrows();
        // `faer` panics without elements
        if n == 0 {
            let (w, v) = (Array1::zeros(0), Array2::zeros((0, 0)));
            return Ok(((w.clone(), v), Spectrum { w, v: a }));
        }
        let eigen = symmetrize(&a)?
            .self_adjoint_eigen(Side::Lower)
            .map_err(|_| LinalgErrorKind::NoConvergence)?;
        let w = Array1::from_shape_fn(n, |k| eigen.S().column_vector()[k]);
        let mut v = eigen.U().to_owned();
        for k in 0..n {
            if is_negative((0..n).map(|i| v[(i, k)])) {
                (0..n).for_each(|i| v[(i, k)] = -v[(i, k)]);
            }
        }
        Ok(((w.clone(), to_array(v.as_ref())), Spectrum { w, v }))
    }

    fn linear(spectrum: &Spectrum<A>, a_dot: Mat<A>) -> Self::Value {
        let v = &spectrum.v;
        let m = v.transpose() * symmetric_part(a_dot.as_ref()) * v;
        let w_dot = diagonal(m.as_ref()).collect();
        let v_dot = v * spectrum.divide_by_differences(&m);
        (w_dot, to_array(v_dot.as_ref()))
    }

    fn transposed(spectrum: &Spectrum<A>, (w_bar, v_bar): Self::Value) -> Mat<A> {
        let v = &spectrum.v;
        let c = v.transpose() * to_mat(v_bar.view());
        // f is antisymmetric, so the symmetric part of f ∘ c is f ∘ the antisymmetric part of c
        let half = A::real(0.5);
        let antisymmetric =
            Mat::from_fn(c.nrows(), c.ncols(), |i, j| half * (c[(i, j)] - c[(j, i)]));
        let mut inner = spectrum.divide_by_differences(&antisymmetric);
        for (k, bar) in w_bar.iter().enumerate() {
            inner[(k, k)] = *bar;
        }
        symmetric_part((v * inner * v.transpose()).as_ref())
    }
}

/// The row of `svd_values`.
#[derive(Debug)]
pub struct SingularValues;

/// Left and right singular vectors.
#[derive(Clone, Debug)]
pub struct SingularVectors<A> {
    u: Mat<A>,
    v: Mat<A>,
}

impl<A: LinalgReal> Factors for SingularVectors<A> {
    fn bytes(&self) -> usize {
        bytes(self.u.as_ref()) + bytes(self.v.as_ref())
    }
}

impl<A: LinalgReal> Row<A> for SingularValues {
    const NAME: &'static str = "svd_values";
    const SQUARE: bool = false;
    type Value = Array1<A>;
    type Factors = SingularVectors<A>;

    fn value(a: Mat<A>) -> Result<(Array1<A>, SingularVectors<A>), LinalgErrorKind> {
        let (m, n) = a.shape();
        if m.min(n) == 0 {
            let (u, v) = (Mat::zeros(m, 0), Mat::zeros(n, 0));
            return Ok((Array1::zeros(0), SingularVectors { u, v }));
        }
        let svd = a.thin_svd().map_err(|_| LinalgErrorKind::NoConvergence)?;
        let s = svd.S().column_vector();
        let values = Array1::from_shape_fn(m.min(n), |k| s[k]);
        Ok((values, SingularVectors { u: svd.U().to_owned(), v: svd.V().to_owned() }))
    }

    fn linear(vectors: &SingularVectors<A>, a_dot: Mat<A>) -> Array1<A> {
        let right = a_dot * &vectors.v;
        let dot = |k: usize| {
            (0..right.nrows()).fold(A::zero(), |sum, i| sum + vectors.u[(i, k)] * right[(i, k)])
        };
        (0..right.ncols()).map(dot).collect()
    }

    fn transposed(vectors: &SingularVectors<A>, bar: Array1<A>) -> Mat<A> {
        let u = &vectors.u;
        Mat::from_fn(u.nrows(), u.ncols(), |i, k| u[(i, k)] * bar[k]) * vectors.v.transpose()
    }
}
