//! Random processes: Gaussian, hidden Markov, and simulated paths.

mod gaussian_processes;
mod hidden_markov;
mod hidden_markov_arrays;
mod hidden_markov_paths;
mod kernels;
mod monte_carlo;
mod random_paths;
