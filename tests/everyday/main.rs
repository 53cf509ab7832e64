//! Whole programs in ordinary style. A crate of its own, so that little is compiled to try one of
//! them.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod arm_kinematics;
mod arms;
mod array_models;
mod audio;
mod bearings;
mod calculators;
mod controllers;
mod ellipsoids;
mod epidemics;
mod exoplanets;
mod expressions;
mod filter_chains;
mod fluids;
mod gaussian_processes;
mod geodesy;
mod grammar;
mod graphs;
mod gravitation;
mod heat;
mod hidden_markov;
mod images;
mod kalman;
mod least_squares;
mod markets;
mod mechanisms;
mod monte_carlo;
mod movable;
mod networks;
mod numerics;
mod order_book;
mod physics;
mod policies;
mod random_paths;
mod recurrent;
mod regression;
mod robots;
mod satellites;
mod scenes;
mod simulations;
mod spectra;
mod statistics;
mod trackers;
mod vehicles;
