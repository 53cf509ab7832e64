//! Looks up the signatures of called functions: their results, and their parameters.

use crate::lower::*;
use crate::type_class::{is_discrete, is_of_std};
use crate::world::Meaning;
use crate::world::functions::Function;
use crate::world::records::ParamTypes;
use syn::{PathArguments, Type};

/// A called function: a free function by its path, or a function of a type, if that has a name.
pub enum CalleeName<'a> {
    At(&'a TokenStream),
    Of(Option<TokenStream>, &'a str),
    /// An operator, with the type of the right operand.
    Operator(Option<TokenStream>, &'a str, Option<Box<Type>>),
}

impl CalleeName<'_> {
    /// The name of the function itself.
    fn name(&self) -> String {
        match self {
            CalleeName::At(path) => structs::last_name(&path.to_string()),
            CalleeName::Of(_, name) | CalleeName::Operator(_, name, _) => {
                name.trim_matches('&').to_string()
            }
        }
    }
}

impl Lowerer<'_> {
    /// The function that a callee names.
    pub fn name_of_callee<'c>(&self, callee: &'c Callee) -> CalleeName<'c> {
        match &callee.method {
            None => CalleeName::At(&callee.path),
            Some(method) => {
                let owner = self.types.name_of(&method.owner).and_then(|of| of.parse().ok());
                match &method.right {
                    Some(right) => CalleeName::Operator(
                        owner,
                        &method.name,
                        self.to_syntax(right).map(Box::new),
                    ),
                    None => CalleeName::Of(owner, &method.name),
                }
            }
        }
    }

    /// The signature of a called function, as the files of the crate show it.
    pub fn function(&self, called: &CalleeName<'_>) -> Option<Rc<Function>> {
        match called {
            CalleeName::At(path) => self.world().function_at(&syn::parse2((*path).clone()).ok()?),
            CalleeName::Of(owner, name) => {
                self.world().function_of(&syn::parse2(owner.clone()?).ok()?, name)
            }
            CalleeName::Operator(owner, name, right) => {
                self.world().operator_of(&syn::parse2(owner.clone()?).ok()?, name, right.as_ref()?)
            }
        }
    }

    /// The parameters of a called function: from the crate's files, or otherwise from the recorded
    /// functions of its name in this file.
    pub fn param_types_of(&self, called: &CalleeName<'_>) -> Option<ParamTypes<Type>> {
        let shown = self.function(called).map(|of| ParamTypes {
            types: of.inputs.clone(),
            functions: of.functions.clone(),
            generics: of.generics.clone(),
        });
        shown.or_else(|| self.world().param_types(&called.name()))
    }

    /// Which parameters are mutable references, according to the signature in the files. A caller
    /// that relies on it passes a mutable reference, or none.
    pub fn references(&self, called: &CalleeName<'_>) -> Vec<Option<bool>> {
        if let Some(function) = self.function(called) {
            return function.references.clone();
        }
        let is_mutable = |ty: Option<Type>| {
            if let Some(Type::Reference(r)) = ty { Some(r.mutability.is_some()) } else { None }
        };
        let taken = self.world().param_types(&called.name());
        taken.map_or_else(Vec::new, |taken| taken.types.into_iter().map(is_mutable).collect())
    }
}

impl Lowerer<'_> {
    /// The result type of a callee whose signature the crate's files show, with its generic
    /// parameters inferred from the arguments.
    pub fn output_in_files(&mut self, callee: &Callee) -> Option<Ty> {
        let function = self.function(&self.name_of_callee(callee))?;
        let output = function.output.as_ref()?;
        let output = crate::type_class::owned_result(output).unwrap_or_else(|| output.clone());
        let mentions = |name: &String| {
            types::syntax::generics::mentions(
                output.to_token_stream(),
                &Ident::new(name, Span::call_site()),
            )
        };
        let open: Vec<&String> = function.generics.iter().filter(|name| mentions(name)).collect();
        let output = if open.is_empty() {
            output
        } else {
            let inferred = self.inferred_parameters(&function, callee);
            if !open.iter().all(|name| inferred.iter().any(|(of, _)| of == *name)) {
                return None;
            }
            syn::parse2(crate::world::tokens::replace_names(output.to_token_stream(), &inferred))
                .ok()?
        };
        // residuals have no lifetimes
        if has_lifetime(output.to_token_stream()) || !self.has_tangents(&output) {
            return None;
        }
        let is_compared = is_of_std(&output) && is_discrete(&output);
        self.types.signature(&output).filter(|ty| is_compared || !ty.has_discrete_part())
    }

    /// Whether each type of the crate in a type has the derive, or carries no reals: rustc alone
    /// knows how others are saved.
    fn has_tangents(&mut self, ty: &Type) -> bool {
        // an error may be of any type
        if let Some((value, Some(_))) = crate::params::result_types(ty) {
            return self.has_tangents(value);
        }
        match crate::type_class::strip_groups(ty) {
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.has_tangents(ty)),
            Type::Array(array) => self.has_tangents(&array.elem),
            Type::Slice(slice) => self.has_tangents(&slice.elem),
            Type::Path(path) if is_of_std(ty) || is_discrete(ty) || path.qself.is_some() => true,
            Type::Path(path) => {
                let arguments = path.path.segments.last().map(|last| &last.arguments);
                let is_own =
                    matches!(self.world().meaning(&path.path), Meaning::Struct | Meaning::Enum);
                let has_derive = || self.world().has_derive(&path.path);
                if is_own && !has_derive() && !self.types.is_plain(&ty.to_token_stream()) {
                    return false;
                }
                let PathArguments::AngleBracketed(list) = arguments.unwrap_or(&PathArguments::None)
                else {
                    return true;
                };
                list.args.iter().all(|argument| match argument {
                    syn::GenericArgument::Type(ty) => self.has_tangents(ty),
                    _ => true,
                })
            }
            _ => true,
        }
    }

    /// The generic parameters of a called function that its argument types determine.
    fn inferred_parameters(
        &self,
        function: &Function,
        callee: &Callee,
    ) -> Vec<(String, TokenStream)> {
        let operands = callee
            .method
            .as_ref()
            .and_then(|of| Some([Some(of.owner.clone()), Some(of.right.clone()?)]));
        let arguments = callee.arguments.iter().cloned().map(Some);
        let given: Vec<Option<Ty>> = operands.map_or_else(|| arguments.collect(), Vec::from);
        let mut inferred =
            types::syntax::omitted_arguments::Arguments::of_names(&function.generics);
        for (ty, given) in function.inputs.iter().zip(given) {
            if let (Some(ty), Some(given)) = (ty, given) {
                inferred.infer(ty, &self.to_syntax(&given));
            }
        }
        inferred.finish()
    }

    /// The result type of a callee whose signature is not known, from the recorded signature of
    /// its name: only whether it is an `Option`, a vector, an array or a tuple, and where it
    /// contains reals. rustc infers the other parts.
    pub fn recorded_output(&mut self, callee: &Callee) -> Option<Ty> {
        let ty = self.recorded_result(callee)?;
        // emitted code names the type, so rustc checks it
        if callee.method.is_some() && is_of_std(&ty) && is_discrete(&ty) {
            return self.types.signature(&ty);
        }
        let ty = outline(&ty, self.is_of_this_block(callee));
        // rustc infers any other type anyway
        let is_more = match &ty {
            Type::Path(p) => !p.path.is_ident("f64") && !p.path.is_ident("f32"),
            ty => matches!(ty, Type::Array(_)),
        };
        if !is_more {
            return None;
        }
        self.recorded_type(&ty, Projection::Output(callee.clone()))
    }

    /// Whether a method is one of the type that is being compiled, judged by the parameter names
    /// in a recorded signature: these resolve equally here.
    fn is_of_this_block(&self, callee: &Callee) -> bool {
        let Some(this) = self.around.owner.map(ToString::to_string) else { return false };
        let owner = callee
            .method
            .as_ref()
            .and_then(|m| Some((self.types.name_of(&m.owner).filter(|of| *of == this)?, m)));
        let head = owner.and_then(|(of, m)| {
            self.world().function(&structs::last_name(&of), &structs::last_name(&m.name))
        });
        head.is_some_and(|head| head.owner.to_token_stream().to_string() == this)
    }

    /// The result type of a callee that is called without derivatives, from the recorded signature
    /// of its name. `None` unless it consists of scalars, or is the type that has the function, or
    /// is constant. No derivative determines it, but a call that takes the result may need its
    /// zero tangent.
    pub fn recorded_plain_output(&mut self, callee: &Callee) -> Option<Ty> {
        if let Some(ty) = self.recorded_result(callee)
            && is_of_std(&ty)
        {
            return self.types.signature(&ty);
        }
        self.own_type(callee).or_else(|| self.constant_result(callee))
    }

    /// The type of a constant that a callee returns, according to its signature.
    fn constant_result(&mut self, callee: &Callee) -> Option<Ty> {
        let ty = match &callee.method {
            // the result of a generic function depends on its arguments
            None => self
                .function(&CalleeName::At(&callee.path))
                .filter(|of| of.generics.is_empty())?
                .output
                .clone(),
            Some(method) => self.world().associated_type_in_scope(
                &self.inferred_name(&method.owner)?,
                &structs::last_name(&method.name),
            ),
        };
        // a value that cannot be saved as a whole is read piece by piece, and residuals have no
        // lifetimes
        let ty =
            ty.filter(|ty| !has_lifetime(ty.to_token_stream()) && self.world().can_be_saved(ty))?;
        Some(self.types.constant(&ty))
    }

    /// The type that has a callee, if the callee returns it.
    fn own_type(&mut self, callee: &Callee) -> Option<Ty> {
        let ty = self.recorded_result(callee)?;
        let owner = callee.method.as_ref().and_then(|m| self.types.name_of(&m.owner))?;
        let name = path_end(&ty).filter(|name| {
            *name == structs::last_name(&owner) && self.world().find_type(name).is_some()
        })?;
        let has_no_parameters = ty.to_token_stream().to_string().ends_with(&name);
        has_no_parameters
            .then(|| owner.parse().ok())
            .flatten()
            .map(|owner| self.types.type_at_path(owner))
    }

    /// The result type of a callee, from the signature of its name: the one in this file if there
    /// is only one, otherwise a recorded one.
    pub fn recorded_result(&self, callee: &Callee) -> Option<Type> {
        let (owner, name) = match &callee.method {
            None => {
                let path = callee.path.to_string();
                return self
                    .world()
                    .result_in_file("", &path)
                    .or_else(|| self.world().recorded_result_of(&path));
            }
            Some(m)
                if matches!(
                    m.spelling,
                    crate::ir::types::Spelling::Dot | crate::ir::types::Spelling::Path
                ) =>
            {
                let declared = || self.types.declared_name(&m.owner);
                (self.inferred_name(&m.owner).or_else(declared), m.name.clone())
            }
            Some(_) => return None,
        };
        // a method of an array, whatever a user-defined method of its name returns
        if owner.is_none() && callee.method.as_ref().is_some_and(|m| self.is_array_type(&m.owner)) {
            return None;
        }
        let name = structs::last_name(&name);
        let here = owner.as_ref().and_then(|owner| self.world().result_in_file(owner, &name));
        here.or_else(|| self.world().result(owner.as_deref(), &name))
    }

    /// The last segment of the name of a user-defined type: from its path, or from the signature
    /// of the function that returns it.
    pub fn inferred_name(&self, ty: &Ty) -> Option<String> {
        let made = || match self.types.open_projection(ty)? {
            Projection::Output(callee) => path_end(&self.recorded_result(&callee)?),
            _ => None,
        };
        self.types.name_of(ty).map(|name| structs::last_name(&name)).or_else(made)
    }
}

/// Whether a type has a reference that is not `'static`.
fn has_lifetime(ty: TokenStream) -> bool {
    let mut tokens = ty.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            proc_macro2::TokenTree::Group(group) if has_lifetime(group.stream()) => return true,
            proc_macro2::TokenTree::Punct(p) if p.as_char() == '&' => match tokens.peek() {
                Some(proc_macro2::TokenTree::Punct(p)) if p.as_char() == '\'' => {}
                _ => return true,
            },
            _ => {}
        }
    }
    false
}

/// The last segment of a type's path.
pub fn path_end(ty: &Type) -> Option<String> {
    if let Type::Path(p) = ty {
        p.path.segments.last().map(|last| last.ident.to_string())
    } else {
        None
    }
}

/// The outline of a type: containers of std, and reals in them. All other parts become `_`.
/// Lengths are numbers; if `lengths` is set, names of lengths resolve equally here.
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
            let Some(last) =
                p.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Vec")
            else {
                return unknown();
            };
            let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                return unknown();
            };
            let (name, [syn::GenericArgument::Type(inner)]) =
                (&last.ident, &arguments.args.iter().collect::<Vec<_>>()[..])
            else {
                return unknown();
            };
            let inner = outline(inner, lengths);
            syn::parse_quote!(#name<#inner>)
        }
        _ => unknown(),
    }
}
