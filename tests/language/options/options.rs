//! `Option`s inside of a function: destructured by methods, patterns and control flow without `?`.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn stack(x: &[f64]) -> f64 {
    let mut stack = vec![(x[0], 0usize), (x[1], 1)];
    let mut total = 0.0;
    while let Some((v, depth)) = stack.pop() {
        total += v * v * (depth as f64 + 1.0);
        if depth < 3 {
            stack.push((v * x[2], depth + 1));
            stack.push((v.sin(), depth + 2));
        }
    }
    total
}

#[differentiate(reverse)]
fn best_of_loop(x: &[f64]) -> f64 {
    let mut best = None;
    for v in x {
        if *v > 0.0 {
            best = match best {
                None => Some(*v),
                Some(b) if b < v * v => Some(v * v),
                other => other,
            };
        }
    }
    best.unwrap_or(0.25) * x[0]
}

#[differentiate(reverse)]
fn best_pair(x: &[f64]) -> f64 {
    let mut best: Option<(usize, f64)> = None;
    for (i, v) in x.iter().enumerate() {
        if best.is_none_or(|(_, b)| v.sin() > b) {
            best = Some((i, v.sin()));
        }
    }
    let Some((i, v)) = best else { return -1.0 };
    v * x[i] + i as f64
}

#[differentiate(reverse)]
fn let_else(x: &[f64], #[constant] n: Option<usize>) -> f64 {
    let Some(i) = n else { return x[0] };
    x[i] * x[i]
}

#[differentiate(reverse)]
fn matched(x: &[f64]) -> f64 {
    let a = match (x.first(), x.get(7)) {
        (Some(a), Some(b)) => a * b,
        (Some(a), None) => a * 3.0,
        _ => 0.5,
    };
    let b = if let Some(v) = x.iter().find(|v| **v < 0.0) { v * v } else { 1.5 };
    let c = if let Some(p) = x.iter().position(|v| *v > 1.0)
        && p > 0
        && let Some(v) = x.get(p - 1)
    {
        v.exp()
    } else {
        a
    };
    a * b + c
}

#[differentiate(reverse)]
fn methods(x: &[f64]) -> f64 {
    let first = x.first().copied();
    let a = first.map(|v| v * v).filter(|v| *v > 0.1).unwrap_or_default();
    let b = first.and_then(|v| if v > 0.0 { Some(v.ln()) } else { None }).unwrap_or_else(|| x[1]);
    let c = first.zip(x.last().copied()).map_or(0.0, |(p, q)| p * q);
    let d = x.get(100).or(x.first()).map_or_else(|| 0.0, |v| v.cos());
    let e = if first.is_some_and(|v| v > 0.2) && x.get(50).is_none() { a } else { b };
    a + b * c + d * e + first.expect("there is one")
}

#[differentiate(reverse)]
fn advanced(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut total = 0.0;
    let mut last = 0.0;
    while let Some(v) = it.next() {
        total += v * last;
        last = v.sin();
        if last > 0.9 {
            it.next();
        }
    }
    let mut rest = x.iter().copied().enumerate();
    let (_, first) = rest.next().unwrap();
    total + rest.map(|(i, v)| v * first * i as f64).sum::<f64>()
}

#[differentiate(reverse)]
fn in_place(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if let Some(first) = v.first_mut() {
        *first *= 2.0;
    }
    if let Some(e) = v.get_mut(2) {
        *e += x[0];
    }
    if let Some(last) = v.last_mut() {
        *last = last.sin();
    }
    v.iter().map(|v| v * v).sum()
}

#[test]
fn options() {
    let x = [0.5, 1.25, -0.75, 0.9, 0.3];
    check!(stack, x);
    check!(best_of_loop, x);
    check!(best_of_loop, [-1.0, -2.0]);
    check!(best_pair, x);
    check!(best_pair, []);
    check!(matched, x);
    check!(matched, [2.0, 0.3]);
    check!(matched, [0.5; 9]);
    check!(methods, x);
    check!(methods, [-0.2, 0.7]);
    check!(advanced, x);
    check!(in_place, x);
    check!(in_place, [0.3]);
    assert_eq!(let_else_value_and_grad(&[2.0, 3.0], Some(1)), (9.0, vec![0.0, 6.0]));
    assert_eq!(let_else_value_and_grad(&[2.0, 3.0], None), (2.0, vec![1.0, 0.0]));
}

#[test]
#[should_panic(expected = "called `Option::unwrap()` on a `None` value")]
fn unwrapped_nothing() {
    advanced_grad(&[]);
}

#[differentiate(reverse)]
fn best_pair_without_a_type(x: &[f64]) -> f64 {
    let mut best = None;
    for (i, v) in x.iter().enumerate() {
        let w = v * v;
        match best {
            Some((_, b)) if w <= b => {}
            _ => best = Some((i, w)),
        }
    }
    match best {
        Some((i, w)) => w * x[i],
        None => 0.0,
    }
}

#[test]
fn a_pair() {
    check!(best_pair_without_a_type, [0.5, 1.25, -0.75, 0.9, 0.3]);
    check!(best_pair_without_a_type, []);
}

#[differentiate(reverse)]
fn passed(x: f64, o: Option<f64>) -> Option<f64> {
    let y = o.map(|v| v * x)?;
    let z = if y > 0.0 { Some(y.ln()) } else { None };
    match (o, z) {
        (Some(a), Some(b)) => Some(a * b),
        (Some(a), None) => Some(a),
        _ => None,
    }
}

#[differentiate(reverse)]
fn calls_with_options(x: &[f64]) -> f64 {
    let a: Option<f64> = passed(x[0], x.get(1).copied());
    let b = passed(x[0], None);
    let c = match passed(x[1], x.iter().copied().find(|v| *v < 0.0)) {
        Some(c) if c > 0.0 => c,
        Some(_) => 0.25,
        None => 0.5,
    };
    if b.is_some() { 1.0 } else { a.unwrap_or(2.0) * c }
}

#[test]
fn as_arguments_and_results() {
    check!(calls_with_options, [0.5, 1.25, -0.75]);
    check!(calls_with_options, [1.5, 1.25]);
    assert_eq!(passed_vjp(2.0, Some(-3.0), Some(1.0)), (Some(-3.0), (0.0, Some(1.0))));
}
