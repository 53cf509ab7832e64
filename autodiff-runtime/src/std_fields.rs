//! `Option`, `Result` and tuples for generated code that sees only names: their fields.
//!
//! The tangent of a `Result<T, E>` is an `Option<T::Tangent>`: an error carries no derivative.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use crate::member::name;
use crate::{Differentiable, Discard, Field, Holds, Need, Nothing, Residual, TangentField};

/// An `Option` of the referent of a reference.
#[inline]
pub fn owned_option<T: ?Sized + ToOwned>(of: Option<&T>) -> Option<T::Owned> {
    of.map(ToOwned::to_owned)
}

impl<T> Field<{ name("Some.0") }> for Option<T> {
    type Type = T;
}

impl<T, E> Field<{ name("Ok.0") }> for Result<T, E> {
    type Type = T;
}

impl<T> Field<{ name("Content.0") }> for Option<T> {
    type Type = T;
}

impl<T, E> Field<{ name("Content.0") }> for Result<T, E> {
    type Type = T;
}

impl<T, E> Field<{ name("Err.0") }> for Result<T, E> {
    type Type = E;
}

macro_rules! content {
    ($($name:literal)*) => {$(
        impl<T> Holds<{ name($name) }> for Option<T> {}

        impl<T> TangentField<{ name($name) }> for Option<T> {
            type Part<'a> = &'a T where Self: 'a;
            type PartMut<'a> = &'a mut T where Self: 'a;

            #[inline]
            #[track_caller]
            fn field(&self) -> &T {
                match self {
                    Some(tangent) => tangent,
                    None => empty(),
                }
            }

            #[inline]
            #[track_caller]
            fn field_mut(&mut self) -> &mut T {
                match self {
                    Some(tangent) => tangent,
                    None => empty(),
                }
            }
        }
    )*};
}
content!("Some.0" "Ok.0" "Content.0");

impl<T> Holds<{ name("Err.0") }> for Option<T> {}

impl<T> TangentField<{ name("Err.0") }> for Option<T> {
    type Part<'a>
        = Nothing
    where
        Self: 'a;
    type PartMut<'a>
        = Discard
    where
        Self: 'a;

    #[inline]
    fn field(&self) -> Nothing {
        Nothing
    }

    #[inline]
    fn field_mut(&mut self) -> Discard {
        Discard
    }
}

/// The content of an `Option` or a `Result`, where generated code does not know which it is.
pub trait Content {
    /// The type of the value.
    type Value;

    /// The value, if there is one.
    fn value(&self) -> Option<&Self::Value>;
}

/// An `Option` or a `Result`, whose content can be moved out.
pub trait IntoContent: Content {
    /// The value, if there is one.
    fn into_value(self) -> Option<Self::Value>;
}

impl<T> IntoContent for Option<T> {
    #[inline]
    fn into_value(self) -> Option<T> {
        self
    }
}

impl<T, E> IntoContent for Result<T, E> {
    #[inline]
    fn into_value(self) -> Option<T> {
        self.ok()
    }
}

/// The value, moved out.
///
/// # Panics
/// If there is none.
#[inline]
#[track_caller]
pub fn into_content<C: IntoContent>(of: C) -> C::Value {
    match of.into_value() {
        Some(value) => value,
        None => empty(),
    }
}

impl<T> Content for Option<T> {
    type Value = T;

    #[inline]
    fn value(&self) -> Option<&T> {
        self.as_ref()
    }
}

impl<T, E> Content for Result<T, E> {
    type Value = T;

    #[inline]
    fn value(&self) -> Option<&T> {
        self.as_ref().ok()
    }
}

impl<C: Content> Content for &C {
    type Value = C::Value;

    #[inline]
    fn value(&self) -> Option<&C::Value> {
        (**self).value()
    }
}

/// Whether there is a value.
#[inline]
pub fn has_content<C: Content>(of: &C) -> bool {
    of.value().is_some()
}

/// The value.
///
/// # Panics
/// If there is none.
#[inline]
#[track_caller]
pub fn content<C: Content>(of: &C) -> &C::Value {
    match of.value() {
        Some(value) => value,
        None => empty(),
    }
}

#[cold]
#[track_caller]
fn empty() -> ! {
    panic!("the tangent of a value that is `Some` or `Ok` is `None`: they must be alike")
}

impl<T: Differentiable, E> Differentiable for Result<T, E> {
    type Tangent = Option<T::Tangent>;
    type Shape = Option<T::Shape>;

    fn clones<N: Need>() {
        let _: fn() = T::clones::<N>;
    }

    #[inline]
    fn tangent_shape(&self) -> Self::Shape {
        self.as_ref().ok().map(T::tangent_shape)
    }

    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Tangent {
        shape.as_ref().map(T::zero_of)
    }

    #[inline]
    #[track_caller]
    fn move_by(&mut self, tangent: &Self::Tangent) {
        match (self, tangent) {
            (Ok(value), Some(tangent)) => value.move_by(tangent),
            (Err(_), None) => {}
            (Ok(_), None) => {
                panic!("the value is `Ok` and the tangent is `None`: they must be alike")
            }
            (Err(_), Some(_)) => {
                panic!("the value is `Err` and the tangent is `Some`: they must be alike")
            }
        }
    }

    #[inline]
    fn write_reals(&self, reals: &mut Vec<f64>) {
        if let Ok(value) = self {
            value.write_reals(reals);
        }
    }

    #[inline]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        match self {
            Ok(value) => value.read_reals(flat),
            Err(_) => flat,
        }
    }
}

impl<T: Residual, E> Residual for Result<T, E> {
    fn blank() -> Self {
        Ok(T::blank())
    }

    fn heap_bytes(&self) -> usize {
        match self {
            Ok(value) => value.heap_bytes(),
            Err(_) => 0,
        }
    }
}

macro_rules! component {
    (($($all:ident)+) $T:ident $i:tt $name:literal) => {
        impl<$($all),+> Field<{ name($name) }> for ($($all,)+) {
            type Type = $T;
        }

        impl<$($all),+> Holds<{ name($name) }> for ($($all,)+) {}

        impl<$($all),+> TangentField<{ name($name) }> for ($($all,)+) {
            type Part<'a> = &'a $T where Self: 'a;
            type PartMut<'a> = &'a mut $T where Self: 'a;

            #[inline]
            fn field(&self) -> &$T {
                &self.$i
            }

            #[inline]
            fn field_mut(&mut self) -> &mut $T {
                &mut self.$i
            }
        }
    };
}
macro_rules! components {
    ($($all:tt: $(($T:ident $i:tt $name:literal))+;)+) => {
        $($(component!($all $T $i $name);)+)+
    };
}
components! {
    (A): (A 0 "0");
    (A B): (A 0 "0") (B 1 "1");
    (A B C): (A 0 "0") (B 1 "1") (C 2 "2");
    (A B C D): (A 0 "0") (B 1 "1") (C 2 "2") (D 3 "3");
    (A B C D E): (A 0 "0") (B 1 "1") (C 2 "2") (D 3 "3") (E 4 "4");
    (A B C D E F): (A 0 "0") (B 1 "1") (C 2 "2") (D 3 "3") (E 4 "4") (F 5 "5");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_has_the_tangent_of_its_value() {
        let mut value: Result<f64, &str> = Ok(1.0);
        value.move_by(&Some(0.5));
        assert_eq!((value, value.zero_tangent()), (Ok(1.5), Some(0.0)));
        assert_eq!(Err::<f64, &str>("no").zero_tangent(), None);
    }

    #[test]
    fn parts_by_name() {
        let tangent = Some(2.0);
        assert_eq!(*TangentField::<{ name("Ok.0") }>::field(&tangent), 2.0);
        assert_eq!(*TangentField::<{ name("1") }>::field(&(1.0, 3.0)), 3.0);
    }
}
