//! References, and the places to which they refer.

mod borrowed_tuples;
mod borrows;
mod changed_tuples;
mod deref_coercions;
mod disjoint_fields;
mod inout;
mod references_from_code;
mod returned_mutable_references;
mod returned_references;
mod selected_places;
mod selected_references;
