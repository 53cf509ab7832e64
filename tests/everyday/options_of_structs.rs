//! Structs in Options, by value and by reference, and operators on them.
use autodiff::prelude::*;
use std::ops::Mul;
#[derive(Debug, Clone, Copy, Differentiable)]
struct V {
    a: f64,
    b: f64,
}
#[differentiate]
impl Mul<f64> for V {
    type Output = V;
    #[differentiate]
    fn mul(self, k: f64) -> V {
        V { a: self.a * k, b: self.b * k }
    }
}
#[differentiate]
impl Mul for V {
    type Output = V;
    #[differentiate]
    fn mul(self, k: V) -> V {
        V { a: self.a * k.b, b: self.b * k.a }
    }
}
#[differentiate]
impl V {
    #[differentiate]
    fn total(self) -> f64 {
        self.a + self.b
    }
    #[differentiate]
    fn times(v: V, w: V) -> V {
        v * w
    }
}
#[derive(Debug, Clone, Differentiable)]
struct H {
    v: Option<V>,
    k: f64,
    list: Option<Vec<f64>>,
}
#[differentiate]
impl H {
    #[differentiate]
    fn f(&self) -> f64 {
        let v = self.v.unwrap_or(V { a: 1.0, b: self.k });
        let w = self.v.map(|v| v * self.k).map_or(2.0, |v| v.total());
        let z = self.v.map(|u| u * v * self.k).unwrap_or(v * 2.0);
        let n = self.list.as_ref().map_or(0, |l| l.len());
        let l = self.list.as_deref().map_or(0.0, |l| l.iter().sum::<f64>());
        let m = self.list.as_ref().map(|l| l[0]).unwrap_or(0.5);
        (v * z).total() + w + n as f64 + l * m
    }
}
#[differentiate]
fn make(x: f64) -> Option<V> {
    if x > 0.0 { Some(V { a: x, b: 1.0 }) } else { None }
}
#[differentiate]
fn program(x: &[f64]) -> f64 {
    let h = H { v: Some(V { a: x[0], b: 2.0 }), k: 1.5, list: Some(vec![x[0], 2.0]) };
    let n = H { v: None, k: x[0], list: None };
    let m = make(x[0]).map(|v| v * 2.0).or(make(x[0] + 9.0)).unwrap() * V { a: x[0], b: 1.0 };
    let q = match make(x[0]) {
        Some(v) => v * m,
        None => V { a: 1.0, b: x[0] },
    };
    h.f() * n.f() + m.total() + q.total() + V::times(q, m).total()
}
mod laws {
    at_points! { program }
}
