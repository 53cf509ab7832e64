//! Elements, right sides, and conversions between arrays of `ndarray` and matrices of `faer`.

use faer::{Mat, MatRef};
use ndarray::{Array, Array1, Array2, ArrayView, ArrayView2, Dimension, Ix1, Ix2};

use super::error::LinalgErrorKind;
use super::rows::Value;
use crate::arrays::ArrayReal;

/// The elements of arrays in linear algebra: `f64` and `f32`.
pub trait LinalgReal: ArrayReal + faer::traits::RealField + Value {}
impl LinalgReal for f64 {}
impl LinalgReal for f32 {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for ndarray::Ix1 {}
    impl Sealed for ndarray::Ix2 {}
}

/// The dimension of a right side: `Ix1` of a vector, `Ix2` of a matrix with one column for each
/// system.
pub trait RightSide: Dimension + sealed::Sealed {
    /// The columns. A vector is one column.
    #[doc(hidden)]
    fn to_columns<A: LinalgReal>(array: ArrayView<'_, A, Self>) -> Mat<A>;

    /// The array with these columns.
    #[doc(hidden)]
    fn from_columns<A: LinalgReal>(columns: MatRef<'_, A>) -> Array<A, Self>;
}

impl RightSide for Ix1 {
    fn to_columns<A: LinalgReal>(array: ArrayView<'_, A, Ix1>) -> Mat<A> {
        Mat::from_fn(array.len(), 1, |i, _| array[i])
    }

    fn from_columns<A: LinalgReal>(columns: MatRef<'_, A>) -> Array1<A> {
        Array1::from_shape_fn(columns.nrows(), |i| columns[(i, 0)])
    }
}

impl RightSide for Ix2 {
    fn to_columns<A: LinalgReal>(array: ArrayView<'_, A, Ix2>) -> Mat<A> {
        to_mat(array)
    }

    fn from_columns<A: LinalgReal>(columns: MatRef<'_, A>) -> Array2<A> {
        to_array(columns)
    }
}

/// The elements of an array of any layout.
pub fn to_mat<A: LinalgReal>(array: ArrayView2<'_, A>) -> Mat<A> {
    Mat::from_fn(array.nrows(), array.ncols(), |i, j| array[(i, j)])
}

/// A matrix in row-major order.
pub fn to_array<A: LinalgReal>(mat: MatRef<'_, A>) -> Array2<A> {
    Array2::from_shape_fn((mat.nrows(), mat.ncols()), |(i, j)| mat[(i, j)])
}

/// The symmetric part, unless the matrix is far from it.
pub fn symmetrize<A: LinalgReal>(a: &Mat<A>) -> Result<Mat<A>, LinalgErrorKind> {
    let largest = largest(a.as_ref());
    let (half, hundredth) = (A::real(0.5), A::real(0.01));
    let differs = |(i, j): (usize, usize)| (a[(i, j)] - a[(j, i)]).abs() > hundredth * largest;
    let n = a.nrows();
    if (0..n).any(|i| (0..i).any(|j| differs((i, j)))) {
        return Err(LinalgErrorKind::NotSymmetric);
    }
    Ok(Mat::from_fn(n, n, |i, j| half * a[(i, j)] + half * a[(j, i)]))
}

/// The projection of a tangent or cotangent to symmetric matrices.
pub fn symmetric_part<A: LinalgReal>(a: MatRef<'_, A>) -> Mat<A> {
    let half = A::real(0.5);
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| half * (a[(i, j)] + a[(j, i)]))
}

/// The largest magnitude of an element.
pub fn largest<A: LinalgReal>(a: MatRef<'_, A>) -> A {
    let mut largest = A::zero();
    for j in 0..a.ncols() {
        for i in 0..a.nrows() {
            largest = largest.max(a[(i, j)].abs());
        }
    }
    largest
}

/// A bound on the relative rounding error of a sum of `n` products.
pub fn rounding<A: LinalgReal>(n: usize) -> A {
    A::epsilon() * A::real(n as f64)
}

/// The elements on the diagonal.
pub fn diagonal<A: LinalgReal>(a: MatRef<'_, A>) -> impl Iterator<Item = A> {
    (0..a.nrows().min(a.ncols())).map(move |i| a[(i, i)])
}

/// The bytes of a matrix.
pub fn bytes<A>(a: MatRef<'_, A>) -> usize {
    a.nrows() * a.ncols() * size_of::<A>()
}
