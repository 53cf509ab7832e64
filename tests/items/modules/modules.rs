//! `#[differentiate]` on a module: its functions are differentiated where they are called, and
//! signatures are known.
#![deny(warnings)]

use autodiff::prelude::*;

/// Documented as the module.
#[differentiate]
mod mixture {
    use self::special::log_add as add_logs;

    const HALF: f64 = 0.5;
    const WEIGHTS: [f64; 2] = [0.25, 0.75];

    /// The log density of a mixture of two.
    #[differentiate(reverse)]
    pub fn log_density(x: &[f64]) -> f64 {
        let mut total = 0.0;
        for i in 2..x.len() {
            let (a, n) = component(x[i], x[0], 0);
            let b = component(x[i], x[1], n);
            // a component of a call's output, without an annotation
            total += add_logs(a, b.0) * self::special::unit(x) / b.1 as f64;
        }
        total
    }

    fn component(x: f64, mean: f64, n: usize) -> (f64, usize) {
        let d = x - mean;
        (WEIGHTS[n].ln() - HALF * d * d, n + 1)
    }

    /// What nothing differentiated calls may be anything.
    pub fn describe(parts: &mut Vec<String>) -> impl Iterator<Item = &String> {
        parts.push(format!("{HALF}"));
        parts.iter()
    }

    pub mod special {
        pub fn log_add(a: f64, b: f64) -> f64 {
            let m = a.max(b);
            m + ((a - m).exp() + (b - m).exp()).ln()
        }

        // of inactive arguments only
        pub(super) fn unit(x: &[f64]) -> f64 {
            if x.is_empty() { 0.0 } else { super::HALF + 0.5 }
        }

        #[differentiate(forward)]
        pub fn square_of_sum(a: f64, b: f64) -> f64 {
            let s = log_add(a, b);
            s * s
        }
    }
}

#[test]
fn helpers_are_differentiated_as_needed() {
    use mixture::*;
    check!(log_density, [0.3, -0.7, 1.2, 0.1, -1.9]);
    assert_eq!(describe(&mut vec![]).count(), 1);
    // they have their derivatives then, too
    let (y, (a_bar, b_bar)) = special::log_add_vjp(0.25, 0.25, 1.0);
    assert!((y - (0.25 + 2.0_f64.ln())).abs() < 1e-15);
    assert_eq!((a_bar, b_bar), (0.5, 0.5));
    let (y, y_dot) = special::square_of_sum_jvp(0.0, 0.0, 1.0, 1.0);
    assert!((y_dot - 2.0 * y.sqrt()).abs() < 1e-15);
}

#[differentiate]
mod outer {
    #[differentiate]
    pub fn of_both(x: &[f64]) -> f64 {
        use_of(x) + super::outside(x[0])
    }

    fn use_of(x: &[f64]) -> f64 {
        let parts = scaled(x, 3.0);
        let mut s = 0.0;
        for k in 0..parts.len() {
            s += parts[k] * parts[k];
        }
        s
    }

    fn scaled(x: &[f64], by: f64) -> Vec<f64> {
        let mut out = Vec::new();
        for i in 0..x.len() {
            out.push(x[i] * by);
        }
        out
    }

    #[cfg(any())]
    fn scaled(x: &[f64], _: f64) -> Vec<f64> {
        x.to_vec()
    }
}

#[differentiate]
fn outside(x: f64) -> f64 {
    x.sin()
}

#[differentiate]
fn from_outside(x: &[f64]) -> f64 {
    outer::of_both(x) * x[1]
}

#[test]
fn modules_and_what_is_around_them_call_each_other() {
    use outer::*;
    check!(of_both, [0.4, -1.5]);
    check!(from_outside, [0.4, -1.5]);
}

#[differentiate]
mod network {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Layer {
        pub weights: Vec<Vec<f64>>,
        pub bias: Vec<f64>,
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Network {
        pub layers: Vec<Layer>,
        pub decay: f64,
        pub depth: usize,
    }

    // without an attribute of its own: the module has it
    impl Layer {
        fn apply(&self, x: &[f64]) -> Vec<f64> {
            let mut out = Vec::with_capacity(self.rows());
            for i in 0..self.rows() {
                let mut s = self.bias[i];
                for j in 0..x.len() {
                    s += self.weights[i][j] * x[j];
                }
                out.push(Self::squash(s));
            }
            out
        }

        fn squash(x: f64) -> f64 {
            x.tanh()
        }

        fn rows(&self) -> usize {
            self.weights.len()
        }

        fn norm(&self) -> f64 {
            let mut s = 0.0;
            for r in 0..self.rows() {
                for w in &self.weights[r] {
                    s += w * w;
                }
            }
            s
        }
    }

    impl Network {
        pub fn new(layers: Vec<Layer>, decay: f64) -> Self {
            let depth = layers.len();
            Self { layers, decay, depth }
        }

        #[differentiate]
        pub fn loss(&self, x: &[f64], target: f64) -> f64 {
            let mut state = x.to_vec();
            let mut penalty = 0.0;
            for k in 0..self.depth {
                state = self.layers[k].apply(&state);
                penalty += self.layers[k].norm();
            }
            let r = state[0] - target;
            r * r + self.decay * penalty
        }
    }
}

#[test]
fn structs_and_methods_of_a_module() {
    use network::*;
    let layer = |a: f64| Layer { weights: vec![vec![a, 0.5], vec![-0.25, a]], bias: vec![0.1, a] };
    let n = Network::new(vec![layer(0.3), layer(-0.7)], 0.01);
    let x = [0.5, -0.25];
    let (y, (n_bar, x_bar, target_bar)) = n.loss_value_and_grad(&x, 0.3);
    assert_eq!(y, n.loss(&x, 0.3));
    let along = n.clone();
    let at = |h: f64| {
        let mut moved = along.clone();
        moved.move_by(&{
            let mut step = n_bar.clone();
            step.scale(h);
            step
        });
        moved.loss(&[x[0] + h * x_bar[0], x[1] + h * x_bar[1]], 0.3 + h * target_bar)
    };
    let squared = n_bar.dot(&n_bar) + x_bar[0].powi(2) + x_bar[1].powi(2) + target_bar.powi(2);
    let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
    assert!((slope - squared).abs() < 1e-8 * (1.0 + squared), "{slope} is not {squared}");
    let (_, y_dot) = n.loss_jvp(&x, 0.3, &n_bar, &x_bar, target_bar);
    assert!((y_dot - squared).abs() < 1e-12 * (1.0 + squared));
}

// functions that call each other in circles: residuals that would contain themselves are behind
// pointers
#[differentiate]
mod circles {
    #[differentiate]
    pub fn even(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            return x[0].sin();
        }
        let mut s = 0.0;
        for i in 0..2 {
            s += odd(x, n - 1) * x[i].exp();
        }
        s
    }

    fn odd(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            return x[1] * x[1];
        }
        let y = even(x, n - 1);
        y * y * third(x[0], n) + x[1].cos()
    }

    fn third(x: f64, n: usize) -> f64 {
        if n > 3 { self::third(x * 0.5, n - 1) * x } else { even(&[x, 2.0 * x], n / 3) }
    }

    #[differentiate]
    pub fn of_four(x: &[f64]) -> f64 {
        even(x, 4) + even(x, 0)
    }

    #[differentiate]
    pub fn of_five(x: &[f64]) -> f64 {
        odd(x, 5)
    }
}

#[test]
fn circles_of_calls() {
    use circles::*;
    check!(of_four, [0.3, 0.4]);
    check!(of_five, [0.3, 0.4]);
    let x = [0.3, 0.4];
    let mut residuals = even_primal(&x, 5).1;
    let gradient = even_grad(&x, 5).to_vec();
    let mut bar = [0.0; 2];
    even_vjp_into(&x, 5, 0.5, &mut residuals, &mut bar);
    let size = residuals.size_in_bytes();
    even_vjp_into(&x, 5, 0.5, &mut residuals, &mut bar);
    for (bar, expected) in bar.iter().zip(&gradient) {
        assert!((bar - expected).abs() < 1e-12 * expected.abs());
    }
    assert_eq!(residuals.size_in_bytes(), size);
}

/// Globs of other crates beside those of modules.
#[differentiate]
mod with_globs {
    use autodiff::prelude::*;
    use ndarray::prelude::*;
    use std::f64::consts::*;

    #[differentiate(reverse)]
    pub fn area(x: &Array1<f64>) -> f64 {
        squares(x).sum() * PI
    }

    fn squares(x: &Array1<f64>) -> Array1<f64> {
        x.mapv(|v| v * v)
    }

    pub mod one {
        use super::other::*;
        use super::*;

        pub fn product(x: &Array1<f64>) -> f64 {
            area(x) * of_squares(x)
        }
    }

    pub mod other {
        use super::one::*;
        use super::*;

        pub fn of_squares(x: &Array1<f64>) -> f64 {
            squares(x).dot(x)
        }

        #[differentiate(reverse)]
        pub fn sine(x: &Array1<f64>) -> f64 {
            product(x).sin()
        }
    }
}

#[test]
fn globs_of_other_crates() {
    use ndarray::array;
    use std::f64::consts::PI;
    assert_eq!(with_globs::area_grad(&array![1.0]), array![2.0 * PI]);
    let (value, slope) = with_globs::other::sine_value_and_grad(&array![1.0]);
    assert_eq!(value, with_globs::other::sine(&array![1.0]));
    assert!((slope[0] - 5.0 * PI * PI.cos()).abs() < 1e-12);
}
