//! Arrays of `ndarray`: small functions, each differentiated, each held against the laws.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;
#[macro_use]
mod vector_and_matrix;

mod array_chains;
mod array_element_types;
mod array_elements;
mod array_generic;
mod array_items;
mod array_kernels;
mod array_models;
mod array_names;
mod array_namesakes;
mod array_parts;
mod array_payloads;
mod array_results;
mod array_rows;
mod array_shapes;
mod array_slices;
mod array_storage;
mod array_views;
mod array_views_changed;
mod array_views_disjoint;
mod array_views_held;
mod array_views_kept;
mod array_views_moved;
mod array_zips;
mod arrays_moved;
mod ndarrays;
mod sparse_rows;
