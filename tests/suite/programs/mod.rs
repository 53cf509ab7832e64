//! Programs of the kind people have: ordinary numerical Rust of twenty to eighty lines, held against the laws.

mod algebra;
mod equations;
mod geometry;
mod signals;
mod statistics;
