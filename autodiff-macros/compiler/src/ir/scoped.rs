//! A map of facts that hold inside of a block: at its end the insertions are undone, without a copy
//! of the map.

use crate::ir::hash::HashMap;
use std::hash::Hash;

/// A map that records the entries that its insertions replaced.
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
    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    /// Whether a key has a value.
    pub fn contains_key(&self, key: &K) -> bool {
        self.map.contains_key(key)
    }

    /// Inserts an entry until the end of the scope.
    pub fn insert(&mut self, key: K, value: V) {
        let before = self.map.insert(key.clone(), value);
        self.replaced.push((key, before));
    }

    /// Starts a scope.
    pub fn mark(&self) -> usize {
        self.replaced.len()
    }

    /// Ends the scope that started at `mark`: restores the map.
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
    fn scopes_end() {
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
