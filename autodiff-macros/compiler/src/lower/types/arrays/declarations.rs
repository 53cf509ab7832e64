//! Which fields and results of functions are arrays of `ndarray`, by their declarations.
//!
//! A field keeps the type that rustc knows for it. The definition only shows that methods of the
//! field are those of an array, as the methods of a local variable are: `model.w.row(i)`.

use crate::ir::Ty;
use crate::ir::types::Projection;
use crate::lower::types::Types;
use crate::lower::types::syntax::conversion;
use crate::lower::types::syntax::signatures::path_end;
use crate::world::World;
use crate::{params, type_class};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

/// So many aliases of aliases are followed: one may stand for itself.
const MOST_ALIASES: usize = 16;

impl Types {
    /// Whether a projection is a field, or a part of one, that is declared as an array of
    /// `ndarray`.
    pub(in crate::lower::types) fn is_declared_as_array(&self, projection: &Projection) -> bool {
        self.declared_axes(projection).is_some()
    }

    /// The number of axes that such a declaration shows, if it is one.
    pub(in crate::lower::types) fn declared_axes(
        &self,
        projection: &Projection,
    ) -> Option<Option<usize>> {
        let key = projection.key();
        if let Some(known) = self.declared_arrays.borrow().get(&key) {
            return *known;
        }
        let axes = self
            .declared_type(projection)
            .and_then(|(there, ty)| is_array(&there, &ty).then(|| axes_of(&ty)));
        self.declared_arrays.borrow_mut().insert(key, axes);
        axes
    }

    /// The type of the elements of an array, if its declaration shows that they are reals.
    pub(in crate::lower::types) fn declared_element(&self, projection: &Projection) -> Option<Ty> {
        self.declared_scalar(projection).filter(|element| matches!(element, Ty::Real(_)))
    }

    /// The type of the elements of an array, if its declaration shows that they are scalars.
    fn declared_scalar(&self, projection: &Projection) -> Option<Ty> {
        let (there, ty) = self.declared_type(projection)?;
        let Type::Path(of) = &ty else { return None };
        let PathArguments::AngleBracketed(of) = &of.path.segments.last()?.arguments else {
            return None;
        };
        if !is_array(&there, &ty) {
            return None;
        }
        let element = of.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(Type::Path(element)) => Some(element),
            _ => None,
        })?;
        // a parameter of the function that is lowered has a meaning in its own types alone
        let params = match projection {
            Projection::Named(_) => &self.params[..],
            _ => &[],
        };
        conversion::type_by_name(&element.path.get_ident()?.to_string(), params)
    }

    /// The type of an element that an index selects from an array, if its declaration shows it.
    pub fn scalar_of_array(&self, array: &Ty) -> Option<Ty> {
        self.element_of_array(array).or_else(|| self.declared_scalar(&self.open_projection(array)?))
    }

    /// Whether a function, or a method of a value of this type, is declared to return an array of
    /// `ndarray`.
    pub fn is_declared_to_return_array(&self, of: Option<&Ty>, name: &str) -> bool {
        let result = || match of {
            None => declared_result(&self.world, None, name),
            Some(of) => {
                let (there, of) = self.declared_type(&self.open_projection(of)?)?;
                declared_result(&there, Some(&of), name)
            }
        };
        result().is_some_and(|(there, ty)| {
            let ty = there.without_aliases(&ty);
            is_array(&there, contents(&ty))
        })
    }

    /// The last segment of the type of a value, if declarations show it.
    pub fn declared_name(&self, ty: &Ty) -> Option<String> {
        path_end(&self.declared_type(&self.open_projection(ty)?)?.1)
    }

    /// The type of a value as its declaration writes it, without references and boxes around it,
    /// and the module of the declaration.
    fn declared_type(&self, projection: &Projection) -> Option<(World, Type)> {
        let (there, ty) = match projection {
            Projection::Named(path) => (self.world.clone(), syn::parse2(path.clone()).ok()?),
            Projection::Member(of, name) => {
                let (there, of) = self.declared_type(of)?;
                match name.as_str() {
                    "Some.0" => (there, type_class::option_type(&of)?.clone()),
                    "Ok.0" => (there, params::result_types(&of)?.0.clone()),
                    // of a value that is an `Option` or a `Result`
                    "Content.0" => {
                        let of_result = || params::result_types(&of).map(|of| of.0);
                        (there, type_class::option_type(&of).or_else(of_result)?.clone())
                    }
                    name => there.declared_field(&of, name)?,
                }
            }
            Projection::Item(of) => match self.declared_type(of)? {
                (there, Type::Array(of)) => (there, *of.elem),
                (there, Type::Slice(of)) => (there, *of.elem),
                (there, Type::Path(of)) => {
                    (there, type_class::only_argument(&of, &["Vec", "VecDeque"])?.clone())
                }
                _ => return None,
            },
            Projection::Leaf(of, k) => match self.declared_type(of)? {
                (there, Type::Tuple(of)) => (there, of.elems.into_iter().nth(*k)?),
                _ => return None,
            },
            Projection::View(of) => self.declared_type(of)?,
            Projection::Output(callee) => match &callee.method {
                Some(method) => {
                    let (there, of) = self.declared_type(&self.open_projection(&method.owner)?)?;
                    declared_result(&there, Some(&of), &callee.path.to_string())?
                }
                None => declared_result(&self.world, None, &callee.path.to_string())?,
            },
        };
        let (there, ty) = target(there, contents(&ty).clone());
        let ty = there.without_aliases(&ty);
        Some((there, contents(&ty).clone()))
    }
}

/// What an alias of a type stands for, and the module that defines it. Another type is itself.
fn target(there: World, ty: Type) -> (World, Type) {
    let alias = |there: &World, ty: &Type| {
        let Type::Path(of) = ty else { return None };
        let alias = there.alias(&crate::world::records::names_of(&of.path))?;
        let last = of.path.segments.last()?;
        let arguments = crate::world::tokens::arguments(&alias.item.generics, &last.arguments);
        let tokens =
            crate::world::tokens::replace_names(alias.item.ty.to_token_stream(), &arguments);
        Some((alias.world, contents(&syn::parse2(tokens).ok()?).clone()))
    };
    let mut found = (there, ty);
    for _ in 0..MOST_ALIASES {
        match alias(&found.0, &found.1) {
            Some(target) => found = target,
            None => break,
        }
    }
    found
}

/// The declared result of a function. One that depends on the generic parameters of the function is
/// known if it is an array, whatever they are.
fn declared_result(there: &World, of: Option<&Type>, name: &str) -> Option<(World, Type)> {
    there.declared_result(of, name).or_else(|| {
        there
            .declared_generic_result(of, name)
            .filter(|(there, ty)| is_array(there, contents(&there.without_aliases(ty))))
    })
}

/// Whether a type is one of `ndarray`, as it is written or as rewritten constructors name it.
pub(in crate::lower::types) fn is_array(there: &World, ty: &Type) -> bool {
    let Type::Path(of) = ty else { return false };
    let names = crate::world::records::names_of(&of.path);
    names.starts_with(&["autodiff", "__private", "arrays"].map(String::from))
        || there.is_of_crate(names, "ndarray")
}

/// The number at the end of the name of a type: `2` of `Array2`.
pub(in crate::lower::types) fn axes_of(ty: &Type) -> Option<usize> {
    let Type::Path(of) = ty else { return None };
    let last = of.path.segments.last()?;
    let number =
        |name: String| name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().ok();
    number(last.ident.to_string()).or_else(|| {
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
        let Some(GenericArgument::Type(Type::Path(axes))) = arguments.args.iter().nth(1) else {
            return None;
        };
        let axes = axes.path.segments.last()?.ident.to_string();
        axes.strip_prefix("Ix").map(String::from).and_then(number)
    })
}

/// A type without references, boxes and parentheses around it.
fn contents(ty: &Type) -> &Type {
    match type_class::strip_groups(ty) {
        Type::Reference(of) => contents(&of.elem),
        ty => type_class::box_type(ty).map_or(ty, contents),
    }
}
