//! Linear algebra on arrays of `ndarray`, with derivatives.
//!
//! The functions are called in ordinary code and in differentiated functions. Each returns a
//! `Result`, so a differentiated function applies `?` to it:
//!
//! ```ignore
//! use autodiff::linalg::{LinalgError, log_det, solve_spd};
//! use autodiff::prelude::*;
//! use ndarray::{Array1, Array2};
//!
//! #[differentiate]
//! fn log_density(k: &Array2<f64>, y: &Array1<f64>) -> Result<f64, LinalgError> {
//!     Ok(-0.5 * y.dot(&solve_spd(k, y)?) - 0.5 * log_det(k)?)
//! }
//! ```
//!
//! | function | value | cost for n × n |
//! |---|---|---|
//! | [`solve`]`(a, b)` | `x` with `a x = b`; `b` is a vector or a matrix | 2/3 n³ |
//! | [`solve_spd`]`(a, b)` | the same for a symmetric positive definite `a` | 1/3 n³ |
//! | [`lstsq`]`(a, b)` | `x` that minimises the norm of `a x − b` | 4/3 n³ |
//! | [`cholesky`]`(a)` | the lower triangular `l` with `l lᵀ = a` | 1/3 n³ |
//! | [`inv`]`(a)` | the inverse | 2 n³ |
//! | [`det`]`(a)` | the determinant | 2/3 n³ |
//! | [`log_det`]`(a)` | the logarithm of the absolute value of the determinant | 2/3 n³ |
//! | [`eigh`]`(a)` | eigenvalues and eigenvectors of a symmetric `a` | about 9 n³ |
//! | [`svd_values`]`(a)` | the singular values | about 20 n³ |
//! | [`expm`]`(a)` | the matrix exponential | about 15 n³, and 2 n³ a squaring |
//!
//! # Derivatives
//!
//! The derivatives follow from the equations that define the values. The value computes one
//! factorisation; forward and reverse mode use it again, and add no other. A derivative costs a few
//! products and triangular solves, and a vector on the right side of [`solve`] only O(n²).
//! Cotangents are added to their accumulators in place.
//!
//! # Arguments
//!
//! Elements are `f64` or `f32`. Arrays may be owned or views, of any layout in memory; results are
//! in row-major order. Arrays without elements are allowed: the determinant of a 0 × 0 matrix is 1.
//!
//! [`solve_spd`], [`cholesky`] and [`eigh`] are functions of a symmetric matrix. They use
//! `(a + aᵀ) / 2`, so the gradient is symmetric, as that of `jax.numpy.linalg` is. A matrix that
//! differs from its transpose by more than a hundredth of its largest element is an error: one
//! triangle of it was probably not written.
//!
//! # Panics and errors
//!
//! Shapes that do not fit panic, as in `ndarray`. A property of the elements, such as a singular
//! matrix, is a [`LinalgError`] that names the function. A matrix with an infinite or NaN element is
//! an error of every function.
//!
//! # Sources
//!
//! - M. B. Giles, Collected matrix derivative results for forward and reverse mode algorithmic
//!   differentiation, 2008: `solve`, `inv`, `det`, `eigh`, `svd_values`.
//! - I. Murray, Differentiation of the Cholesky decomposition, arXiv 1602.07527, 2016.
//! - G. H. Golub, V. Pereyra, The differentiation of pseudo-inverses and nonlinear least squares
//!   problems whose variables separate, SIAM J. Numer. Anal. 10, 1973: `lstsq`.
//! - N. J. Higham, The scaling and squaring method for the matrix exponential revisited, SIAM J.
//!   Matrix Anal. Appl. 26, 2005; A. H. Al-Mohy, N. J. Higham, Computing the Fréchet derivative of
//!   the matrix exponential, SIAM J. Matrix Anal. Appl. 30, 2009: `expm`.
//!
//! The factorisations are those of the crate `faer`.

// systems        solve, solve_spd
// least_squares  lstsq
// triangles      cholesky
// inverses       inv
// determinants   det, log_det
// spectra        eigh, svd_values
// exponential    expm
//   lu             the LU factorisation that several of them use
//   rows           the form of a function, and the markers that generated code calls
//   matrices       elements, right sides, conversions between ndarray and faer
//   error          what can go wrong

mod determinants;
mod error;
mod exponential;
mod inverses;
mod least_squares;
mod lu;
mod matrices;
mod rows;
mod spectra;
mod systems;
mod triangles;

pub use determinants::{det, log_det};
pub use error::{LinalgError, LinalgErrorKind};
pub use exponential::expm;
pub use inverses::inv;
pub use least_squares::lstsq;
pub use matrices::{LinalgReal, RightSide};
pub use spectra::{eigh, svd_values};
pub use systems::{solve, solve_spd};
pub use triangles::cholesky;
