//! Iterators: inlined, they become loops.
//!
//! What has a known number of items and random access is [`Items`], the item of each number; it
//! becomes one loop over a range, whose iterations stay independent. What is not (`filter`,
//! `flat_map`, `scan` …) is a stage around it: [`drive`] writes the loops of the source and calls
//! what is around with each item, innermost first; a stage hands the item on in a branch, or leaves
//! the loop. An iterator is built where the user builds it, so that its sources and states are
//! evaluated then, and runs where it is consumed ([`consume`]). The order of evaluation is that of
//! `std`.

mod consume;
mod drive;
mod failing;
mod into_own;
mod items;
mod listed;
mod own;
mod trusted;
pub mod unseen;

use super::*;
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::OptionValue;
use crate::lower::places::place::{BorrowMode, Located, unparen};
pub(super) use items::Items;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

/// An iterator.
#[derive(Debug)]
pub(super) enum Iter {
    Items(Items),
    /// Nothing, or what the `Option` holds.
    Option(OptionValue),
    /// `std::iter::from_fn(f)`
    FromFn(Callable),
    /// `std::iter::repeat_with(f)`
    RepeatWith(Callable),
    /// `std::iter::successors(first, f)`: the next item, as an `Option`.
    Successors(Binding, Callable),
    /// An iterator of a type of the user's, or the place where it is.
    Own(Binding),
    Map(Rc<Iter>, Callable),
    /// Each item with what a closure makes of it, which comes first.
    Pairs(Rc<Iter>, Callable),
    Copied(Rc<Iter>),
    Inspect(Rc<Iter>, Callable),
    Filter(Rc<Iter>, Callable),
    FilterMap(Rc<Iter>, Callable),
    TakeWhile(Rc<Iter>, Callable),
    MapWhile(Rc<Iter>, Callable),
    /// The slot tells whether items are still left out.
    SkipWhile(Rc<Iter>, Callable, SlotId),
    Scan(Rc<Iter>, Callable, Binding),
    /// The slot counts.
    Enumerate(Rc<Iter>, SlotId),
    Take(Rc<Iter>, Var, SlotId),
    Skip(Rc<Iter>, Var, SlotId),
    StepBy(Rc<Iter>, Var, SlotId),
    /// With the items of random access on the right, or on the left.
    Zip(Rc<Iter>, Items, SlotId, Side),
    /// With what is asked for its next item ([`own`]), on the right.
    ZipNext(Rc<Iter>, Rc<Iter>),
    Chain(Rc<Iter>, Rc<Iter>),
    FlatMap(Rc<Iter>, Option<Callable>),
}

impl Iter {
    /// Whether it has an end, as far as its form tells.
    pub fn has_end(&self) -> bool {
        match self {
            Iter::Items(items) => items.has_end(),
            Iter::RepeatWith(_) => false,
            Iter::Option(_) | Iter::FromFn(_) | Iter::Successors(..) | Iter::Own(_) => true,
            Iter::TakeWhile(..) | Iter::MapWhile(..) | Iter::Scan(..) | Iter::Take(..) => true,
            Iter::Map(i, _)
            | Iter::Pairs(i, _)
            | Iter::Copied(i)
            | Iter::Inspect(i, _)
            | Iter::Filter(i, _)
            | Iter::FilterMap(i, _)
            | Iter::SkipWhile(i, ..)
            | Iter::Enumerate(i, _)
            | Iter::Skip(i, ..)
            | Iter::StepBy(i, ..)
            | Iter::FlatMap(i, _) => i.has_end(),
            Iter::Zip(i, items, ..) => i.has_end() || items.has_end(),
            Iter::ZipNext(i, next) => i.has_end() || next.has_end(),
            Iter::Chain(a, b) => a.has_end() && b.has_end(),
        }
    }

    /// Whether it has an end, and nothing but the items comes of asking for them: not even a panic,
    /// as far as the closures are concerned.
    fn is_pure(&self) -> bool {
        match self {
            Iter::Items(items) => items.is_pure() && items.has_end(),
            Iter::Option(_) => true,
            Iter::FlatMap(i, None)
            | Iter::Copied(i)
            | Iter::Enumerate(i, _)
            | Iter::Skip(i, ..)
            | Iter::StepBy(i, ..)
            | Iter::Take(i, ..) => i.is_pure(),
            Iter::Map(i, f)
            | Iter::Filter(i, f)
            | Iter::FilterMap(i, f)
            | Iter::FlatMap(i, Some(f)) => i.is_pure() && f.is_pure(),
            Iter::Chain(a, b) => a.is_pure() && b.is_pure(),
            Iter::FromFn(_)
            | Iter::RepeatWith(_)
            | Iter::Successors(..)
            | Iter::Own(_)
            | Iter::Pairs(..)
            | Iter::Inspect(..)
            | Iter::TakeWhile(..)
            | Iter::MapWhile(..)
            | Iter::SkipWhile(..)
            | Iter::Scan(..)
            | Iter::Zip(..)
            | Iter::ZipNext(..) => false,
        }
    }
}

/// A side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    /// How far std trusts the length of what stands there.
    Right(trusted::Trusted),
}

/// What makes an iterator of a sequence.
const SOURCES: &[(&str, usize)] = &[
    ("iter", 0),
    ("iter_mut", 0),
    ("into_iter", 0),
    ("windows", 1),
    ("chunks", 1),
    ("chunks_exact", 1),
    ("chunks_mut", 1),
    ("chunks_exact_mut", 1),
];

/// What makes an iterator of an iterator.
const ADAPTORS: &[(&str, usize)] = &[
    ("iter", 0),
    ("into_iter", 0),
    ("by_ref", 0),
    ("map", 1),
    ("enumerate", 0),
    ("zip", 1),
    ("rev", 0),
    ("skip", 1),
    ("take", 1),
    ("step_by", 1),
    ("copied", 0),
    ("cloned", 0),
    ("filter", 1),
    ("filter_map", 1),
    ("flat_map", 1),
    ("flatten", 0),
    ("take_while", 1),
    ("skip_while", 1),
    ("map_while", 1),
    ("inspect", 1),
    ("chain", 1),
    ("scan", 2),
    ("fuse", 0),
    ("peekable", 0),
    ("cycle", 0),
    ("clone", 0),
];

/// Whether a method makes an iterator of a sequence.
pub(super) fn is_source(name: &str, arguments: usize) -> bool {
    SOURCES.contains(&(name, arguments))
}

/// Whether a method is one of iterators that is understood.
pub(super) fn is_method(name: &str, arguments: usize) -> bool {
    ADAPTORS.contains(&(name, arguments)) || consume::METHODS.contains(&(name, arguments))
}

/// Whether a chain of methods asks its source for all items: one that has no end makes it run
/// forever.
pub(super) fn exhausts(m: &ExprMethodCall) -> bool {
    const MAY_STOP: &[&str] = &[
        "take",
        "take_while",
        "map_while",
        "scan",
        "zip",
        "peekable",
        "by_ref",
        "find_map",
        "try_for_each",
    ];
    let name = m.method.to_string();
    let stops = MAY_STOP.contains(&name.as_str()) || advances(&name);
    !stops && if let Expr::MethodCall(of) = unparen(&m.receiver) { exhausts(of) } else { true }
}

/// `it.next_if(f)` by `peek` and `next`.
fn next_if(iterator: &Expr, name: &str, test: &Expr) -> Expr {
    let span = test.span();
    let is_next: Expr = match name {
        "next_if" => syn::parse_quote_spanned!(span=> #iterator.peek().is_some_and(#test)),
        _ => {
            syn::parse_quote_spanned!(span=> #iterator.peek() ==
                ::core::option::Option::Some(#test))
        }
    };
    syn::parse_quote_spanned!(span=> if #is_next { #iterator.next() }
        else { ::core::option::Option::None })
}

/// Whether a method leaves an iterator that can be used again.
pub(super) fn advances(name: &str) -> bool {
    matches!(
        name,
        "next"
            | "nth"
            | "by_ref"
            | "all"
            | "any"
            | "find"
            | "rfind"
            | "find_map"
            | "position"
            | "rposition"
            | "try_fold"
            | "peek"
            | "next_if"
            | "next_if_eq"
    )
}

const ADVICE: &str = "this cannot be iterated here; supported are ranges, arrays, slices and Vec, \
    types whose `next` has #[differentiate], and the adaptors of iterators over them: write a loop \
    over indices, `for i in 0..n`";

impl Lowerer<'_> {
    /// `for pattern in iterable { … }`
    pub fn for_loop(&mut self, l: &syn::ExprForLoop) -> Value {
        if let Some(choice) = self.loop_with_choice_outside(l) {
            return self.expr(&choice);
        }
        if let Some(advancing) = self.advancing_loop(l) {
            return self.expr(&advancing);
        }
        if let Some(value) = self.listed_loop(l) {
            return value;
        }
        let span = l.for_token.span;
        self.is_iterated = true;
        let iterable = self.iterable_or_unseen(&l.expr);
        self.is_iterated = false;
        let iter = match iterable {
            Ok(iter) => iter,
            Err(reason) => {
                match reason {
                    Some(reason) => self.diagnostics.append_one(reason),
                    None => self.error(&l.expr, ADVICE),
                }
                return Value::Never;
            }
        };
        let name = match &*l.pat {
            syn::Pat::Ident(p) => Some(p.ident.clone()),
            _ => None,
        };
        let context = self.enter(l.label.as_ref(), true);
        let drive = drive::Drive {
            context,
            guards: Vec::new(),
            span,
            name,
            at: l.pat.span(),
            is_folded: false,
        };
        self.drive(&iter, &drive, &mut |s, value| {
            let scope = s.scope.len();
            s.bind(&l.pat, value, span);
            s.scoped(&l.body, control::flow::Finish::Continue(context));
            s.scope.truncate(scope);
        });
        self.open.pop();
        self.context_value(context, span)
    }

    /// What an expression is iterated as, also if only rustc can do that.
    fn iterable_or_unseen(
        &mut self,
        e: &Expr,
    ) -> Result<Rc<Iter>, Option<crate::diagnostics::Diagnostic>> {
        self.attempt(|s| s.iterable(e))
            .or_else(|reason| self.attempt(|s| s.items_of_unseen(e)).map_err(|_| reason))
    }

    /// What an iterator is put beside.
    fn other(&mut self, e: &Expr) -> Option<Rc<Iter>> {
        match self.iterable_or_unseen(e) {
            Ok(iter) => Some(iter),
            Err(reason) => {
                reason.into_iter().for_each(|reason| self.diagnostics.append_one(reason));
                None
            }
        }
    }

    /// `for pattern in it.by_ref() { … }`, which leaves what it does not take to be taken later, as
    /// `while let Some(pattern) = it.next() { … }`.
    fn advancing_loop(&self, l: &syn::ExprForLoop) -> Option<Expr> {
        let iterator = match unparen(&l.expr) {
            Expr::MethodCall(m) if m.method == "by_ref" && m.args.is_empty() => {
                unparen(&m.receiver)
            }
            Expr::Reference(r) if r.mutability.is_some() => unparen(&r.expr),
            _ => return None,
        };
        let Expr::Path(p) = iterator else { return None };
        if !matches!(self.lookup(&p.path.get_ident()?.to_string()), Some(Binding::Cursor(..))) {
            return None;
        }
        let (attributes, label, pat, body) = (&l.attrs, &l.label, &l.pat, &l.body);
        Some(syn::parse_quote_spanned!(l.for_token.span=> #(#attributes)* #label while let
                ::core::option::Option::Some(#pat) = #iterator.next() #body))
    }

    /// What an expression is iterated as.
    pub fn iterable(&mut self, e: &Expr) -> Option<Rc<Iter>> {
        match unparen(e) {
            Expr::Range(r) if self.is_of_letters(r) => self.items_of_code(unparen(e)),
            Expr::Range(r) => Some(Rc::new(Iter::Items(self.counting(r)?))),
            // the items of a map or a set
            Expr::MethodCall(m) if unseen::gives_items(m) && self.is_of_collection(&m.receiver) => {
                None
            }
            e => {
                let located = self.locate(e);
                // an iterator that only rustc sees, or one of its items
                let is_unseen = match &located {
                    Located::Value(Value::Var(v, _)) => {
                        let is_iterator =
                            self.inferred.iterated(e) == Some(infer::Iterated::Iterator);
                        matches!(e, Expr::Call(_))
                            && is_iterator
                            && matches!(self.shallow(*v), Ty::Infer(_))
                            || (matches!(e, Expr::MethodCall(_))
                                || self.items_of_unseen.contains(v))
                                && self.is_unseen_type(*v)
                    }
                    Located::Spot(spot) => {
                        spot.by != BorrowMode::Unique && self.is_item_of_unseen(spot)
                    }
                    _ => false,
                };
                if is_unseen {
                    return None;
                }
                if let Some((.., ty)) = self.as_place(located.clone())
                    && (self.types.is_collection(&ty)
                        || self.inferred.iterated(e) == Some(infer::Iterated::Collection))
                {
                    // a map or a set
                    return None;
                }
                self.iter_of(located, None, e)
            }
        }
    }

    /// An evaluated expression as an iterator.
    pub fn iter_of(
        &mut self,
        located: Located,
        by: Option<BorrowMode>,
        at: &Expr,
    ) -> Option<Rc<Iter>> {
        match located {
            Located::Value(Value::Iter(iter)) => Some(iter),
            Located::Value(Value::Option(m)) => Some(Rc::new(Iter::Option(*m))),
            Located::Value(Value::Result(o)) => Some(Rc::new(Iter::Option(o.maybe()))),
            Located::Iter(iter) => Some(iter),
            cursor @ Located::Cursor(..) => match self.value_of(cursor, at.span()) {
                Value::Iter(iter) => Some(iter),
                _ => None,
            },
            maybe @ Located::Option(..) => match self.value_of(maybe, at.span()) {
                Value::Option(m) => Some(Rc::new(Iter::Option(*m))),
                _ => None,
            },
            result @ Located::Result(..) => match self.value_of(result, at.span()) {
                Value::Result(o) => Some(Rc::new(Iter::Option(o.maybe()))),
                _ => None,
            },
            located @ (Located::Tuple(_) | Located::Value(Value::Tuple(_))) => {
                drop(located);
                self.error(at, "a tuple cannot be iterated: name its components");
                None
            }
            located => {
                if let Some(own) =
                    self.own_iterator(&located, by == Some(BorrowMode::Unique), at.span())
                {
                    return Some(own);
                }
                let option = self.as_place(located.clone()).filter(|(.., ty)| {
                    matches!(self.types.shallow(ty), Ty::Wrapped(Wrapper::Option, _))
                });
                if let (Some((root, path, ty)), true) = (option, by != Some(BorrowMode::Unique)) {
                    let value = self.borrow(
                        &places::place::Spot { root, path, ty, by: BorrowMode::Shared },
                        at.span(),
                    );
                    return self.as_maybe(&value, at.span()).map(|m| Rc::new(Iter::Option(m)));
                }
                Some(Rc::new(Iter::Items(self.sequence(located, by, at)?)))
            }
        }
    }

    /// A counter.
    fn counter(&mut self, name: &str, span: Span) -> SlotId {
        let zero = self.int(0, span);
        self.slot(name, Ty::USIZE, true, Some(zero))
    }

    /// A method that makes an iterator of a sequence.
    pub fn source(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let by = match m.method.to_string().as_str() {
            "iter" => Some(BorrowMode::Shared),
            "iter_mut" => Some(BorrowMode::Unique),
            "into_iter" => None,
            _ => return Some(Value::Iter(Rc::new(Iter::Items(self.parts(m, located)?)))),
        };
        Some(Value::Iter(self.iter_of(located, by, &m.receiver)?))
    }

    /// A method of an iterator; `None` if it is not understood.
    pub fn iter_method(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        if let ("contains", Some(item)) = (name.as_str(), m.args.first()) {
            return self.counting_contains(iter, item, m.method.span());
        }
        if !ADAPTORS.contains(&(name.as_str(), m.args.len())) {
            return self.consume(iter, m);
        }
        let adapted = self.adapted(iter, &name, m)?;
        Some(Value::Iter(adapted))
    }

    fn adapted(&mut self, iter: &Rc<Iter>, name: &str, m: &ExprMethodCall) -> Option<Rc<Iter>> {
        let span = m.method.span();
        let first = m.args.first();
        if name == "clone" {
            return Some(Rc::new(self.cloned_iter(iter, span)));
        }
        if matches!(name, "iter" | "into_iter" | "by_ref" | "fuse" | "peekable") {
            return Some(iter.clone());
        }
        if let Iter::Items(items) = &**iter
            && let Some(items) = self.adapted_items(items, name, first, span)?
        {
            return Some(Rc::new(Iter::Items(items)));
        }
        let inner = iter.clone();
        Some(Rc::new(match (name, first) {
            ("copied" | "cloned", None) => Iter::Copied(inner),
            ("map", Some(f)) => Iter::Map(inner, self.callable(f)?),
            ("inspect", Some(f)) => Iter::Inspect(inner, self.callable(f)?),
            ("filter", Some(f)) => Iter::Filter(inner, self.callable(f)?),
            ("filter_map", Some(f)) => Iter::FilterMap(inner, self.callable(f)?),
            ("take_while", Some(f)) => Iter::TakeWhile(inner, self.callable(f)?),
            ("map_while", Some(f)) => Iter::MapWhile(inner, self.callable(f)?),
            ("flat_map", Some(f)) => Iter::FlatMap(inner, Some(self.callable(f)?)),
            ("flatten", None) => Iter::FlatMap(inner, None),
            ("skip_while", Some(f)) => {
                let f = self.callable(f)?;
                let on = self.bool(true, span);
                Iter::SkipWhile(inner, f, self.slot("skipping", Ty::Bool, true, Some(on)))
            }
            ("scan", Some(init)) => {
                let init = self.operand(init);
                let state = self.binding("state", init, true, span);
                Iter::Scan(inner, self.callable(m.args.get(1)?)?, state)
            }
            ("enumerate", None) => Iter::Enumerate(inner, self.counter("number", span)),
            ("take" | "skip" | "step_by", Some(n)) => {
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                let slot = self.counter("passed", span);
                match name {
                    "take" => Iter::Take(inner, n, slot),
                    "skip" => Iter::Skip(inner, n, slot),
                    _ => Iter::StepBy(inner, n, slot),
                }
            }
            ("chain", Some(other)) => Iter::Chain(inner, self.other(other)?),
            ("zip", Some(other)) => {
                let other = self.other(other)?;
                match self.zipped(inner, other, span) {
                    Some(zipped) => zipped,
                    None => {
                        self.error(
                            m,
                            "a `zip` of two iterators neither of which has a known \
                            length is not supported: collect one of them into a Vec first",
                        );
                        return None;
                    }
                }
            }
            ("rev", None) => return self.reversed(&inner, m),
            _ => return None,
        }))
    }

    /// The items of two iterators in pairs.
    fn zipped(&mut self, left: Rc<Iter>, right: Rc<Iter>, span: Span) -> Option<Iter> {
        Some(match (&*left, &*right) {
            (Iter::Items(a), Iter::Items(b)) => {
                Iter::Items(Items::Zip(Box::new(a.clone()), Box::new(b.clone())))
            }
            (_, Iter::Items(items)) if self.is_steady(items) => {
                let items = items.clone();
                let trusted = self.trusted_items(&items);
                Iter::Zip(left, items, self.counter("number", span), Side::Right(trusted))
            }
            (Iter::Items(items), _) if items.is_pure() => {
                let items = items.clone();
                Iter::Zip(right, items, self.counter("number", span), Side::Left)
            }
            (_, next) if Self::can_be_asked(next) => Iter::ZipNext(left, right),
            _ => {
                let trusted = self.trusted(&right);
                let items = self.set_aside(&right, span)?;
                Iter::Zip(left, items, self.counter("number", span), Side::Right(trusted))
            }
        })
    }

    /// The same with random access, if an adaptor leaves it.
    fn adapted_items(
        &mut self,
        items: &Items,
        name: &str,
        first: Option<&Expr>,
        span: Span,
    ) -> Option<Option<Items>> {
        let inner = Box::new(items.clone());
        Some(Some(match (name, first) {
            ("enumerate", None) => Items::Enumerate(inner),
            ("copied" | "cloned", None) => Items::Copied(inner),
            ("cycle", None) if items.is_pure() => {
                self.note_cloned_items(items, span);
                match self.count(items, span) {
                    Some(n) => Items::Cycle(inner, n),
                    None => items.clone(),
                }
            }
            ("map", Some(f)) => Items::Map(inner, self.callable(f)?),
            ("rev", None) if items.is_reversible() => {
                let Some(n) = self.count(items, span) else { return Some(None) };
                Items::Rev(inner, n)
            }
            ("take", Some(n)) => {
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                Items::Take(inner, n)
            }
            ("skip" | "step_by", Some(n)) if items.is_pure() => {
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                if name == "skip" { Items::Skip(inner, n) } else { Items::StepBy(inner, n) }
            }
            _ => return Some(None),
        }))
    }

    /// `rev()` of what has no random access: each stage that has no state commutes with it.
    fn reversed(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Rc<Iter>> {
        let span = m.method.span();
        Some(Rc::new(match &**iter {
            Iter::Items(items) if items.is_reversible() => {
                let n = self.count(items, span)?;
                Iter::Items(Items::Rev(Box::new(items.clone()), n))
            }
            Iter::Map(i, f) => Iter::Map(self.reversed(i, m)?, f.clone()),
            Iter::Copied(i) => Iter::Copied(self.reversed(i, m)?),
            Iter::Inspect(i, f) => Iter::Inspect(self.reversed(i, m)?, f.clone()),
            Iter::Filter(i, f) => Iter::Filter(self.reversed(i, m)?, f.clone()),
            Iter::FilterMap(i, f) => Iter::FilterMap(self.reversed(i, m)?, f.clone()),
            Iter::Chain(a, b) => Iter::Chain(self.reversed(b, m)?, self.reversed(a, m)?),
            _ => {
                self.error(m, "this iterator cannot be reversed here: collect it into a Vec first");
                return None;
            }
        }))
    }

    /// The items of an iterator, collected before anything is asked of the one beside it: nothing
    /// happens when they are, and there is an end.
    fn set_aside(&mut self, iter: &Iter, span: Span) -> Option<Items> {
        if !iter.is_pure() {
            return None;
        }
        let lent = std::cell::Cell::new(false);
        let Value::Var(held, _) =
            self.collected_as(iter, span, |value| lent.set(matches!(value, Value::Var(_, true))))
        else {
            return None;
        };
        let ty = self.ty(held);
        let element = self.types.element(&ty)?;
        let by = if lent.get() { BorrowMode::Shared } else { BorrowMode::Value };
        Some(Items::Elements {
            root: places::place::Root::Var(held),
            path: Vec::new(),
            element,
            by,
        })
    }

    /// The same iterator with a state of its own.
    pub fn cloned_iter(&mut self, iter: &Iter, span: Span) -> Iter {
        let inner = |s: &mut Self, i: &Rc<Iter>| Rc::new(s.cloned_iter(i, span));
        match iter {
            Iter::Items(items) => Iter::Items(self.copied_items(items, span)),
            Iter::Option(m) => Iter::Option(m.clone()),
            Iter::FromFn(f) => Iter::FromFn(self.copied_callable(f, span)),
            Iter::RepeatWith(f) => Iter::RepeatWith(self.copied_callable(f, span)),
            Iter::Successors(state, f) => {
                Iter::Successors(self.cloned_state(state, span), self.copied_callable(f, span))
            }
            Iter::Own(state) => Iter::Own(self.cloned_own(state)),
            Iter::Map(i, f) => Iter::Map(inner(self, i), self.copied_callable(f, span)),
            Iter::Pairs(i, f) => Iter::Pairs(inner(self, i), self.copied_callable(f, span)),
            Iter::Copied(i) => Iter::Copied(inner(self, i)),
            Iter::Inspect(i, f) => Iter::Inspect(inner(self, i), self.copied_callable(f, span)),
            Iter::Filter(i, f) => Iter::Filter(inner(self, i), self.copied_callable(f, span)),
            Iter::FilterMap(i, f) => Iter::FilterMap(inner(self, i), self.copied_callable(f, span)),
            Iter::TakeWhile(i, f) => Iter::TakeWhile(inner(self, i), self.copied_callable(f, span)),
            Iter::MapWhile(i, f) => Iter::MapWhile(inner(self, i), self.copied_callable(f, span)),
            Iter::SkipWhile(i, f, slot) => Iter::SkipWhile(
                inner(self, i),
                self.copied_callable(f, span),
                self.cloned_slot(*slot, span),
            ),
            Iter::Scan(i, f, state) => Iter::Scan(
                inner(self, i),
                self.copied_callable(f, span),
                self.cloned_state(state, span),
            ),
            Iter::Enumerate(i, slot) => {
                Iter::Enumerate(inner(self, i), self.cloned_slot(*slot, span))
            }
            Iter::Take(i, n, slot) => Iter::Take(inner(self, i), *n, self.cloned_slot(*slot, span)),
            Iter::Skip(i, n, slot) => Iter::Skip(inner(self, i), *n, self.cloned_slot(*slot, span)),
            Iter::StepBy(i, n, slot) => {
                Iter::StepBy(inner(self, i), *n, self.cloned_slot(*slot, span))
            }
            Iter::Zip(i, items, slot, side) => Iter::Zip(
                inner(self, i),
                self.copied_items(items, span),
                self.cloned_slot(*slot, span),
                *side,
            ),
            Iter::ZipNext(i, next) => Iter::ZipNext(inner(self, i), inner(self, next)),
            Iter::Chain(a, b) => Iter::Chain(inner(self, a), inner(self, b)),
            Iter::FlatMap(i, f) => {
                Iter::FlatMap(inner(self, i), f.as_ref().map(|f| self.copied_callable(f, span)))
            }
        }
    }

    pub fn cloned_slot(&mut self, slot: SlotId, span: Span) -> SlotId {
        let (name, ty, reference) = (
            self.slots[slot].name.clone(),
            self.slots[slot].ty.clone(),
            self.slots[slot].reference,
        );
        let is_memory = !reference && !self.types.shallow(&ty).is_scalar();
        if !reference {
            self.note_clone(&ty, span);
        }
        let value = self.env[slot].map(|v| if is_memory { self.copy(v, span) } else { v });
        let clone = self.slot(&name, ty, true, value);
        self.slots[clone].reference = reference;
        clone
    }

    pub fn cloned_state(&mut self, state: &Binding, span: Span) -> Binding {
        match state {
            Binding::Slot(s) => Binding::Slot(self.cloned_slot(*s, span)),
            Binding::Tuple(parts) => {
                Binding::Tuple(parts.iter().map(|p| self.cloned_state(p, span)).collect())
            }
            Binding::Option(some, payload) => Binding::Option(
                self.cloned_slot(*some, span),
                Box::new(self.cloned_state(payload, span)),
            ),
            Binding::Result(ok, parts) => Binding::Result(
                self.cloned_slot(*ok, span),
                Box::new([&parts[0], &parts[1]].map(|p| self.cloned_state(p, span))),
            ),
            other => other.clone(),
        }
    }

    /// `std::iter::once(x)` and the like.
    pub fn iterator_function(&mut self, name: &str, args: &[&Expr], span: Span) -> Option<Value> {
        let iter = match (name, args) {
            ("once", [x]) => {
                let value = self.operand(x);
                let n = self.int(1, span);
                Iter::Items(Items::Take(Box::new(Items::Repeat(Box::new(value))), n))
            }
            ("empty", []) => {
                let some = self.bool(false, span);
                Iter::Option(OptionValue { some, payload: library::option::Payload::Unknown })
            }
            ("repeat", [x]) => {
                let value = self.operand(x);
                self.note_clones_of_values(&value, span);
                Iter::Items(Items::Repeat(Box::new(value)))
            }
            ("repeat_n", [x, n]) => {
                let value = self.operand(x);
                self.note_clones_of_values(&value, span);
                let n = self.operand_var(n);
                self.unify_var(n, &Ty::USIZE);
                Iter::Items(Items::Take(Box::new(Items::Repeat(Box::new(value))), n))
            }
            ("from_fn", [f]) => Iter::FromFn(self.callable(f)?),
            ("repeat_with", [f]) => Iter::RepeatWith(self.callable(f)?),
            ("successors", [first, f]) => {
                let first = self.operand(first);
                let first = Value::Option(Box::new(self.as_maybe(&first, span)?));
                let state = self.binding("next", first, true, span);
                Iter::Successors(state, self.callable(f)?)
            }
            ("zip", [a, b]) => {
                let a = self.iterable(a)?;
                let b = self.iterable(b)?;
                self.zipped(a, b, span)?
            }
            _ => return None,
        };
        Some(Value::Iter(Rc::new(iter)))
    }

    /// A method of an iterator that may be advanced.
    pub fn cursor_method(
        &mut self,
        items: &Rc<Items>,
        slot: SlotId,
        m: &ExprMethodCall,
    ) -> Option<Value> {
        let (name, span) = (m.method.to_string(), m.method.span());
        let now = self.current(places::place::Root::Slot(slot), span);
        if !items.is_pure() && matches!(name.as_str(), "peek" | "nth") {
            self.error(
                m,
                format!(
                    "`{name}` of an iterator whose closures call functions or change \
                something is not supported: collect it into a Vec first"
                ),
            );
            return None;
        }
        let (number, passed) = match (name.as_str(), m.args.first()) {
            ("next" | "peek", None) => (now, 1),
            ("nth", Some(e)) => {
                let n = self.operand_var(e);
                self.unify_var(n, &Ty::USIZE);
                (self.add(now, n, span), 1)
            }
            ("next_if" | "next_if_eq", Some(test)) => {
                let next = next_if(&m.receiver, &name, test);
                return Some(self.expr(&next));
            }
            _ if advances(&name) => return self.advancing_method(m),
            _ => {
                let rest = self.binding_value(&Binding::Cursor(items.clone(), slot), span);
                let Value::Iter(rest) = rest else { return None };
                return self.iter_method(&rest, m);
            }
        };
        if name != "peek" {
            let passed = self.int(passed, span);
            let next = self.add(number, passed, span);
            self.env[slot] = Some(next);
        }
        match self.count(items, span) {
            Some(n) => Some(self.item_if(items, number, n, span)),
            None => {
                let item = self.item_at(items, number, span);
                Some(self.some(item, span))
            }
        }
    }

    /// A method that takes items off an iterator until it has what it looks for, `it.any(f)`, or
    /// all those that are asked for, `it.by_ref()`: they are taken one by one, as by
    /// `from_fn(|| it.next())`.
    fn advancing_method(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let (receiver, span) = (&m.receiver, m.method.span());
        if !matches!(unparen(receiver), Expr::Path(_)) {
            self.error(
                m,
                "this leaves the iterator to be used again, which is not supported: \
                write a loop over indices",
            );
            return None;
        }
        let next = syn::parse_quote_spanned!(span=> || #receiver.next());
        let rest = Rc::new(Iter::FromFn(self.callable(&next)?));
        if m.method == "by_ref" { Some(Value::Iter(rest)) } else { self.iter_method(&rest, m) }
    }

    /// What an iterator's item is if it is iterated once more.
    fn nested(&mut self, value: Value, span: Span) -> Option<Rc<Iter>> {
        let at = Expr::Verbatim(TokenStream::new());
        let located = match value {
            Value::Never => return None,
            value => Located::Value(value),
        };
        let iter = self.iter_of(located, None, &at);
        if iter.is_none() {
            self.diagnostics.error(span, ADVICE);
        }
        iter
    }
}
