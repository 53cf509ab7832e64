//! Closures, functions and implementors as parameters and arguments.
//!
//! ```text
//! closure         closures, inlined at each call
//! lifting         closures as arguments → functions of their captures
//! values          functions as parameters, and the arguments for them
//! inlined_calls   functions that return closures or iterators
//! iterator_args   iterators as arguments
//! implementors    type parameters with differentiated traits (implementor_checks)
//! scalar_traits   differentiated traits that bound scalars
//! rng_params      type parameters that are random number generators
//! ```

pub mod closure;
pub mod implementor_checks;
pub mod implementors;
pub mod inlined_calls;
pub mod iterator_args;
pub mod lifting;
pub mod rng_params;
pub mod scalar_traits;
pub mod values;
