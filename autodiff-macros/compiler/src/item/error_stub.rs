//! A function with errors → the same function with an empty body. Callers still resolve its
//! derivatives, so rustc reports no further errors.
//!
//! This is done only if all types in its signature are known to implement the traits that
//! derivatives require: then these compile whatever the body was.

use super::UserFunction;
use crate::type_class::{DISCRETE, REALS};
use crate::world::World;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::{GenericParam, Signature};

/// The types and traits of std that are composed of other types.
const OF_STD: &[&str] = &[
    "Vec", "Option", "Box", "VecDeque", "Fn", "FnMut", "FnOnce", "Real", "Float", "Copy", "Clone",
];

/// The function without its body.
pub fn without_body(user: &UserFunction) -> Option<UserFunction> {
    if !is_certain(&user.function.sig, &user.world) {
        return None;
    }
    let mut user = user.clone();
    *Rc::make_mut(&mut user.function).block =
        syn::parse_quote!({ ::core::panic!("this function has errors") });
    Some(user)
}

/// The parameters of the marker of a function whose types are unknown, and a type that mentions
/// them: `<T = (), const N: usize = 0>` and `(T, [(); N],)`. `None` for a method with type or
/// constant parameters, whose marker is found through a type.
pub fn marker_parameters(user: &UserFunction) -> Option<(TokenStream, TokenStream)> {
    let generics = &user.function.sig.generics;
    let is_lifetime = |param: &GenericParam| matches!(param, GenericParam::Lifetime(_));
    if user.method.is_some() {
        return generics.params.iter().all(is_lifetime).then(|| (TokenStream::new(), quote!(())));
    }
    let (mut declared, mut mentioned) = (Vec::new(), Vec::new());
    for param in &generics.params {
        match param {
            GenericParam::Type(of) => {
                let name = &of.ident;
                declared.push(quote!(#name = ()));
                mentioned.push(quote!(#name));
            }
            GenericParam::Const(of) if of.ty.to_token_stream().to_string() == "usize" => {
                let name = &of.ident;
                declared.push(quote!(const #name: usize = 0));
                mentioned.push(quote!([(); #name]));
            }
            GenericParam::Const(_) => return Some((TokenStream::new(), quote!(()))),
            GenericParam::Lifetime(_) => {}
        }
    }
    let declared = if declared.is_empty() { TokenStream::new() } else { quote!(<#(#declared),*>) };
    Some((declared, quote!((#(#mentioned,)*))))
}

/// Whether all types of a signature, and the bounds of its parameters, are known.
fn is_certain(sig: &Signature, world: &World) -> bool {
    let parameters = sig.generics.params.iter().filter_map(|p| match p {
        GenericParam::Type(of) => Some(of.ident.to_string()),
        GenericParam::Const(of) => Some(of.ident.to_string()),
        GenericParam::Lifetime(_) => None,
    });
    let mut names = FindUnknownNames { world, parameters: parameters.collect(), is_certain: true };
    names.visit_signature(sig);
    names.is_certain
}

struct FindUnknownNames<'w> {
    world: &'w World,
    parameters: HashSet<String>,
    is_certain: bool,
}

impl<'ast> Visit<'ast> for FindUnknownNames<'_> {
    /// The type of a `#[constant]` parameter has no requirements.
    fn visit_fn_arg(&mut self, input: &'ast syn::FnArg) {
        let attributes = match input {
            syn::FnArg::Typed(input) => &input.attrs,
            syn::FnArg::Receiver(this) => &this.attrs,
        };
        if !attributes.iter().any(|attribute| attribute.path().is_ident("constant")) {
            visit::visit_fn_arg(self, input);
        }
    }

    /// The type of an error has no requirements either.
    fn visit_return_type(&mut self, output: &'ast syn::ReturnType) {
        match output {
            syn::ReturnType::Type(_, ty) if let Some((ok, _)) = crate::params::result_types(ty) => {
                self.visit_type(ok)
            }
            output => visit::visit_return_type(self, output),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(last) = path.segments.last() {
            self.is_certain &= self.is_known(&last.ident);
        }
        visit::visit_path(self, path);
    }
}

impl FindUnknownNames<'_> {
    fn is_known(&self, name: &Ident) -> bool {
        let text = name.to_string();
        let is_of_std =
            [REALS, DISCRETE, OF_STD].iter().any(|names| names.contains(&text.as_str()));
        is_of_std
            || self.parameters.contains(&text)
            || self.world.find_type(&text).is_some()
            || self.world.is_generic(&text)
            || syn::parse2(name.to_token_stream())
                .is_ok_and(|ty| self.world.plain_type(&ty).is_some())
    }
}
