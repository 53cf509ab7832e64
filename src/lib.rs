//! Automatic differentiation of ordinary Rust functions at compile time.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate self as autodiff;

pub use autodiff_macros::differentiate;
pub use autodiff_runtime::{Atomic, CotangentAccumulator, Differentiable, Discard, Real, Sparse, TangentSpace, release_memory};

pub mod special;

/// Stops the derivative: the value of its argument, as a constant. (JAX: `stop_gradient`.)
#[inline(always)]
pub fn constant<T>(value: T) -> T {
    value
}

/// What a program that differentiates brings into scope.
pub mod prelude {
    pub use crate::{Atomic, CotangentAccumulator, Differentiable, Discard, Real, Sparse, TangentSpace, constant, differentiate};
}

/// What emitted code names. Not for people: anything here may change.
#[doc(hidden)]
pub mod __private {
    extern crate alloc;
    pub use alloc::vec;
    pub use alloc::vec::Vec;
    pub use autodiff_runtime::kinks::*;
    pub use autodiff_runtime::*;
}
