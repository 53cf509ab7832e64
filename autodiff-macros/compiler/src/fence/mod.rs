//! The fence: unsupported constructs are rejected before lowering, all in one pass.
//!
//! ```text
//! user_types  types with names of std, and functions with the name of a type
//! hygiene     two variables of one name in a function that a macro writes
//! ```

mod hygiene;
pub mod user_types;

use crate::diagnostics::Diagnostics;
use crate::params;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn, Type};

/// Reports every construct of the function that is not supported in any context.
pub fn fence(item: &ItemFn, diagnostics: &mut Diagnostics) {
    let mut fence = Fence { diagnostics, in_parameter: false };
    fence.signature(item);
    fence.visit_block(&item.block);
    hygiene::hygiene(item, diagnostics);
}

/// Reports a function whose name is that of a variant that is always in scope, if it has one.
pub fn refuse_name_of_variant(function: &Ident, diagnostics: &mut Diagnostics) -> bool {
    let is_variant = ["Some", "None", "Ok", "Err"].iter().any(|name| function == name);
    if is_variant {
        diagnostics.error(
            function.span(),
            "this function has the name of a variant of `Option` or `Result`, and calls of it \
             would resolve to the variant: rename it",
        );
    }
    is_variant
}

struct Fence<'a> {
    diagnostics: &'a mut Diagnostics,
    /// Whether the types that are visited are those of a parameter.
    in_parameter: bool,
}

impl Fence<'_> {
    fn reject(&mut self, at: &dyn ToTokens, message: &str) {
        self.diagnostics.error_over(at.to_token_stream(), message);
    }

    fn signature(&mut self, item: &ItemFn) {
        let sig = &item.sig;
        refuse_name_of_variant(&sig.ident, self.diagnostics);
        if let Some(token) = &sig.asyncness {
            self.reject(
                token,
                "an `async` function cannot be differentiated: compute in a plain \
                function and call that",
            );
        }
        if let syn::Safety::Unsafe(token) = &sig.safety {
            self.reject(
                token,
                "an `unsafe` function cannot be differentiated: write the computation in safe Rust",
            );
        }
        if let Some(abi) = &sig.abi {
            self.reject(
                abi,
                "an `extern` function cannot be differentiated: write the computation \
                in a Rust function and call that",
            );
        }
        if let Some(variadic) = &sig.variadic {
            self.reject(variadic, "a variadic function cannot be differentiated: pass a slice");
        }
        for input in &sig.inputs {
            match input {
                syn::FnArg::Receiver(r) => self.reject(
                    r,
                    "a method with `self` is not supported yet: write a free \
                        function that takes what it needs",
                ),
                // a function parameter, which lowering supports
                syn::FnArg::Typed(t) if is_function_parameter(&t.ty) => {}
                syn::FnArg::Typed(t) => {
                    self.in_parameter = true;
                    self.visit_type(&t.ty);
                    self.in_parameter = false;
                }
            }
        }
        if let syn::ReturnType::Type(_, ty) = &sig.output {
            if let Some(borrowed) = borrowed_error(ty) {
                self.reject(
                    borrowed,
                    "the error is a residual of the derivative, so it cannot borrow from a \
                     parameter: return an owned type, such as `String`, or `&'static str`",
                );
            }
            if crate::world::bodies::inlining::is_inlined(sig) {
                let message = "a function of a trait or of a generic type cannot return a \
                               function, an iterator or a mutable reference: write a free function \
                               with #[differentiate], which is inlined into its callers";
                return self.reject(ty, message);
            }
            self.visit_type(ty);
        }
    }
}

/// The reference in the error of a `Result` that is not `'static`.
fn borrowed_error(ty: &Type) -> Option<&syn::TypeReference> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.iter().nth(1)? {
        syn::GenericArgument::Type(Type::Reference(r))
            if r.lifetime.as_ref().is_none_or(|l| l.ident != "static") =>
        {
            Some(r)
        }
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Fence<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Unsafe(u) => {
                return self.reject(
                    &u.unsafe_token,
                    "an `unsafe` block is not supported: write this part in safe Rust",
                );
            }
            Expr::Async(a) => {
                return self.reject(
                    &a.async_token,
                    "an `async` block is not supported: compute in synchronous code",
                );
            }
            Expr::Await(a) => self
                .reject(&a.await_token, "`.await` is not supported: compute in synchronous code"),
            Expr::Yield(y) => {
                self.reject(&y.yield_token, "`yield` is not supported: return the values in a Vec")
            }
            Expr::TryBlock(t) => {
                return self.reject(
                    &t.try_token,
                    "a `try` block is not supported: use plain control flow",
                );
            }
            Expr::RawAddr(r) => {
                self.reject(r, "raw pointers are not supported: use references and indices")
            }
            // evaluated by rustc
            Expr::Const(_) => return,
            Expr::Verbatim(v) => {
                return self.reject(v, "this syntax is not supported: use stable Rust");
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        match ty {
            // an error may be of any type
            _ if let Some((value, Some(_))) = params::result_types(ty) => {
                return self.visit_type(value);
            }
            Type::ImplTrait(t) if is_function(&t.bounds) => return self.reject(t, FUNCTION),
            Type::TraitObject(t) if is_function(&t.bounds) => return self.reject(t, FUNCTION),
            Type::ImplTrait(t) if self.in_parameter && t.bounds.iter().any(params::is_storage) => {}
            Type::ImplTrait(t) if self.in_parameter => {
                return self.reject(
                    t,
                    "`impl Trait` of this trait is not supported: name the type, or, if the trait \
                     is user-defined, put #[differentiate] on it and on its functions",
                );
            }
            Type::ImplTrait(t) if is_iterator(&t.bounds) => {
                return self.reject(
                    t,
                    "a function cannot return an iterator here: collect it, and return a Vec",
                );
            }
            Type::ImplTrait(t) => {
                return self.reject(
                    t,
                    "`impl Trait` is not supported yet: name the type, such as f64, f32, or an \
                     array, slice, Vec or tuple of them",
                );
            }
            Type::TraitObject(t) => {
                return self.reject(
                    t,
                    "`dyn Trait` is not supported: name the type, such as f64, f32, or an array, \
                     slice, Vec or tuple of them",
                );
            }
            Type::Ptr(p) => {
                return self
                    .reject(p, "raw pointers are not supported: use references and indices");
            }
            Type::FnPtr(f) => return self.reject(f, FUNCTION),
            _ => {}
        }
        visit::visit_type(self, ty);
    }

    // a function, which lowering knows at the `let`, or at the call of the closure
    fn visit_pat_type(&mut self, of: &'ast syn::PatType) {
        if params::of_variable(&of.ty).is_some() {
            return self.visit_pat(&of.pat);
        }
        visit::visit_pat_type(self, of);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if mac.path.segments.last().is_some_and(|s| s.ident == "asm" || s.ident == "global_asm") {
            self.reject(mac, "inline assembly is not supported: write this part in Rust");
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        // `configurations` has already removed them, unless there are too many
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.reject(
                attribute,
                "`#[cfg_attr]`, or `#[cfg]` with more than three predicates, is not supported \
                 inside a differentiated function: put it on the function",
            );
        }
    }

    // items inside of the body are rejected as a whole by the lowering
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

const FUNCTION: &str = "a function type is only supported for a parameter, as `impl Fn(f64) -> \
                        f64`, `F` with `F: Fn(f64) -> f64`, or a reference to one, and for a \
                        variable that is always the same function: to select one of several, \
                        write a `match` that calls them";

/// Whether a parameter is a function, or a reference to one, of a type that the compiler replaces
/// by a type parameter.
fn is_function_parameter(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_function_parameter(&r.elem),
        Type::Paren(p) => is_function_parameter(&p.elem),
        Type::Group(g) => is_function_parameter(&g.elem),
        Type::ImplTrait(t) => is_function(&t.bounds),
        Type::FnPtr(_) => true,
        _ => false,
    }
}

type Bounds = syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>;

/// Whether a bound is a function trait.
fn is_function(bounds: &Bounds) -> bool {
    bounds.iter().any(|bound| match bound {
        syn::TypeParamBound::Trait(t) => t
            .path
            .segments
            .last()
            .is_some_and(|s| ["Fn", "FnMut", "FnOnce"].iter().any(|n| s.ident == n)),
        _ => false,
    })
}

/// Whether a bound is an iterator trait.
fn is_iterator(bounds: &Bounds) -> bool {
    bounds.iter().any(|bound| {
        matches!(bound, syn::TypeParamBound::Trait(t)
        if crate::params::is_iterator(&t.path))
    })
}
