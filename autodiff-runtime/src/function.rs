//! What generated code asks about other functions' and values' types, by name.
//!
//! A macro sees tokens, not types. Where it cannot know a type, it writes one of these projections
//! and the compiler finds the type.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::tuples::for_tuples;
use crate::{CotangentAccumulator, Discard, Residual, Structure};

/// A differentiated function, as its callers' generated code sees it.
///
/// Implemented by the hidden marker type that stands beside the function under the function's own
/// name, so that whoever can name the function can also name its residuals.
///
/// `Args` is how the caller names the instance of a generic function, of which it knows neither
/// whether it is generic nor in what:
///
/// - the tuple of the types of its arguments, without references, slices as `Vec`s, and anything
///   for what the caller cannot name: `g(x, 2.0)` is `<g as DifferentiableFn<(Vec<f64>, f64)>>`. A
///   generic function has one implementation of this form, whose parameters are found in the
///   arguments; its marker then is `g<Inferred, 0>`, which is what `g` alone means as a type.
/// - [`Explicit`], after a turbofish: `g::<f64, 3>(x)` is
///   `<g<f64, 3> as DifferentiableFn<Explicit>>`.
///
/// Functions without parameters implement it for all `Args`.
#[diagnostic::on_unimplemented(
    message = "the types of this call of a generic function are not known here",
    label = "a generic function, with arguments of types that do not tell its parameters",
    note = "write the parameters at the call, as in `f::<f64>(x)`, or annotate the `let`s of its \
        arguments"
)]
pub trait DifferentiableFn<Args> {
    /// What the function returns.
    type Output;

    /// The residuals whose size is known at compile time: returned by value, and stored by the
    /// caller in the row of its own where it made the call.
    type Frame: Residual + Debug;

    /// The residuals whose size is not known at compile time, of loops and recursion: one stack
    /// each, pushed forward, popped backward, their memory reused. Empty stacks are the default.
    type Stacks: Residual + Default + Debug;

    /// The stacks as a field of a caller's: [`InPlace`](crate::InPlace), or [`Boxed`](crate::Boxed)
    /// where they are large.
    type NestedStacks: Residual + Default + Debug;

    /// The frame of a call in a branch, likewise.
    type NestedFrame: Residual + Debug;

    /// The parameters in which there is no derivative although they carry reals, as bits.
    const REFUSED: u64 = 0;

    /// The parameters that are marked `#[constant]` and may carry reals, as bits.
    const CONSTANT: u64 = 0;
}

/// Stands for the type parameters of a marker that is named without them.
#[derive(Debug)]
pub struct Inferred;

/// The arguments of [`DifferentiableFn`] where the marker is named with its parameters.
#[derive(Debug)]
pub struct Explicit;

/// The residuals of what has none: operators, functions with forward mode only, rules of the user's
/// that keep their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResiduals;

impl NoResiduals {
    /// As of other stacks of residuals.
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

/// What the residuals of functions with a reverse mode are. Nothing implements it: generated code
/// asks for it where there is no reverse mode.
#[diagnostic::on_unimplemented(
    message = "a function with forward mode only is called where reverse mode is needed",
    label = "the called function has no reverse mode",
    note = "write `#[differentiate(reverse)]` on the called function"
)]
pub trait ReverseMode {}

/// A function that is linear in some of its parameters, as other linear functions and rules call
/// it. The bits of `PARAMS` are the numbers of these parameters. A function that has one linear map
/// implements it for all `PARAMS`, and callers compare [`LINEAR`](Self::LINEAR).
#[diagnostic::on_unimplemented(
    message = "this function is not known to be linear in these arguments",
    label = "called with values that are to be linear",
    note = "put `#[linear(…)]` on the called function, with the names of the parameters that these \
        values are passed for, and of no others"
)]
pub trait LinearFn<const PARAMS: u64> {
    /// The marker of the linear map.
    type Map;

    /// The parameters that it is linear in.
    const LINEAR: u64;
}

/// A linear map all of whose results are linear.
#[diagnostic::on_unimplemented(
    message = "some results of this function do not depend on its linear parameters",
    label = "called as a linear function",
    note = "make two functions of it, one for each kind of results"
)]
pub trait LinearInAllParts {}

/// A function with `#[linear]` as the rule of functions of one signature. The bits of `PARAMS` are
/// the numbers of the parameters that it is linear in.
#[diagnostic::on_unimplemented(
    message = "this is no rule of this function: it should be `{Signature}`",
    label = "should be `{Signature}`",
    note = "its `#[linear(…)]` names the tangents, all of them and nothing else: the trait's \
        number has a bit for each"
)]
pub trait RuleOf<Signature, const PARAMS: u64> {
    /// `F`, of whose type nothing is known if the rule does not fit.
    type Same<F>;

    /// A function of the rule's.
    fn same<F>(function: F) -> Self::Same<F>;
}

/// What takes the cotangent of an argument that is not active: nothing.
#[diagnostic::on_unimplemented(
    message = "a function that is only linear is called with an active value for a parameter that \
        it is not linear in",
    label = "the called function has no derivative in this argument",
    note = "write `#[differentiate]` beside `#[linear(…)]` on the called function, or wrap the \
        argument in `constant(…)`"
)]
pub trait Unwanted {}
impl Unwanted for Discard {}
// a part of what is discarded, or that has no tangent
impl<A: Unwanted> Unwanted for crate::Wanted<A> {}

/// What takes the cotangent of an argument that is passed for a `#[constant]` parameter: nothing.
#[diagnostic::on_unimplemented(
    message = "an active value is passed for a parameter that is marked `#[constant]`: its \
        derivative would be lost",
    label = "the called function has a `#[constant]` parameter, for which this passes an active \
        value",
    note = "write `constant(…)` around the argument, or remove `#[constant]` from the parameter"
)]
pub trait PassedAsConstant {}
impl PassedAsConstant for Discard {}
// of a value whose type has no tangents
impl PassedAsConstant for () {}
impl<A: PassedAsConstant> PassedAsConstant for crate::Wanted<A> {}
macro_rules! unwanted {
    ($(($T:ident $_T:ident $i:tt))+) => {
        impl<$($T: Unwanted),+> Unwanted for ($($T,)+) {}
        impl<$($T: PassedAsConstant),+> PassedAsConstant for ($($T,)+) {}
    };
}
for_tuples!(unwanted);

/// The length of a linear argument, which its accumulator tells.
///
/// # Panics
/// If the accumulator takes any length.
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
            "`{function}`: the transpose needs the length of `{parameter}`, and its accumulator \
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

/// One `impl TupleLeaf` for each component of a tuple. The tuple is passed on as one token, because
/// it is needed whole for each of its components.
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

/// A differentiated associated function of a type, by the number (FNV-1a, 64 bits) of its name, as
/// its callers' generated code sees it.
///
/// A caller writes `x.loss(y)` and knows neither where `loss` comes from nor what it looks like;
/// but it can name the type of `x`, and through that the function's marker. Of an operator `Args`
/// is the type on the right: a type may have several products.
#[diagnostic::on_unimplemented(
    message = "this method or operator of `{Self}` has no derivative",
    label = "called with an active value",
    note = "put `#[differentiate]` on the function and on its `impl` block, or write `constant(…)` \
        around what the derivative is not to see"
)]
pub trait Method<const NAME: u64, Args: ?Sized = ()> {
    /// The marker of the function.
    type Marker;

    /// An argument of [`Found`].
    const EXISTS: bool = true;

    /// Does not compile where the function is a trait's, and the type has one of that name of its
    /// own.
    const UNSHADOWED: () = ();

    /// Of `index` and `index_mut`, a number that is the same for both if they refer to the same
    /// place and do nothing else; zero if that is not known.
    const PLACE: u64 = 0;
}

/// Does not compile unless `index` and `index_mut` refer to the same place: `m[i] += x` reads the
/// one and writes to the other.
#[doc(hidden)]
pub const fn is_same_place(read: u64, written: u64) {
    assert!(
        read == written && read != 0,
        "`Index` and `IndexMut` of this type may refer to other places, or do something else: \
         write `let old = m[i]; m[i] = old + x;` for `m[i] += x`, or the same places in both, \
         without calls of functions"
    );
}

/// A method is called through a box: what is behind it is what its arguments become.
#[diagnostic::do_not_recommend]
impl<T: ?Sized + Method<NAME, Args>, Args: ?Sized, const NAME: u64> Method<NAME, Args> for Box<T> {
    type Marker = T::Marker;

    const PLACE: u64 = T::PLACE;
}

/// [`Method`], as generated code names it with `<Self as Method<NAME, Args>>::EXISTS` as the last
/// argument. Where there is no such method, rustc reports that constant, and types with an argument
/// that could not be evaluated are in no further error.
pub trait Found<const NAME: u64, Args: ?Sized, const EXISTS: bool> {
    /// The marker of the function.
    type Marker;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized + Method<NAME, Args>, Args: ?Sized, const NAME: u64> Found<NAME, Args, true> for T {
    type Marker = T::Marker;
}

/// `<() as Known<{ … }>>::Type` is an unknown type where the constant has an error: rustc reports
/// that error, and none of what mentions the type.
pub trait Known<const IS_KNOWN: bool> {
    /// The type.
    type Type;
}

impl<T: ?Sized> Known<true> for T {
    type Type = ();
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` is indexed by a number, and is no array, slice or vector that the \
        derivative sees",
    label = "indexed like an array",
    note = "if it implements `Index`, put its definition, its `impl` blocks and this function into \
        a `#[differentiate] mod`, where its definition is seen"
)]
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

impl<E> Indexed for VecDeque<E> {
    type Item = E;
}

/// A value of no particular type, which no function of a user's takes: generated code passes it
/// where it understands a name as one of the library or of `std`, so that it does not compile where
/// the name is the user's own.
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
        assert!(same::<
            <norm as DifferentiableFn<([[f64; 3]; 5], f64)>>::Frame,
            <norm<f64, 3> as DifferentiableFn<Explicit>>::Frame,
        >());
    }
}
