#![allow(unused)]

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Polar {
    r: f64,
    angle: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiate]
impl From<Polar> for Point {
    #[differentiate]
    fn from(p: Polar) -> Point {
        Point { x: p.r * p.angle.cos(), y: p.r * p.angle.sin() }
    }
}

// no file of a module shows what it takes
include!("conversion.in");

#[differentiate]
fn of_polar(p: Polar) -> f64 {
    abscissa(p.into())
}

#[differentiate]
impl From<&Polar> for Point {
    #[differentiate]
    fn from(p: &Polar) -> Point {
        Point { x: p.r, y: p.angle }
    }
}

#[differentiate]
fn by_name(p: Polar) -> f64 {
    let points = [p, p].iter().map(Point::from).collect::<Vec<Point>>();
    points[0].x
}

fn main() {}
