//! Boxes of values of user-defined types; functions that return a `Result<(), E>`; constants of
//! user-defined types.
#![deny(warnings)]

use std::ops::{Add, AddAssign, Mul, MulAssign, Sub};

use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
pub enum Term {
    Const(f64),
    Var(usize),
    Add(Box<Term>, Box<Term>),
    Mul(Box<Term>, Box<Term>),
    Sin(Box<Term>),
    Pow { base: Box<Term>, n: i32 },
}
#[differentiate]
impl Term {
    #[differentiate]
    fn eval(&self, v: &[f64]) -> f64 {
        match self {
            Term::Const(c) => *c,
            Term::Var(i) => v[*i],
            Term::Add(a, b) => a.eval(v) + b.eval(v),
            Term::Mul(a, b) => a.eval(v) * b.eval(v),
            Term::Sin(a) => a.eval(v).sin(),
            Term::Pow { base, n } => base.eval(v).powi(*n),
        }
    }
}
#[differentiate]
fn made(q: &[f64]) -> f64 {
    let sum = Term::Add(Box::new(Term::Var(1)), Box::new(Term::Const(2.0 * q[1])));
    let e = Term::Add(
        Box::new(Term::Mul(
            Box::new(Term::Const(q[2])),
            Box::new(Term::Sin(Box::new(Term::Var(0)))),
        )),
        Box::new(Term::Pow { base: Box::new(sum), n: 3 }),
    );
    e.eval(&q[..2])
}
#[differentiate]
fn made_in_a_loop(q: &[f64]) -> f64 {
    let mut e = Term::Const(q[0]);
    for &k in q {
        e = if k > 0.5 {
            Term::Mul(Box::new(e), Box::new(Term::Const(k)))
        } else {
            Term::Sin(Box::new(e))
        };
    }
    e.eval(q) + e.eval(&q[..1])
}

#[derive(Clone, Debug, Differentiable)]
pub struct Node {
    value: f64,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
    bound: Option<f64>,
    window: Option<(usize, f64)>,
    others: Vec<Node>,
}
#[differentiate]
impl Node {
    #[differentiate]
    fn leaf(value: f64) -> Node {
        Node { value, left: None, right: None, bound: None, window: None, others: vec![] }
    }
    #[differentiate]
    fn sum(&self, depth: i32) -> f64 {
        let mut s = self.value.powi(depth);
        if let Some(l) = &self.left {
            s += l.sum(depth + 1);
        }
        if let Some(r) = self.right.as_ref() {
            s -= 0.5 * r.sum(depth + 1);
        }
        for other in &self.others {
            s += other.sum(1) * self.value;
        }
        s
    }
    #[differentiate]
    fn clipped(&self) -> f64 {
        let low = self.bound.map_or(self.value, |b| self.value.max(b));
        match self.window {
            Some((k, w)) if k > 1 => low * w * k as f64,
            Some((_, w)) => low + w,
            None => low,
        }
    }
}
#[differentiate]
fn tree(q: &[f64]) -> f64 {
    let inner = Node { left: Some(Box::new(Node::leaf(q[2]))), ..Node::leaf(q[1]) };
    let whole = Node {
        value: q[0],
        left: Some(Box::new(inner)),
        right: Some(Box::new(Node::leaf(q[3]))),
        bound: Some(q[1] * 2.0),
        window: Some((2, q[2])),
        others: vec![Node::leaf(q[3]), Node::leaf(q[0] * q[1])],
    };
    whole.sum(1) * whole.clipped()
}

#[differentiate]
fn cholesky(a: &mut [Vec<f64>]) -> Result<(), String> {
    let n = a.len();
    for j in 0..n {
        for k in 0..j {
            let l = a[j][k];
            for i in j..n {
                a[i][j] -= a[i][k] * l;
            }
        }
        if a[j][j] <= 0.0 {
            return Err(format!("not positive definite at {j}"));
        }
        let d = a[j][j].sqrt();
        for i in j..n {
            a[i][j] /= d;
        }
    }
    Ok(())
}
#[differentiate]
fn gram(q: &[f64]) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| q[i] * q[j] + if i == j { 0.5 } else { 0.0 };
    (0..q.len()).map(|i| (0..q.len()).map(|j| entry(i, j)).collect()).collect()
}
#[differentiate]
fn tested(q: &[f64]) -> f64 {
    let mut a = gram(q);
    if cholesky(&mut a).is_err() {
        return 0.0;
    }
    a[1][0] * a[2][2]
}
#[differentiate]
fn matched(q: &[f64]) -> f64 {
    let mut a = gram(q);
    match cholesky(&mut a) {
        Ok(()) => a[1][0] * a[2][2],
        Err(_) => 0.0,
    }
}
#[differentiate]
fn error_bound(q: &[f64]) -> f64 {
    let mut a = gram(q);
    if let Err(message) = cholesky(&mut a) {
        return message.len() as f64;
    }
    a[1][0] * a[2][2]
}
#[differentiate]
fn or_else(q: &[f64]) -> f64 {
    let mut a = gram(q);
    let Ok(()) = cholesky(&mut a) else { return 1.0 };
    a[1][0] * a[2][2]
}
#[differentiate]
fn asked(q: &[f64]) -> Result<f64, String> {
    let mut a = gram(q);
    cholesky(&mut a)?;
    Ok(a[1][0] * a[2][2])
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
pub struct Point {
    x: f64,
    y: f64,
}
#[differentiate]
impl Point {
    const ORIGIN: Point = Point { x: 0.0, y: 0.0 };
    #[differentiate]
    const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
    #[differentiate]
    fn norm(self) -> f64 {
        self.x.hypot(self.y)
    }
}
#[differentiate]
impl Add for Point {
    type Output = Point;
    #[differentiate]
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}
#[differentiate]
impl Sub for Point {
    type Output = Point;
    #[differentiate]
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}
#[differentiate]
impl Mul<f64> for Point {
    type Output = Point;
    #[differentiate]
    fn mul(self, k: f64) -> Point {
        Point::new(self.x * k, self.y * k)
    }
}
#[differentiate]
impl AddAssign for Point {
    #[differentiate]
    fn add_assign(&mut self, other: Point) {
        *self = *self + other;
    }
}
#[differentiate]
impl MulAssign<f64> for Point {
    #[differentiate]
    fn mul_assign(&mut self, k: f64) {
        self.x *= k;
        self.y *= k;
    }
}
#[differentiate]
fn from_a_constant(q: &[f64]) -> f64 {
    let a = Point::new(q[0], q[1]);
    let mut s = Point::ORIGIN;
    for k in q {
        s += a * *k;
        s *= 0.9;
    }
    (Point::ORIGIN - s).norm()
}

#[test]
fn boxes() {
    check!(made, [0.3, 0.8, -0.6]);
    check!(made_in_a_loop, [0.3, 0.8, 0.6, 0.2]);
    check!(tree, [0.3, 0.8, 0.6, 0.2]);
    let e = Term::Mul(
        Box::new(Term::Const(2.0)),
        Box::new(Term::Pow { base: Box::new(Term::Var(0)), n: 2 }),
    );
    let (value, gradient) = e.eval_value_and_grad(&[3.0]);
    let (TermTangent::Mul(factor, _), v) = &gradient else { panic!("{gradient:?}") };
    assert_eq!((value, factor, &v[..]), (18.0, &Box::new(TermTangent::Const(9.0)), &[12.0][..]));
}

#[test]
fn results_of_nothing() {
    let q = [0.7, 0.9, -0.4];
    check!(tested, q);
    check!(matched, q);
    check!(error_bound, q);
    check!(or_else, q);
    let (value, gradient) = asked_vjp(&q, Some(1.0));
    assert_eq!((value.unwrap(), gradient), tested_value_and_grad(&q));
}

#[test]
fn constants_of_types_of_ones_own() {
    check!(from_a_constant, [0.7, 0.9, -0.4]);
}

#[differentiate]
fn taken(mut p: Point, x: f64) -> f64 {
    let old = std::mem::take(&mut p.x);
    p.x += old * x;
    p.x * p.y
}
#[differentiate]
fn taken_from(q: &[f64]) -> f64 {
    taken(Point::new(q[0], q[1]), q[2]) + q[0]
}

#[test]
fn fields_taken_out() {
    check!(taken_from, [2.0, 3.0, 0.5]);
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
enum Sum {
    Number(f64),
    Of(Box<Sum>, Box<Sum>),
    Negative(Box<Sum>),
}
#[differentiate]
fn simplified(s: Sum) -> Sum {
    match s {
        Sum::Of(a, b) => match (simplified(*a), simplified(*b)) {
            (Sum::Number(x), Sum::Number(y)) => Sum::Number(x + y),
            (a, b) => Sum::Of(Box::new(a), Box::new(b)),
        },
        Sum::Negative(a) => match simplified(*a) {
            Sum::Number(x) => Sum::Number(-x),
            Sum::Negative(inner) => *inner,
            other => Sum::Negative(Box::new(other)),
        },
        other => other,
    }
}
#[differentiate]
fn of_parts(q: &[f64]) -> f64 {
    let inner = Sum::Negative(Box::new(Sum::Number(q[0] * q[1])));
    let whole = Sum::Of(Box::new(inner), Box::new(Sum::Number(q[2])));
    match simplified(whole) {
        Sum::Number(x) => x * x,
        _ => 0.0,
    }
}

#[test]
fn moved_out_of_patterns() {
    check!(of_parts, [2.0, 3.0, 0.5]);
}

#[differentiate]
impl Sum {
    #[differentiate]
    fn reduced(self) -> Sum {
        match self {
            Sum::Number(x) => Sum::Number(x * 0.5),
            Sum::Of(a, b) => Sum::Of(Box::new(Sum::reduced(*a)), Box::new((*b).reduced())),
            Sum::Negative(a) => match *a {
                Sum::Negative(inner) => Self::reduced(*inner),
                other => Sum::Negative(Box::new(other)),
            },
        }
    }
    #[differentiate]
    fn total(&self) -> f64 {
        match self {
            Sum::Number(x) => *x,
            Sum::Of(a, b) => Sum::total(a) * Self::total(&**b),
            Sum::Negative(a) => -a.total(),
        }
    }
}
#[derive(Clone)]
enum Depth {
    End(usize),
    Deeper(Box<Depth>),
}
#[differentiate]
impl Depth {
    #[differentiate]
    fn power(self, x: f64) -> f64 {
        match self {
            Depth::End(n) => x * n as f64,
            Depth::Deeper(of) => x * Depth::power(*of, x),
        }
    }
}
#[differentiate]
fn reduced_by_path(q: &[f64]) -> f64 {
    let twice = Sum::Negative(Box::new(Sum::Negative(Box::new(Sum::Number(q[0] * q[1])))));
    let whole = Sum::Of(Box::new(twice), Box::new(Sum::Negative(Box::new(Sum::Number(q[2])))));
    let depth = Depth::Deeper(Box::new(Depth::Deeper(Box::new(Depth::End(3)))));
    whole.total() + whole.reduced().total() * depth.power(q[1])
}

#[test]
fn moved_into_methods() {
    check!(reduced_by_path, [2.0, 3.0, 0.5]);
}
