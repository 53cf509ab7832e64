//! A star with planets, offsets of the instruments and a trend: the likelihood of measurements.

#[autodiff::prelude::differentiate]
pub mod fit {
    use crate::astronomy::exoplanets::orbit::Orbit;
    use crate::astronomy::exoplanets::units::{Instrument, Measurements};
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Offsets {
        pub harps: f64,
        pub hires: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub enum Trend {
        Flat,
        Line(f64),
        Parabola(f64, f64),
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct System {
        pub star: f64,
        pub planets: Vec<Orbit>,
        pub offsets: Offsets,
        pub trend: Trend,
        pub jitter: Option<f64>,
    }

    pub trait Signal {
        fn at(&self, t: f64) -> f64;
    }

    impl Signal for Trend {
        fn at(&self, t: f64) -> f64 {
            match self {
                Trend::Flat => 0.0,
                Trend::Line(slope) => slope * t,
                Trend::Parabola(slope, bend) => t * (slope + bend * t),
            }
        }
    }

    impl Signal for System {
        fn at(&self, t: f64) -> f64 {
            self.planets.iter().map(|p| p.velocity(self.star, t)).sum::<f64>() + self.trend.at(t)
        }
    }

    impl Offsets {
        fn of(&self, instrument: Instrument) -> f64 {
            match instrument {
                Instrument::Harps => self.harps,
                Instrument::Hires => self.hires,
            }
        }
    }

    /// Separations of neighbouring orbits, in units of the inner period; what is too near is
    /// penalised.
    fn crowding(planets: &[Orbit]) -> f64 {
        let mut periods: Vec<f64> = planets.iter().map(|p| p.period).collect();
        periods.sort_by(f64::total_cmp);
        periods
            .iter()
            .zip(periods.iter().skip(1))
            .map(|(inner, outer)| {
                let ratio = outer / inner;
                if ratio < 1.5 { (1.5 - ratio).powi(2) } else { 0.0 }
            })
            .sum()
    }

    #[differentiate]
    pub fn log_likelihood(system: &System, #[constant] data: &Measurements) -> f64 {
        let mut total = 0.0;
        for m in data {
            let model = system.at(m.time) + system.offsets.of(m.instrument);
            let mut variance = m.error * m.error;
            if let Some(jitter) = system.jitter {
                variance += jitter * jitter;
            }
            total -= 0.5 * ((m.velocity - model).powi(2) / variance + variance.ln());
        }
        let eccentric = system.planets.iter().map(Orbit::eccentricity).fold(0.0, f64::max);
        total - 100.0 * crowding(&system.planets) - eccentric.powi(2)
    }

    /// When the signal next crosses zero after `from`, by regula falsi.
    #[differentiate]
    pub fn crossing(system: &System, from: f64, to: f64) -> Option<f64> {
        let (mut a, mut b) = (from, to);
        let (mut fa, mut fb) = (system.at(a), system.at(b));
        if fa * fb > 0.0 {
            return None;
        }
        for _ in 0..60 {
            let c = b - fb * (b - a) / (fb - fa);
            let fc = system.at(c);
            if fc.abs() < 1e-12 {
                return Some(c);
            }
            if fc * fb < 0.0 {
                (a, fa) = (b, fb);
            } else {
                fa *= 0.5;
            }
            (b, fb) = (c, fc);
        }
        Some(b)
    }
}
