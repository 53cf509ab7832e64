//! Chains of adaptors, and what consumes them.

use autodiff::prelude::*;
use rayon::prelude::*;

#[differentiate]
fn mapped(x: &[f64]) -> f64 {
    x.par_iter().map(|v| (v * x[0]).sin()).sum::<f64>()
}

#[differentiate]
fn mapped_s(x: &[f64]) -> f64 {
    x.iter().map(|v| (v * x[0]).sin()).sum::<f64>()
}

#[differentiate]
fn zipped(x: &[f64]) -> f64 {
    let y: Vec<f64> = x.par_iter().map(|v| v.cos()).collect();
    x.par_iter().zip(&y).zip(y.par_iter().map(|w| w * w)).map(|((a, b), c)| a * b + c).sum()
}

#[differentiate]
fn zipped_s(x: &[f64]) -> f64 {
    let y: Vec<f64> = x.iter().map(|v| v.cos()).collect();
    x.iter().zip(&y).zip(y.iter().map(|w| w * w)).map(|((a, b), c)| a * b + c).sum()
}

#[differentiate]
fn unequal(x: &[f64]) -> f64 {
    x.par_iter().zip(x[1..].par_iter()).map(|(a, b)| a * b.exp()).sum()
}

#[differentiate]
fn unequal_s(x: &[f64]) -> f64 {
    x.iter().zip(x[1..].iter()).map(|(a, b)| a * b.exp()).sum()
}

#[differentiate]
fn numbered(x: &[f64]) -> f64 {
    x.par_iter().enumerate().map(|(i, &v)| i as f64 * v.exp()).reduce(|| 0.0, |a, b| a + b)
}

#[differentiate]
fn numbered_s(x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(i, &v)| i as f64 * v.exp()).fold(0.0, |a, b| a + b)
}

#[differentiate]
fn reordered(x: &[f64]) -> f64 {
    x.par_iter()
        .enumerate()
        .rev()
        .skip(1)
        .take(5)
        .map(|(i, v)| i as f64 * v.sin())
        .enumerate()
        .map(|(k, w)| w * w * k as f64)
        .sum::<f64>()
}

#[differentiate]
fn reordered_s(x: &[f64]) -> f64 {
    let some = x.iter().enumerate().rev().skip(1).take(5).map(|(i, v)| i as f64 * v.sin());
    some.enumerate().map(|(k, w)| w * w * k as f64).sum::<f64>()
}

#[differentiate]
fn ranges(x: &[f64]) -> f64 {
    let a: f64 = (0..x.len()).into_par_iter().map(|i| x[i] * (i as f64).cos()).sum();
    let b: f64 = (1..x.len()).into_par_iter().map(|i| x[i] * x[i - 1]).sum();
    let c: f64 = (-2i32..=3).into_par_iter().map(|k| (x[0] * k as f64).sin()).sum();
    a * b + c
}

#[differentiate]
fn ranges_s(x: &[f64]) -> f64 {
    let a: f64 = (0..x.len()).map(|i| x[i] * (i as f64).cos()).sum();
    let b: f64 = (1..x.len()).map(|i| x[i] * x[i - 1]).sum();
    let c: f64 = (-2i32..=3).map(|k| (x[0] * k as f64).sin()).sum();
    a * b + c
}

#[differentiate]
fn owned_and_borrowed(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let borrowed: f64 = x.into_par_iter().map(|v| v.sin()).sum();
    let part: f64 = (&v[1..]).into_par_iter().map(|v| *v * *v).sum();
    let owned: f64 = v.into_par_iter().map(|v| v.cos()).sum();
    borrowed * part * owned
}

#[differentiate]
fn owned_and_borrowed_s(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let borrowed: f64 = x.iter().map(|v| v.sin()).sum();
    let part: f64 = (&v[1..]).iter().map(|v| *v * *v).sum();
    let owned: f64 = v.into_iter().map(|v| v.cos()).sum();
    borrowed * part * owned
}

#[differentiate]
fn chunked(x: &[f64]) -> f64 {
    let a: f64 = x.par_chunks(3).map(|c| c.iter().sum::<f64>().powi(2)).sum();
    let b: f64 = x.par_chunks_exact(2).map(|c| c[0] * c[1]).sum();
    let c: f64 = x.par_windows(2).map(|w| (w[1] - w[0]).sin()).sum();
    a + b * c
}

#[differentiate]
fn chunked_s(x: &[f64]) -> f64 {
    let a: f64 = x.chunks(3).map(|c| c.iter().sum::<f64>().powi(2)).sum();
    let b: f64 = x.chunks_exact(2).map(|c| c[0] * c[1]).sum();
    let c: f64 = x.windows(2).map(|w| (w[1] - w[0]).sin()).sum();
    a + b * c
}

#[differentiate]
fn chosen(x: &[f64]) -> f64 {
    let a: f64 = x.par_iter().filter(|v| **v > 0.0).map(|v| v.sqrt()).sum();
    let b: f64 = x.par_iter().filter_map(|v| if *v < 0.0 { Some(v.exp()) } else { None }).sum();
    let c: f64 = x.par_iter().map(|v| v * v).filter(|v| *v > 0.1).map(|v| v.ln()).sum();
    let n = x.par_iter().filter(|v| **v > 0.0).count();
    a * b + c * n as f64
}

#[differentiate]
fn chosen_s(x: &[f64]) -> f64 {
    let a: f64 = x.iter().filter(|v| **v > 0.0).map(|v| v.sqrt()).sum();
    let b: f64 = x.iter().filter_map(|v| if *v < 0.0 { Some(v.exp()) } else { None }).sum();
    let c: f64 = x.iter().map(|v| v * v).filter(|v| *v > 0.1).map(|v| v.ln()).sum();
    let n = x.iter().filter(|v| **v > 0.0).count();
    a * b + c * n as f64
}

#[differentiate]
fn largest(x: &[f64]) -> f64 {
    let a = x.par_iter().map(|v| v.sin()).max_by(|a, b| a.total_cmp(b)).unwrap();
    let b = x.par_iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let c = x.par_iter().map(|v| v + 2.0).reduce_with(|a, b| a.max(b)).unwrap();
    a * b * c * x.par_iter().map(|v| v + 1.5).product::<f64>()
}

#[differentiate]
fn largest_s(x: &[f64]) -> f64 {
    let a = x.iter().map(|v| v.sin()).max_by(|a, b| a.total_cmp(b)).unwrap();
    let b = x.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let c = x.iter().map(|v| v + 2.0).reduce(|a, b| a.max(b)).unwrap();
    a * b * c * x.iter().map(|v| v + 1.5).product::<f64>()
}

#[differentiate]
fn folded(x: &[f64]) -> f64 {
    let a: f64 = x.par_iter().fold(|| 0.0, |sum, v| sum + v * v).sum();
    let b = x.par_iter().map(|v| v.sin()).fold(|| 0.0, |p, v| p + v).reduce(|| 0.0, |a, b| a + b);
    a * b
}

#[differentiate]
fn folded_s(x: &[f64]) -> f64 {
    let a: f64 = x.iter().fold(0.0, |sum, v| sum + v * v);
    let b = x.iter().map(|v| v.sin()).fold(0.0, |p, v| p + v);
    a * (0.0 + b)
}

all_same! {}

#[test]
fn empty() {
    assert_eq!(mapped_jvp(&[], &[]), (mapped(&[]), 0.0));
    assert_eq!(numbered_value_and_grad(&[]), (0.0, vec![]));
    assert_eq!(chosen_value_and_grad(&[]).1, Vec::<f64>::new());
}

mod of_chains {
    all_same! {
        mapped mapped_s
        zipped zipped_s
        unequal unequal_s
        numbered numbered_s
        reordered reordered_s
        ranges ranges_s
        owned_and_borrowed owned_and_borrowed_s
        chunked chunked_s
        chosen chosen_s
        largest largest_s
        folded folded_s
    }
}
