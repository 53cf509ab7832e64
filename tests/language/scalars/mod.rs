//! Scalars: operators, methods, conversions, types of literals, functions of `libm`.

mod conversions;
mod integers;
mod libm_functions;
mod literal_types;
mod scalars;
mod single_precision;
