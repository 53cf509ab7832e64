//! A function with `#[cfg]` in its body → one function for each configuration.
//!
//! Only rustc knows which of them is compiled, so the derivatives of all are generated, each under
//! its predicates:
//!
//! ```text
//! fn f(x: f64) -> f64 {            #[cfg(fast)]       fn f(x: f64) -> f64 { x.mul_add(x, 1.0) }
//!     #[cfg(fast)]            →    #[cfg(not(fast))]  fn f(x: f64) -> f64 { x * x + 1.0 }
//!     { x.mul_add(x, 1.0) }
//!     #[cfg(not(fast))]
//!     { x * x + 1.0 }
//! }
//! ```

use super::UserFunction;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeMap;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, Stmt};

/// The maximum count of predicates in a body; there are up to two to that power configurations.
const MOST: usize = 3;

impl UserFunction {
    /// The function in each of its configurations. It is unchanged if its body has no `#[cfg]`, or
    /// so many that not all can be generated (which the fence reports).
    pub fn configurations(self) -> Vec<UserFunction> {
        let mut predicates = Predicates::default();
        predicates.visit_block(&self.function.block);
        let predicates: Vec<(String, TokenStream)> = predicates.predicates.into_iter().collect();
        if predicates.is_empty() || predicates.len() > MOST {
            return vec![self];
        }
        let choices = (0..1usize << predicates.len()).map(|bits| {
            let holds = |k: usize| bits >> k & 1 == 0;
            let chosen = predicates
                .iter()
                .enumerate()
                .map(|(k, (text, _))| (text.clone(), holds(k)))
                .collect();
            let cfgs = predicates.iter().enumerate().map(|(k, (_, predicate))| match holds(k) {
                true => quote!(#[cfg(#predicate)]),
                false => quote!(#[cfg(not(#predicate))]),
            });
            let mut configuration = self.clone();
            let function = Rc::make_mut(&mut configuration.function);
            ConfigurationFilter { chosen_values: chosen }.visit_block_mut(&mut function.block);
            configuration.configuration = cfgs.collect();
            configuration.cfgs.extend(configuration.configuration.clone());
            configuration
        });
        choices.collect()
    }
}

/// The predicates in a body as strings, without the `not` around them.
#[derive(Default)]
struct Predicates {
    predicates: BTreeMap<String, TokenStream>,
}

impl<'ast> Visit<'ast> for Predicates {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Some((predicate, _)) = attribute
            .meta
            .require_list()
            .ok()
            .filter(|l| l.path.is_ident("cfg"))
            .map(|l| strip_not(&l.tokens))
        {
            self.predicates.insert(predicate.to_string(), predicate);
        }
        visit::visit_attribute(self, attribute);
    }
}

/// A predicate without `not(…)` around it, and whether it must hold.
fn strip_not(predicate: &TokenStream) -> (TokenStream, bool) {
    let tokens: Vec<TokenTree> = predicate.clone().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(not), TokenTree::Group(inner)]
            if not == "not" && inner.delimiter() == Delimiter::Parenthesis =>
        {
            let (predicate, holds) = strip_not(&inner.stream());
            (predicate, !holds)
        }
        _ => (predicate.clone(), true),
    }
}

/// Removes the code that is absent in one configuration, and the `#[cfg]` attributes.
struct ConfigurationFilter {
    chosen_values: BTreeMap<String, bool>,
}

impl ConfigurationFilter {
    /// Whether an item is present, by its attributes.
    fn is_present(&self, item: &impl ToTokens) -> bool {
        let mut tokens = item.to_token_stream().into_iter();
        while let (Some(TokenTree::Punct(hash)), Some(TokenTree::Group(attribute))) =
            (tokens.next(), tokens.next())
        {
            if hash.as_char() != '#' {
                break;
            }
            let mut inner = attribute.stream().into_iter();
            if let (Some(TokenTree::Ident(cfg)), Some(TokenTree::Group(predicate))) =
                (inner.next(), inner.next())
                && cfg == "cfg"
            {
                let (predicate, holds) = strip_not(&predicate.stream());
                if self
                    .chosen_values
                    .get(&predicate.to_string())
                    .is_some_and(|chosen| *chosen != holds)
                {
                    return false;
                }
            }
        }
        true
    }

    fn list<T: ToTokens, P: Default>(&self, list: &mut syn::punctuated::Punctuated<T, P>) {
        let retained = std::mem::take(list).into_iter().filter(|item| self.is_present(item));
        *list = retained.collect();
    }
}

impl VisitMut for ConfigurationFilter {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|statement: &Stmt| self.is_present(statement));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Match(m) => m.arms.retain(|arm| self.is_present(arm)),
            Expr::Struct(s) => self.list(&mut s.fields),
            Expr::Call(c) => self.list(&mut c.args),
            Expr::MethodCall(c) => self.list(&mut c.args),
            Expr::Array(a) => self.list(&mut a.elems),
            Expr::Tuple(t) => self.list(&mut t.elems),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|a| !a.path().is_ident("cfg"));
    }
}
