//! Type projections that generated code uses for other functions and values, by name.
//!
//! A macro sees tokens, not types. For a type that it cannot know, it writes one of these
//! projections, and rustc resolves it.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::tuples::for_tuples;
use crate::{CotangentAccumulator, Discard, Residual, Structure};

/// A differentiated function, as its callers' generated code sees it.
///
/// Implemented by the hidden marker type next to the function. The marker has the function's own
/// name, so any caller that can name the function can also name its residuals.
///
/// `Args` identifies the instance of a generic function. The caller knows neither whether the
/// function is generic nor its parameters:
///
/// - the tuple of the types of its arguments, without references, slices as `Vec`s, and any type
///   where the caller cannot name it: `g(x, 2.0)` is `<g as DifferentiableFn<(Vec<f64>, f64)>>`. A
///   generic function has one implementation of this form, whose parameters are inferred from the
///   arguments; its marker then is `g<Inferred, 0>`, which `g` alone resolves to as a type.
/// - [`Explicit`], after a turbofish: `g::<f64, 3>(x)` is
///   `<g<f64, 3> as DifferentiableFn<Explicit>>`.
///
/// Functions without parameters implement it for all `Args`.
#[diagnostic::on_unimplemented(
    message = "cannot infer the types of this call of a generic function",
    label = "a generic function, called with arguments that do not determine its parameters",
    note = "write the generic arguments, as in `f::<f64>(x)`, or annotate the `let`s of its \
            arguments"
)]
pub trait DifferentiableFn<Args> {
    /// The return type of the function.
    type Output;

    /// The residuals of statically known size: returned by value, and stored by the caller in its
    /// own row for the call.
    type Frame: Residual + Debug;

    /// The residuals of dynamic size, of loops and recursion: one stack each, pushed forward,
    /// popped backward, with reused memory. Empty stacks are the default.
    type Stacks: Residual + Default + Debug;

    /// The stacks as a field of a caller's: [`InPlace`](crate::InPlace), or [`Boxed`](crate::Boxed)
    /// if they are large.
    type NestedStacks: Residual + Default + Debug;

    /// The frame of a call in a branch, stored in the same way.
    type NestedFrame: Residual + Debug;

    /// The parameters without a derivative although they carry reals, as a bit mask.
    const REFUSED: u64 = 0;

    /// The parameters that are marked `#[constant]` and may carry reals, as a bit mask.
    const CONSTANT: u64 = 0;
}

/// A placeholder for the type parameters of a marker that is named without them.
#[derive(Debug)]
pub struct Inferred;

/// The arguments of [`DifferentiableFn`] where the marker is named with its parameters.
#[derive(Debug)]
pub struct Explicit;

/// The empty residuals: of operators, functions with forward mode only, and user-defined rules that
/// store their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResiduals;

impl NoResiduals {
    /// As for other stacks of residuals.
    pub fn clear(&mut self) {}
}

impl Residual for NoResiduals {
    fn blank() -> Self {
        NoResiduals
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

/// The bound on the residuals of functions with a reverse mode. No type implements it: generated
/// code requires it where there is no reverse mode.
#[diagnostic::on_unimplemented(
    message = "a function with only forward mode is called where reverse mode is needed",
    label = "the called function has no reverse mode",
    note = "write `#[differentiate(reverse)]` on the called function"
)]
pub trait ReverseMode {}

/// A function that is linear in some of its parameters, as other linear functions and rules call
/// it. `PARAMS` is the bit mask of the indices of these parameters. A function that has one linear
/// map implements it for all `PARAMS`, and callers compare [`LINEAR`](Self::LINEAR).
#[diagnostic::on_unimplemented(
    message = "this function is not known to be linear in these arguments",
    label = "called with linear values",
    note = "put `#[linear(…)]` on the called function, and name exactly the parameters that \
            receive these values"
)]
pub trait LinearFn<const PARAMS: u64> {
    /// The marker of the linear map.
    type Map;

    /// The bit mask of the parameters that it is linear in.
    const LINEAR: u64;
}

/// A linear map whose results are all linear.
#[diagnostic::on_unimplemented(
    message = "some results of this function do not depend on its linear parameters",
    label = "called as a linear function",
    note = "split it into two functions, one for each kind of results"
)]
pub trait LinearInAllParts {}

/// A function with `#[linear]` as the rule of functions of one signature. `PARAMS` is the bit mask
/// of the parameters that it is linear in.
#[diagnostic::on_unimplemented(
    message = "this is not a rule of this function: its type should be `{Signature}`",
    label = "should be `{Signature}`",
    note = "its `#[linear(…)]` must name all the tangents and nothing else"
)]
pub trait RuleOf<Signature, const PARAMS: u64> {
    /// `F`, or an unknown type if the rule does not match.
    type Same<F>;

    /// A function of the rule.
    fn same<F>(function: F) -> Self::Same<F>;
}

/// An accumulator for an argument that is not active: it discards.
#[diagnostic::on_unimplemented(
    message = "a function with only `#[linear]` is called with an active value for a parameter \
               that it is not linear in",
    label = "the called function has no derivative in this argument",
    note = "write `#[differentiate]` next to `#[linear(…)]` on the called function, or wrap the \
        argument in `constant(…)`"
)]
pub trait Unwanted {}
impl Unwanted for Discard {}
// also parts of these, and parts without tangents
impl<A: Unwanted> Unwanted for crate::Wanted<A> {}

/// An accumulator for an argument of a `#[constant]` parameter: it discards.
#[diagnostic::on_unimplemented(
    message = "an active value is passed for a `#[constant]` parameter: its derivative would be \
               lost",
    label = "the called function has a `#[constant]` parameter, and this argument is active",
    note = "write `constant(…)` around the argument, or remove `#[constant]` from the parameter"
)]
pub trait PassedAsConstant {}
impl PassedAsConstant for Discard {}
// for a value whose type has no tangents
impl PassedAsConstant for () {}
impl<A: PassedAsConstant> PassedAsConstant for crate::Wanted<A> {}
macro_rules! unwanted {
    ($(($T:ident $_T:ident $i:tt))+) => {
        impl<$($T: Unwanted),+> Unwanted for ($($T,)+) {}
        impl<$($T: PassedAsConstant),+> PassedAsConstant for ($($T,)+) {}
    };
}
for_tuples!(unwanted);

/// The length of a linear argument, from its accumulator.
///
/// # Panics
/// If the accumulator accepts any length.
#[doc(hidden)]
#[track_caller]
pub fn length_of_linear<T: ?Sized + Structure, A: ?Sized + CotangentAccumulator<T>>(
    accumulator: &A,
    function: &str,
    parameter: &str,
) -> usize {
    match accumulator.length() {
        Some(length) => length,
        None => panic!(
            "`{function}`: the transpose needs the length of `{parameter}`, but its accumulator \
             has none"
        ),
    }
}

/// The component `I` of a tuple: `<T as TupleLeaf<I>>::Leaf` is the type of `t.I`. For tuples up to
/// 12.
pub trait TupleLeaf<const I: usize> {
    /// The type of the component.
    type Leaf;
}

/// One `impl TupleLeaf` for each component of a tuple. The tuple is passed on as one token tree,
/// because each component needs all of it.
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

/// A differentiated associated function of a type, by the hash (FNV-1a, 64 bits) of its name, as
/// its callers' generated code sees it.
///
/// A caller writes `x.loss(y)` and knows neither the module nor the signature of `loss`; but it can
/// name the type of `x`, and through that the function's marker. For an operator, `Args` is the
/// type on the right: a type may have several products.
#[diagnostic::on_unimplemented(
    message = "this method or operator of `{Self}` has no derivative",
    label = "called with an active value",
    note = "put `#[differentiate]` on the function and on its `impl` block, or stop the derivative \
            with `constant(…)` around the value",
    note = "of a type of another crate, such as an array, only the operations that the \
            documentation of `autodiff` lists have a derivative: write this one with those, or as \
            a loop over the elements"
)]
pub trait Method<const NAME: u64, Args: ?Sized = ()> {
    /// The marker of the function.
    type Marker;

    /// An argument of [`Found`].
    const EXISTS: bool = true;

    /// Does not compile if the function is a trait's, and the type has an inherent one of that
    /// name.
    const UNSHADOWED: () = ();

    /// For `index` and `index_mut`, a hash that is the same for both if they refer to the same
    /// place and have no other effects; zero if that is unknown.
    const PLACE: u64 = 0;
}

/// Does not compile unless `index` and `index_mut` refer to the same place: `m[i] += x` reads
/// through one and writes through the other.
#[doc(hidden)]
pub const fn is_same_place(read: u64, written: u64) {
    assert!(
        read == written && read != 0,
        "`Index` and `IndexMut` of this type may return different places or have side effects: \
         write `let old = m[i]; m[i] = old + x;` for `m[i] += x`, or return the same places in \
         both, without calls of functions"
    );
}

/// A method is called through a box: the arguments are those of the content.
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Method<NAME, Args>, Args: ?Sized, const NAME: u64> Method<NAME, Args> for Box<T> {
    type Marker = T::Marker;

    const PLACE: u64 = T::PLACE;
}

/// [`Method`], with `<Self as Method<NAME, Args>>::EXISTS` as the last argument in generated code.
/// If there is no such method, rustc reports that constant, and suppresses further errors about
/// types with an argument that it could not evaluate.
pub trait Found<const NAME: u64, Args: ?Sized, const EXISTS: bool> {
    /// The marker of the function.
    type Marker;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized + Method<NAME, Args>, Args: ?Sized, const NAME: u64> Found<NAME, Args, true> for T {
    type Marker = T::Marker;
}

/// `<() as Known<{ … }>>::Type` is an error type where the constant has an error: rustc reports
/// that error, and none about uses of the type.
pub trait Known<const IS_KNOWN: bool> {
    /// The type.
    type Type;
}

impl<T: ?Sized> Known<true> for T {
    type Type = ();
}

/// The type that generated code names by `Self`. rustc expands an alias wherever it is mentioned: an
/// alias that mentions two others would double with each level.
pub trait Named {
    /// The type.
    type Type;
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` is indexed by a number, but is no array, slice or vector known to the \
               derivative",
    label = "indexed like an array",
    note = "if it implements `Index`, put its definition, its `impl` blocks and this function into \
            a `#[differentiate] mod`"
)]
/// Types that are indexed by a `usize`: `<S as Indexed>::Item` is the type of `s[i]`.
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

impl<E> Indexed for VecDeque<E> {
    type Item = E;
}

/// A value of a dedicated type that no user-defined function accepts. Generated code passes it
/// where it resolves a name to the library or to `std`, so that it does not compile if the name is
/// user-defined.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnyValue;

#[cfg(test)]
mod tests {
    use super::*;
    use core::any::TypeId;

    fn is_same_type<A: 'static, B: 'static>() -> bool {
        TypeId::of::<A>() == TypeId::of::<B>()
    }

    #[test]
    fn leaves_and_items() {
        type Twelve = (u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64);
        assert!(is_same_type::<<(f64, bool) as TupleLeaf<1>>::Leaf, bool>());
        assert!(is_same_type::<<(char,) as TupleLeaf<0>>::Leaf, char>());
        assert!(is_same_type::<<Twelve as TupleLeaf<10>>::Leaf, f32>());
        assert!(is_same_type::<<Twelve as TupleLeaf<11>>::Leaf, f64>());
        assert!(is_same_type::<<[f32] as Indexed>::Item, f32>());
        assert!(is_same_type::<<[[f32; 3]; 2] as Indexed>::Item, [f32; 3]>());
        assert!(is_same_type::<<Vec<Vec<f64>> as Indexed>::Item, Vec<f64>>());
    }

    #[test]
    fn a_marker_names_the_residuals() {
        #[expect(non_camel_case_types, reason = "a marker has the name of its function")]
        struct sigmoid;
        impl<Args> DifferentiableFn<Args> for sigmoid {
            type Output = f64;
            type Frame = (f64, f64);
            type Stacks = ();
            type NestedStacks = crate::InPlace<()>;
            type NestedFrame = crate::InPlace<(f64, f64)>;
        }
        let frame = <sigmoid as DifferentiableFn<(f64,)>>::Frame::blank();
        assert_eq!(frame, (0.0, 0.0));
    }

    /// `fn norm<T, const N: usize>(x: &[[T; N]], scale: T)`
    #[test]
    fn a_generic_marker_is_found_by_arguments_or_parameters() {
        #[expect(non_camel_case_types, reason = "a marker has the name of its function")]
        struct norm<T = Inferred, const N: usize = 0>(core::marker::PhantomData<T>);
        impl<T: crate::Real, const N: usize> DifferentiableFn<Explicit> for norm<T, N> {
            type Output = T;
            type Frame = [T; N];
            type Stacks = ();
            type NestedStacks = crate::InPlace<()>;
            type NestedFrame = crate::InPlace<[T; N]>;
        }
        impl<T: crate::Real, const N: usize, X: Indexed<Item = [T; N]>, Scale>
            DifferentiableFn<(X, Scale)> for norm
        {
            type Output = T;
            type Frame = [T; N];
            type Stacks = ();
            type NestedStacks = crate::InPlace<()>;
            type NestedFrame = crate::InPlace<[T; N]>;
        }
        fn caller<T: crate::Real>() -> <norm as DifferentiableFn<(Vec<[T; 2]>, ())>>::Frame {
            <[T; 2]>::blank()
        }
        assert_eq!(caller::<f32>(), [0.0f32; 2]);
        assert!(is_same_type::<
            <norm as DifferentiableFn<([[f64; 3]; 5], f64)>>::Frame,
            <norm<f64, 3> as DifferentiableFn<Explicit>>::Frame,
        >());
    }
}
