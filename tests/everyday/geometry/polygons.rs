//! Polygons: area, centroid, perimeter, and distances of points to segments.

use autodiff::prelude::*;

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

#[test]
fn laws() {
    check!(geometry, [0.0, 0.1, 2.0, 0.0, 2.2, 1.5, 0.9, 2.0, -0.3, 1.1], 1e-6);
}
