//! Types of values that constructors with inactive arguments return: `Biquad::lowpass(0.6, 0.7)`.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Biquad {
    b: [f64; 3],
    z: [f64; 2],
}
#[differentiate]
impl Biquad {
    #[differentiate]
    pub fn lowpass(cutoff: f64, q: f64) -> Biquad {
        Biquad { b: [cutoff, q, 0.1], z: [0.0; 2] }
    }
    #[differentiate]
    pub fn tick(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z[0];
        self.z[0] = self.b[1] * x - 0.3 * y + self.z[1];
        self.z[1] = self.b[2] * x;
        y
    }
}
#[differentiate]
fn one(x: &[f64]) -> f64 {
    let mut stage = Biquad::lowpass(0.6, 0.7);
    let mut e = 0.0;
    for &v in x {
        e += stage.tick(v);
    }
    e
}
#[differentiate]
fn two(x: &[f64]) -> f64 {
    let mut stages = [Biquad::lowpass(0.6, 0.7), Biquad::lowpass(0.9, 1.1)];
    let mut energy = 0.0;
    for &s in x {
        let mut v = s;
        for stage in stages.iter_mut() {
            v = stage.tick(v);
        }
        energy += v * v;
    }
    energy
}
#[differentiate]
fn three(x: &[f64]) -> f64 {
    let mut stages = vec![Biquad::lowpass(0.6, 0.7); 3];
    let mut energy = 0.0;
    for &s in x {
        energy += stages.iter_mut().fold(s, |v, stage| stage.tick(v)).powi(2);
    }
    energy
}
mod laws {
    at_points! { one two three }
}
