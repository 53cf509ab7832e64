//! Records the shapes of primal values, for the zeros of their tangents.

use super::Pass;
use crate::ir::*;
use proc_macro2::Span;

impl Pass<'_> {
    /// Makes the shape of a new value available, if its type has more than one.
    pub(super) fn note_shape(&mut self, var: Var, span: Span) {
        let ty = self.function.ty(var);
        if self.shapes.contains_key(&var)
            || ty.is_discrete()
            || ty.has_static_shape()
            || matches!(ty, Ty::Infer(_))
            || self.views.contains_key(&var)
        {
            return;
        }
        let name = format!("{}_shape", self.function.name(var));
        let shape = self.function.fresh_primal(name, Ty::Shape(Box::new(ty.clone())), span);
        self.push(vec![shape], Op::ShapeOf(var), span);
        self.shapes.insert(var, shape);
    }

    /// The shape of the memory that an alias refers to.
    pub(super) fn shape_of_alias(&mut self, alias: Var, span: Span) -> Option<Var> {
        if let Some(shape) = self.shapes.get(&alias) {
            return Some(*shape);
        }
        let ty = self.function.ty(alias);
        if ty.has_static_shape() {
            return None;
        }
        let name = format!("{}_shape", self.function.name(alias));
        let shape = self.function.fresh_primal(name, Ty::Shape(Box::new(ty.clone())), span);
        self.push(vec![shape], Op::ShapeOf(alias), span);
        Some(shape)
    }
}

/// Whether an update or a swap may change the shape of an array: it exchanges rows that have
/// lengths of their own. `#[constant]` fields are no part of it.
pub(super) fn changes_shape(function: &Function, op: &Op) -> bool {
    fn has_lengths(ty: &Ty) -> bool {
        match ty {
            Ty::Vec(e) | Ty::Deque(e) => !e.is_discrete(),
            Ty::Array(e, _) => has_lengths(e),
            Ty::Tuple(parts) => parts.iter().any(has_lengths),
            Ty::Sequence(..) | Ty::Projected(_) | Ty::Wrapped(..) => true,
            _ => false,
        }
    }
    match op {
        Op::Update(place, value) => !place.is_constant() && has_lengths(function.ty(*value)),
        Op::Swap(root, ..) => function.ty(*root).element().is_some_and(has_lengths),
        _ => false,
    }
}

/// Whether an array variable only has elements overwritten on its way from `from` to `to`.
pub(super) fn preserves_shape(function: &Function, block: &Block, from: Var, to: Var) -> bool {
    let mut current = vec![from];
    for l in &block.lets {
        match &l.op {
            Op::Update(Place { root, .. }, _) | Op::Swap(root, ..)
                if current.contains(root) && !changes_shape(function, &l.op) =>
            {
                current.push(l.vars[0])
            }
            Op::Branch(_, arms) => {
                for (k, v) in l.vars.iter().enumerate() {
                    if arms.iter().all(|arm| {
                        current.iter().any(|c| preserves_shape(function, arm, *c, arm.results[k]))
                    }) {
                        current.push(*v);
                    }
                }
            }
            Op::Loop(lp) => {
                for ((c, next), v) in lp.carried.iter().zip(&lp.body.results).zip(&l.vars) {
                    if current.contains(&c.init)
                        && preserves_shape(function, &lp.body, c.param, *next)
                    {
                        current.push(*v);
                    }
                }
            }
            _ => {}
        }
    }
    current.contains(&to)
}
