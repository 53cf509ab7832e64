//! Calls of other differentiated functions.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiate(reverse)]
fn norm(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in v {
        s += x * x;
    }
    s.sqrt()
}

#[differentiate(reverse)]
fn composed(x: &[f64]) -> f64 {
    let mut v = vec![0.0; x.len()];
    for i in 0..x.len() {
        v[i] = sigmoid(x[i]) + 0.1 * x[0];
    }
    norm(&v) * norm(&x[1..])
}

#[differentiate(reverse)]
fn fibonacci(x: f64, n: usize) -> f64 {
    if n < 2 { x + n as f64 } else { fibonacci(x, n - 1) * 0.5 + fibonacci(x * x, n - 2) }
}

#[differentiate(reverse)]
fn recursive(x: &[f64]) -> f64 {
    fibonacci(x[0], 7)
}

#[test]
fn calls() {
    check!(composed, [0.5, 1.5, -0.7, 0.9]);
    check!(recursive, [0.6]);
}

/// Names after formulas: functions, that one of a type included which has the same letters.
#[allow(non_snake_case, non_camel_case_types)]
mod formulas {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn T2p_water(T: f64, exponent: i32) -> f64 {
        (T * T).powi(exponent) + T.sin()
    }

    #[differentiate]
    pub fn Td_reg3(T: f64, d: f64) -> f64 {
        T2p_water(T * d, 2) + if d < 2.0 { Td_reg3(T, d + 1.0) } else { d }
    }

    /// Another function, whose name differs by the case of a letter.
    #[differentiate]
    pub fn td_reg3(T: f64, d: f64) -> f64 {
        Td_reg3(T + 1.0, d) * d
    }

    /// A type, and not a function that is named after a formula.
    #[derive(Differentiable, Clone, Debug)]
    pub struct Pair_of(pub f64, pub f64);

    #[differentiate]
    pub fn of_pair(x: &[f64]) -> f64 {
        let pair = Pair_of(Td_reg3(x[0], x[1]), td_reg3(x[1], x[0]));
        pair.0 * pair.1
    }
}

#[differentiate]
#[allow(non_snake_case)]
mod known_formulas {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone, Debug)]
    pub struct Width(f64);

    #[differentiate]
    fn Area(w: f64) -> f64 {
        w * w
    }

    #[differentiate]
    pub fn of_known(x: &[f64]) -> f64 {
        let w = Width(x[0].sin());
        Area(w.0) * x[1]
    }
}

#[test]
fn names_after_formulas() {
    use formulas::*;
    use known_formulas::*;
    check!(of_pair, [0.5, 1.3]);
    check!(of_known, [0.5, 1.3]);
}
