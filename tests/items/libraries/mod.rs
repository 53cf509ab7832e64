//! Random numbers, dual numbers, the tape.

mod dual;
mod random_numbers;
mod tape;
