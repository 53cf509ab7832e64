//! The energy of a signal less its moving average in a ring buffer, after a cascade of biquad
//! filters.

use autodiff::prelude::*;

#[derive(Debug, Clone, Differentiable)]
pub struct RingBuffer<const N: usize> {
    data: [f64; N],
    #[constant]
    head: usize,
    #[constant]
    len: usize,
}
#[differentiate]
impl<const N: usize> RingBuffer<N> {
    #[differentiate]
    pub fn push(&mut self, x: f64) -> Option<f64> {
        let evicted = (self.len == N).then(|| self.data[self.head]);
        self.data[self.head] = x;
        self.head = (self.head + 1) % N;
        if self.len < N {
            self.len += 1;
        }
        evicted
    }
    #[differentiate]
    pub fn mean(&self) -> f64 {
        if self.len == 0 {
            return 0.0;
        }
        self.data.iter().take(self.len).sum::<f64>() / self.len as f64
    }
}
#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z: [f64; 2],
}
#[differentiate]
impl Biquad {
    #[differentiate]
    pub fn lowpass(cutoff: f64, q: f64) -> Biquad {
        let (sin, cos) = cutoff.sin_cos();
        let alpha = sin / (2.0 * q);
        let a0 = 1.0 + alpha;
        let b1 = (1.0 - cos) / a0;
        Biquad {
            b: [b1 / 2.0, b1, b1 / 2.0],
            a: [-2.0 * cos / a0, (1.0 - alpha) / a0],
            z: [0.0; 2],
        }
    }
    #[differentiate]
    pub fn tick(&mut self, x: f64) -> f64 {
        let [b0, b1, b2] = self.b;
        let [a1, a2] = self.a;
        let y = b0 * x + self.z[0];
        self.z[0] = b1 * x - a1 * y + self.z[1];
        self.z[1] = b2 * x - a2 * y;
        y
    }
}
#[differentiate]
fn filter_program(x: &[f64]) -> f64 {
    let mut ring = RingBuffer::<3> { data: [0.0; 3], head: 0, len: 0 };
    let mut stages = [Biquad::lowpass(0.6, 0.7), Biquad::lowpass(0.9, 1.1)];
    let mut energy = 0.0;
    for &s in x {
        let old = ring.push(s);
        let mut v = s - ring.mean() + old.unwrap_or(0.1);
        for stage in stages.iter_mut() {
            v = stage.tick(v);
        }
        energy += v * v;
    }
    energy
}

mod laws {
    at_points! { filter_program }
}
