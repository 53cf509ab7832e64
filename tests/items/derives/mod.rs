//! `#[derive(Differentiable)]`.

mod derive;
mod derive_kinds;
