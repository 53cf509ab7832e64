//! Trees, parsers and graphs.

mod calculators;
mod expressions;
mod grammar;
mod graphs;
