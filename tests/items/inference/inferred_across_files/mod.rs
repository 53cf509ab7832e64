//! Signatures of functions, methods and operators of other files, which determine the parameters of
//! closures, the lengths of arrays, and the sizes of matrices.

mod integrators;
mod matrices;

use crate::support::central_differences::Check;
use autodiff::prelude::*;
use integrators::{Phase, euler, heun, kick, norm};
use matrices::{Matrix, NotPositive};

#[differentiate]
fn oscillator(x: &[f64]) -> f64 {
    let y = heun(|t, y| [y[1], -x[0] * y[0] + t], [1.0, 0.0], x[1]);
    let z = euler(|y| vec![y[1], -x[0] * y[0]], &[1.0, x[1]], 0.1);
    y[0] * y[1] + z[0] * z[1]
}

#[differentiate]
fn kicked(x: &[f64]) -> f64 {
    let start = Phase { q: 1.0, p: x[1] };
    let first = kick(|at| -x[0] * at.q, start, 0.1);
    let second = integrators::kick(|at| -x[1] * at.p.sin(), first, x[0]);
    second.q * second.p
}

#[differentiate]
fn distance(x: &[f64]) -> f64 {
    norm(&std::array::from_fn(|i| x[i] - 0.25)) + norm(&[x[0], x[1], x[0] * x[1]])
}

#[differentiate]
fn gain<const N: usize>(
    h: &Matrix<1, N>,
    p: &Matrix<N, N>,
    r: f64,
) -> Result<Matrix<N, 1>, NotPositive> {
    let s = *h * *p * h.transpose() + Matrix([[r]]);
    let root = s.checked()?;
    Ok(root.apply(&(*h * *p)).transpose() * 0.5)
}

#[differentiate]
fn updated(x: &[f64]) -> Result<f64, NotPositive> {
    let (h, p) = (Matrix([[x[0], 1.0]]), Matrix([[x[1], 0.2], [0.2, x[0] * x[1]]]));
    let k = gain(&h, &p, 0.3)?;
    let rest = (Matrix::identity() - k * h) * p;
    Ok(rest.0[0][1] + rest.0[1][1] * x[1])
}

#[test]
fn inferred_across_files() {
    let mut check = Check::new();
    let x = [0.7, 0.3, 1.1];
    for (name, f, grad) in [
        ("oscillator", oscillator as fn(&[f64]) -> f64, oscillator_grad(&x)),
        ("kicked", kicked, kicked_grad(&x)),
        ("distance", distance, distance_grad(&x)),
    ] {
        check.gradient(name, f, &x, &grad);
    }
    let (value, grad) = updated_value_and_grad(&x).expect("a positive matrix");
    let f = |x: &[f64]| updated(x).expect("a positive matrix");
    check.equal("updated", value, f(&x));
    check.gradient("updated", f, &x, &grad);
    check.finish();
}
