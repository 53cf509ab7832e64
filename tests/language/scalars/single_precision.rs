//! `f32`.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut t = 0.0;
    for (x, y) in a.iter().zip(b) {
        t += x * y;
    }
    t
}

#[differentiate(reverse)]
fn logistic(x: f32, k: f32) -> f32 {
    1.0 / (1.0 + (-k * x).exp())
}

#[differentiate(reverse)]
fn network(w: &[[f32; 2]; 2], x: [f32; 2], scale: f32) -> [f32; 2] {
    let mut out = [0f32; 2];
    for i in 0..2 {
        out[i] = logistic(dot(&w[i], &x), scale);
    }
    out
}

#[differentiate(reverse)]
fn mixed(x: f32, y: f64) -> f64 {
    let wide = x as f64 * y;
    let narrow = y as f32;
    wide + f64::from(narrow * x) + (x * 2.0f32) as f64
}

#[differentiate(reverse)]
fn vector(v: Vec<f32>) -> (Vec<f32>, f32) {
    let mut out = vec![0.0f32; v.len()];
    let mut s = 0f32;
    for i in 0..v.len() {
        out[i] = v[i].powi(2).max(0.5) + std::f32::consts::PI;
        s += v[i].sqrt().mul_add(2.0, v[i].ln_1p());
    }
    (out, s)
}

#[differentiate(reverse)]
fn everything(x: &[f32]) -> f32 {
    let mut t = 0.0_f32;
    let mut v = Vec::new();
    for (i, &e) in x.iter().enumerate() {
        if e > 0.0 {
            v.push(e.sin() * i as f32);
        }
    }
    let n = v.len() as f32;
    while let_go(t) {
        t += 1.0;
    }
    for e in v.iter_mut() {
        *e *= n;
    }
    for e in &v {
        t += e.tanh() + e.abs() + e.hypot(1.0).atan2(*e + 3.0);
    }
    t
}

fn let_go(t: f32) -> bool {
    t < 2.0
}

fn near(found: f32, expected: f32) {
    assert!(
        (found - expected).abs() <= 2e-6 * (1.0 + expected.abs()),
        "{found} instead of {expected}"
    );
}

#[test]
fn scalars() {
    let (value, (dx, dk)): (f32, (f32, f32)) = logistic_value_and_grad(0.5, 2.0);
    assert_eq!(value.to_bits(), logistic(0.5, 2.0).to_bits());
    near(dx, 2.0 * value * (1.0 - value));
    near(dk, 0.5 * value * (1.0 - value));
    let (_, tangent): (f32, f32) = logistic_jvp(0.5, 2.0, 1.0, 0.0);
    near(tangent, dx);
    let (_, (dx, dy)): (f64, (f32, f64)) = mixed_value_and_grad(2.0, 3.0);
    assert_eq!((dx, dy), (8.0, 4.0));
    assert_eq!(mixed_jvp(2.0, 3.0, 1.0f32, 1.0f64).1, 12.0);
}

#[test]
fn memory() {
    let (value, (a, b)): (f32, (Vec<f32>, Vec<f32>)) = dot_value_and_grad(&[1.0, 2.0], &[3.0, 4.0]);
    assert_eq!((value, a, b), (11.0, vec![3.0, 4.0], vec![1.0, 2.0]));
    let w = [[0.5, -0.25], [1.0, 0.75]];
    let x = [0.3, 0.6];
    let y = network(&w, x, 1.5);
    let (value, (dw, dx, dk)): ([f32; 2], ([[f32; 2]; 2], [f32; 2], f32)) =
        network_vjp(&w, x, 1.5, [1.0, 10.0]);
    assert_eq!(value, y);
    let s = [y[0] * (1.0 - y[0]) * 1.5, 10.0 * y[1] * (1.0 - y[1]) * 1.5];
    for i in 0..2 {
        for j in 0..2 {
            near(dw[i][j], s[i] * x[j]);
        }
        near(dx[i], s[0] * w[0][i] + s[1] * w[1][i]);
    }
    near(dk, s[0] / 1.5 * dot(&w[0], &x) + s[1] / 1.5 * dot(&w[1], &x));
    let ((_, _), gradient) = vector_vjp(vec![0.25, 4.0], (&[1.0, 1.0], 1.0));
    near(gradient[0], 2.0 * 0.5 / 0.5 + 1.0 / 1.25);
    near(gradient[1], 8.0 + 0.5 + 0.2);
    assert_eq!(vector_jvp(vec![0.25, 4.0], vec![1.0, 1.0]).1.0, [0.0, 8.0]);
}

#[test]
fn against_differences() {
    let x = [0.5f32, -0.25, 0.75];
    let gradient = everything_grad(&x);
    for i in 0..3 {
        let at = |h: f32| {
            let mut y = x;
            y[i] += h;
            everything(&y) as f64
        };
        let expected = (at(0.01) - at(-0.01)) / 0.02;
        assert!(
            (gradient[i] as f64 - expected).abs() < 2e-3,
            "{} instead of {expected}",
            gradient[i]
        );
    }
    let (_, tangent) = everything_jvp(&x, &[1.0, 1.0, 1.0]);
    near(tangent, gradient.iter().sum());
    let (_, residuals) = everything_primal(&x);
    let mut bar = vec![1f32; 3];
    everything_transposed(&residuals, 2.0, &mut bar[..]);
    for i in 0..3 {
        near(bar[i], 1.0 + 2.0 * gradient[i]);
    }
    assert_eq!(everything_grad(&[]), Vec::<f32>::new());
}
