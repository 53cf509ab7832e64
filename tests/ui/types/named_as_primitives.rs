//! Types of the crate by the name of a primitive type or of `String`.
use autodiff::prelude::*;

mod numbers {
    use autodiff::prelude::*;

    #[allow(non_camel_case_types)]
    type f32 = f64;

    #[differentiate]
    fn of_alias(x: f32) -> f32 {
        x * 0.1
    }
}

mod lengths {
    pub type Meters = f64;
}

mod imported {
    use autodiff::prelude::*;

    #[allow(non_camel_case_types)]
    use super::lengths::Meters as usize;

    #[differentiate]
    fn of_import(x: f64, n: usize) -> f64 {
        x * n
    }
}

#[derive(Clone, Debug, Differentiable)]
struct String {
    x: f64,
}

#[differentiate]
fn of_struct(s: &String, x: f64) -> f64 {
    s.x * x
}

fn main() {}
