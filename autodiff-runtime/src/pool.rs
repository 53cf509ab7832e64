//! Memory for the residuals of whole derivatives, kept from one call to the next.
//!
//! A gradient in a loop (an optimiser's) needs the same stacks again and again. Handing their
//! memory back to the system after every call costs more than the derivative itself, since fresh
//! pages are mapped and cleared one by one. So each thread keeps the stacks of each function it
//! differentiates.

use alloc::boxed::Box;

#[cfg(feature = "std")]
mod kept {
    extern crate std;

    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use core::any::{Any, TypeId};
    use core::cell::RefCell;

    std::thread_local! {
        static POOL: RefCell<Vec<(TypeId, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
    }

    /// The stacks of this type that the thread keeps.
    pub fn take<S: 'static>() -> Option<Box<S>> {
        let kept = POOL.try_with(|pool| {
            let mut pool = pool.try_borrow_mut().ok()?;
            let place = pool.iter().position(|(id, _)| *id == TypeId::of::<S>())?;
            Some(pool.swap_remove(place).1)
        });
        kept.ok().flatten()?.downcast().ok()
    }

    /// Keeps stacks. A thread that is ending keeps nothing.
    pub fn put<S: 'static>(stacks: Box<S>) {
        let _ = POOL.try_with(|pool| {
            if let Ok(mut pool) = pool.try_borrow_mut() {
                pool.push((TypeId::of::<S>(), stacks));
            }
        });
    }

    pub fn release() {
        let _ =
            POOL.try_with(|pool| pool.try_borrow_mut().map(|mut pool| core::mem::take(&mut *pool)));
    }
}

/// The stacks of this type that this thread keeps, as the last derivative left them; or new ones,
/// always so without the feature `std`. A derivative that panics does not give them back.
#[inline]
pub fn take_stacks<S: Default + 'static>() -> Box<S> {
    #[cfg(feature = "std")]
    if size_of::<S>() != 0
        && let Some(stacks) = kept::take()
    {
        return stacks;
    }
    Box::default()
}

/// Keeps stacks for the next derivative of this thread that needs such ones.
#[inline]
pub fn keep_stacks<S: 'static>(stacks: Box<S>) {
    #[cfg(feature = "std")]
    if size_of::<S>() != 0 {
        kept::put(stacks);
    }
    #[cfg(not(feature = "std"))]
    drop(stacks);
}

/// Gives back the memory that the calling thread keeps for the residuals of derivatives it has
/// computed. (`f_vjp`, `f_grad` and `f_value_and_grad` use it again in their next call.)
pub fn release_memory() {
    #[cfg(feature = "std")]
    kept::release();
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn memory_is_kept_and_given_back() {
        let mut stacks = take_stacks::<Vec<u8>>();
        stacks.reserve(100);
        keep_stacks(stacks);
        // while one is in use, another call gets its own
        let (outer, inner) = (take_stacks::<Vec<u8>>(), take_stacks::<Vec<u8>>());
        assert_eq!((outer.capacity() >= 100, inner.capacity()), (cfg!(feature = "std"), 0));
        keep_stacks(outer);
        release_memory();
        assert_eq!(take_stacks::<Vec<u8>>().capacity(), 0);
    }
}
