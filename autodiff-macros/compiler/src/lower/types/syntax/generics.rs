//! Generic parameters and their representation in Linear A. Type parameters are functions
//! ([`crate::lower::functions::values`]), implementors of differentiated traits
//! ([`crate::lower::functions::implementors`]), sources of random numbers
//! ([`crate::lower::functions::rng_params`]), or otherwise real scalars
//! ([`crate::lower::functions::scalar_traits`] decides for parameters with bounds of both kinds).

use crate::lower::*;
use crate::turbofish;
use crate::world::records::RecordedTrait;
use syn::{GenericParam as Declared, TypeParamBound, WherePredicate};

/// Traits whose implementors are not real scalars, and the advice for a parameter that is bounded
/// by one.
const NO_REALS: &[(&[&str], &str)] = &[
    (
        &["Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator"],
        "an iterator as a parameter is not supported: take a slice",
    ),
    (
        &[
            "AsRef",
            "AsMut",
            "Borrow",
            "BorrowMut",
            "Deref",
            "DerefMut",
            "Into",
            "Index",
            "IndexMut",
            "Cow",
        ],
        "a parameter that is generic over conversions is not supported: name the type, as in \
         `&[f64]`, and convert in the caller",
    ),
];

impl Lowerer<'_> {
    /// The generic parameters of a function. Records its real type parameters.
    pub fn generics(&mut self, sig: &syn::Signature) -> Generics {
        let mut generics = Generics::default();
        // implementors mention scalars, and functions mention both
        let mut declared: Vec<_> =
            sig.generics.params.iter().map(|param| (param, self.traits_of(sig, param))).collect();
        declared.sort_by_key(|(param, traits)| (is_function(sig, param), !traits.is_empty()));
        for (param, traits) in declared {
            if let Declared::Type(t) = param
                && traits.is_empty()
                && params::bounds(&sig.generics, &t.ident).any(|of| self.world().is_source(of))
            {
                let bounds = params::bounds(&sig.generics, &t.ident)
                    .filter(|b| !matches!(b, TypeParamBound::Lifetime(_)));
                self.sig.sources.push((t.ident.clone(), quote::quote!(#(#bounds)+*)));
                continue;
            }
            if let (Some(owner), Some(name)) = (self.around.owner, name_of(param))
                && !mentions(owner.clone(), name)
                && !self.around.operand.is_some_and(|right| mentions(right.clone(), name))
            {
                generics.own.push(name.clone());
            }
            match param {
                Declared::Lifetime(_) => {}
                Declared::Const(c) => generics.params.push(self.const_parameter(c)),
                Declared::Type(t) if is_function(sig, param) => {
                    match self.function_parameter(sig, t) {
                        Some(function) => generics.params.push(function),
                        None => self.sig.rejected_generics.push(t.ident.to_string()),
                    }
                }
                Declared::Type(t) => generics.params.extend(self.type_parameter(sig, t, traits)),
            }
        }
        if let Some(clause) = &sig.generics.where_clause {
            generics.predicates = self.predicates(sig, clause);
        }
        self.check_inferred(sig, &generics.own);
        // in declaration order
        let place =
            |name: &syn::Ident| sig.generics.params.iter().position(|p| name_of(p) == Some(name));
        generics.params.sort_by_key(|p| place(&p.name));
        generics
    }

    /// The traits with differentiated functions that bound a parameter, which is then an
    /// implementor.
    fn traits_of(&self, sig: &syn::Signature, param: &Declared) -> Vec<(syn::Path, RecordedTrait)> {
        match param {
            Declared::Type(t)
                if !is_function(sig, param)
                    && !functions::scalar_traits::is_of_number(sig, t, self.world()) =>
            {
                functions::implementors::traits(
                    params::bounds(&sig.generics, &t.ident),
                    self.world(),
                )
            }
            _ => Vec::new(),
        }
    }

    /// `const N: usize`
    fn const_parameter(&mut self, c: &syn::ConstParam) -> GenericParam {
        let ty = types::syntax::conversion::of_const(&c.ty);
        self.types.consts.push((c.ident.to_string(), ty));
        let kind = GenericKind::Const(c.ty.to_token_stream());
        GenericParam { name: c.ident.clone(), kind, bounds: TokenStream::new() }
    }

    /// A type parameter that is not a function: an implementor of `traits`, a parameter without
    /// values, or a real scalar. `None` if it has been rejected.
    fn type_parameter(
        &mut self,
        sig: &syn::Signature,
        t: &syn::TypeParam,
        traits: Vec<(syn::Path, RecordedTrait)>,
    ) -> Option<GenericParam> {
        let bounds: Vec<&TypeParamBound> = params::bounds(&sig.generics, &t.ident).collect();
        let name = t.ident.to_string();
        if !traits.is_empty() {
            let kind = self.implementor(sig, t, traits);
            return Some(GenericParam {
                name: t.ident.clone(),
                kind,
                bounds: bounds_without_lifetimes(&t.bounds),
            });
        }
        let is_scalar = bounds.iter().any(|b| is_scalar(b, self.world()));
        if let Some(advice) = bounds.iter().find_map(|b| advice_for_bound(b)).filter(|_| !is_scalar)
        {
            self.error(t, advice);
            self.sig.rejected_generics.push(name);
            return None;
        }
        if bounds.iter().any(|b| is_dimension(b)) {
            let mut bounds = bounds_without_lifetimes(&t.bounds);
            bounds.extend(match bounds.is_empty() {
                true => quote::quote!(::autodiff::__private::arrays::AnyAxes),
                false => quote::quote!(+ ::autodiff::__private::arrays::AnyAxes),
            });
            return Some(GenericParam { name: t.ident.clone(), kind: GenericKind::Named, bounds });
        }
        let bounds = bounds_without_lifetimes(&t.bounds);
        if !functions::scalar_traits::is_of_number(sig, t, self.world())
            && has_no_values(sig, &t.ident, self.world())
        {
            return Some(GenericParam { name: t.ident.clone(), kind: GenericKind::Named, bounds });
        }
        self.types.params.push(Real::param(&name));
        self.record_scalar_traits(sig, t);
        Some(GenericParam { name: t.ident.clone(), kind: GenericKind::Real, bounds })
    }

    /// The predicates of a `where` clause about types that are neither functions nor sources of
    /// random numbers.
    fn predicates(&self, sig: &syn::Signature, clause: &syn::WhereClause) -> Vec<TokenStream> {
        let about_types = clause.predicates.iter().filter(|p| matches!(p, WherePredicate::Type(_)));
        let about_types = about_types.filter(|p| {
            !matches!(p, WherePredicate::Type(t)
                if matches!(&t.bounded_ty, syn::Type::Path(p) if p.path.get_ident()
                .is_some_and(|name| params::is_function(sig, name))))
        });
        let without_lifetimes = about_types.filter_map(|p| {
            let WherePredicate::Type(about) = p else { return None };
            if self.sig.sources.iter().any(|(name, _)| {
                matches!(&about.bounded_ty,
                    syn::Type::Path(p) if p.path.get_ident() == Some(name))
            }) {
                return None;
            }
            let (ty, bounds) = (&about.bounded_ty, bounds_without_lifetimes(&about.bounds));
            let is_retained = about.lifetimes.is_none() && !has_lifetime(ty) && !bounds.is_empty();
            is_retained.then(|| quote::quote!(#ty: #bounds))
        });
        without_lifetimes.collect()
    }

    /// Reports parameters of the owner's `impl` block that no argument mentions: the caller of a
    /// method names none of them.
    fn check_inferred(&mut self, sig: &syn::Signature, own: &[syn::Ident]) {
        for name in own {
            let determines = |input: &syn::FnArg| {
                matches!(input, syn::FnArg::Typed(input)
                if mentions(input.ty.to_token_stream(), name))
            };
            if !sig.inputs.iter().any(determines) {
                self.error(
                    name,
                    format!(
                        "cannot infer the parameter `{name}` from the arguments, which is not \
                         supported here: write a free function"
                    ),
                );
            }
        }
    }
}

/// Whether a parameter is a function or a closure.
fn is_function(sig: &syn::Signature, param: &Declared) -> bool {
    matches!(param, Declared::Type(t) if params::is_function(sig, &t.ident))
}

/// Whether no argument and no result holds values of a type parameter, and no bound of another
/// parameter determines it: `U` of `fn g<U: Unit>(x: f64) -> f64`.
fn has_no_values(sig: &syn::Signature, name: &syn::Ident, world: &World) -> bool {
    let others =
        sig.generics.type_params().filter(|t| t.ident != *name).map(|t| t.bounds.to_token_stream());
    let clauses = sig.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let is_own = |p: &&WherePredicate| match p {
        WherePredicate::Type(syn::PredicateType { bounded_ty: syn::Type::Path(of), .. }) => {
            of.path.is_ident(name)
        }
        _ => false,
    };
    let clauses = clauses.filter(|p| !is_own(p)).map(ToTokens::to_token_stream);
    let inputs = sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(input) => {
            Some(&*input.ty).filter(|ty| !turbofish::is_argument(&ty.to_token_stream()))
        }
        syn::FnArg::Receiver(_) => None,
    });
    let output = match &sig.output {
        syn::ReturnType::Type(_, ty) => Some(&**ty),
        syn::ReturnType::Default => None,
    };
    !others.chain(clauses).any(|tokens| mentions(tokens, name))
        && !inputs.chain(output).any(|ty| world.holds_values_of(ty, name))
}

/// The name of a parameter that is not a lifetime.
pub fn name_of(param: &Declared) -> Option<&syn::Ident> {
    match param {
        Declared::Lifetime(_) => None,
        Declared::Const(c) => Some(&c.ident),
        Declared::Type(t) => Some(&t.ident),
    }
}

pub fn mentions(tokens: TokenStream, name: &syn::Ident) -> bool {
    crate::world::tokens::mentions(&tokens, name)
}

/// The advice for a parameter with this bound, if it is not a real scalar.
fn advice_for_bound(bound: &TypeParamBound) -> Option<&'static str> {
    let TypeParamBound::Trait(of) = bound else { return None };
    if params::is_storage(bound) {
        return Some(
            "the storage of an array is supported only as `S` in parameters of type \
             `&ArrayBase<S, D>` with `S: Data<Elem = f64>`: take an array or a view, as in \
             `x: &Array1<f64>` or `x: ArrayView1<f64>`",
        );
    }
    let last = &of.path.segments.last()?.ident;
    NO_REALS.iter().find(|(names, _)| names.iter().any(|n| last == n)).map(|(_, advice)| *advice)
}

/// Traits of the numbers of axes of arrays.
const DIMENSIONS: &[&str] =
    &["DimAdd", "DimMax", "Dimension", "IntoDimension", "RemoveAxis", "ShapeBuilder"];

/// Whether a type with such a bound is the number of axes of an array.
pub fn is_dimension(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|s| DIMENSIONS.iter().any(|name| s.ident == name))
}

/// Whether only scalars have such a bound.
pub fn is_scalar(bound: &TypeParamBound, world: &World) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    let names: Vec<String> = bound.path.segments.iter().map(|s| s.ident.to_string()).collect();
    library::scalar::is_trait(&names, world)
}

/// Omits lifetime bounds, because generated code declares no lifetimes, and scalars contain no
/// borrows. Also omits `?Sized`: a type with tangents is sized.
fn bounds_without_lifetimes(
    bounds: &syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>,
) -> TokenStream {
    let retained = bounds.iter().filter(|b| {
        matches!(b, TypeParamBound::Trait(b) if b.maybe.is_none()) && !has_lifetime(*b)
    });
    let retained: syn::punctuated::Punctuated<&TypeParamBound, syn::Token![+]> = retained.collect();
    retained.to_token_stream()
}

fn has_lifetime(tokens: &dyn ToTokens) -> bool {
    fn any(tokens: TokenStream) -> bool {
        use proc_macro2::TokenTree;
        tokens.into_iter().any(|token| match token {
            TokenTree::Punct(p) => p.as_char() == '\'',
            TokenTree::Group(g) => any(g.stream()),
            _ => false,
        })
    }
    any(tokens.to_token_stream())
}
