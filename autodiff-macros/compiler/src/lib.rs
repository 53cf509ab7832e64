//! The compiler behind the crate `autodiff`: an ordinary library over tokens, so that every stage
//! can be tested.
//!
//! One function for each macro of the crate `autodiff`: [`differentiate`], [`linear()`],
//! [`differentiate_foreign`], [`derive_differentiable`] and [`function()`]. `ir` is the
//! intermediate representation of all stages.
#![forbid(unsafe_code)]
// the docs of internal modules are for readers of the source
#![allow(rustdoc::private_intra_doc_links)]

pub mod compile;
pub mod custom_rule;
pub mod derive;
pub mod diagnostics;
pub mod emit;
pub mod fence;
pub mod foreign;
mod infer;
pub mod ir;
pub mod item;
pub mod linear;
pub mod lower;
pub mod options;
pub mod params;
pub mod passes;
pub mod primitives;
pub mod qualified;
pub mod show;
mod std_declarations;
pub mod turbofish;
pub mod type_class;
pub mod world;

pub use compile::{differentiate, linear};
pub use derive::derive_differentiable;
pub use foreign::differentiate_foreign;
pub use item::value::function;
