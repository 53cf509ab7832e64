#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn bits(x: f64) -> f64 {
    let bits = x.to_bits();
    f64::from_bits(bits ^ 1)
}

#[differentiate(reverse)]
fn bytes(x: f64) -> f64 {
    f64::from_le_bytes(x.to_le_bytes())
}

#[differentiate(reverse)]
fn text(x: f64) -> f64 {
    let text = format!("{x}");
    let y: f64 = text.parse().unwrap();
    y
}

#[differentiate(reverse)]
fn to_string(x: f64) -> f64 {
    let text = x.to_string();
    text.parse::<f64>().unwrap()
}

fn main() {}
