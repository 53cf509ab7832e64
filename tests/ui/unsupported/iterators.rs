#![allow(unused)]

use autodiff::prelude::*;
use std::collections::{BTreeMap, HashMap, LinkedList};

#[differentiate(reverse)]
fn zip_of_two_filters(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).zip(x.iter().take_while(|v| **v < 0.0)).map(|(a, b)| a * b).sum()
}

#[differentiate(reverse)]
fn map_of_values(x: &[f64]) -> f64 {
    let map: BTreeMap<usize, f64> = x.iter().copied().enumerate().collect();
    map[&0]
}

#[differentiate(reverse)]
fn reversed_scan(x: &[f64]) -> f64 {
    let v: Vec<f64> = x.to_vec();
    v.into_iter().flat_map(|a| [a, a]).rev().sum()
}

#[differentiate(reverse)]
fn unknown_adaptor(x: &[f64]) -> f64 {
    x.iter().try_fold(1.0, |a, v| if *v > 0.0 { Some(a * v) } else { None }).unwrap_or(0.0)
}

#[differentiate(reverse)]
fn chosen_closure(x: f64) -> f64 {
    let f: &dyn Fn(f64) -> f64 = if x > 0.0 { &|y| y } else { &|y| 2.0 * y };
    f(x)
}

#[differentiate(reverse)]
fn stored_closure(x: f64) -> f64 {
    let all = [|y: f64| y, |y: f64| y * y];
    all[0](x)
}

#[differentiate(reverse)]
fn advanced_chain(x: &[f64]) -> f64 {
    let mut it = x.iter().filter(|v| **v > 0.0);
    it.next().unwrap() * it.next().unwrap()
}

#[differentiate(reverse)]
fn queued(x: &[f64]) -> f64 {
    let mut q = LinkedList::new();
    for v in x {
        q.push_back(*v);
    }
    q.iter().sum()
}

#[differentiate(reverse)]
fn named_values(x: f64) -> f64 {
    let mut m: HashMap<&str, f64> = HashMap::new();
    m.insert("x", x);
    m["x"]
}

#[differentiate(reverse)]
fn folded_iterator(x: &[f64]) -> f64 {
    x.iter().fold((0.0, x.iter()), |(s, mut rest), v| (s + v * rest.next().unwrap(), rest)).0
}

#[differentiate(reverse)]
fn folded_slice(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let rest = x.iter().fold(x, |rest, v| {
        s += v * rest[0];
        &rest[1..]
    });
    s + rest.len() as f64
}

#[differentiate(reverse)]
fn compared_with_effects(x: &[f64]) -> f64 {
    let mut n = 0.0;
    let is_equal = x.iter().map(|v| n += v).eq(x.iter().map(|_| ()));
    if is_equal { n } else { x[0] }
}

fn main() {}
