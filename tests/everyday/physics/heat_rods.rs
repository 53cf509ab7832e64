//! Heat in a rod by explicit steps and an implicit one, with boundary conditions of an enum.

use autodiff::prelude::*;

#[derive(Debug, Clone, Copy, Differentiable)]
enum Boundary {
    Dirichlet(f64),
    Neumann { flux: f64 },
    Periodic,
}
#[differentiate]
fn thomas(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> Option<Vec<f64>> {
    let n = d.len();
    if n == 0 || b[0] == 0.0 {
        return None;
    }
    let mut cp = vec![0.0; n];
    let mut dp = vec![0.0; n];
    cp[0] = c[0] / b[0];
    dp[0] = d[0] / b[0];
    for i in 1..n {
        let m = b[i] - a[i] * cp[i - 1];
        if m.abs() < 1e-12 {
            return None;
        }
        cp[i] = c[i] / m;
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m;
    }
    let mut x = dp.clone();
    for i in (0..n - 1).rev() {
        x[i] = dp[i] - cp[i] * x[i + 1];
    }
    Some(x)
}
#[differentiate]
fn ghost(u: &[f64], b: &Boundary, left: bool, dx: f64) -> f64 {
    let (inner, other) = match (left, u) {
        (true, [first, .., last]) => (*first, *last),
        (false, [first, .., last]) => (*last, *first),
        (_, [only]) => (*only, *only),
        (_, []) => unreachable!("empty grid"),
    };
    match *b {
        Boundary::Dirichlet(v) => 2.0 * v - inner,
        Boundary::Neumann { flux } => inner + flux * dx,
        Boundary::Periodic => other,
    }
}
#[differentiate]
fn heat_program(x: &[f64]) -> f64 {
    let dx = 0.25;
    let kappa = 0.02 + 0.005 * x[0] * x[0];
    let mut u: Vec<f64> = (0..6).map(|i| x[i % x.len()] * (i as f64 * dx).sin() + 0.2).collect();
    let bounds = [Boundary::Dirichlet(x[0]), Boundary::Neumann { flux: 0.3 }, Boundary::Periodic];
    for step in 0..6 {
        let (l, r) =
            (ghost(&u, &bounds[step % 3], true, dx), ghost(&u, &bounds[(step + 1) % 3], false, dx));
        let lap: Vec<f64> = (0..u.len())
            .map(|i| {
                let west = if i == 0 { l } else { u[i - 1] };
                let east = u.get(i + 1).copied().unwrap_or(r);
                (west - 2.0 * u[i] + east) / (dx * dx)
            })
            .collect();
        u.iter_mut().zip(lap).for_each(|(u, l)| *u += kappa * l);
    }
    let n = u.len();
    let implicit = thomas(&vec![-kappa; n], &vec![1.0 + 2.0 * kappa; n], &vec![-kappa; n], &u);
    implicit.map_or(0.0, |v| v.iter().map(|v| v * v).sum::<f64>().sqrt())
}

mod laws {
    at_points! { heat_program }
}
