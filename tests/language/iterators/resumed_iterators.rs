//! Iterators that are used again after a method consumed some items: `next`, `next_if`, `any`,
//! `find`, `by_ref` and its adaptors.

use autodiff::prelude::*;

#[differentiate]
fn taken_off(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let head: f64 = it.by_ref().take_while(|v| **v > 0.0).map(|v| v * v).sum();
    let pair: f64 = it.by_ref().take(2).product();
    let found = it.find(|v| **v > 1.0).copied().unwrap_or(0.25);
    let rest: f64 = it.sum();
    head + 2.0 * pair + 3.0 * found + 5.0 * rest
}

#[differentiate]
fn merged(x: &[f64]) -> f64 {
    let (left, right) = x.split_at(x.len() / 2);
    let mut out: Vec<f64> = Vec::new();
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if a <= b => out.extend(left.next().map(|v| v * 2.0)),
            (Some(_), Some(_)) => out.extend(right.next()),
            (Some(_), None) => {
                out.extend(left.by_ref().map(|v| v.sin()));
                break;
            }
            (None, _) => {
                while let Some(v) = right.next_if(|v| **v < 9.0) {
                    out.push(v * v);
                }
                break;
            }
        }
    }
    out.iter().enumerate().map(|(i, v)| (i + 1) as f64 * v).sum()
}

#[differentiate]
fn counted(x: &[f64]) -> f64 {
    let mut it = x.iter().enumerate();
    let first = it.any(|(_, v)| *v > 0.5);
    let place = it.position(|(_, v)| *v < 1.0);
    let mut sum = if first { x[0] } else { 0.0 };
    if let Some(place) = place {
        sum += place as f64 * x[1];
    }
    let scaled = it.find_map(|(i, v)| (*v > -2.0).then(|| v * i as f64));
    for (i, v) in it {
        sum += v * i as f64;
    }
    sum + scaled.unwrap_or(1.5)
}

/// The iterator goes on after the item at which the closure failed.
#[differentiate]
fn stopped(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut sum = 0.0;
    let result = it.try_for_each(|v| {
        sum += v * v;
        if *v > 1.0 { Err(()) } else { Ok(()) }
    });
    let next = it.next().copied().unwrap_or(0.25);
    let rest: f64 = it.product();
    if result.is_err() { sum * next + rest } else { sum + next - rest }
}

/// The sign in the first word, and the numbers that follow.
#[differentiate]
fn parsed(program: &str, x: &[f64]) -> f64 {
    let mut words = program.split_whitespace();
    let mut value = 0.0;
    if let Some(first) = words.next() {
        let mut letters = first.chars();
        let sign = letters.next();
        value = if sign == Some('-') { -x[0] } else { x[0] * letters.count() as f64 };
    }
    let mut rest = words.enumerate().peekable();
    while let Some((i, word)) = rest.next() {
        let factor: f64 = word.parse().unwrap_or(0.5);
        value = value * factor + x[1 + i % 2];
        if let Some((_, "stop")) = rest.peek() {
            break;
        }
    }
    value
}

#[differentiate]
fn of_words(x: &[f64]) -> f64 {
    parsed("-ab 2 x 3.5 stop 7", x) * parsed("abc 0.25", x) + parsed("", x)
}

#[differentiate]
fn left_out(x: &[f64]) -> f64 {
    let mut pairs = x.chunks_exact(2);
    let mut sum = 0.0;
    for pair in pairs.by_ref() {
        sum += pair[0] * pair[1];
    }
    let cubes: f64 = pairs.remainder().iter().map(|v| v * v * v).sum();
    let mut changed = x.to_vec();
    let mut triples = changed.chunks_exact_mut(3);
    if let Some(triple) = triples.next() {
        triple[0] *= triple[2];
    }
    for v in triples.into_remainder() {
        *v *= *v;
    }
    sum * cubes + changed.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum::<f64>()
}

#[test]
fn values() {
    assert_eq!(taken_off(&[1.0, 2.0, -1.0, 3.0, 4.0, 0.5, 7.0, 2.5]), 62.5);
}

mod compared {
    at_points! { taken_off merged counted stopped of_words left_out }
}
