//! `index` and `index_mut` of a user-defined type → functions without references in their results.
//!
//! `m[(i, j)]` reads or writes a value. So the place that `index` returns becomes the value that is
//! read, and the place that `index_mut` returns is assigned to:
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
use crate::world::tokens;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{BinOp, Expr, ImplItemFn, ItemImpl, ReturnType, Stmt, Type};

const NO_PLACE: &str = "cannot infer which place this returns: end the function in `&self.…` or \
                        `&mut self.…`, in each arm of an `if` or a `match`";

/// Whether a function is one of `Index` or `IndexMut`.
pub fn is_indexing(block: &ItemImpl, function: &ImplItemFn) -> bool {
    let of = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    of.is_some_and(|of| {
        (of.ident == "Index" && function.sig.ident == "index")
            || (of.ident == "IndexMut" && function.sig.ident == "index_mut")
    })
}

/// A hash of the place that such a function refers to: the same for `index` and `index_mut` if
/// their bodies differ only in `mut`. Zero if the body may have side effects: `m[i] += x`, which
/// reads by the one and writes by the other, would have them twice.
pub fn place(function: &ImplItemFn) -> u64 {
    let mut effects = Effects(false);
    effects.visit_block(&function.block);
    if effects.0 {
        return 0;
    }
    let parameters: Vec<(String, TokenStream)> = match function.sig.inputs.iter().nth(1) {
        Some(syn::FnArg::Typed(typed)) => {
            let names = identifiers(typed.pat.to_token_stream()).into_iter().enumerate();
            names
                .map(|(k, name)| {
                    (name, Ident::new(&format!("index_{k}"), Span::call_site()).to_token_stream())
                })
                .collect()
        }
        _ => Vec::new(),
    };
    let body = tokens::replace_names(without_mut(function.block.to_token_stream()), &parameters);
    tokens::hash(&tokens::fingerprint(body)).max(1)
}

fn identifiers(pat: TokenStream) -> Vec<String> {
    let names = |token| match token {
        TokenTree::Ident(name) => vec![name.to_string()],
        TokenTree::Group(of) => identifiers(of.stream()),
        _ => Vec::new(),
    };
    pat.into_iter().flat_map(names).collect()
}

/// Tokens without `mut`, and with `get` for `get_mut`.
fn without_mut(tokens: TokenStream) -> TokenStream {
    let plain = |token| match token {
        TokenTree::Ident(name) if name == "mut" => None,
        TokenTree::Ident(name) => {
            let text = name.to_string();
            Some(TokenTree::Ident(
                text.strip_suffix("_mut")
                    .map_or(name.clone(), |plain| Ident::new(plain, name.span())),
            ))
        }
        TokenTree::Group(of) => {
            Some(TokenTree::Group(Group::new(of.delimiter(), without_mut(of.stream()))))
        }
        token => Some(token),
    };
    tokens.into_iter().filter_map(plain).collect()
}

/// Whether a body has effects beyond finding a place: a call for its effect, an assignment, or a
/// call that changes values behind references.
struct Effects(bool);

impl<'ast> Visit<'ast> for Effects {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        let is_check = |of: &syn::Macro| CHECKS.iter().any(|name| of.path.is_ident(name));
        self.0 |= match stmt {
            Stmt::Expr(Expr::Call(_) | Expr::MethodCall(_), Some(_)) => true,
            Stmt::Local(of) => matches!(of.pat, syn::Pat::Wild(_)),
            Stmt::Macro(of) => !is_check(&of.mac),
            _ => false,
        };
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, e: &'ast Expr) {
        self.0 |= match e {
            Expr::MethodCall(m) => CHANGES.iter().any(|name| m.method == name),
            Expr::Assign(_) => true,
            Expr::Binary(b) => {
                b.op.to_token_stream().to_string().ends_with('=')
                    && !matches!(b.op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Le(_) | BinOp::Ge(_))
            }
            _ => false,
        };
        visit::visit_expr(self, e);
    }
}

/// Macros whose only effect is to panic.
const CHECKS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "unreachable",
];

/// Methods that change values behind a shared reference.
const CHANGES: &[&str] = &[
    "set",
    "replace",
    "take",
    "swap",
    "update",
    "borrow_mut",
    "lock",
    "write",
    "store",
    "fetch_add",
    "fetch_sub",
    "with",
    "with_borrow_mut",
];

/// The function with values in place of references.
pub fn of_values(block: &ItemImpl, function: &ImplItemFn) -> Result<ImplItemFn, Error> {
    let mut made = function.clone();
    let ReturnType::Type(_, output) = &function.sig.output else {
        return Err(Error { at: function.sig.ident.to_token_stream(), message: NO_PLACE });
    };
    let Type::Reference(reference) = &**output else {
        return Err(Error { at: output.to_token_stream(), message: NO_PLACE });
    };
    if matches!(&*reference.elem, Type::Slice(_))
        || matches!(&*reference.elem, Type::Path(p) if p.path.is_ident("str"))
    {
        return Err(Error {
            at: output.to_token_stream(),
            message: "an index that returns a slice is not supported: return an element, as in \
                      `m[(i, j)]`, or write a method that returns a copy",
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

/// Replaces the places that a body returns.
struct Places {
    /// The value that is assigned to them; `None` if they are read.
    value: Option<Ident>,
    failed: Option<Error>,
}

impl Places {
    fn block(&mut self, block: &mut syn::Block) {
        // otherwise the block panics or returns
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
