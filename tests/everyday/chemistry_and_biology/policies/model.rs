//! A disease among age groups, day by day, and the likelihood of the reports.

use crate::chemistry_and_biology::policies::policy::{Measure, contact_factor};
use crate::chemistry_and_biology::policies::population::{
    ByAge, Compartments, ContactMatrix, GROUPS,
};
use autodiff::prelude::*;
use autodiff::special::ln_gamma;

const SUBSTEPS: usize = 4;

pub type Population = Compartments<GROUPS>;

#[derive(Clone, Debug, Differentiable)]
pub struct Disease {
    pub transmission: f64,
    pub latency: f64,
    pub recovery: f64,
    pub susceptibility: ByAge,
    pub reporting: ByAge,
}

#[derive(Clone, Debug, Differentiable)]
pub struct Scenario {
    pub disease: Disease,
    pub measures: Vec<Measure>,
    #[constant]
    pub contacts: ContactMatrix,
}

/// Cases of one day by age; some days were not reported.
pub type Report = Option<[u32; GROUPS]>;

#[differentiate]
impl Scenario {
    #[differentiate]
    fn infection_rates(&self, p: &Population, factor: f64) -> ByAge {
        let totals = p.total();
        let mut force = [0.0; GROUPS];
        for (a, row) in self.contacts.iter().enumerate() {
            let pressure: f64 =
                row.iter().zip(p.i.iter().zip(&totals)).map(|(c, (i, n))| c * i / n).sum();
            force[a] =
                self.disease.transmission * factor * self.disease.susceptibility[a] * pressure;
        }
        force
    }

    #[differentiate]
    fn derivative(&self, p: Population, factor: f64) -> Population {
        let force = self.infection_rates(&p, factor);
        let mut d = p * 0.0;
        for g in 0..GROUPS {
            let infections = force[g] * p.s[g];
            let onset = p.e[g] / self.disease.latency;
            let recoveries = p.i[g] / self.disease.recovery;
            d.s[g] = -infections;
            d.e[g] = infections - onset;
            d.i[g] = onset - recoveries;
            d.r[g] = recoveries;
        }
        d
    }

    /// One day by Heun's method; gives the new state and the onsets of the day.
    #[differentiate]
    fn day(&self, mut p: Population, day: usize) -> (Population, ByAge) {
        let factor = contact_factor(&self.measures, day);
        let h = 1.0 / SUBSTEPS as f64;
        let before = p;
        for _ in 0..SUBSTEPS {
            let k1 = self.derivative(p, factor);
            let k2 = self.derivative(p + k1 * h, factor);
            p = p + (k1 + k2) * (0.5 * h);
        }
        let onsets = std::array::from_fn(|g| (p.i[g] + p.r[g]) - (before.i[g] + before.r[g]));
        (p, onsets)
    }

    #[differentiate]
    pub fn log_likelihood(&self, start: &Population, reports: &[Report]) -> f64 {
        let mut p = *start;
        let mut total = 0.0;
        for (day, report) in reports.iter().enumerate() {
            let (next, onsets) = self.day(p, day);
            p = next;
            let Some(counts) = report else { continue };
            for g in 0..GROUPS {
                let expected = (self.disease.reporting[g] * onsets[g]).max(1e-9);
                let k = counts[g] as f64;
                total += k * expected.ln() - expected - ln_gamma(k + 1.0);
            }
        }
        total
    }
}
