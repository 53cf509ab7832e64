//! Methods of the user's that are named like those of std: `make(x).sum()`, `v.len()` for a norm.
//!
//! Which they are is told by the heads that were kept ([`crate::kept`]), of what makes the value and of the method. They only choose between a call that has a
//! derivative and one that rustc has to know otherwise: if there is no such method, rustc says so.

use super::heads::path_end;
use super::*;
use crate::ir::types::Real;
use quote::{format_ident, quote};
use syn::Type;

impl Lowerer<'_> {
    /// `make(x).sum()` → `{ let receiver = make(x); receiver.sum() }`, where `sum` is the user's by the heads that were kept, and by its name one of std's.
    pub fn own_method_of_made(&mut self, m: &syn::ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        let receiver = place::unparen(&m.receiver);
        let is_made = matches!(receiver, syn::Expr::Call(_) | syn::Expr::MethodCall(_) | syn::Expr::Struct(_));
        if !is_made || associated::is_of_user(&name, m.args.len()) {
            return None;
        }
        let of = self.made_by(receiver)?;
        self.result_of(&of, &name)?;
        let mut made = format_ident!("receiver");
        while generics::mentions(m.args.to_token_stream(), &made) {
            made = format_ident!("{made}_");
        }
        let call = syn::ExprMethodCall { receiver: Box::new(syn::parse_quote!(#made)), ..m.clone() };
        Some(self.expr(&syn::parse_quote!({ let #made = #receiver; #call })))
    }

    /// The name of the type that an expression most likely has.
    fn made_by(&mut self, e: &syn::Expr) -> Option<String> {
        match place::unparen(e) {
            syn::Expr::Call(c) => {
                let syn::Expr::Path(path) = place::unparen(&c.func) else { return None };
                let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
                let (name, owners) = names.split_last().filter(|_| path.qself.is_none())?;
                let of = kinds::owner(&path.path).filter(|of| self.names_type(of));
                if owners.is_empty() && self.lookup(name).is_some() {
                    return None;
                }
                if self.constructs(&path.path) {
                    return Some(name.clone());
                }
                let owner = of.and(owners.last()).map_or("", |owner| owner);
                path_end(&self.result_of(owner, name).or_else(|| self.world().result_in_file(owner, name))?)
            }
            syn::Expr::MethodCall(m) => {
                let owner = self.made_by(&m.receiver)?;
                path_end(&self.result_of(&owner, &m.method.to_string())?)
            }
            syn::Expr::Struct(s) => Some(s.path.segments.last()?.ident.to_string()),
            e => {
                let ty = self.seen_type(e)?;
                if let Ty::Real(Real::Param(name)) = self.types.shallow(&ty) {
                    return Some(name.to_string());
                }
                match self.types.projected(&ty) {
                    Some(Projection::Output(callee)) => self.type_made_by(&callee),
                    _ => self.types.name_of(&ty).map(|name| structs::last_name(&name)),
                }
            }
        }
    }

    /// The result of a function of a type, or of the traits of a type parameter.
    fn result_of(&self, owner: &str, name: &str) -> Option<Type> {
        self.result_of_own_trait(owner, name).or_else(|| self.world().result(Some(owner), name))
    }

    /// Whether a method that gives a length where std has it gives something else, by the head that was kept.
    pub fn is_own_length(&self, of: &Projection, name: &str) -> bool {
        let result = self.name_of(of).and_then(|owner| self.world().result(Some(&owner), name));
        result.is_some_and(|ty| !matches!(&ty, Type::Path(p) if p.path.is_ident("usize") || p.path.is_ident("bool")))
    }

    fn name_of(&self, of: &Projection) -> Option<String> {
        match of {
            Projection::Named(path) => Some(structs::last_name(&path.to_string())),
            Projection::Output(callee) => self.type_made_by(callee),
            _ => None,
        }
    }

    /// A method without the attribute that counts something, by its head: `grid.cells()`.
    pub fn counted_by_method(&mut self, m: &syn::ExprMethodCall, of: &Projection) -> Option<Value> {
        let owner = self.name_of(of)?;
        let ty = self.world().count_in_file(&owner, &m.method.to_string())?;
        self.tell_variables(&format!("{owner}::{}", m.method), std::iter::once(&*m.receiver).chain(&m.args));
        Some(self.count_of(&syn::Expr::MethodCall(m.clone()), &ty))
    }

    /// A function without the attribute that counts something, by its head: `steps(x)`.
    pub fn counted_by_function(&mut self, c: &syn::ExprCall, path: &syn::ExprPath) -> Option<Value> {
        let name = path.path.get_ident()?.to_string();
        let ty = self.world().count_in_file("", &name)?;
        self.tell_variables(&name, c.args.iter());
        // a temporary may have to live longer than the call
        let has_guard = |argument: &syn::Expr| drops::refers_to_call(argument) && self.world().has_drop_impls();
        if c.args.iter().all(|argument| self.is_passed_through(argument) && !has_guard(argument)) {
            return Some(self.count_of(&syn::Expr::Call(c.clone()), &ty));
        }
        let ty = self.types.signature(&ty)?;
        Some(self.call_of_evaluated(c, ty, None, true))
    }

    /// A call that is passed through, with its arguments evaluated before it: what changes something on the way does so where it stands. All arguments
    /// may be known to be of one type.
    pub fn call_of_evaluated(&mut self, c: &syn::ExprCall, ty: Ty, each: Option<&Ty>, discrete: bool) -> Value {
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
        let opaque = Opaque { discrete, advice, ..Opaque::new(quote!(#function(#(#names),*)), captures, what) };
        Value::Var(self.emit("t", ty, Op::Opaque(Box::new(opaque)), c.func.span()), false)
    }

    fn count_of(&mut self, call: &syn::Expr, ty: &Type) -> Value {
        let ty = self.types.signature(ty);
        let (what, _) = opaque::describe(call);
        self.opaque_as(call, ty, what, "give what is inside a `let` of its own first".into(), true)
    }

    /// Whether a type has a function of the user's of that name, by the heads that were kept: of what gives the type, and of the function. If it has none, rustc
    /// says so.
    pub fn has_kept_function(&self, of: &Projection, function: &str) -> bool {
        let Projection::Output(callee) = of else { return false };
        self.type_made_by(callee).is_some_and(|name| self.world().result(Some(&name), function).is_some())
    }

    /// The name of the type that a callee most likely gives, with a derivative or without.
    fn type_made_by(&self, callee: &Callee) -> Option<String> {
        let plain = || self.world().result_in_file("", &callee.path.to_string()).filter(|_| callee.method.is_none());
        path_end(&self.kept_result(callee).or_else(plain)?)
    }
}
