//! `Result`.

mod constructed_arguments;
mod gradients_of_results;
mod results;
