//! Operators on types of the user's.
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
