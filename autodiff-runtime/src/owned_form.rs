//! Owned arrays in place of views.
//!
//! A method of an array with active elements returns an owned copy where `ndarray` returns a view.
//! A method call on an inactive array is emitted as the user wrote it, and returns a view.
//! `owned_form!(x.row(0))` copies the view, so both have one type. It returns values that are no
//! views unchanged. Autoref selects the case: see [`Probe`](crate::Probe).

/// A value that is a view, or contains views.
pub trait OwnedForm {
    /// Its type in derivatives.
    type Owned;

    /// An owned copy.
    fn owned_form(self) -> Self::Owned;
}

/// The result of a call.
#[derive(Debug)]
pub struct Returned<T>(pub Option<T>);

/// The first choice: a view.
pub trait ReturnedView {
    /// Its type in derivatives.
    type Owned;

    /// An owned copy.
    fn owned_form(&mut self) -> Option<Self::Owned>;
}

impl<T: OwnedForm> ReturnedView for Returned<T> {
    type Owned = T::Owned;

    #[inline]
    fn owned_form(&mut self) -> Option<T::Owned> {
        self.0.take().map(T::owned_form)
    }
}

/// The second choice: any other value.
pub trait ReturnedValue {
    /// Its type.
    type Owned;

    /// The value itself.
    fn owned_form(&mut self) -> Option<Self::Owned>;
}

impl<T> ReturnedValue for &mut Returned<T> {
    type Owned = T;

    #[inline]
    fn owned_form(&mut self) -> Option<T> {
        self.0.take()
    }
}

/// The result of a call in its owned form.
#[doc(hidden)]
#[macro_export]
macro_rules! __owned_form {
    ($call:expr) => {
        match $crate::Returned(::core::option::Option::Some($call)) {
            mut returned => {
                #[allow(unused_imports)]
                use $crate::{ReturnedValue as _, ReturnedView as _};
                match (&mut returned).owned_form() {
                    ::core::option::Option::Some(owned) => owned,
                    ::core::option::Option::None => ::core::unreachable!(),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn values_that_are_no_views_are_as_they_were() {
        assert_eq!(__owned_form!([1, 2].len()), 2);
        let text = alloc::string::String::from("a");
        assert_eq!(__owned_form!(text.as_str()), "a");
        assert_eq!(__owned_form!(text), "a");
    }

    #[cfg(feature = "ndarray")]
    #[test]
    fn views_are_copied_in_their_layout() {
        use alloc::vec;
        use ndarray::{Array1, Array2, Axis, array};
        let x: Array2<f64> = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let column: Array1<f64> = __owned_form!(x.column(1));
        assert_eq!(column, array![2.0, 5.0]);
        assert_ne!(column.strides(), [1]);
        let rows: alloc::vec::Vec<Array1<f64>> = __owned_form!(x.rows());
        assert_eq!(rows, [array![1.0, 2.0, 3.0], array![4.0, 5.0, 6.0]]);
        let sums: Array1<f64> = __owned_form!(x.sum_axis(Axis(0)));
        assert_eq!(sums, array![5.0, 7.0, 9.0]);
        let items = __owned_form!(x.indexed_iter().collect::<alloc::vec::Vec<_>>());
        assert_eq!(items[4], ((1, 1), 5.0));
        let wide = __owned_form!(x.to_shape(6)).expect("six elements");
        assert_eq!(wide, array![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }
}
