//! Expressions of one variable, and their values.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub enum Expr {
    Number(f64),
    Variable,
    Sum(Box<Expr>, Box<Expr>),
    Product(Box<Expr>, Box<Expr>),
    Negated(Box<Expr>),
}

#[differentiate]
impl Expr {
    #[differentiate]
    pub fn value(&self, x: f64) -> f64 {
        match self {
            Expr::Number(k) => *k,
            Expr::Variable => x,
            Expr::Sum(a, b) => a.value(x) + b.value(x),
            Expr::Product(a, b) => a.value(x) * b.value(x),
            Expr::Negated(a) => -a.value(x),
        }
    }
}
