//! The length of a Bézier curve, flattened by a recursion that fills a vector.

use autodiff::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Pt {
    pub x: f64,
    pub y: f64,
}
#[differentiate]
impl Pt {
    #[differentiate]
    fn lerp(self, to: Pt, t: f64) -> Pt {
        Pt { x: self.x + (to.x - self.x) * t, y: self.y + (to.y - self.y) * t }
    }
    #[differentiate]
    fn distance(&self, to: &Pt) -> f64 {
        (self.x - to.x).hypot(self.y - to.y)
    }
}
#[differentiate]
fn flatten(curve: &[Pt; 4], tolerance: f64, depth: usize, out: &mut Vec<Pt>) {
    let [p0, p1, p2, p3] = *curve;
    let chord = p0.distance(&p3);
    let net = p0.distance(&p1) + p1.distance(&p2) + p2.distance(&p3);
    if depth == 0 || net - chord < tolerance {
        out.push(p3);
        return;
    }
    let (a, b, c) = (p0.lerp(p1, 0.5), p1.lerp(p2, 0.5), p2.lerp(p3, 0.5));
    let (d, e) = (a.lerp(b, 0.5), b.lerp(c, 0.5));
    let m = d.lerp(e, 0.5);
    flatten(&[p0, a, d, m], tolerance, depth - 1, out);
    flatten(&[m, e, c, p3], tolerance, depth - 1, out);
}
#[differentiate]
fn bezier_program(x: &[f64]) -> f64 {
    let p = |i: usize| Pt { x: i as f64 + 0.2 * x[i % x.len()], y: x[(i + 1) % x.len()] };
    let curve = [p(0), p(1), p(2), p(3)];
    let mut points = vec![curve[0]];
    flatten(&curve, 0.05, 3, &mut points);
    points.windows(2).map(|w| w[0].distance(&w[1])).sum()
}

mod laws {
    at_points! { bezier_program }
}
