//! A map for what is known inside of a block: what was inserted there is taken back at its end,
//! without a copy of the map.

use crate::ir::hash::HashMap;
use std::hash::Hash;

/// A map that remembers what its insertions replaced.
#[derive(Clone, Debug)]
pub struct Scoped<K, V> {
    map: HashMap<K, V>,
    replaced: Vec<(K, Option<V>)>,
}

impl<K, V> Default for Scoped<K, V> {
    fn default() -> Self {
        Scoped { map: HashMap::default(), replaced: Vec::new() }
    }
}

impl<K: Clone + Eq + Hash, V> Scoped<K, V> {
    /// What is known of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    /// Whether something is known of a key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.map.contains_key(key)
    }

    /// Makes something known, until the scope ends.
    pub fn insert(&mut self, key: K, value: V) {
        let before = self.map.insert(key.clone(), value);
        self.replaced.push((key, before));
    }

    /// The start of a scope.
    pub fn mark(&self) -> usize {
        self.replaced.len()
    }

    /// The end of the scope that started at `mark`: the map is as it was then.
    pub fn undo(&mut self, mark: usize) {
        while self.replaced.len() > mark {
            match self.replaced.pop() {
                Some((key, Some(before))) => drop(self.map.insert(key, before)),
                Some((key, None)) => drop(self.map.remove(&key)),
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_ends() {
        let mut known = Scoped::default();
        known.insert("a", 1);
        let outer = known.mark();
        known.insert("a", 2);
        known.insert("b", 3);
        let inner = known.mark();
        known.insert("a", 4);
        known.undo(inner);
        assert_eq!((known.get(&"a"), known.get(&"b")), (Some(&2), Some(&3)));
        known.undo(outer);
        assert_eq!((known.get(&"a"), known.contains_key(&"b")), (Some(&1), false));
    }
}
