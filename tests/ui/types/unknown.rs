#![allow(unused)]

use autodiff::prelude::*;

pub struct Table {
    rows: Vec<f64>,
}

impl Table {
    fn rows(&self) -> &[f64] {
        &self.rows
    }
}

#[differentiate(reverse)]
fn kept_borrowed(x: f64, #[constant] table: &Table) -> f64 {
    let rows: &[f64] = table.rows();
    let mut sum = 0.0;
    for row in rows {
        sum += row * x;
    }
    sum
}

#[differentiate(reverse)]
fn declared_as_a_tuple(x: f64) -> f64 {
    let p;
    p = (x, 2.0 * x);
    p.0 * p.1
}

fn main() {}
