//! `#[linear]`.

mod linear;
mod linear_methods;
