//! Random numbers, dual numbers, the tape.

mod dual;
pub mod random_numbers;
mod tape;
