//! Methods of sequences that are lowered as their bodies, with all kinds of names and types.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate]
fn retained(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let (mut k, item) = (0, 2.0);
    v.retain_mut(|a| {
        k += 1;
        *a *= item;
        k % 2 == 0 || *a > 5.5
    });
    let mut rows = vec![x.to_vec(), vec![x[0]], Vec::new()];
    rows.retain_mut(|row| {
        row.push(x[1]);
        row.len() > 1
    });
    let last = v.last().copied().unwrap_or(1.0);
    v.iter().sum::<f64>() * k as f64 + rows.iter().map(|row| row[0] * last).sum::<f64>()
}

#[differentiate]
fn repeats(x: &[f64]) -> f64 {
    let repeated = x.to_vec();
    let twice = repeated.repeat(2);
    let tail = &x[1..];
    let often = tail.repeat(x.len());
    let never = x.repeat(0);
    twice[x.len()] * twice[0] + often[often.len() - 1] * twice[1] + never.len() as f64
}

#[differentiate]
fn starts_and_ends(x: &[f64]) -> f64 {
    let mut y = x[0];
    let prefix = x.to_vec();
    if prefix.starts_with(&[x[0], x[1]]) {
        y *= x[1];
    }
    if prefix.starts_with(&x[1..]) || x.ends_with(&[f64::NAN]) {
        y *= 7.0;
    }
    let first = &x[..1];
    if x.ends_with(&prefix[1..]) && x.starts_with(&[]) && !first.ends_with(x) {
        y += x[1].sin();
    }
    y
}

#[differentiate]
fn without_duplicates(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let a = 1.0;
    v.dedup_by_key(|b| *b > a);
    v.iter().product::<f64>() * v.len() as f64
}

#[differentiate]
fn cloned_from(x: &[f64]) -> f64 {
    let row = x.to_vec();
    let mut a = vec![vec![0.0; 3]; 2];
    a[0].clone_from(&row);
    let first = a[0].clone();
    a[1].clone_from(&first);
    a[0][0] * a[1][1] * row[0]
}

#[differentiate]
fn of_strings(x: &[f64], #[constant] name: &str) -> f64 {
    let long = name.repeat(2);
    let k = usize::from(name.starts_with("a")) + usize::from(name.ends_with("z"));
    x[k] * long.len() as f64
}

#[derive(Clone, Debug, Differentiable)]
struct Stack<T> {
    items: Vec<T>,
    pops: usize,
}

#[differentiate]
impl Stack<f64> {
    #[differentiate]
    fn pop(&mut self) -> Option<f64> {
        self.pops += 1;
        self.items.pop()
    }
}

/// `pop` of a type of the crate, whose result is opened at once.
#[differentiate]
fn own_pop(x: &[f64]) -> f64 {
    let mut stack = Stack { items: x.to_vec(), pops: 0 };
    let last = stack.pop().unwrap();
    let before = stack.pop().expect("two items");
    last * before * stack.pops as f64
}

/// Comparisons of iterators, item by item.
#[differentiate]
fn compared_items(x: &[f64]) -> f64 {
    let twice: Vec<f64> = x.iter().map(|a| 2.0 * a).collect();
    let mut y = x[0];
    if x.iter().map(|a| a * 2.0).eq(twice.iter().copied()) && x.iter().ne(&twice) {
        y *= x[1];
    }
    if x.iter().lt(&twice) && x[..2].iter().le(x) && twice.iter().gt(x) && !x.iter().ge(&twice) {
        y *= x[2];
    }
    if [f64::NAN, y].iter().partial_cmp(&[1.0, y]).is_none() && (0..3).cmp(0..x.len()).is_eq() {
        y += x[1].sin();
    }
    y
}

/// Elements that are no numbers are cloned for each index.
#[differentiate]
fn filled_rows(x: &[f64]) -> f64 {
    let mut rows = vec![vec![0.0; 2]; 3];
    rows.fill(vec![x[2], x[0]]);
    rows.resize(5, x.to_vec());
    rows.insert(1, vec![x[1]]);
    rows.iter().map(|row| row.iter().product::<f64>()).sum()
}

#[test]
fn against_differences() {
    for x in [[1.5, 2.0, 3.0], [0.5, 1.5, 2.5], [1.2, 0.9, 0.3]] {
        check!(retained, x);
        check!(repeats, x);
        check!(starts_and_ends, x);
        check!(without_duplicates, x);
        check!(cloned_from, x);
        check!(own_pop, x);
        check!(compared_items, x);
        check!(filled_rows, x);
    }
    assert_eq!(of_strings_grad(&[1.0, 2.0], "abc"), [0.0, 6.0]);
}
