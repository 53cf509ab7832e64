//! Which fields are arrays of `ndarray`, by the definitions of the types that have them.
//!
//! A field keeps the type that rustc knows for it. The definition only shows that methods of the
//! field are those of an array, as the methods of a local variable are: `model.w.row(i)`.

use crate::ir::types::Projection;
use crate::lower::types::Types;
use crate::world::World;
use crate::{params, type_class};
use syn::Type;

impl Types {
    /// Whether a projection is a field, or a part of one, that is declared as an array of
    /// `ndarray`.
    pub(super) fn is_declared_as_array(&self, projection: &Projection) -> bool {
        let key = projection.key();
        if let Some(known) = self.declared_arrays.borrow().get(&key) {
            return *known;
        }
        let is_array = self.declared(projection).is_some_and(|(there, ty)| match ty {
            Type::Path(of) => {
                there.is_of_crate(crate::world::records::names_of(&of.path), "ndarray")
            }
            _ => false,
        });
        self.declared_arrays.borrow_mut().insert(key, is_array);
        is_array
    }

    /// The type of a value as its declaration writes it, without references and boxes around it,
    /// and the module of the declaration.
    fn declared(&self, projection: &Projection) -> Option<(World, Type)> {
        let (there, ty) = match projection {
            Projection::Named(path) => (self.world.clone(), syn::parse2(path.clone()).ok()?),
            Projection::Member(of, name) => {
                let (there, of) = self.declared(of)?;
                match name.as_str() {
                    "Some.0" => (there, type_class::option_type(&of)?.clone()),
                    "Ok.0" => (there, params::result_types(&of)?.0.clone()),
                    name => there.declared_field(&of, name)?,
                }
            }
            Projection::Item(of) => match self.declared(of)? {
                (there, Type::Array(of)) => (there, *of.elem),
                (there, Type::Slice(of)) => (there, *of.elem),
                (there, Type::Path(of)) => {
                    (there, type_class::only(&of, &["Vec", "VecDeque"])?.clone())
                }
                _ => return None,
            },
            Projection::Leaf(of, k) => match self.declared(of)? {
                (there, Type::Tuple(of)) => (there, of.elems.into_iter().nth(*k)?),
                _ => return None,
            },
            Projection::Output(_) => return None,
        };
        let ty = there.without_aliases(&ty);
        Some((there, contents(&ty).clone()))
    }
}

/// A type without references, boxes and parentheses around it.
fn contents(ty: &Type) -> &Type {
    match type_class::bare(ty) {
        Type::Reference(of) => contents(&of.elem),
        ty => type_class::boxed(ty).map_or(ty, contents),
    }
}
