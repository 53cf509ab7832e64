//! Boxes as parameters and results, and their contents: `*b`, `**b`, `&*s.f`.
#![deny(warnings)]
#![allow(
    clippy::borrowed_box,
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "they are what is tried"
)]

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub struct Mass {
    x: f64,
    v: Vec<f64>,
    n: usize,
}
#[derive(Clone, Debug, Differentiable)]
pub enum Tree {
    Leaf(f64),
    Sum(Box<Tree>, Box<Tree>),
    Sin { of: Box<Tree> },
}
#[derive(Clone, Debug, Differentiable)]
pub struct Holder {
    tree: Box<Tree>,
    mass: Box<Mass>,
    k: Box<f64>,
}

#[differentiate]
impl Mass {
    #[differentiate]
    fn scaled(self: Box<Self>, k: f64) -> f64 {
        self.x * k + self.v[0]
    }
}

#[differentiate]
fn eval(e: &Tree) -> f64 {
    match e {
        Tree::Leaf(x) => *x,
        Tree::Sum(a, b) => eval(a) + eval(b),
        Tree::Sin { of } => eval(of).sin(),
    }
}
#[differentiate]
fn by_value(m: Box<Mass>, k: f64) -> f64 {
    m.x * k + m.v[0] * m.v[1]
}
#[differentiate]
fn by_reference(m: &Box<Mass>, k: f64) -> f64 {
    m.x * k + m.v.iter().sum::<f64>() * m.n as f64
}
#[differentiate]
fn changed(m: &mut Box<Mass>, k: f64) {
    m.x *= k;
    m.v[0] += k * k;
}
#[differentiate]
fn made(x: f64) -> Box<Mass> {
    Box::new(Mass { x, v: vec![x * x, 2.0], n: 3 })
}
#[differentiate]
fn doubled(m: Box<Mass>) -> Box<Mass> {
    let mut y = m;
    y.x *= 2.0;
    y
}
#[differentiate]
fn out(m: Box<Mass>) -> Mass {
    let mut y = *m;
    y.x *= 2.0;
    y
}
#[differentiate]
fn masses(q: &[f64]) -> f64 {
    let mut m = made(q[0]);
    changed(&mut m, q[1]);
    let y = by_reference(&m, q[1]) + m.x * m.v[0] + out(made(q[1])).x;
    y * by_value(doubled(m), q[0]) + made(q[1]).scaled(q[0])
}
#[differentiate]
fn local(q: &[f64]) -> f64 {
    let a = Box::new(Mass { x: q[0], v: vec![q[1]], n: 1 });
    let b: Box<Mass> = Box::new(Mass { x: q[1], v: vec![q[0], 2.0], n: 1 });
    let y = by_reference(&b, q[0]);
    let m = *a;
    y * m.x * m.v[0]
}
#[differentiate]
fn several(masses: Vec<Box<Mass>>) -> f64 {
    masses.iter().map(|m| m.x * m.v[0]).sum()
}
#[differentiate]
fn maybe(m: Option<Box<Mass>>) -> f64 {
    match m {
        Some(m) => m.x * m.x,
        None => 0.0,
    }
}

#[differentiate]
fn matched(e: &Box<Tree>) -> f64 {
    match &**e {
        Tree::Leaf(x) => *x * 2.0,
        Tree::Sum(a, b) => matched(a) + eval(b),
        _ => eval(e),
    }
}
#[differentiate]
fn consumed(e: Box<Tree>) -> f64 {
    match *e {
        Tree::Leaf(x) => x * 2.0,
        Tree::Sum(a, b) => consumed(a) * consumed(b),
        Tree::Sin { of } => consumed(of).sin(),
    }
}
#[differentiate]
fn looked_into(e: &Tree) -> f64 {
    match e {
        Tree::Sum(a, b) => match (&**a, &**b) {
            (Tree::Leaf(x), Tree::Leaf(y)) => x * y,
            _ => looked_into(a) + looked_into(&**b),
        },
        Tree::Sin { of } => match **of {
            Tree::Leaf(x) => x.sin(),
            _ => 1.0,
        },
        Tree::Leaf(x) => x + 2.0,
    }
}
#[differentiate]
fn leaf(x: f64) -> Box<Tree> {
    Box::new(Tree::Leaf(x))
}
#[differentiate]
fn trees(q: &[f64]) -> f64 {
    let sum = Tree::Sum(leaf(q[0]), leaf(q[1]));
    let e = Box::new(Tree::Sum(Box::new(sum), Box::new(Tree::Sin { of: leaf(q[1]) })));
    matched(&e) + looked_into(&e) * consumed(e)
}

#[differentiate]
fn mass_of(m: &Mass) -> f64 {
    m.x
}
#[differentiate]
fn mass_taken(m: Mass) -> f64 {
    m.x
}
#[differentiate]
fn in_fields(h: &Holder) -> f64 {
    let first = match &*h.tree {
        Tree::Leaf(x) => *x,
        _ => 0.0,
    };
    let second = match *h.tree {
        Tree::Leaf(x) => x * x,
        _ => 0.0,
    };
    first * second + mass_of(&h.mass) * *h.k + by_reference(&h.mass, 2.0) + mass_of(&*h.mass)
}
#[differentiate]
fn taken_from_fields(h: Holder) -> f64 {
    mass_taken(*h.mass) * *h.k
}
#[differentiate]
fn overwritten(h: &mut Holder, x: f64) {
    *h.tree = Tree::Leaf(x * x);
    *h.k *= x;
}
#[differentiate]
fn holders(q: &[f64]) -> f64 {
    let mut h = Holder { tree: leaf(q[0]), mass: made(q[1]), k: Box::new(q[2]) };
    let y = in_fields(&h);
    overwritten(&mut h, q[1]);
    y * in_fields(&h) + taken_from_fields(h)
}

#[differentiate]
fn real(x: Box<f64>, k: f64) -> f64 {
    *x * k + x.sin()
}
#[differentiate]
fn reals(x: &Box<f64>, y: &Box<[f64]>, z: Box<[f64; 3]>, t: Box<(f64, f64)>) -> f64 {
    **x * y[0] + y.iter().sum::<f64>() * z[1] + t.0 * t.1
}
#[differentiate]
fn square(x: f64) -> Box<f64> {
    if x < 0.0 {
        return square(-x);
    }
    Box::new(x * x)
}

#[test]
fn boxes_within() {
    check!(masses, [0.3, 0.8]);
    check!(local, [0.3, 0.8]);
    check!(trees, [0.3, 0.8]);
    check!(holders, [0.3, 0.8, -0.6]);
}

#[test]
fn boxes_from_outside() {
    let mass = || Mass { x: 2.0, v: vec![3.0, 4.0], n: 1 };
    let tangent = |x, v: [f64; 2]| MassTangent { x, v: v.to_vec() };
    assert_eq!(
        by_value_value_and_grad(Box::new(mass()), 0.5),
        (13.0, (Box::new(tangent(0.5, [4.0, 3.0])), 2.0))
    );
    assert_eq!(
        by_reference_value_and_grad(&Box::new(mass()), 0.5),
        (8.0, (tangent(0.5, [1.0, 1.0]), 2.0))
    );
    assert_eq!(
        several_value_and_grad(vec![Box::new(mass())]),
        (6.0, vec![Box::new(tangent(3.0, [2.0, 0.0]))])
    );
    assert_eq!(
        maybe_value_and_grad(Some(Box::new(mass()))),
        (4.0, Some(Box::new(tangent(4.0, [0.0, 0.0]))))
    );
    assert_eq!(maybe_value_and_grad(None), (0.0, None));
    let mut m = Box::new(mass());
    let mut m_bar = tangent(1.0, [1.0, 0.0]);
    assert_eq!(changed_vjp(&mut m, 3.0, &mut m_bar), ((), 2.0 + 2.0 * 3.0));
    assert_eq!((m.x, m.v[0], m_bar), (6.0, 12.0, tangent(3.0, [1.0, 0.0])));

    let (y, bar) = real_value_and_grad(Box::new(2.0), 3.0);
    assert_eq!((y, bar), (6.0 + 2f64.sin(), (Box::new(3.0 + 2f64.cos()), 2.0)));
    let (y, dot) = square_jvp(-3.0, 1.0);
    assert_eq!((y, dot), (Box::new(9.0), Box::new(-6.0)));
    let bars = reals_grad(
        &Box::new(2.0),
        &vec![1.0, 3.0].into_boxed_slice(),
        Box::new([1.0, 2.0, 3.0]),
        Box::new((4.0, 5.0)),
    );
    assert_eq!(bars, (1.0, vec![4.0, 2.0], Box::new([0.0, 4.0, 0.0]), Box::new((5.0, 4.0))));
    let (y, dot) = real_jvp(Box::new(2.0), 3.0, Box::new(1.0), 0.0);
    assert_eq!((y, dot), (6.0 + 2f64.sin(), 3.0 + 2f64.cos()));
}
