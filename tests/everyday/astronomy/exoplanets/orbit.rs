//! The orbit of a planet, and the radial velocity of its star.

#[autodiff::prelude::differentiate]
mod kepler {
    use crate::astronomy::exoplanets::units::{DAY, G, M_JUPITER, M_SUN};
    use autodiff::prelude::*;
    use std::f64::consts::TAU;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Orbit {
        pub period: f64,
        pub h: f64,
        pub k: f64,
        pub mean_longitude: f64,
        pub mass: f64,
        pub cos_inclination: f64,
    }

    /// Kepler's equation by Newton's method, after a guess by Danby.
    #[differentiate]
    pub fn eccentric_anomaly(m: f64, e: f64) -> f64 {
        let m = m.rem_euclid(TAU);
        let mut x = m + 0.85 * e * m.sin().signum();
        for _ in 0..30 {
            let (s, c) = x.sin_cos();
            let f = x - e * s - m;
            let step = f / (1.0 - e * c);
            x -= step;
            if step.abs() < 1e-14 {
                break;
            }
        }
        x
    }

    impl Orbit {
        #[differentiate]
        pub fn eccentricity(&self) -> f64 {
            self.h.hypot(self.k)
        }

        pub fn argument(&self) -> f64 {
            self.h.atan2(self.k)
        }

        pub fn true_anomaly(&self, t: f64) -> f64 {
            let e = self.eccentricity();
            let m = TAU * t / self.period + self.mean_longitude - self.argument();
            let x = eccentric_anomaly(m, e);
            2.0 * ((1.0 + e).sqrt() * (0.5 * x).sin()).atan2((1.0 - e).sqrt() * (0.5 * x).cos())
        }

        /// Half of the range of the star's velocity, in m/s.
        pub fn semi_amplitude(&self, star: f64) -> f64 {
            let planet = self.mass * M_JUPITER;
            let total = star * M_SUN + planet;
            let sin_i = (1.0 - self.cos_inclination * self.cos_inclination).sqrt();
            (TAU * G / (self.period * DAY)).cbrt() * planet * sin_i
                / total.powf(2.0 / 3.0)
                / (1.0 - self.eccentricity().powi(2)).sqrt()
        }

        #[differentiate]
        pub fn velocity(&self, star: f64, t: f64) -> f64 {
            let w = self.argument();
            self.semi_amplitude(star)
                * ((self.true_anomaly(t) + w).cos() + self.eccentricity() * w.cos())
        }
    }
}

pub use kepler::Orbit;
