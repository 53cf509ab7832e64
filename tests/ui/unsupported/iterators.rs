#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn sum(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

#[differentiate(reverse)]
fn fold(x: &[f64]) -> f64 {
    let largest = x.iter().fold(0.0, |a: f64, b| a.max(*b));
    largest * 2.0
}

#[differentiate(reverse)]
fn collect(x: &[f64]) -> f64 {
    let doubled: Vec<f64> = x.iter().map(|x| 2.0 * x).collect();
    doubled[0]
}

#[differentiate(reverse)]
fn for_each(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    x.iter().for_each(|x| sum += x);
    sum
}

#[differentiate(reverse)]
fn over_chain(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for y in x.iter().map(|x| x * x) {
        sum += y;
    }
    sum
}

#[differentiate(reverse)]
fn from_fn(x: f64) -> f64 {
    let powers: [f64; 4] = std::array::from_fn(|i| x.powi(i as i32));
    powers[3]
}

#[differentiate(reverse)]
fn sorted(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.sort_by(|a, b| a.total_cmp(b));
    y.reverse();
    y[0]
}

fn main() {}
