//! A function of each index of a range.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::Range;

use super::shared::{ParallelCode, SharedByThreads, captures, is_wanted, object, tangents_of};
use super::{count_of_chunks, run};
use crate::{
    Accumulators, At, ByValue, CaptureTangents, DifferentiableFn, Discard, Environment, Function,
    InPlace, Object, Residual,
};

/// An index, by value.
type Index = (ByValue<usize, (), ()>, ());

/// The values of a function at `0..n`, in order. The calls run on several threads.
pub fn parallel_map<Y: Send>(n: usize, f: impl Fn(usize) -> Y + Sync) -> Vec<Y> {
    in_order(run(chunks(n), |chunk| chunk.map(&f).collect::<Vec<Y>>()), n)
}

/// The marker of [`parallel_map`](fn@parallel_map).
#[allow(non_camel_case_types)]
#[derive(Debug)]
pub struct parallel_map {}

/// The indices of each chunk. The lengths of chunks differ by at most one.
fn chunks(n: usize) -> Vec<Range<usize>> {
    let count = count_of_chunks(n);
    let end = |chunk: usize| {
        // without overflow
        chunk * (n / count) + chunk * (n % count) / count
    };
    (0..count).map(|chunk| end(chunk)..end(chunk + 1)).collect()
}

/// The items of all chunks.
fn in_order<Y>(chunks: Vec<Vec<Y>>, n: usize) -> Vec<Y> {
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

/// The residuals of the calls of [`parallel_map`](fn@parallel_map), chunk after chunk. The memory
/// of the chunks after `used` is to be used again.
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

impl<N, F: ParallelCode<Index>> DifferentiableFn<(N, F)> for parallel_map {
    type Output = Vec<F::Output>;
    type Frame = Range<usize>;
    type Stacks = ParallelStacks<F>;
    type NestedStacks = InPlace<ParallelStacks<F>>;
    type NestedFrame = InPlace<Range<usize>>;
}

#[allow(missing_docs)]
impl parallel_map {
    pub fn primal<F: ParallelCode<Index>>(
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

    pub fn jvp<F: ParallelCode<Index>>(
        n: usize,
        f: Object<'_, F>,
        _: impl Sized,
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

    pub fn linear<F: ParallelCode<Index>>(
        _: impl Sized,
        f: Object<'_, F>,
        frame: &Range<usize>,
        stacks: &ParallelStacks<F>,
        _: impl Sized,
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

    pub fn transposed<F: ParallelCode<Index>>(
        _: impl Sized,
        f: Object<'_, F>,
        frame: &Range<usize>,
        stacks: &ParallelStacks<F>,
        bar: Vec<F::Tangent>,
        _: &mut impl ?Sized,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) {
        if !is_wanted::<F::Captures, _>(f_bar) {
            return;
        }
        let chunks = &stacks.chunks[frame.clone()];
        if let [chunk] = chunks {
            return transposed_calls(f, chunk, bar, f_bar);
        }
        let f = captures(f);
        let bars = of_chunks(bar, chunks.iter().map(|chunk| chunk.frames.len()));
        let buffers = run(chunks.iter().zip(bars).collect(), |(chunk, bar)| {
            let mut buffer = F::Captures::buffer(object::<F>(f).0);
            transposed_calls(object::<F>(f), chunk, bar, &mut buffer);
            buffer
        });
        for buffer in &buffers {
            F::Captures::add_buffer(buffer, f_bar);
        }
    }

    pub fn vjp<F: ParallelCode<Index>>(
        n: usize,
        f: Object<'_, F>,
        stacks: &mut ParallelStacks<F>,
        bar: Vec<F::Tangent>,
        _: &mut impl ?Sized,
        f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
    ) -> Vec<F::Output> {
        stacks.clear();
        if !is_wanted::<F::Captures, _>(f_bar) {
            return Self::primal(n, f, stacks).0;
        }
        let frame = stacks.add(n);
        let chunks = &mut stacks.chunks[frame];
        if let [chunk] = chunks {
            return vjp_of_calls(f, chunk, bar, f_bar);
        }
        let f = captures(f);
        let bars = of_chunks(bar, chunks.iter().map(|chunk| chunk.indices.len()));
        let both = run(chunks.iter_mut().zip(bars).collect(), |(chunk, bar)| {
            let mut buffer = F::Captures::buffer(object::<F>(f).0);
            let values = vjp_of_calls(object::<F>(f), chunk, bar, &mut buffer);
            (values, buffer)
        });
        let (values, buffers): (Vec<_>, Vec<_>) = both.into_iter().unzip();
        for buffer in &buffers {
            F::Captures::add_buffer(buffer, f_bar);
        }
        in_order(values, n)
    }
}

/// The cotangents of each chunk.
fn of_chunks<T>(all: Vec<T>, lengths: impl Iterator<Item = usize>) -> Vec<Vec<T>> {
    let mut all = all.into_iter();
    lengths.map(|length| all.by_ref().take(length).collect()).collect()
}

/// The transposes of the calls of a chunk, the last call first.
fn transposed_calls<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    chunk: &Chunk<F>,
    bar: Vec<F::Tangent>,
    f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
) {
    for (frame, bar) in chunk.frames.iter().zip(bar).rev() {
        let all = &mut (&mut *f_bar, (At(&mut Discard), ()));
        F::transposed(f, ((), ()), frame, &chunk.stacks, bar, all);
    }
}

/// Both sweeps of each call of a chunk.
fn vjp_of_calls<F: ParallelCode<Index>>(
    f: Object<'_, F>,
    chunk: &mut Chunk<F>,
    bar: Vec<F::Tangent>,
    f_bar: &mut (impl Accumulators<<F as Environment>::Captures> + ?Sized),
) -> Vec<F::Output> {
    let values = chunk.indices.clone().zip(bar).map(|(index, bar)| {
        let all = &mut (&mut *f_bar, (At(&mut Discard), ()));
        F::clear(&mut chunk.stacks);
        F::vjp(f, (index, ()), &mut chunk.stacks, bar, all)
    });
    values.collect()
}
