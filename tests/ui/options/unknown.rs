#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(revers)]
fn misspelt(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, parallel = true, order = 3)]
fn several(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, reverse)]
fn duplicate(x: f64) -> f64 {
    x * x
}

#[differentiate(forward, reverse)]
fn contradiction(x: f64) -> f64 {
    x * x
}

#[differentiate(forward, schedule = "unzipped")]
fn no_reverse_sweep(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, schedule = "zipped")]
fn bad_schedule(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse, schedule)]
fn no_schedule(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse = true)]
fn flag_with_value(x: f64) -> f64 {
    x * x
}

#[differentiate(order = "two")]
fn bad_order(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse order)]
fn no_comma(x: f64) -> f64 {
    x * x
}

#[differentiate("reverse")]
fn no_name(x: f64) -> f64 {
    x * x
}

#[differentiate(reverse())]
fn list(x: f64) -> f64 {
    x * x
}

fn main() {
    // the functions themselves are still there
    misspelt(several(duplicate(contradiction(1.0))));
    no_reverse_sweep(bad_schedule(no_schedule(flag_with_value(1.0))));
    bad_order(no_comma(no_name(list(1.0))));
}
