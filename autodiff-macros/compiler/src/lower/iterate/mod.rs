//! Iterators: inlined, they become loops.
//!
//! An iterable with a known item count and random access is [`Items`], the item at each index. It
//! becomes one loop over a range, whose iterations stay independent. Any other adaptor (`filter`,
//! `flat_map`, `scan` …) is a stage around it. [`drive`] writes the loops of the source and calls
//! the stages with each item, innermost first; a stage passes the item on in a branch, or leaves
//! the loop. An iterator is constructed where the user constructs it ([`adapt`]), so that its
//! sources and states are evaluated there, and runs where it is consumed ([`consume`]). An
//! iterator in a variable may be advanced ([`cursor`]) or cloned ([`clones`]). The order of
//! evaluation is that of `std`.
//!
//! ```text
//! items                sources with random access: ranges, sequences, `iter_mut`
//! adapt                adaptors
//! drive                the loops
//! consume              consumers: folds, searches, extremes, collections
//! fallible             consumers that stop at the first `None` or `Err`
//! cursor               iterators in variables
//! clones               clones of iterators
//! user                 iterators and collections of the crate
//! arrays               arrays of `ndarray`
//! foreign              values of other crates' types: their items as a vector
//! opaque_items         sources that only rustc can iterate: maps, sets, parts of strings
//! array_of_references  `for x in [&a, &b]`
//! trust                whether `zip` asks its left side for one item more
//! ```

mod adapt;
mod array_of_references;
pub(in crate::lower) mod arrays;
mod clones;
mod consume;
mod cursor;
mod drive;
mod fallible;
pub(in crate::lower) mod foreign;
mod items;
pub mod opaque_items;
mod trust;
mod user;

use super::*;
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::OptionValue;
use crate::lower::places::place::{BorrowMode, Located, unparen};
pub use arrays::views_of_views::changes_axes;
pub(super) use cursor::{PassedItems, has_items_from_back};
pub(super) use items::Items;
use std::rc::Rc;
use syn::{Expr, ExprMethodCall};

/// An iterator.
#[derive(Debug)]
pub(super) enum Iter {
    Items(Items),
    /// Empty, or the payload of the `Option`.
    Option(OptionValue),
    /// `std::iter::from_fn(f)`
    FromFn(Callable),
    /// `std::iter::repeat_with(f)`
    RepeatWith(Callable),
    /// `std::iter::successors(first, f)`: the next item, as an `Option`.
    Successors(Binding, Callable),
    /// An iterator of a user-defined type, or the place that holds it.
    User(Binding),
    /// The state of one whose `next` has no derivative, and the type of its items, if it has a name.
    Plain(Binding, Option<Box<syn::Type>>),
    Map(Rc<Iter>, Callable),
    /// Each item paired with the closure's result for it, which comes first.
    Pairs(Rc<Iter>, Callable),
    Copied(Rc<Iter>),
    Inspect(Rc<Iter>, Callable),
    Filter(Rc<Iter>, Callable),
    FilterMap(Rc<Iter>, Callable),
    TakeWhile(Rc<Iter>, Callable),
    MapWhile(Rc<Iter>, Callable),
    /// The slot holds whether items are still skipped.
    SkipWhile(Rc<Iter>, Callable, SlotId),
    Scan(Rc<Iter>, Callable, Binding),
    /// The slot counts.
    Enumerate(Rc<Iter>, SlotId),
    Take(Rc<Iter>, Var, SlotId),
    Skip(Rc<Iter>, Var, SlotId),
    StepBy(Rc<Iter>, Var, SlotId),
    /// Zipped with items with random access on the right, or on the left.
    Zip(Rc<Iter>, Items, SlotId, Side),
    /// Zipped with an iterator whose `next` is called ([`user::iterators`]), on the right.
    ZipNext(Rc<Iter>, Rc<Iter>),
    Chain(Rc<Iter>, Rc<Iter>),
    FlatMap(Rc<Iter>, Option<Callable>),
}

impl Iter {
    /// Whether it is finite, as far as its form shows.
    pub fn has_end(&self) -> bool {
        match self {
            Iter::Items(items) => items.has_end(),
            Iter::RepeatWith(_) => false,
            Iter::Option(_)
            | Iter::FromFn(_)
            | Iter::Successors(..)
            | Iter::User(_)
            | Iter::Plain(..) => true,
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

    /// Whether it is finite, and computing its items has no effects: as far as the closures are
    /// concerned, not even a panic.
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
            | Iter::User(_)
            | Iter::Plain(..)
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
    /// How far std trusts the length of that side.
    Right(trust::Trust),
}

/// Methods that make an iterator of a sequence.
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

/// Methods that make an iterator of an iterator.
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

/// Whether a method is a supported one of iterators.
pub(super) fn is_method(name: &str, arguments: usize) -> bool {
    ADAPTORS.contains(&(name, arguments))
        || consume::METHODS.contains(&(name, arguments))
        || library::prelude::is_method_of_value("Iter", name, arguments)
}

/// Whether a chain of methods asks its source for all items, so that it would never end on an
/// infinite one.
pub(super) fn is_exhausting(m: &ExprMethodCall) -> bool {
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
    let stops = MAY_STOP.contains(&name.as_str()) || is_advancing(&name);
    !stops && if let Expr::MethodCall(of) = unparen(&m.receiver) { is_exhausting(of) } else { true }
}

/// Whether a method leaves an iterator that can be used again.
pub(super) fn is_advancing(name: &str) -> bool {
    std_declarations::receiver("Iter", name) == Some(Receiver::Unique)
}

/// How many items of an iterator a loop or an adaptor draws.
#[derive(Clone, Copy)]
enum DrawCount {
    All,
    AtMost(Var),
    Unknown,
}

/// Whether a loop may end before its iterator.
fn may_be_left(body: &syn::Block) -> bool {
    #[derive(Default)]
    struct FindExits(bool);

    impl<'ast> Visit<'ast> for FindExits {
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.0 |= match e {
                Expr::Return(_) | Expr::Try(_) | Expr::Break(_) => true,
                Expr::Continue(of) => of.label.is_some(),
                _ => false,
            };
            syn::visit::visit_expr(self, e);
        }
    }

    let mut exits = FindExits::default();
    exits.visit_block(body);
    exits.0
}

const ADVICE: &str = "iterating over this is not supported; supported are ranges, arrays, slices, \
                      Vec, types whose `next` has #[differentiate], and iterator adaptors over \
                      them: write a loop over indices, `for i in 0..n`";

impl Lowerer<'_> {
    /// `for pattern in iterable { … }`
    pub fn for_loop(&mut self, l: &syn::ExprForLoop) -> Value {
        if let Some(choice) = self.loop_with_choice_outside(l) {
            return self.expr(&choice);
        }
        if let Some(advancing) = self.advancing_loop(l) {
            return self.expr(&advancing);
        }
        if let Some(in_place) = self.loop_in_place(l) {
            return self.expr(&in_place);
        }
        if let Some(value) = self.listed_loop(l) {
            return value;
        }
        let span = l.for_token.span;
        self.chain.is_iterated = true;
        let drawn = if may_be_left(&l.body) { DrawCount::Unknown } else { DrawCount::All };
        let iterable = self.iterable_or_opaque(&l.expr, drawn);
        self.chain.is_iterated = false;
        let iter = match iterable {
            Ok(iter) => iter,
            Err(reason) => {
                match reason {
                    Some(reason) => self.diagnostics.append_one(reason),
                    None => self.error(&l.expr, ADVICE),
                }
                return self.never_value(span);
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
            let scope = s.ssa.scope.len();
            s.bind(&l.pat, value, span);
            s.block_in_scope(&l.body, control::flow::Finish::Continue(context));
            s.ssa.scope.truncate(scope);
        });
        self.ssa.open_contexts.pop();
        self.context_value(context, span)
    }

    /// The iterator over an expression's value, also if only rustc can iterate it.
    fn iterable_or_opaque(
        &mut self,
        e: &Expr,
        drawn: DrawCount,
    ) -> Result<Rc<Iter>, Option<crate::diagnostics::Diagnostic>> {
        self.attempt(|s| s.iterable(e)).or_else(|reason| {
            if matches!(drawn, DrawCount::Unknown) && self.is_made_by_crate(e) {
                return self.attempt(|s| s.fail_on_unknown_end(e));
            }
            let most = if let DrawCount::AtMost(most) = drawn { Some(most) } else { None };
            self.attempt(|s| s.opaque_items(e, most)).map_err(|_| reason)
        })
    }

    /// Whether a function of the crate makes an iterator: its items cannot all be collected, as it
    /// may have no end.
    pub(super) fn is_made_by_crate(&mut self, e: &Expr) -> bool {
        let is_of_crate = match unparen(e) {
            Expr::Call(c) => matches!(unparen(&c.func), Expr::Path(path)
                if self.world().function_at(&path.path).is_some()),
            Expr::MethodCall(m) => self.names.inferred.definer(m) == Some(infer::Definer::Crate),
            _ => false,
        };
        is_of_crate
            && self.names.inferred.iterable_kind(unparen(e)) == Some(infer::IterableKind::Iterator)
    }

    fn fail_on_unknown_end(&mut self, e: &Expr) -> Option<Rc<Iter>> {
        self.error(
            e,
            "the items of this iterator are collected, and it may have no end: limit it with \
             `.take(n)`, or put #[differentiate] on the function that returns it",
        );
        None
    }

    /// The other iterator of a `zip` or a `chain`.
    fn other_iterator(&mut self, e: &Expr, drawn: DrawCount) -> Option<Rc<Iter>> {
        match self.iterable_or_opaque(e, drawn) {
            Ok(iter) => Some(iter),
            Err(reason) => {
                reason.into_iter().for_each(|reason| self.diagnostics.append_one(reason));
                None
            }
        }
    }

    /// The iterator over an expression's value.
    pub fn iterable(&mut self, e: &Expr) -> Option<Rc<Iter>> {
        match unparen(e) {
            Expr::Range(r) if self.is_of_letters(r) => self.items_of_code(unparen(e)),
            Expr::Range(r) => Some(Rc::new(Iter::Items(self.integer_range(r)?))),
            // the items of a map or a set
            Expr::MethodCall(m)
                if opaque_items::returns_items(m) && self.is_of_collection(&m.receiver) =>
            {
                None
            }
            e if self.is_range(e) => match self.operand(e) {
                Value::Iter(iter) => Some(iter),
                value => {
                    let range = self.scalar(value, span_of(e));
                    let (from, to) = self.range_ends(range, span_of(e));
                    let to = Some(to);
                    Some(Rc::new(Iter::Items(Items::Counting { from, to, inclusive: false })))
                }
            },
            e => {
                let located = self.locate(e);
                // an iterator whose type only rustc knows, or one of its items
                let is_unresolved = match &located {
                    Located::Value(Value::Var(v, _)) => {
                        let is_iterator = self.names.inferred.iterable_kind(e)
                            == Some(infer::IterableKind::Iterator);
                        matches!(e, Expr::Call(_))
                            && is_iterator
                            && matches!(self.shallow(*v), Ty::Infer(_))
                            || (matches!(e, Expr::MethodCall(_))
                                || self.facts.opaque_items.contains(v))
                                && self.is_unresolved_type(*v)
                    }
                    Located::Spot(spot) => {
                        spot.by != BorrowMode::Unique && self.is_opaque_item(spot)
                    }
                    _ => false,
                };
                if is_unresolved {
                    return None;
                }
                if let Some((.., ty)) = self.as_place(located.clone())
                    && (self.types.is_collection(&ty)
                        || self.names.inferred.iterable_kind(e)
                            == Some(infer::IterableKind::Collection))
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
            Located::Value(Value::Result(o)) => Some(Rc::new(Iter::Option(o.without_error()))),
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
                Value::Result(o) => Some(Rc::new(Iter::Option(o.without_error()))),
                _ => None,
            },
            located @ (Located::Tuple(_) | Located::Value(Value::Tuple(_))) => {
                drop(located);
                self.error(at, "a tuple cannot be iterated: name its components");
                None
            }
            located => {
                if let Some(own) =
                    self.user_iterator(&located, by == Some(BorrowMode::Unique), at.span())
                {
                    return Some(own);
                }
                if let Some(own) = self.plain_iterator(&located, by == Some(BorrowMode::Unique), at)
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
                    return self.as_option(&value, at.span()).map(|m| Rc::new(Iter::Option(m)));
                }
                if let Some((.., ty)) = self.as_place(located.clone())
                    && self.is_type_of_other_crate(&ty)
                {
                    return self.items_of_foreign((located, ty), by, at);
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

    /// A method of an iterator; `None` if it is not supported.
    pub fn iter_method(&mut self, iter: &Rc<Iter>, m: &ExprMethodCall) -> Option<Value> {
        let name = m.method.to_string();
        if let ("contains", Some(item)) = (name.as_str(), m.args.first()) {
            return self.counting_contains(iter, item, m.method.span());
        }
        if let ("remainder" | "into_remainder", Iter::Items(items)) = (name.as_str(), &**iter)
            && let Some(rest) = self.remainder(items, m.method.span())
        {
            return Some(rest);
        }
        if !ADAPTORS.contains(&(name.as_str(), m.args.len())) {
            return self.consume(iter, m);
        }
        let adapted = self.apply_adaptor(iter, &name, m)?;
        Some(Value::Iter(adapted))
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
                let first = Value::Option(Box::new(self.as_option(&first, span)?));
                let state = self.binding("next", first, true, span);
                Iter::Successors(state, self.callable(f)?)
            }
            ("zip", [a, b]) => {
                let a = self.iterable(a)?;
                let b = self.iterable(b)?;
                self.zip_iters(a, b, span)?
            }
            _ => return None,
        };
        Some(Value::Iter(Rc::new(iter)))
    }

    /// The iterator over an iterator's item.
    fn nested_iterator(&mut self, value: Value, span: Span) -> Option<Rc<Iter>> {
        let at = Expr::Verbatim(TokenStream::new());
        let located = match value {
            Value::Never(_) => return None,
            value => Located::Value(value),
        };
        let iter = self.iter_of(located, None, &at);
        if iter.is_none() {
            self.diagnostics.error(span, ADVICE);
        }
        iter
    }
}
