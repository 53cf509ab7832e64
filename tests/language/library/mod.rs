//! Types and functions of std.

mod maps;
mod std_bodies;
mod std_by_imports;
mod std_prelude;
mod std_types;
mod strings;
