//! Splines, colours, filters.

use autodiff::prelude::*;

// 10 splines
#[derive(Differentiable, Clone, Debug)]
pub struct CubicSpline {
    x: Vec<f64>,
    y: Vec<f64>,
    m: Vec<f64>,
}
#[differentiate]
impl CubicSpline {
    #[differentiate]
    pub fn natural(x: &[f64], y: &[f64]) -> Result<Self, String> {
        let n = x.len();
        if n < 3 || y.len() != n {
            return Err("need at least three points".to_owned());
        }
        let h: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
        let mut alpha = vec![0.0; n];
        for i in 1..n - 1 {
            alpha[i] = 3.0 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1]);
        }
        let (mut l, mut mu, mut z) = (vec![1.0; n], vec![0.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            l[i] = 2.0 * (x[i + 1] - x[i - 1]) - h[i - 1] * mu[i - 1];
            mu[i] = h[i] / l[i];
            z[i] = (alpha[i] - h[i - 1] * z[i - 1]) / l[i];
        }
        let mut m = vec![0.0; n];
        for j in (0..n - 1).rev() {
            m[j] = z[j] - mu[j] * m[j + 1];
        }
        Ok(CubicSpline { x: x.to_vec(), y: y.to_vec(), m })
    }
    fn segment(&self, t: f64) -> usize {
        let i = self.x.partition_point(|v| *v <= t);
        i.saturating_sub(1).min(self.x.len() - 2)
    }
    #[differentiate]
    pub fn eval(&self, t: f64) -> f64 {
        let i = self.segment(t);
        let h = self.x[i + 1] - self.x[i];
        let b = (self.y[i + 1] - self.y[i]) / h - h * (self.m[i + 1] + 2.0 * self.m[i]) / 3.0;
        let d = (self.m[i + 1] - self.m[i]) / (3.0 * h);
        let dx = t - self.x[i];
        self.y[i] + dx * (b + dx * (self.m[i] + dx * d))
    }
}
#[differentiate]
fn spline(q: &[f64]) -> f64 {
    let x = [0.0, 1.0, 2.5, 3.0, 4.2];
    match CubicSpline::natural(&x, q) {
        Ok(s) => (0..10).map(|k| s.eval(0.43 * k as f64)).map(|v| v * v).sum(),
        Err(_) => 0.0,
    }
}
#[differentiate]
fn de_casteljau(points: &[[f64; 2]], t: f64) -> [f64; 2] {
    let mut p = points.to_vec();
    while p.len() > 1 {
        p = p
            .windows(2)
            .map(|w| [w[0][0] * (1.0 - t) + w[1][0] * t, w[0][1] * (1.0 - t) + w[1][1] * t])
            .collect();
    }
    p[0]
}
#[differentiate]
fn bspline_basis(i: usize, k: usize, t: f64, knots: &[f64]) -> f64 {
    if k == 0 {
        return if knots[i] <= t && t < knots[i + 1] { 1.0 } else { 0.0 };
    }
    let d1 = knots[i + k] - knots[i];
    let d2 = knots[i + k + 1] - knots[i + 1];
    let a = if d1 > 0.0 { (t - knots[i]) / d1 * bspline_basis(i, k - 1, t, knots) } else { 0.0 };
    let b = if d2 > 0.0 {
        (knots[i + k + 1] - t) / d2 * bspline_basis(i + 1, k - 1, t, knots)
    } else {
        0.0
    };
    a + b
}
#[differentiate]
fn curves(q: &[f64]) -> f64 {
    let pts = [[0.0, q[0]], [q[1], 1.0], [2.0, q[2]], [3.0, 0.0]];
    let mut len = 0.0;
    let mut prev = pts[0];
    for k in 1..=8 {
        let p = de_casteljau(&pts, k as f64 / 8.0);
        len += (p[0] - prev[0]).hypot(p[1] - prev[1]);
        prev = p;
    }
    let knots: Vec<f64> = (0..8).map(f64::from).collect();
    let s: f64 = (0..4).map(|i| q[i % 3] * bspline_basis(i, 3, 3.0 + 0.5 * q[0], &knots)).sum();
    len + s
}
// 11 colour
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Rgb {
    r: f64,
    g: f64,
    b: f64,
}
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Lab {
    l: f64,
    a: f64,
    b: f64,
}
#[differentiate]
fn linearize(c: f64) -> f64 {
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}
#[differentiate]
impl From<Rgb> for Lab {
    #[differentiate]
    fn from(c: Rgb) -> Lab {
        const M: [[f64; 3]; 3] = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];
        const WHITE: [f64; 3] = [0.95047, 1.0, 1.08883];
        let lin = [linearize(c.r), linearize(c.g), linearize(c.b)];
        let f = |t: f64| {
            const D: f64 = 6.0 / 29.0;
            if t > D.powi(3) { t.cbrt() } else { t / (3.0 * D * D) + 4.0 / 29.0 }
        };
        let mut xyz = [0.0; 3];
        for (out, (row, w)) in xyz.iter_mut().zip(M.iter().zip(WHITE)) {
            *out = f(row.iter().zip(&lin).map(|(m, c)| m * c).sum::<f64>() / w);
        }
        let [x, y, z] = xyz;
        Lab { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }
}
#[differentiate]
impl Lab {
    #[differentiate]
    fn delta_e(&self, o: &Lab) -> f64 {
        ((self.l - o.l).powi(2) + (self.a - o.a).powi(2) + (self.b - o.b).powi(2)).sqrt()
    }
    #[differentiate]
    fn to_lch(self) -> (f64, f64, f64) {
        (self.l, self.a.hypot(self.b), self.b.atan2(self.a).to_degrees().rem_euclid(360.0))
    }
}
#[differentiate]
fn hsv(h: f64, s: f64, v: f64) -> Rgb {
    let c = v * s;
    let hp = h / 60.0;
    let x = c * (1.0 - (hp % 2.0 - 1.0).abs());
    let (r, g, b) = match hp as u32 {
        0 => (c, x, 0.0),
        1 => (x, c, 0.0),
        2 => (0.0, c, x),
        3 => (0.0, x, c),
        4 => (x, 0.0, c),
        _ => (c, 0.0, x),
    };
    let m = v - c;
    Rgb { r: r + m, g: g + m, b: b + m }
}
#[differentiate]
fn colour(q: &[f64]) -> f64 {
    let a: Lab = Rgb { r: q[0], g: q[1], b: q[2] }.into();
    let b = Lab::from(hsv(200.0 * q[0], q[1], q[2]));
    let (l, c, h) = a.to_lch();
    a.delta_e(&b) + l * 0.01 + c * 0.1 + h * 0.01
}
// 12 DSP
#[derive(Differentiable, Clone, Debug)]
pub struct Biquad {
    b0: f64,
    b1: f64,
    b2: f64,
    a1: f64,
    a2: f64,
    z1: f64,
    z2: f64,
}
#[differentiate]
impl Biquad {
    #[differentiate]
    pub fn lowpass(fs: f64, fc: f64, q: f64) -> Self {
        let w0 = 2.0 * std::f64::consts::PI * fc / fs;
        let (sin, cos) = w0.sin_cos();
        let alpha = sin / (2.0 * q);
        let a0 = 1.0 + alpha;
        Self {
            b0: (1.0 - cos) / 2.0 / a0,
            b1: (1.0 - cos) / a0,
            b2: (1.0 - cos) / 2.0 / a0,
            a1: -2.0 * cos / a0,
            a2: (1.0 - alpha) / a0,
            z1: 0.0,
            z2: 0.0,
        }
    }
    #[differentiate]
    pub fn process(&mut self, x: f64) -> f64 {
        let y = self.b0 * x + self.z1;
        self.z1 = self.b1 * x - self.a1 * y + self.z2;
        self.z2 = self.b2 * x - self.a2 * y;
        y
    }
    #[differentiate]
    pub fn process_block(&mut self, block: &mut [f64]) {
        for s in block.iter_mut() {
            *s = self.process(*s);
        }
    }
}
#[differentiate]
fn convolve(signal: &[f64], kernel: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; signal.len() + kernel.len() - 1];
    for (i, s) in signal.iter().enumerate() {
        for (j, k) in kernel.iter().enumerate() {
            out[i + j] += s * k;
        }
    }
    out
}
#[differentiate]
fn dft(x: &[f64]) -> Vec<(f64, f64)> {
    let n = x.len();
    (0..n)
        .map(|k| {
            x.iter().enumerate().fold((0.0, 0.0), |(re, im), (i, v)| {
                let phi = -std::f64::consts::TAU * (k * i) as f64 / n as f64;
                (re + v * phi.cos(), im + v * phi.sin())
            })
        })
        .collect()
}
#[differentiate]
fn dsp(q: &[f64]) -> f64 {
    let mut f = Biquad::lowpass(48.0, 4.0 + q[0], 0.7 * q[1]);
    let mut x: Vec<f64> = (0..16).map(|i| (i as f64 * 0.7 * q[2]).sin()).collect();
    f.process_block(&mut x);
    let y = convolve(&x, &[0.25, 0.5 * q[0], 0.25]);
    let window: Vec<f64> = y
        .iter()
        .enumerate()
        .map(|(i, v)| {
            v * (0.5 - 0.5 * (std::f64::consts::TAU * i as f64 / (y.len() - 1) as f64).cos())
        })
        .collect();
    dft(&window).iter().take(5).map(|(re, im)| (re * re + im * im).sqrt()).sum::<f64>()
        + window.iter().map(|v| v.abs()).fold(0.0, f64::max)
}
#[test]
fn t10() {
    check!(spline, [1.02, 0.25, 0.9, 0.4, -0.3], 1e-6);
    check!(curves, [0.3, 0.8, 0.5], 1e-6);
}
#[test]
fn t11() {
    check!(colour, [0.31, 0.7, 0.43], 1e-6);
}
#[test]
fn t12() {
    check!(dsp, [0.3, 0.9, 0.8], 1e-6);
}
