//! The captures of a function object that several threads call.

use core::borrow::BorrowMut;
use core::fmt::Debug;
use core::marker::PhantomData;

use super::pages::Buffer;
use crate::object::{NoMemory, no_list, no_memory, nowhere};
use crate::{
    Accumulators, At, ByReference, CaptureTangents, CotangentAccumulator, Differentiable, Discard,
    Environment, Function, Object, Parameters, Structure,
};

/// An argument by shared reference that has no tangents, or whose tangents are zero.
#[derive(Debug)]
pub struct Inactive<M: ?Sized>(PhantomData<M>);

impl<M: ?Sized + 'static> Parameters for Inactive<M> {
    type Values<'a> = &'a M;
    type Shared<'a> = &'a M;
    type Tangents<'a> = &'a ();
    type SharedTangents<'a> = &'a ();
    type Structure = ();
    type Memory = NoMemory;
    type First = ();
    type Rest = ();

    #[inline]
    fn shorten<'s, 'l: 's>(shared: &'l M) -> &'s M {
        shared
    }

    #[inline]
    fn shorten_tangents<'s, 'l: 's>(tangents: &'l ()) -> &'s () {
        tangents
    }

    #[inline]
    fn shared<'s, 'l: 's>(value: &&'l M) -> &'s M {
        value
    }
}

impl<M: ?Sized + 'static, A: ?Sized + CotangentAccumulator<()>> Accumulators<Inactive<M>>
    for At<'_, A>
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

/// Captures that several threads read, and whose cotangents each thread adds to a buffer.
#[diagnostic::on_unimplemented(
    message = "a closure that runs on several threads captures a value that threads cannot share",
    label = "captures of a parallel closure",
    note = "the type of a captured value must be `Sync`, and its tangents `Send`",
    note = "a function parameter cannot be captured by a parallel closure"
)]
pub trait SharedByThreads: Parameters + Sized {
    /// The captures.
    type Threads<'a>: Copy + Send + Sync;
    /// Their tangents.
    type TangentsOfThreads<'a>: Copy + Send + Sync;
    /// Accumulators that start at zero.
    type Buffer: Accumulators<Self> + Send;
    /// Those of a buffer whose sums are all in memory.
    type InMemory<'a>: Accumulators<Self>;

    /// The captures for several threads.
    fn to_threads(shared: Self::Shared<'_>) -> Self::Threads<'_>;

    /// The captures for one call.
    fn of_threads(threads: Self::Threads<'_>) -> Self::Shared<'_>;

    /// The tangents for several threads.
    fn tangents_to_threads(tangents: Self::SharedTangents<'_>) -> Self::TangentsOfThreads<'_>;

    /// The tangents for one call.
    fn tangents_of_threads(tangents: Self::TangentsOfThreads<'_>) -> Self::SharedTangents<'_>;

    /// A buffer of zeros.
    fn buffer(shared: Self::Shared<'_>) -> Self::Buffer;

    /// The sums of a buffer, if all are in memory.
    fn in_memory(buffer: &mut Self::Buffer) -> Option<Self::InMemory<'_>>;

    /// Adds a buffer to the accumulators.
    fn add_buffer(buffer: &Self::Buffer, to: &mut (impl Accumulators<Self> + ?Sized));
}

/// An accumulator that is owned, or none of an inactive argument.
#[derive(Debug)]
pub struct Owned<A>(A);

impl<M, D, S, A> Accumulators<ByReference<M, D, S>> for Owned<A>
where
    M: ?Sized + 'static,
    D: ?Sized + 'static,
    S: ?Sized + Structure + 'static,
    A: CotangentAccumulator<S>,
{
    type Value = A;
    no_list!();
    no_memory!();

    const WANTED: bool = A::WANTED;

    #[inline]
    fn value(&mut self) -> &mut A {
        &mut self.0
    }
}

impl<M: ?Sized + 'static> Accumulators<Inactive<M>> for Owned<Discard> {
    type Value = Discard;
    no_list!();
    no_memory!();

    const WANTED: bool = false;

    #[inline]
    fn value(&mut self) -> &mut Discard {
        &mut self.0
    }
}

impl SharedByThreads for () {
    type Threads<'a> = ();
    type TangentsOfThreads<'a> = ();
    type Buffer = ();
    type InMemory<'a> = ();

    fn to_threads((): Self::Shared<'_>) -> Self::Threads<'_> {}

    fn of_threads((): Self::Threads<'_>) -> Self::Shared<'_> {}

    fn tangents_to_threads((): Self::SharedTangents<'_>) -> Self::TangentsOfThreads<'_> {}

    fn tangents_of_threads((): Self::TangentsOfThreads<'_>) -> Self::SharedTangents<'_> {}

    fn buffer((): Self::Shared<'_>) {}

    #[inline]
    fn in_memory((): &mut ()) -> Option<()> {
        Some(())
    }

    fn add_buffer((): &(), _: &mut (impl Accumulators<()> + ?Sized)) {}
}

impl<A: SharedByThreads, B: SharedByThreads> SharedByThreads for (A, B) {
    type Threads<'a> = (A::Threads<'a>, B::Threads<'a>);
    type TangentsOfThreads<'a> = (A::TangentsOfThreads<'a>, B::TangentsOfThreads<'a>);
    type Buffer = (A::Buffer, B::Buffer);
    type InMemory<'a> = (A::InMemory<'a>, B::InMemory<'a>);

    fn to_threads((a, b): Self::Shared<'_>) -> Self::Threads<'_> {
        (A::to_threads(a), B::to_threads(b))
    }

    fn of_threads((a, b): Self::Threads<'_>) -> Self::Shared<'_> {
        (A::of_threads(a), B::of_threads(b))
    }

    fn tangents_to_threads((a, b): Self::SharedTangents<'_>) -> Self::TangentsOfThreads<'_> {
        (A::tangents_to_threads(a), B::tangents_to_threads(b))
    }

    fn tangents_of_threads((a, b): Self::TangentsOfThreads<'_>) -> Self::SharedTangents<'_> {
        (A::tangents_of_threads(a), B::tangents_of_threads(b))
    }

    fn buffer((a, b): Self::Shared<'_>) -> Self::Buffer {
        (A::buffer(a), B::buffer(b))
    }

    #[inline]
    fn in_memory((a, b): &mut Self::Buffer) -> Option<Self::InMemory<'_>> {
        A::in_memory(a).zip(B::in_memory(b))
    }

    fn add_buffer((a, b): &Self::Buffer, to: &mut (impl Accumulators<Self> + ?Sized)) {
        let (first, rest) = to.parts();
        A::add_buffer(a, first);
        B::add_buffer(b, rest);
    }
}

impl<M: ?Sized + Sync + 'static> SharedByThreads for Inactive<M> {
    type Threads<'a> = &'a M;
    type TangentsOfThreads<'a> = &'a ();
    type Buffer = Owned<Discard>;
    type InMemory<'a> = At<'a, Discard>;

    fn to_threads(shared: Self::Shared<'_>) -> Self::Threads<'_> {
        shared
    }

    fn of_threads(threads: Self::Threads<'_>) -> Self::Shared<'_> {
        threads
    }

    fn tangents_to_threads(tangents: Self::SharedTangents<'_>) -> Self::TangentsOfThreads<'_> {
        tangents
    }

    fn tangents_of_threads(tangents: Self::TangentsOfThreads<'_>) -> Self::SharedTangents<'_> {
        tangents
    }

    fn buffer(_: Self::Shared<'_>) -> Owned<Discard> {
        Owned(Discard)
    }

    #[inline]
    fn in_memory(buffer: &mut Owned<Discard>) -> Option<At<'_, Discard>> {
        Some(At(&mut buffer.0))
    }

    fn add_buffer(_: &Owned<Discard>, _: &mut (impl Accumulators<Self> + ?Sized)) {}
}

impl<M, D, S> SharedByThreads for ByReference<M, D, S>
where
    M: ?Sized + Sync + Differentiable + 'static,
    M::Tangent: CotangentAccumulator<S> + BorrowMut<S> + Send,
    D: ?Sized + Sync + 'static,
    S: ?Sized + Structure + 'static,
{
    type Threads<'a> = &'a M;
    type TangentsOfThreads<'a> = &'a D;
    type Buffer = Owned<Buffer<M::Tangent>>;
    type InMemory<'a> = At<'a, M::Tangent>;

    fn to_threads(shared: Self::Shared<'_>) -> Self::Threads<'_> {
        shared
    }

    fn of_threads(threads: Self::Threads<'_>) -> Self::Shared<'_> {
        threads
    }

    fn tangents_to_threads(tangents: Self::SharedTangents<'_>) -> Self::TangentsOfThreads<'_> {
        tangents
    }

    fn tangents_of_threads(tangents: Self::TangentsOfThreads<'_>) -> Self::SharedTangents<'_> {
        tangents
    }

    fn buffer(shared: Self::Shared<'_>) -> Self::Buffer {
        Owned(Buffer::new::<S>(shared.tangent_shape()))
    }

    #[inline]
    fn in_memory(buffer: &mut Self::Buffer) -> Option<At<'_, M::Tangent>> {
        buffer.0.in_memory().map(At)
    }

    fn add_buffer(buffer: &Self::Buffer, to: &mut (impl Accumulators<Self> + ?Sized)) {
        if is_wanted(to) {
            buffer.0.add_to(to.value());
        }
    }
}

/// Whether any of the accumulators uses what is added to it.
pub fn is_wanted<P: Parameters, C: Accumulators<P> + ?Sized>(_: &C) -> bool {
    C::WANTED
}

/// Code that several threads may run.
pub trait ParallelCode<P: Parameters>:
    Function<P, Output: Send, Tangent: Send + Sync, Frame: Send + Sync, Stacks: Send + Sync>
    + Environment<Captures: SharedByThreads>
    + WithThreads
{
}

impl<P: Parameters, F> ParallelCode<P> for F where
    F: Function<P, Output: Send, Tangent: Send + Sync, Frame: Send + Sync, Stacks: Send + Sync>
        + Environment<Captures: SharedByThreads>
        + WithThreads
{
}

/// Code that may run on several threads: all code with the feature `rayon`, none without it.
#[diagnostic::on_unimplemented(
    message = "parallel iterators and `rayon::join` in a differentiated function need the feature \
               `rayon` of `autodiff`",
    label = "runs on several threads",
    note = "write `autodiff = {{ version = \"0.1\", features = [\"rayon\"] }}` in Cargo.toml"
)]
pub trait WithThreads {}

#[cfg(feature = "rayon")]
impl<F: ?Sized> WithThreads for F {}

/// The function object for one call.
pub fn object<F: Environment<Captures: SharedByThreads> + ?Sized>(
    threads: <F::Captures as SharedByThreads>::Threads<'_>,
) -> Object<'_, F> {
    Object(F::Captures::of_threads(threads))
}

/// The captures of a function object for several threads.
pub fn captures<F: Environment<Captures: SharedByThreads> + ?Sized>(
    object: Object<'_, F>,
) -> <F::Captures as SharedByThreads>::Threads<'_> {
    F::Captures::to_threads(object.0)
}

/// The tangents of captures for several threads.
pub fn tangents_of<F: Environment<Captures: SharedByThreads> + ?Sized>(
    tangents: CaptureTangents<'_, F>,
) -> <F::Captures as SharedByThreads>::TangentsOfThreads<'_> {
    F::Captures::tangents_to_threads(tangents)
}
