//! Variants that `use` imports in the module of a function or in its body, as constructors and in
//! patterns.

use autodiff::prelude::*;

#[derive(Debug, Clone, Differentiable)]
pub enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Empty,
}
use Shape::*;
#[differentiate]
fn area(s: &Shape) -> f64 {
    match s {
        Circle(r) => 3.0 * r * r,
        Rect { w, h } => w * h,
        Empty => 0.0,
    }
}
#[differentiate]
fn one(x: &[f64]) -> f64 {
    let shapes = [Circle(x[0]), Rect { w: x[0], h: 2.0 }, Empty, Shape::Circle(2.0)];
    shapes.iter().map(|s| area(s)).sum::<f64>() + shapes.iter().map(area).sum::<f64>()
}
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub enum Mode {
    Fast,
    Slow(f64),
}
#[differentiate]
fn run(m: Mode, x: f64) -> f64 {
    use Mode::*;
    let alt = Slow(x);
    let k = if m == Fast { 2.0 } else { 3.0 };
    k * match alt {
        Fast => x,
        Slow(v) if v > 0.5 => v * v,
        Slow(v) => v,
    } + match m {
        Fast => x * x,
        Slow(k) => k * x,
    }
}
#[differentiate]
fn two(x: &[f64]) -> f64 {
    run(Mode::Fast, x[0]) + run(Mode::Slow(x[0]), 2.0)
}
#[differentiate]
mod m {
    use autodiff::prelude::*;
    #[derive(Debug, Clone, Differentiable)]
    pub enum Op {
        Scale(f64),
        Shift { by: f64 },
        Neg,
    }
    use Op::*;
    impl Op {
        pub fn apply(&self, x: f64) -> f64 {
            match self {
                Scale(k) => k * x,
                Shift { by } => x + by,
                Neg => -x,
            }
        }
    }
    #[differentiate]
    pub fn pipeline(x: &[f64]) -> f64 {
        let ops = [Scale(x[0]), Neg, Shift { by: 0.3 * x[0] }, Op::Scale(2.0)];
        ops.iter().fold(x[0], |v, op| op.apply(v))
    }
    #[differentiate]
    pub fn inner(x: &[f64]) -> f64 {
        use self::Op::*;
        let mut v = x[0];
        for op in [Neg, Scale(v), Shift { by: v }] {
            v = match op {
                Neg => -v,
                Scale(k) => v * k,
                Shift { by } => v - by * v,
            };
        }
        v
    }
}
use m::*;
mod laws {
    at_points! { one two pipeline inner }
}
