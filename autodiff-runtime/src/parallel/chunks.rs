//! Calls of a function for each index of a range, in chunks: their values, residuals, tangents and
//! cotangents.

use alloc::vec::{IntoIter, Vec};
use core::fmt::Debug;
use core::iter::RepeatN;
use core::marker::PhantomData;
use core::ops::Range;

use super::shared::{ParallelCode, SharedByThreads, captures, is_wanted, object, tangents_of};
use super::{count_of_chunks, run};
use crate::{
    Accumulators, At, ByValue, CaptureTangents, Discard, Environment, Function, Object, Residual,
};

/// An index, by value.
pub(super) type Index = (ByValue<usize, (), ()>, ());

/// The indices of each chunk. The lengths of chunks differ by at most one.
pub(super) fn chunks(n: usize) -> Vec<Range<usize>> {
    let count = count_of_chunks(n);
    let end = |chunk: usize| {
        // without overflow
        chunk * (n / count) + chunk * (n % count) / count
    };
    (0..count).map(|chunk| end(chunk)..end(chunk + 1)).collect()
}

/// The items of all chunks.
pub(super) fn in_order<Y>(chunks: Vec<Vec<Y>>, n: usize) -> Vec<Y> {
    let mut chunks = chunks.into_iter();
    let mut all = chunks.next().unwrap_or_default();
    all.reserve_exact(n - all.len());
    for chunk in chunks {
        all.extend(chunk);
    }
    all
}

/// The residuals of the calls of a chunk.
struct Chunk<F: Function<Index>> {
    indices: Range<usize>,
    frames: Vec<F::Frame>,
    stacks: F::Stacks,
}

impl<F: Function<Index>> Default for Chunk<F> {
    fn default() -> Self {
        Chunk { indices: 0..0, frames: Vec::new(), stacks: F::Stacks::default() }
    }
}

impl<F: Function<Index>> Clone for Chunk<F> {
    fn clone(&self) -> Self {
        Chunk {
            indices: self.indices.clone(),
            frames: self.frames.clone(),
            stacks: self.stacks.clone(),
        }
    }
}

/// The residuals of calls of a function for each index of a range, chunk after chunk. The memory of
/// the chunks after `used` is to be used again.
pub struct ParallelStacks<F: Function<Index>> {
    chunks: Vec<Chunk<F>>,
    used: usize,
    of: PhantomData<fn(F)>,
}

impl<F: Function<Index>> ParallelStacks<F> {
    /// As for other stacks of residuals.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Chunks of `n` calls, without residuals.
    fn add(&mut self, n: usize) -> Range<usize> {
        let (first, all) = (self.used, chunks(n));
        self.used += all.len();
        if self.chunks.len() < self.used {
            self.chunks.resize_with(self.used, Chunk::default);
        }
        for (chunk, indices) in self.chunks[first..].iter_mut().zip(all) {
            chunk.indices = indices;
            chunk.frames.clear();
            F::clear(&mut chunk.stacks);
        }
        first..self.used
    }
}

impl<F: Function<Index>> Default for ParallelStacks<F> {
    fn default() -> Self {
        ParallelStacks { chunks: Vec::new(), used: 0, of: PhantomData }
    }
}

impl<F: Function<Index>> Clone for ParallelStacks<F> {
    fn clone(&self) -> Self {
        ParallelStacks {
            chunks: self.chunks[..self.used].to_vec(),
            used: self.used,
            of: PhantomData,
        }
    }
}

impl<F: Function<Index>> Debug for ParallelStacks<F> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let frames = self.chunks[..self.used].iter().flat_map(|chunk| &chunk.frames);
        formatter.debug_list().entries(frames).finish()
    }
}

impl<F: Function<Index>> Residual for ParallelStacks<F> {
    fn blank() -> Self {
        ParallelStacks::default()
    }

    fn heap_bytes(&self) -> usize {
        let of_chunks = |chunk: &Chunk<F>| chunk.frames.heap_bytes() + chunk.stacks.heap_bytes();
        self.chunks.capacity() * size_of::<Chunk<F>>()
            + self.chunks.iter().map(of_chunks).sum::<usize>()
    }
}

/// The cotangents of the values of calls.
pub(super) trait Cotangents<T> {
    /// Those of a chunk.
    type Part: DoubleEndedIterator<Item = T> + ExactSizeIterator + Send;

    /// Those of chunks with these counts of calls.
    fn split_by_counts(self, counts: impl Iterator<Item = usize>) -> Vec<Self::Part>;
}

/// One for each call.
impl<T: Send> Cotangents<T> for Vec<T> {
    type Part = IntoIter<T>;

    fn split_by_counts(self, counts: impl Iterator<Item = usize>) -> Vec<IntoIter<T>> {
        let mut all = self.into_iter();
        counts.map(|n| all.by_ref().take(n).collect::<Vec<T>>().into_iter()).collect()
    }
}

/// The same for all calls.
pub(super) struct Repeated<T>(pub T);

impl<T: Clone + Send> Cotangents<T> for Repeated<T> {
    type Part = RepeatN<T>;

    fn split_by_counts(self, counts: impl Iterator<Item = usize>) -> Vec<RepeatN<T>> {
        counts.map(|n| core::iter::repeat_n(self.0.clone(), n)).collect()
    }
}

/// The values of all calls, and where their residuals are.
pub(super) fn primal<F: ParallelCode<Index>>(
    n: usize,
    f: Object<'_, F>,
    stacks: &mut ParallelStacks<F>,
) -> (Vec<F::Output>, Range<usize>) {
    let (frame, f) = (stacks.add(n), captures(f));
    let chunks: Vec<&mut Chunk<F>> = stacks.chunks[frame.clone()].iter_mut().collect();
    let values = run(chunks, |chunk| {
        let Chunk { indices, frames, stacks } = chunk;
        frames.reserve(indices.len());
        let values = indices.clone().map(|index| {
            let (value, frame) = F::primal(object(f), (index, ()), stacks);
            frames.push(frame);
            value
        });
        values.collect()
    });
    (in_order(values, n), frame)
}

/// The values and the tangents of all calls.
pub(super) fn jvp<F: ParallelCode<Index>>(
    n: usize,
    f: Object<'_, F>,
    f_dot: CaptureTangents<'_, F>,
) -> (Vec<F::Output>, Vec<F::Tangent>) {
    let (f, f_dot) = (captures(f), tangents_of::<F>(f_dot));
    let both = run(chunks(n), |chunk| {
        let both = chunk.map(|index| {
            let f_dot = <F::Captures as SharedByThreads>::tangents_of_threads(f_dot);
            F::jvp(object(f), (index, ()), f_dot, ((), ()))
        });
        both.collect::<(Vec<F::Output>, Vec<F::Tangent>)>()
    });
    let (values, dots) = both.into_iter().unzip();
    (in_order(values, n), in_order(dots, n))
}

/// The tangents of all calls.
pub(super) fn linear<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    frame: &Range<usize>,
    stacks: &ParallelStacks<F>,
    f_dot: CaptureTangents<'_, F>,
) -> Vec<F::Tangent> {
    let (f, f_dot) = (captures(f), tangents_of::<F>(f_dot));
    let chunks = &stacks.chunks[frame.clone()];
    let n = chunks.iter().map(|chunk| chunk.frames.len()).sum();
    let dots = run(chunks.iter().collect(), |chunk: &Chunk<F>| {
        let dots = chunk.frames.iter().map(|frame| {
            let f_dot = <F::Captures as SharedByThreads>::tangents_of_threads(f_dot);
            F::linear(object(f), ((), ()), frame, &chunk.stacks, f_dot, ((), ()))
        });
        dots.collect()
    });
    in_order(dots, n)
}

/// The transposes of all calls.
pub(super) fn transposed<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    frame: &Range<usize>,
    stacks: &ParallelStacks<F>,
    bars: impl Cotangents<F::Tangent>,
    f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
) {
    if !is_wanted::<F::Captures, _>(f_bar) {
        return;
    }
    let chunks = &stacks.chunks[frame.clone()];
    let bars = bars.split_by_counts(chunks.iter().map(|chunk| chunk.frames.len()));
    let f = captures(f);
    let buffers = run(chunks.iter().zip(bars).collect(), |(chunk, bars)| {
        let mut buffer = F::Captures::buffer(object::<F>(f).0);
        transposed_calls(object::<F>(f), chunk, bars, &mut buffer);
        buffer
    });
    for buffer in &buffers {
        F::Captures::add_buffer(buffer, f_bar);
    }
}

/// Both sweeps of all calls; returns the values.
pub(super) fn vjp<F: ParallelCode<Index>>(
    n: usize,
    f: Object<'_, F>,
    stacks: &mut ParallelStacks<F>,
    bars: impl Cotangents<F::Tangent>,
    f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
) -> Vec<F::Output> {
    stacks.clear();
    if !is_wanted::<F::Captures, _>(f_bar) {
        return primal(n, f, stacks).0;
    }
    let frame = stacks.add(n);
    let chunks = &mut stacks.chunks[frame];
    let bars = bars.split_by_counts(chunks.iter().map(|chunk| chunk.indices.len()));
    let f = captures(f);
    let both = run(chunks.iter_mut().zip(bars).collect(), |(chunk, bars)| {
        let mut buffer = F::Captures::buffer(object::<F>(f).0);
        let values = vjp_of_calls(object::<F>(f), chunk, bars, &mut buffer);
        (values, buffer)
    });
    let (values, buffers): (Vec<_>, Vec<_>) = both.into_iter().unzip();
    for buffer in &buffers {
        F::Captures::add_buffer(buffer, f_bar);
    }
    in_order(values, n)
}

/// The transposes of the calls of a chunk, the last call first.
fn transposed_calls<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    chunk: &Chunk<F>,
    bars: impl DoubleEndedIterator<Item = F::Tangent> + ExactSizeIterator,
    buffer: &mut <F::Captures as SharedByThreads>::Buffer,
) {
    let calls = chunk.frames.iter().zip(bars).rev();
    if let Some(mut sums) = F::Captures::in_memory(buffer) {
        for (frame, bar) in calls {
            let all = &mut (&mut sums, (At(&mut Discard), ()));
            F::transposed(f, ((), ()), frame, &chunk.stacks, bar, all);
        }
        return;
    }
    for (frame, bar) in calls {
        transposed_call_in_pages(f, frame, &chunk.stacks, bar, buffer);
    }
}

/// The transpose of a call. A sum that it stores in pages may be in memory afterwards.
#[inline(never)]
fn transposed_call_in_pages<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    frame: &F::Frame,
    stacks: &F::Stacks,
    bar: F::Tangent,
    buffer: &mut <F::Captures as SharedByThreads>::Buffer,
) {
    if let Some(mut sums) = F::Captures::in_memory(buffer) {
        let all = &mut (&mut sums, (At(&mut Discard), ()));
        F::transposed(f, ((), ()), frame, stacks, bar, all);
    } else {
        let all = &mut (&mut *buffer, (At(&mut Discard), ()));
        F::transposed(f, ((), ()), frame, stacks, bar, all);
    }
}

/// Both sweeps of each call of a chunk.
fn vjp_of_calls<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    chunk: &mut Chunk<F>,
    bars: impl Iterator<Item = F::Tangent>,
    buffer: &mut <F::Captures as SharedByThreads>::Buffer,
) -> Vec<F::Output> {
    let calls = chunk.indices.clone().zip(bars);
    let stacks = &mut chunk.stacks;
    if let Some(mut sums) = F::Captures::in_memory(buffer) {
        let values = calls.map(|(index, bar)| {
            F::clear(stacks);
            let all = &mut (&mut sums, (At(&mut Discard), ()));
            F::vjp(f, (index, ()), stacks, bar, all)
        });
        return values.collect();
    }
    calls.map(|(index, bar)| vjp_in_pages(f, index, stacks, bar, buffer)).collect()
}

/// Both sweeps of a call. A sum that it stores in pages may be in memory afterwards.
#[inline(never)]
fn vjp_in_pages<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    index: usize,
    stacks: &mut F::Stacks,
    bar: F::Tangent,
    buffer: &mut <F::Captures as SharedByThreads>::Buffer,
) -> F::Output {
    F::clear(stacks);
    if let Some(mut sums) = F::Captures::in_memory(buffer) {
        let all = &mut (&mut sums, (At(&mut Discard), ()));
        F::vjp(f, (index, ()), stacks, bar, all)
    } else {
        let all = &mut (&mut *buffer, (At(&mut Discard), ()));
        F::vjp(f, (index, ()), stacks, bar, all)
    }
}
