//! Calls of functions.
//!
//! [`known`] and [`mem`] have the functions of `std` that lowering knows. Other calls end in
//! [`finish`], as calls of methods and of operators do.

mod finish;
mod known;
mod mem;

use crate::lower::library::prelude::BodyArgument;
use crate::lower::places::place::unparen;
use crate::lower::*;
pub use finish::CallSite;
use syn::{Expr, ExprCall};

impl Lowerer<'_> {
    pub fn call(&mut self, c: &ExprCall) -> Value {
        if let Some(choice) = self.call_with_choice_outside(c) {
            return self.expr(&choice);
        }
        let Expr::Path(path) = unparen(&c.func) else { return self.call_of_expression(c) };
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if let [name] = names[..]
            && let Some(binding) = self.lookup(name).cloned()
        {
            return self.call_of_variable(c, name, &binding);
        }
        if let Some(function) = self.inlined_function(path) {
            return self.call_of_variable(c, names[names.len() - 1], &function);
        }
        let in_std = self.world().path_in_std(&names).unwrap_or_default();
        let names: Vec<&str> =
            if in_std.is_empty() { names } else { in_std.iter().map(String::as_str).collect() };
        let is_own = in_std.is_empty() && self.world().is_user_path(&names);
        if !is_own && let Some(value) = self.std_call(c, &names) {
            return value;
        }
        if let Some(value) = self.scalar_call(c) {
            return value;
        }
        if !is_own && let Some(value) = self.known_call(c, &names) {
            return value;
        }
        if let Some(value) = self.libm_call(c, path).or_else(|| self.call_of_variant(c, path)) {
            return value;
        }
        // a path in std is reduced to its type and the function
        let of_type = if in_std.len() > 2 { &names[names.len() - 2..] } else { &names[..] };
        if let Some(message) = self.unsupported_constructor(c, path, of_type, is_own) {
            return self.fail(c, message);
        }
        if self.is_constructor(&path.path) {
            if self.makes_guard(&path.path) {
                return self.guard(&Expr::Call(c.clone()));
            }
            if self.constructs_borrowing(&path.path) {
                return self.borrowing_value(&Expr::Call(c.clone()), &path.path);
            }
            return self.tuple_literal(c, &path.path);
        }
        self.user_call(c, path, &names)
    }

    /// A call whose callee is not a path: a closure, or a returned function.
    fn call_of_expression(&mut self, c: &ExprCall) -> Value {
        // `(*f)(x)`
        if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = unparen(&c.func)
            && let Expr::Path(of) = unparen(expr)
            && let Some(name) = of.path.get_ident().map(ToString::to_string)
            && let Some(binding @ Binding::Closure(_)) = self.lookup(&name).cloned()
        {
            return self.call_of_variable(c, &name, &binding);
        }
        if let called @ (Expr::Closure(_) | Expr::Call(_) | Expr::MethodCall(_)) = unparen(&c.func)
        {
            match self.operand(called) {
                Value::Closure(f) => {
                    let arguments = c.args.iter().map(|a| self.operand(a)).collect();
                    return self.inline(&f, arguments, c.span());
                }
                never @ Value::Never(_) => return never,
                _ => {}
            }
        }
        let message = match unparen(&c.func) {
            Expr::Field(_) | Expr::Index(_) => {
                "cannot infer which function this calls: take it as a parameter, `f: impl Fn(f64) \
                 -> f64`, or call a method of a field whose type implements a trait with \
                 #[differentiate]"
            }
            _ => {
                "only a function that is named by a path can be called here: write a function with \
                 #[differentiate]"
            }
        };
        self.fail(&c.func, message)
    }

    /// A call of a variable: a closure, or a function that is a parameter or was returned.
    fn call_of_variable(&mut self, c: &ExprCall, name: &str, binding: &Binding) -> Value {
        if let Binding::Closure(f) = binding {
            let arguments = c
                .args
                .iter()
                .enumerate()
                .map(|(k, a)| self.closure_argument(f.params.get(k), a))
                .collect();
            return self.inline(f, arguments, c.span());
        }
        if let Binding::BodyArgument(passed) = binding
            && let BodyArgument::Function(f) = &**passed
        {
            let arguments = c.args.iter().map(|a| self.operand(a)).collect();
            return self.apply(f, arguments, c.span());
        }
        if let Some((f, function)) = self.function_of(binding) {
            return self.call_function(f, &function, c);
        }
        let ty = Self::slots_of(binding).first().map(|s| self.slots[*s].ty.clone());
        if let Some(why) = ty.and_then(|ty| self.no_value_of(&ty)) {
            // the variable has been reported
            return Value::Never(why);
        }
        // a function that was returned by a function without reals
        if let Binding::Slot(slot) = binding
            && !self.slots[*slot].mutable
            && matches!(self.types.shallow(&self.slots[*slot].ty), Ty::Infer(_) | Ty::Foreign(_))
        {
            return self.opaque_expr(&Expr::Call(c.clone()), None);
        }
        self.fail(
            c,
            format!(
                "cannot infer which function `{name}` is: call a closure, or a function by its path"
            ),
        )
    }

    /// `Ok(x)`, `Err(e)`, `Some(x)`.
    fn call_of_variant(&mut self, c: &ExprCall, path: &syn::ExprPath) -> Option<Value> {
        if let (Some(ok), [argument]) =
            (library::result::is_ok(&path.path), &c.args.iter().collect::<Vec<_>>()[..])
        {
            return Some(if ok {
                self.succeeded(argument, c.span())
            } else {
                self.failed(argument, c.span())
            });
        }
        if let (true, Some(x)) = (library::option::is_some(&path.path), c.args.first()) {
            let value = self.operand(x);
            return Some(self.some(value, c.span()));
        }
        None
    }

    /// Why a call that constructs a value of a `std` type without derivative is not supported.
    /// `of_type` is the path with which std names the function.
    fn unsupported_constructor(
        &self,
        c: &ExprCall,
        path: &syn::ExprPath,
        of_type: &[&str],
        is_own: bool,
    ) -> Option<String> {
        // `Arc::new(center, radii, …)` is of a user-defined type, a part of a circle
        let of_std = match *of_type {
            ["Rc" | "Arc", "new"] => c.args.len() == 1,
            ["Rc" | "Arc", function] => matches!(
                function,
                "clone" | "from" | "get_mut" | "make_mut" | "try_unwrap" | "unwrap_or_clone"
            ),
            [first, ..] => matches!(first, "Box" | "Option"),
            [] => false,
        };
        let of_std = of_std && !is_own && self.world().find_type(of_type[0]).is_none();
        let is_variant =
            library::option::is_some(&path.path) || library::result::is_ok(&path.path).is_some();
        let last = of_type.last().copied().unwrap_or_default();
        if is_variant {
            let advice = "use a tuple of a bool and the value, or plain values";
            return Some(format!("`{last}` values are not supported yet: {advice}"));
        }
        of_std.then(|| {
            let what = of_type.first().copied().unwrap_or(last);
            format!("`{what}` values are not supported yet: use the value itself")
        })
    }

    /// An argument of a closure. A named function is passed as a closure that calls it.
    fn closure_argument(&mut self, param: Option<&syn::Pat>, argument: &Expr) -> Value {
        let place = if let Expr::Reference(reference) = unparen(argument) {
            &reference.expr
        } else {
            argument
        };
        if let Some(syn::Pat::Type(param)) = param
            && let Some(function) = crate::params::of_variable(&param.ty)
            && let Expr::Path(path) = unparen(place)
            && path.path.get_ident().is_none_or(|name| self.lookup(&name.to_string()).is_none())
        {
            let names: Vec<Ident> = (0..function.inputs.len())
                .map(|k| quote::format_ident!("argument_{k}", span = path.span()))
                .collect();
            return self.closure(
                &syn::parse_quote_spanned!(path.span()=> |#(#names),*| #path(#(#names),*)),
            );
        }
        self.operand(argument)
    }

    /// A call of a function of std that makes an iterator, or that takes closures.
    fn std_call(&mut self, c: &ExprCall, names: &[&str]) -> Option<Value> {
        if let Some(value) = self.iterator_call(c, names) {
            return Some(value);
        }
        let of_std = names.first().is_some_and(|first| matches!(*first, "std" | "core" | "alloc"));
        if of_std && c.args.iter().any(|a| matches!(unparen(a), Expr::Closure(_))) {
            return Some(self.opaque_expr(&Expr::Call(c.clone()), None));
        }
        None
    }

    /// `std::iter::once(x)`, `std::array::from_fn(f)` and the like.
    fn iterator_call(&mut self, c: &ExprCall, names: &[&str]) -> Option<Value> {
        let span = c.span();
        let args: Vec<&Expr> = c.args.iter().collect();
        match names {
            [.., "array", "from_fn"] => {
                let length = match self.expected(c) {
                    Some(syn::Type::Array(a)) if !matches!(a.len, Expr::Infer(_)) => {
                        a.len.to_token_stream()
                    }
                    _ => match self.types.length_at(span) {
                        Some(length) => length,
                        None => {
                            return Some(self.fail(
                                c,
                                "cannot infer the length of this array: annotate it, `let a: [f64; \
                                 3] = …;`",
                            ));
                        }
                    },
                };
                let [f] = args[..] else { return None };
                let f = self.callable(f)?;
                let code = places::place::ConstantCode::new(length.clone(), "n", Ty::USIZE);
                let n = self.emit_code(code, span);
                let from = self.int(0, span);
                let indices = iterate::Items::Counting { from, to: Some(n), inclusive: false };
                Some(self.array_from(
                    length,
                    &Iter::Items(iterate::Items::Map(Box::new(indices), f)),
                    n,
                    span,
                ))
            }
            [.., "iter", name]
            | [
                name @ ("once" | "repeat" | "repeat_n" | "repeat_with" | "successors" | "from_fn"),
            ] => {
                let is_known = names.len() > 1
                    || matches!(args.last().map(|a| unparen(a)), Some(Expr::Closure(_)));
                if !is_known {
                    return None;
                }
                self.attempt(|s| s.iterator_function(name, &args, span)).ok()
            }
            _ => None,
        }
    }

    // ---------- calls of user-defined functions

    pub fn user_call(&mut self, c: &ExprCall, path: &syn::ExprPath, names: &[&str]) -> Value {
        if let Some(value) =
            self.count_by_function(c, path).or_else(|| self.associated_call(c, path))
        {
            return value;
        }
        let span = c.func.span();
        let mut bare = path.clone();
        let turbofish = take_turbofish(&mut bare.path);
        let tokens = bare.to_token_stream();
        let recursive = self.around.owner.is_none() && bare.path.is_ident(self.f.name.as_str());
        let signature = self.group().and_then(|known| known.signature(&tokens));
        let name = names.last().copied().unwrap_or("value").to_string();
        // its marker is made by a macro, and must not shadow one that a glob imports
        let tokens = if !recursive
            && bare.path.get_ident().is_some_and(|name| self.world().hides_glob(&name.to_string()))
        {
            quote::quote_spanned!(span=> self::#tokens)
        } else {
            tokens
        };
        let callee = Callee { turbofish, ..Callee::new(tokens, recursive) };
        if let Some(function) = self
            .function(&self.name_of_callee(&callee))
            .filter(|of| of.inputs.len() != c.args.len())
        {
            let message = format!(
                "wrong count of arguments: `{name}` takes {}, not {}",
                function.inputs.len(),
                c.args.len()
            );
            return self.fail(c, message);
        }
        if c.args.iter().any(|a| self.is_function_argument(a)) {
            return self.call_with_functions(c, callee, signature, &name);
        }
        let mutable = signature.as_ref().map(|signature| signature.mutable.clone());
        let known =
            signature.and_then(|signature| signature.output).and_then(|ty| self.types.result(&ty));
        let references = if mutable.is_none() {
            self.references(&self.name_of_callee(&callee))
        } else {
            Vec::new()
        };
        let passed = self.lower_arguments(c.args.iter(), |k| {
            mutable
                .as_ref()
                .map_or_else(|| references.get(k).copied()?, |mutable| mutable.get(k).copied())
        });
        let before = self.prior_values(
            &passed,
            mutable.is_some() || recursive,
            std::ptr::from_ref(c).cast(),
        );
        let site = CallSite { name: &name, span, at: c };
        self.finish_call_of(callee, passed, known, before, site)
    }
}
/// Removes the generic arguments after the last name of a path, and returns them.
pub fn take_turbofish(path: &mut syn::Path) -> TokenStream {
    let last = path
        .segments
        .last_mut()
        .map(|s| std::mem::replace(&mut s.arguments, syn::PathArguments::None));
    match last {
        Some(syn::PathArguments::AngleBracketed(arguments)) => turbofish_of(&arguments),
        _ => TokenStream::new(),
    }
}

/// The arguments of a turbofish, without the `::` before them.
pub fn turbofish_of(of: &syn::AngleBracketedGenericArguments) -> TokenStream {
    let (open, arguments, close) = (of.lt_token, &of.args, of.gt_token);
    quote::quote!(#open #arguments #close)
}
