//! `#[linear]` on methods.
#![deny(warnings)]
use autodiff::prelude::*;

pub struct Plain {
    pub h: f64,
}

impl Plain {
    #[linear(x)]
    pub fn in_a_plain_block(&self, x: f64) -> f64 {
        self.h * x
    }
}

pub struct Operator {
    pub h: f64,
}

#[linear(x_dot)]
fn rule(_: &Operator, x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

#[differentiate]
impl Operator {
    #[linear]
    pub fn without_names(&self, x: f64) -> f64 {
        self.h * x
    }

    #[linear(this)]
    pub fn an_unknown_name(&self, x: f64) -> f64 {
        self.h * x
    }

    #[linear(x)]
    pub fn affine(&self, x: f64) -> f64 {
        self.h + x
    }

    #[linear(self, x)]
    pub fn quadratic(&self, x: f64) -> f64 {
        self.h * x
    }

    #[differentiate(jvp = rule)]
    #[linear(x)]
    pub fn needs_none(&self, x: f64) -> f64 {
        self.h * x
    }

    pub fn plain(&self, x: f64) -> f64 {
        self.h * x
    }

    #[linear(x)]
    pub fn of_the_other_argument(&self, k: f64, x: f64) -> f64 {
        k * x
    }

    #[linear(k)]
    pub fn calls_it(&self, k: f64) -> f64 {
        self.of_the_other_argument(k, 2.0)
    }

    #[linear(x)]
    pub fn calls_a_plain_one(&self, x: f64) -> f64 {
        self.plain(x)
    }
}

pub trait Apply {
    #[linear(x)]
    fn apply(&self, x: f64) -> f64;
}

fn main() {
    Operator { h: 1.0 }.plain(Plain { h: 2.0 }.in_a_plain_block(1.0));
}
