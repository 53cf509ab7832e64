//! What derived implementations of [`Residual`] stand on.

use crate::Residual;

/// How a blank of `S` is made of blanks of its fields.
pub trait Blank<S> {
    /// The fields whose blanks are those of [`Residual`].
    type Blanks;

    /// The fields whose blanks are defaults.
    type Defaults;

    /// A value of these.
    fn make(blanks: Self::Blanks, defaults: Self::Defaults) -> S;

    /// The bytes that the fields of a value hold on the heap, as far as that is known.
    fn heap_bytes(of: &S) -> usize;
}

/// The bytes that a value of any type holds on the heap: `(&HeapProbe(&value)).heap_bytes()`, 0
/// where it is not known.
///
/// The method is found by its receiver, as that of [`Probe`](crate::Probe).
#[derive(Debug)]
pub struct HeapProbe<'a, T: ?Sized>(pub &'a T);

/// The first choice: the value knows.
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
    /// Nothing is known.
    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<T: ?Sized> HeapProbeOther for &HeapProbe<'_, T> {}
