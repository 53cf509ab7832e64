//! Functions as values: how a differentiated function with a parameter `f: impl Fn(f64) -> f64`
//! uses `f`, and how callers pass one.
//!
//! A function object consists of *code*, a type that implements [`Function`] and whose values are
//! not used, and of its *captures*. The code is the marker of a differentiated function, which
//! captures nothing, or that of a closure that was lifted to a function of its captures and its
//! arguments. Code has no lifetimes, so that residuals can contain its [`Frame`](Function::Frame).
//! Captures are by reference and are stored in [`Object`]. Like all arguments by reference they are
//! passed again to the linear part.
//!
//! A list of [`Parameters`] describes how arguments and captures are passed,
//! `(ByValue<f64, ..>, (ByReference<[f64], ..>, ()))`. It determines lists of the same length: of
//! the values, of the arguments passed again, of tangents, and of accumulators. A closure may
//! capture a function object; the captures of that are then one element of the list.

use alloc::boxed::Box;
use core::fmt::Debug;
use core::marker::PhantomData;

use crate::{CotangentAccumulator, Discard, Residual, Structure};

/// How a list of arguments is passed.
pub trait Parameters: 'static {
    /// The arguments.
    type Values<'a>;
    /// The arguments that the linear part takes again: those by shared reference, `()` for the
    /// others.
    type Shared<'a>: Copy;
    /// The tangents of the arguments.
    type Tangents<'a>;
    /// The tangents of arguments by shared reference.
    type SharedTangents<'a>: Copy;
    /// The structure of the cotangent of a single argument.
    type Structure: ?Sized + Structure;
    /// For an argument by mutable reference, the memory of its cotangent.
    type Memory: ?Sized;
    /// The first argument of a list.
    type First: Parameters;
    /// The others.
    type Rest: Parameters;

    /// Whether this is a list without arguments.
    const IS_EMPTY: bool = false;

    /// Shortens the lifetime: from the trait alone, rustc does not know that the type is covariant.
    fn shorten<'s, 'l: 's>(shared: Self::Shared<'l>) -> Self::Shared<'s>;

    /// Shortens the lifetime likewise.
    fn shorten_tangents<'s, 'l: 's>(tangents: Self::SharedTangents<'l>)
    -> Self::SharedTangents<'s>;

    /// Of the arguments, those that the linear part takes again.
    fn shared<'s, 'l: 's>(values: &Self::Values<'l>) -> Self::Shared<'s>;
}

/// The shortening of lifetimes where no arguments are passed again.
macro_rules! nothing_shared {
    () => {
        #[inline]
        fn shorten<'s, 'l: 's>((): ()) {}

        #[inline]
        fn shorten_tangents<'s, 'l: 's>((): ()) {}

        #[inline]
        fn shared<'s, 'l: 's>(_: &Self::Values<'l>) {}
    };
}

/// An argument by value: its type, that of its tangent, and the structure that accumulators take.
#[derive(Debug)]
pub struct ByValue<T, D, S: ?Sized>(PhantomData<T>, PhantomData<D>, PhantomData<S>);

/// An argument by shared reference: its memory, that of its tangent, and the structure that
/// accumulators take.
#[derive(Debug)]
pub struct ByReference<M: ?Sized, D: ?Sized, S: ?Sized>(
    PhantomData<M>,
    PhantomData<D>,
    PhantomData<S>,
);

/// An argument by mutable reference: its memory, and that of its tangent.
#[derive(Debug)]
pub struct ByMut<M: ?Sized, D: ?Sized>(PhantomData<M>, PhantomData<D>);

/// Memory of nothing.
pub(crate) type NoMemory = [(); 0];

impl Parameters for () {
    type Values<'a> = ();
    type Shared<'a> = ();
    type Tangents<'a> = ();
    type SharedTangents<'a> = ();
    type Structure = ();
    type Memory = NoMemory;
    type First = ();
    type Rest = ();
    const IS_EMPTY: bool = true;
    nothing_shared!();
}

impl<A: Parameters, B: Parameters> Parameters for (A, B) {
    type Values<'a> = (A::Values<'a>, B::Values<'a>);
    type Shared<'a> = (A::Shared<'a>, B::Shared<'a>);
    type Tangents<'a> = (A::Tangents<'a>, B::Tangents<'a>);
    type SharedTangents<'a> = (A::SharedTangents<'a>, B::SharedTangents<'a>);
    type Structure = ();
    type Memory = NoMemory;
    type First = A;
    type Rest = B;
    const IS_EMPTY: bool = A::IS_EMPTY && B::IS_EMPTY;

    #[inline]
    fn shorten<'s, 'l: 's>((a, b): Self::Shared<'l>) -> Self::Shared<'s> {
        (A::shorten(a), B::shorten(b))
    }

    #[inline]
    fn shorten_tangents<'s, 'l: 's>((a, b): Self::SharedTangents<'l>) -> Self::SharedTangents<'s> {
        (A::shorten_tangents(a), B::shorten_tangents(b))
    }

    #[inline]
    fn shared<'s, 'l: 's>((a, b): &Self::Values<'l>) -> Self::Shared<'s> {
        (A::shared(a), B::shared(b))
    }
}

impl<T: 'static, D: 'static, S: ?Sized + Structure + 'static> Parameters for ByValue<T, D, S> {
    type Values<'a> = T;
    type Shared<'a> = ();
    type Tangents<'a> = D;
    type SharedTangents<'a> = ();
    type Structure = S;
    type Memory = NoMemory;
    type First = ();
    type Rest = ();
    nothing_shared!();
}

impl<M: ?Sized + 'static, D: ?Sized + 'static, S: ?Sized + Structure + 'static> Parameters
    for ByReference<M, D, S>
{
    type Values<'a> = &'a M;
    type Shared<'a> = &'a M;
    type Tangents<'a> = &'a D;
    type SharedTangents<'a> = &'a D;
    type Structure = S;
    type Memory = NoMemory;
    type First = ();
    type Rest = ();

    #[inline]
    fn shorten<'s, 'l: 's>(shared: &'l M) -> &'s M {
        shared
    }

    #[inline]
    fn shorten_tangents<'s, 'l: 's>(tangents: &'l D) -> &'s D {
        tangents
    }

    #[inline]
    fn shared<'s, 'l: 's>(value: &&'l M) -> &'s M {
        value
    }
}

impl<M: ?Sized + 'static, D: ?Sized + 'static> Parameters for ByMut<M, D> {
    type Values<'a> = &'a mut M;
    type Shared<'a> = ();
    type Tangents<'a> = &'a mut D;
    type SharedTangents<'a> = ();
    type Structure = ();
    type Memory = D;
    type First = ();
    type Rest = ();
    nothing_shared!();
}

/// The accumulators of the cotangents of a list of arguments: a list of [`At`]s.
pub trait Accumulators<P: Parameters> {
    /// The accumulator of a single argument.
    type Value: CotangentAccumulator<P::Structure> + ?Sized;
    /// That of the first of a list.
    type First: Accumulators<P::First> + ?Sized;
    /// Those of the others.
    type Rest: Accumulators<P::Rest> + ?Sized;

    /// Whether any of these uses what is added to it.
    const WANTED: bool;

    /// The accumulator of a single argument.
    fn value(&mut self) -> &mut Self::Value;

    /// The memory of a single argument by mutable reference.
    fn memory(&mut self) -> &mut P::Memory;

    /// The first of a list, and the others.
    fn parts(&mut self) -> (&mut Self::First, &mut Self::Rest);
}

/// The accumulator of one argument, or the memory of its cotangent.
#[derive(Debug)]
pub struct At<'a, A: ?Sized>(pub &'a mut A);

/// An accumulator for an unneeded cotangent. It has no size, so nothing is allocated.
#[inline]
pub(crate) fn nowhere<'a>() -> &'a mut Discard {
    Box::leak(Box::new(Discard))
}

impl<P: Parameters> Accumulators<P> for Discard {
    type Value = Discard;
    type First = Discard;
    type Rest = Discard;

    const WANTED: bool = false;

    #[inline]
    fn value(&mut self) -> &mut Discard {
        self
    }

    fn memory(&mut self) -> &mut P::Memory {
        unreachable!("what is changed through `&mut` always has a cotangent")
    }

    #[inline]
    fn parts(&mut self) -> (&mut Discard, &mut Discard) {
        (nowhere(), nowhere())
    }
}

/// The part of an implementation for types that are not lists.
macro_rules! no_list {
    () => {
        type First = Discard;
        type Rest = Discard;

        #[inline]
        fn parts(&mut self) -> (&mut Discard, &mut Discard) {
            (nowhere(), nowhere())
        }
    };
}

/// The part of an implementation for types that are not memory of an argument by mutable reference.
macro_rules! no_memory {
    () => {
        #[inline]
        fn memory(&mut self) -> &mut NoMemory {
            &mut []
        }
    };
}

pub(crate) use {no_list, no_memory};

/// The part of an implementation for types that are not single arguments.
macro_rules! no_value {
    () => {
        type Value = Discard;

        #[inline]
        fn value(&mut self) -> &mut Discard {
            nowhere()
        }
    };
}

impl Accumulators<()> for () {
    no_list!();
    no_memory!();
    no_value!();

    const WANTED: bool = false;
}

impl<A: Parameters, B: Parameters, X: Accumulators<A>, Y: Accumulators<B>> Accumulators<(A, B)>
    for (X, Y)
{
    type First = X;
    type Rest = Y;
    no_memory!();
    no_value!();

    const WANTED: bool = X::WANTED || Y::WANTED;

    #[inline]
    fn parts(&mut self) -> (&mut X, &mut Y) {
        (&mut self.0, &mut self.1)
    }
}

impl<T: 'static, D: 'static, S: ?Sized + Structure + 'static, A: ?Sized + CotangentAccumulator<S>>
    Accumulators<ByValue<T, D, S>> for At<'_, A>
{
    type Value = A;
    no_list!();
    no_memory!();

    const WANTED: bool = A::WANTED;

    #[inline]
    fn value(&mut self) -> &mut A {
        self.0
    }
}

impl<M, D, S, A> Accumulators<ByReference<M, D, S>> for At<'_, A>
where
    M: ?Sized + 'static,
    D: ?Sized + 'static,
    S: ?Sized + Structure + 'static,
    A: ?Sized + CotangentAccumulator<S>,
{
    type Value = A;
    no_list!();
    no_memory!();

    const WANTED: bool = A::WANTED;

    #[inline]
    fn value(&mut self) -> &mut A {
        self.0
    }
}

impl<M: ?Sized + 'static, D: ?Sized + 'static> Accumulators<ByMut<M, D>> for At<'_, D> {
    no_list!();
    no_value!();

    const WANTED: bool = true;

    #[inline]
    fn memory(&mut self) -> &mut D {
        self.0
    }
}

impl<P: Parameters, X: ?Sized + Accumulators<P>> Accumulators<P> for &mut X {
    type Value = X::Value;
    type First = X::First;
    type Rest = X::Rest;

    const WANTED: bool = X::WANTED;

    #[inline]
    fn value(&mut self) -> &mut X::Value {
        (**self).value()
    }

    #[inline]
    fn memory(&mut self) -> &mut P::Memory {
        (**self).memory()
    }

    #[inline]
    fn parts(&mut self) -> (&mut X::First, &mut X::Rest) {
        (**self).parts()
    }
}

/// The captures of the code of a function object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is passed as a function, but has no derivative",
    label = "not a differentiated function",
    note = "put `#[differentiate]` on the function and pass it as `autodiff::function!(name)`",
    note = "a closure can be passed only inside a differentiated function: write one that makes \
            the call and takes the captures as parameters"
)]
pub trait Environment: 'static {
    /// How the captures are passed: all by reference.
    type Captures: Parameters;
}

/// The code of a function object: a differentiated function of its captures and of arguments `P`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is passed as a function, but has no derivative for these argument types",
    label = "not a differentiated function of these argument types",
    note = "put `#[differentiate]` on the function and pass it as `autodiff::function!(name)`, \
            with its generic arguments if it has any: `autodiff::function!(name::<f64>)`",
    note = "a closure can be passed only inside a differentiated function: write one that makes \
            the call and takes the captures as parameters",
    note = "the parameters of a closure without type annotations are `f64`: annotate others, `|t: \
            f64, y: &[f64]| …`"
)]
pub trait Function<P: Parameters>: Environment {
    /// The return type.
    type Output;
    /// The tangent of the return type.
    type Tangent;
    /// Its residuals of fixed size.
    type Frame: Residual + Clone + Debug;
    /// Its residuals of loops and callees.
    type Stacks: Residual + Clone + Default + Debug + 'static;

    /// The arguments that it takes as constants although they may carry reals, as a bit mask.
    const CONSTANT: u64 = 0;

    /// The value, and the residuals.
    fn primal(
        object: Object<'_, Self>,
        values: P::Values<'_>,
        stacks: &mut Self::Stacks,
    ) -> (Self::Output, Self::Frame);

    /// The value and its tangent.
    fn jvp(
        object: Object<'_, Self>,
        values: P::Values<'_>,
        captured: CaptureTangents<'_, Self>,
        tangents: P::Tangents<'_>,
    ) -> (Self::Output, Self::Tangent);

    /// The tangent.
    fn linear(
        object: Object<'_, Self>,
        shared: P::Shared<'_>,
        frame: &Self::Frame,
        stacks: &Self::Stacks,
        captured: CaptureTangents<'_, Self>,
        tangents: P::Tangents<'_>,
    ) -> Self::Tangent;

    /// Adds the cotangents of the captures and of the arguments.
    fn transposed(
        object: Object<'_, Self>,
        shared: P::Shared<'_>,
        frame: &Self::Frame,
        stacks: &Self::Stacks,
        cotangent: Self::Tangent,
        accumulators: &mut (impl Accumulators<(Self::Captures, P)> + ?Sized),
    );

    /// Both sweeps: returns the value, and adds the cotangents. One sweep after the other, unless
    /// the function has them fused.
    #[inline]
    fn vjp(
        object: Object<'_, Self>,
        values: P::Values<'_>,
        stacks: &mut Self::Stacks,
        cotangent: Self::Tangent,
        accumulators: &mut (impl Accumulators<(Self::Captures, P)> + ?Sized),
    ) -> Self::Output {
        Self::clear(stacks);
        let shared = P::shared(&values);
        let (output, frame) = Self::primal(object, values, stacks);
        Self::transposed(object, shared, &frame, stacks, cotangent, accumulators);
        output
    }

    /// Clears the stacks without freeing their memory.
    fn clear(stacks: &mut Self::Stacks);
}

/// A function object: code, and references to its captures.
pub struct Object<'a, F: Environment + ?Sized>(pub <F::Captures as Parameters>::Shared<'a>);

impl<'a, F: Environment + ?Sized> Object<'a, F> {
    /// The captures of the object, for another one to capture.
    #[inline]
    pub fn captures<'s>(self) -> <F::Captures as Parameters>::Shared<'s>
    where
        'a: 's,
    {
        F::Captures::shorten(self.0)
    }
}

impl<F: Environment + ?Sized> Clone for Object<'_, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Environment + ?Sized> Copy for Object<'_, F> {}

impl<F: Environment + ?Sized> Debug for Object<'_, F> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("Object(..)")
    }
}

/// The tangents of the captures of a function object.
pub type CaptureTangents<'a, F> = <<F as Environment>::Captures as Parameters>::SharedTangents<'a>;

/// Implements [`Environment`] and [`Function`] for the marker of a function, by its own functions.
///
/// The first line has the marker, after the generic parameters and the `where` clause of the
/// implementation of [`Environment`]; the second has those of [`Function`]. `values` and `tangents`
/// are patterns of a pair of lists, of the captures and of the other parameters, and the arguments
/// that are made of their variables; `accumulators` are the variables
/// of the two lists, and the arguments. The last word says whether the marker's `vjp` is `fused`.
#[doc(hidden)]
#[macro_export]
macro_rules! __function_object {
    (
        impl [$($bare:tt)*] [$($bare_clause:tt)*] $marker:ty;
        impl [$($generics:tt)*] [$($clause:tt)*];
        captures: $captures:ty;
        parameters: $parameters:ty;
        $output:ty, $tangent:ty, $frame:ty, $stacks:ty;
        $(constant: $constant:literal;)?
        values: $values:pat => [$($value:expr),*];
        tangents: $tangents:pat => [$($dot:expr),*];
        accumulators: $of_captures:tt $of_parameters:tt => [$($bar:expr),*];
        $vjp:ident
    ) => {
        impl $($bare)* $crate::Environment for $marker $($bare_clause)* {
            type Captures = $captures;
        }

        impl $($generics)* $crate::Function<$parameters> for $marker $($clause)* {
            type Output = $output;
            type Tangent = $tangent;
            type Frame = $frame;
            type Stacks = $stacks;
            $(const CONSTANT: u64 = $constant;)?

            #[inline]
            fn primal(
                object: $crate::Object<'_, Self>,
                values: <$parameters as $crate::Parameters>::Values<'_>,
                stacks: &mut $stacks,
            ) -> ($output, $frame) {
                let $values = (object.0, values);
                <$marker>::primal($($value,)* stacks)
            }

            #[inline]
            fn jvp(
                object: $crate::Object<'_, Self>,
                values: <$parameters as $crate::Parameters>::Values<'_>,
                captured: $crate::CaptureTangents<'_, Self>,
                tangents: <$parameters as $crate::Parameters>::Tangents<'_>,
            ) -> ($output, $tangent) {
                let $values = (object.0, values);
                let $tangents = (captured, tangents);
                <$marker>::jvp($($value,)* $($dot),*)
            }

            #[inline]
            fn linear(
                object: $crate::Object<'_, Self>,
                shared: <$parameters as $crate::Parameters>::Shared<'_>,
                frame: &$frame,
                stacks: &$stacks,
                captured: $crate::CaptureTangents<'_, Self>,
                tangents: <$parameters as $crate::Parameters>::Tangents<'_>,
            ) -> $tangent {
                let $values = (object.0, shared);
                let $tangents = (captured, tangents);
                <$marker>::linear($($value,)* frame, stacks, $($dot),*)
            }

            #[inline]
            fn transposed(
                object: $crate::Object<'_, Self>,
                shared: <$parameters as $crate::Parameters>::Shared<'_>,
                frame: &$frame,
                stacks: &$stacks,
                cotangent: $tangent,
                accumulators: &mut (impl $crate::Accumulators<($captures, $parameters)> + ?Sized),
            ) {
                let $values = (object.0, shared);
                $crate::__function_object!(@parts accumulators, $of_captures, $of_parameters);
                <$marker>::transposed($($value,)* frame, stacks, cotangent, $($bar),*)
            }

            $crate::__function_object! {
                @vjp $vjp $marker, $captures, $parameters, $output, $tangent, $stacks;
                $values => [$($value),*]; $of_captures $of_parameters => [$($bar),*]
            }

            #[inline]
            fn clear(stacks: &mut $stacks) {
                stacks.clear()
            }
        }
    };

    // binds the accumulators of the captures and of the other parameters
    (@parts $accumulators:ident, [$($of_capture:ident)*], [$($of_parameter:ident)*]) => {
        let (rest, others) = $crate::Accumulators::parts($accumulators);
        $(let ($of_capture, rest) = $crate::Accumulators::parts(rest);)*
        let rest = others;
        $(let ($of_parameter, rest) = $crate::Accumulators::parts(rest);)*
    };

    (
        @vjp fused $marker:ty, $captures:ty, $parameters:ty, $output:ty, $tangent:ty, $stacks:ty;
        $values:pat => [$($value:expr),*]; $of_captures:tt $of_parameters:tt => [$($bar:expr),*]
    ) => {
        #[inline]
        fn vjp(
            object: $crate::Object<'_, Self>,
            values: <$parameters as $crate::Parameters>::Values<'_>,
            stacks: &mut $stacks,
            cotangent: $tangent,
            accumulators: &mut (impl $crate::Accumulators<($captures, $parameters)> + ?Sized),
        ) -> $output {
            let $values = (object.0, values);
            $crate::__function_object!(@parts accumulators, $of_captures, $of_parameters);
            <$marker>::vjp($($value,)* stacks, cotangent, $($bar),*)
        }
    };
    (@vjp unzipped $($rest:tt)*) => {};
}
