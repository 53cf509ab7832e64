//! Parameters by mutable reference: their tangents and cotangents are changed in place.

use crate::support::{Numbers, close, differences, dot};
use autodiff::prelude::*;

/// The laws of a function of some memory `u`, which it changes, and further inputs `p`. Everything
/// is flat: `run(u, p)` changes `u` and returns the results, `jvp(u, p, u_dot, p_dot)` changes
/// `u_dot` and returns tangents, `vjp(u, p, y_bar, u_bar)` changes `u_bar` and returns the
/// cotangents of `p`.
fn laws(
    name: &str,
    u: &[f64],
    p: &[f64],
    run: impl Fn(&mut Vec<f64>, &[f64]) -> Vec<f64>,
    jvp: impl Fn(&mut Vec<f64>, &[f64], &mut Vec<f64>, &[f64]) -> Vec<f64>,
    vjp: impl Fn(&mut Vec<f64>, &[f64], &[f64], &mut Vec<f64>) -> Vec<f64>,
) {
    let mut numbers = Numbers::new(u.len() as u64 + 5);
    let whole = |x: &[f64]| {
        let mut memory = x[..u.len()].to_vec();
        let mut out = run(&mut memory, &x[u.len()..]);
        out.extend(memory);
        out
    };
    let x: Vec<f64> = u.iter().chain(p).copied().collect();
    let out = whole(&x);
    let results = {
        let mut memory = u.to_vec();
        run(&mut memory, p).len()
    };
    let x_dot = numbers.vec(x.len());
    let out_bar = numbers.vec(out.len());
    // forward mode against differences
    let (mut memory, mut dots) = (u.to_vec(), x_dot[..u.len()].to_vec());
    let mut out_dot = jvp(&mut memory, p, &mut dots, &x_dot[u.len()..]);
    out_dot.extend(dots);
    assert_eq!(memory, out[results..], "{name}: the memory after jvp");
    let slope = differences(
        &|t: &[f64]| {
            dot(
                &whole(&x.iter().zip(&x_dot).map(|(x, d)| x + t[0] * d).collect::<Vec<_>>()),
                &out_bar,
            )
        },
        &[0.0],
    );
    close(&format!("{name}: jvp against differences"), dot(&out_dot, &out_bar), slope[0], 1e-7);
    // reverse mode against forward mode, and against differences one by one
    let (mut memory, mut bars) = (u.to_vec(), out_bar[results..].to_vec());
    let p_bar = vjp(&mut memory, p, &out_bar[..results], &mut bars);
    assert_eq!(memory, out[results..], "{name}: the memory after vjp");
    let x_bar: Vec<f64> = bars.iter().chain(&p_bar).copied().collect();
    assert_eq!(x_bar.len(), x.len(), "{name}: the cotangents of the inputs");
    close(&format!("{name}: dot-product law"), dot(&x_bar, &x_dot), dot(&out_bar, &out_dot), 1e-11);
    let gradient = differences(&|x: &[f64]| dot(&whole(x), &out_bar), &x);
    for (i, (found, expected)) in x_bar.iter().zip(&gradient).enumerate() {
        close(&format!("{name}: cotangent {i}"), *found, *expected, 1e-6);
    }
}

/// The laws of `fn f(u: &mut [f64], k: f64)`.
macro_rules! laws_of {
    ($($f:ident: $u:expr, $k:expr;)*) => {pastey::paste! {$(
        laws(
            stringify!($f),
            &$u,
            &[$k],
            |u, p| {
                $f(u, p[0]);
                vec![]
            },
            |u, p, u_dot, p_dot| {
                let (_, residuals) = [<$f _primal>](&mut u.clone(), p[0]);
                let mut again = u_dot.clone();
                let ((), ()) = [<$f _jvp>](u, p[0], u_dot, p_dot[0]);
                [<$f _linear>](&residuals, &mut again, p_dot[0]);
                assert_eq!(again, *u_dot);
                vec![]
            },
            |u, p, _, u_bar| {
                let (_, residuals) = [<$f _primal>](&mut u.clone(), p[0]);
                let (mut again, mut k_again) = (u_bar.clone(), 1.0);
                [<$f _transposed>](&residuals, &mut again, &mut k_again);
                let (mut into, mut k_into, mut reused) = (u_bar.clone(), 1.0, residuals);
                [<$f _vjp_into>](&mut u.clone(), p[0], &mut reused, &mut into, &mut k_into);
                let ((), k_bar) = [<$f _vjp>](u, p[0], u_bar);
                assert_eq!((&again, &into), (&*u_bar, &*u_bar));
                assert_eq!((k_again - 1.0, k_into), (k_again - 1.0, k_again));
                close("accumulated", k_again, 1.0 + k_bar, 1e-12);
                vec![k_bar]
            },
        );
    )*}};
}

/// A step of explicit diffusion, with what comes before already changed.
#[differentiate(reverse)]
fn sweep(u: &mut [f64], k: f64) {
    for i in 1..u.len() {
        u[i] = u[i] * u[i] * k + u[i - 1];
    }
}

#[differentiate(reverse)]
fn diffuse(u: &mut [f64], k: f64) {
    let old = u.to_vec();
    for i in 1..u.len() - 1 {
        u[i] += k * (old[i - 1] - 2.0 * old[i] + old[i + 1]);
    }
}

/// Several steps, each a call.
#[differentiate(reverse)]
fn steps(u: &mut [f64], k: f64) {
    let mut rate = k;
    for _ in 0..3 {
        diffuse(u, rate);
        rate *= rate;
    }
    sweep(u, rate.sin());
}

#[differentiate(reverse)]
fn branches(u: &mut [f64], k: f64) {
    if u[0] > k {
        u[0] *= k;
    } else {
        u[1] = u[0] * u[2];
        u.swap(0, 2);
    }
    for i in 0..u.len() {
        if i % 2 == 0 {
            continue;
        }
        u[i] *= u[i - 1];
        if u[i] > 10.0 {
            return;
        }
    }
}

#[differentiate(reverse)]
fn windows(u: &mut [f64], k: f64) {
    let n = u.len();
    sweep(&mut u[1..n - 1], k);
    let v = &mut u[..2];
    sweep(v, 2.0 * k);
    v[0] *= v[1];
    for x in u.iter_mut() {
        *x *= k;
    }
}

/// Local memory, changed by a call.
#[differentiate(reverse)]
fn local(u: &mut [f64], k: f64) {
    let mut v = [k, 2.0, u[0]];
    sweep(&mut v, k);
    let mut w = u.to_vec();
    steps(&mut w, v[2].sin());
    let mut inactive = vec![1.0, 2.0, 3.0];
    sweep(&mut inactive, k);
    for i in 0..u.len() {
        u[i] = w[i] * v[i % 3] + inactive[i % 3];
    }
}

/// Nothing of what was there remains.
#[differentiate(reverse)]
fn overwritten(u: &mut [f64], k: f64) {
    for i in 0..u.len() {
        u[i] = k * i as f64;
    }
}

#[differentiate(reverse)]
fn recursive(u: &mut [f64], k: f64) {
    if u.len() > 1 {
        let half = u.len() / 2;
        u[0] *= k * u[half];
        recursive(&mut u[half..], k);
        recursive(&mut u[..half], k * 0.5);
    }
}

#[differentiate(reverse)]
fn untouched(u: &mut [f64], k: f64) {
    let _ = u[0] * k;
}

#[test]
fn slices() {
    laws_of! {
        sweep: [0.5, -1.5, 2.0, 0.25], 0.75;
        diffuse: [0.5, -1.5, 2.0, 0.25, 1.0], 0.75;
        steps: [0.5, -1.5, 2.0, 0.25, 1.0], 0.75;
        branches: [0.5, -1.5, 2.0, 0.25, 1.0], 0.25;
        branches: [0.5, -1.5, 2.0, 0.25, 1.0], 0.75;
        branches: [9.0, 8.0, 2.0, 0.25, 1.0], 0.75;
        windows: [0.5, -1.5, 2.0, 0.25, 1.0], 0.75;
        local: [0.5, -1.5, 2.0, 0.25], 0.75;
        overwritten: [0.5, -1.5, 2.0], 0.75;
        recursive: [0.5, -1.5, 2.0, 0.25, 1.0, 3.0, 0.125], 0.75;
        untouched: [0.5, -1.5], 0.75;
    }
}

#[differentiate(reverse)]
fn squares(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i] * v[i];
    }
    s
}

/// What a callee reads again in its linear part is gone when the function returns.
#[differentiate(reverse)]
fn read_and_replaced(v: &mut Vec<f64>, k: f64) {
    sweep(v, k);
    let s = squares(&*v);
    *v = vec![s, k * v[1]];
}

#[differentiate(reverse)]
fn replaced_in_one_arm(v: &mut Vec<f64>, k: f64) {
    v[0] *= k;
    let s = squares(&*v);
    if s > 1.0 {
        *v = vec![s, k];
    }
    v[1] *= v[0];
}

#[differentiate(reverse)]
fn replaced_in_a_loop(v: &mut Vec<f64>, k: f64) {
    for i in 0..3 {
        v[0] *= k;
        let s = squares(&*v);
        if i == 1 {
            v[0] = s;
        } else {
            *v = vec![s, k];
        }
    }
}

#[differentiate(reverse)]
fn emptied(v: &mut Vec<f64>, k: f64) {
    let old = std::mem::replace(v, vec![k]);
    let s = squares(&old);
    v.push(squares(&*v) * s);
    let t = squares(&*v);
    v.clear();
    v.extend([s, t * k]);
}

#[test]
fn memory_that_is_replaced() {
    laws_of! {
        read_and_replaced: [0.5, -1.5], 0.75;
        replaced_in_one_arm: [0.5, -1.5], 0.75;
        replaced_in_one_arm: [0.5, -0.5], 0.75;
        replaced_in_a_loop: [0.5, -1.5], 0.75;
        emptied: [0.5, -1.5], 0.75;
    }
}

#[differentiate(reverse)]
fn newton(x: &mut f64, a: f64) -> f64 {
    let old = *x;
    *x = 0.5 * (*x + a / *x);
    *x -= old * 0.125;
    old * a
}

/// Scalars that calls change, beside their old values.
#[differentiate(reverse)]
fn iterated(x: &mut f64, a: f64) -> f64 {
    let start = *x;
    let first = newton(x, a);
    let mut y = *x * a;
    let before = y;
    for _ in 0..3 {
        let change = newton(&mut y, *x);
        *x += change * first;
    }
    *x * start + y * before + first
}

#[test]
fn scalars() {
    for (f, f_jvp, f_vjp) in [
        (
            newton as fn(&mut f64, f64) -> f64,
            newton_jvp as fn(&mut f64, f64, &mut f64, f64) -> (f64, f64),
            newton_vjp as fn(&mut f64, f64, f64, &mut f64) -> (f64, f64),
        ),
        (iterated, iterated_jvp, iterated_vjp),
    ] {
        laws(
            "scalar",
            &[1.25],
            &[2.0],
            |u, p| vec![f(&mut u[0], p[0])],
            |u, p, u_dot, p_dot| vec![f_jvp(&mut u[0], p[0], &mut u_dot[0], p_dot[0]).1],
            |u, p, y_bar, u_bar| vec![f_vjp(&mut u[0], p[0], y_bar[0], &mut u_bar[0]).1],
        );
    }
    // with one real as the result, the gradient beside what comes from the memory
    let (mut x, mut x_bar) = (1.25, 0.0);
    let a_bar = newton_grad(&mut x, 2.0, &mut x_bar);
    assert_eq!((a_bar, x_bar), (1.25, 2.0));
    let mut x = 1.25;
    assert_eq!(newton_value_and_grad(&mut x, 2.0, &mut 0.0), (2.5, 1.25));
}

#[differentiate(reverse)]
fn grows(v: &mut Vec<f64>, k: f64) -> f64 {
    v.push(k * v[0]);
    let last = v[1];
    v[0] += last * k;
    v.push(last);
    v.pop();
    k * v[2]
}

#[test]
fn vectors_change_their_length() {
    let (mut v, mut v_dot) = (vec![2.0, 3.0], vec![1.0, 0.0]);
    let (y, y_dot) = grows_jvp(&mut v, 0.5, &mut v_dot, 0.0);
    assert_eq!((y, y_dot, &v, &v_dot), (0.5, 0.25, &vec![3.5, 3.0, 1.0], &vec![1.0, 0.0, 0.5]));
    let (mut v, mut v_bar) = (vec![2.0, 3.0], vec![1.0, 10.0, 100.0]);
    let (y, k_bar) = grows_vjp(&mut v, 0.5, 1000.0, &mut v_bar);
    // y = k² v₀, v₀′ = v₀ + k v₁, v₂′ = k v₀
    assert_eq!(
        (y, k_bar, &v_bar),
        (0.5, 2000.0 + 3.0 + 200.0, &vec![1.0 + 50.0 + 250.0, 10.0 + 0.5])
    );
    let (_, residuals) = grows_primal(&mut vec![2.0, 3.0], 0.5);
    let (mut v_bar, mut k_bar) = (vec![0.0, 0.0, 1.0], 0.0);
    grows_transposed(&residuals, 0.0, &mut v_bar, &mut k_bar);
    assert_eq!((v_bar, k_bar), (vec![0.5, 0.0], 2.0));
}

#[differentiate(reverse)]
fn leapfrog(q: &mut [[f64; 2]], p: &mut [[f64; 2]], dt: f64, n: usize) -> (f64, usize) {
    let mut energy = 0.0;
    for i in 0..q.len() {
        for d in 0..2 {
            q[i][d] += dt * p[i][d];
            p[i][d] -= dt * q[i][d].sin();
            energy += 0.5 * p[i][d] * p[i][d];
        }
    }
    (energy, n + 1)
}

#[differentiate(reverse)]
fn trajectory(q: &mut [[f64; 2]], p: &mut [[f64; 2]], dt: f64) -> f64 {
    let mut n: usize = 0;
    let mut total = 0.0;
    while n < 4 {
        let (energy, next): (f64, usize) = leapfrog(q, p, dt, n);
        total += energy * n as f64;
        n = next;
    }
    total
}

#[test]
fn several_parameters() {
    let rows = |flat: &[f64]| -> Vec<[f64; 2]> { flat.chunks(2).map(|c| [c[0], c[1]]).collect() };
    let put = |flat: &mut Vec<f64>, q: &[[f64; 2]], p: &[[f64; 2]]| {
        *flat = q.iter().chain(p).flatten().copied().collect()
    };
    laws(
        "trajectory",
        &[0.5, -1.5, 2.0, 0.25, 1.0, 0.75, -0.5, 0.125],
        &[0.25],
        |u, dt| {
            let (mut q, mut p) = (rows(&u[..4]), rows(&u[4..]));
            let y = trajectory(&mut q, &mut p, dt[0]);
            put(u, &q, &p);
            vec![y]
        },
        |u, dt, u_dot, dt_dot| {
            let (mut q, mut p) = (rows(&u[..4]), rows(&u[4..]));
            let (mut q_dot, mut p_dot) = (rows(&u_dot[..4]), rows(&u_dot[4..]));
            let (_, y_dot) =
                trajectory_jvp(&mut q, &mut p, dt[0], &mut q_dot, &mut p_dot, dt_dot[0]);
            put(u, &q, &p);
            put(u_dot, &q_dot, &p_dot);
            vec![y_dot]
        },
        |u, dt, y_bar, u_bar| {
            let (mut q, mut p) = (rows(&u[..4]), rows(&u[4..]));
            let (mut q_bar, mut p_bar) = (rows(&u_bar[..4]), rows(&u_bar[4..]));
            let (_, dt_bar) =
                trajectory_vjp(&mut q, &mut p, dt[0], y_bar[0], &mut q_bar, &mut p_bar);
            put(u, &q, &p);
            put(u_bar, &q_bar, &p_bar);
            vec![dt_bar]
        },
    );
}

/// Nothing but memory: no cotangent is returned.
#[differentiate(reverse)]
fn square(u: &mut [f64; 2]) {
    u[0] *= u[1];
    u[1] *= u[0];
}

/// A result without reals, and memory that is only read.
#[differentiate(reverse)]
fn fill(u: &mut [f64], from: &[f64], n: usize) -> bool {
    for i in 0..n {
        u[i] = from[i] * u[i];
    }
    n < u.len()
}

#[test]
fn shapes_of_signatures() {
    let (mut u, mut u_bar) = ([3.0, 2.0], [1.0, 0.0]);
    let ((), ()): ((), ()) = square_vjp(&mut u, &mut u_bar);
    assert_eq!((u, u_bar), ([6.0, 12.0], [2.0, 3.0]));
    let ((), residuals) = square_primal(&mut [3.0, 2.0]);
    let mut u_dot = [1.0, 1.0];
    let () = square_linear(&residuals, &mut u_dot);
    assert_eq!(u_dot, [5.0, 16.0]);
    let (mut u, mut u_bar) = ([3.0, 2.0], [1.0, 1.0]);
    let (more, from_bar): (bool, Vec<f64>) = fill_vjp(&mut u, &[4.0, 5.0], 1, (), &mut u_bar);
    assert_eq!((more, from_bar, u, u_bar), (true, vec![3.0, 0.0], [12.0, 2.0], [4.0, 1.0]));
}

#[test]
#[should_panic(
    expected = "sweep: the cotangent of `u` has length 2 where the parameter has length 3"
)]
fn a_cotangent_of_a_wrong_length() {
    sweep_vjp(&mut [1.0, 2.0, 3.0], 1.0, &mut [1.0, 2.0]);
}

#[test]
#[should_panic(
    expected = "sweep: the tangent of `u` has length 2 where the parameter has length 3"
)]
fn a_tangent_of_a_wrong_length() {
    sweep_jvp(&mut [1.0, 2.0, 3.0], 1.0, &mut [1.0, 2.0], 0.0);
}

#[test]
#[should_panic(
    expected = "grows: the cotangent of `v` has length 2 where the parameter has length 3"
)]
fn a_cotangent_is_as_long_as_the_vector_in_the_end() {
    grows_vjp(&mut vec![2.0, 3.0], 0.5, 1.0, &mut vec![1.0, 1.0]);
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Body {
    x: f64,
    v: [f64; 2],
    n: usize,
    #[constant]
    m: f64,
}

#[differentiate(reverse)]
fn kick(b: &mut Body, dt: f64) {
    b.x += dt * b.v[0] * b.m;
    b.v[1] *= b.x;
    b.n += 1;
}

/// Calls that change a struct and a part of it.
#[differentiate(reverse)]
fn advance(b: &mut Body, dt: f64) {
    sweep(&mut b.v, dt);
    kick(b, b.v[1]);
}

#[differentiate(reverse)]
fn advance_all(bodies: &mut [Body], dt: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..bodies.len() {
        advance(&mut bodies[i], dt);
        total += bodies[i].x * bodies[i].v[1];
    }
    total
}

#[test]
fn structs() {
    let bodies = |u: &[f64]| -> Vec<Body> {
        u.chunks(3).map(|c| Body { x: c[0], v: [c[1], c[2]], n: 0, m: 2.0 }).collect()
    };
    let tangents = |u: &[f64]| -> Vec<BodyTangent> {
        u.chunks(3).map(|c| BodyTangent { x: c[0], v: [c[1], c[2]] }).collect()
    };
    let put = |u: &mut Vec<f64>, bodies: &[Body]| {
        *u = bodies.iter().flat_map(|b| [b.x, b.v[0], b.v[1]]).collect()
    };
    laws(
        "bodies",
        &[1.0, 0.5, -0.25, 2.0, -1.5, 0.75],
        &[0.5],
        |u, p| {
            let mut b = bodies(u);
            let y = advance_all(&mut b, p[0]);
            put(u, &b);
            vec![y]
        },
        |u, p, u_dot, p_dot| {
            let (mut b, mut b_dot) = (bodies(u), tangents(u_dot));
            let (_, y_dot) = advance_all_jvp(&mut b, p[0], &mut b_dot, p_dot[0]);
            put(u, &b);
            *u_dot = b_dot.flatten();
            vec![y_dot]
        },
        |u, p, y_bar, u_bar| {
            let (mut b, mut b_bar) = (bodies(u), tangents(u_bar));
            let (_, p_bar) = advance_all_vjp(&mut b, p[0], y_bar[0], &mut b_bar);
            put(u, &b);
            *u_bar = b_bar.flatten();
            vec![p_bar]
        },
    );
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Inner {
    a: f64,
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Taken {
    v: Vec<f64>,
    k: f64,
    o: Option<f64>,
    p: Inner,
}

#[differentiate]
impl Taken {
    #[differentiate]
    fn flush(&mut self) -> f64 {
        let old = std::mem::take(&mut self.v);
        let (k, o, p) =
            (std::mem::take(&mut self.k), std::mem::take(&mut self.o), std::mem::take(&mut self.p));
        old.iter().sum::<f64>() * k + o.unwrap_or(1.0) * p.a
    }
}

#[differentiate]
fn taken_fields(x: &[f64]) -> f64 {
    let mut t = Taken { v: x.to_vec(), k: x[0], o: Some(x[1]), p: Inner { a: x[2] } };
    let first = t.flush();
    t.v.push(x[0]);
    t.k = x[1];
    let mut all = vec![t.clone(), Taken { v: vec![x[2]], ..Taken::default() }];
    let whole = std::mem::take(&mut all[0]);
    first * t.flush() + whole.k * whole.v[0] + all[0].k + std::mem::take(&mut all[1].v)[0]
}

#[test]
fn fields_are_taken() {
    check!(taken_fields, [0.7, -0.4, 1.3]);
}
