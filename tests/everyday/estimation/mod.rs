//! Kalman filters, trackers, and graphs of poses.

mod bearings;
mod extended_kalman;
mod kalman_arrays;
mod kalman_const_generics;
mod kalman_indexed;
mod pose_graphs;
mod tracks;
