//! The expected types of the calls with which an expression may end: `collect`, `into`,
//! `try_into().unwrap()`, `array::from_fn` return the expected type.
//!
//! A `let` with a type expects that type. So do the result of the function, a field that stores a
//! value, and a consumer of a chain, for the closure that computes its items. The type is recorded
//! before the expression is lowered, and applies to these calls alone.

use crate::lower::functions::closure::Callable;
use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::{Expr, Stmt, Type};

/// A call, by its address, and the type that is expected of it.
pub type Expectation = (*const (), Type);

/// Records the expected type of the calls with which an expression may end.
fn note_expected(e: &Expr, ty: &Type, found: &mut Vec<Expectation>) {
    match (unparen(e), ty) {
        (e, Type::Paren(ty)) => note_expected(e, &ty.elem, found),
        (e, Type::Group(ty)) => note_expected(e, &ty.elem, found),
        (Expr::Call(c), _) => match (payload_expr(c), payload_type(ty)) {
            (Some(e), Some(ty)) => note_expected(e, ty, found),
            _ => found.push((std::ptr::from_ref(c).cast(), ty.clone())),
        },
        (Expr::MethodCall(m), _) => found.push((std::ptr::from_ref(m).cast(), ty.clone())),
        (Expr::Tuple(t), Type::Tuple(ty)) => {
            t.elems.iter().zip(&ty.elems).for_each(|(e, ty)| note_expected(e, ty, found))
        }
        (Expr::Array(a), Type::Array(ty)) => {
            a.elems.iter().for_each(|e| note_expected(e, &ty.elem, found))
        }
        (Expr::Reference(r), Type::Reference(ty)) => note_expected(&r.expr, &ty.elem, found),
        (Expr::Block(b), _) => note_block(&b.block, ty, found),
        (Expr::If(i), _) => {
            note_block(&i.then_branch, ty, found);
            i.else_branch.iter().for_each(|(_, e)| note_expected(e, ty, found));
        }
        (Expr::Match(m), _) => m.arms.iter().for_each(|arm| note_expected(&arm.body, ty, found)),
        _ => {}
    }
}

fn note_block(block: &syn::Block, ty: &Type, found: &mut Vec<Expectation>) {
    if let Some(Stmt::Expr(e, None)) = block.stmts.last() {
        note_expected(e, ty, found);
    }
}

/// `x` of `Some(x)` and `Ok(x)`.
fn payload_expr(c: &syn::ExprCall) -> Option<&Expr> {
    let Expr::Path(p) = unparen(&c.func) else { return None };
    let wraps = library::option::is_some(&p.path) || library::result::is_ok(&p.path) == Some(true);
    c.args.first().filter(|_| wraps && c.args.len() == 1)
}

/// The payload type of an `Option`, or of `Ok` in a `Result`.
fn payload_type(ty: &Type) -> Option<&Type> {
    crate::type_class::option_type(ty).or_else(|| library::result::ok_type(ty))
}

/// The item type of a collection of std into which items are collected.
pub fn item_type(ty: &Type) -> Option<&Type> {
    if let Type::Path(path) = ty {
        crate::type_class::only_argument(path, &["Vec", "VecDeque"])
    } else {
        None
    }
}

impl Lowerer<'_> {
    /// Calls `lower` while an expression in it is expected to be of a type.
    pub fn with_expected<T>(
        &mut self,
        e: &Expr,
        ty: Option<&Type>,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.chain.expectations.len();
        ty.into_iter().for_each(|ty| note_expected(e, ty, &mut self.chain.expectations));
        let value = lower(self);
        self.chain.expectations.truncate(before);
        value
    }

    /// Calls `lower` while the results of a function that it calls are expected to be of a type.
    pub fn with_expected_of<T>(
        &mut self,
        f: Option<&Callable>,
        ty: Option<&Type>,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match f {
            Some(Callable::Closure(c)) => self.with_expected(c.body(), ty, lower),
            _ => lower(self),
        }
    }

    /// The type that is expected of a call of a function or of a method.
    pub fn expected<C>(&self, call: &C) -> Option<Type> {
        let call: *const () = std::ptr::from_ref(call).cast();
        self.chain
            .expectations
            .iter()
            .rev()
            .find(|(noted, _)| *noted == call)
            .map(|(_, ty)| ty.clone())
    }

    /// The type that is expected of a method call, or was inferred for it.
    pub fn expected_method_type(&self, m: &syn::ExprMethodCall) -> Option<Type> {
        self.expected(m).or_else(|| self.names.inferred.method(m).cloned())
    }
}
