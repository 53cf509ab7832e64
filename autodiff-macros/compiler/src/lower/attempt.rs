//! Lowering that is taken back if it fails.

use super::*;

impl Lowerer<'_> {
    /// What `lower` gives; or nothing, and the first error, with everything as it was before.
    pub fn attempt<T>(&mut self, lower: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Option<crate::diagnostics::Diagnostic>> {
        let errors = self.diagnostics.len();
        let (vars, slots, contexts, witnesses) = (self.f.vars.len(), self.slots.len(), self.contexts.len(), self.witnesses.len());
        let (lifted, functions, empty, needed) = (self.lifted.len(), self.functions.len(), self.empty.len(), self.needed_traits.len());
        let (either, cloned) = (self.either_bound.len(), self.cloned.len());
        let lets = self.blocks.last().map_or(0, |b| b.lets.len());
        let (types, env, scope) = (self.types.clone(), self.env.clone(), self.scope.clone());
        let (exit, depth, inlined, fenced) = (self.exit.clone(), self.depth, self.inlined, self.fenced);
        let result = lower(self);
        if self.diagnostics.len() == errors
            && let Some(value) = result
        {
            return Ok(value);
        }
        let reason = self.diagnostics.take_back(errors);
        self.f.vars.truncate(vars);
        self.empty.truncate(empty);
        self.either_bound.truncate(either);
        let is_kept = |v: &Var| (v.0 as usize) < vars;
        self.named.retain(is_kept);
        self.replaced.retain(|(_, v)| is_kept(v));
        self.may_be_moved.retain(is_kept);
        self.guards.retain(is_kept);
        self.spellings.retain(|v, _| is_kept(v));
        self.views.retain(|v, _| is_kept(v));
        self.splits.retain(|v, _| is_kept(v));
        self.neutral.retain(|v, _| is_kept(v));
        self.alternatives.retain(|v, _| is_kept(v));
        self.lifted.truncate(lifted);
        self.functions.truncate(functions);
        self.slots.truncate(slots);
        self.contexts.truncate(contexts);
        self.witnesses.truncate(witnesses);
        self.cloned.truncate(cloned);
        self.needed_traits.truncate(needed);
        if let Some(block) = self.blocks.last_mut() {
            block.lets.truncate(lets);
        }
        (self.types, self.env, self.scope) = (types, env, scope);
        (self.exit, self.depth, self.inlined, self.fenced) = (exit, depth, inlined, fenced);
        Err(reason)
    }
}
