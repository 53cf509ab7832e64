//! The language: small functions, each differentiated, each held against the laws.
#[macro_use]
mod support;

mod arrays;
mod branches;
mod calling;
mod calls;
mod control;
mod kinks;
mod loops;
mod recursion;
mod results;
mod scalars;
mod singles;
mod slices;
mod statements;
mod types;
