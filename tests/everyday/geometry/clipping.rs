//! The area of a polygon, clipped at the edges of a window by the algorithm of Sutherland and
//! Hodgman.

use autodiff::prelude::*;

type Point = (f64, f64);
#[differentiate]
fn clip(polygon: &[Point], edge: (Point, Point)) -> Vec<Point> {
    let ((x1, y1), (x2, y2)) = edge;
    let side = |(x, y): Point| (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    let mut out = Vec::new();
    for i in 0..polygon.len() {
        let cur = polygon[i];
        let prev = polygon[(i + polygon.len() - 1) % polygon.len()];
        let (sc, sp) = (side(cur), side(prev));
        if (sc >= 0.0) != (sp >= 0.0) {
            let t = sp / (sp - sc);
            out.push((prev.0 + t * (cur.0 - prev.0), prev.1 + t * (cur.1 - prev.1)));
        }
        if sc >= 0.0 {
            out.push(cur);
        }
    }
    out
}
#[differentiate]
fn area(polygon: &[Point]) -> f64 {
    if polygon.len() < 3 {
        return 0.0;
    }
    let mut twice = 0.0;
    for (i, (x, y)) in polygon.iter().enumerate() {
        let (nx, ny) = polygon[(i + 1) % polygon.len()];
        twice += x * ny - nx * y;
    }
    0.5 * twice.abs()
}
#[differentiate]
fn clip_program(x: &[f64]) -> f64 {
    let s = 0.1 * x[0];
    let subject = vec![(0.0 + s, 0.05), (2.0, 0.3 + s), (2.2, 1.9), (0.1, 1.7 - s)];
    let window: Vec<Point> =
        vec![(0.53, 0.47), (1.71 + 0.1 * x[x.len() - 1], 0.51), (1.6, 1.43), (0.45, 1.57)];
    let mut poly = subject;
    for i in 0..window.len() {
        poly = clip(&poly, (window[i], window[(i + 1) % window.len()]));
        if poly.is_empty() {
            return 0.0;
        }
    }
    area(&poly)
}

mod laws {
    at_points! { clip_program }
}
