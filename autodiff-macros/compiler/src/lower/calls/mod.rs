//! Calls of functions, of methods and of operators.
//!
//! ```text
//! function         calls of functions by a path
//! methods          calls of methods: which kind of method it is
//! associated       methods and functions of user-defined types
//! operators        operators on user-defined types
//! callee           which of several methods of one name
//! arguments        arguments in order, for all of these
//! std_methods      methods that are treated as those of std, with checks
//! std_namesakes    user-defined methods that have the name of one of std
//! foreign_methods  user-defined traits on foreign types
//! ```

pub mod arguments;
pub mod associated;
pub mod callee;
pub mod foreign_methods;
pub mod function;
pub mod methods;
pub mod operators;
pub mod std_methods;
pub mod std_namesakes;
