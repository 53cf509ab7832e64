//! Whether an accumulator is memory of the type that it accumulates.
//!
//! A `Vec<A>` accumulates a `Vec<E>` for every accumulator `A` of `E`; only where `A` is `E` can it
//! be borrowed as a `Vec<E>`. Rust cannot test whether two types are equal, but an implementation
//! in which they are can prove it: it converts a value of a type that is *made of* `Self` to the
//! same type made of `T`. A container calls its elements' implementation with "made of" extended by
//! the container, so that the test costs nothing at run time.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A type made of another, which is valid at least for `'a`.
pub trait MadeOf<'a> {
    /// The type made of `X`.
    type Of<X: 'a>;
}

/// `&'a mut X`
pub struct Borrowed;

impl<'a> MadeOf<'a> for Borrowed {
    type Of<X: 'a> = &'a mut X;
}

/// `F` of `Vec<X>`
pub struct OfVec<F>(PhantomData<F>);

impl<'a, F: MadeOf<'a>> MadeOf<'a> for OfVec<F> {
    type Of<X: 'a> = F::Of<Vec<X>>;
}

/// `F` of `VecDeque<X>`
pub struct OfDeque<F>(PhantomData<F>);

impl<'a, F: MadeOf<'a>> MadeOf<'a> for OfDeque<F> {
    type Of<X: 'a> = F::Of<VecDeque<X>>;
}

/// `F` of `[X; N]`
pub struct OfArray<F, const N: usize>(PhantomData<F>);

impl<'a, F: MadeOf<'a>, const N: usize> MadeOf<'a> for OfArray<F, N> {
    type Of<X: 'a> = F::Of<[X; N]>;
}

/// `F` of `Box<X>`
pub struct OfBox<F>(PhantomData<F>);

impl<'a, F: MadeOf<'a>> MadeOf<'a> for OfBox<F> {
    type Of<X: 'a> = F::Of<Box<X>>;
}

/// `F` of `Option<X>`
pub struct OfOption<F>(PhantomData<F>);

impl<'a, F: MadeOf<'a>> MadeOf<'a> for OfOption<F> {
    type Of<X: 'a> = F::Of<Option<X>>;
}

/// Tests the components of a tuple one after the other: types made of `(A, B)`, then of `(S, B)`,
/// then of `(S, T)`.
macro_rules! same_tuple {
    ($F:ident $of:ident [$($T:ident)*]) => {
        Some($of)
    };
    ($F:ident $of:ident [$($done:ident)*] ($A:ident $T:ident) $(($rest:ident $_rest:ident))*) => {{
        struct OfTuple<Made, $($done,)* $($rest,)*>(core::marker::PhantomData<(Made,
            $($done,)* $($rest,)*)>);
        impl<'x, Made: MadeOf<'x>, $($done: 'x,)* $($rest: 'x,)*> MadeOf<'x> for OfTuple<Made,
            $($done,)* $($rest,)*> {
            type Of<X: 'x> = Made::Of<($($done,)* X, $($rest,)*)>;
        }
        let Some($of) = $A::same::<OfTuple<$F, $($done,)* $($rest,)*>>($of) else {
            return crate::accumulate::no_memory(Self::WANTED);
        };
        crate::type_eq::same_tuple!($F $of [$($done)* $T] $(($rest $_rest))*)
    }};
}
pub(crate) use same_tuple;
