//! `jvp` rules of functions with parameters by `&mut`, that do not fit.
#![deny(warnings)]
use autodiff::prelude::*;

#[linear(u_dot, k_dot)]
pub fn rule(u: &mut [f64], k: f64, u_dot: &mut [f64], k_dot: f64) -> ((), ()) {
    for i in 0..u.len() {
        u_dot[i] = u_dot[i] * (1.0 - k) - k_dot * u[i];
        u[i] -= k * u[i];
    }
    ((), ())
}

#[differentiate(jvp = rule)]
pub fn of_vectors(u: &mut Vec<f64>, k: f64) {
    u.iter_mut().for_each(|v| *v -= k * *v);
}

#[linear(u_dot)]
pub fn by_value(u: f64, u_dot: f64) -> (f64, f64) {
    (2.0 * u, 2.0 * u_dot)
}

#[differentiate(jvp = by_value)]
pub fn in_place(u: &mut f64) {
    *u *= 2.0;
}

mod rules {
    use autodiff::prelude::*;

    #[linear(u_dot)]
    pub fn not_in_k<T: Real>(u: &mut T, k: T, u_dot: &mut T, _k_dot: T) -> (T, T) {
        *u *= k;
        *u_dot *= k;
        (*u, *u_dot)
    }
}

#[differentiate(jvp = rules::not_in_k)]
pub fn of_another_tangent<T: Real>(u: &mut T, k: T) -> T {
    *u *= k;
    *u
}

#[linear(u_dot)]
pub fn lost(u: &mut f64, u_dot: &mut f64) -> ((), ()) {
    *u = 2.0 * *u_dot;
    ((), ())
}

#[linear(u_dot)]
pub fn moved(u: &mut f64, u_dot: &mut f64) -> ((), ()) {
    *u *= 2.0;
    *u_dot = 1.0;
    ((), ())
}

fn main() {}
