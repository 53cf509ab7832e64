//! Unique references that a branch selects, and alternatives of a pattern with bindings by
//! reference.

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, Default)]
pub struct B {
    left: Vec<f64>,
    right: Vec<f64>,
    k: f64,
    z: f64,
}
#[differentiate]
impl B {
    #[differentiate]
    fn put(&mut self, left: bool, x: f64) {
        let side = if left { &mut self.left } else { &mut self.right };
        side.push(x * self.k);
        side[0] += x;
        let n = side.len();
        side[n - 1] *= 2.0;
    }
    #[differentiate]
    fn tune(&mut self, which: usize, x: f64) {
        let r = match which {
            0 => &mut self.k,
            1 => &mut self.z,
            i => &mut self.left[i - 2],
        };
        *r += x;
        *r *= *r + 1.0;
    }
}
#[differentiate]
fn double(x: &mut f64, k: f64) -> f64 {
    *x *= k;
    *x + 1.0
}
#[differentiate]
fn double_all(x: &mut [f64], k: f64) {
    for v in x.iter_mut() {
        *v *= k;
    }
}
#[differentiate]
fn a(x: &[f64]) -> f64 {
    let mut p = x[0];
    let mut q = x[1];
    let r = if p > q { &mut p } else { &mut q };
    *r += x[2] * x[2];
    *r = *r * 2.0 + double(r, x[0]);
    *if x[0] > 0.5 { &mut p } else { &mut q } -= x[1];
    p * q
}
#[differentiate]
fn b(x: &[f64]) -> f64 {
    let mut s = B { left: vec![x[0]], right: vec![], k: x[1], z: x[2] };
    for (i, v) in x.iter().enumerate() {
        s.put(i % 2 == 0, *v);
        s.tune(i % 3, *v);
    }
    s.left.iter().sum::<f64>() * s.right.iter().sum::<f64>() + s.k * s.z
}
#[differentiate]
fn c(x: &[f64]) -> f64 {
    let mut u = x.to_vec();
    let mut w = vec![x[0]; 4];
    for i in 0..3 {
        let k = x[0];
        let t = if i % 2 == 0 { &mut u } else { &mut w };
        t[i] = k * t[i] + t[0];
        t.push(k);
        double_all(t, k);
        double_all(&mut t[1..], x[1]);
        for v in t.iter_mut() {
            *v += 0.1;
        }
    }
    u.iter().zip(&w).map(|(a, b)| a * b).sum()
}
#[derive(Differentiable, Clone, Debug)]
pub enum E {
    A(f64),
    B(f64),
    C { k: f64, z: f64 },
    D(f64, f64),
}
#[differentiate]
impl E {
    #[differentiate]
    fn grow(&mut self, x: f64) {
        match self {
            E::A(v) | E::B(v) | E::D(v, _) if x > 0.0 => *v += x * x,
            E::C { k, .. } | E::D(_, k) => *k *= x,
            _ => {}
        }
    }
}
#[differentiate]
fn d(x: &[f64]) -> f64 {
    let mut es = vec![E::A(x[0]), E::B(x[1]), E::C { k: x[0], z: x[1] }, E::D(x[1], x[2])];
    for e in es.iter_mut() {
        e.grow(x[2]);
        e.grow(-x[2]);
    }
    let mut s = 1.0;
    for e in &es {
        s += match e {
            E::A(v) => *v,
            E::B(v) => v * v,
            E::C { k, z } => k * z,
            E::D(a, b) => a * b * s,
        };
    }
    s
}
#[differentiate]
fn e(x: &mut [f64], y: &mut [f64], k: f64) {
    let t = if k > 0.5 { x } else { y };
    t[0] *= k;
}
#[differentiate]
fn f(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![x[0]];
    e(&mut a, &mut b, x[0]);
    e(&mut a, &mut b, x[1]);
    a[0] * b[0] + a[1]
}
#[test]
fn ta() {
    check!(a, [0.3, 0.7, 0.2]);
    check!(a, [0.7, 0.3, 0.2]);
}
#[test]
fn tb() {
    check!(b, [0.3, 0.7, 0.2]);
}
#[test]
fn tc() {
    check!(c, [0.3, 0.7, 0.2]);
}
#[test]
fn td() {
    check!(d, [0.3, 0.7, 0.2]);
}
#[test]
fn tf() {
    check!(f, [0.3, 0.7, 0.2]);
}

/// Elements of the vector that a branch selects in each iteration are changed and removed.
#[differentiate]
fn sides(x: &[f64]) -> f64 {
    let mut a = vec![x[0], 2.0, 3.0];
    let mut b = vec![1.0, x[0] * 2.0];
    let mut taken = 0.0;
    for k in 0..3 {
        let side = if k % 2 == 0 { &mut a } else { &mut b };
        while let Some(first) = side.first_mut() {
            *first *= 0.7;
            taken += *first;
            if *first < 1.0 {
                break;
            }
            if taken > 6.0 {
                side.remove(0);
            }
        }
        if let Some(last) = side.last_mut() {
            *last += x[0];
        } else {
            taken += x[0];
        }
        match side.get_mut(1) {
            Some(v) if *v > 1.0 => *v *= 2.0,
            Some(v) => *v += 0.5,
            None => taken *= 1.1,
        }
    }
    a.iter().sum::<f64>() + b.iter().map(|v| v * v).sum::<f64>() + taken
}
mod laws {
    at_points! { sides }
}

mod alternatives {
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Debug)]
    pub enum E {
        A(f64),
        B(f64),
        C { k: f64, z: f64 },
    }
    #[differentiate]
    fn f(e: &E, x: f64) -> f64 {
        let mut e = e.clone();
        match &mut e {
            E::A(v) | E::B(v) => *v += x * x,
            E::C { k, .. } => *k *= x,
        }
        match e {
            E::A(v) => v,
            E::B(v) => v * v,
            E::C { k, z } => k * z,
        }
    }
    #[differentiate]
    fn caller(x: &[f64]) -> f64 {
        f(&E::A(x[0]), x[1]) + f(&E::B(x[0]), x[1]) + f(&E::C { k: x[0], z: x[1] }, x[1])
    }

    #[test]
    fn holds() {
        check!(caller, [0.3, 0.7, 0.2]);
    }
}
