//! Loops and chains over items without derivatives that only rustc can iterate: maps, sets, parts of
//! strings, heaps, results of functions without derivatives.

use autodiff::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

fn neighbours(i: usize, n: usize) -> Vec<(usize, usize)> {
    (0..n).map(|j| (i, j)).collect()
}

fn pairs(n: usize) -> Box<[(usize, usize)]> {
    (0..n).flat_map(move |i| (0..i).map(move |j| (i, j))).collect()
}

#[differentiate]
fn letters(x: &[f64]) -> f64 {
    let mut t = 0.0;
    for (i, c) in "abca".chars().enumerate() {
        if c == 'a' {
            t += x[i] * x[i];
        }
    }
    t
}

#[differentiate]
fn words(x: &[f64]) -> f64 {
    let text = "0 2  1\n2";
    let mut t: f64 = 0.0;
    for line in text.lines() {
        for w in line.split_whitespace() {
            let k: usize = w.parse().unwrap();
            t += x[k].sin() * t.cos();
        }
    }
    t + text.split('\n').map(|line| x[line.len() / 2] * x[0]).sum::<f64>()
}

#[differentiate]
fn of_set(x: &[f64]) -> f64 {
    let mut seen = BTreeSet::new();
    for k in 0..2 * x.len() {
        seen.insert(k % 3);
    }
    let mut t = seen.iter().map(|k| x[*k] * x[*k]).sum::<f64>();
    for k in &seen {
        t += x[*k].cos();
    }
    t
}

#[differentiate]
fn of_heap(x: &[f64]) -> f64 {
    let mut heap = BinaryHeap::new();
    heap.push((3usize, 0usize));
    let mut s = 1.0;
    while let Some((n, i)) = heap.pop() {
        s = s * 0.5 + x[i] * x[i];
        if n > 0 {
            heap.push((n - 1, i + 1));
        }
    }
    s
}

#[differentiate]
fn nearest(x: &[f64]) -> f64 {
    let edges = [(0usize, 1usize, 4u32), (0, 2, 1), (2, 1, 1), (1, 3, 5)];
    let mut dist = vec![u32::MAX; 4];
    let mut cost = vec![0.0; 4];
    let mut heap = BinaryHeap::new();
    dist[0] = 0;
    heap.push((Reverse(0u32), 0usize));
    while let Some((d, node)) = heap.pop() {
        if d.0 > dist[node] {
            continue;
        }
        for (from, to, w) in edges {
            if from == node && d.0 + w < dist[to] {
                dist[to] = d.0 + w;
                cost[to] = cost[node] + x[to] * x[node] * w as f64;
                heap.push((Reverse(d.0 + w), to));
            }
        }
    }
    cost[3]
}

#[differentiate]
fn of_functions(x: &[f64]) -> f64 {
    let mut t = 0.0;
    for (i, j) in neighbours(0, x.len()) {
        t += x[i] * x[j];
    }
    for (i, j) in pairs(x.len()).iter() {
        t += x[*i] * x[*j].sin();
    }
    t
}

#[test]
fn opaque_items() {
    let x = [0.4, 0.7, -0.3, 1.1];
    check!(letters, x);
    check!(words, x);
    check!(of_set, x);
    check!(of_heap, x);
    check!(nearest, x);
    check!(of_functions, x);
}

/// Beside reals, in `zip`: what a plain function gives, a set, the letters of a text.
mod beside {
    use autodiff::prelude::*;
    use std::collections::BTreeSet;

    pub fn hann(n: usize) -> impl Iterator<Item = f64> {
        (0..n).map(move |i| 0.5 - 0.5 * (i as f64 / n as f64).cos())
    }
    #[differentiate]
    pub fn windowed(x: &[f64]) -> f64 {
        x.iter()
            .zip(hann(x.len()))
            .map(|(x, w)| x * w)
            .fold((0.0, 1.0), |(a, b), x| (x + 0.5 * a * b, a))
            .0
    }
    #[differentiate]
    pub fn numbered(x: &[f64], #[constant] numbers: &BTreeSet<usize>) -> f64 {
        x.iter().zip(numbers).map(|(x, k)| x * x * *k as f64).sum()
    }
    #[differentiate]
    pub fn coded(x: &[f64], code: &str) -> f64 {
        let mut y = 0.0;
        for (v, letter) in x.iter().zip(code.chars()) {
            if letter.is_alphabetic() {
                y += v * v;
            }
        }
        y + x
            .iter()
            .zip(code.bytes())
            .filter(|(_, b)| *b == b'a')
            .map(|(x, _)| x.sin())
            .sum::<f64>()
    }
}

#[test]
fn beside_reals() {
    use beside::*;
    check!(windowed, [0.7, 0.4, 0.9]);
    assert_eq!(
        numbered_grad(&[1.0, 2.0, 3.0], &std::collections::BTreeSet::from([3, 2])),
        [4.0, 12.0, 0.0]
    );
    assert_eq!(coded_grad(&[1.0, 2.0], "-a"), [0.0, 4.0 + 2f64.cos()]);
}
