//! Arrays of structs and tuples from `map` and `from_fn`.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
struct V {
    x: f64,
    y: f64,
}
#[differentiate(reverse)]
fn a(a: f64, b: f64) -> f64 {
    let vs: [V; 2] = [a, b].map(|t| V { x: t * t, y: t });
    vs[0].x * vs[1].y
}
#[differentiate(reverse)]
fn b(a: &[f64; 3]) -> f64 {
    let vs = a.map(|t| V { x: t * t, y: t });
    vs.iter().map(|v| v.x * v.y).sum::<f64>()
}
#[differentiate(reverse)]
fn c(a: &[V; 2]) -> f64 {
    let vs = a.map(|t| t.x * t.y);
    vs.iter().map(|v| v * v).sum::<f64>()
}
#[differentiate(reverse)]
fn d(a: &[f64; 2]) -> f64 {
    let vs: [V; 2] = std::array::from_fn(|i| V { x: a[i], y: 2.0 });
    vs[0].x * vs[1].y
}
#[differentiate(reverse)]
fn e(a: &[f64; 2]) -> [V; 2] {
    a.map(|t| V { x: t * t, y: t })
}
#[differentiate(reverse)]
fn g(x: f64) -> f64 {
    x * x
}
#[differentiate]
impl V {
    #[differentiate(reverse)]
    fn new(x: f64) -> V {
        V { x, y: x * x }
    }
    #[differentiate(reverse)]
    fn scaled(&self, s: f64) -> V {
        V { x: self.x * s, y: self.y }
    }
}
#[differentiate(reverse)]
fn h(x: &[f64]) -> f64 {
    let vs = [x[0], x[1]].map(|t| g(t));
    let ws = [x[0], x[1]].map(V::new);
    let us = ws.map(|w| w.scaled(x[0]));
    let bs = [1, 2].map(|k| k > 1);
    let is = [1usize, 0].map(|k| x[k]);
    vs[0] * vs[1]
        + ws[0].y * ws[1].x
        + us.iter().map(|u| u.x * u.y).sum::<f64>()
        + is[0] * if bs[1] { x[0] } else { 1.0 }
}
#[differentiate(reverse)]
fn all(x: &[f64]) -> f64 {
    a(x[0], x[1])
        + b(&[x[0], x[1], x[0]])
        + c(&[V { x: x[0], y: x[1] }, V { x: x[1], y: 2.0 }])
        + d(&[x[0], x[1]])
        + e(&[x[0], x[1]])[1].x
}
#[differentiate(reverse)]
fn tup(x: &[f64]) -> f64 {
    let vs = [x[0], x[1]].map(|t| (t * t, t));
    let ws: [(f64, usize); 2] = std::array::from_fn(|i| (x[i] * 2.0, i));
    vs[0].0 * vs[1].1 + ws[1].0 * ws[1].1 as f64 + vs.iter().map(|(a, b)| a * b).sum::<f64>()
}

mod laws {
    at_points! { h all tup }
}

// a vector made of an array of structs
mod of_structs {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug)]
    struct Part {
        v: f64,
        w: Vec<f64>,
    }
    #[differentiate]
    fn total(parts: &[Part]) -> f64 {
        let mut s = 0.0;
        for part in parts {
            s += part.v * part.w[0];
        }
        s
    }
    #[differentiate]
    fn to_vec(x: &[f64]) -> f64 {
        let a = Part { v: x[0], w: vec![x[0], 2.0] };
        let d = [a.clone(), a];
        let mut v = d.to_vec();
        v.push(d[0].clone());
        let mut k = if x[0] > 0.0 { d.to_vec() } else { Vec::new() };
        if let Some(first) = k.first_mut() {
            first.v = x[0] * x[0];
        }
        let rows = [[x[0], x[0] * x[0]], [2.0, x[0]]].to_vec();
        v[2].v * x[0] + total(&v) + total(&d) + total(&k) + rows[0][1] * v[1].w[0]
    }

    mod laws {
        at_points! { to_vec }
    }
}
