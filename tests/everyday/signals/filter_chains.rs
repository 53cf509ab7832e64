//! Cascades of biquad filters by the cookbook, windows, and the power at a frequency.

use autodiff::prelude::*;

#[differentiate]
mod filter_chains_program {
    use autodiff::prelude::*;
    use std::collections::VecDeque;
    use std::f64::consts::{SQRT_2, TAU};

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub enum FilterType {
        LowPass,
        HighPass,
        Peak { gain_db: f64 },
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
    pub struct Coefficients {
        b: [f64; 3],
        a: [f64; 2],
    }

    impl Coefficients {
        pub fn design(
            kind: FilterType,
            frequency: f64,
            sample_rate: f64,
            q: f64,
        ) -> Result<Self, &'static str> {
            if frequency * 2.0 >= sample_rate {
                return Err("above the Nyquist frequency");
            }
            let w0 = TAU * frequency / sample_rate;
            let (sin, cos) = w0.sin_cos();
            let alpha = sin / (2.0 * q);
            let (b, a) = match kind {
                FilterType::LowPass => {
                    let k = (1.0 - cos) / 2.0;
                    ([k, 2.0 * k, k], [1.0 + alpha, -2.0 * cos, 1.0 - alpha])
                }
                FilterType::HighPass => {
                    let k = (1.0 + cos) / 2.0;
                    ([k, -2.0 * k, k], [1.0 + alpha, -2.0 * cos, 1.0 - alpha])
                }
                FilterType::Peak { gain_db } => {
                    let g = 10f64.powf(gain_db / 40.0);
                    (
                        [1.0 + alpha * g, -2.0 * cos, 1.0 - alpha * g],
                        [1.0 + alpha / g, -2.0 * cos, 1.0 - alpha / g],
                    )
                }
            };
            Ok(Coefficients { b: b.map(|b| b / a[0]), a: [a[1] / a[0], a[2] / a[0]] })
        }
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct Biquad {
        coefficients: Coefficients,
        s1: f64,
        s2: f64,
    }

    impl From<Coefficients> for Biquad {
        fn from(coefficients: Coefficients) -> Self {
            Biquad { coefficients, ..Default::default() }
        }
    }

    pub trait Process {
        fn tick(&mut self, x: f64) -> f64;
        fn reset(&mut self);
        fn process(&mut self, buffer: &mut [f64]) {
            for sample in buffer {
                *sample = self.tick(*sample);
            }
        }
    }

    impl Process for Biquad {
        #[inline]
        fn tick(&mut self, x: f64) -> f64 {
            let Coefficients { b, a } = self.coefficients;
            let y = b[0] * x + self.s1;
            self.s1 = b[1] * x - a[0] * y + self.s2;
            self.s2 = b[2] * x - a[1] * y;
            y
        }
        fn reset(&mut self) {
            self.s1 = 0.0;
            self.s2 = 0.0;
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Comb {
        line: VecDeque<f64>,
        feedback: f64,
    }

    impl Process for Comb {
        fn tick(&mut self, x: f64) -> f64 {
            let late = self.line.pop_front().unwrap_or_default();
            let y = x + self.feedback * late;
            self.line.push_back(y);
            y
        }
        fn reset(&mut self) {
            self.line.iter_mut().for_each(|v| *v = 0.0);
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Chain {
        filters: Vec<Biquad>,
        comb: Comb,
    }

    impl Process for Chain {
        fn tick(&mut self, x: f64) -> f64 {
            let y = self.filters.iter_mut().fold(x, |x, f| f.tick(x));
            self.comb.tick(y)
        }
        fn reset(&mut self) {
            for f in &mut self.filters {
                f.reset();
            }
            self.comb.reset();
        }
    }

    fn hann(n: usize) -> impl Iterator<Item = f64> {
        (0..n).map(move |i| 0.5 - 0.5 * (TAU * i as f64 / (n - 1) as f64).cos())
    }

    /// Goertzel's algorithm.
    pub fn power(signal: &[f64], frequency: f64, sample_rate: f64) -> f64 {
        let coefficient = 2.0 * (TAU * frequency / sample_rate).cos();
        let (s1, s2) = signal
            .iter()
            .zip(hann(signal.len()))
            .map(|(x, w)| x * w)
            .fold((0.0, 0.0), |(s1, s2), x| (x + coefficient * s1 - s2, s1));
        s1 * s1 + s2 * s2 - coefficient * s1 * s2
    }

    pub fn loss(cutoff: f64, gain_db: f64, feedback: f64, signal: &[f64]) -> f64 {
        const RATE: f64 = 8000.0;
        let filters = [
            (FilterType::HighPass, 100.0, 1.0 / SQRT_2),
            (FilterType::LowPass, cutoff, 0.9),
            (FilterType::Peak { gain_db }, 900.0, 2.0),
        ]
        .into_iter()
        .map(|(kind, frequency, q)| {
            Coefficients::design(kind, frequency, RATE, q).map(Biquad::from)
        })
        .collect::<Result<Vec<_>, _>>()
        .unwrap();
        let mut chain = Chain { filters, comb: Comb { line: vec![0.0; 5].into(), feedback } };
        let mut buffer = signal.to_vec();
        chain.process(&mut buffer);
        chain.reset();
        let echo = chain.tick(1.0) + chain.tick(0.0);
        let bands = [300.0, 900.0, 2400.0];
        let levels = bands.map(|f| 10.0 * (power(&buffer, f, RATE) + 1e-9).log10());
        levels.iter().zip(&[0.0, 6.0, -12.0]).map(|(a, b)| (a - b).powi(2)).sum::<f64>() + echo
    }

    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        loss(1000.0 * x[0], x[1], x[2], &x[3..])
    }
}

#[test]
fn gradient() {
    use filter_chains_program::*;
    let mut x = vec![1.5, 3.0, 0.4];
    x.extend((0..24).map(|i| (i as f64 * 0.9).sin() + 0.3 * (i as f64 * 2.1).cos()));
    check!(of_all, x, 1e-6);
}
