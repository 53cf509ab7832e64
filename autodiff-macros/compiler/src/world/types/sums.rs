//! How `Sum` and `Product` of user-defined types combine their items, according to the files of the
//! crate.
//!
//! If the body of `sum` in the `impl` block is `iter.fold(zero, |sum, item| …)`, a call of `.sum()`
//! is lowered as this fold. An `impl Sum<&T>` may also pass on to `impl Sum<T>`. Any other body is
//! unknown.

use super::plain_types::ItemId;
use crate::world::World;
use crate::world::names::modules::ItemPath;
use crate::world::names::resolve::Resolution;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::{Expr, FnArg, ImplItem, ItemImpl, Pat, PathArguments, Stmt, Type};

/// How one block combines its items.
#[derive(Clone, Debug)]
enum Body {
    /// A fold with a function, as a string.
    Fold(String),
    /// The block delegates the values behind the items to the other block.
    Delegated,
    Unknown,
}

/// A block of `Sum` or `Product`.
#[derive(Clone, Debug)]
pub(in crate::world) struct Block {
    /// The module of the block, and the name of the type there.
    of: ItemPath,
    of_trait: String,
    /// Whether its items are references.
    by_reference: bool,
    body: Body,
}

/// The fold of `.sum()` or `.product()` of a type.
pub enum FoldImpl {
    /// No block is seen, as where a macro writes it.
    NotFound,
    /// Each item is folded in.
    With(Fold),
    /// A block is seen that may do something else.
    Unknown,
}

/// The fold of the items of a type.
pub struct Fold {
    /// The function that folds an item in.
    pub function: Box<Expr>,
    /// Whether only the block for references is seen, so that there is no sum of values.
    pub by_reference: bool,
    /// Whether the block for references delegates, so that the function takes items by value.
    pub copies: bool,
}

impl World {
    /// How the trait `of_trait`, `Sum` or `Product`, combines items of a type that this module
    /// names.
    pub fn fold_impl(&self, ty: &Type, of_trait: &str) -> FoldImpl {
        let Type::Path(of) = ty else { return FoldImpl::NotFound };
        let names: Vec<String> =
            of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Resolution::Item(of) = self.resolve_path(&names) else { return FoldImpl::NotFound };
        let blocks = self.blocks_of(&of, of_trait);
        let mut functions: Vec<&String> = Vec::new();
        for (_, block) in &blocks {
            match &block.body {
                Body::Fold(function) if functions.contains(&function) => {}
                Body::Fold(function) => functions.push(function),
                Body::Delegated => {}
                Body::Unknown => return FoldImpl::Unknown,
            }
        }
        match (&functions[..], &blocks[..]) {
            (_, []) => FoldImpl::NotFound,
            ([function], _) => match syn::parse_str::<Expr>(function) {
                Ok(function)
                    if blocks.iter().all(|(there, _)| self.resolves_equally(&function, there)) =>
                {
                    FoldImpl::With(Fold {
                        function: Box::new(substitute_self(function, ty)),
                        by_reference: blocks.iter().all(|(_, block)| block.by_reference),
                        copies: blocks
                            .iter()
                            .any(|(_, block)| matches!(block.body, Body::Delegated)),
                    })
                }
                _ => FoldImpl::Unknown,
            },
            _ => FoldImpl::Unknown,
        }
    }

    /// The blocks of a trait for a type in all files of the crate, with the worlds of their
    /// modules.
    fn blocks_of(&self, of: &ItemId, of_trait: &str) -> Vec<(World, Block)> {
        let files = self.files_of_crate();
        let own = self.file().filter(|own| files.iter().all(|file| file.path != *own));
        let mut found = Vec::new();
        for file in files
            .iter()
            .filter(|file| file.contains_word(of_trait))
            .map(|file| file.path.clone())
            .chain(own)
        {
            let blocks = self.in_file(&file, |definitions| definitions.sums.clone());
            for block in blocks.into_iter().filter(|block| block.of_trait == of_trait) {
                let there = self.in_module(&ItemId { file: file.clone(), path: block.of.clone() });
                if there.resolve(&block.of.name) == Resolution::Item(of.clone()) {
                    found.push((there, block));
                }
            }
        }
        found
    }

    /// Whether a function of another module resolves to the same items here: it is in this module,
    /// or it names nothing but its parameters, `Self`, and operators of std.
    fn resolves_equally(&self, function: &Expr, there: &World) -> bool {
        let is_here = there.place() == self.place() && self.scope().is_some();
        is_here || names_nothing(function)
    }
}

/// Whether a function names no items of its module.
fn names_nothing(function: &Expr) -> bool {
    let Expr::Closure(closure) = function else { return false };
    let params: Vec<String> = closure.inputs.iter().filter_map(param).collect();
    let mut before = None;
    let is_known = |token: &TokenTree, before: &Option<char>| match token {
        TokenTree::Ident(name) => {
            *before == Some('.') || name == "Self" || params.iter().any(|param| name == param)
        }
        TokenTree::Group(_) => false,
        _ => true,
    };
    params.len() == closure.inputs.len()
        && closure.body.to_token_stream().into_iter().all(|token| {
            let known = is_known(&token, &before);
            before = if let TokenTree::Punct(p) = &token { Some(p.as_char()) } else { None };
            known
        })
}

fn param(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => Some(p.ident.to_string()),
        Pat::Type(p) => param(&p.pat),
        Pat::Reference(p) => param(&p.pat),
        _ => None,
    }
}

/// A function of an `impl` block with its type substituted for `Self`.
fn substitute_self(mut function: Expr, ty: &Type) -> Expr {
    struct ReplaceSelf<'t>(&'t Type);
    impl syn::visit_mut::VisitMut for ReplaceSelf<'_> {
        fn visit_path_mut(&mut self, path: &mut syn::Path) {
            syn::visit_mut::visit_path_mut(self, path);
            if let (Type::Path(of), Some(first)) = (self.0, path.segments.first())
                && first.ident == "Self"
            {
                let rest = path.segments.iter().skip(1).cloned();
                path.segments = of.path.segments.iter().cloned().chain(rest).collect();
            }
        }
    }
    syn::visit_mut::VisitMut::visit_expr_mut(&mut ReplaceSelf(ty), &mut function);
    function
}

/// A block of `Sum` or `Product` of a module, if the item is one.
pub(in crate::world) fn of_block(module: &str, block: &ItemImpl) -> Option<Block> {
    let (path, _) = block.trait_.as_ref()?;
    let last = path.segments.last()?;
    let of_trait = ["Sum", "Product"].into_iter().find(|name| last.ident == name)?;
    let Type::Path(ty) = &*block.self_ty else { return None };
    // other item types are unknown
    let (is_of_itself, by_reference) = match &last.arguments {
        PathArguments::None => (true, false),
        PathArguments::AngleBracketed(arguments) => match arguments.args.last()? {
            syn::GenericArgument::Type(item) => {
                let (item, by_reference) = match item {
                    Type::Reference(item) => (&*item.elem, true),
                    item => (item, false),
                };
                let is_self = matches!(item, Type::Path(path) if path.path.is_ident("Self"));
                (is_self || item == &*block.self_ty, by_reference)
            }
            _ => (false, false),
        },
        PathArguments::Parenthesized(_) => (false, false),
    };
    let function = block
        .items
        .iter()
        .find_map(|item| if let ImplItem::Fn(function) = item { Some(function) } else { None })?;
    let body = Some(function).filter(|_| is_of_itself).and_then(|function| {
        let (Some(FnArg::Typed(iter)), [Stmt::Expr(body, None)]) =
            (function.sig.inputs.first(), &function.block.stmts[..])
        else {
            return None;
        };
        body_of(body, &param(&iter.pat)?, &function.sig.ident.to_string())
    });
    let of =
        ItemPath { module: module.to_string(), name: ty.path.segments.last()?.ident.to_string() };
    let body = body.unwrap_or(Body::Unknown);
    Some(Block { of, of_trait: of_trait.to_string(), by_reference, body })
}

fn body_of(body: &Expr, iter: &str, name: &str) -> Option<Body> {
    let Expr::MethodCall(m) = body else { return None };
    let is_iter = |e: &Expr| matches!(e, Expr::Path(p) if p.path.is_ident(iter));
    if m.method == "fold" && is_iter(&m.receiver) && m.args.len() == 2 {
        return Some(Body::Fold(m.args[1].to_token_stream().to_string()));
    }
    let Expr::MethodCall(inner) = &*m.receiver else { return None };
    let threads = ["copied", "cloned"].iter().any(|of| inner.method == of)
        && inner.args.is_empty()
        && is_iter(&inner.receiver);
    (threads && m.method == name && m.args.is_empty()).then_some(Body::Delegated)
}
