//! Places and references to them.

pub mod access;
pub mod arrays;
pub mod fields;
pub mod indexing;
pub mod place;
pub mod receiver_borrow;
pub mod ref_select;
pub mod returned_refs;
pub mod user_elements;
pub mod views;
pub mod windows;
