//! Evaluates code that the compiler passes through: the subset of Rust that the programs of the
//! tests use in such code.

use crate::plain;
use autodiff_compiler::ir::Ty;
use autodiff_compiler::ir::interpret::{Value, evaluate_prim};
use autodiff_compiler::primitives::Prim;
use proc_macro2::TokenStream;
use std::cell::RefCell;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, Lit, Pat, Path, Token, UnOp};

/// Why there is no value.
pub enum Failure {
    /// The code is not understood.
    Unknown,
    /// It panics.
    Panic(String),
}

use Failure::{Panic, Unknown};

type Scope = Vec<(String, Value)>;

/// The value of code over variables, and over those that it changes; `constant` knows paths.
pub fn evaluate(
    code: &TokenStream,
    variables: &[(&str, Value)],
    changed: &mut [(&str, Value)],
    constant: &dyn Fn(&str) -> Option<Value>,
) -> Result<Value, Failure> {
    let e: Expr = syn::parse2(code.clone()).map_err(|_| Unknown)?;
    let scope = variables.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    Evaluator { constant, changed: RefCell::new(changed) }.value(&e, &scope)
}

/// The variable that an expression is, or refers to.
fn name_of(e: &Expr) -> Option<String> {
    match e {
        Expr::Paren(e) => name_of(&e.expr),
        Expr::Group(e) => name_of(&e.expr),
        Expr::Reference(e) => name_of(&e.expr),
        Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => name_of(&u.expr),
        Expr::Path(p) => p.path.get_ident().map(|i| i.to_string()),
        _ => None,
    }
}

/// The last name of a path.
pub fn last(path: &Path) -> String {
    path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
}

fn is(value: &Value, name: &str) -> bool {
    matches!(value, Value::Struct(s) if s.name == name)
}

fn content(value: &Value) -> Option<Value> {
    match value {
        Value::Struct(s) if s.name == "Some" || s.name == "Ok" => s.fields.get("0").cloned(),
        _ => None,
    }
}

struct Evaluator<'a, 'c, 'n> {
    constant: &'a dyn Fn(&str) -> Option<Value>,
    changed: RefCell<&'c mut [(&'n str, Value)]>,
}

impl Evaluator<'_, '_, '_> {
    /// What a variable that the code changes becomes.
    fn change(&self, e: &Expr, new: Value) -> Result<(), Failure> {
        let name = name_of(e).ok_or(Unknown)?;
        let mut changed = self.changed.borrow_mut();
        let (_, slot) = changed.iter_mut().find(|(n, _)| *n == name).ok_or(Unknown)?;
        *slot = new;
        Ok(())
    }

    fn is_changed(&self, e: &Expr) -> bool {
        name_of(e).is_some_and(|name| self.changed.borrow().iter().any(|(n, _)| *n == name))
    }

    fn value(&self, e: &Expr, scope: &Scope) -> Result<Value, Failure> {
        match e {
            Expr::Paren(e) => self.value(&e.expr, scope),
            Expr::Group(e) => self.value(&e.expr, scope),
            Expr::Reference(e) => self.value(&e.expr, scope),
            Expr::Block(b) => self.block(&b.block, scope),
            Expr::Path(p) => self.path(&p.path, scope),
            Expr::Lit(l) => literal(&l.lit),
            Expr::Array(a) => Ok(Value::Array(
                a.elems.iter().map(|e| self.value(e, scope)).collect::<Result<Vec<_>, _>>()?.into(),
            )),
            // of a number that fits: counts and indices
            Expr::Cast(c) => {
                let is_to = |ty: &str| matches!(&*c.ty, syn::Type::Path(p) if p.path.is_ident(ty));
                match self.value(&c.expr, scope)? {
                    Value::Int(x) if is_to("usize") && x >= 0 => Ok(Value::Int(x)),
                    Value::Int(x) if is_to("f64") => Ok(Value::Real(x as f64)),
                    x @ Value::Real(_) if is_to("f64") => Ok(x),
                    _ => Err(Unknown),
                }
            }
            Expr::Tuple(t) => Ok(Value::Tuple(
                t.elems.iter().map(|e| self.value(e, scope)).collect::<Result<_, _>>()?,
            )),
            Expr::Unary(u) => {
                let x = self.value(&u.expr, scope)?;
                match (u.op, x) {
                    (UnOp::Deref(_), x) => Ok(x),
                    (UnOp::Not(_), Value::Bool(b)) => Ok(Value::Bool(!b)),
                    (UnOp::Neg(_), Value::Real(x)) => Ok(Value::Real(-x)),
                    (UnOp::Neg(_), Value::Int(x)) => Ok(Value::Int(-x)),
                    _ => Err(Unknown),
                }
            }
            Expr::Binary(b) => self.binary(b, scope),
            Expr::If(i) => {
                let (yes, Some((_, no))) = (&i.then_branch, &i.else_branch) else {
                    return Err(Unknown);
                };
                if self.truth(&i.cond, scope)? {
                    self.block(yes, scope)
                } else {
                    self.value(no, scope)
                }
            }
            Expr::Field(f) => {
                let name = match &f.member {
                    syn::Member::Named(n) => n.to_string(),
                    syn::Member::Unnamed(n) => n.index.to_string(),
                };
                match self.value(&f.base, scope)? {
                    Value::Tuple(parts) => {
                        name.parse().ok().and_then(|k: usize| parts.get(k).cloned()).ok_or(Unknown)
                    }
                    Value::Struct(s) => s.fields.get(&name).cloned().ok_or(Unknown),
                    _ => Err(Unknown),
                }
            }
            Expr::MethodCall(m) => {
                let x = self.value(&m.receiver, scope)?;
                match (m.method.to_string().as_str(), &x) {
                    ("is_some", _) => Ok(Value::Bool(is(&x, "Some"))),
                    ("is_none", _) => Ok(Value::Bool(is(&x, "None"))),
                    ("is_ok", _) => Ok(Value::Bool(is(&x, "Ok"))),
                    ("is_err", _) => Ok(Value::Bool(is(&x, "Err"))),
                    ("len", Value::Array(xs)) => Ok(Value::Int(xs.len() as i128)),
                    ("is_empty", Value::Array(xs)) => Ok(Value::Bool(xs.is_empty())),
                    ("clone", _) => Ok(x),
                    ("unwrap", _) => content(&x).ok_or_else(|| Panic("nothing to unwrap".into())),
                    (name, Value::Int(x)) => {
                        let args = m
                            .args
                            .iter()
                            .map(|a| self.value(a, scope))
                            .collect::<Result<Vec<_>, _>>()?;
                        of_integer(name, *x, &args)
                    }
                    _ => Err(Unknown),
                }
            }
            Expr::Call(c) => {
                let Expr::Path(p) = &*c.func else { return Err(Unknown) };
                let mut args =
                    c.args.iter().map(|a| self.value(a, scope)).collect::<Result<Vec<_>, _>>()?;
                match (last(&p.path).as_str(), args.len()) {
                    ("unwrap" | "expect", 1..) => {
                        content(&args[0]).ok_or_else(|| Panic("nothing to unwrap".into()))
                    }
                    ("has_content", 1) => Ok(Value::Bool(content(&args[0]).is_some())),
                    ("clone" | "from" | "taken_or_cloned", 1) => Ok(args.remove(0)),
                    (name, _) if name.starts_with(char::is_lowercase) => {
                        let Some(given) = plain::call(name, &mut args) else {
                            let [Value::Int(x), rest @ ..] = &args[..] else { return Err(Unknown) };
                            return of_integer(name, *x, rest);
                        };
                        let given = given.map_err(Panic)?;
                        for (e, new) in c.args.iter().zip(args).filter(|(e, _)| self.is_changed(e))
                        {
                            self.change(e, new)?;
                        }
                        Ok(given)
                    }
                    (name, _) if name.starts_with(char::is_uppercase) => Ok(Value::structure(
                        name,
                        args.into_iter().enumerate().map(|(k, x)| (k.to_string(), x)),
                    )),
                    _ => Err(Unknown),
                }
            }
            Expr::Match(m) => {
                let x = self.value(&m.expr, scope)?;
                for arm in &m.arms {
                    let mut inner = scope.clone();
                    if self.matches(&arm.pat, &x, &mut inner)? {
                        return self.value(&arm.body, &inner);
                    }
                }
                Err(Unknown)
            }
            Expr::Macro(m) => self.macro_(&m.mac, scope),
            _ => Err(Unknown),
        }
    }

    /// A block of `let` statements and a last expression.
    fn block(&self, block: &syn::Block, scope: &Scope) -> Result<Value, Failure> {
        let Some((syn::Stmt::Expr(last, None), first)) = block.stmts.split_last() else {
            return Err(Unknown);
        };
        let mut scope = scope.clone();
        for stmt in first {
            let syn::Stmt::Local(syn::Local {
                pat,
                init: Some(syn::LocalInit { expr, diverge: None, .. }),
                ..
            }) = stmt
            else {
                return Err(Unknown);
            };
            let x = self.value(expr, &scope)?;
            if !self.matches(pat, &x, &mut scope)? {
                return Err(Unknown);
            }
        }
        self.value(last, &scope)
    }

    fn truth(&self, e: &Expr, scope: &Scope) -> Result<bool, Failure> {
        match self.value(e, scope)? {
            Value::Bool(b) => Ok(b),
            _ => Err(Unknown),
        }
    }

    fn path(&self, path: &Path, scope: &Scope) -> Result<Value, Failure> {
        let name = last(path);
        if path.segments.len() == 1
            && let Some((_, value)) = scope.iter().rev().find(|(n, _)| *n == name)
        {
            return Ok(value.clone());
        }
        if let Some((_, value)) = self.changed.borrow().iter().find(|(n, _)| path.is_ident(n)) {
            return Ok(value.clone());
        }
        match (self.constant)(&name) {
            Some(value) => Ok(value),
            // a variant without fields
            None if name.starts_with(char::is_uppercase)
                && name.chars().any(char::is_lowercase) =>
            {
                Ok(Value::structure(&name, []))
            }
            None if path.segments.len() > 1 && name.starts_with(char::is_uppercase) => {
                Ok(Value::structure(&name, []))
            }
            None => Err(Unknown),
        }
    }

    fn binary(&self, b: &syn::ExprBinary, scope: &Scope) -> Result<Value, Failure> {
        match b.op {
            BinOp::And(_) => {
                return Ok(Value::Bool(
                    self.truth(&b.left, scope)? && self.truth(&b.right, scope)?,
                ));
            }
            BinOp::Or(_) => {
                return Ok(Value::Bool(
                    self.truth(&b.left, scope)? || self.truth(&b.right, scope)?,
                ));
            }
            _ => {}
        }
        let (x, y) = (self.value(&b.left, scope)?, self.value(&b.right, scope)?);
        let prim = match b.op {
            BinOp::Add(_) | BinOp::AddAssign(_) => Prim::Add,
            BinOp::Sub(_) | BinOp::SubAssign(_) => Prim::Sub,
            BinOp::Mul(_) | BinOp::MulAssign(_) => Prim::Mul,
            BinOp::Div(_) | BinOp::DivAssign(_) => Prim::Div,
            BinOp::Rem(_) | BinOp::RemAssign(_) => Prim::Rem,
            BinOp::Eq(_) => Prim::Eq,
            BinOp::Ne(_) => Prim::Ne,
            BinOp::Lt(_) => Prim::Lt,
            BinOp::Le(_) => Prim::Le,
            BinOp::Gt(_) => Prim::Gt,
            BinOp::Ge(_) => Prim::Ge,
            _ => return Err(Unknown),
        };
        let ty = match x {
            Value::Int(_) => Ty::USIZE,
            _ => Ty::F64,
        };
        let value = evaluate_prim(prim, &[x, y], &ty).map_err(Panic)?;
        use BinOp::{AddAssign, DivAssign, MulAssign, RemAssign, SubAssign};
        if matches!(b.op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_))
        {
            self.change(&b.left, value)?;
            return Ok(Value::unit());
        }
        Ok(value)
    }

    fn macro_(&self, mac: &syn::Macro, scope: &Scope) -> Result<Value, Failure> {
        let arguments = || {
            Punctuated::<Expr, Token![,]>::parse_terminated
                .parse2(mac.tokens.clone())
                .map_err(|_| Unknown)
        };
        let holds =
            |holds: bool| if holds { Ok(Value::unit()) } else { Err(Panic("an assertion".into())) };
        match last(&mac.path).as_str() {
            // copies for the reverse sweep
            "saved" | "saved_value" | "cloned" => {
                self.value(arguments()?.first().ok_or(Unknown)?, scope)
            }
            "matches" => {
                let parser = |input: syn::parse::ParseStream<'_>| -> syn::Result<(Expr, Pat)> {
                    let e = input.parse()?;
                    input.parse::<Token![,]>()?;
                    Ok((e, Pat::parse_multi_with_leading_vert(input)?))
                };
                let (e, pat) = parser.parse2(mac.tokens.clone()).map_err(|_| Unknown)?;
                let x = self.value(&e, scope)?;
                Ok(Value::Bool(self.matches(&pat, &x, &mut scope.clone())?))
            }
            "assert" | "debug_assert" => {
                holds(self.truth(arguments()?.first().ok_or(Unknown)?, scope)?)
            }
            "assert_eq" => {
                let arguments = arguments()?;
                let mut values = arguments.iter().take(2).map(|e| self.value(e, scope));
                match (values.next(), values.next()) {
                    (Some(x), Some(y)) => holds(x? == y?),
                    _ => Err(Unknown),
                }
            }
            "panic" | "unreachable" => Err(Panic("on purpose".into())),
            _ => Err(Unknown),
        }
    }

    fn matches(&self, pat: &Pat, value: &Value, scope: &mut Scope) -> Result<bool, Failure> {
        match pat {
            Pat::Wild(_) | Pat::Rest(_) => Ok(true),
            Pat::Paren(p) => self.matches(&p.pat, value, scope),
            Pat::Type(p) => self.matches(&p.pat, value, scope),
            Pat::Reference(p) => self.matches(&p.pat, value, scope),
            Pat::Ident(p) => {
                let name = p.ident.to_string();
                if name.starts_with(char::is_uppercase) {
                    return Ok(is(value, &name) || (self.constant)(&name).as_ref() == Some(value));
                }
                scope.push((name, value.clone()));
                p.subpat.as_ref().map_or(Ok(true), |(_, sub)| self.matches(sub, value, scope))
            }
            Pat::Guard(g) => {
                Ok(self.matches(&g.pat, value, scope)? && self.truth(&g.guard, scope)?)
            }
            Pat::Lit(l) => Ok(literal(&l.lit)? == *value),
            Pat::Range(p) => {
                let bound =
                    |e: &Option<Box<Expr>>| e.as_ref().map(|e| self.value(e, scope)).transpose();
                let (Value::Int(x), from, to) = (value, bound(&p.start)?, bound(&p.end)?) else {
                    return Err(Unknown);
                };
                let closed = matches!(p.limits, syn::RangeLimits::Closed(_));
                Ok(match (from, to) {
                    (Some(Value::Int(from)), Some(Value::Int(to))) => {
                        from <= *x && (*x < to || closed && *x == to)
                    }
                    (Some(Value::Int(from)), None) => from <= *x,
                    (None, Some(Value::Int(to))) => *x < to || closed && *x == to,
                    _ => return Err(Unknown),
                })
            }
            Pat::Or(p) => {
                for case in &p.cases {
                    if self.matches(case, value, scope)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Pat::Path(p) => Ok(is(value, &last(&p.path))),
            Pat::Tuple(t) => match value {
                Value::Tuple(parts) if parts.len() == t.elems.len() => {
                    self.all(t.elems.iter().zip(parts), scope)
                }
                _ => Err(Unknown),
            },
            Pat::TupleStruct(t) => {
                let Value::Struct(s) = value else { return Err(Unknown) };
                if s.name != last(&t.path) {
                    return Ok(false);
                }
                // a rest stands at the end
                self.all(t.elems.iter().zip(s.fields.values()), scope)
            }
            Pat::Struct(p) => {
                let Value::Struct(s) = value else { return Err(Unknown) };
                if s.name != last(&p.path) {
                    return Ok(false);
                }
                let field = |f: &syn::FieldPat| match &f.member {
                    syn::Member::Named(n) => s.fields.get(&n.to_string()),
                    syn::Member::Unnamed(n) => s.fields.get(&n.index.to_string()),
                };
                let fields = p.fields.iter().map(|f| Ok((&*f.pat, field(f).ok_or(Unknown)?)));
                self.all(fields.collect::<Result<Vec<_>, _>>()?.into_iter(), scope)
            }
            _ => Err(Unknown),
        }
    }

    fn all<'p>(
        &self,
        parts: impl Iterator<Item = (&'p Pat, &'p Value)>,
        scope: &mut Scope,
    ) -> Result<bool, Failure> {
        for (pat, value) in parts {
            if !self.matches(pat, value, scope)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A method of a `usize`.
fn of_integer(name: &str, x: i128, args: &[Value]) -> Result<Value, Failure> {
    let in_range = |x: Option<i128>| {
        x.filter(|x| usize::try_from(*x).is_ok())
            .map(Value::Int)
            .ok_or_else(|| Panic("overflow".into()))
    };
    match (name, args) {
        ("max", [Value::Int(y)]) => Ok(Value::Int(x.max(*y))),
        ("min", [Value::Int(y)]) => Ok(Value::Int(x.min(*y))),
        ("abs_diff", [Value::Int(y)]) => Ok(Value::Int((x - y).abs())),
        ("saturating_sub", [Value::Int(y)]) => Ok(Value::Int((x - y).max(0))),
        ("pow", [Value::Int(y)]) => in_range(u32::try_from(*y).ok().and_then(|y| x.checked_pow(y))),
        ("div_ceil", [Value::Int(y)]) if *y > 0 => Ok(Value::Int((x + y - 1) / y)),
        ("count_ones", []) => Ok(Value::Int(x.count_ones().into())),
        ("isqrt", []) => Ok(Value::Int(x.isqrt())),
        ("is_power_of_two", []) => Ok(Value::Bool(x.count_ones() == 1)),
        ("is_multiple_of", [Value::Int(y)]) => {
            Ok(Value::Bool(if *y == 0 { x == 0 } else { x % y == 0 }))
        }
        _ => Err(Unknown),
    }
}

fn literal(literal: &Lit) -> Result<Value, Failure> {
    match literal {
        Lit::Int(i) => i.base10_parse().map(Value::Int).map_err(|_| Unknown),
        Lit::Float(x) => x.base10_parse().map(Value::Real).map_err(|_| Unknown),
        Lit::Bool(b) => Ok(Value::Bool(b.value)),
        Lit::Str(s) => Ok(Value::Text(s.value())),
        _ => Err(Unknown),
    }
}
