//! Data, families and links of a generalised linear model.
use autodiff::prelude::*;

/// How the linear predictor and the mean are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Identity,
    Log,
    Logit,
}

/// The distribution of the responses; dispersion parameters are estimated too.
#[derive(Clone, Debug, Differentiable)]
pub enum Family {
    Gaussian { log_sigma: f64 },
    Poisson,
    NegativeBinomial { log_size: f64 },
    Binomial { trials: usize },
}

#[derive(Clone, Debug, Differentiable)]
pub struct Coefficients {
    pub intercept: f64,
    pub slopes: Vec<f64>,
    pub family: Family,
}

/// One observation: covariates, exposure and the response.
#[derive(Clone, Debug)]
pub struct Observation {
    pub covariates: Vec<f64>,
    pub exposure: f64,
    pub response: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FitError {
    Dimension { expected: usize, found: usize },
    OutOfDomain(usize),
    NoData,
}

#[differentiate]
pub(crate) type Fit<T> = Result<T, FitError>;
