//! An extended Kalman filter over matrices whose sizes are const parameters.

use autodiff::prelude::*;
use std::ops::*;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Mat<const R: usize, const C: usize>([[f64; C]; R]);
impl<const R: usize, const C: usize> Default for Mat<R, C> {
    fn default() -> Self {
        Mat([[0.0; C]; R])
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Mat<R, C> {
    fn zeros() -> Self {
        Mat([[0.0; C]; R])
    }
    #[differentiate]
    fn transpose(&self) -> Mat<C, R> {
        let mut out = Mat::<C, R>::zeros();
        for i in 0..R {
            for j in 0..C {
                out.0[j][i] = self.0[i][j];
            }
        }
        out
    }
}
impl<const N: usize> Mat<N, N> {
    fn identity() -> Self {
        let mut m = Self::zeros();
        for i in 0..N {
            m.0[i][i] = 1.0;
        }
        m
    }
}
#[differentiate]
impl<const R: usize, const K: usize, const C: usize> Mul<Mat<K, C>> for Mat<R, K> {
    type Output = Mat<R, C>;
    #[differentiate]
    fn mul(self, rhs: Mat<K, C>) -> Mat<R, C> {
        let mut out = Mat([[0.0; C]; R]);
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * rhs.0[k][j];
                }
            }
        }
        out
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Add for Mat<R, C> {
    type Output = Self;
    #[differentiate]
    fn add(mut self, rhs: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(rhs.0.iter()) {
            for (x, y) in a.iter_mut().zip(b) {
                *x += y;
            }
        }
        self
    }
}
#[differentiate]
impl<const R: usize, const C: usize> Sub for Mat<R, C> {
    type Output = Self;
    #[differentiate]
    fn sub(self, rhs: Self) -> Self {
        let mut out = self;
        for i in 0..R {
            for j in 0..C {
                out.0[i][j] -= rhs.0[i][j];
            }
        }
        out
    }
}
#[differentiate]
fn inverse2(m: &Mat<2, 2>) -> Option<Mat<2, 2>> {
    let [[a, b], [c, d]] = m.0;
    let det = a * d - b * c;
    if det.abs() < f64::EPSILON {
        return None;
    }
    Some(Mat([[d / det, -b / det], [-c / det, a / det]]))
}
#[derive(Differentiable, Clone, Debug)]
pub struct Ekf {
    state: Mat<2, 1>,
    cov: Mat<2, 2>,
    process: Mat<2, 2>,
    noise: Mat<2, 2>,
}
#[differentiate]
impl Ekf {
    #[differentiate]
    fn predict(&mut self, dt: f64) {
        let f = Mat([[1.0, dt], [-dt * self.state.0[0][0].cos(), 1.0]]);
        let theta = self.state.0[0][0] + dt * self.state.0[1][0];
        let omega = self.state.0[1][0] - dt * self.state.0[0][0].sin();
        self.state = Mat([[theta], [omega]]);
        self.cov = f * self.cov * f.transpose() + self.process;
    }
    #[differentiate]
    fn update(&mut self, z: [f64; 2]) -> Result<f64, String> {
        let h = Mat([[self.state.0[0][0].cos(), 0.0], [0.0, 1.0]]);
        let predicted = Mat([[self.state.0[0][0].sin()], [self.state.0[1][0]]]);
        let innovation = Mat([[z[0]], [z[1]]]) - predicted;
        let s = h * self.cov * h.transpose() + self.noise;
        let s_inv = inverse2(&s).ok_or_else(|| "singular innovation".to_string())?;
        let gain = self.cov * h.transpose() * s_inv;
        self.state = self.state + gain * innovation;
        self.cov = self.cov - gain * h * self.cov;
        let m = innovation.transpose() * s_inv * innovation;
        Ok(m.0[0][0])
    }
}
#[differentiate]
fn filter_program(q: &[f64]) -> f64 {
    let mut ekf = Ekf {
        state: Mat([[q[0]], [q[1]]]),
        cov: Mat([[0.5, 0.0], [0.0, 0.5]]),
        process: Mat([[0.01, 0.0], [0.0, q[2] * q[2]]]),
        noise: Mat([[0.1, 0.0], [0.0, 0.2]]),
    };
    let mut total = 0.0;
    for k in 0..4 {
        ekf.predict(0.1);
        match ekf.update([0.2 + 0.1 * k as f64, 0.3]) {
            Ok(m) => total += m,
            Err(e) => {
                println!("{e}");
                return f64::NAN;
            }
        }
    }
    total + ekf.state.0[0][0] * ekf.cov.0[0][1]
}

#[test]
fn laws() {
    check!(filter_program, [0.3, 0.25, 0.4], 1e-6);
}
