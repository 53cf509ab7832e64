//! Functions as values: what a differentiated function with a parameter `f: impl Fn(f64) -> f64`
//! knows of `f`, and how it is given one.
//!
//! A function object is made of *code*, a type without values of interest that implements
//! [`Function`], and of what the code *captures*. The code is the marker of a differentiated
//! function, which captures nothing, or that of a closure that was made a function of its captures
//! and its arguments. Code has no lifetimes, so that residuals can be made of its
//! [`Frame`](Function::Frame): what is captured is captured by reference, lives in [`Object`], and
//! like all that is passed by reference is passed again to the linear part.
//!
//! How arguments and captures are passed is told by a list of [`Parameters`],
//! `(ByValue<f64, ..>, (ByReference<[f64], ..>, ()))`, from which follow lists of the same length:
//! of the values, of what is kept of them, of tangents, and of what takes cotangents. What a
//! closure captures may be a function object again; its captures then are one element of the list.

use alloc::boxed::Box;
use core::fmt::Debug;
use core::marker::PhantomData;

use crate::{CotangentAccumulator, Discard, Residual, Structure};

/// How a list of arguments is passed.
pub trait Parameters: 'static {
    /// The arguments.
    type Values<'a>;
    /// What the linear part is given again: what is passed by shared reference, `()` for the rest.
    type Kept<'a>: Copy;
    /// The tangents of the arguments.
    type Tangents<'a>;
    /// The tangents of what is passed by shared reference.
    type Lent<'a>: Copy;
    /// What the cotangent of a single argument is made of.
    type Structure: ?Sized + Structure;
    /// Of an argument by mutable reference, the memory of its cotangent.
    type Memory: ?Sized;
    /// The first argument of a list.
    type First: Parameters;
    /// The others.
    type Rest: Parameters;

    /// For less long: a compiler that sees no more than the trait does not know that this is so.
    fn kept<'s, 'l: 's>(kept: Self::Kept<'l>) -> Self::Kept<'s>;

    /// Likewise.
    fn lent<'s, 'l: 's>(lent: Self::Lent<'l>) -> Self::Lent<'s>;
}

/// What is kept and lent for less long, where that is nothing.
macro_rules! nothing_kept {
    () => {
        #[inline]
        fn kept<'s, 'l: 's>((): ()) {}

        #[inline]
        fn lent<'s, 'l: 's>((): ()) {}
    };
}

/// An argument by value: its type, that of its tangent, and what accumulators take.
#[derive(Debug)]
pub struct ByValue<T, D, S: ?Sized>(PhantomData<T>, PhantomData<D>, PhantomData<S>);

/// An argument by shared reference: its memory, that of its tangent, and what accumulators take.
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
type NoMemory = [(); 0];

impl Parameters for () {
    type Values<'a> = ();
    type Kept<'a> = ();
    type Tangents<'a> = ();
    type Lent<'a> = ();
    type Structure = ();
    type Memory = NoMemory;
    type First = ();
    type Rest = ();
    nothing_kept!();
}

impl<A: Parameters, B: Parameters> Parameters for (A, B) {
    type Values<'a> = (A::Values<'a>, B::Values<'a>);
    type Kept<'a> = (A::Kept<'a>, B::Kept<'a>);
    type Tangents<'a> = (A::Tangents<'a>, B::Tangents<'a>);
    type Lent<'a> = (A::Lent<'a>, B::Lent<'a>);
    type Structure = ();
    type Memory = NoMemory;
    type First = A;
    type Rest = B;

    #[inline]
    fn kept<'s, 'l: 's>((a, b): Self::Kept<'l>) -> Self::Kept<'s> {
        (A::kept(a), B::kept(b))
    }

    #[inline]
    fn lent<'s, 'l: 's>((a, b): Self::Lent<'l>) -> Self::Lent<'s> {
        (A::lent(a), B::lent(b))
    }
}

impl<T: 'static, D: 'static, S: ?Sized + Structure + 'static> Parameters for ByValue<T, D, S> {
    type Values<'a> = T;
    type Kept<'a> = ();
    type Tangents<'a> = D;
    type Lent<'a> = ();
    type Structure = S;
    type Memory = NoMemory;
    type First = ();
    type Rest = ();
    nothing_kept!();
}

impl<M: ?Sized + 'static, D: ?Sized + 'static, S: ?Sized + Structure + 'static> Parameters
    for ByReference<M, D, S>
{
    type Values<'a> = &'a M;
    type Kept<'a> = &'a M;
    type Tangents<'a> = &'a D;
    type Lent<'a> = &'a D;
    type Structure = S;
    type Memory = NoMemory;
    type First = ();
    type Rest = ();

    #[inline]
    fn kept<'s, 'l: 's>(kept: &'l M) -> &'s M {
        kept
    }

    #[inline]
    fn lent<'s, 'l: 's>(lent: &'l D) -> &'s D {
        lent
    }
}

impl<M: ?Sized + 'static, D: ?Sized + 'static> Parameters for ByMut<M, D> {
    type Values<'a> = &'a mut M;
    type Kept<'a> = ();
    type Tangents<'a> = &'a mut D;
    type Lent<'a> = ();
    type Structure = ();
    type Memory = D;
    type First = ();
    type Rest = ();
    nothing_kept!();
}

/// What takes the cotangents of a list of arguments: a list of [`At`]s.
pub trait Accumulators<P: Parameters> {
    /// The accumulator of a single argument.
    type Value: CotangentAccumulator<P::Structure> + ?Sized;
    /// That of the first of a list.
    type First: Accumulators<P::First> + ?Sized;
    /// Those of the others.
    type Rest: Accumulators<P::Rest> + ?Sized;

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

/// A place for what is not wanted. It has no size, so nothing is allocated.
#[inline]
fn nowhere<'a>() -> &'a mut Discard {
    Box::leak(Box::new(Discard))
}

impl<P: Parameters> Accumulators<P> for Discard {
    type Value = Discard;
    type First = Discard;
    type Rest = Discard;

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

/// The parts of what is no list.
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

/// What is not memory of an argument by mutable reference.
macro_rules! no_memory {
    () => {
        #[inline]
        fn memory(&mut self) -> &mut NoMemory {
            &mut []
        }
    };
}

/// What is not a single argument.
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
}

impl<A: Parameters, B: Parameters, X: Accumulators<A>, Y: Accumulators<B>> Accumulators<(A, B)>
    for (X, Y)
{
    type First = X;
    type Rest = Y;
    no_memory!();
    no_value!();

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

    #[inline]
    fn value(&mut self) -> &mut A {
        self.0
    }
}

impl<M: ?Sized + 'static, D: ?Sized + 'static> Accumulators<ByMut<M, D>> for At<'_, D> {
    no_list!();
    no_value!();

    #[inline]
    fn memory(&mut self) -> &mut D {
        self.0
    }
}

impl<P: Parameters, X: ?Sized + Accumulators<P>> Accumulators<P> for &mut X {
    type Value = X::Value;
    type First = X::First;
    type Rest = X::Rest;

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

/// What the code of a function object captures.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is passed as a function and has no derivative",
    label = "no differentiated function",
    note = "put `#[differentiate]` on the function and pass it as `autodiff::function!(name)`",
    note = "a closure can be passed inside of a differentiated function only: write one that makes \
        the call, with what the closure captures as its parameters"
)]
pub trait Environment: 'static {
    /// How it captures that: all by reference.
    type Captures: Parameters;
}

/// The code of a function object: a differentiated function of what it captures and of arguments
/// `P`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is passed as a function of arguments for which it has no derivative",
    label = "no differentiated function of such arguments",
    note = "put `#[differentiate]` on the function and pass it as `autodiff::function!(name)`, \
        with the parameters of a generic one: `autodiff::function!(name::<f64>)`",
    note = "a closure can be passed inside of a differentiated function only: write one that makes \
        the call, with what the closure captures as its parameters",
    note = "the types of a closure's arguments are taken for `f64` where they are not written: \
        `|t: f64, y: &[f64]| …`"
)]
pub trait Function<P: Parameters>: Environment {
    /// What it returns.
    type Output;
    /// The tangent of that.
    type Tangent;
    /// Its residuals of fixed size.
    type Frame: Residual + Clone + Debug;
    /// Its residuals of loops and callees.
    type Stacks: Residual + Clone + Default + Debug + 'static;

    /// The arguments that it takes as constants although they may carry reals, as bits.
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
        lent: LentTangents<'_, Self>,
        tangents: P::Tangents<'_>,
    ) -> (Self::Output, Self::Tangent);

    /// The tangent.
    fn linear(
        object: Object<'_, Self>,
        kept: P::Kept<'_>,
        frame: &Self::Frame,
        stacks: &Self::Stacks,
        lent: LentTangents<'_, Self>,
        tangents: P::Tangents<'_>,
    ) -> Self::Tangent;

    /// Adds the cotangents of what is captured and of the arguments.
    fn transposed(
        object: Object<'_, Self>,
        kept: P::Kept<'_>,
        frame: &Self::Frame,
        stacks: &Self::Stacks,
        cotangent: Self::Tangent,
        accumulators: &mut (impl Accumulators<(Self::Captures, P)> + ?Sized),
    );

    /// Both sweeps: the value, and adds the cotangents.
    fn vjp(
        object: Object<'_, Self>,
        values: P::Values<'_>,
        stacks: &mut Self::Stacks,
        cotangent: Self::Tangent,
        accumulators: &mut (impl Accumulators<(Self::Captures, P)> + ?Sized),
    ) -> Self::Output;

    /// Forgets what the stacks hold and keeps their memory.
    fn clear(stacks: &mut Self::Stacks);
}

/// A function object: code, and references to what it captures.
pub struct Object<'a, F: Environment + ?Sized>(pub <F::Captures as Parameters>::Kept<'a>);

impl<'a, F: Environment + ?Sized> Object<'a, F> {
    /// What the object captures, for another one to capture.
    #[inline]
    pub fn captures<'s>(self) -> <F::Captures as Parameters>::Kept<'s>
    where
        'a: 's,
    {
        F::Captures::kept(self.0)
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

/// The tangents of what a function object captures.
pub type LentTangents<'a, F> = <<F as Environment>::Captures as Parameters>::Lent<'a>;
