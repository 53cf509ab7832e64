//! The adjoint of `ode`: the arguments of all slopes are kept, and one loop per step goes back
//! through its four stages.
//!
//! Stage s has the slope kₛ[i] = x[i] aₛ[i−1], where a₁ = y, a₂ = y + ½h k₁, a₃ = y + ½h k₂, a₄ = y
//! + h k₃.

/// Value and gradient of the last component of the solution.
pub fn gradient(x: &[f64], s: usize) -> (f64, Vec<f64>) {
    let n = x.len();
    let h = 2.0 / s as f64;
    // a₁ … a₄ of each step, and the solution.
    let mut tape = vec![0.0; (4 * s + 1) * n];
    for step in 0..s {
        let (kept, next) = tape[4 * step * n..].split_at_mut(4 * n);
        let (a1, rest) = kept.split_at_mut(n);
        let (a2, rest) = rest.split_at_mut(n);
        let (a3, a4) = rest.split_at_mut(n);
        stage(a2, 0.5 * h, x, a1, a1);
        stage(a3, 0.5 * h, x, a1, a2);
        stage(a4, h, x, a1, a3);
        let (a4, next) = (&a4[..n], &mut next[..n]);
        next[0] = a1[0] + h * x[0];
        for i in 1..n {
            let slope = x[i] * (a1[i - 1] + 2.0 * (a2[i - 1] + a3[i - 1]) + a4[i - 1]);
            next[i] = a1[i] + h / 6.0 * slope;
        }
    }

    let mut x_bar = vec![0.0; n];
    let mut y_bar = vec![0.0; n];
    y_bar[n - 1] = 1.0;
    for kept in tape[..4 * s * n].chunks_exact(4 * n).rev() {
        let (a1, rest) = kept.split_at(n);
        let (a2, rest) = rest.split_at(n);
        let (a3, a4) = rest.split_at(n);
        let (a4, x_bar, y_bar) = (&a4[..n], &mut x_bar[..n], &mut y_bar[..n]);
        // The cotangents of a₁ … a₄ at i, from the slopes at i + 1.
        let [mut u1, mut u2, mut u3, mut u4] = [0.0; 4];
        for i in (1..n).rev() {
            let outer = h / 6.0 * y_bar[i];
            let k4 = outer;
            let k3 = 2.0 * outer + h * u4;
            let k2 = 2.0 * outer + 0.5 * h * u3;
            let k1 = outer + 0.5 * h * u2;
            y_bar[i] += u1 + u2 + u3 + u4;
            x_bar[i] += k1 * a1[i - 1] + k2 * a2[i - 1] + k3 * a3[i - 1] + k4 * a4[i - 1];
            [u1, u2, u3, u4] = [k1 * x[i], k2 * x[i], k3 * x[i], k4 * x[i]];
        }
        // All slopes at 0 are x[0] itself.
        x_bar[0] += h * y_bar[0] + h * u4 + 0.5 * h * (u3 + u2);
        y_bar[0] += u1 + u2 + u3 + u4;
    }
    (tape[(4 * s + 1) * n - 1], x_bar)
}

/// next = y + factor · k, where k is the slope at `a`.
fn stage(next: &mut [f64], factor: f64, x: &[f64], y: &[f64], a: &[f64]) {
    let n = x.len();
    let (next, y, a) = (&mut next[..n], &y[..n], &a[..n]);
    next[0] = y[0] + factor * x[0];
    for i in 1..n {
        next[i] = y[i] + factor * x[i] * a[i - 1];
    }
}
