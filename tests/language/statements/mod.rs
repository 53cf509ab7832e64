//! Bindings, assignments, blocks, and the order in which expressions are evaluated.

mod compound_order;
mod copies_in_calls;
mod evaluation_order;
mod exchanged_names;
mod statements;
