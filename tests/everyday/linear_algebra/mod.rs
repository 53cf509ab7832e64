//! Matrices: factorizations, linear systems and least squares.

mod decompositions;
mod least_squares;
mod lu;
mod matrices;
