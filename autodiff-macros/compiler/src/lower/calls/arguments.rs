//! The arguments of calls, evaluated in order: by value, behind a reference, or as places that the
//! call changes.

use crate::lower::places::place::{BorrowMode, Root, Spot, unparen};
use crate::lower::*;
use syn::Expr;

impl Lowerer<'_> {
    /// The arguments of a call, evaluated in order. `mutable` says which parameters are mutable
    /// references, if that is known.
    pub fn lower_arguments<'e>(
        &mut self,
        arguments: impl Iterator<Item = &'e Expr>,
        mutable: impl Fn(usize) -> Option<bool>,
    ) -> Vec<LoweredArg> {
        let arguments: Vec<&Expr> = arguments.collect();
        let mut all = Vec::new();
        for (k, e) in arguments.iter().enumerate() {
            let passed = self.argument(e, mutable(k));
            all.push(self.save_before_later_arguments(passed, e, &arguments[k + 1..]));
        }
        all
    }

    /// The value of an argument before later arguments are evaluated, which may change the
    /// variable that it was copied from: `f(s, s.step(x))`.
    fn save_before_later_arguments(
        &mut self,
        mut passed: LoweredArg,
        e: &Expr,
        later: &[&Expr],
    ) -> LoweredArg {
        if let Argument::Value(Tree::Leaf(v)) | Argument::Shared(v) = &mut passed.argument
            && !matches!(
                self.types.shallow(&passed.ty),
                Ty::Real(_) | Ty::Int(_) | Ty::IntOf(_) | Ty::Bool
            )
            && self.is_changed_after(e, later.iter().copied())
        {
            *v = self.copy(*v, e.span());
        }
        passed
    }

    /// The arguments of a method, functions among them. `hints` are the argument types of those
    /// functions, if they are known.
    pub fn lower_method_arguments<'e>(
        &mut self,
        arguments: impl Iterator<Item = &'e Expr>,
        is_mutable: impl Fn(usize) -> Option<bool>,
        hints: &[Option<Vec<syn::Type>>],
    ) -> Vec<LoweredArg> {
        let arguments: Vec<&Expr> = arguments.collect();
        let mut all = Vec::new();
        for (k, e) in arguments.iter().enumerate() {
            if !self.is_function_argument(e) {
                let passed = self.argument(e, is_mutable(k));
                all.push(self.save_before_later_arguments(passed, e, &arguments[k + 1..]));
                continue;
            }
            let errors = self.diagnostics.len();
            match self.function_argument(e, hints.get(k).and_then(|hint| hint.as_deref())) {
                Some(passed) => all.push(passed),
                None if self.diagnostics.len() == errors => self.error(
                    e,
                    "this function cannot be passed here: write a closure, or name a \
                        function with #[differentiate]",
                ),
                None => {}
            }
        }
        all
    }

    fn argument(&mut self, e: &Expr, mutable: Option<bool>) -> LoweredArg {
        if self.is_function_argument(e)
            && let Some(passed) = self.function_argument(e, None)
        {
            return passed;
        }
        self.value_argument(e, mutable)
    }

    /// A view that is passed by value is copied: the variable may be used again.
    fn copied_view(&mut self, e: &Expr) -> Option<Expr> {
        if !places::place::is_place(e) {
            return None;
        }
        let slot = match unparen(e) {
            Expr::Path(of) => of.path.get_ident().and_then(|name| self.lookup(&name.to_string())),
            _ => None,
        };
        let is_param = matches!(slot, Some(Binding::Slot(slot)) if !self.slots[*slot].reference
            && self.ssa.env[*slot].is_some_and(|v| self.facts.view_params.contains(&v)));
        let is_view = is_param || self.seen_type(e).is_some_and(|ty| self.types.is_view(&ty));
        is_view.then(|| syn::parse_quote_spanned!(e.span()=> #e.view()))
    }

    pub fn value_argument(&mut self, e: &Expr, mutable: Option<bool>) -> LoweredArg {
        let copied = self.copied_view(e);
        let (e, span) = (copied.as_ref().unwrap_or(e), e.span());
        let constant = self
            .constant_by_reference(e)
            .or_else(|| self.constant_by_name(e))
            .or_else(|| self.part_of_constant(e));
        let value = match constant {
            Some(v) => Value::Var(v, true),
            None => match self.operand(e) {
                Value::Iter(iter) if !iter.has_end() => self.fail(
                    e,
                    "this iterator is infinite, and the items for a differentiated function are \
                     collected: limit it with `.take(n)`",
                ),
                Value::Iter(iter) => self.collect_argument(e, &iter, span),
                value => value,
            },
        };
        let implicit = !matches!(unparen(e), Expr::Reference(_)) && mutable != Some(true);
        let value = match value {
            Value::Var(v, by_reference) if constant.is_none() => {
                match self.copy_of_borrowed_slice(e, v) {
                    Some(copy) => Value::Var(copy, true),
                    None => Value::Var(v, by_reference),
                }
            }
            // a mutable reference that is passed on as a shared one
            Value::Alias(a) if implicit && mutable == Some(false) => self.borrow(
                &Spot { root: Root::Slot(a.slot), path: a.path, ty: a.ty, by: BorrowMode::Shared },
                span,
            ),
            value => value,
        };
        let value = self.tuple_in_borrowed(e, value);
        let is_tuple_of_references = !matches!(unparen(e), Expr::Reference(_))
            && self.names.inferred.is_reference(e) == Some(false);
        let value = if is_tuple_of_references { value } else { whole_place(value) };
        if let Some(passed) = self.constructed_option(e, &value) {
            return passed;
        }
        if !is_tuple_of_references && let Some(passed) = self.constructed_tuple(e, &value) {
            return passed;
        }
        // an `Option` of a reference is passed on as an `Option` of a value
        let is_borrowed = match &value {
            Value::Var(v, true) => self.facts.borrowed_options.contains(v) && implicit,
            Value::Option(m) => m.payload.is_reference(),
            _ => false,
        };
        let value = match value {
            Value::Var(v, true) if is_borrowed => Value::Var(self.copy(v, span), false),
            value => value,
        };
        let mut ty = self.value_ty(&value);
        let (argument, slot) = match value {
            Value::Var(v, true) => (Argument::Shared(v), None),
            Value::Alias(a) => {
                let root = self.current_version(Root::Slot(a.slot), span);
                (Argument::Unique(Place { root, path: a.path }), Some(a.slot))
            }
            Value::Never(why) => (Argument::Value(Tree::Leaf(self.placeholder(span, why))), None),
            // behind a reference a tuple is one object in memory, and so are an `Option` and a
            // `Result`
            value if refers_to_parts(e, &value) => {
                let whole = self.element_value(value, span);
                ty = self.ty(whole);
                (Argument::Shared(whole), None)
            }
            value => {
                if has_reference(&value) {
                    self.error(
                        e,
                        "a tuple of references is not supported as an argument yet: pass the \
                         references one by one",
                    );
                }
                let value = match value {
                    Value::Var(v, false) => Value::Var(self.moved_value(v, span), false),
                    value => value,
                };
                let tree = self.tree(value, span);
                // the type of an `Option` or a `Result` is known by now
                if let Tree::Leaf(v) = tree {
                    ty = self.ty(v);
                }
                (Argument::Value(tree), None)
            }
        };
        let by_reference =
            is_borrowed || !matches!(argument, Argument::Value(_)) && constant.is_none();
        let spelling = Spelling { name: self.variable(e), by_reference };
        LoweredArg { implicit, ..LoweredArg::new(argument, slot, ty, spelling) }
    }

    /// `&mut o` where `o` is an `Option` held in several variables, or a variable that is such a
    /// reference. The `Option` is constructed for the call, and destructured again afterwards.
    fn constructed_option(&mut self, e: &Expr, value: &Value) -> Option<LoweredArg> {
        let Value::Option(m) = value else { return None };
        let Payload::Unique(some, payload) = &m.payload else { return None };
        let (parts, span) = (Binding::Option(*some, payload.clone()), e.span());
        let now = self.binding_value(&parts, span);
        let whole = self.expected_option(&now, span)?;
        let whole = self.wrapped_in_place(&whole, span);
        Some(self.constructed_argument("option", whole, parts))
    }

    /// A value that is constructed for a call and destructured into its parts afterwards.
    fn constructed_argument(&mut self, name: &str, whole: Var, parts: Binding) -> LoweredArg {
        let ty = self.ty(whole);
        let slot = self.slot(name, ty.clone(), true, Some(whole));
        let spelling = Spelling { name: None, by_reference: true };
        LoweredArg {
            back: Some(parts),
            ..LoweredArg::new(Argument::Unique(Place::of_var(whole)), Some(slot), ty, spelling)
        }
    }

    /// `&mut t` where `t` is a tuple held in several variables, or a variable that is such a
    /// reference. The tuple is constructed for the call, and destructured again afterwards.
    fn constructed_tuple(&mut self, e: &Expr, value: &Value) -> Option<LoweredArg> {
        if matches!(unparen(e), Expr::Tuple(_)) {
            return None;
        }
        let parts @ Binding::Tuple(_) = referents(value)? else { return None };
        let span = e.span();
        let now = self.tuple_now(&parts, span);
        let whole = self.element_value(now, span);
        Some(self.constructed_argument("tuple", whole, parts))
    }

    /// The value of a tuple of places.
    fn tuple_now(&mut self, parts: &Binding, span: Span) -> Value {
        match parts {
            Binding::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|part| self.tuple_now(part, span)).collect())
            }
            Binding::Alias(alias) => Value::Var(self.read_alias(alias, span), false),
            other => self.binding_value(other, span),
        }
    }

    /// Writes a value into the places that a call changed a copy of.
    pub(super) fn put_into(&mut self, places: &Binding, value: Value, span: Span) {
        match places {
            Binding::Tuple(parts) => {
                let values = self.components(value, parts.len(), span);
                for (part, value) in parts.iter().zip(values) {
                    self.put_into(part, value, span);
                }
            }
            Binding::Alias(Alias { slot, path, .. }) if path.is_empty() => {
                self.store_result(&Binding::Slot(*slot), value, span)
            }
            Binding::Alias(Alias { slot, path, ty }) => {
                let var = self.scalar(value, span);
                self.unify_var(var, ty);
                self.update(*slot, path, var, span);
            }
            other => self.store_result(other, value, span),
        }
    }

    /// The variable that an argument names or refers to.
    pub fn variable(&self, e: &Expr) -> Option<String> {
        let e = match unparen(e) {
            Expr::Reference(r) => unparen(&r.expr),
            e => e,
        };
        match e {
            Expr::Path(p) => {
                p.path.get_ident().map(|i| i.to_string()).filter(|n| self.lookup(n).is_some())
            }
            _ => None,
        }
    }
}

/// An argument.
pub struct LoweredArg {
    /// How it is passed.
    pub argument: Argument,
    /// The slot that it changes.
    pub slot: Option<SlotId>,
    /// Its type without the reference.
    pub ty: Ty,
    /// How it is spelled.
    pub spelling: Spelling,
    /// The function, if it is one and not a parameter.
    pub function: Option<crate::lower::functions::values::PassedFunction>,
    /// The binding that the slot is written back into, if the slot was made for the call.
    pub back: Option<Binding>,
    /// Whether it is no expression `&…`, and how the callee takes it cannot be inferred: a mutable
    /// reference may then be passed as a shared one.
    pub implicit: bool,
}

impl LoweredArg {
    /// An argument that is no function, and is passed as it is written.
    pub fn new(argument: Argument, slot: Option<SlotId>, ty: Ty, spelling: Spelling) -> LoweredArg {
        LoweredArg { argument, slot, ty, spelling, function: None, back: None, implicit: false }
    }
}

/// Whether an expression is a reference to a value held in several variables: a `&…` expression,
/// or a tuple whose components are all behind a reference.
fn refers_to_parts(e: &Expr, value: &Value) -> bool {
    fn all_references(value: &Value) -> bool {
        match value {
            Value::Tuple(parts) => !parts.is_empty() && parts.iter().all(all_references),
            Value::Var(_, reference) => *reference,
            _ => false,
        }
    }
    let is_reference = matches!(unparen(e), Expr::Reference(r) if r.mutability.is_none());
    match value {
        Value::Tuple(_) => {
            is_reference || !matches!(unparen(e), Expr::Tuple(_)) && all_references(value)
        }
        Value::Option(m) => is_reference && !m.payload.is_reference(),
        Value::Result(_) => is_reference,
        _ => false,
    }
}

/// The places that the components of a mutable reference to a tuple refer to.
fn referents(value: &Value) -> Option<Binding> {
    Some(match value {
        Value::Alias(alias) => Binding::Alias(alias.clone()),
        Value::Tuple(parts) if !parts.is_empty() => {
            Binding::Tuple(parts.iter().map(referents).collect::<Option<_>>()?)
        }
        Value::Option(m) => {
            let Payload::Unique(some, payload) = &m.payload else { return None };
            Binding::Option(*some, payload.clone())
        }
        _ => return None,
    })
}

/// A mutable reference to a tuple that is one place: its components are the fields of that place.
fn whole_place(value: Value) -> Value {
    fn whole(value: &Value) -> Option<Alias> {
        let parts = match value {
            Value::Alias(alias) => return Some(alias.clone()),
            Value::Tuple(parts) => parts,
            _ => return None,
        };
        let parts = parts.iter().map(whole).collect::<Option<Vec<Alias>>>()?;
        let Alias { slot, path, .. } = parts.first()?;
        let (slot, around) = (*slot, path.split_last()?.1.to_vec());
        let is_component = |(k, part): (usize, &Alias)| {
            part.slot == slot
                && part.path.split_last() == Some((&Step::Field(k), around.as_slice()))
        };
        let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
        parts.iter().enumerate().all(is_component).then_some(Alias { slot, path: around, ty })
    }
    match whole(&value) {
        Some(alias) if matches!(value, Value::Tuple(_)) => Value::Alias(alias),
        _ => value,
    }
}

fn has_reference(value: &Value) -> bool {
    match value {
        Value::Tuple(parts) => parts.iter().any(has_reference),
        Value::Var(_, reference) => *reference,
        Value::Alias(_) => true,
        Value::Option(_)
        | Value::Result(_)
        | Value::Closure(_)
        | Value::Iter(_)
        | Value::Never(_) => false,
    }
}
