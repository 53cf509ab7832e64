//! Iterators: chains, loops over them, user-defined ones.

mod chains;
mod everyday_chains;
mod iterator_effects;
mod iterators;
mod plain_iterators;
mod resumed_iterators;
mod sums_of_types;
mod user_iterators;
