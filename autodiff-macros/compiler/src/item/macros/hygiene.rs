//! Hygiene: which of the variables and labels in a macro's own tokens are bound by them.

use super::rules::{is_punct, spanned_group};
use crate::lower::pattern_names::{CollectIdents, witness_of_bindings};
use crate::world::World;
use crate::world::names::meaning::is_spelled_as_type;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use std::collections::{BTreeSet, HashMap};
use syn::Expr;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};

/// The tagged name: a macro's own tokens have a tag while it is expanded.
pub(super) fn tag_name(name: &str, tag: usize) -> String {
    format!("__expansion_{tag}_{name}")
}

/// A name without its innermost tag, and the tag.
pub(super) fn tag_of(name: &str) -> Option<(usize, &str)> {
    let (tag, name) = name.strip_prefix("__expansion_")?.split_once('_')?;
    Some((tag.parse().ok()?, name))
}

/// A name without its tag.
pub(super) fn strip_tag(name: &str) -> &str {
    tag_of(name).map_or(name, |(_, name)| name)
}

/// Finds the variables and labels with a tag that patterns bind.
pub(super) struct Binds {
    pub tag: usize,
    pub names: BTreeSet<String>,
    /// The identifiers in patterns, some of which may name constants.
    pub patterns: CollectIdents,
    pub constants: BTreeSet<String>,
}

impl Binds {
    /// Collects the names with this tag.
    pub fn new(tag: usize) -> Binds {
        Binds {
            tag,
            names: BTreeSet::new(),
            patterns: CollectIdents::default(),
            constants: BTreeSet::new(),
        }
    }

    pub fn expr(&mut self, e: &Expr) {
        self.visit_expr(e);
        self.patterns.visit_expr(e);
    }

    pub fn stmt(&mut self, stmt: &syn::Stmt) {
        self.visit_stmt(stmt);
        self.patterns.visit_stmt(stmt);
    }

    pub fn pat(&mut self, pat: &syn::Pat) {
        self.visit_pat(pat);
        self.patterns.may_fail(pat, false);
    }

    /// Removes the names of constants, by the form of a pattern or by the file. Returns a witness
    /// that the others are bindings.
    pub fn without_constants(&mut self, world: &World) -> Option<TokenStream> {
        let scope = world.scope_or_around();
        let mut bindings = Vec::new();
        for (ident, must_be_constant) in self.patterns.tested_idents() {
            let text = ident.to_string();
            let Some((_, name)) =
                tag_of(&text).filter(|(tag, name)| *tag == self.tag && self.names.contains(*name))
            else {
                continue;
            };
            if must_be_constant || scope.as_ref().is_some_and(|scope| scope.names_constant(name)) {
                self.constants.extend(self.names.take(name));
            } else {
                bindings.push(Ident::new(name, ident.span()));
            }
        }
        witness_of_bindings(&bindings)
    }

    fn name(&mut self, ident: &Ident) {
        if let Some((tag, name)) = tag_of(&ident.to_string())
            && tag == self.tag
            && !is_spelled_as_type(name)
        {
            self.names.insert(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Binds {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.name(&p.ident);
        syn::visit::visit_pat_ident(self, p);
    }
    fn visit_label(&mut self, l: &'ast syn::Label) {
        self.name(&l.name.ident);
    }
}

/// Removes the tags, and renames the variables that the macro binds, where they are in scope.
pub(super) struct RemoveTags<'r> {
    pub tag: usize,
    renamed: &'r HashMap<String, String>,
    /// The constants that patterns name.
    constants: &'r BTreeSet<String>,
    /// The variables that are in scope.
    bindings: BTreeSet<String>,
    /// Variables that are not bound.
    pub free_variables: BTreeSet<String>,
    /// Whether a string mentions a bound variable.
    pub has_string_uses: bool,
}

impl<'r> RemoveTags<'r> {
    pub fn new(
        tag: usize,
        renamed: &'r HashMap<String, String>,
        constants: &'r BTreeSet<String>,
    ) -> RemoveTags<'r> {
        RemoveTags {
            tag,
            renamed,
            constants,
            bindings: BTreeSet::new(),
            free_variables: BTreeSet::new(),
            has_string_uses: false,
        }
    }

    /// Visits a node with a scope for its bindings.
    fn in_scope(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = self.bindings.clone();
        visit(self);
        self.bindings = outer;
    }

    /// Visits a variable or a label at its binding, or a label at its use.
    fn binding(&mut self, ident: &mut Ident) {
        let text = ident.to_string();
        if let Some((tag, name)) = tag_of(&text)
            && tag == self.tag
        {
            self.bindings.insert(name.to_string());
            *ident = Ident::new(self.renamed.get(name).map_or(name, String::as_str), ident.span());
        }
    }

    fn variable(&mut self, ident: &mut Ident) {
        let text = ident.to_string();
        let Some((tag, name)) = tag_of(&text) else { return };
        if tag != self.tag {
            return;
        }
        let new = match self.renamed.get(name).filter(|_| self.bindings.contains(name)) {
            Some(new) => new.as_str(),
            None => {
                if !is_spelled_as_type(name) && !self.constants.contains(name) {
                    self.free_variables.insert(name.to_string());
                }
                name
            }
        };
        *ident = Ident::new(new, ident.span());
    }

    fn untag_ident(&self, ident: &Ident) -> Ident {
        match tag_of(&ident.to_string()) {
            Some((tag, name)) if tag == self.tag => Ident::new(name, ident.span()),
            _ => ident.clone(),
        }
    }

    fn visit_literal(&mut self, literal: &Literal) {
        let text = literal.to_string();
        self.has_string_uses |= text.starts_with(['"', 'r'])
            && self
                .bindings
                .iter()
                .filter(|name| self.renamed.contains_key(*name))
                .any(|name| text.contains(&format!("{{{name}")));
    }

    /// Tokens that are not parsed.
    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out = TokenStream::new();
        for (i, token) in tokens.iter().enumerate() {
            let before = |k: usize, c: char| i >= k && is_punct(tokens.get(i - k), c);
            let token = match token {
                TokenTree::Group(g) => TokenTree::Group(spanned_group(
                    g.delimiter(),
                    self.tokens(g.stream()),
                    g.span(),
                )),
                TokenTree::Ident(ident) => {
                    let field = before(1, '.') && !before(2, '.');
                    let in_path = before(1, ':') && before(2, ':')
                        || is_punct(tokens.get(i + 1), ':') && is_punct(tokens.get(i + 2), ':');
                    let called =
                        is_punct(tokens.get(i + 1), '!') && !is_punct(tokens.get(i + 2), '=');
                    let mut ident = ident.clone();
                    if field || in_path || called {
                        ident = self.untag_ident(&ident);
                    } else {
                        self.variable(&mut ident);
                    }
                    TokenTree::Ident(ident)
                }
                TokenTree::Literal(l) => {
                    self.visit_literal(l);
                    token.clone()
                }
                token => token.clone(),
            };
            out.extend([token]);
        }
        out
    }
}

impl VisitMut for RemoveTags<'_> {
    fn visit_pat_ident_mut(&mut self, p: &mut syn::PatIdent) {
        let text = p.ident.to_string();
        match tag_of(&text).is_some_and(|(_, name)| self.renamed.contains_key(name)) {
            true => self.binding(&mut p.ident),
            false => self.variable(&mut p.ident),
        }
        visit_mut::visit_pat_ident_mut(self, p);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.in_scope(|s| visit_mut::visit_block_mut(s, block));
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.in_scope(|s| visit_mut::visit_arm_mut(s, arm));
    }

    fn visit_expr_closure_mut(&mut self, c: &mut syn::ExprClosure) {
        self.in_scope(|s| visit_mut::visit_expr_closure_mut(s, c));
    }

    fn visit_expr_while_mut(&mut self, w: &mut syn::ExprWhile) {
        self.in_scope(|s| visit_mut::visit_expr_while_mut(s, w));
    }

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        self.in_scope(|s| visit_mut::visit_item_fn_mut(s, function));
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        self.in_scope(|s| visit_mut::visit_impl_item_fn_mut(s, function));
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        self.in_scope(|s| visit_mut::visit_trait_item_fn_mut(s, function));
    }

    fn visit_local_mut(&mut self, l: &mut syn::Local) {
        l.attrs.iter_mut().for_each(|attribute| self.visit_attribute_mut(attribute));
        if let Some(init) = &mut l.init {
            self.visit_local_init_mut(init);
        }
        self.visit_pat_mut(&mut l.pat);
    }

    fn visit_expr_let_mut(&mut self, l: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut l.expr);
        self.visit_pat_mut(&mut l.pat);
    }

    fn visit_expr_if_mut(&mut self, i: &mut syn::ExprIf) {
        self.in_scope(|s| {
            s.visit_expr_mut(&mut i.cond);
            s.visit_block_mut(&mut i.then_branch);
        });
        if let Some((_, otherwise)) = &mut i.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, l: &mut syn::ExprForLoop) {
        if let Some(label) = &mut l.label {
            self.visit_label_mut(label);
        }
        self.visit_expr_mut(&mut l.expr);
        self.in_scope(|s| {
            s.visit_pat_mut(&mut l.pat);
            s.visit_block_mut(&mut l.body);
        });
    }

    fn visit_expr_path_mut(&mut self, p: &mut syn::ExprPath) {
        if p.qself.is_none()
            && p.path.leading_colon.is_none()
            && p.path.segments.len() == 1
            && let Some(segment) = p.path.segments.first_mut()
            && segment.arguments.is_none()
        {
            return self.variable(&mut segment.ident);
        }
        visit_mut::visit_expr_path_mut(self, p);
    }

    fn visit_expr_call_mut(&mut self, c: &mut syn::ExprCall) {
        // the name of a function that is not a variable
        if let Expr::Path(p) = &mut *c.func
            && let Some(ident) = p.path.get_ident()
            && tag_of(&ident.to_string()).is_some_and(|(tag, name)| {
                tag == self.tag
                    && !(self.renamed.contains_key(name) && self.bindings.contains(name))
            })
        {
            let plain = self.untag_ident(ident);
            self.free_variables.insert(plain.to_string());
            p.path = plain.into();
        }
        visit_mut::visit_expr_call_mut(self, c);
    }

    fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
        self.binding(&mut l.ident);
    }

    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        *ident = self.untag_ident(ident);
    }

    fn visit_field_pat_mut(&mut self, f: &mut syn::FieldPat) {
        f.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_pat_mut(self, f);
    }

    fn visit_field_value_mut(&mut self, f: &mut syn::FieldValue) {
        f.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_value_mut(self, f);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        visit_mut::visit_path_mut(self, &mut mac.path);
        mac.tokens = self.tokens(mac.tokens.clone());
    }

    fn visit_attribute_mut(&mut self, attribute: &mut syn::Attribute) {
        if let syn::Meta::List(list) = &mut attribute.meta {
            list.tokens = self.tokens(list.tokens.clone());
        }
        visit_mut::visit_attribute_mut(self, attribute);
    }

    fn visit_token_stream_mut(&mut self, tokens: &mut TokenStream) {
        *tokens = self.tokens(tokens.clone());
    }
}
