//! The adjoint of `llsq`: the powers of t are kept for one point at a time.

/// Value and gradient of the objective.
pub fn gradient(x: &[f64], n: usize) -> (f64, Vec<f64>) {
    let mut x_bar = vec![0.0; x.len()];
    let mut powers = vec![0.0; x.len()];
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
        for (kept, coefficient) in powers.iter_mut().zip(x) {
            *kept = power;
            difference -= coefficient * power;
            power *= t;
        }
        sum += difference * difference;
        for (bar, power) in x_bar.iter_mut().zip(&powers) {
            *bar -= difference * power;
        }
    }
    (0.5 * sum, x_bar)
}
