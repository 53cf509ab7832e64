//! The penalised log likelihood of observations.

use crate::statistics::regression::links::{TINY, inverse_link, softplus};
use crate::statistics::regression::types::{
    Coefficients, Family, Fit, FitError, Link, Observation,
};
use autodiff::prelude::*;
use autodiff::special::ln_gamma;
use std::f64::consts::PI;

#[differentiate(reverse)]
fn log_density(family: &Family, mu: f64, y: f64) -> f64 {
    match family {
        Family::Gaussian { log_sigma } => {
            let z = (y - mu) / log_sigma.exp();
            -0.5 * z * z - log_sigma - 0.5 * (2.0 * PI).ln()
        }
        Family::Poisson => y * (mu + TINY).ln() - mu - ln_gamma(y + 1.0),
        Family::NegativeBinomial { log_size } => {
            let r = log_size.exp();
            let p = r / (r + mu);
            ln_gamma(y + r) - ln_gamma(r) - ln_gamma(y + 1.0) + r * p.ln() + y * (1.0 - p).ln()
        }
        Family::Binomial { trials } => {
            let n = *trials as f64;
            let choose = ln_gamma(n + 1.0) - ln_gamma(y + 1.0) - ln_gamma(n - y + 1.0);
            let logit = (mu / (1.0 - mu)).ln();
            choose + y * logit - n * softplus(logit)
        }
    }
}

#[differentiate(reverse)]
fn predictor(beta: &Coefficients, covariates: &[f64]) -> f64 {
    beta.intercept + beta.slopes.iter().zip(covariates).map(|(b, x)| b * x).sum::<f64>()
}

/// Penalised log likelihood; the ridge penalty leaves the intercept alone.
#[differentiate(reverse)]
pub fn log_likelihood(
    beta: &Coefficients,
    #[constant] data: &[Observation],
    #[constant] link: Link,
    #[constant] ridge: Option<f64>,
) -> Fit<f64> {
    if data.is_empty() {
        return Err(FitError::NoData);
    }
    let mut total = 0.0;
    for (i, obs) in data.iter().enumerate() {
        if obs.covariates.len() != beta.slopes.len() {
            return Err(FitError::Dimension {
                expected: beta.slopes.len(),
                found: obs.covariates.len(),
            });
        }
        let eta = predictor(beta, &obs.covariates);
        let mu = match link {
            Link::Log => inverse_link(link, eta + obs.exposure.ln()),
            _ => inverse_link(link, eta),
        };
        if !mu.is_finite() {
            return Err(FitError::OutOfDomain(i));
        }
        total += log_density(&beta.family, mu, obs.response);
    }
    let penalty = ridge
        .map_or(0.0, |lambda| 0.5 * lambda * beta.slopes.iter().map(|b| b.powi(2)).sum::<f64>());
    Ok(total - penalty)
}
