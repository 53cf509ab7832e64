//! Branches, loops, exits and patterns.
//!
//! ```text
//! branches  `if`, `match`, `while`, `loop`
//! pattern   bindings, and whether a value matches
//! question  `?`
//! flow      arms; `break`, `continue` and `return` as codes
//! merge     slots and values after a branch
//! loops     the loop of the IR, and the variables that it carries
//! ```

pub mod branches;
pub mod flow;
pub mod loops;
pub mod merge;
pub mod pattern;
pub mod question;
