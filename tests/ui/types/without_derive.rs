//! Active values in values of types without the derive.

use autodiff::prelude::*;

#[derive(Clone, Copy)]
struct Station {
    lat: f64,
}

enum Kind {
    A(f64),
}

struct Grid<const N: usize> {
    w: [f64; N],
}

#[differentiate]
fn weight(#[constant] s: &Station, t: f64) -> f64 {
    s.lat * t
}

#[differentiate(reverse)]
fn literal(x: f64) -> f64 {
    weight(&Station { lat: x }, x)
}

#[differentiate(reverse)]
fn assigned(x: f64) -> f64 {
    let mut s = Station { lat: 1.0 };
    s.lat = x;
    weight(&s, x)
}

#[differentiate(reverse)]
fn variant(x: f64) -> f64 {
    match Kind::A(x) {
        Kind::A(v) => v,
    }
}

#[differentiate(reverse)]
fn unmarked(x: f64, s: &[Station]) -> f64 {
    weight(&s[0], x)
}

#[differentiate(reverse)]
fn changed(x: f64, s: &mut [Station]) -> f64 {
    s[0].lat = x;
    s[0].lat
}

#[differentiate(reverse)]
fn generic(x: f64) -> f64 {
    let g = Grid { w: [x, 1.0] };
    g.w[0]
}

#[differentiate(reverse)]
fn returned(x: f64) -> Station {
    Station { lat: x }
}

fn main() {}
