//! Molecules, mixtures and reactions; epidemics.

mod bubble_points;
mod epidemic_phases;
mod epidemics;
mod mechanisms;
mod molecular_dynamics;
mod molecules;
mod policies;
