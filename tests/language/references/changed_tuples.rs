//! Parameters that are mutable references to tuples.

use autodiff::prelude::*;

type State = (f64, usize);

#[differentiate]
fn counted(s: &mut (f64, usize), k: f64) -> f64 {
    s.0 *= k;
    s.1 += 1;
    s.0 * s.1 as f64
}
#[differentiate]
fn aliased(s: &mut State, k: f64) -> f64 {
    let (a, n) = s;
    *a *= k;
    *n += 1;
    *a * *n as f64
}
#[differentiate]
fn added(p: &mut (f64, f64), k: f64) {
    p.0 *= k;
    p.1 += p.0;
}
#[differentiate]
fn replaced(p: &mut (f64, f64), k: f64) {
    *p = (p.1 * k, p.0);
    if p.0 > 1.0 {
        return;
    }
    std::mem::swap(&mut p.0, &mut p.1);
}
#[differentiate]
fn all(p: &mut [(f64, f64)], k: f64) {
    for (a, b) in p.iter_mut() {
        *a *= k;
        *b += *a;
    }
    for q in p {
        added(q, k);
    }
}
#[differentiate]
fn nested(p: &mut ((f64, [f64; 2]), Vec<f64>), k: f64) {
    let (a, b) = p;
    a.1[1] *= k;
    b.push(a.0 * a.1[1]);
    a.0 = b[0];
}
#[differentiate]
fn passed_on(p: &mut (f64, f64), n: usize) {
    for i in 0..n {
        added(p, i as f64);
        replaced(&mut *p, 0.5);
    }
}
#[differentiate]
fn optional(p: &mut (f64, Option<f64>), k: f64) {
    if let Some(v) = &mut p.1 {
        *v *= k;
    }
    p.1 = p.1.map(|v| v + p.0);
    p.0 = k;
}
#[differentiate]
fn flags(p: &mut (usize, bool), k: f64) -> f64 {
    if p.1 {
        p.0 += 1;
    }
    p.1 = !p.1;
    k * p.0 as f64
}
#[differentiate]
fn generic<T: num_traits::Float>(p: &mut (T, T), k: T) {
    p.0 = p.0 * k + p.1;
}
#[differentiate]
fn fallible(p: &mut (f64, f64), k: f64) -> Result<f64, String> {
    let y = if k > 0.0 { Ok(k.sqrt()) } else { Err("negative".to_string()) };
    p.0 *= y?;
    Ok(p.0 * p.1)
}
#[derive(Clone, Debug, Differentiable)]
struct Filter {
    state: (f64, f64),
    gain: f64,
}
#[differentiate]
impl Filter {
    #[differentiate]
    fn step(&mut self, x: f64) -> f64 {
        added(&mut self.state, x);
        self.mix(x)
    }
    #[differentiate]
    fn mix(&mut self, x: f64) -> f64 {
        self.state.1 *= self.gain;
        self.state.1 + x
    }
}
trait Step {
    fn step(&self, p: &mut (f64, f64));
}
#[derive(Clone, Debug, Differentiable)]
struct Scale(f64);
#[differentiate]
impl Step for Scale {
    #[differentiate]
    fn step(&self, p: &mut (f64, f64)) {
        p.0 *= self.0;
        p.1 -= p.0;
    }
}
#[differentiate]
fn called(x: &[f64]) -> f64 {
    let mut s = (x[0], 2usize);
    let y = counted(&mut s, x[1]);
    let z = aliased(&mut s, y);
    let mut p = (x[2], z);
    added(&mut p, y);
    replaced(&mut p, x[0]);
    passed_on(&mut p, 3);
    let mut v = vec![(x[0], y), (x[1], x[2])];
    all(&mut v, x[0]);
    all(&mut v[1..], x[1]);
    added(&mut v[1], x[2]);
    let [first, ..] = &mut v[..] else { return 0.0 };
    added(first, x[1]);
    s.0 * s.1 as f64 + p.0 * p.1 + v[0].1 + v[1].0 * v[1].1
}
#[differentiate]
fn called_in_other_ways(x: &[f64]) -> f64 {
    let mut n = ((x[0], [x[1], x[2]]), vec![x[1]]);
    nested(&mut n, x[2]);
    nested(&mut n, x[0]);
    let mut o = (x[0], Some(x[1]));
    optional(&mut o, x[2]);
    let mut none = (x[0], None);
    optional(&mut none, x[2]);
    let mut f = (1, true);
    let y = flags(&mut f, x[0]) + flags(&mut f, x[1]) * f.0 as f64;
    let mut g = (x[0], x[1]);
    generic(&mut g, x[2]);
    let r = fallible(&mut g, x[0]).unwrap_or(0.0) + fallible(&mut g, -x[0]).unwrap_or(x[1]);
    let mut filter = Filter { state: (x[0], x[1]), gain: x[2] };
    let a = filter.step(x[0]) * filter.step(x[1]);
    Scale(x[1]).step(&mut g);
    Scale(x[2]).step(&mut filter.state);
    let mut update = |k: f64| added(&mut g, k);
    update(x[0]);
    update(x[1]);
    let whole = &mut g;
    added(whole, x[2]);
    whole.0 += 1.0;
    n.0.0 * n.1[2]
        + n.0.1[1]
        + o.0 * o.1.unwrap_or(0.0)
        + none.0
        + y
        + r
        + a
        + g.0 * g.1
        + filter.state.1
}
#[differentiate]
fn twice(f: impl Fn(&mut (f64, usize), f64), x: f64) -> f64 {
    let mut s = (x, 1);
    f(&mut s, x);
    f(&mut s, 2.0);
    s.0 * s.1 as f64
}
#[differentiate]
fn applied(mut f: impl FnMut(&mut (f64, f64)), s: &mut (f64, f64)) {
    f(s);
    f(s);
}
#[differentiate]
fn step(s: &mut (f64, usize), k: f64) {
    s.0 *= k;
    s.1 += 1;
}
#[differentiate]
fn twist(p: &mut (f64, f64)) {
    let t = *p;
    *p = (0.5 * t.1, t.0 + t.1 * 0.25);
}
#[differentiate]
fn patterns((a, b): &mut (f64, f64), [c, d]: &mut [f64; 2]) {
    *a += *c;
    *d *= *b;
    *b = *a;
}
#[differentiate]
fn in_functions(x: &[f64]) -> f64 {
    let k = x[1];
    let a = twice(step, x[0]);
    let change = |s: &mut (f64, usize), y: f64| {
        s.0 += k * y;
        s.1 += 2;
    };
    let b = twice(change, x[0]);
    let mut p = (x[0], a);
    applied(
        |p: &mut (f64, f64)| {
            let (a, b) = p;
            *a *= k;
            *b += *a;
        },
        &mut p,
    );
    let mut v = vec![(x[0], x[1]), (1.0, x[0])];
    v.iter_mut().for_each(|p| twist(p));
    v.iter_mut().for_each(twist);
    for p in &mut v {
        twist(p);
    }
    let [first, second] = &mut [p, (x[1], 2.0)];
    twist(first);
    std::mem::swap(first, second);
    twist(first);
    let mut q = [x[0], x[1]];
    patterns(second, &mut q);
    patterns(first, &mut q);
    a + b * p.0 * p.1 + v[0].0 * v[1].1 + first.1 * second.0 * q[1]
}
/// A component of a tuple behind a reference is read where it is written.
#[differentiate]
fn read_before(x: &[f64]) -> f64 {
    let mut p = ((x[0], x[1]), 3.0);
    let r = &mut p;
    let t = (r.0.1, r.1);
    r.0.1 = 5.0 * x[1];
    (*r).1 = r.0.1;
    t.0 * t.1 * r.0.1 * r.1
}

#[test]
fn mutable_references_to_tuples() {
    check!(called, [1.2, 0.7, 0.4]);
    check!(called, [0.3, -0.7, 1.4]);
    check!(called_in_other_ways, [1.2, 0.7, 0.4]);
    check!(in_functions, [0.7, 0.9]);
    check!(read_before, [0.7, 0.9]);
    let (mut s, mut s_dot) = ((2.0, 1), (1.0, ()));
    assert_eq!(counted_jvp(&mut s, 3.0, &mut s_dot, 0.0), (12.0, 6.0));
    assert_eq!((s, s_dot), ((6.0, 2), (3.0, ())));
    let (mut s, mut s_bar) = ((2.0, 1), (1.0, ()));
    assert_eq!(counted_vjp(&mut s, 3.0, 1.0, &mut s_bar), (12.0, 6.0));
    assert_eq!((s, s_bar), ((6.0, 2), (9.0, ())));
    let (mut p, mut p_bar) = ((2.0, 1.0), (0.0, 1.0));
    let ((), k_bar) = added_vjp(&mut p, 3.0, &mut p_bar);
    assert_eq!((p, p_bar, k_bar), ((6.0, 7.0), (3.0, 1.0), 2.0));
}
