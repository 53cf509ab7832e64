//! Iterators: chains, loops over them, user-defined ones.

mod both_ends;
mod chains;
mod everyday_chains;
mod forwarded_iterators;
mod iterator_effects;
mod iterator_parameters;
mod iterators;
mod plain_iterators;
mod resumed_iterators;
mod returned_iterators;
mod sums_of_types;
mod user_iterators;
