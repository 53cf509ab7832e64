//! Polynomials over any scalar: values, derivatives, roots by Newton steps.

use autodiff::prelude::*;
use num_traits::Float;

#[derive(Debug, Clone, PartialEq, Differentiable)]
pub struct Poly<T: Real> {
    coeffs: Vec<T>,
}
#[differentiate]
impl<T: Real> Poly<T> {
    #[differentiate]
    pub fn eval(&self, x: T) -> T {
        self.coeffs.iter().rev().fold(T::zero(), |acc, &c| acc * x + c)
    }
    #[differentiate]
    pub fn derivative(&self) -> Poly<T> {
        let coeffs =
            self.coeffs.iter().enumerate().skip(1).map(|(i, &c)| c * T::from(i).unwrap()).collect();
        Poly { coeffs }
    }
    #[differentiate]
    pub fn newton(&self, start: T, steps: usize) -> Option<T> {
        let d = self.derivative();
        let mut x = start;
        for _ in 0..steps {
            let slope = d.eval(x);
            if slope.abs() < T::from(1e-6).unwrap() {
                return None;
            }
            x = x - self.eval(x) / slope;
        }
        Some(x)
    }
}
#[differentiate]
fn poly_program(x: &[f64]) -> f64 {
    let p = Poly { coeffs: x.to_vec() };
    let q = p.derivative();
    p.eval(0.7) + q.eval(-0.4) + p.newton(0.3, 2).map(|r| r.tanh()).unwrap_or(0.25)
}

mod laws {
    at_points! { poly_program }
}
