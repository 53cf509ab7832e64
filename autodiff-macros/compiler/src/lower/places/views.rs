//! Views of a part of a variable whose other parts change.
//!
//! ```text
//! let w = &self.w;            w = view this.w
//! self.k += w[0];             k = read w[0] …; this' = update this.k …
//! self.k *= w[1];             w' = view this'.w; … read w'[1] …
//! ```
//!
//! The update creates a new version of the struct and consumes the old one, with all views of it.
//! But Rust does not allow a place to change while it is borrowed: the target of a reference is the
//! same in all versions during the reference's life. So a use of the reference after an update is a
//! new view, of the same place in the current version. That holds for variables that are
//! references; a variable that owns its value is not a view.

use crate::lower::places::place::Root;
use crate::lower::*;

/// The place that a view is of.
#[derive(Clone, Debug)]
pub struct ViewedPlace {
    slot: SlotId,
    path: Vec<Step>,
    /// The version of the slot from which it was made.
    version: Var,
}

impl Lowerer<'_> {
    /// A view of a place.
    pub fn view(&mut self, root: Root, path: &[Step], name: &str, ty: Ty, span: Span) -> Var {
        let current = self.current_version(root, span);
        let var = self.emit(name, ty, Op::View(Place { root: current, path: path.to_vec() }), span);
        self.note_part(var, root, current, path);
        if let Some(Step::Member(_)) = path.last() {
            self.facts.fields.insert(var, Place { root: current, path: path.to_vec() });
        }
        let origin = match (self.facts.views.get(&current), root) {
            (Some(of), _) => Some(ViewedPlace {
                path: of.path.iter().chain(path).cloned().collect(),
                ..of.clone()
            }),
            // a slot that is a reference may be assigned a reference to another place
            (None, Root::Slot(slot)) if !self.slots[slot].reference || self.slots[slot].unique => {
                Some(ViewedPlace { slot, path: path.to_vec(), version: current })
            }
            _ => None,
        };
        if let Some(origin) = origin {
            self.facts.views.insert(var, origin);
        }
        var
    }

    /// The slot that an argument by shared reference is a view of.
    pub fn viewed_slot(&self, argument: &Argument) -> Option<SlotId> {
        let Argument::Shared(v) = argument else { return None };
        self.facts.views.get(v).map(|of| of.slot)
    }

    /// The place that a view of a field refers to.
    pub fn place_of_view(&self, var: Var) -> Option<(Root, Vec<Step>)> {
        let place = self.facts.fields.get(&var)?;
        let changing = self.facts.views.get(&var).map(|of| (Root::Slot(of.slot), of.path.clone()));
        Some(changing.unwrap_or_else(|| (Root::Var(place.root), place.path.clone())))
    }

    /// The value of a slot of a reference that is a view: made anew if the slot that it refers to
    /// has a new version.
    pub fn current_view(&mut self, slot: SlotId, var: Var, span: Span) -> Var {
        if !self.slots[slot].reference {
            return var;
        }
        let Some(origin) = self.facts.views.get(&var) else { return var };
        let Some(version) = self.ssa.env.get(origin.slot).copied().flatten() else { return var };
        let owned = |s: &SlotId| self.ssa.env[*s] == Some(var) && !self.slots[*s].reference;
        if version == origin.version || (0..self.ssa.env.len()).any(|s| owned(&s)) {
            return var;
        }
        let origin = ViewedPlace { version, ..origin.clone() };
        let (name, ty) = (self.f.name(var).to_string(), self.ty(var));
        let renewed = self.emit(
            &name,
            ty,
            Op::View(Place { root: version, path: origin.path.clone() }),
            span,
        );
        self.facts.views.insert(renewed, origin);
        renewed
    }

    /// A reference to an iterated variable: its other parts may be changed during the loop.
    pub fn borrowed_root(&mut self, var: Var) -> Root {
        if !self.facts.views.contains_key(&var) {
            return Root::Var(var);
        }
        let (name, ty) = (self.f.name(var).to_string(), self.ty(var));
        let slot = self.slot(&name, ty, false, Some(var));
        self.slots[slot].reference = true;
        Root::Slot(slot)
    }
}
