//! Filters, spectra, sound and images.

mod audio;
mod complex;
mod convolutions;
mod fast_transforms;
mod filter_chains;
mod images;
mod smoothing;
mod spectra;
mod synthesizers;
mod tones;
mod transforms;
