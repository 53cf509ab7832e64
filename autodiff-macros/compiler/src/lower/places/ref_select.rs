//! References chosen by a branch: `(if c { &a } else { &b })[i]`.
//!
//! A reference is an alias of memory and not a value, so a branch cannot return one. Instead, the
//! use of a chosen reference is moved into each arm: `if c { a[i] } else { b[i] }`. A variable
//! that holds such a reference represents the choice, and each use repeats the branch and copies
//! nothing:
//!
//! ```text
//! let r = match k { Some(i) => &rows[i - 1], None => &first };
//! r[0] + r[1]
//!
//! let (chosen, index) = match k { Some(i) => (true, i - 1), None => (false, 0) };
//! (if chosen { &base_0[index] } else { &base_1 })[0] + (if chosen { &base_0[index] } else { &base_1 })[1]
//! ```
//!
//! The chosen arm and its indices are evaluated once. From then on, generated names refer to the
//! arms' targets, because the user's names may be shadowed where the variable is used.
//!
//! Where that is not possible (in a loop that carries the reference, in a tuple, in an `Option`),
//! the chosen value is copied if it is a struct, by [`copy_merged_references`](Lowerer::copy_merged_references).

use crate::lower::desugar::substitute::Substitute;
use crate::lower::places::place::unparen;
use crate::lower::*;
use proc_macro2::Ident;
use quote::format_ident;
use syn::{Expr, Pat, Stmt};

/// The choice that a variable represents, as it is written.
#[derive(Default)]
struct Arms {
    /// The name of the variable that holds which arm was chosen.
    tag: String,
    /// The target of each arm, in generated names.
    tails: Vec<Expr>,
    /// The indices in each arm.
    indices: Vec<Vec<Expr>>,
    /// The bindings of the generated names.
    bases: Vec<(String, Binding)>,
}

impl Lowerer<'_> {
    /// Whether an expression is a branch whose arms are references. If it is moved elsewhere
    /// unchanged, its patterns must bind nothing.
    fn is_chosen(&self, e: &Expr, named: bool) -> bool {
        let block = |block: &syn::Block| match &block.stmts[..] {
            [Stmt::Expr(e, None)] => self.is_reference(e, named),
            _ => false,
        };
        let arm = |e: &Expr| match unparen(e) {
            Expr::Block(b) => b.label.is_none() && block(&b.block),
            e => self.is_reference(e, named),
        };
        match unparen(e) {
            Expr::If(i) => {
                (named || !matches!(unparen(&i.cond), Expr::Let(_)))
                    && block(&i.then_branch)
                    && i.else_branch.as_ref().is_some_and(|(_, e)| match &**e {
                        Expr::Block(_) => arm(e),
                        e => self.is_chosen(e, named),
                    })
            }
            Expr::Match(m) => {
                let binds_nothing = |pat: &Pat| {
                    !matches!(pat, Pat::Guard(_))
                        && !control::pattern::has_bindings(pat, &self.names.pattern_names)
                };
                !m.arms.is_empty()
                    && m.arms.iter().all(|a| {
                        a.attrs.is_empty() && (named || binds_nothing(&a.pat)) && arm(&a.body)
                    })
            }
            _ => false,
        }
    }

    fn is_reference(&self, e: &Expr, named: bool) -> bool {
        match unparen(e) {
            Expr::Reference(r) => r.mutability.is_some() || self.is_memory(&r.expr),
            Expr::Path(p) => {
                match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                    Some(Binding::Alias(_)) => true,
                    Some(Binding::Window(window)) if window.is_unique() => true,
                    Some(Binding::Slot(s)) if self.slots[*s].unique => true,
                    Some(Binding::Slot(s)) => {
                        let ty = &self.slots[*s].ty;
                        self.slots[*s].reference
                            && (self.types.shallow(ty).is_sequence()
                                || self.types.open_projection(ty).is_some())
                    }
                    _ => false,
                }
            }
            e => self.is_chosen(e, named),
        }
    }

    /// Whether an expression is a place that is not known to be a scalar.
    fn is_memory(&self, e: &Expr) -> bool {
        let of = |ty: &Ty| match self.types.shallow(ty) {
            Ty::Infer(n) => {
                matches!(self.types.kind(&Ty::Infer(n)), Some(Kind::Any))
                    && self.types.open_projection(ty).is_some()
            }
            Ty::Function(_) => false,
            ty => ty.is_memory(),
        };
        match unparen(e) {
            Expr::Path(p) => {
                match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                    Some(Binding::Slot(s)) => of(&self.slots[*s].ty),
                    Some(Binding::Alias(a)) => of(&a.ty),
                    _ => false,
                }
            }
            Expr::Index(i) if matches!(unparen(&i.index), Expr::Range(_)) => {
                self.is_memory(&i.expr)
            }
            Expr::Index(i) => match self.type_of_place(&i.expr) {
                Some(ty) => self.types.shallow(&ty).element().map_or_else(|| of(&ty), of),
                None => self.is_memory(&i.expr),
            },
            Expr::Field(f) => self.is_memory(&f.base),
            _ => false,
        }
    }

    /// The type of a place that consists of variables, fields and indices.
    fn type_of_place(&self, e: &Expr) -> Option<Ty> {
        match unparen(e) {
            Expr::Path(p) => match self.lookup(&p.path.get_ident()?.to_string())? {
                Binding::Slot(s) => Some(self.slots[*s].ty.clone()),
                Binding::Alias(a) => Some(a.ty.clone()),
                _ => None,
            },
            Expr::Index(i) if !matches!(unparen(&i.index), Expr::Range(_)) => {
                let base = self.type_of_place(&i.expr)?;
                self.types.shallow(&base).element().cloned()
            }
            _ => None,
        }
    }

    /// An index into, a field of or a method on a chosen reference, moved into each arm.
    pub fn with_choice_outside(&self, e: &Expr) -> Option<Expr> {
        let (chosen, rebuild) = self.innermost(e)?;
        Some(map_tails(&chosen, &mut |tail| rebuild(tail)))
    }

    /// The chosen reference at the base of a chain, and a function that rebuilds the chain on
    /// another base.
    #[allow(clippy::type_complexity)]
    fn innermost<'e>(&self, e: &'e Expr) -> Option<(Expr, Box<dyn Fn(Expr) -> Expr + 'e>)> {
        let below: &Expr = match e {
            Expr::Index(i) => &i.expr,
            Expr::Field(f) => &f.base,
            Expr::MethodCall(m) => &m.receiver,
            Expr::Reference(r) if matches!(unparen(&r.expr), Expr::Index(_) | Expr::Field(_)) => {
                &r.expr
            }
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => &u.expr,
            _ => return None,
        };
        let below = unparen(below);
        let around = move |inner: Expr| {
            let mut e = e.clone();
            let inner: Expr = syn::parse_quote!((#inner));
            match &mut e {
                Expr::Index(i) => *i.expr = inner,
                Expr::Field(f) => *f.base = inner,
                Expr::MethodCall(m) => *m.receiver = inner,
                Expr::Reference(r) => *r.expr = inner,
                Expr::Unary(u) => *u.expr = inner,
                _ => {}
            }
            e
        };
        if self.is_chosen(below, false) {
            return Some((below.clone(), Box::new(around)));
        }
        let (chosen, rebuild) = self.innermost(below)?;
        Some((chosen, Box::new(move |tail| around(rebuild(tail)))))
    }

    /// An assignment to the target of a chosen reference, or of a chosen reference to a variable
    /// that is a mutable slice.
    pub fn assignment_with_choice_outside(&self, e: &Expr) -> Option<Expr> {
        if let Expr::Assign(a) = e
            && let Expr::Path(p) = unparen(&a.left)
            && self.window_of(p).is_some_and(|window| window.is_unique())
            && self.is_chosen(&a.right, false)
        {
            return Some(map_tails(&a.right, &mut |tail| {
                Expr::Assign(syn::ExprAssign { right: Box::new(tail), ..a.clone() })
            }));
        }
        let left = match e {
            Expr::Assign(a) => &a.left,
            Expr::Binary(b) if expr::compound_primitive(&b.op).is_some() => &b.left,
            _ => return None,
        };
        let (chosen, rebuild) = self.innermost(unparen(left))?;
        Some(map_tails(&chosen, &mut |tail| {
            let mut e = e.clone();
            match &mut e {
                Expr::Assign(a) => *a.left = rebuild(tail),
                Expr::Binary(b) => *b.left = rebuild(tail),
                _ => {}
            }
            e
        }))
    }

    /// A call with a chosen reference among its arguments.
    pub fn call_with_choice_outside(&self, call: &syn::ExprCall) -> Option<Expr> {
        let (k, chosen, rebuild) = self.chosen_argument(call.args.iter())?;
        Some(map_tails(&chosen, &mut |tail| {
            let mut call = call.clone();
            call.args[k] = rebuild(tail);
            Expr::Call(call)
        }))
    }

    /// A method with a chosen reference among its arguments.
    pub fn method_with_choice_outside(&self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let (k, chosen, rebuild) = self.chosen_argument(call.args.iter())?;
        Some(map_tails(&chosen, &mut |tail| {
            let mut call = call.clone();
            call.args[k] = rebuild(tail);
            Expr::MethodCall(call)
        }))
    }

    /// The first argument that is a chosen reference, or a reference to a part of its target.
    #[allow(clippy::type_complexity)]
    fn chosen_argument<'e>(
        &self,
        arguments: impl Iterator<Item = &'e Expr>,
    ) -> Option<(usize, Expr, Box<dyn Fn(Expr) -> Expr + 'e>)> {
        arguments.enumerate().find_map(|(k, e)| match unparen(e) {
            e if self.is_chosen(e, false) => {
                Some((k, e.clone(), Box::new(|tail| tail) as Box<dyn Fn(Expr) -> Expr>))
            }
            e @ Expr::Reference(_) => {
                self.innermost(e).map(|(chosen, rebuild)| (k, chosen, rebuild))
            }
            _ => None,
        })
    }

    /// A loop over a chosen reference, or over a chain on one.
    pub fn loop_with_choice_outside(&self, l: &syn::ExprForLoop) -> Option<Expr> {
        let with = |source: Expr| {
            let mut l = l.clone();
            *l.expr = source;
            Expr::ForLoop(l)
        };
        if self.is_chosen(&l.expr, false) {
            return Some(map_tails(&l.expr, &mut |tail| with(tail)));
        }
        let (chosen, rebuild) = self.innermost(unparen(&l.expr))?;
        Some(map_tails(&chosen, &mut |tail| with(rebuild(tail))))
    }

    /// An `if let`, a `match` or a `while let` whose scrutinee uses a chosen reference: its arms
    /// may change the scrutinee's value.
    pub fn match_with_choice_outside(&self, e: &Expr) -> Option<Expr> {
        let changing = |e: &Expr| {
            let (chosen, rebuild) = self.innermost(unparen(e))?;
            let mut changes = false;
            let chosen = map_tails(&chosen, &mut |tail| {
                changes |= matches!(unparen(&tail), Expr::Reference(r) if r.mutability.is_some());
                rebuild(tail)
            });
            changes.then_some(chosen)
        };
        let of_let = |cond: &Expr| match unparen(cond) {
            Expr::Let(l) => changing(&l.expr),
            _ => None,
        };
        let with = |cond: &Expr, scrutinee: Expr| {
            let mut cond = unparen(cond).clone();
            if let Expr::Let(l) = &mut cond {
                *l.expr = scrutinee;
            }
            cond
        };
        match e {
            Expr::If(i) => {
                let chosen = of_let(&i.cond)?;
                Some(map_tails(&chosen, &mut |tail| {
                    Expr::If(syn::ExprIf { cond: Box::new(with(&i.cond, tail)), ..i.clone() })
                }))
            }
            Expr::Match(m) => {
                let chosen = changing(&m.expr)?;
                Some(map_tails(&chosen, &mut |tail| {
                    Expr::Match(syn::ExprMatch { expr: Box::new(tail), ..m.clone() })
                }))
            }
            Expr::While(w) => {
                let chosen = of_let(&w.cond)?;
                let (label, body, span) = (&w.label, &w.body, w.while_token.span);
                let inside = map_tails(&chosen, &mut |tail| {
                    let cond = with(&w.cond, tail);
                    syn::parse_quote_spanned!(span=> if #cond #body else { break; })
                });
                Some(syn::parse_quote_spanned!(span=> #label loop { #inside }))
            }
            _ => None,
        }
    }

    /// The statements that replace `let r = if c { &a } else { &b }; …`.
    pub fn with_choices_inside(&mut self, stmt: &Stmt, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let Stmt::Local(l) = stmt else { return None };
        let Pat::Ident(name) = (match &l.pat {
            Pat::Type(t) => &*t.pat,
            pat => pat,
        }) else {
            return None;
        };
        let init = l.init.as_ref().filter(|init| init.diverge.is_none())?;
        if name.by_ref.is_some() || name.mutability.is_some() || !self.is_chosen(&init.expr, true) {
            return None;
        }
        let choice = unparen(&init.expr).clone();
        let mut arms = Arms { tag: format!("chosen_{}", self.ssa.questions), ..Arms::default() };
        let mut tails = Vec::new();
        map_tails(&choice, &mut |tail| {
            tails.push(tail.clone());
            tail
        });
        for tail in &tails {
            let mut indices = Vec::new();
            let tail = self.in_our_names(tail, &mut arms, &mut indices)?;
            arms.tails.push(tail);
            arms.indices.push(indices);
        }
        self.ssa.questions += 1;
        let Arms { tag, tails, indices, bases } = arms;
        self.ssa.scope.extend(bases);
        let tag = Ident::new(&tag, name.ident.span());
        let put = Substitute::new(name.ident.clone(), repeated_choice(&tag, &tails));
        let stmts =
            std::iter::once(selection(&tag, &choice, &indices)).chain(put.into_statements(rest));
        Some(stmts.collect())
    }

    /// The target of an arm, with generated names for the variable and for the indices.
    fn in_our_names(&self, e: &Expr, arms: &mut Arms, indices: &mut Vec<Expr>) -> Option<Expr> {
        let mut e = unparen(e).clone();
        let mut index = |e: &mut Expr, tag: &str, earlier: &[Vec<Expr>]| {
            if !matches!(unparen(e), Expr::Lit(_)) {
                let name = format_ident!(
                    "{tag}_index_{}",
                    earlier.iter().map(Vec::len).sum::<usize>() + indices.len()
                );
                indices.push(std::mem::replace(e, syn::parse_quote!(#name)));
            }
        };
        match &mut e {
            Expr::Reference(r) => *r.expr = self.in_our_names(&r.expr, arms, indices)?,
            Expr::Field(f) => *f.base = self.in_our_names(&f.base, arms, indices)?,
            Expr::Index(i) => {
                match &mut *i.index {
                    Expr::Range(r) => [&mut r.start, &mut r.end]
                        .into_iter()
                        .flatten()
                        .for_each(|e| index(e, &arms.tag, &arms.indices)),
                    // an index of a user-defined type
                    Expr::Tuple(_) | Expr::Reference(_) | Expr::Struct(_) | Expr::Array(_) => {
                        return None;
                    }
                    e => index(e, &arms.tag, &arms.indices),
                }
                *i.expr = self.in_our_names(&i.expr, arms, indices)?;
            }
            Expr::Path(p) => {
                let binding = self.lookup(&p.path.get_ident()?.to_string())?.clone();
                let name = format_ident!("{}_base_{}", arms.tag, arms.bases.len());
                arms.bases.push((name.to_string(), binding));
                e = syn::parse_quote!(#name);
            }
            _ => return None,
        }
        Some(e)
    }

    /// Makes the reference results of branches and loops owned values: a view of a struct, or of a
    /// struct behind a reference, is copied.
    pub fn copy_merged_references(&mut self, block: &mut Block, borrowed: &mut HashSet<Var>) {
        for mut l in std::mem::take(&mut block.lets) {
            match &mut l.op {
                Op::View(_) => borrowed.extend(&l.vars),
                Op::Branch(_, arms) => {
                    for arm in arms {
                        self.copy_merged_references(arm, borrowed);
                        let results = std::mem::take(&mut arm.results);
                        arm.results = results
                            .into_iter()
                            .map(|v| self.owned_in(v, arm, borrowed, l.span))
                            .collect();
                    }
                }
                Op::Loop(lp) => {
                    self.copy_merged_references(&mut lp.body, borrowed);
                    let results = std::mem::take(&mut lp.body.results);
                    lp.body.results = results
                        .into_iter()
                        .map(|v| self.owned_in(v, &mut lp.body, borrowed, l.span))
                        .collect();
                    for carried in &mut lp.carried {
                        carried.init = self.owned_in(carried.init, block, borrowed, l.span);
                    }
                }
                _ => {}
            }
            block.lets.push(l);
        }
    }

    fn owned_in(&mut self, v: Var, block: &mut Block, borrowed: &HashSet<Var>, span: Span) -> Var {
        let is_memory = matches!(
            self.f.ty(v),
            Ty::Projected(_)
                | Ty::Discrete(_)
                | Ty::Wrapped(..)
                | Ty::Vec(_)
                | Ty::Deque(_)
                | Ty::Array(..)
        );
        if !is_memory || !borrowed.contains(&v) {
            return v;
        }
        let info = self.f.info(v).clone();
        let copy = self.f.fresh_primal(info.name, info.ty, span);
        block.push(vec![copy], Op::Read(Place::of_var(v)), span);
        copy
    }
}

/// The statement that evaluates which arm is chosen, and its indices.
fn selection(tag: &Ident, choice: &Expr, indices: &[Vec<Expr>]) -> Stmt {
    let all: usize = indices.iter().map(Vec::len).sum();
    let value = |arm: usize| -> Expr {
        if indices.len() == 2 {
            let first = arm == 0;
            syn::parse_quote!(#first)
        } else {
            syn::parse_quote!(#arm)
        }
    };
    if let (0, 2, Expr::If(i)) = (all, indices.len(), choice)
        && !matches!(unparen(&i.cond), Expr::Let(_))
    {
        let cond = &i.cond;
        return syn::parse_quote!(let #tag = #cond;);
    }
    let mut arm = 0;
    let mut before = 0;
    let selected = map_tails(choice, &mut |_| {
        let (tag, own) = (value(arm), &indices[arm]);
        let numbers = (0..all).map(|k| {
            own.get(k.wrapping_sub(before)).cloned().unwrap_or_else(|| syn::parse_quote!(0))
        });
        let selected = if all == 0 { tag } else { syn::parse_quote!((#tag, #(#numbers),*)) };
        before += own.len();
        arm += 1;
        selected
    });
    let names = (0..all).map(|k| format_ident!("{tag}_index_{k}"));
    if all == 0 {
        syn::parse_quote!(let #tag = #selected;)
    } else {
        syn::parse_quote!(let (#tag, #(#names),*) = #selected;)
    }
}

/// The choice, repeated from the evaluated variable.
fn repeated_choice(tag: &Ident, tails: &[Expr]) -> Expr {
    let (last, others) = tails.split_last().expect("a branch has arms");
    let mut choice: Expr = last.clone();
    for (arm, tail) in others.iter().enumerate().rev() {
        let cond: Expr = if tails.len() == 2 {
            syn::parse_quote!(#tag)
        } else {
            syn::parse_quote!(#tag == #arm)
        };
        let otherwise: Expr =
            if let Expr::If(_) = choice { choice } else { syn::parse_quote!({ #choice }) };
        choice = syn::parse_quote!(if #cond { #tail } else #otherwise);
    }
    syn::parse_quote!((#choice))
}

/// The same choice, with the value of each arm replaced by `f`.
fn map_tails(choice: &Expr, f: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    fn of_tail(tail: &mut Expr, f: &mut dyn FnMut(Expr) -> Expr) {
        *tail = if matches!(unparen(tail), Expr::If(_) | Expr::Match(_)) {
            map_tails(unparen(tail), f)
        } else {
            f(tail.clone())
        };
    }
    fn in_block(block: &mut syn::Block, f: &mut dyn FnMut(Expr) -> Expr) {
        if let [Stmt::Expr(tail, None)] = &mut block.stmts[..] {
            of_tail(tail, f);
        }
    }
    let mut choice = unparen(choice).clone();
    match &mut choice {
        Expr::If(i) => {
            in_block(&mut i.then_branch, f);
            if let Some((_, e)) = &mut i.else_branch {
                match &mut **e {
                    Expr::Block(b) => in_block(&mut b.block, f),
                    e => *e = map_tails(e, f),
                }
            }
        }
        Expr::Match(m) => {
            for arm in &mut m.arms {
                match &mut *arm.body {
                    Expr::Block(b) => in_block(&mut b.block, f),
                    e => of_tail(e, f),
                }
                arm.comma = Some(Default::default());
            }
        }
        _ => {}
    }
    choice
}
