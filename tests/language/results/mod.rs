//! `Result`.

mod gradients_of_results;
mod results;
