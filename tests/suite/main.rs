//! The language: small functions, each differentiated, each held against the laws.
#[macro_use]
mod support;

mod arrays;
mod branches;
mod calls;
mod control;
mod loops;
mod results;
mod scalars;
mod slices;
mod statements;
mod types;
