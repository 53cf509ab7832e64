#![allow(unused)]
use autodiff::prelude::*;

#[differentiate(reverse)]
fn another_variable(x: f64) -> f64 {
    let k = 2.0;
    macro_rules! scaled {
        ($e:expr) => {
            k * $e
        };
    }
    let k = 3.0;
    scaled!(x) * k
}

#[differentiate(reverse)]
fn kinds(x: f64) -> f64 {
    macro_rules! define {
        ($i:item) => {
            $i
        };
    }
    x
}

#[differentiate(reverse)]
fn in_a_text(x: f64) -> f64 {
    macro_rules! shown {
        ($e:expr) => {{
            let value = $e;
            println!("{value}");
            value
        }};
    }
    shown!(x)
}

#[differentiate(reverse)]
fn in_the_expansion(x: f64) -> f64 {
    macro_rules! forgotten {
        ($e:expr) => {
            unsafe { $e }
        };
    }
    forgotten!(x)
}

macro_rules! outside {
    ($e:expr) => {
        $e + 1.0
    };
}

#[differentiate(reverse)]
fn not_seen(x: f64) -> f64 {
    outside!(x)
}

fn main() {}
