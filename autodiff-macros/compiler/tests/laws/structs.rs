//! Structs, enums, options, methods, generics and in-out parameters through all laws, with their
//! work: that of the fields one by one.

use crate::support::*;
use autodiff_compiler::ir::interpret::Value;

const TYPES: &str = "
struct P { a: f64, b: f64 }
struct Q { k: usize, p: P, r: [f64; 2], v: Vec<f64> }
struct Dual(f64, P);
enum E { A(f64), B { s: f64, t: f64 }, C(P), U }
";

fn fields(name: &str, of: &[(&str, Value)]) -> Value {
    Value::structure(name, of.iter().map(|(name, x)| (name.to_string(), x.clone())))
}

fn p(a: f64, b: f64) -> Value {
    fields("P", &[("a", real(a)), ("b", real(b))])
}

fn q(k: i128, inner: Value, r: [f64; 2], v: &[f64]) -> Value {
    fields("Q", &[("k", int(k)), ("p", inner), ("r", reals(&r)), ("v", reals(v))])
}

#[test]
fn fields_cost_what_scalars_cost() {
    let source = format!(
        "{TYPES} fn f(p: &P) -> f64 {{ (p.a * p.b).sin() + p.a }} fn g(a: f64, b: f64) -> f64 {{ \
         (a * b).sin() + a }}"
    );
    let of_struct = laws(&source, "f", &[p(0.5, 2.0)]);
    let of_scalars = laws(&source, "g", &[real(0.5), real(2.0)]);
    assert_eq!(of_struct.flat_gradient(), of_scalars.flat_gradient());
    assert_eq!(of_struct.primal, of_scalars.primal);
    assert_eq!(of_struct.unzipped, of_scalars.unzipped);
}

#[test]
fn construction_update_and_nesting() {
    let source = format!(
        "{TYPES}
        fn f(x: f64, q: &Q, n: usize) -> f64 {{
            let mut d = Dual(x * q.p.a, P {{ b: x, a: q.r[1] }});
            let mut c = P {{ a: d.0.sin(), ..q.p.clone() }};
            for i in 0..n {{
                c.a += d.1.b * q.v[i % q.v.len()];
                d.1 = P {{ a: c.b, b: c.a * 0.5 }};
            }}
            let e = Q {{ k: q.k + 1, p: c, r: [x, d.1.a], v: q.v.clone() }};
            e.p.a * e.r[0] + e.r[1] * e.v[q.k] + e.p.b
        }}"
    );
    let arguments = [real(0.7), q(1, p(0.3, 0.9), [1.5, -0.5], &[0.2, 0.4, 0.8]), int(4)];
    laws(&source, "f", &arguments);
}

#[test]
fn variants() {
    let source = format!(
        "{TYPES}
        fn g(e: &E, x: f64) -> f64 {{
            match e {{
                E::A(u) if *u > 0.0 => *u * x,
                E::A(u) => u - x,
                E::B {{ s, t }} => s * t * x,
                E::C(p) => p.a + p.b * x,
                E::U => x * x,
            }}
        }}
        fn made(k: usize, x: f64) -> E {{
            match k {{ 0 => E::A(x * x), 1 => E::B {{ s: x, t: x.sin() }}, 2
                => E::C(P {{ a: x, b: 2.0 * x }}), _ => E::U }}
        }}
        fn f(e: E, x: f64, n: usize) -> f64 {{
            let mut sum = g(&e, x);
            for k in 0..n {{
                let e = made(k, x + k as f64);
                sum += g(&e, x);
            }}
            if let E::B {{ s, .. }} = e {{ sum += s; }}
            sum
        }}"
    );
    let shapes = [
        fields("A", &[("0", real(0.4))]),
        fields("A", &[("0", real(-0.4))]),
        fields("B", &[("s", real(0.3)), ("t", real(0.6))]),
        fields("C", &[("0", p(0.3, 0.9))]),
        fields("U", &[]),
    ];
    for e in shapes {
        laws(&source, "f", &[e, real(0.7), int(5)]);
    }
}

#[test]
fn options() {
    let source = "
        fn half(x: f64) -> Option<f64> { if x > 0.0 { Some(x * x) } else { None } }
        fn twice(x: f64) -> Option<f64> { let h = half(x)?; Some(h + half(x - 1.0).unwrap_or(x)) }
        fn f(x: f64, v: &[f64], o: Option<f64>) -> f64 {
            let mut sum = 0.0;
            for e in v {
                if let Some(u) = twice(*e) { sum += u * x; }
            }
            let Some(w) = o else { return sum };
            sum + w * v.first().copied().unwrap_or(x) + o.map_or(0.0, |u| u * u)
        }";
    for o in [fields("Some", &[("0", real(0.4))]), fields("None", &[])] {
        laws(source, "f", &[real(0.7), reals(&[0.4, -1.0, 1.5]), o.clone()]);
        laws(source, "f", &[real(0.7), reals(&[]), o]);
    }
}

#[test]
fn methods() {
    let source = format!(
        "{TYPES}
        impl P {{
            #[differentiate] fn dot(&self, other: &P)
                -> f64 {{ self.a * other.a + self.b * other.b }}
            #[differentiate] fn scaled(self, k: f64) -> P {{ P {{ a: self.a * k, b: self.b * k }} }}
            #[differentiate] fn new(a: f64, b: f64) -> Self {{ Self {{ a, b }} }}
        }}
        fn f(p: &P, q: &Q, x: f64) -> f64 {{
            let r = P::new(x, x * x).scaled(p.dot(&q.p));
            r.dot(&q.p) + r.a
        }}"
    );
    laws(&source, "f", &[p(0.3, 0.9), q(1, p(0.5, -0.9), [1.5, -0.5], &[]), real(1.3)]);
}

#[test]
fn generic_constants_and_reals() {
    let source = "
        fn norm<const N: usize>(a: &[f64; N])
            -> f64 { let mut s = N as f64; for i in 0..N { s += a[i] * a[i]; } s }
        fn filled<const N: usize>(x: f64)
            -> [f64; N] { let mut a = [0.0; N]; for i in 0..N { a[i] = x * i as f64; } a }
        fn dot<T: Real>(a: &[T], b: &[T])
            -> T { let mut s = T::real(0.5); for i in 0..a.len() { s = s + a[i] * b[i].sin(); } s }
        fn f(x: f64, v: &[f64]) -> f64 {
            let a: [f64; 4] = filled::<4>(x);
            norm(&[x, 2.0 * x, v[0]]) + norm(&a) + dot(v, &a)
        }";
    laws(source, "f", &[real(0.7), reals(&[0.4, -1.0, 1.5])]);
}

#[test]
fn in_out() {
    let source = format!(
        "{TYPES}
        fn step(u: &mut [f64], k: f64) {{ for i in 1..u.len() {{ u[i] += k * u[i - 1]; }} }}
        fn bump(x: &mut f64, y: f64) -> f64 {{ let old = *x; *x = old * y; old + y }}
        fn turn(p: &mut P, k: f64) {{ let a = p.a; p.a = p.b * k; p.b -= a; }}
        fn f(x: f64, v: &[f64], p: P) -> f64 {{
            let mut u = v.to_vec();
            step(&mut u, x);
            step(&mut u[1..], 0.5 * x);
            let mut s = x;
            let y = bump(&mut s, u[0]);
            let mut p = p;
            turn(&mut p, s);
            turn(&mut p, y);
            u.iter().sum::<f64>() * s + p.a * p.b
        }}"
    );
    laws(&source, "f", &[real(0.7), reals(&[0.4, -1.0, 1.5]), p(0.2, 0.8)]);
    laws(&source, "step", &[reals(&[0.4, -1.0, 1.5]), real(0.3)]);
    laws(&source, "turn", &[p(0.2, 0.8), real(0.3)]);
}

#[test]
fn in_a_module() {
    let types = ["struct ", "enum "].iter().fold(TYPES.to_string(), |types, item| {
        types.replace(item, &format!("#[derive(Differentiable)] {item}"))
    });
    let source = format!(
        "mod m {{ {types}
        impl P {{ #[differentiate] fn dot(&self, other: &P)
            -> f64 {{ self.a * other.a + self.b * other.b }} }}
        #[differentiate] fn helper(q: &Q) -> f64 {{ q.p.dot(&q.p) }}
        #[differentiate] fn f(q: &Q, x: f64) -> f64 {{ helper(q) * x }} }}"
    );
    laws(&source, "f", &[q(1, p(0.5, -0.9), [1.5, -0.5], &[]), real(1.3)]);
}

/// Only rustc knows that a field is discrete: what is added to its tangent goes nowhere.
#[test]
fn discrete_field() {
    let source = format!("{TYPES} fn f(x: f64, q: &Q) -> f64 {{ x * (q.k as f64).cos() }}");
    let report = laws(&source, "f", &[real(0.7), q(1, p(0.5, -0.9), [1.5, -0.5], &[0.2])]);
    assert_eq!(report.flat_gradient(), [1f64.cos(), 0.0, 0.0, 0.0, 0.0, 0.0]);
}
