//! Macros of the crate by the names of those of `std`.
use autodiff::prelude::*;

macro_rules! vec {
    ($($e:expr),*) => { [$(2.0 * $e),*] };
}
macro_rules! todo {
    () => {
        5.0
    };
}
macro_rules! debug_assert {
    ($e:expr) => {
        if !$e {
            return 0.0;
        }
    };
}

#[differentiate]
fn of_vec(x: f64) -> f64 {
    vec![x, x][1]
}

#[differentiate]
fn of_todo(x: f64) -> f64 {
    let k: f64 = todo!();
    debug_assert!(x > 0.0);
    k * x
}

mod inner {
    use autodiff::prelude::*;

    #[differentiate]
    fn of_module_around(x: f64) -> f64 {
        if x > 0.0 { x } else { todo!() }
    }
}

fn main() {}
