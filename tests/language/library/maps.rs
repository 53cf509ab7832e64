//! Maps and sets of std without a derivative: iterated, read, and changed.

use autodiff::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Plain,
    Times(u8),
}

fn keyed() -> BTreeMap<Key, (usize, f64)> {
    BTreeMap::from([(Key::Plain, (0, 2.0)), (Key::Times(3), (1, 0.5))])
}

fn rows() -> HashMap<usize, BTreeMap<usize, f64>> {
    HashMap::from([(1, BTreeMap::from([(0, 2.0), (2, 3.0)]))])
}

fn weights(n: usize) -> BTreeMap<usize, f64> {
    (0..n).map(|i| (i, 0.5 * i as f64 - 0.7)).collect()
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |i| (0..i).map(move |j| (i, j)))
}

#[differentiate]
fn with_parameters(
    x: &[f64],
    #[constant] map: &BTreeMap<Key, (usize, f64)>,
    #[constant] rows: &HashMap<usize, BTreeMap<usize, f64>>,
) -> f64 {
    let mut s = 0.0;
    for (key, (i, w)) in map {
        s += match key {
            Key::Plain => x[*i] * w,
            Key::Times(n) => x[*i] * x[*i] * *n as f64 * w,
        };
    }
    for (&key, &(i, w)) in map.iter() {
        if key == Key::Plain {
            s += x[i].sin() * w;
        }
        if let Key::Times(n) = key {
            s += x[i] * f64::from(n);
        }
    }
    for (i, row) in rows {
        for (j, w) in row {
            s += x[*i] * x[*j] * w;
        }
    }
    s += map.values().map(|(i, w)| x[*i] * w).sum::<f64>()
        + map.values().map(|v| x[v.0] * v.1).sum::<f64>();
    s + map.iter().filter(|(k, _)| **k != Key::Plain).map(|(_, v)| x[v.0].cos()).sum::<f64>()
}

#[differentiate]
fn of_parameters(x: &[f64]) -> f64 {
    let map: BTreeMap<Key, (usize, f64)> = keyed();
    let rows: HashMap<usize, BTreeMap<usize, f64>> = rows();
    with_parameters(x, &map, &rows)
}

#[differentiate]
fn of_results(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for (i, w) in weights(3) {
        s += w * x[i] * s;
    }
    for (i, w) in &weights(3) {
        s *= x[*i] + w;
    }
    let kept = weights(x.len());
    for (&i, w) in &kept {
        s += w * x[i].exp();
    }
    for (i, j) in pairs(x.len()) {
        s += x[i] * x[j];
    }
    s + weights(2).iter().map(|(i, w)| w * x[*i]).sum::<f64>()
        + pairs(3).map(|(i, j)| (x[i] - x[j]).powi(2)).sum::<f64>()
}

#[differentiate]
fn counted(x: &[f64]) -> f64 {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for i in 0..7 {
        *counts.entry(i % x.len()).or_insert(0) += 1;
    }
    let mut letters = BTreeMap::new();
    for c in "abca".chars() {
        letters.entry(c).and_modify(|n| *n += 1).or_insert(1usize);
    }
    let mut s = 0.0;
    for (k, n) in &counts {
        s += x[*k].powi(2) * *n as f64;
    }
    for (_, n) in letters {
        s += x[n];
    }
    s
}

#[differentiate]
fn grouped(x: &[f64]) -> f64 {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for i in 0..x.len() {
        groups.entry(i % 2).or_default().push(i);
    }
    groups.entry(5).or_insert_with(Vec::new).push(1);
    *groups.get_mut(&5).unwrap() = vec![0, 2];
    let mut s = 0.0;
    for (k, group) in &groups {
        for i in group {
            s += x[*i] * *k as f64;
        }
        s += group.iter().map(|i| x[*i].sin()).sum::<f64>() * group.len() as f64;
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Adaptive {
    #[constant]
    seen: BTreeMap<usize, usize>,
    #[constant]
    scale: HashMap<usize, f64>,
    k: f64,
}

#[differentiate]
impl Adaptive {
    #[differentiate]
    fn step(&mut self, x: f64, i: usize) -> f64 {
        *self.seen.entry(i).or_insert(0) += 1;
        self.scale.entry(i).or_insert(1.0);
        for v in self.scale.values_mut() {
            *v *= 2.0;
        }
        if let Some(v) = self.scale.get_mut(&i) {
            *v += 1.0;
        }
        self.k *= x;
        self.k * self.seen[&i] as f64 * self.scale[&i]
    }
}

#[differentiate]
fn changed_in_fields(x: &[f64]) -> f64 {
    let mut model = Adaptive { seen: BTreeMap::new(), scale: HashMap::new(), k: x[0] };
    let mut s = 0.0;
    for i in 0..5 {
        s += model.step(x[i % 3], i % 2);
    }
    s
}

#[differentiate]
fn changed_in_loops(x: &[f64]) -> f64 {
    let mut map: BTreeMap<usize, f64> = BTreeMap::new();
    let step = 0.25;
    for i in 0..x.len() {
        map.insert(i, 1.0);
    }
    for v in map.values_mut() {
        *v *= 2.0 + step;
    }
    for (_, v) in &mut map {
        *v -= step;
    }
    for (k, v) in map.iter_mut() {
        let k = *k as f64;
        if k > 1.0 {
            *v += k;
        }
    }
    if let Some(v) = map.get_mut(&0) {
        *v += 3.0;
    } else {
        panic!();
    }
    map.iter().map(|(k, v)| x[*k].sin() * v).sum()
}

#[differentiate]
fn changed(x: &[f64]) -> f64 {
    let mut map: BTreeMap<usize, f64> = BTreeMap::new();
    for i in 0..x.len() {
        map.insert(i, i as f64 * 0.5);
    }
    let mut s = 0.0;
    for (i, w) in &map {
        s += x[*i] * w;
    }
    map.insert(0, 3.0);
    for (i, w) in &map {
        s += x[*i] * x[*i] * w;
    }
    if map.contains_key(&1) {
        s += x[0];
    }
    if let Some(w) = map.get(&1) {
        s += w * x[1];
    }
    map.remove(&1);
    for k in map.keys() {
        s += x[*k];
    }
    let w = map.get(&0).copied().unwrap_or(0.0);
    s + x[map.len() - 1] * w + map[&0] * x[0]
}

#[differentiate]
fn made(x: &[f64]) -> f64 {
    let set = BTreeSet::from([0usize, 2]);
    let map = HashMap::from([("a", 2usize)]);
    let places: HashMap<&str, usize> = HashMap::from([("b", 1)]);
    let collected: BTreeSet<_> = [1usize, 1, 2].iter().copied().collect();
    let mut s = x[map["a"]] * x[places["b"]];
    for i in &set {
        s += x[*i].sin() * s;
    }
    for &i in &collected {
        s += x[i];
    }
    s + collected.iter().map(|&i| x[i] * x[i]).sum::<f64>() * collected.len() as f64
}

#[differentiate]
fn by_name(x: &[f64]) -> f64 {
    let scales = HashMap::from([("a".to_string(), 2.0)]);
    let names = ["a".to_string(), "b".to_string()];
    let mut s = 0.0;
    for (i, name) in names.iter().enumerate() {
        if let Some(w) = scales.get(name) {
            s += w * x[i];
        }
        s += scales.get(name.as_str()).copied().unwrap_or(1.0) * x[i] * x[i];
        match scales.get(name) {
            Some(w) => s += w * x[2],
            None => s += x[1].cos(),
        }
    }
    s
}

/// Of many items the order is another one for each map, so that the rows that the sweeps share must
/// be of one.
#[differentiate]
fn unordered(x: &[f64]) -> f64 {
    let map: HashMap<usize, f64> = HashMap::from([
        (0, 1.0),
        (1, 2.0),
        (2, 3.0),
        (3, 4.0),
        (4, 5.0),
        (5, 6.0),
        (6, 7.0),
        (7, 8.0),
    ]);
    let mut p = 1.0;
    for (k, w) in &map {
        p *= 1.0 + w * x[*k];
    }
    p * map.iter().map(|(k, w)| w * x[*k].cos()).sum::<f64>()
}

#[derive(Clone, Debug, Differentiable)]
struct Graph {
    #[constant]
    out: BTreeMap<usize, Vec<(usize, f64)>>,
    #[constant]
    fixed: HashSet<usize>,
    rest: f64,
}

#[differentiate]
impl Graph {
    #[differentiate]
    fn energy(&self, x: &[f64]) -> f64 {
        let mut e = 0.0;
        for (i, out) in &self.out {
            for (j, k) in out {
                let d = x[*i] - x[*j] - self.rest;
                e += k * d * d;
            }
        }
        for (&i, out) in self.out.iter() {
            for &(j, k) in out.iter() {
                e += k * x[i] * x[j];
            }
        }
        for i in 0..x.len() {
            if self.fixed.contains(&i) {
                e += x[i];
            }
            if let Some(out) = self.out.get(&i) {
                e += out.len() as f64 * x[i];
                for (j, k) in out {
                    e += k * x[*j];
                }
            }
        }
        for (j, k) in &self.out[&0] {
            e += x[*j].sin() * k;
        }
        for i in &self.fixed {
            e += self.rest * x[*i];
        }
        e += self.out[&0].iter().map(|(j, k)| x[*j] * k).sum::<f64>();
        e + self.fixed.len() as f64 * x[0]
    }
}

#[differentiate]
fn of_fields(x: &[f64]) -> f64 {
    let out = BTreeMap::from([(0, vec![(1, 2.0), (2, 1.5)]), (1, vec![(2, 0.5)])]);
    let graph = Graph { out, fixed: HashSet::from([1]), rest: x[0] * 0.1 };
    graph.energy(x)
}

/// Without the derive.
#[derive(Debug, Clone, Default)]
struct Topology {
    boundary: BTreeSet<usize>,
    edges: Vec<(usize, usize)>,
}

#[differentiate]
fn pinned(x: &[f64], topology: &Topology) -> f64 {
    let mut e: f64 = topology.boundary.iter().map(|&i| x[i] * x[i]).sum();
    for i in &topology.boundary {
        e += x[*i].sin();
    }
    for &(a, b) in &topology.edges {
        e += (x[a] - x[b]).powi(2);
    }
    e
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Instrument {
    Deposit,
    Swap { per_year: u32 },
    Note(u8),
}

/// What a pattern finds goes where a value of its own type is wanted.
#[differentiate]
fn valued(x: &[f64], instruments: &[(Instrument, u32)]) -> f64 {
    let mut value = 0.0;
    for (&(instrument, months), x) in instruments.iter().zip(x) {
        match instrument {
            Instrument::Deposit => value += x * f64::from(months),
            Instrument::Swap { per_year } => {
                let tau = 1.0 / f64::from(per_year);
                value += x * x * tau + (tau * per_year as f64) * x.sin();
            }
            Instrument::Note(n) => value *= x / f64::from(n),
        }
    }
    for (instrument, _) in instruments {
        if let Instrument::Note(n) = instrument {
            value += x[0] * f64::from(*n);
        }
    }
    value
}

#[test]
fn maps() {
    let x = [0.4, 0.7, -0.3, 1.1];
    check!(of_parameters, x);
    check!(of_results, x);
    check!(counted, x);
    check!(grouped, x);
    check!(changed, x);
    check!(changed_in_fields, x);
    check!(changed_in_loops, x);
    check!(made, x);
    check!(by_name, x);
    check!(of_fields, x);
}

#[test]
fn sweeps_see_one_order() {
    let x: Vec<f64> = (0..8).map(|i| 0.1 * i as f64).collect();
    let expected = crate::support::differences(unordered, &x);
    for _ in 0..10 {
        for (found, expected) in unordered_grad(&x).iter().zip(&expected) {
            crate::support::close("unordered", *found, *expected, 1e-7);
        }
        let (_, residuals) = unordered_primal(&x);
        let mut bar = vec![0.0; x.len()];
        unordered_transposed(&residuals, 1.0, &mut bar[..]);
        for (found, expected) in bar.iter().zip(&expected) {
            crate::support::close("unordered, unzipped", *found, *expected, 1e-7);
        }
    }
}

#[test]
fn fields_without_the_derive() {
    let x = [0.4, 0.7, -0.3];
    let topology = Topology { boundary: BTreeSet::from([0, 2]), edges: vec![(0, 1), (1, 2)] };
    let instruments =
        [(Instrument::Deposit, 3), (Instrument::Swap { per_year: 2 }, 6), (Instrument::Note(5), 1)];
    let (value, gradient) = pinned_value_and_grad(&x, &topology);
    assert_eq!(value.to_bits(), pinned(&x, &topology).to_bits());
    for (found, expected) in
        gradient.iter().zip(crate::support::differences(|x| pinned(x, &topology), &x))
    {
        crate::support::close("pinned", *found, expected, 1e-7);
    }
    let (value, gradient) = valued_value_and_grad(&x, &instruments);
    assert_eq!(value.to_bits(), valued(&x, &instruments).to_bits());
    for (found, expected) in
        gradient.iter().zip(crate::support::differences(|x| valued(x, &instruments), &x))
    {
        crate::support::close("valued", *found, expected, 1e-7);
    }
}

#[differentiate]
fn dereferenced(
    x: &[f64],
    #[constant] at: &HashMap<String, usize>,
    #[constant] set: &BTreeSet<usize>,
    #[constant] powers: &BTreeMap<usize, f64>,
) -> f64 {
    let mut counts = HashMap::new();
    for i in 0..x.len() {
        let before = *counts.get(&(i / 2)).unwrap_or(&0);
        counts.insert(i / 2, before + 1);
    }
    let i = *at.get("b").unwrap();
    let j = at.get("b").expect("b is present");
    let (first, power) = powers.first_key_value().unwrap();
    x[*at.get("b").unwrap()] * x[i] * x[*j] * x[*set.last().unwrap()]
        + x[*first].powf(*power) * *powers.get(&0).unwrap()
        + x[*counts.get(&0).unwrap()]
        + x[at.get("b").copied().unwrap()] * at.get("b").map_or(1.0, |i| *i as f64)
}

#[test]
fn entries_behind_references() {
    let x = [0.4, 0.7, 1.3];
    let at = HashMap::from([("b".to_string(), 1)]);
    let (set, powers) = (BTreeSet::from([0, 2]), BTreeMap::from([(0, 2.5)]));
    let (value, gradient) = dereferenced_value_and_grad(&x, &at, &set, &powers);
    assert_eq!(value.to_bits(), dereferenced(&x, &at, &set, &powers).to_bits());
    let expected = crate::support::differences(|x| dereferenced(x, &at, &set, &powers), &x);
    for (found, expected) in gradient.iter().zip(expected) {
        crate::support::close("dereferenced", *found, expected, 1e-7);
    }
    let direction = [0.5, -1.0, 0.25];
    let expected: f64 = gradient.iter().zip(direction).map(|(g, d)| g * d).sum();
    let (_, found) = dereferenced_jvp(&x, &at, &set, &powers, &direction);
    crate::support::close("dereferenced, forward", found, expected, 1e-12);
}
