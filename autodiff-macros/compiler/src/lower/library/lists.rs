//! Methods that read the length of a sequence, construct a `Vec` or a `VecDeque`, or add and
//! remove elements.

use crate::lower::calls::methods::CHAINS;
use crate::lower::iterate::Iter;
use crate::lower::library::option::{OptionValue, Payload};
use crate::lower::places::place::{BorrowMode, Root, Spot, unparen};
use crate::lower::*;
use crate::primitives::Prim;
use syn::{Expr, ExprMethodCall};

impl Lowerer<'_> {
    pub fn len_call(&mut self, m: &ExprMethodCall, is_empty: bool) -> Value {
        let span = m.method.span();
        let whole = Expr::MethodCall(m.clone());
        let ty = if is_empty { Ty::Bool } else { Ty::USIZE };
        if matches!(unparen(&m.receiver), Expr::Range(_)) {
            return self.opaque_expr(&whole, Some(ty));
        }
        if let Expr::MethodCall(inner) = unparen(&m.receiver)
            && matches!(inner.method.to_string().as_str(), "iter" | "iter_mut")
        {
            let mut of = m.clone();
            of.receiver = inner.receiver.clone();
            return self.len_call(&of, is_empty);
        }
        if let Expr::MethodCall(inner) = unparen(&m.receiver)
            && CHAINS.contains(&(inner.method.to_string().as_str(), inner.args.len()))
        {
            return self.opaque_expr(&whole, Some(ty));
        }
        let located = self.locate(&m.receiver);
        if Self::is_const_located(&located) {
            return self.opaque_expr(&whole, Some(ty));
        }
        let Some((root, path, of)) = self.as_place(located) else {
            return self
                .fail(&m.receiver, "cannot infer that this has a length: annotate its type");
        };
        let is_unresolved = match self.types.shallow(&of) {
            Ty::Text(_) | Ty::Foreign(_) => true,
            // an item that only rustc can iterate: having a length does not make it a sequence
            of @ Ty::Infer(_) if matches!(self.types.origin(&of), Some(Origin::Opaque(None))) => {
                true
            }
            // it may be a type of the crate with a method of this name
            Ty::Infer(_) => self.world().defines_function(&m.method.to_string()),
            _ => false,
        };
        if is_unresolved {
            let (what, advice) = opaque::describe(&whole);
            let evaluated = match root {
                Root::Var(v)
                    if path.is_empty()
                        && matches!(unparen(&m.receiver), Expr::Call(_) | Expr::MethodCall(_)) =>
                {
                    v
                }
                _ => return self.opaque_as(&whole, Some(ty), what, advice, true),
            };
            let method = &m.method;
            let of =
                Capture { name: "of".into(), value: Tree::Leaf(evaluated), by_reference: false };
            let opaque = Opaque {
                discrete: true,
                advice,
                ..Opaque::new(quote::quote!(of.#method()), vec![of], what)
            };
            return Value::Var(self.emit("len", ty, Op::Opaque(Box::new(opaque)), span), false);
        }
        if self.types.element(&of).is_none() {
            return self.fail(
                &m.receiver,
                "cannot infer that this is an array, slice or Vec: annotate its type",
            );
        }
        let len = self.len_of(root, &path, span);
        if !is_empty {
            return Value::Var(len, false);
        }
        let zero = self.int(0, span);
        self.prim("is_empty", Prim::Eq, vec![len, zero], span)
    }

    /// A slot for an empty `Vec` that is filled later.
    pub fn empty_vec(&mut self, name: &str, element: Ty, span: Span) -> SlotId {
        self.empty_sequence(name, Ty::Vec(Box::new(element)), span)
    }

    /// As [`Self::empty_vec`], for a sequence of this type.
    pub fn empty_sequence(&mut self, name: &str, ty: Ty, span: Span) -> SlotId {
        let empty = self.emit(name, ty.clone(), Op::Array(Vec::new()), span);
        self.slot(name, ty, true, Some(empty))
    }

    /// Collects the items of an iterator into a sequence of this type.
    pub fn filled(&mut self, iter: &Iter, ty: Ty, span: Span) -> Value {
        let slot = self.empty_sequence("collected", ty, span);
        self.run_collected(iter, span, &mut |s, v, _| s.push_item(slot, v, span));
        self.slot_value(slot, span)
    }

    /// Adds an element at an end of the sequence at a place.
    pub fn append(&mut self, slot: SlotId, path: &[Step], end: End, x: Var, span: Span) {
        let root = self.current_version(Root::Slot(slot), span);
        self.new_version(slot, Op::Push(Place { root, path: path.to_vec() }, end, x), span);
    }

    /// The end at which a sequence of this type grows.
    pub fn growing_end(&self, ty: &Ty) -> End {
        if matches!(self.types.shallow(ty), Ty::Deque(_)) { End::Back } else { End::Last }
    }

    /// Removes the element at an end of the sequence at a place.
    pub fn remove_at_end(
        &mut self,
        slot: SlotId,
        path: &[Step],
        end: End,
        element: Ty,
        span: Span,
    ) -> Var {
        let root = self.current_version(Root::Slot(slot), span);
        let x = self.f.fresh_primal("popped", element, span);
        let (name, ty) = (self.slots[slot].name.clone(), self.slots[slot].ty.clone());
        let rest = self.f.fresh_primal(name, ty, span);
        self.facts.named.insert(rest);
        self.push(vec![rest, x], Op::Pop(Place { root, path: path.to_vec() }, end), span);
        self.ssa.env[slot] = Some(rest);
        x
    }

    pub fn push_call(&mut self, m: &ExprMethodCall, end: End, arg: &Expr) -> Value {
        let span = m.method.span();
        let Some((slot, path, ty)) = self.changed_sequence(m) else {
            return self.never_value(span);
        };
        let value = self.operand(arg);
        if matches!(value, Value::Never(_)) {
            return value;
        }
        let x = self.element(value, span);
        self.is_container(&ty, end);
        if let Some(element) = self.types.element(&ty) {
            self.unify_var(x, &element);
        }
        self.append(slot, &path, end, x, span);
        Value::Tuple(Vec::new())
    }

    /// Narrows an unknown type to a container that has methods for this end.
    pub fn is_container(&mut self, ty: &Ty, end: End) {
        if matches!(self.types.shallow(ty), Ty::Infer(_) | Ty::Sequence(..)) {
            let element = Box::new(self.types.any());
            self.types
                .unify(ty, &if end == End::Last { Ty::Vec(element) } else { Ty::Deque(element) });
        }
    }

    /// Fixes the ends of sequences that were taken for vectors and turned out to be deques.
    pub fn settle_ends(&self, block: &mut Block) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Branch(_, arms) => arms.iter_mut().for_each(|arm| self.settle_ends(arm)),
                Op::Loop(lp) => self.settle_ends(&mut lp.body),
                Op::Push(place, end @ End::Last, _) | Op::Pop(place, end @ End::Last)
                    if place.path.is_empty() =>
                {
                    *end = self.growing_end(self.f.ty(place.root));
                }
                _ => {}
            }
        }
    }

    /// Whether a method that several collections have is called on one without derivatives.
    pub fn is_of_foreign_collection(&mut self, m: &ExprMethodCall) -> bool {
        if matches!(end_of(&m.method.to_string()), None | Some(End::Last))
            || !matches!(unparen(&m.receiver), Expr::Path(_) | Expr::Field(_))
        {
            return false;
        }
        let Some((.., ty, _)) = self.receiver(m) else { return false };
        self.types.is_collection(&ty) || matches!(self.types.shallow(&ty), Ty::Foreign(_))
    }

    /// `v.pop().unwrap()`
    pub fn pop(&mut self, m: &ExprMethodCall) -> Value {
        match self.changed_sequence(m) {
            Some((slot, path, ty)) => {
                let end = end_of(&m.method.to_string()).unwrap_or(End::Last);
                self.pop_from(slot, path, ty, end, m)
            }
            None => self.never_value(m.method.span()),
        }
    }

    pub fn pop_from(
        &mut self,
        slot: SlotId,
        path: Vec<Step>,
        ty: Ty,
        end: End,
        m: &ExprMethodCall,
    ) -> Value {
        let span = m.method.span();
        if end != End::Last {
            self.is_container(&ty, end);
        }
        let Some(element) = self.types.element(&ty) else {
            return self.fail(
                &m.receiver,
                "cannot infer that this is a Vec: annotate the `let` that binds it",
            );
        };
        let mut components = None;
        if let Ty::Tuple(_) = self.types.shallow(&element) {
            // the components are read, and the tuple is dropped
            let at = if end == End::Front {
                self.int(0, span)
            } else {
                let len = self.len_of(Root::Slot(slot), &path, span);
                let one = self.int(1, span);
                self.emit("last", Ty::USIZE, Op::Prim(Prim::Sub, vec![len, one]), span)
            };
            let mut path = path.clone();
            path.push(Step::Index(at));
            components = Some(self.read(
                &Spot { root: Root::Slot(slot), path, ty: element.clone(), by: BorrowMode::Value },
                span,
            ));
        }
        let x = self.remove_at_end(slot, &path, end, element, span);
        components.unwrap_or(Value::Var(x, false))
    }

    /// `v.pop()`: an `Option`.
    pub fn pop_option(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let Some((slot, path, ty)) = self.changed_sequence(m) else {
            return self.never_value(span);
        };
        let end = end_of(&m.method.to_string()).unwrap_or(End::Last);
        if end != End::Last {
            self.is_container(&ty, end);
        }
        let len = self.len_of(Root::Slot(slot), &path, span);
        let zero = self.int(0, span);
        let some = self.prim("t", Prim::Gt, vec![len, zero], span);
        let some = self.scalar(some, span);
        let value = self.value_if(some, span, |s| s.pop_from(slot, path, ty, end, m));
        Value::Option(Box::new(OptionValue { some, payload: Payload::Value(value) }))
    }

    /// Rewrites `let Some(p) = v.pop()` in a condition as `!v.is_empty() && let p =
    /// v.pop().unwrap()`: then no value is needed for an empty sequence.
    pub fn with_tested_pops(&self, cond: &Expr) -> Expr {
        match cond {
            Expr::Paren(p) => self.with_tested_pops(&p.expr),
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
                let (left, right) =
                    (self.with_tested_pops(&b.left), self.with_tested_pops(&b.right));
                Expr::Binary(syn::ExprBinary {
                    left: Box::new(left),
                    right: Box::new(right),
                    ..b.clone()
                })
            }
            Expr::Let(l) => self.tested_pop(l).unwrap_or_else(|| cond.clone()),
            other => other.clone(),
        }
    }

    fn tested_pop(&self, l: &syn::ExprLet) -> Option<Expr> {
        let (syn::Pat::TupleStruct(some), Expr::MethodCall(m)) = (&*l.pat, unparen(&l.expr)) else {
            return None;
        };
        let pat = some.elems.first().filter(|pat| {
            crate::lower::control::branches::is_irrefutable(pat, &self.names.pattern_names)
        })?;
        let is_sequence = matches!(m.receiver.as_ref(), Expr::Path(_) | Expr::Field(_))
            && self.names.inferred.iterable_kind(&m.receiver)
                == Some(infer::IterableKind::Sequence);
        if !is_pop(m) || !library::option::is_some(&some.path) || !is_sequence {
            return None;
        }
        let (span, receiver) = (m.method.span(), &m.receiver);
        let unwrap = Ident::new("unwrap", span);
        Some(syn::parse_quote_spanned!(span=> !#receiver.is_empty() && let #pat = #m.#unwrap()))
    }

    pub fn swap_call(&mut self, m: &ExprMethodCall, i: &Expr, j: &Expr) -> Value {
        let span = m.method.span();
        let Some((slot, path, ty)) = self.changed_sequence(m) else {
            return self.never_value(span);
        };
        let (i, j) = (self.operand_var(i), self.operand_var(j));
        for index in [i, j] {
            self.unify_var(index, &Ty::USIZE);
        }
        let _ = self.types.element(&ty);
        let root = self.current_version(Root::Slot(slot), span);
        let (mut a, mut b) = (path.clone(), path);
        a.push(Step::Index(i));
        b.push(Step::Index(j));
        self.new_version(slot, Op::Swap(root, a, b), span);
        Value::Tuple(Vec::new())
    }

    pub fn clear_call(&mut self, m: &ExprMethodCall) -> Value {
        let span = m.method.span();
        let Some((slot, path, ty)) = self.changed_sequence(m) else {
            return self.never_value(span);
        };
        let _ = self.types.element(&ty);
        if path.is_empty() {
            self.new_version(slot, Op::Array(Vec::new()), span);
        } else {
            let empty = self.emit("empty", ty, Op::Array(Vec::new()), span);
            let root = self.current_version(Root::Slot(slot), span);
            self.new_version(slot, Op::Update(Place { root, path }, empty), span);
        }
        Value::Tuple(Vec::new())
    }
}

/// The end at which a method adds or removes.
pub fn end_of(method: &str) -> Option<End> {
    match method {
        "push" | "pop" => Some(End::Last),
        "push_back" | "pop_back" => Some(End::Back),
        "push_front" | "pop_front" => Some(End::Front),
        _ => None,
    }
}

/// `x.pop()`, `x.pop_front()`
pub fn is_pop(m: &ExprMethodCall) -> bool {
    m.args.is_empty() && matches!(m.method.to_string().as_str(), "pop" | "pop_back" | "pop_front")
}
