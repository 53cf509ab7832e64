//! Methods that return closures or iterators, `model.terms().map(…)`: their bodies are inlined in
//! place of the call ([`crate::world::bodies::inlined`]).

use crate::lower::*;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// Inlines a call of a method that returns a closure or an iterator, on a place whose type is
    /// known.
    pub fn inlined_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let ty = self.seen_type(&m.receiver)?;
        let owner: syn::Path = match self.types.shallow(&ty) {
            Ty::Foreign(of) => syn::parse2(of).ok()?,
            _ => syn::parse_str(&types::signatures::path_end(
                &self.written_within(&self.types.projected(&ty)?)?,
            )?)
            .ok()?,
        };
        let (function, checks) = self.around.world.inlined_method(
            &owner,
            &m.method,
            &self.names.caller_names,
            self.diagnostics,
        )?;
        // if the method changes the receiver, no check is emitted that it is of this type
        if matches!(function.sig.inputs.first(), Some(syn::FnArg::Typed(this))
            if matches!(&*this.ty, syn::Type::Reference(r) if r.mutability.is_some()))
        {
            return None;
        }
        for check in checks {
            if !self.collected.witnesses.iter().any(|other| other.to_string() == check.to_string())
            {
                self.collected.witnesses.push(check);
            }
        }
        let span = m.method.span();
        let receiver = &m.receiver;
        let borrowed: Expr = syn::parse_quote_spanned!(span=> &#receiver);
        let mut arguments = vec![self.operand(&borrowed)];
        arguments.extend(m.args.iter().map(|argument| self.operand(argument)));
        if let Value::Var(this, _) = &arguments[0] {
            // rustc checks that the value is of this type
            self.check(quote!(let _: &#owner = &this;), &[("this", *this)], span);
        }
        infer::Inferred::forget_call(&mut self.names.inferred, &m.method);
        let generic = !function.sig.generics.params.is_empty();
        let Binding::Closure(body) = self.nested_function(&function, generic, &[], &Rc::default())
        else {
            return None;
        };
        Some(self.inline(&body, arguments, span))
    }
}
