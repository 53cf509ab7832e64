//! Method calls.
//!
//! [`known`] has the methods of `std` by their receivers, [`names`] their names.

mod known;
mod names;

use crate::diagnostics::Diagnostic;
use crate::lower::library::lists::is_pop;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use names::is_known;
pub use names::{CHAINS, is_of_std};
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall};

/// Methods that integers have as well, with the same meaning.
const ALSO_OF_INTEGERS: &[&str] =
    &["abs", "signum", "min", "max", "clamp", "rem_euclid", "div_euclid"];

#[derive(Default)]
struct HasClosure(bool);

impl<'ast> Visit<'ast> for HasClosure {
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {
        self.0 = true;
    }
}

/// The receiver of the first of a chain of methods.
fn root(e: &Expr) -> &Expr {
    match unparen(e) {
        Expr::MethodCall(m) => root(&m.receiver),
        e => e,
    }
}

impl Lowerer<'_> {
    /// A method call; `nested` if it is the receiver of another one.
    pub fn method_call(&mut self, m: &ExprMethodCall, nested: bool) -> Value {
        if let Some(value) = self.method_behind_guard_or_whole_chain(m, nested) {
            return value;
        }
        if m.method == "autodiff_saved" {
            return self.saved_call(m);
        }
        if let Some(order) = self.order_of_elements(m) {
            return order;
        }
        if let Some(spot) = self.located_view(m) {
            return self.value_of(Located::Spot(spot), m.method.span());
        }
        if let Some(value) = self
            .assigned_to_view(m)
            .or_else(|| self.element_by_method(m))
            .or_else(|| self.element_to_change(m))
            .or_else(|| self.length_of_part(m))
            .or_else(|| self.slice_of_array(m))
        {
            return value;
        }
        if let Some(value) = self.method_of_user_element(m) {
            return value;
        }
        let apart = self
            .method_in_place(m)
            .or_else(|| self.map_with_changes(m))
            .or_else(|| self.qualified_call(m))
            .or_else(|| self.split_fluent_chain(m));
        if let Some(apart) = apart {
            return self.expr(&apart);
        }
        if self.check_method_of_parts(m) {
            return self.never_value(m.method.span());
        }
        let definer = self.names.inferred.definer(m);
        let of_crate = matches!(definer, Some(infer::Definer::Crate | infer::Definer::Bound));
        if of_crate && let Some(value) = self.method_of_crate(m) {
            return value;
        }
        if definer == Some(infer::Definer::Bound) {
            return self.method_of_value(m, None);
        }
        if let Some(value) = self.method_by_receiver(m, of_crate) {
            return value;
        }
        self.rely_on_std_for(m);
        let reason = match self.method_of_std(m, nested) {
            Ok(value) => return value,
            Err(reason) => reason,
        };
        if let Some(value) =
            self.items_of_opaque_method(m, nested).or_else(|| self.method_of_sequence(m))
        {
            return value;
        }
        if Prim::from_method(&m.method.to_string(), m.args.len() + 1).is_some() {
            return self.method_of_value(m, reason);
        }
        self.method_in_opaque_chain(m, reason)
    }

    /// A method of a source of random numbers or behind a guard, or a whole chain without reals.
    fn method_behind_guard_or_whole_chain(
        &mut self,
        m: &ExprMethodCall,
        nested: bool,
    ) -> Option<Value> {
        self.method_of_source(m)
            .or_else(|| self.method_behind_guard(m))
            .or_else(|| self.read_method_behind_guard(m))
            .or_else(|| self.unwrapped_guard(m))
            .or_else(|| if nested { None } else { self.chain_without_reals(m) })
    }

    /// A method that its name and its receiver decide: of a scalar, a conversion, one of a
    /// user-defined type, or one that is expressed by other methods.
    fn method_by_receiver(&mut self, m: &ExprMethodCall, of_crate: bool) -> Option<Value> {
        if let Some(value) = self
            .scalar_method(m)
            .or_else(|| self.conversion_to_sequence(m))
            .or_else(|| self.user_conversion(m))
        {
            return Some(value);
        }
        if let Some(choice) = self.method_with_choice_outside(m) {
            return Some(self.expr(&choice));
        }
        if let Some(value) = self
            .array_of_slice(m)
            .or_else(|| self.concatenated(m))
            .or_else(|| self.range_contains(m))
            .or_else(|| self.method_of_collection(m))
        {
            return Some(value);
        }
        if !of_crate
            && let Some(value) = self
                .foreign_iterator(m)
                .or_else(|| self.user_method(m))
                .or_else(|| self.method_of_array_value(m))
        {
            return Some(value);
        }
        if !of_crate && let Some(value) = self.method_of_std_type(m) {
            return Some(value);
        }
        if m.method == "unwrap" && m.args.is_empty() {
            let inner = self.pop_under(m)?;
            return Some(self.pop(inner));
        }
        None
    }

    /// A method of an array that returns an element, and has the name of one of a sequence.
    fn element_by_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let is_one =
            matches!((&*m.method.to_string(), m.args.len()), ("first" | "last", 0) | ("get", 1));
        let is_of_array =
            is_one && self.seen_type(&m.receiver).is_some_and(|ty| self.is_array_type(&ty));
        if !is_of_array {
            return None;
        }
        let value = self.method_of_value(m, None);
        if let Value::Var(v, _) = value {
            let ty = self.ty(v);
            let option = self.option_named(&ty);
            self.types.unify(&ty, &option);
        }
        Some(value)
    }

    /// The `pop` that a method is called on.
    fn pop_under<'m>(&mut self, m: &'m ExprMethodCall) -> Option<&'m ExprMethodCall> {
        let Expr::MethodCall(inner) = unparen(&m.receiver) else { return None };
        let is_of_std =
            matches!(self.names.inferred.definer(inner), None | Some(infer::Definer::Std(_)));
        (is_pop(inner)
            && is_of_std
            && !self.is_behind_guard(inner)
            && !self.is_of_foreign_collection(inner))
        .then_some(inner)
    }

    /// A method of iterators, `Option`s or sequences; or why it is not supported, if that is to be
    /// reported.
    fn method_of_std(
        &mut self,
        m: &ExprMethodCall,
        nested: bool,
    ) -> Result<Value, Option<Diagnostic>> {
        if !is_known(&m.method.to_string(), m.args.len()) {
            return Err(None);
        }
        if nested {
            // expressions that were evaluated for it are not evaluated twice
            return self.attempt(|s| s.known_method(m)).map_err(|error| {
                error.into_iter().for_each(|error| self.diagnostics.append_one(error));
                None
            });
        }
        let mentioned = self.mentions_reals(m);
        let reals = std::mem::replace(&mut self.chain.chain_reals, mentioned);
        let exhausts = std::mem::replace(&mut self.chain.chain_exhausts, iterate::is_exhausting(m));
        let result = self.attempt(|s| s.known_method(m));
        (self.chain.chain_reals, self.chain.chain_exhausts) = (reals, exhausts);
        result
    }

    /// The items of a method of a type that only rustc knows, within a chain of reals.
    fn items_of_opaque_method(&mut self, m: &ExprMethodCall, nested: bool) -> Option<Value> {
        if !nested
            || !self.chain.chain_reals
            || is_known(&m.method.to_string(), m.args.len())
            || !iterate::opaque_items::returns_items(m)
        {
            return None;
        }
        let located = self.locate(&m.receiver);
        if self.is_seen(&located) { None } else { self.items_by_method(m, located) }
    }

    /// A method of sequences that needs no attempt: it changes one, reads its length, or copies
    /// it.
    fn method_of_sequence(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (name, span) = (m.method.to_string(), m.method.span());
        Some(match (name.as_str(), m.args.len()) {
            ("expect", 1) => {
                let inner = self.pop_under(m)?;
                self.pop(inner)
            }
            ("push" | "pop" | "clear", _) if self.is_text(&m.receiver) => {
                self.method_of_value(m, None)
            }
            ("pop" | "pop_back" | "pop_front", 0) if !self.is_of_foreign_collection(m) => {
                self.pop_option(m)
            }
            ("len" | "is_empty", 0) if self.is_user_length(m, None) => {
                self.method_of_value(m, None)
            }
            ("len", 0) | ("is_empty", 0) => self.len_call(m, name == "is_empty"),
            ("push" | "push_back" | "push_front", 1)
                if !self.is_of_foreign_collection(m)
                    && let (Some(end), Some(arg)) =
                        (library::lists::end_of(&name), m.args.first()) =>
            {
                self.push_call(m, end, arg)
            }
            ("swap", 2) if let (Some(i), Some(j)) = (m.args.first(), m.args.last()) => {
                self.swap_call(m, i, j)
            }
            ("clear", 0) => self.clear_call(m),
            // of another crate's view, `to_owned` is no copy of the same type
            ("to_owned" | "to_vec", 0) if self.is_of_other_crate(&m.receiver) => {
                let receiver = self.operand_var(&m.receiver);
                let ty = self.ty(receiver);
                let owner = self.types.open_projection(&ty)?;
                self.method_of(m, Located::Value(Value::Var(receiver, true)), owner, ty)
            }
            ("clone" | "to_vec" | "to_owned" | "into_boxed_slice", 0) => {
                self.clone_call(m, name == "to_vec")
            }
            ("copied" | "cloned", 0) if !matches!(unparen(&m.receiver), Expr::MethodCall(_)) => {
                let value = self.operand(&m.receiver);
                if name == "cloned" {
                    self.note_clones(&value, span);
                }
                self.copy_referents(value, span)
            }
            ("sin_cos", 0) => self.sin_cos_call(m),
            _ => return None,
        })
    }

    fn sin_cos_call(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let receiver = self.operand(&m.receiver);
        self.rely_on_std_of_number(m, matches!(receiver, Value::Var(_, true)));
        let x = self.scalar(receiver, span);
        let ty = self.ty(x);
        if self.is_likely_struct(&ty, "sin_cos")
            && let Some(value) = self.unresolved_method(m, x, &ty)
        {
            return value;
        }
        self.types.narrow(&ty, Kind::Float);
        Value::Tuple(vec![
            self.prim("sin", Prim::Sin, vec![x], span),
            self.prim("cos", Prim::Cos, vec![x], span),
        ])
    }

    /// A method that lowering does not know: a chain of `std` that is passed through, or a method
    /// of a value.
    fn method_in_opaque_chain(
        &mut self,
        m: &ExprMethodCall,
        mut reason: Option<Diagnostic>,
    ) -> Value {
        let name = m.method.to_string();
        let mut closures = HasClosure::default();
        closures.visit_expr_method_call(m);
        let is_chain = CHAINS.contains(&(name.as_str(), m.args.len()))
            && (closures.0 || !self.may_be_of_crate(m));
        // the result of another method, which may be of a user-defined type
        let is_made = matches!(unparen(&m.receiver), Expr::MethodCall(_) | Expr::Call(_));
        // an operator returns no iterator and no `Option`
        let is_computed = match root(&m.receiver) {
            Expr::Binary(b) => {
                !matches!(b.op, syn::BinOp::Eq(_) | syn::BinOp::Lt(_) | syn::BinOp::Gt(_))
            }
            Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)),
            place => self.seen_type(place).is_some_and(|ty| self.types.is_of_operator(&ty)),
        };
        let is_computed = is_computed || self.is_of_other_crate(&m.receiver);
        let is_own = closures.0
            && !is_chain
            && is_made
            && calls::associated::is_of_user(&name, m.args.len());
        if is_own || is_computed && (closures.0 || is_chain) {
            match self.attempt(|s| Some(s.method_of_value(m, None))) {
                Ok(value) => return value,
                Err(error) => reason = reason.or(error),
            }
        }
        if closures.0 || is_chain {
            return match self.method_of_computed_array(m) {
                Some(value) => value,
                None => self.opaque_chain(m, reason),
            };
        }
        self.method_of_value(m, reason)
    }

    /// A call of a method that the crate defines.
    fn method_of_crate(&mut self, m: &ExprMethodCall) -> Option<Value> {
        match self.method_with_choice_outside(m) {
            Some(choice) => Some(self.expr(&choice)),
            None => self.user_method(m),
        }
    }

    /// A method of a real, of a user-defined type, or in opaque code.
    fn method_of_value(&mut self, m: &ExprMethodCall, reason: Option<Diagnostic>) -> Value {
        let (name, span) = (m.method.to_string(), m.method.span());
        let receiver = self.locate(&m.receiver);
        if let Some((code, captures, ty)) = self.code_of_constant(&receiver, m) {
            return self.opaque_method(m, code, captures, &ty);
        }
        let place = match &receiver {
            Located::Spot(s) => matches!(s.root, Root::Slot(_)),
            Located::Value(Value::Alias(_)) => true,
            _ => false,
        };
        if let Some(value) = self.text_changed(m, &receiver) {
            return value;
        }
        let value = match receiver {
            Located::Spot(s) if s.by == BorrowMode::Unique => self.read(&s, span),
            other => self.value_of(other, span),
        };
        let is_reference = matches!(value, Value::Var(_, true));
        let (ty, is_tuple) = match &value {
            Value::Tuple(_) => (Ty::unit(), true),
            other => {
                let ty = self.value_ty(other);
                (self.types.shallow(&ty), false)
            }
        };
        if is_tuple {
            return self.fail(
                &m.method,
                format!(
                    "the method `{name}` of a tuple is not supported: call it on the components"
                ),
            );
        }
        let changes = std_declarations::changes_receiver(&name, m.args.len());
        if place && changes && !matches!(ty, Ty::Foreign(_)) {
            if let Some(reason) = reason {
                self.diagnostics.append_one(reason);
                return self.dummy_value(span);
            }
            return self.fail(
                &m.method,
                format!(
                    "the method `{name}` is not supported yet on active values: write a loop over \
                     indices, with `swap`, `push`, `pop` and assignments to elements"
                ),
            );
        }
        let receiver = self.scalar(value, span);
        // a method of a struct that reals have as well
        if self.is_likely_struct(&ty, &name)
            && let Some(value) = self.unresolved_method(m, receiver, &ty)
        {
            return value;
        }
        if let Some(value) = self.method_of_foreign(m, receiver, &ty) {
            return value;
        }
        if let Some(value) = self.real_method(m, &name, receiver, &ty, span) {
            self.rely_on_std_of_number(m, is_reference);
            return value;
        }
        if let Some(value) = self.unresolved_method(m, receiver, &ty) {
            return value;
        }
        let mut captures = Vec::new();
        let tokens = self.capture_operand(&m.receiver, receiver, "receiver", &mut captures);
        let own = self.ty(receiver);
        self.opaque_method(m, tokens, captures, &own)
    }

    /// The code of a receiver that is not moved: a constant or a place in one, whose method is not
    /// that of a real. Also its captures and its type.
    fn code_of_constant(
        &mut self,
        receiver: &Located,
        m: &ExprMethodCall,
    ) -> Option<(TokenStream, Vec<Capture>, Ty)> {
        if Prim::from_method(&m.method.to_string(), m.args.len() + 1).is_some() {
            return None;
        }
        match receiver {
            Located::Code(code) if !self.is_constant_of_user_type(code, m) => {
                // a static is not copied
                let places::place::ConstantCode { captures, ty, .. } = code.clone();
                Some((code.to_expr(), captures, ty))
            }
            Located::Spot(spot) if self.lies_in_constant(spot, &m.receiver) => {
                let (code, ty) = (m.receiver.to_token_stream(), spot.ty.clone());
                let captures = self.captures(code.clone());
                Some((code, captures, ty))
            }
            _ => None,
        }
    }

    /// Whether a place is a part without tangents of a variable that has none and does not change.
    fn lies_in_constant(&self, spot: &Spot, e: &Expr) -> bool {
        fn is_named(e: &Expr) -> bool {
            match unparen(e) {
                Expr::Path(_) | Expr::Lit(_) => true,
                Expr::Field(f) => is_named(&f.base),
                Expr::Index(i) => is_named(&i.expr) && is_named(&i.index),
                Expr::Binary(b) => is_named(&b.left) && is_named(&b.right),
                _ => false,
            }
        }
        let Root::Slot(slot) = spot.root else { return false };
        let is_constant = |ty: &Ty| matches!(self.types.shallow(ty), Ty::Foreign(_));
        let slot = &self.slots[slot];
        !spot.path.is_empty()
            && !slot.mutable
            && !slot.unique
            && is_constant(&slot.ty)
            && is_constant(&spot.ty)
            && is_named(e)
    }

    /// Whether a method without closures that has a name of std's may be one of the crate: the
    /// crate defines one of that name, and nothing before it in the chain returns an iterator or
    /// an `Option`.
    pub fn may_be_of_crate(&self, m: &ExprMethodCall) -> bool {
        match self.names.inferred.definer(m) {
            Some(infer::Definer::Std(_)) => return false,
            Some(_) => return true,
            None => {}
        }
        let follows_chain = match unparen(&m.receiver) {
            Expr::MethodCall(of) => {
                let is_foreign = || {
                    !self.mentions_reals(m)
                        && !self.world().defines_function(&of.method.to_string())
                };
                is_of_std(&of.method.to_string(), of.args.len()) || is_foreign()
            }
            _ => false,
        };
        !follows_chain && self.world().defines_function(&m.method.to_string())
    }

    /// Whether a receiver is a constant of a user-defined type, `Vec3::Z`, and an argument may be
    /// active: then the call has a derivative.
    fn is_constant_of_user_type(
        &mut self,
        receiver: &places::place::ConstantCode,
        m: &ExprMethodCall,
    ) -> bool {
        let path = syn::parse2::<syn::Path>(receiver.tokens.clone());
        let is_constant =
            path.is_ok_and(|path| self.names_constant(&path) && !self.world().names_static(&path));
        is_constant
            && self.is_user_defined_type(&receiver.ty)
            && m.args.iter().any(|arg| self.mentions_reals(arg))
    }

    /// `let a: [f64; 3] = slice.try_into().unwrap();`
    fn array_of_slice(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let Expr::MethodCall(inner) = unparen(&m.receiver) else { return None };
        if !(m.method == "unwrap" || m.method == "expect") || inner.method != "try_into" {
            return None;
        }
        let length = match self.expected(m)? {
            syn::Type::Array(a) => a.len.to_token_stream(),
            syn::Type::Reference(r) => match &*r.elem {
                syn::Type::Array(a) => a.len.to_token_stream(),
                _ => return None,
            },
            _ => return None,
        };
        let span = m.method.span();
        let made = self.attempt(|s| {
            let located = s.locate(&inner.receiver);
            if matches!(located, Located::Code(_)) {
                return None;
            }
            let items = s.sequence(located, Some(BorrowMode::Shared), &inner.receiver)?;
            let code = places::place::ConstantCode::new(length.clone(), "n", Ty::USIZE);
            let n = s.emit_code(code, span);
            let len = s.count(&items, span)?;
            s.check(
                quote!(::core::assert!(len == n, "could not convert slice to array")),
                &[("len", len), ("n", n)],
                span,
            );
            Some(s.array_from(
                length,
                &iterate::Iter::Items(iterate::Items::Copied(Box::new(items))),
                n,
                span,
            ))
        });
        made.ok()
    }

    /// Whether a user-defined variable in an expression may carry reals.
    pub fn mentions_reals(&self, e: &impl ToTokens) -> bool {
        opaque::names(e.to_token_stream()).iter().filter_map(|n| self.lookup(n)).any(|binding| {
            match binding {
                Binding::Unique(_) => true,
                Binding::Closure(_)
                | Binding::Iter(_)
                | Binding::Cursor(..)
                | Binding::Alias(_)
                | Binding::BodyArgument(_) => true,
                Binding::Window(window) => !self.types.is_discrete(&window.ty()),
                binding => Self::slots_of(binding).iter().any(|s| {
                    let ty = &self.slots[*s].ty;
                    let unresolved = matches!(self.types.shallow(ty), Ty::Infer(_))
                        && matches!(self.types.origin(ty), Some(Origin::Opaque(_)));
                    !self.types.is_discrete(ty) && !unresolved
                }),
            }
        })
    }

    /// A method of real scalars.
    fn real_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        receiver: Var,
        ty: &Ty,
        span: Span,
    ) -> Option<Value> {
        let prim = Prim::from_method(name, m.args.len() + 1)?;
        let either = ALSO_OF_INTEGERS.contains(&name);
        match ty {
            Ty::Real(_) => {}
            Ty::Int(_) if either => {}
            Ty::Infer(_) => match self.types.kind(ty) {
                Some(Kind::Int) if !either => return None,
                _ if either => self.number(receiver),
                _ => self.types.narrow(ty, Kind::Float),
            },
            _ => return None,
        }
        let mut args = vec![receiver];
        for arg in &m.args {
            let var = self.operand_var(arg);
            let ty = if prim == Prim::Powi { Ty::Int("i32") } else { self.ty(receiver) };
            self.unify_var(var, &ty);
            args.push(var);
        }
        Some(self.prim(name, prim, args, span))
    }

    // ---------- methods of sequences

    /// The sequence that a method is called on, as a place.
    pub fn receiver(&mut self, m: &ExprMethodCall) -> Option<(Root, Vec<Step>, Ty, BorrowMode)> {
        let located = self.locate(&m.receiver);
        let by = match &located {
            Located::Spot(s) => s.by,
            Located::Value(Value::Alias(_)) => BorrowMode::Unique,
            _ => BorrowMode::Value,
        };
        let (root, path, ty) = self.as_place(located)?;
        Some((root, path, ty, by))
    }

    /// The slot of the sequence that a method changes.
    pub fn changed_sequence(&mut self, m: &ExprMethodCall) -> Option<(SlotId, Vec<Step>, Ty)> {
        match self.receiver(m) {
            Some((Root::Slot(slot), path, ty, by)) if by != BorrowMode::Shared => {
                Some((slot, path, ty))
            }
            Some((.., ty, _)) if self.no_value_of(&ty).is_some() => None,
            _ => {
                self.error(
                    &m.receiver,
                    format!(
                        "`{}` changes its receiver, which must be a variable or an element of one",
                        m.method
                    ),
                );
                None
            }
        }
    }
}
