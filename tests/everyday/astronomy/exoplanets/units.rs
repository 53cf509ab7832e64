//! Units, instruments and measurements.

pub const DAY: f64 = 86_400.0;
pub const G: f64 = 6.674_30e-11;
pub const M_SUN: f64 = 1.988_41e30;
pub const M_JUPITER: f64 = 1.898_13e27;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrument {
    Harps,
    Hires,
}

#[derive(Clone, Debug)]
pub struct Measurement {
    pub time: f64,
    pub velocity: f64,
    pub error: f64,
    pub instrument: Instrument,
}

pub(crate) type Measurements = [Measurement];
