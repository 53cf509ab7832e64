#![allow(unused)]

use autodiff::prelude::*;
use std::cell::Cell;

pub trait Extra {
    fn cubed(self) -> f64;
}

impl Extra for f64 {
    fn cubed(self) -> f64 {
        self * self * self
    }
}

struct Scale {
    factor: f64,
}

impl Scale {
    fn apply(&self, x: f64) -> f64 {
        self.factor * x
    }
}

#[differentiate(reverse)]
fn trait_method(x: f64) -> f64 {
    x.cubed()
}

#[differentiate(reverse)]
fn method_of_a_struct(x: f64, #[constant] scale: &Scale) -> f64 {
    scale.apply(x)
}

#[differentiate(reverse)]
fn cell(x: f64) -> f64 {
    let cell = Cell::new(0.0);
    cell.set(x);
    cell.get()
}

fn main() {}
