//! A value that passes type and constant parameters to a marker's functions, for parameters that no
//! argument determines.

use core::fmt;
use core::marker::PhantomData;

/// The parameters of a method, as a tuple of types.
pub struct Turbofish<T>(PhantomData<fn() -> T>);

impl<T> Turbofish<T> {
    /// The value.
    pub const VALUE: Turbofish<T> = Turbofish(PhantomData);
}

impl<T> Clone for Turbofish<T> {
    fn clone(&self) -> Turbofish<T> {
        *self
    }
}

impl<T> Copy for Turbofish<T> {}

impl<T> fmt::Debug for Turbofish<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Turbofish")
    }
}

/// A constant as a type.
#[derive(Clone, Copy, Debug)]
pub struct Usize<const N: usize>;
