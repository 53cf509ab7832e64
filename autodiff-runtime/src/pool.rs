//! Memory for the residuals of whole derivatives, kept from one call to the next.
//!
//! A gradient in a loop (an optimiser's) needs the same stacks again and again. Handing their memory back to the system after every call costs more than the
//! derivative itself, since fresh pages are mapped and cleared one by one. So each thread keeps the stacks of each function it differentiates.

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

    /// The stacks of this type that the thread keeps, or new ones.
    fn take<S: Default + 'static>() -> Box<dyn Any> {
        let kept = POOL.try_with(|pool| {
            let mut pool = pool.try_borrow_mut().ok()?;
            let place = pool.iter().position(|(id, _)| *id == TypeId::of::<S>())?;
            Some(pool.swap_remove(place).1)
        });
        kept.ok().flatten().unwrap_or_else(|| Box::new(S::default()))
    }

    pub fn with<S: Default + 'static, R>(f: impl FnOnce(&mut S) -> R) -> R {
        let mut stacks = take::<S>();
        let result = match stacks.downcast_mut::<S>() {
            Some(stacks) => f(stacks),
            None => f(&mut S::default()),
        };
        // a thread that is ending keeps nothing
        let _ = POOL.try_with(|pool| {
            if let Ok(mut pool) = pool.try_borrow_mut() {
                pool.push((TypeId::of::<S>(), stacks));
            }
        });
        result
    }

    pub fn release() {
        let _ = POOL.try_with(|pool| pool.try_borrow_mut().map(|mut pool| core::mem::take(&mut *pool)));
    }
}

/// Runs a derivative with the stacks that this thread keeps for it. Without the feature `std`, or if there is nothing to keep, with new ones.
#[inline]
pub fn with_stacks<S: Default + 'static, R>(f: impl FnOnce(&mut S) -> R) -> R {
    #[cfg(feature = "std")]
    if size_of::<S>() != 0 {
        return kept::with(f);
    }
    f(&mut S::default())
}

/// Gives back the memory that the calling thread keeps for the residuals of derivatives it has computed. (`f_vjp`, `f_grad` and
/// `f_value_and_grad` use it again in their next call.)
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
        with_stacks(|s: &mut Vec<u8>| s.reserve(100));
        // while one is in use, another call gets its own
        let (outer, inner) = with_stacks(|s: &mut Vec<u8>| (s.capacity(), with_stacks(|t: &mut Vec<u8>| t.capacity())));
        assert_eq!((outer >= 100, inner), (cfg!(feature = "std"), 0));
        release_memory();
        assert_eq!(with_stacks(|s: &mut Vec<u8>| s.capacity()), 0);
    }
}
