//! The attribute on a macro.
#![allow(unused)]

use autodiff::prelude::*;

#[differentiate(forward)]
macro_rules! with_options {
    ($x:expr) => {
        $x * $x
    };
}

#[differentiate]
thread_local! {
    static CALLED: u32 = 0;
}

#[differentiate]
macro_rules! items {
    ($i:item) => {
        $i
    };
}

#[differentiate]
fn of_items(x: f64) -> f64 {
    items!(
        fn f() {}
    );
    x
}

mod other {
    use autodiff::prelude::*;

    #[differentiate]
    macro_rules! scaled {
        ($x:expr) => {
            2.0 * $x
        };
    }
}

// not the one that was seen
macro_rules! scaled {
    ($x:expr) => {
        3.0 * $x
    };
}

#[differentiate]
fn of_another(x: f64) -> f64 {
    scaled!(x)
}

fn main() {}
