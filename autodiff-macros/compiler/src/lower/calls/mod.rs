//! Calls of functions, of methods and of operators.

pub mod arguments;
pub mod associated;
pub mod callee;
pub mod foreign_methods;
pub mod function;
pub mod methods;
pub mod operators;
pub mod std_methods;
pub mod std_namesakes;
