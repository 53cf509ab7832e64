//! Methods, `impl` blocks and modules: what is not supported yet.
#![allow(unused)]

use autodiff::prelude::*;
use std::ops::{Add, AddAssign};

#[derive(Differentiable, Clone, Copy, Debug)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiate]
trait Area {
    fn area(&self) -> f64;
}

#[differentiate]
const HALF: f64 = 0.5;

#[differentiate(forward)]
type Real = f64;

#[differentiate(forward)]
impl Point {
    fn norm(&self) -> f64 {
        self.x
    }
}

#[differentiate]
impl Point {
    #[differentiate(backward)]
    fn first(&self) -> f64 {
        self.x
    }

    #[differentiate]
    fn generic<T: Real2>(&self, t: T) -> f64 {
        self.y
    }

    #[differentiate]
    fn nothing(&self) {}

    #[differentiate]
    async fn later(&self) -> f64 {
        self.x
    }
}

trait Real2 {}

trait Volume {
    fn volume(&self) -> f64;
}

#[differentiate]
impl Volume for f64 {
    #[differentiate]
    fn volume(&self) -> f64 {
        self * self
    }
}

#[differentiate]
mod inside {
    use super::Point;

    #[differentiate]
    fn of_plain(x: f64) -> f64 {
        plain(x, 2)
    }

    fn plain(x: f64, n: usize) -> f64 {
        let b = Box::new(x);
        *b
    }

    #[differentiate(forward, reverse)]
    fn both(x: f64) -> f64 {
        x
    }

    #[differentiate(order = 3)]
    fn third(x: f64) -> f64 {
        x
    }

    #[differentiate]
    unsafe fn not_safe(x: f64) -> f64 {
        x
    }
}

fn main() {}
