//! Finds zero-initialized cotangents of locals and of arguments by value to which only calls add
//! before they are consumed. They become `Fresh` accumulators, into which the first cotangent is
//! moved. If the first addition to the cotangent of an `Option` or `Result` is to its payload, the
//! cotangent starts as `Some`.

use super::Body;
use super::last_use::is_content;
use super::paths::array_views::ends_in_view;
use crate::ir::*;

/// The cotangents with a shape that a transposed call yields for arguments by value.
fn values_of_arguments(l: &Let) -> Vec<Var> {
    let call = match &l.op {
        Op::Linear(Linear::Call(call)) if call.transposed => call,
        Op::CallVjp(call) => call,
        _ => return Vec::new(),
    };
    let pairs = call.call.arguments.iter().zip(&call.arguments);
    pairs
        .filter_map(|pair| match pair {
            (Argument::Value(Tree::Leaf(_)), LinearArgument::Value(leaves)) => match leaves[..] {
                [LinearLeaf { var: Some(bar), shape: Some(_) }] => Some(bar),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

/// What happens to a version of a cotangent.
enum VersionUse {
    /// A call adds to it and binds this version.
    Threaded(Var),
    /// It is consumed by value.
    Consumed,
}

impl Body<'_> {
    /// Finds the cotangents that start as the `Some` of the cotangent of their content.
    pub(super) fn find_wrapped(&mut self, block: &Block) {
        for (k, l) in block.lets.iter().enumerate() {
            if let Op::Linear(Linear::Zero(Some(_))) = l.op {
                let zero = l.vars[0];
                let next = block.lets[k + 1..].iter().find(|l| l.op.has_operand(|v| v == zero));
                if let Some(Op::Linear(Linear::Accumulate(place, _))) = next.map(|l| &l.op)
                    && place.root == zero
                    && is_content(&place.path)
                {
                    self.wrapped_homes.insert(self.find(zero));
                }
            }
            l.op.blocks().iter().for_each(|inner| self.find_wrapped(inner));
        }
    }

    pub(super) fn find_fresh(&mut self, block: &Block) {
        let mut sharing = vec![0; self.parents.len()];
        (0..self.parents.len() as u32).for_each(|v| sharing[self.find(Var(v)) as usize] += 1);
        self.find_fresh_in(block, &sharing);
    }

    /// `sharing` has the count of variables of each home.
    fn find_fresh_in(&mut self, block: &Block, sharing: &[u32]) {
        for (k, l) in block.lets.iter().enumerate() {
            if let Op::Linear(Linear::Zero(Some(_))) = l.op {
                let home = self.find(l.vars[0]);
                let versions = self.versions(l.vars[0], block, k + 1);
                if versions.is_some_and(|count| count > 1 && count == sharing[home as usize]) {
                    self.fresh.insert(home);
                }
            }
            for bar in values_of_arguments(l) {
                let home = self.find(bar);
                let versions = self.versions(bar, block, k + 1);
                if versions.is_some_and(|count| count == sharing[home as usize]) {
                    self.fresh.insert(home);
                }
            }
            l.op.blocks().iter().for_each(|inner| self.find_fresh_in(inner, sharing));
        }
    }

    /// The count of versions of a zero, if calls make all of them in the block that binds it, and
    /// the last one is consumed there.
    fn versions(&self, zero: Var, block: &Block, from: usize) -> Option<u32> {
        if !matches!(self.function.ty(zero), Ty::Projected(_)) {
            return None;
        }
        let (mut version, mut count) = (zero, 1);
        for l in &block.lets[from..] {
            if l.op.has_operand(|v| v == version) {
                match self.use_of_version(l, version)? {
                    VersionUse::Threaded(next) => (version, count) = (next, count + 1),
                    VersionUse::Consumed => return Some(count),
                }
            }
        }
        block.results.contains(&version).then_some(count)
    }

    /// What a let does with a version; `None` if a `Fresh` cannot be used for it.
    fn use_of_version(&self, l: &Let, version: Var) -> Option<VersionUse> {
        let call = match &l.op {
            Op::Linear(Linear::Accumulate(place, x))
                if *x == version
                    && (ends_in_view(&place.path)
                        || self.wrapped_homes.contains(&self.find(place.root))) =>
            {
                return Some(VersionUse::Consumed);
            }
            Op::Linear(Linear::Call(call)) if call.transposed => call,
            Op::CallVjp(call) => call,
            _ => return None,
        };
        let is_cotangent = call.outputs.iter().any(|leaf| leaf.var == Some(version));
        let pairs = call.call.arguments.iter().zip(&call.arguments);
        let mut threaded = pairs.zip(Self::threaded_versions(call, &l.vars)).filter(
            |((_, linear), _)| matches!(linear, LinearArgument::Threaded(p) if p.root == version),
        );
        match (is_cotangent, threaded.next(), threaded.next()) {
            (true, None, _) => Some(VersionUse::Consumed),
            (false, Some(((Argument::Shared(v), LinearArgument::Threaded(place)), next)), None)
                if place.path.is_empty() && matches!(self.function.ty(*v), Ty::Projected(_)) =>
            {
                next.map(VersionUse::Threaded)
            }
            _ => None,
        }
    }
}
