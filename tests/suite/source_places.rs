//! `line!()` and the like have the values that they have in the function as it is written.

use autodiff::prelude::*;

#[differentiate]
macro_rules! here {
    () => {
        line!() as f64 + 0.001 * column!() as f64
    };
}

#[differentiate]
macro_rules! here_and {
    ($x:expr) => {
        here!() + $x
    };
}

#[differentiate(reverse)]
fn places(x: f64) -> f64 {
    let line = line!();
    let column = column!() as f64;
    let closure = |y: f64| y * line!() as f64;
    x * line as f64 + x * column + closure(x) + closure(2.0 * x) + x * std::line!() as f64
}

#[differentiate(reverse)]
fn in_macros(x: f64) -> f64 {
    let here = here!();
    x * here + x * here!() + x * here_and!(line!() as f64)
}

#[differentiate(reverse)]
fn texts(x: f64) -> f64 {
    let names = file!().len() + module_path!().len() + concat!("a", line!(), 1).len();
    x * names as f64 + x * stringify!(x + 1).len() as f64
}

#[differentiate]
mod grouped {
    pub fn called(x: f64) -> f64 {
        x * line!() as f64 + x * column!() as f64
    }

    #[differentiate]
    pub fn places(x: f64) -> f64 {
        called(x) * line!() as f64 + x * module_path!().len() as f64
    }
}

#[test]
fn places_are_those_of_the_function() {
    assert_eq!(places_primal(1.0).0, places(1.0));
    assert_eq!(places_vjp(1.0, 1.0), (places(1.0), places(1.0)));
    assert_eq!(in_macros_primal(1.0).0, in_macros(1.0));
    assert_eq!(in_macros_jvp(1.0, 1.0), (in_macros(1.0), in_macros(1.0)));
    assert_eq!(texts_vjp(1.0, 1.0), (texts(1.0), texts(1.0)));
    assert_eq!(grouped::places_vjp(1.0, 1.0), (grouped::places(1.0), grouped::places(1.0)));
}
