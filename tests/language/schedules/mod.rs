//! Schedules, and what is saved for the reverse sweep.

mod fused;
mod pullbacks;
mod saved_values;
