//! Whether a value whose type only rustc knows is an `Option` or a `Result`, from where it goes.
//!
//! `f(x).map(g)` may be of an `Option`, of a `Result` or of an iterator. What the method gives
//! tells: that is known of what a function returns, of a `let` with a type, of what `?` or a
//! pattern is put to, and of the receiver of another method. It is noted of the calls in question
//! before the expression is lowered, and holds of these alone. What consumes an iterator tells what
//! the closure gives that its items come from. `Type::new(x).map(g)` likewise: what is held is no
//! value of that type.

use crate::lower::functions::closure::Callable;
use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::{Expr, ExprMethodCall, Pat, Stmt};

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    Any,
    /// It is an `Option` or a `Result`.
    Either,
    Result,
}

/// What the receiver of a method is, where `after` is known of what the method gives.
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

/// Methods of `Result` that are not such of `Option`.
pub fn is_only_of_results(m: &ExprMethodCall) -> bool {
    let takes_error = |f: &Expr| matches!(unparen(f), Expr::Closure(c) if c.inputs.len() == 1);
    match (m.method.to_string().as_str(), m.args.first(), m.args.len()) {
        (name, _, arguments) if library::result::is_method(name, arguments) => true,
        ("or_else" | "unwrap_or_else", Some(f), 1) | ("map_or_else", Some(f), 2) => takes_error(f),
        _ => false,
    }
}

/// What a pattern tells of what it is matched with.
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

/// What a written type tells.
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

/// What an expression that ends with `Some(…)` or `Ok(…)` is.
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

/// The calls that an expression may end with.
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
    /// Does something of which an expression is a part, whose value is known to be of a kind.
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

    /// Does something that calls a function, of whose results it is known what they are.
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

    /// What is known of what a call gives, of a function or of a method.
    pub fn held<C>(&self, call: &C) -> Holder {
        let call: *const () = std::ptr::from_ref(call).cast();
        self.chain
            .held
            .iter()
            .rev()
            .find(|(noted, _)| *noted == call)
            .map_or(Holder::Any, |(_, held)| *held)
    }

    /// What a type tells of a value.
    pub fn held_by_type(&self, ty: &Ty) -> Holder {
        match self.types.shallow(ty) {
            Ty::Wrapped(Wrapper::Option, _) => Holder::Either,
            Ty::Wrapped(Wrapper::Result(_), _) => Holder::Result,
            _ => Holder::Any,
        }
    }
}
