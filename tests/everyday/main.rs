//! Programs as people write them every day, and what they need of types that are not seen. A crate of its own, so that little is compiled to try one of them.
// the programs are written in every style there is, on purpose
#![allow(clippy::all, dead_code, unused)]

#[macro_use]
#[path = "../suite/support.rs"]
mod support;

mod graphs;
mod images;
mod made_types;
mod markets;
mod nested_tuples;
mod networks;
mod numerics;
mod physics;
mod robots;
mod simulations;
mod statistics;
mod trackers;
mod tuple_names;
mod variants_brought_in;
