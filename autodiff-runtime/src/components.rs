//! Components of tangents of tuples, below a field that the tangent may omit (see
//! [`crate::member`]).

use crate::{Discard, Nothing};

/// A part that is a tuple, or the part of a tuple without tangents.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the tangent of a tuple with a component `{N}`",
    label = "a component of a tuple is used"
)]
pub trait Components<const N: usize> {
    /// The part of a component.
    type Component;
    /// The part of the component `N`.
    fn component(self) -> Self::Component;
}

macro_rules! components {
    ($(($T:ident $T2:ident $n:tt))*) => {
        components!(@each [$($T)*] $(($T $n))*);
    };
    (@each $all:tt $(($T:ident $n:tt))*) => {$(
        components!(@one $all $T $n);
    )*};
    (@one [$($T:ident)*] $of:ident $n:tt) => {
        impl<'a, $($T),*> Components<$n> for &'a ($($T,)*) {
            type Component = &'a $of;
            #[inline]
            fn component(self) -> &'a $of {
                &self.$n
            }
        }

        impl<'a, $($T),*> Components<$n> for &'a mut ($($T,)*) {
            type Component = &'a mut $of;
            #[inline]
            fn component(self) -> &'a mut $of {
                &mut self.$n
            }
        }
    };
}
crate::tuples::for_tuples!(components);

macro_rules! of_none {
    ($($part:ty => $none:ident);*) => {$(
        impl<const N: usize> Components<N> for $part {
            type Component = $none;
            #[inline]
            fn component(self) -> $none {
                $none
            }
        }
    )*};
}
of_none!(Nothing => Nothing; Discard => Discard; &() => Nothing; &mut () => Discard);

/// The component `N` of a part.
#[inline]
pub fn component<const N: usize, P: Components<N>>(of: P) -> P::Component {
    of.component()
}
