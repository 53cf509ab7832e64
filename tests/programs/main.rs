//! Ordinary numerical programs of twenty to eighty lines, checked against the laws; and random
//! programs.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod algebra;
mod complex;
mod equations;
mod everyday_curves;
mod everyday_geometry;
mod everyday_matrices;
mod everyday_matrix_types;
mod everyday_models;
mod everyday_networks;
mod everyday_orbits;
mod everyday_scenes;
mod everyday_signals;
mod everyday_solvers;
mod everyday_systems;
mod geometry;
mod kalman;
mod nbody;
mod quaternions;
mod signals;
mod statistics;

// written by the compiler's tests; `#[rustfmt::skip]` alone would have rustc expand all that is in
// it backwards, and a derive after the functions that it is before
#[cfg_attr(rustfmt, rustfmt::skip)]
mod generated;
