//! Aliases of types: of tuples, arrays, vectors, results and functions, with parameters, and of
//! other aliases.
#![deny(warnings)]

use autodiff::prelude::{Differentiable, differentiate};
use num_traits::Float;

/// What the rest of the file names.
mod names {
    use autodiff::prelude::differentiate;

    #[differentiate]
    pub type Vector3<T> = [T; 3];
    #[differentiate]
    pub type Quaternion<T> = (T, Vector3<T>);
    #[differentiate]
    pub type Real = f64;
    #[differentiate]
    pub type Matrix = Vec<[Real; 2]>;
    #[differentiate]
    pub type Reals<'a> = &'a [f64];
    #[differentiate]
    pub type Checked<T> = Result<T, String>;
    #[differentiate]
    pub type Pair = (f64, f64);
    #[differentiate]
    pub type Formula = fn(Real) -> Real;
    #[differentiate]
    pub type Both<A, B = f64> = (A, B);
    #[differentiate]
    pub type Rows<const N: usize> = [[Real; N]; 2];
    #[differentiate]
    pub type Perhaps<T> = Option<T>;
    #[differentiate]
    pub type Index = usize;
    // of another field the derivative is zero
    #[differentiate]
    pub type Other = Vec<i64>;
}
use names::*;

#[differentiate]
fn dot<T: Float>(a: Vector3<T>, b: names::Vector3<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiate]
fn cross<T: Float>(a: Vector3<T>, b: Vector3<T>) -> Vector3<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiate]
fn mul<T: Float>(a: Quaternion<T>, b: Quaternion<T>) -> Quaternion<T> {
    let (w, v): Quaternion<T> = a;
    let c: Vector3<_> = cross(v, b.1);
    let i = |k: Index| w * b.1[k] + b.0 * v[k] + c[k];
    (w * b.0 - dot(v, b.1), [i(0), i(1), i(2)])
}

#[differentiate]
fn rotated(x: &[f64]) -> f64 {
    let q: Quaternion<f64> = (x[0], [x[1], x[2], x[3]]);
    let p = mul(q, (x[3], [x[2], x[1], x[0]]));
    let n = mul(p, p);
    n.0 + dot(n.1, q.1) * p.0
}

#[differentiate]
fn weighted(m: &Matrix, k: Index) -> Real {
    let mut s: Real = 0.0;
    for row in m {
        s += row[0] * row[1] * k as Real;
    }
    s
}

#[differentiate]
fn squares(x: Reals<'_>) -> Real {
    x.iter().map(|a| a * a).sum::<Real>()
}

#[differentiate]
fn root(x: Real) -> Checked<f64> {
    if x > 0.0 { Ok(x.sqrt()) } else { Err("negative".to_string()) }
}

#[differentiate]
fn roots(x: f64) -> Checked<Pair> {
    let y = root(x)?;
    let z = root(y + 1.0)?;
    Ok((y * z, z))
}

#[differentiate]
fn larger(x: f64, limit: f64) -> Perhaps<f64> {
    (x > limit).then(|| x * x)
}

#[differentiate]
fn apply(f: Formula, x: Real) -> Real {
    f(x) * x
}

#[differentiate]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiate]
fn both(p: Both<f64>, rows: &Rows<3>) -> f64 {
    p.0 * p.1 * rows[1][2]
}

#[differentiate]
fn scales(rows: &mut Rows<2>, p: Pair) {
    rows[0][1] *= p.0;
}

#[differentiate]
fn changes(rows: &mut Rows<2>, p: &mut Pair) {
    rows[0][1] *= p.0;
    p.1 += rows[0][1] * rows[1][0];
}

#[differentiate]
fn of_all(x: &[f64]) -> f64 {
    let mut rows: Rows<2> = [[x[0], x[1]], [x[2], x[3]]];
    let p: Pair = (x[1], x[2]);
    scales(&mut rows, p);
    let m: Matrix = vec![[x[0], p.1], [rows[0][1], x[3]]];
    let y = match roots(x[0] * x[0] + 1.0) {
        Ok((a, b)) => a * b,
        Err(_) => 0.0,
    };
    let z: Perhaps<f64> = larger(x[2], 0.1);
    weighted(&m, 3)
        + squares(x) * y
        + z.unwrap_or(x[0])
        + apply(cube, x[3])
        + both((x[0], x[1]), &[[x[0], x[1], x[2]], [x[3], x[2], x[1]]])
}

/// Fields of such types.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    turn: Quaternion<f64>,
    inertia: Matrix,
    names: Other,
}

#[differentiate]
impl Body {
    #[differentiate]
    fn energy(&self, f: Formula) -> Real {
        let (w, v) = self.turn;
        f(w) * dot(v, v) + self.inertia[0][1] * self.inertia[1][0] * self.names.len() as Real
    }
}

#[differentiate]
fn of_body(x: &[f64]) -> f64 {
    let body = Body {
        turn: (x[0], [x[1], x[2], x[3]]),
        inertia: vec![[x[0], x[1]], [x[2], x[3]]],
        names: vec![4, 5],
    };
    body.energy(cube) + body.energy(|x| x * x)
}

/// A module sees its own.
#[differentiate]
mod whole {
    type Point = (f64, f64);
    type Points = [Point];

    #[differentiate]
    fn area(points: &Points) -> f64 {
        let mut sum = 0.0;
        for k in 0..points.len() {
            let (x, y): Point = points[k];
            let next = after(points, k);
            sum += x * next.1 - next.0 * y;
        }
        0.5 * sum
    }

    fn after(points: &Points, k: usize) -> Point {
        points[(k + 1) % points.len()]
    }

    #[differentiate]
    pub fn of(x: &[f64]) -> f64 {
        let points = [(x[0], x[1]), (x[2], x[3]), (x[3] * x[0], 2.0)];
        area(&points)
    }
}

/// Of another type by the name of an alias nothing is taken.
mod another {
    use autodiff::prelude::{Differentiable, differentiate};

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Turn {
        pub by: f64,
    }

    #[differentiate]
    pub fn turned<Matrix: num_traits::Float>(x: Matrix, t: Turn) -> Matrix {
        type Reals = f64;
        let y: Reals = 2.0;
        x * x + Matrix::from(y).unwrap() * Matrix::from(t.by).unwrap() * x
    }
}

#[test]
fn as_what_they_stand_for() {
    let x = [0.7, 0.4, 0.9, 1.3];
    check!(rotated, x);
    check!(of_all, x);
    check!(of_body, x);
    check!(squares, x);
    use whole::*;
    check!(of, x);
}

#[test]
fn options_and_results() {
    assert_eq!(root_jvp(-1.0, 1.0).0, Err("negative".to_string()));
    let ((y, z), (y_dot, z_dot)) = match roots_jvp(0.4, 1.0) {
        (Ok(value), Some(tangent)) => (value, tangent),
        other => panic!("{other:?}"),
    };
    assert_eq!(Ok((y, z)), roots(0.4));
    let by_hand = 0.5 / 0.4f64.sqrt();
    let z_by_hand = 0.5 / z * by_hand;
    assert!(
        (z_dot - z_by_hand).abs() < 1e-14
            && (y_dot - (by_hand * z + 0.4f64.sqrt() * z_by_hand)).abs() < 1e-14
    );
}

#[test]
fn by_reference() {
    let (mut rows, mut p) = ([[1.0, 2.0], [3.0, 4.0]], (5.0, 6.0));
    let (mut rows_dot, mut p_dot) = ([[0.0, 1.0], [0.0, 0.0]], (0.0, 0.0));
    changes_jvp(&mut rows, &mut p, &mut rows_dot, &mut p_dot);
    assert_eq!((rows, p), ([[1.0, 10.0], [3.0, 4.0]], (5.0, 36.0)));
    assert_eq!((rows_dot, p_dot), ([[0.0, 5.0], [0.0, 0.0]], (0.0, 15.0)));
}

#[test]
fn parameters_hide_them() {
    let (y, x_bar) = another::turned_vjp(3.0, another::Turn { by: 0.5 }, 1.0);
    assert_eq!((y, x_bar.0), (12.0, 7.0));
}

type Re = f64;

/// Functions and constants of the type that an alias stands for.
#[differentiate]
fn through_aliases(x: &[f64]) -> f64 {
    type List = Vec<f64>;
    let mut list = List::with_capacity(2);
    list.push(Re::powi(x[0], 2));
    let largest = x.iter().copied().fold(Re::NEG_INFINITY, Re::max);
    list[0] * largest + Re::from(3u8) * x[1] + Re::exp(x[2]).min(Re::MAX)
}

#[test]
fn functions_of_aliases() {
    check!(through_aliases, [0.7, 0.4, 1.1]);
}
