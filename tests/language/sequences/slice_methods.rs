//! Methods that change or split sequences.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn filled(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v[1..3].fill(x[0] * 2.0);
    v.reverse();
    let mut w = [0.0; 3];
    w.copy_from_slice(&v[1..4]);
    v[..3].clone_from_slice(&w);
    v.rotate_left(2);
    v[1..].rotate_right(1);
    v.iter().enumerate().map(|(i, a)| a * a * (i as f64 + 1.0)).sum()
}

#[differentiate(reverse)]
fn grown(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = Vec::new();
    v.extend(x.iter().map(|a| a * a));
    v.extend_from_slice(&x[1..3]);
    v.insert(1, x[0].sin());
    let gone = v.remove(3);
    let swapped = v.swap_remove(0);
    v.truncate(5);
    v.resize(7, x[2]);
    let mut more = vec![gone, swapped];
    v.append(&mut more);
    v.retain(|a| *a > -0.5);
    v.len() as f64 * 0.1
        + v.iter().enumerate().map(|(i, a)| a * (i as f64 + 1.0)).sum::<f64>()
        + more.iter().sum::<f64>()
}

/// The closure of `dedup_by` may change both of its arguments.
#[differentiate(reverse)]
fn merged(x: &[f64]) -> f64 {
    let mut pairs: Vec<(i32, f64)> =
        x.iter().enumerate().map(|(i, a)| (i as i32 / 2, *a)).collect();
    pairs.dedup_by(|later, kept| {
        if later.0 == kept.0 {
            kept.1 -= 2.0 * later.1;
            true
        } else {
            later.1 *= 3.0;
            false
        }
    });
    let mut v = x.to_vec();
    v.dedup_by(|later, kept| {
        if *later < 0.8 {
            *kept += 3.0 * *later;
            true
        } else {
            *later *= 2.0;
            false
        }
    });
    pairs.iter().map(|p| p.1 * p.1).sum::<f64>() + v.iter().sum::<f64>() * v[0]
}

#[differentiate(reverse)]
fn sorted(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = x.iter().map(|a| a.sin()).collect();
    v.sort_by(|a, b| a.total_cmp(b));
    let mut w = x.to_vec();
    w.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap());
    let mut pairs: Vec<(usize, f64)> = x.iter().copied().enumerate().collect();
    pairs.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap());
    pairs.sort_by_key(|p| p.0 % 2);
    let median = v[v.len() / 2];
    median * w[0] * w[1]
        + pairs.iter().enumerate().map(|(i, (k, a))| a * (i * 2 + k) as f64).sum::<f64>()
}

#[differentiate(reverse)]
fn parts(x: &[f64]) -> f64 {
    let (left, right) = x.split_at(2);
    let a: f64 = left.iter().zip(right).map(|(a, b)| a * b).sum();
    let mut v = x.to_vec();
    {
        let (l, r) = v.split_at_mut(2);
        l[0] += r[0];
        r[1] *= l[1];
        l.copy_from_slice(&r[..2]);
    }
    let b = match x.split_first() {
        Some((first, rest)) => first * rest.iter().sum::<f64>(),
        None => 0.0,
    };
    let c = if let Some((last, init)) = x.split_last() { last * init[0] } else { 0.0 };
    let d = x.get(1..3).map_or(0.0, |p| p[0] * p[1]);
    a + b * c + d + v.iter().map(|e| e * e).sum::<f64>()
}

#[differentiate(reverse)]
fn rows(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks(2).map(|c| c.to_vec()).collect();
    let flat = rows.concat();
    let mut m = x.to_vec();
    for row in m.chunks_mut(2) {
        row[0] *= 2.0;
        row.reverse();
    }
    for row in m.chunks_exact_mut(2) {
        let s: f64 = row.iter().sum();
        for e in row.iter_mut() {
            *e /= 1.0 + s * s;
        }
    }
    m.iter_mut().for_each(|e| *e += 1.0);
    m.iter_mut().zip(&flat).for_each(|(e, f)| *e *= f);
    let doubled = [x[0], x[1]].map(|a| a * 2.0);
    m.iter().sum::<f64>()
        + doubled[0] * doubled[1]
        + rows.iter().map(|r| r.iter().product::<f64>()).sum::<f64>()
}

#[test]
fn methods() {
    let x = [0.5, 1.25, -0.75, 0.9, 0.3];
    check!(filled, x);
    check!(grown, x);
    check!(merged, x);
    check!(sorted, x);
    check!(sorted, [0.4, -0.2]);
    check!(parts, x);
    check!(rows, x);
}
