//! What is emitted: names, signatures, tangents, accumulators, listings.

mod accumulators;
mod interface;
mod parameter_types;
mod result_types;
mod show;
mod tangents_by_type;
