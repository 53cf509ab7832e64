//! A transform of radix two, features of frames, the distance of two signals, and the centroid.

#[autodiff::prelude::differentiate]
pub mod analysis {
    use crate::signals::spectra::numbers::{C64, Complex};
    use crate::signals::spectra::windows::Window;
    use autodiff::prelude::*;
    use std::f64::consts::PI;

    pub const FLOOR: f64 = 1e-8;

    /// How magnitudes are compared.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Scale {
        Linear,
        Log,
        Mel { bands: usize },
    }

    /// Radix two, decimation in time.
    fn fft(x: &[C64]) -> Vec<C64> {
        let n = x.len();
        if n == 1 {
            return x.to_vec();
        }
        let even: Vec<C64> = x.iter().step_by(2).copied().collect();
        let odd: Vec<C64> = x.iter().skip(1).step_by(2).copied().collect();
        let (even, odd) = (fft(&even), fft(&odd));
        let mut out = vec![Complex::new(0.0, 0.0); n];
        for k in 0..n / 2 {
            let twiddle = Complex::cis(-2.0 * PI * k as f64 / n as f64) * odd[k];
            out[k] = even[k] + twiddle;
            out[k + n / 2] = even[k] - twiddle;
        }
        out
    }

    fn power(frame: &[f64], window: &Window) -> Vec<f64> {
        let n = frame.len();
        let windowed: Vec<C64> =
            frame.iter().enumerate().map(|(i, v)| Complex::new(v * window.at(i, n), 0.0)).collect();
        fft(&windowed).into_iter().take(n / 2 + 1).map(|z| z.norm_sqr()).collect()
    }

    fn mel(spectrum: &[f64], bands: usize) -> Vec<f64> {
        let mut out = vec![0.0; bands];
        let width = spectrum.len() as f64 / bands as f64;
        for (b, slot) in out.iter_mut().enumerate() {
            let center = (b as f64 + 0.5) * width;
            *slot = spectrum
                .iter()
                .enumerate()
                .map(|(k, p)| {
                    let weight = (1.0 - (k as f64 - center).abs() / width).max(0.0);
                    weight * p
                })
                .sum();
        }
        out
    }

    fn features(frame: &[f64], window: &Window, scale: Scale) -> Vec<f64> {
        let spectrum = power(frame, window);
        match scale {
            Scale::Linear => spectrum,
            Scale::Log => spectrum.iter().map(|p| (p + FLOOR).ln()).collect(),
            Scale::Mel { bands } => {
                mel(&spectrum, bands).iter().map(|p| (p + FLOOR).log10()).collect()
            }
        }
    }

    /// The distance of two signals by their short-time spectra.
    #[differentiate]
    pub fn distance<const FRAME: usize>(
        a: &[f64],
        b: &[f64],
        window: &Window,
        hop: usize,
        scale: Scale,
    ) -> f64 {
        let mut total = 0.0;
        let mut frames = 0;
        let mut start = 0;
        while start + FRAME <= a.len().min(b.len()) {
            let (fa, fb) = (
                features(&a[start..start + FRAME], window, scale),
                features(&b[start..start + FRAME], window, scale),
            );
            total += fa.iter().zip(&fb).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
            frames += 1;
            start += hop;
        }
        if frames == 0 { 0.0 } else { total / f64::from(frames) }
    }

    /// The spectral centroid, in bins.
    #[differentiate]
    pub fn centroid(signal: &[f64], window: &Window) -> Option<f64> {
        if !signal.len().is_power_of_two() {
            return None;
        }
        let p = power(signal, window);
        let (moment, mass) =
            p.iter().enumerate().fold((0.0, 0.0), |(m, s), (k, v)| (m + k as f64 * v, s + v));
        (mass > FLOOR).then(|| moment / mass)
    }
}
