//! Whether the function that a path of a type resolves to is that of a trait.
//!
//! `x.energy()` is a trait's function only if the type has no inherent one of that name. A macro
//! that sees the trait's `impl` block cannot know. But two function items have the same type only
//! if they are the same function, and a method can be implemented for pairs of equal types alone:
//!
//! ```text
//! is_other(&|| (&Pair(<S>::energy, <S as Energy>::energy)).same())
//! ```
//!
//! is false if the first choice, [`Pair::same`], applies, whose result has a different size from
//! that of the second, [`Differ::same`]. Only the size of the closure's result is evaluated, which
//! a constant can be.

/// Two function items.
#[derive(Clone, Copy, Debug)]
pub struct Pair<A, B>(pub A, pub B);

impl<A> Pair<A, A> {
    /// The first choice: the functions are the same.
    pub fn same(&self) {}
}

/// The second choice: the functions differ.
pub trait Differ {
    /// A value that is not the unit.
    fn same(&self) -> u8 {
        0
    }
}

impl<A, B> Differ for &Pair<A, B> {}

/// Whether the closure returns a value that is not the unit.
pub const fn is_other<R>(_: &impl Fn() -> R) -> bool {
    size_of::<R>() != 0
}

/// How a function of a trait is called on a type that is not user-defined.
pub trait CallWay {
    /// Whether the trait is not named.
    const BY_NAME: bool;
}

/// `x.scaled(k)`
#[derive(Clone, Copy, Debug)]
pub struct ByName;

/// `<f64 as Scale>::scaled(x, k)`
#[derive(Clone, Copy, Debug)]
pub struct ByTrait;

impl CallWay for ByName {
    const BY_NAME: bool = true;
}

impl CallWay for ByTrait {
    const BY_NAME: bool = false;
}

/// Does not compile if the trait is not named, and the type has an inherent function of that name
/// (`OTHER`), which would then be called.
#[inline]
pub const fn of_the_trait<W: CallWay, const OTHER: bool>() {
    const {
        assert!(
            !(W::BY_NAME && OTHER),
            "this calls the inherent method of the type, which has no derivative; that of a trait \
             has one: write `<Type as Trait>::method(…)`"
        )
    }
}

/// The error for a derivative that a block does not implement.
struct Underived<T: ?Sized, R>(core::marker::PhantomData<(R, T)>);

impl<T: ?Sized, R> Underived<T, R> {
    const MISSING: () = panic!(
        "a method of a trait is called with an active value, but has no derivative for this type: \
         put #[differentiate] on the `impl` block of the trait for it"
    );
}

/// Does not compile if it is used.
pub fn underived<T: ?Sized, A, R>(_: A) -> R {
    let () = Underived::<T, R>::MISSING;
    unreachable!()
}

#[cfg(test)]
#[allow(clippy::needless_borrow, reason = "the borrow is what makes both traits candidates")]
mod tests {
    use super::*;

    struct Plain;
    struct Own<'a, T>(&'a T);
    trait Energy {
        fn energy(&self) -> u8;
    }
    impl Energy for Plain {
        fn energy(&self) -> u8 {
            1
        }
    }
    impl<T> Energy for Own<'_, T> {
        fn energy(&self) -> u8 {
            2
        }
    }
    impl<'a, T> Own<'a, T> {
        fn energy(&self) -> &'a T {
            self.0
        }
    }

    #[test]
    fn own_functions_come_first() {
        const PLAIN: bool =
            is_other(&|| (&Pair(<Plain>::energy, <Plain as Energy>::energy)).same());
        const OWN: bool =
            is_other(&|| (&Pair(<Own<'_, u8>>::energy, <Own<'_, u8> as Energy>::energy)).same());
        assert_eq!((PLAIN, OWN), (false, true));
        assert_eq!((Plain.energy(), *Own(&3u8).energy(), Energy::energy(&Own(&3u8))), (1, 3, 2));
        assert_eq!((&Pair(1u8, 2u16)).same(), 0);
    }
}
