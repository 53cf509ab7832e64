//! `llsq`: how well a polynomial fits the sign function, in the sense of least squares.

use autodiff::prelude::*;

/// Half the sum of squared differences between sign(t) and the polynomial with coefficients `x`,
/// over `n` equidistant points t of \[−1, 1\].
#[differentiate(reverse)]
pub fn objective(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
        let mut difference = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut power = 1.0;
        for coefficient in x.iter() {
            difference -= *coefficient * power;
            power *= t;
        }
        sum += difference * difference;
    }
    0.5 * sum
}
