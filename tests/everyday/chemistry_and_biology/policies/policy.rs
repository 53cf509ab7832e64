//! Measures, and the factor by which they change the contacts of a day.

use autodiff::prelude::*;

/// Measures that change the contacts while they are in force.
#[derive(Clone, Debug, Differentiable)]
pub enum Measure {
    /// From this day on, contacts are multiplied by the factor.
    Lockdown {
        day: usize,
        until: Option<usize>,
        factor: f64,
    },
    /// A gradual change around a day.
    Behaviour {
        midpoint: f64,
        width: f64,
        effect: f64,
    },
    Seasonal {
        amplitude: f64,
        phase: f64,
    },
}

pub trait Schedule {
    fn is_active(&self, day: usize) -> bool;
}

impl Schedule for Measure {
    fn is_active(&self, day: usize) -> bool {
        match self {
            Measure::Lockdown { day: from, until, .. } => {
                *from <= day && until.is_none_or(|u| day < u)
            }
            _ => true,
        }
    }
}

#[differentiate]
impl Measure {
    #[differentiate]
    pub fn multiplier(&self, day: usize) -> f64 {
        let t = day as f64;
        match *self {
            Measure::Lockdown { factor, .. } => factor,
            Measure::Behaviour { midpoint, width, effect } => {
                1.0 - effect / (1.0 + (-(t - midpoint) / width).exp())
            }
            Measure::Seasonal { amplitude, phase } => {
                1.0 + amplitude * (std::f64::consts::TAU * (t - phase) / 365.0).cos()
            }
        }
    }
}

#[differentiate]
pub fn contact_factor(measures: &[Measure], day: usize) -> f64 {
    measures.iter().filter(|m| m.is_active(day)).map(|m| m.multiplier(day)).product()
}
