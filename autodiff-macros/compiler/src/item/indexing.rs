//! `index` and `index_mut` of a type of the user's → functions without references in their results.
//!
//! What is read at `m[(i, j)]` is a value, and what is written there is one. So the place that `index` gives becomes the value that is read, and the
//! one that `index_mut` gives is assigned to:
//!
//! ```text
//! fn index(&self, i: usize) -> &f64 {              fn index(&self, i: usize) -> f64 {
//!     &self.data[i]                         →          self.data[i]
//! }                                                }
//! fn index_mut(&mut self, i: usize) -> &mut f64 {  fn index_mut(&mut self, i: usize, value: f64) {
//!     &mut self.data[i]                     →          self.data[i] = value
//! }                                                }
//! ```

use super::method::{Error, free_name};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Expr, ImplItemFn, ItemImpl, ReturnType, Stmt, Type};

const NO_PLACE: &str =
    "the place that this gives is not seen: let the function end in `&self.…` (or `&mut self.…`), in each arm of an `if` or a `match`";

/// Whether a function is one of `Index` or `IndexMut`.
pub fn is_indexing(block: &ItemImpl, function: &ImplItemFn) -> bool {
    let of = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    of.is_some_and(|of| {
        (of.ident == "Index" && function.sig.ident == "index") || (of.ident == "IndexMut" && function.sig.ident == "index_mut")
    })
}

/// The function with values for references.
pub fn of_values(block: &ItemImpl, function: &ImplItemFn) -> Result<ImplItemFn, Error> {
    let mut made = function.clone();
    let ReturnType::Type(_, output) = &function.sig.output else {
        return Err(Error { at: function.sig.ident.to_token_stream(), message: NO_PLACE });
    };
    let Type::Reference(reference) = &**output else { return Err(Error { at: output.to_token_stream(), message: NO_PLACE }) };
    if matches!(&*reference.elem, Type::Slice(_)) || matches!(&*reference.elem, Type::Path(p) if p.path.is_ident("str")) {
        return Err(Error {
            at: output.to_token_stream(),
            message: "an index that gives a slice is not supported: let it give an element, as of `m[(i, j)]`, or write a method that returns a copy",
        });
    }
    let element = &reference.elem;
    let mut places = Places { value: None, failed: None };
    if function.sig.ident == "index_mut" {
        let name = Ident::new(&free_name("value", &function.to_token_stream()), Span::call_site());
        // `Self::Output` is that of `Index`
        let ty: Type = match &**element {
            Type::Path(p) if is_own_output(p) => {
                let (owner, index) = (&block.self_ty, function.sig.inputs.iter().nth(1));
                match index {
                    Some(syn::FnArg::Typed(index)) => {
                        let index = &index.ty;
                        syn::parse_quote!(<#owner as ::core::ops::Index<#index>>::Output)
                    }
                    _ => (**element).clone(),
                }
            }
            ty => ty.clone(),
        };
        made.sig.inputs.push(syn::parse_quote!(#name: #ty));
        made.sig.output = ReturnType::Default;
        places.value = Some(name);
    } else {
        made.sig.output = syn::parse_quote!(-> #element);
    }
    places.block(&mut made.block);
    places.visit_block_mut(&mut made.block);
    match places.failed {
        Some(error) => Err(error),
        None => Ok(made),
    }
}

fn is_own_output(path: &syn::TypePath) -> bool {
    let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
    path.qself.is_none() && names == ["Self", "Output"]
}

/// Replaces the places that a body gives.
struct Places {
    /// What is assigned to them; nothing if they are read.
    value: Option<Ident>,
    failed: Option<Error>,
}

impl Places {
    fn block(&mut self, block: &mut syn::Block) {
        // else a `panic!`, or everything has returned
        if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
            self.tail(e);
        }
    }

    fn tail(&mut self, e: &mut Expr) {
        match e {
            Expr::Paren(p) => self.tail(&mut p.expr),
            Expr::Group(g) => self.tail(&mut g.expr),
            Expr::Block(b) => self.block(&mut b.block),
            Expr::If(i) => {
                self.block(&mut i.then_branch);
                if let Some((_, otherwise)) = &mut i.else_branch {
                    self.tail(otherwise);
                }
            }
            Expr::Match(m) => m.arms.iter_mut().for_each(|arm| self.tail(&mut arm.body)),
            Expr::Macro(_) | Expr::Return(_) => {}
            Expr::Reference(r) => {
                let place = &r.expr;
                *e = match &self.value {
                    Some(value) => syn::parse_quote!(#place = #value),
                    None => syn::parse_quote!(#place),
                };
            }
            other => {
                self.failed.get_or_insert(Error { at: other.to_token_stream(), message: NO_PLACE });
            }
        }
    }
}

impl VisitMut for Places {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Return(r) = e
            && let Some(mut place) = r.expr.take()
        {
            self.tail(&mut place);
            if self.value.is_some() {
                *e = syn::parse_quote!({ #place; return });
            } else {
                r.expr = Some(place);
            }
            return;
        }
        syn::visit_mut::visit_expr_mut(self, e);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}
