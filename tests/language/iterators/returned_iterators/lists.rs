use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Readings {
    pub values: Vec<f64>,
    pub gain: f64,
}

#[differentiate]
pub fn above(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
    values.iter().copied().filter(|v| *v > 1.0)
}

#[differentiate]
pub fn scaled<'a>(r: &'a Readings) -> impl Iterator<Item = f64> + 'a {
    r.values.iter().map(move |v| v * v * r.gain)
}

#[differentiate]
pub fn nested(r: &Readings) -> impl Iterator<Item = f64> + '_ {
    self::scaled(r).chain(self::above(&r.values)).map(|v| v + 1.0)
}

#[differentiate]
impl Readings {
    #[differentiate]
    pub fn scaled(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().map(move |v| v * self.gain)
    }

    #[differentiate]
    pub fn squares(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
        values.iter().map(|v| v * v)
    }
}

#[differentiate]
pub fn inside(r: &Readings) -> f64 {
    self::above(&r.values).sum::<f64>() * Readings::scaled(r).sum::<f64>()
        + Readings::squares(&[r.gain, 2.0]).sum::<f64>()
        + self::scaled(r).sum::<f64>()
}
