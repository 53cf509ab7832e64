//! Sums of products.

use super::factors::product;
use autodiff::prelude::*;

/// The value of a sum at the start of the tokens, and how many of them it takes.
#[differentiate(reverse)]
pub fn sum(variables: &[f64], tokens: &[&str]) -> (f64, usize) {
    let (mut total, mut at) = product(variables, tokens);
    while at < tokens.len() && (tokens[at] == "+" || tokens[at] == "-") {
        let (term, taken) = product(variables, &tokens[at + 1..]);
        total = if tokens[at] == "+" { total + term } else { total - term };
        at += 1 + taken;
    }
    (total, at)
}
