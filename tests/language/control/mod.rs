//! Branches, loops and exits.

mod branches;
mod control;
mod exits;
mod loops;
mod residuals_of_branches;
