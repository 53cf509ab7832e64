//! Views.

mod changed_views;
mod disjoint_views;
mod held_views;
mod moved_views;
mod parts;
mod uncopied_views;
mod views;
