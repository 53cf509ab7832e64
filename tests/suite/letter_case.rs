//! Functions in camel case, structs and enums in lower case: what a name is, its definition tells.
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
    at_points! { ticked structs enums functions of_module }
}
