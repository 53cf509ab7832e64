//! The LU factorisation with partial pivoting.

use faer::Mat;
use faer::linalg::solvers::{PartialPivLu, Solve};

use super::error::LinalgErrorKind;
use super::matrices::{LinalgReal, bytes, diagonal, rounding};
use super::rows::Factors;

/// A factorisation `P a = L U`.
#[derive(Clone, Debug)]
pub struct Lu<A>(PartialPivLu<A>);

impl<A: LinalgReal> Factors for Lu<A> {
    fn bytes(&self) -> usize {
        bytes(self.0.L()) + bytes(self.0.U()) + 2 * self.0.L().nrows() * size_of::<usize>()
    }
}

impl<A: LinalgReal> Lu<A> {
    /// The factors of a square matrix, which may be singular.
    pub fn new(a: &Mat<A>) -> Lu<A> {
        Lu(a.partial_piv_lu())
    }

    /// The factors of a matrix that is not singular.
    pub fn nonsingular(a: &Mat<A>) -> Result<Lu<A>, LinalgErrorKind> {
        let lu = Lu::new(a);
        if lu.is_singular() { Err(LinalgErrorKind::Singular) } else { Ok(lu) }
    }

    /// Whether a pivot is not larger than the rounding errors of the sum that it results from.
    /// Then a matrix within rounding of each element is singular. The criterion does not depend on
    /// the scale of rows and columns.
    pub fn is_singular(&self) -> bool {
        let (l, u) = (self.0.L(), self.0.U());
        let rounding = rounding::<A>(l.nrows());
        // a sum that has overflowed counts as singular
        !(0..l.nrows()).all(|k| {
            let summed =
                (0..k).fold(u[(k, k)].abs(), |sum, j| sum + l[(k, j)].abs() * u[(j, k)].abs());
            u[(k, k)].abs() > rounding * summed
        })
    }

    /// `a⁻¹ b`
    pub fn solve(&self, mut b: Mat<A>) -> Mat<A> {
        self.0.solve_in_place(&mut b);
        b
    }

    /// `a⁻ᵀ b`
    pub fn solve_transposed(&self, mut b: Mat<A>) -> Mat<A> {
        self.0.solve_transpose_in_place(&mut b);
        b
    }

    /// `a⁻¹`
    pub fn inverse(&self) -> Mat<A> {
        let n = self.0.L().nrows();
        self.solve(Mat::identity(n, n))
    }

    /// The diagonal of `U`.
    pub fn pivots(&self) -> impl Iterator<Item = A> {
        diagonal(self.0.U())
    }

    /// The determinant: the product of the pivots, with the sign of the permutation.
    pub fn determinant(&self) -> A {
        let (rows, _) = self.0.P().arrays();
        let mut seen = alloc::vec![false; rows.len()];
        let mut sign = A::one();
        for start in 0..rows.len() {
            let mut row = rows[start];
            // a cycle of length k is k − 1 transpositions
            while !seen[start] && row != start {
                sign = -sign;
                seen[row] = true;
                row = rows[row];
            }
            seen[start] = true;
        }
        self.pivots().fold(sign, |product, pivot| product * pivot)
    }
}
