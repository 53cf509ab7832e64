//! Functions that return references. For derivatives such a function returns the target, a value.
//! A method that returns the `&mut Self` on which it is called returns nothing:
//!
//! ```text
//! fn row(&self, i: usize) -> &[f64]     a call has a `Vec<f64>`, which is passed on by reference, as the reference is
//! x.set(1.0).push(2.0)                  x.set(1.0); x.push(2.0)
//! ```
//!
//! The recorded signatures show that a function of that name does so; if its result has another
//! type, the generated code does not compile.

use crate::lower::places::place::{is_place, unparen};
use crate::lower::structs::last_name;
use crate::lower::*;
use crate::world::text::declarations::Receiver;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// The target of a result that is a reference, or an `Option` of one.
    pub fn owned_result(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Var(v, true) => Value::Var(self.copy(v, span), false),
            Value::Alias(a) => Value::Var(self.read_alias(&a, span), false),
            Value::Option(m) if !matches!(m.payload, Payload::Unknown) => {
                let payload = self.value_if(m.some, span, |s| {
                    let value = s.open(&m.payload, span);
                    s.owned_result(value, span)
                });
                Value::Option(Box::new(OptionValue {
                    some: m.some,
                    payload: Payload::Value(payload),
                }))
            }
            value => value,
        }
    }

    /// A call that has no active arguments, of a function that returns a reference where its
    /// callers expect a value.
    pub fn owned_code(&self, call: &Call, code: TokenStream) -> TokenStream {
        let signature = self.group().and_then(|group| match &call.callee.method {
            Some(method) => group.associated_signature(
                &self.types.name_of(&method.owner)?.parse().ok()?,
                &last_name(&method.name),
            ),
            None => group.signature(&call.callee.path),
        });
        let returns_reference = match signature {
            Some(signature) => signature.returns_reference && signature.output.is_some(),
            None => self.returns_reference(&call.callee),
        };
        match &call.output {
            Tree::Leaf(value) if returns_reference => match self.shallow(*value) {
                Ty::Wrapped(Wrapper::Option, _) => quote::quote!(match #code {
                    ::core::option::Option::Some(of)
                        => ::core::option::Option::Some(::autodiff::__private::saved!(of)),
                    ::core::option::Option::None => ::core::option::Option::None,
                }),
                _ => quote::quote!({
                    let of = #code;
                    ::autodiff::__private::saved!(of)
                }),
            },
            _ => code,
        }
    }

    /// Rewrites `x.f(a).g(b)`, where `f` returns the reference on which it is called, as `x.f(a);
    /// x.g(b)`.
    pub fn split_fluent_chain(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let Expr::MethodCall(inner) = unparen(&m.receiver) else { return None };
        let mut first = &*inner.receiver;
        while let Expr::MethodCall(further) = unparen(first) {
            first = &further.receiver;
        }
        let owner = self
            .seen_type(first)
            .and_then(|ty| self.types.name_of(&ty))
            .map(|name| last_name(&name));
        let by_type = |call: &ExprMethodCall| {
            let (callee, ty) =
                (self.names.inferred.callee(call)?, self.names.inferred.method(call)?);
            let is_itself = matches!(ty, syn::Type::Reference(of) if of.mutability.is_some()
                && *of.elem == callee.owner);
            Some(is_itself && callee.takes == Receiver::Unique)
        };
        let returns_self = |call: &ExprMethodCall| {
            by_type(call).unwrap_or_else(|| {
                self.world().returns_self(owner.as_deref(), &call.method.to_string())
            })
        };
        if !returns_self(inner) {
            return None;
        }
        let on = |receiver: &Expr| {
            let mut outer = m.clone();
            *outer.receiver = receiver.clone();
            outer
        };
        let mut base = &*inner.receiver;
        while let Expr::MethodCall(further) = unparen(base) {
            if !returns_self(further) {
                break;
            }
            base = &further.receiver;
        }
        if is_place(base) {
            let outer = on(base);
            return Some(syn::parse_quote!({ let () = #inner; #outer }));
        }
        // a temporary that only these calls use
        let made = Ident::new("__made_for_calls", inner.method.span());
        let made: Expr = syn::parse_quote!(#made);
        let (mut first, outer) = (inner.clone(), on(&made));
        set_base(&mut first.receiver, &made, &returns_self);
        Some(syn::parse_quote!({ let mut #made = #base; let () = #first; #outer }))
    }

    /// Whether a type is a shared reference to a value that has derivatives, or an `Option` of
    /// one: to numbers, sequences of them, or types with the derive.
    fn refers_to_value(&self, ty: &syn::Type) -> bool {
        let syn::Type::Reference(of) = crate::type_class::option_type(ty).unwrap_or(ty) else {
            return false;
        };
        let element = if let syn::Type::Slice(slice) = &*of.elem { &slice.elem } else { &of.elem };
        let has_derive =
            matches!(&**element, syn::Type::Path(path) if self.world().has_derive(&path.path));
        let is_text = matches!(&*of.elem, syn::Type::Path(path) if path.path.is_ident("str"));
        of.mutability.is_none() && !is_text && (crate::type_class::is_of_std(element) || has_derive)
    }

    /// Whether a callee is known to return a reference.
    pub fn returns_reference(&self, callee: &Callee) -> bool {
        match &callee.method {
            Some(method)
                if matches!(
                    method.spelling,
                    crate::ir::types::Spelling::Dot | crate::ir::types::Spelling::Path
                ) =>
            {
                let (owner, name) = (self.types.name_of(&method.owner), last_name(&method.name));
                let path =
                    owner.as_deref().and_then(|owner| syn::parse_str::<syn::TypePath>(owner).ok());
                match path
                    .and_then(|owner| self.world().function_of(&owner.path, &name)?.output.clone())
                {
                    Some(output) => self.refers_to_value(&output),
                    None => self
                        .world()
                        .returns_reference(owner.map(|name| last_name(&name)).as_deref(), &name),
                }
            }
            Some(_) => false,
            None => match self
                .function(&types::syntax::signatures::CalleeName::At(&callee.path))
                .and_then(|function| function.output.clone())
            {
                Some(output) => self.refers_to_value(&output),
                None => {
                    self.world().returns_reference(Some(""), &last_name(&callee.path.to_string()))
                }
            },
        }
    }
}

/// Replaces the base of a chain of calls that each return their receiver.
fn set_base(receiver: &mut Expr, base: &Expr, returns_self: &dyn Fn(&ExprMethodCall) -> bool) {
    match receiver {
        Expr::MethodCall(further) if returns_self(further) => {
            set_base(&mut further.receiver, base, returns_self)
        }
        receiver => *receiver = base.clone(),
    }
}
