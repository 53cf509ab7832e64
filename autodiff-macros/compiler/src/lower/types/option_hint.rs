//! Infers from its uses whether a value of unknown type is an `Option` or a `Result`.
//!
//! `f(x).map(g)` may be called on an `Option`, on a `Result` or on an iterator. The use of the
//! method's result decides. The kind is known for a returned value, a `let` with a type, the
//! operand of `?`, the scrutinee of a pattern, and the receiver of another method. It is recorded
//! for the calls in question before the expression is lowered, and applies to these alone. The
//! consumer of an iterator determines the results of the closure that computes its items. In
//! `Type::new(x).map(g)` it is inferred likewise whether `new` returns a `Type`, or an `Option` or
//! `Result` of it.

use crate::lower::functions::closure::Callable;
use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::{Expr, ExprMethodCall, Pat, Stmt};

/// The kind of a value, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionHint {
    Any,
    /// It is an `Option` or a `Result`.
    Either,
    Result,
}

/// The kind of a method's receiver, where `after` is the kind of the method's result.
pub fn receiver_hint(m: &ExprMethodCall, after: OptionHint) -> OptionHint {
    match (m.method.to_string().as_str(), m.args.len()) {
        _ if is_only_of_results(m) => OptionHint::Result,
        ("unwrap_or" | "unwrap_or_else", 1)
        | ("unwrap_or_default", 0)
        | ("map_or" | "map_or_else", 2) => OptionHint::Either,
        ("unwrap" | "is_some" | "is_none", 0)
        | ("expect" | "is_some_and" | "is_none_or" | "ok_or" | "ok_or_else", 1) => {
            OptionHint::Either
        }
        ("map" | "and_then" | "or_else" | "or" | "and" | "inspect" | "filter", 1)
        | ("copied" | "cloned" | "clone" | "as_ref" | "flatten", 0) => after,
        _ => OptionHint::Any,
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
pub fn hint_of_pattern(pat: &Pat) -> OptionHint {
    match pat {
        Pat::Paren(p) => hint_of_pattern(&p.pat),
        Pat::Reference(r) => hint_of_pattern(&r.pat),
        Pat::Or(o) => o
            .cases
            .iter()
            .map(hint_of_pattern)
            .find(|held| *held != OptionHint::Any)
            .unwrap_or(OptionHint::Any),
        Pat::TupleStruct(t) if library::option::is_some(&t.path) => OptionHint::Either,
        Pat::TupleStruct(t) if library::result::is_ok(&t.path).is_some() => OptionHint::Result,
        Pat::Ident(i) if i.ident == "None" => OptionHint::Either,
        Pat::Path(p) if library::option::is_none(&p.path) => OptionHint::Either,
        _ => OptionHint::Any,
    }
}

/// The kind that a written type shows.
pub fn of_annotation(ty: &syn::Type) -> OptionHint {
    match ty {
        syn::Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Option") => {
            OptionHint::Either
        }
        syn::Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Result") => {
            OptionHint::Result
        }
        _ => OptionHint::Any,
    }
}

/// The kind of an expression that ends with `Some(…)` or `Ok(…)`.
pub fn hint_of_tail(e: &Expr) -> OptionHint {
    match unparen(e) {
        Expr::Block(b) => match b.block.stmts.last() {
            Some(Stmt::Expr(e, None)) => hint_of_tail(e),
            _ => OptionHint::Any,
        },
        Expr::If(i) => match i.then_branch.stmts.last() {
            Some(Stmt::Expr(e, None)) => hint_of_tail(e),
            _ => OptionHint::Any,
        },
        Expr::Match(m) => m
            .arms
            .iter()
            .map(|arm| hint_of_tail(&arm.body))
            .find(|held| *held != OptionHint::Any)
            .unwrap_or(OptionHint::Any),
        Expr::Path(p) if library::option::is_none(&p.path) => OptionHint::Either,
        Expr::Call(c) => match unparen(&c.func) {
            Expr::Path(p) if library::option::is_some(&p.path) => OptionHint::Either,
            Expr::Path(p) if library::result::is_ok(&p.path).is_some() => OptionHint::Result,
            _ => OptionHint::Any,
        },
        _ => OptionHint::Any,
    }
}

/// The calls with which an expression may end.
fn collect_tail_calls(e: &Expr, found: &mut Vec<*const ()>) {
    let mut of_block = |block: &syn::Block| {
        if let Some(Stmt::Expr(e, None)) = block.stmts.last() {
            collect_tail_calls(e, found);
        }
    };
    match unparen(e) {
        Expr::MethodCall(m) => found.push(std::ptr::from_ref(m).cast()),
        Expr::Call(c) => found.push(std::ptr::from_ref(c).cast()),
        Expr::Block(b) => of_block(&b.block),
        Expr::If(i) => {
            of_block(&i.then_branch);
            if let Some((_, e)) = &i.else_branch {
                collect_tail_calls(e, found);
            }
        }
        Expr::Match(m) => m.arms.iter().for_each(|arm| collect_tail_calls(&arm.body, found)),
        _ => {}
    }
}

impl Lowerer<'_> {
    /// Calls `lower` while the value of an expression in it is known to be of a kind.
    pub fn with_hint<T>(
        &mut self,
        e: &Expr,
        held: OptionHint,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.chain.option_hints.len();
        if held != OptionHint::Any {
            let mut found = Vec::new();
            collect_tail_calls(e, &mut found);
            self.chain.option_hints.extend(found.into_iter().map(|m| (m, held)));
        }
        let value = lower(self);
        self.chain.option_hints.truncate(before);
        value
    }

    /// Calls `lower` while the results of a function that it calls are known to be of a kind.
    pub fn with_hint_of<T>(
        &mut self,
        f: Option<&Callable>,
        held: OptionHint,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match f {
            Some(Callable::Closure(c)) => self.with_hint(c.body(), held, lower),
            _ => lower(self),
        }
    }

    /// The known kind of the result of a call of a function or of a method.
    pub fn hint_of_call<C>(&self, call: &C) -> OptionHint {
        let call: *const () = std::ptr::from_ref(call).cast();
        self.chain
            .option_hints
            .iter()
            .rev()
            .find(|(noted, _)| *noted == call)
            .map_or(OptionHint::Any, |(_, held)| *held)
    }

    /// The kind that the type of a value shows.
    pub fn hint_of_type(&self, ty: &Ty) -> OptionHint {
        match self.types.shallow(ty) {
            Ty::Wrapped(Wrapper::Option, _) => OptionHint::Either,
            Ty::Wrapped(Wrapper::Result(_), _) => OptionHint::Result,
            _ => OptionHint::Any,
        }
    }
}
