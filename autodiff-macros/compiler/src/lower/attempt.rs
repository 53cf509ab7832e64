//! Lowering that is undone if it fails.
//!
//! A failed attempt leaves nothing behind: the variables that it made are gone, and with them what
//! tables say of them. [`Snapshot::of`] names every field of the lowerer, so that a new one has to
//! be placed in a group: what only grows is truncated, what changes is copied, of tables by
//! variables the new rows are dropped, and the rest does not change inside of an expression.

use super::*;
use crate::diagnostics::Diagnostic;

/// The state of the lowerer before an attempt.
struct Snapshot {
    lengths: Lengths,
    copies: Copies,
}

/// The lengths of what only grows.
struct Lengths {
    errors: usize,
    vars: usize,
    slots: usize,
    blocks: usize,
    lets: usize,
    replaced: usize,
    rejected_generics: usize,
    cloned: usize,
    witnesses: usize,
    needed_traits: usize,
    own_traits: usize,
    either_bound: usize,
    real_conversions: usize,
    empty: usize,
    active_methods: usize,
    functions: usize,
    anonymous: usize,
    lifted: usize,
}

/// What changes.
struct Copies {
    types: Types,
    env: Vec<Option<Var>>,
    scope: Vec<(String, Binding)>,
    exit: Exit,
    contexts: Vec<Context>,
    open: Vec<usize>,
    depth: usize,
    fenced: bool,
    questions: usize,
    closures: Vec<(usize, Holder)>,
    inlined: usize,
    in_chain: bool,
    held: Vec<(*const (), Holder)>,
    chain_reals: bool,
    chain_exhausts: bool,
    is_iterated: bool,
    expectations: Vec<types::expected::Expectation>,
    discarded: Option<*const ()>,
}

impl Snapshot {
    fn of(lowerer: &Lowerer<'_>) -> Snapshot {
        let Lowerer {
            // what only grows
            f,
            diagnostics,
            slots,
            blocks,
            replaced,
            rejected_generics,
            cloned,
            witnesses,
            needed_traits,
            own_traits,
            either_bound,
            real_conversions,
            empty,
            active_methods,
            functions,
            anonymous,
            lifted,
            // what changes
            types,
            env,
            scope,
            exit,
            contexts,
            open,
            depth,
            fenced,
            questions,
            closures,
            inlined,
            in_chain,
            held,
            chain_reals,
            chain_exhausts,
            is_iterated,
            expectations,
            discarded,
            // tables by variables
            spellings: _,
            parts: _,
            views: _,
            fields: _,
            splits: _,
            named: _,
            may_be_moved: _,
            guards: _,
            constants: _,
            lent_constants: _,
            neutral: _,
            fields_by_pattern: _,
            lent_options: _,
            parts_of_borrowed: _,
            iterated: _,
            items_of_unseen: _,
            alternatives: _,
            // what is learnt for the next time holds all the same
            feedback: _,
            nested_too_deeply: _,
            // what is known before the body, and what is known of the files
            ret: _,
            output: _,
            unique: _,
            pattern_names: _,
            around: _,
            inferred: _,
            own_names: _,
            types_inside: _,
            constants_inside: _,
            parameters: _,
            trait_methods: _,
            lends_output: _,
            written_output: _,
            written_generics: _,
            operands: _,
            sources: _,
            implementors: _,
            turbofish: _,
        } = lowerer;
        let lengths = Lengths {
            errors: diagnostics.len(),
            vars: f.vars.len(),
            slots: slots.len(),
            blocks: blocks.len(),
            lets: blocks.last().map_or(0, |block| block.lets.len()),
            replaced: replaced.len(),
            rejected_generics: rejected_generics.len(),
            cloned: cloned.len(),
            witnesses: witnesses.len(),
            needed_traits: needed_traits.len(),
            own_traits: own_traits.len(),
            either_bound: either_bound.len(),
            real_conversions: real_conversions.len(),
            empty: empty.len(),
            active_methods: active_methods.len(),
            functions: functions.len(),
            anonymous: anonymous.len(),
            lifted: lifted.len(),
        };
        let copies = Copies {
            types: types.clone(),
            env: env.clone(),
            scope: scope.clone(),
            exit: exit.clone(),
            contexts: contexts.clone(),
            open: open.clone(),
            depth: *depth,
            fenced: *fenced,
            questions: *questions,
            closures: closures.clone(),
            inlined: *inlined,
            in_chain: *in_chain,
            held: held.clone(),
            chain_reals: *chain_reals,
            chain_exhausts: *chain_exhausts,
            is_iterated: *is_iterated,
            expectations: expectations.clone(),
            discarded: *discarded,
        };
        Snapshot { lengths, copies }
    }
}

impl Lowerer<'_> {
    /// The result of `lower`; or the first error, with everything as it was before.
    pub fn attempt<T>(
        &mut self,
        lower: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Result<T, Option<Diagnostic>> {
        let before = Snapshot::of(self);
        let result = lower(self);
        match result.filter(|_| self.diagnostics.len() == before.lengths.errors) {
            Some(value) => Ok(value),
            None => {
                let reason = self.diagnostics.take_back(before.lengths.errors);
                self.drop_new_rows(before.lengths.vars);
                self.truncate(&before.lengths);
                self.copy_back(before.copies);
                Err(reason)
            }
        }
    }

    fn truncate(&mut self, to: &Lengths) {
        self.f.vars.truncate(to.vars);
        self.slots.truncate(to.slots);
        self.blocks.truncate(to.blocks);
        if let Some(block) = self.blocks.last_mut() {
            block.lets.truncate(to.lets);
        }
        self.replaced.truncate(to.replaced);
        self.rejected_generics.truncate(to.rejected_generics);
        self.cloned.truncate(to.cloned);
        self.witnesses.truncate(to.witnesses);
        self.needed_traits.truncate(to.needed_traits);
        self.own_traits.truncate(to.own_traits);
        self.either_bound.truncate(to.either_bound);
        self.real_conversions.truncate(to.real_conversions);
        self.empty.truncate(to.empty);
        self.active_methods.truncate(to.active_methods);
        self.functions.truncate(to.functions);
        self.anonymous.truncate(to.anonymous);
        self.lifted.truncate(to.lifted);
    }

    fn copy_back(&mut self, copies: Copies) {
        self.types = copies.types;
        self.env = copies.env;
        self.scope = copies.scope;
        self.exit = copies.exit;
        self.contexts = copies.contexts;
        self.open = copies.open;
        self.depth = copies.depth;
        self.fenced = copies.fenced;
        self.questions = copies.questions;
        self.closures = copies.closures;
        self.inlined = copies.inlined;
        self.in_chain = copies.in_chain;
        self.held = copies.held;
        self.chain_reals = copies.chain_reals;
        self.chain_exhausts = copies.chain_exhausts;
        self.is_iterated = copies.is_iterated;
        self.expectations = copies.expectations;
        self.discarded = copies.discarded;
    }

    /// Drops what is known of variables from this number on.
    fn drop_new_rows(&mut self, vars: usize) {
        let is_old = |v: &Var| (v.0 as usize) < vars;
        self.spellings.retain(|v, _| is_old(v));
        self.parts.retain(|v, _| is_old(v));
        self.views.retain(|v, _| is_old(v));
        self.fields.retain(|v, _| is_old(v));
        self.splits.retain(|v, _| is_old(v));
        self.named.retain(is_old);
        self.may_be_moved.retain(is_old);
        self.guards.retain(is_old);
        self.constants.retain(|v, _| is_old(v));
        self.lent_constants.retain(is_old);
        self.neutral.retain(|v, _| is_old(v));
        self.fields_by_pattern.retain(is_old);
        self.lent_options.retain(is_old);
        self.parts_of_borrowed.retain(|v, _| is_old(v));
        self.iterated.retain(|v, _| is_old(v));
        self.items_of_unseen.retain(is_old);
        self.alternatives.retain(|v, _| is_old(v));
    }
}
