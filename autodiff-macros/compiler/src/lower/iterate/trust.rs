//! How far std trusts the length of an iterator. This decides whether a `zip` asks its left side
//! for one item more than it returns, which is observable if the closures on that side have
//! effects.

use super::{Items, Iter, Side};
use crate::lower::places::place::{BorrowMode, Root};
use crate::lower::*;
use crate::primitives::Prim;

/// The guarantees that std relies on, named after its unstable traits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::lower) enum Trust {
    Nothing,
    /// `TrustedLen`: a `zip` of two such iterators that is folded asks only for the items that it
    /// returns.
    Length,
    /// `TrustedRandomAccess`: so does a `zip` of two such iterators, however it is run.
    Access,
}

impl Lowerer<'_> {
    /// Whether a `zip` of these asks its left side for an item that it does not return.
    pub(super) fn requests_beyond(left: Trust, right: Trust, is_folded: bool) -> bool {
        match left.min(right) {
            Trust::Nothing => true,
            Trust::Length => !is_folded,
            Trust::Access => false,
        }
    }

    pub(super) fn trust_of_items(&self, items: &Items) -> Trust {
        match items {
            Items::Elements { root: Root::Var(v), .. }
                if self.facts.items_of_foreign.contains(v) =>
            {
                Trust::Nothing
            }
            Items::Elements { root, path, by: BorrowMode::Value, .. } => {
                let is_array = path.is_empty()
                    && matches!(self.types.shallow(&self.root_type(*root)), Ty::Array(..));
                if is_array { Trust::Access } else { Trust::Length }
            }
            Items::Elements { .. } | Items::Table(_) | Items::Parts { .. } => Trust::Access,
            Items::Counting { to: Some(_), inclusive: false, .. } => Trust::Access,
            Items::Counting { .. } | Items::Repeat(_) => Trust::Length,
            Items::Enumerate(i) | Items::Skip(i, _) | Items::Copied(i) | Items::Map(i, _) => {
                self.trust_of_items(i)
            }
            Items::Zip(a, b) => self.trust_of_items(a).min(self.trust_of_items(b)),
            Items::Rev(i, _) | Items::Take(i, _) | Items::StepBy(i, _) => {
                self.trust_of_items(i).min(Trust::Length)
            }
            Items::OfArray(_) | Items::Cycle(..) => Trust::Nothing,
        }
    }

    pub(super) fn trust(&self, iter: &Iter) -> Trust {
        match iter {
            Iter::Items(items) => self.trust_of_items(items),
            Iter::Option(_) | Iter::RepeatWith(_) => Trust::Length,
            Iter::Map(i, _) | Iter::Copied(i) | Iter::Enumerate(i, _) | Iter::Skip(i, ..) => {
                self.trust(i)
            }
            Iter::Take(i, ..) | Iter::StepBy(i, ..) => self.trust(i).min(Trust::Length),
            Iter::Chain(a, b) => self.trust(a).min(self.trust(b)).min(Trust::Length),
            Iter::Zip(i, items, _, Side::Left) => self.trust(i).min(self.trust_of_items(items)),
            Iter::Zip(i, _, _, Side::Right(trusted)) => self.trust(i).min(*trusted),
            Iter::FromFn(_)
            | Iter::Successors(..)
            | Iter::User(_)
            | Iter::Plain(..)
            | Iter::Pairs(..)
            | Iter::Inspect(..)
            | Iter::Filter(..)
            | Iter::FilterMap(..)
            | Iter::TakeWhile(..)
            | Iter::MapWhile(..)
            | Iter::SkipWhile(..)
            | Iter::Scan(..)
            | Iter::ZipNext(..)
            | Iter::FlatMap(..) => Trust::Nothing,
        }
    }

    /// Whether std evaluates exactly the items that are read by index, however they are run.
    pub(in crate::lower) fn is_steady(&self, items: &Items) -> bool {
        match items {
            Items::Elements { .. }
            | Items::Table(_)
            | Items::Counting { .. }
            | Items::Parts { .. }
            | Items::OfArray(_)
            | Items::Repeat(_) => true,
            Items::Zip(a, b) => {
                let reads_items =
                    Self::requests_beyond(self.trust_of_items(a), self.trust_of_items(b), false);
                (a.is_pure() || !reads_items) && self.is_steady(a) && self.is_steady(b)
            }
            Items::Enumerate(i)
            | Items::Rev(i, _)
            | Items::Skip(i, _)
            | Items::Take(i, _)
            | Items::StepBy(i, _)
            | Items::Cycle(i, _)
            | Items::Copied(i)
            | Items::Map(i, _) => self.is_steady(i),
        }
    }

    /// Drives a source that std asks by index. The items that a `skip` omits are computed only if
    /// there are others, which is observable if earlier closures have effects. `most` is the
    /// maximum count of items that are read.
    pub(super) fn drive_by_number(
        &mut self,
        iter: &Iter,
        most: Option<Var>,
        span: Span,
        drive: &mut dyn FnMut(&mut Self),
    ) {
        if self.trust(iter) != Trust::Access || !skips_effects(iter) {
            return drive(self);
        }
        let Some(size) = self.size(iter, span) else {
            self.diagnostics.error(
                span,
                "whether `skip` runs the closures before it depends on the count of items here: \
                 write a loop",
            );
            return;
        };
        let size = match most {
            Some(most) => self.min_length(size, most, span),
            None => size,
        };
        let zero = self.int(0, span);
        let reads_items = self.emit("t", Ty::Bool, Op::Prim(Prim::Gt, vec![size, zero]), span);
        self.unit_choice(reads_items, span, |s| drive(s));
    }

    /// The count of items that std asks for by index.
    fn size(&mut self, iter: &Iter, span: Span) -> Option<Var> {
        match iter {
            Iter::Items(items) => self.count(items, span),
            Iter::Map(i, _) | Iter::Copied(i) | Iter::Enumerate(i, _) => self.size(i, span),
            Iter::Skip(i, n, _) => {
                let size = self.size(i, span)?;
                Some(self.saturating_sub(size, *n, span))
            }
            Iter::Zip(i, items, ..) => {
                let (left, right) = (self.size(i, span)?, self.count(items, span)?);
                Some(self.min_length(left, right, span))
            }
            _ => None,
        }
    }

    fn root_type(&self, root: Root) -> Ty {
        match root {
            Root::Var(v) => self.ty(v),
            Root::Slot(slot) => self.slots[slot].ty.clone(),
        }
    }
}

/// Whether skipped items have effects when they are computed.
pub(super) fn skips_effects(iter: &Iter) -> bool {
    match iter {
        Iter::Skip(i, ..) => !i.is_pure() || skips_effects(i),
        Iter::Map(i, _) | Iter::Copied(i) | Iter::Enumerate(i, _) | Iter::Zip(i, ..) => {
            skips_effects(i)
        }
        _ => false,
    }
}
