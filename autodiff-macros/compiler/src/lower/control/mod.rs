//! Branches, loops, exits and patterns.

pub mod branches;
pub mod flow;
pub mod loops;
pub mod merge;
pub mod pattern;
pub mod question;
