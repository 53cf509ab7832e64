//! The types of all variables and callees, once the whole function has been seen.

use super::collection;
use crate::lower::functions::values::LiftedClosure;
use crate::lower::*;

impl Lowerer<'_> {
    /// Reports methods of active values whose types have no derivative, or are not known.
    pub(super) fn check_active_methods(&mut self, plain: &HashSet<String>) {
        for (owner, span) in std::mem::take(&mut self.collected.active_methods) {
            let made = match self.types.shallow(&owner) {
                Ty::Sequence(_, of) => Some(of),
                _ => self.types.open_projection(&owner),
            };
            if let Some(name) = made.as_ref().and_then(collection) {
                let message = format!(
                    "`{name}` of std has no derivative: use a Vec for what depends on an active \
                     input"
                );
                self.diagnostics.error(span, message);
            } else if let Some(of) = &self.types.open_projection(&owner)
                && of.root_callee().is_some_and(|callee| plain.contains(&callee.key()))
                && !matches!(self.types.finish(&owner, plain), Some(Ty::Projected(_)))
            {
                self.diagnostics.error(
                    span,
                    "cannot infer the type of this method's receiver: annotate its `let`, as in \
                     `let model: Model = …;`",
                );
            }
        }
    }

    /// Records which values are passed to functions, and decides the element types of empty
    /// sequences.
    pub(super) fn settle_open_types(&mut self, body: &Block, lifted: &[LiftedClosure]) {
        let mut passed = Vec::new();
        collect_passed_values(body, &mut passed);
        lifted.iter().for_each(|l| collect_passed_values(&l.body, &mut passed));
        for v in passed {
            let ty = self.ty(v);
            self.types.note_passed(&ty);
        }
        for ty in std::mem::take(&mut self.collected.empty_elements) {
            if matches!(self.types.origin(&ty), Some(Origin::None)) {
                let real = Ty::Real(self.types.default_real);
                self.types.unify(&ty, &real);
            }
        }
    }

    /// Resolves the types of all variables. The first one that cannot be inferred is reported.
    pub(super) fn resolve(&mut self, plain: &HashSet<String>) {
        let mut reported = HashSet::default();
        for i in 0..self.f.vars.len() {
            let ty = self.f.vars[i].ty.clone();
            match self.types.finish(&ty, plain) {
                Some(ty) => {
                    if ty.holds_slices() && self.diagnostics.is_empty() {
                        self.diagnostics.error(
                            self.f.vars[i].span,
                            "a slice inside of another type cannot be stored: make it a Vec, \
                             `….to_vec()`, where this value is constructed",
                        );
                    }
                    self.f.vars[i].ty = ty.into();
                }
                None => {
                    let (name, span) = (self.f.vars[i].name.clone(), self.f.vars[i].span);
                    if reported.insert(format!("{:?}", self.types.shallow(&ty)))
                        && self.diagnostics.is_empty()
                    {
                        self.diagnostics.error(
                            span,
                            format!(
                                "cannot infer the type of `{name}`: annotate its `let`, as in `let \
                                 {name}: Vec<f64> = …;`"
                            ),
                        );
                    }
                }
            }
        }
    }

    pub(super) fn resolve_callees(&self, block: &mut Block, plain: &HashSet<String>) {
        for l in &mut block.lets {
            match &mut l.op {
                Op::Call(call) => {
                    call.callee = self.types.finish_callee(call.callee.clone(), plain)
                }
                Op::Branch(_, arms) => {
                    arms.iter_mut().for_each(|arm| self.resolve_callees(arm, plain))
                }
                Op::Loop(lp) => self.resolve_callees(&mut lp.body, plain),
                _ => {}
            }
        }
    }
}

/// The values passed to functions of unknown signature.
fn collect_passed_values(block: &Block, passed: &mut Vec<Var>) {
    for l in &block.lets {
        match &l.op {
            Op::Call(call) => {
                // a captured variable has the type that it has here
                let is_captured = |k: usize| {
                    call.callee
                        .functions
                        .iter()
                        .any(|f| (f.captures_at..f.captures_at + f.captures).contains(&k))
                };
                let arguments = call.arguments.iter().enumerate().filter(|(k, _)| !is_captured(*k));
                passed.extend(arguments.flat_map(|(_, a)| match a {
                    Argument::Value(tree) | Argument::Index(tree) => tree.leaves(),
                    Argument::Shared(v) => vec![*v],
                    Argument::Unique(_) => Vec::new(),
                }));
            }
            // a macro that prints takes any type
            Op::Opaque(o) if !(o.effect && opaque::is_macro(&o.code)) => {
                passed.extend(o.captures.iter().flat_map(|c| c.value.leaves()))
            }
            _ => {}
        }
        for inner in l.op.blocks() {
            collect_passed_values(inner, passed);
        }
    }
}
