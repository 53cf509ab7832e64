use autodiff::prelude::*;
use std::collections::BTreeMap;

#[differentiate]
fn entry(x: f64) -> f64 {
    let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
    let mut k = 0usize;
    *counts.entry(k).or_insert(0.0) += {
        k += 1;
        k as f64
    };
    x * counts[&1]
}

fn main() {}
