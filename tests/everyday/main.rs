//! Whole programs in ordinary style, by field: each is differentiated, and checked against the laws
//! or central differences.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod algorithms;
mod astronomy;
mod chemistry_and_biology;
mod estimation;
mod finance;
mod geometry;
mod learning;
mod linear_algebra;
mod movable;
mod numerical_methods;
mod physics;
mod processes;
mod robotics;
mod signals;
mod statistics;
