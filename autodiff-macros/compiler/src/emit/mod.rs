//! Linear A → Rust. Writes the derivatives as Rust tokens; after `ir::check` it cannot fail.
//!
//! For `fn f` it emits, after `f` itself: `f_jvp`, the residuals `FResiduals` and the functions
//! over them, and the marker type `f` with the functions that other differentiated functions call.
//! One `use path::f` imports function and marker.
//!
//! A marker's functions have one convention for every signature, so that a caller only needs to
//! know how it passes its arguments:
//!
//! - `primal(arguments…, &mut stacks) -> (y, frame)`
//! - `jvp(arguments…, tangents…) -> (y, ẏ)`, one tangent for each argument; that of an inactive
//!   argument is ignored
//! - `linear(saved…, &frame, &stacks, tangents…) -> ẏ`, where arguments by shared reference are
//!   passed again and others are `()`
//! - `transposed(saved…, &frame, &stacks, ȳ, &mut accumulators…)`, one accumulator for each
//!   argument, `Discard` for an inactive one
//! - `vjp(arguments…, &mut stacks, ȳ, &mut accumulators…) -> y`, both sweeps in one call. The
//!   stacks hold only residuals of recursive calls of the same function, and are restored.
//!   Temporary residuals live in scopes ([`body::scopes`]).
//!
//! The tangent of an argument by `&mut` is in-out as well: the call changes the tangent of the
//! initial value to that of the final value. Instead of an accumulator, the transposed function
//! takes memory with the cotangent of the final value, and changes it to that of the initial value.
//!
//! The *frame* has the residuals of fixed size, the *stacks* those of loops and callees.
//!
//! # Map
//!
//! [`emit`] calls the parts in this order:
//!
//! | part | what it writes |
//! |---|---|
//! | [`functions`] | the compiled functions; it calls [`body`] for their statements |
//! | [`residuals`] | the types of residuals, where [`residuals::layout`] puts them |
//! | [`wrappers`] | the public functions `f_primal`, `f_vjp`, `f_grad`, … |
//! | [`linkage`] | the marker, and how callers find it |
//!
//! [`linear_map()`] is the entry for `#[linear]`, and [`rules`] for user-defined reverse rules.
//! Both use the parts above. All parts take names and types from [`tokens`].

mod body;
mod functions;
mod linear_map;
mod linkage;
mod residuals;
mod rules;
mod tokens;
mod wrappers;

use crate::ir::*;
use functions::signature;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use residuals::layout::Layout;
use tokens::generics::ItemGenerics;
use tokens::names::{ItemNames, Namer};

/// The source of the function that returns value and tangent.
#[derive(Clone)]
pub enum Forward {
    /// From the function's body, differentiated.
    Body,
    /// From a user-defined function.
    Rule(TokenStream),
    /// From the compiled primal and linear map: there is no public `f_jvp`.
    Halves,
}

/// Which types of a signature are those of another crate. Their values may be arrays, so the shapes
/// of tangents, cotangents and accumulators are checked.
#[derive(Clone, Default)]
pub struct OfOtherCrates {
    /// The indices of the parameters.
    pub params: Vec<usize>,
    /// Whether the type of the result is one.
    pub result: bool,
}

/// The properties of the user's item that emission uses.
#[derive(Clone)]
pub struct Source {
    /// `pub`, `pub(crate)` or nothing.
    pub visibility: TokenStream,
    /// `#[cfg(…)]` attributes.
    pub cfgs: TokenStream,
    /// Further attributes, of the generated functions.
    pub attributes: TokenStream,
    /// Whether only forward mode is wanted.
    pub forward_only: bool,
    /// Where value and tangent come from.
    pub jvp: Forward,
    /// Whether only other generated code uses the derivatives.
    pub hidden: bool,
    /// The indices of the parameters without a derivative: callers must not request one.
    pub refused: Vec<usize>,
    /// The parameters and the result whose types are of another crate.
    pub of_other_crates: OfOtherCrates,
    /// The name of the marker, if that is not the function's.
    pub marker: Option<Ident>,
    /// Further properties of an associated function.
    pub method: Option<Method>,
    /// Whether the residuals of another function of the module have the same name.
    pub has_namesake: bool,
    /// For a lifted closure, the count of parameters that are captures: then there are no public
    /// functions.
    pub captures: Option<usize>,
}

/// An associated function: its derivatives are associated functions as well, all other items are
/// emitted next to the `impl` block.
#[derive(Clone)]
pub struct Method {
    /// The type of the `impl` block.
    pub owner: TokenStream,
    /// The words in the names of generated types.
    pub stem: Vec<String>,
    /// Whether it has a `self`.
    pub receiver: bool,
    /// Whether the first parameter is of the type by value: the marker takes it by reference,
    /// because callers cannot distinguish a `self`.
    pub borrows_receiver: bool,
    /// Whether the derivatives can be in an inherent `impl` of the type.
    pub inherent: bool,
    /// Whether another trait implements a function of its name for the type. Where both traits are
    /// in scope the name alone is ambiguous, so rustc cannot check it.
    pub has_others: bool,
    /// For `index` and `index_mut`, a hash of the place that they refer to.
    pub place: Option<u64>,
    /// The types through which callers find the marker: the owner, and for an operator the right
    /// operand.
    pub registered_types: (TokenStream, Option<TokenStream>),
    /// The names by which callers find the marker: its own, then those qualified with its trait.
    pub names: Vec<String>,
    /// The trait, if callers by the name alone check that they call the trait's function.
    pub of: Option<TokenStream>,
}

/// The name of the residuals of a function, from its name, or of a method, from the names of its
/// type and of the method.
pub fn residuals_name(words: &[String]) -> String {
    let residuals = match words {
        [function] => ItemNames::new(function).residuals,
        words => {
            ItemNames::of_method(words, words.last().map_or("", |function| function)).residuals
        }
    };
    residuals.to_string()
}

pub use linear_map::{Standing, linear_map};
pub use linkage::aliases;
pub use linkage::placeholder::{DerivativeKind, placeholder};
pub use rules::agreement::agreement;
pub use rules::pullback;

/// Emits everything generated for a function.
pub fn emit(source: &Source, parts: &Stages) -> TokenStream {
    let names = ItemNames::of(source, &parts.interface.name);
    let generics = ItemGenerics::new(&parts.interface.generics);
    let mut layout = Layout::new(&names, &generics, &parts.unzipped, parts.vjp.as_ref());
    let read = signature::read_params(parts);
    let emitter = Emitter { source, parts, names, generics, read, allowances: allowances() };
    let jvp = emitter.jvp(&mut layout);
    if source.forward_only {
        let nothing = quote!(::autodiff::__private::NoResiduals);
        let nested = quote!(::autodiff::__private::InPlace<#nothing>);
        let (marker, implementations) = emitter.marker(
            &jvp.1,
            &emitter.forward_only(),
            &emitter.marker_impl(&nothing, &nothing, (nested.clone(), nested)),
        );
        let (jvp, implementations) =
            (emitter.wrap_in_impl(&jvp.0), emitter.wrap_in_const(&implementations));
        return quote!(#jvp #marker #implementations);
    }
    let primal = emitter.primal(&mut layout);
    let linear = emitter.linear(&mut layout);
    let transposed = emitter.transposed(&mut layout);
    let (vjp, uses_stacks) = emitter.vjp(&mut layout);
    let (mut types, mut of_types) = emitter.stored_types(&layout);
    let mut functions = TokenStream::new();
    if !source.hidden {
        let (residuals, of_residuals) = emitter.residual_types();
        types.extend(residuals);
        of_types.extend(of_residuals);
        functions.extend(emitter.public_functions(&layout, uses_stacks));
    }
    let object = emitter.object_impl();
    let inherent = quote!(#primal #linear #transposed #vjp);
    let (frame, stacks) =
        (emitter.of_generics(&emitter.names.frame), emitter.of_generics(&emitter.names.stacks));
    let (marker, of_marker) = emitter.marker(
        &jvp.1,
        &inherent,
        &emitter.marker_impl(&frame, &stacks, emitter.nested(&layout, &frame, &stacks)),
    );
    let jvp = jvp.0;
    let functions = emitter.wrap_in_impl(&quote!(#jvp #functions));
    let implementations = emitter.wrap_in_const(&quote!(#of_marker #of_types #object));
    quote!(#functions #types #marker #implementations)
}

struct Emitter<'a> {
    source: &'a Source,
    parts: &'a Stages,
    names: ItemNames,
    generics: ItemGenerics,
    /// For each parameter, whether the linear part reads it again.
    read: Vec<bool>,
    /// The attributes of all items.
    allowances: TokenStream,
}

/// The lints that emitted items allow. Two attributes: a longer list is formatted as many lines.
fn allowances() -> TokenStream {
    quote! {
        #[allow(unused, unused_comparisons, nonstandard_style, deprecated, private_interfaces)]
        #[allow(private_bounds, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery)]
    }
}

/// Indices of parameters as the bits of a literal.
fn bits(numbers: impl Iterator<Item = usize>) -> proc_macro2::Literal {
    proc_macro2::Literal::u64_suffixed(numbers.fold(0, |mask, k| mask | 1 << k.min(63)))
}

impl Emitter<'_> {
    fn params(&self) -> &[Param] {
        &self.parts.interface.params
    }

    /// Whether the parameter at an index is marked `#[constant]` and may carry reals. Captures of a
    /// closure are not parameters.
    fn is_marked_constant(&self, number: usize) -> bool {
        let param = &self.params()[number];
        // the fields of a constant of a user-defined type are not read here
        let carries_none = param.ty.is_discrete() && !matches!(param.ty, Ty::Foreign(_));
        param.constant
            && !carries_none
            && !self.source.refused.contains(&number)
            && self.source.captures.is_none()
    }

    /// The name of the function in documentation and messages.
    fn display_name(&self) -> String {
        self.display_name_as(&self.parts.interface.name)
    }

    fn display_name_as(&self, name: &str) -> String {
        match &self.source.method {
            None => name.to_string(),
            Some(method) => format!("{}::{name}", method.owner.to_string().replace(' ', "")),
        }
    }

    /// The derivatives in the place of their function: in an `impl` block for a method.
    fn wrap_in_impl(&self, functions: &TokenStream) -> TokenStream {
        match &self.source.method {
            None => functions.clone(),
            Some(method) if method.inherent => {
                let (owner, cfgs, allowances) =
                    (&method.owner, &self.source.cfgs, &self.allowances);
                let of_block = self.generics.of_block();
                let (declared, clause) =
                    (of_block.declaration(&TokenStream::new(), &[]), of_block.clause());
                quote!(#cfgs #allowances impl #declared #owner #clause { #functions })
            }
            // callers find the marker
            Some(_) => TokenStream::new(),
        }
    }

    /// Implementations, which need no name, in one `const _` with their allowed lints.
    fn wrap_in_const(&self, implementations: &TokenStream) -> TokenStream {
        let (cfgs, allowances) = (&self.source.cfgs, &self.allowances);
        quote!(#cfgs #allowances const _: () = { #implementations };)
    }

    /// Whether the first parameter is `self`.
    fn has_receiver(&self) -> bool {
        self.source.method.as_ref().is_some_and(|m| m.receiver)
    }

    /// A generated type with the function's generic parameters.
    fn of_generics(&self, name: &Ident) -> TokenStream {
        let arguments = self.generics.arguments(&TokenStream::new());
        quote!(#name #arguments)
    }

    /// Names for the variables of a body, none of them that of a generic parameter.
    fn namer(&self) -> Namer {
        let mut namer = Namer::default();
        namer.reserve(&self.generics.names(), &crate::ir::hash::HashSet::default());
        namer
    }

    /// Attributes and documentation of a public function. It is compiled in the calling crate, and
    /// only if it is called.
    fn attributes_and_docs(&self, doc: &str) -> TokenStream {
        let Source { cfgs, attributes, .. } = self.source;
        let allowances = &self.allowances;
        let of_the_user = !attributes.is_empty() && attributes.to_string().contains("inline");
        let inline = (!of_the_user).then(|| quote!(#[inline]));
        quote!(#cfgs #[doc = #doc] #attributes #allowances #inline)
    }

    /// A name for each parameter that clashes with no other name of a wrapper.
    fn wrapper_names(&self) -> (Namer, Vec<Ident>) {
        let mut namer = self.namer();
        let names = self.params().iter().map(|p| namer.fresh(&p.name)).collect();
        (namer, names)
    }
}
