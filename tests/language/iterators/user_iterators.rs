//! User-defined iterators: in `for`, in chains, borrowed, and advanced by hand.

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Geometric {
    value: f64,
    ratio: f64,
}

#[differentiate]
impl Geometric {
    #[differentiate]
    fn new(value: f64, ratio: f64) -> Self {
        Self { value, ratio }
    }

    #[differentiate]
    fn sum_of_five(self) -> f64 {
        self.take(5).sum()
    }
}

#[differentiate]
impl Iterator for Geometric {
    type Item = f64;

    #[differentiate]
    fn next(&mut self) -> Option<Self::Item> {
        let value = self.value;
        self.value *= self.ratio;
        if value.abs() < 1e-3 { None } else { Some(value) }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct State {
    x: f64,
    v: f64,
}

/// A trajectory, step by step.
#[derive(Clone, Debug, Differentiable)]
struct Trajectory {
    now: State,
    k: f64,
    dt: f64,
    steps: usize,
}

#[differentiate]
impl std::iter::Iterator for Trajectory {
    type Item = (f64, State);

    #[differentiate]
    fn next(&mut self) -> Option<(f64, State)> {
        if self.steps == 0 {
            return None;
        }
        self.steps -= 1;
        let State { x, v } = self.now;
        let v = v - self.dt * self.k * x;
        self.now = State { x: x + self.dt * v, v };
        Some((self.dt * self.steps as f64, self.now))
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    k: f64,
    start: State,
}

#[differentiate]
impl Spring {
    #[differentiate]
    fn simulate(&self, dt: f64, steps: usize) -> Trajectory {
        Trajectory { now: self.start, k: self.k, dt, steps }
    }

    #[differentiate]
    fn energy(&self, dt: f64) -> f64 {
        self.simulate(dt, 7).map(|(_, s)| 0.5 * (s.v * s.v + self.k * s.x * s.x)).sum::<f64>()
    }
}

/// Carries no reals.
struct Even(usize);

impl Iterator for Even {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.0 += 2;
        (self.0 < 9).then_some(self.0)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Powers<T: Real> {
    now: T,
    by: T,
}

#[differentiate]
impl<T: Real> Iterator for Powers<T> {
    type Item = T;

    #[differentiate]
    fn next(&mut self) -> Option<T> {
        let now = self.now;
        self.now = now * self.by;
        Some(now)
    }
}

#[differentiate]
fn looped(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in Geometric::new(x[0], x[1]) {
        s += v.sin();
    }
    for (i, v) in (Geometric { value: x[2], ratio: 0.5 }).enumerate() {
        if i == 4 {
            break;
        }
        s += v * x[i % 3];
    }
    for n in Even(0) {
        s += x[0] * n as f64;
    }
    s
}

#[differentiate]
fn chained(x: &[f64]) -> f64 {
    let g = Geometric::new(x[0], 0.6);
    let a: f64 = g.clone().zip(x).map(|(v, x)| v * x * x).sum();
    let b = g.clone().take(4).fold(1.0, |p, v| p * (1.0 + v * x[1]));
    let c: Vec<f64> = g.clone().filter(|v| *v > 0.05).skip(1).step_by(2).collect();
    let d = g.clone().take_while(|v| *v > 0.1).last().unwrap_or(0.0);
    let e = x.iter().zip(g.clone()).map(|(x, v)| x.cos() * v).sum::<f64>();
    let f = g.chain(Geometric::new(x[2], 0.5)).scan(0.0, |s, v| {
        *s += v * v;
        Some(*s)
    });
    let a = a
        + Geometric::new(x[1], 0.4).map(|v| v * v).sum::<f64>()
        + Geometric::new(x[0], 0.4).last().unwrap_or(1.0);
    a + b + c.iter().sum::<f64>() + d + e + f.take(6).sum::<f64>()
}

#[differentiate]
fn advanced(x: &[f64]) -> f64 {
    let mut g = Geometric::new(x[0], x[1]);
    let first = g.next().unwrap_or(0.0);
    let two: f64 = g.by_ref().take(2).sum();
    let third = g.nth(1).unwrap_or(x[2]);
    let mut s = first * two + third;
    for v in &mut g {
        s += v.exp();
        if v < 0.05 {
            break;
        }
    }
    if let Some(large) = g.find(|v| *v < 0.02) {
        s += large * x[2];
    }
    while let Some(v) = g.next() {
        s += v * v;
    }
    s + Geometric::new(x[2], x[1]).sum_of_five()
}

#[differentiate]
fn of_structs(x: &[f64]) -> f64 {
    let spring = Spring { k: 1.0 + x[0] * x[0], start: State { x: x[1], v: x[2] } };
    let mut s = spring.energy(0.1);
    for (t, State { x, v }) in spring.simulate(0.2, 5) {
        s += x * v + t;
    }
    let last = spring.simulate(0.1, 9).last().map_or(0.0, |(_, s)| s.x);
    let furthest = spring.simulate(0.3, 6).map(|(_, s)| s.x).max_by(|a, b| a.total_cmp(b)).unwrap();
    s + last * furthest
}

#[differentiate]
fn generic(x: &[f64]) -> f64 {
    let p = Powers { now: x[0], by: x[1] };
    p.zip(x.iter()).map(|(p, c)| p * c).sum()
}

/// Holds one.
#[derive(Clone, Debug, Differentiable)]
struct Holder {
    terms: Geometric,
    sum: f64,
}

#[differentiate]
impl Holder {
    #[differentiate]
    fn advance(&mut self) -> f64 {
        let term = self.terms.next().unwrap_or(0.0);
        self.sum += term;
        term
    }

    #[differentiate]
    fn two(&mut self) -> f64 {
        self.terms.by_ref().take(2).sum::<f64>()
    }

    #[differentiate]
    fn rest(&mut self) -> f64 {
        let mut s = 0.0;
        for v in &mut self.terms {
            s += v * v;
        }
        s * self.sum
    }
}

#[differentiate]
fn held(x: &[f64]) -> f64 {
    let mut h = Holder { terms: Geometric::new(x[0], 0.7), sum: x[1] };
    h.advance() * h.two() + x[2] * h.advance() + h.rest()
}

#[differentiate]
fn side_by_side(x: &[f64]) -> f64 {
    let (a, b) = (Geometric::new(x[0], 0.7), Geometric::new(x[1], 0.5));
    let both: f64 = a.clone().zip(b.clone()).map(|(a, b)| a * b).sum();
    let squares: f64 =
        a.clone().filter(|v| *v > 0.1).zip(b.map(|v| v * v)).map(|(a, b)| a - b).sum();
    both + squares + std::iter::zip(x, a).map(|(x, a)| x * a).sum::<f64>()
}

#[test]
fn own_iterators_run() {
    for x in [[0.7, 0.5, 0.9], [-0.4, 0.3, 1.4], [0.01, 0.8, -0.6]] {
        check!(looped, x);
        check!(chained, x);
        check!(advanced, x);
        check!(of_structs, x);
        check!(generic, x);
        check!(held, x);
        check!(side_by_side, x);
    }
}
