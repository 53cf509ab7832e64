//! Places behind a guard of `std`: `*counter.lock().unwrap()`, `*g += 1`,
//! `log.borrow_mut().push(x)`.
//!
//! A guard is a value that only rustc knows. The value behind it has no derivative: it is shared
//! with code outside the function. A read copies it. A change is code over the guard, which has a
//! new version after it. The guard is evaluated where it is in the program, and dropped where it
//! is dropped there ([`crate::lower::ownership::drops`]).

use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use crate::world::text::declarations::Receiver;
use quote::quote;
use syn::{Expr, ExprMethodCall};

/// The advice if an active value is stored behind a guard.
const ADVICE: &str = "data behind a guard has no derivative: pass the value as a parameter and \
                      return the new one, or stop the derivative with `constant(…)`";

/// The name of the guard in code that changes the value behind it.
const NAME: &str = "argument_guard";

/// A change behind a guard.
struct GuardedChange<'e> {
    guard: &'e Expr,
    slot: SlotId,
    /// Whether the guard is a temporary.
    is_temporary: bool,
}

impl Lowerer<'_> {
    /// The value of `*guard`.
    pub fn read_behind_guard(&mut self, e: &Expr, guard: &Expr) -> Option<Value> {
        if !matches!(e, Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)))
            || !self.names.inferred.is_guard(unparen(guard))
        {
            return None;
        }
        let ty = self.names.inferred.clone().expr(e).and_then(|ty| self.types.type_of_inferred(ty));
        Some(self.copied_from_behind(
            guard,
            quote!(::autodiff::__private::saved_value!(*value.deref())),
            ty,
            e.span(),
        ))
    }

    /// `guard.clone()`, which clones the value behind the guard; or a differentiated method of
    /// that value, differentiated in its other arguments.
    pub fn read_method_behind_guard(&mut self, m: &ExprMethodCall) -> Option<Value> {
        if !self.names.inferred.is_guard(unparen(&m.receiver)) {
            return None;
        }
        let (inferred, span) = (self.names.inferred.clone(), m.method.span());
        if m.method == "clone" && m.args.is_empty() {
            let ty = inferred.method(m).and_then(|ty| self.types.type_of_inferred(ty));
            return Some(self.copied_from_behind(
                &m.receiver,
                quote!(::core::clone::Clone::clone(value.deref())),
                ty,
                span,
            ));
        }
        let callee =
            inferred.callee(m).filter(|_| inferred.definer(m) == Some(infer::Definer::Crate))?;
        let may_share = self.world().may_hold_cells(&callee.owner.to_token_stream());
        if callee.takes == Receiver::Unique
            || callee.of_trait.is_some()
            || may_share
            || !self.mentions_reals(&m.args)
        {
            return None;
        }
        let ty = self.types.type_of_inferred(&callee.owner)?;
        let owner = self.types.open_projection(&ty)?;
        let code = quote!(::autodiff::__private::saved_value!(*value.deref()));
        let of = self.copied_from_behind(&m.receiver, code, Some(ty.clone()), span);
        Some(self.method_of(m, Located::Value(of), owner, ty))
    }

    /// The result of code that reads the value behind a guard, which is `value.deref()` in the
    /// code.
    fn copied_from_behind(
        &mut self,
        guard: &Expr,
        code: TokenStream,
        ty: Option<Ty>,
        span: Span,
    ) -> Value {
        let value = self.operand(guard);
        let guard = self.single_variable(value, span);
        // dereferences the guard, or a reference to it
        let code = quote!({ #[allow(unused_imports)] use ::core::ops::Deref as _; #code });
        let whole = self.unless_tuple(ty.as_ref());
        let read =
            Value::Var(self.opaque_of(code, vec![("value", guard)], whole, "behind", span), false);
        if let Some(ty) = ty { self.destructure_by_type(read, &ty, span) } else { read }
    }

    /// An assignment to a place behind a guard.
    pub fn assign_behind_guard(
        &mut self,
        place: &Expr,
        operator: TokenStream,
        right: &Expr,
    ) -> Option<Value> {
        let guard = self.guard_behind(place)?;
        // an overloaded operator of a type of the crate evaluates the place first
        let is_number = self.names.inferred.expr(unparen(place)).is_some_and(is_number)
            || matches!(unparen(right), Expr::Lit(_) | Expr::Path(_));
        if operator.to_string() != "=" && !is_number {
            return None;
        }
        let mut captures = Vec::new();
        let right = self.hole_by_value(right, &mut captures);
        let changed = self.guard_to_change(guard);
        let place = self.code_of_change(place, guard, &guard_expr(), &mut captures)?;
        self.change_behind(&changed, quote!(#place #operator #right), captures, None);
        Some(Value::Tuple(Vec::new()))
    }

    /// A method that changes the value behind a guard.
    pub fn method_behind_guard(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let is_iterated = || {
            self.names.inferred.iterable_kind(unparen(&m.receiver))
                == Some(infer::IterableKind::Iterator)
        };
        let changes = match self.names.inferred.definer(m) {
            Some(infer::Definer::Std(_)) => {
                (opaque::changes_receiver(m)
                    || std_declarations::may_change(&m.method.to_string(), m.args.len()))
                    && !is_iterated()
            }
            Some(infer::Definer::Crate) => {
                self.names.inferred.callee(m).is_some_and(|callee| callee.takes == Receiver::Unique)
            }
            _ => false,
        };
        if !changes {
            return None;
        }
        let guard = self.guard_of(&m.receiver)?;
        let is_discarded = self.chain.discarded_call == Some(std::ptr::from_ref(m).cast());
        let given = self.names.inferred.clone().method(m).and_then(|ty| {
            if let syn::Type::Reference(_) = ty { None } else { self.types.type_of_inferred(ty) }
        });
        if !is_discarded && given.is_none() {
            let message = format!(
                "`{}` borrows data behind a guard, which is not supported here: change a copy, and \
                 assign it back, as in `let mut values = guard.clone(); …; *guard = values;`",
                m.method
            );
            return Some(self.fail(&m.method, message));
        }
        let given = given.filter(|ty| !is_discarded && *ty != Ty::unit());
        let changed = self.guard_to_change(guard);
        let mut captures = Vec::new();
        let code = self.code_of_method(m, guard, &guard_expr(), &mut captures)?;
        Some(self.change_behind(&changed, code, captures, given))
    }

    /// `guard[&key]`, of a map.
    pub fn index_behind_guard(&mut self, i: &syn::ExprIndex) -> Option<Value> {
        let by_key = matches!(
            unparen(&i.index),
            Expr::Reference(_) | Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. })
        );
        if !by_key || !self.names.inferred.is_guard(unparen(&i.expr)) {
            return None;
        }
        let value = self.operand(&i.expr);
        let guard = self.single_variable(value, i.expr.span());
        let mut captures =
            vec![Capture { name: "value".into(), value: Tree::Leaf(guard), by_reference: false }];
        let key = self.argument_hole(&i.index, 0, None, &mut captures);
        let code = quote!(::autodiff::__private::saved_value!(value[#key]));
        let inferred = self
            .names
            .inferred
            .clone()
            .expr(&Expr::Index(i.clone()))
            .and_then(|ty| self.types.type_of_inferred(ty));
        let whole = self.unless_tuple(inferred.as_ref());
        let opaque = Opaque {
            advice: ADVICE.into(),
            ..Opaque::new(code, captures, "an entry behind a guard")
        };
        let read = Value::Var(
            self.emit("behind", whole, Op::Opaque(Box::new(opaque)), i.expr.span()),
            false,
        );
        Some(if let Some(ty) = inferred {
            self.destructure_by_type(read, &ty, i.expr.span())
        } else {
            read
        })
    }

    /// Evaluates a temporary guard of `std` that is the first part of code to be evaluated, and the
    /// receiver of a method: `counts.lock().unwrap().len() + 1`. It lives to the end of the
    /// statement, and code that is passed through ends before.
    pub fn take_first_guard(&mut self, code: &mut Expr) -> Option<Capture> {
        let receiver = match code {
            Expr::MethodCall(m) => {
                let is_guard = self.names.inferred.is_guard(unparen(&m.receiver));
                let is_made = matches!(unparen(&m.receiver), Expr::Call(_) | Expr::MethodCall(_));
                if is_guard && is_made {
                    let value = self.operand(&m.receiver);
                    let guard = self.single_variable(value, m.receiver.span());
                    let name = Ident::new(NAME, Span::call_site());
                    *m.receiver = syn::parse_quote!(#name);
                    let value = Tree::Leaf(guard);
                    return Some(Capture { name: NAME.into(), value, by_reference: false });
                }
                &mut m.receiver
            }
            Expr::Paren(of) => &mut of.expr,
            Expr::Cast(of) => &mut of.expr,
            Expr::Unary(of) => &mut of.expr,
            Expr::Field(of) => &mut of.base,
            Expr::Index(of) => &mut of.expr,
            Expr::Binary(of) => &mut of.left,
            _ => return None,
        };
        self.take_first_guard(receiver)
    }

    /// Whether the receiver of a method is behind a guard.
    pub fn is_behind_guard(&self, m: &ExprMethodCall) -> bool {
        self.guard_of(&m.receiver).is_some()
    }

    /// The guard that a place is behind; not the place itself.
    pub fn guard_behind<'e>(&self, place: &'e Expr) -> Option<&'e Expr> {
        match unparen(place) {
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.guard_of(&u.expr),
            Expr::Field(f) => self.guard_of(&f.base),
            Expr::Index(i) => self.guard_of(&i.expr),
            // the result of a method, if it is a value, is not behind the guard
            Expr::MethodCall(m) if self.names.inferred.method(m).is_none_or(has_reference) => {
                self.guard_of(&m.receiver)
            }
            _ => None,
        }
    }

    /// The guard that an expression is, or is behind.
    fn guard_of<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        let e = unparen(e);
        if self.names.inferred.is_guard(e) { Some(e) } else { self.guard_behind(e) }
    }

    fn guard_to_change<'e>(&mut self, guard: &'e Expr) -> GuardedChange<'e> {
        match self.locate(guard) {
            Located::Spot(Spot { root: Root::Slot(slot), path, by: BorrowMode::Value, .. })
                if path.is_empty() =>
            {
                GuardedChange { guard, slot, is_temporary: false }
            }
            located => {
                let value = self.value_of(located, guard.span());
                let guard_value = self.single_variable(value, guard.span());
                GuardedChange { guard, slot: self.temporary_slot(guard_value), is_temporary: true }
            }
        }
    }

    /// Code that changes the value behind a guard, and its result, if it has one of this type.
    fn change_behind(
        &mut self,
        of: &GuardedChange<'_>,
        code: TokenStream,
        captures: Vec<Capture>,
        given: Option<Ty>,
    ) -> Value {
        let span = of.guard.span();
        let root = self.current_version(Root::Slot(of.slot), span);
        let changes = vec![Change { name: NAME.into(), place: Place::of_var(root) }];
        let opaque = Opaque {
            changes,
            advice: ADVICE.into(),
            ..Opaque::new(code, captures, "a change behind a guard")
        };
        let (name, ty) = (self.slots[of.slot].name.clone(), self.slots[of.slot].ty.clone());
        let version = self.f.fresh_primal(name, ty, span);
        if !of.is_temporary {
            self.facts.named.insert(version);
        }
        self.ssa.env[of.slot] = Some(version);
        let whole = given.as_ref().map(|ty| self.unless_tuple(Some(ty)));
        let result = whole.map(|ty| self.f.fresh_primal("changed", ty, span));
        self.push(
            result.into_iter().chain([version]).collect(),
            Op::Opaque(Box::new(opaque)),
            span,
        );
        match (result, given) {
            (Some(result), Some(ty)) => {
                self.destructure_by_type(Value::Var(result, false), &ty, span)
            }
            _ => Value::Tuple(Vec::new()),
        }
    }

    /// The type of the variable for a value of this type: the variable of a tuple has an open
    /// type, and is split later.
    fn unless_tuple(&mut self, ty: Option<&Ty>) -> Ty {
        match ty {
            Some(Ty::Tuple(_)) | None => self.types.fresh(Kind::Any, Origin::Opaque(None)),
            Some(ty) => ty.clone(),
        }
    }
}

/// The guard itself in code, where the name is a reference to it.
fn guard_expr() -> TokenStream {
    let name = Ident::new(NAME, Span::call_site());
    quote!((*#name))
}

fn has_reference(ty: &syn::Type) -> bool {
    ty.to_token_stream().to_string().contains('&')
}

fn is_number(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = crate::type_class::strip_groups(ty) else { return false };
    path.path
        .get_ident()
        .is_some_and(|name| types::primitive(&name.to_string()).is_some_and(|ty| ty.is_scalar()))
}
