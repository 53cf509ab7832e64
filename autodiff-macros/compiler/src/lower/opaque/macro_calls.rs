//! Calls of macros: supported ones of std, and opaque ones.

use crate::lower::places::place::{is_place, unparen};
use crate::lower::*;
use proc_macro2::TokenTree;
use quote::quote;
use syn::parse::Parser;
use syn::{Expr, Token};

impl Lowerer<'_> {
    /// A macro as an expression or a statement.
    pub fn macro_call(&mut self, mac: &syn::Macro, statement: bool) -> Value {
        let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let span = mac.path.span();
        // a macro that prints is opaque code, whatever its arguments are
        let is_shown = matches!(name.as_str(), "println" | "print" | "eprintln" | "eprint");
        if !is_shown && mac.path.get_ident().is_some() && self.world().is_user_macro(&name) {
            return self.opaque_macro(mac, &name);
        }
        match name.as_str() {
            "vec" => self.vec_macro(mac),
            "panic" | "unreachable" | "todo" | "unimplemented" => {
                self.lower_effect(mac, true, span);
                self.ssa.exit = Exit::Panic;
                self.never_value(span)
            }
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq"
            | "debug_assert_ne"
                if let Some(block) = self.assertion_of_evaluated(mac, &name) =>
            {
                self.expr(&block)
            }
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq"
            | "debug_assert_ne" | "println" | "print" | "eprintln" | "eprint" => {
                self.lower_effect(mac, false, span);
                Value::Tuple(Vec::new())
            }
            "dbg" if statement => {
                self.lower_effect(mac, false, span);
                Value::Tuple(Vec::new())
            }
            "dbg" => self.dbg_value(mac),
            "matches" => match self.matched_by_arms(mac) {
                Some(value) => value,
                None => self.discrete_macro(mac, Ty::Bool),
            },
            "format" => self.format_macro(mac),
            "concat" | "stringify" | "file" | "module_path" | "env" | "include_str" => {
                self.discrete_macro(mac, Ty::Text("&str"))
            }
            "line" | "column" => self.discrete_macro(mac, Ty::Int("u32")),
            "cfg" => self.discrete_macro(mac, Ty::Bool),
            "s" if let Some(ty) = desugar::arrays::type_of_slice(mac, self.world()) => {
                self.discrete_macro(mac, Ty::Foreign(ty))
            }
            _ => self.opaque_macro(mac, &name),
        }
    }

    fn opaque_macro(&mut self, mac: &syn::Macro, name: &str) -> Value {
        self.fail(
            mac,
            format!(
                "the expansion of the macro `{name}!` is unknown: if it is user-defined, put \
                 #[differentiate] on its `macro_rules!` before this item; otherwise write out its \
                 expansion"
            ),
        )
    }

    /// An assertion whose operands change variables, with `let`s for these operands: a macro is
    /// opaque code, which only reads. The message stays.
    fn assertion_of_evaluated(&mut self, mac: &syn::Macro, name: &str) -> Option<Expr> {
        let parser = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
        let mut arguments: Vec<Expr> =
            parser.parse2(mac.tokens.clone()).ok()?.into_iter().collect();
        let operands = if name.ends_with("assert") { 1 } else { 2 };
        let changes = |operand: &&Expr| self.changes_variables(operand);
        // a place that changes a variable, `v[next(&mut i)]`, is compared in place
        if !arguments.iter().take(operands).any(|operand| changes(&operand))
            || arguments.iter().take(operands).any(|operand| is_place(operand) && changes(&operand))
        {
            return None;
        }
        let condition = arguments.first()?.clone();
        let mut lets = Vec::new();
        for operand in arguments.iter_mut().take(operands).filter(|operand| !is_place(operand)) {
            let evaluated = Ident::new(&format!("operand_{}", self.ssa.questions), operand.span());
            self.ssa.questions += 1;
            let value = std::mem::replace(operand, syn::parse_quote!(#evaluated));
            lets.push(quote!(let #evaluated = #value;));
        }
        if operands == 1 && arguments.len() == 1 {
            let message: [Expr; 2] = [
                syn::parse_quote!("{}"),
                syn::parse_quote!(::core::concat!(
                    "assertion failed: ",
                    ::core::stringify!(#condition)
                )),
            ];
            arguments.extend(message);
        }
        let path = &mac.path;
        let assertion = quote!(#(#lets)* #path!(#(#arguments),*););
        Some(match name.starts_with("debug_") {
            true => {
                syn::parse_quote_spanned!(path.span()=> {
                    if ::core::cfg!(debug_assertions) { #assertion } })
            }
            false => syn::parse_quote_spanned!(path.span()=> { #assertion }),
        })
    }

    /// `matches!(r, pattern)` on a flattened variable, as a `match`.
    fn matched_by_arms(&mut self, mac: &syn::Macro) -> Option<Value> {
        let mut tokens = mac.tokens.clone().into_iter();
        let (Some(TokenTree::Ident(ident)), Some(TokenTree::Punct(comma))) =
            (tokens.next(), tokens.next())
        else {
            return None;
        };
        let flattened = matches!(
            self.lookup(&ident.to_string()),
            Some(Binding::Unique(_) | Binding::Option(..) | Binding::Result(..))
        );
        if !flattened || comma.as_char() != ',' {
            return None;
        }
        let pattern: TokenStream = tokens.collect();
        let whole: Expr =
            syn::parse2(quote!(match #ident { #pattern => true, _ => false })).ok()?;
        Some(self.operand(&whole))
    }

    /// An operand that is a bool. The bool of a macro that the compiler cannot expand has no
    /// derivative.
    pub fn bool_variable(&mut self, e: &Expr) -> Var {
        let value = self.bool_operand(e);
        self.scalar(value, e.span())
    }

    /// The operand of `!`, which may also be of a user-defined type.
    pub fn bool_operand(&mut self, e: &Expr) -> Value {
        match unparen(e) {
            Expr::Macro(m) if !is_known_macro(&m.mac) => self.discrete_macro(&m.mac, Ty::Bool),
            e => self.operand(e),
        }
    }

    /// `dbg!(x)` as a value: the value, after it was printed.
    fn dbg_value(&mut self, mac: &syn::Macro) -> Value {
        let parser = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(arguments) = parser.parse2(mac.tokens.clone()) else {
            return self.fail(mac, "cannot parse this `dbg!`");
        };
        let span = mac.path.span();
        let mut values = Vec::new();
        for e in &arguments {
            let value = self.operand(e);
            let scope = self.ssa.scope.len();
            let shown = referenced_scalars(&value);
            let binding = self.binding("value", shown, false, span);
            self.ssa.scope.push(("value".into(), binding));
            let name = display_tokens(e);
            let shown: syn::Macro = syn::parse_quote!(
                ::std::eprintln!("[{}:{}:{}] {} = {:#?}", ::std::file!(), ::std::line!(),
                    ::std::column!(), #name, value)
            );
            self.lower_effect(&shown, false, span);
            self.ssa.scope.truncate(scope);
            values.push(value);
        }
        if values.len() == 1 { values.swap_remove(0) } else { Value::Tuple(values) }
    }

    fn lower_effect(&mut self, mac: &syn::Macro, diverges: bool, span: Span) {
        self.check_arguments(mac);
        let captures = self.captures(mac.tokens.clone());
        let opaque =
            Opaque { effect: true, ..Opaque::new(mac.to_token_stream(), captures, "a macro") };
        let vars = if diverges {
            vec![self.f.fresh_primal("never", Ty::Foreign(quote!(!)), span)]
        } else {
            Vec::new()
        };
        self.push(vars, Op::Opaque(Box::new(opaque)), span);
    }

    /// A string contains copies of the numbers in it. Code that parses them loses their
    /// derivative, which the activity analysis reports.
    fn format_macro(&mut self, mac: &syn::Macro) -> Value {
        self.check_arguments(mac);
        let captures = self.captures(mac.tokens.clone());
        let what = "a string made with `format!`".to_string();
        let opaque =
            Opaque { discrete: true, ..Opaque::new(mac.to_token_stream(), captures, what) };
        Value::Var(
            self.emit("text", Ty::Text("String"), Op::Opaque(Box::new(opaque)), mac.path.span()),
            false,
        )
    }

    fn discrete_macro(&mut self, mac: &syn::Macro, ty: Ty) -> Value {
        self.check_arguments(mac);
        let captures = self.captures(mac.tokens.clone());
        let opaque =
            Opaque { discrete: true, ..Opaque::new(mac.to_token_stream(), captures, "a macro") };
        Value::Var(self.emit("t", ty, Op::Opaque(Box::new(opaque)), mac.path.span()), false)
    }

    fn vec_macro(&mut self, mac: &syn::Macro) -> Value {
        let parser =
            |input: syn::parse::ParseStream<'_>| -> syn::Result<(Vec<Expr>, Option<Expr>)> {
                if input.is_empty() {
                    return Ok((Vec::new(), None));
                }
                let first: Expr = input.parse()?;
                if input.peek(Token![;]) {
                    input.parse::<Token![;]>()?;
                    return Ok((vec![first], Some(input.parse()?)));
                }
                let mut elements = vec![first];
                while !input.is_empty() {
                    input.parse::<Token![,]>()?;
                    if !input.is_empty() {
                        elements.push(input.parse()?);
                    }
                }
                Ok((elements, None))
            };
        let span = mac.path.span();
        let path = &mac.path;
        self.emit_type_witness(
            quote!(fn() -> ::autodiff::__private::Vec<AnyValue>),
            &quote!(|| #path![AnyValue]),
            span,
        );
        match parser.parse2(mac.tokens.clone()) {
            Err(e) => self.fail(mac, format!("cannot parse this `vec!`: {e}")),
            Ok((elements, Some(count))) => {
                let Some(x) = elements.first() else {
                    return self.fail(mac, "cannot parse this `vec!`");
                };
                let value = self.operand(x);
                let x = self.element(value, x.span());
                let n = self.operand_var(&count);
                self.unify_var(n, &Ty::USIZE);
                let ty = Ty::Vec(Box::new(self.ty(x)));
                self.note_clone(&ty, span);
                Value::Var(self.emit("vec", ty, Op::Repeat(x, n), span), false)
            }
            Ok((elements, None)) => {
                let vars = self.elements(elements.iter());
                let element = self.element_type(&vars);
                Value::Var(
                    self.emit("vec", Ty::Vec(Box::new(element)), Op::Array(vars), span),
                    false,
                )
            }
        }
    }
}

/// Whether a macro is a supported one of std, or one that never returns a bool.
fn is_known_macro(mac: &syn::Macro) -> bool {
    const KNOWN: &[&str] = &[
        "vec",
        "panic",
        "unreachable",
        "todo",
        "unimplemented",
        "dbg",
        "matches",
        "format",
        "cfg",
    ];
    mac.path.segments.last().is_some_and(|s| KNOWN.iter().any(|known| s.ident == known))
}

/// A value that is only read, by reference.
fn referenced_scalars(value: &Value) -> Value {
    match value {
        Value::Var(v, _) => Value::Var(*v, true),
        Value::Tuple(parts) => Value::Tuple(parts.iter().map(referenced_scalars).collect()),
        other => other.clone(),
    }
}
