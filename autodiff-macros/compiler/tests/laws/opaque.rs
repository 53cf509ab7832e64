//! What code that the compiler passes through gives: the part of Rust that programs of the tests have in such places.

use autodiff_compiler::ir::Ty;
use autodiff_compiler::ir::interpret::{Value, evaluate_prim};
use autodiff_compiler::primitives::Prim;
use proc_macro2::TokenStream;
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

/// The value of code over variables; `constant` knows paths.
pub fn evaluate(code: &TokenStream, variables: &[(&str, Value)], constant: &dyn Fn(&str) -> Option<Value>) -> Result<Value, Failure> {
    let e: Expr = syn::parse2(code.clone()).map_err(|_| Unknown)?;
    let scope = variables.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    Evaluator { constant }.value(&e, &scope)
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

struct Evaluator<'a> {
    constant: &'a dyn Fn(&str) -> Option<Value>,
}

impl Evaluator<'_> {
    fn value(&self, e: &Expr, scope: &Scope) -> Result<Value, Failure> {
        match e {
            Expr::Paren(e) => self.value(&e.expr, scope),
            Expr::Group(e) => self.value(&e.expr, scope),
            Expr::Reference(e) => self.value(&e.expr, scope),
            Expr::Block(b) if let [syn::Stmt::Expr(e, None)] = &b.block.stmts[..] => self.value(e, scope),
            Expr::Path(p) => self.path(&p.path, scope),
            Expr::Lit(l) => literal(&l.lit),
            Expr::Tuple(t) => Ok(Value::Tuple(t.elems.iter().map(|e| self.value(e, scope)).collect::<Result<_, _>>()?)),
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
                let (yes, Some((_, no))) = (&i.then_branch, &i.else_branch) else { return Err(Unknown) };
                match (self.truth(&i.cond, scope)?, &yes.stmts[..]) {
                    (true, [syn::Stmt::Expr(e, None)]) => self.value(e, scope),
                    (false, _) => self.value(no, scope),
                    _ => Err(Unknown),
                }
            }
            Expr::Field(f) => {
                let name = match &f.member {
                    syn::Member::Named(n) => n.to_string(),
                    syn::Member::Unnamed(n) => n.index.to_string(),
                };
                match self.value(&f.base, scope)? {
                    Value::Tuple(parts) => name.parse().ok().and_then(|k: usize| parts.get(k).cloned()).ok_or(Unknown),
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
                    _ => Err(Unknown),
                }
            }
            Expr::Call(c) => {
                let Expr::Path(p) = &*c.func else { return Err(Unknown) };
                let mut args = c.args.iter().map(|a| self.value(a, scope)).collect::<Result<Vec<_>, _>>()?;
                match (last(&p.path).as_str(), args.len()) {
                    ("unwrap" | "expect", 1..) => content(&args[0]).ok_or_else(|| Panic("nothing to unwrap".into())),
                    ("has_content", 1) => Ok(Value::Bool(content(&args[0]).is_some())),
                    ("clone" | "from" | "taken_or_cloned", 1) => Ok(args.remove(0)),
                    (name, _) if name.starts_with(char::is_uppercase) => {
                        Ok(Value::structure(name, args.into_iter().enumerate().map(|(k, x)| (k.to_string(), x))))
                    }
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
        match (self.constant)(&name) {
            Some(value) => Ok(value),
            // a variant without fields
            None if name.starts_with(char::is_uppercase) && name.chars().any(char::is_lowercase) => Ok(Value::structure(&name, [])),
            None if path.segments.len() > 1 && name.starts_with(char::is_uppercase) => Ok(Value::structure(&name, [])),
            None => Err(Unknown),
        }
    }

    fn binary(&self, b: &syn::ExprBinary, scope: &Scope) -> Result<Value, Failure> {
        match b.op {
            BinOp::And(_) => return Ok(Value::Bool(self.truth(&b.left, scope)? && self.truth(&b.right, scope)?)),
            BinOp::Or(_) => return Ok(Value::Bool(self.truth(&b.left, scope)? || self.truth(&b.right, scope)?)),
            _ => {}
        }
        let (x, y) = (self.value(&b.left, scope)?, self.value(&b.right, scope)?);
        let prim = match b.op {
            BinOp::Add(_) => Prim::Add,
            BinOp::Sub(_) => Prim::Sub,
            BinOp::Mul(_) => Prim::Mul,
            BinOp::Div(_) => Prim::Div,
            BinOp::Rem(_) => Prim::Rem,
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
        evaluate_prim(prim, &[x, y], &ty).map_err(Panic)
    }

    fn macro_(&self, mac: &syn::Macro, scope: &Scope) -> Result<Value, Failure> {
        let arguments = || Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()).map_err(|_| Unknown);
        let holds = |holds: bool| if holds { Ok(Value::unit()) } else { Err(Panic("an assertion".into())) };
        match last(&mac.path).as_str() {
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
            "assert" | "debug_assert" => holds(self.truth(arguments()?.first().ok_or(Unknown)?, scope)?),
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
            Pat::Reference(p) => self.matches(&p.pat, value, scope),
            Pat::Ident(p) => {
                let name = p.ident.to_string();
                if name.starts_with(char::is_uppercase) {
                    return Ok(is(value, &name) || (self.constant)(&name).as_ref() == Some(value));
                }
                scope.push((name, value.clone()));
                p.subpat.as_ref().map_or(Ok(true), |(_, sub)| self.matches(sub, value, scope))
            }
            Pat::Guard(g) => Ok(self.matches(&g.pat, value, scope)? && self.truth(&g.guard, scope)?),
            Pat::Lit(l) => Ok(literal(&l.lit)? == *value),
            Pat::Range(p) => {
                let bound = |e: &Option<Box<Expr>>| e.as_ref().map(|e| self.value(e, scope)).transpose();
                let (Value::Int(x), from, to) = (value, bound(&p.start)?, bound(&p.end)?) else { return Err(Unknown) };
                let closed = matches!(p.limits, syn::RangeLimits::Closed(_));
                Ok(match (from, to) {
                    (Some(Value::Int(from)), Some(Value::Int(to))) => from <= *x && (*x < to || closed && *x == to),
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
                Value::Tuple(parts) if parts.len() == t.elems.len() => self.all(t.elems.iter().zip(parts), scope),
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

    fn all<'p>(&self, parts: impl Iterator<Item = (&'p Pat, &'p Value)>, scope: &mut Scope) -> Result<bool, Failure> {
        for (pat, value) in parts {
            if !self.matches(pat, value, scope)? {
                return Ok(false);
            }
        }
        Ok(true)
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
