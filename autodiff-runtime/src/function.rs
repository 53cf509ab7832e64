//! What generated code asks about other functions' and values' types, by name.
//!
//! A macro sees tokens, not types. Where it cannot know a type, it writes one of these projections and the compiler
//! finds the type.

use alloc::vec::Vec;

use crate::Residual;
use crate::tuples::for_tuples;

/// A differentiated function, as its callers' generated code sees it.
///
/// Implemented by the hidden marker type that stands beside the function under the function's own name, so that
/// whoever can name the function can also name its residuals.
pub trait DifferentiableFn {
    /// What the function returns.
    type Output;

    /// The residuals whose size is known at compile time: returned by value, and stored by the caller in the row of
    /// its own where it made the call.
    type Frame: Residual;

    /// The residuals whose size is not known at compile time, of loops and recursion: one stack each, pushed
    /// forward, popped backward, their memory reused. Empty stacks are the default.
    type Stacks: Default + Clone;
}

/// The residuals of a function with forward mode only: it has none.
#[derive(Clone, Debug, Default)]
pub struct ForwardOnly;

impl ForwardOnly {
    /// As of other stacks of residuals.
    pub fn clear(&mut self) {}
}

impl Residual for ForwardOnly {
    fn blank() -> Self {
        ForwardOnly
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

/// What the residuals of functions with a reverse mode are. Nothing implements it: generated code asks for it where
/// there is no reverse mode.
#[diagnostic::on_unimplemented(
    message = "a function with forward mode only is called where reverse mode is needed",
    label = "the called function has no reverse mode",
    note = "write `#[differentiate(reverse)]` on the called function"
)]
pub trait ReverseMode {}

/// The component `I` of a tuple: `<T as TupleLeaf<I>>::Leaf` is the type of `t.I`. For tuples up to 12.
pub trait TupleLeaf<const I: usize> {
    /// The type of the component.
    type Leaf;
}

/// One `impl TupleLeaf` for each component of a tuple. The tuple is passed on as one token, because it is needed
/// whole for each of its components.
macro_rules! tuple {
    ($(($T:ident $_T:ident $i:tt))+) => {
        leaves!(($($T)+) $(($T $i))+);
    };
}
macro_rules! leaves {
    ($all:tt $(($T:ident $i:tt))+) => {
        $(leaf!($all $T $i);)+
    };
}
macro_rules! leaf {
    (($($all:ident)+) $T:ident $i:tt) => {
        impl<$($all),+> TupleLeaf<$i> for ($($all,)+) {
            type Leaf = $T;
        }
    };
}
for_tuples!(tuple);

/// What is indexed by a `usize`: `<S as Indexed>::Item` is the type of `s[i]`.
pub trait Indexed {
    /// The type of an element.
    type Item;
}

impl<E> Indexed for [E] {
    type Item = E;
}

impl<E, const N: usize> Indexed for [E; N] {
    type Item = E;
}

impl<E> Indexed for Vec<E> {
    type Item = E;
}

/// A value of no particular type, which no function of a user's takes: generated code passes it where it understands a
/// name as one of the library or of `std`, so that it does not compile where the name is the user's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnyValue;

#[cfg(test)]
mod tests {
    use super::*;
    use core::any::TypeId;

    fn same<A: 'static, B: 'static>() -> bool {
        TypeId::of::<A>() == TypeId::of::<B>()
    }

    #[test]
    fn leaves_and_items() {
        type Twelve = (u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64);
        assert!(same::<<(f64, bool) as TupleLeaf<1>>::Leaf, bool>());
        assert!(same::<<(char,) as TupleLeaf<0>>::Leaf, char>());
        assert!(same::<<Twelve as TupleLeaf<10>>::Leaf, f32>());
        assert!(same::<<Twelve as TupleLeaf<11>>::Leaf, f64>());
        assert!(same::<<[f32] as Indexed>::Item, f32>());
        assert!(same::<<[[f32; 3]; 2] as Indexed>::Item, [f32; 3]>());
        assert!(same::<<Vec<Vec<f64>> as Indexed>::Item, Vec<f64>>());
    }

    #[test]
    fn a_marker_names_the_residuals() {
        #[expect(non_camel_case_types, reason = "a marker has the name of its function")]
        struct sigmoid;
        impl DifferentiableFn for sigmoid {
            type Output = f64;
            type Frame = (f64, f64);
            type Stacks = ();
        }
        let frame = <sigmoid as DifferentiableFn>::Frame::blank();
        assert_eq!(frame, (0.0, 0.0));
    }
}
