//! `for`: ranges become loops over a range, everything else a loop over the indices of what is iterated.

use super::flow::{Finish, Runs};
use super::place::{By, Code, Located, Root, Spot, unparen};
use super::*;
use crate::primitives::Prim;
use quote::quote;
use syn::{Expr, Pat};

/// What is iterated, with random access.
enum Items {
    /// The elements of a sequence.
    Elements {
        root: Root,
        path: Vec<Step>,
        element: Ty,
        by: By,
    },
    /// The elements of a constant.
    Table(Code),
    /// `from..` or `from..to`
    Counting {
        from: Option<Var>,
        to: Option<Var>,
    },
    /// `.windows(k)`
    Windows {
        of: Var,
        element: Ty,
        size: Var,
    },
    /// `.chunks_exact(k)`
    Chunks {
        of: Var,
        element: Ty,
        size: Var,
    },
    Enumerate(Box<Items>),
    Zip(Box<Items>, Box<Items>),
    /// From the last of the given number.
    Rev(Box<Items>, Var),
    Skip(Box<Items>, Var),
    Take(Box<Items>, Var),
    Copied(Box<Items>),
}

const ADVICE: &str = "this cannot be iterated here; supported are ranges, and `iter()`, `iter_mut()`, `enumerate()`, `zip(..)`, `rev()`, `skip(..)`, `take(..)`, `step_by(..)`, `copied()` of arrays, slices and Vec: write a loop over indices, `for i in 0..n`";

impl Lowerer<'_> {
    pub fn for_loop(&mut self, l: &syn::ExprForLoop) -> Value {
        let mut base = &*l.expr;
        let mut outer: Vec<&syn::ExprMethodCall> = Vec::new();
        while let Expr::MethodCall(m) = unparen(base) {
            let is_adaptor = (m.method == "rev" && m.args.is_empty()) || (m.method == "step_by" && m.args.len() == 1);
            if !is_adaptor {
                break;
            }
            outer.push(m);
            base = &m.receiver;
        }
        match unparen(base) {
            Expr::Range(range) => self.range_loop(l, range, &outer),
            base => self.items_loop(l, base, &outer),
        }
    }

    fn adaptors(&mut self, outer: &[&syn::ExprMethodCall]) -> Vec<Adaptor> {
        outer
            .iter()
            .rev()
            .map(|m| match m.args.first() {
                Some(k) => {
                    let k = self.operand_var(k);
                    self.unify_var(k, &Ty::USIZE);
                    Adaptor::StepBy(k)
                }
                None => Adaptor::Reverse,
            })
            .collect()
    }

    fn range_loop(&mut self, l: &syn::ExprForLoop, range: &syn::ExprRange, outer: &[&syn::ExprMethodCall]) -> Value {
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            return self.fail(range, "a loop over an open range is not supported: write `loop` with a counter, or give the range an end");
        };
        let from = self.operand_var(from);
        let to = self.operand_var(to);
        let ty = self.ty(to);
        self.unify_var(from, &ty);
        let ty = self.ty(from);
        self.types.narrow(&ty, Kind::Int);
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        let adaptors = self.adaptors(outer);
        let name = match &*l.pat {
            Pat::Ident(p) => p.ident.to_string(),
            _ => "i".to_string(),
        };
        let index = self.f.fresh_primal(name, ty, l.pat.span());
        if matches!(&*l.pat, Pat::Ident(_)) {
            self.named.insert(index);
        }
        let runs = Runs::Range(Range { index, from, to, inclusive, adaptors });
        let span = l.for_token.span;
        self.repeat(runs, l.label.as_ref(), span, |s, c| {
            let scope = s.scope.len();
            s.bind(&l.pat, Value::Var(index, false), span);
            s.scoped(&l.body, Finish::Continue(c));
            s.scope.truncate(scope);
        })
    }

    fn items_loop(&mut self, l: &syn::ExprForLoop, base: &Expr, outer: &[&syn::ExprMethodCall]) -> Value {
        let span = l.for_token.span;
        let Some(items) = self.items(base) else {
            return Value::Never;
        };
        let Some(to) = self.count(&items, span) else {
            return self.fail(base, "a loop without an end is not supported: write `loop` with a counter");
        };
        let adaptors = self.adaptors(outer);
        let from = self.int(0, span);
        let index = self.f.fresh_primal("i", Ty::USIZE, l.pat.span());
        self.named.insert(index);
        let runs = Runs::Range(Range { index, from, to, inclusive: false, adaptors });
        self.repeat(runs, l.label.as_ref(), span, |s, c| {
            let scope = s.scope.len();
            let value = s.item_at(&items, index, span);
            s.bind(&l.pat, value, span);
            s.scoped(&l.body, Finish::Continue(c));
            s.scope.truncate(scope);
        })
    }

    fn items(&mut self, e: &Expr) -> Option<Items> {
        match unparen(e) {
            Expr::MethodCall(m) => self.method_items(m),
            Expr::Range(r) => {
                let end = |s: &mut Self, e: &Option<Box<Expr>>| {
                    e.as_ref().map(|e| {
                        let v = s.operand_var(e);
                        s.unify_var(v, &Ty::USIZE);
                        v
                    })
                };
                let from = end(self, &r.start);
                let mut to = end(self, &r.end);
                if let (Some(last), syn::RangeLimits::Closed(_)) = (to, &r.limits) {
                    let one = self.int(1, r.span());
                    to = Some(self.emit("end", Ty::USIZE, Op::Prim(Prim::Add, vec![last, one]), r.span()));
                }
                Some(Items::Counting { from, to })
            }
            Expr::Path(_)
            | Expr::Index(_)
            | Expr::Field(_)
            | Expr::Reference(_)
            | Expr::Unary(_)
            | Expr::Call(_)
            | Expr::Macro(_)
            | Expr::Array(_) => {
                let located = self.locate(unparen(e));
                self.sequence(located, None, e)
            }
            other => {
                self.error(other, ADVICE);
                None
            }
        }
    }

    /// The elements of a sequence; `by` if the method says how they are passed.
    fn sequence(&mut self, located: Located, by: Option<By>, at: &Expr) -> Option<Items> {
        let span = at.span();
        match located {
            Located::Code(mut code) => {
                code.ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                Some(Items::Table(code))
            }
            Located::Tuple(_) | Located::Value(Value::Tuple(_)) => {
                self.error(at, "a tuple cannot be iterated: name its components");
                None
            }
            Located::Value(Value::Never) => None,
            located => {
                let own = match &located {
                    Located::Spot(s) => s.by,
                    Located::Value(Value::Var(_, true)) => By::Shared,
                    Located::Value(Value::Alias(_)) => By::Unique,
                    _ => By::Value,
                };
                let by = by.unwrap_or(own);
                let (mut root, mut path, ty) = self.as_place(located)?;
                if matches!(self.types.shallow(&ty), Ty::Foreign(_) | Ty::Text(_) | Ty::Int(_) | Ty::Real(_) | Ty::Bool) {
                    self.error(at, ADVICE);
                    return None;
                }
                let Some(element) = self.types.element(&ty) else {
                    self.error(at, ADVICE);
                    return None;
                };
                if by != By::Unique {
                    // fixed at the start of the loop
                    let spot = Spot { root, path: std::mem::take(&mut path), ty, by: By::Shared };
                    let value = self.borrow(&spot, span);
                    let mut var = self.scalar(value, span);
                    if by == By::Value && own == By::Value {
                        let mutable = matches!(root, Root::Slot(s) if self.slots[s].mutable);
                        var = self.own(var, mutable, span);
                    }
                    root = Root::Var(var);
                } else if matches!(root, Root::Var(_)) {
                    self.error(at, "the elements of a temporary value cannot be changed: bind it with `let mut` first");
                    return None;
                }
                Some(Items::Elements { root, path, element, by })
            }
        }
    }

    fn method_items(&mut self, m: &syn::ExprMethodCall) -> Option<Items> {
        let span = m.method.span();
        let name = m.method.to_string();
        let one_argument = |s: &mut Self| {
            let k = m.args.first().map(|k| s.operand_var(k))?;
            s.unify_var(k, &Ty::USIZE);
            Some(k)
        };
        match (name.as_str(), m.args.len()) {
            ("iter", 0) | ("into_iter", 0) | ("iter_mut", 0) => {
                if let Expr::Range(_) = unparen(&m.receiver) {
                    return self.items(&m.receiver);
                }
                let located = self.locate(&m.receiver);
                let by = match name.as_str() {
                    "iter" => Some(By::Shared),
                    "iter_mut" => Some(By::Unique),
                    _ => None,
                };
                self.sequence(located, by, &m.receiver)
            }
            ("enumerate", 0) => Some(Items::Enumerate(Box::new(self.items(&m.receiver)?))),
            ("copied" | "cloned", 0) => Some(Items::Copied(Box::new(self.items(&m.receiver)?))),
            ("zip", 1) => {
                let left = self.items(&m.receiver)?;
                let right = self.items(m.args.first()?)?;
                Some(Items::Zip(Box::new(left), Box::new(right)))
            }
            ("rev", 0) => {
                let inner = self.items(&m.receiver)?;
                let Some(n) = self.count(&inner, span) else {
                    self.error(m, "what has no end cannot be reversed");
                    return None;
                };
                Some(Items::Rev(Box::new(inner), n))
            }
            ("skip", 1) => {
                let inner = self.items(&m.receiver)?;
                Some(Items::Skip(Box::new(inner), one_argument(self)?))
            }
            ("take", 1) => {
                let inner = self.items(&m.receiver)?;
                Some(Items::Take(Box::new(inner), one_argument(self)?))
            }
            ("windows" | "chunks_exact", 1) => {
                let located = self.locate(&m.receiver);
                let (root, path, ty) = self.as_place(located)?;
                let Some(element) = self.types.element(&ty) else {
                    self.error(m, ADVICE);
                    return None;
                };
                let value = self.borrow(&Spot { root, path, ty, by: By::Shared }, span);
                let of = self.scalar(value, span);
                let size = one_argument(self)?;
                if let Some(e) = m.args.first() {
                    self.check_size(e, size, span);
                }
                Some(if name == "windows" { Items::Windows { of, element, size } } else { Items::Chunks { of, element, size } })
            }
            ("as_slice" | "as_mut_slice" | "as_ref" | "to_vec" | "clone", 0) | ("unwrap", 0) => {
                let located = self.locate(&Expr::MethodCall(m.clone()));
                self.sequence(located, None, &Expr::MethodCall(m.clone()))
            }
            _ => {
                self.error(m, ADVICE);
                None
            }
        }
    }

    /// `a.saturating_sub(b)`
    fn less(&mut self, a: Var, b: Var, span: Span) -> Var {
        let most = self.emit("len", Ty::USIZE, Op::Prim(Prim::Max, vec![a, b]), span);
        self.emit("len", Ty::USIZE, Op::Prim(Prim::Sub, vec![most, b]), span)
    }

    /// Panics if there is no size, as the iterator does.
    fn check_size(&mut self, e: &Expr, size: Var, span: Span) {
        if matches!(unparen(e), Expr::Lit(_)) {
            return;
        }
        let ident = proc_macro2::Ident::new("size", span);
        let code = quote!(::core::assert!(#ident != 0, "window size must be non-zero"));
        let captures = vec![Capture { name: "size".into(), value: Tree::Leaf(size), by_reference: false }];
        let opaque = Opaque { code, captures, effect: true, discrete: false, what: "a check".into(), advice: String::new() };
        self.push(Vec::new(), Op::Opaque(Box::new(opaque)), span);
    }

    /// How many items there are; `None` if there is no end.
    fn count(&mut self, items: &Items, span: Span) -> Option<Var> {
        match items {
            Items::Elements { root, path, .. } => Some(self.len_of(*root, path, span)),
            Items::Table(code) => {
                let table = &code.tokens;
                let len = Code { tokens: quote!((#table).len()), captures: code.captures.clone(), name: "len".into(), ty: Ty::USIZE };
                Some(self.emit_code(len, span))
            }
            Items::Counting { to: None, .. } => None,
            Items::Counting { from: None, to: Some(to) } => Some(*to),
            Items::Counting { from: Some(from), to: Some(to) } => Some(self.less(*to, *from, span)),
            Items::Windows { of, size, .. } => {
                let len = self.len_of(Root::Var(*of), &[], span);
                let one = self.int(1, span);
                let ends = self.add(len, one, span);
                Some(self.less(ends, *size, span))
            }
            Items::Chunks { of, size, .. } => {
                let len = self.len_of(Root::Var(*of), &[], span);
                Some(self.emit("count", Ty::USIZE, Op::Prim(Prim::Div, vec![len, *size]), span))
            }
            Items::Enumerate(inner) | Items::Copied(inner) => self.count(inner, span),
            Items::Rev(_, n) => Some(*n),
            Items::Zip(a, b) => match (self.count(a, span), self.count(b, span)) {
                (Some(a), Some(b)) => Some(self.least(a, b, span)),
                (n, None) | (None, n) => n,
            },
            Items::Skip(inner, k) => {
                let n = self.count(inner, span)?;
                Some(self.less(n, *k, span))
            }
            Items::Take(inner, k) => match self.count(inner, span) {
                Some(n) => Some(self.least(n, *k, span)),
                None => Some(*k),
            },
        }
    }

    fn add(&mut self, a: Var, b: Var, span: Span) -> Var {
        self.emit("i", Ty::USIZE, Op::Prim(Prim::Add, vec![a, b]), span)
    }

    /// The item of the given number.
    fn item_at(&mut self, items: &Items, index: Var, span: Span) -> Value {
        match items {
            Items::Elements { root, path, element, by } => {
                let mut path = path.clone();
                path.push(Step::Index(index));
                let spot = Spot { root: *root, path, ty: element.clone(), by: *by };
                self.value_of(Located::Spot(spot), span)
            }
            Items::Table(code) => {
                let (table, ident) = (&code.tokens, proc_macro2::Ident::new("index", span));
                let mut captures = code.captures.clone();
                captures.push(Capture { name: "index".into(), value: Tree::Leaf(index), by_reference: false });
                let element = Code { tokens: quote!((#table)[#ident]), captures, name: format!("{}_at", code.name), ty: code.ty.clone() };
                Value::Var(self.emit_code(element, span), true)
            }
            Items::Counting { from: None, .. } => Value::Var(index, false),
            Items::Counting { from: Some(from), .. } => Value::Var(self.add(*from, index, span), false),
            Items::Windows { of, element, size } => {
                let to = self.add(index, *size, span);
                self.part(*of, element, index, to, span)
            }
            Items::Chunks { of, element, size } => {
                let from = self.emit("from", Ty::USIZE, Op::Prim(Prim::Mul, vec![index, *size]), span);
                let to = self.add(from, *size, span);
                self.part(*of, element, from, to, span)
            }
            Items::Enumerate(inner) => Value::Tuple(vec![Value::Var(index, false), self.item_at(inner, index, span)]),
            Items::Zip(a, b) => Value::Tuple(vec![self.item_at(a, index, span), self.item_at(b, index, span)]),
            Items::Rev(inner, n) => {
                let one = self.int(1, span);
                let last = self.emit("i", Ty::USIZE, Op::Prim(Prim::Sub, vec![*n, one]), span);
                let index = self.emit("i", Ty::USIZE, Op::Prim(Prim::Sub, vec![last, index]), span);
                self.item_at(inner, index, span)
            }
            Items::Skip(inner, k) => {
                let index = self.add(index, *k, span);
                self.item_at(inner, index, span)
            }
            Items::Take(inner, _) => self.item_at(inner, index, span),
            Items::Copied(inner) => {
                let value = self.item_at(inner, index, span);
                self.copied(value, span)
            }
        }
    }

    fn part(&mut self, of: Var, element: &Ty, from: Var, to: Var, span: Span) -> Value {
        let step = Step::Slice { from: Some(from), to: Some(to), inclusive: false };
        self.borrow(&Spot { root: Root::Var(of), path: vec![step], ty: Ty::Slice(Box::new(element.clone())), by: By::Shared }, span)
    }

    pub fn copied(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, true) if self.shallow(v).is_sequence() => Value::Var(self.copy(v, span), false),
            Value::Var(v, _) => Value::Var(v, false),
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(|p| self.copied(p, span)).collect()),
            other => other,
        }
    }
}
