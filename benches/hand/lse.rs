//! The adjoint of `lse`: the normalised exponentials.

/// Value and gradient of log Σ exp(xᵢ).
pub fn gradient(x: &[f64]) -> (f64, Vec<f64>) {
    let mut largest = x[0];
    for &value in x {
        if value > largest {
            largest = value;
        }
    }
    let mut x_bar = Vec::with_capacity(x.len());
    let mut sum = 0.0;
    for value in x {
        let exponential = (value - largest).exp();
        sum += exponential;
        x_bar.push(exponential);
    }
    let scale = 1.0 / sum;
    for bar in &mut x_bar {
        *bar *= scale;
    }
    (largest + sum.ln(), x_bar)
}
