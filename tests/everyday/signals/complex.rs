//! A user-defined complex type: a transform in place, products of roots, and an orbit of the
//! Mandelbrot set.
#![deny(warnings)]

use autodiff::prelude::*;
use std::ops::*;

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default, Differentiable)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}
#[differentiate]
impl Complex {
    #[differentiate]
    pub fn new(re: f64, im: f64) -> Complex {
        Complex { re, im }
    }
    #[differentiate]
    pub fn from_polar(r: f64, theta: f64) -> Self {
        Self::new(r * theta.cos(), r * theta.sin())
    }
    #[differentiate]
    pub fn norm_sqr(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
    #[differentiate]
    pub fn abs(&self) -> f64 {
        self.norm_sqr().sqrt()
    }
    #[differentiate]
    pub fn sqrt(self) -> Self {
        let r = self.abs();
        let t = self.im.atan2(self.re);
        Complex::from_polar(r.sqrt(), t / 2.0)
    }
    #[differentiate]
    pub fn exp(self) -> Self {
        Self::from_polar(self.re.exp(), self.im)
    }
    #[differentiate]
    pub fn scale(self, k: f64) -> Self {
        Self::new(self.re * k, self.im * k)
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
impl Div for Complex {
    type Output = Complex;
    #[differentiate]
    fn div(self, o: Complex) -> Complex {
        let d = o.norm_sqr();
        Complex::new((self.re * o.re + self.im * o.im) / d, (self.im * o.re - self.re * o.im) / d)
    }
}
#[differentiate]
impl Mul<f64> for Complex {
    type Output = Complex;
    #[differentiate]
    fn mul(self, k: f64) -> Complex {
        Complex::new(self.re * k, self.im * k)
    }
}
#[differentiate]
impl<'a> Mul<&'a Complex> for &'a Complex {
    type Output = Complex;
    #[differentiate]
    fn mul(self, o: &Complex) -> Complex {
        *self * *o
    }
}
#[differentiate]
impl Neg for Complex {
    type Output = Complex;
    #[differentiate]
    fn neg(self) -> Complex {
        Complex { re: -self.re, im: -self.im }
    }
}
#[differentiate]
impl AddAssign for Complex {
    #[differentiate]
    fn add_assign(&mut self, o: Complex) {
        *self = *self + o;
    }
}
#[differentiate]
impl MulAssign for Complex {
    #[differentiate]
    fn mul_assign(&mut self, o: Complex) {
        *self = *self * o;
    }
}
#[differentiate]
impl From<f64> for Complex {
    #[differentiate]
    fn from(re: f64) -> Complex {
        Complex { re, im: 0.0 }
    }
}
impl std::iter::Sum for Complex {
    fn sum<I: Iterator<Item = Complex>>(iter: I) -> Complex {
        iter.fold(Complex::default(), |a, b| a + b)
    }
}

impl std::iter::Product for Complex {
    fn product<I: Iterator<Item = Complex>>(iter: I) -> Complex {
        iter.fold(Complex::from(1.0), |a, b| a * b)
    }
}

#[differentiate]
fn fft(a: &mut [Complex], invert: bool) {
    let n = a.len();
    if n <= 1 {
        return;
    }
    let mut even = Vec::with_capacity(n / 2);
    let mut odd = Vec::with_capacity(n / 2);
    for i in 0..n / 2 {
        even.push(a[2 * i]);
        odd.push(a[2 * i + 1]);
    }
    fft(&mut even, invert);
    fft(&mut odd, invert);
    let angle = 2.0 * std::f64::consts::PI / n as f64 * if invert { -1.0 } else { 1.0 };
    let mut w = Complex::new(1.0, 0.0);
    let wn = Complex::new(angle.cos(), angle.sin());
    for i in 0..n / 2 {
        let t = w * odd[i];
        a[i] = even[i] + t;
        a[i + n / 2] = even[i] - t;
        w *= wn;
    }
}
#[differentiate]
fn spectrum(x: &[f64]) -> f64 {
    let mut a: Vec<Complex> = x.iter().map(|v| Complex::new(*v, 0.1)).collect();
    fft(&mut a, false);
    let mut s = 0.0;
    for i in 0..a.len() {
        s += a[i].norm_sqr() * (i as f64 + 1.0);
    }
    let product: Complex = a.iter().take(3).copied().product();
    s + a.iter().map(|z| z.exp()).sum::<Complex>().abs() + product.re
}
#[differentiate]
fn polynomial(roots: &[Complex], at: Complex) -> Complex {
    roots.iter().map(|root| at - *root).product()
}
#[differentiate]
fn mandel(x: &[f64]) -> f64 {
    let c = Complex::new(x[0], x[1]);
    let mut z = Complex::from(0.0);
    let mut n = 0;
    while n < 6 && z.norm_sqr() < 4.0 {
        z = z * z + c;
        n += 1;
    }
    let w = Complex::from(x[2]);
    let u = Clone::clone(&w) / c.sqrt();
    let v = &u * &z;
    if u == v || v < u {
        return v.abs();
    }
    v.abs() + u.scale(2.0).re + (-u).exp().im
}
#[test]
fn against_differences() {
    let x = crate::support::Numbers::new(5).vec(8);
    check!(spectrum, x, 1e-6);
    let roots = [Complex::new(1.0, 0.5), Complex::new(0.0, -1.0)];
    let seed = ComplexTangent { re: 1.0, im: 0.0 };
    let (_, (_, at)) = polynomial_vjp(&roots, Complex::new(2.0, 0.0), &seed);
    // of (z − a)(z − b) the derivative is 2z − a − b
    assert_eq!((at.re, at.im), (3.0, -0.5));
    check!(mandel, [0.2, 0.3, 0.7]);
}
