//! Calls of functions of `std` and of the runtime that lowering knows.

use crate::diagnostics::respan;
use crate::lower::places::place::{BorrowMode, Located, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::{Expr, ExprCall};

impl Lowerer<'_> {
    /// A function of std or of the runtime that the compiler knows.
    pub(super) fn known_call(&mut self, c: &ExprCall, names: &[&str]) -> Option<Value> {
        if self.world().leads_to_item(names) {
            return None;
        }
        let span = c.span();
        let args: Vec<&Expr> = c.args.iter().collect();
        match (names, &args[..]) {
            ([.., "constant"], [x])
                if names.len() == 1 || names[0] == "autodiff" || names.contains(&"prelude") =>
            {
                self.witness_call(c, quote::quote!(fn(AnyValue) -> AnyValue));
                let value = self.operand(x);
                Some(self.constant(value, span))
            }
            ([.., "Clone", "clone"], [x]) => {
                let value = self.operand(x);
                self.note_clones(&value, span);
                Some(self.copy_referents(value, span))
            }
            ([.., "convert", "identity"], [x]) => {
                self.witness_call(c, quote::quote!(fn(AnyValue) -> AnyValue));
                Some(self.operand(x))
            }
            (["constant"], _) => Some(self.fail(
                c,
                "`constant` takes one value: write a tuple of calls for several, as in \
                 `(constant(a), constant(b))`",
            )),
            ([.., "__private", name], [x]) => self.function_of_runtime(name, x, span),
            ([.., "__private", "arrays", name @ ("without_reals" | "unread")], [x]) => {
                Some(self.lower_marked_opaque(x, *name == "without_reals"))
            }
            // the memory is released later, which nothing observes
            (["drop"] | [.., "mem", "drop"], [x]) if self.is_plain_sequence(x) => {
                self.witness_call(c, quote::quote!(fn(AnyValue)));
                self.operand(x);
                Some(Value::Tuple(Vec::new()))
            }
            ([.., "mem", "swap" | "replace" | "take"], [of, ..]) if self.refuse_exchanged(of) => {
                None
            }
            ([.., "mem", "swap"], [a, b]) => {
                self.witness_call(c, quote::quote!(fn(&mut AnyValue, &mut AnyValue)));
                Some(self.mem_swap(a, b))
            }
            ([.., "mem", "replace"], [a, b]) => {
                self.witness_call(c, quote::quote!(fn(&mut AnyValue, AnyValue) -> AnyValue));
                Some(self.mem_replace(a, Some(b)))
            }
            ([.., "mem", "take"], [a]) => {
                self.witness_call(c, quote::quote!(fn(&mut AnyValue) -> AnyValue));
                Some(self.mem_replace(a, None))
            }
            ([.., "cmp", name @ ("min" | "max")], [a, b]) => Some(self.min_or_max(c, name, a, b)),
            // its type is inferred from its use
            ([.., "Default", "default"], []) => {
                let path = &c.func;
                let ty = self.types.any();
                Some(self.default_value(ty, quote::quote!(#path()), span))
            }
            ([.., "Vec", "new"], []) | ([.., "Vec", "with_capacity"], [_]) => Some(self.new_vec(c)),
            ([.., "VecDeque", "new"], []) | ([.., "VecDeque", "with_capacity"], [_]) => {
                Some(self.new_deque(c))
            }
            ([.., "VecDeque", "from"], [a]) => self.deque_from(c, a),
            ([.., container @ ("Vec" | "VecDeque"), "from_iter"], [a]) => {
                self.collection_from_iter(c, container, a)
            }
            ([.., "Vec", "from"], [a]) => self.vec_from(a, span),
            ([.., "Box", "new"], [x]) => {
                self.witness_call(
                    c,
                    quote::quote!(fn(AnyValue) -> ::autodiff::__private::Box<AnyValue>),
                );
                let value = self.operand(x);
                Some(self.box_value(value, span))
            }
            ([.., real @ ("f64" | "f32"), name], args) if !args.is_empty() => {
                self.real_function(c, real, name, args, span)
            }
            ([.., int, name], args)
                if let Some(ty) = types::int(int)
                    && let Some(value) = self.integer_function(c, ty, name, args) =>
            {
                Some(value)
            }
            ([.., owner, last], _) if types::primitive(owner).is_some() => {
                Some(self.function_of_primitive(c, owner, last))
            }
            _ => None,
        }
    }

    /// `usize::min(a, b)` and its like.
    fn integer_function(
        &mut self,
        c: &ExprCall,
        ty: Ty,
        name: &str,
        args: &[&Expr],
    ) -> Option<Value> {
        let is_unsigned = !matches!(&ty, Ty::Int(name) if name.starts_with('i'));
        match (name, args) {
            ("min" | "max", [a, b]) => {
                Some(self.min_or_max_of_integers(&ty, name, [a, b], c.span()))
            }
            ("from", [x]) => {
                let x = self.operand_var(x);
                Some(Value::Var(self.emit("cast", ty, Op::Cast(x), c.span()), false))
            }
            (
                "abs_diff" | "wrapping_add" | "wrapping_sub" | "wrapping_mul" | "saturating_sub"
                | "saturating_add",
                [_, _],
            ) if is_unsigned => Some(self.call_of_evaluated(c, ty.clone(), Some(&ty), false)),
            _ => None,
        }
    }

    /// A scalar function of the runtime, as written by the derive and by desugaring.
    fn function_of_runtime(&mut self, name: &str, x: &Expr, span: Span) -> Option<Value> {
        let prim = Prim::from_runtime(name)?;
        let x = self.operand_var(x);
        let ty = self.ty(x);
        self.types.narrow(&ty, Kind::Float);
        Some(self.prim(name, prim, vec![x], span))
    }

    /// Code that a rewrite marked as opaque. If its result is `without_reals`, it may read active
    /// values.
    fn lower_marked_opaque(&mut self, x: &Expr, without_reals: bool) -> Value {
        let (what, _) = opaque::describe(x);
        let advice = "write a loop over the indices".to_string();
        let value = self.opaque_as(x, None, what, advice, without_reals);
        let made = self.blocks.last_mut().and_then(|block| block.lets.last_mut());
        if let Some(Op::Opaque(of)) = made.map(|made| &mut made.op) {
            of.without_reals = without_reals;
        }
        value
    }

    /// `std::cmp::min(a, b)`, `std::cmp::max(a, b)`.
    fn min_or_max(&mut self, c: &ExprCall, name: &str, a: &Expr, b: &Expr) -> Value {
        self.witness_call(c, quote::quote!(fn(AnyValue, AnyValue) -> AnyValue));
        let (a, b) = (self.operand_var(a), self.operand_var(b));
        let ty = self.ty(b);
        self.unify_var(a, &ty);
        self.prim(name, if name == "min" { Prim::Min } else { Prim::Max }, vec![a, b], c.span())
    }

    fn new_vec(&mut self, c: &ExprCall) -> Value {
        self.capacity(c);
        let element = self.new_element(c);
        Value::Var(
            self.emit("vec", Ty::Vec(Box::new(element)), Op::Array(Vec::new()), c.span()),
            false,
        )
    }

    fn new_deque(&mut self, c: &ExprCall) -> Value {
        let arguments = if c.args.is_empty() { quote::quote!() } else { quote::quote!(usize) };
        self.witness_call(
            c,
            quote::quote!(fn(#arguments) -> ::autodiff::__private::VecDeque<AnyValue>),
        );
        self.capacity(c);
        let element = self.new_element(c);
        Value::Var(
            self.emit("deque", Ty::Deque(Box::new(element)), Op::Array(Vec::new()), c.span()),
            false,
        )
    }

    /// `VecDeque::from(v)`.
    fn deque_from(&mut self, c: &ExprCall, a: &Expr) -> Option<Value> {
        self.witness_call(
            c,
            quote::quote!(
                fn(
                    ::autodiff::__private::Vec<AnyValue>,
                ) -> ::autodiff::__private::VecDeque<AnyValue>
            ),
        );
        let located = self.locate(unparen(a));
        let items = self.sequence(located, Some(BorrowMode::Value), a)?;
        let ty = Ty::Deque(Box::new(self.types.any()));
        Some(self.filled(&Iter::Items(items), ty, c.span()))
    }

    /// `Vec::from_iter(i)`, `VecDeque::from_iter(i)`.
    fn collection_from_iter(&mut self, c: &ExprCall, container: &str, a: &Expr) -> Option<Value> {
        self.witness_call(c, quote::quote!(fn(::core::option::Option<AnyValue>) -> _));
        let items = self.iterable(a)?;
        let element = Box::new(self.types.any());
        let ty = if container == "Vec" { Ty::Vec(element) } else { Ty::Deque(element) };
        Some(self.filled(&items, ty, c.span()))
    }

    /// `Vec::from(x)` of an array, a slice or a deque.
    fn vec_from(&mut self, a: &Expr, span: Span) -> Option<Value> {
        let value = self.operand(a);
        let is_reference = matches!(value, Value::Var(_, true));
        let var = self.scalar(value, span);
        let ty = self.ty(var);
        if matches!(self.types.shallow(&ty), Ty::Deque(_)) {
            let items =
                self.sequence(Located::Value(Value::Var(var, false)), Some(BorrowMode::Value), a)?;
            let ty = Ty::Vec(Box::new(self.types.any()));
            return Some(self.filled(&Iter::Items(items), ty, span));
        }
        let element = self.types.element(&ty)?;
        if is_reference {
            self.note_clone(&ty, span);
        }
        Some(Value::Var(
            self.emit("vec", Ty::Vec(Box::new(element)), Op::Read(Place::of_var(var)), span),
            false,
        ))
    }

    /// `usize::min(a, b)`, `usize::max(a, b)`.
    fn min_or_max_of_integers(
        &mut self,
        ty: &Ty,
        name: &str,
        [a, b]: [&Expr; 2],
        span: Span,
    ) -> Value {
        let (a, b) = (self.operand_var(a), self.operand_var(b));
        self.unify_var(a, ty);
        self.unify_var(b, ty);
        self.prim(name, if name == "min" { Prim::Min } else { Prim::Max }, vec![a, b], span)
    }

    /// Any other function of a primitive type or of `String`: opaque code.
    fn function_of_primitive(&mut self, c: &ExprCall, owner: &str, last: &str) -> Value {
        let same = matches!(
            last,
            "pow"
                | "wrapping_add"
                | "wrapping_sub"
                | "wrapping_mul"
                | "saturating_sub"
                | "saturating_add"
        );
        let is_text =
            matches!((owner, last), ("String", "new" | "from" | "with_capacity" | "from_iter"));
        let ty = if same || is_text { types::primitive(owner) } else { None };
        self.opaque_expr(&Expr::Call(c.clone()), ty)
    }

    /// Evaluates the argument of `with_capacity`; `new` has none.
    fn capacity(&mut self, c: &ExprCall) {
        if let Some(capacity) = c.args.first() {
            let n = self.operand_var(capacity);
            self.unify_var(n, &Ty::USIZE);
        }
    }

    /// Emits a check that does not compile if a function that is treated as one of the library or
    /// of `std` by its name is user-defined.
    fn witness_call(&mut self, c: &ExprCall, signature: TokenStream) {
        let Expr::Path(path) = unparen(&c.func) else { return };
        let is_absolute = path
            .path
            .segments
            .first()
            .is_some_and(|s| ["std", "core", "autodiff"].iter().any(|n| s.ident == n));
        if !is_absolute {
            self.emit_type_witness(signature, &path.path.to_token_stream(), path.span());
        }
    }

    /// Emits a check that does not compile if a sequence that is treated as one of std by its name
    /// is user-defined.
    pub fn witness_std_type(&mut self, written: &syn::Type) {
        let syn::Type::Path(path) = written else { return };
        let mut of = path.path.clone();
        let Some(last) = of.segments.last_mut() else { return };
        last.arguments = syn::PathArguments::None;
        if last.ident == "VecDeque" {
            self.emit_type_witness(
                quote::quote!(fn() -> ::autodiff::__private::VecDeque<AnyValue>),
                &quote::quote!(#of::new),
                written.span(),
            );
        }
    }

    pub fn emit_type_witness(&mut self, ty: TokenStream, value: &TokenStream, span: Span) {
        let ty = respan(ty, span);
        let item = quote::quote_spanned!(span=> const _: () = { use ::autodiff::__private::AnyValue;
            let _: #ty = #value; };);
        if !self.collected.witnesses.iter().any(|w| w.to_string() == item.to_string()) {
            self.collected.witnesses.push(item);
        }
    }

    fn constant(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.constant(p, span)).collect())
            }
            Value::Option(m) => {
                let payload = match self.settled(Value::Option(m.clone()), span) {
                    Value::Option(m) => match m.payload {
                        Payload::Value(v) => Payload::Value(self.constant(v, span)),
                        other => other,
                    },
                    _ => Payload::Unknown,
                };
                Value::Option(Box::new(OptionValue { some: m.some, payload }))
            }
            Value::Result(o) => {
                let o = self.settled_result(*o, span);
                let [value, error] = [o.value, o.error].map(|payload| match payload {
                    Payload::Value(v) => Payload::Value(self.constant(v, span)),
                    other => other,
                });
                Value::Result(Box::new(ResultValue { ok: o.ok, value, error }))
            }
            other => {
                let reference = matches!(other, Value::Var(_, true));
                let v = self.scalar(other, span);
                let (name, ty) = (self.f.name(v).to_string(), self.ty(v));
                Value::Var(self.emit(&name, ty, Op::Constant(v), span), reference)
            }
        }
    }

    /// `f64::sin(x)`, `f64::from(x)`
    fn real_function(
        &mut self,
        c: &ExprCall,
        real: &str,
        name: &str,
        args: &[&Expr],
        span: Span,
    ) -> Option<Value> {
        let ty = types::primitive(real)?;
        if name == "from" {
            let [x] = args else { return None };
            // of a type that implements a conversion into a real
            let converted = self.user_conversion(&syn::parse_quote_spanned!(span=> (#x).into()));
            if let Some(Value::Var(converted, _)) = converted {
                self.unify_var(converted, &ty);
                return Some(Value::Var(converted, false));
            }
            let x = self.operand_var(x);
            return Some(match self.shallow(x) {
                Ty::Real(_) | Ty::Int(_) => {
                    Value::Var(self.emit("cast", ty, Op::Cast(x), span), false)
                }
                _ => {
                    // a generated name stands for the place itself, so that a reference remains
                    // one
                    let (ident, target) = (
                        proc_macro2::Ident::new("argument_value", span),
                        proc_macro2::Ident::new(real, span),
                    );
                    let code = quote::quote!(#target::from(::autodiff::__private::saved!(&#ident)));
                    Value::Var(
                        self.opaque_of(code, vec![("argument_value", x)], ty, "cast", span),
                        false,
                    )
                }
            });
        }
        if name == "sin_cos" {
            let x = self.operand_var(args.first()?);
            self.unify_var(x, &ty);
            return Some(Value::Tuple(vec![
                self.prim("sin", Prim::Sin, vec![x], span),
                self.prim("cos", Prim::Cos, vec![x], span),
            ]));
        }
        let Some(prim) = Prim::from_method(name, args.len()) else {
            if calls::associated::is_of_user(name, args.len().saturating_sub(1))
                && let Expr::Path(path) = unparen(&c.func)
                && let Some(value) = self.function_of_foreign(c, path)
            {
                return Some(value);
            }
            return Some(
                self.opaque_expr(&Expr::Call(c.clone()), (name == "from_bits").then_some(ty)),
            );
        };
        let mut vars = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let var = self.operand_var(arg);
            let want = if prim == Prim::Powi && i == 1 { Ty::Int("i32") } else { ty.clone() };
            self.unify_var(var, &want);
            vars.push(var);
        }
        Some(self.prim(name, prim, vars, span))
    }

    /// Whether an expression is a sequence whose elements have no destructors.
    fn is_plain_sequence(&mut self, e: &Expr) -> bool {
        self.names.inferred.drops_nothing(e)
            && self.seen_type(e).is_some_and(|of| self.types.shallow(&of).is_sequence())
    }

    /// The type of the elements of a new sequence, as written or inferred.
    fn new_element(&mut self, c: &ExprCall) -> Ty {
        if let Expr::Path(p) = unparen(&c.func) {
            for segment in &p.path.segments {
                if let syn::PathArguments::AngleBracketed(args) = &segment.arguments
                    && let Some(syn::GenericArgument::Type(t)) = args.args.first()
                {
                    return self.types.annotation(t);
                }
            }
        }
        // of a value that is no variable, such as the content of a cell
        let inferred = self.names.inferred.call(c).cloned();
        let inferred = inferred.and_then(|ty| self.types.type_of_inferred(&ty));
        inferred.and_then(|ty| ty.element().cloned()).unwrap_or_else(|| self.types.any())
    }
}
