//! Variables that hold views which change an array.
//!
//! The variable is a copy of the view, which is assigned back after the last statement that
//! mentions it:
//!
//! ```text
//! let mut row = x.row_mut(i);     let selector = i;
//! row[0] += a;                    let mut row = x.row(selector).clone();
//! row.assign(&y);                 row[0] += a; row.assign(&y);
//! f(&x)                           x.assign_to_row_mut(selector, &row);
//!                                 f(&x)
//! ```
//!
//! rustc accepts no mention of `x` between, because the view borrows it. So a statement there that
//! mentions `x` uses the view only before it does, which is not supported: the value would be the
//! one from before the changes. Nor are exits between, and moves of the variable.

use super::in_place::{ASSIGN, HELD};
use super::*;
use quote::{format_ident, quote, quote_spanned};
use syn::{Local, Pat, Stmt};

impl Lowerer<'_> {
    /// The statements from a `let` of such a view on, if it is one.
    pub fn with_held_view(&mut self, stmt: &Stmt, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let Stmt::Local(Local { pat, init: Some(init), .. }) = stmt else { return None };
        let pat = if let Pat::Type(of) = pat { &*of.pat } else { pat };
        let (Pat::Ident(pat), Expr::MethodCall(m)) = (pat, unparen(&init.expr)) else {
            return None;
        };
        let name = m.method.to_string();
        let shared = Ident::new(name.strip_suffix("_mut")?, m.method.span());
        if init.diverge.is_some() || !HELD.contains(&&*name) || !self.is_array_place(&m.receiver) {
            return None;
        }
        let view = &pat.ident;
        let last = last_use(rest, view);
        let (region, after) = rest.split_at(last.map_or(0, |last| last + 1));
        self.check_region(&m.receiver, view, region)?;
        self.check_views_of_held(view, region);
        let span = m.method.span();
        let mut place = (*m.receiver).clone();
        let mut stmts: Vec<TokenStream> = self.bind_indices(&mut place);
        let selectors: Vec<Ident> = m.args.iter().map(|_| self.fresh_selector(span)).collect();
        stmts.extend(selectors.iter().zip(&m.args).map(|(name, of)| quote!(let #name = #of;)));
        let assign = Ident::new(&format!("{ASSIGN}{name}"), span);
        stmts.push(quote_spanned! {span=>
            let mut #view = (&#place).#shared(#(#selectors),*).autodiff_copied();
        });
        let back = quote_spanned!(span=> #place.#assign(#(#selectors,)* &#view););
        // the value of the block
        let value = match region.split_last() {
            Some((Stmt::Expr(value, None), before))
                if after.is_empty() && !matches!(value, Expr::ForLoop(_) | Expr::While(_)) =>
            {
                let result = format_ident!("result_{}", self.ssa.questions, span = span);
                self.ssa.questions += 1;
                stmts.extend(before.iter().map(ToTokens::to_token_stream));
                stmts.push(quote_spanned!(span=> let #result = #value;));
                Some(result)
            }
            _ => {
                stmts.extend(region.iter().map(ToTokens::to_token_stream));
                None
            }
        };
        stmts.push(back);
        stmts.extend(after.iter().map(ToTokens::to_token_stream));
        stmts.extend(value.map(|value| quote!(#value)));
        let block: syn::Block = syn::parse_quote!({ #(#stmts)* });
        Some(block.stmts)
    }

    fn fresh_selector(&mut self, span: Span) -> Ident {
        self.ssa.questions += 1;
        format_ident!("selector_{}", self.ssa.questions, span = span)
    }

    /// Reports statements that do not keep the copy and the array apart. `None` if the array is no
    /// place with a name.
    fn check_region(&mut self, place: &Expr, view: &Ident, region: &[Stmt]) -> Option<()> {
        let place = Path::of(place)?;
        let aliases = self.names_of_same_slot(&place.root);
        let mut check = Region { place, aliases, view, loops: 0, error: None };
        region.iter().for_each(|stmt| check.visit_stmt(stmt));
        if let Some((span, what)) = check.error {
            let message = format!(
                "{what} while `{view}` holds a view that changes an array is not supported: end \
                 the use of `{view}` in an earlier statement"
            );
            self.diagnostics.error(span, message);
        }
        Some(())
    }
}

impl Lowerer<'_> {
    /// The other names of the variable behind a name: references to it.
    fn names_of_same_slot(&self, name: &str) -> Vec<String> {
        let slot_of = |binding: &Binding| match binding {
            Binding::Slot(slot) => Some(*slot),
            Binding::Alias(alias) => Some(alias.slot),
            _ => None,
        };
        let Some(slot) = self.lookup(name).and_then(slot_of) else { return Vec::new() };
        let others = self
            .ssa
            .scope
            .iter()
            .filter(|(other, binding)| other != name && slot_of(binding) == Some(slot));
        others.map(|(other, _)| other.clone()).collect()
    }
}

/// The last statement that mentions a view, or a view that is made from it.
fn last_use(stmts: &[Stmt], view: &Ident) -> Option<usize> {
    let mut views = vec![view.clone()];
    let mut last = None;
    for (k, stmt) in stmts.iter().enumerate() {
        if !views.iter().any(|view| mentions(stmt, view)) {
            continue;
        }
        last = Some(k);
        if let Stmt::Local(Local { pat, init: Some(init), .. }) = stmt
            && let Expr::MethodCall(m) = unparen(&init.expr)
            && m.method.to_string().ends_with("_mut")
            && let Pat::Ident(pat) = if let Pat::Type(of) = pat { &*of.pat } else { pat }
        {
            views.push(pat.ident.clone());
        }
    }
    last
}

fn mentions(of: &impl ToTokens, name: &Ident) -> bool {
    crate::world::tokens::mentions(of, name)
}

/// A variable and the names of fields: the place that a view borrows, without indices.
struct Path {
    root: String,
    fields: Vec<String>,
}

impl Path {
    fn of(e: &Expr) -> Option<Path> {
        match unparen(e) {
            Expr::Path(of) => {
                Some(Path { root: of.path.get_ident()?.to_string(), fields: Vec::new() })
            }
            Expr::Field(of) => {
                let mut path = Path::of(&of.base)?;
                path.fields.push(of.member.to_token_stream().to_string());
                Some(path)
            }
            Expr::Index(of) => Path::of(&of.expr),
            Expr::Unary(of) if matches!(of.op, syn::UnOp::Deref(_)) => Path::of(&of.expr),
            _ => None,
        }
    }

    /// Whether one place is, or contains, the other.
    fn overlaps(&self, other: &Path) -> bool {
        self.root == other.root && self.fields.iter().zip(&other.fields).all(|(a, b)| a == b)
    }
}

/// Finds what is not supported in the statements that use a view.
struct Region<'a> {
    place: Path,
    /// Other names of the array.
    aliases: Vec<String>,
    view: &'a Ident,
    /// The depth of loops inside.
    loops: usize,
    error: Option<(Span, &'static str)>,
}

impl Region<'_> {
    fn report(&mut self, at: &impl Spanned, what: &'static str) {
        self.error.get_or_insert((at.span(), what));
    }

    fn is_view(&self, e: &Expr) -> bool {
        matches!(unparen(e), Expr::Path(of) if of.path.is_ident(self.view))
    }

    /// Visits an operand in which the view is borrowed.
    fn borrowed(&mut self, e: &Expr) {
        if !self.is_view(e) {
            self.visit_expr(e);
        }
    }
}

impl<'ast> Visit<'ast> for Region<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Path(_) if self.is_view(e) => self.report(e, "moving the variable"),
            Expr::Path(_) | Expr::Field(_)
                if Path::of(e).is_some_and(|path| {
                    path.overlaps(&self.place) || self.aliases.contains(&path.root)
                }) =>
            {
                self.report(e, "a use of the array");
            }
            Expr::Field(_) if Path::of(e).is_some() => {}
            Expr::MethodCall(m) => {
                self.borrowed(&m.receiver);
                m.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::Index(of) => {
                self.borrowed(&of.expr);
                self.visit_expr(&of.index);
            }
            Expr::Reference(of) => self.borrowed(&of.expr),
            Expr::Binary(of) => {
                self.borrowed(&of.left);
                self.borrowed(&of.right);
            }
            Expr::Return(_) | Expr::Try(_) => self.report(e, "leaving the block"),
            Expr::Break(_) | Expr::Continue(_) if self.loops == 0 => {
                self.report(e, "leaving the block");
            }
            Expr::Break(syn::ExprBreak { label: Some(_), .. })
            | Expr::Continue(syn::ExprContinue { label: Some(_), .. }) => {
                self.report(e, "leaving the block");
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.loops += 1;
                syn::visit::visit_expr(self, e);
                self.loops -= 1;
            }
            e => syn::visit::visit_expr(self, e),
        }
    }

    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        let names = self.aliases.iter().chain([&self.place.root]);
        let names: Vec<Ident> = names.map(|name| Ident::new(name, Span::call_site())).collect();
        if names.iter().any(|name| mentions(of, name)) {
            self.report(of, "a use of the array");
        }
    }
}
