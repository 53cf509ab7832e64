//! The generic arguments that a path omits: `P { x: a, y: b }`, `P::new(a, b)`,
//! `Shape::Circle(r)`.
//!
//! Emitted code writes types, for which `P` alone is incomplete. The definition of `P`, or the
//! signature of its function, was recorded ([`crate::world`]): the types of its fields or
//! parameters are compared with the types of the values, unless inference knows the type. A
//! parameter that none of them determines is the scalar type of literals. A wrong answer does not
//! compile.

use crate::lower::*;
use crate::world::records::names_of;
use quote::quote;
use syn::{GenericArgument, PathArguments, Type};

/// The generic parameters of a type or of a function, and their arguments.
pub struct Arguments {
    found: Vec<(String, Option<TokenStream>)>,
    /// The constant parameters.
    constants: Vec<String>,
}

impl Lowerer<'_> {
    /// The path of a struct or enum with its generic arguments, if it was written without them;
    /// `at` constructs the value, `variant` and `fields` are what is constructed.
    pub fn constructed_path(
        &mut self,
        at: &syn::Expr,
        owner: &syn::Path,
        variant: Option<&str>,
        fields: &[(String, Var)],
    ) -> Option<TokenStream> {
        if !self.is_without_arguments(owner) {
            return None;
        }
        let inferred = self.names.inferred.expr(at);
        if let Some(inferred) = inferred.and_then(|of| self.inferred_arguments(of, owner)) {
            return Some(inferred);
        }
        let (generics, of_fields) = self.world().definition(owner, variant)?;
        let mut arguments = Arguments::of(&generics);
        for (field, var) in fields {
            if let Some((_, ty)) = of_fields.iter().find(|(name, _)| name == field) {
                let given = self.to_syntax(&self.ty(*var));
                arguments.infer(ty, &given);
            }
        }
        let given = generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Type(t) => Some(t.ident.to_string()),
            syn::GenericParam::Const(c) => Some(c.ident.to_string()),
            syn::GenericParam::Lifetime(_) => None,
        });
        let given = given
            .map(|name| self.argument_of(&arguments, &name, owner))
            .collect::<Option<Vec<_>>>()?;
        Some(quote!(#owner<#(#given),*>))
    }

    /// The inferred type on which a function is called, if its generic arguments were omitted.
    pub fn inferred_owner(&self, path: &syn::ExprPath, owner: &syn::Path) -> Option<TokenStream> {
        self.inferred_arguments(self.names.inferred.owner(&path.path)?, owner)
    }

    fn inferred_arguments(&self, inferred: &Type, owner: &syn::Path) -> Option<TokenStream> {
        let Type::Path(of) = inferred else { return None };
        let is_same = of.path.segments.last()?.ident == owner.segments.last()?.ident;
        (is_same && self.is_without_arguments(owner)).then(|| inferred.to_token_stream())
    }

    /// As [`Self::inferred_owner`], from the arguments of the function.
    pub fn called_path(
        &mut self,
        owner: &syn::Path,
        function: &str,
        passed: &[calls::arguments::LoweredArg],
    ) -> Option<TokenStream> {
        if !self.is_without_arguments(owner) {
            return None;
        }
        let head = self.world().function(&owner.segments.last()?.ident.to_string(), function)?;
        let mut arguments = Arguments::of(&head.generics);
        for (ty, passed) in head.inputs.iter().zip(passed) {
            let given = self.to_syntax(&passed.ty);
            arguments.infer(ty, &given);
        }
        let Type::Path(of) = &head.owner else { return None };
        let PathArguments::AngleBracketed(of) = &of.path.segments.last()?.arguments else {
            return None;
        };
        let names: Vec<(String, TokenStream)> = arguments
            .found
            .iter()
            .filter(|(name, _)| {
                types::syntax::generics::mentions(
                    of.to_token_stream(),
                    &Ident::new(name, Span::call_site()),
                )
            })
            .map(|(name, _)| Some((name.clone(), self.argument_of(&arguments, name, owner)?)))
            .collect::<Option<_>>()?;
        let given = crate::world::tokens::replace_names(of.args.to_token_stream(), &names);
        Some(quote!(#owner<#given>))
    }

    /// Whether a path omits the arguments of a generic type.
    pub fn lacks_arguments(&self, path: &TokenStream) -> bool {
        syn::parse2::<syn::Path>(path.clone()).is_ok_and(|path| self.is_without_arguments(&path))
    }

    /// Whether the arguments of a generic type are omitted.
    fn is_without_arguments(&self, path: &syn::Path) -> bool {
        let tokens = path.to_token_stream();
        let is_simple = self.group().is_some_and(|known| known.has_no_parameters(&tokens));
        // the types of std that can be destructured, `Reverse` and `Wrapping`, have parameters
        let is_generic = || {
            self.world().is_generic_path(&names_of(path)) || self.world().names_item_of_std(&tokens)
        };
        path.segments.last().is_some_and(|last| last.arguments.is_none())
            && !is_simple
            && is_generic()
    }

    fn argument_of(
        &mut self,
        arguments: &Arguments,
        name: &str,
        of: &syn::Path,
    ) -> Option<TokenStream> {
        match arguments.found.iter().find(|(of, _)| of == name)?.1.clone() {
            Some(tokens) => Some(tokens),
            None if arguments.constants.iter().any(|c| c == name) => {
                self.types.constant_at(name, of.span())
            }
            None => {
                self.to_syntax(&Ty::Real(self.types.default_real)).map(|ty| ty.to_token_stream())
            }
        }
    }

    /// A type in Rust syntax, with `_` for parts that are not known by name.
    pub fn to_syntax(&self, ty: &Ty) -> Option<Type> {
        self.types.to_syntax(ty)
    }
}

impl Types {
    /// A type in Rust syntax, with `_` for parts that are not known by name.
    pub fn to_syntax(&self, ty: &Ty) -> Option<Type> {
        let inner = |ty: &Ty| self.to_syntax(ty).unwrap_or_else(|| syn::parse_quote!(_));
        Some(match self.shallow(ty) {
            Ty::Real(Real::F64) => syn::parse_quote!(f64),
            Ty::Real(Real::F32) => syn::parse_quote!(f32),
            Ty::Real(Real::Param(name)) => syn::parse_str(name).ok()?,
            Ty::Int(name) | Ty::Text(name) => syn::parse_str(name).ok()?,
            Ty::Bool => syn::parse_quote!(bool),
            Ty::Tuple(parts) => {
                let parts = parts.iter().map(inner);
                syn::parse_quote!((#(#parts,)*))
            }
            Ty::Array(element, length) => {
                let element = inner(&element);
                syn::parse_quote!([#element; #length])
            }
            Ty::Slice(element) | Ty::Sequence(element, _) => {
                let element = inner(&element);
                syn::parse_quote!([#element])
            }
            Ty::Vec(element) => {
                let element = inner(&element);
                syn::parse_quote!(Vec<#element>)
            }
            Ty::Deque(element) => {
                let element = inner(&element);
                syn::parse_quote!(VecDeque<#element>)
            }
            Ty::Wrapped(Wrapper::Option, of) => {
                let of = inner(&of);
                syn::parse_quote!(Option<#of>)
            }
            ty @ (Ty::Infer(_) | Ty::Projected(_)) => match self.open_projection(&ty)? {
                Projection::Named(path) => syn::parse2(path).ok()?,
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// The result type of a function of a generic type that returns this type with other arguments:
/// `fn transpose(&self) -> Matrix<C, R>` of a `Matrix<2, 3>`. A type without parameters is itself.
/// `passed` are the types of the arguments, as far as they are known.
pub fn with_arguments(
    owner: &TokenStream,
    function: &str,
    result: &Type,
    passed: &[Option<Type>],
    world: &World,
) -> Option<TokenStream> {
    let of: syn::Path = syn::parse2(owner.clone()).ok()?;
    let (Type::Path(result), last) = (result, of.segments.last()?) else { return None };
    let PathArguments::AngleBracketed(given) = &result.path.segments.last()?.arguments else {
        return matches!(last.arguments, PathArguments::None).then(|| owner.clone());
    };
    let head = world.function(&last.ident.to_string(), function)?;
    let mut arguments = Arguments::of(&head.generics);
    arguments.infer(&head.owner, &syn::parse2(owner.clone()).ok());
    if head.inputs.len() == passed.len() {
        head.inputs.iter().zip(passed).for_each(|(ty, given)| arguments.infer(ty, given));
    }
    let inferred = arguments
        .found
        .into_iter()
        .map(|(name, found)| Some((name, found?)))
        .collect::<Option<Vec<_>>>()?;
    let mut named = of.clone();
    let given = crate::world::tokens::replace_names(given.to_token_stream(), &inferred);
    named.segments.last_mut()?.arguments = PathArguments::AngleBracketed(syn::parse2(given).ok()?);
    Some(named.to_token_stream())
}

impl Arguments {
    pub fn of(generics: &syn::Generics) -> Arguments {
        let mut arguments = Arguments { found: Vec::new(), constants: Vec::new() };
        for param in &generics.params {
            match param {
                syn::GenericParam::Type(t) => arguments.found.push((t.ident.to_string(), None)),
                syn::GenericParam::Const(c) => {
                    arguments.found.push((c.ident.to_string(), None));
                    arguments.constants.push(c.ident.to_string());
                }
                syn::GenericParam::Lifetime(_) => {}
            }
        }
        arguments
    }

    /// The parameters of these names.
    pub fn of_names(names: &[String]) -> Arguments {
        Arguments {
            found: names.iter().map(|name| (name.clone(), None)).collect(),
            constants: Vec::new(),
        }
    }

    /// The arguments of the parameters that were inferred.
    pub fn finish(self) -> Vec<(String, TokenStream)> {
        self.found.into_iter().filter_map(|(name, found)| Some((name, found?))).collect()
    }

    fn set(&mut self, name: &str, argument: TokenStream) {
        if let Some((_, found @ None)) = self.found.iter_mut().find(|(of, _)| of == name) {
            *found = Some(argument);
        }
    }

    /// Compares a type that mentions the parameters with a concrete one, and records their
    /// arguments.
    pub fn infer(&mut self, ty: &Type, given: &Option<Type>) {
        let Some(given) = given else { return };
        let (ty, given) = (strip_references(ty), strip_references(given));
        match (ty, given) {
            (_, Type::Infer(_)) => {}
            (Type::Path(p), _) if let Some(name) = self.parameter(&p.path) => {
                self.set(&name, given.to_token_stream());
            }
            (Type::Array(a), Type::Array(b)) => {
                if let syn::Expr::Path(n) = &a.len
                    && let Some(name) = n.path.get_ident()
                {
                    self.set(&name.to_string(), as_argument(&b.len));
                }
                self.infer(&a.elem, &Some((*b.elem).clone()));
            }
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.elems.iter().zip(&b.elems).for_each(|(a, b)| self.infer(a, &Some(b.clone())))
            }
            _ => match (element(ty), element(given)) {
                (Some(a), Some(b)) => self.infer(a, &Some(b.clone())),
                _ => {
                    let (Type::Path(a), Type::Path(b)) = (ty, given) else { return };
                    let (Some(a), Some(b)) = (a.path.segments.last(), b.path.segments.last())
                    else {
                        return;
                    };
                    let (PathArguments::AngleBracketed(of), PathArguments::AngleBracketed(given)) =
                        (&a.arguments, &b.arguments)
                    else {
                        return;
                    };
                    if a.ident != b.ident {
                        return;
                    }
                    for (a, b) in of.args.iter().zip(&given.args) {
                        match (a, b) {
                            (GenericArgument::Type(Type::Path(a)), b)
                                if let Some(name) = self.parameter(&a.path) =>
                            {
                                self.set(&name, b.to_token_stream());
                            }
                            (GenericArgument::Type(a), GenericArgument::Type(b)) => {
                                self.infer(a, &Some(b.clone()))
                            }
                            _ => {}
                        }
                    }
                }
            },
        }
    }

    /// The name of the parameter that a path is.
    fn parameter(&self, path: &syn::Path) -> Option<String> {
        path.get_ident().map(ToString::to_string).filter(|name| self.is_parameter(name))
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.found.iter().any(|(of, _)| of == name)
    }
}

/// The length of an array as a generic argument: an expression other than a name or a number is
/// put in braces, once.
fn as_argument(length: &syn::Expr) -> TokenStream {
    match length {
        syn::Expr::Lit(_) | syn::Expr::Path(_) => length.to_token_stream(),
        syn::Expr::Block(block) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(inner, None)] => as_argument(inner),
            _ => length.to_token_stream(),
        },
        length => quote!({ #length }),
    }
}

fn strip_references(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => strip_references(&r.elem),
        Type::Paren(p) => strip_references(&p.elem),
        Type::Group(g) => strip_references(&g.elem),
        ty => ty,
    }
}

fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(a) => Some(&a.elem),
        Type::Slice(s) => Some(&s.elem),
        Type::Path(p) => {
            let last =
                p.path.segments.last().filter(|s| s.ident == "Vec" || s.ident == "VecDeque")?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            arguments
                .args
                .iter()
                .find_map(|a| if let GenericArgument::Type(ty) = a { Some(ty) } else { None })
        }
        _ => None,
    }
}
