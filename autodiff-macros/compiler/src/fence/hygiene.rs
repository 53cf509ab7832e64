//! Detects two variables of one name in a function that a macro writes.
//!
//! ```text
//! macro_rules! scaled { ($x:ident) => { #[differentiate] fn f($x: f64) -> f64 { let t = 2.0; t * $x } } }
//! scaled!(t);     // 2·t: the macro's `t` is not the caller's
//! ```
//!
//! rustc distinguishes them by their syntax contexts, which stable token interfaces do not expose.
//! The compiler goes by name, and would take one for the other. The debug output of a span begins
//! with the number of its context, `#4 bytes(17..18)`. Nothing but this error depends on that, and
//! where spans print differently, no error is reported.

use crate::diagnostics::Diagnostics;
use proc_macro2::{Ident, Span};
use std::collections::BTreeMap;
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn, Pat};

/// Reports variables that share a name with a variable of another syntax context.
pub fn hygiene(item: &ItemFn, diagnostics: &mut Diagnostics) {
    // tokens outside of macros all have the first context
    if context(item.sig.fn_token.span).is_none_or(|context| context == "#0") {
        return;
    }
    let mut names = BodyNames::default();
    names.visit_item_fn(item);
    for (name, places) in
        names.mentions.into_iter().filter(|(name, _)| names.bindings.contains(name))
    {
        let first = places.first().and_then(|place| context(*place));
        if let Some(other) = places.iter().find(|place| context(**place) != first) {
            let message = format!(
                "`{name}` is a variable of both the macro and its caller, which is not supported: \
                 rename that of the macro"
            );
            diagnostics.error(*other, message);
        }
    }
}

fn context(span: Span) -> Option<String> {
    let text = format!("{span:?}");
    text.split_once(' ')
        .map(|(context, _)| context.to_string())
        .filter(|context| context.starts_with('#'))
}

#[derive(Default)]
struct BodyNames {
    bindings: Vec<String>,
    mentions: BTreeMap<String, Vec<Span>>,
}

impl BodyNames {
    fn note_mention(&mut self, name: &Ident) {
        self.mentions.entry(name.to_string()).or_default().push(name.span());
    }
}

impl<'ast> Visit<'ast> for BodyNames {
    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Ident(pattern) = pattern {
            self.bindings.push(pattern.ident.to_string());
            self.note_mention(&pattern.ident);
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::Path(path) = expr
            && let Some(name) = path.path.get_ident()
        {
            self.note_mention(name);
        }
        visit::visit_expr(self, expr);
    }
}
