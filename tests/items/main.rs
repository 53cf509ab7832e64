//! Types, methods, traits, modules, names, constants, inference, linear functions and rules: small
//! functions, each differentiated, each checked against the laws.
#![deny(warnings)]
// the programs are written in every style there is, on purpose
#![allow(clippy::all, break_with_label_and_loop, dead_code, unused)]

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod constants;
mod derives;
mod discrete;
mod inference;
mod interface;
mod libraries;
mod linear_functions;
mod methods;
mod modules;
mod rules;
mod source;
mod traits;
mod types;
