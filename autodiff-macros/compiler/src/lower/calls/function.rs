//! Calls of functions.

use crate::diagnostics::respanned;
use crate::lower::calls::arguments::LoweredArg;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::{Expr, ExprCall};

impl Lowerer<'_> {
    pub fn call(&mut self, c: &ExprCall) -> Value {
        if let Some(choice) = self.call_with_choice_outside(c) {
            return self.expr(&choice);
        }
        let Expr::Path(path) = unparen(&c.func) else {
            // a closure, or what a function gives
            if let called @ (Expr::Closure(_) | Expr::Call(_) | Expr::MethodCall(_)) =
                unparen(&c.func)
            {
                match self.operand(called) {
                    Value::Closure(f) => {
                        let arguments = c.args.iter().map(|a| self.operand(a)).collect();
                        return self.inline(&f, arguments, c.span());
                    }
                    Value::Never => return Value::Never,
                    _ => {}
                }
            }
            let message = match unparen(&c.func) {
                Expr::Field(_) | Expr::Index(_) => {
                    "what function this is, the compiler cannot see: let it be a parameter by \
                     itself, as in `f: impl Fn(f64) -> f64`, or let the struct hold a value of a \
                     type that implements a trait with #[differentiate], and call its method"
                }
                _ => {
                    "only functions named by a path can be called here: write a function with \
                     #[differentiate]"
                }
            };
            return self.fail(&c.func, message);
        };
        let names: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if let [name] = names[..]
            && let Some(binding) = self.lookup(name).cloned()
        {
            if let Binding::Closure(f) = &binding {
                let arguments = c
                    .args
                    .iter()
                    .enumerate()
                    .map(|(k, a)| self.closure_argument(f.params.get(k), a))
                    .collect();
                return self.inline(f, arguments, c.span());
            }
            if let Some((f, function)) = self.function_of(&binding) {
                return self.call_function(f, &function, c);
            }
            let ty = Self::slots_of(&binding).first().map(|s| self.slots[*s].ty.clone());
            if ty.is_some_and(|ty| matches!(self.types.origin(&ty), Some(Origin::Error))) {
                // what the variable is has been reported
                return Value::Var(self.dummy(c.span()), false);
            }
            // a function that a function without reals returns
            if let Binding::Slot(slot) = binding
                && !self.slots[slot].mutable
                && matches!(self.types.shallow(&self.slots[slot].ty), Ty::Infer(_) | Ty::Foreign(_))
            {
                return self.opaque_expr(&Expr::Call(c.clone()), None);
            }
            return self.fail(
                c,
                format!(
                    "calling the variable `{name}` is not supported: the \
                compiler cannot see what it is; call a closure, or a function by its name"
                ),
            );
        }
        let in_std = self.world().path_in_std(&names).unwrap_or_default();
        let names: Vec<&str> =
            if in_std.is_empty() { names } else { in_std.iter().map(String::as_str).collect() };
        let is_own = in_std.is_empty() && self.world().is_own_path(&names);
        if !is_own && let Some(value) = self.std_call(c, &names) {
            return value;
        }
        if let Some(value) = self.scalar_call(c) {
            return value;
        }
        if !is_own && let Some(value) = self.known_call(c, &names) {
            return value;
        }
        if let Some(value) = self.libm_call(c, path) {
            return value;
        }
        let last = names.last().copied().unwrap_or_default();
        if let (Some(ok), [argument]) =
            (library::result::is_ok(&path.path), &c.args.iter().collect::<Vec<_>>()[..])
        {
            return if ok {
                self.succeeded(argument, c.span())
            } else {
                self.failed(argument, c.span())
            };
        }
        if let (true, Some(x)) = (library::option::is_some(&path.path), c.args.first()) {
            let value = self.operand(x);
            return self.some(value, c.span());
        }
        // `Arc::new(center, radii, …)` is of a type of the user's, a part of a circle
        // of a path in std its type and the function
        let of_type = if in_std.len() > 2 { &names[names.len() - 2..] } else { &names[..] };
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
        if is_variant || of_std {
            let advice = if is_variant {
                "use a tuple of a bool and the value, or plain values"
            } else {
                "use the value itself"
            };
            let what = if advice.ends_with("itself") {
                of_type.first().copied().unwrap_or(last)
            } else {
                last
            };
            return self.fail(c, format!("`{what}` values are not supported yet: {advice}"));
        }
        if self.constructs(&path.path) {
            if self.makes_guard(&path.path) {
                return self.guard(&Expr::Call(c.clone()));
            }
            let arguments: Vec<&Expr> = c.args.iter().collect();
            return self.tuple_literal(&path.path, &arguments, c.span());
        }
        self.user_call(c, path, &names)
    }

    /// An argument of a closure: a function that is named is one as a closure that calls it.
    fn closure_argument(&mut self, param: Option<&syn::Pat>, argument: &Expr) -> Value {
        let place = if let Expr::Reference(reference) = unparen(argument) {
            &reference.expr
        } else {
            argument
        };
        if let Some(syn::Pat::Type(param)) = param
            && let Some(function) = crate::params::of_closure_parameter(&param.ty)
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
                                "the length of this array is not known here: \
                                give it a `let` of its own with its type, as in `let a: [f64; 3] = \
                                …;`",
                            ));
                        }
                    },
                };
                let [f] = args[..] else { return None };
                let f = self.callable(f)?;
                let code = places::place::Code::new(length.clone(), "n", Ty::USIZE);
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

    /// A function of std or of the runtime that the compiler knows.
    fn known_call(&mut self, c: &ExprCall, names: &[&str]) -> Option<Value> {
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
                Some(self.copied(value, span))
            }
            (["constant"], _) => Some(self.fail(
                c,
                "`constant` takes one value: of several, make a tuple of calls, \
                    as in `(constant(a), constant(b))`",
            )),
            ([.., "__private", name], [x]) => {
                let prim = Prim::from_runtime(name)?;
                let x = self.operand_var(x);
                let ty = self.ty(x);
                self.types.narrow(&ty, Kind::Float);
                Some(self.prim(name, prim, vec![x], span))
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
            ([.., "cmp", name @ ("min" | "max")], [a, b]) => {
                self.witness_call(c, quote::quote!(fn(AnyValue, AnyValue) -> AnyValue));
                let (a, b) = (self.operand_var(a), self.operand_var(b));
                let ty = self.ty(b);
                self.unify_var(a, &ty);
                Some(self.prim(
                    name,
                    if *name == "min" { Prim::Min } else { Prim::Max },
                    vec![a, b],
                    span,
                ))
            }
            // what it is of, the use tells
            ([.., "Default", "default"], []) => {
                let path = &c.func;
                let ty = self.types.any();
                Some(self.default_value(ty, quote::quote!(#path()), span))
            }
            ([.., "Vec", "new"], []) | ([.., "Vec", "with_capacity"], [_]) => {
                if let [capacity] = args[..] {
                    let n = self.operand_var(capacity);
                    self.unify_var(n, &Ty::USIZE);
                }
                let element = self.turbofish_element(c);
                Some(Value::Var(
                    self.emit("vec", Ty::Vec(Box::new(element)), Op::Array(Vec::new()), span),
                    false,
                ))
            }
            ([.., "VecDeque", "new"], []) | ([.., "VecDeque", "with_capacity"], [_]) => {
                let arguments =
                    if args.is_empty() { quote::quote!() } else { quote::quote!(usize) };
                self.witness_call(
                    c,
                    quote::quote!(fn(#arguments) -> ::autodiff::__private::VecDeque<AnyValue>),
                );
                if let [capacity] = args[..] {
                    let n = self.operand_var(capacity);
                    self.unify_var(n, &Ty::USIZE);
                }
                let element = self.turbofish_element(c);
                Some(Value::Var(
                    self.emit("deque", Ty::Deque(Box::new(element)), Op::Array(Vec::new()), span),
                    false,
                ))
            }
            ([.., "VecDeque", "from"], [a]) => {
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
                Some(self.filled(&Iter::Items(items), ty, span))
            }
            ([.., container @ ("Vec" | "VecDeque"), "from_iter"], [a]) => {
                self.witness_call(c, quote::quote!(fn(::core::option::Option<AnyValue>) -> _));
                let items = self.iterable(a)?;
                let element = Box::new(self.types.any());
                let ty = if *container == "Vec" { Ty::Vec(element) } else { Ty::Deque(element) };
                Some(self.filled(&items, ty, span))
            }
            ([.., "Vec", "from"], [a]) => {
                let value = self.operand(a);
                let is_reference = matches!(value, Value::Var(_, true));
                let var = self.scalar(value, span);
                let ty = self.ty(var);
                if matches!(self.types.shallow(&ty), Ty::Deque(_)) {
                    let items = self.sequence(
                        Located::Value(Value::Var(var, false)),
                        Some(BorrowMode::Value),
                        a,
                    )?;
                    let ty = Ty::Vec(Box::new(self.types.any()));
                    return Some(self.filled(&Iter::Items(items), ty, span));
                }
                let element = self.types.element(&ty)?;
                if is_reference {
                    self.note_clone(&ty, span);
                }
                Some(Value::Var(
                    self.emit("vec", Ty::Vec(Box::new(element)), Op::Read(Place::whole(var)), span),
                    false,
                ))
            }
            ([.., "Box", "new"], [x]) => {
                self.witness_call(
                    c,
                    quote::quote!(fn(AnyValue) -> ::autodiff::__private::Box<AnyValue>),
                );
                let value = self.operand(x);
                Some(self.boxed(value, span))
            }
            ([.., real @ ("f64" | "f32"), name], args) if !args.is_empty() => {
                self.real_function(c, real, name, args, span)
            }
            ([.., int, name @ ("min" | "max")], [a, b]) if types::int(int).is_some() => {
                let ty = types::int(int)?;
                let (a, b) = (self.operand_var(a), self.operand_var(b));
                self.unify_var(a, &ty);
                self.unify_var(b, &ty);
                Some(self.prim(
                    name,
                    if *name == "min" { Prim::Min } else { Prim::Max },
                    vec![a, b],
                    span,
                ))
            }
            ([.., int, "from"], [x]) if types::int(int).is_some() => {
                let ty = types::int(int)?;
                let x = self.operand_var(x);
                Some(Value::Var(self.emit("cast", ty, Op::Cast(x), span), false))
            }
            (
                [
                    ..,
                    int,
                    "abs_diff" | "wrapping_add" | "wrapping_sub" | "wrapping_mul"
                    | "saturating_sub" | "saturating_add",
                ],
                [_, _],
            ) if types::int(int)
                .is_some_and(|ty| !matches!(ty, Ty::Int(name) if name.starts_with('i'))) =>
            {
                let ty = types::int(int)?;
                Some(self.call_of_evaluated(c, ty.clone(), Some(&ty), false))
            }
            ([.., owner, last], _) if types::primitive(owner).is_some() => {
                let same = matches!(
                    *last,
                    "pow"
                        | "wrapping_add"
                        | "wrapping_sub"
                        | "wrapping_mul"
                        | "saturating_sub"
                        | "saturating_add"
                );
                let is_text = matches!(
                    (*owner, *last),
                    ("String", "new" | "from" | "with_capacity" | "from_iter")
                );
                let ty = if same || is_text { types::primitive(owner) } else { None };
                Some(self.opaque_expr(&Expr::Call(c.clone()), ty))
            }
            _ => None,
        }
    }

    /// A function is taken for one of the library or of `std` by its name: if the name is the
    /// user's own, this does not compile.
    fn witness_call(&mut self, c: &ExprCall, signature: TokenStream) {
        let Expr::Path(path) = unparen(&c.func) else { return };
        let is_absolute = path
            .path
            .segments
            .first()
            .is_some_and(|s| ["std", "core", "autodiff"].iter().any(|n| s.ident == n));
        if !is_absolute {
            self.witness(signature, &path.path.to_token_stream(), path.span());
        }
    }

    /// A sequence of std by its name: if the name is the user's own, this does not compile.
    pub fn means_std(&mut self, written: &syn::Type) {
        let syn::Type::Path(path) = written else { return };
        let mut of = path.path.clone();
        let Some(last) = of.segments.last_mut() else { return };
        last.arguments = syn::PathArguments::None;
        if last.ident == "VecDeque" {
            self.witness(
                quote::quote!(fn() -> ::autodiff::__private::VecDeque<AnyValue>),
                &quote::quote!(#of::new),
                written.span(),
            );
        }
    }

    pub fn witness(&mut self, ty: TokenStream, value: &TokenStream, span: Span) {
        let ty = respanned(ty, span);
        let item = quote::quote_spanned!(span=> const _: () = { use ::autodiff::__private::AnyValue;
            let _: #ty = #value; };);
        if !self.witnesses.iter().any(|w| w.to_string() == item.to_string()) {
            self.witnesses.push(item);
        }
    }

    fn constant(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Tuple(parts) => {
                Value::Tuple(parts.into_iter().map(|p| self.constant(p, span)).collect())
            }
            Value::Never => Value::Never,
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
                let o = self.settled_outcome(*o, span);
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
            let x = self.operand_var(x);
            return Some(match self.shallow(x) {
                Ty::Real(_) | Ty::Int(_) => {
                    Value::Var(self.emit("cast", ty, Op::Cast(x), span), false)
                }
                _ => {
                    // a name of ours stands for the place itself, so that what is a reference
                    // remains one
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

    fn turbofish_element(&mut self, c: &ExprCall) -> Ty {
        if let Expr::Path(p) = unparen(&c.func) {
            for segment in &p.path.segments {
                if let syn::PathArguments::AngleBracketed(args) = &segment.arguments
                    && let Some(syn::GenericArgument::Type(t)) = args.args.first()
                {
                    return self.types.annotation(t);
                }
            }
        }
        self.types.any()
    }

    // ---------- std::mem

    /// The place that an argument `&mut place` refers to.
    fn unique_place(&mut self, e: &Expr) -> Option<Located> {
        if let Expr::Reference(r) = unparen(e)
            && r.mutability.is_some()
            && let Expr::Path(_) = unparen(&r.expr)
        {
            match self.locate(&r.expr) {
                place @ (Located::Tuple(_) | Located::Option(..)) => return Some(place),
                Located::Spot(Spot { by: BorrowMode::Unique, .. })
                | Located::Value(Value::Alias(_)) => {
                    self.error(e, places::place::CHANGED_REFERENCE);
                    return None;
                }
                _ => {}
            }
        }
        match self.locate(e) {
            place @ Located::Option(..) => Some(place),
            Located::Spot(s) if s.by == BorrowMode::Unique => {
                Some(Located::Spot(Spot { by: BorrowMode::Value, ..s }))
            }
            Located::Value(Value::Alias(a)) => Some(Located::Spot(Spot {
                root: Root::Slot(a.slot),
                path: a.path,
                ty: a.ty,
                by: BorrowMode::Value,
            })),
            Located::Tuple(parts) => Some(Located::Tuple(parts)),
            Located::Value(Value::Closure(_)) => {
                self.error(
                    e,
                    "a closure is exchanged or replaced here, which is not supported: \
                    call the one that is needed",
                );
                None
            }
            // of something else, which has been reported
            _ if matches!(unparen(e), Expr::Reference(r) if r.mutability.is_some()) => None,
            _ => {
                self.error(e, "this must be `&mut` of a variable or of an element");
                None
            }
        }
    }

    fn mem_swap(&mut self, a: &Expr, b: &Expr) -> Value {
        let Some(x) = self.unique_place(a) else { return Value::Tuple(Vec::new()) };
        let Some(y) = self.unique_place(b) else { return Value::Tuple(Vec::new()) };
        if let (Located::Spot(p), Located::Spot(q)) = (&x, &y)
            && let (Root::Slot(p_slot), Root::Slot(q_slot)) = (p.root, q.root)
        {
            let (tx, ty) = (p.ty.clone(), q.ty.clone());
            self.types.unify(&tx, &ty);
            if p.path.is_empty() && q.path.is_empty() {
                // each takes over the other's version
                self.env.swap(p_slot, q_slot);
                return Value::Tuple(Vec::new());
            }
            // fields of an enum's are not places side by side
            let of_enum = |path: &[Step]| {
                path.iter()
                    .any(|step| matches!(step, Step::Member(Member { variant: Some(_), .. })))
            };
            if p_slot == q_slot && !of_enum(&p.path) && !of_enum(&q.path) {
                let span = a.span();
                let root = self.current(p.root, span);
                let (i, j) = (p.path.clone(), q.path.clone());
                self.new_version(p_slot, Op::Swap(root, i, j), span);
                return Value::Tuple(Vec::new());
            }
        }
        let old_x = self.value_of(x.clone(), a.span());
        let old_y = self.value_of(y.clone(), b.span());
        self.write(x, old_y, a);
        self.write(y, old_x, b);
        Value::Tuple(Vec::new())
    }

    /// What `Default` says of a type.
    pub fn default_value(&mut self, ty: Ty, code: TokenStream, span: Span) -> Value {
        let opaque = Opaque { total: true, ..Opaque::new(code, Vec::new(), "a default value") };
        Value::Var(self.emit("value", ty, Op::Opaque(Box::new(opaque)), span), false)
    }

    /// The default of what a place holds.
    fn default_of(&mut self, place: &Located, at: &Expr) -> Option<Value> {
        let span = at.span();
        Some(match place {
            Located::Tuple(parts) => {
                let parts = parts.iter().map(|p| {
                    let place = self.locate_binding(p, span);
                    self.default_of(&place, at)
                });
                Value::Tuple(parts.collect::<Option<Vec<_>>>()?)
            }
            Located::Option(..) => self.none(span),
            Located::Spot(s) => {
                let ty = self.types.shallow(&s.ty);
                match ty {
                    Ty::Vec(_) | Ty::Deque(_) => {
                        Value::Var(self.emit("vec", ty, Op::Array(Vec::new()), span), false)
                    }
                    Ty::Bool => Value::Var(self.bool(false, span), false),
                    Ty::Real(_) | Ty::Int(_) => {
                        Value::Var(self.neutral(ty, Neutral::Zero, span), false)
                    }
                    Ty::Infer(_) if self.types.kind(&ty).is_some_and(|kind| kind != Kind::Any) => {
                        Value::Var(self.neutral(ty, Neutral::Zero, span), false)
                    }
                    Ty::Wrapped(Wrapper::Option, _) => self.none(span),
                    Ty::Slice(_) | Ty::Function(_) | Ty::Code(_) => return None,
                    ty => {
                        // code that reads its fields does not tell rustc its type
                        let named =
                            self.types.name_of(&ty).and_then(|name| syn::parse_str(&name).ok());
                        let code = named.map_or_else(
                            || quote::quote!(::core::default::Default::default()),
                            |of| self.default_code(&of),
                        );
                        self.default_value(ty, code, span)
                    }
                }
            }
            _ => return None,
        })
    }

    fn mem_replace(&mut self, a: &Expr, new: Option<&Expr>) -> Value {
        let span = a.span();
        let Some(place) = self.unique_place(a) else { return Value::Var(self.dummy(span), false) };
        let new = match new {
            Some(new) => self.operand(new),
            None => match self.default_of(&place, a) {
                Some(value) => value,
                None => return self.fail(
                    a,
                    "`mem::take` is not supported for this type: write `mem::replace(&mut x, new)`",
                ),
            },
        };
        let old = self.value_of(place.clone(), span);
        self.write(place, new, a);
        old
    }

    // ---------- calls of the user's functions

    pub fn user_call(&mut self, c: &ExprCall, path: &syn::ExprPath, names: &[&str]) -> Value {
        if let Some(value) =
            self.counted_by_function(c, path).or_else(|| self.associated_call(c, path))
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
        // its marker is made by a macro, and may not hide one that a glob brings in
        let tokens = if !recursive
            && bare.path.get_ident().is_some_and(|name| self.world().hides_glob(&name.to_string()))
        {
            quote::quote_spanned!(span=> self::#tokens)
        } else {
            tokens
        };
        let callee = Callee { turbofish, ..Callee::new(tokens, recursive) };
        if let Some(function) =
            self.function(&self.called(&callee)).filter(|of| of.inputs.len() != c.args.len())
        {
            let message = format!(
                "`{name}` takes a different number of arguments: {}, not {}",
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
        let told =
            if mutable.is_none() { self.references(&self.called(&callee)) } else { Vec::new() };
        let passed = self.passed(c.args.iter(), |k| {
            mutable
                .as_ref()
                .map_or_else(|| told.get(k).copied()?, |mutable| mutable.get(k).copied())
        });
        let before =
            self.before(&passed, mutable.is_some() || recursive, std::ptr::from_ref(c).cast());
        self.finish_call_of(callee, passed, known, before, &name, span, c)
    }

    /// What is known of the arguments by unique reference of a call. A variable that is a mutable
    /// reference may be passed on as a shared one, and the signature is not seen; but what is
    /// called for nothing else changes its only such argument.
    pub fn before(&self, passed: &[LoweredArg], known: bool, call: *const ()) -> Vec<PriorValue> {
        let uniques =
            passed.iter().filter(|passed| matches!(passed.argument, Argument::Unique(_))).count();
        if known || uniques == 0 || (uniques == 1 && self.discarded == Some(call)) {
            return Vec::new();
        }
        // what a source of random numbers was, nobody reads again
        let unknown = |passed: &LoweredArg| passed.implicit && !passed.ty.is_source();
        passed
            .iter()
            .map(|passed| if unknown(passed) { PriorValue::Unknown } else { PriorValue::Changed })
            .collect()
    }

    /// A call with its arguments evaluated; `known` is the type of its output, if it is.
    pub fn finish_call(
        &mut self,
        callee: Callee,
        arguments: Vec<LoweredArg>,
        known: Option<Ty>,
        name: &str,
        span: Span,
        at: &dyn ToTokens,
    ) -> Value {
        self.finish_call_of(callee, arguments, known, Vec::new(), name, span, at)
    }

    /// The same; `before` tells what is known of the arguments by unique reference.
    #[allow(clippy::too_many_arguments, reason = "those of a call, and what is known of one")]
    pub fn finish_call_of(
        &mut self,
        mut callee: Callee,
        arguments: Vec<LoweredArg>,
        known: Option<Ty>,
        before: Vec<PriorValue>,
        name: &str,
        span: Span,
        at: &dyn ToTokens,
    ) -> Value {
        self.tell_literals(&callee, &arguments);
        self.tell_constants(&callee, &arguments);
        // an operator is found through its types; what `a + b + c + …` gives would contain what
        // `a + b` does twice, and so on
        let is_method = callee.method.is_some();
        let by_name = callee.method.as_ref().is_some_and(|m| {
            matches!(m.spelling, crate::ir::types::Spelling::Dot | crate::ir::types::Spelling::Path)
        });
        let told = |passed: &LoweredArg| {
            !is_method || by_name || matches!(passed.argument, Argument::Unique(_))
        };
        callee.arguments = arguments
            .iter()
            .map(|p| if told(p) { p.ty.clone() } else { Ty::Foreign(quote::quote!(_)) })
            .collect();
        let (mut arguments, before) = self.flattened(&mut callee, arguments, before, at);
        let spellings = arguments.iter().map(|passed| passed.spelling.clone()).collect();
        // the places are consumed only now, after all arguments have been evaluated
        let mut changed: Vec<(SlotId, Var)> = Vec::new();
        let mut versions = Vec::new();
        let mut parts = Vec::new();
        let shared: Vec<SlotId> =
            arguments.iter().filter_map(|passed| self.viewed_slot(&passed.argument)).collect();
        for passed in &mut arguments {
            if let (Argument::Unique(place), Some(slot)) = (&mut passed.argument, &passed.slot) {
                if let Some(version) = self.env.get(*slot).copied().flatten()
                    && version != place.root
                {
                    self.error(
                        at,
                        "an argument changes what another argument borrows: give it a \
                        `let` of its own first",
                    );
                }
                // whatever is called changes no tangent through it
                let is_passive = !place.path.is_empty()
                    && self.types.is_discrete(&passed.ty)
                    && !self.types.is_discrete(&self.slots[*slot].ty);
                let is_taken_out =
                    changed.iter().any(|(other, _)| other == slot) || shared.contains(slot);
                if is_taken_out || place.is_constant() || is_passive {
                    // `f(&mut s.a, &mut s.b)`: a version has one successor, so the second part is
                    // taken out and put back; so is what has no tangent in the whole, and a part of
                    // what the call borrows another part of
                    let ty = self.types.shallow(&passed.ty);
                    let is_slice = matches!(ty, Ty::Slice(_))
                        || matches!(place.path.last(), Some(Step::Slice { .. }));
                    // asked of a slice only: of an unknown type it would say that it is a sequence
                    let element = if is_slice { self.types.element(&ty) } else { None };
                    let owned = element.clone().map_or(ty, |element| Ty::Vec(Box::new(element)));
                    let part = self.emit("part", owned.clone(), Op::Read(place.clone()), span);
                    let after = self.f.fresh_primal("part", owned, span);
                    versions.push(after);
                    let slice = element.map(|element| (passed.ty.clone(), element));
                    parts.push((*slot, std::mem::take(&mut place.path), slice, after));
                    place.root = part;
                    continue;
                }
                self.keep_for_others(place.root, *slot, span);
                let (name, ty) = (self.slots[*slot].name.clone(), self.slots[*slot].ty.clone());
                let var = self.f.fresh_primal(name, ty, span);
                self.named.insert(var);
                changed.push((*slot, var));
                versions.push(var);
            }
        }
        let known = if callee.recursive {
            Some(self.output.clone())
        } else {
            known
                .or_else(|| self.shown_output(&callee))
                .or_else(|| self.kept_output(&callee))
                .or_else(|| self.types.with_other_arguments(&callee))
        };
        let lends = self.gives_reference(&callee);
        let (output, value) = if let Some(ty) = known {
            self.output_tree(&ty, name, span)
        } else {
            let ty = self.types.fresh(Kind::Any, Origin::Call(Projection::Output(callee.clone())));
            let var = self.f.fresh_primal(name, ty, span);
            (Tree::Leaf(var), Value::Var(var, false))
        };
        let mut vars = output.leaves();
        if let Some(first) = vars.first() {
            self.spellings.insert(*first, spellings);
        }
        vars.extend(versions);
        let back: Vec<(SlotId, Binding)> =
            arguments.iter_mut().filter_map(|passed| passed.slot.zip(passed.back.take())).collect();
        let arguments = arguments.into_iter().map(|passed| passed.argument).collect();
        self.push(vars, Op::Call(Call { callee, arguments, output, before }), span);
        for (slot, var) in changed {
            self.env[slot] = Some(var);
        }
        for (slot, path, slice, after) in parts {
            match slice {
                Some(types) => self.put_back(slot, path, types, after, span),
                None => self.update(slot, &path, after, span),
            }
        }
        for (slot, parts) in back {
            let whole = self.current(Root::Slot(slot), span);
            self.store_result(&parts, Value::Var(whole, false), span);
        }
        match value {
            Value::Var(v, false) if lends => Value::Var(v, true),
            value => value,
        }
    }

    /// Other variables that have the value which a call changes get a copy of it. (Of a scalar none
    /// remains.)
    fn keep_for_others(&mut self, changed: Var, slot: SlotId, span: Span) {
        // sequences have been copied where they got a second name
        let shares =
            |s: &SlotId| *s != slot && self.env[*s] == Some(changed) && !self.slots[*s].reference;
        let others: Vec<SlotId> = (0..self.env.len()).filter(shares).collect();
        if others.is_empty() || self.slots[slot].reference || self.shallow(changed).is_sequence() {
            return;
        }
        let copy = self.copy(changed, span);
        others.into_iter().for_each(|other| self.env[other] = Some(copy));
    }

    fn output_tree(&mut self, ty: &Ty, name: &str, span: Span) -> (Tree, Value) {
        match ty {
            Ty::Tuple(parts) => {
                let (trees, values) = parts
                    .iter()
                    .enumerate()
                    .map(|(i, t)| self.output_tree(t, &format!("{name}_{i}"), span))
                    .unzip();
                (Tree::Tuple(trees), Value::Tuple(values))
            }
            ty => {
                let var = self.f.fresh_primal(name, ty.clone(), span);
                (Tree::Leaf(var), Value::Var(var, false))
            }
        }
    }
}
/// The generic arguments after the last name of a path, taken out of it.
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
