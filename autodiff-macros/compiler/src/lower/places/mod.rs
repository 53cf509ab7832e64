//! Places and references to them.

pub mod access;
pub mod array_parts;
pub mod changed_views;
pub mod fields;
pub mod indexing;
pub mod place;
pub mod receiver_borrow;
pub mod ref_select;
pub mod returned_refs;
pub mod user_elements;
pub mod views;
pub mod windows;
