//! Functions as values: parameters that are called, and what is passed for them.
//!
//! A parameter `f: impl Fn(f64) -> f64`, `F` or `fn(f64) -> f64` is a variable of type
//! [`Ty::Function`], behind a reference whatever the user wrote. It can be called, which is a call
//! with the variable as its first argument, and passed on. Its type has a type parameter of its
//! own, which stands for the function's code, in generated code: whatever has derivatives may be
//! passed there.
//!
//! What a caller passes is one of
//!
//! - such a variable;
//! - a differentiated function by its path, or a method; `f64::sin` and the like as the closure
//!   `|x| f64::sin(x)`;
//! - a closure, or a function inside of the body. It is *lifted*: its body, in the place of the
//!   call, is lowered as a block of its own; the variables that are free in the block are what it
//!   captures, and block, captures and arguments make up a function which goes through all passes
//!   like one of the user's. At the call the captures are arguments by shared reference, one after
//!   the other. A closure that changes what it captures cannot be lifted.
//!
//! A call that turns out to see no active value is the user's, as he wrote it, where that is
//! possible.

use crate::lower::functions::closure::Closure;
use crate::lower::places::place::{Alias, unparen};
use crate::lower::*;
use crate::params::{Written, of_bound, of_type};
use crate::primitives::Prim;
use std::rc::Rc;
use syn::{Expr, Pat, Type};

/// A closure that was made a function, or one that is being made one.
pub struct Lifted {
    /// Its name.
    pub name: String,
    /// What it captures.
    pub captures: Vec<Var>,
    /// Which of that depends on no active value.
    pub inactive: Vec<bool>,
    /// Its own parameters.
    pub params: Vec<Param>,
    /// Its body; the results are those of `output`, and the final versions of parameters by mutable
    /// reference.
    pub body: Block,
    /// Its result.
    pub output: Tree,
    pub span: Span,
}

/// A function among the arguments of a call.
pub struct PassedFunction {
    pub code: Callee,
    pub captures: Vec<Var>,
}

impl Lowerer<'_> {
    // ---------- parameters

    /// A type parameter that is a function.
    pub fn function_parameter(
        &mut self,
        sig: &syn::Signature,
        t: &syn::TypeParam,
    ) -> Option<GenericParam> {
        let written = params::bounds(&sig.generics, &t.ident).find_map(of_bound)?;
        let function = self.function_type(&written, t.ident.to_string(), t)?;
        self.functions.push(function.clone());
        Some(GenericParam {
            name: t.ident.clone(),
            kind: GenericKind::Function(function),
            bounds: TokenStream::new(),
        })
    }

    fn function_type(
        &mut self,
        written: &Written<'_>,
        name: String,
        at: &dyn ToTokens,
    ) -> Option<Rc<FunctionType>> {
        let mut params = Vec::new();
        for input in &written.inputs {
            let (passing, inner) = match input {
                Type::Reference(r) if self.types.signature(input).is_none() => (
                    if r.mutability.is_some() { Passing::Unique } else { Passing::Shared },
                    &*r.elem,
                ),
                ty => (Passing::Value, *ty),
            };
            let Some(ty) = self
                .types
                .signature(inner)
                .filter(|ty| passing != Passing::Value || !matches!(ty, Ty::Slice(_)))
            else {
                self.error(
                    input,
                    format!(
                        "a function with an argument of type `{}` is not \
                    supported as a parameter yet",
                        text(input)
                    ),
                );
                return None;
            };
            params.push((passing, ty));
        }
        let output = match written.output {
            syn::ReturnType::Default => Ty::unit(),
            syn::ReturnType::Type(_, ty) => match self.types.signature(ty) {
                Some(Ty::Slice(_)) | None => {
                    self.error(
                        ty,
                        format!(
                            "a function with a result of type `{}` is not supported \
                        as a parameter yet",
                            text(ty)
                        ),
                    );
                    return None;
                }
                Some(ty) => ty,
            },
        };
        if matches!(&output, Ty::Tuple(parts) if parts.is_empty())
            && !params.iter().any(|(passing, ty)| *passing == Passing::Unique && !ty.is_discrete())
        {
            self.error(
                at,
                "a function that returns nothing is not supported as a parameter: let \
                it return a value",
            );
            return None;
        }
        Some(Rc::new(FunctionType { name, passing: Passing::Value, params, output }))
    }

    /// A parameter that is a function.
    pub fn function_param(&mut self, input: &syn::PatType, number: usize) -> Option<Param> {
        let (passing, inner) = match &*input.ty {
            Type::Reference(r) => {
                (if r.mutability.is_some() { Passing::Unique } else { Passing::Shared }, &*r.elem)
            }
            ty => (Passing::Value, ty),
        };
        let name = match &*input.pat {
            Pat::Ident(p) => p.ident.to_string(),
            _ => format!("argument_{number}"),
        };
        let named = match inner {
            Type::Path(p) => self.functions.iter().find(|f| p.path.is_ident(&f.name)).cloned(),
            _ => None,
        };
        let function = match (named, of_type(inner)) {
            (Some(function), _) => function,
            (None, Some(written)) => {
                let mut code = format!("{}Function", camel_case(name.trim_start_matches("r#")));
                while self.functions.iter().any(|f| f.name == code) {
                    code.push('_');
                }
                let Some(function) = self.function_type(&written, code.clone(), &input.ty) else {
                    return Some(self.unknown_function(input, name));
                };
                self.functions.push(function.clone());
                let ident = proc_macro2::Ident::new(&code, Span::call_site());
                let kind = GenericKind::Function(function.clone());
                self.anonymous.push(GenericParam { name: ident, kind, bounds: TokenStream::new() });
                function
            }
            (None, None) => return None,
        };
        for attribute in &input.attrs {
            if attribute.path().is_ident("constant") {
                self.error(
                    attribute,
                    "a function cannot be `#[constant]`: where it is to have no derivative, write \
                     `constant(…)` around what it is called with, and around what it captures",
                );
            }
        }
        let function = Rc::new(FunctionType { passing, ..(*function).clone() });
        Some(self.param_of(&name, Ty::Function(function), input))
    }

    fn unknown_function(&mut self, input: &syn::PatType, name: String) -> Param {
        let ty = self.types.fresh(Kind::Any, Origin::Error);
        self.param_of(&name, ty, input)
    }

    fn param_of(&mut self, name: &str, ty: Ty, input: &syn::PatType) -> Param {
        let var = self.f.fresh_primal(name, ty.clone(), input.pat.span());
        self.f.params.push(var);
        self.named.insert(var);
        let rust_type = input.ty.to_token_stream();
        Param {
            name: name.to_string(),
            rust_type,
            ty,
            passing: Passing::Shared,
            constant: false,
            converts: false,
            lends: false,
            value: Tree::Leaf(var),
        }
    }

    /// The name of a parameter that is a function.
    pub fn bind_function(&mut self, param: &Param) {
        let [var] = param.value.leaves()[..] else { return };
        let id = self.slot(&param.name, param.ty.clone(), false, Some(var));
        self.slots[id].reference = true;
        self.scope.push((param.name.clone(), Binding::Slot(id)));
    }

    /// The function that a variable is.
    pub fn function_of(&self, binding: &Binding) -> Option<(Var, Rc<FunctionType>)> {
        let Binding::Slot(slot) = binding else { return None };
        let var = self.env.get(*slot).copied().flatten()?;
        match self.f.ty(var) {
            Ty::Function(function) => Some((var, function.clone())),
            _ => None,
        }
    }

    // ---------- calls of parameters

    /// `f(x)`
    pub fn call_function(
        &mut self,
        f: Var,
        function: &Rc<FunctionType>,
        c: &syn::ExprCall,
    ) -> Value {
        let passed = self.passed(c.args.iter(), |_| None);
        self.call_function_with(f, function, passed, c.func.span(), c)
    }

    /// As [`call_function`](Self::call_function), with the arguments evaluated.
    pub fn apply_function(
        &mut self,
        f: Var,
        function: &Rc<FunctionType>,
        arguments: Vec<Value>,
        span: Span,
    ) -> Value {
        let mut passed = Vec::new();
        for value in arguments {
            let ty = self.value_ty(&value);
            let argument = match value {
                Value::Never => return Value::Never,
                Value::Var(v, true) => Argument::Shared(v),
                value => Argument::Value(self.tree(value, span)),
            };
            let by_reference = matches!(argument, Argument::Shared(_));
            passed.push(calls::arguments::LoweredArg::new(
                argument,
                None,
                ty,
                Spelling { name: None, by_reference },
            ));
        }
        let at = proc_macro2::Ident::new("f", span);
        self.call_function_with(f, function, passed, span, &at)
    }

    fn call_function_with(
        &mut self,
        f: Var,
        function: &Rc<FunctionType>,
        mut passed: Vec<calls::arguments::LoweredArg>,
        span: Span,
        at: &dyn ToTokens,
    ) -> Value {
        if passed.len() != function.params.len() || passed.iter().any(|p| p.function.is_some()) {
            return self.fail(
                at,
                format!(
                    "`{}` takes {} arguments, none of them a function",
                    self.f.name(f),
                    function.params.len()
                ),
            );
        }
        self.passed_as(&function.params, &mut passed, span);
        let name = self.f.name(f).to_string();
        let spelling = Spelling { name: None, by_reference: true };
        let ty = Ty::Function(function.clone());
        let first = calls::arguments::LoweredArg::new(Argument::Shared(f), None, ty, spelling);
        let path = proc_macro2::Ident::new(name.trim_start_matches("r#"), span).to_token_stream();
        let callee = Callee { object: Some(function.clone()), ..Callee::new(path, false) };
        passed.insert(0, first);
        self.finish_call(callee, passed, Some(function.output.clone()), "value", span, at)
    }

    // ---------- functions as arguments

    /// Whether an argument of a call is a function.
    pub fn is_function_argument(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Closure(_) => true,
            Expr::Reference(r) => self.is_function_argument(&r.expr),
            Expr::Path(p) => match p.path.get_ident().map(|i| self.lookup(&i.to_string())) {
                Some(Some(Binding::Closure(_))) => true,
                Some(Some(binding)) => self.function_of(binding).is_some(),
                _ => self.names_function(&p.path),
            },
            // what gives a closure
            Expr::Call(c) => {
                let name =
                    if let Expr::Path(p) = unparen(&c.func) { p.path.get_ident() } else { None };
                let called = name.and_then(|name| self.lookup(&name.to_string()));
                matches!(called, Some(Binding::Closure(of)) if of.output.as_ref()
                    .is_some_and(crate::world::inlined::is_function))
            }
            _ => false,
        }
    }

    /// An argument that is a function; `hint` are the types of its arguments, if they are seen.
    pub fn function_argument(
        &mut self,
        e: &Expr,
        hint: Option<&[Type]>,
    ) -> Option<calls::arguments::LoweredArg> {
        let of_parameter = |f: Var, function: Rc<FunctionType>| {
            calls::arguments::LoweredArg::new(
                Argument::Shared(f),
                None,
                Ty::Function(function),
                Spelling { name: None, by_reference: true },
            )
        };
        let function = match unparen(e) {
            Expr::Reference(r) => return self.function_argument(&r.expr, hint),
            Expr::Closure(c) => match self.closure(c) {
                Value::Closure(closure) => self.lift(&closure, hint, c.span())?,
                _ => return None,
            },
            Expr::Path(p) => {
                match p.path.get_ident().and_then(|i| self.lookup(&i.to_string()).cloned()) {
                    Some(Binding::Closure(closure)) => self.lift(&closure, hint, p.span())?,
                    Some(binding) => {
                        let (f, function) = self.function_of(&binding)?;
                        return Some(of_parameter(f, function));
                    }
                    None => self.named_function(p)?,
                }
            }
            Expr::Call(_) => match self.operand(e) {
                Value::Closure(closure) => self.lift(&closure, hint, e.span())?,
                _ => return None,
            },
            _ => return None,
        };
        let ty = Ty::Code(Box::new(function.code.clone()));
        let spelling = Spelling { name: None, by_reference: false };
        Some(calls::arguments::LoweredArg {
            function: Some(function),
            ..calls::arguments::LoweredArg::new(
                Argument::Value(Tree::Tuple(Vec::new())),
                None,
                ty,
                spelling,
            )
        })
    }

    /// A function by its path.
    fn named_function(&mut self, p: &syn::ExprPath) -> Option<PassedFunction> {
        if !self.names_function(&p.path) {
            return None;
        }
        let mut path = p.path.clone();
        let last = path.segments.last()?.ident.clone();
        let owner =
            (path.segments.len() > 1).then(|| path.segments[path.segments.len() - 2].ident.clone());
        // `f64::sin`, `T::sin`
        let of_real = |owner: &Ident| {
            let is_parameter =
                self.types.params.iter().any(|p| matches!(p, Real::Param(name) if owner == name));
            is_parameter || matches!(types::primitive(&owner.to_string()), Some(Ty::Real(_)))
        };
        if let Some(owner) = owner.as_ref().filter(|owner| of_real(owner)) {
            let closure: syn::ExprClosure =
                match (1..=2).find(|n| Prim::from_method(&last.to_string(), *n).is_some())? {
                    1 => syn::parse_quote_spanned!(p.span()=> |a: #owner| #path(a)),
                    _ => syn::parse_quote_spanned!(p.span()=> |a: #owner, b: #owner| #path(a, b)),
                };
            let Value::Closure(closure) = self.closure(&closure) else { return None };
            return self.lift(&closure, None, p.span());
        }
        if p.qself.is_some() || names::kinds::owner(&p.path).is_some_and(|of| self.names_type(&of))
        {
            let owner = match &p.qself {
                Some(qself) => qself.ty.to_token_stream(),
                None => {
                    path.segments.pop();
                    path.segments.pop_punct();
                    path.to_token_stream()
                }
            };
            let owner = Projection::Named(owner);
            let of = p
                .qself
                .as_ref()
                .and_then(|_| p.path.segments.iter().nth_back(1))
                .map(|s| s.ident.clone());
            let name = match self.declared_by_trait(&owner, &last.to_string(), of.as_ref()) {
                Some(functions::implementors::Declaration { object: Err(why), .. }) => {
                    self.error(p, why);
                    return None;
                }
                Some(declared) => declared.qualified(),
                None => last.to_string(),
            };
            let method = crate::ir::types::Method {
                owner: Ty::Projected(owner),
                name,
                right: None,
                spelling: crate::ir::types::Spelling::Path,
                marker: None,
            };
            let code = Callee {
                method: Some(Box::new(method)),
                ..Callee::new(p.to_token_stream(), false)
            };
            return Some(PassedFunction { code, captures: Vec::new() });
        }
        let turbofish = calls::function::take_turbofish(&mut path);
        let code = Callee { turbofish, ..Callee::new(path.to_token_stream(), false) };
        Some(PassedFunction { code, captures: Vec::new() })
    }

    /// A call with functions among its arguments.
    pub fn call_with_functions(
        &mut self,
        c: &syn::ExprCall,
        mut callee: Callee,
        signature: Option<GroupSignature>,
        name: &str,
    ) -> Value {
        let span = c.func.span();
        let known =
            signature.as_ref().and_then(|s| s.output.as_ref()).and_then(|ty| self.types.result(ty));
        let (hints, mutable) = signature.map(|s| (s.functions, s.mutable)).unzip();
        let hints = hints.unwrap_or_default();
        // in the user's own call
        let alternative = self.attempt(|s| match s.opaque_call(c) {
            Some(opaque) => Some(opaque),
            None => {
                s.error(c, "not to be passed through");
                None
            }
        });
        let passed = self.attempt(|s| {
            let all = c.args.iter().enumerate().map(|(k, e)| match s.is_function_argument(e) {
                true => s.function_argument(e, hints.get(k).and_then(|hint| hint.as_deref())),
                false => Some(s.value_argument(
                    e,
                    mutable.as_ref().and_then(|mutable| mutable.get(k).copied()),
                )),
            });
            all.collect::<Option<Vec<calls::arguments::LoweredArg>>>()
        });
        let passed = match (passed, alternative) {
            (Ok(passed), alternative) => {
                // the arguments tell the parameters of the callee, of which some are functions
                callee.turbofish = TokenStream::new();
                let first = self.f.vars.len();
                let before = self.before(
                    &passed,
                    mutable.is_some() || callee.recursive,
                    std::ptr::from_ref(c).cast(),
                );
                let value = self.finish_call_of(callee, passed, known, before, name, span, c);
                if let Some(l) = self.blocks.last().and_then(|b| b.lets.last())
                    && let (Op::Call(call), true) =
                        (&l.op, l.vars.iter().all(|v| v.0 as usize >= first))
                    && let Some(leaf) = call.output.leaves().first()
                {
                    self.alternatives.extend(alternative.ok().map(|opaque| (*leaf, opaque)));
                }
                return value;
            }
            (Err(reason), Ok(mut opaque)) => {
                if let Some(reason) = reason {
                    opaque.advice = format!("it cannot be differentiated: {}", reason.message);
                }
                opaque
            }
            (Err(reason), Err(_)) => {
                match reason {
                    Some(reason) => self.diagnostics.append_one(reason),
                    None => self.error(
                        c,
                        "this call is not supported: the compiler cannot see \
                        what its arguments are",
                    ),
                }
                return Value::Var(self.dummy(span), false);
            }
        };
        let ty = known.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
        Value::Var(self.emit(name, ty, Op::Opaque(Box::new(passed)), span), false)
    }

    /// The call as the user wrote it.
    fn opaque_call(&mut self, c: &syn::ExprCall) -> Option<Opaque> {
        let code = self.plain_tokens(&Expr::Call(c.clone()))?;
        let captures = self.captures(code.clone());
        let what = format!("a call of `{}`", text(&c.func));
        Some(Opaque {
            advice: "put #[differentiate] on it".into(),
            ..Opaque::new(code, captures, what)
        })
    }

    /// The arguments of a call, with captures in the place of functions, which the callee gets.
    pub fn flattened(
        &mut self,
        callee: &mut Callee,
        passed: Vec<calls::arguments::LoweredArg>,
        before: Vec<PriorValue>,
        at: &dyn ToTokens,
    ) -> (Vec<calls::arguments::LoweredArg>, Vec<PriorValue>) {
        let mut out: Vec<calls::arguments::LoweredArg> = Vec::new();
        let mut flat = Vec::new();
        for (number, mut passed) in passed.into_iter().enumerate() {
            let Some(PassedFunction { code, captures }) = passed.function.take() else {
                out.push(passed);
                flat.extend(before.get(number));
                continue;
            };
            flat.extend(
                before
                    .get(number)
                    .into_iter()
                    .flat_map(|b| std::iter::repeat_n(*b, captures.len())),
            );
            let inactive = vec![false; captures.len()];
            callee.functions.push(FunctionArgument {
                at: out.len(),
                captures: captures.len(),
                inactive,
                code,
            });
            out.extend(captures.into_iter().map(|v| {
                calls::arguments::LoweredArg::new(
                    Argument::Shared(v),
                    None,
                    self.ty(v),
                    Spelling { name: None, by_reference: true },
                )
            }));
        }
        let of_functions: Vec<Var> = out
            .iter()
            .filter_map(|passed| match &passed.argument {
                Argument::Shared(v) if matches!(self.f.ty(*v), Ty::Function(_)) => Some(*v),
                _ => None,
            })
            .collect();
        if of_functions.iter().enumerate().any(|(k, v)| of_functions[..k].contains(v)) {
            self.error(
                at,
                "this call is given the same function twice, by itself or in a closure, which is \
                 not supported yet: pass it once",
            );
        }
        if callee.recursive && !callee.functions.is_empty() {
            self.error(at, "a recursive call can only pass on the functions that are parameters");
        }
        (out, flat)
    }

    // ---------- closures

    /// Makes a function of a closure.
    fn lift(
        &mut self,
        closure: &Rc<Closure>,
        hint: Option<&[Type]>,
        span: Span,
    ) -> Option<PassedFunction> {
        let outside = self.f.vars.len() as u32;
        let before = self.env.clone();
        let errors = self.diagnostics.len();
        let (of_params, _) = self.types_of(closure);
        let mut params = Vec::new();
        let mut output = Tree::Tuple(Vec::new());
        let mut finals = Vec::new();
        let outer = std::mem::replace(&mut self.exit, Exit::Normal);
        let end = self.arm(&before, |s| {
            let mut values = Vec::new();
            let mut unique = Vec::new();
            for (number, pat) in closure.params.iter().enumerate() {
                let hint = hint.and_then(|types| types.get(number));
                let (param, value, slot) = s.closure_param(pat, hint, number);
                s.types.unify(&of_params[number], &param.ty.clone());
                unique.extend(slot);
                params.push(param);
                values.push(value);
            }
            let value = s.inline(closure, values, span);
            let ty = s.written_result(closure.output.as_ref());
            output = s.lifted_result(value, ty.as_ref(), outside, span);
            finals =
                unique.into_iter().filter_map(|slot| s.env.get(slot).copied().flatten()).collect();
            Value::Never
        });
        let (mut body, after, exit) = end.parts();
        self.exit = outer;
        self.env = before.clone();
        self.env.resize(self.slots.len(), None);
        if !matches!(exit, Exit::Normal) && self.diagnostics.len() == errors {
            self.diagnostics.error(span, "this function never returns, which is not supported");
        }
        if before.iter().zip(&after).any(|(a, b)| a != b) {
            self.diagnostics.error(
                span,
                "a closure that changes what it captures is not supported as an argument of a \
                 differentiated function: let it return what changes",
            );
        }
        if calls_itself(&body) {
            self.diagnostics.error(
                span,
                "a closure that calls the function that it is in is not \
                supported as an argument of a function",
            );
        }
        if self.diagnostics.len() != errors {
            return None;
        }
        body.results = output.leaves();
        body.results.extend(finals);
        let own: HashSet<Var> = params.iter().flat_map(|p| p.value.leaves()).collect();
        let mut captures = Vec::new();
        for v in body.free_vars() {
            if own.contains(&v) {
                continue;
            }
            match self.made_again(v) {
                Some(literal) => body.lets.insert(0, literal),
                None => captures.push(v),
            }
        }
        captures.sort_unstable();
        let owner = self.around.owner.map(|owner| {
            let words = owner.clone().into_iter().filter_map(|t| {
                if let proc_macro2::TokenTree::Ident(i) = t { Some(i.to_string()) } else { None }
            });
            words.collect::<Vec<_>>().join("_") + "_"
        });
        let name = format!(
            "{}{}_closure_{}",
            owner.unwrap_or_default(),
            self.f.name.trim_start_matches("r#"),
            self.lifted.len()
        );
        let path = proc_macro2::Ident::new(&name, span).to_token_stream();
        let code =
            Callee { turbofish: self.turbofish.clone(), lifted: true, ..Callee::new(path, false) };
        let inactive = vec![false; captures.len()];
        self.lifted.push(Lifted {
            name,
            captures: captures.clone(),
            inactive,
            params,
            body,
            output,
            span,
        });
        Some(PassedFunction { code, captures })
    }

    /// The binding of a constant, which is no capture: it is made again.
    fn made_again(&self, v: Var) -> Option<Let> {
        let constant = |l: &&Let| {
            l.vars == [v]
                && match &l.op {
                    Op::Literal(_) => true,
                    Op::Opaque(o) => o.captures.is_empty() && !o.effect,
                    _ => false,
                }
        };
        self.blocks.iter().flat_map(|block| &block.lets).find(constant).cloned()
    }

    /// A parameter of a closure: what it is, its value, and the slot of one by mutable reference.
    fn closure_param(
        &mut self,
        pat: &Pat,
        hint: Option<&Type>,
        number: usize,
    ) -> (Param, Value, Option<SlotId>) {
        let (inner, written) = match pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, hint),
        };
        let name = match inner {
            Pat::Ident(p) => p.ident.to_string(),
            Pat::Reference(r) => match &*r.pat {
                Pat::Ident(p) => p.ident.to_string(),
                _ => format!("argument_{number}"),
            },
            _ => format!("argument_{number}"),
        };
        let (passing, ty) = match written {
            Some(Type::Reference(r))
                if !matches!(written.map(|ty| self.types.annotation(ty)), Some(Ty::Text(_))) =>
            {
                (
                    if r.mutability.is_some() { Passing::Unique } else { Passing::Shared },
                    self.types.annotation(&r.elem),
                )
            }
            Some(Type::Infer(_)) | None => (
                if matches!(inner, Pat::Reference(_)) { Passing::Shared } else { Passing::Value },
                self.types.any(),
            ),
            Some(ty) => (Passing::Value, self.types.annotation(ty)),
        };
        let value = self.param_tree(&ty, &name, pat.span());
        self.named.extend(value.leaves());
        let param = Param {
            name: name.clone(),
            rust_type: TokenStream::new(),
            ty: ty.clone(),
            passing,
            constant: false,
            lends: false,
            converts: false,
            value: value.clone(),
        };
        if passing == Passing::Unique {
            let [var] = value.leaves()[..] else {
                self.error(pat, "a tuple by `&mut` is not supported: take its parts by `&mut`");
                return (param, Value::Never, None);
            };
            let slot = self.slot(&name, ty.clone(), true, Some(var));
            (self.slots[slot].reference, self.slots[slot].unique) = (true, true);
            return (param, Value::Alias(Alias { slot, path: Vec::new(), ty }), Some(slot));
        }
        let bound = self.param_value(&value, passing == Passing::Shared);
        (param, bound, None)
    }

    /// The type of a `Result` that a closure gives: as written, or that of the function, which `?`
    /// makes the same most often.
    fn written_result(&mut self, written: Option<&Type>) -> Option<Ty> {
        let written = written.map(|ty| self.types.annotation(ty));
        let is_result =
            |ty: &Ty| matches!(self.types.shallow(ty), Ty::Wrapped(Wrapper::Result(_), _));
        written.into_iter().chain([self.output.clone()]).find(is_result)
    }

    /// The result of a function that was a closure: what it does not own is copied. `ty` is that of
    /// a `Result`.
    fn lifted_result(&mut self, value: Value, ty: Option<&Ty>, outside: u32, span: Span) -> Tree {
        match value {
            Value::Tuple(parts) => Tree::Tuple(
                parts.into_iter().map(|p| self.lifted_result(p, None, outside, span)).collect(),
            ),
            Value::Option(m) => Tree::Leaf(self.wrapped(&m, span)),
            Value::Result(o) => Tree::Leaf(self.whole_outcome(&o, ty.cloned(), span)),
            Value::Var(v, reference) if reference || v.0 < outside => {
                Tree::Leaf(self.copy(v, span))
            }
            Value::Closure(_) | Value::Iter(_) | Value::Never => {
                self.diagnostics
                    .error(span, "what this function returns is not supported: return a value");
                Tree::Tuple(Vec::new())
            }
            value => Tree::Leaf(self.scalar(value, span)),
        }
    }

    // ---------- the end

    /// Arguments of closures of which nothing is known are scalars.
    pub fn default_arguments(&mut self, lifted: &[Lifted]) {
        let real = Ty::Real(self.types.default_real);
        for v in lifted.iter().flat_map(|l| &l.params).flat_map(|p| p.value.leaves()) {
            let ty = self.ty(v);
            if self.types.kind(&ty) == Some(Kind::Any)
                && matches!(self.types.origin(&ty), Some(Origin::None))
            {
                self.types.unify(&ty, &real);
            }
        }
    }

    /// The parameters through which a derivative may flow into a function that was a closure.
    pub fn varied_in(&self, lifted: &Lifted) -> HashSet<Var> {
        let captures = lifted
            .captures
            .iter()
            .zip(&lifted.inactive)
            .filter(|(_, inactive)| !**inactive)
            .map(|(v, _)| *v);
        let all = captures.chain(lifted.params.iter().flat_map(|p| p.value.leaves()));
        all.filter(|v| !self.types.is_discrete(self.f.ty(*v))).collect()
    }

    /// Tells the calls in a block, and the closures that they pass, which captures depend on no
    /// active value.
    pub fn mark_inactive(&self, block: &mut Block, varied: &HashSet<Var>, lifted: &mut [Lifted]) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    for function in &mut call.callee.functions {
                        let captured = call.arguments[function.at..]
                            .iter()
                            .take(function.captures)
                            .map(|argument| match argument {
                                Argument::Shared(v) => {
                                    !varied.contains(v) && !matches!(self.f.ty(*v), Ty::Function(_))
                                }
                                Argument::Value(_) | Argument::Unique(_) => false,
                            });
                        function.inactive = captured.collect();
                        for l in lifted
                            .iter_mut()
                            .filter(|l| function.code.lifted && function.code.key() == l.name)
                        {
                            l.inactive.clone_from(&function.inactive);
                        }
                    }
                }
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.mark_inactive(arm, varied, lifted))
                }
                Op::Loop(lp) => self.mark_inactive(&mut lp.body, varied, lifted),
                _ => {}
            }
        }
    }

    /// What is left of the closures: those that calls name which are none of the user's own.
    pub fn needed(lifted: &mut Vec<Lifted>, body: &Block) {
        let mut names = HashSet::default();
        lifted_callees(body, &mut names);
        // a closure inside of another one comes before it
        for l in lifted.iter().rev() {
            if names.contains(&l.name) {
                lifted_callees(&l.body, &mut names);
            }
        }
        lifted.retain(|l| names.contains(&l.name));
    }

    /// The parameters and the result of a lifted function.
    pub fn lifted_interface(
        &mut self,
        lifted: &Lifted,
        generics: &Generics,
        plain: &HashSet<String>,
    ) -> Interface {
        let captures = lifted.captures.iter().zip(&lifted.inactive).map(|(v, inactive)| Param {
            name: self.f.name(*v).to_string(),
            rust_type: TokenStream::new(),
            ty: self.f.ty(*v).clone(),
            passing: Passing::Shared,
            constant: *inactive,
            lends: false,
            converts: false,
            value: Tree::Leaf(*v),
        });
        let mut params: Vec<Param> = captures.collect();
        let first = params.len();
        params.extend(lifted.params.iter().cloned());
        for param in &mut params[first..] {
            param.ty = self.types.finish(&param.ty, plain).unwrap_or_else(|| param.ty.clone());
        }
        let output = self.tree_type(&lifted.output);
        let mut interface = Interface {
            name: lifted.name.clone(),
            // it is a function by itself
            generics: Generics { own: Vec::new(), ..generics.clone() },
            params,
            rust_output: TokenStream::new(),
            output,
            output_value: lifted.output.clone(),
            cloned: Vec::new(),
        };
        self.check_lifted(&mut interface, first, lifted.span);
        interface
    }

    fn tree_type(&self, tree: &Tree) -> Ty {
        match tree {
            Tree::Leaf(v) => self.f.ty(*v).clone(),
            Tree::Tuple(parts) => Ty::Tuple(parts.iter().map(|p| self.tree_type(p)).collect()),
        }
    }

    /// The types of a function of its own must be known.
    fn check_lifted(&mut self, interface: &mut Interface, captures: usize, span: Span) {
        if !self.diagnostics.is_empty() {
            return;
        }
        for (number, param) in interface.params.iter().enumerate() {
            let borrowed = matches!(param.ty, Ty::Text("&str"));
            if param.ty.has_name()
                && !borrowed
                && !(param.passing == Passing::Value && matches!(param.ty, Ty::Sequence(..)))
            {
                continue;
            }
            let (name, at) =
                (&param.name, param.value.leaves().first().map_or(span, |v| self.f.info(*v).span));
            let message = match number < captures {
                true if borrowed => {
                    format!(
                        "`{name}` is a string that a closure captures which is passed as a \
                         function, and that is not supported yet"
                    )
                }
                true => format!(
                    "the type of `{name}` is not known here, and a closure captures it which is \
                     passed as a function: write its type, as in `let {name}: usize = …`"
                ),
                false => format!(
                    "the type of `{name}` is not known here: write the types of the arguments of a \
                     closure that is passed as a function, as in `|{name}: &[f64]| …`"
                ),
            };
            self.diagnostics.error(at, message);
        }
        if !interface.output.has_name() {
            self.diagnostics.error(
                span,
                "the type of the result of this closure is not known \
                here: write it, as in `|x| -> f64 { … }`",
            );
        }
    }
}

fn calls_itself(block: &Block) -> bool {
    block.lets.iter().any(|l| {
        matches!(&l.op, Op::Call(call) if call.callee.recursive)
            || l.op.blocks().iter().any(calls_itself)
    })
}

/// The closures that calls pass.
fn lifted_callees(block: &Block, names: &mut HashSet<String>) {
    for l in &block.lets {
        if let Op::Call(call) = &l.op {
            names.extend(
                call.callee.functions.iter().filter(|f| f.code.lifted).map(|f| f.code.key()),
            );
        }
        for inner in l.op.blocks() {
            lifted_callees(inner, names);
        }
    }
}

/// `right_side` → `RightSide`
fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    });
    words.collect()
}
