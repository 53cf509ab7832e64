//! The symbolic derivative of an expression, and its simplification.

use super::tree::Expr;
use autodiff::prelude::*;

#[differentiate]
pub fn derived(e: &Expr) -> Expr {
    match e {
        Expr::Number(_) => Expr::Number(0.0),
        Expr::Variable => Expr::Number(1.0),
        Expr::Sum(a, b) => Expr::Sum(Box::new(derived(a)), Box::new(derived(b))),
        Expr::Product(a, b) => {
            let left = Expr::Product(Box::new(derived(a)), b.clone());
            let right = Expr::Product(a.clone(), Box::new(derived(b)));
            Expr::Sum(Box::new(left), Box::new(right))
        }
        Expr::Negated(a) => Expr::Negated(Box::new(derived(a))),
    }
}

#[differentiate]
pub fn simplified(e: Expr) -> Expr {
    match e {
        Expr::Sum(a, b) => match (simplified(*a), simplified(*b)) {
            (Expr::Number(x), Expr::Number(y)) => Expr::Number(x + y),
            (a, b) => Expr::Sum(Box::new(a), Box::new(b)),
        },
        Expr::Product(a, b) => {
            let (a, b) = (simplified(*a), simplified(*b));
            match (&a, &b) {
                (Expr::Number(x), Expr::Number(y)) => Expr::Number(x * y),
                _ => Expr::Product(Box::new(a), Box::new(b)),
            }
        }
        Expr::Negated(a) => match simplified(*a) {
            Expr::Number(x) => Expr::Number(-x),
            Expr::Negated(inner) => *inner,
            other => Expr::Negated(Box::new(other)),
        },
        other => other,
    }
}
