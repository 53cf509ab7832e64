//! A parameter has a tangent if its type has reals, whatever the body does with it.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, array};

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: f64,
    count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle(f64),
    Square(f64),
}

type Length = f64;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Side {
    Of(Length),
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Kind {
    Twice,
    Once,
}

#[differentiate]
fn counted(m: &Model, x: f64) -> f64 {
    x * m.count as f64
}

#[differentiate]
fn matched(s: Shape, x: f64) -> f64 {
    if matches!(s, Shape::Circle(_)) { x * 2.0 } else { x }
}

#[differentiate]
fn compared(a: Shape, b: Shape, x: f64) -> f64 {
    if a == b { x * 2.0 } else { x }
}

#[differentiate]
fn aliased(s: Side, x: f64) -> f64 {
    if matches!(s, Side::Of(_)) { x * 2.0 } else { x }
}

#[differentiate]
fn chosen(k: Kind, x: f64) -> f64 {
    match k {
        Kind::Twice => x * 2.0,
        Kind::Once => x,
    }
}

#[differentiate]
fn by_length(x: &Array1<f64>, w: &Array2<f64>) -> Array1<f64> {
    let n = w.nrows();
    x * n as f64
}

#[test]
fn unread_reals_have_zero_cotangents() {
    let (model_bar, x_bar) = counted_grad(&Model { w: 1.0, count: 2 }, 3.0);
    assert_eq!((model_bar.w, x_bar), (0.0, 2.0));
    let (shape_bar, x_bar) = matched_grad(Shape::Circle(1.0), 3.0);
    assert_eq!((shape_bar, x_bar), (Shape::Circle(1.0).zero_tangent(), 2.0));
    let (a_bar, b_bar, x_bar) = compared_grad(Shape::Circle(1.0), Shape::Square(1.0), 3.0);
    assert_eq!(a_bar, Shape::Circle(1.0).zero_tangent());
    assert_eq!((b_bar, x_bar), (Shape::Square(1.0).zero_tangent(), 1.0));
    let (side_bar, x_bar) = aliased_grad(Side::Unknown, 3.0);
    assert_eq!((side_bar, x_bar), (Side::Unknown.zero_tangent(), 1.0));
    assert_eq!(aliased_grad(Side::Of(1.0), 3.0).1, 2.0);
    // without reals there is none
    assert_eq!(chosen_grad(Kind::Twice, 3.0) + chosen_grad(Kind::Once, 3.0), 3.0);
    let (x, w) = (array![1.0, 2.0], array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let (_, y_dot) = by_length_jvp(&x, &w, &x, &w);
    assert_eq!(y_dot, 3.0 * &x);
    let (_, (x_bar, w_bar)) = by_length_vjp(&x, &w, &x);
    assert_eq!((x_bar, w_bar), (3.0 * &x, Array2::zeros((3, 2))));
}
