//! Estimators, densities and regression.

mod accumulators;
mod estimators;
mod likelihoods;
mod moments;
mod normal_densities;
mod regression;
mod reweighted;
