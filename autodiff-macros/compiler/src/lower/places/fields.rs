//! Fields and components: `x.a`, `x.0`.

use crate::lower::places::place::{BorrowMode, ConstantCode, Located, Root, Spot, unparen};
use crate::lower::*;
use quote::quote;
use syn::{Expr, Member};

impl Lowerer<'_> {
    pub(super) fn locate_field(&mut self, f: &syn::ExprField) -> Located {
        let base = self.locate(&f.base);
        let base = self.resolved_place(base, f.base.span());
        let base = self.in_constant(base);
        let index = match &f.member {
            Member::Unnamed(index) => index.index as usize,
            Member::Named(name) => return self.locate_member(f, base, name.to_string()),
        };
        let known = match &base {
            Located::Spot(s) => Some(self.types.shallow(&s.ty)),
            Located::Value(Value::Var(v, _)) => Some(self.shallow(*v)),
            _ => None,
        };
        match (base, known) {
            (Located::Tuple(parts), _) if index < parts.len() => {
                let part = parts[index].clone();
                let part = self.locate_binding(&part, f.span());
                match part {
                    Located::Spot(s)
                        if s.by == BorrowMode::Unique && self.is_behind_unique(&f.base) =>
                    {
                        Located::Spot(Spot { by: BorrowMode::Value, ..s })
                    }
                    part => self.field_of_borrowed(part),
                }
            }
            (Located::Value(Value::Tuple(mut parts)), _) if index < parts.len() => {
                self.field_of_borrowed(Located::Value(parts.swap_remove(index)))
            }
            (Located::Spot(s), Some(Ty::Tuple(parts)))
                if index < parts.len() && !s.path.is_empty() =>
            {
                let mut path = s.path;
                path.push(Step::Field(index));
                Located::Spot(Spot {
                    root: s.root,
                    path,
                    ty: parts[index].clone(),
                    by: BorrowMode::Value,
                })
            }
            (Located::Value(Value::Alias(a)), _) => match self.types.shallow(&a.ty) {
                Ty::Tuple(parts) if index < parts.len() => {
                    let mut path = a.path;
                    path.push(Step::Field(index));
                    Located::Spot(Spot {
                        root: Root::Slot(a.slot),
                        path,
                        ty: parts[index].clone(),
                        by: BorrowMode::Value,
                    })
                }
                _ => Located::Value(self.fail(
                    f,
                    "cannot infer the type of this tuple: annotate the `let` that binds it",
                )),
            },
            (Located::Code(c), _) => {
                let tokens = c.tokens;
                let member = &f.member;
                let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                Located::Code(ConstantCode {
                    tokens: quote!(#tokens.#member),
                    ty,
                    reference: false,
                    ..c
                })
            }
            (base, Some(Ty::Foreign(of))) => {
                let place = self.as_place(base).and_then(|(root, path, _)| {
                    self.field_of_constant(root, &path, &of, &index.to_string())
                });
                place.map_or_else(
                    || Located::Value(self.opaque_expr(&Expr::Field(f.clone()), None)),
                    Located::Spot,
                )
            }
            (never @ Located::Value(Value::Never(_)), _) => never,
            (base, _) => self.unknown_component(f, base),
        }
    }

    /// A component of a tuple. A component of a tuple behind a reference is a place, because Rust
    /// dereferences that reference.
    fn field_of_borrowed(&self, part: Located) -> Located {
        let is_part = |v: Option<Var>| {
            v.is_some_and(|v| {
                self.facts.parts_of_borrowed.contains_key(&v)
                    || self.facts.constants.contains_key(&v)
            })
        };
        match part {
            Located::Spot(s @ Spot { root: Root::Slot(slot), by: BorrowMode::Shared, .. })
                if is_part(self.ssa.env[slot]) =>
            {
                Located::Spot(Spot { by: BorrowMode::Value, ..s })
            }
            Located::Value(Value::Var(v, true)) if is_part(Some(v)) => {
                Located::Value(Value::Var(v, false))
            }
            part => part,
        }
    }

    /// Whether an expression is a mutable reference to a tuple, or a tuple behind one: its fields
    /// are places. The fields of a tuple of references are references.
    fn is_behind_unique(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Field(f) => self.is_behind_unique(&f.base),
            Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)) && self.is_behind_unique(&u.expr),
            e @ Expr::Path(p) => {
                self.unique_reference_of(p).is_some()
                    || self.names.inferred.is_reference(e) == Some(true)
            }
            _ => false,
        }
    }

    /// Whether a binding is a component of a tuple behind a reference.
    pub(super) fn is_part_of_borrowed(&self, part: &Binding) -> bool {
        match part {
            Binding::Slot(slot) => {
                self.ssa.env[*slot].is_some_and(|v| self.facts.parts_of_borrowed.contains_key(&v))
            }
            Binding::Tuple(parts) => parts.iter().all(|part| self.is_part_of_borrowed(part)),
            _ => false,
        }
    }

    /// The tuple that a reference to a tuple refers to.
    pub(super) fn without_references(&mut self, parts: &[Binding], span: Span) -> Value {
        let part = |s: &mut Self, part: &Binding| match part {
            Binding::Tuple(parts) => s.without_references(parts, span),
            part => match s.locate_binding(part, span) {
                Located::Spot(spot) => s.read(&Spot { by: BorrowMode::Value, ..spot }, span),
                located => s.value_of(located, span),
            },
        };
        Value::Tuple(parts.iter().map(|of| part(self, of)).collect())
    }

    /// A reference to a tuple, constructed from references to its components.
    pub fn borrowed_whole(&mut self, parts: Vec<Value>) -> Value {
        for v in parts.iter().flat_map(Value::leaves) {
            *self.facts.parts_of_borrowed.entry(v).or_default() += 1;
        }
        Value::Tuple(parts)
    }

    /// The value of a field that is itself a tuple, of a tuple behind a reference: it is not a
    /// reference.
    pub fn tuple_in_borrowed(&self, e: &Expr, value: Value) -> Value {
        fn depth(value: &Value) -> usize {
            if let Value::Tuple(parts) = value { 1 + parts.first().map_or(0, depth) } else { 0 }
        }
        fn read(value: Value) -> Value {
            match value {
                Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(read).collect()),
                Value::Var(v, _) => Value::Var(v, false),
                value => value,
            }
        }
        let mut tuple = &value;
        while let Value::Tuple(parts) = tuple
            && let Some(first) = parts.first()
        {
            tuple = first;
        }
        let around = if let Value::Var(v, true) = tuple {
            self.facts.parts_of_borrowed.get(v).copied()
        } else {
            None
        };
        let is_field = matches!(unparen(e), Expr::Field(_)) && matches!(value, Value::Tuple(_));
        if is_field && around.is_some_and(|around| around > depth(&value)) {
            read(value)
        } else {
            value
        }
    }

    /// A named field.
    fn locate_member(&mut self, f: &syn::ExprField, base: Located, name: String) -> Located {
        if let Located::Code(c) = base {
            let (tokens, member) = (c.tokens, &f.member);
            let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
            return Located::Code(ConstantCode {
                tokens: quote!(#tokens.#member),
                name,
                ty,
                reference: false,
                ..c
            });
        }
        if matches!(base, Located::Value(Value::Never(_))) {
            return base;
        }
        let Some((root, path, ty)) = self.as_place(base) else {
            return Located::Value(
                self.fail(f, "a tuple has no such field: name the component, as in `.0`"),
            );
        };
        match (self.types.shallow(&ty), self.types.origin(&ty)) {
            _ if let Some(why) = self.no_value_of(&ty) => Located::Value(Value::Never(why)),
            (Ty::Foreign(of), _)
                if let Some(spot) = self.field_of_constant(root, &path, &of, &name) =>
            {
                Located::Spot(spot)
            }
            // a field of a value that carries no derivative
            (Ty::Foreign(_) | Ty::Text(_), _) | (_, Some(Origin::Opaque(_))) if path.is_empty() => {
                let var = self.current_version(root, f.span());
                let (value, member) = (proc_macro2::Ident::new("value", f.span()), &f.member);
                let ty = self.field_of_opaque(&ty, &name);
                Located::Value(Value::Var(
                    self.opaque_of(
                        quote!(::autodiff::__private::saved_value!(#value.#member)),
                        vec![("value", var)],
                        ty,
                        &name,
                        f.member.span(),
                    ),
                    false,
                ))
            }
            _ => {
                self.types.note_struct(&ty);
                Located::Spot(self.member_spot(
                    root,
                    path,
                    &ty,
                    crate::ir::Member::new(None, name),
                    BorrowMode::Value,
                ))
            }
        }
    }

    /// A component of a value that is not known to be a tuple.
    fn unknown_component(&mut self, f: &syn::ExprField, base: Located) -> Located {
        let (root, path, ty) = match &base {
            Located::Spot(s) => (s.root, s.path.clone(), s.ty.clone()),
            Located::Value(Value::Var(v, _)) => (Root::Var(*v), Vec::new(), self.ty(*v)),
            _ => {
                return Located::Value(self.fail(
                    f,
                    "cannot infer that this is a tuple: name its components, as in `let (a, b) = \
                     …;`",
                ));
            }
        };
        let whole = path.is_empty();
        let var = self.current_version(root, f.span());
        match self.types.origin(&ty) {
            Some(Origin::Error) => {}
            None => {
                return Located::Value(self.fail(f, "no such component, or no tuple"));
            }
            // the output of a call: rustc knows its components
            Some(Origin::Call(projection)) => {
                let Member::Unnamed(index) = &f.member else {
                    return Located::Value(self.dummy_value(f.span()));
                };
                if !matches!(projection, Projection::Output(_) | Projection::Leaf(..)) {
                    let member = crate::ir::Member::new(None, index.index.to_string());
                    return Located::Spot(self.member_spot(
                        root,
                        path,
                        &ty,
                        member,
                        BorrowMode::Value,
                    ));
                }
                let index = index.index as usize;
                let mut path = path;
                path.push(Step::Field(index));
                let ty = self
                    .types
                    .fresh(Kind::Any, Origin::Call(Projection::Leaf(Box::new(projection), index)));
                return Located::Spot(Spot { root, path, ty, by: BorrowMode::Value });
            }
            Some(Origin::Opaque(_)) if whole => {
                let (value, member) = (proc_macro2::Ident::new("value", f.span()), &f.member);
                let ty = self.types.fresh(Kind::Any, Origin::Opaque(None));
                return Located::Value(Value::Var(
                    self.opaque_of(quote!(#value.#member), vec![("value", var)], ty, "t", f.span()),
                    false,
                ));
            }
            Some(_) => {
                let name = self.f.name(var).to_string();
                let span = if whole { self.f.info(var).span } else { f.member.span() };
                let member = f.member.to_token_stream();
                self.diagnostics.error(
                    span,
                    format!(
                        "cannot infer the type of `{name}`, and `.{member}` is used: annotate its \
                         `let`, or destructure it, as in `let (a, b) = …;`"
                    ),
                );
                let reported = self.types.fresh(Kind::Any, Origin::Error);
                self.types.unify(&ty, &reported);
            }
        }
        Located::Value(self.dummy_value(f.span()))
    }
}
