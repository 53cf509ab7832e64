//! Infers from its uses whether a value of unknown type is an `Option` or a `Result`.
//!
//! `f(x).map(g)` may be called on an `Option`, on a `Result` or on an iterator. The use of the
//! method's result decides. The kind is known for a returned value, a `let` with a type, the
//! operand of `?`, the scrutinee of a pattern, and the receiver of another method. It is recorded
//! for the calls in question before the expression is lowered, and applies to these alone. The
//! consumer of an iterator determines the results of the closure that computes its items. For
//! `Type::new(x).map(g)` likewise: a value that is held is not one of that type.

use crate::lower::functions::closure::Callable;
use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::{Expr, ExprMethodCall, Pat, Stmt};

/// The kind of a value, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    Any,
    /// It is an `Option` or a `Result`.
    Either,
    Result,
}

/// The kind of a method's receiver, where `after` is the kind of the method's result.
pub fn holder(m: &ExprMethodCall, after: Holder) -> Holder {
    match (m.method.to_string().as_str(), m.args.len()) {
        _ if is_only_of_results(m) => Holder::Result,
        ("unwrap_or" | "unwrap_or_else", 1)
        | ("unwrap_or_default", 0)
        | ("map_or" | "map_or_else", 2) => Holder::Either,
        ("unwrap" | "is_some" | "is_none", 0)
        | ("expect" | "is_some_and" | "is_none_or" | "ok_or" | "ok_or_else", 1) => Holder::Either,
        ("map" | "and_then" | "or_else" | "or" | "and" | "inspect" | "filter", 1)
        | ("copied" | "cloned" | "clone" | "as_ref" | "flatten", 0) => after,
        _ => Holder::Any,
    }
}

/// Methods of `Result` that `Option` does not have.
pub fn is_only_of_results(m: &ExprMethodCall) -> bool {
    let takes_error = |f: &Expr| matches!(unparen(f), Expr::Closure(c) if c.inputs.len() == 1);
    match (m.method.to_string().as_str(), m.args.first(), m.args.len()) {
        (name, _, arguments) if library::result::is_method(name, arguments) => true,
        ("or_else" | "unwrap_or_else", Some(f), 1) | ("map_or_else", Some(f), 2) => takes_error(f),
        _ => false,
    }
}

/// The kind of the values that a pattern matches.
pub fn of_pattern(pat: &Pat) -> Holder {
    match pat {
        Pat::Paren(p) => of_pattern(&p.pat),
        Pat::Reference(r) => of_pattern(&r.pat),
        Pat::Or(o) => {
            o.cases.iter().map(of_pattern).find(|held| *held != Holder::Any).unwrap_or(Holder::Any)
        }
        Pat::TupleStruct(t) if library::option::is_some(&t.path) => Holder::Either,
        Pat::TupleStruct(t) if library::result::is_ok(&t.path).is_some() => Holder::Result,
        Pat::Ident(i) if i.ident == "None" => Holder::Either,
        Pat::Path(p) if library::option::is_none(&p.path) => Holder::Either,
        _ => Holder::Any,
    }
}

/// The kind that a written type shows.
pub fn of_annotation(ty: &syn::Type) -> Holder {
    match ty {
        syn::Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Option") => {
            Holder::Either
        }
        syn::Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Result") => {
            Holder::Result
        }
        _ => Holder::Any,
    }
}

/// The kind of an expression that ends with `Some(…)` or `Ok(…)`.
pub fn of_end(e: &Expr) -> Holder {
    match unparen(e) {
        Expr::Block(b) => match b.block.stmts.last() {
            Some(Stmt::Expr(e, None)) => of_end(e),
            _ => Holder::Any,
        },
        Expr::If(i) => match i.then_branch.stmts.last() {
            Some(Stmt::Expr(e, None)) => of_end(e),
            _ => Holder::Any,
        },
        Expr::Match(m) => m
            .arms
            .iter()
            .map(|arm| of_end(&arm.body))
            .find(|held| *held != Holder::Any)
            .unwrap_or(Holder::Any),
        Expr::Path(p) if library::option::is_none(&p.path) => Holder::Either,
        Expr::Call(c) => match unparen(&c.func) {
            Expr::Path(p) if library::option::is_some(&p.path) => Holder::Either,
            Expr::Path(p) if library::result::is_ok(&p.path).is_some() => Holder::Result,
            _ => Holder::Any,
        },
        _ => Holder::Any,
    }
}

/// The calls with which an expression may end.
fn ends(e: &Expr, found: &mut Vec<*const ()>) {
    let mut of_block = |block: &syn::Block| {
        if let Some(Stmt::Expr(e, None)) = block.stmts.last() {
            ends(e, found);
        }
    };
    match unparen(e) {
        Expr::MethodCall(m) => found.push(std::ptr::from_ref(m).cast()),
        Expr::Call(c) => found.push(std::ptr::from_ref(c).cast()),
        Expr::Block(b) => of_block(&b.block),
        Expr::If(i) => {
            of_block(&i.then_branch);
            if let Some((_, e)) = &i.else_branch {
                ends(e, found);
            }
        }
        Expr::Match(m) => m.arms.iter().for_each(|arm| ends(&arm.body, found)),
        _ => {}
    }
}

impl Lowerer<'_> {
    /// Calls `lower` while the value of an expression in it is known to be of a kind.
    pub fn with_held<T>(
        &mut self,
        e: &Expr,
        held: Holder,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.chain.held.len();
        if held != Holder::Any {
            let mut found = Vec::new();
            ends(e, &mut found);
            self.chain.held.extend(found.into_iter().map(|m| (m, held)));
        }
        let value = lower(self);
        self.chain.held.truncate(before);
        value
    }

    /// Calls `lower` while the results of a function that it calls are known to be of a kind.
    pub fn with_held_of<T>(
        &mut self,
        f: Option<&Callable>,
        held: Holder,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match f {
            Some(Callable::Closure(c)) => self.with_held(c.body(), held, lower),
            _ => lower(self),
        }
    }

    /// The known kind of the result of a call of a function or of a method.
    pub fn held<C>(&self, call: &C) -> Holder {
        let call: *const () = std::ptr::from_ref(call).cast();
        self.chain
            .held
            .iter()
            .rev()
            .find(|(noted, _)| *noted == call)
            .map_or(Holder::Any, |(_, held)| *held)
    }

    /// The kind that the type of a value shows.
    pub fn held_by_type(&self, ty: &Ty) -> Holder {
        match self.types.shallow(ty) {
            Ty::Wrapped(Wrapper::Option, _) => Holder::Either,
            Ty::Wrapped(Wrapper::Result(_), _) => Holder::Result,
            _ => Holder::Any,
        }
    }
}
