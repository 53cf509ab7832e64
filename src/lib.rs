//! Automatic differentiation of ordinary Rust functions at compile time.
extern crate self as autodiff;
