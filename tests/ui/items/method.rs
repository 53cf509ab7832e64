#![allow(unused)]

use autodiff::prelude::*;

struct Spring {
    stiffness: f64,
}

impl Spring {
    #[differentiate(reverse)]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }
}

trait Potential {
    #[differentiate(reverse)]
    fn value(x: f64) -> f64;
}

fn main() {
    Spring { stiffness: 1.0 }.energy(2.0);
}
