//! What the heads of other functions tell of the calls of them.

use super::*;
use crate::written::{is_discrete, is_of_std};
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
        let Some(taken) = self.world().taken(name) else { return seen };
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

    /// Which parameters are mutable references, as the head of a function of this file says: whoever relies on it passes one, or none.
    pub fn references(&self, name: &str) -> Vec<Option<bool>> {
        let is_mutable = |ty: Option<Type>| if let Some(Type::Reference(r)) = ty { Some(r.mutability.is_some()) } else { None };
        self.world().taken(name).map_or_else(Vec::new, |taken| taken.types.into_iter().map(is_mutable).collect())
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
        let ty = self.kept_result(callee)?;
        // it is written down, so that rustc compares
        if callee.method.is_some() && is_of_std(&ty) && is_discrete(&ty) {
            return self.types.signature(&ty);
        }
        let ty = outline(&ty, self.is_of_this_block(callee));
        // what is nothing more, rustc is asked for anyway
        let is_more = match &ty {
            Type::Path(p) => !p.path.is_ident("f64") && !p.path.is_ident("f32"),
            ty => matches!(ty, Type::Array(_)),
        };
        if !is_more {
            return None;
        }
        self.as_kept(&ty, Projection::Output(callee.clone()))
    }

    /// Whether a method is one of the type that is being compiled, by the names of its parameters in a head that was kept: these mean the same here.
    fn is_of_this_block(&self, callee: &Callee) -> bool {
        let Some(this) = self.around.owner.map(ToString::to_string) else { return false };
        let owner = callee.method.as_ref().and_then(|m| Some((self.types.name_of(&m.owner).filter(|of| *of == this)?, m)));
        let head = owner.and_then(|(of, m)| self.world().function(&structs::last_name(&of), &structs::last_name(&m.name)));
        head.is_some_and(|head| head.owner.to_token_stream().to_string() == this)
    }

    /// What a callee gives which is called as it was, by the head that was kept of its name, if that is made of scalars, or the type that it is a function of: no derivative
    /// says what it gives, and a call that this is passed to asks for its zero tangent.
    pub(super) fn kept_plain(&mut self, callee: &Callee) -> Option<Ty> {
        let ty = self.kept_result(callee)?;
        if is_of_std(&ty) {
            return self.types.signature(&ty);
        }
        let owner = callee.method.as_ref().and_then(|m| self.types.name_of(&m.owner))?;
        let name = path_end(&ty).filter(|name| *name == structs::last_name(&owner) && self.world().find_type(name).is_some())?;
        let has_no_parameters = ty.to_token_stream().to_string().ends_with(&name);
        has_no_parameters.then(|| owner.parse().ok()).flatten().map(|owner| self.types.named(owner))
    }

    /// What a callee gives, by the head of its name: of this file if there is only one in it, or else by one that was kept.
    pub(super) fn kept_result(&self, callee: &Callee) -> Option<Type> {
        let (owner, name) = match &callee.method {
            None => {
                let path = callee.path.to_string();
                return self.world().result_in_file("", &path).or_else(|| self.world().result_at(&path));
            }
            Some(m) if matches!(m.spelling, crate::ir::types::Spelling::Dot | crate::ir::types::Spelling::Path) => {
                (self.told_name(&m.owner), m.name.clone())
            }
            Some(_) => return None,
        };
        let name = structs::last_name(&name);
        let here = owner.as_ref().and_then(|owner| self.world().result_in_file(owner, &name));
        here.or_else(|| self.world().result(owner.as_deref(), &name))
    }

    /// The last name of a type of the user's, by its path, or by the head of the function that gives it.
    pub(super) fn told_name(&self, ty: &Ty) -> Option<String> {
        let made = || match self.types.projected(ty)? {
            Projection::Output(callee) => path_end(&self.kept_result(&callee)?),
            _ => None,
        };
        self.types.name_of(ty).map(|name| structs::last_name(&name)).or_else(made)
    }
}

/// The last name of a type's path.
pub(super) fn path_end(ty: &Type) -> Option<String> {
    if let Type::Path(p) = ty { p.path.segments.last().map(|last| last.ident.to_string()) } else { None }
}

/// The outline of a type: containers of std, and reals in them. For the rest there is `_`. Lengths are numbers, or else `lengths` are known by the same names.
fn outline(ty: &Type, lengths: bool) -> Type {
    let unknown = || syn::parse_quote!(_);
    match ty {
        Type::Paren(p) => outline(&p.elem, lengths),
        Type::Group(g) => outline(&g.elem, lengths),
        Type::Tuple(t) => {
            let parts = t.elems.iter().map(|part| outline(part, lengths));
            syn::parse_quote!((#(#parts,)*))
        }
        Type::Array(a) if matches!(a.len, syn::Expr::Lit(_)) || lengths => {
            let (element, length) = (outline(&a.elem, lengths), &a.len);
            syn::parse_quote!([#element; #length])
        }
        Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32") => ty.clone(),
        Type::Path(p) => {
            let Some(last) = p.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Vec") else { return unknown() };
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return unknown() };
            let (name, [syn::GenericArgument::Type(inner)]) = (&last.ident, &arguments.args.iter().collect::<Vec<_>>()[..]) else {
                return unknown();
            };
            let inner = outline(inner, lengths);
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
        return syn::parse2(crate::world::tokens::replaced(ty.to_token_stream(), told)).unwrap_or(ty);
    }
    match ty {
        Type::Reference(r) => Type::Reference(syn::TypeReference { elem: Box::new(syn::parse_quote!(_)), ..r }),
        _ => syn::parse_quote!(_),
    }
}
