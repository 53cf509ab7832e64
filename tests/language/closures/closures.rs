//! Closures: called, passed on, capturing by reference and by value.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn captures(x: &[f64]) -> f64 {
    let k = x[0] * 2.0;
    let f = |a: f64, b: f64| -> f64 {
        if a > b {
            return a * k;
        }
        b * b
    };
    let g = move |t: f64| f(t, k) + f(k, t);
    let mut total = 0.0;
    let mut add = |v: f64| total += v * k;
    for v in x {
        add(g(*v));
    }
    total
}
#[test]
fn called() {
    check!(captures, [0.5, 1.25, -0.75, 0.9, 0.3]);
}

#[differentiate(reverse)]
fn by_value(x: &[f64]) -> f64 {
    let mut k = x[0];
    let f = move |v: f64| v * k;
    k += 1.0;
    let table = vec![x[1], x[2] * 2.0];
    let g = |i: usize| table[i] * table[1 - i] + k;
    let h = move |v| f(v).sin();
    h(x[1]) + g(0) * g(1) + k
}

#[differentiate(reverse)]
fn counters(x: &[f64]) -> f64 {
    let mut calls = 0;
    let mut state = (x[0], 1.0);
    let mut step = |v: f64| {
        calls += 1;
        state.0 = state.0 * 0.5 + v;
        state.1 *= state.0;
        state.1
    };
    let mut total = 0.0;
    for v in x {
        total += step(*v);
    }
    let mut n = 0;
    let mut count = move || {
        n += 1;
        n
    };
    total * state.0 + calls as f64 + (count() + count() * 10) as f64 + n as f64
}

#[differentiate(reverse)]
fn patterns(x: &[f64]) -> f64 {
    let dot = |(a, b): (f64, f64), [c, d]: [f64; 2]| (a * c + b * d, a - b);
    let norm = |v: &[f64]| -> f64 {
        let mut s = 0.0;
        for (i, a) in v.iter().enumerate() {
            if i > 3 {
                return s * 2.0;
            }
            s += a * a;
        }
        s.sqrt()
    };
    let (p, q) = dot((x[0], x[1]), [x[2], x[0]]);
    p * q + norm(x) + norm(&x[1..3]) + (|v: f64| v * v)(p)
}

#[differentiate(reverse)]
fn nested_items(x: &[f64]) -> f64 {
    use std::f64::consts::{FRAC_1_PI, PI as TAU_HALF};
    const N: usize = 3;
    const SCALE: f64 = 1.5 * N as f64;
    static OFFSET: f64 = 0.25;
    type Number = f64;
    fn cube(v: Number) -> Number {
        if v < -100.0 {
            return 0.0;
        }
        square(v) * v
    }
    fn square(v: f64) -> f64 {
        v * v
    }
    let mut w = [0.0; N];
    for i in 0..N {
        w[i] = cube(x[i]) * SCALE + OFFSET;
    }
    w.iter().copied().map(square).sum::<Number>() * TAU_HALF + FRAC_1_PI * x[0]
}

#[differentiate(reverse)]
fn failing(x: &[f64]) -> f64 {
    let first = |v: &[f64]| -> Option<f64> {
        let a = v.first()?;
        let b = v.get(1)?;
        Some(a * b)
    };
    first(x).unwrap_or(1.5) + first(&x[1..]).map_or(0.0, |v| v.sin())
}

#[test]
fn closures() {
    let x = [0.5, 1.25, -0.75, 0.9, 0.3];
    check!(by_value, x);
    check!(counters, x);
    check!(patterns, x);
    check!(nested_items, x);
    check!(failing, x);
    check!(failing, [0.5, 0.25]);
    check!(failing, [0.5]);
}

mod changing {
    use super::*;
    #[differentiate]
    fn a(x: &[f64]) -> f64 {
        let mut count = 0.0_f64;
        let mut add = |x: f64| count += x;
        add(x[0]);
        add(x[1] * 2.0);
        count * count
    }
    #[differentiate]
    fn b(x: &[f64]) -> f64 {
        let mut count = 0.0_f64;
        let mut n = 0;
        let mut add = |x: &f64| {
            count += x * count.cos();
            n += 1;
        };
        x.iter().for_each(&mut add);
        x.iter().for_each(|v| add(v));
        count * n as f64
    }
    #[differentiate]
    fn c(x: &[f64]) -> f64 {
        let mut state = vec![0.0; 3];
        let mut step = |i: usize, u: f64| -> f64 {
            state[i] = 0.5 * state[i] + u;
            state[i]
        };
        let y = step(0, x[0]) + step(1, x[1]);
        let z: f64 = x.iter().enumerate().map(|(i, v)| step(i % 3, *v)).sum();
        y * z + state[0]
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct S {
        a: f64,
        v: Vec<f64>,
    }
    #[differentiate]
    fn d(x: &[f64]) -> f64 {
        let mut s = S { a: x[0], v: x.to_vec() };
        let mut seed = 1u32;
        let mut rand = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            seed as f64 / 4294967296.0
        };
        let mut bump = |k: f64| {
            s.a *= k;
            s.v.push(s.a);
            s.v.len()
        };
        let mut t = 0.0;
        for v in x {
            t += rand() * v;
            bump(*v);
        }
        t * s.a + s.v.last().unwrap()
    }
    #[test]
    fn closures_that_change_what_they_capture() {
        check!(a, [0.4, 0.7]);
        check!(b, [0.4, 0.7, -0.3]);
        check!(c, [0.4, 0.7, -0.3]);
        check!(d, [0.4, 0.7, -0.3]);
    }
}
