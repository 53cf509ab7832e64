//! Structs and enums that are defined inside of a differentiated function.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn struct_inside(x: &[f64]) -> f64 {
    struct P {
        a: f64,
        b: f64,
    }
    let p = P { a: x[0], b: x[0] * x[0] };
    p.a * p.b
}
#[differentiate(reverse)]
fn struct_derive(x: &[f64]) -> f64 {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct P {
        a: f64,
        b: f64,
    }
    let p = P { a: x[0], b: 2.0 };
    let q = P { a: 3.0, ..p };
    q.a * q.b * p.a
}
#[differentiate(reverse)]
fn struct_derive_diff(x: &[f64]) -> f64 {
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct P {
        a: f64,
        b: f64,
    }
    let p = P { a: x[0], b: 2.0 };
    let q = P { a: 3.0, ..p };
    q.a * q.b * p.a
}
#[differentiate(reverse)]
fn tuple_struct_inside(x: &[f64]) -> f64 {
    struct P(f64, f64);
    let p = P(x[0], x[0] * x[0]);
    let P(a, b) = p;
    a * b
}
#[differentiate(reverse)]
fn enum_inside(x: &[f64]) -> f64 {
    enum Kind {
        A,
        B,
    }
    let k = if x.len() > 2 { Kind::A } else { Kind::B };
    match k {
        Kind::A => x[0],
        Kind::B => x[0] * x[0],
    }
}
#[differentiate(reverse)]
fn enum_data(x: &[f64]) -> f64 {
    #[derive(Clone)]
    enum Shape {
        Circle(f64),
        Rect { w: f64, h: f64 },
    }
    let s = if x.len() > 2 { Shape::Circle(x[0]) } else { Shape::Rect { w: x[0], h: 2.0 } };
    match s {
        Shape::Circle(r) => r * r * 3.0,
        Shape::Rect { w, h } => w * h,
    }
}
#[differentiate(reverse)]
fn vec_structs(x: &[f64]) -> f64 {
    #[derive(Clone, Copy)]
    struct P {
        a: f64,
        b: f64,
    }
    let ps: Vec<P> = x.iter().map(|v| P { a: *v, b: v * v }).collect();
    ps.iter().map(|p| p.a * p.b).sum()
}
/// A type whose name is like that of a function.
#[differentiate(reverse)]
fn small_name(x: &[f64]) -> f64 {
    #[allow(non_camel_case_types)]
    struct term(i8, f64, f64);
    let table = [term(0, 1.0, 2.0), term(1, 0.5, -1.0)];
    table.iter().map(|t| t.1 * (x[0] * t.0 as f64 + t.2).sin()).sum()
}

mod laws {
    at_points! { small_name struct_inside struct_derive struct_derive_diff tuple_struct_inside
    enum_inside enum_data vec_structs }
}
