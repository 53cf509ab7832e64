//! Methods of sequences. Those that select a part yield places ([`parts`]). Those that change a
//! sequence ([`change`], [`reorder`]) are loops of reads, updates, pushes and swaps ([`steps`]).

mod change;
mod parts;
mod reorder;
mod steps;

use crate::lower::iterate::{Items, Iter};
use crate::lower::library::prelude::is_method_of_value;
use crate::lower::places::place::{BorrowMode, Located, Root, Spot, unparen};
use crate::lower::*;
use parts::Sequence;
use syn::{Expr, ExprMethodCall};

/// Methods that are lowered here, with their argument counts.
const METHODS: &[(&str, usize)] = &[
    ("first", 0),
    ("last", 0),
    ("front", 0),
    ("back", 0),
    ("get", 1),
    ("first_mut", 0),
    ("last_mut", 0),
    ("front_mut", 0),
    ("back_mut", 0),
    ("get_mut", 1),
    ("split_at", 1),
    ("split_at_mut", 1),
    ("split_first", 0),
    ("split_last", 0),
    ("split_first_mut", 0),
    ("split_last_mut", 0),
    ("map", 1),
    ("concat", 0),
    ("extend", 1),
    ("extend_from_slice", 1),
    ("truncate", 1),
    ("rotate_left", 1),
    ("rotate_right", 1),
    ("retain", 1),
    ("drain", 1),
    ("split_off", 1),
    ("sort", 0),
    ("sort_unstable", 0),
    ("sort_by", 1),
    ("sort_unstable_by", 1),
    ("sort_by_key", 1),
    ("sort_unstable_by_key", 1),
    ("sort_by_cached_key", 1),
];

/// Whether a method is a supported one of sequences.
pub fn is_method(name: &str, arguments: usize) -> bool {
    METHODS.contains(&(name, arguments)) || is_method_of_value("Slice", name, arguments)
}

/// A sequence that is changed.
#[derive(Clone)]
struct Target {
    slot: SlotId,
    path: Vec<Step>,
    ty: Ty,
    element: Ty,
}

impl Target {
    /// The sequence behind a shared reference.
    fn shared(&self) -> Located {
        Located::Spot(Spot {
            root: Root::Slot(self.slot),
            path: self.path.clone(),
            ty: self.ty.clone(),
            by: BorrowMode::Shared,
        })
    }
}

impl Lowerer<'_> {
    /// A method of a sequence; `None` if it is not supported.
    pub fn slice_method(&mut self, m: &ExprMethodCall, located: Located) -> Option<Value> {
        let span = m.method.span();
        let name = m.method.to_string();
        let args: Vec<&Expr> = m.args.iter().collect();
        match (name.as_str(), &args[..]) {
            (
                "first" | "last" | "front" | "back" | "get" | "first_mut" | "last_mut"
                | "front_mut" | "back_mut" | "get_mut",
                _,
            ) => {
                let of = self.sequence_of(located, &name)?;
                if name.starts_with("front") || name.starts_with("back") {
                    self.is_container(&of.ty, End::Back);
                }
                self.element_option(of, &name, args.first().copied(), span)
            }
            ("split_at" | "split_at_mut", [at]) => {
                let of = self.sequence_of(located, &name)?;
                let at = self.operand_var(at);
                self.unify_var(at, &Ty::USIZE);
                let (left, right) = self.halves(&of, at, at)?;
                Some(Value::Tuple(vec![
                    self.value_of(Located::Spot(left), span),
                    self.value_of(Located::Spot(right), span),
                ]))
            }
            ("split_first" | "split_last" | "split_first_mut" | "split_last_mut", []) => {
                let of = self.sequence_of(located, &name)?;
                self.split_end(of, &name, span)
            }
            ("map", [f]) => self.map_array(m, f, located),
            ("concat", []) => {
                let items = self.sequence(located, Some(BorrowMode::Shared), &m.receiver)?;
                let flat = Iter::FlatMap(Rc::new(Iter::Items(items)), None);
                Some(self.cloned_into_one(&flat, span))
            }
            _ => {
                let target = self.target_of(located)?;
                self.changing_method(m, &name, &args, &target)
            }
        }
    }

    /// The sequence of which a method selects a part: uniquely if the method's name ends in
    /// `_mut`.
    fn sequence_of(&mut self, located: Located, name: &str) -> Option<Sequence> {
        let by = if name.ends_with("_mut") { BorrowMode::Unique } else { BorrowMode::Shared };
        let (root, path, ty) = self.as_place(located)?;
        Some(Sequence { root, path, ty, by })
    }

    /// `array.map(f)`
    fn map_array(&mut self, m: &ExprMethodCall, f: &Expr, located: Located) -> Option<Value> {
        let span = m.method.span();
        let (root, path, ty) = self.as_place(located.clone())?;
        let Ty::Array(_, length) = self.types.shallow(&ty) else { return None };
        let n = self.len_of(root, &path, span);
        // an array behind a reference is copied
        let items = self.sequence(located, Some(BorrowMode::Value), &m.receiver)?;
        let f = self.callable(f)?;
        Some(self.array_from(length, &Iter::Items(Items::Map(Box::new(items), f)), n, span))
    }

    /// `[a, b].concat()` of slices that are not stored in variables.
    pub fn concatenated(&mut self, m: &ExprMethodCall) -> Option<Value> {
        let Expr::Array(array) = unparen(&m.receiver) else { return None };
        if m.method != "concat" || !m.args.is_empty() || array.elems.is_empty() {
            return None;
        }
        let span = m.method.span();
        let all: Vec<Rc<Iter>> =
            array.elems.iter().map(|e| self.iterable(e)).collect::<Option<_>>()?;
        let whole = all.into_iter().reduce(|a, b| Rc::new(Iter::Chain(a, b)))?;
        Some(self.cloned_into_one(&whole, span))
    }

    fn cloned_into_one(&mut self, items: &Iter, span: Span) -> Value {
        let whole = self.collect_items(items, span);
        self.note_clones(&whole, span);
        whole
    }

    fn target_of(&mut self, located: Located) -> Option<Target> {
        let (slot, path, ty) = match located {
            Located::Spot(Spot { root: Root::Slot(slot), path, ty, by })
                if by != BorrowMode::Shared =>
            {
                (slot, path, ty)
            }
            Located::Value(Value::Alias(a)) => (a.slot, a.path, a.ty),
            _ => return None,
        };
        if self.slots[slot].reference && !self.slots[slot].unique {
            return None;
        }
        if matches!(self.types.shallow(&ty), Ty::Infer(_)) {
            let vec = Ty::Vec(Box::new(self.types.any()));
            self.types.unify(&ty, &vec);
        }
        let element = self.types.element(&ty)?;
        Some(Target { slot, path, ty, element })
    }
}
