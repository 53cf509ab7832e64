//! Hash tables of the compiler. Their keys are numbers and names of one function, so they need a
//! fast hash, not a DoS-resistant one. A fixed seed makes the emitted code deterministic.

use std::hash::{BuildHasherDefault, Hasher};

/// A map.
pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Mixed>>;
/// A set.
pub type HashSet<K> = std::collections::HashSet<K, BuildHasherDefault<Mixed>>;

/// Multiplies by an odd number: distinct keys have distinct products, also in their low bits.
#[derive(Clone, Copy, Default)]
pub struct Mixed(u64);

impl Mixed {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    /// A table uses the highest and the lowest bits, and the middle and upper bits are mixed best.
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, Hash};

    /// The greatest count of keys that share their lowest twelve bits, which select the slot in a
    /// table of 4096.
    fn most_in_one_place<K: Hash>(keys: impl Iterator<Item = K>) -> usize {
        let mut places = vec![0; 4096];
        for key in keys {
            places[(BuildHasherDefault::<Mixed>::default().hash_one(key) % 4096) as usize] += 1;
        }
        places.into_iter().max().unwrap_or_default()
    }

    #[test]
    fn keys_are_distributed() {
        assert!(most_in_one_place(0..2048_u32) <= 6);
        assert!(most_in_one_place((0..2048_u32).map(|k| k * 64)) <= 6);
        assert!(most_in_one_place((0..2048_usize).map(|k| format!("t_{k}"))) <= 8);
    }
}
