use super::simulate::decay::decay as slower;
use super::{merit, simulate};
use autodiff::prelude::*;
use simulate::decay;

/// By paths and by other names.
#[differentiate]
pub fn report(x: &[f64]) -> f64 {
    let y = simulate::simulate::<2>([x[0], x[1]], decay::decay);
    let z = simulate::simulate([x[1], x[2]], slower);
    merit::merit(&y, 1) - z[0] * decay::decay(z[1])
}
