//! Closures, and functions as arguments: inlined at each call.
//!
//! A closure is represented by its syntax and the scope at its creation. It accesses captures by
//! reference through the slots of that scope; the borrow checker guarantees that only the closure
//! itself changes them. The captures of a `move` closure get their own slots.

use crate::ir::types::Real;
use crate::lower::control::flow::{Code, Finish};
use crate::lower::library::prelude::BodyArgument;
use crate::lower::ownership::copies::CopyKind;
use crate::lower::places::place::unparen;
use crate::lower::*;
use crate::primitives::Prim;
use std::rc::Rc;
use syn::{Expr, Pat};

/// The maximum nesting depth of closure calls, so that no input exhausts the stack.
const NESTING: usize = 24;

/// A closure, or a function inside the body.
#[derive(Clone)]
pub struct Closure {
    name: String,
    pub params: Vec<Pat>,
    body: Expr,
    pub output: Option<syn::Type>,
    pub scope: Vec<(String, Binding)>,
    /// The positions in the scope of the bindings that it owns.
    pub owned_bindings: Vec<usize>,
    /// Whether it is a reference to a closure.
    pub is_borrowed: bool,
    /// The types of the parameters and of the result. They are the same in each call, except for a
    /// generic function.
    types: (Vec<Ty>, Ty),
    /// Whether calls have no effect, as far as the syntax shows.
    pure: bool,
    /// Whether it is a function. Its scope holds the functions around its block and no variables.
    pub is_function: bool,
    /// The functions of its block, itself included.
    siblings: Rc<[LocalFunction]>,
    /// Whether it is a generic function.
    generic: bool,
}

/// A function inside a body.
pub struct LocalFunction {
    /// Its definition. Type parameters are replaced by `_`.
    pub function: syn::ItemFn,
    /// Whether it had type parameters.
    pub generic: bool,
}

impl std::fmt::Debug for Closure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "closure {}", self.name)
    }
}

/// The callee of an adaptor.
#[derive(Clone)]
pub enum Callable {
    Closure(Rc<Closure>),
    /// A function by its path.
    Path(Rc<syn::ExprPath>),
    /// A parameter.
    Parameter(Var, Rc<FunctionType>),
}

impl std::fmt::Debug for Callable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Callable::Closure(c) => c.fmt(f),
            Callable::Path(p) => write!(f, "{}", display_tokens(p)),
            Callable::Parameter(_, function) => write!(f, "{}", function.name),
        }
    }
}

impl Closure {
    /// The expression that it evaluates to.
    pub fn body(&self) -> &Expr {
        &self.body
    }
}

impl Callable {
    /// Whether calls may be omitted or reordered.
    pub fn is_pure(&self) -> bool {
        match self {
            Callable::Closure(c) => c.pure,
            Callable::Path(p) => opaque::is_pure_of_std(&p.path),
            Callable::Parameter(..) => false,
        }
    }
}

/// Finds `return`s that belong to a closure itself.
#[derive(Default)]
struct FindReturns(bool);

impl<'ast> Visit<'ast> for FindReturns {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Return(_) | Expr::Try(_) => self.0 = true,
            Expr::Closure(_) | Expr::Async(_) => {}
            e => syn::visit::visit_expr(self, e),
        }
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Lowerer<'_> {
    /// A closure as a value.
    pub fn closure(&mut self, c: &syn::ExprClosure) -> Value {
        self.attributes(&c.attrs);
        let names = opaque::names(c.body.to_token_stream());
        let mut pure = opaque::is_pure(&c.body, &|path| self.is_pure_function(path));
        let mut scope = self.ssa.scope.clone();
        let mut owned = Vec::new();
        for name in &names {
            let Some(binding) = self.lookup(name).cloned() else { continue };
            if let Binding::Closure(inner) = &binding {
                pure &= inner.pure;
            }
            if let Binding::Iter(_) = &binding {
                pure = false;
            }
            // the target of a reference may be captured for longer than the variable lives
            let is_reference = matches!(&binding, Binding::Slot(s) if self.slots[*s].reference
                && !self.slots[*s].unique);
            if c.capture.is_some() || is_reference {
                let moved = match &binding {
                    Binding::Closure(of) => {
                        Binding::Closure(self.copied_closure(of, CopyKind::Used, c.span()))
                    }
                    binding => self.moved_in(name, binding, c.span()),
                };
                if c.capture.is_some() {
                    owned.push(scope.len());
                }
                scope.push((name.clone(), moved));
            }
        }
        let types = (c.inputs.iter().map(|_| self.types.any()).collect(), self.types.any());
        let output = match &c.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
        };
        let params = c.inputs.iter().cloned().collect();
        let name = "the closure".to_string();
        Value::Closure(Rc::new(Closure {
            name,
            params,
            body: (*c.body).clone(),
            output,
            scope,
            owned_bindings: owned,
            is_borrowed: false,
            types,
            pure,
            is_function: false,
            siblings: Rc::default(),
            generic: false,
        }))
    }

    /// Whether calls of a function in scope, or of a function of a numeric type parameter, have no
    /// effect.
    pub fn is_pure_function(&self, path: &syn::Path) -> bool {
        let is_parameter = |ident: &Ident| {
            self.types.params.iter().any(|p| matches!(p, Real::Param(name) if ident == name))
        };
        match path.get_ident() {
            Some(name) => {
                matches!(self.lookup(&name.to_string()), Some(Binding::Closure(inner))
                    if inner.pure)
            }
            None => path.segments.len() == 2 && is_parameter(&path.segments[0].ident),
        }
    }

    /// A function as a value, `f64::sin` or one of the crate; `written` is the type of the variable.
    pub fn function_value(&mut self, e: &Expr, written: Option<&syn::Type>) -> Option<Value> {
        let Expr::Path(p) = unparen(e) else { return None };
        let names: Vec<String> = p.path.segments.iter().map(|s| s.ident.to_string()).collect();
        let of_real = || match &names[..] {
            [.., real, name] if matches!(real.as_str(), "f64" | "f32") => {
                (1..=3).find(|n| Prim::from_method(name, *n).is_some())
            }
            _ => None,
        };
        let of_crate = || match &names[..] {
            [name] if self.lookup(name).is_some() => None,
            _ => written
                .and_then(params::of_variable)
                .map(|function| function.inputs.len())
                .or_else(|| Some(self.world().function_at(&p.path)?.inputs.len())),
        };
        let arity = of_real().or_else(of_crate)?;
        let arguments: Vec<proc_macro2::Ident> = (0..arity)
            .map(|k| proc_macro2::Ident::new(&format!("argument_{k}"), e.span()))
            .collect();
        let closure: syn::ExprClosure =
            syn::parse_quote_spanned!(e.span()=> |#(#arguments),*| #p(#(#arguments),*));
        Some(self.closure(&closure))
    }

    /// A function inside the body.
    pub fn nested_function(
        &mut self,
        f: &syn::ItemFn,
        generic: bool,
        around: &[(String, Binding)],
        siblings: &Rc<[LocalFunction]>,
    ) -> Binding {
        let params: Vec<Pat> = f
            .sig
            .inputs
            .iter()
            .filter_map(|p| {
                if let syn::FnArg::Typed(t) = p { Some(Pat::Type(t.clone())) } else { None }
            })
            .collect();
        let output = match &f.sig.output {
            syn::ReturnType::Default => None,
            syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
        };
        let body = Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: (*f.block).clone(),
        });
        let types = (params.iter().map(|_| self.types.any()).collect(), self.types.any());
        let name = format!("`{}`", f.sig.ident);
        let pure = opaque::is_pure(&body, &|path| self.is_pure_function(path));
        Binding::Closure(Rc::new(Closure {
            name,
            params,
            body,
            output,
            scope: around.to_vec(),
            owned_bindings: Vec::new(),
            is_borrowed: false,
            types,
            pure,
            is_function: true,
            siblings: siblings.clone(),
            generic,
        }))
    }

    /// The captured value of a variable in a `move` closure: its current value.
    pub fn moved_in(&mut self, name: &str, binding: &Binding, span: Span) -> Binding {
        match binding {
            Binding::Slot(s) if !self.slots[*s].unique => {
                let Some(v) = self.ssa.env.get(*s).copied().flatten() else {
                    return binding.clone();
                };
                let (mutable, reference) = (self.slots[*s].mutable, self.slots[*s].reference);
                let v = if reference { v } else { self.own_or_copy(v, mutable, span) };
                let id = self.slot(name, self.slots[*s].ty.clone(), mutable, Some(v));
                self.slots[id].reference = reference;
                self.invalidate_moved(v, id);
                Binding::Slot(id)
            }
            Binding::Tuple(parts) => {
                Binding::Tuple(parts.iter().map(|p| self.moved_in(name, p, span)).collect())
            }
            Binding::Option(some, payload) => {
                let some = self.moved_in(name, &Binding::Slot(*some), span);
                let payload = Box::new(self.moved_in(name, payload, span));
                match some {
                    Binding::Slot(some) => Binding::Option(some, payload),
                    other => other,
                }
            }
            Binding::Result(ok, parts) => match self.moved_in(name, &Binding::Slot(*ok), span) {
                Binding::Slot(ok) => Binding::Result(
                    ok,
                    Box::new([&parts[0], &parts[1]].map(|p| self.moved_in(name, p, span))),
                ),
                other => other,
            },
            other => other.clone(),
        }
    }

    /// The callable that a reference refers to: the closure itself, not a copy of it.
    fn callable_place(&mut self, e: &Expr) -> Option<Callable> {
        match unparen(e) {
            Expr::Path(p) => {
                match p.path.get_ident().and_then(|i| self.lookup(&i.to_string()).cloned()) {
                    Some(Binding::Closure(c)) => Some(Callable::Closure(c)),
                    _ => self.callable(e),
                }
            }
            e => self.callable(e),
        }
    }

    /// A callable argument.
    pub fn callable(&mut self, e: &Expr) -> Option<Callable> {
        match unparen(e) {
            Expr::Closure(c) => match self.closure(c) {
                Value::Closure(c) => Some(Callable::Closure(c)),
                _ => None,
            },
            Expr::Reference(r) => self.callable_place(&r.expr),
            Expr::Path(p) => match p
                .path
                .get_ident()
                .map(|i| i.to_string())
                .and_then(|i| self.lookup(&i).cloned())
            {
                Some(Binding::Closure(c)) => {
                    Some(Callable::Closure(self.copied_closure(&c, CopyKind::Used, e.span())))
                }
                Some(Binding::BodyArgument(ref of)) if let BodyArgument::Function(f) = &**of => {
                    Some(f.clone())
                }
                Some(binding) if self.function_of(&binding).is_some() => {
                    self.function_of(&binding).map(|(f, function)| Callable::Parameter(f, function))
                }
                Some(_) => {
                    self.error(
                        e,
                        "calling this variable is not supported: write a closure, `|x| \
                        …`, or name a function",
                    );
                    None
                }
                None => Some(Callable::Path(Rc::new(p.clone()))),
            },
            other => {
                match self.operand(other) {
                    Value::Closure(c) => return Some(Callable::Closure(c)),
                    _ => self.error(
                        e,
                        "cannot infer which function this calls: write a closure, `|x| …`",
                    ),
                }
                None
            }
        }
    }

    /// A call with evaluated arguments.
    pub fn apply(&mut self, f: &Callable, arguments: Vec<Value>, span: Span) -> Value {
        match f {
            Callable::Closure(c) => self.inline(c, arguments, span),
            Callable::Parameter(f, function) => self.apply_function(*f, function, arguments, span),
            Callable::Path(path) => {
                if let (true, [value]) = (library::option::is_some(&path.path), &arguments[..]) {
                    return self.some(value.clone(), span);
                }
                if let (Some(ok), [value]) = (library::result::is_ok(&path.path), &arguments[..]) {
                    return self.new_result(ok, value.clone(), span);
                }
                if let Some(value) = self.method_by_path(path, &arguments, span) {
                    return value;
                }
                let scope = self.ssa.scope.len();
                let mut args = syn::punctuated::Punctuated::new();
                for (i, value) in arguments.into_iter().enumerate() {
                    let name = format!("argument_{i}");
                    let binding = self.binding(&name, value, false, span);
                    self.ssa.scope.push((name.clone(), binding));
                    args.push(syn::parse_quote_spanned!(span=> argument));
                    if let Some(Expr::Path(p)) = args.last_mut() {
                        p.path = proc_macro2::Ident::new(&name, span).into();
                    }
                }
                let value = match method_of_sequence(path) {
                    Some(method) if let Some(Expr::Path(receiver)) = args.first() => {
                        let (receiver, args) = (receiver.clone(), args.iter().skip(1));
                        let call: syn::ExprMethodCall =
                            syn::parse_quote!(#receiver.#method(#(#args),*));
                        self.method_call(&call, false)
                    }
                    _ => {
                        let func = Box::new(Expr::Path((**path).clone()));
                        self.call(&syn::ExprCall {
                            attrs: Vec::new(),
                            func,
                            paren_token: Default::default(),
                            args,
                        })
                    }
                };
                self.ssa.scope.truncate(scope);
                value
            }
        }
    }

    /// `f64::total_cmp` and the like, whose arguments are references.
    fn method_by_path(
        &mut self,
        path: &syn::ExprPath,
        arguments: &[Value],
        span: Span,
    ) -> Option<Value> {
        let mut segments = path.path.segments.iter().rev();
        let name = segments.next()?.ident.to_string();
        let owner = segments.next()?.ident.to_string();
        let operator = match (name.as_str(), owner.as_str()) {
            ("add", "Add" | "f64" | "f32") => Some(Prim::Add),
            ("sub", "Sub" | "f64" | "f32") => Some(Prim::Sub),
            ("mul", "Mul" | "f64" | "f32") => Some(Prim::Mul),
            ("div", "Div" | "f64" | "f32") => Some(Prim::Div),
            _ => None,
        };
        if let (Some(prim), [Value::Var(..) | Value::Alias(_), Value::Var(..) | Value::Alias(_)]) =
            (operator, arguments)
        {
            let (a, b) =
                (self.scalar(arguments[0].clone(), span), self.scalar(arguments[1].clone(), span));
            let ty = self.ty(a);
            self.unify_var(b, &ty);
            if self.is_user_defined(&arguments[0]) {
                // named through the trait, it is the operator
                let is_trait = !matches!(owner.as_str(), "f64" | "f32");
                return is_trait
                    .then(|| self.user_operator(prim, &arguments[0], &arguments[1], span))
                    .flatten();
            }
            self.number(a);
            return Some(self.prim("t", prim, vec![a, b], span));
        }
        match (name.as_str(), arguments) {
            ("total_cmp" | "cmp" | "partial_cmp", [a, b]) => {
                let (a, b) =
                    (self.single_variable(a.clone(), span), self.single_variable(b.clone(), span));
                Some(self.compared(&name, a, b, span))
            }
            ("clone", [x]) => {
                self.note_clones(x, span);
                Some(self.copy_referents(x.clone(), span))
            }
            _ => None,
        }
    }

    /// The types of the parameters and of the result in a call.
    pub fn types_of(&mut self, c: &Closure) -> (Vec<Ty>, Ty) {
        match c.generic {
            true => (c.params.iter().map(|_| self.types.any()).collect(), self.types.any()),
            false => c.types.clone(),
        }
    }

    /// The body of a closure, inlined in place of its call.
    pub fn inline(&mut self, c: &Rc<Closure>, arguments: Vec<Value>, span: Span) -> Value {
        if let Some(never) = arguments.iter().find(|a| matches!(a, Value::Never(_))) {
            return never.clone();
        }
        if arguments.len() != c.params.len() {
            let message = format!("{} takes {} arguments", c.name, c.params.len());
            return Value::Var(self.error_var(span, message), false);
        }
        if self.ssa.inlined_closures >= NESTING || self.nested_too_deeply {
            // a function that calls itself twice would be inlined 2^NESTING times
            self.nested_too_deeply = true;
            if !self.diagnostics.has_error_at(span) {
                self.diagnostics.error(
                    span,
                    "closures are nested too deeply here, or an inner function calls itself: move \
                     it out of this function, with #[differentiate]",
                );
            }
            return self.dummy_value(span);
        }
        self.ssa.inlined_closures += 1;
        let (of_params, of_result) = self.types_of(c);
        let outer = std::mem::replace(&mut self.ssa.scope, c.scope.clone());
        self.declare_siblings(&c.siblings);
        let open = std::mem::take(&mut self.ssa.open_contexts);
        let (inside, slots) = (self.ssa.scope.len(), self.slots.len());
        let passed = self.guards_among_arguments(&c.params, &arguments);
        for ((pat, value), ty) in c.params.iter().zip(arguments).zip(&of_params) {
            let of_value = self.value_ty(&value);
            self.types.unify(ty, &of_value);
            self.bind(pat, value, span);
        }
        let mut returns = FindReturns::default();
        returns.visit_expr(&c.body);
        let value = if returns.0 {
            let context = self.enter(None, false);
            let held = c.output.as_ref().map_or_else(
                || types::option_hint::hint_of_tail(&c.body),
                types::option_hint::of_annotation,
            );
            self.ssa.closures.push((context, held));
            self.with_hint(&c.body, held, |s| s.tail(&c.body, Finish::Break(context)));
            self.ssa.closures.pop();
            self.catch(Code::Break(context), span);
            self.context_value(context, span)
        } else {
            // a `return` inside ends only the inlined body
            let held = c.output.as_ref().map_or(OptionHint::Any, types::option_hint::of_annotation);
            self.with_hint(&c.body, held, |s| s.expr(&c.body))
        };
        let value = match &c.output {
            Some(ty) => self.annotated(value, ty),
            None => value,
        };
        let of_value = self.value_ty(&value);
        self.types.unify(&of_result, &of_value);
        let gone: Vec<(String, Binding)> =
            self.ssa.scope.split_off(inside.min(self.ssa.scope.len()));
        let value = self.read_before_scope_end(value, &gone, slots, span);
        self.end_passed(passed, &c.body, span);
        self.forget(&gone, slots);
        self.ssa.open_contexts = open;
        self.ssa.scope = outer;
        self.ssa.inlined_closures -= 1;
        self.nested_too_deeply &= self.ssa.inlined_closures > 0;
        value
    }

    /// A value at the end of a scope: places in variables that go out of scope are read now.
    pub fn read_before_scope_end(
        &mut self,
        value: Value,
        gone: &[(String, Binding)],
        first: SlotId,
        span: Span,
    ) -> Value {
        let gone: Vec<SlotId> = gone
            .iter()
            .flat_map(|(_, b)| Self::slots_of(b))
            .filter(|slot| *slot >= first)
            .collect();
        if !gone.is_empty() && value.is_in(&gone) { self.settled(value, span) } else { value }
    }

    /// Removes the versions of variables that went out of scope. Slots below `first` belong to an
    /// outer scope.
    pub fn forget(&mut self, gone: &[(String, Binding)], first: SlotId) {
        for slot in gone.iter().flat_map(|(_, b)| Self::slots_of(b)).filter(|slot| *slot >= first) {
            if let Some(version) = self.ssa.env.get_mut(slot) {
                *version = None;
            }
        }
    }
}

/// The method of `<[f64]>::to_vec`.
fn method_of_sequence(path: &syn::ExprPath) -> Option<&proc_macro2::Ident> {
    let of = path.qself.as_ref().filter(|qself| qself.position == 0)?;
    let is_sequence = matches!(&*of.ty, syn::Type::Slice(_) | syn::Type::Array(_));
    path.path
        .segments
        .last()
        .filter(|_| is_sequence && path.path.segments.len() == 1)
        .map(|segment| &segment.ident)
}
