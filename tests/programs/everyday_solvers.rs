//! Roots with errors in boxes, an adaptive integrator, a grid, rates from prices.

use autodiff::prelude::*;
use std::f64::consts::PI;

#[derive(Debug)]
pub enum SolveError {
    NotBracketed { a: f64, b: f64 },
    MaxIter(usize),
    Derivative,
}
impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{:?}", self)
    }
}
impl std::error::Error for SolveError {}
#[differentiate]
fn brent<F: Fn(f64) -> f64>(f: F, mut a: f64, mut b: f64, tol: f64) -> Result<f64, SolveError> {
    let mut fa = f(a);
    let mut fb = f(b);
    if fa * fb > 0.0 {
        return Err(SolveError::NotBracketed { a: 0.0, b: 1.0 });
    }
    if fa.abs() < fb.abs() {
        std::mem::swap(&mut a, &mut b);
        std::mem::swap(&mut fa, &mut fb);
    }
    let (mut c, mut fc, mut d) = (a, fa, 0.0);
    let mut flag = true;
    for _ in 0..100 {
        if fb.abs() < tol || (b - a).abs() < tol {
            return Ok(b);
        }
        let mut s = if fa != fc && fb != fc {
            a * fb * fc / ((fa - fb) * (fa - fc))
                + b * fa * fc / ((fb - fa) * (fb - fc))
                + c * fa * fb / ((fc - fa) * (fc - fb))
        } else {
            b - fb * (b - a) / (fb - fa)
        };
        let lo = (3.0 * a + b) / 4.0;
        let between = if lo < b { s > lo && s < b } else { s > b && s < lo };
        let cond = !between
            || (flag && (s - b).abs() >= (b - c).abs() / 2.0)
            || (!flag && (s - b).abs() >= (c - d).abs() / 2.0);
        flag = cond;
        if cond {
            s = (a + b) / 2.0;
        }
        let fs = f(s);
        d = c;
        c = b;
        fc = fb;
        if fa * fs < 0.0 {
            b = s;
            fb = fs;
        } else {
            a = s;
            fa = fs;
        }
        if fa.abs() < fb.abs() {
            (a, b) = (b, a);
            (fa, fb) = (fb, fa);
        }
    }
    Err(SolveError::MaxIter(100))
}
#[differentiate]
fn newton_polish(f: impl Fn(f64) -> f64, x0: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let mut x = x0;
    let h = 1e-5;
    for _ in 0..4 {
        let slope = (f(x + h) - f(x - h)) / (2.0 * h);
        if slope.abs() < 1e-14 {
            return Err(Box::new(SolveError::Derivative));
        }
        x -= f(x) / slope;
    }
    Ok(x)
}
#[differentiate]
fn kepler(m: f64, e: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let start = constant(brent(|x| x - e * x.sin() - m, 0.0, 2.0 * PI, 1e-10)?);
    let x = newton_polish(|x| x - e * x.sin() - m, start)?;
    if x.is_nan() {
        return Err("nan".into());
    }
    Ok(x)
}
#[differentiate]
fn p16(q: &[f64]) -> f64 {
    let a = kepler(q[0], q[1]).unwrap_or(0.0);
    let b = match kepler(100.0, q[1]) {
        Ok(x) => x,
        Err(e) => {
            println!("{e}");
            q[0] * 2.0
        }
    };
    a * b
}
#[test]
fn t16() {
    check!(p16, [1.1, 0.3], 1e-5);
}

#[differentiate]
pub trait System<const N: usize> {
    #[differentiate]
    fn derivative(&self, t: f64, state: &[f64; N]) -> [f64; N];
}
#[derive(Differentiable, Clone, Debug)]
pub struct VanDerPol {
    mu: f64,
}
#[differentiate]
impl System<2> for VanDerPol {
    fn derivative(&self, _t: f64, s: &[f64; 2]) -> [f64; 2] {
        [s[1], self.mu * (1.0 - s[0] * s[0]) * s[1] - s[0]]
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Solution<const N: usize> {
    t: f64,
    y: [f64; N],
    steps: usize,
}
#[differentiate]
fn axpy<const N: usize>(y: &[f64; N], terms: &[(f64, [f64; N])]) -> [f64; N] {
    let mut out = *y;
    for (c, k) in terms {
        for i in 0..N {
            out[i] += c * k[i];
        }
    }
    out
}
#[differentiate]
fn integrate<const N: usize, S: System<N>>(
    sys: &S,
    y0: [f64; N],
    t_end: f64,
    tol: f64,
) -> Solution<N> {
    let mut t = 0.0;
    let mut y = y0;
    let mut h: f64 = 0.1;
    let mut steps = 0;
    while t < t_end {
        if t + h > t_end {
            h = t_end - t;
        }
        let k1 = sys.derivative(t, &y);
        let k2 = sys.derivative(t + h / 2.0, &axpy(&y, &[(h / 2.0, k1)]));
        let k3 = sys.derivative(t + 0.75 * h, &axpy(&y, &[(0.75 * h, k2)]));
        let next = axpy(&y, &[(h * 2.0 / 9.0, k1), (h / 3.0, k2), (h * 4.0 / 9.0, k3)]);
        let k4 = sys.derivative(t + h, &next);
        let low = axpy(&y, &[(h * 7.0 / 24.0, k1), (h / 4.0, k2), (h / 3.0, k3), (h / 8.0, k4)]);
        let err = next.iter().zip(&low).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        steps += 1;
        if err > tol && h > 1e-6 {
            h *= 0.5;
            continue;
        }
        t += h;
        y = next;
        if err < tol * 0.1 {
            h *= 1.5;
        }
        if steps > 500 {
            break;
        }
    }
    Solution { t, y, steps }
}
#[differentiate]
fn p4(q: &[f64]) -> f64 {
    let s = integrate(&VanDerPol { mu: q[0] }, [q[1], 0.0], 1.5, 1e-2);
    s.y[0] + 2.0 * s.y[1] + s.steps as f64
}
#[test]
fn t4() {
    check!(p4, [0.8, 1.25], 1e-5);
}

#[derive(Differentiable, Clone, Debug)]
pub struct Grid {
    nx: usize,
    ny: usize,
    cells: Vec<f64>,
}
#[differentiate]
impl Grid {
    pub fn new(nx: usize, ny: usize) -> Self {
        Grid { nx, ny, cells: vec![0.0; nx * ny] }
    }
    #[differentiate]
    pub fn from_fn(nx: usize, ny: usize, f: impl Fn(f64, f64) -> f64) -> Self {
        let mut g = Grid::new(nx, ny);
        for j in 0..ny {
            for i in 0..nx {
                g.cells[j * nx + i] = f(i as f64 / (nx - 1) as f64, j as f64 / (ny - 1) as f64);
            }
        }
        g
    }
    #[inline]
    fn idx(&self, i: usize, j: usize) -> usize {
        j * self.nx + i
    }
    #[differentiate]
    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.cells[self.idx(i, j)]
    }
    #[differentiate]
    pub fn set(&mut self, i: usize, j: usize, v: f64) {
        let k = self.idx(i, j);
        self.cells[k] = v;
    }
    #[differentiate]
    pub fn laplacian(&self, i: usize, j: usize) -> f64 {
        self.get(i + 1, j) + self.get(i - 1, j) + self.get(i, j + 1) + self.get(i, j - 1)
            - 4.0 * self.get(i, j)
    }
    #[differentiate]
    pub fn diffuse(&self, k: f64) -> Grid {
        let mut next = self.clone();
        for j in 1..self.ny - 1 {
            for i in 1..self.nx - 1 {
                next.set(i, j, self.get(i, j) + k * self.laplacian(i, j));
            }
        }
        next
    }
    #[differentiate]
    pub fn sor(&mut self, rhs: &Grid, omega: f64, sweeps: usize) -> f64 {
        let mut residual = 0.0;
        for _ in 0..sweeps {
            residual = 0.0;
            for j in 1..self.ny - 1 {
                for i in 1..self.nx - 1 {
                    let r = self.laplacian(i, j) - rhs.get(i, j);
                    self.cells[j * self.nx + i] += omega * r / 4.0;
                    residual += r * r;
                }
            }
        }
        residual.sqrt()
    }
    #[differentiate]
    pub fn total(&self) -> f64 {
        self.cells.chunks(self.nx).map(|row| row.iter().sum::<f64>()).sum()
    }
}
#[differentiate]
fn p18(q: &[f64]) -> f64 {
    let mut g = Grid::from_fn(5, 4, |x, y| (PI * x * q[0]).sin() * (1.0 + y * q[1]));
    for _ in 0..3 {
        g = g.diffuse(0.1 * q[2]);
    }
    let rhs = Grid::from_fn(5, 4, |x, y| 0.1 * x * y * q[0]);
    let r = g.sor(&rhs, 1.2, 2);
    g.total() + r
}
#[test]
fn t18() {
    check!(p18, [0.4, 0.7, 1.1], 1e-6);
}

#[derive(Differentiable, Clone, Debug)]
pub enum Instrument {
    Deposit { tenor: f64, rate: f64 },
    Swap { years: usize, rate: f64 },
    Fra { start: f64, end: f64, rate: f64 },
}
#[derive(Differentiable, Clone, Debug, Default)]
pub struct Curve {
    times: Vec<f64>,
    log_df: Vec<f64>,
}
#[differentiate]
impl Curve {
    pub fn new() -> Self {
        Curve { times: vec![0.0], log_df: vec![0.0] }
    }
    #[differentiate]
    pub fn discount(&self, t: f64) -> f64 {
        let n = self.times.len();
        if n == 1 {
            return 1.0;
        }
        let i = self.times.iter().position(|&x| x >= t).unwrap_or(n - 1).max(1);
        let (t0, t1) = (self.times[i - 1], self.times[i]);
        let w = (t - t0) / (t1 - t0);
        ((1.0 - w) * self.log_df[i - 1] + w * self.log_df[i]).exp()
    }
    #[differentiate]
    fn push(&mut self, t: f64, df: f64) {
        self.times.push(t);
        self.log_df.push(df.ln());
    }
    #[differentiate]
    pub fn bootstrap(instruments: &[Instrument]) -> Self {
        let mut curve = Curve::new();
        for inst in instruments {
            match inst {
                Instrument::Deposit { tenor, rate } => {
                    curve.push(*tenor, 1.0 / (1.0 + rate * tenor))
                }
                Instrument::Fra { start, end, rate } => {
                    let d = curve.discount(*start);
                    curve.push(*end, d / (1.0 + rate * (end - start)));
                }
                &Instrument::Swap { years, rate } => {
                    let annuity: f64 = (1..years).map(|k| curve.discount(k as f64)).sum();
                    curve.push(years as f64, (1.0 - rate * annuity) / (1.0 + rate));
                }
            }
        }
        curve
    }
    #[differentiate]
    pub fn forward(&self, a: f64, b: f64) -> f64 {
        (self.discount(a) / self.discount(b) - 1.0) / (b - a)
    }
}
#[differentiate]
fn bond_price(curve: &Curve, coupon: f64, maturity: usize, spread: f64) -> f64 {
    let mut pv = 0.0;
    for k in 1..=maturity {
        let t = k as f64;
        let cf = if k == maturity { 100.0 + coupon } else { coupon };
        pv += cf * curve.discount(t) * (-spread * t).exp();
    }
    pv
}
#[differentiate]
fn p20(q: &[f64]) -> f64 {
    let curve = Curve::bootstrap(&[
        Instrument::Deposit { tenor: 0.5, rate: q[0] },
        Instrument::Fra { start: 0.5, end: 1.0, rate: 0.04 },
        Instrument::Swap { years: 2, rate: q[1] },
        Instrument::Swap { years: 3, rate: 0.05 },
    ]);
    bond_price(&curve, 5.0, 3, q[2]) + 100.0 * curve.forward(1.2, 2.3)
}
#[test]
fn t20() {
    check!(p20, [0.03, 0.045, 0.01], 1e-6);
}

#[derive(Debug, Clone, PartialEq)]
pub enum RootError {
    NotBracketed { lo: f64, hi: f64 },
    MaxIterations(usize),
}
#[differentiate]
fn newton<F, G>(f: F, df: G, mut x: f64, tol: f64, max: usize) -> Result<f64, RootError>
where
    F: Fn(f64) -> f64,
    G: Fn(f64) -> f64,
{
    for _ in 0..max {
        let fx = f(x);
        let step = fx / df(x);
        x -= step;
        if step.abs() < tol {
            return Ok(x);
        }
    }
    Err(RootError::MaxIterations(max))
}
#[differentiate]
fn implied_rate(price: f64, coupon: f64, n: i32) -> Result<f64, RootError> {
    let r = newton(
        |r| {
            (1..=n).map(|k| coupon / (1.0 + r).powi(k)).sum::<f64>() + 100.0 / (1.0 + r).powi(n)
                - price
        },
        |r| {
            (1..=n).map(|k| -(k as f64) * coupon / (1.0 + r).powi(k + 1)).sum::<f64>()
                - n as f64 * 100.0 / (1.0 + r).powi(n + 1)
        },
        0.05,
        1e-13,
        50,
    )?;
    Ok(r * 100.0)
}
#[differentiate]
fn roots(q: &[f64]) -> f64 {
    let a = implied_rate(95.0 + q[0], 5.0 * q[1], 6).unwrap_or(-1.0);
    let b = match implied_rate(0.0, q[0], 0) {
        Ok(v) => v,
        Err(RootError::MaxIterations(n)) => n as f64 * q[1],
        Err(_) => 0.0,
    };
    a + b
}
#[test]
fn t_roots() {
    check!(roots, [1.2, 0.95], 1e-6);
}
