//! Closures, functions and implementors as parameters and arguments.

pub mod closure;
pub mod implementor_checks;
pub mod implementors;
pub mod inlined_calls;
pub mod iterator_args;
pub mod lifting;
pub mod rng_params;
pub mod scalar_traits;
pub mod values;
