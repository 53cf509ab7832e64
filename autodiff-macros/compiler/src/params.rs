//! Queries on parameters that several modules share: bounds that classify a type parameter, marks
//! on parameters, the types in a `Result`, and which parameters are functions.

use crate::type_class;
use syn::{
    Attribute, GenericArgument, Generics, Ident, PathArguments, Type, TypeParamBound,
    WherePredicate,
};

/// Traits of sources of random numbers.
const SOURCES: &[&str] =
    &["Rng", "RngCore", "RngExt", "CryptoRng", "TryRng", "TryRngCore", "TryCryptoRng"];

/// Whether a type with such a bound is a source of random numbers.
pub fn is_named_as_source(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|s| SOURCES.iter().any(|name| s.ident == name))
}

/// Traits of the storages of arrays.
const STORAGES: &[&str] = &[
    "Data",
    "DataClone",
    "DataMut",
    "DataOwned",
    "DataShared",
    "RawData",
    "RawDataClone",
    "RawDataMut",
];

/// Whether a type with such a bound is the storage of an array.
pub fn is_storage(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|s| STORAGES.iter().any(|name| s.ident == name))
}

/// The generic arguments of the last name of a path.
fn arguments_of(path: &syn::Path) -> Option<&syn::AngleBracketedGenericArguments> {
    match &path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments),
        _ => None,
    }
}

/// The type of the elements of an array's storage: `Data<Elem = f64>`, `OwnedRepr<f64>`.
pub fn element_of_storage(storage: &Type) -> Option<&Type> {
    match storage {
        Type::ImplTrait(of) => of.bounds.iter().filter(|bound| is_storage(bound)).find_map(|of| {
            let TypeParamBound::Trait(of) = of else { return None };
            arguments_of(&of.path)?.args.iter().find_map(|argument| match argument {
                GenericArgument::AssocType(of) if of.ident == "Elem" => Some(&of.ty),
                _ => None,
            })
        }),
        Type::Path(of) => arguments_of(&of.path)?.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(Type::Reference(of)) => Some(&*of.elem),
            GenericArgument::Type(of) => Some(of),
            _ => None,
        }),
        _ => None,
    }
}

/// Traits of iterators, and of types that convert into iterators.
const ITERATORS: &[&str] =
    &["Iterator", "IntoIterator", "ExactSizeIterator", "DoubleEndedIterator"];

/// Whether a trait is one of these.
pub fn is_iterator(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| ITERATORS.iter().any(|name| s.ident == name))
}

/// The bounds of a type parameter.
pub fn bounds<'g>(
    generics: &'g Generics,
    name: &'g Ident,
) -> impl Iterator<Item = &'g TypeParamBound> {
    let declared = generics.type_params().filter(move |t| t.ident == *name).flat_map(|t| &t.bounds);
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_it = clauses.filter_map(move |p| match p {
        WherePredicate::Type(p)
            if matches!(&p.bounded_ty, Type::Path(ty) if ty.qself.is_none()
            && ty.path.is_ident(name)) =>
        {
            Some(&p.bounds)
        }
        _ => None,
    });
    declared.chain(of_it.flatten())
}

/// The mark of a parameter that is the target of a conversion.
pub fn conversion_mark() -> Attribute {
    syn::parse_quote!(#[autodiff::converted])
}

/// Whether an attribute is that mark.
pub fn is_converted(attribute: &Attribute) -> bool {
    *attribute == conversion_mark()
}

/// The types inside of `Result<…>`: of the value, and of the error if it is written.
pub fn result_types(ty: &Type) -> Option<(&Type, Option<&Type>)> {
    let Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|s| s.ident == "Result")?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    let mut types = args.args.iter().filter_map(|a| match a {
        GenericArgument::Type(t) => Some(t),
        _ => None,
    });
    Some((types.next()?, types.next()))
}

// ---------- functions among the parameters

/// The traits of functions.
const TRAITS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// The arguments and the result of a function's type, as written.
pub struct FunctionSyntax<'t> {
    /// The types of the arguments.
    pub inputs: Vec<&'t Type>,
    /// The return type.
    pub output: &'t syn::ReturnType,
}

/// The function type in a bound.
pub fn of_bound(bound: &TypeParamBound) -> Option<FunctionSyntax<'_>> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
    let is_function = TRAITS.iter().any(|name| last.ident == name);
    is_function.then(|| FunctionSyntax {
        inputs: arguments.inputs.iter().map(|input| &input.ty).collect(),
        output: &arguments.output,
    })
}

/// The function type that a type is, but not through the name of a type parameter.
pub fn of_type(ty: &Type) -> Option<FunctionSyntax<'_>> {
    match ty {
        Type::ImplTrait(t) => t.bounds.iter().find_map(of_bound),
        Type::FnPtr(f) => Some(FunctionSyntax {
            inputs: f.inputs.iter().map(|input| &input.ty).collect(),
            output: &f.output,
        }),
        Type::Paren(p) => of_type(&p.elem),
        Type::Group(g) => of_type(&g.elem),
        _ => None,
    }
}

/// The same for a variable or a parameter of a closure, which may be a reference to a function behind
/// `dyn`, or a box of one.
pub fn of_variable(ty: &Type) -> Option<FunctionSyntax<'_>> {
    match ty {
        Type::Reference(r) => of_variable(&r.elem),
        Type::TraitObject(t) => t.bounds.iter().find_map(of_bound),
        Type::Paren(p) => of_variable(&p.elem),
        Type::Group(g) => of_variable(&g.elem),
        ty => of_type(ty).or_else(|| type_class::box_type(ty).and_then(of_variable)),
    }
}

/// Whether a type parameter is a function.
pub fn is_function(sig: &syn::Signature, name: &Ident) -> bool {
    bounds(&sig.generics, name).any(|bound| of_bound(bound).is_some())
}

/// The types of the arguments of each function among the parameters, as written.
pub fn functions_of(sig: &syn::Signature) -> Vec<Option<Vec<Type>>> {
    let of_param = |input: &syn::FnArg| {
        let syn::FnArg::Typed(input) = input else { return None };
        let ty = match &*input.ty {
            Type::Reference(r) => &*r.elem,
            ty => ty,
        };
        let written = match ty {
            Type::Path(p) => bounds(&sig.generics, p.path.get_ident()?).find_map(of_bound),
            ty => of_type(ty),
        };
        written.map(|written| written.inputs.into_iter().cloned().collect())
    };
    sig.inputs.iter().map(of_param).collect()
}
