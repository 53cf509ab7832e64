//! Calls of `clone` and `to_vec`: copies of values, and records of where a `Clone` implementation
//! of the crate runs.

use crate::lower::places::place::{BorrowMode, Located, Spot};
use crate::lower::*;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    fn type_of_clone(&self, located: &Located) -> Option<Ty> {
        match located {
            Located::Spot(s) => Some(s.ty.clone()),
            Located::Value(Value::Var(v, _)) => Some(self.ty(*v)),
            _ => None,
        }
    }

    /// Whether `clone` of a type is known to be a differentiated function.
    fn has_derivative_of_clone(&self, owner: &Projection) -> bool {
        let in_group = self
            .known_owner(owner)
            .and_then(|path| self.group()?.associated_signature(&path, "clone"));
        let name =
            self.type_at_definition(owner).and_then(|ty| types::syntax::signatures::path_end(&ty));
        in_group.is_some()
            || name.is_some_and(|name| self.world().result(Some(&name), "clone").is_some())
    }

    /// The copy of a by-value parameter that is passed by reference here. It is a saved value, and
    /// no `Clone` implementation runs.
    pub fn saved_call(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let located = self.locate(&m.receiver);
        if let Located::Tuple(_) | Located::Value(Value::Tuple(_)) = located {
            let value = self.value_of(located, span);
            return self.copy_referents(value, span);
        }
        if let Located::Value(never @ Value::Never(_)) = located {
            return never;
        }
        let Some((root, path, ty)) = self.as_place(located) else {
            return self.fail(m, "this parameter cannot be copied: take it by reference");
        };
        let shallow = self.types.shallow(&ty);
        if let Ty::Text(_) | Ty::Foreign(_) = shallow {
            let var = self.current_version(root, span);
            let code = quote!(::autodiff::__private::saved_value!(value));
            return Value::Var(
                self.opaque_of(code, vec![("value", var)], shallow, "value", span),
                false,
            );
        }
        self.clone_of(Spot { root, path, ty, by: BorrowMode::Value }, false, span)
    }

    /// Records that the user clones a value of this type.
    pub fn note_clone(&mut self, ty: &Ty, span: Span) {
        self.collected.cloned_types.push((ty.clone(), span));
    }

    /// As [`Self::note_clone`], for a value.
    pub fn note_clones(&mut self, value: &Value, span: Span) {
        match value {
            Value::Var(v, _) => {
                let ty = self.ty(*v);
                self.note_clone(&ty, span);
            }
            Value::Tuple(parts) => parts.iter().for_each(|part| self.note_clones(part, span)),
            Value::Alias(a) => {
                let ty = a.ty.clone();
                self.note_clone(&ty, span);
            }
            _ => {}
        }
    }

    pub fn clone_call(&mut self, m: &ExprMethodCall, to_vec: bool) -> Value {
        let span = m.method.span();
        let located = self.locate(&m.receiver);
        let located = self.resolved_place(located, span);
        if Self::is_const_located(&located) {
            return self.opaque_expr(&Expr::MethodCall(m.clone()), None);
        }
        if let Located::Tuple(_) | Located::Value(Value::Tuple(_) | Value::Closure(_)) = located {
            let value = self.value_of(located, span);
            self.note_clones(&value, span);
            return self.copy_owned(value, span);
        }
        if m.method == "clone"
            && let Some(ty) = self.type_of_clone(&located)
            && let Some(owner) = self.types.open_projection(&ty).filter(|owner| {
                // a clone of a constant field may get active elements
                self.types.is_discrete(&ty) && self.types.is_projection_of_array(owner)
                    || self.has_derivative_of_clone(owner)
            })
        {
            return self.method_of(m, located, owner, ty);
        }
        if let Located::Value(never @ Value::Never(_)) = located {
            return never;
        }
        let Some((root, path, ty)) = self.as_place(located) else {
            return self.fail(m, "this value cannot be cloned here: bind it with a `let` before");
        };
        self.note_clone(&ty, span);
        let shallow = self.types.shallow(&ty);
        // a string that is a part of a value that may be active
        if let (Ty::Text("String"), false) = (&shallow, to_vec || path.is_empty()) {
            let root = self.current_version(root, span);
            return Value::Var(self.emit("text", ty, Op::Read(Place { root, path }), span), false);
        }
        if let Ty::Text(_) | Ty::Foreign(_) = shallow
            && !to_vec
        {
            // the clone of a value of a named type has that type
            let is_named =
                matches!(&shallow, Ty::Foreign(of) if types::syntax::conversion::is_user_type(of));
            return self.opaque_expr(&Expr::MethodCall(m.clone()), is_named.then_some(shallow));
        }
        self.clone_of(Spot { root, path, ty, by: BorrowMode::Value }, to_vec, span)
    }

    fn clone_of(&mut self, s: Spot, to_vec: bool, span: Span) -> Value {
        let shallow = self.types.shallow(&s.ty);
        if !to_vec && !shallow.is_sequence() {
            let unknown =
                matches!(shallow, Ty::Infer(_)) && self.types.kind(&shallow) == Some(Kind::Any);
            let value = self.read(&s, span);
            return match value {
                Value::Var(v, _) if unknown => Value::Var(self.copy(v, span), false),
                other => other,
            };
        }
        let Spot { root, path, ty, .. } = s;
        let element = self.types.element(&ty).unwrap_or(Ty::Bool);
        let ty =
            if to_vec || matches!(shallow, Ty::Slice(_)) { Ty::Vec(Box::new(element)) } else { ty };
        let root = self.current_version(root, span);
        let name = self.f.name(root).to_string();
        Value::Var(self.emit(&name, ty, Op::Read(Place { root, path }), span), false)
    }
}
