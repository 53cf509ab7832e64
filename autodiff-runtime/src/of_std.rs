//! Whether a method is that of the standard library that it is taken for.
//!
//! Emitted code calls the method where lookup finds one that returns [`OfStd`] last before that of
//! the standard library, so whatever else is in scope is found before and returns something else.

/// What the method returns that stands for that of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct OfStd;

/// That this is [`OfStd`].
#[diagnostic::on_unimplemented(
    message = "method lookup may find a method of a trait in scope here, before that of the \
        standard library",
    label = "it is not known which of the two methods is called",
    note = "name the one that is called: `f64::abs(*x)` or `Trait::abs(x)`, or call it on a slice, \
        `v[..].first()`"
)]
pub trait FoundLast {}

impl FoundLast for OfStd {}
