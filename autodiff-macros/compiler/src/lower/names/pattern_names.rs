//! Decides which identifiers in patterns are bindings, and which name constants or unit variants.
//!
//! `Some(m)` binds `m`, unless a constant or a unit variant `m` is in scope. A pattern that cannot
//! fail needs no decision: an identifier in it binds, or names the only value of its type. In a
//! refutable pattern an identifier is treated as a constant in three cases: a binding in its place
//! would make the later arms unreachable; another alternative of an or-pattern does not bind it; or
//! the group or the file defines such a constant. Otherwise its spelling decides. Each decision has
//! a witness, which fails to compile if rustc decides otherwise:
//!
//! ```ignore
//! // `m` is a binding: `ref` cannot bind the name of a constant
//! const _: () = match () { ref m => {} };
//! // `m` is a constant: both alternatives bind the same names
//! fn constants() { let _ = |value| match value { m | _ => {} }; }
//! ```

use crate::lower::*;
use crate::world::names::meaning::is_spelled_as_type;
use quote::{quote, quote_spanned};
use std::collections::BTreeMap;
use syn::{Expr, Pat, PatIdent};

/// An upper-case name of at most this length is treated as a variable, such as a matrix.
const SHORT: usize = 2;

/// The identifiers in the patterns of a function that are constants or variants.
#[derive(Debug, Default)]
pub struct PatternNames {
    constants: HashSet<String>,
    /// Those that may be either: rustc tests whether they match, and they bind the matched value.
    either: HashSet<String>,
}

impl PatternNames {
    /// Whether an identifier names a constant or a variant, and binds nothing.
    pub fn is_constant(&self, p: &PatIdent) -> bool {
        is_bare(p) && (p.ident == "None" || self.constants.contains(&p.ident.to_string()))
    }

    /// Whether an identifier may name a constant, so that its pattern may fail.
    pub fn may_fail(&self, p: &PatIdent) -> bool {
        self.is_constant(p) || self.is_either(p)
    }

    /// Whether only rustc knows if an identifier is a constant or a binding.
    pub fn is_either(&self, p: &PatIdent) -> bool {
        is_bare(p) && self.either.contains(&p.ident.to_string())
    }
}

/// Whether an identifier may name a constant: `ref x`, `mut x` and `x @ …` are bindings.
fn is_bare(p: &PatIdent) -> bool {
    p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none()
}

/// An identifier in refutable patterns.
struct TestedIdent {
    ident: Ident,
    /// Whether the form of the pattern shows that it is a constant.
    is_forced: bool,
    /// Whether a pattern with it is tested: the last arm of a `match` is not.
    is_tested: bool,
}

/// Collects the identifiers in patterns, and the names that expressions use.
#[derive(Default)]
pub struct CollectIdents {
    found: BTreeMap<String, TestedIdent>,
    /// The names bound by irrefutable patterns.
    bound: HashSet<String>,
    used: HashSet<String>,
}

/// The identifiers in a pattern: those that may name constants, and those that do not, as
/// `n @ 1..=5`.
#[derive(Default)]
struct PatternIdents {
    bare: Vec<Ident>,
    bound: Vec<Ident>,
}

impl<'ast> Visit<'ast> for PatternIdents {
    fn visit_pat_ident(&mut self, p: &'ast PatIdent) {
        let idents = if is_bare(p) { &mut self.bare } else { &mut self.bound };
        idents.push(p.ident.clone());
        syn::visit::visit_pat_ident(self, p);
    }
    fn visit_expr(&mut self, _: &'ast Expr) {}
}

fn idents(pat: &Pat) -> PatternIdents {
    let mut found = PatternIdents::default();
    found.visit_pat(pat);
    found
}

fn bare_idents(pat: &Pat) -> Vec<Ident> {
    idents(pat).bare
}

impl CollectIdents {
    /// The identifiers in tested patterns that may name constants, and whether they must.
    pub fn tested_idents(&self) -> impl Iterator<Item = (&Ident, bool)> {
        self.ambiguous_idents()
            .filter(|found| found.is_tested)
            .map(|found| (&found.ident, found.is_forced))
    }

    /// An irrefutable binding has no constant's name, or the function would not compile.
    fn ambiguous_idents(&self) -> impl Iterator<Item = &TestedIdent> {
        self.found.iter().filter(|(name, _)| !self.bound.contains(*name)).map(|(_, found)| found)
    }

    fn note_ident(&mut self, ident: Ident, is_forced: bool, is_tested: bool) {
        let found = self.found.entry(ident.to_string()).or_insert(TestedIdent {
            ident,
            is_forced,
            is_tested,
        });
        found.is_forced |= is_forced;
        found.is_tested |= is_tested;
    }

    /// Visits a refutable pattern. `is_whole`: a binding in its place would make what follows
    /// unreachable.
    pub fn may_fail(&mut self, pat: &Pat, is_whole: bool) {
        match pat {
            Pat::Ident(p) if is_bare(p) => self.note_ident(p.ident.clone(), is_whole, true),
            Pat::Ident(p) => drop(self.bound.insert(p.ident.to_string())),
            Pat::Paren(p) => self.may_fail(&p.pat, is_whole),
            Pat::Reference(r) => self.may_fail(&r.pat, is_whole),
            Pat::Guard(g) => {
                self.may_fail(&g.pat, false);
                self.visit_expr(&g.guard);
            }
            _ => {
                let PatternIdents { bare, bound } = idents(pat);
                self.bound.extend(bound.iter().map(ToString::to_string));
                for ident in bare {
                    self.note_ident(ident, false, true);
                }
            }
        }
        self.alternatives(pat);
    }

    /// All alternatives of an or-pattern bind the same names.
    fn alternatives(&mut self, pat: &Pat) {
        struct Alternatives<'c>(&'c mut CollectIdents);
        impl<'ast> Visit<'ast> for Alternatives<'_> {
            fn visit_pat_or(&mut self, or: &'ast syn::PatOr) {
                let cases: Vec<Vec<Ident>> = or.cases.iter().map(bare_idents).collect();
                for ident in cases.iter().flatten() {
                    let is_everywhere = cases.iter().all(|case| case.contains(ident))
                        || self.0.bound.contains(&ident.to_string());
                    self.0.note_ident(ident.clone(), !is_everywhere, true);
                }
                syn::visit::visit_pat_or(self, or);
            }
            fn visit_expr(&mut self, _: &'ast Expr) {}
        }
        Alternatives(self).visit_pat(pat);
    }

    /// Visits an irrefutable pattern.
    fn visit_irrefutable(&mut self, pat: &Pat) {
        self.bound.extend(bare_idents(pat).iter().map(ToString::to_string));
    }

    fn condition(&mut self, cond: &Expr) {
        match cond {
            Expr::Let(l) => {
                self.visit_expr(&l.expr);
                self.may_fail(&l.pat, true);
            }
            cond => self.visit_expr(cond),
        }
    }

    fn names_in(&mut self, tokens: TokenStream) {
        self.used.extend(opaque::names(tokens));
    }
}

impl<'ast> Visit<'ast> for CollectIdents {
    fn visit_expr_match(&mut self, m: &'ast syn::ExprMatch) {
        self.visit_expr(&m.expr);
        for (k, arm) in m.arms.iter().enumerate() {
            match &arm.pat {
                Pat::Guard(_) => self.may_fail(&arm.pat, true),
                pat if k + 1 < m.arms.len() => self.may_fail(pat, true),
                pat => {
                    bare_idents(pat)
                        .into_iter()
                        .for_each(|ident| self.note_ident(ident, false, false));
                    self.alternatives(pat);
                }
            }
            self.visit_expr(&arm.body);
        }
    }

    fn visit_expr_if(&mut self, i: &'ast syn::ExprIf) {
        self.condition(&i.cond);
        self.visit_block(&i.then_branch);
        i.else_branch.iter().for_each(|(_, e)| self.visit_expr(e));
    }

    fn visit_expr_while(&mut self, w: &'ast syn::ExprWhile) {
        self.condition(&w.cond);
        self.visit_block(&w.body);
    }

    fn visit_expr_let(&mut self, l: &'ast syn::ExprLet) {
        self.visit_expr(&l.expr);
        self.may_fail(&l.pat, false);
    }

    fn visit_local(&mut self, l: &'ast syn::Local) {
        match l.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            Some(_) => self.may_fail(&l.pat, true),
            None => self.visit_irrefutable(&l.pat),
        }
        if let Some(init) = &l.init {
            self.visit_expr(&init.expr);
            init.diverge.iter().for_each(|(_, e)| self.visit_expr(e));
        }
    }

    /// Of parameters, closures and loops.
    fn visit_pat(&mut self, pat: &'ast Pat) {
        self.visit_irrefutable(pat);
    }

    fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
        self.used.extend(p.path.get_ident().map(ToString::to_string));
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.names_in(mac.tokens.clone());
        if mac.path.segments.last().is_some_and(|s| s.ident == "matches")
            && let Some(pat) = pattern_of_matches(mac)
        {
            self.may_fail(&pat, true);
        }
    }
}

/// The pattern of `matches!(value, pattern)`.
fn pattern_of_matches(mac: &syn::Macro) -> Option<Pat> {
    let arm = |input: syn::parse::ParseStream<'_>| {
        input.parse::<Expr>()?;
        input.parse::<syn::Token![,]>()?;
        let pattern: TokenStream = input.parse()?;
        syn::parse2::<syn::ExprMatch>(quote!(match () { #pattern => {} }))
    };
    let whole = mac.parse_body_with(arm).ok()?;
    whole.arms.into_iter().next().map(|arm| arm.pat)
}

impl Lowerer<'_> {
    /// Decides which identifiers in the patterns of a function name constants.
    pub fn name_patterns(&mut self, item: &syn::ItemFn) {
        let mut collect = CollectIdents::default();
        collect.visit_item_fn(item);
        let mut constants: HashSet<String> = self.names.constants_inside.keys().cloned().collect();
        let mut either = HashSet::default();
        let (mut named, mut binding) = (Vec::new(), Vec::new());
        for TestedIdent { ident, is_forced, is_tested } in collect.ambiguous_idents() {
            let name = ident.to_string();
            if constants.contains(&name) || name == "None" {
                continue;
            }
            let is_upper = is_spelled_as_type(&name);
            let is_named = *is_forced || self.is_constant_around(ident);
            match (is_named, is_upper, collect.used.contains(&name)) {
                // rustc tests it, and nothing else depends on what it is
                (_, true, false) => drop(constants.insert(name)),
                (true, ..) => {
                    constants.insert(name);
                    named.push(ident.clone());
                }
                _ if !is_tested => {}
                (false, true, true) if name.chars().count() > SHORT => drop(either.insert(name)),
                (false, ..) => binding.push(ident.clone()),
            }
        }
        self.names.pattern_names = Rc::new(PatternNames { constants, either });
        self.collected.witnesses.extend(witness_of_constants(&named));
        self.collected.witnesses.extend(witness_of_bindings(&binding));
    }

    /// Records the value that is bound to an identifier that may name a constant: the values are
    /// equal, and only their derivatives differ.
    pub fn bind_either(&mut self, ident: &Ident, value: &Value) {
        let ty = self.value_ty(value);
        self.collected.either_bound.push((ident.clone(), ty));
    }

    /// The witness that such identifiers are bindings, where a derivative depends on it.
    pub fn witness_of_either(&mut self) -> Option<TokenStream> {
        let bound = std::mem::take(&mut self.collected.either_bound);
        let has_derivative = |ty: &Ty| {
            !matches!(ty, Ty::Int(_) | Ty::IntOf(_) | Ty::Bool | Ty::Text(_) | Ty::Discrete(_))
        };
        let mut names: Vec<Ident> = Vec::new();
        for (ident, ty) in bound {
            if !names.contains(&ident) && has_derivative(&self.types.shallow(&ty)) {
                names.push(ident);
            }
        }
        witness_of_bindings(&names)
    }

    /// Whether the group or the file has a constant or a unit variant of that name in scope.
    fn is_constant_around(&self, name: &Ident) -> bool {
        let path = name.to_token_stream();
        let of_group = self.group().is_some_and(|known| {
            known.constant(&path).is_some() || known.enum_with(&name.to_string()).is_some()
        });
        of_group
            || self.enum_with(&name.clone().into()).is_some()
            || self.world().names_constant(&name.to_string())
    }
}

/// Fails to compile if a name is a binding.
fn witness_of_constants(names: &[Ident]) -> Option<TokenStream> {
    let checks = names
        .iter()
        .map(|name| quote_spanned!(name.span()=> let _ = |value| match value { #name | _ => {} };));
    (!names.is_empty()).then(|| {
        quote! {
            #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = {
                fn constants() { #(#checks)* }
            };
        }
    })
}

/// Fails to compile if a name is that of a constant or a unit variant.
pub fn witness_of_bindings(names: &[Ident]) -> Option<TokenStream> {
    let units = names.iter().map(|_| quote!(()));
    (!names.is_empty()).then(|| {
        quote! {
            #[allow(unused_variables, non_snake_case, clippy::all, clippy::pedantic,
                clippy::nursery)]
            const _: () = match (#(#units,)*) { (#(ref #names,)*) => {} };
        }
    })
}
