//! Constants and variants of another file.
#![allow(non_upper_case_globals, non_camel_case_types)]

pub const meter: u8 = 0;
pub(super) const foot: u8 = 1;
/// Not seen by who imports all.
#[allow(dead_code)]
const scale: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Light {
    on,
    off,
}
