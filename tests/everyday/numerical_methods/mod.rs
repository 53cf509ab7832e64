//! Interpolation, roots, integrals and differential equations.

mod adaptive_steps;
mod differential_equations;
mod interpolation;
mod monotone_splines;
mod natural_splines;
mod polynomials;
mod quadrature;
mod runge_kutta;
