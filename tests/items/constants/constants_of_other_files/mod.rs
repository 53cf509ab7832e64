//! Constants and statics of other files: scalars as operands, structs as receivers, tables, and
//! types whose methods have the names of methods of iterators.

mod data;
mod vector;

use autodiff::prelude::*;
use data::{AIR, HOME, ORIGIN, STATIONS, Station};
use vector::Vector;

const HALF: f64 = 0.5;

#[differentiate]
fn scaled(x: &[f64]) -> f64 {
    let at = Vector::new(x[0], x[1]);
    let wind = at.turned(at) * data::SPIN;
    let v = at - wind;
    let drag = v * (HALF * v.norm());
    (drag * data::DRIFT).norm() + (Vector::new(1.0, x[2]).turned(at) * HALF).y
}

#[differentiate]
fn called_on(x: &[f64]) -> f64 {
    let at = Vector::new(x[0], x[1]);
    Vector::UP.turned(at).x * ORIGIN.turned(at).y + (ORIGIN - at).norm() + Vector::UP.norm() * x[2]
}

#[differentiate]
fn looked_up(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for height in x {
        let &(from, density, scale) =
            AIR.iter().rev().find(|(from, ..)| *from <= *height).unwrap_or(&AIR[0]);
        sum += density * (-(height - from) / scale).exp();
    }
    sum + AIR.iter().map(|(.., scale)| x[0] / scale).sum::<f64>()
}

#[differentiate]
fn seen_from(x: &[f64]) -> f64 {
    let at = Vector::new(x[0], x[1]);
    let mut sum = 0.0;
    for (i, t) in [0.5, 1.5].iter().enumerate() {
        sum += (at - STATIONS[i].position(*t)).norm();
    }
    sum + (at - HOME.position(2.0)).norm()
        + x[2] * HOME.nth(2)
        + x[1] * STATIONS[1].get(3) * HOME.last()
}

#[differentiate]
fn weighted(x: &[f64], #[constant] stations: &[Station]) -> f64 {
    stations.iter().zip(x).map(|(station, x)| x * x * station.nth(3) * station.count() as f64).sum()
}

#[differentiate]
fn of_all(x: &[f64]) -> f64 {
    weighted(x, &STATIONS)
}

#[test]
fn constants_of_other_files() {
    for x in [[0.7, -0.4, 1.9], [-1.3, 2.2, 0.4]] {
        check!(scaled, x);
        check!(called_on, x);
        check!(looked_up, x);
        check!(seen_from, x);
        check!(of_all, x);
    }
}
