//! The vector space of tangents and cotangents.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::Differentiable;
use crate::length::same_length;
use crate::tuples::for_tuples;

/// A tangent or cotangent: it can be added to, scaled, multiplied with another, and written as a
/// flat vector ([`Differentiable::flatten`]).
///
/// The flat order is that of the components: fields and elements in order, depth first. `f32` is
/// widened to `f64` there and in [`inner_product`](TangentSpace::inner_product), and narrowed on the way back.
pub trait TangentSpace: Differentiable {
    /// Adds another tangent, component by component.
    ///
    /// # Panics
    /// If a length, or the variant of an `Option`, differs.
    fn add_assign(&mut self, other: &Self);

    /// Multiplies every component by a factor.
    fn scale(&mut self, factor: f64);

    /// The sum of the products of the components.
    ///
    /// # Panics
    /// If a length, or the variant of an `Option`, differs.
    fn inner_product(&self, other: &Self) -> f64;

    /// The count of real components.
    fn dimension(&self) -> usize;

    /// Appends the components to a vector, in order.
    fn flatten_into(&self, out: &mut Vec<f64>);

    /// Takes the components from the front of `flat`, and returns the rest.
    ///
    /// # Panics
    /// If `flat` is shorter than [`dimension`](TangentSpace::dimension).
    fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64];

    /// Drops a cotangent that is not needed any more. The memory of an array is stored for the next
    /// one of its length.
    #[doc(hidden)]
    #[inline]
    fn drop_cotangent(self)
    where
        Self: Sized,
    {
    }
}

/// [`inner_product`](TangentSpace::inner_product) under the name `dot`.
///
/// Arrays of `ndarray` do not implement it: they have a `dot` of their own, which a trait in scope
/// would hide.
pub trait TangentDot: TangentSpace {
    /// The sum of the products of the components.
    ///
    /// # Panics
    /// If a length, or the variant of an `Option`, differs.
    #[inline]
    #[track_caller]
    fn dot(&self, other: &Self) -> f64 {
        self.inner_product(other)
    }
}

impl<T: TangentSpace> TangentDot for [T] {}
impl<T: TangentSpace> TangentDot for Vec<T> {}
impl<T: TangentSpace> TangentDot for VecDeque<T> {}
impl<T: TangentSpace, const N: usize> TangentDot for [T; N] {}
impl<T: TangentSpace> TangentDot for Box<T> {}
impl<T: TangentSpace> TangentDot for Option<T> {}
impl TangentDot for () {}

macro_rules! real {
    ($($real:ty)*) => {$(
        impl TangentDot for $real {}

        impl TangentSpace for $real {
            #[inline]
            fn add_assign(&mut self, other: &Self) {
                *self += *other;
            }

            #[inline]
            fn scale(&mut self, factor: f64) {
                *self = (f64::from(*self) * factor) as $real;
            }

            #[inline]
            fn inner_product(&self, other: &Self) -> f64 {
                f64::from(*self) * f64::from(*other)
            }

            #[inline]
            fn dimension(&self) -> usize {
                1
            }

            #[inline]
            fn flatten_into(&self, out: &mut Vec<f64>) {
                out.push(f64::from(*self));
            }

            #[inline]
            #[track_caller]
            fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                let Some((first, rest)) = flat.split_first() else {
                    panic!("the flat vector ends before the tangent does")
                };
                *self = *first as $real;
                rest
            }
        }
    )*};
}
real!(f64 f32);

macro_rules! sequence {
    ($($Self:ty),*) => {$(
        impl<T: TangentSpace> TangentSpace for $Self {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, other: &Self) {
                same_length("tangent", "added tangent", self.len(), other.len());
                for (a, b) in self.iter_mut().zip(other) {
                    a.add_assign(b);
                }
            }

            #[inline]
            fn scale(&mut self, factor: f64) {
                for a in self {
                    a.scale(factor);
                }
            }

            #[inline]
            #[track_caller]
            fn inner_product(&self, other: &Self) -> f64 {
                same_length("tangent", "multiplied tangent", self.len(), other.len());
                // Not `sum()`, which starts from -0.0: the product of two empty tangents is plain
                // zero.
                self.iter().zip(other).fold(0.0, |sum, (a, b)| sum + a.inner_product(b))
            }

            #[inline]
            fn dimension(&self) -> usize {
                self.iter().map(T::dimension).sum()
            }

            #[inline]
            fn flatten_into(&self, out: &mut Vec<f64>) {
                for a in self {
                    a.flatten_into(out);
                }
            }

            #[inline]
            #[track_caller]
            fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                self.iter_mut().fold(flat, |flat, a| a.unflatten_from(flat))
            }
        }
    )*};
}
sequence!([T], VecDeque<T>);

macro_rules! through {
    ($(<$($parameter:ident $(: $bound:path)?),* $(; const $N:ident)?> $Self:ty
        => $Target:ty);* $(;)?) => {$(
        impl<$($parameter $(: $bound)?,)* $(const $N: usize)?> TangentSpace for $Self {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, other: &Self) {
                <$Target>::add_assign(self, other);
            }

            #[inline]
            fn scale(&mut self, factor: f64) {
                <$Target>::scale(self, factor);
            }

            #[inline]
            #[track_caller]
            fn inner_product(&self, other: &Self) -> f64 {
                <$Target>::inner_product(self, other)
            }

            #[inline]
            fn dimension(&self) -> usize {
                <$Target>::dimension(self)
            }

            #[inline]
            fn flatten_into(&self, out: &mut Vec<f64>) {
                <$Target>::flatten_into(self, out);
            }

            #[inline]
            #[track_caller]
            fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                <$Target>::unflatten_from(self, flat)
            }
        }
    )*};
}
through! {
    <T: TangentSpace> Vec<T> => [T];
    <T: TangentSpace; const N> [T; N] => [T];
    <T: TangentSpace> Box<T> => T;
}

impl<T: TangentSpace> TangentSpace for Option<T> {
    #[inline]
    #[track_caller]
    fn add_assign(&mut self, other: &Self) {
        if let Some((a, b)) = zip_options(self.as_mut(), other.as_ref()) {
            a.add_assign(b);
        }
    }

    #[inline]
    fn scale(&mut self, factor: f64) {
        if let Some(a) = self {
            a.scale(factor);
        }
    }

    #[inline]
    #[track_caller]
    fn inner_product(&self, other: &Self) -> f64 {
        zip_options(self.as_ref(), other.as_ref()).map_or(0.0, |(a, b)| a.inner_product(b))
    }

    #[inline]
    fn dimension(&self) -> usize {
        self.as_ref().map_or(0, T::dimension)
    }

    #[inline]
    fn flatten_into(&self, out: &mut Vec<f64>) {
        if let Some(a) = self {
            a.flatten_into(out);
        }
    }

    #[inline]
    #[track_caller]
    fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        match self {
            Some(a) => a.unflatten_from(flat),
            None => flat,
        }
    }
}

/// The contents of two options of the same variant.
///
/// # Panics
/// If one is `Some` and the other `None`: they belong to different values.
#[inline]
#[track_caller]
pub(crate) fn zip_options<A, B>(a: Option<A>, b: Option<B>) -> Option<(A, B)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a, b)),
        (None, None) => None,
        (Some(_), None) => {
            panic!("the first tangent is `Some` and the second is `None`: they must be alike")
        }
        (None, Some(_)) => {
            panic!("the first tangent is `None` and the second is `Some`: they must be alike")
        }
    }
}

impl TangentSpace for () {
    #[inline]
    fn add_assign(&mut self, _: &Self) {}

    #[inline]
    fn scale(&mut self, _: f64) {}

    #[inline]
    fn inner_product(&self, _: &Self) -> f64 {
        0.0
    }

    #[inline]
    fn dimension(&self) -> usize {
        0
    }

    #[inline]
    fn flatten_into(&self, _: &mut Vec<f64>) {}

    #[inline]
    fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        flat
    }
}

macro_rules! tuple {
    ($(($T:ident $_T:ident $i:tt))+) => {
        impl<$($T: TangentSpace),+> TangentDot for ($($T,)+) {}

        impl<$($T: TangentSpace),+> TangentSpace for ($($T,)+) {
            #[inline]
            #[track_caller]
            fn add_assign(&mut self, other: &Self) {
                $(self.$i.add_assign(&other.$i);)+
            }

            #[inline]
            fn scale(&mut self, factor: f64) {
                $(self.$i.scale(factor);)+
            }

            #[inline]
            #[track_caller]
            fn inner_product(&self, other: &Self) -> f64 {
                0.0 $(+ self.$i.inner_product(&other.$i))+
            }

            #[inline]
            fn dimension(&self) -> usize {
                0 $(+ self.$i.dimension())+
            }

            #[inline]
            fn flatten_into(&self, out: &mut Vec<f64>) {
                $(self.$i.flatten_into(out);)+
            }

            #[inline]
            #[track_caller]
            fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
                $(let flat = self.$i.unflatten_from(flat);)+
                flat
            }
        }
    };
}
for_tuples!(tuple);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_nested_tangent_is_a_vector_space() {
        let make = || (1.0, (), vec![[2.0f32, 3.0], [4.0, 5.0]], Some(Box::new(6.0)), None::<f64>);
        let mut a = make();
        assert_eq!(a.dimension(), 6);
        assert_eq!(a.flatten(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(a.dot(&make()), 1.0 + 4.0 + 9.0 + 16.0 + 25.0 + 36.0);
        a.add_assign(&make());
        a.scale(0.5);
        assert_eq!(a, make());
        a.unflatten(&[6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
        assert_eq!(a, (6.0, (), vec![[5.0, 4.0], [3.0, 2.0]], Some(Box::new(1.0)), None));
    }

    #[test]
    fn a_tuple_of_twelve() {
        let a = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0f32);
        assert_eq!(a.dot(&a), 650.0);
    }

    #[test]
    fn the_product_of_empty_tangents_is_positive_zero() {
        assert!(Vec::<f64>::new().dot(&Vec::new()).is_sign_positive());
    }

    #[test]
    #[should_panic(expected = "the value has 2 active reals and the flat vector has length 3")]
    fn a_flat_vector_too_long() {
        (1.0, 2.0).unflatten(&[1.0, 2.0, 3.0]);
    }

    #[test]
    #[should_panic(expected = "the tangent has length 1 and the added tangent has length 2")]
    fn adding_another_length() {
        vec![1.0].add_assign(&vec![1.0, 2.0]);
    }

    #[test]
    #[should_panic(expected = "the first tangent is `None` and the second is `Some`")]
    fn adding_another_variant() {
        None.add_assign(&Some(1.0));
    }
}
