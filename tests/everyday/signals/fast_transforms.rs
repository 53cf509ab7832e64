//! Fast Fourier transforms of a user-defined complex type, by recursion and in place.

use autodiff::prelude::*;
use std::ops::*;

#[derive(Differentiable, Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex {
    re: f64,
    im: f64,
}
#[differentiate]
impl Complex {
    #[differentiate]
    fn new(re: f64, im: f64) -> Self {
        Complex { re, im }
    }
    #[differentiate]
    fn from_polar(r: f64, theta: f64) -> Self {
        Complex::new(r * theta.cos(), r * theta.sin())
    }
    #[differentiate]
    fn norm_sqr(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}
#[differentiate]
impl Add for Complex {
    type Output = Complex;
    #[differentiate]
    fn add(self, o: Complex) -> Complex {
        Complex::new(self.re + o.re, self.im + o.im)
    }
}
#[differentiate]
impl Sub for Complex {
    type Output = Complex;
    #[differentiate]
    fn sub(self, o: Complex) -> Complex {
        Complex::new(self.re - o.re, self.im - o.im)
    }
}
#[differentiate]
impl Mul for Complex {
    type Output = Complex;
    #[differentiate]
    fn mul(self, o: Complex) -> Complex {
        Complex::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
#[differentiate]
fn fft(buf: &mut Vec<Complex>, inverse: bool) {
    let n = buf.len();
    if n <= 1 {
        return;
    }
    let mut even: Vec<Complex> = buf.iter().step_by(2).copied().collect();
    let mut odd: Vec<Complex> = buf.iter().skip(1).step_by(2).copied().collect();
    fft(&mut even, inverse);
    fft(&mut odd, inverse);
    let sign = if inverse { 1.0 } else { -1.0 };
    for k in 0..n / 2 {
        let tw = Complex::from_polar(1.0, sign * 2.0 * std::f64::consts::PI * k as f64 / n as f64);
        let t = tw * odd[k];
        buf[k] = even[k] + t;
        buf[k + n / 2] = even[k] - t;
    }
}
#[differentiate]
fn fft_iterative(data: &mut [Complex]) {
    let n = data.len();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
        if i < j {
            data.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let ang = -2.0 * std::f64::consts::PI / len as f64;
        let wl = Complex::new(ang.cos(), ang.sin());
        for chunk in data.chunks_mut(len) {
            let mut w = Complex::new(1.0, 0.0);
            let half = len / 2;
            for k in 0..half {
                let u = chunk[k];
                let v = chunk[k + half] * w;
                chunk[k] = u + v;
                chunk[k + half] = u - v;
                w = w * wl;
            }
        }
        len <<= 1;
    }
}
#[differentiate]
fn transform_program(q: &[f64]) -> f64 {
    let mut s: Vec<Complex> =
        (0..8).map(|i| Complex::new((i as f64 * q[0]).sin(), q[1] * (i as f64).cos())).collect();
    let mut s2 = s.clone();
    fft(&mut s, false);
    fft_iterative(&mut s2);
    s.iter().zip(&s2).enumerate().map(|(k, (a, b))| a.norm_sqr() * k as f64 + b.re * a.im).sum()
}

#[test]
fn laws() {
    check!(transform_program, [0.3, 0.25], 1e-6);
}
