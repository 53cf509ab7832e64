//! The shade where a ray meets the nearest of two spheres, or none.

use autodiff::prelude::*;

#[differentiate]
fn ray_sphere(o: [f64; 3], d: [f64; 3], c: [f64; 3], r: f64) -> Option<f64> {
    let oc: [f64; 3] = std::array::from_fn(|i| o[i] - c[i]);
    let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b.iter()).map(|(x, y)| x * y).sum::<f64>();
    let (a, b, k) = (dot(&d, &d), 2.0 * dot(&oc, &d), dot(&oc, &oc) - r * r);
    let disc = b * b - 4.0 * a * k;
    if disc < 0.0 {
        return None;
    }
    let t = (-b - disc.sqrt()) / (2.0 * a);
    (t > 0.0).then_some(t)
}
#[differentiate]
fn shade(q: &[f64]) -> f64 {
    let o = [q[0], q[1], -5.0];
    let spheres = [([0.0, 0.0, q[2]], 1.0), ([0.5, q[3], 2.0], 0.8)];
    let mut nearest: Option<(f64, usize)> = None;
    for (i, (c, r)) in spheres.iter().enumerate() {
        if let Some(t) = ray_sphere(o, [0.0, 0.0, 1.0], *c, *r) {
            match nearest {
                Some((best, _)) if best <= t => {}
                _ => nearest = Some((t, i)),
            }
        }
    }
    match nearest {
        None => 0.0,
        Some((t, i)) => {
            let p = [o[0], o[1], o[2] + t];
            let (c, r) = &spheres[i];
            let n: Vec<f64> = p.iter().zip(c).map(|(a, b)| (a - b) / r).collect();
            let l = [0.3, 0.5, -0.8];
            n.iter().zip(l.iter()).map(|(a, b)| a * b).sum::<f64>().max(0.0) + 0.1 * t
        }
    }
}

#[test]
fn laws() {
    check!(shade, [0.1, 0.2, 0.3, 0.4], 1e-6);
    check!(shade, [5.1, 0.2, 0.3, 0.4], 1e-6);
}
