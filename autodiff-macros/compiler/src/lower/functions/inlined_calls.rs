//! Methods that return closures or iterators, `model.terms().map(…)`, and such functions that are
//! called by a path, `model::terms(&x)`: their bodies are inlined in place of the call ([`crate::world::bodies::inlining`]).

use crate::lower::*;
use quote::quote;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    /// The type, the method that is inlined where a value of it has this call, and the items that
    /// check the names in it.
    fn find_inlined_method(
        &mut self,
        m: &ExprMethodCall,
    ) -> Option<(syn::Path, syn::ItemFn, Vec<TokenStream>)> {
        let ty = self.seen_type(&m.receiver)?;
        let owner: syn::Path = match self.types.shallow(&ty) {
            Ty::Foreign(of) => syn::parse2(of).ok()?,
            _ => match self.type_at_definition(&self.types.open_projection(&ty)?)? {
                syn::Type::Path(of) => match self.world().path_from_crate(&of.path) {
                    Some(path) => path,
                    None => of.path.segments.last()?.ident.clone().into(),
                },
                _ => return None,
            },
        };
        let (function, checks) = self.around.world.inlined_method(
            &owner,
            &m.method,
            &self.names.caller_names,
            self.diagnostics,
        )?;
        Some((owner, function, checks))
    }

    /// The function that is inlined where a path of several names is called, and its checks.
    fn find_inlined_at(&mut self, path: &syn::ExprPath) -> Option<(syn::ItemFn, Vec<TokenStream>)> {
        let last = path.path.segments.last()?;
        if path.qself.is_some() || path.path.segments.len() < 2 || !last.arguments.is_none() {
            return None;
        }
        let caller_names = &self.names.caller_names;
        self.around.world.inlined_at(&path.path, caller_names, self.diagnostics)
    }

    /// A function that is inlined where it is called by a path of several names.
    pub fn inlined_function(&mut self, path: &syn::ExprPath) -> Option<Binding> {
        let (function, checks) = self.find_inlined_at(path)?;
        self.add_checks(checks);
        let name = &path.path.segments.last()?.ident;
        infer::Inferred::forget_call(&mut self.names.inferred, name);
        let generic = !function.sig.generics.params.is_empty();
        Some(self.nested_function(&function, generic, &[], &Rc::default()))
    }

    fn add_checks(&mut self, checks: Vec<TokenStream>) {
        for check in checks {
            if !self.collected.witnesses.iter().any(|other| other.to_string() == check.to_string())
            {
                self.collected.witnesses.push(check);
            }
        }
    }

    /// Whether an expression is a call of a function that is inlined and returns a view that changes
    /// an array.
    pub fn returns_changed_view(&mut self, e: &Expr) -> bool {
        let output = match e {
            Expr::MethodCall(m) => {
                self.find_inlined_method(m).and_then(|(_, function, _)| output_of(&function))
            }
            Expr::Call(c) => match &*c.func {
                Expr::Path(of) => {
                    match of.path.get_ident().map(|name| self.lookup(&name.to_string())) {
                        Some(Some(Binding::Closure(function))) => function.output.clone(),
                        Some(_) => None,
                        None => self.find_inlined_at(of).and_then(|(f, _)| output_of(&f)),
                    }
                }
                _ => None,
            },
            _ => None,
        };
        output.is_some_and(|ty| types::arrays::views::is_mutable_view(&ty, self.world()))
    }

    /// Inlines a call of a method that returns a closure or an iterator, on a place whose type is
    /// known.
    pub fn inlined_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (owner, function, checks) = self.find_inlined_method(m)?;
        let is_changed = matches!(function.sig.inputs.first(), Some(syn::FnArg::Typed(this))
            if matches!(&*this.ty, syn::Type::Reference(r) if r.mutability.is_some()));
        self.add_checks(checks);
        let span = m.method.span();
        let receiver = &m.receiver;
        let borrowed = self.operand(&syn::parse_quote_spanned!(span=> &#receiver));
        if let Value::Var(this, _) = &borrowed {
            // rustc checks that the value is of this type
            self.check(quote!(let _: &#owner = &this;), &[("this", *this)], span);
        }
        let mut arguments = vec![match is_changed {
            true => self.operand(&syn::parse_quote_spanned!(span=> &mut #receiver)),
            false => borrowed,
        }];
        arguments.extend(m.args.iter().map(|argument| self.operand(argument)));
        infer::Inferred::forget_call(&mut self.names.inferred, &m.method);
        let generic = !function.sig.generics.params.is_empty();
        let Binding::Closure(body) = self.nested_function(&function, generic, &[], &Rc::default())
        else {
            return None;
        };
        Some(self.inline(&body, arguments, span))
    }
}

fn output_of(function: &syn::ItemFn) -> Option<syn::Type> {
    match &function.sig.output {
        syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
        syn::ReturnType::Default => None,
    }
}
