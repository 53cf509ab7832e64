//! Types → whether they carry reals.

use crate::source::{Function, Impl, Sources, bound_name};
use std::collections::{HashMap, HashSet};

/// Traits whose implementors are real scalars.
const REAL: &[&str] = &["Float", "FloatCore", "Real", "RealField", "ComplexField"];

/// Traits of operators, which connect scalars.
const OPERATORS: &[&str] = &["Add", "Sub", "Mul", "Div"];

/// What the types of a function's signature carry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signature {
    /// A parameter carries reals of a known kind.
    pub input: bool,
    /// So does the result, or what a parameter `&mut` refers to.
    pub output: bool,
}

/// What the signature of a function carries.
pub fn signature(sources: &Sources, function: &Function) -> Signature {
    let reals = Reals::new(sources, &function.item.sig.generics, sources.block(function));
    let mut found = Signature::default();
    for input in &function.item.sig.inputs {
        let (carries, unique) = match input {
            syn::FnArg::Receiver(r) => (
                reals.carries_self(),
                matches!(&r.kind, syn::ReceiverKind::Reference(_, _, Some(_))),
            ),
            syn::FnArg::Typed(t) => (
                reals.carries(&t.ty),
                matches!(&*t.ty, syn::Type::Reference(r) if r.mutability.is_some()),
            ),
        };
        found.input |= carries;
        found.output |= carries && unique;
    }
    if let syn::ReturnType::Type(_, ty) = &function.item.sig.output {
        found.output |= reals.carries(ty);
    }
    found
}

/// Says of types whether they carry reals, in the scope of some generic parameters.
pub struct Reals<'a> {
    sources: &'a Sources,
    /// The generic parameters that are real scalars.
    pub scalars: HashSet<String>,
    /// What values of the others are converted to, where that is said.
    pub converted: HashMap<String, syn::Type>,
    block: Option<&'a Impl>,
    seen: HashSet<String>,
}

impl<'a> Reals<'a> {
    /// In the scope of a function's parameters and of those of its block.
    pub fn new(
        sources: &'a Sources,
        generics: &syn::Generics,
        block: Option<&'a Impl>,
    ) -> Reals<'a> {
        let (mut scalars, mut converted) = (HashSet::new(), HashMap::new());
        for generics in std::iter::once(generics).chain(block.map(|b| &b.head.generics)) {
            for parameter in generics.type_params() {
                let name = parameter.ident.to_string();
                let connected: Vec<String> =
                    bounds(generics, &parameter.ident).flat_map(operands).collect();
                if !connected.is_empty()
                    && connected.iter().all(|c| generics.type_params().any(|t| t.ident == c))
                {
                    scalars.extend(connected);
                    scalars.insert(name);
                } else if bounds(generics, &parameter.ident)
                    .filter_map(bound_name)
                    .any(|b| real_trait(sources, &b, 0))
                {
                    scalars.insert(name);
                } else if let Some(to) = conversion(bounds(generics, &parameter.ident)) {
                    converted.insert(name, to);
                }
            }
        }
        Reals { sources, scalars, converted, block, seen: HashSet::new() }
    }

    /// Whether `Self` does.
    pub fn carries_self(&self) -> bool {
        self.block.is_some_and(|b| self.carries(&b.head.self_ty))
    }

    /// Whether a type does.
    pub fn carries(&self, ty: &syn::Type) -> bool {
        match ty {
            syn::Type::Array(t) => self.carries(&t.elem),
            syn::Type::Slice(t) => self.carries(&t.elem),
            syn::Type::Reference(t) => self.carries(&t.elem),
            syn::Type::Paren(t) => self.carries(&t.elem),
            syn::Type::Group(t) => self.carries(&t.elem),
            syn::Type::Tuple(t) => t.elems.iter().any(|t| self.carries(t)),
            syn::Type::ImplTrait(t) => {
                conversion(t.bounds.iter()).is_some_and(|to| self.carries(&to))
            }
            syn::Type::Path(t) if t.qself.is_none() => {
                t.path.segments.last().is_some_and(|last| self.named(last))
            }
            _ => false,
        }
    }

    fn named(&self, last: &syn::PathSegment) -> bool {
        let name = last.ident.to_string();
        if name == "f64" || name == "f32" || self.scalars.contains(&name) {
            return true;
        }
        if name == "Self" {
            return self.carries_self();
        }
        if self.seen.contains(&name) {
            return false;
        }
        if let Some(to) = self.converted.get(&name) {
            return self.carries(to);
        }
        let arguments = || match &last.arguments {
            syn::PathArguments::AngleBracketed(list) => list
                .args
                .iter()
                .any(|a| matches!(a, syn::GenericArgument::Type(t) if self.carries(t))),
            _ => false,
        };
        let of_std = matches!(name.as_str(), "Vec" | "Option" | "Box" | "Result" | "Rc" | "Arc");
        if of_std && !self.sources.types.contains_key(&name) {
            return arguments();
        }
        if let Some(alias) = self.sources.aliases.get(&name) {
            return self.inside(&name, &alias.generics).carries(&alias.ty) || arguments();
        }
        let Some(types) = self.sources.types.get(&name) else { return false };
        arguments()
            || types.iter().any(|number| match &self.sources.named[*number].item {
                syn::Item::Struct(s) => {
                    let reals = self.inside(&name, &s.generics);
                    s.fields.iter().any(|f| reals.carries(&f.ty))
                }
                syn::Item::Enum(e) => {
                    let reals = self.inside(&name, &e.generics);
                    e.variants.iter().flat_map(|v| &v.fields).any(|f| reals.carries(&f.ty))
                }
                _ => false,
            })
    }

    /// Whether a struct or enum does.
    pub fn of_item(sources: &Sources, item: &syn::Item) -> bool {
        let (name, generics) = match item {
            syn::Item::Struct(s) => (s.ident.to_string(), &s.generics),
            syn::Item::Enum(e) => (e.ident.to_string(), &e.generics),
            _ => return false,
        };
        let reals = Reals::new(sources, generics, None).inside(&name, generics);
        match item {
            syn::Item::Struct(s) => s.fields.iter().any(|f| reals.carries(&f.ty)),
            syn::Item::Enum(e) => {
                e.variants.iter().flat_map(|v| &v.fields).any(|f| reals.carries(&f.ty))
            }
            _ => false,
        }
    }

    fn inside(&self, name: &str, generics: &syn::Generics) -> Reals<'a> {
        let mut inner = Reals::new(self.sources, generics, None);
        inner.seen = self.seen.clone();
        inner.seen.insert(name.to_string());
        inner
    }
}

/// The bounds of a type parameter.
pub fn bounds<'g>(
    generics: &'g syn::Generics,
    name: &'g syn::Ident,
) -> impl Iterator<Item = &'g syn::TypeParamBound> {
    let declared = generics.type_params().filter(move |t| t.ident == *name).flat_map(|t| &t.bounds);
    let clauses = generics.where_clause.iter().flat_map(|w| &w.predicates);
    let of_it = clauses.filter_map(move |p| match p {
        syn::WherePredicate::Type(p)
            if matches!(&p.bounded_ty, syn::Type::Path(path) if path.path.is_ident(name))
            => Some(&p.bounds),
        _ => None,
    });
    declared.chain(of_it.flatten())
}

/// What values of a type with such bounds are converted to.
pub fn conversion<'b>(
    mut bounds: impl Iterator<Item = &'b syn::TypeParamBound>,
) -> Option<syn::Type> {
    bounds.find_map(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last().filter(|last| last.ident == "Into")?;
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        arguments.args.iter().find_map(|a| {
            if let syn::GenericArgument::Type(ty) = a { Some(ty.clone()) } else { None }
        })
    })
}

/// What a bound by an operator names: the other operand, and the result.
fn operands(bound: &syn::TypeParamBound) -> Vec<String> {
    let syn::TypeParamBound::Trait(bound) = bound else { return Vec::new() };
    let Some(last) =
        bound.path.segments.last().filter(|last| OPERATORS.iter().any(|o| last.ident == o))
    else {
        return Vec::new();
    };
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|a| match a {
        syn::GenericArgument::Type(ty) => Some(ty),
        syn::GenericArgument::AssocType(output) => Some(&output.ty),
        _ => None,
    });
    types.map(|ty| quote::quote!(#ty).to_string()).collect()
}

fn real_trait(sources: &Sources, name: &str, depth: usize) -> bool {
    REAL.contains(&name)
        || depth < 8
            && sources
                .traits
                .get(name)
                .is_some_and(|supers| supers.iter().any(|s| real_trait(sources, s, depth + 1)))
}
