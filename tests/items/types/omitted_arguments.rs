//! Generic types whose arguments are omitted where values are constructed: literals, constructors,
//! variants, patterns.

use autodiff::prelude::*;

use autodiff::Real;
use std::ops::{Add, Mul};
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct P<T> {
    x: T,
    y: T,
}
#[differentiate]
impl<T: Real> P<T> {
    #[differentiate]
    fn new(x: T, y: T) -> Self {
        P { x, y }
    }
    #[differentiate]
    fn new2(x: T, y: T) -> Self {
        Self { x, y }
    }
    fn zero() -> Self {
        Self { x: T::zero(), y: T::zero() }
    }
    #[differentiate]
    fn dot(&self, o: &P<T>) -> T {
        self.x * o.x + self.y * o.y
    }
    #[differentiate]
    fn scaled(self, k: T) -> P<T> {
        P { x: self.x * k, y: self.y * k }
    }
}
#[differentiate]
impl<T: Real> Add for P<T> {
    type Output = P<T>;
    #[differentiate]
    fn add(self, o: P<T>) -> P<T> {
        P::new(self.x + o.x, self.y + o.y)
    }
}
#[differentiate]
impl<T: Real> Mul<T> for P<T> {
    type Output = P<T>;
    #[differentiate]
    fn mul(self, o: T) -> P<T> {
        P::new2(self.x * o, self.y * o)
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct M<const R: usize, const C: usize> {
    d: [[f64; C]; R],
}
#[differentiate]
impl<const R: usize, const C: usize> M<R, C> {
    #[differentiate]
    fn new(d: [[f64; C]; R]) -> Self {
        Self { d }
    }
    #[differentiate]
    fn t(&self) -> M<C, R> {
        let mut d = [[0.0; R]; C];
        for i in 0..R {
            for j in 0..C {
                d[j][i] = self.d[i][j];
            }
        }
        M { d }
    }
    #[differentiate]
    fn mul<const K: usize>(&self, o: &M<C, K>) -> M<R, K> {
        let mut d = [[0.0; K]; R];
        for i in 0..R {
            for j in 0..K {
                for k in 0..C {
                    d[i][j] += self.d[i][k] * o.d[k][j];
                }
            }
        }
        M::new(d)
    }
}
#[derive(Differentiable, Clone, Debug)]
pub enum Sh<T> {
    Circle(T),
    Rect { w: T, h: T },
}
#[differentiate]
impl<T: Real> Sh<T> {
    #[differentiate]
    fn area(&self) -> T {
        match self {
            Sh::Circle(r) => *r * *r,
            Sh::Rect { w, h } => *w * *h,
        }
    }
}
#[differentiate]
fn a(x: &[f64]) -> f64 {
    let p = P { x: x[0], y: x[1] };
    let q = P { x: x[0] * x[1], y: 2.0 };
    p.dot(&q)
}
#[differentiate]
fn b(x: &[f64]) -> f64 {
    let p = P::new(x[0], x[1]);
    let q = P::new(x[0] * x[1], 2.0);
    let r = (p + q) * x[2];
    let P { x: rx, y } = r.scaled(2.0);
    p.dot(&r) + rx * y
}
#[differentiate]
fn c(x: &[f64]) -> f64 {
    let c = Sh::Circle(x[0]);
    let r = Sh::Rect { w: x[0], h: x[1] };
    let k = if x[0] > 0.5 { Sh::Circle(x[1]) } else { Sh::Rect { w: 1.0, h: x[0] } };
    c.area() * r.area() + k.area()
}
#[differentiate]
fn d(x: &[f64]) -> f64 {
    let m = M { d: [[x[0], x[1]], [1.0, x[2]], [0.0, x[0]]] };
    let n = M::new([[x[0], x[1]], [1.0, x[2]]]);
    let r = m.mul(&n);
    r.d[0][1] * r.t().d[0][1] + r.d[2][1]
}
#[differentiate]
fn e(x: &[f64]) -> f64 {
    let ps = [P { x: x[0], y: x[1] }, P { x: 1.0, y: x[2] }];
    let qs: Vec<P<f64>> = x.iter().map(|v| P { x: *v, y: v * v }).collect();
    let mut s = P::zero();
    for (p, q) in ps.iter().zip(&qs) {
        s = s + *p * q.x;
    }
    s.x * s.y
}
#[test]
fn ta() {
    check!(a, [0.3, 0.7, 0.2]);
}
#[test]
fn tb() {
    check!(b, [0.3, 0.7, 0.2]);
}
#[test]
fn tc() {
    check!(c, [0.3, 0.7, 0.2]);
    check!(c, [0.8, 0.7, 0.2]);
}
#[test]
fn td() {
    check!(d, [0.3, 0.7, 0.2]);
}
#[test]
fn te() {
    check!(e, [0.3, 0.7, 0.2]);
}

/// For functions elsewhere: of a name that functions there have as well.
pub mod another_of_the_name {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Line {
        pub a: f64,
        pub b: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Scaled<T> {
        pub by: f64,
        pub of: T,
    }

    #[differentiate(reverse)]
    pub fn at(line: &Line, x: f64) -> f64 {
        line.a * x + line.b
    }
}
