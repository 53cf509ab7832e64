//! Arrays of `ndarray`: small functions, each differentiated, each checked against the laws.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;
#[macro_use]
mod vector_and_matrix;

mod elements;
mod models;
mod operations;
mod types;
mod views;
