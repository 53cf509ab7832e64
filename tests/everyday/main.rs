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
mod chosen_sides;
mod coerced_references;
mod compared;
mod constant_data;
mod constants_of_user_types;
mod constructed_types;
mod controllers;
mod conversions_of_user_types;
mod ellipsoids;
mod epidemics;
mod exoplanets;
mod expressions;
mod filter_chains;
mod fluids;
mod functions_as_variables;
mod gaussian_processes;
mod generic_parts;
mod geodesy;
mod grammar;
mod graphs;
mod gravitation;
mod ground_stations;
mod heat;
mod hidden_markov;
mod images;
mod inferred_across_files;
mod integrators;
mod iterators_by_path;
mod iterators_passed;
mod iterators_passed_on;
mod kalman;
mod least_squares;
mod literals_passed;
mod markets;
mod mechanisms;
mod methods_named_as_of_std;
mod monte_carlo;
mod named_as_modules;
mod nested_tuples;
mod networks;
mod numerics;
mod options_of_matrices;
mod options_of_structs;
mod order_book;
mod physics;
mod policies;
mod random_paths;
mod recurrent;
mod regression;
mod returned_places;
mod robots;
mod satellites;
mod scenes;
mod simulations;
mod spectra;
mod statistics;
mod trackers;
mod traits_named_as_of_libraries;
mod tuple_names;
mod types_of_other_files;
mod variants_imported;
mod variants_named_as_of_std;
mod vehicles;
