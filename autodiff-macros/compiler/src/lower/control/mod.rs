//! Branches, loops and exits, and what patterns bind on the way.

pub mod branches;
pub mod flow;
pub mod loops;
pub mod merge;
pub mod pattern;
pub mod question;
