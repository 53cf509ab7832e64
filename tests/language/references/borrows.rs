//! Unique references to tuples, `Option`s and parts of them: writes change the variable.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn tuple_ref(x: &[f64]) -> f64 {
    let mut p = (x[0], 1.0);
    let r = &mut p;
    r.0 *= 2.0;
    r.1 = r.0 + 3.0;
    p.0 * p.1
}
#[differentiate(reverse)]
fn tuple_ref_whole(x: &[f64]) -> f64 {
    let mut p = (x[0], 1.0);
    {
        let r = &mut p;
        *r = (r.1, r.0 * 2.0);
    }
    p.0 + p.1 * p.1
}
#[differentiate(reverse)]
fn opt_ref(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    {
        let r = &mut o;
        *r = Some(x[0] * x[0]);
    }
    o.unwrap()
}
#[differentiate(reverse)]
fn opt_ref_none(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    let r = &mut o;
    *r = None;
    if let Some(v) = o { v } else { x[0] * 3.0 }
}
#[differentiate(reverse)]
fn opt_ref_closure(x: &[f64]) -> f64 {
    let mut best: Option<f64> = None;
    let upd = |b: &mut Option<f64>, v: f64| {
        if b.is_none_or(|w| v > w) {
            *b = Some(v);
        }
    };
    for v in x {
        upd(&mut best, *v);
    }
    best.unwrap_or(0.0)
}
#[differentiate(reverse)]
fn opt_ref_fn(x: &[f64]) -> f64 {
    fn upd(b: &mut Option<(usize, f64)>, i: usize, v: f64) {
        match b {
            Some((_, w)) if *w >= v => {}
            _ => *b = Some((i, v)),
        }
    }
    let mut best: Option<(usize, f64)> = None;
    for (i, v) in x.iter().enumerate() {
        upd(&mut best, i, v * v);
    }
    let (i, v) = best.unwrap_or((0, 0.0));
    v * i as f64
}
#[differentiate(reverse)]
fn tuple_ref_fn(x: &[f64]) -> f64 {
    fn step(s: &mut (f64, f64), v: f64) {
        s.0 += v;
        s.1 *= 0.5;
        s.1 += s.0;
    }
    let mut s = (0.0, 1.0);
    for v in x {
        step(&mut s, *v);
    }
    s.0 * s.1
}
#[differentiate(reverse)]
fn opt_if_let_mut(x: &[f64]) -> f64 {
    let mut o = Some((x[0], 1.0));
    if let Some((a, b)) = &mut o {
        *a *= 2.0;
        *b += *a;
    }
    match &mut o {
        Some(p) => {
            p.0 += 1.0;
            *p = (p.1, p.0);
        }
        None => {}
    }
    let (a, b) = o.unwrap();
    a * b
}
#[differentiate(reverse)]
fn opt_vec_mut(x: &[f64]) -> f64 {
    let mut o = Some(x.to_vec());
    if let Some(v) = &mut o {
        v[0] *= 2.0;
        v.push(x[0]);
    }
    if let Some(v) = o.as_mut() {
        v[0] += 2.0;
    }
    o.unwrap().iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn swap_opts(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    let mut p = None;
    std::mem::swap(&mut o, &mut p);
    if o.is_some() { 1.0 } else { p.unwrap() * 2.0 }
}
#[differentiate(reverse)]
fn nested_struct_tuple(x: &[f64]) -> f64 {
    let mut p = ((x[0], 1.0), [x[0], 2.0]);
    let q = &mut p.0;
    q.1 += q.0;
    let r = &mut p.1;
    r[0] *= 2.0;
    let (ref mut a, _) = p;
    a.0 *= 5.0;
    p.0.0 * p.0.1 * p.1[0]
}
#[differentiate(reverse)]
fn vec_tuple_mut(x: &[f64]) -> f64 {
    let mut v: Vec<(f64, f64)> = x.iter().map(|a| (*a, 1.0)).collect();
    for (a, b) in v.iter_mut() {
        *b += *a;
        *a *= 2.0;
    }
    for p in &mut v {
        p.0 += p.1;
        *p = (p.1, p.0);
    }
    if let Some(p) = v.first_mut() {
        p.1 *= 3.0;
    }
    let r = &mut v[0];
    r.0 = 2.0 * r.1;
    v.iter().map(|(a, b)| a * b).sum()
}
#[differentiate(reverse)]
fn ref_field_loop(x: &[f64]) -> f64 {
    let mut acc = [(0.0, 0usize); 2];
    for v in x {
        let a = &mut acc[(*v > 0.0) as usize];
        a.0 += v * v;
        a.1 += 1;
    }
    acc[0].0 * acc[1].1 as f64 + acc[1].0
}
#[differentiate(reverse)]
fn match_mut(x: &[f64]) -> f64 {
    let mut p = (1, x[0]);
    match p {
        (1, ref mut v) => *v *= 2.0,
        (_, ref mut v) => *v *= 3.0,
    }
    match &mut p {
        (n, v) if *n == 1 => {
            *v += 1.0;
            *n = 2;
        }
        _ => {}
    }
    p.1 * p.0 as f64
}
#[differentiate(reverse)]
fn scan_tuple(x: &[f64]) -> f64 {
    x.iter()
        .scan((0.0, 1.0), |s, v| {
            *s = (s.0 + v, s.1 * 0.5);
            Some(s.0 * s.1)
        })
        .sum()
}
#[differentiate(reverse)]
fn scan_opt(x: &[f64]) -> f64 {
    x.iter()
        .scan(None, |p, v| {
            let d = match *p {
                Some(q) => v - q,
                None => 0.0,
            };
            *p = Some(*v);
            Some(d * d)
        })
        .sum::<f64>()
}
#[differentiate(reverse)]
fn get_or_insert_tuple(x: &[f64]) -> f64 {
    let mut last = None;
    let mut s = 0.0;
    for v in x {
        if let Some(l) = last.replace(*v) {
            s += (v - l) * (v - l);
        }
    }
    s + last.take().unwrap_or(0.0)
}
#[differentiate(reverse)]
fn opt_mut_let(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let o = v.get_mut(1);
    if let Some(a) = o {
        *a *= 2.0;
    }
    let o = v.first_mut();
    let Some(a) = o else { return 0.0 };
    *a *= 3.0;
    let l = v.last_mut().unwrap();
    *l += 1.0;
    v.iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn opt_mut_map(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.get_mut(1).map(|a| *a *= 2.0);
    if let Some((a, rest)) = v.split_first_mut() {
        *a *= 3.0;
        for r in rest.iter_mut() {
            *r += *a;
        }
    }
    v.iter().map(|a| a * a).sum()
}

mod laws {
    at_points! { tuple_ref tuple_ref_whole opt_ref opt_ref_none opt_ref_closure opt_ref_fn
    tuple_ref_fn opt_if_let_mut opt_vec_mut swap_opts nested_struct_tuple vec_tuple_mut
    ref_field_loop match_mut scan_tuple scan_opt get_or_insert_tuple opt_mut_let opt_mut_map }
}
