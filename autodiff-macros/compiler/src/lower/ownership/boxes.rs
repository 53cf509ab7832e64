//! Boxes: `Box::new(x)`, `*b`, `*s.f`.
//!
//! - A box of numbers or memory is represented by its contents, except in a field of a struct, and
//!   as a parameter or a result: there rustc names its type. A box of a value of a user-defined
//!   type is a value of its own, with the fields and methods of its contents. The runtime's
//!   differentiated functions `in_box` and `out_of_box` convert between the two.
//! - A parameter of type `&Box<T>` is one of type `&T`, to which rustc coerces it wherever it is
//!   passed. A parameter of type `Box<T>` is unboxed at the start of the function.
//! - `*s.f`, where the field is no reference, is a place: that of the field, with a mark
//!   (`Member::deref`). Its part of a tangent is the contents of the box already.

use crate::ir::types::Spelling as Form;
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::calls::function::CallSite;
use crate::lower::calls::operators::Operand;
use crate::lower::places::place::{Root, Spot};
use crate::lower::*;
use quote::{quote, quote_spanned};

impl Lowerer<'_> {
    /// `Box::new(x)`. Numbers and memory stay as they are; a value of a user-defined type becomes
    /// part of another value, which needs the box.
    pub fn box_value(&mut self, value: Value, span: Span) -> Value {
        let Value::Var(v, false) = value else { return value };
        let ty = self.ty(v);
        // `Node::leaf(x)` most likely is a `Node`
        let is_made = matches!(self.types.open_projection(&ty), Some(Projection::Output(c))
            if c.method.as_ref().is_some_and(|m| m.spelling == Form::Path));
        if self.operand_type(&ty) != Operand::User && !is_made {
            return value;
        }
        Value::Var(self.in_box(v, span), false)
    }

    /// Boxes a value, if it is assigned to a place of this box type and is known to be of the type
    /// of the contents.
    pub fn box_for_place(&mut self, ty: &Ty, v: Var, span: Span) -> Var {
        let Some(inner) = self.types.in_box(ty) else { return v };
        let of = self.ty(v);
        let is_it = match self.types.name_of(&of) {
            Some(name) => name == inner.to_token_stream().to_string(),
            None => {
                !matches!(self.shallow(v), Ty::Infer(_) | Ty::Projected(_))
                    || matches!(self.types.kind(&of), Some(Kind::Float | Kind::Number))
            }
        };
        if !is_it {
            return v;
        }
        self.in_box(v, span)
    }

    /// Boxes a value.
    pub fn in_box(&mut self, v: Var, span: Span) -> Var {
        match self.of_box(
            quote_spanned!(span=> ::autodiff::__private::in_box),
            v,
            None,
            "boxed",
            span,
        ) {
            Value::Var(boxed, _) => boxed,
            _ => v,
        }
    }

    /// Whether a type is known to be a box: by its name, or because it was constructed here.
    pub fn is_box(&self, ty: &Ty) -> bool {
        let marker = quote!(::autodiff::__private::in_box).to_string();
        let is_made = |callee: &Callee| callee.path.to_string() == marker;
        self.types.in_box(ty).is_some()
            || matches!(self.types.open_projection(ty), Some(Projection::Output(callee))
                if is_made(&callee))
    }

    /// Whether a variable holds a box, and not a reference to one. A variable that a pattern or a
    /// `let` moved out of a field has the type in the field's definition.
    pub fn holds_box(&self, variable: &Spot) -> bool {
        if self.is_box(&variable.ty) {
            return true;
        }
        let var = match variable.root {
            Root::Slot(slot) => self.ssa.env.get(slot).copied().flatten(),
            Root::Var(var) => Some(var),
        };
        let is_view = var.is_some_and(|var| self.place_of_view(var).is_some());
        !is_view && self.is_boxed_field(&variable.ty)
    }

    /// Whether a type is that of a field whose definition says that it is a box.
    pub fn is_boxed_field(&self, ty: &Ty) -> bool {
        let field =
            self.types.open_projection(ty).filter(|of| matches!(of, Projection::Member(..)));
        field
            .and_then(|of| self.type_at_definition(&of))
            .is_some_and(|written| crate::type_class::box_type(&written).is_some())
    }

    /// The contents of a box.
    pub fn out_of_box(&mut self, value: Value, inner: Option<Ty>, span: Span) -> Value {
        let Value::Var(v, _) = value else { return value };
        self.of_box(
            quote_spanned!(span=> ::autodiff::__private::out_of_box),
            v,
            inner,
            "unboxed",
            span,
        )
    }

    fn of_box(
        &mut self,
        path: TokenStream,
        v: Var,
        known: Option<Ty>,
        name: &str,
        span: Span,
    ) -> Value {
        let callee = Callee::new(path.clone(), false);
        let passed = LoweredArg::new(
            Argument::Value(Tree::Leaf(v)),
            None,
            self.ty(v),
            Spelling { name: None, by_reference: false },
        );
        self.finish_call(callee, vec![passed], known, CallSite { name, span, at: &path })
    }

    /// `*s.f` where the field is no reference, or `**f` where `f` is a reference to a field: the
    /// contents of the box in the field.
    pub fn in_field(&mut self, mut spot: Spot) -> Spot {
        if spot.path.is_empty() {
            let var = match spot.root {
                Root::Slot(slot) => self.ssa.env.get(slot).copied().flatten(),
                Root::Var(var) => Some(var),
            };
            if let Some(of) = var.and_then(|var| self.place_of_view(var)) {
                spot = Spot { root: of.0, path: of.1, ..spot };
            }
        }
        if let Some(Step::Member(member)) = spot.path.last_mut() {
            member.deref = true;
            if self.types.open_projection(&spot.ty).is_some() {
                spot.ty = self.types.member(&spot.ty, "*");
            }
        }
        spot
    }

    /// Whether an expression is `Box::new(…)`.
    pub fn makes_box(e: &syn::Expr) -> bool {
        let syn::Expr::Call(call) = places::place::unparen(e) else { return false };
        let syn::Expr::Path(path) = &*call.func else { return false };
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        matches!(&names[..], [.., of, new] if of == "Box" && new == "new")
    }
}
