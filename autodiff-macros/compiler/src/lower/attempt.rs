//! Lowers tentatively, and undoes the lowering if it fails.
//!
//! A failed attempt leaves nothing behind: its variables are removed, and with them the table rows
//! that describe them. The groups of [`super::state`] document how each is restored.

use super::*;
use crate::diagnostics::Diagnostic;

/// The state of the lowerer before an attempt.
struct Snapshot {
    types: Types,
    ssa: SsaState,
    chain: ChainState,
    lengths: Lengths,
}

/// The lengths of the lists that only grow.
struct Lengths {
    errors: usize,
    vars: usize,
    slots: usize,
    blocks: usize,
    lets: usize,
    replaced_values: usize,
    rejected_generics: usize,
    cloned_types: usize,
    witnesses: usize,
    needed_traits: usize,
    scalar_traits: usize,
    either_bound: usize,
    real_conversions: usize,
    empty_elements: usize,
    active_methods: usize,
    functions: usize,
    anonymous: usize,
    lifted: usize,
}

impl Lengths {
    fn of(lowerer: &Lowerer<'_>) -> Lengths {
        let Lowerer { diagnostics, f, slots, blocks, collected, sig, .. } = lowerer;
        Lengths {
            errors: diagnostics.len(),
            vars: f.vars.len(),
            slots: slots.len(),
            blocks: blocks.len(),
            lets: blocks.last().map_or(0, |block| block.lets.len()),
            replaced_values: collected.replaced_values.len(),
            cloned_types: collected.cloned_types.len(),
            witnesses: collected.witnesses.len(),
            needed_traits: collected.needed_traits.len(),
            either_bound: collected.either_bound.len(),
            real_conversions: collected.real_conversions.len(),
            empty_elements: collected.empty_elements.len(),
            active_methods: collected.active_methods.len(),
            lifted: collected.lifted.len(),
            rejected_generics: sig.rejected_generics.len(),
            scalar_traits: sig.scalar_traits.len(),
            functions: sig.functions.len(),
            anonymous: sig.anonymous.len(),
        }
    }
}

impl CollectedState {
    fn truncate(&mut self, to: &Lengths) {
        // destructures every list: a new one has to be truncated as well
        let CollectedState {
            replaced_values: replaced,
            cloned_types: cloned,
            witnesses,
            needed_traits,
            either_bound,
            real_conversions,
            empty_elements: empty,
            active_methods,
            lifted,
        } = self;
        replaced.truncate(to.replaced_values);
        cloned.truncate(to.cloned_types);
        witnesses.truncate(to.witnesses);
        needed_traits.truncate(to.needed_traits);
        either_bound.truncate(to.either_bound);
        real_conversions.truncate(to.real_conversions);
        empty.truncate(to.empty_elements);
        active_methods.truncate(to.active_methods);
        lifted.truncate(to.lifted);
    }
}

impl Lowerer<'_> {
    /// The result of `lower`; or the first error, after restoring the previous state.
    pub fn attempt<T>(
        &mut self,
        lower: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Result<T, Option<Diagnostic>> {
        let before = Snapshot {
            types: self.types.clone(),
            ssa: self.ssa.clone(),
            chain: self.chain.clone(),
            lengths: Lengths::of(self),
        };
        let result = lower(self);
        match result.filter(|_| self.diagnostics.len() == before.lengths.errors) {
            Some(value) => Ok(value),
            None => {
                let reason = self.diagnostics.take_back(before.lengths.errors);
                self.restore(before);
                Err(reason)
            }
        }
    }

    /// Restores the state before an attempt. Facts learnt for the next round remain.
    fn restore(&mut self, Snapshot { types, ssa, chain, lengths }: Snapshot) {
        self.types = types;
        self.ssa = ssa;
        self.chain = chain;
        self.facts.drop_from(lengths.vars);
        self.f.vars.truncate(lengths.vars);
        self.slots.truncate(lengths.slots);
        self.blocks.truncate(lengths.blocks);
        if let Some(block) = self.blocks.last_mut() {
            block.lets.truncate(lengths.lets);
        }
        self.collected.truncate(&lengths);
        self.sig.rejected_generics.truncate(lengths.rejected_generics);
        self.sig.scalar_traits.truncate(lengths.scalar_traits);
        self.sig.functions.truncate(lengths.functions);
        self.sig.anonymous.truncate(lengths.anonymous);
    }
}
