//! `parallel_join`: two functions that may run in parallel, with their tangents and their
//! transpose.

use core::fmt::Debug;

use super::shared::{ParallelCode, SharedByThreads, captures, is_wanted, object, tangents_of};
use super::{call_both, has_threads};
use crate::{
    Accumulators, CaptureTangents, DifferentiableFn, Environment, Function, InPlace, Object,
    Residual,
};

/// The values of both functions, which run on several threads.
pub fn parallel_join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    call_both(a, b)
}

/// The marker of [`parallel_join`](fn@parallel_join).
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct parallel_join {}

/// The stacks of both functions.
pub struct JoinStacks<F: Function<()>, G: Function<()>>(F::Stacks, G::Stacks);

impl<F: Function<()>, G: Function<()>> JoinStacks<F, G> {
    /// As for other stacks of residuals.
    pub fn clear(&mut self) {
        F::clear(&mut self.0);
        G::clear(&mut self.1);
    }
}

impl<F: Function<()>, G: Function<()>> Default for JoinStacks<F, G> {
    fn default() -> Self {
        JoinStacks(F::Stacks::default(), G::Stacks::default())
    }
}

impl<F: Function<()>, G: Function<()>> Clone for JoinStacks<F, G> {
    fn clone(&self) -> Self {
        JoinStacks(self.0.clone(), self.1.clone())
    }
}

impl<F: Function<()>, G: Function<()>> Debug for JoinStacks<F, G> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_tuple("JoinStacks").field(&self.0).field(&self.1).finish()
    }
}

impl<F: Function<()>, G: Function<()>> Residual for JoinStacks<F, G> {
    fn blank() -> Self {
        JoinStacks::default()
    }

    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes() + self.1.heap_bytes()
    }
}

/// Runs the transpose of one of the functions; returns what it adds to the captures.
fn into_buffer<F: ParallelCode<()>>(
    f: Object<'_, F>,
    frame: &F::Frame,
    stacks: &F::Stacks,
    bar: F::Tangent,
) -> <F::Captures as SharedByThreads>::Buffer {
    let mut buffer = F::Captures::buffer(f.0);
    if let Some(mut sums) = F::Captures::in_memory(&mut buffer) {
        F::transposed(f, (), frame, stacks, bar, &mut (&mut sums, ()));
    } else {
        F::transposed(f, (), frame, stacks, bar, &mut (&mut buffer, ()));
    }
    buffer
}

/// The frames of both functions.
type Frames<F, G> = (<F as Function<()>>::Frame, <G as Function<()>>::Frame);

/// The results of both functions.
type Values<F, G> = (<F as Function<()>>::Output, <G as Function<()>>::Output);

/// The tangents of both results.
type Tangents<F, G> = (<F as Function<()>>::Tangent, <G as Function<()>>::Tangent);

impl<F: ParallelCode<()>, G: ParallelCode<()>> DifferentiableFn<(F, G)> for parallel_join {
    type Output = Values<F, G>;
    type Frame = Frames<F, G>;
    type Stacks = JoinStacks<F, G>;
    type NestedStacks = InPlace<JoinStacks<F, G>>;
    type NestedFrame = InPlace<Frames<F, G>>;
}

#[allow(missing_docs)]
impl parallel_join {
    pub fn primal<F: ParallelCode<()>, G: ParallelCode<()>>(
        f: Object<'_, F>,
        g: Object<'_, G>,
        JoinStacks(of_f, of_g): &mut JoinStacks<F, G>,
    ) -> (Values<F, G>, Frames<F, G>) {
        let (f, g) = (captures(f), captures(g));
        let ((a, f_frame), (b, g_frame)) =
            call_both(|| F::primal(object(f), (), of_f), || G::primal(object(g), (), of_g));
        ((a, b), (f_frame, g_frame))
    }

    pub fn jvp<F: ParallelCode<()>, G: ParallelCode<()>>(
        f: Object<'_, F>,
        g: Object<'_, G>,
        f_dot: CaptureTangents<'_, F>,
        g_dot: CaptureTangents<'_, G>,
    ) -> (Values<F, G>, Tangents<F, G>) {
        let (f, g) = (captures(f), captures(g));
        let (f_dot, g_dot) = (tangents_of::<F>(f_dot), tangents_of::<G>(g_dot));
        let ((a, a_dot), (b, b_dot)) = call_both(
            || {
                F::jvp(
                    object(f),
                    (),
                    <F::Captures as SharedByThreads>::tangents_of_threads(f_dot),
                    (),
                )
            },
            || {
                G::jvp(
                    object(g),
                    (),
                    <G::Captures as SharedByThreads>::tangents_of_threads(g_dot),
                    (),
                )
            },
        );
        ((a, b), (a_dot, b_dot))
    }

    pub fn linear<F: ParallelCode<()>, G: ParallelCode<()>>(
        f: Object<'_, F>,
        g: Object<'_, G>,
        (f_frame, g_frame): &Frames<F, G>,
        JoinStacks(of_f, of_g): &JoinStacks<F, G>,
        f_dot: CaptureTangents<'_, F>,
        g_dot: CaptureTangents<'_, G>,
    ) -> Tangents<F, G> {
        let (f, g) = (captures(f), captures(g));
        let (f_dot, g_dot) = (tangents_of::<F>(f_dot), tangents_of::<G>(g_dot));
        call_both(
            || {
                let f_dot = <F::Captures as SharedByThreads>::tangents_of_threads(f_dot);
                F::linear(object(f), (), f_frame, of_f, f_dot, ())
            },
            || {
                let g_dot = <G::Captures as SharedByThreads>::tangents_of_threads(g_dot);
                G::linear(object(g), (), g_frame, of_g, g_dot, ())
            },
        )
    }

    pub fn transposed<F: ParallelCode<()>, G: ParallelCode<()>>(
        f: Object<'_, F>,
        g: Object<'_, G>,
        (f_frame, g_frame): &Frames<F, G>,
        JoinStacks(of_f, of_g): &JoinStacks<F, G>,
        (a_bar, b_bar): Tangents<F, G>,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
        g_bar: &mut (impl Accumulators<<G as Environment>::Captures> + ?Sized),
    ) {
        if !has_threads() {
            G::transposed(g, (), g_frame, of_g, b_bar, &mut (g_bar, ()));
            F::transposed(f, (), f_frame, of_f, a_bar, &mut (f_bar, ()));
            return;
        }
        let is_wanted = (is_wanted::<F::Captures, _>(f_bar), is_wanted::<G::Captures, _>(g_bar));
        let (f, g) = (captures(f), captures(g));
        let (of_a, of_b) = call_both(
            || is_wanted.0.then(|| into_buffer::<F>(object(f), f_frame, of_f, a_bar)),
            || is_wanted.1.then(|| into_buffer::<G>(object(g), g_frame, of_g, b_bar)),
        );
        of_b.iter().for_each(|buffer| G::Captures::add_buffer(buffer, g_bar));
        of_a.iter().for_each(|buffer| F::Captures::add_buffer(buffer, f_bar));
    }

    pub fn vjp<F: ParallelCode<()>, G: ParallelCode<()>>(
        f: Object<'_, F>,
        g: Object<'_, G>,
        stacks: &mut JoinStacks<F, G>,
        bars: Tangents<F, G>,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
        g_bar: &mut (impl Accumulators<<G as Environment>::Captures> + ?Sized),
    ) -> Values<F, G> {
        stacks.clear();
        let (values, frames) = Self::primal(f, g, stacks);
        Self::transposed(f, g, &frames, stacks, bars, f_bar, g_bar);
        values
    }
}
