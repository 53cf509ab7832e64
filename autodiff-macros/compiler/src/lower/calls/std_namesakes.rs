//! Methods of the crate's types that share a name with methods of std, such as `v.len()` for a
//! norm, and functions that count something.
//!
//! The signatures in the files say which they are. They only choose between a call that has a
//! derivative and a call as opaque code: if there is no such method, rustc rejects the call.

use crate::lower::types::syntax::signatures::path_end;
use crate::lower::*;
use quote::{format_ident, quote};
use syn::Type;

impl Lowerer<'_> {
    /// Whether a method that returns a length in std has another result here, by its recorded
    /// signature. `of` is the type that has the method, if that is known.
    pub fn is_user_length(&self, m: &syn::ExprMethodCall, of: Option<&Projection>) -> bool {
        let name = &*m.method.to_string();
        let owner = of.and_then(|of| self.name_of(of));
        let of_type = owner.and_then(|owner| self.world().result(Some(&owner), name));
        of_type.or_else(|| self.result_of_inferred(m)).is_some_and(|ty| {
            !matches!(&ty, Type::Path(p) if p.path.is_ident("usize")
            || p.path.is_ident("bool"))
        })
    }

    /// The result type of the method of the crate that type inference finds. If the type that has
    /// the method is not known completely, the one that all methods of its name have.
    fn result_of_inferred(&self, m: &syn::ExprMethodCall) -> Option<Type> {
        let name = &*m.method.to_string();
        match self.names.inferred.callee(m).map(|callee| &callee.owner) {
            Some(Type::Path(owner)) => {
                self.world().function_of(&owner.path, name).and_then(|of| of.output.clone())
            }
            Some(_) => None,
            None => {
                let is_of_crate = self.names.inferred.definer(m) == Some(infer::Definer::Crate);
                self.world().result(None, name).filter(|_| is_of_crate)
            }
        }
    }

    fn name_of(&self, of: &Projection) -> Option<String> {
        match of {
            Projection::Named(path) => Some(structs::last_name(&path.to_string())),
            Projection::Output(callee) => self.result_type_name(callee),
            _ => None,
        }
    }

    /// A method without the attribute whose signature returns a count: `grid.cells()`.
    pub fn count_by_method(&mut self, m: &syn::ExprMethodCall, of: &Projection) -> Option<Value> {
        let owner = self.name_of(of)?;
        let ty = self.world().count_in_file(&owner, &m.method.to_string())?;
        self.infer_variables(
            &format!("{owner}::{}", m.method),
            std::iter::once(&*m.receiver).chain(&m.args),
        );
        Some(self.count_of(&syn::Expr::MethodCall(m.clone()), &ty))
    }

    /// A function without the attribute whose signature returns a count: `steps(x)`.
    pub fn count_by_function(&mut self, c: &syn::ExprCall, path: &syn::ExprPath) -> Option<Value> {
        let name = path.path.get_ident()?.to_string();
        let ty = self.world().count_in_file("", &name)?;
        self.infer_variables(&name, c.args.iter());
        // a temporary may have to live longer than the call
        let has_guard = |argument: &syn::Expr| {
            ownership::drops::refers_to_call(argument) && self.world().has_drop_impls()
        };
        if c.args.iter().all(|argument| self.is_passed_through(argument) && !has_guard(argument)) {
            return Some(self.count_of(&syn::Expr::Call(c.clone()), &ty));
        }
        let ty = self.types.signature(&ty)?;
        Some(self.call_of_evaluated(c, ty, None, true))
    }

    /// An opaque call whose arguments are evaluated before it, so that their effects happen in
    /// order. All arguments may be known to be of one type (`each`).
    pub fn call_of_evaluated(
        &mut self,
        c: &syn::ExprCall,
        ty: Ty,
        each: Option<&Ty>,
        discrete: bool,
    ) -> Value {
        let mut captures = Vec::new();
        let mut names = Vec::new();
        for (k, argument) in c.args.iter().enumerate() {
            let value = self.operand(argument);
            let (value, by_reference) = self.capture_tree(value, argument.span());
            if let (Some(each), Tree::Leaf(v)) = (each, &value) {
                self.unify_var(*v, each);
            }
            let name = format_ident!("argument_{k}");
            captures.push(Capture { name: name.to_string(), value, by_reference });
            names.push(name);
        }
        let (function, (what, advice)) = (&c.func, opaque::describe(&syn::Expr::Call(c.clone())));
        let opaque = Opaque {
            discrete,
            advice,
            ..Opaque::new(quote!(#function(#(#names),*)), captures, what)
        };
        Value::Var(self.emit("t", ty, Op::Opaque(Box::new(opaque)), c.func.span()), false)
    }

    fn count_of(&mut self, call: &syn::Expr, ty: &Type) -> Value {
        let ty = self.types.signature(ty);
        let (what, _) = opaque::describe(call);
        self.opaque_as(call, ty, what, "bind the nested calls with a `let` first".into(), true)
    }

    /// Whether a type has a user-defined function of that name, by the recorded signatures: of the
    /// function that returns the type, and of the function itself. If it has none, rustc reports
    /// it.
    pub fn has_recorded_function(&self, of: &Projection, function: &str) -> bool {
        let Projection::Output(callee) = of else { return false };
        self.result_type_name(callee)
            .is_some_and(|name| self.world().result(Some(&name), function).is_some())
    }

    /// The name of the type that a callee most likely returns, with or without a derivative.
    fn result_type_name(&self, callee: &Callee) -> Option<String> {
        let plain = || {
            self.world()
                .result_in_file("", &callee.path.to_string())
                .filter(|_| callee.method.is_none())
        };
        path_end(&self.recorded_result(callee).or_else(plain)?)
    }
}
