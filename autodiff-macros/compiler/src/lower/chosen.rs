//! References chosen by a branch: `(if c { &a } else { &b })[i]`.
//!
//! A reference is an alias of memory and not a value, so no branch hands one out. What is done with a chosen reference is
//! done in each arm instead: `if c { a[i] } else { b[i] }`. A variable that holds one stands for the choice, whose condition is evaluated
//! once; so each use takes the branch again, and copies nothing.

use super::place::unparen;
use super::*;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{Expr, Stmt};

impl Lowerer<'_> {
    /// Whether an expression is an `if` whose arms are references to sequences.
    fn is_chosen(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::If(i) => {
                let tail = |block: &syn::Block| match &block.stmts[..] {
                    [Stmt::Expr(e, None)] => self.is_reference(e),
                    _ => false,
                };
                !matches!(unparen(&i.cond), Expr::Let(_))
                    && tail(&i.then_branch)
                    && i.else_branch.as_ref().is_some_and(|(_, e)| match &**e {
                        Expr::Block(b) => b.label.is_none() && tail(&b.block),
                        e => self.is_chosen(e),
                    })
            }
            _ => false,
        }
    }

    fn is_reference(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Reference(r) => r.mutability.is_none() && self.is_memory(&r.expr),
            Expr::Path(p) => match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                Some(Binding::Slot(s)) => self.slots[*s].reference && self.types.shallow(&self.slots[*s].ty).is_sequence(),
                _ => false,
            },
            e => self.is_chosen(e),
        }
    }

    /// Whether an expression is a place with elements, as far as is known.
    fn is_memory(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Path(p) => match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                Some(Binding::Slot(s)) => self.types.shallow(&self.slots[*s].ty).is_sequence(),
                Some(Binding::Alias(a)) => self.types.shallow(&a.ty).is_sequence(),
                _ => false,
            },
            Expr::Index(i) => matches!(unparen(&i.index), Expr::Range(_)) || self.is_nested(&i.expr),
            _ => false,
        }
    }

    /// Whether the elements of a place have elements.
    fn is_nested(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Path(p) => match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                Some(Binding::Slot(s)) => match self.types.shallow(&self.slots[*s].ty).element() {
                    Some(element) => self.types.shallow(element).is_sequence(),
                    None => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    /// An index into, a field or a method of a chosen reference, done in each arm.
    pub fn with_choice_outside(&self, e: &Expr) -> Option<Expr> {
        let (chosen, rebuild) = self.innermost(e)?;
        Some(map_tails(&chosen, &|tail| rebuild(tail)))
    }

    /// The chosen reference at the bottom of a chain, and how the chain is built again on something else.
    #[allow(clippy::type_complexity)]
    fn innermost<'e>(&self, e: &'e Expr) -> Option<(Expr, Box<dyn Fn(Expr) -> Expr + 'e>)> {
        let below: &Expr = match e {
            Expr::Index(i) => &i.expr,
            Expr::Field(f) => &f.base,
            Expr::MethodCall(m) => &m.receiver,
            Expr::Reference(r) if matches!(unparen(&r.expr), Expr::Index(_)) => &r.expr,
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) && matches!(unparen(&u.expr), Expr::Index(_)) => &u.expr,
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
        if self.is_chosen(below) {
            return Some((below.clone(), Box::new(around)));
        }
        let (chosen, rebuild) = self.innermost(below)?;
        Some((chosen, Box::new(move |tail| around(rebuild(tail)))))
    }

    /// A call with a chosen reference among its arguments.
    pub fn call_with_choice_outside(&self, call: &syn::ExprCall) -> Option<Expr> {
        let k = call.args.iter().position(|a| self.is_chosen(a))?;
        Some(map_tails(&call.args[k], &|tail| {
            let mut call = call.clone();
            call.args[k] = tail;
            Expr::Call(call)
        }))
    }

    /// A loop over a chosen reference, or over a chain on one.
    pub fn loop_with_choice_outside(&self, l: &syn::ExprForLoop) -> Option<Expr> {
        let with = |source: Expr| {
            let mut l = l.clone();
            *l.expr = source;
            Expr::ForLoop(l)
        };
        if self.is_chosen(&l.expr) {
            return Some(map_tails(&l.expr, &with));
        }
        let (chosen, rebuild) = self.innermost(unparen(&l.expr))?;
        Some(map_tails(&chosen, &|tail| with(rebuild(tail))))
    }

    /// The statements that `let r = if c { &a } else { &b }; …` stands for.
    pub fn with_choices_inside(&mut self, stmt: &Stmt, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let Stmt::Local(l) = stmt else { return None };
        let syn::Pat::Ident(name) = (match &l.pat {
            syn::Pat::Type(t) => &*t.pat,
            pat => pat,
        }) else {
            return None;
        };
        let init = l.init.as_ref()?;
        if name.by_ref.is_some() || name.mutability.is_some() || !self.is_chosen(&init.expr) {
            return None;
        }
        let mut choice = unparen(&init.expr).clone();
        let mut stmts = Vec::new();
        self.name_conditions(&mut choice, &mut stmts);
        let mut put = Put { name: name.ident.clone(), choice: syn::parse_quote!((#choice)), shadowed: false };
        for stmt in rest {
            let mut stmt = stmt.clone();
            if !put.shadowed {
                put.visit_stmt_mut(&mut stmt);
            }
            stmts.push(stmt);
        }
        Some(stmts)
    }

    /// Gives each condition a variable.
    fn name_conditions(&mut self, choice: &mut Expr, stmts: &mut Vec<Stmt>) {
        if let Expr::If(i) = choice {
            let condition = proc_macro2::Ident::new(&format!("chosen_{}", self.questions), i.if_token.span);
            self.questions += 1;
            let cond = &i.cond;
            stmts.push(syn::parse_quote!(let #condition = #cond;));
            *i.cond = syn::parse_quote!(#condition);
            if let Some((_, e)) = &mut i.else_branch
                && matches!(**e, Expr::If(_))
            {
                // evaluated only where the conditions before are false
                let mut inner = Vec::new();
                self.name_conditions(e, &mut inner);
                for stmt in inner {
                    if let Stmt::Local(mut l) = stmt
                        && let Some(init) = &mut l.init
                    {
                        let value = &init.expr;
                        *init.expr = syn::parse_quote!(!#condition && #value);
                        stmts.push(Stmt::Local(l));
                    }
                }
            }
        }
    }
}

/// The same choice with something done to what each arm hands out.
fn map_tails(choice: &Expr, f: &dyn Fn(Expr) -> Expr) -> Expr {
    let in_block = |block: &mut syn::Block| {
        if let [Stmt::Expr(tail, None)] = &mut block.stmts[..] {
            *tail = if matches!(unparen(tail), Expr::If(_)) { map_tails(unparen(tail), f) } else { f(tail.clone()) };
        }
    };
    let mut choice = unparen(choice).clone();
    if let Expr::If(i) = &mut choice {
        in_block(&mut i.then_branch);
        if let Some((_, e)) = &mut i.else_branch {
            match &mut **e {
                Expr::Block(b) => in_block(&mut b.block),
                e => *e = map_tails(e, f),
            }
        }
    }
    choice
}

/// Puts a choice in the place of a variable.
struct Put {
    name: proc_macro2::Ident,
    choice: Expr,
    /// Whether the name means something else from here on.
    shadowed: bool,
}

impl VisitMut for Put {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(p) if p.path.is_ident(&self.name) => *e = self.choice.clone(),
            e => syn::visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let shadowed = self.shadowed;
        for stmt in &mut block.stmts {
            if !self.shadowed {
                self.visit_stmt_mut(stmt);
            }
        }
        self.shadowed = shadowed;
    }

    fn visit_local_mut(&mut self, l: &mut syn::Local) {
        if let Some(init) = &mut l.init {
            self.visit_expr_mut(&mut init.expr);
        }
        let mut names = Names { name: &self.name, found: false };
        syn::visit::Visit::visit_pat(&mut names, &l.pat);
        self.shadowed |= names.found;
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let (name, choice) = (&self.name, &self.choice);
        let tokens = mac.tokens.clone();
        mac.tokens = put_tokens(tokens, name, &quote!(#choice));
    }
}

fn put_tokens(tokens: TokenStream, name: &proc_macro2::Ident, choice: &TokenStream) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == *name => choice.clone(),
            TokenTree::Group(g) => TokenTree::Group(Group::new(g.delimiter(), put_tokens(g.stream(), name, choice))).into(),
            token => token.into(),
        })
        .collect()
}

struct Names<'a> {
    name: &'a proc_macro2::Ident,
    found: bool,
}

impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.found |= p.ident == *self.name;
        syn::visit::visit_pat_ident(self, p);
    }
}
