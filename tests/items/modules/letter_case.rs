//! Functions in camel case, structs and enums in lower case: names resolve by definitions, not by
//! case.
#![allow(non_snake_case, non_camel_case_types)]

use autodiff::prelude::*;
use std::cell::Cell;

thread_local! {
    static TICKS: Cell<u32> = const { Cell::new(0) };
}

fn Tick(k: u32) -> u32 {
    TICKS.set(TICKS.get() + k);
    k
}
#[differentiate]
fn ticked(x: &[f64]) -> f64 {
    let _unused = Tick(1);
    Tick(2);
    let k = Tick(3);
    let mut y = x[0];
    for _ in 0..2 {
        let _t = Tick(4);
        y *= x[0];
    }
    y * f64::from(k)
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct point {
    x: f64,
    y: f64,
}
#[differentiate]
impl point {
    #[differentiate]
    fn new(x: f64) -> point {
        point { x, y: x * x }
    }
    #[differentiate]
    fn dot(&self, o: &point) -> f64 {
        self.x * o.y
    }
}
#[derive(Differentiable, Clone, Copy, Debug)]
struct pair(f64, f64);
#[differentiate]
fn structs(x: &[f64]) -> f64 {
    let p = point::new(x[0]);
    let point { x: a, .. } = p;
    let pair(c, d) = pair(a, 2.0 * x[0]);
    p.dot(&point { x: c, ..p }) * d
}

#[derive(Differentiable, Clone, Copy, Debug)]
enum op {
    scale(f64),
    shift { by: f64 },
    none,
}
#[differentiate]
fn apply(o: op, x: f64) -> f64 {
    match o {
        op::scale(k) => k * x,
        op::shift { by } => x + by,
        op::none => x,
    }
}
#[differentiate]
fn enums(x: &[f64]) -> f64 {
    apply(op::scale(x[0]), x[0]) * apply(op::shift { by: 2.0 * x[0] }, 1.0) + apply(op::none, x[0])
}

#[differentiate]
fn Square(x: f64) -> f64 {
    x * x
}
#[differentiate]
fn H(x: f64) -> f64 {
    x.exp()
}
#[differentiate]
fn functions(x: &[f64]) -> f64 {
    Square(x[0]) * H(x[0]) + x.iter().map(|v| Square(*v)).sum::<f64>()
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct M<const R: usize, const C: usize>([[f64; C]; R]);
#[derive(Differentiable, Clone, Copy, Debug)]
struct VN<const N: usize>([f64; N]);
#[differentiate]
impl<const N: usize> VN<N> {
    #[differentiate]
    fn dot(&self, o: &VN<N>) -> f64 {
        self.0.iter().zip(&o.0).map(|(a, b)| a * b).sum()
    }
}
#[differentiate]
impl<const R: usize, const C: usize> std::ops::Mul<VN<C>> for M<R, C> {
    type Output = VN<R>;
    #[differentiate]
    fn mul(self, v: VN<C>) -> VN<R> {
        VN(std::array::from_fn(|i| (0..C).map(|j| self.0[i][j] * v.0[j]).sum()))
    }
}
#[differentiate]
fn form<const N: usize>(a: M<N, N>, x: VN<N>) -> f64 {
    x.dot(&(a * x))
}
#[differentiate]
fn matrices(x: &[f64]) -> f64 {
    let a = M([[x[0], 1.0], [0.5, x[0] * x[0]]]);
    let v = VN([x[0], 2.0]);
    let w = VN(v.0.map(|k| k + x[0]));
    form(a, v) * w.dot(&(a * v))
}

#[differentiate]
mod in_module {
    use autodiff::prelude::*;

    pub fn Next(k: usize) -> usize {
        k + 1
    }
    #[derive(Differentiable, Clone, Copy, Debug)]
    pub struct both(pub f64, pub f64);
    #[derive(Differentiable, Clone, Copy, Debug)]
    pub enum act {
        scale(f64),
        none,
    }
    #[differentiate]
    impl both {
        #[differentiate]
        pub fn new(x: f64) -> both {
            both(x, x * x)
        }
        #[differentiate]
        pub fn sum(&self) -> f64 {
            self.0 + self.1
        }
    }
    #[differentiate]
    pub fn Cube(x: f64) -> f64 {
        x * x * x
    }
    #[differentiate]
    pub fn done(o: act, x: f64) -> f64 {
        match o {
            act::scale(k) => k * x,
            act::none => x,
        }
    }
    #[differentiate]
    pub fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(f(x))
    }
    #[differentiate]
    pub fn all(x: f64) -> f64 {
        let p = both(x, 2.0);
        let both(a, b) = both::new(x);
        let y = p.sum() * a * b * done(act::scale(x), x) * done(act::none, x);
        Cube(x) * y + twice(Cube, x) * Next(2) as f64
    }
}
#[differentiate]
fn of_module(x: &[f64]) -> f64 {
    in_module::all(x[0]) + in_module::Cube(x[0])
}

#[test]
fn effects() {
    let ticks = |f: &dyn Fn()| {
        TICKS.set(0);
        f();
        TICKS.get()
    };
    let x = [0.7];
    let plain = ticks(&|| _ = ticked(&x));
    assert_eq!(plain, 14);
    assert_eq!(ticks(&|| drop(ticked_value_and_grad(&x))), plain);
    assert_eq!(ticks(&|| _ = ticked_jvp(&x, &x)), plain);
    assert_eq!(ticks(&|| drop(ticked_primal(&x))), plain);
}

mod laws {
    at_points! { ticked structs enums functions matrices of_module }
}

/// Types and variants in small letters, functions and a type in capitals: what a name is, the
/// modules tell.
#[allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]
mod against_convention {
    use autodiff::prelude::*;
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct pair(f64, f64);
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub enum shape {
        dot,
        disc(f64),
        rect { w: f64, h: f64 },
    }
    const half: f64 = 0.5;
    static weights: [f64; 3] = [1.0, 2.0, 3.0];

    #[differentiate]
    fn AREA(s: shape) -> f64 {
        match s {
            shape::dot => 0.0,
            shape::disc(r) => r * r * 3.0,
            shape::rect { w, h } => w * h,
        }
    }
    #[differentiate]
    fn Len(p: pair) -> f64 {
        p.0.hypot(p.1)
    }
    #[differentiate]
    pub fn shapes(x: &[f64]) -> f64 {
        let p = pair(x[0], half);
        let shapes = [shape::dot, shape::disc(x[1]), shape::rect { w: x[0], h: weights[2] }];
        let mut total = 0.0;
        for (k, s) in shapes.iter().enumerate() {
            total += weights[k] * AREA(*s);
        }
        total + Len(p) + shapes.into_iter().map(AREA).sum::<f64>() * half
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct M<const R: usize, const C: usize>(pub [[f64; C]; R]);
    #[differentiate]
    impl<const R: usize, const C: usize> M<R, C> {
        #[differentiate]
        pub fn transpose(&self) -> M<C, R> {
            M(std::array::from_fn(|i| std::array::from_fn(|j| self.0[j][i])))
        }
    }
    #[differentiate]
    impl<const R: usize, const C: usize, const K: usize> Mul<M<C, K>> for M<R, C> {
        type Output = M<R, K>;
        #[differentiate]
        fn mul(self, o: M<C, K>) -> M<R, K> {
            M(std::array::from_fn(|i| {
                std::array::from_fn(|j| (0..C).map(|k| self.0[i][k] * o.0[k][j]).sum())
            }))
        }
    }
    #[differentiate]
    impl<const R: usize, const C: usize> Add for M<R, C> {
        type Output = Self;
        #[differentiate]
        fn add(self, o: Self) -> Self {
            M(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] + o.0[i][j])))
        }
    }
    #[differentiate]
    fn innovation<const N: usize>(h: &M<1, N>, p: &M<N, N>, r: f64) -> f64 {
        let s = *h * *p * h.transpose() + M([[r]]);
        s.0[0][0]
    }
    #[differentiate]
    pub fn covariance(x: &[f64]) -> f64 {
        innovation(&M([[x[0], x[1]]]), &M([[x[1], 2.0], [x[0], 4.0]]), x[2])
    }
}

#[test]
fn names_against_convention() {
    use against_convention::*;
    check!(shapes, [0.7, 1.3]);
    check!(covariance, [0.7, 1.3, -0.4]);
}
