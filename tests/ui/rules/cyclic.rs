//! Rules of themselves, and rules for what needs none.
use autodiff::prelude::*;

#[differentiate(jvp = own)]
pub fn own(x: f64) -> f64 {
    x
}

#[differentiate(vjp = own_reverse)]
pub fn own_reverse(x: f64) -> f64 {
    x
}

#[linear(x_dot)]
fn rule(x: f64, x_dot: f64) -> (f64, f64) {
    (x, x_dot)
}

#[differentiate(jvp = rule)]
#[linear(x)]
pub fn needs_none(x: f64) -> f64 {
    2.0 * x
}

pub struct Model;

#[differentiate]
impl Model {
    #[differentiate(jvp = Self::associated)]
    pub fn of_a_method(x: f64) -> f64 {
        x
    }
}

#[differentiate]
pub mod within {
    use autodiff::prelude::*;

    fn calls_back(x: f64, y_bar: f64) -> (f64, f64) {
        (circle(x), circle_grad(x) * y_bar)
    }

    #[differentiate(vjp = calls_back)]
    pub fn circle(x: f64) -> f64 {
        x
    }

    #[linear(x_dot)]
    fn forward(x: f64, x_dot: f64) -> (f64, f64) {
        let slope = spiral_jvp(x, 1.0).1;
        (spiral(x), slope * x_dot)
    }

    #[differentiate(jvp = forward)]
    pub fn spiral(x: f64) -> f64 {
        x
    }
}

#[differentiate]
impl Model {
    #[differentiate(vjp = Self::reverse)]
    pub fn wheel(x: f64) -> f64 {
        x
    }

    fn reverse(x: f64, y_bar: f64) -> (f64, f64) {
        Self::wheel_vjp(x, y_bar)
    }
}

fn main() {}
