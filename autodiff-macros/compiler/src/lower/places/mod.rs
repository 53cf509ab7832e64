//! Places and references to them.
//!
//! ```text
//! place            which place an expression denotes
//! access           reads and writes of places
//! fields           fields and components
//! indexing         user-defined `Index` and `IndexMut` (user_elements: parts of such elements)
//! views            views of a part whose other parts change
//! windows          references to slices that are assigned other parts
//! ref_select       references that a branch selects
//! returned_refs    references that functions return
//! receiver_borrow  whether a method changes its receiver
//! arrays           parts and views of arrays of `ndarray`
//! ```

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
