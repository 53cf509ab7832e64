//! Programs of the kind people have: ordinary numerical Rust of twenty to eighty lines, held
//! against the laws.

mod algebra;
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
mod signals;
mod statistics;
