//! Iterators of user-defined types whose `next` has no derivative, as of random numbers: items are
//! drawn one by one, as in the function.

use autodiff::prelude::*;

/// Ten numbers.
struct Count(u32);

impl Iterator for Count {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.0 == 10 {
            return None;
        }
        self.0 += 1;
        Some(self.0 as f64)
    }
}

/// Numbers without end.
struct Random(u64);

impl Iterator for Random {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Some((self.0 >> 40) as f64 / (1u64 << 24) as f64)
    }
}

#[differentiate]
fn zipped(x: &[f64]) -> f64 {
    let mut count = Count(0);
    let mut s = 0.0;
    for (v, k) in x.iter().zip(&mut count) {
        s += v * k;
    }
    s + x[0] * count.next().unwrap_or(100.0)
}

#[differentiate]
fn borrowed(x: &[f64]) -> f64 {
    let mut count = Count(0);
    let mut s = 0.0;
    for k in &mut count {
        s += x[1] * k;
        if k > 2.0 {
            break;
        }
    }
    s + x[0] * count.next().unwrap_or(7.0)
}

#[differentiate]
fn endless(x: &[f64]) -> f64 {
    let mut s = x[0];
    for z in Random(1) {
        s *= (x[1] * z).exp();
        if s > 13.3 {
            break;
        }
    }
    s + x.iter().zip(Random(1)).map(|(v, z)| v * z).sum::<f64>()
}

#[differentiate]
fn taken(x: &[f64]) -> f64 {
    let squares = Random(3).zip(x).map(|(z, v)| z * v * v).sum::<f64>();
    Random(1).take(3).map(|z| z * x[0]).sum::<f64>() + squares
}

#[differentiate]
fn by_reference(x: &[f64]) -> f64 {
    let mut random = Random(5);
    let mut s = 0.0;
    for (i, z) in random.by_ref().enumerate() {
        s += z * x[i];
        if i == 1 {
            break;
        }
    }
    for k in random.by_ref().take(2) {
        s += k * x[0];
    }
    for (_, z) in (0..2).zip(&mut random) {
        s += x[1] * z;
    }
    s + x[1] * random.next().unwrap()
}

#[differentiate]
fn all_items(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in Count(5) {
        s += k * x[0] * x[1];
    }
    let all: Vec<f64> = Count(6).collect();
    let two: Vec<f64> = Random(2).take(2).collect();
    s += all[0] * x[0] + all.len() as f64 * x[1] * two[1] + Count(1).sum::<f64>() * x[0];
    s + Count(7).map(|k| k * x[1]).fold(1.0, |a, b| a * b) + Count(2).last().unwrap() * x[0]
}

fn halves(n: usize) -> impl Iterator<Item = f64> {
    (0..n).map(|k| k as f64 * 0.5)
}

fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    Random(seed)
}

/// A `zip` collects as many items of the iterator on the right as the one on the left has.
#[differentiate]
fn zipped_with_returned(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (v, k) in x.iter().zip(numbers(1)) {
        s += v * k;
    }
    s + x.iter().map(|v| v * v).zip(numbers(3)).map(|(a, b)| a * b).sum::<f64>()
}

/// Iterators that functions without the attribute return.
#[differentiate]
fn returned(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, v) in halves(3).zip(x) {
        s += k * v;
    }
    for k in halves(2) {
        s += k * x[0];
    }
    for k in numbers(2).take(2) {
        s += k * x[1];
        if s > 1.0 {
            break;
        }
    }
    s
}

#[test]
fn items_are_drawn_one_by_one() {
    for x in [[1.3, 0.7], [0.4, 1.9]] {
        check!(zipped, x);
        check!(borrowed, x);
        check!(endless, x);
        check!(taken, x);
        check!(by_reference, x);
        check!(all_items, x);
        check!(returned, x);
        check!(zipped_with_returned, x);
    }
}
