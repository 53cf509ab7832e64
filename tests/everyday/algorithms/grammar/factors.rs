//! Products of factors, which are numbers, variables, and sums in parentheses.

use autodiff::prelude::*;

#[differentiate(reverse)]
pub fn product(variables: &[f64], tokens: &[&str]) -> (f64, usize) {
    let (mut value, mut at) = factor(variables, tokens);
    while at < tokens.len() && (tokens[at] == "*" || tokens[at] == "/") {
        let (other, taken) = factor(variables, &tokens[at + 1..]);
        value = if tokens[at] == "*" { value * other } else { value / other };
        at += 1 + taken;
    }
    (value, at)
}

#[differentiate(reverse)]
fn factor(variables: &[f64], tokens: &[&str]) -> (f64, usize) {
    if tokens[0] == "(" {
        let (inside, taken) = super::sums::sum(variables, &tokens[1..]);
        return (inside, taken + 2);
    }
    let value = match tokens[0] {
        "x" => variables[0],
        "y" => variables[1],
        number => number.parse().unwrap_or(0.0),
    };
    (value, 1)
}
