//! Iterators as parameters: `impl Iterator`, `impl IntoIterator`, and type parameters with these
//! bounds.
use autodiff::prelude::*;
#[differentiate]
fn weighted(values: impl Iterator<Item = f64>, weights: &[f64]) -> f64 {
    values.zip(weights).map(|(v, w)| v * w).sum()
}
#[differentiate]
fn mean<'a>(mut values: impl Iterator<Item = &'a f64> + 'a) -> f64 {
    let first = values.next().copied().unwrap_or(0.0);
    let (sum, n) = values.fold((first, 1), |(s, n), v| (s + v, n + 1));
    sum / n as f64
}
#[differentiate]
fn total<I>(values: I) -> f64
where
    I: IntoIterator<Item = f64>,
{
    let mut s = 0.0;
    for v in values {
        s += v * v;
    }
    s
}
#[differentiate]
fn lent<'a, I: IntoIterator<Item = &'a f64>>(values: I, k: f64) -> f64 {
    values.into_iter().map(|v| v * k).sum()
}
#[derive(Debug, Clone, Copy, Differentiable)]
struct P {
    x: f64,
    y: f64,
}
#[differentiate]
impl P {
    #[differentiate]
    fn centroid(points: impl Iterator<Item = P>) -> P {
        let mut s = P { x: 0.0, y: 0.0 };
        let mut n = 0usize;
        for p in points {
            s.x += p.x;
            s.y += p.y;
            n += 1;
        }
        P { x: s.x / n as f64, y: s.y / n as f64 }
    }
    #[differentiate]
    fn spread(&self, others: impl IntoIterator<Item = P>) -> f64 {
        others.into_iter().map(|p| (p.x - self.x).hypot(p.y - self.y + 1.0)).sum()
    }
}
#[differentiate]
fn pairs(values: impl Iterator<Item = (usize, f64)>) -> f64 {
    values.map(|(i, v)| i as f64 * v).sum()
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let g: Vec<f64> = x.iter().map(|v| v + 1.0).collect();
    let points: Vec<P> = x.iter().map(|&v| P { x: v, y: v * v }).collect();
    let c = P::centroid(points.iter().copied());
    let constants = [1.0, 2.0, 3.0];
    let k = mean(constants.iter())
        + weighted(constants.iter().copied(), &[1.0, 2.0, 0.5])
        + total(vec![1.0, 2.0])
        + lent(&constants, 2.0);
    weighted(g.iter().map(|v| v * 2.0), x)
        + mean(x.iter())
        + mean(g.iter().filter(|v| **v > 0.3)) * k
        + total(g.clone())
        + total(x.iter().map(|v| v * v))
        + lent(&g, x[0])
        + c.x * c.y
        + c.spread(points.into_iter().take(3))
        + pairs(x.iter().copied().enumerate())
        + weighted(x.iter().skip(1).copied(), &g)
}
mod laws {
    at_points! { program }
}
#[test]
fn public() {
    assert_eq!(total_grad(vec![1.0, 2.0]), vec![2.0, 4.0]);
    assert_eq!(weighted_grad(vec![1.0, 2.0], &[3.0, 4.0]), (vec![3.0, 4.0], vec![1.0, 2.0]));
}
