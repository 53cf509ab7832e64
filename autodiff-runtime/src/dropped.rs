//! Whether a type implements `Drop` itself.

use core::marker::PhantomData;

/// Represents a type.
#[derive(Clone, Copy, Debug)]
pub struct Dropped<T: ?Sized>(PhantomData<T>);

#[allow(drop_bounds)]
impl<T: ?Sized + Drop> Dropped<T> {
    /// The first choice: the type implements `Drop`.
    pub const BY_ITSELF: bool = true;
}

/// The second choice: the type does not implement `Drop`.
pub trait NotDropped {
    /// Always false.
    const BY_ITSELF: bool = false;
}

impl<T: ?Sized> NotDropped for Dropped<T> {}
