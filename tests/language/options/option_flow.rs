//! `Option`s that are one variable (parameters, fields, elements) next to those that are several:
//! both hold the same values in assignments, branches, loops, closures and methods.

use crate::support::close;
use autodiff::prelude::*;

/// Each with the same arguments: an `Option`, and a number.
macro_rules! programs {
    ($($name:ident ($o:ident, $x:ident) $body:block)*) => {$(
        #[test]
        fn $name() {
            pastey::paste! {
                for o in [None, Some(0.3), Some(-1.2)] {
                    for x in [0.7, -0.4, 1.9] {
                        let (value, (of_o, of_x)) = differentiated::[<$name _value_and_grad>](o, x);
                        assert_eq!(value.to_bits(), differentiated::$name(o, x).to_bits(),
                            "the value at {o:?}, {x}");
                        let slope = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
                        close("the number", of_x, slope(&|h| differentiated::$name(o, x + h)),
                            1e-7);
                        if let Some(v) = o {
                            close("the `Option`", of_o.unwrap(),
                                slope(&|h| differentiated::$name(Some(v + h), x)), 1e-7);
                        }
                    }
                }
            }
        }
    )*
    mod differentiated {
        use super::*;
        $(
            #[differentiate]
            pub fn $name($o: Option<f64>, $x: f64) -> f64 $body
        )*
    }
    };
}

#[derive(Clone, Debug, Differentiable)]
struct Parts {
    y: Option<f64>,
    z: Option<(f64, f64)>,
    w: Option<Vec<f64>>,
}
#[derive(Clone, Debug, Differentiable)]
struct Node {
    v: f64,
    next: Option<Box<Node>>,
}
#[differentiate]
fn give(o: Option<f64>, x: f64) -> Option<f64> {
    if x > 0.0 { o } else { Some(x * 3.0) }
}
#[differentiate]
fn checked(o: Option<f64>, x: f64) -> Result<f64, String> {
    if x > 0.0 { o.map(|v| v * x).ok_or("no".to_string()) } else { Ok(x * 3.0) }
}
#[differentiate]
fn weighed(o: &Option<f64>, x: f64) -> f64 {
    o.map_or(x, |v| v * x)
}
#[differentiate]
fn of_parts(o: &Option<Parts>, x: f64) -> f64 {
    o.as_ref().and_then(|p| p.y).unwrap_or(x) * x
}
#[differentiate]
fn counted(n: Option<usize>, m: &Option<usize>, x: f64) -> f64 {
    x * (n.unwrap_or(1) + m.unwrap_or(4)) as f64
}
#[differentiate]
fn judged(r: &Result<f64, String>, x: f64) -> f64 {
    match r {
        Ok(v) => v * x,
        Err(why) => x * why.len() as f64,
    }
}

programs! {
    assigned_and_chosen_1(o, x) { let mut best = None; if x > 0.0 { best = o; } best.unwrap_or(x) }
    assigned_and_chosen_2(o, x) { let mut best = Some(x);
        for i in 0..3 { if x > i as f64 { best = o; } } best.unwrap_or(x * 2.0) }
    assigned_and_chosen_3(o, x) { let b = if x > 0.0 { o } else { Some(x * 2.0) };
        b.unwrap_or(x * x) }
    assigned_and_chosen_4(o, x) { let b = if x > 0.0 { Some(x * 2.0) } else { o };
        b.unwrap_or(x * x) }
    assigned_and_chosen_5(o, x) {
        let b = match o { Some(v) if v > 0.0 => o, Some(v) => Some(v * x), None => None };
        b.map_or(x, |v| v * v) }
    assigned_and_chosen_6(o, x) {
        let s = Parts { y: o, z: o.map(|v| (v, x)), w: Some(vec![x, x * x]) };
        let mut best = Some(x); if x > 0.0 { best = s.y; } best.unwrap_or(x)
        + s.z.map_or(0.0, |(a, b)| a * b) }
    assigned_and_chosen_7(o, x) { let s = Parts { y: o, z: o.map(|v| (v, x)), w: None };
        let mut z = Some((x, x * x)); if x > 0.0 { z = s.z; } let (a, b) = z.unwrap_or((1.0, x)); a
        * b + a }
    assigned_and_chosen_8(o, x) { let b = loop { if x > 0.0 { break o; } break Some(x * 2.0); };
        b.unwrap_or(3.0 * x) }
    assigned_and_chosen_9(o, x) { let mut prev = None; let mut s = 0.0;
        for i in 0..4 { if let Some(p) = prev { s += p * x; } prev = if i % 2 == 0 { o }
        else { Some(x * i as f64) }; } s }
    calls_and_closures_1(o, x) { give(o, x).unwrap_or(x * 5.0) * x }
    calls_and_closures_2(o, x) { let mut best = give(o, x); if x > 1.0 { best = give(o, x - 1.0); }
        let c = best.or(o); c.unwrap_or(x) * x }
    calls_and_closures_3(o, x) { let v = [o, Some(x), None]; let mut best = None;
        for i in 0..3 { if v[i].is_some() { best = v[i]; } } best.unwrap() * x }
    calls_and_closures_4(o, x) { let v = [o, Some(x), None]; let mut best: Option<f64> = None;
        for e in v.iter() { match (best, e) { (Some(b), Some(v)) if *v > b => best = Some(*v),
        (None, Some(v)) => best = Some(*v), _ => {} } } best.unwrap() * x }
    calls_and_closures_5(o, x) { let v = vec![(1, o), (2, Some(x))]; let b = v.iter()
        .find(|(i, _)| *i == if x > 0.0 { 1 } else { 2 }).map(|p| p.1).flatten(); b.unwrap_or(x) }
    calls_and_closures_6(o, x) { let p = (o, x); let (mut a, b) = p;
        if b > 0.0 { a = Some(b * 2.0); } let c = if b < 1.0 { a } else { p.0 }; c.unwrap_or(b) }
    calls_and_closures_7(o, x) { let f = |q: Option<f64>| if x > 0.0 { q } else { o };
        f(Some(x * x)).unwrap_or(2.0 * x) + f(None).unwrap_or(x) }
    calls_and_closures_8(o, x) { match checked(o, x) { Ok(v) => v * x, Err(_) => x * 7.0 } }
    calls_and_closures_9(o, x) { let mut r = checked(o, x); if x > 1.0 { r = checked(o, -x); }
        let q = if x < 0.0 { r } else { checked(Some(x), x) }; q.unwrap_or(x) }
    linked_and_carried_1(o, x) {
        let n = Node { v: x, next: o.map(|v| Box::new(Node { v, next: None })) };
        let mut best = Some(Box::new(Node { v: x * x, next: None }));
        if x > 0.0 { best = n.next.clone(); } best.map_or(x, |b| b.v * n.v) }
    linked_and_carried_2(o, x) {
        let n = Node { v: x, next: o.map(|v| Box::new(Node { v: v * v,
        next: Some(Box::new(Node { v: v * x, next: None })) })) }; let mut s = n.v;
        let mut cur = &n.next; while let Some(m) = cur { s += s * m.v; cur = &m.next; } s }
    linked_and_carried_3(o, x) { let mut stack = vec![o]; let mut s = 0.0; stack.push(Some(x));
        while let Some(top) = stack.pop() { let t = if x > 0.5 { top } else { o };
        if let Some(v) = t { s += v * x; } } s }
    linked_and_carried_4(o, x) { let mut state: Option<f64> = None; let mut out = 0.0;
        for v in [x, 2.0 * x, x * x] {
        state = match state { None => o, Some(s) => Some(0.5 * s + v) }; out += state.unwrap_or(v);
        } out }
    linked_and_carried_5(o, x) { let nested: Option<Option<f64>> = if x > 0.0 { Some(o) }
        else { None }; match nested { Some(Some(v)) => v * x, Some(None) => x, None => x * x } }
    linked_and_carried_6(o, x) { let mut nested: Option<Option<f64>> = None;
        if x > 0.0 { nested = Some(o); } let inner = if x > 1.0 { nested.flatten() }
        else { Some(x) }; inner.unwrap_or(x * 2.0) }
    linked_and_carried_7(o, x) { let t = if x > 0.0 { (o, x) } else { (Some(x), 2.0) };
        let mut u = (None, 0.0); if x < 1.5 { u = t; } u.0.unwrap_or(x) * u.1 }
    linked_and_carried_8(o, x) { let q: Option<&f64> = o.as_ref(); let y = 2.0 * x; let r =
        if x > 0.0 { q } else { Some(&y) }; r.map(|v| v * x).unwrap_or(x) }
    changed_2(o, x) { let mut a = o; let mut b = Some(x);
        if x > 0.0 { std::mem::swap(&mut a, &mut b); } a.unwrap_or(2.0) * x + b.unwrap_or(x) }
    combined_1(o, x) { let b = if x > 1.0 { o } else if x > 0.0 { None } else { Some(x) };
        b.unwrap_or(x * 2.0) }
    combined_2(o, x) { let b = if x > 0.0 { None } else { o }; b.unwrap_or(x * 2.0) }
    combined_3(o, x) { Some(x).and_then(|v| if v > 0.0 { o } else { None }).unwrap_or(x * 2.0) }
    combined_4(o, x) { Some(x).and_then(|_| o).unwrap_or(x * 2.0) }
    combined_5(o, x) { o.xor(if x > 0.0 { None } else { Some(x) }).unwrap_or(x * 2.0) }
    combined_6(o, x) { let t = if x > 0.0 { (None, o) } else { (o, Some(x)) }; t.0.unwrap_or(x)
        * t.1.unwrap_or(2.0) }
    combined_8(o, x) { let v = vec![o, None, Some(x)]; let (mut a, mut n) = (None, 0);
        for e in v { if n < 2 { a = e.or(a); } n += 1; } a.unwrap_or(x) }
    combined_9(o, x) { let m = match (o, x > 0.0) { (Some(_), true) => o, (None, true) => None,
        (q, false) => q.map(|v| v * x) }; m.unwrap_or(x) * x }
    folds_and_fields_1(o, x) { let r = (0..4)
        .fold(None, |a: Option<f64>, i| if i % 2 == 0 { o } else { a.map(|v| v * x) });
        r.unwrap_or(x) }
    folds_and_fields_2(o, x) { let r = (0..4)
        .fold(None, |a: Option<f64>, _| match a { None => o, Some(v) => Some(v * x) });
        r.unwrap_or(x) }
    folds_and_fields_3(o, x) { let r = [x, 2.0 * x].iter()
        .find_map(|v| if *v > 1.0 { o } else { None }); r.unwrap_or(x) }
    folds_and_fields_4(o, x) { let r: Vec<f64> = [x, 2.0 * x].iter()
        .filter_map(|v| if *v > 1.0 { o } else { None }).collect(); r.iter().sum::<f64>() + x }
    folds_and_fields_6(o, x) {
        let s = Parts { y: if x > 0.0 { o } else { None }, z: None, w: Some(vec![x]) };
        let t = Parts { y: Some(x), ..s.clone() }; let k = if x > 1.0 { s } else { t };
        k.y.unwrap_or(x) * k.w.unwrap()[0] }
    folds_and_fields_7(o, x) { let s = Parts { y: o, z: Some((x, x)), w: None }; let k =
        if x > 0.0 { None } else { Some(s) }; k.and_then(|s| s.y).unwrap_or(x) }
    folds_and_fields_8(o, x) { let s = Parts { y: o, z: Some((x, x * x)), w: None };
        let y = match &s { Parts { y: Some(v), .. } if *v > x => s.y, Parts { z: Some((a, b)), .. }
        => Some(a * b), _ => None }; y.unwrap_or(x) }
    folds_and_fields_9(o, x) { let opt = Some((x, o)); let (a, b) = if x > 0.0 { opt.unwrap() }
        else { (1.0, None) }; a * b.unwrap_or(x) }
    kept_1(o, x) { let mut last = None; let mut total = 0.0;
        for i in 0..5 { let cur = if i == 2 { last } else if i % 2 == 0 { o }
        else { Some(x * i as f64) }; if let (Some(a), Some(b)) = (last, cur) { total += a * b; }
        last = cur; } total }
    kept_2(o, x) { let o2 = o.filter(|v| *v > 0.0); let b = if x > 0.0 { o2 } else { None };
        b.map(|v| v * x).unwrap_or(x) }
    kept_3(o, x) { let b = 'l: { if x > 1.0 { break 'l o; } if x > 0.0 { break 'l None; } Some(x) };
        b.unwrap_or(x) }
    kept_4(o, x) { let b = if let Some(v) = o { if v > 0.0 { o } else { Some(v * x) } }
        else { None }; b.unwrap_or(x) }
    lent_1(o, x) { weighed(&o, x) + weighed(&Some(x * x), x) * weighed(&None, x) }
    lent_2(o, x) { let b = if x > 0.0 { Some(x * x) } else { None }; weighed(&b, x)
        * b.unwrap_or(x) }
    lent_3(o, x) { weighed(&if x > 0.0 { o } else { None }, x) + weighed(&o.map(|v| v * v), x) }
    lent_4(o, x) { let mut s = 0.0; let mut last = None;
        for i in 0..4 { s += weighed(&last, x); last = if i % 2 == 0 { o } else { Some(s) }; } s }
    lent_5(o, x) { let none: Option<Parts> = None;
        of_parts(&Some(Parts { y: o, z: None, w: None }), x) + of_parts(&none, x) }
    lent_6(o, x) { judged(&checked(o, x), x) * counted(None, &None, x) }
    lent_7(o, x) { let r = checked(o, x); let mut s = judged(&r, x);
        for _ in 0..3 { s += judged(&r, s); } s }
    lent_8(o, x) { let p = (Some(x), o); weighed(&p.0, x) * weighed(&p.1, x) }
    lent_9(o, x) { of_parts(&None, x) + weighed(&None, x) }
    lent_10(o, x) { counted(None, &Some(3), x) + counted(Some(2), &Some(3), x) * o.unwrap_or(x) }
    ends_of_scopes_1(o, x) { let r = if x > 0.0 { let v = vec![x, x * x]; v.get(1).copied() }
        else { None }; r.or(o).unwrap_or(x) }
    ends_of_scopes_2(o, x) { let mut p = vec![x, 2.0 * x]; let r =
        if x > 0.5 { p[0] *= x; p.first() } else { None }; r.copied().or(o).unwrap_or(x) }
    ends_of_scopes_3(o, x) { let list = o.map(|v| vec![v, v * x]); list.as_ref()
        .and_then(|v| v.get(1)).copied().unwrap_or(x) }
    ends_of_scopes_4(o, x) { let list = o.map(|v| [v * x, v]);
        let r = match &list { Some(v) => v.last(), None => None }; r.map_or(x, |v| v * x) }
    ends_of_scopes_5(o, x) { let pick = |i: usize| { let v = [x, x * x]; v.get(i).copied() };
        pick(1).unwrap_or(x) * pick(4).or(o).unwrap_or(2.0) }
    ends_of_scopes_6(o, x) { let r = { let mut v = vec![x]; if let Some(o) = o { v.push(o * x); }
        v.pop() }; r.unwrap_or(2.0) }
    ends_of_scopes_7(o, x) { let r = { let w = (x * x, o); w.1.map(|v| v * w.0) }; r.unwrap_or(x) }
    ends_of_scopes_8(o, x) { let r = loop { let v = [x * x, o.unwrap_or(x)]; break v.last()
        .copied(); }; r.unwrap_or(x) * x }
    ends_of_scopes_9(o, x) { let r = { let v = [x, o.unwrap_or(2.0)];
        v.get(if x > 0.0 { 1 } else { 7 }).copied().ok_or("none") }; r.unwrap_or(x * x) }
    ends_of_scopes_10(o, x) { let mut s = 0.0;
        for i in 0..4 { let best = { let v: Vec<f64> = (0..i).map(|k| x * k as f64).collect();
        v.last().copied() }; s += best.or(o).unwrap_or(x); } s * x }
}
