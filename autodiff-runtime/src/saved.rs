//! Values of user-defined types between the two sweeps.

use core::fmt::{self, Debug, Formatter};
use core::ops::Deref;

use crate::Residual;

/// Saves a value of any type, as generated code saves values of user-defined structs: a blank needs
/// no value. The heap usage of the value is unknown here: generated code uses
/// [`HeapProbe`](crate::HeapProbe).
///
/// Where the value is saved, the way of copying it is known (`saved!`). A function pointer for that
/// replaces the tag of `Option<T>`.
pub struct Saved<T>(Option<(T, Save<T>)>);

/// Copies a value.
type Save<T> = fn(&T) -> T;

impl<T> Saved<T> {
    /// Saves a value, which `save` copies.
    #[inline]
    pub const fn new(value: T, save: Save<T>) -> Self {
        Saved(Some((value, save)))
    }

    /// The value, if this is not a blank.
    #[inline]
    pub const fn get(&self) -> Option<&T> {
        match &self.0 {
            Some((value, _)) => Some(value),
            None => None,
        }
    }

    /// The value.
    ///
    /// # Panics
    /// If this is a blank.
    #[inline]
    #[track_caller]
    pub fn into_inner(self) -> T {
        match self.0 {
            Some((value, _)) => value,
            None => blank_was_read(),
        }
    }
}

impl<T> Clone for Saved<T> {
    #[inline]
    fn clone(&self) -> Self {
        Saved(self.0.as_ref().map(|(value, save)| (save(value), *save)))
    }
}

impl<T> Deref for Saved<T> {
    type Target = T;

    #[inline]
    #[track_caller]
    fn deref(&self) -> &T {
        match &self.0 {
            Some((value, _)) => value,
            None => blank_was_read(),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn blank_was_read() -> ! {
    panic!("this is a bug of autodiff: the value of a branch that was not taken is read")
}

/// A borrowed argument of a user-defined type in the residuals: `Debug` without a bound.
pub struct Borrowed<'r, T: ?Sized>(pub &'r T);

impl<T: ?Sized> Clone for Borrowed<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Borrowed<'_, T> {}

impl<T: ?Sized> Debug for Borrowed<'_, T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("Borrowed(..)")
    }
}

impl<T> Residual for Saved<T> {
    #[inline]
    fn blank() -> Self {
        Saved(None)
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Prints only whether there is a value, since residuals are `Debug` and a user-defined struct may
/// not be.
impl<T> Debug for Saved<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Saved(..)" } else { "Saved(blank)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn values_without_a_blank_are_saved() {
        #[derive(Clone)]
        struct Opaque(Vec<f64>);
        let saved = Saved::new(Opaque(vec![1.0]), Opaque::clone);
        assert_eq!(
            (saved.0.is_some(), saved.clone().get().map(|o| &o.0)),
            (true, Some(&vec![1.0]))
        );
        assert_eq!(size_of::<Saved<[f64; 3]>>(), size_of::<Option<[f64; 3]>>());
        assert_eq!(format!("{saved:?} {:?}", Saved::<Opaque>::blank()), "Saved(..) Saved(blank)");
        assert_eq!((saved.heap_bytes(), saved.into_inner().0), (0, vec![1.0]));
        assert_eq!(*Saved::new(3, i32::clone), 3);
    }

    #[test]
    #[should_panic(expected = "the value of a branch that was not taken is read")]
    fn a_blank_is_not_read() {
        let _ = *Saved::<u8>::blank();
    }
}
