//! Support for derived implementations of [`Residual`].

use crate::Residual;

/// Constructs a blank of `S` from blanks of its fields.
pub trait Blank<S> {
    /// The fields whose blanks are those of [`Residual`].
    type Blanks;

    /// The fields whose blanks are defaults.
    type Defaults;

    /// Constructs a value from these.
    fn make(blanks: Self::Blanks, defaults: Self::Defaults) -> S;

    /// The known bytes on the heap that the fields of a value own.
    fn heap_bytes(of: &S) -> usize;
}

/// The bytes on the heap that a value of any type owns: `(&HeapProbe(&value)).heap_bytes()`, 0 if
/// unknown.
///
/// Autoref selects the method, as for [`Probe`](crate::Probe).
#[derive(Debug)]
pub struct HeapProbe<'a, T: ?Sized>(pub &'a T);

/// The first choice: the value is a [`Residual`].
pub trait HeapProbeResidual {
    /// The bytes.
    fn heap_bytes(&self) -> usize;
}

impl<T: Residual> HeapProbeResidual for HeapProbe<'_, T> {
    #[inline]
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

/// The second choice.
pub trait HeapProbeOther {
    /// Unknown: 0.
    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<T: ?Sized> HeapProbeOther for &HeapProbe<'_, T> {}
