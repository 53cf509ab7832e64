//! A macro's variable that has the name of its caller's.

use autodiff::prelude::*;

macro_rules! scaled {
    ($name:ident, $x:ident) => {
        #[differentiate]
        fn $name($x: f64) -> f64 {
            let t = 2.0;
            t * $x
        }
    };
}

scaled!(told_apart, y);
scaled!(of_one_name, t);

fn main() {}
