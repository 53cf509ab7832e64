//! Functions whose calls run on several threads: what parallel iterators and `rayon::join` become
//! in differentiated functions.
//!
//! - [`parallel_map`](fn@parallel_map) calls a function object for each index of a range.
//! - [`parallel_sum`](fn@parallel_sum) returns the sum of the values.
//! - [`parallel_join`](fn@parallel_join) calls two function objects.
//!
//! The indices are divided into contiguous chunks. Each chunk has residuals of its own, and in the
//! reverse sweep accumulators of its own for the captures ([`Buffer`](pages::Buffer)). These are
//! added to the real accumulators in the order of the chunks. So results depend on the count of
//! threads, and not on which thread runs first.
//!
//! ```text
//! map     `parallel_map`
//! sum     `parallel_sum`
//! join    `parallel_join`: value, tangent and transpose
//! chunks  calls for the indices of a chunk
//! pages   sums of cotangents of a capture, in pages
//! shared  captures that several threads read
//! ```

mod chunks;
mod join;
mod map;
mod pages;
mod shared;
mod sum;

pub use join::parallel_join;
pub use map::parallel_map;
pub use shared::Inactive;
pub use sum::parallel_sum;

use alloc::vec::Vec;

/// How many chunks a thread gets: more balance the load better, fewer need less memory.
#[cfg(feature = "rayon")]
const CHUNKS_OF_THREAD: usize = 4;

/// The count of chunks of `n` calls.
fn count_of_chunks(n: usize) -> usize {
    #[cfg(feature = "rayon")]
    let most = match rayon::current_num_threads() {
        0 | 1 => 1,
        threads => CHUNKS_OF_THREAD * threads,
    };
    #[cfg(not(feature = "rayon"))]
    let most = 1;
    n.min(most)
}

/// Whether there is more than one thread.
fn has_threads() -> bool {
    count_of_chunks(usize::MAX) > 1
}

/// Calls `f` with each item, on several threads, and returns the results in order.
fn run<T: Send, R: Send>(items: Vec<T>, f: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    if items.len() < 2 {
        return items.into_iter().map(f).collect();
    }
    #[cfg(feature = "rayon")]
    {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        // one item is many calls
        items.into_par_iter().with_max_len(1).map(f).collect()
    }
    #[cfg(not(feature = "rayon"))]
    items.into_iter().map(f).collect()
}

/// Calls both functions, on several threads.
fn call_both<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "rayon")]
    return rayon::join(a, b);
    #[cfg(not(feature = "rayon"))]
    (a(), b())
}
