//! Expressions as trees: their symbolic derivatives, simplified and evaluated. The type and its
//! transformations are in files of their own.

mod rewritten;
mod tree;

use autodiff::prelude::*;
use rewritten::{derived, simplified};
use tree::Expr;

#[differentiate]
fn slope(q: &[f64]) -> f64 {
    let scaled = Expr::Product(Box::new(Expr::Number(q[1])), Box::new(Expr::Variable));
    let whole = Expr::Sum(Box::new(scaled), Box::new(Expr::Negated(Box::new(Expr::Number(q[2])))));
    let whole = Expr::Product(Box::new(whole.clone()), Box::new(whole));
    simplified(derived(&whole)).value(q[0])
}

#[test]
fn gradients() {
    check!(slope, [0.7, 1.3, -0.4]);
}
