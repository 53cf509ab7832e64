//! The language: small functions, each differentiated, each held against the laws.
#[macro_use]
mod support;

mod arrays;
mod calls;
mod control;
mod scalars;
