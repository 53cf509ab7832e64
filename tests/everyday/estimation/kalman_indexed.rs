//! The log likelihood of a Kalman filter with two states, over matrices and vectors with `Index`
//! and `IndexMut`.
#![deny(warnings)]

use autodiff::prelude::*;
use std::ops::{Add, Index, IndexMut, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
pub struct Mat2 {
    m: [[f64; 2]; 2],
}
#[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
pub struct Vec2 {
    v: [f64; 2],
}

#[differentiate]
impl Index<(usize, usize)> for Mat2 {
    type Output = f64;
    #[differentiate]
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.m[i][j]
    }
}
#[differentiate]
impl IndexMut<(usize, usize)> for Mat2 {
    #[differentiate]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.m[i][j]
    }
}
#[differentiate]
impl Index<usize> for Vec2 {
    type Output = f64;
    #[differentiate]
    fn index(&self, i: usize) -> &f64 {
        &self.v[i]
    }
}
#[differentiate]
impl IndexMut<usize> for Vec2 {
    #[differentiate]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.v[i]
    }
}

#[differentiate]
impl Mat2 {
    fn identity() -> Self {
        Mat2 { m: [[1.0, 0.0], [0.0, 1.0]] }
    }
    #[differentiate]
    fn transpose(&self) -> Mat2 {
        let mut t = Mat2::default();
        for i in 0..2 {
            for j in 0..2 {
                t[(i, j)] = self[(j, i)];
            }
        }
        t
    }
    #[differentiate]
    fn inverse(&self) -> Mat2 {
        let det = self[(0, 0)] * self[(1, 1)] - self[(0, 1)] * self[(1, 0)];
        Mat2 {
            m: [
                [self[(1, 1)] / det, -self[(0, 1)] / det],
                [-self[(1, 0)] / det, self[(0, 0)] / det],
            ],
        }
    }
}
#[differentiate]
impl Mul for Mat2 {
    type Output = Mat2;
    #[differentiate]
    fn mul(self, o: Mat2) -> Mat2 {
        let mut r = Mat2::default();
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    r[(i, j)] += self[(i, k)] * o[(k, j)];
                }
            }
        }
        r
    }
}
#[differentiate]
impl Mul<Vec2> for Mat2 {
    type Output = Vec2;
    #[differentiate]
    fn mul(self, o: Vec2) -> Vec2 {
        let mut r = Vec2::default();
        for i in 0..2 {
            for k in 0..2 {
                r[i] += self[(i, k)] * o[k];
            }
        }
        r
    }
}
#[differentiate]
impl Add for Mat2 {
    type Output = Mat2;
    #[differentiate]
    fn add(self, o: Mat2) -> Mat2 {
        let mut r = self;
        for i in 0..2 {
            for j in 0..2 {
                r.m[i][j] += o.m[i][j];
            }
        }
        r
    }
}
#[differentiate]
impl Sub for Mat2 {
    type Output = Mat2;
    #[differentiate]
    fn sub(self, o: Mat2) -> Mat2 {
        let mut r = self;
        for i in 0..2 {
            for j in 0..2 {
                r.m[i][j] -= o.m[i][j];
            }
        }
        r
    }
}
#[differentiate]
impl Add for Vec2 {
    type Output = Vec2;
    #[differentiate]
    fn add(self, o: Vec2) -> Vec2 {
        Vec2 { v: [self.v[0] + o.v[0], self.v[1] + o.v[1]] }
    }
}
#[differentiate]
impl Sub for Vec2 {
    type Output = Vec2;
    #[differentiate]
    fn sub(self, o: Vec2) -> Vec2 {
        Vec2 { v: [self.v[0] - o.v[0], self.v[1] - o.v[1]] }
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Kalman {
    x: Vec2,
    p: Mat2,
    f: Mat2,
    q: Mat2,
    r: f64,
}

#[differentiate]
impl Kalman {
    #[differentiate]
    fn new(q: f64, r: f64, dt: f64) -> Self {
        Kalman {
            x: Vec2::default(),
            p: Mat2::identity(),
            f: Mat2 { m: [[1.0, dt], [0.0, 1.0]] },
            q: Mat2 { m: [[q, 0.0], [0.0, q]] },
            r,
        }
    }
    #[differentiate]
    fn predict(&mut self) {
        self.x = self.f * self.x;
        self.p = self.f * self.p * self.f.transpose() + self.q;
    }
    #[differentiate]
    fn update(&mut self, z: f64) -> f64 {
        let y = z - self.x[0];
        let s = self.p[(0, 0)] + self.r;
        let k = Vec2 { v: [self.p[(0, 0)] / s, self.p[(1, 0)] / s] };
        self.x = self.x + Vec2 { v: [k[0] * y, k[1] * y] };
        let kh = Mat2 { m: [[k[0], 0.0], [k[1], 0.0]] };
        self.p = (Mat2::identity() - kh) * self.p;
        -0.5 * (y * y / s + s.ln())
    }
}
#[differentiate]
fn log_likelihood(w: &[f64]) -> f64 {
    let mut kf = Kalman::new(0.1 + w[0] * w[0], 0.5 + w[1] * w[1], 0.1);
    let mut ll = 0.0;
    for z in &w[2..] {
        kf.predict();
        ll += kf.update(*z);
    }
    ll
}
#[test]
fn against_differences() {
    let x = crate::support::Numbers::new(5).vec(9);
    check!(log_likelihood, x);
}
