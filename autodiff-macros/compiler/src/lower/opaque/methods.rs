//! Methods that lowering does not know: opaque calls over evaluated receivers and arguments.

use crate::lower::places::place::unparen;
use crate::lower::*;
use quote::quote;
use syn::visit;
use syn::{Expr, ExprMethodCall};

/// Methods of integers that return the type of the receiver.
const OF_SAME_TYPE: &[&str] = &[
    "pow",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "wrapping_neg",
    "isqrt",
    "next_power_of_two",
    "div_ceil",
    "next_multiple_of",
    "swap_bytes",
    "reverse_bits",
    "wrapping_pow",
    "saturating_pow",
];

/// Methods of integers that return an `Option` of the type of the receiver.
const CHECKED: &[&str] = &[
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "checked_rem",
    "checked_neg",
    "checked_pow",
];

/// Methods whose result has no derivative, whatever the receiver is.
const DISCRETE: &[&str] = &[
    // a string, which the activity analysis follows
    "to_string",
    "total_cmp",
    "partial_cmp",
    "cmp",
    "classify",
    "is_normal",
    "is_subnormal",
    "is_zero",
    "is_one",
    "contains",
    "is_sorted",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "capacity",
];

/// Whether dropping the temporaries of an expression is known to run no code.
struct FindTemporaries<'a> {
    inferred: &'a infer::Inferred,
    drop_nothing: bool,
}

impl<'ast> Visit<'ast> for FindTemporaries<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        if matches!(e, Expr::Closure(_)) {
            return;
        }
        self.drop_nothing &= !matches!(e, Expr::MethodCall(_) | Expr::Call(_) | Expr::Macro(_))
            || self.inferred.drops_nothing(e);
        visit::visit_expr(self, e);
    }
}

impl Lowerer<'_> {
    /// A chain on values without reals, emitted as the user wrote it, if its type was inferred.
    pub fn chain_without_reals(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let is_chain = matches!(unparen(&m.receiver), Expr::MethodCall(_));
        let inferred = self.names.inferred.clone();
        let mut temporaries = FindTemporaries { inferred: &inferred, drop_nothing: true };
        visit::visit_expr_method_call(&mut temporaries, m);
        // temporaries that are dropped at the end of the statement stay in the statement
        if !is_chain || !temporaries.drop_nothing || self.mentions_reals(m) {
            return None;
        }
        let named = inferred.method(m).filter(|ty| !matches!(ty, syn::Type::Reference(_)))?;
        let e = Expr::MethodCall(m.clone());
        if !self.is_passed_through(&e) {
            return None;
        }
        // a tuple is destructured where it is constructed
        let ty = self.types.type_of_inferred(named).filter(|ty| !matches!(ty, Ty::Tuple(_)))?;
        Some(self.opaque_expr(&e, Some(ty)))
    }

    /// Whether a chain selects elements of data that carries no reals: only its predicates read
    /// reals.
    fn selects_data(&self, e: &Expr) -> bool {
        const TESTS: &[&str] = &[
            "filter",
            "find",
            "rfind",
            "take_while",
            "skip_while",
            "partition",
            "position",
            "any",
            "all",
        ];
        let Expr::MethodCall(m) = unparen(e) else { return !self.mentions_reals(e) };
        let is_test = TESTS.iter().any(|name| m.method == name);
        (is_test || !m.args.iter().any(|argument| self.mentions_reals(argument)))
            && self.selects_data(&m.receiver)
    }

    /// Stops the derivatives of the reals that the code of a value captures. Values that depend on
    /// active ones in other ways remain: strings, and values whose type only rustc knows.
    fn stop_derivatives_of_captures(&mut self, value: &Value, span: Span) {
        let made = self.blocks.last_mut().and_then(|block| {
            block.lets.pop_if(|l| matches!(value, Value::Var(v, _) if l.vars == [*v]))
        });
        let Some(mut made) = made else { return };
        if let Op::Opaque(of) = &mut made.op {
            for capture in &mut of.captures {
                capture.value = capture.value.map(&mut |v| {
                    let (name, ty) = (self.f.name(v).to_string(), self.ty(v));
                    let is_real = !self.types.is_discrete(&ty)
                        && !matches!(self.types.shallow(&ty), Ty::Infer(_) | Ty::Foreign(_));
                    if is_real { self.emit(&name, ty, Op::Constant(v), span) } else { v }
                });
            }
        }
        self.blocks.last_mut().expect("a block").lets.push(made);
    }

    /// A chain as opaque code.
    pub fn opaque_chain(
        &mut self,
        m: &ExprMethodCall,
        reason: Option<crate::diagnostics::Diagnostic>,
    ) -> Value {
        let ty = self.chain_type(m);
        // `x.iter().any(|x| x.is_nan())`: a test has no derivative
        let counts = self.names.inferred.method(m).is_some_and(crate::type_class::is_whole_or_bool);
        let discrete = counts
            || matches!(ty, Some(Ty::Bool | Ty::Int(_)))
            || m.method.to_string().starts_with("binary_search");
        let e = Expr::MethodCall(m.clone());
        let (what, mut advice) = opaque::describe(&e);
        let errors = self.diagnostics.len();
        if let Some(reason) = &reason {
            advice = reason.message.clone();
        }
        let value = self.opaque_as(&e, ty, what, advice, discrete);
        if !discrete && self.selects_data(&e) {
            self.stop_derivatives_of_captures(&value, m.method.span());
        }
        if self.diagnostics.len() > errors
            && let Some(reason) = reason
        {
            self.diagnostics.take_back(errors);
            self.diagnostics.append_one(reason);
        }
        value
    }

    /// Any other method, as opaque code over its evaluated receiver and arguments. `own` is the
    /// type of the receiver.
    pub fn opaque_method(
        &mut self,
        m: &ExprMethodCall,
        receiver: TokenStream,
        mut captures: Vec<Capture>,
        own: &Ty,
    ) -> Value {
        let (name, span) = (&*m.method.to_string(), m.method.span());
        let ty = &self.types.shallow(own);
        let is_integer =
            matches!(ty, Ty::Int(_) | Ty::IntOf(_)) || self.types.kind(ty) == Some(Kind::Int);
        let checked = is_integer && CHECKED.contains(&name);
        let with_same = (OF_SAME_TYPE.contains(&name) || checked)
            && !matches!(name, "pow" | "wrapping_pow" | "saturating_pow" | "checked_pow");
        let same = (with_same || matches!(name, "abs_diff" | "is_multiple_of")).then_some(own);
        let arguments: Vec<TokenStream> = m
            .args
            .iter()
            .enumerate()
            .map(|(i, arg)| self.argument_hole(arg, i, same, &mut captures))
            .collect();
        let (method, turbofish) = (&m.method, &m.turbofish);
        let code = quote!(#receiver.#method #turbofish (#(#arguments),*));
        // a method of `num_traits` on numbers
        let of_number =
            if matches!(ty, Ty::Real(Real::Param(_))) { integer_of_number(name) } else { None };
        let (result, is_reference) = match self.names.inferred.method(m).cloned() {
            Some(inferred) => self.inferred_result(&inferred),
            None if checked => (Ty::Wrapped(Wrapper::Option, Box::new(own.clone())), false),
            None => match of_number {
                Some(int) => (Ty::Wrapped(Wrapper::Option, Box::new(Ty::Int(int))), false),
                None => self.result_of_method(name, own, ty),
            },
        };
        let code = if is_reference { quote!(*#code) } else { code };
        let discrete =
            DISCRETE.contains(&name) && !matches!(ty, Ty::Foreign(_)) || of_number.is_some();
        let repeatable =
            result.has_elided_lifetimes() && self.is_repeatable(&Expr::MethodCall(m.clone()));
        let opaque = Opaque {
            discrete,
            repeatable,
            advice: advice_for(name, ty),
            ..Opaque::new(code, captures, format!("a call of the method `{name}`"))
        };
        let whole = match &result {
            Ty::Tuple(_) => self.types.fresh(Kind::Any, Origin::Opaque(None)),
            result => result.clone(),
        };
        let value =
            Value::Var(self.emit(name, whole, Op::Opaque(Box::new(opaque)), span), is_reference);
        self.destructure_by_type(value, &result, span)
    }

    /// The result type of a method as inferred, and whether the result is a reference to that
    /// type. Except for scalars, rustc infers the types of borrowed values.
    fn inferred_result(&mut self, inferred: &syn::Type) -> (Ty, bool) {
        let known = self.types.type_of_inferred(inferred).filter(|ty| !matches!(ty, Ty::Tuple(_)));
        let is_reference =
            matches!(inferred, syn::Type::Reference(_)) && known != Some(Ty::Text("&str"));
        match known.filter(|ty| !is_reference || ty.is_copied()) {
            Some(known) => (known, is_reference),
            None => (self.types.fresh(Kind::Any, Origin::Opaque(None)), false),
        }
    }

    /// The result type of a method of std or of the crate by its name, and whether the result is a
    /// reference to that type. `ty` is the type `own` of the receiver, as far as it is resolved.
    fn result_of_method(&mut self, name: &str, own: &Ty, ty: &Ty) -> (Ty, bool) {
        let result = match name {
            _ if OF_SAME_TYPE.contains(&name) => own.clone(),
            "abs_diff" if matches!(ty, Ty::Int(i) if i.starts_with('u')) => ty.clone(),
            "to_bits" => match ty {
                Ty::Real(Real::F32) => Ty::Int("u32"),
                Ty::Real(Real::F64) => Ty::Int("u64"),
                _ => self.types.fresh(Kind::Any, Origin::Opaque(None)),
            },
            "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" | "ilog2"
            | "ilog10" | "ilog" => Ty::Int("u32"),
            "is_power_of_two" | "is_multiple_of" | "is_positive" | "is_negative" | "is_zero"
            | "is_one" | "contains" | "starts_with" | "ends_with" | "is_sorted"
            | "is_subnormal" | "is_normal" | "eq" | "ne" | "lt" | "le" | "gt" | "ge"
            | "contains_key" => Ty::Bool,
            "capacity" => Ty::USIZE,
            "to_string" | "to_lowercase" | "to_uppercase" => Ty::Text("String"),
            "as_str" => Ty::Text("&str"),
            _ => match self.result_of_plain_method(ty, name) {
                Some((result, false)) => result,
                Some((result, true)) if result.is_copied() => return (result, true),
                // rustc infers the type that it refers to
                Some(_) | None => self.types.fresh(Kind::Any, Origin::Opaque(None)),
            },
        };
        (result, false)
    }

    /// The result type of a method of a type without tangents, as the files of the crate show it,
    /// and whether it is a reference to that type.
    pub fn result_of_plain_method(&mut self, of: &Ty, name: &str) -> Option<(Ty, bool)> {
        let Ty::Foreign(of) = of else { return None };
        let of: syn::Type = syn::parse2(of.clone()).ok()?;
        let syn::Type::Path(of) = crate::type_class::strip_groups(&of) else { return None };
        let function = self.world().function_of(&of.path, name)?;
        let (output, is_reference) = match function.output.as_ref()? {
            syn::Type::Reference(reference) => (&*reference.elem, true),
            output => (output, false),
        };
        let is_generic = function.generics.iter().any(|name| {
            types::syntax::generics::mentions(
                output.to_token_stream(),
                &Ident::new(name, Span::call_site()),
            )
        });
        (!is_generic).then(|| (self.types.constant(output), is_reference))
    }

    /// An argument in opaque code, if it is known to be of this type.
    pub fn argument_hole(
        &mut self,
        arg: &Expr,
        number: usize,
        ty: Option<&Ty>,
        captures: &mut Vec<Capture>,
    ) -> TokenStream {
        // a constant or a variant: passed as it is written
        if let Expr::Path(p) = unparen(arg)
            && p.path.get_ident().is_none_or(|i| self.lookup(&i.to_string()).is_none())
        {
            return p.to_token_stream();
        }
        // whether a value of a type that only rustc knows is copied depends on that type
        if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = unparen(arg)
            && let Expr::Path(of) = unparen(expr)
            && let Some(Ty::Foreign(_)) = self.seen_type(expr).map(|ty| self.types.shallow(&ty))
        {
            places::place::merge_captures(captures, self.captures(of.to_token_stream()));
            return arg.to_token_stream();
        }
        let value = self.operand(arg);
        let var = self.single_variable(value, arg.span());
        if let Some(ty) = ty {
            self.unify_var(var, ty);
        }
        self.capture_operand(arg, var, &format!("argument_{number}"), captures)
    }

    /// An evaluated operand in opaque code: by the user's name if it is a variable.
    pub fn capture_operand(
        &mut self,
        e: &Expr,
        var: Var,
        name: &str,
        captures: &mut Vec<Capture>,
    ) -> TokenStream {
        if let Expr::Path(p) = unparen(e)
            && let Some(ident) = p.path.get_ident()
            && self.lookup(&ident.to_string()).is_some()
        {
            let more = self.captures(ident.to_token_stream());
            places::place::merge_captures(captures, more);
            return ident.to_token_stream();
        }
        let ident = proc_macro2::Ident::new(name, e.span());
        let by_reference = matches!(unparen(e), Expr::Reference(_));
        captures.push(Capture { name: name.into(), value: Tree::Leaf(var), by_reference });
        ident.to_token_stream()
    }

    /// The type of a chain of methods, as far as it is known.
    fn chain_type(&mut self, m: &ExprMethodCall) -> Option<Ty> {
        match m.method.to_string().as_str() {
            "count" | "partition_point" => Some(Ty::USIZE),
            "binary_search" | "binary_search_by" | "binary_search_by_key" => Some(Ty::Wrapped(
                Wrapper::Result(quote!(::core::result::Result<usize, usize>)),
                Box::new(Ty::USIZE),
            )),
            "unwrap_or_else" | "unwrap_or" | "unwrap" | "expect"
                if matches!(unparen(&m.receiver), Expr::MethodCall(inner)
                if inner.method.to_string().starts_with("binary_search")) =>
            {
                Some(Ty::USIZE)
            }
            "position" | "rposition" => Some(Ty::Wrapped(Wrapper::Option, Box::new(Ty::USIZE))),
            "any" | "all" | "is_some" | "is_none" | "is_ok" | "is_err" => Some(Ty::Bool),
            "sum" | "product" | "parse" => match m.turbofish.as_ref()?.args.first()? {
                syn::GenericArgument::Type(t) if m.method != "parse" => {
                    Some(self.types.annotation(t))
                }
                _ => None,
            },
            "collect" => match m.turbofish.as_ref()?.args.first()? {
                syn::GenericArgument::Type(t) => {
                    let ty = self.types.annotation(t);
                    if let Some(element) = self.types.shallow(&ty).element().cloned()
                        && matches!(self.types.origin(&element), Some(Origin::None))
                    {
                        let unknown = self.types.fresh(Kind::Any, Origin::Opaque(None));
                        self.types.unify(&element, &unknown);
                    }
                    Some(ty)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The advice for a method that is called on an active value.
fn advice_for(name: &str, ty: &Ty) -> String {
    if matches!(name, "to_bits" | "to_le_bytes" | "to_be_bytes" | "to_ne_bytes") {
        format!("to stop the derivative there, write `constant(…).{name}()`")
    } else if let Ty::Real(Real::Param(of)) = ty {
        format!(
            "`{of}` is treated as a scalar: take the function as a parameter, `{name}: impl \
             Fn(f64) -> f64`, or, if it is no scalar, put #[differentiate] on the trait of \
             `{name}` and on the function in it"
        )
    } else {
        "use operators and the methods of real scalars, or a separate function with \
         #[differentiate]"
            .into()
    }
}

/// The integer type that a method of `num_traits::ToPrimitive` returns.
fn integer_of_number(name: &str) -> Option<&'static str> {
    Some(match name {
        "to_usize" => "usize",
        "to_isize" => "isize",
        "to_u32" => "u32",
        "to_i32" => "i32",
        "to_u64" => "u64",
        "to_i64" => "i64",
        _ => return None,
    })
}
