//! `Option`.

mod borrowed_options;
mod changed_options;
mod integer_options;
mod option_flow;
mod options;
mod options_in_vecs;
mod options_of_references;
mod options_of_structs;
mod parts_and_transpose;
