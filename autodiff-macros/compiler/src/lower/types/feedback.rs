//! Facts that later lines of a function determine and earlier ones need immediately.
//!
//! Lowering walks a function once, from top to bottom, and cannot lower some code before more is
//! known: a type that is an alias of a tuple, an array whose length only its use determines
//! (`std::array::from_fn`), an omitted constant argument of a generic type (`Matrix::zeros()`). It
//! continues with a name for the unknown, and records what it learns. If that is new, the function
//! is lowered again with it. A learnt fact is a guess that rustc checks: where it is wrong, the
//! types do not match.

use crate::lower::types::syntax::omitted_arguments::Arguments;
use crate::lower::*;
use syn::{GenericArgument, PathArguments, Type};

/// The facts that are known about a function before it is lowered.
#[derive(Clone, Default)]
pub struct Feedback {
    /// The user-defined types that are aliases of tuples, with the counts of their components.
    pub tuples: HashMap<String, usize>,
    /// The lengths and constant arguments that are not written, by their position; `None` if they
    /// cannot be inferred.
    pub constants: HashMap<String, Option<TokenStream>>,
}

impl Feedback {
    /// Adds facts that are new, and returns whether there were any.
    pub fn extend(&mut self, other: Feedback) -> bool {
        let before = self.tuples.len() + self.constants.len();
        other.tuples.into_iter().for_each(|(name, n)| _ = self.tuples.entry(name).or_insert(n));
        other.constants.into_iter().for_each(|(at, of)| _ = self.constants.entry(at).or_insert(of));
        self.tuples.len() + self.constants.len() > before
    }
}

/// A length or a constant argument that is not yet known.
#[derive(Clone)]
pub struct UnresolvedConstant {
    /// The name that represents it in types.
    name: String,
    /// Its value: another such constant, or one that is written.
    value: Option<TokenStream>,
    /// The position at which it would be written.
    position: String,
}

impl Types {
    /// The length of an array that is constructed at this position without a written length;
    /// `None` if it cannot be inferred.
    pub fn length_at(&mut self, span: Span) -> Option<TokenStream> {
        self.constant_at("length", span)
    }

    /// A constant that is omitted at this position; `what` distinguishes several there. `None` if
    /// it cannot be inferred.
    pub fn constant_at(&mut self, what: &str, span: Span) -> Option<TokenStream> {
        let at = format!("{what} at {span:?}");
        if let Some(known) = self.feedback.constants.get(&at) {
            return known.clone();
        }
        let name = quote::format_ident!(
            "__constant_that_is_not_seen_{}",
            self.unresolved.len(),
            span = span
        );
        self.unresolved.push(UnresolvedConstant {
            name: name.to_string(),
            value: None,
            position: at,
        });
        Some(name.to_token_stream())
    }

    /// Unifies two constants.
    pub fn unify_constants(&mut self, a: &TokenStream, b: &TokenStream) {
        let (a, b) = (self.known_value(a), self.known_value(b));
        match (self.index_of_unresolved(&a), self.index_of_unresolved(&b)) {
            (Some(i), Some(j)) if i == j => {}
            (Some(i), _) => self.unresolved[i].value = Some(b),
            (None, Some(j)) => self.unresolved[j].value = Some(a),
            (None, None) => {}
        }
    }

    /// Unifies the constant arguments of two user-defined types that are the same.
    pub fn unify_arguments(&mut self, a: &Ty, b: &Ty) {
        if self.unresolved.is_empty() {
            return;
        }
        let written = |ty: &Ty| match self.open_projection(ty)? {
            Projection::Named(path) => syn::parse2::<Type>(path).ok(),
            _ => None,
        };
        if let (Some(a), Some(b)) = (written(a), written(b)) {
            self.unify_written(&a, &b);
        }
    }

    /// Unifies the constants in two types that are the same.
    fn unify_written(&mut self, a: &Type, b: &Type) {
        match (a, b) {
            (Type::Reference(r), other) | (other, Type::Reference(r)) => {
                self.unify_written(&r.elem, other)
            }
            (Type::Paren(p), other) | (other, Type::Paren(p)) => self.unify_written(&p.elem, other),
            (Type::Array(a), Type::Array(b)) => {
                self.unify_constants(&a.len.to_token_stream(), &b.len.to_token_stream());
                self.unify_written(&a.elem, &b.elem);
            }
            (Type::Slice(a), Type::Slice(b)) => self.unify_written(&a.elem, &b.elem),
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.elems.iter().zip(&b.elems).for_each(|(a, b)| self.unify_written(a, b))
            }
            (Type::Path(a), Type::Path(b)) => {
                for (a, b) in arguments_of(&a.path).zip(arguments_of(&b.path)) {
                    match (a, b) {
                        (
                            GenericArgument::Type(a @ (Type::Array(_) | Type::Tuple(_))),
                            GenericArgument::Type(b),
                        ) => self.unify_written(a, b),
                        (a, b) => {
                            self.unify_constants(&a.to_token_stream(), &b.to_token_stream());
                            if let (GenericArgument::Type(a), GenericArgument::Type(b)) = (a, b) {
                                self.unify_written(a, b);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The known value of a constant.
    fn known_value(&self, of: &TokenStream) -> TokenStream {
        let mut constant = of.clone();
        while let Some(found) =
            self.index_of_unresolved(&constant).and_then(|i| self.unresolved[i].value.clone())
        {
            constant = found;
        }
        constant
    }

    fn index_of_unresolved(&self, constant: &TokenStream) -> Option<usize> {
        if self.unresolved.is_empty() {
            return None;
        }
        let text = constant.to_string();
        let name = text.trim_matches(['{', '}', ' ']);
        self.unresolved.iter().position(|of| of.name == name)
    }
}

impl Lowerer<'_> {
    /// Records that a user-defined type is an alias of a tuple with this count of components.
    pub fn note_tuple(&mut self, ty: &Ty, n: usize) {
        if let Some(name) = self.types.name_of(ty) {
            self.feedback.tuples.insert(name, n);
        }
    }

    /// Infers the constants in the arguments of a call from the function's signature.
    pub fn infer_constants(&mut self, callee: &Callee, arguments: &[calls::arguments::LoweredArg]) {
        if self.types.unresolved.is_empty() {
            return;
        }
        let name =
            callee.method.as_ref().map_or_else(|| callee.name(), |method| method.name.clone());
        let owner = callee.method.as_ref().and_then(|method| self.types.name_of(&method.owner));
        let owner = owner.and_then(|path| syn::parse_str::<syn::Path>(&path).ok());
        let of_generic = owner.and_then(|path| {
            self.world().function(&path.segments.last()?.ident.to_string(), &name)
        });
        let (types, mut inferred) = match of_generic {
            Some(signature) => (
                signature.inputs.into_iter().map(Some).collect(),
                Arguments::of(&signature.generics),
            ),
            None => match self.param_types_of(&self.name_of_callee(callee)) {
                Some(taken) => (taken.types, Arguments::of_names(&taken.generics)),
                None => return,
            },
        };
        let world = self.world();
        let without_aliases = |ty: Type| world.type_in_scope(&ty, world).unwrap_or(ty);
        let types: Vec<Option<Type>> =
            types.into_iter().map(|ty: Option<Type>| ty.map(without_aliases)).collect();
        if types.len() != arguments.len() {
            return;
        }
        let given: Vec<Option<Type>> =
            arguments.iter().map(|passed| self.to_syntax(&passed.ty)).collect();
        for (ty, given) in types.iter().zip(&given) {
            if let Some(ty) = ty {
                inferred.infer(ty, given);
            }
        }
        let inferred = inferred.finish();
        for (ty, given) in types.into_iter().zip(given) {
            if let (Some(ty), Some(given)) = (ty, given)
                && let Ok(ty) = syn::parse2(crate::world::tokens::replace_names(
                    ty.to_token_stream(),
                    &inferred,
                ))
            {
                self.types.unify_written(&ty, &given);
            }
        }
    }

    /// Records which constants were inferred, and which were not.
    pub fn note_constants(&mut self) {
        let mut at: HashMap<String, Option<TokenStream>> = HashMap::default();
        for of in self.types.unresolved.clone() {
            let found = of
                .value
                .as_ref()
                .map(|found| self.types.known_value(found))
                .filter(|found| self.types.index_of_unresolved(found).is_none());
            // constants that a user's macro writes several times have one position
            let learnt = at.entry(of.position).or_insert_with(|| found.clone());
            if learnt.as_ref().map(ToString::to_string) != found.as_ref().map(ToString::to_string) {
                *learnt = None;
            }
        }
        self.feedback.constants = at;
    }
}

/// The arguments of a type.
fn arguments_of(path: &syn::Path) -> impl Iterator<Item = &GenericArgument> {
    let arguments = path.segments.last().and_then(|last| match &last.arguments {
        PathArguments::AngleBracketed(of) => Some(of.args.iter()),
        _ => None,
    });
    arguments.into_iter().flatten()
}
