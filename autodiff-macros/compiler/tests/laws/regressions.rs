//! Programs that broke a law once.

use crate::support::*;
use autodiff_compiler::ir::interpret::Value;

/// W3: a component of a call's output that the caller ignores is dropped, and charged.
#[test]
fn ignored_component_of_a_call() {
    let source = "fn g(x: f64, n: usize) -> (f64, f64) { (x * x, x + n as f64) }
        fn f(x: f64, y: f64) -> f64 { let (p, _) = g(0.25 * x, 0); p + y }";
    assert_eq!(laws(source, "f", &[real(2.0), real(3.0)]).flat_gradient(), [0.25, 1.0]);
}

/// W3: `[x; 0]` drops x.
#[test]
fn no_copies() {
    let source = "fn f(x: f64, n: usize) -> f64 \
        { let w = vec![x; n]; let mut s = x; for e in w.iter() { s += e * e; } s }";
    assert_eq!(laws(source, "f", &[real(3.0), int(0)]).flat_gradient(), [1.0]);
    assert_eq!(laws(source, "f", &[real(3.0), int(2)]).flat_gradient(), [13.0]);
}

/// A vector by value that the callee only reads has an accumulator.
#[test]
fn vector_by_value_that_is_only_read() {
    let source =
        "fn g(x: f64, w: Vec<f64>) -> f64 { let mut s = x; for e in w.iter() { s += e * e; } s }
        fn h(x: f64, w: Vec<f64>) -> f64 { x + 1.0 }
        fn f(x: f64) -> f64 { g(x, vec![0.5, x]) * h(x, vec![x, x]) }";
    assert_eq!(laws(source, "f", &[real(3.0)]).flat_gradient(), [7.0 * 4.0 + 12.25]);
}

/// An array by reference that the callee moves has a cotangent of its own, which is added to the
/// caller's.
#[test]
fn array_by_reference_that_is_moved() {
    let source = "fn g(x: f64, a: [f64; 3]) -> [f64; 3] { [x * a[0], a[1], a[2] * a[2]] }
        fn h(x: f64, a: &[f64; 3]) -> f64 { let b = g(x, *a); b[0] + b[1] * b[2] + a[1] }
        fn f(x: f64, a: [f64; 3]) -> f64 { let first = h(x, &a); first + h(2.0 * x, &a) + a[0] }";
    laws(source, "f", &[real(3.0), reals(&[0.5, 1.5, 2.5])]);
    let source = "fn g(x: f64, a: [f64; 3]) -> [f64; 3] { [x, a[1], a[2]] }
        fn h(x: f64, a: &[f64; 3]) -> f64 { if x < 0.0 { let _b: [f64; 3] = g(x, *a); } x }
        fn f(x: f64, y: f64) -> f64 { h(x, &[0.0, x, 0.5]) + y }";
    laws(source, "f", &[real(3.0), real(1.0)]);
}

/// W2: what is the same in all iterations was computed before the loop, and in the loop again.
#[test]
fn loop_invariant_factor() {
    let source = "fn f(v: &[f64], y: f64) -> f64 { let mut w = v.to_vec(); for e in w.iter_mut() \
        { *e *= f64::sin(0.5 * y); } let mut s = 0.0; for e in w.iter() { s += e; } s }";
    let report = laws(source, "f", &[reals(&[1.0, 2.0, 3.0]), real(0.7)]);
    assert!(report.unzipped <= 3 + 3 + 3 * 2 + 3, "{report:?}");
    laws(source, "f", &[reals(&[]), real(0.7)]);
}

/// A borrowed slice whose bounds had to be stored was to be stored itself.
#[test]
fn bounds_of_a_borrowed_slice() {
    for source in [
        "fn f(x: f64, v: &[f64], n: usize) -> f64 { let s = &v[n % (v.len() + 1)..]; if x < 0.0 \
         { 0.0 } else { -v[s.len() % v.len()] * x } }",
        "fn f(x: f64, v: &[f64], n: usize) -> f64 \
         { let k = x.abs().min(5.0) as usize; let s = &v[..k % (v.len() + 1)]; if s.len() > n \
         { s[0] * x } else { x } }",
    ] {
        for n in [0, 1, 2, 3] {
            laws(source, "f", &[real(1.25), reals(&[1.0, 2.0]), int(n)]);
        }
    }
}

/// A program that panics does so in every stage that has the primal in it.
#[test]
fn panics_are_preserved() {
    for body in [
        "let _unused = v[n]; v[0] * v[0]",
        "let k = n - 5; v[0] * k as f64",
        "let mut w = v.to_vec(); w[n] = 1.0; v[0]",
        "v[v.len() - 1 - n] * v[0]",
    ] {
        panics(
            &format!("fn f(v: &[f64], n: usize) -> f64 {{ {body} }}"),
            "f",
            &[reals(&[1.0, 2.0]), int(3)],
        );
    }
}

/// What goes through `&mut` keeps its derivative, and a scalar that a call changes its old value.
#[test]
fn reals_through_a_mutable_reference() {
    let g = "fn g(w: &mut [f64], k: f64) { for i in 1..w.len() { w[i] *= k * w[i - 1]; } }";
    for body in [
        "let mut w = vec![x; 2]; g(&mut w, 2.0); w[1]",
        "let mut w = [0.5; 3]; g(&mut w[1..], x); w[2]",
        "let mut w = [x, 1.5, 2.0]; for _ in 0..3 { g(&mut w, x); } w[1] * w[2]",
    ] {
        laws(&format!("{g} fn f(x: f64) -> f64 {{ {body} }}"), "f", &[real(1.25)]);
    }
    let h = "fn h(x: &mut f64, k: f64) -> f64 { let old = *x; *x *= k; old * old }";
    laws(
        &format!(
            "{h} fn f(x: f64) -> f64 {{ let mut a = 2.0 * x; let b = a; let c = h(&mut a, x); a * \
             b + b * c }}"
        ),
        "f",
        &[real(1.25)],
    );
}

/// A cotangent that a call adds to is not the one that other uses of the value have.
#[test]
fn a_scalar_by_reference_and_by_value() {
    let g = "fn g(x: &f64) -> f64 { *x * *x }";
    let f = "fn f(x: f64, w: f64) -> f64 \
        { let a = 2.0 * x; let y = g(&a); let b = a + w; g(&b) * y + b }";
    laws(&format!("{g} {f}"), "f", &[real(1.25), real(0.5)]);
}

/// The end of a range, made of literals by several operations, of an integer type that only the
/// callee's signature determines, is not saved.
#[test]
fn bounds_of_unknown_integer_type() {
    let source = "fn g(x: f64, n: usize) -> f64 { x + n as f64 }
        fn f(x: f64) -> f64 { let mut s = x; for i in 0..(3 + 2 + 1 + 4) * 2 % 4 + 1 { let p: f64 = g(x, i); s = s * p; } s }";
    assert_eq!(laws(source, "f", &[real(2.0)]).flat_gradient(), [4.0]);
}

/// W3 of fused sweeps: a transposed branch that is split in two hands on what one arm has and
/// another has not, which costs nothing.
#[test]
fn calls_before_a_branch_and_in_it() {
    let g = "fn g(x: f64, v: &[f64]) -> f64 { let mut s = 0.0; for e in v.iter() \
        { s = s + x.max(s) * e; } x }";
    for f in [
        "fn f(x: f64, v: &[f64]) -> f64 { v.first().map_or(g(0.25 * x, v), |u| \
         { g(0.25 * x + u, v) }) }",
        "fn f(x: f64, v: &[f64]) -> f64 \
         { let o: Option<f64> = v.first().copied(); o.map_or(g(o.unwrap_or(0.25) + 0.5 * x, v), |u| { g(u * x, v) }) }",
        "fn f(x: f64, v: &[f64]) -> f64 { let a = g(x, v); let b = g(2.0 * x, v); if v.len() > 1 \
         { a } else if v.len() > 0 { b } else { g(a * b, v) } }",
    ] {
        for v in [&[][..], &[1.5], &[1.5, -0.5]] {
            assert!(laws(&format!("{g} {f}"), "f", &[real(0.7), reals(v)]).fused);
        }
    }
}

/// Copies of a struct or a vector, none of them: the cotangent of what is copied is a zero of its
/// shape.
#[test]
fn no_copies_of_what_has_lengths() {
    let types = "#[derive(Differentiable, Clone)] struct P { a: f64, b: f64 }
        #[derive(Differentiable, Clone)] struct Q { p: P, v: Vec<f64> }";
    let of_vectors = "fn f(v: &[f64], n: usize) -> f64 \
        { let row: Vec<f64> = v.iter().map(|x| x * x).collect(); let m = vec![row; n]; let mut s = v[0]; for r in m.iter() { s += r[0] * r[1]; } s }";
    let of_structs = "fn f(v: &[f64], n: usize) -> f64 { let ps = vec![P \
        { a: v[0], b: 2.5 }; n]; v[1] + ps.iter().map(|p| p.a * p.b).sum::<f64>() }";
    let of_both = "fn f(v: &[f64], n: usize) -> f64 { let q = Q { p: P \
        { a: v[0], b: v[1] }, v: v.to_vec() }; let qs = vec![q; n]; let mut s = v[1]; for q in qs.iter() { s += q.p.a * q.v[1]; } s }";
    for source in [of_vectors, of_structs, of_both] {
        for n in [0, 1, 3] {
            laws(&format!("{types} {source}"), "f", &[reals(&[1.5, 2.0]), int(n)]);
        }
    }
}

/// The pullback of a call reads the shape of one of several results whose types are not seen.
#[test]
fn a_result_of_unknown_type_that_is_ignored() {
    let source = "#[derive(Differentiable, Clone)] struct P { a: f64, b: f64 }
        fn g(x: f64, n: usize) -> (f64, f64) { (x * x, x) }
        fn f(x: f64) -> P { P { a: x, b: ({ let (p, _) = g(0.25 * x, 2); p } + (g(0.5 * x, 3).1 * { 3.0 })) } }";
    laws(source, "f", &[real(1.25)]);
}

/// W3 of pullbacks: what is read out of an `Option` and passed on by value is no reference.
#[test]
fn read_out_of_an_option_and_passed_on() {
    let (some, none) =
        (Value::structure("Some", [("0".to_string(), real(1.5))]), Value::structure("None", []));
    let callees = ["o.ok_or(2)", "let p = o.or(o); p.ok_or(2)", "Ok(x)", "Ok(2.0)", "Err(2)"];
    for callee in callees {
        let source = format!(
            "fn g(x: f64, o: Option<f64>) -> Result<f64, usize> {{ {callee} }}
            fn f(x: f64, o: Option<f64>, y: f64) -> Result<f64,
                usize> {{ let t = o.unwrap_or(x * y); g(t, None) }}
            fn h(x: f64, o: Option<f64>) -> Result<f64,
                usize> {{ match o {{ Some(t) => g(t, o), None
                => g(o.unwrap_or_else(|| x.sin()), None) }} }}
            fn u(x: f64, o: Option<f64>) -> Result<f64, usize> {{ let t = o.unwrap(); g(t, Some(x)) }}"
        );
        laws(&source, "f", &[real(3.0), none.clone(), real(2.0)]);
        laws(&source, "f", &[real(3.0), some.clone(), real(2.0)]);
        laws(&source, "h", &[real(3.0), none.clone()]);
        laws(&source, "h", &[real(3.0), some.clone()]);
        laws(&source, "u", &[real(3.0), some.clone()]);
    }
}

/// What is taken out of an `Option` behind a reference is a value, and may be borrowed.
#[test]
fn taken_out_and_borrowed() {
    let source = "fn g(x: f64, o: &Option<f64>) -> f64 { if let Some(p) = o { x * p } else { x } }
        fn f(x: f64, h: &mut Option<f64>) -> f64 { let u = h.take(); g(x, &u) * 2.0 }";
    let some = |x: f64| Value::structure("Some", [("0".into(), real(x))]);
    assert_eq!(laws(source, "f", &[real(3.0), some(2.0)]).flat_gradient()[0], 4.0);
}

/// A copy of an `Option` that changes is a value of its own.
#[test]
fn changed_copies_of_options() {
    let (some, none) =
        (Value::structure("Some", [("0".to_string(), real(1.5))]), Value::structure("None", []));
    let source = "fn f(x: f64, o: Option<f64>) -> f64 {
            let mut p: Option<f64> = o;
            if let Some(u) = &mut p { *u *= x; }
            o.unwrap_or(x) * p.unwrap_or(2.0)
        }
        fn g(x: f64, o: Option<f64>, n: usize) -> Option<f64> {
            match n {
                0 => {}
                _ => {
                    let mut p = o;
                    if let Some(u) = &mut p { *u /= 1.5 + x; }
                }
            }
            o.map(|u| u * x)
        }";
    for o in [some, none] {
        laws(source, "f", &[real(3.0), o.clone()]);
        laws(source, "g", &[real(3.0), o.clone(), Value::Int(0)]);
        laws(source, "g", &[real(3.0), o, Value::Int(2)]);
    }
}

/// A pullback in a branch names a part of what is around again, and does not keep it.
#[test]
fn parts_in_branches_of_pullbacks() {
    let source = "fn g<T: Real>(x: T, v: &[T]) -> T { let mut s = T::zero(); for e in v.iter() { s = s + x * *e; } s }
        fn f(x: f64, v: &[f64]) -> f64 { v.chunks(2).map(|e| if e[0] > x { e[0] } else { g(x + 1.0, e) }).sum::<f64>() }";
    laws(source, "f", &[real(0.5), Value::reals(&[0.2, 0.7, 1.2, 0.1, 0.3])]);
}

/// A value of unknown type that is added to itself is copied first.
#[test]
fn added_to_itself() {
    let source = "struct P { a: f64, b: f64 }
        fn g(x: f64, n: usize) -> (f64, f64) { (x, 2.0 * x) }
        #[differentiate] impl P {
            #[differentiate] fn h(&self, x: f64) -> f64 {
                let (p, mut q) = g(self.b - 0.25 * x, 4);
                q += { let (p, _) = g(self.b + 0.25 * x, 2); p };
                q += { q };
                p
            }
        }
        fn f(x: f64, y: f64) -> f64 { let p: P = P { a: y, b: 0.5 * x }; p.h(x + 0.25 * y) }";
    laws(source, "f", &[real(1.5), real(3.0)]);
}

/// Plain code names variables as the user does, also where these have exchanged their names, and
/// sees what it has changed.
#[test]
fn plain_code() {
    let exchanged = "fn f(x: f64, n: usize) -> f64 \
        { let m = 2; let (n, m) = (m, n); let k: usize = pick(n, m); x * k as f64 }";
    assert_eq!(laws(exchanged, "f", &[real(0.5), int(3)]).flat_gradient(), [23.0]);
    let changed = "fn f(x: f64, n: usize) -> f64 { let mut k = n; let j = pick(k, \
        { let by = 2; tick(&mut k, by) }); x * x * (100 * j + k) as f64 }";
    assert_eq!(laws(changed, "f", &[real(0.5), int(1)]).flat_gradient(), [1404.0]);
    let counted = "fn f(x: f64, n: usize) -> f64 { let mut k = n; let mut c: Vec<usize> = vec![1, n]; let mut s = x;
        for i in 0..3 { let j = tally(&mut c[1..], i); turn(&mut c, &mut k); s += s * (j + k + total(&c)) as f64; } s * x }";
    laws(counted, "f", &[real(0.5), int(4)]);
}
