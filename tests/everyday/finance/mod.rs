//! Bonds, options, portfolios, rates and orders.

mod bonds;
mod implied_rates;
mod option_trees;
mod options;
mod order_book;
mod portfolios;
mod yield_curves;
