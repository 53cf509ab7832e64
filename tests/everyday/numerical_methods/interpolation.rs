//! A natural spline, a Bézier curve, a root by Newton steps, an integral by the adaptive rule of
//! Simpson, and a ray by sphere tracing.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn natural_spline(xs: &[f64], ys: &[f64], at: f64) -> f64 {
    let n = xs.len();
    let mut m = vec![0.0; n];
    let mut u = vec![0.0; n];
    for i in 1..n - 1 {
        let s = (xs[i] - xs[i - 1]) / (xs[i + 1] - xs[i - 1]);
        let p = s * m[i - 1] + 2.0;
        m[i] = (s - 1.0) / p;
        let slope =
            (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) - (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]);
        u[i] = (6.0 * slope / (xs[i + 1] - xs[i - 1]) - s * u[i - 1]) / p;
    }
    m[n - 1] = 0.0;
    for k in (0..n - 1).rev() {
        m[k] = m[k] * m[k + 1] + u[k];
    }
    let (mut lo, mut hi) = (0, n - 1);
    while hi - lo > 1 {
        let mid = (hi + lo) / 2;
        if xs[mid] > at { hi = mid } else { lo = mid }
    }
    let h = xs[hi] - xs[lo];
    let (a, b) = ((xs[hi] - at) / h, (at - xs[lo]) / h);
    a * ys[lo] + b * ys[hi] + ((a.powi(3) - a) * m[lo] + (b.powi(3) - b) * m[hi]) * h * h / 6.0
}

#[differentiate(reverse)]
fn splined(x: &[f64]) -> f64 {
    let xs = [0.0, 1.0 + 0.1 * x[0], 2.0, 3.5, 5.0];
    natural_spline(&xs, &x[..5], 1.7) * natural_spline(&xs, &x[1..], 4.1 + 0.01 * x[2])
}

#[differentiate(reverse)]
fn de_casteljau(control: &[(f64, f64)], t: f64) -> (f64, f64) {
    let mut points = control.to_vec();
    let mut n = points.len();
    while n > 1 {
        for i in 0..n - 1 {
            points[i] = (
                points[i].0 * (1.0 - t) + points[i + 1].0 * t,
                points[i].1 * (1.0 - t) + points[i + 1].1 * t,
            );
        }
        n -= 1;
    }
    points[0]
}

#[differentiate(reverse)]
fn curve(x: &[f64]) -> f64 {
    let control = [(x[0], x[1]), (x[2], 1.0), (0.5, x[3]), (1.0, 0.0)];
    let mut length = 0.0;
    let (mut px, mut py) = de_casteljau(&control, 0.0);
    for k in 1..=8 {
        let (qx, qy) = de_casteljau(&control, k as f64 / 8.0);
        length += (qx - px).hypot(qy - py);
        (px, py) = (qx, qy);
    }
    length
}

#[differentiate(reverse)]
fn horner(c: &[f64], x: f64) -> (f64, f64) {
    let (mut p, mut d) = (0.0, 0.0);
    for &a in c.iter().rev() {
        d = d * x + p;
        p = p * x + a;
    }
    (p, d)
}

#[differentiate(reverse)]
fn newton_root(c: &[f64]) -> f64 {
    let mut x = 1.0;
    for _ in 0..50 {
        let (p, d) = horner(c, x);
        if p.abs() < 1e-13 {
            break;
        }
        x -= p / d;
    }
    // one more step makes the derivative that of the root
    let (p, d) = horner(c, x);
    x - p / d
}

#[differentiate(reverse)]
fn simpson(x: &[f64]) -> f64 {
    adaptive(x, 0.0, 1.0 + x[0] * x[0], 6)
}

#[differentiate(reverse)]
fn integrand(p: &[f64], t: f64) -> f64 {
    (p[1] * t).sin() * (-p[0] * t * t).exp()
}

#[differentiate(reverse)]
fn adaptive(p: &[f64], a: f64, b: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (integrand(p, a) + 4.0 * integrand(p, m) + integrand(p, b));
    let (l, r) = (0.5 * (a + m), 0.5 * (m + b));
    let halves = (b - a) / 12.0
        * (integrand(p, a)
            + 4.0 * integrand(p, l)
            + 2.0 * integrand(p, m)
            + 4.0 * integrand(p, r)
            + integrand(p, b));
    if depth == 0 || (whole - halves).abs() < 1e-6 {
        halves + (halves - whole) / 15.0
    } else {
        adaptive(p, a, m, depth - 1) + adaptive(p, m, b, depth - 1)
    }
}

#[differentiate(reverse)]
fn ray_march(x: &[f64]) -> f64 {
    // the distance to a sphere by sphere tracing
    let (mut t, centre, radius) = (0.0, [x[0], x[1], 4.0], 1.0 + 0.1 * x[2]);
    let direction = [0.05, -0.02, 1.0];
    let mut hit = false;
    'march: for _ in 0..200 {
        let mut s = 0.0;
        for k in 0..3 {
            let d = t * direction[k] - centre[k];
            s += d * d;
        }
        let distance = s.sqrt() - radius;
        if distance < 1e-12 {
            hit = true;
            break 'march;
        }
        if t > 100.0 {
            break;
        }
        t += distance;
    }
    if hit { t } else { -1.0 }
}

#[test]
fn geometry_and_interpolation() {
    check!(splined, [0.5, -0.3, 0.8, 0.2, 1.0, 0.4]);
    check!(curve, [0.5, -0.3, 0.8, 0.2]);
    check!(newton_root, [-3.0, 0.5, 0.2, 1.0]);
    check!(simpson, [0.5, 2.3]);
    check!(ray_march, [0.1, 0.2, 0.3]);
    check!(ray_march, [3.0, 2.0, 0.3]);
}
