//! The table of primitives: one row each, with everything the compiler knows of it.
//!
//! A row says how the primitive is spelled in Rust, what its result is, what it costs, how to
//! evaluate it (for the interpreter), and its derivative: partial derivatives in terms of arguments
//! and of the result for a non-linear primitive. Both modes follow from that one rule: the tangent
//! is a sum of scaled tangents, and transposition does the rest. [`row`] matches exhaustively, so a
//! primitive without a rule does not compile.
//!
//! ```text
//! scalar  the rows
//! linear  which primitives are linear, and in which arguments
//! kinks   the points without a derivative
//! ```

pub mod kinks;
pub mod linear;
pub mod scalar;

pub use scalar::{Prim, row};

use crate::ir::{Block, Function, Literal, Op, Ty, Var};
use proc_macro2::Span;

/// How a primitive is written in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `a + b`
    Infix(&'static str),
    /// `-a`
    Prefix(&'static str),
    /// `a.sin()`, `a.powf(b)`
    Method(&'static str),
    /// A function of the runtime: `::autodiff::__private::name(a, b)`
    Runtime(&'static str),
}

/// The type of a primitive's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The type of the first argument.
    First,
    /// `bool`
    Bool,
    /// `usize`, the index of an arm
    Arm,
}

/// The cost of recomputing the result instead of saving it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expense {
    /// About one machine instruction.
    Flop,
    /// A division or a square root.
    Division,
    /// A library function.
    Library,
}

/// Whether all partial derivatives are finite where the arguments are. The others must have no
/// tangent in a branch that is not taken, since zero times infinity is NaN.
pub fn has_finite_partials(prim: Prim) -> bool {
    use Prim::*;
    let is_arithmetic =
        matches!(prim, Add | Sub | Mul | MulAdd | Neg | Midpoint | ToDegrees | ToRadians);
    let is_piecewise = matches!(row(prim).derivative, Derivative::Zero | Derivative::Select(_))
        || matches!(prim, Abs | Copysign | Fract);
    is_arithmetic
        || is_piecewise
        || matches!(prim, Sin | Cos | Atan | Atan2 | Tanh | Asinh | Hypot | Erf)
}

/// A partial derivative: the factor of the tangent of an argument.
#[derive(Clone, Copy, Debug)]
pub enum Partial {
    /// 0
    Zero,
    /// 1
    One,
    /// −1
    MinusOne,
    /// The factor.
    Times(Var),
    /// The reciprocal of the divisor.
    Over(Var),
    /// The first over the second. If another argument's partial derivative has the same divisor,
    /// the sum is divided once: the quotient of two residuals may leave the range of floats where
    /// the tangent does not. Otherwise it is one number, so that one residual is saved and not two.
    Ratio(Var, Var),
}

/// The rule of a primitive: returns the partial derivative for the argument of the given index,
/// from the arguments and the result.
pub type PartialRule = fn(&mut Rules<'_>, args: &[Var], result: Var, wrt: usize) -> Partial;

/// The derivative of a primitive.
#[derive(Clone, Copy)]
pub enum Derivative {
    /// The result is discrete, or constant almost everywhere: no tangent.
    Zero,
    /// By partial derivatives.
    Partials(PartialRule),
    /// The result is one of the arguments; the given primitive selects it (a bool: first or second;
    /// an index).
    Select(Prim),
    /// A partial derivative of another row. It never occurs in user code, so it is never
    /// differentiated itself.
    OfARule,
}

/// The row of a primitive.
#[derive(Clone, Copy)]
pub struct Row {
    /// Its name in printed stages.
    pub name: &'static str,
    /// The count of arguments.
    pub arity: usize,
    /// How it is written in Rust.
    pub spelling: Spelling,
    /// The type of its result.
    pub output: Output,
    /// The cost of recomputing it.
    pub expense: Expense,
    /// Its derivative.
    pub derivative: Derivative,
    /// Its value, with discrete arguments and results as numbers (true is 1).
    pub evaluate: fn(&[f64]) -> f64,
}

/// The builder that rules use: adds non-linear primitives to a block.
pub struct Rules<'a> {
    /// The function that owns the new variables.
    pub function: &'a mut Function,
    /// The block that the new lets are appended to.
    pub block: &'a mut Block,
    /// Returns the literal that a variable is, if it is one.
    pub literal: &'a dyn Fn(Var) -> Option<f64>,
    /// The user's expression.
    pub span: Span,
}

impl Rules<'_> {
    /// A new primitive applied to the given arguments; it has the type of `like`.
    pub fn apply(&mut self, prim: Prim, args: &[Var]) -> Var {
        let row = row(prim);
        let ty = match row.output {
            Output::First => self.function.ty(args[0]).clone(),
            Output::Bool => Ty::Bool,
            Output::Arm => Ty::USIZE,
        };
        let var = self.function.fresh_primal(row.name, ty, self.span);
        self.block.push(vec![var], Op::Prim(prim, args.to_vec()), self.span);
        var
    }

    /// A real literal of the type of `like`.
    pub fn real(&mut self, value: f64, like: Var) -> Var {
        let ty = self.function.ty(like).clone();
        let var = self.function.fresh_primal("c", ty, self.span);
        self.block.push(vec![var], Op::Literal(Literal::Real(value)), self.span);
        var
    }

    /// The literal that a variable is, if it is one.
    pub fn literal(&self, var: Var) -> Option<f64> {
        (self.literal)(var)
    }

    /// a + b
    pub fn add(&mut self, a: Var, b: Var) -> Var {
        self.apply(Prim::Add, &[a, b])
    }
    /// a − b
    pub fn sub(&mut self, a: Var, b: Var) -> Var {
        self.apply(Prim::Sub, &[a, b])
    }
    /// a · b
    pub fn mul(&mut self, a: Var, b: Var) -> Var {
        self.apply(Prim::Mul, &[a, b])
    }
    /// a / b
    pub fn div(&mut self, a: Var, b: Var) -> Var {
        self.apply(Prim::Div, &[a, b])
    }
    /// −a
    pub fn neg(&mut self, a: Var) -> Var {
        self.apply(Prim::Neg, &[a])
    }
    /// a·a
    pub fn square(&mut self, a: Var) -> Var {
        self.mul(a, a)
    }
    /// √a
    pub fn sqrt(&mut self, a: Var) -> Var {
        self.apply(Prim::Sqrt, &[a])
    }
}
