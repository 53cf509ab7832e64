//! What depends on an active input, in collections of std; references to entries.

use autodiff::prelude::*;
use std::collections::{BTreeMap, HashMap};

#[differentiate]
fn inserted(x: &[f64]) -> f64 {
    let mut map = HashMap::new();
    map.insert(0, x[0]);
    map.values().sum()
}

#[differentiate]
fn made(x: &[f64]) -> f64 {
    let map = BTreeMap::from([(0, x[0]), (1, x[1])]);
    map.values().sum::<f64>()
}

#[differentiate]
fn added(x: &[f64]) -> f64 {
    let mut map: BTreeMap<usize, f64> = BTreeMap::new();
    *map.entry(0).or_insert(0.0) += x[0];
    map[&0]
}

#[differentiate]
fn in_loop(x: &[f64], k: f64) -> f64 {
    let mut map: BTreeMap<usize, f64> = BTreeMap::new();
    map.insert(0, 1.0);
    for v in map.values_mut() {
        *v *= k;
    }
    x[0] * map[&0]
}

#[differentiate]
fn with_more(x: &[f64]) -> f64 {
    let mut map: BTreeMap<usize, f64> = BTreeMap::new();
    let mut n = 0;
    for v in map.values_mut() {
        *v *= 2.0;
        n += 1;
    }
    x[n]
}

#[differentiate]
fn lent(x: &[f64]) -> f64 {
    let mut map: BTreeMap<usize, usize> = BTreeMap::new();
    let entry = map.entry(0).or_insert(1);
    x[*entry]
}

fn main() {}
