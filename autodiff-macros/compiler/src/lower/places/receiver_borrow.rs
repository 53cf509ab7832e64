//! Infers from the arguments of a method whether it changes its `self`.
//!
//! `s.dot(&s)`, `bodies[i].pull(&bodies[j])`: the signature of a method that is defined elsewhere
//! is not known. But Rust does not allow a place to be borrowed while it is changed. So if an
//! argument is a reference to the receiver's place, or to a place that may overlap with it,
//! neither is changed. Two fields of one struct are distinct places; two elements of one array may
//! be the same, whatever their indices.

use crate::lower::places::place::unparen;
use crate::lower::*;
use syn::Expr;

/// A place: its variable, and the fields (by name) and elements that are selected.
pub struct Place {
    pub slot: SlotId,
    path: Vec<Option<String>>,
}

impl Place {
    pub fn may_overlap(&self, other: &Place) -> bool {
        // elements may be the same ones, so selections of the same place are compared further
        let apart = |(a, b): (&Option<String>, &Option<String>)| {
            matches!((a, b), (Some(a), Some(b))
            if a != b)
        };
        self.slot == other.slot && !self.path.iter().zip(&other.path).any(apart)
    }

    fn and(mut self, selected: Option<String>) -> Place {
        self.path.push(selected);
        self
    }
}

impl Lowerer<'_> {
    /// Whether an argument of a method is a reference to a place that may overlap with the
    /// receiver.
    pub fn may_overlap_argument(&self, receiver: &Expr, argument: &Expr) -> bool {
        let referent = match unparen(argument) {
            Expr::Reference(r) if r.mutability.is_none() => &r.expr,
            e @ Expr::Path(p) if self.names_a_reference(p) => e,
            _ => return false,
        };
        self.place(receiver).zip(self.place(referent)).is_some_and(|(a, b)| a.may_overlap(&b))
    }

    /// Whether a variable is a reference, by `&mut` or not.
    fn names_a_reference(&self, p: &syn::ExprPath) -> bool {
        match p.path.get_ident().and_then(|name| self.lookup(&name.to_string())) {
            Some(Binding::Slot(slot)) => self.slots[*slot].unique || self.slots[*slot].reference,
            binding => matches!(binding, Some(Binding::Alias(_) | Binding::Window(_))),
        }
    }

    /// The place that an expression names, or refers to.
    pub fn place(&self, e: &Expr) -> Option<Place> {
        match unparen(e) {
            Expr::Path(p) => match self.lookup(&p.path.get_ident()?.to_string())? {
                Binding::Slot(slot) => Some(Place { slot: *slot, path: Vec::new() }),
                binding => self.alias_of(binding).map(|alias| Place {
                    slot: alias.slot,
                    path: alias.path.iter().map(selector).collect(),
                }),
            },
            Expr::Reference(r) => self.place(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.place(&u.expr),
            Expr::Field(f) => self
                .place(&f.base)
                .map(|place| place.and(Some(f.member.to_token_stream().to_string()))),
            Expr::Index(i) => self.place(&i.expr).map(|place| place.and(None)),
            _ => None,
        }
    }
}

fn selector(step: &Step) -> Option<String> {
    match step {
        Step::Member(member) => Some(member.name.clone()),
        Step::Field(k) => Some(k.to_string()),
        Step::Index(_) | Step::Element(_) | Step::Slice { .. } | Step::View(_) => None,
    }
}
