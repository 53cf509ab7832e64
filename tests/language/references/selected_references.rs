//! References that branches, loops and searches select, and temporary values as arguments by
//! reference.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Knot {
    at: f64,
    c: Vec<f64>,
}
#[differentiate]
impl Knot {
    #[differentiate]
    fn value(&self, x: f64) -> f64 {
        self.c.iter().rev().fold(0.0, |y, c| y * (x - self.at) + c)
    }
    #[differentiate]
    fn between(&self, other: &Knot, x: f64) -> f64 {
        self.value(x) * other.at - other.value(x)
    }
}
#[differentiate]
fn of_knot(k: &Knot, x: f64) -> f64 {
    k.at * x + k.c[0]
}
#[differentiate]
fn sum(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}
#[differentiate]
fn knots(x: &[f64]) -> Vec<Knot> {
    x.iter()
        .enumerate()
        .map(|(i, v)| Knot { at: *v, c: vec![v * 2.0, 1.0 + i as f64, v * v] })
        .collect()
}

#[differentiate]
fn by_if(x: &[f64]) -> f64 {
    let k = knots(x);
    let chosen = if x[0] > 0.5 {
        &k[0]
    } else if x[1] > 0.0 {
        &k[1]
    } else {
        &k[2]
    };
    chosen.value(x[1]) * chosen.at
        + of_knot(chosen, x[2])
        + chosen.c[1] * sum(&chosen.c)
        + k[0].between(chosen, x[0])
}
#[differentiate]
fn by_match(x: &[f64]) -> f64 {
    let k = knots(x);
    let mut n = 2;
    let near = x.iter().position(|v| *v > 0.5);
    let chosen = match near {
        Some(i) if i > 0 => &k[i - 1],
        Some(_) => &k[n],
        None => &k[1],
    };
    // neither is the chosen one
    n -= 1;
    let near = k[n].at;
    let row = match n {
        0 => &k[0].c,
        _ => &k[1].c[n..],
    };
    let near = near + 3.0;
    chosen.value(near) * near + row[0] * of_knot(chosen, x[0])
}
#[differentiate]
fn shadowed(x: &[f64]) -> f64 {
    let k = knots(x);
    let a = if let Some(i) = x.iter().rposition(|v| *v > 0.0) { &k[i] } else { &k[0] };
    let mut s = k.iter().map(|a| a.at * x[0]).sum::<f64>() * a.at;
    for a in &k {
        s += a.c[0] * a.at;
    }
    if let Some(a) = k.get(1) {
        s += a.value(x[0]);
    }
    match k.first() {
        Some(a) if a.at > 0.0 => s += a.at,
        _ => s -= a.at,
    }
    let b = a;
    s * b.at + (|a: f64| a * a)(x[1]) + a.c.iter().sum::<f64>()
}
#[differentiate]
fn part(x: &[f64]) -> f64 {
    let mut n = 1;
    let part = if x[0] > 0.0 { &x[n..] } else { &x[..=n] };
    n += 1;
    part[0] * part[1] * n as f64
}
#[test]
fn references_to_structs_chosen_by_branches() {
    for x in [[0.7, 0.4, -0.3], [0.3, 0.4, 0.9], [0.3, -0.4, 0.2], [-0.2, -0.4, -0.7]] {
        check!(by_if, x);
        check!(by_match, x);
        check!(shadowed, x);
        check!(part, x);
    }
}

#[differentiate]
fn found(x: &[f64]) -> f64 {
    let k = knots(x);
    let y = x[0];
    let mut s = 0.0;
    if let Some(first) = k.iter().find(|k| k.at > y) {
        s += first.value(y) + of_knot(first, y);
    }
    if let Some(last) = k.iter().rev().find(|k| k.at > 0.0) {
        s *= last.value(y) * last.at;
    }
    let last = k.iter().rposition(|k| k.at < y).unwrap_or(1);
    s += k[last].at * y;
    s += k.iter().max_by(|a, b| a.at.total_cmp(&b.at)).map(|k| k.value(y)).unwrap_or(0.0);
    let least = k.iter().min_by(|a, b| a.at.partial_cmp(&b.at).unwrap()).unwrap();
    s += of_knot(least, y) * least.c[2];
    s + k
        .iter()
        .filter(|k| k.at != y)
        .min_by(|a, b| (a.at - y).abs().total_cmp(&(b.at - y).abs()))
        .map_or(0.0, |k| k.at * s)
}
#[differentiate]
fn carried(x: &[f64]) -> f64 {
    let k = knots(x);
    let mut best = &k[0];
    let mut last: Option<&Knot> = None;
    for candidate in &k {
        if candidate.at > best.at {
            best = candidate;
        }
        if candidate.at < 0.5 {
            last = Some(candidate);
        }
    }
    let (low, high) = if best.at < k[1].at { (best, &k[1]) } else { (&k[1], best) };
    let of_last = match last {
        Some(last) => last.value(x[0]),
        None => x[1],
    };
    best.value(x[2]) * of_last + low.at * high.value(x[0])
}
#[differentiate]
fn maybe(x: &[f64]) -> Option<f64> {
    let k = knots(x);
    let first = k.iter().find(|k| k.at > 0.0)?;
    Some(first.value(x[1]))
}
#[differentiate]
fn of_maybe(x: &[f64]) -> f64 {
    maybe(x).unwrap_or(2.0) * x[0]
}
#[test]
fn references_to_structs_that_are_found() {
    for x in [[0.7, 0.4, -0.3], [0.3, 0.4, 0.9], [0.3, -0.4, 0.2], [-0.2, -0.4, -0.7]] {
        check!(found, x);
        check!(carried, x);
        check!(of_maybe, x);
    }
}

#[differentiate]
fn cross(p: &(f64, f64), q: &(f64, f64)) -> f64 {
    p.0 * q.1 - p.1 * q.0
}
#[differentiate]
fn scale(x: &mut [f64], k: f64) -> f64 {
    for v in x.iter_mut() {
        *v *= k;
    }
    x[0] * k
}
#[differentiate]
fn cut(v: &mut Vec<f64>) -> f64 {
    let last = v.pop().unwrap_or(1.0);
    v.iter().sum::<f64>() * last
}
#[differentiate]
fn temporaries(x: &[f64]) -> f64 {
    let nothing = sum(&[]) + sum(&vec![]);
    let few = sum(&[x[0], 2.0 * x[1]]) + sum(&vec![x[1]; 3]);
    let changed = scale(&mut [x[0], 2.0], x[1])
        + scale(&mut x[1..].to_vec(), 2.0)
        + cut(&mut vec![x[0], x[1], x[2]]);
    nothing + few * changed + of_knot(&Knot { at: x[2], c: vec![x[1]] }, few)
}
#[differentiate]
fn corners(x: &[f64]) -> f64 {
    let corners: Vec<(f64, f64)> = x.windows(2).map(|w| (w[0], w[1] * w[0])).collect();
    let p = (x[0], x[1]);
    let mut s = cross(&p, &(x[1], 2.0)) + cross(&corners[0], &corners[1]);
    for q in &corners {
        s += cross(q, &p);
    }
    for w in corners.windows(2) {
        s *= 1.0 + cross(&w[0], &w[1]);
    }
    s + corners.iter().zip(corners.iter().skip(1)).map(|(p, q)| cross(p, q)).sum::<f64>()
}
#[differentiate]
fn named_temporaries(x: &[f64]) -> f64 {
    let y = &mut (2.0 * x[0]);
    *y += x[1];
    let mut v = vec![];
    for k in 0..2 {
        let w = &mut [x[k], *y];
        w[0] *= w[1];
        v.push(scale(w, x[k]));
    }
    *y * v[0] + v[1]
}
#[test]
fn temporary_values_by_reference() {
    check!(named_temporaries, [0.7, 0.4, -0.3]);
    check!(temporaries, [0.7, 0.4, -0.3]);
    check!(corners, [0.7, 0.4, -0.3]);
}
#[test]
fn tuples_by_reference() {
    let (value, bars) = cross_value_and_grad(&(1.0, 2.0), &(3.0, 5.0));
    assert_eq!((value, bars), (-1.0, ((5.0, -3.0), (-2.0, 1.0))));
}

struct Window {
    row: usize,
}
#[differentiate]
fn in_macros(x: &[f64], wide: bool) -> f64 {
    let w = Window { row: 1 };
    let row = if wide { &x[1..] } else { &x[..2] };
    assert!(row.len() > w.row && row[w.row].is_finite(), "{}", row[0]);
    debug_assert!((0..row.len()).contains(&w.row));
    row[0] * row[w.row]
}
#[test]
fn chosen_references_in_macros() {
    for wide in [false, true] {
        let x = [2.0, 3.0, 5.0];
        let (y, bar) = in_macros_value_and_grad(&x, wide);
        assert_eq!(
            (y, bar),
            if wide { (15.0, vec![0.0, 5.0, 3.0]) } else { (6.0, vec![3.0, 2.0, 0.0]) }
        );
    }
}

/// Constants of a module's own types, chosen by a branch, also of modules in it where the type has
/// the same name.
#[differentiate]
mod constants {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Ellipsoid {
        pub a: f64,
        pub f: f64,
    }
    pub mod known {
        use super::Ellipsoid;
        pub const ROUND: Ellipsoid = Ellipsoid { a: 1.0, f: 0.25 };
    }
    pub const FLAT: Ellipsoid = Ellipsoid { a: 3.0, f: 2.5 };
    static TALL: Ellipsoid = Ellipsoid { a: 0.5, f: -1.5 };

    fn radius(e: &Ellipsoid, x: f64) -> Result<f64, String> {
        if x > 9.0 { Err("too far".to_string()) } else { Ok(e.a * x * x + e.f * x) }
    }

    #[differentiate]
    pub fn radii(x: &[f64]) -> Result<f64, String> {
        let mut sum = 0.0;
        for (i, v) in x.iter().enumerate() {
            let e = match i {
                0 => &known::ROUND,
                1 => &FLAT,
                _ => &TALL,
            };
            sum += radius(e, v * x[0])?;
        }
        Ok(sum)
    }

    #[differentiate]
    pub fn of_radii(x: &[f64]) -> f64 {
        radii(x).unwrap_or(0.0)
    }
}

#[test]
fn constants_of_own_types_by_reference() {
    use constants::*;
    check!(of_radii, [0.7, 0.4, 0.9]);
}
