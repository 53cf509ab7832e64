//! Whether a method call resolves to the method of the standard library.
//!
//! Emitted code calls the method with a substitute in scope that returns [`StdMethod`]. Lookup finds
//! the substitute just before the method of the standard library. Any other method is found earlier,
//! and returns another type.

/// The result of the method that represents that of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct StdMethod;

/// Asserts that a type is [`StdMethod`].
#[diagnostic::on_unimplemented(
    message = "this may call a method of a trait in scope instead of that of the standard library",
    label = "cannot infer which of the two methods this calls",
    note = "name the method: `f64::abs(*x)` or `Trait::abs(x)`, or call it on a slice, \
            `v[..].first()`"
)]
pub trait IsStdMethod {}

impl IsStdMethod for StdMethod {}
