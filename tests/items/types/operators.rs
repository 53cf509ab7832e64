//! Operators on user-defined types.
#![deny(warnings)]

use autodiff::prelude::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiate]
impl Add for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn add(self, o: Vec3) -> Self::Output {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[differentiate]
impl<'a> Add<&'a Vec3> for &'a Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn add(self, o: &Vec3) -> Vec3 {
        *self + *o
    }
}

#[differentiate]
impl Mul<f64> for Vec3 {
    type Output = Self;
    #[differentiate]
    fn mul(self, k: f64) -> Self {
        Self { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

#[differentiate]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    #[differentiate]
    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

// the product of vectors is a number
#[differentiate]
impl Mul for Vec3 {
    type Output = f64;
    #[differentiate]
    fn mul(self, Vec3 { x, y, z }: Vec3) -> f64 {
        self.x * x + self.y * y + self.z * z
    }
}

#[differentiate]
impl Div<f64> for &Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn div(self, mut k: f64) -> Vec3 {
        k = 1.0 / k;
        *self * k
    }
}

#[differentiate]
impl Neg for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn neg(self) -> Vec3 {
        -1.0 * self
    }
}

#[differentiate]
impl Sub for Vec3 {
    type Output = Vec3;
    #[differentiate]
    fn sub(self, o: Vec3) -> Vec3 {
        self + -o
    }
}

#[differentiate]
fn mixed(a: Vec3, b: &Vec3, k: f64) -> f64 {
    let c: Vec3 = &a + b;
    let d = 2.0 * c - a * k;
    // a product of products, of which the compiler sees neither type
    (d * -a) * (a * a) / 2.0 + k
}

#[differentiate]
fn carried(a: &Vec3, n: usize) -> f64 {
    let mut v: Vec3 = *a;
    let zero = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    for _ in 0..n {
        v = v + (a / 3.0) * (v * v);
    }
    let w = zero - zero;
    if v == w { 0.0 } else { v * *a }
}

fn differences(f: impl Fn(Vec3) -> f64, at: Vec3) -> Vec3Tangent {
    let h = 1e-5;
    let slope = |e: Vec3| (f(at + e) - f(at - e)) / (2.0 * h);
    Vec3Tangent {
        x: slope(Vec3 { x: h, y: 0.0, z: 0.0 }),
        y: slope(Vec3 { x: 0.0, y: h, z: 0.0 }),
        z: slope(Vec3 { x: 0.0, y: 0.0, z: h }),
    }
}

#[track_caller]
fn close(a: &Vec3Tangent, b: &Vec3Tangent) {
    for (a, b) in a.flatten().into_iter().zip(b.flatten()) {
        assert!((a - b).abs() <= 1e-7 * (1.0 + a.abs()), "{a} is not {b}");
    }
}

#[test]
fn operators_are_found_through_types() {
    let (a, b, k) = (Vec3 { x: 1.0, y: 2.0, z: 3.0 }, Vec3 { x: 0.5, y: -1.0, z: 0.25 }, 0.7);
    let (y, (a_bar, b_bar, k_bar)) = mixed_value_and_grad(a, &b, k);
    assert_eq!(y, mixed(a, &b, k));
    close(&a_bar, &differences(|a| mixed(a, &b, k), a));
    close(&b_bar, &differences(|b| mixed(a, &b, k), b));
    assert!((k_bar - 99.0).abs() < 1e-12);
    let (_, y_dot) = mixed_jvp(a, &b, k, a_bar.clone(), &b_bar, k_bar);
    let expected = a_bar.dot(&a_bar) + b_bar.dot(&b_bar) + k_bar * k_bar;
    assert!((y_dot - expected).abs() < 1e-9 * expected);

    let a = Vec3 { x: 0.1, y: -0.2, z: 0.3 };
    let (y, a_bar) = carried_value_and_grad(&a, 3);
    assert_eq!(y, carried(&a, 3));
    close(&a_bar, &differences(|a| carried(&a, 3), a));
}

// of two variables of one name one is an array and the other one its element
#[differentiate]
fn pull(r: &[f64; 2], k: f64) -> [f64; 2] {
    [-k * r[0], k * r[1]]
}
#[differentiate]
fn elements_of_one_name(x: &[f64]) -> f64 {
    let mut v = [x[0], x[1]];
    let a = pull(&v, x[2]);
    v[0] += a[0] * a[1];
    for (v, a) in v.iter_mut().zip(a) {
        *v += 0.5 * x[2] * a;
    }
    v[0] * v[1]
}
#[test]
fn an_array_and_its_elements_of_one_name() {
    check!(elements_of_one_name, [0.4, 0.7, -0.3]);
}

// ---------- long chains, of types that are not seen where the operators are applied

mod lengths {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Length(pub f64);
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Area(pub f64);
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Volume(pub f64);

    #[differentiate]
    impl Mul for Length {
        type Output = Area;
        #[differentiate]
        fn mul(self, o: Length) -> Area {
            Area(self.0 * o.0)
        }
    }

    #[differentiate]
    impl Mul<Length> for Area {
        type Output = Volume;
        #[differentiate]
        fn mul(self, o: Length) -> Volume {
            Volume(self.0 * o.0)
        }
    }

    #[differentiate]
    impl Mul<Length> for Volume {
        type Output = f64;
        #[differentiate]
        fn mul(self, o: Length) -> f64 {
            self.0 * o.0
        }
    }
}

#[differentiate]
fn of_lengths(x: &[f64]) -> f64 {
    let (a, b) = (lengths::Length(x[0]), lengths::Length(x[1]));
    let volume = a * b * b;
    a * b * b * a * volume.0.sin() + volume * b
}

#[differentiate]
fn products_of_products(x: &[f64]) -> f64 {
    let (a, b) = (Vec3 { x: x[0], y: x[1], z: 0.5 }, Vec3 { x: x[1], y: -0.5, z: x[0] });
    // a number and a vector by turns
    let v = a * b * b * b * b * b * b * b;
    v * a * a * a * a + a * (b * (a * (b * (a * (b * (a * b))))))
}

#[differentiate]
fn polynomials(x: &[f64]) -> f64 {
    let (v, w) = (Vec3 { x: x[0], y: x[1], z: 0.5 }, Vec3 { x: 1.0, y: x[0], z: -0.5 });
    let t = x[1].sin();
    let left = ((((((v * t + w) * t + v) * t + w) * t - v) * t + w) * t + v) * t + w;
    let right = w + t * (v - t * (w + t * (v + t * (w - t * (v + t * w)))));
    left * right
}

#[test]
fn long_chains() {
    check!(of_lengths, [0.7, -1.2]);
    check!(products_of_products, [0.7, 0.9], 1e-5);
    check!(polynomials, [0.7, -1.2], 1e-6);
}

// ---------- conversions

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Polar {
    r: f64,
    angle: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Plane {
    x: f64,
    y: f64,
}

#[differentiate]
impl From<Polar> for Vec3 {
    #[differentiate]
    fn from(p: Polar) -> Vec3 {
        // another conversion of the same type
        Vec3::from(Plane { x: p.r * p.angle.cos(), y: p.r * p.angle.sin() })
    }
}

#[differentiate]
impl From<Plane> for Vec3 {
    #[differentiate]
    fn from(p: Plane) -> Vec3 {
        if p.x > 100.0 {
            Vec3::from(Plane { x: p.x / 2.0, ..p })
        } else {
            Vec3 { x: p.x, y: p.y, z: 1.0 }
        }
    }
}

#[differentiate]
fn converted(x: &[f64]) -> f64 {
    let v = Vec3::from(Polar { r: x[0], angle: x[1] });
    let w = Vec3::from(Plane { x: x[1] * 300.0, y: x[0] });
    v.x * w.y + w.x * v.y.sin()
}

#[test]
fn conversions_by_other_conversions() {
    check!(converted, [0.7, 1.2], 1e-5);
}

// ---------- parameters that are converted

#[differentiate]
fn norm_of(p: impl Into<Plane>, k: f64) -> f64 {
    let p = p.into();
    p.x.hypot(p.y) * k
}

#[differentiate]
fn between<P, Q: Into<f64> + Copy>(a: P, b: P, k: Q) -> f64
where
    P: Into<Plane>,
{
    let (a, b): (Plane, Plane) = (a.into(), b.into());
    (a.x - b.x) * (a.y - b.y).sin() * k.into() + k.into()
}

#[differentiate]
impl Plane {
    #[differentiate]
    fn moved_by<V: Into<Vec3>>(&self, v: V) -> Plane {
        let v: Vec3 = v.into();
        Plane { x: self.x + v.x * v.z, y: self.y - v.y }
    }
}

/// Passed on to functions that convert.
#[differentiate]
fn passed_on<P: Into<Plane>>(p: P, v: impl Into<Vec3>) -> f64 {
    let moved = Plane { x: 0.25, y: -0.5 }.moved_by(v);
    norm_of(p, moved.x) + moved.y
}

#[differentiate]
fn calls_converting(x: &[f64]) -> f64 {
    let p = Plane { x: x[0], y: x[1] };
    let q = p.moved_by(Vec3 { x: x[1], y: x[1] * x[0], z: 2.0 });
    norm_of(p, x[0]) + between(p, q, x[1]) + passed_on(q, Vec3 { x: x[0], y: x[1], z: 0.5 })
}

#[test]
fn parameters_that_are_converted() {
    check!(calls_converting, [0.7, 1.2]);
    // derivatives are with respect to what the argument is converted to
    let (p_bar, k_bar) = norm_of_grad(Plane { x: 3.0, y: 4.0 }, 2.0);
    assert_eq!((p_bar.x, p_bar.y, k_bar), (1.2, 1.6, 5.0));
    assert_eq!(norm_of((3.0, 4.0), 2.0), 10.0);
    let y = between((1.0, 0.5), (0.5, 1.0), 2.0f32);
    assert_eq!(y, 0.5 * (-0.5f64).sin() * 2.0 + 2.0);
}

impl From<(f64, f64)> for Plane {
    fn from((x, y): (f64, f64)) -> Plane {
        Plane { x, y }
    }
}

/// What it is converted from has no reals either.
#[derive(Differentiable)]
struct Which {
    id: i32,
    twice: bool,
}

impl From<i32> for Which {
    fn from(id: i32) -> Which {
        Which { id, twice: false }
    }
}

impl From<(i32, bool)> for Which {
    fn from((id, twice): (i32, bool)) -> Which {
        Which { id, twice }
    }
}

fn parts_of<W: Into<Which>>(which: W) -> (i32, f64) {
    let which = which.into();
    (which.id, if which.twice { 2.0 } else { 1.0 })
}

#[differentiate]
fn property<W: Into<Which>>(p: f64, t: f64, which: W) -> f64 {
    let (id, times) = parts_of(which);
    match id {
        1 => p * t * times,
        2 => p.powf(t),
        _ => t * times,
    }
}

#[differentiate]
fn by_fields(p: f64, which: impl Into<Which>) -> f64 {
    let which = which.into();
    if which.twice { p * p * which.id as f64 } else { p }
}

#[differentiate]
fn properties(x: &[f64]) -> f64 {
    let n = 2;
    let mut sum = 0.0;
    for k in 0..4 {
        sum += property(x[0], x[1], k) * property(x[1], x[0], (k - 1, k > 2));
    }
    sum + property(x[0], x[1], n)
        + by_fields(x[0], (3, true)) * by_fields(x[1], Which { id: 1, twice: false })
}

/// A field of the name of what is converted.
#[derive(Differentiable, Clone, Debug)]
struct Disk {
    center: Plane,
    radius: f64,
}

impl Disk {
    fn plain(center: impl Into<Plane>, radius: f64) -> Self {
        Disk { center: center.into(), radius }
    }
}

#[differentiate]
impl Disk {
    #[differentiate]
    fn new(center: impl Into<Plane>, radius: f64) -> Self {
        Disk { center: center.into(), radius }
    }
}

#[differentiate]
fn disks(x: &[f64]) -> f64 {
    let disk = Disk::new(Plane { x: x[0], y: x[1] }, x[1]);
    disk.center.x * disk.radius + disk.center.y.sin()
}

#[test]
fn conversions_without_reals() {
    check!(properties, [0.7, 1.2], 1e-5);
    check!(disks, [0.7, 1.2]);
    assert_eq!(Disk::plain((1.0, 2.0), 3.0).radius, 3.0);
    assert_eq!(property_grad(2.0, 3.0, 1), (3.0, 2.0));
    assert_eq!(property_grad(2.0, 3.0, (1, true)), (6.0, 4.0));
    assert_eq!(property_jvp(2.0, 3.0, Which { id: 1, twice: true }, 1.0, 0.0), (12.0, 6.0));
    let (y, residuals) = property_primal(2.0, 3.0, (1, true));
    assert_eq!((y, property_linear(&residuals, 1.0, 1.0)), (12.0, 10.0));
}

// ---------- types of one's own with names of std's

mod circles {
    use autodiff::prelude::*;

    /// A part of a circle.
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Arc {
        pub radius: f64,
        pub sweep: f64,
    }

    #[differentiate]
    impl Arc {
        #[differentiate]
        pub fn new(radius: f64, sweep: f64) -> Arc {
            Arc { radius, sweep }
        }

        #[differentiate]
        pub fn of_circle(radius: f64) -> Self {
            Arc::new(radius, 6.0)
        }

        #[differentiate]
        pub fn length(&self) -> f64 {
            self.radius * self.sweep
        }
    }

    #[differentiate]
    pub fn longer(arc: &Arc, by: f64) -> Arc {
        Arc { sweep: arc.sweep * by, ..*arc }
    }

    #[differentiate]
    pub fn lengths(x: &[f64]) -> f64 {
        let arc = Arc::new(x[0], x[1]);
        longer(&arc, x[0]).length() * Arc::of_circle(x[1]).length().sin()
    }
}

#[test]
fn arcs_of_circles() {
    use circles::*;
    check!(lengths, [0.7, 1.2]);
}

// ---------- conversions to what is told by their use

#[differentiate]
impl From<(f64, f64)> for Polar {
    #[differentiate]
    fn from((r, angle): (f64, f64)) -> Polar {
        Polar { r, angle: angle * r }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Segment {
    from: Plane,
    to: Plane,
}

#[differentiate]
impl From<Polar> for Plane {
    #[differentiate]
    fn from(p: Polar) -> Plane {
        Plane { x: p.r * p.angle.cos(), y: p.r * p.angle.sin() }
    }
}

#[differentiate]
fn as_plane(p: Polar) -> Plane {
    p.into()
}

#[differentiate]
fn converted_by_use(x: &[f64]) -> f64 {
    let p: Polar = (x[0], x[1]).into();
    let v: Vec3 = p.into();
    let segment = Segment { from: p.into(), to: Polar { r: x[1], angle: 0.5 }.into() };
    as_plane(p).x * v.y + segment.from.y * segment.to.x
}

#[test]
fn conversions_by_use() {
    check!(converted_by_use, [0.7, 1.2]);
}

/// Operators on constants: of a type without derivatives, and without `Copy`.
mod on_constants {
    use autodiff::prelude::*;
    use std::ops::{Add, AddAssign, Mul, Neg};

    #[derive(Clone, Debug)]
    pub struct Weights {
        pub a: f64,
        pub b: f64,
    }
    impl Add for Weights {
        type Output = Weights;
        fn add(self, of: Weights) -> Weights {
            Weights { a: self.a + of.a, b: self.b + of.b }
        }
    }
    impl<'a> Mul<&'a Weights> for &'a Weights {
        type Output = f64;
        fn mul(self, of: &Weights) -> f64 {
            self.a * of.a + self.b * of.b
        }
    }
    impl Mul<f64> for Weights {
        type Output = Weights;
        fn mul(self, by: f64) -> Weights {
            Weights { a: self.a * by, b: self.b * by }
        }
    }
    impl Mul<Weights> for f64 {
        type Output = Weights;
        fn mul(self, of: Weights) -> Weights {
            of * self
        }
    }
    impl Neg for Weights {
        type Output = Weights;
        fn neg(self) -> Weights {
            self * -1.0
        }
    }
    impl AddAssign for Weights {
        fn add_assign(&mut self, of: Weights) {
            self.a += of.a;
            self.b += of.b;
        }
    }
    impl Weights {
        fn total(&self) -> f64 {
            self.a + self.b
        }
    }

    #[differentiate]
    pub fn weighted(#[constant] m: Weights, #[constant] n: &Weights, x: f64) -> f64 {
        let mut sum = m.clone() + n.clone();
        sum += m.clone();
        let twice = 2.0 * sum.clone();
        (-twice + sum * 3.0).total() * x * x + (&m * n) * x
    }

    #[linear(x)]
    pub fn weighing(#[constant] m: Weights, #[constant] n: &Weights, x: f64) -> f64 {
        let sum = m.clone() + n.clone();
        let inner = &m * n;
        (sum + -m).total() * x + inner * x
    }
}

#[test]
fn operators_on_constants() {
    use on_constants::{Weights, weighing, weighing_transposed, weighted, weighted_grad};
    let (m, n) = (Weights { a: 1.0, b: 2.0 }, Weights { a: 3.0, b: 5.0 });
    // m + n + m is (5, 9), and m · n is 13
    assert_eq!(
        (weighted(m.clone(), &n, 2.0), weighted_grad(m.clone(), &n, 2.0)),
        (14.0 * 4.0 + 26.0, 28.0 * 2.0 + 13.0)
    );
    let mut x_bar = 0.5;
    weighing_transposed(m.clone(), &n, 2.0, &mut x_bar);
    assert_eq!((weighing(m, &n, 3.0), x_bar), (63.0, 42.5));
}

/// Operators on what operators give, of types with constant parameters.
#[differentiate]
mod matrices {
    use super::*;
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Matrix<const R: usize, const C: usize>(pub [[f64; C]; R]);

    impl<const R: usize, const C: usize> Add for Matrix<R, C> {
        type Output = Self;
        fn add(mut self, other: Self) -> Self {
            for i in 0..R {
                for j in 0..C {
                    self.0[i][j] += other.0[i][j];
                }
            }
            self
        }
    }

    impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
        type Output = Matrix<R, C>;
        fn mul(self, other: Matrix<K, C>) -> Matrix<R, C> {
            let mut out = Matrix([[0.0; C]; R]);
            for i in 0..R {
                for j in 0..C {
                    for k in 0..K {
                        out.0[i][j] += self.0[i][k] * other.0[k][j];
                    }
                }
            }
            out
        }
    }

    #[differentiate]
    pub fn of_products(x: &[f64]) -> f64 {
        let a = Matrix([[x[0], x[1]], [0.5, x[2]]]);
        let b = Matrix([[x[1], 1.0], [2.0, x[0]]]);
        let c = a * b + a;
        c.0[0][0] * c.0[1][1]
    }
}

use matrices::*;

#[test]
fn of_what_operators_give() {
    check!(of_products, [0.3, 0.1, -0.7]);
}

// `!` on a type of the user's
mod negated {
    use autodiff::prelude::*;
    use std::ops::Not;

    #[derive(Differentiable, Clone, Debug)]
    struct Flipped {
        v: f64,
    }
    #[differentiate]
    impl Not for Flipped {
        type Output = f64;
        #[differentiate]
        fn not(self) -> f64 {
            self.v * 3.0
        }
    }
    #[differentiate]
    impl Not for &Flipped {
        type Output = Flipped;
        #[differentiate]
        fn not(self) -> Flipped {
            Flipped { v: self.v * self.v }
        }
    }
    #[differentiate]
    fn flipped(x: &[f64]) -> f64 {
        let t = Flipped { v: x[0] };
        let small = !(x[0] > 30.0);
        let mask = !3u8;
        let y = !&t;
        let z = x[0] * !t;
        if !small { 0.0 } else { z * y.v * mask as f64 }
    }

    mod laws {
        at_points! { flipped }
    }
}

/// An operator with a slice on the right.
mod of_slices {
    use autodiff::prelude::*;
    use std::ops::Mul;

    #[derive(Clone, Debug, Differentiable)]
    struct Square {
        size: usize,
        entries: Vec<f64>,
    }

    #[differentiate]
    impl Mul<&[f64]> for &Square {
        type Output = Vec<f64>;
        #[differentiate]
        fn mul(self, v: &[f64]) -> Vec<f64> {
            let row = |i: usize| &self.entries[i * self.size..(i + 1) * self.size];
            (0..self.size).map(|i| row(i).iter().zip(v).map(|(a, b)| a * b).sum()).collect()
        }
    }

    #[differentiate]
    fn scaled(square: &Square, v: &[f64]) -> f64 {
        let doubled: Vec<f64> = v.iter().map(|x| 2.0 * x).collect();
        let (w, u) = (square * v, square * &doubled[..]);
        w.iter().sum::<f64>() * u[0] + (square * &v[..2])[1]
    }

    #[test]
    fn operators_on_slices() {
        let of = |x: &[f64]| (Square { size: 2, entries: x[..4].to_vec() }, x[4..].to_vec());
        let f = |x: &[f64]| {
            let (square, v) = of(x);
            scaled(&square, &v)
        };
        let x = [0.3, -0.7, 1.1, 0.2, 0.9, -1.3];
        let (square, v) = of(&x);
        let (square_bar, v_bar) = scaled_grad(&square, &v);
        for (found, expected) in
            square_bar.entries.iter().chain(&v_bar).zip(crate::support::differences(f, &x))
        {
            crate::support::close("slices", *found, expected, 1e-8);
        }
    }
}
