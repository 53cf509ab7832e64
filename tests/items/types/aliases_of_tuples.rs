//! Aliases of tuples and arrays without the attribute, in signatures: their values are constructed
//! and destructured as tuples.

use autodiff::prelude::*;

mod parts {
    use super::*;
    type P = (f64, f64);
    type Tagged = (usize, f64, [f64; 2]);
    #[differentiate]
    fn norm(p: P) -> f64 {
        p.0 * p.0 + p.1 * p.1
    }
    #[differentiate]
    fn swap(p: &P) -> P {
        let (a, b) = *p;
        (b, a)
    }
    #[differentiate]
    fn tagged(t: Tagged) -> f64 {
        let (n, x, [a, b]) = t;
        n as f64 * x * a + b
    }
    #[differentiate]
    fn make(n: usize, x: f64) -> Tagged {
        (n, x * x, [x, 1.0])
    }
    #[differentiate]
    fn perimeter(ps: &[P]) -> f64 {
        let n = ps.len();
        (0..n)
            .map(|i| {
                let (x0, y0) = ps[i];
                let (x1, y1) = ps[(i + 1) % n];
                (x1 - x0).hypot(y1 - y0 + 0.1)
            })
            .sum()
    }
    #[differentiate]
    fn shoelace(ps: &[P]) -> f64 {
        ps.windows(2).map(|w| w[0].0 * w[1].1 - w[1].0 * w[0].1).sum::<f64>()
            + ps.iter().map(|&(x, y)| x * y).sum::<f64>()
    }
    #[differentiate]
    fn one(x: &[f64]) -> f64 {
        let p: P = (x[0], 2.0);
        let q = swap(&p);
        norm(q) + q.0 + tagged(make(3, x[0]))
    }
    #[differentiate]
    fn two(x: &[f64]) -> f64 {
        let ps: Vec<P> = x.iter().map(|&v| (v, v * v + 0.3)).collect();
        perimeter(&ps) + shoelace(&ps)
    }
    #[differentiate]
    fn best(ps: &[P]) -> Option<P> {
        let mut best: Option<P> = None;
        for &(x, y) in ps {
            if best.map_or(true, |(_, b)| y > b) {
                best = Some((x, y));
            }
        }
        best
    }
    #[differentiate]
    fn three(x: &[f64]) -> f64 {
        let ps: Vec<P> = x.iter().map(|&v| (v, v * v + 0.3)).collect();
        match best(&ps) {
            Some((a, b)) => a * b,
            None => x[0],
        }
    }
    mod laws {
        at_points! { one two three }
    }
}
mod arrays {
    use super::*;
    type P = (f64, f64);
    type V3 = [f64; 3];
    #[differentiate]
    fn norm(p: P) -> f64 {
        p.0 * p.0 + p.1 * p.1
    }
    #[differentiate]
    fn mid(p: P, q: P) -> P {
        (0.5 * (p.0 + q.0), 0.5 * (p.1 + q.1))
    }
    #[differentiate]
    fn dot(a: &V3, b: &V3) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }
    #[differentiate]
    fn cross(a: V3, b: V3) -> V3 {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    #[differentiate]
    fn one(x: &[f64]) -> f64 {
        let p = (x[0], 2.0);
        let q: P = (x[0] * x[0], x[0]);
        let m = mid(p, q);
        norm(m) + m.0
    }
    #[differentiate]
    fn two(x: &[f64]) -> f64 {
        let a: V3 = [x[0], 1.0, 2.0];
        let b = cross(a, [1.0, x[0], 0.5]);
        dot(&a, &b) + b[1]
    }
    mod laws {
        at_points! { one two }
    }
}
