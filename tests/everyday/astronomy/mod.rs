//! Orbits, and bodies under gravity.

mod anomalies;
mod bodies;
mod exoplanets;
mod gravitation;
mod leapfrog;
mod orbital_elements;
mod timed_steps;
mod worlds;
