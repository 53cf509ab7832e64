//! Structs in `Option`s: by value, by reference, returned by functions, and operators on them.
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
/// A matrix whose sizes are constant parameters, in an `Option` that a function returns.
#[derive(Debug, Clone, Copy, Differentiable)]
struct Mt<const R: usize, const C: usize>([[f64; C]; R]);
#[differentiate]
impl<const R: usize, const K: usize, const C: usize> Mul<Mt<K, C>> for Mt<R, K> {
    type Output = Mt<R, C>;
    #[differentiate]
    fn mul(self, rhs: Mt<K, C>) -> Mt<R, C> {
        let mut out = Mt([[0.0; C]; R]);
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * rhs.0[k][j];
                }
            }
        }
        out
    }
}
#[differentiate]
fn inverse(m: &Mt<2, 2>) -> Option<Mt<2, 2>> {
    if m.0[0][0] > 5.0 { None } else { Some(Mt([[m.0[0][0], 1.0], [2.0, m.0[1][1]]])) }
}
#[differentiate]
fn inner(x: &[f64]) -> Result<f64, String> {
    let m = Mt([[x[0], 1.0], [2.0, 0.5]]);
    let i = inverse(&m).ok_or_else(|| "singular".to_string())?;
    let v = Mt([[1.0, x[0]]]) * i;
    Ok(v.0[0][1] + v.0[0][0])
}
#[differentiate]
fn multiplied(x: &[f64]) -> f64 {
    inner(x).unwrap_or(2.0)
}
mod laws {
    at_points! { program multiplied }
}
