//! A matrix in an `Option` that a function returns.
use autodiff::prelude::*;
use std::ops::Mul;
#[derive(Debug, Clone, Copy, Differentiable)]
struct Mt<const R: usize, const C: usize>([[f64; C]; R]);
#[differentiate]
impl<const R: usize, const K: usize, const C: usize> Mul<Mt<K, C>> for Mt<R, K> {
    type Output = Mt<R, C>;
    #[differentiate]
    fn mul(self, rhs: Mt<K, C>) -> Mt<R, C> {
        let mut out = Mt([[0.0; C]; R]);
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * rhs.0[k][j];
                }
            }
        }
        out
    }
}
#[differentiate]
fn inverse(m: &Mt<2, 2>) -> Option<Mt<2, 2>> {
    if m.0[0][0] > 5.0 { None } else { Some(Mt([[m.0[0][0], 1.0], [2.0, m.0[1][1]]])) }
}
#[differentiate]
fn inner(x: &[f64]) -> Result<f64, String> {
    let m = Mt([[x[0], 1.0], [2.0, 0.5]]);
    let i = inverse(&m).ok_or_else(|| "singular".to_string())?;
    let v = Mt([[1.0, x[0]]]) * i;
    Ok(v.0[0][1] + v.0[0][0])
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    inner(x).unwrap_or(2.0)
}
mod laws {
    at_points! { program }
}
