//! The two sides of a block while they are merged, and how an attempt to move lets is undone.

use crate::ir::hash::{HashMap, HashSet};
use crate::ir::*;
use crate::passes::transpose::{Threading, next_versions};
use std::cell::RefCell;
use std::rc::Rc;

/// Cached results for each transposed let.
type PerLet<T> = RefCell<Vec<Option<Rc<[T]>>>>;

/// The two sides of a block while they are merged.
pub(super) struct Level {
    /// The remaining transposed lets; those split off others come last. (Shared with the undo log
    /// of an attempt.)
    pub lets: Vec<Option<Rc<Let>>>,
    /// Their order.
    pub order: Vec<usize>,
    /// The index of the primal let that binds a variable.
    pub in_primal: HashMap<Var, usize>,
    /// The index of the transposed let that binds a variable.
    producers: HashMap<Var, usize>,
    /// The variables bound so far.
    pub bound: HashSet<Var>,
    /// The variables that each let reads from outside of it, computed on demand.
    needs: PerLet<Var>,
    /// The variables that each let only adds to, with their new versions, computed on demand.
    sums: PerLet<(Var, Var)>,
    /// The lets that may belong to one of the primal, in order, by what the two have in common
    /// ([`shared_variable`]).
    partners: HashMap<Var, Vec<usize>>,
    /// The transposed lets to come next, in order.
    pub slice: Vec<usize>,
    /// The visited ones, and whether they are in the slice.
    pub visited: HashMap<usize, bool>,
    /// The undo log of the current attempt.
    pub undo: Vec<Undo>,
}

/// How a change of a level is undone.
pub(super) enum Undo {
    /// A let was changed; its former value.
    Let(usize, Rc<Let>),
    /// The binder of a variable was changed; its former binder.
    Producer(Var, Option<usize>),
    /// The last let is new, split off the given one.
    Split(usize),
}

/// The variable that a transposed let shares with its primal let: the frame, the rows, the index or
/// the tag.
pub(super) fn shared_variable(l: &Let) -> Option<Var> {
    match &l.op {
        Op::Linear(Linear::Call(c)) if c.transposed => c.frame,
        Op::Loop(lp) => match (&lp.consume, &lp.iteration) {
            (Some((rows, _)), _) => Some(*rows),
            (None, Iteration::Range(range)) => Some(range.index),
            (None, Iteration::Forever | Iteration::Rows) => None,
        },
        Op::Branch(tag, _) => Some(*tag),
        _ => None,
    }
}

impl Level {
    pub fn new(primal: &Block, lets: Vec<Let>) -> Level {
        let mut level = Level {
            order: (0..lets.len()).collect(),
            needs: RefCell::new(vec![None; lets.len()]),
            sums: RefCell::new(vec![None; lets.len()]),
            lets: lets.into_iter().map(|l| Some(Rc::new(l))).collect(),
            in_primal: HashMap::default(),
            producers: HashMap::default(),
            bound: HashSet::default(),
            partners: HashMap::default(),
            slice: Vec::new(),
            visited: HashMap::default(),
            undo: Vec::new(),
        };
        for (k, l) in primal.lets.iter().enumerate() {
            level.in_primal.extend(l.vars.iter().map(|v| (*v, k)));
        }
        for (id, l) in level.lets.iter().enumerate() {
            level.producers.extend(l.iter().flat_map(|l| &l.vars).map(|v| (*v, id)));
        }
        level.find_partners();
        level
    }

    pub fn find_partners(&mut self) {
        self.partners.clear();
        for id in &self.order {
            if let Some(at) = self.lets[*id].as_deref().and_then(shared_variable) {
                self.partners.entry(at).or_default().push(*id);
            }
        }
    }

    /// The remaining lets that may belong to one of the primal, in order.
    pub fn remaining_partners(&self, at: Var) -> impl Iterator<Item = usize> {
        self.partners.get(&at).into_iter().flatten().copied().filter(|id| self.lets[*id].is_some())
    }

    /// The same, unless it is in the slice.
    pub fn pending_producer(&self, v: Var) -> Option<usize> {
        self.producer(v).filter(|id| self.visited.get(id) != Some(&true))
    }

    /// [`Let::outside_reads`] of a remaining let.
    pub fn outside_reads(&self, id: usize) -> Rc<[Var]> {
        self.needs.borrow_mut()[id]
            .get_or_insert_with(|| self.of(id).outside_reads().into())
            .clone()
    }

    /// The variables that a let only adds to, and the new version of each. (Of two variables that
    /// become one, the first.)
    pub fn sums(&self, id: usize) -> Rc<[(Var, Var)]> {
        let found = || {
            let mut sums: Vec<(Var, Var)> = Vec::new();
            for v in self.outside_reads(id).iter() {
                if let Some(after) = next_versions(self.of(id), *v, Threading::AddOnly).first()
                    && sums.iter().all(|(_, other)| other != after)
                {
                    sums.push((*v, *after));
                }
            }
            sums.into()
        };
        self.sums.borrow_mut()[id].get_or_insert_with(found).clone()
    }

    /// Removes the cached results of a let.
    pub fn forget(&mut self, id: usize) {
        self.needs.get_mut()[id] = None;
        self.sums.get_mut()[id] = None;
    }

    /// A remaining let, to be changed by an attempt.
    pub fn change(&mut self, id: usize) -> &mut Let {
        self.forget(id);
        let l = self.lets[id].as_mut().expect("a let that is left");
        self.undo.push(Undo::Let(id, l.clone()));
        Rc::make_mut(l)
    }

    /// Records the let that binds a variable.
    pub fn produce(&mut self, v: Var, id: Option<usize>) {
        let before = match id {
            Some(id) => self.producers.insert(v, id),
            None => self.producers.remove(&v),
        };
        self.undo.push(Undo::Producer(v, before));
    }

    /// Adds a let that is split off another one, before that.
    pub fn split_off(&mut self, l: Let, of: usize) -> usize {
        let new = self.lets.len();
        for v in &l.vars {
            self.produce(*v, Some(new));
        }
        let before = |order: &mut Vec<usize>| {
            let at = order.iter().position(|other| *other == of).unwrap_or(order.len());
            order.insert(at, new);
        };
        before(&mut self.order);
        if let Some(at) = shared_variable(&l) {
            before(self.partners.entry(at).or_default());
        }
        self.lets.push(Some(Rc::new(l)));
        self.needs.get_mut().push(None);
        self.sums.get_mut().push(None);
        self.undo.push(Undo::Split(new));
        new
    }

    /// Renames the variables that the remaining lets read.
    pub fn rename(&mut self, names: &HashMap<Var, Var>) {
        for id in 0..self.lets.len() {
            if self.lets[id].is_some()
                && self.outside_reads(id).iter().any(|v| names.contains_key(v))
            {
                self.forget(id);
                self.lets[id].as_mut().map(Rc::make_mut).into_iter().for_each(|l| l.rename(names));
            }
        }
        self.find_partners();
    }

    /// Begins an attempt.
    pub fn begin_attempt(&mut self) {
        self.slice.clear();
        self.visited.clear();
        self.undo.clear();
    }

    /// Undoes what an attempt changed.
    pub fn undo_attempt(&mut self) {
        while let Some(undo) = self.undo.pop() {
            match undo {
                Undo::Let(id, before) => {
                    self.lets[id] = Some(before);
                    self.forget(id);
                }
                Undo::Producer(v, Some(id)) => drop(self.producers.insert(v, id)),
                Undo::Producer(v, None) => drop(self.producers.remove(&v)),
                Undo::Split(new) => {
                    self.lets.pop();
                    self.needs.get_mut().pop();
                    self.sums.get_mut().pop();
                    self.order.retain(|id| *id != new);
                    self.partners.values_mut().for_each(|ids| ids.retain(|id| *id != new));
                }
            }
        }
    }

    pub fn of(&self, id: usize) -> &Let {
        self.lets[id].as_ref().expect("a let that is left")
    }

    /// Removes a let, after an attempt has ended.
    pub fn take(&mut self, id: usize) -> Option<Let> {
        self.lets[id].take().map(Rc::unwrap_or_clone)
    }

    /// The remaining let that binds a variable.
    pub fn producer(&self, v: Var) -> Option<usize> {
        self.producers.get(&v).copied().filter(|id| self.lets[*id].is_some())
    }
}
