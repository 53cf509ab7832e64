//! Lengths of arrays and constant arguments that only later lines determine, products of matrices
//! whose sizes determine each other, and functions that precede those that they call.

use autodiff::prelude::*;
use std::array;

const DIM: usize = 3;

fn first<const N: usize>(x: &[f64]) -> [f64; N] {
    array::from_fn(|i| x[i])
}

// ---------- what calls them comes first

#[differentiate]
fn top_down(x: &[f64]) -> f64 {
    let root = newton(|z| z * z * z + x[0] * z - 2.0, |z| 3.0 * z * z + x[0], 1.0);
    let shifted = array::from_fn(|i| x[i] * x[3]);
    let scaled = turned(&shifted, 2.0);
    let (low, high) = range(x);
    let clipped = limited(x[1], None) + limited(x[2], Some(0.5));
    root + scaled.iter().sum::<f64>()
        + low * high
        + clipped
        + norm(array::from_fn(|i| x[i] + scaled[i]))
}

#[differentiate]
fn newton(f: impl Fn(f64) -> f64, d: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut z = start;
    for _ in 0..30 {
        z -= f(z) / d(z);
    }
    z
}

#[differentiate]
fn turned(x: &[f64; 3], k: f64) -> [f64; 3] {
    [k * x[1], -x[0] * x[2], x[2] * x[1]]
}

#[differentiate]
fn range(x: &[f64]) -> (f64, f64) {
    (
        x.iter().copied().fold(f64::INFINITY, f64::min),
        x.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    )
}

#[differentiate]
fn limited(x: f64, to: Option<f64>) -> f64 {
    match to {
        Some(to) if x > to => to * x,
        _ => x * x,
    }
}

#[differentiate]
fn norm(a: [f64; DIM]) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + 0.1).sqrt()
}

// ---------- schemes for systems of any size

#[differentiate]
fn step<const N: usize>(
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
    t: f64,
    y: &[f64; N],
    h: f64,
) -> [f64; N] {
    let k1 = f(t, y);
    let half = array::from_fn(|i| y[i] + 0.5 * h * k1[i]);
    let k2 = f(t + 0.5 * h, &half);
    let k3 = f(t + 0.5 * h, &array::from_fn(|i| y[i] + 0.5 * h * k2[i]));
    let k4 = f(t + h, &array::from_fn(|i| y[i] + h * k3[i]));
    array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

#[differentiate]
fn pendulum(x: &[f64]) -> f64 {
    let mut y = [x[0], x[1]];
    for k in 0..4 {
        y = step(
            |t, s: &[f64; 2]| [s[1], -s[0].sin() - 0.1 * x[2] * s[1] + 0.1 * t.cos()],
            k as f64 * 0.1,
            &y,
            0.1,
        );
    }
    y[0] * y[1]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct State<const N: usize> {
    q: [f64; N],
    v: [f64; N],
}

#[differentiate]
impl<const N: usize> State<N> {
    #[differentiate]
    fn step(&self, a: &[f64; N], h: f64) -> State<N> {
        let v = array::from_fn(|i| self.v[i] + h * a[i]);
        let q = array::from_fn(|i| self.q[i] + h * v[i]);
        State { q, v }
    }
    #[differentiate]
    fn axpy(&self, k: f64, d: &State<N>) -> Self {
        Self {
            q: array::from_fn(|i| self.q[i] + k * d.q[i]),
            v: array::from_fn(|i| self.v[i] + k * d.v[i]),
        }
    }
    #[differentiate]
    fn energy(&self) -> f64 {
        0.5 * dot(&self.v, &self.v)
            + 0.5 * dot(&self.q, &array::from_fn(|i| self.q[i] * (i as f64 + 1.0)))
    }
}

#[differentiate]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut s = 0.0;
    for i in 0..N {
        s += a[i] * b[i];
    }
    s
}

#[differentiate]
fn simulate(x: &[f64]) -> f64 {
    let mut s = State { q: [x[0], x[1]], v: [0.0; 2] };
    for _ in 0..5 {
        let a = array::from_fn(|i| -s.q[i]);
        s = s.step(&a, x[2]);
        let d = State { q: s.v, v: array::from_fn(|i| -s.q[i].sin()) };
        s = s.axpy(0.1, &d);
    }
    s.energy()
}

// ---------- matrices

#[derive(Clone, Copy, Debug, Differentiable)]
struct Mat<const R: usize, const C: usize> {
    a: [[f64; C]; R],
}

#[differentiate]
impl<const R: usize, const C: usize> Mat<R, C> {
    fn zeros() -> Self {
        Self { a: [[0.0; C]; R] }
    }
    #[differentiate]
    fn transpose(&self) -> Mat<C, R> {
        let mut m = Mat::zeros();
        for i in 0..R {
            for j in 0..C {
                m.a[j][i] = self.a[i][j];
            }
        }
        m
    }
    #[differentiate]
    fn times<const K: usize>(&self, o: &Mat<C, K>) -> Mat<R, K> {
        let mut m = Mat::zeros();
        for i in 0..R {
            for j in 0..K {
                for k in 0..C {
                    m.a[i][j] += self.a[i][k] * o.a[k][j];
                }
            }
        }
        m
    }
    #[differentiate]
    fn outer(u: &[f64; R], v: &[f64; C]) -> Self {
        Mat { a: array::from_fn(|i| array::from_fn(|j| u[i] * v[j])) }
    }
    #[differentiate]
    fn sum(&self) -> f64 {
        self.a.iter().map(|r| r.iter().sum::<f64>()).sum()
    }
}

#[differentiate]
fn matrices(x: &[f64]) -> f64 {
    let u = array::from_fn(|i| x[i] * x[3]);
    let v: [f64; _] = [x[1], x[2].sin()];
    let m: Mat<3, 2> = Mat::outer(&u, &v);
    let mut acc = Mat::zeros();
    let g = m.times(&m.transpose());
    let none: Mat<3, 3> = Mat::zeros();
    for i in 0..3 {
        for j in 0..3 {
            acc.a[i][j] = g.a[i][j] * 2.0 + none.a[i][j];
        }
    }
    weighted(&acc) * m.sum()
}

#[differentiate]
fn weighted(m: &Mat<3, 3>) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        for j in 0..3 {
            s += m.a[i][j] * (i as f64 + 0.5 * j as f64).cos();
        }
    }
    s
}

#[differentiate]
fn products(x: &[f64]) -> f64 {
    let m: Mat<3, 2> = Mat { a: [[x[0], x[1]], [x[2], x[3]], [x[1], x[0]]] };
    let n: Mat<2, 4> = Mat { a: [[x[0], 1.0, x[2], 2.0], [x[1], x[3], 0.5, x[0]]] };
    let g = m.transpose().transpose().times(&n).times(&m.times(&n).transpose());
    let h = g.transpose().times(&m.times(&n.times(&n.transpose()).times(&m.transpose())));
    h.a[0][1] * g.a[1][1] + h.a[2][0]
}

#[test]
fn inferred_later() {
    let x = [0.4, 0.7, -0.3, 1.1];
    check!(top_down, x);
    check!(pendulum, x);
    check!(simulate, x);
    check!(matrices, x);
    check!(products, x);
    let state = State { q: first::<2>(&x), v: [0.5, 0.25] };
    assert_eq!(State::energy_grad(&state).v, [0.5, 0.25]);
}
