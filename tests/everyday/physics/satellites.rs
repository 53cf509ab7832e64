//! The attitude of a satellite with reaction wheels: quaternions over any scalar, and Runge–Kutta
//! steps on a state with operators.

use autodiff::prelude::*;
use std::ops::{Add, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Quaternion<T> {
    pub w: T,
    pub v: [T; 3],
}

#[differentiate]
impl<T: Real> Quaternion<T> {
    #[differentiate]
    pub fn from_axis_angle(axis: [T; 3], angle: T) -> Self {
        let half = angle * T::real(0.5);
        let s = half.sin();
        Quaternion { w: half.cos(), v: [axis[0] * s, axis[1] * s, axis[2] * s] }
    }

    #[differentiate]
    pub fn conjugate(self) -> Self {
        let [x, y, z] = self.v;
        Quaternion { v: [-x, -y, -z], ..self }
    }

    #[differentiate]
    pub fn norm(&self) -> T {
        let mut sum = self.w * self.w;
        for c in self.v.iter() {
            sum = sum + *c * *c;
        }
        sum.sqrt()
    }

    #[differentiate]
    pub fn normalize(self) -> Self {
        let n = self.norm();
        Quaternion { w: self.w / n, v: self.v.map(|c| c / n) }
    }

    #[differentiate]
    pub fn rotate(self, p: [T; 3]) -> [T; 3] {
        let q = self * Quaternion { w: T::real(0.0), v: p } * self.conjugate();
        q.v
    }
}

#[differentiate]
impl<T: Real> Mul for Quaternion<T> {
    type Output = Self;
    #[differentiate]
    fn mul(self, o: Self) -> Self {
        let (a, b) = (self, o);
        Quaternion {
            w: a.w * b.w - a.v[0] * b.v[0] - a.v[1] * b.v[1] - a.v[2] * b.v[2],
            v: [
                a.w * b.v[0] + b.w * a.v[0] + a.v[1] * b.v[2] - a.v[2] * b.v[1],
                a.w * b.v[1] + b.w * a.v[1] + a.v[2] * b.v[0] - a.v[0] * b.v[2],
                a.w * b.v[2] + b.w * a.v[2] + a.v[0] * b.v[1] - a.v[1] * b.v[0],
            ],
        }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct State {
    attitude: Quaternion<f64>,
    rate: [f64; 3],
}

#[differentiate]
impl Add for State {
    type Output = State;
    #[differentiate]
    fn add(self, o: State) -> State {
        let mut out = self;
        out.attitude.w += o.attitude.w;
        for i in 0..3 {
            out.attitude.v[i] += o.attitude.v[i];
            out.rate[i] += o.rate[i];
        }
        out
    }
}

#[differentiate]
impl Mul<State> for f64 {
    type Output = State;
    #[differentiate]
    fn mul(self, s: State) -> State {
        State {
            attitude: Quaternion { w: self * s.attitude.w, v: s.attitude.v.map(|c| self * c) },
            rate: s.rate.map(|c| self * c),
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Satellite {
    inertia: [f64; 3],
    gain: f64,
    damping: f64,
}

#[differentiate]
impl Satellite {
    #[differentiate]
    fn control(&self, s: &State) -> [f64; 3] {
        let sign = if s.attitude.w < 0.0 { -1.0 } else { 1.0 };
        let mut torque = [0.0; 3];
        for ((t, q), w) in torque.iter_mut().zip(&s.attitude.v).zip(&s.rate) {
            *t = (-self.gain * sign * q - self.damping * w).clamp(-0.8, 0.8);
        }
        torque
    }

    #[differentiate]
    fn derivative(&self, s: State) -> State {
        let omega = Quaternion { w: 0.0, v: s.rate };
        let spin = s.attitude * omega;
        let torque = self.control(&s);
        let [ix, iy, iz] = self.inertia;
        let [p, q, r] = s.rate;
        State {
            attitude: Quaternion { w: 0.5 * spin.w, v: spin.v.map(|x| 0.5 * x) },
            rate: [
                (torque[0] - (iz - iy) * q * r) / ix,
                (torque[1] - (ix - iz) * p * r) / iy,
                (torque[2] - (iy - ix) * p * q) / iz,
            ],
        }
    }

    #[differentiate]
    fn rk4(&self, s: State, h: f64) -> State {
        let k1 = self.derivative(s);
        let k2 = self.derivative(s + (h / 2.0) * k1);
        let k3 = self.derivative(s + (h / 2.0) * k2);
        let k4 = self.derivative(s + h * k3);
        let mut next = s + (h / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        next.attitude = next.attitude.normalize();
        next
    }

    #[differentiate(reverse)]
    pub fn pointing_error(&self, start: State, axis: [f64; 3]) -> f64 {
        let mut s = start;
        let mut worst: f64 = 0.0;
        let mut t = 0.0;
        while t < 3.0 {
            s = self.rk4(s, 0.1);
            let a = s.attitude.rotate(axis);
            let off = 1.0 - a.iter().zip(axis.iter()).map(|(p, q)| p * q).sum::<f64>();
            if t > 1.0 {
                worst = worst.max(off);
            }
            t += 0.1;
        }
        worst + s.rate.iter().map(|w| w.abs()).fold(0.0, |a, b| a + b)
    }
}

#[differentiate]
fn satellite_program(x: &[f64]) -> f64 {
    let satellite = Satellite {
        inertia: [1.0 + 0.1 * x[0], 1.4, 0.8 + 0.1 * x[1]],
        gain: 2.0 + 0.2 * x[2],
        damping: 1.1,
    };
    let start = State {
        attitude: Quaternion::from_axis_angle([0.6, 0.0, 0.8], 1.1 + 0.2 * x[3]),
        rate: [0.2 * x[0], -0.4, 0.1 + 0.1 * x[1]],
    };
    satellite.pointing_error(start, [0.0, 0.6, 0.8 + 0.1 * x[2]])
}
mod laws {
    at_points! { satellite_program }
}
