//! Memory of whole derivatives, reused from one call to the next.
//!
//! A gradient in a loop (of an optimiser) needs the same stacks repeatedly. Freeing their memory
//! after every call costs more than the derivative itself, since fresh pages are mapped and cleared
//! one by one. So each thread stores the stacks of each function it differentiates.

use alloc::boxed::Box;

#[cfg(feature = "std")]
mod per_thread {
    extern crate std;

    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use core::any::{Any, TypeId};
    use core::cell::RefCell;

    std::thread_local! {
        static POOL: RefCell<Vec<(TypeId, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
    }

    /// Takes stacks of this type that the thread has stored.
    pub fn take<S: 'static>() -> Option<Box<S>> {
        let stacks = POOL.try_with(|pool| {
            let mut pool = pool.try_borrow_mut().ok()?;
            let place = pool.iter().position(|(id, _)| *id == TypeId::of::<S>())?;
            Some(pool.swap_remove(place).1)
        });
        stacks.ok().flatten()?.downcast().ok()
    }

    /// Stores stacks. A thread that is ending stores nothing.
    pub fn store<S: 'static>(stacks: Box<S>) {
        let _ = POOL.try_with(|pool| {
            if let Ok(mut pool) = pool.try_borrow_mut() {
                pool.push((TypeId::of::<S>(), stacks));
            }
        });
    }

    /// The result of `f` for the stored value of this type.
    #[cfg(feature = "ndarray")]
    pub fn with_stored<S: Default + 'static, R>(f: impl FnOnce(&mut S) -> R) -> Option<R> {
        let result = POOL.try_with(|pool| {
            let mut pool = pool.try_borrow_mut().ok()?;
            let place = pool.iter().position(|(id, _)| *id == TypeId::of::<S>());
            let place = place.unwrap_or_else(|| {
                pool.push((TypeId::of::<S>(), Box::<S>::default()));
                pool.len() - 1
            });
            pool[place].1.downcast_mut().map(f)
        });
        result.ok().flatten()
    }

    pub fn release() {
        let _ =
            POOL.try_with(|pool| pool.try_borrow_mut().map(|mut pool| core::mem::take(&mut *pool)));
    }
}

/// The stored stacks of this type of this thread, as the last derivative left them; or new ones,
/// always so without the feature `std`. A derivative that panics does not return them.
#[inline]
pub fn acquire_stacks<S: Default + 'static>() -> Box<S> {
    #[cfg(feature = "std")]
    if size_of::<S>() != 0
        && let Some(stacks) = per_thread::take()
    {
        return stacks;
    }
    Box::default()
}

/// Stores stacks for the next derivative of this thread that needs such ones.
#[inline]
pub fn release_stacks<S: 'static>(stacks: Box<S>) {
    #[cfg(feature = "std")]
    if size_of::<S>() != 0 {
        per_thread::store(stacks);
    }
    #[cfg(not(feature = "std"))]
    drop(stacks);
}

/// The result of `f` for what this thread stores under the type; `None` without the feature `std`,
/// and for a thread that is ending.
#[cfg(feature = "ndarray")]
#[inline]
pub(crate) fn with_stored<S: Default + 'static, R>(f: impl FnOnce(&mut S) -> R) -> Option<R> {
    #[cfg(feature = "std")]
    return per_thread::with_stored(f);
    #[cfg(not(feature = "std"))]
    {
        let _ = f;
        None
    }
}

/// Frees the memory that the calling thread has stored for its derivatives: for residuals, and for
/// the cotangents of arrays. (`f_vjp`, `f_vjp_into`, `f_grad` and `f_value_and_grad` reuse it in
/// their next call.)
pub fn release_memory() {
    #[cfg(feature = "std")]
    per_thread::release();
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn memory_is_reused_until_released() {
        let mut stacks = acquire_stacks::<Vec<u8>>();
        stacks.reserve(100);
        release_stacks(stacks);
        // while one is in use, another call gets its own
        let (outer, inner) = (acquire_stacks::<Vec<u8>>(), acquire_stacks::<Vec<u8>>());
        assert_eq!((outer.capacity() >= 100, inner.capacity()), (cfg!(feature = "std"), 0));
        release_stacks(outer);
        release_memory();
        assert_eq!(acquire_stacks::<Vec<u8>>().capacity(), 0);
    }
}
