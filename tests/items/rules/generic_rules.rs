//! Rules of generic functions.
#![deny(warnings)]

use crate::support::close;
use autodiff::prelude::*;

/// √(1 + x²)
#[linear(x_dot)]
fn hypotenuse_rule<T: Real>(x: T, x_dot: T) -> (T, T) {
    let y = (T::real(1.0) + x * x).sqrt();
    (y, x / y * x_dot)
}

#[differentiate(jvp = hypotenuse_rule)]
fn hypotenuse<T: Real>(x: T) -> T {
    let square = x.powi(2);
    (T::one() + square).sqrt()
}

#[linear(x_dot)]
fn norm_rule<T: Real, const N: usize>(x: &[T; N], x_dot: &[T; N]) -> (T, T) {
    let mut sum = T::real(0.0);
    let mut rate = T::real(0.0);
    for i in 0..N {
        sum += x[i] * x[i];
        rate += x[i] * x_dot[i];
    }
    let norm = sum.sqrt();
    (norm, rate / norm)
}

#[differentiate(jvp = norm_rule)]
fn norm<T: Real, const N: usize>(x: &[T; N]) -> T {
    let mut sum = T::real(0.0);
    for v in x {
        sum += *v * *v;
    }
    sum.sqrt()
}

/// Cumulative sums, with the rule backward.
fn cumulative_reverse<T: Real>(x: &[T], y_bar: &[T]) -> (Vec<T>, Vec<T>) {
    let mut x_bar = y_bar.to_vec();
    for i in (1..x_bar.len()).rev() {
        let later = x_bar[i];
        x_bar[i - 1] += later;
    }
    (cumulative(x), x_bar)
}

#[differentiate(vjp = cumulative_reverse)]
fn cumulative<T: Real>(x: &[T]) -> Vec<T> {
    let mut y = x.to_vec();
    for i in 1..y.len() {
        let before = y[i - 1];
        y[i] += before;
    }
    y
}

/// A parameter that only the result tells.
fn powers_kept<T: Real, const N: usize>(x: T) -> ([T; N], T) {
    (powers(x), x)
}

fn powers_back<T: Real, const N: usize>(x: &T, y_bar: [T; N]) -> T {
    let (mut sum, mut power) = (T::real(0.0), T::real(1.0));
    for (k, bar) in y_bar.iter().enumerate().skip(1) {
        sum += T::real(k as f64) * power * *bar;
        power *= *x;
    }
    sum
}

#[differentiate(primal = powers_kept, transposed = powers_back)]
fn powers<T: Real, const N: usize>(x: T) -> [T; N] {
    let mut y = [T::real(1.0); N];
    for i in 1..N {
        y[i] = y[i - 1] * x;
    }
    y
}

/// All of them, in a function that is generic itself.
#[differentiate]
fn all<T: Real>(x: T, y: T) -> T {
    let z = cumulative(&[x, y, x * y]);
    let p: [T; 4] = powers::<T, 4>(z[1]);
    hypotenuse(z[2]) * norm(&[x, y]) + norm(&[p[1], p[2], p[3]])
}

fn by_hand(x: f64, y: f64) -> f64 {
    let (z1, z2) = (x + y, x + y + x * y);
    (1.0 + z2 * z2).sqrt() * x.hypot(y) + (z1.powi(2) + z1.powi(4) + z1.powi(6)).sqrt()
}

#[test]
fn generic_rules_in_both_modes() {
    let (x, y) = (0.7, -1.3);
    let (value, (x_bar, y_bar)) = all_value_and_grad(x, y);
    close("value", value, by_hand(x, y), 1e-14);
    let h = 1e-6;
    close("x", x_bar, (by_hand(x + h, y) - by_hand(x - h, y)) / (2.0 * h), 1e-8);
    close("y", y_bar, (by_hand(x, y + h) - by_hand(x, y - h)) / (2.0 * h), 1e-8);
    close("forward", all_jvp(x, y, 1.0, 2.0).1, x_bar + 2.0 * y_bar, 1e-13);
    let single = all_grad(0.7_f32, -1.3_f32);
    close("single", f64::from(single.0), x_bar, 1e-5);
}

#[test]
fn the_public_functions_of_generic_rules() {
    assert_eq!(hypotenuse_grad(0.0_f32), 0.0);
    assert_eq!(norm_grad(&[0.0, 4.0]), [0.0, 1.0]);
    assert_eq!(norm_jvp(&[3.0, 4.0], &[1.0, 0.0]), (5.0, 0.6));
    assert_eq!(cumulative_vjp(&[1.0_f32, 2.0], &[1.0, 10.0]), (vec![1.0, 3.0], vec![11.0, 10.0]));
    assert_eq!(powers_vjp::<f64, 3>(2.0, [0.0, 1.0, 1.0]), ([1.0, 2.0, 4.0], 5.0));
    let (y, residuals) = cumulative_primal(&[1.0, 2.0]);
    assert_eq!((y, cumulative_linear(&residuals, &[1.0, 0.0])), (vec![1.0, 3.0], vec![1.0, 1.0]));
}

#[derive(Clone, Debug, Differentiable)]
struct Spring<T, const N: usize> {
    stiffness: T,
    lengths: [T; N],
}

#[linear(spring_dot, x_dot)]
fn energy_rule<T: Real, const N: usize>(
    spring: &Spring<T, N>,
    x: T,
    spring_dot: &SpringTangent<T, N>,
    x_dot: T,
) -> (T, T) {
    let mut y = T::real(0.0);
    let mut y_dot = T::real(0.0);
    for i in 0..N {
        let d = x - spring.lengths[i];
        y += spring.stiffness * d * d;
        y_dot += spring_dot.stiffness * d * d
            + T::real(2.0) * spring.stiffness * d * (x_dot - spring_dot.lengths[i]);
    }
    (y, y_dot)
}

fn shifted_reverse<T: Real, const N: usize>(
    spring: &Spring<T, N>,
    x: T,
    y_bar: T,
) -> (T, (SpringTangent<T, N>, T)) {
    let mut bar = spring.zero_tangent();
    bar.stiffness = y_bar;
    (spring.stiffness + x, (bar, y_bar))
}

#[differentiate]
impl<T: Real, const N: usize> Spring<T, N> {
    #[differentiate(jvp = energy_rule)]
    fn energy(&self, x: T) -> T {
        let k = self.stiffness;
        self.lengths.iter().map(|l| k * (x - *l).powi(2)).fold(T::real(0.0), |a, b| a + b)
    }

    #[differentiate(vjp = shifted_reverse)]
    fn shifted(&self, x: T) -> T {
        self.stiffness + x
    }

    #[differentiate]
    fn both(&self, x: T) -> T {
        self.energy(x) * self.shifted(x)
    }
}

#[test]
fn rules_of_methods_of_generic_types() {
    let spring = Spring { stiffness: 2.0, lengths: [0.5, 1.5] };
    let (value, (bar, x_bar)) = spring.both_value_and_grad(2.0);
    // 2 ((2 − 0.5)² + (2 − 1.5)²) · (2 + 2)
    assert_eq!((value, x_bar), (20.0, 8.0 * 4.0 + 5.0));
    assert_eq!(
        bar,
        SpringTangent { stiffness: 2.5 * 4.0 + 5.0, lengths: [-6.0 * 4.0, -2.0 * 4.0] }
    );
    let spring_dot = SpringTangent { stiffness: 1.0, lengths: [0.0, 1.0] };
    assert_eq!(spring.both_jvp(2.0, &spring_dot, 1.0), (20.0, 37.0 + 15.0 - 8.0));
}
