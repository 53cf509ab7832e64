//! Closures, functions as parameters, and functions that return closures.

mod closure_copies;
mod closure_references;
mod closures;
mod function_arguments;
mod function_variables;
mod functions;
mod inlined_functions;
mod unused_arguments;
