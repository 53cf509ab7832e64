//! Detaches a function from its block: `self` and the operands of operators become parameters by
//! reference, and the parameters of the block become parameters of the function.

use super::super::indexing::{self, is_indexing};
use super::super::parameters::lifetimes::{self, rename_lifetimes};
use super::super::parameters::{
    array_storage, desugar_impl_trait, desugar_into, iterators, unify_params,
};
use super::self_names::SelfReplacements;
use super::{
    ByValue, Error, Method, free_name, is_owned, is_owner, is_scalar, is_whole, method, operator,
    unparen,
};
use crate::turbofish;
use crate::world::World;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, ImplItemFn, ItemFn, ItemImpl, ReceiverKind, Type};

/// A function detached from its block.
struct DetachedFunction {
    function: ItemFn,
    owner: Type,
    receiver: Option<ByValue>,
    borrows_first: bool,
    /// Whether there is an argument for type parameters that the others do not determine.
    is_explicit: bool,
}

/// Detaches a function from its block; `several` if the type implements the trait several times, as
/// `Scale<f64>` and `Scale<Vec3>`.
pub fn detach(
    block: &ItemImpl,
    function: &ImplItemFn,
    several: bool,
    world: &World,
) -> Result<(ItemFn, Method), Error> {
    let DetachedFunction { function: detached, owner, receiver, borrows_first, is_explicit } =
        detach_function(block, function, true, world)?;
    let method = method(block, &owner, function, receiver, several)?;
    let inherent = method.inherent && !is_explicit;
    let place = is_indexing(block, function).then(|| indexing::place(function));
    Ok((detached, Method { borrows_receiver: borrows_first, inherent, place, ..method }))
}

/// Detaches a function from a block as a free function.
pub fn detach_as_function(
    block: &ItemImpl,
    function: &ImplItemFn,
    world: &World,
) -> Result<ItemFn, Error> {
    Ok(detach_function(block, function, false, world)?.function)
}

/// For a method (`is_method`), a first argument that might be `self` is taken by reference.
fn detach_function(
    block: &ItemImpl,
    function: &ImplItemFn,
    is_method: bool,
    world: &World,
) -> Result<DetachedFunction, Error> {
    let indexing = is_indexing(block, function);
    let of_values = if indexing { Some(indexing::of_values(block, function)?) } else { None };
    let mut function = of_values.as_ref().unwrap_or(function).clone();
    return_unit_for_self(block, &mut function);
    lifetimes::remove_unused_lifetimes(&mut function.sig, &mut function.block);
    desugar_into::take_converted(&mut function.sig, &mut function.block);
    iterators::take_collected(&mut function.sig, &mut function.block);
    unify_params::join(&mut function.sig, &mut function.block, world);
    let mut sig = function.sig.clone();
    desugar_impl_trait::name_types(&mut sig, world);
    array_storage::write_at_parameters(&mut sig, &function.block);
    let mut detaching = Detachment {
        block,
        function: &function,
        owner: unparen(&block.self_ty),
        this: free_name("this", &function.to_token_stream()),
        sig,
        copies: Vec::new(),
    };
    let receiver = detaching.name_receiver()?;
    let mut borrows_first = receiver == Some(ByValue(true))
        && !matches!(detaching.owner, Type::Reference(_))
        && !is_scalar(detaching.owner);
    // `Model::sum(a, b)` may be a method or not: callers cannot distinguish these
    if is_method && receiver.is_none() {
        borrows_first |= detaching.borrow_first();
    }
    if !indexing {
        detaching.borrow_operand();
    }
    let is_explicit = is_method && block.trait_.is_none() && detaching.add_explicit();
    let (function, owner) = detaching.assemble()?;
    Ok(DetachedFunction { function, owner, receiver, borrows_first, is_explicit })
}

/// A function while it is detached from its block.
struct Detachment<'a> {
    block: &'a ItemImpl,
    function: &'a ImplItemFn,
    /// The type that `Self` resolves to.
    owner: &'a Type,
    /// The name of `self` outside the block.
    this: String,
    /// The signature, in which parameters by value become references.
    sig: syn::Signature,
    /// The statements that copy the values of these references.
    copies: Vec<TokenStream>,
}

impl Detachment<'_> {
    /// Names `self` and its type. Returns whether there is a `self`, and whether it is taken by
    /// value; an error for unsupported forms of `self`.
    fn name_receiver(&mut self) -> Result<Option<ByValue>, Error> {
        let owner = self.owner;
        let Some(FnArg::Receiver(r)) = self.sig.inputs.first() else { return Ok(None) };
        let name = Ident::new(&self.this, r.self_token.span);
        let (attributes, mutability) = (&r.attrs, &r.mutability);
        let typed = match &r.kind {
            kind if is_owned(kind) => {
                let is_reference = matches!(owner, Type::Reference(_));
                if is_scalar(owner) {
                    self.copies.push(quote!(let #mutability #name = *#name;));
                } else if is_reference {
                    // the left operand of an operator
                } else if mutability.is_some()
                    || is_whole(&self.function.block.to_token_stream(), "self")
                {
                    self.copies.push(quote!(let #mutability #name = #name.autodiff_saved();));
                }
                if is_reference {
                    quote!(#(#attributes)* #name: Self)
                } else {
                    quote!(#(#attributes)* #name: &Self)
                }
            }
            ReceiverKind::Reference(and, _, Some(mutable)) => {
                quote!(#(#attributes)* #name: #and #mutable Self)
            }
            ReceiverKind::Reference(and, lifetime, None) => {
                quote!(#(#attributes)* #name: #and #lifetime Self)
            }
            ReceiverKind::Typed(colon, ty) => quote!(#(#attributes)* #mutability #name #colon #ty),
            _ => return Err(Error { at: r.to_token_stream(), message: UNKNOWN_RECEIVER }),
        };
        let receiver = ByValue(is_owned(&r.kind));
        let at = r.to_token_stream();
        self.sig.inputs[0] = match syn::parse2::<FnArg>(typed) {
            Ok(typed) => typed,
            Err(_) => return Err(Error { at, message: UNKNOWN_RECEIVER }),
        };
        Ok(Some(receiver))
    }

    /// Takes the first parameter by reference if its type is `Self` by value; returns whether it
    /// is.
    fn borrow_first(&mut self) -> bool {
        let Some(FnArg::Typed(first)) = self.sig.inputs.first_mut() else { return false };
        if !is_owner(&first.ty, self.owner) {
            return false;
        }
        let syn::Pat::Ident(p) = &*first.pat else { return false };
        let (name, pat) = (p.ident.clone(), first.pat.clone());
        if p.mutability.is_some()
            || is_whole(&self.function.block.to_token_stream(), &name.to_string())
        {
            self.copies.push(quote!(let #pat = #name.autodiff_saved();));
        }
        *first.pat = syn::parse_quote!(#name);
        let ty = &first.ty;
        *first.ty = syn::parse_quote_spanned!(ty.span()=> &#ty);
        true
    }

    /// Takes the right operand of an operator by reference, as is done with `self`.
    fn borrow_operand(&mut self) {
        let (Some(_), Some(FnArg::Typed(right))) =
            (operator(self.block, self.function), self.sig.inputs.get_mut(1))
        else {
            return;
        };
        if matches!(unparen(&right.ty), Type::Reference(_)) {
            return;
        }
        let pat = &right.pat;
        match &**pat {
            syn::Pat::Ident(p) if is_scalar(&right.ty) => {
                let name = &p.ident;
                self.copies.push(quote!(let #pat = *#name;));
                *right.pat = syn::parse_quote!(#name);
            }
            syn::Pat::Ident(p)
                if p.mutability.is_none()
                    && !is_whole(&self.function.block.to_token_stream(), &p.ident.to_string()) => {}
            syn::Pat::Ident(p) => {
                let name = &p.ident;
                self.copies.push(quote!(let #pat = #name.autodiff_saved();));
                *right.pat = syn::parse_quote!(#name);
            }
            _ => {
                let name = Ident::new(
                    &free_name("right", &self.function.to_token_stream()),
                    Span::call_site(),
                );
                self.copies.push(quote!(let #pat = #name.autodiff_saved();));
                *right.pat = syn::parse_quote!(#name);
            }
        }
        let ty = &right.ty;
        *right.ty = syn::parse_quote_spanned!(ty.span()=> &#ty);
    }

    /// Adds an argument for the type parameters that the others do not determine; returns whether
    /// there are any.
    fn add_explicit(&mut self) -> bool {
        let Some(ty) = turbofish::argument(&self.sig) else { return false };
        let name = Ident::new(
            &free_name("parameters", &self.function.to_token_stream()),
            Span::call_site(),
        );
        self.sig.inputs.push(syn::parse_quote!(#[constant] #name: #ty));
        true
    }

    /// The parameters of the block and of the function, lifetimes first.
    fn generics(&self) -> syn::Generics {
        let mut generics = self.block.generics.clone();
        generics.params.extend(self.sig.generics.params.iter().cloned());
        generics.params = {
            let (lifetimes, rest): (Vec<_>, Vec<_>) = generics
                .params
                .into_iter()
                .partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
            lifetimes.into_iter().chain(rest).collect()
        };
        if let Some(own) = &self.sig.generics.where_clause {
            generics.make_where_clause().predicates.extend(own.predicates.iter().cloned());
        }
        generics
    }

    /// The function with the type substituted for `Self`, and that type.
    fn assemble(mut self) -> Result<(ItemFn, Type), Error> {
        let (function, block) = (self.function, self.block);
        let generics = self.generics();
        // generated code declares no lifetimes
        let lifetimes: Vec<String> =
            generics.lifetimes().map(|l| l.lifetime.ident.to_string()).collect();
        self.sig.generics = without_lifetimes(generics);
        let owner_type = rename_lifetimes(self.owner.to_token_stream(), &lifetimes, "_");
        let owner_type: Type = syn::parse2(owner_type).unwrap_or_else(|_| self.owner.clone());
        let names = SelfReplacements { owner: &owner_type, block, this: &self.this };
        let sig =
            names.replace(rename_lifetimes(self.sig.to_token_stream(), &lifetimes, "_"), false);
        let body = names
            .replace(rename_lifetimes(function.block.to_token_stream(), &lifetimes, "_"), true);
        let copies = &self.copies;
        let body = if copies.is_empty() { body } else { quote!({ #(#copies)* #body }) };
        let (attributes, vis) = (&function.attrs, &function.vis);
        let detached =
            syn::parse2::<ItemFn>(quote!(#(#attributes)* #vis #sig #body)).map_err(|_| Error {
                at: function.sig.ident.to_token_stream(),
                message: "autodiff cannot parse this function: write it as a free function",
            })?;
        Ok((detached, owner_type))
    }
}

/// `fn set(&mut self, x: f64) -> &mut Self` has no result for derivatives: a method that is called
/// on its result is called on its receiver.
fn return_unit_for_self(block: &ItemImpl, function: &mut ImplItemFn) {
    struct Nothing;
    impl VisitMut for Nothing {
        fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
            if let syn::Expr::Return(r) = e
                && r.expr.as_ref().is_some_and(|e| is_self(e))
            {
                r.expr = None;
            }
            visit_mut::visit_expr_mut(self, e);
        }
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    if returns_receiver(block, function) {
        function.block.stmts.pop();
        function.sig.output = syn::ReturnType::Default;
        Nothing.visit_block_mut(&mut function.block);
    }
}

/// Whether a method returns the `&mut self` that it takes.
pub fn returns_receiver(block: &ItemImpl, function: &ImplItemFn) -> bool {
    let syn::ReturnType::Type(_, output) = &function.sig.output else { return false };
    let Type::Reference(reference) = &**output else { return false };
    let is_changed = matches!(
        function.sig.receiver().map(|r| &r.kind),
        Some(ReceiverKind::Reference(_, _, Some(_)))
    );
    let of_itself =
        reference.mutability.is_some() && is_owner(&reference.elem, unparen(&block.self_ty));
    is_changed
        && of_itself
        && matches!(function.block.stmts.last(), Some(syn::Stmt::Expr(last, None)) if is_self(last))
}

fn is_self(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Path(p) if p.path.is_ident("self"))
}

fn without_lifetimes(mut generics: syn::Generics) -> syn::Generics {
    generics.params = generics
        .params
        .into_iter()
        .filter(|p| !matches!(p, syn::GenericParam::Lifetime(_)))
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        let retained = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates =
            retained.filter(|p| !matches!(p, syn::WherePredicate::Lifetime(_))).collect();
    }
    generics
}

const UNKNOWN_RECEIVER: &str =
    "this form of `self` is not supported: write `self`, `&self` or `&mut self`";
