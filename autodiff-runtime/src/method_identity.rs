//! Whether the function that a type's path names is the one of a trait.
//!
//! `x.energy()` is a trait's function only if the type has none of that name of its own. A macro
//! that sees the trait's `impl` block cannot know; but two function items have the same type only
//! if they are the same function, and a method can be found for a pair of equal types alone:
//!
//! ```text
//! is_other(&|| (&Pair(<S>::energy, <S as Energy>::energy)).same())
//! ```
//!
//! is false if the first choice, [`Pair::same`], applies, whose result is of another size than that
//! of the second, [`Differ::same`]. Nothing is evaluated but the size of what the closure would
//! give, which a constant can be.

/// Two function items.
#[derive(Clone, Copy, Debug)]
pub struct Pair<A, B>(pub A, pub B);

impl<A> Pair<A, A> {
    /// The first choice: the functions are the same.
    pub fn same(&self) {}
}

/// The second choice: the functions are two.
pub trait Differ {
    /// What is no unit.
    fn same(&self) -> u8 {
        0
    }
}

impl<A, B> Differ for &Pair<A, B> {}

/// Whether the closure gives something that is no unit.
pub const fn is_other<R>(_: &impl Fn() -> R) -> bool {
    size_of::<R>() != 0
}

/// How a function of a trait is called that a type has which is not the user's.
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

/// Does not compile if the trait is not named, and the type has an `OTHER` function of that name
/// itself, which is the one that is called then.
#[inline]
pub const fn of_the_trait<W: CallWay, const OTHER: bool>() {
    const {
        assert!(
            !(W::BY_NAME && OTHER),
            "a method of this name of a trait has a derivative, but the type has one of its own, \
             which is the one that is called and has none: write `<Type as Trait>::method(…)`"
        )
    }
}

/// What is missing where a block does not write a derivative.
struct Underived<T: ?Sized, R>(core::marker::PhantomData<(R, T)>);

impl<T: ?Sized, R> Underived<T, R> {
    const MISSING: () = panic!(
        "a method of a trait is called with an active value, and has no derivative for this type: \
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
