//! Values that the forward sweep saves for the backward one.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::ArrayShape;
use crate::tuples::for_tuples;

/// A value that can be saved between the forward and the backward sweep.
///
/// The residuals of a branch share a row with those of the other branch; the row of the branch
/// taken has blanks in the places of the other.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is needed in the reverse sweep, and cannot be saved",
    label = "a residual of a loop, a branch or a call",
    note = "only numbers, strings, sequences of them, and types with `#[derive(Differentiable)]` \
            can be saved: move the code into a separate function that returns numbers, or compute \
            the value outside the loop or branch"
)]
pub trait Residual {
    /// A placeholder that is never read: zero, `false`, empty, `None`. Allocates nothing.
    fn blank() -> Self;

    /// The bytes on the heap that this value owns, including reserved capacity. Borrowed memory
    /// does not count. Zero, unless implemented.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Implements [`Residual`] for a struct without generic parameters: its fields, and the scalars with
/// their blanks.
#[doc(hidden)]
#[macro_export]
macro_rules! __residual {
    // scalars are not on the heap
    ($name:ident { ; $($scalar:ident: $blank:literal),* }) => {
        impl $crate::Residual for $name {
            #[inline]
            fn blank() -> Self {
                $name { $($scalar: $blank),* }
            }
        }
    };
    ($name:ident { $($field:ident),* $(,)?; $($scalar:ident: $blank:literal),* }) => {
        impl $crate::Residual for $name {
            #[inline]
            fn blank() -> Self {
                $name { $($field: $crate::Residual::blank(),)* $($scalar: $blank),* }
            }

            #[inline]
            fn heap_bytes(&self) -> usize {
                0 $(+ $crate::Residual::heap_bytes(&self.$field))*
            }
        }
    };
}

/// Implements [`Residual`] for stacks without generic parameters: the rows of loops, and the stacks
/// of callees. All of them can be cleared without freeing their memory.
#[doc(hidden)]
#[macro_export]
macro_rules! __stacks {
    ($name:ident { $($rows:ident),*; $($callee:ident),* }) => {
        $crate::__residual! { $name { $($rows,)* $($callee),*; } }

        impl $name {
            #[doc(hidden)]
            #[inline]
            pub fn clear(&mut self) {
                $(self.$rows.clear();)*
                $(if let Some(stacks) = self.$callee.made() {
                    stacks.clear();
                })*
            }
        }
    };
}

/// The size of residuals that consist of a frame and of stacks.
pub fn size_in_bytes<T>(residuals: &T, frame: &impl Residual, stacks: &impl Residual) -> usize {
    size_of_val(residuals) + frame.heap_bytes() + stacks.heap_bytes()
}

macro_rules! flat {
    ($($blank:expr => $($flat:ty)+;)*) => {$($(
        impl Residual for $flat {
            #[inline]
            fn blank() -> Self {
                $blank
            }

            #[inline]
            fn heap_bytes(&self) -> usize {
                0
            }
        }
    )+)*};
}
flat! {
    0.0 => f64 f32;
    0 => i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    0..0 => Range<usize>;
    false => bool;
    '\0' => char;
    () => ();
    core::cmp::Ordering::Equal => core::cmp::Ordering;
    core::time::Duration::ZERO => core::time::Duration;
    "" => &str;
}

impl<T: ?Sized> Residual for core::marker::PhantomData<T> {
    #[inline]
    fn blank() -> Self {
        core::marker::PhantomData
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<T> Residual for &[T] {
    #[inline]
    fn blank() -> Self {
        &[]
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl Residual for String {
    #[inline]
    fn blank() -> Self {
        String::new()
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        self.capacity()
    }
}

impl<T: Residual> Residual for Vec<T> {
    #[inline]
    fn blank() -> Self {
        Vec::new()
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        let reserved = if size_of::<T>() == 0 { 0 } else { self.capacity() * size_of::<T>() };
        reserved + self.iter().map(T::heap_bytes).sum::<usize>()
    }
}

impl<T: Residual> Residual for VecDeque<T> {
    #[inline]
    fn blank() -> Self {
        VecDeque::new()
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        self.capacity() * size_of::<T>() + self.iter().map(T::heap_bytes).sum::<usize>()
    }
}

impl<T: Residual, const N: usize> Residual for [T; N] {
    #[inline]
    fn blank() -> Self {
        core::array::from_fn(|_| T::blank())
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        self.iter().map(T::heap_bytes).sum()
    }
}

impl<S: Residual, const N: usize> Residual for ArrayShape<S, N> {
    #[inline]
    fn blank() -> Self {
        ArrayShape(Residual::blank())
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl<T: Residual> Residual for Option<T> {
    #[inline]
    fn blank() -> Self {
        None
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        self.as_ref().map_or(0, T::heap_bytes)
    }
}

/// The one blank that allocates: a box always has a content.
impl<T: Residual> Residual for Box<T> {
    #[inline]
    fn blank() -> Self {
        Box::new(T::blank())
    }

    #[inline]
    fn heap_bytes(&self) -> usize {
        size_of::<T>() + T::heap_bytes(self)
    }
}

macro_rules! tuple {
    ($(($T:ident $_T:ident $i:tt))+) => {
        impl<$($T: Residual),+> Residual for ($($T,)+) {
            #[inline]
            fn blank() -> Self {
                ($($T::blank(),)+)
            }

            #[inline]
            fn heap_bytes(&self) -> usize {
                0 $(+ self.$i.heap_bytes())+
            }
        }
    };
}
for_tuples!(tuple);

/// The type of a field that uses type parameters. Whether residuals are `Send` depends on what they
/// store alone.
pub type Generics<T> = core::marker::PhantomData<fn() -> T>;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    #[test]
    fn blanks() {
        type Row<'a> = (
            f64,
            f32,
            u8,
            bool,
            char,
            (),
            [i64; 40],
            Vec<f64>,
            Option<f64>,
            String,
            &'a [f64],
            &'a str,
        );
        let row = Row::blank();
        assert_eq!(
            row,
            (0.0, 0.0, 0, false, '\0', (), [0; 40], vec![], None, "".to_string(), &[][..], "")
        );
        assert_eq!(row.heap_bytes(), 0);
        assert_eq!((Range::<usize>::blank(), Box::<f64>::blank()), (0..0, Box::new(0.0)));
    }

    #[test]
    fn heap_bytes_count_what_is_reserved_at_every_depth() {
        let mut inner = Vec::<f64>::with_capacity(10);
        inner.push(1.0);
        assert_eq!(inner.heap_bytes(), 80);
        let outer = vec![inner.clone(), inner]; // a clone reserves only what it needs
        assert_eq!(outer.heap_bytes(), 2 * size_of::<Vec<f64>>() + 8 + 80);
        assert_eq!((Some([vec![1.0f32; 3]]), 5u8).heap_bytes(), 12);
        assert_eq!(vec![(); 9].heap_bytes(), 0);
        assert_eq!("four".to_string().heap_bytes(), 4);
        assert_eq!(Box::new(vec![1u8]).heap_bytes(), 1 + size_of::<Vec<u8>>());
    }
}
