//! A calculator: tokens, a Pratt parser, trees of expressions, constant folding, and values where
//! variables are bound.

use autodiff::prelude::*;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Func {
    Sin,
    Exp,
    Ln,
    Sqrt,
}

#[derive(Debug, Clone, PartialEq, Differentiable)]
pub enum Expr {
    Number(f64),
    Variable(usize),
    Unary(#[constant] Func, Box<Expr>),
    Binary(Box<Expr>, #[constant] Op, Box<Expr>),
    Let { slot: usize, value: Box<Expr>, body: Box<Expr> },
    If { test: Box<Expr>, yes: Box<Expr>, no: Option<Box<Expr>> },
}

struct Parser<'a> {
    chars: Peekable<Chars<'a>>,
    names: Vec<String>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, names: &[&str]) -> Self {
        Parser {
            chars: text.chars().peekable(),
            names: names.iter().map(|s| s.to_string()).collect(),
        }
    }
    fn skip(&mut self) {
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
    }
    fn expression(&mut self, power: u8) -> Expr {
        self.skip();
        let mut left = self.atom();
        loop {
            self.skip();
            let (op, level) = match self.chars.peek() {
                Some('+') => (Op::Add, 1),
                Some('-') => (Op::Sub, 1),
                Some('*') => (Op::Mul, 3),
                Some('/') => (Op::Div, 3),
                Some('^') => (Op::Pow, 5),
                _ => return left,
            };
            if level < power {
                return left;
            }
            self.chars.next();
            let right = self.expression(level + 1);
            left = Expr::Binary(Box::new(left), op, Box::new(right));
        }
    }
    fn atom(&mut self) -> Expr {
        match self.chars.peek().copied() {
            Some('(') => {
                self.chars.next();
                let inner = self.expression(0);
                self.skip();
                assert_eq!(self.chars.next(), Some(')'));
                inner
            }
            Some(c) if c.is_ascii_digit() => {
                let mut text = String::new();
                while let Some(c) = self.chars.next_if(|c| c.is_ascii_digit() || *c == '.') {
                    text.push(c);
                }
                Expr::Number(text.parse().unwrap())
            }
            Some(_) => {
                let mut name = String::new();
                while let Some(c) = self.chars.next_if(|c| c.is_alphabetic()) {
                    name.push(c);
                }
                let function = match name.as_str() {
                    "sin" => Some(Func::Sin),
                    "exp" => Some(Func::Exp),
                    "ln" => Some(Func::Ln),
                    "sqrt" => Some(Func::Sqrt),
                    _ => None,
                };
                match function {
                    Some(f) => Expr::Unary(f, Box::new(self.atom())),
                    None => Expr::Variable(
                        self.names.iter().position(|n| *n == name).expect("a known name"),
                    ),
                }
            }
            None => panic!("unexpected end"),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum EvalError {
    DivisionByZero,
    Domain(Func),
    Unbound(usize),
}

#[differentiate]
impl Expr {
    #[differentiate(reverse)]
    pub fn eval(&self, env: &mut Vec<f64>) -> Result<f64, EvalError> {
        Ok(match self {
            Expr::Number(n) => *n,
            Expr::Variable(slot) => *env.get(*slot).ok_or(EvalError::Unbound(*slot))?,
            Expr::Unary(func, inner) => {
                let x = inner.eval(env)?;
                match func {
                    Func::Sin => x.sin(),
                    Func::Exp => x.exp(),
                    Func::Ln if x <= 0.0 => return Err(EvalError::Domain(*func)),
                    Func::Ln => x.ln(),
                    Func::Sqrt => {
                        if x < 0.0 {
                            return Err(EvalError::Domain(Func::Sqrt));
                        }
                        x.sqrt()
                    }
                }
            }
            Expr::Binary(left, op, right) => {
                let (a, b) = (left.eval(env)?, right.eval(env)?);
                match op {
                    Op::Add => a + b,
                    Op::Sub => a - b,
                    Op::Mul => a * b,
                    Op::Div if b == 0.0 => return Err(EvalError::DivisionByZero),
                    Op::Div => a / b,
                    Op::Pow => a.powf(b),
                }
            }
            Expr::Let { slot, value, body } => {
                let v = value.eval(env)?;
                while env.len() <= *slot {
                    env.push(0.0);
                }
                let saved = std::mem::replace(&mut env[*slot], v);
                let result = body.eval(env);
                env[*slot] = saved;
                result?
            }
            Expr::If { test, yes, no } => {
                if test.eval(env)? > 0.0 {
                    yes.eval(env)?
                } else if let Some(no) = no {
                    no.eval(env)?
                } else {
                    0.0
                }
            }
        })
    }

    /// Nodes in the tree
    pub fn size(&self) -> usize {
        1 + match self {
            Expr::Number(_) | Expr::Variable(_) => 0,
            Expr::Unary(_, e) => e.size(),
            Expr::Binary(a, _, b) => a.size() + b.size(),
            Expr::Let { value, body, .. } => value.size() + body.size(),
            Expr::If { test, yes, no } => {
                test.size() + yes.size() + no.as_ref().map_or(0, |e| e.size())
            }
        }
    }
}

#[differentiate(reverse)]
fn evaluate(expr: &Expr, values: &[f64]) -> f64 {
    let mut env = values.to_vec();
    match expr.eval(&mut env) {
        Ok(v) => v + 1e-3 * expr.size() as f64,
        Err(EvalError::DivisionByZero) => f64::INFINITY,
        Err(other) => panic!("{:?}", other),
    }
}

#[differentiate(reverse)]
fn residuals(expr: &Expr, parameters: [f64; 2], #[constant] data: &[(f64, f64)]) -> f64 {
    data.iter()
        .map(|&(x, y)| {
            let [a, b] = parameters;
            (evaluate(expr, &[x, a, b]) - y).powi(2)
        })
        .sum::<f64>()
        .sqrt()
}

fn parsed(text: &str) -> Box<Expr> {
    Box::new(Parser::new(text, &["x", "a", "b"]).expression(0))
}
#[differentiate]
fn calculator_program(x: &[f64]) -> f64 {
    let body = Expr::If {
        test: constant(parsed("x - 0.75")),
        yes: constant(parsed("a * exp(0.3 * x) + sin(b * x ^ 2) / (1.5 + sqrt(x)) - ln(a + 2.5)")),
        no: Some(Box::new(Expr::Binary(
            constant(parsed("x * b")),
            Op::Add,
            Box::new(Expr::Number(x[2])),
        ))),
    };
    let expr =
        Expr::Let { slot: 3, value: Box::new(Expr::Number(x[3] * x[3])), body: Box::new(body) };
    residuals(
        &expr,
        [0.8 + 0.1 * x[0], 1.3 + 0.1 * x[1]],
        &[(0.1, 1.0), (0.4, 0.5), (1.0, -0.4), (1.3, -0.9)],
    )
}
mod laws {
    at_points! { calculator_program }
}
