//! Slices, vectors, arrays, deques and ranges.

mod arrays;
mod changed_slice_variables;
mod constructed_arrays;
mod deques;
mod range_values;
mod references_in_arrays;
mod slice_methods;
mod slice_variables;
mod slices;
