//! Parameters of a method that its arguments do not determine,
//! `fn forward<S: Semiring>(&self, x: &[f64]) -> f64`: derivatives take them as one more argument.
//!
//! The marker of a method is found through its type, and rustc infers the parameters of its
//! functions from the arguments (`emit/tokens/generics.rs`). Where it cannot, the function for
//! derivatives has a last argument whose type contains them:
//!
//! ```text
//! fn forward<S: Semiring>(this: &Crf, x: &[f64], #[constant] parameters: Turbofish<(S,)>) -> f64
//! crf.forward::<LogSum>(x)        →        marker of `forward`(crf, x, Turbofish::<(LogSum,)>::VALUE)
//! ```

use crate::params;
use crate::world::tokens::mentions;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, GenericArgument, GenericParam, Signature, Type};

/// The type and constant parameters of a function, if its arguments do not determine all of them.
/// Constants of other types than `usize` are not supported.
fn parameters(sig: &Signature) -> Option<Vec<&GenericParam>> {
    let own: Vec<&GenericParam> = sig
        .generics
        .params
        .iter()
        .filter(|param| !matches!(param, GenericParam::Lifetime(_)))
        .collect();
    let is_determined = |param: &&GenericParam| {
        let name = match param {
            GenericParam::Type(of) => &of.ident,
            GenericParam::Const(of) => &of.ident,
            GenericParam::Lifetime(_) => return true,
        };
        params::is_function(sig, name)
            || sig
                .inputs
                .iter()
                .any(|input| matches!(input, FnArg::Typed(input) if mentions(&input.ty, name)))
    };
    let is_usize = |of: &GenericParam| {
        !matches!(of, GenericParam::Const(of)
        if !matches!(&of.ty, Type::Path(ty) if ty.path.is_ident("usize")))
    };
    (!own.iter().all(is_determined) && own.iter().all(|param| is_usize(param))).then_some(own)
}

/// Which of these parameters are constants.
pub fn constants(sig: &Signature) -> Option<Vec<bool>> {
    Some(
        parameters(sig)?.into_iter().map(|param| matches!(param, GenericParam::Const(_))).collect(),
    )
}

/// The type of the argument for the parameters of a function, if it has one.
pub fn argument(sig: &Signature) -> Option<Type> {
    let types = parameters(sig)?.into_iter().filter_map(|param| match param {
        GenericParam::Type(of) => Some(of.ident.to_token_stream()),
        GenericParam::Const(of) => Some(constant(&of.ident)),
        GenericParam::Lifetime(_) => None,
    });
    Some(of_types(types))
}

/// The same for a call with a turbofish; `constants` is the result of [`constants`] for the
/// function.
pub fn argument_of(
    constants: &[bool],
    turbofish: &syn::AngleBracketedGenericArguments,
) -> Option<Type> {
    let types =
        constants.iter().zip(&turbofish.args).map(|(is_constant, argument)| match argument {
            GenericArgument::Const(of) if *is_constant => constant(of),
            GenericArgument::Type(of) if *is_constant => constant(of),
            other => other.to_token_stream(),
        });
    (constants.len() == turbofish.args.len()).then(|| of_types(types))
}

/// Whether a type is the type of such an argument.
pub fn is_argument(ty: &TokenStream) -> bool {
    let names = ["autodiff", "__private", "Turbofish"];
    let idents = ty
        .clone()
        .into_iter()
        .filter_map(|token| if let TokenTree::Ident(ident) = token { Some(ident) } else { None });
    idents.take(3).zip(names).filter(|(ident, name)| ident == name).count() == names.len()
}

fn of_types(types: impl Iterator<Item = TokenStream>) -> Type {
    syn::parse_quote!(::autodiff::__private::Turbofish<(#(#types,)*)>)
}

fn constant(of: &dyn ToTokens) -> TokenStream {
    let of = of.to_token_stream();
    quote!(::autodiff::__private::Usize<{ #of }>)
}
