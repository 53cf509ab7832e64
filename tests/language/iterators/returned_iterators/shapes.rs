use autodiff::prelude::*;

#[differentiate]
pub fn above(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
    values.iter().copied().filter(|v| *v > 0.0).map(|v| v * v)
}

#[differentiate]
pub fn line(slope: f64, at_zero: f64) -> impl Fn(f64) -> f64 {
    move |x| slope * x + at_zero
}

pub mod inner {
    use super::super::lists::Readings;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn above(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
        values.iter().copied().filter(|v| *v > 0.0).map(|v| v * v * v)
    }

    #[differentiate]
    pub fn around(r: &Readings) -> f64 {
        super::above(&r.values).sum::<f64>() * self::above(&r.values).sum::<f64>()
    }
}

pub use inner::above as renamed;
