//! Variables that refer to a slice and are assigned other parts of it.

use autodiff::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct P {
    a: f64,
    rest: Vec<f64>,
}
#[differentiate]
fn in_parts(theta: &[f64]) -> f64 {
    let (head, mut rest) = theta.split_at(2);
    let mut s = head[0] * head[1];
    while !rest.is_empty() {
        let (own, others) = rest.split_at(2);
        s += own[0] * own[1].sin();
        rest = others;
    }
    s
}
#[differentiate]
fn from_the_front(mut theta: &[f64]) -> f64 {
    let mut s = 1.0;
    while let [first, tail @ ..] = theta {
        s = s * 1.1 + first * first * s;
        theta = tail;
    }
    s
}
#[differentiate]
fn sliding(theta: &[f64]) -> f64 {
    let mut w = &theta[0..2];
    let mut s = 0.0;
    for i in 0..theta.len() - 1 {
        s += w[0] * w[1] + w.iter().sum::<f64>() + w.len() as f64 * w[0];
        if i % 2 == 0 {
            w = &theta[i + 1..=i + 2];
        } else if i > 2 {
            w = &w[1..];
            break;
        }
    }
    s + w[0].exp()
}
#[differentiate]
fn taken_apart(theta: &[f64]) -> f64 {
    let mut rest = theta;
    let mut total = 0.0;
    let head;
    (head, rest) = rest.split_at(1);
    total += head[0];
    if let Some((last, others)) = rest.split_last() {
        total += last.ln();
        rest = others;
    }
    match rest.split_first() {
        Some((a, b)) if b.len() > 1 => {
            total *= *a;
            rest = b;
        }
        _ => {}
    }
    total + squares(rest)
}
#[differentiate]
fn squares(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}
#[differentiate]
fn walked<'a>(p: &P, n: usize) -> f64 {
    let mut rest: &[f64] = &p.rest;
    let mut s = p.a;
    for k in 0..n {
        if rest.len() < 2 {
            break;
        }
        s += rest[0] / rest[1] * k as f64;
        rest = &rest[1..];
    }
    s
}
#[differentiate]
fn of_a_field(theta: &[f64]) -> f64 {
    walked(&P { a: theta[0], rest: theta.to_vec() }, 3)
}
#[differentiate]
fn in_a_closure(theta: &[f64]) -> f64 {
    let v: Vec<f64> = theta.iter().map(|t| t * 2.0).collect();
    let mut rest = &v[..];
    let mut f = |n: usize| {
        let (a, b) = rest.split_at(n);
        rest = b;
        a.iter().product::<f64>()
    };
    let x = f(1);
    let y = f(2);
    x + y * 3.0
}
#[differentiate]
fn in_pieces(theta: &[f64]) -> f64 {
    let mut chunks = theta;
    let mut s = 0.0;
    loop {
        if chunks.len() < 2 {
            break s;
        }
        let cut = if chunks[0] > 1.0 { 2 } else { 1 };
        s += chunks[..cut].iter().map(|x| x.powi(3)).sum::<f64>();
        chunks = &chunks[cut..];
    }
}
#[derive(Clone, Copy, Debug)]
struct Obs {
    t: f64,
    y: f64,
    k: usize,
}
const TABLE: &[f64] = &[0.5, 1.5, 2.5, 3.5];
#[differentiate]
fn by_twos(x: &[f64]) -> f64 {
    let mut rest = x;
    let mut s = 0.0;
    loop {
        match rest {
            [] => break,
            [a] => {
                s += a * a;
                rest = &[];
            }
            [a, b, tail @ ..] => {
                s += a * b;
                rest = tail;
            }
        }
    }
    s
}
#[differentiate]
fn used_in_every_way(x: &[f64]) -> f64 {
    let mut rest = x;
    let mut s = 0.0;
    while let Some((first, others)) = rest.split_first() {
        s += first * others.iter().rev().take(2).sum::<f64>()
            + rest.windows(2).map(|w| w[0] * w[1]).sum::<f64>();
        for (i, v) in rest.iter().enumerate() {
            s += v * i as f64;
        }
        for v in rest {
            s += v.sin();
        }
        if rest.get(1).is_some_and(|v| *v > 2.0) {
            s *= 1.1;
        }
        let copy = rest.to_vec();
        s += copy.iter().product::<f64>() * rest.first().copied().unwrap_or(0.0)
            - rest.last().unwrap();
        assert!(rest.len() < 10, "{rest:?}");
        rest = others;
    }
    s
}
#[differentiate]
fn exchanged(x: &[f64]) -> f64 {
    let (mut p, mut q) = x.split_at(2);
    let mut s = 0.0;
    for k in 0..2 {
        s += p[0] * q[0] * q[1];
        if k == 0 {
            p = q;
            q = &x[..2];
        }
    }
    s
}
#[differentiate]
fn of_constants(x: f64, #[constant] obs: &[Obs], #[constant] ks: &[usize]) -> f64 {
    let mut rest = obs;
    let mut s = 0.0;
    while let [first, tail @ ..] = rest {
        s += (first.t * x - first.y).powi(2) * first.k as f64;
        rest = tail;
    }
    let mut k = ks;
    while !k.is_empty() {
        s += x * k[0] as f64;
        k = &k[1..];
    }
    let mut t = TABLE;
    while t.len() > 1 {
        s += x * t[0] * t[1];
        t = &t[2..];
    }
    s
}
#[differentiate]
fn of_several_types(x: &[f64]) -> f64 {
    let m: Vec<[f64; 2]> = x.chunks(2).map(|c| [c[0], c[1] * 2.0]).collect();
    let pairs: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, v)| (*v, i)).collect();
    let mut rest = &m[..];
    let mut s = 0.0;
    while rest.len() > 0 {
        s += rest[0][0] * rest[0][1];
        rest = &rest[1..];
    }
    let mut r: &[(f64, usize)] = &pairs;
    while let Some(((v, i), more)) = r.split_first() {
        s += v * v * *i as f64;
        r = more;
    }
    let mut rows = m.as_slice();
    for k in 0..2 {
        let (h, t) = rows.split_at(1);
        s += h[0][k];
        rows = t;
    }
    s
}
#[differentiate]
fn passed(x: &[f64], n: usize) -> f64 {
    with_a_number(x, n) * 2.0
}
#[differentiate]
fn with_a_number(mut x: &[f64], mut n: usize) -> f64 {
    let mut s = 1.0;
    while n > 0 && !x.is_empty() {
        s = s * 0.5 + x[0] * s;
        x = &x[1..];
        n -= 1;
    }
    s + x.iter().sum::<f64>()
}
#[differentiate]
fn shortened(x: &[f64]) -> f64 {
    let mut r = x;
    if r.len() > 3 {
        r = &r[1..r.len() - 1];
        return shortened(r) * x[0];
    }
    r.iter().map(|v| v * v).sum()
}
#[differentiate]
fn counted(x: &[f64]) -> f64 {
    passed(x, 3)
}
#[differentiate]
fn of_observations(x: &[f64]) -> f64 {
    of_constants(x[0], &[Obs { t: 1.0, y: 0.5, k: 2 }, Obs { t: 2.0, y: 1.5, k: 1 }], &[1, 2, 3])
}
#[differentiate]
fn chosen_by_loops(x: &[f64]) -> f64 {
    let mut best = x;
    let mut most = f64::NEG_INFINITY;
    for i in 0..x.len() - 1 {
        let w = &x[i..i + 2];
        let v = w[0] * w[1];
        if v > most {
            most = v;
            best = w;
        }
    }
    let mut inner = 0.0;
    let mut outer = best;
    for k in 0..2 {
        let mut r = outer;
        while let [a, t @ ..] = r {
            inner += a * (k + 1) as f64;
            r = t;
        }
        if k == 0 {
            outer = &outer[1..];
        }
    }
    best[0] - best[1] * 3.0 + inner
}

#[test]
fn variables_that_refer_to_parts_of_slices() {
    let x = [1.2, 0.7, 2.3, 0.9, 1.7, 0.4];
    check!(in_parts, x);
    check!(from_the_front, x);
    check!(sliding, x);
    check!(taken_apart, x);
    check!(of_a_field, x);
    check!(in_a_closure, x);
    check!(in_pieces, x);
    check!(in_pieces, [0.5, 1.5]);
    check!(in_parts, [0.5, 1.5]);
    check!(by_twos, x);
    check!(used_in_every_way, x);
    check!(exchanged, x);
    check!(of_several_types, x);
    check!(counted, x);
    check!(of_observations, x);
    check!(chosen_by_loops, x);
    check!(shortened, x);
    check!(by_twos, [0.3]);
}
