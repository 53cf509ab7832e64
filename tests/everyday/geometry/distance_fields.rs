//! The distance along rays to a tree of shapes in boxes, by sphere tracing.

use autodiff::prelude::*;

#[derive(Debug, Clone, Differentiable)]
enum Sdf {
    Sphere { center: [f64; 3], radius: f64 },
    Plane { height: f64 },
    Union(Box<Sdf>, Box<Sdf>),
    Smooth(Box<Sdf>, Box<Sdf>, f64),
    Translate([f64; 3], Box<Sdf>),
}
#[differentiate]
fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
#[differentiate]
impl Sdf {
    #[differentiate]
    fn distance(&self, p: [f64; 3]) -> f64 {
        match self {
            Sdf::Sphere { center, radius } => {
                length([p[0] - center[0], p[1] - center[1], p[2] - center[2]]) - radius
            }
            Sdf::Plane { height } => p[1] - height,
            Sdf::Union(a, b) => a.distance(p).min(b.distance(p)),
            Sdf::Smooth(a, b, k) => {
                let (da, db) = (a.distance(p), b.distance(p));
                let h = (0.5 + 0.5 * (db - da) / k).clamp(0.0, 1.0);
                db * (1.0 - h) + da * h - k * h * (1.0 - h)
            }
            Sdf::Translate(by, inner) => inner.distance([p[0] - by[0], p[1] - by[1], p[2] - by[2]]),
        }
    }
    #[differentiate]
    fn march(&self, origin: [f64; 3], dir: [f64; 3], max_steps: usize) -> Option<f64> {
        let mut t = 0.0;
        for _ in 0..max_steps {
            let p = [origin[0] + t * dir[0], origin[1] + t * dir[1], origin[2] + t * dir[2]];
            let d = self.distance(p);
            if d < 1e-3 {
                return Some(t);
            }
            t += d;
            if t > 20.0 {
                break;
            }
        }
        None
    }
}
#[differentiate]
fn march_program(x: &[f64]) -> f64 {
    let scene = Sdf::Smooth(
        Box::new(Sdf::Union(
            Box::new(Sdf::Sphere { center: [0.0, 0.2 * x[0], 4.0], radius: 1.0 }),
            Box::new(Sdf::Translate(
                [0.5, x[x.len() - 1] * 0.1, 0.0],
                Box::new(Sdf::Sphere { center: [0.4, 0.0, 3.5], radius: 0.6 }),
            )),
        )),
        Box::new(Sdf::Plane { height: -1.2 }),
        0.3 + 0.01 * x[0],
    );
    let mut total = 0.0;
    for i in 0..3 {
        let dir = [0.1 * (i as f64 - 1.0), -0.05, 1.0];
        let l = length(dir);
        let dir = dir.map(|c| c / l);
        total += match scene.march([0.0, 0.1, 0.0], dir, 6) {
            Some(t) => t,
            None => scene.distance([0.3, 0.2, 1.0 + 0.2 * i as f64]),
        };
    }
    total
}

mod laws {
    at_points! { march_program }
}
