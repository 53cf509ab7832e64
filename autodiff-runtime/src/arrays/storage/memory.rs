//! Memory of arrays that the reverse sweep has consumed, reused for those that it makes.
//!
//! The sweep needs an array for the cotangent of each intermediate array, and the rows of arrays
//! consume it. An allocator returns large blocks to the system, which maps and clears them again
//! page by page. So each thread stores the memory that rows release, as it stores stacks
//! ([`pool`](crate::pool)), at most [`MOST_BYTES`] for each type of elements. What a derivative
//! returns is not released.
//!
//! A row may take the memory of a value after its last use, which the primal has allocated. So
//! of each length only as many blocks are stored as were taken. The others are freed, and the next
//! primal allocates the memory that the cache has.

use alloc::vec::Vec;

use ndarray::{Array, Dimension};

use super::space::ArrayReal;
use crate::pool;

/// The most that a thread stores for a type of elements.
const MOST_BYTES: usize = 64 << 20;

/// How many blocks of one length are tried.
const MOST_TRIED: usize = 4;

/// The released blocks with room for at least 2ᵏ elements and for less than 2ᵏ⁺¹, for some `k`.
struct Blocks<A> {
    released: Vec<Vec<A>>,
    /// How many more blocks were taken than released. If it is zero, a released block is one that
    /// the function has allocated, and will allocate again: it is freed.
    missing: usize,
}

impl<A> Default for Blocks<A> {
    fn default() -> Self {
        Blocks { released: Vec::new(), missing: 0 }
    }
}

/// Released memory. The blocks at place `k` have room for at least 2ᵏ elements.
struct Released<A> {
    by_length: Vec<Blocks<A>>,
    bytes: usize,
}

impl<A> Default for Released<A> {
    fn default() -> Self {
        Released { by_length: Vec::new(), bytes: 0 }
    }
}

impl<A> Released<A> {
    /// A block with room for `length` elements, and for at most twice as many: the one with the
    /// least room. Of equal ones, it is the one that was released last: the cache may have it.
    fn take(&mut self, length: usize) -> Option<Vec<A>> {
        let place = length.checked_ilog2()? as usize;
        for blocks in self.by_length.iter_mut().skip(place).take(2) {
            let last = blocks.released.iter().enumerate().rev().take(MOST_TRIED);
            let fit = last.filter(|(_, block)| (length..=2 * length).contains(&block.capacity()));
            if let Some((k, _)) = fit.min_by_key(|(_, block)| block.capacity()) {
                let block = blocks.released.remove(k);
                blocks.missing += 1;
                self.bytes -= bytes(&block);
                return Some(block);
            }
        }
        self.blocks(place).missing += 1;
        None
    }

    /// Stores a block, if one is missing. If that is too much, the others are freed: they may be of
    /// lengths that are no longer needed.
    fn put(&mut self, block: Vec<A>) {
        let added = bytes(&block);
        let Some(place) = block.capacity().checked_ilog2().filter(|_| added <= MOST_BYTES) else {
            return;
        };
        if self.bytes + added > MOST_BYTES {
            self.by_length.iter_mut().for_each(|blocks| blocks.released.clear());
            self.bytes = 0;
        }
        let blocks = self.blocks(place as usize);
        if let Some(missing) = blocks.missing.checked_sub(1) {
            blocks.missing = missing;
            blocks.released.push(block);
            self.bytes += added;
        }
    }

    fn blocks(&mut self, place: usize) -> &mut Blocks<A> {
        if self.by_length.len() <= place {
            self.by_length.resize_with(place + 1, Blocks::default);
        }
        &mut self.by_length[place]
    }
}

/// The size of a block, with that of its entry.
fn bytes<A>(block: &Vec<A>) -> usize {
    block.capacity() * size_of::<A>() + size_of::<Vec<A>>()
}

/// An array of this shape, whose elements the caller overwrites.
pub(crate) fn to_overwrite<A: ArrayReal, D: Dimension>(shape: D) -> Array<A, D> {
    let length = shape.size();
    match pool::with_stored(|released: &mut Released<A>| released.take(length)).flatten() {
        Some(mut elements) => {
            elements.resize(length, A::zero());
            in_shape(shape, elements)
        }
        None => Array::zeros(shape),
    }
}

/// An array of this shape with one value.
pub(crate) fn filled<A: ArrayReal, D: Dimension>(shape: D, value: A) -> Array<A, D> {
    let length = shape.size();
    match pool::with_stored(|released: &mut Released<A>| released.take(length)).flatten() {
        Some(mut elements) => {
            elements.resize(length, value);
            elements.fill(value);
            in_shape(shape, elements)
        }
        None if value.is_zero() => Array::zeros(shape),
        None => Array::from_elem(shape, value),
    }
}

fn in_shape<A: ArrayReal, D: Dimension>(shape: D, elements: Vec<A>) -> Array<A, D> {
    match Array::from_shape_vec(shape, elements) {
        Ok(array) => array,
        // it has as many elements as the shape
        Err(_) => unreachable!(),
    }
}

/// Stores the memory of an array that is not needed any more.
pub(crate) fn release<A: ArrayReal, D: Dimension>(array: Array<A, D>) {
    let (mut elements, _) = array.into_raw_vec_and_offset();
    if cfg!(debug_assertions) {
        // shows reads of elements that were to be overwritten
        elements.fill(A::nan());
    }
    pool::with_stored(|released: &mut Released<A>| released.put(elements));
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use ndarray::{Array2, ArrayD, Axis, Ix0, Ix1, Ix2, IxDyn, Slice};

    #[test]
    fn released_memory_is_reused() {
        crate::release_memory();
        let array: Array2<f64> = to_overwrite(Ix2(3, 5));
        let memory = array.as_ptr();
        release(array);
        let fewer: Array2<f64> = to_overwrite(Ix2(2, 4));
        assert_eq!(fewer.as_ptr(), memory);
        assert_eq!(fewer.dim(), (2, 4));
        // the first one is in use
        let other: Array2<f64> = filled(Ix2(2, 4), 0.0);
        assert_ne!(other.as_ptr(), memory);
        release(fewer);
        let more: Array<f64, Ix1> = filled(Ix1(15), -0.0);
        assert_eq!(more.as_ptr(), memory);
        assert!(more.iter().all(|x| x.to_bits() == (-0.0f64).to_bits()));
    }

    #[test]
    fn memory_of_another_length_is_not_used() {
        crate::release_memory();
        let array: Array<f64, Ix1> = to_overwrite(Ix1(100));
        let memory = array.as_ptr();
        release(array);
        for length in [1, 20, 101, 200] {
            assert_ne!(to_overwrite::<f64, _>(Ix1(length)).as_ptr(), memory);
        }
        assert_ne!(to_overwrite::<f32, _>(Ix1(100)).as_ptr().cast(), memory);
        assert_eq!(to_overwrite::<f64, _>(Ix1(64)).as_ptr(), memory);
        crate::release_memory();
    }

    #[test]
    fn parts_and_empty_arrays_are_released() {
        crate::release_memory();
        let mut part: Array2<f64> = filled(Ix2(6, 6), 1.0);
        let memory = part.as_ptr();
        part.slice_axis_inplace(Axis(0), Slice::from(2..4));
        part.invert_axis(Axis(1));
        release(part);
        let whole: ArrayD<f64> = filled(IxDyn(&[36]), 2.0);
        assert_eq!(whole.as_ptr(), memory);
        assert_eq!(whole.sum(), 72.0);
        release(Array2::<f64>::zeros((0, 3)));
        assert_eq!(filled(Ix2(0, 3), 1.0).len(), 0);
        release(Array::<f64, Ix0>::zeros(()));
        assert_eq!(filled(Ix0(), 3.0).into_scalar(), 3.0);
    }

    #[test]
    fn memory_that_was_not_taken_is_freed() {
        let mut released = Released::default();
        released.put(Vec::<u8>::with_capacity(100));
        assert_eq!(released.bytes, 0);
        assert!(released.take(100).is_none());
        // any block of its class takes the place of the one that is missing
        released.put(Vec::with_capacity(120));
        released.put(Vec::with_capacity(100));
        assert!(released.take(100).is_some_and(|block| block.capacity() == 120));
        assert!(released.take(100).is_none());
    }

    #[test]
    fn stored_memory_is_bounded() {
        let mut released = Released::default();
        for _ in 0..7 {
            assert!(released.take(MOST_BYTES / 3).is_none());
        }
        for _ in 0..7 {
            released.put(Vec::<u8>::with_capacity(MOST_BYTES / 3));
            assert!(released.bytes <= MOST_BYTES);
        }
        let stored: usize = released.by_length.iter().map(|blocks| blocks.released.len()).sum();
        assert_eq!(stored, 1);
        released.put(Vec::with_capacity(MOST_BYTES + 1));
        assert!(released.take(MOST_BYTES + 1).is_none());
        assert!(released.take(MOST_BYTES / 3).is_some());
        assert_eq!(released.bytes, 0);
    }
}
