//! The bubble temperature of a mixture by the Antoine equation, with errors that convert.

use autodiff::prelude::*;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub enum ModelError {
    Domain(String),
    Convergence { iterations: usize },
}
impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
impl From<&str> for ModelError {
    fn from(s: &str) -> Self {
        ModelError::Domain(s.to_string())
    }
}
#[differentiate]
fn safe_ln(x: f64) -> Result<f64, &'static str> {
    if x <= 0.0 { Err("ln of a non-positive number") } else { Ok(x.ln()) }
}
#[differentiate]
fn antoine(t: f64, (a, b, c): (f64, f64, f64)) -> Result<f64, ModelError> {
    if t + c == 0.0 {
        return Err(ModelError::Domain(format!("t = {t}")));
    }
    Ok(10f64.powf(a - b / (t + c)))
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct Component {
    antoine: (f64, f64, f64),
    fraction: f64,
}
#[differentiate]
fn bubble_temperature(components: &[Component], pressure: f64) -> Result<f64, ModelError> {
    let mut t = 80.0;
    let mut iterations = 0;
    loop {
        let mut p = 0.0;
        let mut slope = 0.0;
        for c in components {
            let sat = antoine(t, c.antoine)?;
            let (_, b, k) = c.antoine;
            p += c.fraction * sat;
            slope += c.fraction * sat * std::f64::consts::LN_10 * b / (t + k).powi(2);
        }
        let step = (safe_ln(p / pressure)?) * p / slope;
        t -= step;
        iterations += 1;
        if step.abs() < 1e-9 {
            break Ok(t);
        }
        if iterations > 30 {
            return Err(ModelError::Convergence { iterations });
        }
    }
}
#[differentiate]
fn bubble_program(x: &[f64]) -> f64 {
    let z = 1.0 / (1.0 + (-x[0]).exp());
    let mix = [
        Component { antoine: (8.07131, 1730.63, 233.426), fraction: z },
        Component { antoine: (8.20417, 1642.89, 230.3), fraction: 1.0 - z },
    ];
    match bubble_temperature(&mix, 760.0 + 10.0 * x[x.len() - 1]) {
        Ok(t) => t / 10.0,
        Err(ModelError::Convergence { iterations }) => iterations as f64,
        Err(_) => -1.0,
    }
}

mod laws {
    at_points! { bubble_program }
}
