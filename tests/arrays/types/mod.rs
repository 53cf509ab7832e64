//! Types of elements, of storage, and of accumulators.

mod generic_elements;
mod inferred_elements;
mod sparse_rows;
mod storage;
