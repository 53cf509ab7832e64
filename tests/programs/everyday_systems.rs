//! Options on stocks, a filter, a control loop.

use autodiff::prelude::*;

// 4 finance
#[differentiate]
fn norm_cdf(x: f64) -> f64 {
    const A: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = A.iter().rev().fold(0.0, |acc, a| (acc + a) * k);
    let w = 1.0 - (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x < 0.0 { 1.0 - w } else { w }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionType {
    Call,
    Put,
}
#[derive(Differentiable, Clone, Debug)]
pub struct EuropeanOption {
    spot: f64,
    strike: f64,
    rate: f64,
    vol: f64,
    expiry: f64,
    #[constant]
    kind: OptionType,
}
#[differentiate]
impl EuropeanOption {
    #[differentiate]
    fn d1(&self) -> f64 {
        ((self.spot / self.strike).ln() + (self.rate + self.vol.powi(2) / 2.0) * self.expiry)
            / (self.vol * self.expiry.sqrt())
    }
    #[differentiate]
    fn d2(&self) -> f64 {
        self.d1() - self.vol * self.expiry.sqrt()
    }
    #[differentiate]
    fn price(&self) -> f64 {
        let discount = (-self.rate * self.expiry).exp();
        match self.kind {
            OptionType::Call => {
                self.spot * norm_cdf(self.d1()) - self.strike * discount * norm_cdf(self.d2())
            }
            OptionType::Put => {
                self.strike * discount * norm_cdf(-self.d2()) - self.spot * norm_cdf(-self.d1())
            }
        }
    }
}
#[differentiate]
fn binomial(
    spot: f64,
    strike: f64,
    r: f64,
    sigma: f64,
    t: f64,
    steps: usize,
    american: bool,
) -> f64 {
    let dt = t / steps as f64;
    let u = (sigma * dt.sqrt()).exp();
    let d = 1.0 / u;
    let p = ((r * dt).exp() - d) / (u - d);
    let disc = (-r * dt).exp();
    let mut values: Vec<f64> = (0..=steps)
        .map(|i| (strike - spot * u.powi(i as i32) * d.powi((steps - i) as i32)).max(0.0))
        .collect();
    for step in (0..steps).rev() {
        for i in 0..=step {
            let hold = disc * (p * values[i + 1] + (1.0 - p) * values[i]);
            values[i] = if american {
                let exercise = strike - spot * u.powi(i as i32) * d.powi((step - i) as i32);
                hold.max(exercise)
            } else {
                hold
            };
        }
    }
    values[0]
}
#[differentiate]
fn npv(rate: f64, flows: &[(f64, f64)]) -> f64 {
    flows.iter().map(|&(t, c)| c / (1.0 + rate).powf(t)).sum()
}
#[differentiate]
fn irr(flows: &[(f64, f64)], guess: f64) -> Result<f64, &'static str> {
    let mut r = guess;
    for _ in 0..20 {
        let f = npv(r, flows);
        let df: f64 = flows.iter().map(|(t, c)| -t * c / (1.0 + r).powf(t + 1.0)).sum();
        if df == 0.0 {
            return Err("flat");
        }
        let next = r - f / df;
        if (next - r).abs() < 1e-14 {
            return Ok(next);
        }
        r = next;
    }
    Ok(r)
}
#[differentiate]
fn finance(q: &[f64]) -> f64 {
    let call = EuropeanOption {
        spot: 100.0 * q[0],
        strike: 95.0,
        rate: 0.03,
        vol: q[1],
        expiry: q[2],
        kind: OptionType::Call,
    };
    let put = EuropeanOption { kind: OptionType::Put, strike: 105.0 * q[0], ..call.clone() };
    let flows = vec![(0.0, -100.0), (1.0, 30.0 * q[0]), (2.0, 40.0), (3.0, 60.0 * q[2])];
    call.price()
        + put.price()
        + binomial(100.0 * q[0], 100.0, 0.02, q[1], q[2], 12, true)
        + irr(&flows, 0.1).unwrap_or(f64::NAN)
}
// 5 Kalman filter
#[derive(Differentiable, Clone, Debug)]
pub struct Kalman<const N: usize> {
    x: [f64; N],
    p: [[f64; N]; N],
    q: f64,
    r: f64,
}
#[differentiate]
fn mat_mul<const R: usize, const K: usize, const C: usize>(
    a: &[[f64; K]; R],
    b: &[[f64; C]; K],
) -> [[f64; C]; R] {
    let mut out = [[0.0; C]; R];
    for i in 0..R {
        for j in 0..C {
            for k in 0..K {
                out[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    out
}
#[differentiate]
fn transpose<const R: usize, const C: usize>(a: &[[f64; C]; R]) -> [[f64; R]; C] {
    let mut out = [[0.0; R]; C];
    for (i, row) in a.iter().enumerate() {
        for (j, v) in row.iter().enumerate() {
            out[j][i] = *v;
        }
    }
    out
}
#[differentiate]
impl<const N: usize> Kalman<N> {
    #[differentiate]
    fn predict(&mut self, f: &[[f64; N]; N]) {
        let mut x = [0.0; N];
        for i in 0..N {
            for j in 0..N {
                x[i] += f[i][j] * self.x[j];
            }
        }
        self.x = x;
        let fp = mat_mul(f, &self.p);
        self.p = mat_mul(&fp, &transpose(f));
        for i in 0..N {
            self.p[i][i] += self.q;
        }
    }
    #[differentiate]
    fn update(&mut self, z: f64) -> f64 {
        let y = z - self.x[0];
        let s = self.p[0][0] + self.r;
        let mut k = [0.0; N];
        for i in 0..N {
            k[i] = self.p[i][0] / s;
        }
        for i in 0..N {
            self.x[i] += k[i] * y;
        }
        let row = self.p[0];
        for i in 0..N {
            for j in 0..N {
                self.p[i][j] -= k[i] * row[j];
            }
        }
        0.5 * (y * y / s + s.ln())
    }
}
#[differentiate]
fn kalman(q: &[f64]) -> f64 {
    let mut kf =
        Kalman { x: [q[0], q[1]], p: [[1.0, 0.0], [0.0, 1.0]], q: q[2] * q[2], r: q[3].exp() };
    let f = [[1.0, 0.5], [0.0, 1.0]];
    let zs = [0.2, 0.9, 1.3, 2.2, 2.4];
    let mut nll = 0.0;
    for z in zs {
        kf.predict(&f);
        nll += kf.update(z);
    }
    nll + kf.x[1]
}
// 6 PID + simulation with trait
#[differentiate]
trait Plant {
    #[differentiate]
    fn step(&mut self, u: f64, dt: f64) -> f64;
}
#[derive(Differentiable, Clone, Debug)]
pub struct Pendulum {
    theta: f64,
    omega: f64,
    length: f64,
}
#[differentiate]
impl Plant for Pendulum {
    fn step(&mut self, u: f64, dt: f64) -> f64 {
        let alpha = -9.81 / self.length * self.theta.sin() + u;
        self.omega += alpha * dt;
        self.theta += self.omega * dt;
        self.theta
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Pid {
    kp: f64,
    ki: f64,
    kd: f64,
    integral: f64,
    last: Option<f64>,
    #[constant]
    limit: f64,
}
#[differentiate]
impl Pid {
    #[differentiate]
    fn new(kp: f64, ki: f64, kd: f64) -> Self {
        Pid { kp, ki, kd, integral: 0.0, last: None, limit: 10.0 }
    }
    #[differentiate]
    fn control(&mut self, error: f64, dt: f64) -> f64 {
        self.integral += error * dt;
        let derivative = match self.last {
            Some(last) => (error - last) / dt,
            None => 0.0,
        };
        self.last = Some(error);
        (self.kp * error + self.ki * self.integral + self.kd * derivative)
            .clamp(-self.limit, self.limit)
    }
}
#[differentiate]
fn closed_loop<P: Plant>(plant: &mut P, pid: &mut Pid, target: f64, n: usize) -> f64 {
    let dt = 0.05;
    let mut cost = 0.0;
    let mut y = 0.0;
    for _ in 0..n {
        let e = target - y;
        let u = pid.control(e, dt);
        y = plant.step(u, dt);
        cost += e * e * dt + 1e-3 * u * u * dt;
    }
    cost
}
#[differentiate]
fn control(q: &[f64]) -> f64 {
    let mut plant = Pendulum { theta: 0.1, omega: 0.0, length: q[3] };
    let mut pid = Pid::new(q[0], q[1], q[2]);
    closed_loop(&mut plant, &mut pid, 0.5, 30)
}
#[test]
fn t4() {
    check!(finance, [1.02, 0.25, 0.9], 1e-6);
}
#[test]
fn t5() {
    check!(kalman, [0.1, 0.7, 0.3, 0.4], 1e-6);
}
#[test]
fn t6() {
    check!(control, [3.0, 0.7, 0.3, 1.4], 1e-6);
}
