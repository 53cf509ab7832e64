//! Copies of values for the reverse sweep, made field by field.
//!
//! Saving a value is not cloning it: a manual `Clone` may change the copy, and its side effects
//! belong to the places where the user's program clones. So generated code saves with
//! `saved!(&value)`, which uses the first of these that the type of the value allows:
//!
//! 1. a bitwise copy, if it is `Copy`;
//! 2. [`Save`], which `#[derive(Differentiable)]` implements field by field, and this module for
//!    the types of the standard library;
//! 3. an error, if the derive has seen the type but a field of it cannot be saved ([`ByFields`]);
//! 4. its `Clone`, if no derive has seen it: a type of another crate.
//!
//! `saved_elements!(&sequence[..])` makes a vector of the elements of a slice in the same way.
//! Method lookup makes the choice, as in [`Probe`](crate::Probe).

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::marker::PhantomData;

use crate::Differentiable;
use crate::tuples::for_tuples;

/// A value that can be copied for the reverse sweep without running user-defined code.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is needed in the reverse sweep, and cannot be saved",
    label = "a residual of the derivative",
    note = "a type with `#[derive(Differentiable)]` is saved field by field; a type of another \
            crate must be `Clone`"
)]
pub trait Save: Sized {
    /// A copy, field by field.
    fn save<N: Need>(&self) -> Self;

    /// Copies of the elements of a slice.
    #[inline]
    fn save_all<N: Need>(elements: &[Self]) -> Vec<Self> {
        elements.iter().map(Self::save::<N>).collect()
    }
}

/// Makes [`Save::save`] generic, so that a field that cannot be saved is an error where a value is
/// saved, and no error where the type is defined.
pub trait Need {
    /// Evaluated where a field cannot be saved.
    const FAILS: ();
    /// Evaluated where a field has a user-defined `Clone`.
    const CHANGES: ();
}

/// The only need.
#[derive(Debug)]
pub struct Needed;

impl Need for Needed {
    const FAILS: () = panic!(
        "a value with a field that cannot be copied is needed in the reverse sweep: put \
         `#[derive(Differentiable)]` or `#[derive(Clone)]` on the type of the field"
    );
    const CHANGES: () = panic!(
        "this clones a value that contains a type whose `Clone` is not derived, so its derivative \
         is unknown: derive `Clone`, or copy the fields one by one"
    );
}

/// A type whose `Clone` copies all of its contents: that of the standard library, or a derived one.
#[diagnostic::on_unimplemented(
    message = "`Clone` of `{Self}` is not derived, so the derivative of `clone` is unknown",
    label = "cloned here",
    note = "write `#[derive(Clone)]` on the type, next to `#[derive(Differentiable)]`; or copy the \
        fields one by one, `S {{ k: s.k, .. }}`, in a function with #[differentiate]"
)]
pub trait PlainClone {
    /// Checks the fields: it is instantiated, never called.
    fn fields<N: Need>() {}
}

/// The type of a value that is cloned.
#[derive(Debug)]
pub struct Cloned<T: ?Sized, N>(pub PhantomData<(N, T)>);

/// The first choice: the `Clone` is that of the standard library, or derived.
pub trait ClonesFields {
    /// Compiles.
    fn autodiff_cloned(&self);
}

impl<T: ?Sized + PlainClone, N: Need> ClonesFields for &&&Cloned<T, N> {
    #[inline(always)]
    fn autodiff_cloned(&self) {
        let _: fn() = T::fields::<N>;
    }
}

/// The second choice, an error: the derive has seen the type, and its `Clone` is not derived.
pub trait ClonesOtherwise {
    /// The type.
    type Of;

    /// Does not compile where it is called.
    fn autodiff_cloned(&self)
    where
        Self::Of: PlainClone;
}

impl<T: ByFields, N> ClonesOtherwise for &&Cloned<T, N> {
    type Of = T;

    fn autodiff_cloned(&self)
    where
        T: PlainClone,
    {
    }
}

/// As [`ClonesOtherwise`], for a field: an error only where a value is cloned.
pub trait FieldClonesOtherwise {
    /// Does not compile where it is needed.
    fn autodiff_cloned(&self);
}

impl<T: ByFields, N: Need> FieldClonesOtherwise for &&Cloned<T, N> {
    #[inline(always)]
    fn autodiff_cloned(&self) {
        let () = N::CHANGES;
    }
}

/// The third choice: a type parameter.
pub trait ClonesParameter {
    /// Compiles if the parameter's `Clone` is derived.
    fn autodiff_cloned(&self);
}

impl<T: ?Sized + Differentiable, N: Need> ClonesParameter for &Cloned<T, N> {
    #[inline(always)]
    fn autodiff_cloned(&self) {
        let _: fn() = T::clones::<N>;
    }
}

/// The last choice: a type of another crate.
pub trait ClonesForeign {
    /// Compiles.
    #[inline(always)]
    fn autodiff_cloned(&self) {}
}

impl<T: ?Sized, N> ClonesForeign for Cloned<T, N> {}

/// Asserts that the first of two functions named `clone` is the second, that of `Clone`.
#[diagnostic::on_unimplemented(
    message = "this `clone` is not that of `Clone`, so its derivative is unknown",
    label = "an inherent function, or one of another trait",
    note = "write `Clone::clone(&value)` to call that of `Clone`, or rename this one"
)]
pub trait IsClone {}

impl<F> IsClone for (F, F) {}

/// Compiles only if the first function is the second.
#[inline(always)]
pub fn is_clone<F: IsClone>(_: F) {}

/// Does not compile if the type has a user-defined `Clone`.
#[doc(hidden)]
#[macro_export]
macro_rules! __cloned {
    ($ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::{
            ClonesFields as _, ClonesForeign as _, ClonesOtherwise as _, ClonesParameter as _,
        };
        (&&&&$crate::Cloned::<$ty, $crate::Needed>(::core::marker::PhantomData)).autodiff_cloned();
        $crate::is_clone((<$ty>::clone, <$ty as ::core::clone::Clone>::clone))
    }};
}

/// The same for a field, for a need `$need`.
#[doc(hidden)]
#[macro_export]
macro_rules! __cloned_field {
    ($need:ty, $ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::{
            ClonesFields as _, ClonesForeign as _, ClonesParameter as _, FieldClonesOtherwise as _,
        };
        (&&&&$crate::Cloned::<$ty, $need>(::core::marker::PhantomData)).autodiff_cloned()
    }};
}

/// A type that is saved field by field or not at all, never by its `Clone`: the derive has seen it.
pub trait ByFields {}

/// The value that `saved!` saves.
#[derive(Debug)]
pub struct Saving<'a, T: ?Sized, N>(pub &'a T, pub PhantomData<N>);

/// The first choice: the value is `Copy`.
pub trait SavedByCopy {
    /// The type of the copy.
    type Copied;

    /// A copy.
    fn autodiff_saved(&self) -> Self::Copied;
}

impl<T: Copy, N> SavedByCopy for &&&&Saving<'_, T, N> {
    type Copied = T;

    #[inline(always)]
    fn autodiff_saved(&self) -> T {
        *self.0
    }
}

impl<E: Copy, N> SavedByCopy for &&&&Saving<'_, [E], N> {
    type Copied = Vec<E>;

    #[inline(always)]
    fn autodiff_saved(&self) -> Vec<E> {
        self.0.to_vec()
    }
}

/// The second choice: the value is [`Save`].
pub trait SavedByFields {
    /// The type of the copy.
    type Copied;

    /// A copy.
    fn autodiff_saved(&self) -> Self::Copied;
}

impl<T: Save, N: Need> SavedByFields for &&&Saving<'_, T, N> {
    type Copied = T;

    #[inline(always)]
    fn autodiff_saved(&self) -> T {
        self.0.save::<N>()
    }
}

impl<E: Save, N: Need> SavedByFields for &&&Saving<'_, [E], N> {
    type Copied = Vec<E>;

    #[inline(always)]
    fn autodiff_saved(&self) -> Vec<E> {
        E::save_all::<N>(self.0)
    }
}

/// The third choice, an error: the derive has seen the type, and cannot save it.
pub trait NotSaved {
    /// The type of the copy.
    type Copied;
    /// The type that cannot be saved.
    type Of;

    /// Does not compile where it is called.
    fn autodiff_saved(&self) -> Self::Copied
    where
        Self::Of: Save;
}

impl<T: ByFields, N: Need> NotSaved for &&Saving<'_, T, N> {
    type Copied = T;
    type Of = T;

    fn autodiff_saved(&self) -> T
    where
        T: Save,
    {
        self.0.save::<N>()
    }
}

impl<E: ByFields, N: Need> NotSaved for &&Saving<'_, [E], N> {
    type Copied = Vec<E>;
    type Of = E;

    fn autodiff_saved(&self) -> Vec<E>
    where
        E: Save,
    {
        E::save_all::<N>(self.0)
    }
}

/// The fourth choice: the value is of a type that no derive has seen.
pub trait SavedByClone {
    /// The type of the copy.
    type Copied;

    /// A clone.
    fn autodiff_saved(&self) -> Self::Copied;
}

impl<T: Clone, N> SavedByClone for &Saving<'_, T, N> {
    type Copied = T;

    #[inline(always)]
    fn autodiff_saved(&self) -> T {
        self.0.clone()
    }
}

impl<E: Clone, N> SavedByClone for &Saving<'_, [E], N> {
    type Copied = Vec<E>;

    #[inline(always)]
    fn autodiff_saved(&self) -> Vec<E> {
        self.0.to_vec()
    }
}

/// The last choice, an error: the value cannot be copied.
pub trait CannotSave {
    /// The type of the copy.
    type Copied;

    /// Does not compile where it is called.
    fn autodiff_saved(&self) -> Self::Copied
    where
        Self::Copied: Save;
}

impl<T, N: Need> CannotSave for Saving<'_, T, N> {
    type Copied = T;

    fn autodiff_saved(&self) -> T
    where
        T: Save,
    {
        self.0.save::<N>()
    }
}

/// As [`CannotSave`], for a field: an error only where a value is saved.
pub trait CannotSaveField {
    /// The type of the copy.
    type Copied;

    /// Does not compile where it is needed.
    fn autodiff_saved(&self) -> Self::Copied;
}

impl<T, N: Need> CannotSaveField for Saving<'_, T, N> {
    type Copied = T;

    fn autodiff_saved(&self) -> T {
        let () = N::FAILS;
        unreachable!()
    }
}

/// A copy of the value behind a reference: see the module.
#[doc(hidden)]
#[macro_export]
macro_rules! __saved {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::{
            CannotSave as _, NotSaved as _, SavedByClone as _, SavedByCopy as _, SavedByFields as _,
        };
        (&&&&&$crate::Saving::<_, $crate::Needed>($value, ::core::marker::PhantomData))
            .autodiff_saved()
    }};
}

/// The value of an expression, or the value that it refers to.
#[derive(Debug)]
pub struct Behind<'a, T: ?Sized>(pub &'a T);

/// The first choice: the expression is a reference.
pub trait BehindReference<'a> {
    /// The type of the referent.
    type Of;

    /// The referent.
    fn autodiff_behind(&self) -> &'a Self::Of;
}

impl<'a, T> BehindReference<'a> for Behind<'a, &T> {
    type Of = T;

    #[inline(always)]
    fn autodiff_behind(&self) -> &'a T {
        self.0
    }
}

/// The second choice: the expression is a value.
pub trait BehindValue<'a> {
    /// The type of the value.
    type Of;

    /// The value.
    fn autodiff_behind(&self) -> &'a Self::Of;
}

impl<'a, T> BehindValue<'a> for &Behind<'a, T> {
    type Of = T;

    #[inline(always)]
    fn autodiff_behind(&self) -> &'a T {
        self.0
    }
}

/// A reference to the value of an expression, or to its referent.
#[doc(hidden)]
#[macro_export]
macro_rules! __behind {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::{BehindReference as _, BehindValue as _};
        (&$crate::Behind(&$value)).autodiff_behind()
    }};
}

/// A copy of the value of an expression, or of its referent.
#[doc(hidden)]
#[macro_export]
macro_rules! __saved_value {
    ($value:expr) => {
        $crate::__saved!($crate::__behind!($value))
    };
}

/// A copy of a field, for a need `$need`.
#[doc(hidden)]
#[macro_export]
macro_rules! __saved_field {
    ($need:ty, $field:expr) => {{
        #[allow(unused_imports)]
        use $crate::{
            CannotSaveField as _, SavedByClone as _, SavedByCopy as _, SavedByFields as _,
        };
        (&&&&&$crate::Saving::<_, $need>($field, ::core::marker::PhantomData)).autodiff_saved()
    }};
}

/// The same for a field whose `Clone` is not derived.
#[doc(hidden)]
#[macro_export]
macro_rules! __saved_plain {
    ($need:ty, $field:expr) => {{
        #[allow(unused_imports)]
        use $crate::{CannotSaveField as _, SavedByCopy as _, SavedByFields as _};
        (&&&&&$crate::Saving::<_, $need>($field, ::core::marker::PhantomData)).autodiff_saved()
    }};
}

/// Copies of the elements of a slice whose type the derive has seen.
#[doc(hidden)]
#[macro_export]
macro_rules! __saved_all {
    ($need:ty, $elements:expr) => {{
        #[allow(unused_imports)]
        use $crate::{EachSaved as _, SavedByCopy as _};
        (&&&&&$crate::Saving::<_, $need>($elements, ::core::marker::PhantomData)).autodiff_saved()
    }};
}

/// The choice after [`SavedByCopy`] in [`Save::save_all`] of a type that the derive has seen.
pub trait EachSaved {
    /// The elements' type.
    type Element;

    /// Copies of the elements.
    fn autodiff_saved(&self) -> Vec<Self::Element>;
}

impl<E: Save, N: Need> EachSaved for &&&Saving<'_, [E], N> {
    type Element = E;

    #[inline(always)]
    fn autodiff_saved(&self) -> Vec<E> {
        self.0.iter().map(E::save::<N>).collect()
    }
}

macro_rules! scalars {
    ($($ty:ty)+) => {$(
        impl PlainClone for $ty {}

        impl Save for $ty {
            #[inline(always)]
            fn save<N: Need>(&self) -> Self {
                *self
            }

            #[inline]
            fn save_all<N: Need>(elements: &[Self]) -> Vec<Self> {
                elements.to_vec()
            }
        }
    )+};
}
scalars! {
    f64 f32 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char core::cmp::Ordering
        core::time::Duration
    core::num::NonZeroU8 core::num::NonZeroU16 core::num::NonZeroU32 core::num::NonZeroU64
        core::num::NonZeroUsize
}

macro_rules! copied {
    ($(($($generics:tt)*) $ty:ty;)+) => {$(
        impl<$($generics)*> PlainClone for $ty {}

        impl<$($generics)*> Save for $ty {
            #[inline]
            fn save<N: Need>(&self) -> Self {
                *self
            }
        }
    )+};
}
copied! {
    () ();
    (T: ?Sized) &T;
    (T: ?Sized) PhantomData<T>;
    (R) fn() -> R;
    (A, R) fn(A) -> R;
    (A, B, R) fn(A, B) -> R;
    (A, B, C, R) fn(A, B, C) -> R;
}

/// Types whose `Clone` runs no code of their contents, and maps.
macro_rules! cloned {
    ($(($($generics:tt)*) $ty:ty;)+) => {$(
        impl<$($generics)*> PlainClone for $ty {}

        impl<$($generics)*> Save for $ty {
            #[inline]
            fn save<N: Need>(&self) -> Self {
                self.clone()
            }
        }
    )+};
}
cloned! {
    () String;
    () Box<str>;
    (T: ?Sized) Rc<T>;
    (T: ?Sized) alloc::rc::Weak<T>;
    () core::ops::RangeFull;
    () core::num::ParseFloatError;
    () core::num::ParseIntError;
    (K: Clone, V: Clone) BTreeMap<K, V>;
    (K: Clone) BTreeSet<K>;
}
#[cfg(target_has_atomic = "ptr")]
cloned! {
    (T: ?Sized) Arc<T>;
    (T: ?Sized) alloc::sync::Weak<T>;
}
#[cfg(any(test, feature = "std"))]
cloned! {
    () std::path::PathBuf;
    () std::ffi::OsString;
    () std::time::Instant;
    () std::collections::hash_map::RandomState;
    // only a clone has the same iteration order
    (K: Clone, V: Clone, S: Clone) std::collections::HashMap<K, V, S>;
    (K: Clone, S: Clone) std::collections::HashSet<K, S>;
}

impl<'a, T: ?Sized + ToOwned<Owned: Save>> Save for Cow<'a, T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        match self {
            Cow::Borrowed(value) => Cow::Borrowed(value),
            Cow::Owned(value) => Cow::Owned(value.save::<N>()),
        }
    }
}

impl<T: Save> Save for Vec<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        T::save_all::<N>(self)
    }
}

impl<T: Save> Save for VecDeque<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.iter().map(T::save::<N>).collect()
    }
}

impl<T: Save, const LENGTH: usize> Save for [T; LENGTH] {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        core::array::from_fn(|k| self[k].save::<N>())
    }
}

impl<T: Save> Save for Option<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.as_ref().map(T::save::<N>)
    }
}

impl<T: Save, E: Save> Save for Result<T, E> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.as_ref().map(T::save::<N>).map_err(E::save::<N>)
    }
}

impl<T: Save> Save for Box<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        Box::new(T::save::<N>(self))
    }
}

impl<T: Save> Save for Box<[T]> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        T::save_all::<N>(self).into_boxed_slice()
    }
}

impl<T: Copy> Save for Cell<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        Cell::new(self.get())
    }
}

impl<T: Save> Save for RefCell<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        RefCell::new(self.borrow().save::<N>())
    }
}

impl<T: Save> Save for core::num::Wrapping<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        core::num::Wrapping(self.0.save::<N>())
    }
}

impl<T: Save> Save for core::cmp::Reverse<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        core::cmp::Reverse(self.0.save::<N>())
    }
}

impl<T: Save> Save for core::ops::Range<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.start.save::<N>()..self.end.save::<N>()
    }
}

impl<T: Save> Save for core::ops::RangeInclusive<T> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.start().save::<N>()..=self.end().save::<N>()
    }
}

macro_rules! tuple {
    ($(($T:ident $_T:ident $i:tt))+) => {
        impl<$($T: PlainClone),+> PlainClone for ($($T,)+) {
            fn fields<Need_: Need>() {
                $(let _: fn() = $T::fields::<Need_>;)+
            }
        }

        impl<$($T: Save),+> Save for ($($T,)+) {
            #[inline]
            fn save<N: Need>(&self) -> Self {
                ($(self.$i.save::<N>(),)+)
            }
        }
    };
}
for_tuples!(tuple);

macro_rules! plain_clone {
    ($(($($generics:tt)*) $ty:ty;)+) => {$(
        impl<T: PlainClone, $($generics)*> PlainClone for $ty {
            fn fields<N: Need>() {
                let _: fn() = T::fields::<N>;
            }
        }
    )+};
}
plain_clone! {
    () Vec<T>;
    () VecDeque<T>;
    () Option<T>;
    () Box<T>;
    () Box<[T]>;
    () Cell<T>;
    () RefCell<T>;
    () core::num::Wrapping<T>;
    () core::cmp::Reverse<T>;
    () core::ops::Range<T>;
    () core::ops::RangeInclusive<T>;
    (const LENGTH: usize) [T; LENGTH];
}

impl<T: PlainClone, E: PlainClone> PlainClone for Result<T, E> {
    fn fields<N: Need>() {
        let _: (fn(), fn()) = (T::fields::<N>, E::fields::<N>);
    }
}

macro_rules! by_fields {
    ($(($($generics:tt)*) $ty:ty;)+) => {$(
        impl<$($generics)*> ByFields for $ty {}
    )+};
}
by_fields! {
    (T: ByFields) Vec<T>;
    (T: ByFields) VecDeque<T>;
    (T: ByFields) Option<T>;
    (T: ByFields) Box<T>;
    (T: ByFields) Box<[T]>;
    (T: ByFields, const N: usize) [T; N];
}

#[cfg(test)]
mod tests {
    use super::{ByFields, Need, Save};
    use alloc::string::ToString;
    use alloc::vec;
    use alloc::vec::Vec;

    struct Counted(u32);
    impl Save for Counted {
        fn save<N: Need>(&self) -> Self {
            Counted(self.0)
        }
    }
    impl ByFields for Counted {}
    impl Clone for Counted {
        fn clone(&self) -> Self {
            Counted(0)
        }
    }

    #[derive(Clone)]
    struct Foreign(u32);

    #[test]
    fn saves_without_clone() {
        let counted = vec![Counted(3), Counted(4)];
        assert_eq!(__saved!(&counted).iter().map(|c| c.0).collect::<Vec<_>>(), [3, 4]);
        assert_eq!(__saved!(&counted[..]).len(), 2);
        assert_eq!(__saved!(&Some((Counted(3), "a".to_string()))).map(|c| c.0.0), Some(3));
        assert_eq!(__saved!(&Foreign(3)).0, 3);
        assert_eq!(__saved!(&[Foreign(3)][..])[0].0, 3);
        assert_eq!((__saved!(&1.5), __saved!(&[1.5][..]), __saved!(&"a")), (1.5, vec![1.5], "a"));
    }
}
