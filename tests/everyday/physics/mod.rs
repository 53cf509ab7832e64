//! Heat, fluids and rotating bodies.

mod fluids;
mod grids;
mod heat_plates;
mod heat_rods;
mod rigid_bodies;
mod satellites;
