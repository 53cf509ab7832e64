#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
pub struct Point {
    pub x: f64,
}

#[differentiate]
enum Shape {
    Round(f64),
}

#[differentiate]
const HALF: f64 = 0.5;

#[differentiate]
static TABLE: [f64; 2] = [1.0, 2.0];

type Number = f64;

#[differentiate]
trait Energy {
    fn energy(&self) -> f64;
}

#[differentiate]
use std::f64::consts::PI;

#[differentiate]
unsafe extern "C" {
    fn cbrt(x: f64) -> f64;
}

impl Energy for Point {
    fn energy(&self) -> f64 {
        self.x.abs()
    }
}

fn main() {
    // the items themselves are still there
    let p = Point { x: HALF * TABLE[0] * PI };
    let number: Number = p.energy() + 2.0;
    match Shape::Round(number) {
        Shape::Round(radius) => println!("{radius}"),
    }
    println!("{}", unsafe { cbrt(8.0) });
}
