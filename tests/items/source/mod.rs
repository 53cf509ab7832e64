//! Items in bodies, macros, and places in the source.

mod inner_items;
mod item_macros;
mod macros;
mod source_places;
