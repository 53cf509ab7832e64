//! What the heads of other functions tell of the calls of them.

use super::*;
use crate::kept;
use syn::{PathArguments, Type};

impl Lowerer<'_> {
    /// The types of the arguments of each function among the parameters of a callee: as a signature that is seen says, or else the head of a function of its name.
    /// Those of generic functions are told by the other arguments, as far as these are seen; `receiver` if the arguments come after one.
    pub fn hints<'e>(
        &mut self,
        seen: Option<Vec<Option<Vec<Type>>>>,
        name: &str,
        receiver: bool,
        arguments: impl Iterator<Item = &'e syn::Expr>,
    ) -> Vec<Option<Vec<Type>>> {
        let seen = seen.unwrap_or_default();
        let arguments: Vec<&syn::Expr> = arguments.collect();
        let is_told = |k: usize| seen.get(k + usize::from(receiver)).is_some_and(Option::is_some);
        if arguments.iter().enumerate().all(|(k, e)| is_told(k) || !self.is_function_argument(e)) {
            return seen;
        }
        let Some(taken) = kept::taken(name) else { return seen };
        let mut told = inferred::Arguments::named(&taken.generics);
        for (ty, e) in taken.types.iter().skip(usize::from(receiver)).zip(&arguments) {
            if let Some(ty) = ty {
                let given = self.seen_as_written(e);
                told.tell(ty, &given);
            }
        }
        let told = told.told();
        let functions =
            taken.functions.into_iter().map(|types| Some(types?.into_iter().map(|ty| anywhere(ty, &taken.generics, &told)).collect()));
        let functions = functions.enumerate().map(|(k, types)| seen.get(k).cloned().flatten().or(types));
        functions.collect()
    }

    /// The type of an argument as Rust writes it, as far as is seen before it is evaluated.
    fn seen_as_written(&mut self, e: &syn::Expr) -> Option<Type> {
        match place::unparen(e) {
            syn::Expr::Reference(r) => self.seen_as_written(&r.expr),
            syn::Expr::Array(a) => {
                let length = a.elems.len();
                Some(syn::parse_quote!([_; #length]))
            }
            syn::Expr::Repeat(r) => {
                let length = &r.len;
                Some(syn::parse_quote!([_; #length]))
            }
            e => {
                let ty = self.seen_type(e)?;
                self.written(&ty)
            }
        }
    }
}

impl Lowerer<'_> {
    /// What a callee whose signature is not seen gives, by the head that was kept of its name: that it is an `Option`, a vector, an array or a tuple, and where the reals
    /// in it are. What else is in it, rustc says.
    pub fn kept_output(&mut self, callee: &Callee) -> Option<Ty> {
        let ty = outline(&self.kept_result(callee)?);
        // what is nothing more, rustc is asked for anyway
        if !matches!(&ty, Type::Path(p) if !p.path.is_ident("f64") && !p.path.is_ident("f32")) {
            return None;
        }
        self.as_kept(&ty, Projection::Output(callee.clone()))
    }

    /// The real that a callee gives which is called as it was, by the head that was kept of its name: no derivative says what it gives, and a call that this is passed to
    /// asks for its zero tangent.
    pub(super) fn kept_real(&self, callee: &Callee) -> Option<Ty> {
        let Type::Path(p) = self.kept_result(callee)? else { return None };
        [("f64", Ty::F64), ("f32", Ty::Real(crate::ir::types::Real::F32))]
            .into_iter()
            .find(|(name, _)| p.path.is_ident(name))
            .map(|(_, ty)| ty)
    }

    /// What a callee gives, by the head that was kept of its name.
    pub(super) fn kept_result(&self, callee: &Callee) -> Option<Type> {
        let (owner, name) = match &callee.method {
            None => return kept::result_at(&callee.path.to_string()),
            Some(m) if matches!(m.spelling, crate::ir::types::Spelling::Dot | crate::ir::types::Spelling::Path) => {
                let made = || match self.types.projected(&m.owner)? {
                    Projection::Output(callee) => path_end(&self.kept_result(&callee)?),
                    _ => None,
                };
                (self.types.name_of(&m.owner).map(|name| structs::last_name(&name)).or_else(made), m.name.clone())
            }
            Some(_) => return None,
        };
        kept::result(owner.as_deref(), &structs::last_name(&name))
    }
}

/// The last name of a type's path.
pub(super) fn path_end(ty: &Type) -> Option<String> {
    if let Type::Path(p) = ty { p.path.segments.last().map(|last| last.ident.to_string()) } else { None }
}

/// The outline of a type: containers of std, and reals in them. For the rest there is `_`.
fn outline(ty: &Type) -> Type {
    let unknown = || syn::parse_quote!(_);
    match ty {
        Type::Paren(p) => outline(&p.elem),
        Type::Group(g) => outline(&g.elem),
        Type::Tuple(t) => {
            let parts = t.elems.iter().map(outline);
            syn::parse_quote!((#(#parts,)*))
        }
        Type::Array(a) if matches!(a.len, syn::Expr::Lit(_)) => {
            let (element, length) = (outline(&a.elem), &a.len);
            syn::parse_quote!([#element; #length])
        }
        Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32") => ty.clone(),
        Type::Path(p) => {
            let Some(last) = p.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Vec") else { return unknown() };
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return unknown() };
            let (name, [syn::GenericArgument::Type(inner)]) = (&last.ident, &arguments.args.iter().collect::<Vec<_>>()[..]) else {
                return unknown();
            };
            let inner = outline(inner);
            syn::parse_quote!(#name<#inner>)
        }
        _ => unknown(),
    }
}

/// A type in the head of a function as it is where the function is called, with `_` for what is not told.
fn anywhere(ty: Type, generics: &[String], told: &[(String, TokenStream)]) -> Type {
    let open = |name: &str| generics::mentions(ty.to_token_stream(), &syn::Ident::new(name, Span::call_site()));
    let is_told = |name: &String| told.iter().any(|(of, _)| of == name);
    if !open("Self") && generics.iter().filter(|name| !is_told(name)).all(|name| !open(name)) {
        return syn::parse2(kept::replaced(ty.to_token_stream(), told)).unwrap_or(ty);
    }
    match ty {
        Type::Reference(r) => Type::Reference(syn::TypeReference { elem: Box::new(syn::parse_quote!(_)), ..r }),
        _ => syn::parse_quote!(_),
    }
}
