//! Elements: as places, in iterators, in `Zip`, as slices.

mod iterators;
mod places;
mod slices;
mod zips;
