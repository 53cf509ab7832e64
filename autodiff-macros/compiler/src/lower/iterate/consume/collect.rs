//! Consumers that make a collection of the items.

use super::type_argument;
use crate::lower::functions::closure::Callable;
use crate::lower::iterate::{Iter, fallible};
use crate::lower::places::place::Root;
use crate::lower::*;
use syn::ExprMethodCall;

impl Lowerer<'_> {
    /// Appends an item.
    pub fn push_item(&mut self, slot: SlotId, value: Value, span: Span) {
        if matches!(value, Value::Never(_)) {
            return;
        }
        if has_no_element(&value) {
            self.diagnostics.error(
                span,
                "collecting Results, closures or iterators is not supported: collect values, as in \
                 `.ok()` of a Result",
            );
            return;
        }
        let x = self.element(value, span);
        let ty = self.slots[slot].ty.clone();
        if let Some(element) = self.types.element(&ty) {
            self.unify_var(x, &element);
        }
        let end = self.growing_end(&ty);
        self.append(slot, &[], end, x, span);
    }

    pub(super) fn collect(&mut self, iter: &Iter, m: &ExprMethodCall) -> Option<Value> {
        let span = m.method.span();
        let written = type_argument(m).cloned().or_else(|| self.expected_method_type(m));
        if let Some((items, inner)) = written.as_ref().and_then(fallible::fallible_type) {
            return match self.types.annotation(inner) {
                Ty::Vec(element) => self.collect_all(iter, items, *element, None, span),
                _ if self.types.is_user_type(inner) => {
                    let element = self.types.any();
                    self.collect_all(iter, items, element, Some(inner), span)
                }
                _ => None,
            };
        }
        let ty = match &written {
            None | Some(syn::Type::Infer(_)) => self.types.assumed_vec(),
            Some(written) => match self.types.annotation(written) {
                ty @ (Ty::Vec(_) | Ty::Deque(_)) => {
                    self.witness_std_type(written);
                    ty
                }
                _ if self.types.is_user_type(written) => {
                    return Some(self.collect_into_user_type(iter, written, span));
                }
                _ => return None,
            },
        };
        let item = written.as_ref().and_then(types::expected::item_type);
        Some(
            self.with_expected_of(fallible::source_of_items(iter), item, |s| {
                s.filled(iter, ty, span)
            }),
        )
    }

    /// Collects the items of an iterator into a `Vec`.
    pub fn collect_items(&mut self, iter: &Iter, span: Span) -> Value {
        self.collect_items_as(iter, span, |_| ())
    }

    /// As [`Self::collect_items`]; calls `see` with each item.
    pub fn collect_items_as(&mut self, iter: &Iter, span: Span, see: impl Fn(&Value)) -> Value {
        let element = self.types.any();
        let slot = self.empty_vec("collected", element, span);
        self.run_collected(iter, span, &mut |s, v, _| {
            see(&v);
            s.push_item(slot, v, span);
        });
        self.slot_value(slot, span)
    }

    pub(super) fn unzip(&mut self, iter: &Iter, span: Span) -> Value {
        let (left, right) = (self.types.any(), self.types.any());
        let (left, right) =
            (self.empty_vec("left", left, span), self.empty_vec("right", right, span));
        self.run_folded(iter, span, &mut |s, v, _| {
            let mut parts = s.components(v, 2, span).into_iter();
            for slot in [left, right] {
                if let Some(part) = parts.next() {
                    s.push_item(slot, part, span);
                }
            }
        });
        Value::Tuple(vec![self.slot_value(left, span), self.slot_value(right, span)])
    }

    pub(super) fn partition(&mut self, iter: &Iter, f: &Callable, span: Span) -> Value {
        let element = self.types.any();
        let (yes, no) =
            (self.empty_vec("left", element.clone(), span), self.empty_vec("right", element, span));
        self.run_folded(iter, span, &mut |s, v, _| {
            let test = s.test_item(f, &v, span);
            let other = v.clone();
            s.choose(
                test,
                span,
                |s| {
                    s.push_item(yes, v, span);
                    Value::Tuple(Vec::new())
                },
                |s| {
                    s.push_item(no, other, span);
                    Value::Tuple(Vec::new())
                },
            );
        });
        Value::Tuple(vec![self.slot_value(yes, span), self.slot_value(no, span)])
    }

    /// `array.map(f)` and `std::array::from_fn(f)`: an array of the given length.
    pub fn array_from(&mut self, length: TokenStream, iter: &Iter, n: Var, span: Span) -> Value {
        let element = self.types.any();
        let zero = self.neutral_of_any(element.clone(), Neutral::Zero, span);
        let ty = Ty::Array(Box::new(element.clone()), length);
        let array = self.emit("array", ty.clone(), Op::Repeat(zero, n), span);
        let slot = self.slot("array", ty, true, Some(array));
        let first = self.int(0, span);
        let number = self.slot("number", Ty::USIZE, true, Some(first));
        self.run_folded(iter, span, &mut |s, v, _| {
            if has_no_element(&v) || matches!(v, Value::Option(_)) {
                s.diagnostics.error(
                    span,
                    "collecting these items into an array is not supported: collect into a Vec, or \
                     write the elements",
                );
                return;
            }
            let x = s.element(v, span);
            s.unify_var(x, &element);
            let now = s.current_version(Root::Slot(number), span);
            let root = s.current_version(Root::Slot(slot), span);
            s.new_version(slot, Op::Update(Place { root, path: vec![Step::Index(now)] }, x), span);
            let one = s.int(1, span);
            let next = s.add(now, one, span);
            s.ssa.env[number] = Some(next);
        });
        self.ssa.env[number] = None;
        // the result of a function that no file shows is treated as a number; that of a constructor
        // is not
        let is_number = |of: Projection| match &of {
            Projection::Output(callee) if callee.method.is_none() => {
                let shown = self
                    .function(&self.name_of_callee(callee))
                    .and_then(|function| function.output.clone());
                shown.is_none_or(|ty| {
                    matches!(&ty, syn::Type::Path(ty)
                    if crate::type_class::is_scalar(ty, crate::type_class::REALS))
                })
            }
            _ => false,
        };
        if self.types.open_projection(&element).is_none_or(is_number) {
            self.types.narrow(&element, Kind::Number);
        }
        self.slot_value(slot, span)
    }
}

fn has_no_element(value: &Value) -> bool {
    match value {
        Value::Result(_) | Value::Closure(_) | Value::Iter(_) => true,
        Value::Tuple(parts) => parts.iter().any(has_no_element),
        Value::Option(_) | Value::Var(..) | Value::Alias(_) | Value::Never(_) => false,
    }
}
