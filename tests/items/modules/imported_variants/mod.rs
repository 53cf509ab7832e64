//! Imported variants of enums.

mod fields;
mod imports;
