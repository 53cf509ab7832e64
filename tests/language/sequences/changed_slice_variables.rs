//! Variables that refer to a mutable slice and are assigned other parts of it.

use autodiff::prelude::*;

#[differentiate]
fn in_parts(x: &[f64]) -> f64 {
    let mut out = x.to_vec();
    let mut rest: &mut [f64] = &mut out;
    while rest.len() > 1 {
        let (a, b) = rest.split_at_mut(1);
        b[0] += 0.1 * a[0] * a[0];
        a[0] *= b[0];
        rest = b;
    }
    rest.iter_mut().for_each(|v| *v *= x[0]);
    out.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
}
#[differentiate]
fn scan(mut v: &mut [f64], k: f64) {
    while v.len() > 1 {
        v[0] *= k;
        v[1] += v[0];
        v = &mut v[1..];
    }
}
#[differentiate]
fn taken(mut v: &mut [f64], k: f64) -> f64 {
    let mut s = 0.0;
    while let Some((first, rest)) = std::mem::take(&mut v).split_first_mut() {
        *first *= k + s;
        s += *first;
        v = rest;
    }
    s + v.len() as f64
}
#[differentiate]
fn without_take(mut v: &mut [f64], k: f64) {
    while let Some((last, rest)) = v.split_last_mut() {
        *last += k * rest.iter().sum::<f64>();
        v = rest;
    }
}
#[differentiate]
fn in_patterns(x: &[f64]) -> f64 {
    let mut out = x.to_vec();
    let mut rest = out.as_mut_slice();
    loop {
        let [a, b, tail @ ..] = rest else { break };
        *a += *b * *b;
        rest = tail;
    }
    out.iter().product()
}
#[differentiate]
fn returned_early(mut v: &mut [f64], k: f64) -> Option<f64> {
    for i in 0..10 {
        if v.is_empty() {
            return Some(k * i as f64);
        }
        v[0] = v[0].sin() * k;
        v = v.get_mut(1..)?;
        if k * i as f64 > 4.0 {
            return None;
        }
    }
    Some(v[0])
}
#[differentiate]
fn chosen(mut v: &mut [f64], k: f64) -> f64 {
    if v.len() > 2 && k > 0.0 {
        v = &mut v[1..];
    } else {
        v = &mut v[..1];
    }
    v[0] *= k;
    let n = v.len();
    v = &mut v[n - 1..];
    v[0] *= k;
    v[0]
}
#[differentiate]
fn shadowed(x: &[f64]) -> f64 {
    let mut out = x.to_vec();
    let mut v = &mut out[1..];
    {
        let mut v = &mut v[..2];
        v[0] *= 2.0;
        v = &mut v[1..];
        v[0] *= x[0];
    }
    v = &mut v[1..];
    v[0] += x[0] * x[1];
    let w = std::mem::replace(&mut v, &mut []);
    w[1] = w[0] * w[1];
    let empty = v.is_empty();
    if empty { out.iter().product() } else { 0.0 }
}
#[differentiate]
fn in_a_closure(x: &[f64]) -> f64 {
    let mut out = x.to_vec();
    let mut rest = &mut out[..];
    let mut next = |n: usize, k: f64| {
        let (a, b) = std::mem::take(&mut rest).split_at_mut(n);
        rest = b;
        for v in a.iter_mut() {
            *v *= k;
        }
        a[0]
    };
    let y = next(1, x[1]);
    let z = next(2, y);
    y * z + out[2]
}
#[differentiate]
fn of_rows(x: &[f64]) -> f64 {
    let mut rows = [[x[0], x[1]], [x[2], 1.0], [2.0, x[1]]];
    let mut rest = &mut rows[..];
    let mut s = 0.0;
    while let [first, others @ ..] = rest {
        first[1] *= first[0];
        if let Some(next) = others.first_mut() {
            next[0] += first[1];
        }
        s += first[1];
        rest = others;
    }
    let mut row = &mut rows[1][..];
    row = &mut row[1..];
    row[0] *= s;
    rows[1][1] + rows[2][0]
}
#[differentiate]
fn exchanged(x: &[f64]) -> f64 {
    let mut out = x.to_vec();
    let (mut a, mut b) = out.split_at_mut(2);
    for i in 0..3 {
        a[0] += b[1] * i as f64;
        std::mem::swap(&mut a, &mut b);
    }
    let t = a;
    a = b;
    a[1] *= t[0];
    out.iter().product()
}
fn halves<T: Copy + std::ops::AddAssign>(mut v: &mut [T]) {
    while v.len() > 1 {
        let (a, b) = v.split_at_mut(v.len() / 2);
        b[0] += a[0];
        v = b;
    }
}
#[differentiate]
fn sums<T: num_traits::Float>(mut v: &mut [T], k: T) {
    while v.len() > 1 {
        let n = v.len();
        let (a, b) = v.split_at_mut(n / 2);
        b[0] = b[0] + a[0] * k;
        v = b;
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Tape {
    cells: Vec<f64>,
    k: f64,
}
#[differentiate]
impl Tape {
    #[differentiate]
    fn run(&mut self, n: usize) -> f64 {
        let mut rest = &mut self.cells[..];
        for _ in 0..n {
            if rest.is_empty() {
                break;
            }
            let (first, others) = rest.split_at_mut(1);
            first[0] *= self.k;
            self.k += first[0];
            rest = others;
        }
        rest.iter().sum::<f64>() * self.k
    }
}
/// A method of the same name as one of std.
#[derive(Clone, Debug, Differentiable)]
struct Own {
    split: Vec<f64>,
}
#[differentiate]
impl Own {
    #[differentiate]
    fn split_at_mut(&mut self, k: f64) -> f64 {
        self.split[0] *= k;
        self.split[0]
    }
}
#[differentiate]
fn of_fields(x: &[f64]) -> f64 {
    let mut tape = Tape { cells: x.to_vec(), k: x[1] };
    let mut own = Own { split: x.to_vec() };
    let s = tape.run(2) + tape.run(9);
    own.split_at_mut(s) + tape.cells[0] * tape.k
}
#[differentiate]
fn of_parameters(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    scan(&mut v, x[0]);
    let t = taken(&mut v[1..], x[1]);
    without_take(&mut v, t);
    let e = returned_early(&mut v, x[2]).unwrap_or(x[0]);
    let c = chosen(&mut v, e.sin()) + chosen(&mut v[..2], -0.5);
    sums(&mut v, 0.25);
    c + t * e + v.iter().enumerate().map(|(i, v)| v.sin() * (i + 1) as f64).sum::<f64>()
}
#[differentiate]
fn selected_halves(x: &[f64]) -> f64 {
    let mut out = x.to_vec();
    let mut v = &mut out[..];
    let (mut s, mut n) = (0.0, 0);
    while v.len() > 1 {
        let mid = v.len() / 2;
        v[mid] *= v[0];
        let (l, r) = v.split_at_mut(mid);
        s += l[0] * r[0];
        v = if s > x[0] && n % 2 == 0 { r } else { l };
        n += 1;
    }
    s + out.iter().map(|v| v * v).sum::<f64>()
}
#[differentiate]
fn past_the_end(mut v: &mut [f64], k: f64) -> f64 {
    v = &mut v[2..];
    k * v.len() as f64
}

#[test]
fn variables_that_refer_to_parts_of_mutable_slices() {
    let x = [1.2, 0.7, 0.3, 0.9, 1.1, 0.4];
    check!(in_parts, x);
    check!(in_parts, [0.5]);
    check!(in_patterns, x);
    check!(in_patterns, []);
    check!(shadowed, x);
    check!(in_a_closure, x);
    check!(of_rows, x);
    check!(exchanged, x);
    check!(of_fields, x);
    check!(selected_halves, x);
    check!(selected_halves, [0.5, 0.3, 2.4, 0.4]);
    check!(of_parameters, x.map(|v| 0.3 * v));
    let mut whole = [1.0, 2.0, 3.0, 4.0];
    halves(&mut whole);
    assert_eq!(whole, [1.0, 2.0, 4.0, 8.0]);
    let (mut v, mut v_bar) = ([1.0, 2.0, 3.0], [1.0, 0.0, 1.0]);
    let ((), k_bar) = scan_vjp(&mut v, 2.0, &mut v_bar);
    assert_eq!((v, v_bar, k_bar), ([2.0, 8.0, 11.0], [6.0, 2.0, 1.0], 7.0));
    let ended = |n: usize| {
        std::panic::catch_unwind(|| {
            past_the_end_vjp(&mut [1.0; 3][..n], 2.0, 1.0, &mut [0.0; 3][..n])
        })
    };
    assert_eq!(ended(3).ok(), Some((2.0, 1.0)));
    assert!(ended(1).is_err());
}
