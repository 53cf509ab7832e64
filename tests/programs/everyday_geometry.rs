//! Polygons, rays, statistics.

use autodiff::prelude::*;

// 1 geometry: polygon area, centroid, segment distance, ray-sphere
#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}
#[differentiate]
impl Point {
    #[differentiate]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
    #[differentiate]
    pub fn cross(self, o: Self) -> f64 {
        self.x * o.y - self.y * o.x
    }
    #[differentiate]
    pub fn dist(&self, o: &Point) -> f64 {
        ((self.x - o.x).powi(2) + (self.y - o.y).powi(2)).sqrt()
    }
    #[differentiate]
    pub fn lerp(self, o: Point, t: f64) -> Point {
        Point { x: self.x + (o.x - self.x) * t, y: self.y + (o.y - self.y) * t }
    }
}
#[differentiate]
impl std::ops::Sub for Point {
    type Output = Point;
    #[differentiate]
    fn sub(self, o: Point) -> Point {
        Point::new(self.x - o.x, self.y - o.y)
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Polygon {
    pub vertices: Vec<Point>,
}
#[differentiate]
impl Polygon {
    #[differentiate]
    pub fn area(&self) -> f64 {
        let n = self.vertices.len();
        let mut a = 0.0;
        for i in 0..n {
            let j = (i + 1) % n;
            a += self.vertices[i].cross(self.vertices[j]);
        }
        0.5 * a.abs()
    }
    #[differentiate]
    pub fn perimeter(&self) -> f64 {
        self.vertices.iter().zip(self.vertices.iter().cycle().skip(1)).map(|(a, b)| a.dist(b)).sum()
    }
    #[differentiate]
    pub fn centroid(&self) -> Point {
        let (mut cx, mut cy, mut a) = (0.0, 0.0, 0.0);
        for (p, q) in self
            .vertices
            .iter()
            .zip(self.vertices.iter().skip(1).chain(std::iter::once(&self.vertices[0])))
        {
            let c = p.cross(*q);
            cx += (p.x + q.x) * c;
            cy += (p.y + q.y) * c;
            a += c;
        }
        Point { x: cx / (3.0 * a), y: cy / (3.0 * a) }
    }
}
#[differentiate]
fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let ab = b - a;
    let ap = p - a;
    let t = ((ap.x * ab.x + ap.y * ab.y) / (ab.x * ab.x + ab.y * ab.y)).clamp(0.0, 1.0);
    let closest = a.lerp(b, t);
    p.dist(&closest)
}
#[differentiate]
fn geometry(q: &[f64]) -> f64 {
    let poly = Polygon { vertices: q.chunks_exact(2).map(|c| Point::new(c[0], c[1])).collect() };
    let c = poly.centroid();
    let d = poly
        .vertices
        .windows(2)
        .map(|w| distance_to_segment(c, w[0], w[1]))
        .fold(f64::INFINITY, f64::min);
    poly.area() + poly.perimeter() * 0.1 + c.x * c.y + d
}
// 2 ray casting with Option results
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
// 3 statistics
#[differentiate]
fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}
#[differentiate]
fn variance(x: &[f64]) -> f64 {
    let m = mean(x);
    x.iter().map(|v| (v - m).powi(2)).sum::<f64>() / (x.len() - 1) as f64
}
#[differentiate]
fn skewness(x: &[f64]) -> f64 {
    let n = x.len() as f64;
    let m = mean(x);
    let (m2, m3) = x.iter().fold((0.0, 0.0), |(a, b), v| {
        let d = v - m;
        (a + d * d, b + d * d * d)
    });
    (m3 / n) / (m2 / n).powf(1.5)
}
#[derive(Differentiable, Clone, Debug, Default)]
pub struct Welford {
    count: usize,
    mean: f64,
    m2: f64,
}
#[differentiate]
impl Welford {
    #[differentiate]
    fn update(&mut self, x: f64) {
        self.count += 1;
        let delta = x - self.mean;
        self.mean += delta / self.count as f64;
        self.m2 += delta * (x - self.mean);
    }
    #[differentiate]
    fn variance(&self) -> Option<f64> {
        if self.count < 2 { None } else { Some(self.m2 / (self.count - 1) as f64) }
    }
}
#[differentiate]
fn median(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = v.len();
    if n % 2 == 1 { v[n / 2] } else { 0.5 * (v[n / 2 - 1] + v[n / 2]) }
}
#[differentiate]
fn correlation(x: &[f64], y: &[f64]) -> Result<f64, String> {
    if x.len() != y.len() {
        return Err(format!("{} and {}", x.len(), y.len()));
    }
    let (mx, my) = (mean(x), mean(y));
    let mut sxy = 0.0;
    let mut sxx = 0.0;
    let mut syy = 0.0;
    for (a, b) in x.iter().zip(y.iter()) {
        sxy += (a - mx) * (b - my);
        sxx += (a - mx) * (a - mx);
        syy += (b - my).powi(2);
    }
    Ok(sxy / (sxx * syy).sqrt())
}
#[differentiate]
fn statistics(x: &[f64]) -> f64 {
    let mut w = Welford::default();
    for v in x {
        w.update(*v);
    }
    let y: Vec<f64> = x.iter().enumerate().map(|(i, v)| v.sin() + i as f64).collect();
    let r = correlation(x, &y).unwrap_or(0.0);
    let mut q = x.to_vec();
    q.retain(|v| *v > 0.0);
    variance(x)
        + skewness(x)
        + w.variance().unwrap_or_default()
        + median(x)
        + r
        + if q.is_empty() { 0.0 } else { mean(&q) }
}
#[test]
fn t1() {
    check!(geometry, [0.0, 0.1, 2.0, 0.0, 2.2, 1.5, 0.9, 2.0, -0.3, 1.1], 1e-6);
}
#[test]
fn t2() {
    check!(shade, [0.1, 0.2, 0.3, 0.4], 1e-6);
    check!(shade, [5.1, 0.2, 0.3, 0.4], 1e-6);
}
#[test]
fn t3() {
    check!(statistics, [0.1, 0.7, -0.3, 0.4, 1.2], 1e-6);
}
