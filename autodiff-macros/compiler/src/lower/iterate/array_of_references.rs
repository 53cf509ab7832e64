//! `for (side, sign) in [(&left, -1.0), (&right, 1.0)] { … }`: loops over an array literal of
//! references.
//!
//! A reference is a place of this function, and each element refers to another place. So the body
//! is repeated for each element, as a labelled block that `continue` leaves; all of these are in a
//! block that `break` leaves. The elements are evaluated first, from left to right, and have one
//! type.

use super::*;
use quote::{format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Lifetime, parse_quote};

/// The longest literal whose loop is unrolled.
const MOST: usize = 16;

impl Lowerer<'_> {
    /// A loop over an array literal with references to non-scalars; `None` for other loops.
    pub(super) fn listed_loop(&mut self, l: &syn::ExprForLoop) -> Option<Value> {
        let (elements, is_borrowed) = elements(&l.expr)?;
        if elements.len() > MOST || !elements.iter().any(|e| self.holds_reference(e)) {
            return None;
        }
        let (scope, number) = (self.ssa.scope.len(), self.ssa.contexts.len());
        let names: Vec<Ident> =
            (0..elements.len()).map(|k| format_ident!("item_{k}_of_{number}")).collect();
        let mut first: Option<Ty> = None;
        for (name, element) in names.iter().zip(elements) {
            let value = self.operand(element);
            if matches!(value, Value::Never(_)) {
                self.ssa.scope.truncate(scope);
                return Some(value);
            }
            let ty = self.value_ty(&value);
            match &first {
                Some(first) => self.types.unify(first, &ty),
                None => first = Some(ty),
            }
            self.bind(&parse_quote!(#name), value, element.span());
        }
        let blocks = names.iter().enumerate().map(|(k, name)| {
            let item: Expr = if is_borrowed { parse_quote!(&#name) } else { parse_quote!(#name) };
            unrolled_body(l, &item, number, k)
        });
        let leave = lifetime("items", number);
        let written: Expr = parse_quote!(#leave: { #(#blocks)* });
        let value = self.expr(&written);
        self.ssa.scope.truncate(scope);
        Some(value)
    }

    /// Whether an element is, or contains in a tuple, a reference to a value that is not known to
    /// be a scalar.
    fn holds_reference(&mut self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Reference(r) if r.mutability.is_some() => true,
            Expr::Reference(r) => match unparen(&r.expr) {
                of @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) => {
                    self.is_of_this_function(of)
                        && !self.seen_type(of).is_some_and(|ty| self.is_scalar_like(&ty))
                }
                _ => false,
            },
            Expr::Path(p) => {
                match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
                    Some(Binding::Slot(slot)) => {
                        let (is_reference, ty) =
                            (self.slots[*slot].reference, self.slots[*slot].ty.clone());
                        is_reference && !self.is_scalar_like(&ty)
                    }
                    binding => matches!(
                        binding,
                        Some(Binding::Alias(_) | Binding::Unique(_) | Binding::Window(_))
                    ),
                }
            }
            Expr::Tuple(t) => t.elems.iter().any(|part| self.holds_reference(part)),
            _ => false,
        }
    }

    /// Whether a place is in a variable of this function; constants are read by their names.
    fn is_of_this_function(&self, place: &Expr) -> bool {
        match unparen(place) {
            Expr::Path(p) => {
                p.path.get_ident().is_some_and(|name| self.lookup(&name.to_string()).is_some())
            }
            Expr::Field(f) => self.is_of_this_function(&f.base),
            Expr::Index(i) => self.is_of_this_function(&i.expr),
            _ => false,
        }
    }

    /// Whether values of a type are copied where they are read: scalars, characters, and strings
    /// by reference.
    fn is_scalar_like(&self, ty: &Ty) -> bool {
        let ty = self.types.shallow(ty);
        let is_number =
            matches!(self.types.kind(&ty), Some(Kind::Int | Kind::Float | Kind::Number));
        ty.is_copied() || is_number
    }
}

/// The elements of an array literal that is iterated, and whether the items are references to them.
fn elements(e: &Expr) -> Option<(&syn::punctuated::Punctuated<Expr, syn::Token![,]>, bool)> {
    match unparen(e) {
        Expr::Array(array) => Some((&array.elems, false)),
        Expr::Reference(r) if r.mutability.is_none() => match unparen(&r.expr) {
            Expr::Array(array) => Some((&array.elems, true)),
            _ => None,
        },
        Expr::MethodCall(m) if m.args.is_empty() => match unparen(&m.receiver) {
            Expr::Array(array) if m.method == "iter" => Some((&array.elems, true)),
            Expr::Array(array) if m.method == "into_iter" => Some((&array.elems, false)),
            _ => None,
        },
        _ => None,
    }
}

fn lifetime(what: &str, number: usize) -> Lifetime {
    Lifetime::new(&format!("'{what}_{number}"), Span::call_site())
}

/// The body with one item: a block that is left where the loop continues with the next one.
fn unrolled_body(l: &syn::ExprForLoop, item: &Expr, number: usize, k: usize) -> TokenStream {
    let (goes_on, leaves) = (lifetime(&format!("item_{k}_of"), number), lifetime("items", number));
    let label = l.label.as_ref().map(|label| label.name.clone());
    let mut body = l.body.clone();
    let mut exits = RewriteExits { label, goes_on: goes_on.clone(), leaves, is_inside: false };
    exits.visit_block_mut(&mut body);
    let (attributes, pat) = (&l.attrs, &l.pat);
    quote!(#goes_on: { #(#attributes)* let #pat = #item; #body })
}

/// Rewrites `break` and `continue` of a loop as exits of labelled blocks.
struct RewriteExits {
    /// The label of the loop.
    label: Option<Lifetime>,
    goes_on: Lifetime,
    leaves: Lifetime,
    /// Whether an exit without a label belongs to another loop.
    is_inside: bool,
}

impl RewriteExits {
    fn is_of_this(&self, label: Option<&Lifetime>) -> bool {
        match label {
            Some(label) => self.label.as_ref().is_some_and(|own| own.ident == label.ident),
            None => !self.is_inside,
        }
    }
}

impl VisitMut for RewriteExits {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let outer = self.is_inside;
        match e {
            Expr::Continue(c) if self.is_of_this(c.label.as_ref()) => {
                let (attrs, goes_on) = (&c.attrs, &self.goes_on);
                *e = parse_quote!(#(#attrs)* break #goes_on);
                return;
            }
            Expr::Break(b) if self.is_of_this(b.label.as_ref()) => {
                b.label = Some(self.leaves.clone())
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {
                self.is_inside = true
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, e);
        self.is_inside = outer;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
