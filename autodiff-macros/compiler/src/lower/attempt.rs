//! Lowering that is undone if it fails.
//!
//! A failed attempt leaves nothing behind: the variables that it made are gone, and with them what
//! tables say of them. Each field of the lowerer is in a group: what only grows is truncated
//! ([`Lengths`]), what changes is copied ([`Copies`]), of tables by variables the new rows are
//! dropped, and the rest does not change inside of an expression.

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

impl Lengths {
    fn of(lowerer: &Lowerer<'_>) -> Lengths {
        Lengths {
            errors: lowerer.diagnostics.len(),
            vars: lowerer.f.vars.len(),
            slots: lowerer.slots.len(),
            blocks: lowerer.blocks.len(),
            lets: lowerer.blocks.last().map_or(0, |block| block.lets.len()),
            replaced: lowerer.replaced.len(),
            rejected_generics: lowerer.rejected_generics.len(),
            cloned: lowerer.cloned.len(),
            witnesses: lowerer.witnesses.len(),
            needed_traits: lowerer.needed_traits.len(),
            own_traits: lowerer.own_traits.len(),
            either_bound: lowerer.either_bound.len(),
            real_conversions: lowerer.real_conversions.len(),
            empty: lowerer.empty.len(),
            active_methods: lowerer.active_methods.len(),
            functions: lowerer.functions.len(),
            anonymous: lowerer.anonymous.len(),
            lifted: lowerer.lifted.len(),
        }
    }
}

impl Copies {
    fn of(lowerer: &Lowerer<'_>) -> Copies {
        Copies {
            types: lowerer.types.clone(),
            env: lowerer.env.clone(),
            scope: lowerer.scope.clone(),
            exit: lowerer.exit.clone(),
            contexts: lowerer.contexts.clone(),
            open: lowerer.open.clone(),
            depth: lowerer.depth,
            fenced: lowerer.fenced,
            questions: lowerer.questions,
            closures: lowerer.closures.clone(),
            inlined: lowerer.inlined,
            in_chain: lowerer.in_chain,
            held: lowerer.held.clone(),
            chain_reals: lowerer.chain_reals,
            chain_exhausts: lowerer.chain_exhausts,
            is_iterated: lowerer.is_iterated,
            expectations: lowerer.expectations.clone(),
            discarded: lowerer.discarded,
        }
    }
}

/// Names every field of the lowerer, so that a new one has to be placed in a group.
const _: fn(&Lowerer<'_>) = |lowerer| {
    let Lowerer {
        // what only grows
        f: _,
        diagnostics: _,
        slots: _,
        blocks: _,
        replaced: _,
        rejected_generics: _,
        cloned: _,
        witnesses: _,
        needed_traits: _,
        own_traits: _,
        either_bound: _,
        real_conversions: _,
        empty: _,
        active_methods: _,
        functions: _,
        anonymous: _,
        lifted: _,
        // what changes
        types: _,
        env: _,
        scope: _,
        exit: _,
        contexts: _,
        open: _,
        depth: _,
        fenced: _,
        questions: _,
        closures: _,
        inlined: _,
        in_chain: _,
        held: _,
        chain_reals: _,
        chain_exhausts: _,
        is_iterated: _,
        expectations: _,
        discarded: _,
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
};

impl Lowerer<'_> {
    /// The result of `lower`; or the first error, with everything as it was before.
    pub fn attempt<T>(
        &mut self,
        lower: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Result<T, Option<Diagnostic>> {
        let before = Snapshot { lengths: Lengths::of(self), copies: Copies::of(self) };
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
