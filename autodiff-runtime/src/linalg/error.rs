//! The errors: properties of a matrix for which a function has no value.

use core::fmt;

/// The error of a function of this module: the function, and the property that its argument lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinalgError {
    function: &'static str,
    kind: LinalgErrorKind,
}

/// What is wrong with an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinalgErrorKind {
    /// A pivot is zero, or not larger than the rounding errors of its computation.
    Singular,
    /// A pivot of the Cholesky factorisation is not positive.
    NotPositiveDefinite,
    /// The matrix differs from its transpose by more than a hundredth of its largest element.
    NotSymmetric,
    /// The columns of the matrix, or the rows of a wide one, are linearly dependent.
    RankDeficient,
    /// An element of the matrix is infinite or NaN.
    NotFinite,
    /// An element of the result is too large for the type of the elements.
    Overflow,
    /// An iteration for eigenvalues or singular values did not converge.
    NoConvergence,
}

impl LinalgError {
    pub(super) fn new(function: &'static str, kind: LinalgErrorKind) -> LinalgError {
        LinalgError { function, kind }
    }

    /// The name of the function, such as `"solve"`.
    pub fn function(&self) -> &'static str {
        self.function
    }

    /// What is wrong.
    pub fn kind(&self) -> LinalgErrorKind {
        self.kind
    }
}

impl fmt::Display for LinalgErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinalgErrorKind::Singular => "the matrix is singular to working precision",
            LinalgErrorKind::NotPositiveDefinite => "the matrix is not positive definite",
            LinalgErrorKind::NotSymmetric => "the matrix is not symmetric",
            LinalgErrorKind::RankDeficient => "the matrix does not have full rank",
            LinalgErrorKind::NotFinite => "the matrix has an element that is infinite or NaN",
            LinalgErrorKind::Overflow => "the result is too large for its type",
            LinalgErrorKind::NoConvergence => "the iteration did not converge",
        })
    }
}

impl fmt::Display for LinalgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.function, self.kind)
    }
}

impl core::error::Error for LinalgError {}
