//! Functions of the crate `libm`: `libm::sin(x)`, or `sin(x)` where the file imports it.
//!
//! They are replaced by differentiable functions of the runtime. An item next to the derivatives
//! checks that the path resolves to the function of `libm`. Functions of a user-defined module of
//! that name that have derivatives are unchanged.

use crate::diagnostics::respan;
use crate::lower::*;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprCall, ExprPath};

/// Functions with derivatives, without the suffix `f` of those for `f32`.
const KNOWN: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "expm1",
    "log", "log2", "log10", "log1p", "sqrt", "cbrt", "fabs", "pow", "atan2", "hypot", "fmod",
    "copysign", "floor", "ceil", "trunc", "round", "rint", "fma", "fmax", "fmin", "sincos",
    "remquo",
];

/// Functions for `f64` only.
const DOUBLE: &[&str] =
    &["asinh", "acosh", "atanh", "exp10", "erf", "erfc", "lgamma", "tgamma", "remainder"];

impl Lowerer<'_> {
    /// A call of such a function.
    pub fn libm_call(&mut self, c: &ExprCall, path: &ExprPath) -> Option<Value> {
        let written = path.to_token_stream().to_string();
        let resolved = self.world().resolve_function(&written);
        let name = resolved.function.as_str();
        let single = name.strip_suffix('f').filter(|name| KNOWN.contains(name));
        if resolved.module.as_deref() != Some("libm")
            || (single.is_none() && !KNOWN.contains(&name) && !DOUBLE.contains(&name))
        {
            return None;
        }
        if path.path.segments.first()?.ident == "autodiff"
            || self.world().starts_in_scope(&written) && self.world().is_recorded_in("libm", name)
        {
            return None;
        }
        let span = path.path.segments.last()?.ident.span();
        let ours = Ident::new(name, span);
        let theirs = &path.path;
        let check = quote_spanned! {span=>
            #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery)]
            const _: () = {
                fn same<F>(_: F, _: F) {}
                fn check() { same(::autodiff::__private::libm::library::#ours, #theirs) }
            };
        };
        if !self.collected.witnesses.iter().any(|w| w.to_string() == check.to_string()) {
            self.collected.witnesses.push(check);
        }
        let path: ExprPath =
            syn::parse2(respan(quote!(::autodiff::__private::libm::#ours), span)).ok()?;
        let names = ["autodiff", "__private", "libm", name];
        let call = ExprCall { func: Box::new(Expr::Path(path.clone())), ..c.clone() };
        let real = if single.is_some() { Ty::Real(Real::F32) } else { Ty::F64 };
        let value = self.user_call(&call, &path, &names);
        let arguments = match self.blocks.last().and_then(|block| block.lets.last()).map(|l| &l.op)
        {
            Some(Op::Call(call))
                if call.callee.path.to_string() == path.to_token_stream().to_string() =>
            {
                call.callee.arguments.clone()
            }
            _ => Vec::new(),
        };
        for ty in arguments {
            self.types.unify(&ty, &real);
        }
        let parts = match single.unwrap_or(name) {
            "sincos" => vec![real.clone(), real],
            "remquo" => vec![real, Ty::Int("i32")],
            _ => {
                if let Value::Var(v, _) = value {
                    self.unify_var(v, &real);
                }
                return Some(value);
            }
        };
        let Value::Var(v, _) = value else { return Some(value) };
        let split = self.split(v, parts.len(), span);
        for (part, ty) in split.iter().zip(&parts) {
            self.unify_var(*part, ty);
        }
        Some(Value::Tuple(split.into_iter().map(|part| Value::Var(part, false)).collect()))
    }
}
