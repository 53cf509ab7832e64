//! The module `autodiff::linalg`: each function in several layouts of memory, against finite
//! differences, the dot-product law and other formulas; whole programs; errors and small shapes.

#[macro_use]
mod support;

mod errors;
mod functions;
mod oracles;
mod programs;
mod shapes;
mod spectra;
