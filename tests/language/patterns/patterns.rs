//! Patterns: slices, alternatives with variables, ranges, references.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn label_block(x: &[f64]) -> f64 {
    let v = 'a: {
        if x[0] > 0.5 {
            break 'a x[0] * 2.0;
        }
        if x.len() > 2 {
            break 'a x[1];
        }
        x[0] * x[0]
    };
    v * 3.0
}
#[differentiate(reverse)]
fn let_chain(x: &[f64]) -> f64 {
    if let Some(a) = x.first()
        && *a > 0.0
        && let Some(b) = x.get(1)
    {
        a * b
    } else {
        1.0
    }
}
#[differentiate(reverse)]
fn let_chain_while(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut s = 0.0;
    while let Some(a) = x.get(i)
        && *a > -0.5
    {
        s += a * a;
        i += 1;
    }
    s
}
#[differentiate(reverse)]
fn const_block(x: &[f64]) -> f64 {
    x[0] * const { 2.0 * 3.0 }
}
#[differentiate(reverse)]
fn or_patterns(x: &[f64]) -> f64 {
    match x.len() {
        1 | 2 => x[0],
        3 | 4..=6 => x[0] * 2.0,
        _ => x[0] * x[0],
    }
}
#[differentiate(reverse)]
fn or_bind(x: &[f64]) -> f64 {
    let p = if x.len() > 2 { (1, x[0]) } else { (2, x[0] * 2.0) };
    match p {
        (1, v) | (2, v) => v * v,
        _ => 0.0,
    }
}
// a vertical bar before the first alternative
#[rustfmt::skip]
#[differentiate(reverse)]
fn leading_bar(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for | (l, k) in [(x[0], 1.0), (x[0] * x[0], 2.0)] { s += l * k; }
    for | v in x.iter() { s *= v; }
    s
}
#[differentiate(reverse)]
fn slice_pattern(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [a] => *a,
        [first, .., last] => first * last,
    }
}
#[differentiate(reverse)]
fn slice_pattern2(x: &[f64]) -> f64 {
    if let [a, b, rest @ ..] = x { a * b + rest.iter().sum::<f64>() } else { 0.0 }
}
#[differentiate(reverse)]
fn slice_pattern3(x: &[f64]) -> f64 {
    let [a, b, ..] = x else { return 0.0 };
    let [.., c] = x else { return 1.0 };
    a * b - c * c
}
#[differentiate(reverse)]
fn slice_pattern4(x: &[f64]) -> f64 {
    match x {
        &[a, b] => a * b,
        &[a, b, c] if a > 0.0 => a * b * c,
        [head, tail @ ..] => head * tail.iter().sum::<f64>(),
        _ => 0.0,
    }
}
#[differentiate(reverse)]
fn array_pattern(x: &[f64]) -> f64 {
    let v = [[x[0], 2.0], [3.0, x[0]]];
    let [[a, b], [c, d]] = v;
    let [first, .., last] = [x[0], 1.0, 2.0];
    a * d - b * c + first * last
}
#[differentiate(reverse)]
fn ref_binding(x: &[f64]) -> f64 {
    let mut p = (x[0], 1.0);
    let (ref a, _) = p;
    let q = *a * 2.0;
    let (ref mut b, ref mut c) = p;
    *b *= 3.0;
    *c += *b;
    p.0 * p.1 + q
}
#[differentiate(reverse)]
fn nested_tuple(x: &[f64]) -> f64 {
    let ((a, b), [c, d], e) = ((x[0], 2.0), [x[0] * x[0], 1.0], x.len());
    let (s, (t, _), ..) = (a * b, (c, d), 1, 2);
    s * t * e as f64
}
#[differentiate(reverse)]
fn range_pattern(x: &[f64]) -> f64 {
    let n = match x.len() {
        n @ 1..=2 => n as f64 * x[0],
        n @ 3.. => x[0] * x[0] * n as f64,
        _ => 0.0,
    };
    let m = match x[0] {
        ..0.0 => 1.0,
        0.0..=0.65 => 2.0,
        _ => 3.0,
    };
    n * m
}
#[differentiate(reverse)]
fn shadowed(x: &[f64]) -> f64 {
    let x_dot = x[0] * 2.0;
    let x_bar = x_dot * x_dot;
    let frame = x_bar + 1.0;
    let residuals = frame * x_dot;
    let result = residuals;
    let i = result;
    let c = i;
    let t = c * i;
    let value = t;
    let sum = value;
    let exit = sum;
    let rows = exit;
    let primal = rows;
    let y = primal;
    y * x_dot
}
#[differentiate(reverse)]
fn raw_ident(x: &[f64]) -> f64 {
    let r#type = x[0];
    let r#match = r#type * r#type;
    r#match + r#type
}
#[differentiate(reverse)]
fn unicode(x: &[f64]) -> f64 {
    let θ = x[0];
    let ψ = θ;
    θ * ψ
}
#[differentiate(reverse)]
fn loop_break_value(x: &[f64]) -> f64 {
    let mut i = 0;
    let a = 2.0
        * loop {
            i += 1;
            if i > 3 {
                break x[0] * i as f64;
            }
        };
    let b = {
        let mut t = x[0];
        loop {
            t *= 0.5;
            if t.abs() < 0.1 {
                break t;
            }
        }
    } + 1.0;
    a * b
}
#[differentiate(reverse)]
fn return_in_closure(x: &[f64]) -> f64 {
    let f = |v: f64| {
        if v > 0.5 {
            return v * v;
        }
        if v < -0.5 {
            return -v;
        }
        v
    };
    x.iter().map(|v| f(*v)).sum()
}
#[differentiate(reverse)]
fn match_tuple(x: &[f64]) -> f64 {
    match (x.len(), x[0] > 0.0) {
        (0, _) => 0.0,
        (1..=2, true) => x[0],
        (_, true) => x[0] * x[0],
        (n, false) => x[0] * n as f64,
    }
}
#[differentiate(reverse)]
fn match_ref(x: &[f64]) -> f64 {
    match x.first() {
        Some(&v) if v > 0.0 => v,
        Some(v) => v * v,
        None => 0.0,
    }
}
#[differentiate(reverse)]
fn match_guard_or(x: &[f64]) -> f64 {
    match x.len() {
        1 | 2 if x[0] > 0.0 => x[0],
        n if n % 2 == 1 => x[0] * 2.0,
        _ => x[0] * 3.0,
    }
}
#[differentiate(reverse)]
fn if_let_else_chain(x: &[f64]) -> f64 {
    if let Some(a) = x.get(5) {
        *a
    } else if let Some(b) = x.get(1) {
        b * b
    } else {
        x[0]
    }
}
#[differentiate(reverse)]
fn block_expr(x: &[f64]) -> f64 {
    let a = {
        let b = x[0];
        let c = b * b;
        c + b
    };
    let d = if a > 0.0 {
        let e = a;
        e * 2.0
    } else {
        a
    };
    (|v: f64| v * d)(3.0)
}
#[differentiate(reverse)]
fn closure_mut(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut add = |v: f64| {
        s += v;
        s
    };
    let a = add(x[0]);
    let b = add(x[0] * 2.0);
    a * b + s
}
#[differentiate(reverse)]
fn closure_args(x: &[f64]) -> f64 {
    let f = |(a, b): (f64, f64), [c, d]: [f64; 2], &e: &f64| a * b + c * d * e;
    f((x[0], 2.0), [x[0], 3.0], &x[0])
}
#[differentiate(reverse)]
fn while_labels(x: &[f64]) -> f64 {
    let mut s = 0.0;
    'o: for i in 0..x.len() {
        let mut j = 0;
        while j < x.len() {
            if j == i {
                j += 1;
                continue;
            }
            if x[j] > 1.0 {
                continue 'o;
            }
            if s > 5.0 {
                break 'o;
            }
            s += x[i] * x[j];
            j += 1;
        }
    }
    s
}
#[differentiate(reverse)]
fn destruct_assign(x: &[f64]) -> f64 {
    let (mut a, mut b) = (x[0], 1.0);
    (a, b) = (b, a * a);
    [a, b] = [b * 2.0, a];
    (a, _) = (a + 1.0, 2);
    (_, b) = (1, b * a);
    a * b
}
#[differentiate(reverse)]
fn late_init(x: &[f64]) -> f64 {
    let a;
    if x[0] > 0.0 {
        a = x[0];
    } else {
        a = x[0] * x[0];
    }
    let b: f64;
    b = a * 2.0;
    a * b
}
#[differentiate(reverse)]
fn numeric_lits(x: &[f64]) -> f64 {
    x[0] * 1e-3 + 2. * x[0] + 1_000.0 + 0x10 as f64 + 3f64 * x[0] + 1.5_f64
}
#[differentiate(reverse)]
fn tuple_index_chain(x: &[f64]) -> f64 {
    let t = ((x[0], 1.0), (2.0, (x[0] * x[0], 3)));
    t.0.0 * t.1.1.0 + t.1.0 * t.1.1.1 as f64
}
#[differentiate(reverse)]
fn mut_refs(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    {
        let a = &mut v[0];
        *a += 1.0;
        let b = &mut *a;
        *b *= 2.0;
    }
    let s = &mut v[..];
    s[0] -= 1.0;
    for a in s.iter_mut() {
        *a *= *a;
    }
    let mut t = 0.0;
    let r = &mut t;
    *r += v[0];
    t
}
#[differentiate(reverse)]
fn array_windows_dest(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|w| {
            let &[a, b] = w else { return 0.0 };
            a * b
        })
        .sum()
}
#[differentiate(reverse)]
fn windows_match(x: &[f64]) -> f64 {
    x.windows(3)
        .map(|w| match w {
            [a, b, c] => a * b + c,
            _ => unreachable!(),
        })
        .sum()
}
#[differentiate(reverse)]
fn windows_if_let(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for w in x.windows(2) {
        if let [a, b] = w {
            s += a * b;
        }
    }
    s
}

mod laws {
    at_points! { leading_bar label_block let_chain let_chain_while const_block or_patterns or_bind slice_pattern
    slice_pattern2 slice_pattern3 slice_pattern4 array_pattern ref_binding nested_tuple
    range_pattern shadowed raw_ident unicode loop_break_value return_in_closure match_tuple
    match_ref match_guard_or if_let_else_chain block_expr closure_mut closure_args while_labels
    destruct_assign late_init numeric_lits tuple_index_chain mut_refs array_windows_dest
    windows_match windows_if_let }
}

/// Parts of sequences, which have no values of their own.
#[differentiate(reverse)]
fn ends_of_parts(x: &[f64]) -> f64 {
    let [a, b] = x[..2] else { return 0.0 };
    let doubled: Vec<f64> = x.iter().map(|v| v * 2.0).collect();
    let [first, .., last] = doubled[..] else { return 1.0 };
    let c = match x[1..] {
        [p, q] => p * q.sin(),
        [p, ..] => p,
        [] => 0.0,
    };
    let d = if let [p, _, r] = doubled[..3] { p * r } else { 0.5 };
    a * a * b + first * last + c + d
}

#[test]
fn parts_of_sequences() {
    check!(ends_of_parts, [0.3, -0.7, 1.1]);
    check!(ends_of_parts, [0.3, -0.7, 1.1, 0.4]);
}

/// `ref mut` behind a reference, in a loop and in a closure.
#[differentiate(reverse)]
fn changed_behind_references(x: &[f64]) -> f64 {
    let mut pairs = [(x[0], &x[1]), (x[1], &x[2])];
    for &mut (ref mut u, &v) in &mut pairs {
        *u *= v;
    }
    let mut rows = [(x[0], 1.0), (x[2], 2.0)];
    rows.iter_mut().for_each(|&mut (ref mut u, by)| *u += by * x[1]);
    pairs.iter().map(|(u, v)| u * **v).sum::<f64>() * rows[0].0 + rows[1].0
}

#[test]
fn unique_references_in_patterns() {
    check!(changed_behind_references, [0.7, 0.4, 1.1]);
}
