//! The loops of an iterator: each item is passed to the enclosing stage.

use super::trust::Trust;
use super::{Items, Iter, Side};
use crate::lower::control::flow::{Code, Finish};
use crate::lower::control::loops::Runs;
use crate::lower::functions::closure::Callable;
use crate::lower::library::option::OptionValue;
use crate::lower::*;
use crate::primitives::Prim;

/// The consumer of an item. It may leave by `Break` or `Continue` of the context of the drive.
pub(super) type Sink<'k> = &'k mut dyn FnMut(&mut Lowerer<'_>, Value);

/// A run of an iterator.
pub(super) struct Drive {
    /// Leaving it by `Break` ends the run. It must be open, and is used for this run only.
    pub context: usize,
    /// The run ends, before the source is advanced, when a counter has reached a limit.
    pub guards: Vec<(SlotId, Var)>,
    pub span: Span,
    /// The name of the item, where it is an index.
    pub name: Option<proc_macro2::Ident>,
    /// The span of the index.
    pub at: Span,
    /// Whether std runs it by `fold`, and not by `next`.
    pub is_folded: bool,
}

impl Drive {
    fn with_guard(&self, guard: Option<(SlotId, Var)>) -> Drive {
        let mut guards = self.guards.clone();
        guards.extend(guard);
        Drive {
            context: self.context,
            guards,
            span: self.span,
            name: None,
            at: self.at,
            is_folded: self.is_folded,
        }
    }

    /// The drive for an inner iterator, which is run by `next`.
    fn with_next(&self, guard: Option<(SlotId, Var)>) -> Drive {
        Drive { is_folded: false, ..self.with_guard(guard) }
    }
}

impl Lowerer<'_> {
    /// Runs an iterator to its end, or until the sink leaves.
    pub fn run(
        &mut self,
        iter: &Iter,
        span: Span,
        sink: &mut dyn FnMut(&mut Lowerer<'_>, Value, usize),
    ) {
        self.run_as(iter, false, span, sink);
    }

    /// Runs an iterator to its end, as std does by `fold`.
    pub fn run_folded(
        &mut self,
        iter: &Iter,
        span: Span,
        sink: &mut dyn FnMut(&mut Lowerer<'_>, Value, usize),
    ) {
        self.run_as(iter, true, span, sink);
    }

    /// Runs an iterator to its end, as std does to collect the items.
    pub fn run_collected(
        &mut self,
        iter: &Iter,
        span: Span,
        sink: &mut dyn FnMut(&mut Lowerer<'_>, Value, usize),
    ) {
        self.run_as(iter, self.trust(iter) != Trust::Nothing, span, sink);
    }

    fn run_as(
        &mut self,
        iter: &Iter,
        is_folded: bool,
        span: Span,
        sink: &mut dyn FnMut(&mut Lowerer<'_>, Value, usize),
    ) {
        let context = self.enter(None, false);
        let drive = Drive { context, guards: Vec::new(), span, name: None, at: span, is_folded };
        self.drive(iter, &drive, &mut |s, value| sink(s, value, context));
        self.ssa.open_contexts.pop();
    }

    /// Calls `sink` with each item of an iterator, in the loops of its source.
    pub(super) fn drive(&mut self, iter: &Iter, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        match iter {
            Iter::Items(items) if self.is_steady(items) => {
                self.drive_items(items, d, Vec::new(), None, sink)
            }
            Iter::Items(items) => self.drive_unsteady(items, d, sink),
            Iter::Option(m) => self.drive_option(m, d, sink),
            Iter::FromFn(f) => self.drive_from_fn(f, d, sink),
            Iter::RepeatWith(f) => self.drive_forever(d, sink, |s, go| {
                let value = s.apply(f, Vec::new(), span);
                go(s, value);
            }),
            Iter::Successors(state, f) => self.drive_successors(state, f, d, sink),
            Iter::User(_) | Iter::Plain(..) => self.drive_forever(d, sink, |s, go| {
                if let Some(next) = s.next_of(iter, span) {
                    s.yield_payload(next, d, go);
                }
            }),
            Iter::Map(i, f) => self.drive(i, &d.with_guard(None), &mut |s, v| {
                let v = s.apply(f, vec![v], span);
                s.yield_item(v, sink);
            }),
            Iter::Pairs(i, f) => self.drive(i, &d.with_guard(None), &mut |s, v| {
                let key = s.apply(f, vec![v.clone().behind_reference()], span);
                s.yield_item(Value::Tuple(vec![key, v]), sink);
            }),
            Iter::Copied(i) => self.drive(i, &d.with_guard(None), &mut |s, v| {
                s.note_clones(&v, span);
                let v = s.copy_referents(v, span);
                s.yield_item(v, sink);
            }),
            Iter::Inspect(i, f) => self.drive(i, &d.with_guard(None), &mut |s, v| {
                s.apply(f, vec![v.clone().behind_reference()], span);
                s.yield_item(v, sink);
            }),
            Iter::Filter(i, f) => self.drive(i, &d.with_guard(None), &mut |s, v| {
                let condition = s.test_item(f, &v, span);
                s.yield_where(condition, v, sink, span);
            }),
            Iter::FilterMap(i, f) => self.drive_filter_map(i, f, d, sink),
            Iter::TakeWhile(i, f) => self.drive(i, &d.with_next(None), &mut |s, v| {
                let condition = s.test_item(f, &v, span);
                s.yield_or_end(condition, v, d, sink);
            }),
            Iter::MapWhile(i, f) => self.drive(i, &d.with_next(None), &mut |s, v| {
                let value = s.apply(f, vec![v], span);
                if let Some(m) = s.as_option(&value, span) {
                    s.yield_payload(m, d, sink);
                }
            }),
            Iter::SkipWhile(i, f, slot) => self.drive_skip_while(i, f, *slot, d, sink),
            Iter::Scan(i, f, state) => self.drive(i, &d.with_next(None), &mut |s, v| {
                let state = s.unique_reference(state);
                let value = s.apply(f, vec![state, v], span);
                if let Some(m) = s.as_option(&value, span) {
                    s.yield_payload(m, d, sink);
                }
            }),
            Iter::Enumerate(i, slot) => self.drive(i, &d.with_guard(None), &mut |s, v| {
                let n = s.increment(*slot, span);
                s.yield_item(Value::Tuple(vec![Value::Var(n, false), v]), sink);
            }),
            Iter::Take(i, n, slot) => self.drive_take(i, *n, *slot, d, sink),
            Iter::Skip(i, n, slot) => self.drive_skip(i, *n, *slot, d, sink),
            Iter::StepBy(i, n, slot) => self.drive_step_by(i, *n, *slot, d, sink),
            Iter::Zip(i, items, slot, side) => {
                let mut zip = |s: &mut Self| s.drive_zip(i, items, (*slot, *side), d, sink);
                if self.trust(iter) == Trust::Access && super::trust::skips_effects(i) {
                    let n = self.count(items, span);
                    self.drive_by_number(i, n, span, &mut zip);
                } else {
                    zip(self);
                }
            }
            Iter::ZipNext(i, next) => self.drive(i, &d.with_next(None), &mut |s, v| {
                let Some(m) = s.next_of(next, span) else {
                    s.no_value(span);
                    return;
                };
                s.yield_payload(m, d, &mut |s, other| {
                    s.yield_item(Value::Tuple(vec![v.clone(), other]), sink)
                });
            }),
            Iter::Chain(a, b) => self.drive_chain(a, b, d, sink),
            Iter::FlatMap(i, f) => self.drive_flat_map(i, f.as_ref(), d, sink),
        }
    }

    /// `std::iter::from_fn(f)`
    fn drive_from_fn(&mut self, f: &Callable, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.drive_forever(d, sink, |s, go| {
            if let Some(m) = s.option_of(f, Vec::new(), span) {
                s.yield_payload(m, d, go);
            }
        })
    }

    /// `std::iter::successors(first, f)`
    fn drive_successors(&mut self, state: &Binding, f: &Callable, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.drive_forever(d, sink, |s, go| {
            let Value::Option(m) = s.binding_value(state, span) else {
                s.no_value(span);
                return;
            };
            s.yield_payload(*m, d, &mut |s, value| {
                let next = s.apply(f, vec![value.clone().behind_reference()], span);
                s.store_result(state, next, span);
                go(s, value);
            });
        })
    }

    /// The `Option` that a closure returns. If that cannot be inferred, it is reported.
    pub(super) fn option_of(
        &mut self,
        f: &Callable,
        arguments: Vec<Value>,
        span: Span,
    ) -> Option<OptionValue> {
        let value = self.with_hint_of(Some(f), OptionHint::Either, |s| s.apply(f, arguments, span));
        let m = self.as_option(&value, span);
        if m.is_none() && !matches!(value, Value::Never(_)) {
            self.diagnostics.error(
                span,
                "cannot infer that this closure returns an `Option`: annotate its return type",
            );
        }
        m
    }

    fn drive_filter_map(&mut self, iter: &Iter, f: &Callable, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.drive(iter, &d.with_guard(None), &mut |s, v| {
            let Some(m) = s.option_of(f, vec![v], span) else { return };
            s.unit_choice(m.some, span, |s| {
                let value = s.open(&m.payload, span);
                s.yield_item(value, sink);
            });
        })
    }

    /// The slot holds whether items are still skipped.
    fn drive_skip_while(
        &mut self,
        iter: &Iter,
        f: &Callable,
        slot: SlotId,
        d: &Drive,
        sink: Sink<'_>,
    ) {
        let span = d.span;
        self.drive(iter, &d.with_guard(None), &mut |s, v| {
            let skipping = s.current_version(places::place::Root::Slot(slot), span);
            let skip = s.and_also(skipping, span, |s| s.test_item(f, &v, span));
            s.ssa.env[slot] = Some(skip);
            let condition = s.emit("t", Ty::Bool, Op::Prim(Prim::Not, vec![skip]), span);
            s.yield_where(condition, v, sink, span);
        })
    }

    /// The slot counts the items. The run ends before the source is advanced again once there are
    /// `n`.
    fn drive_take(&mut self, iter: &Iter, n: Var, slot: SlotId, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        let mut take = |s: &mut Self| {
            s.drive(iter, &d.with_next(Some((slot, n))), &mut |s, v| {
                s.increment(slot, span);
                s.yield_item(v, sink);
            });
        };
        if d.is_folded { self.drive_by_number(iter, Some(n), span, &mut take) } else { take(self) }
    }

    /// The slot counts the items that are skipped.
    fn drive_skip(&mut self, iter: &Iter, n: Var, slot: SlotId, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.drive(iter, &d.with_guard(None), &mut |s, v| {
            let passed = s.current_version(places::place::Root::Slot(slot), span);
            let condition = s.emit("t", Ty::Bool, Op::Prim(Prim::Ge, vec![passed, n]), span);
            s.choose(
                condition,
                span,
                |s| {
                    s.yield_item(v, sink);
                    Value::Tuple(Vec::new())
                },
                |s| {
                    s.increment(slot, span);
                    Value::Tuple(Vec::new())
                },
            );
        })
    }

    /// The slot counts all items, and every `n`-th is passed on.
    fn drive_step_by(&mut self, iter: &Iter, n: Var, slot: SlotId, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.drive(iter, &d.with_next(None), &mut |s, v| {
            let passed = s.increment(slot, span);
            let over = s.emit("rest", Ty::USIZE, Op::Prim(Prim::Rem, vec![passed, n]), span);
            let zero = s.int(0, span);
            let condition = s.emit("t", Ty::Bool, Op::Prim(Prim::Eq, vec![over, zero]), span);
            s.yield_where(condition, v, sink, span);
        })
    }

    /// One run after the other.
    fn drive_chain(&mut self, a: &Iter, b: &Iter, d: &Drive, sink: Sink<'_>) {
        self.ssa.contexts[d.context].slots = self.slots.len();
        self.drive_part(a, d, sink);
        self.resume(d.span, |s| {
            s.drive_part(b, d, sink);
            Value::Tuple(Vec::new())
        });
        self.catch(Code::Break(d.context), d.span);
    }

    /// A run for each item: over the iterator that the closure returns, or over the item itself.
    fn drive_flat_map(&mut self, iter: &Iter, f: Option<&Callable>, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.ssa.contexts[d.context].slots = self.slots.len();
        let outer = self.enter(None, false);
        let around = Drive { context: outer, ..d.with_guard(None) };
        self.drive(iter, &around, &mut |s, v| {
            let v = match f {
                Some(f) => s.apply(f, vec![v], span),
                None => v,
            };
            if let Some(inner) = s.nested_iterator(v, span) {
                s.drive_part(&inner, d, sink);
            }
        });
        self.ssa.open_contexts.pop();
        self.catch(Code::Break(d.context), span);
    }

    fn drive_zip(
        &mut self,
        iter: &Iter,
        items: &Items,
        (slot, side): (SlotId, Side),
        d: &Drive,
        sink: Sink<'_>,
    ) {
        let span = d.span;
        let n = self.count(items, span);
        // the left side is advanced first: items on the left end the run before the other side is
        // advanced
        let is_advanced_first = match side {
            Side::Left => true,
            Side::Right(trusted) => !Self::requests_beyond(self.trust(iter), trusted, d.is_folded),
        };
        let (before, after) = if is_advanced_first { (n, None) } else { (None, n) };
        self.drive(iter, &d.with_next(before.map(|n| (slot, n))), &mut |s, v| {
            let number = s.increment(slot, span);
            let paired = |s: &mut Lowerer<'_>, sink: Sink<'_>| {
                let other = s.item_at(items, number, span);
                let pair = match side {
                    Side::Right(_) => vec![v, other],
                    Side::Left => vec![other, v],
                };
                s.yield_item(Value::Tuple(pair), sink);
            };
            let Some(n) = after else { return paired(s, sink) };
            let on = s.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![number, n]), span);
            s.choose(
                on,
                span,
                |s| {
                    paired(s, sink);
                    Value::Tuple(Vec::new())
                },
                |s| {
                    s.break_with_value(d.context, None, span);
                    s.never_value(span)
                },
            );
        });
    }

    /// One of several loops that form a run.
    fn drive_part(&mut self, iter: &Iter, d: &Drive, sink: Sink<'_>) {
        self.run_part(&mut |s, part, sink| s.drive(iter, part, sink), d, sink);
    }

    fn run_part(
        &mut self,
        run: &mut dyn FnMut(&mut Self, &Drive, Sink<'_>),
        d: &Drive,
        sink: Sink<'_>,
    ) {
        let context = self.enter(None, false);
        let part = Drive { context, ..d.with_guard(None) };
        run(self, &part, &mut |s, v| {
            s.yield_item(v, sink);
            s.catch(Code::Continue(d.context), d.span);
        });
        // the user's loop remains open
        self.ssa.open_contexts.pop();
    }

    fn yield_item(&mut self, value: Value, sink: Sink<'_>) {
        if matches!(self.ssa.exit, Exit::Normal) && !matches!(value, Value::Never(_)) {
            sink(self, value);
        }
    }

    pub(super) fn unit_choice(&mut self, tag: Var, span: Span, yes: impl FnOnce(&mut Self)) {
        self.choose(
            tag,
            span,
            |s| {
                yes(s);
                Value::Tuple(Vec::new())
            },
            |_| Value::Tuple(Vec::new()),
        );
    }

    fn yield_where(&mut self, condition: Var, value: Value, sink: Sink<'_>, span: Span) {
        self.unit_choice(condition, span, |s| s.yield_item(value, sink));
    }

    /// Passes the item on, or ends the run.
    fn yield_or_end(&mut self, condition: Var, value: Value, d: &Drive, sink: Sink<'_>) {
        self.choose(
            condition,
            d.span,
            |s| {
                s.yield_item(value, sink);
                Value::Tuple(Vec::new())
            },
            |s| {
                s.break_with_value(d.context, None, d.span);
                s.never_value(d.span)
            },
        );
    }

    fn yield_payload(&mut self, m: OptionValue, d: &Drive, sink: Sink<'_>) {
        self.choose(
            m.some,
            d.span,
            |s| {
                let value = s.open(&m.payload, d.span);
                s.yield_item(value, sink);
                Value::Tuple(Vec::new())
            },
            |s| {
                s.break_with_value(d.context, None, d.span);
                s.never_value(d.span)
            },
        );
    }

    /// A test of an item, which the closure takes by reference.
    pub(super) fn test_item(
        &mut self,
        f: &functions::closure::Callable,
        value: &Value,
        span: Span,
    ) -> Var {
        let condition = self.apply(f, vec![value.clone().behind_reference()], span);
        let condition = self.scalar(condition, span);
        self.unify_var(condition, &Ty::Bool);
        condition
    }

    /// The current value of a counter, which is incremented.
    fn increment(&mut self, slot: SlotId, span: Span) -> Var {
        let now = self.current_version(places::place::Root::Slot(slot), span);
        let one = self.int(1, span);
        let next = self.add(now, one, span);
        self.ssa.env[slot] = Some(next);
        now
    }

    /// `&mut state`
    pub fn unique_reference(&mut self, state: &Binding) -> Value {
        match state {
            Binding::Slot(slot) => Value::Alias(places::place::Alias {
                slot: *slot,
                path: Vec::new(),
                ty: self.slots[*slot].ty.clone(),
            }),
            Binding::Tuple(parts) => {
                Value::Tuple(parts.iter().map(|p| self.unique_reference(p)).collect())
            }
            Binding::Alias(a) => Value::Alias(a.clone()),
            Binding::Unique(of) => self.unique_reference(of),
            Binding::Option(some, payload) => {
                let now = self.current_version(places::place::Root::Slot(*some), Span::call_site());
                Value::Option(Box::new(OptionValue {
                    some: now,
                    payload: library::option::Payload::Unique(*some, payload.clone()),
                }))
            }
            other => self.binding_value(other, Span::call_site()),
        }
    }

    /// Whether a guard ends the run now; `None` without guards.
    fn is_guarded(&mut self, d: &Drive) -> Option<Var> {
        let span = d.span;
        let mut ends: Option<Var> = None;
        for (slot, n) in &d.guards {
            let now = self.current_version(places::place::Root::Slot(*slot), span);
            let one = self.emit("t", Ty::Bool, Op::Prim(Prim::Ge, vec![now, *n]), span);
            ends = Some(match ends {
                None => one,
                Some(all) => self.emit("t", Ty::Bool, Op::Prim(Prim::BitOr, vec![all, one]), span),
            });
        }
        ends
    }

    /// The body of a loop: the guards, then the item, then the end of the iteration.
    fn iteration(&mut self, d: &Drive, body: impl FnOnce(&mut Self)) {
        let span = d.span;
        let ends = self.is_guarded(d);
        let on = |s: &mut Self| {
            body(s);
            s.finish_with(Value::Tuple(Vec::new()), Finish::Continue(d.context), span)
        };
        match ends {
            None => {
                on(self);
            }
            Some(ends) => {
                self.choose(
                    ends,
                    span,
                    |s| {
                        s.break_with_value(d.context, None, span);
                        s.never_value(span)
                    },
                    on,
                );
            }
        }
    }

    fn drive_forever(
        &mut self,
        d: &Drive,
        sink: Sink<'_>,
        body: impl Fn(&mut Lowerer<'_>, Sink<'_>),
    ) {
        self.repeat_in(d.context, Runs::Forever, d.span, |s| s.iteration(d, |s| body(s, sink)));
    }

    fn drive_option(&mut self, m: &OptionValue, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        self.ssa.contexts[d.context].slots = self.slots.len();
        let mut some = m.some;
        for (slot, n) in &d.guards {
            let now = self.current_version(places::place::Root::Slot(*slot), span);
            let on = self.emit("t", Ty::Bool, Op::Prim(Prim::Lt, vec![now, *n]), span);
            some = self.emit("t", Ty::Bool, Op::Prim(Prim::BitAnd, vec![some, on]), span);
        }
        self.unit_choice(some, span, |s| {
            let value = s.open(&m.payload, span);
            s.yield_item(value, sink);
        });
        self.catch(Code::Continue(d.context), span);
        self.catch(Code::Break(d.context), span);
    }

    /// The loop over the items, then the evaluations by which std detects that there are no more.
    fn drive_unsteady(&mut self, items: &Items, d: &Drive, sink: Sink<'_>) {
        let span = d.span;
        let Some(n) = self.count(items, span) else {
            return self.drive_items(items, d, Vec::new(), None, sink);
        };
        self.ssa.contexts[d.context].slots = self.slots.len();
        self.run_part(
            &mut |s, part, sink| s.drive_items(items, part, Vec::new(), None, sink),
            d,
            sink,
        );
        self.resume(span, |s| {
            let asks = s.is_guarded(d);
            let ask = |s: &mut Self| {
                s.request_beyond(items, n, d.is_folded, span);
                Value::Tuple(Vec::new())
            };
            match asks {
                None => ask(s),
                Some(ends) => s.choose(ends, span, |_| Value::Tuple(Vec::new()), ask),
            }
        });
        self.catch(Code::Break(d.context), span);
    }

    /// One loop over a range. Stages without state that are outermost are applied to its index or
    /// its item.
    fn drive_items(
        &mut self,
        items: &Items,
        d: &Drive,
        mut adaptors: Vec<Adaptor>,
        n: Option<Var>,
        sink: Sink<'_>,
    ) {
        let span = d.span;
        match items {
            // inside adaptors, the item is computed from the index where it is needed
            Items::Map(inner, f) if adaptors.is_empty() => {
                return self.drive_items(inner, d, adaptors, n, &mut |s, v| {
                    let v = s.apply(f, vec![v], span);
                    s.yield_item(v, sink);
                });
            }
            Items::Copied(inner) if adaptors.is_empty() => {
                return self.drive_items(inner, d, adaptors, n, &mut |s, v| {
                    s.note_clones(&v, span);
                    let v = s.copy_referents(v, span);
                    s.yield_item(v, sink);
                });
            }
            Items::Rev(inner, n) => {
                adaptors.push(Adaptor::Reverse);
                return self.drive_items(inner, d, adaptors, Some(*n), sink);
            }
            Items::StepBy(inner, k) => {
                adaptors.push(Adaptor::StepBy(*k));
                return self.drive_items(inner, d, adaptors, None, sink);
            }
            _ => {}
        }
        adaptors.reverse();
        let name = d.name.as_ref().map_or_else(|| "i".to_string(), |n| n.to_string());
        if let Items::Counting { from, to: Some(to), inclusive } = items {
            let ty = self.ty(*from);
            let index = self.f.fresh_primal(name, ty, d.at);
            if d.name.is_some() {
                self.facts.named.insert(index);
            }
            let runs =
                Runs::Range(Range { index, from: *from, to: *to, inclusive: *inclusive, adaptors });
            self.repeat_in(d.context, runs, span, |s| {
                s.iteration(d, |s| s.yield_item(Value::Var(index, false), sink))
            });
            return;
        }
        match n.or_else(|| self.count(items, span)) {
            Some(to) => {
                let from = self.int(0, span);
                let index = self.f.fresh_primal("i", Ty::USIZE, d.at);
                self.facts.named.insert(index);
                let runs = Runs::Range(Range { index, from, to, inclusive: false, adaptors });
                self.repeat_in(d.context, runs, span, |s| {
                    s.iteration(d, |s| {
                        let value = s.item_at(items, index, span);
                        s.yield_item(value, sink);
                    })
                });
            }
            None => {
                let slot = {
                    let zero = self.int(0, span);
                    self.slot("number", Ty::USIZE, true, Some(zero))
                };
                let step = match &adaptors[..] {
                    [] => None,
                    [Adaptor::StepBy(k)] => Some(*k),
                    _ => {
                        return self
                            .diagnostics
                            .error(span, "an infinite iterator cannot be reversed");
                    }
                };
                self.repeat_in(d.context, Runs::Forever, span, |s| {
                    s.iteration(d, |s| {
                        let mut number = s.increment(slot, span);
                        if let Some(k) = step {
                            number =
                                s.emit("i", Ty::USIZE, Op::Prim(Prim::Mul, vec![number, k]), span);
                        }
                        let value = s.item_at(items, number, span);
                        s.yield_item(value, sink);
                    });
                });
            }
        }
    }
}
