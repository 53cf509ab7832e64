//! Functions as values: parameters that are called, and the arguments for them.
//!
//! A parameter `f: impl Fn(f64) -> f64`, `F` or `fn(f64) -> f64` is a variable of type
//! [`Ty::Function`], behind a reference in all three forms. It can be passed on, and called, which
//! is a call with the variable as its first argument. In generated code its type has its own type
//! parameter, which stands for the function's code: any function with derivatives may be passed.
//!
//! A caller passes one of
//!
//! - such a variable;
//! - a differentiated function by its path, or a method; `f64::sin` and the like as the closure
//!   `|x| f64::sin(x)`;
//! - a closure, or a function inside the body. It is *lifted*: its body is lowered, at the call, as
//!   a separate block. The free variables of the block are its captures. Block, captures and
//!   arguments form a function, which goes through all passes like a user-defined one. At the call
//!   the captures are arguments by shared reference, one after the other. A closure that changes
//!   its captures cannot be lifted.
//!
//! A call that turns out to have no active arguments is emitted as the user wrote it, if possible.

use crate::lower::calls::function::CallSite;
pub use crate::lower::functions::lifting::LiftedClosure;
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::params::{FunctionSyntax, of_bound, of_type};
use crate::primitives::Prim;
use std::rc::Rc;
use syn::{Expr, Pat, Type};

/// A function of the runtime that calls functions on several threads.
enum Runtime {
    Map,
    Sum,
    Join,
}

impl Runtime {
    fn of(path: &TokenStream) -> Option<Runtime> {
        let path = syn::parse2::<syn::Path>(path.clone()).ok()?;
        let names = crate::world::records::names_of(&path);
        match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["autodiff", "__private", "parallel_map"] => Some(Runtime::Map),
            ["autodiff", "__private", "parallel_sum"] => Some(Runtime::Sum),
            ["autodiff", "__private", "parallel_join"] => Some(Runtime::Join),
            _ => None,
        }
    }
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
        self.sig.functions.push(function.clone());
        Some(GenericParam {
            name: t.ident.clone(),
            kind: GenericKind::Function(function),
            bounds: TokenStream::new(),
        })
    }

    fn function_type(
        &mut self,
        written: &FunctionSyntax<'_>,
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
                        "a function parameter that takes `{}` is not supported yet",
                        display_tokens(input)
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
                            "a function parameter that returns `{}` is not supported yet",
                            display_tokens(ty)
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
            self.error(at, "a function parameter must return a value");
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
            Type::Path(p) => self.sig.functions.iter().find(|f| p.path.is_ident(&f.name)).cloned(),
            _ => None,
        };
        let function = match (named, of_type(inner)) {
            (Some(function), _) => function,
            (None, Some(written)) => {
                let mut code = format!("{}Function", camel_case(name.trim_start_matches("r#")));
                while self.sig.functions.iter().any(|f| f.name == code) {
                    code.push('_');
                }
                let Some(function) = self.function_type(&written, code.clone(), &input.ty) else {
                    return Some(self.unknown_function(input, name));
                };
                self.sig.functions.push(function.clone());
                let ident = proc_macro2::Ident::new(&code, Span::call_site());
                let kind = GenericKind::Function(function.clone());
                self.sig.anonymous.push(GenericParam {
                    name: ident,
                    kind,
                    bounds: TokenStream::new(),
                });
                function
            }
            (None, None) => return None,
        };
        for attribute in &input.attrs {
            if attribute.path().is_ident("constant") {
                self.error(
                    attribute,
                    "a function parameter cannot be `#[constant]`: to stop its derivative, write \
                     `constant(…)` around its arguments and its captures",
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
        self.facts.named.insert(var);
        let rust_type = input.ty.to_token_stream();
        Param {
            name: name.to_string(),
            rust_type,
            ty,
            passing: Passing::Shared,
            constant: false,
            converts: false,
            borrowed: None,
            value: Tree::Leaf(var),
        }
    }

    /// The name of a parameter that is a function.
    pub fn bind_function(&mut self, param: &Param) {
        let [var] = param.value.leaves()[..] else { return };
        let id = self.slot(&param.name, param.ty.clone(), false, Some(var));
        self.slots[id].reference = true;
        self.ssa.scope.push((param.name.clone(), Binding::Slot(id)));
    }

    /// The function that a variable holds.
    pub fn function_of(&self, binding: &Binding) -> Option<(Var, Rc<FunctionType>)> {
        let Binding::Slot(slot) = binding else { return None };
        let var = self.ssa.env.get(*slot).copied().flatten()?;
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
        let passed = self.lower_arguments(c.args.iter(), |_| None);
        self.call_function_with(f, function, passed, c.func.span(), c)
    }

    /// As [`call_function`](Self::call_function), with evaluated arguments.
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
                never @ Value::Never(_) => return never,
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
                    "wrong count of arguments: `{}` takes {}, none of them a function",
                    self.f.name(f),
                    function.params.len()
                ),
            );
        }
        self.convert_to_params(&function.params, &mut passed, span);
        let name = self.f.name(f).to_string();
        let spelling = Spelling { name: None, by_reference: true };
        let ty = Ty::Function(function.clone());
        let first = calls::arguments::LoweredArg::new(Argument::Shared(f), None, ty, spelling);
        let path = proc_macro2::Ident::new(name.trim_start_matches("r#"), span).to_token_stream();
        let callee = Callee { object: Some(function.clone()), ..Callee::new(path, false) };
        passed.insert(0, first);
        let site = CallSite { name: "value", span, at };
        self.finish_call(callee, passed, Some(function.output.clone()), site)
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
            // a call that returns a closure
            Expr::Call(c) => {
                let name =
                    if let Expr::Path(p) = unparen(&c.func) { p.path.get_ident() } else { None };
                let called = name.and_then(|name| self.lookup(&name.to_string()));
                matches!(called, Some(Binding::Closure(of)) if of.output.as_ref()
                    .is_some_and(crate::world::bodies::inlining::is_function))
            }
            _ => false,
        }
    }

    /// An argument that is a function; `hint` are its argument types, if they are known.
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
                Some(declared) => declared.qualified_name(),
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
        let in_files = || self.param_types_of(&self.name_of_callee(&callee)).map(|of| of.functions);
        let hints = hints.or_else(in_files).unwrap_or_default();
        let references = if mutable.is_none() {
            self.references(&self.name_of_callee(&callee))
        } else {
            Vec::new()
        };
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
                false => {
                    let mutable = mutable.as_ref().map_or_else(
                        || references.get(k).copied().flatten(),
                        |mutable| mutable.get(k).copied(),
                    );
                    Some(s.value_argument(e, mutable))
                }
            });
            all.collect::<Option<Vec<calls::arguments::LoweredArg>>>()
        });
        let passed = match (passed, alternative) {
            (Ok(passed), alternative) => {
                let known = known.or_else(|| self.parallel_output(&callee, &passed, c));
                // the arguments determine the generic parameters of the callee, some of which are
                // functions
                callee.turbofish = TokenStream::new();
                let first = self.f.vars.len();
                let before = self.prior_values(
                    &passed,
                    mutable.is_some() || callee.recursive,
                    std::ptr::from_ref(c).cast(),
                );
                let site = CallSite { name, span, at: c };
                let value = self.finish_call_of(callee, passed, known, before, site);
                if let Some(l) = self.blocks.last().and_then(|b| b.lets.last())
                    && let (Op::Call(call), true) =
                        (&l.op, l.vars.iter().all(|v| v.0 as usize >= first))
                    && let Some(leaf) = call.output.leaves().first()
                {
                    self.facts.alternatives.extend(alternative.ok().map(|opaque| (*leaf, opaque)));
                }
                return value;
            }
            (Err(reason), Ok(mut opaque)) => {
                if let Some(reason) = reason {
                    opaque.advice = reason.message;
                }
                opaque
            }
            (Err(reason), Err(_)) => {
                match reason {
                    Some(reason) => self.diagnostics.append_one(reason),
                    None => self.error(c, "this call is not supported: cannot infer its arguments"),
                }
                return self.dummy_value(span);
            }
        };
        let ty = known.unwrap_or_else(|| self.types.fresh(Kind::Any, Origin::Opaque(None)));
        Value::Var(self.emit(name, ty, Op::Opaque(Box::new(passed)), span), false)
    }

    /// What the functions of the runtime return that call closures on several threads.
    fn parallel_output(
        &mut self,
        callee: &Callee,
        passed: &[calls::arguments::LoweredArg],
        at: &dyn ToTokens,
    ) -> Option<Ty> {
        let runtime = Runtime::of(&callee.path)?;
        let functions: Vec<&PassedFunction> =
            passed.iter().filter_map(|passed| passed.function.as_ref()).collect();
        let captured = functions.iter().flat_map(|function| &function.captures);
        if captured.into_iter().any(|v| matches!(self.f.ty(*v), Ty::Function(_))) {
            self.error(
                at,
                "a closure that runs on several threads cannot capture a function that is a \
                 parameter: use an iterator that is not parallel",
            );
            return None;
        }
        let outputs = functions.iter().map(|function| {
            let key = function.code.key();
            let lifted = self.collected.lifted.iter().find(|l| l.name == key)?;
            Some(self.tree_type(&lifted.output))
        });
        let mut outputs = outputs.collect::<Option<Vec<Ty>>>()?;
        match runtime {
            Runtime::Map => outputs.pop().map(|item| Ty::Vec(Box::new(item))),
            Runtime::Sum => outputs.pop(),
            Runtime::Join => Some(Ty::Tuple(outputs)),
        }
    }

    /// The call as the user wrote it.
    fn opaque_call(&mut self, c: &syn::ExprCall) -> Option<Opaque> {
        let code = self.plain_tokens(&Expr::Call(c.clone()))?;
        let captures = self.captures(code.clone());
        let what = match Runtime::of(&c.func.to_token_stream()) {
            Some(Runtime::Map | Runtime::Sum) => "a parallel iterator".to_string(),
            Some(Runtime::Join) => "a call of `rayon::join`".to_string(),
            None => format!("a call of `{}`", display_tokens(&c.func)),
        };
        Some(Opaque {
            advice: "put #[differentiate] on it".into(),
            ..Opaque::new(code, captures, what)
        })
    }

    /// The arguments of a call, with the captures in place of functions, as the callee takes them.
    pub fn flatten_arguments(
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
                captures_at: out.len(),
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
                "passing the same function twice, even inside a closure, is not supported yet: \
                 pass it once",
            );
        }
        if callee.recursive && !callee.functions.is_empty() {
            self.error(at, "a recursive call can only pass function parameters on unchanged");
        }
        (out, flat)
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
