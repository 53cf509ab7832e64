//! Boxes, guards, and other values with destructors.

mod behind_guards;
mod boxed_params;
mod boxes;
mod changed_guards;
mod guards;
mod guards_in_scopes;
