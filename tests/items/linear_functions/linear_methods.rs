//! `#[linear]` on methods: the dot-product law, and calls of linear methods.
#![deny(warnings)]

use crate::support::{close, differences, dot, dot_product_law as law};
use autodiff::prelude::*;

/// A sparse matrix by its rows. It is no type of derivatives.
struct Csr {
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}

#[differentiate]
impl Csr {
    #[linear(x)]
    pub fn apply(&self, x: &[f64]) -> Vec<f64> {
        (0..self.rows()).map(|i| self.row(i, x)).collect()
    }

    /// One element of the product: a linear method that another one calls.
    #[linear(x)]
    fn row(&self, i: usize, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for k in self.starts[i]..self.starts[i + 1] {
            sum += self.values[k] * x[self.columns[k]];
        }
        sum
    }

    fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// By itself: the power is told by the recursion.
    #[linear(x)]
    fn power(&self, n: usize, x: &[f64]) -> Vec<f64> {
        if n == 0 {
            return x.to_vec();
        }
        let y = self.power(n - 1, x);
        Self::halved(&self.apply(&y))
    }

    /// Without a `self`.
    #[linear(x)]
    fn halved(x: &[f64]) -> Vec<f64> {
        x.iter().map(|v| 0.5 * v).collect()
    }

    /// In place.
    #[linear(x)]
    fn relax(&self, omega: f64, x: &mut [f64]) {
        for i in 0..x.len() {
            let r = self.row(i, x);
            x[i] += omega * r;
        }
    }
}

fn matrix() -> Csr {
    Csr {
        starts: vec![0, 2, 2, 3, 6],
        columns: vec![0, 3, 1, 3, 0, 2],
        values: vec![1.5, -2.0, 0.25, 3.0, 1.0, -1.0],
    }
}

#[test]
fn methods_of_a_type_without_tangents() {
    let a = matrix();
    law(|x| a.apply(x), |y_bar, x_bar| a.apply_transposed(y_bar, x_bar), 4);
    law(|x| vec![a.row(3, x)], |y_bar, x_bar| a.row_transposed(3, y_bar[0], x_bar), 4);
    law(|x| a.power(3, x), |y_bar, x_bar| a.power_transposed(3, y_bar, x_bar), 4);
    law(Csr::halved, |y_bar, x_bar| Csr::halved_transposed(y_bar, x_bar), 4);
    let mut x_bar = vec![1.0, 2.0, -1.0, 0.5];
    let (x, y_bar) = (vec![0.3, -0.7, 0.1, 0.9], x_bar.clone());
    let mut y = x.clone();
    a.relax(0.1, &mut y);
    a.relax_transposed(0.1, &mut x_bar);
    close("in place", dot(&x, &x_bar), dot(&y, &y_bar), 1e-14);
}

/// The operator alone, of the crate's own accumulators.
#[test]
fn accumulators_of_methods() {
    let mut x_bar = Sparse::new(4);
    matrix().row_transposed(0, 2.0, &mut x_bar);
    assert_eq!(x_bar.iter().collect::<Vec<_>>(), [(0, 3.0), (3, -4.0)]);
    matrix().row_transposed(0, 2.0, &mut Discard);
}

#[derive(Clone, Debug, Differentiable)]
struct Damping {
    rate: f64,
    weights: Vec<f64>,
    n: usize,
}

#[differentiate]
impl Damping {
    /// Bilinear, and differentiated in all that it has.
    #[differentiate]
    #[linear(x)]
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let k = (-self.rate).exp();
        let mut y = vec![0.0; self.n];
        for i in 0..self.n {
            y[i] = k * self.weights[i] * x[i];
        }
        y
    }

    /// One map for each of two parameters.
    #[linear(a)]
    #[linear(b)]
    fn inner(&self, a: &[f64], b: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.n {
            sum += self.weights[i] * self.weights[i] * a[i] * b[i];
        }
        sum
    }

    /// Linear in what the type carries.
    #[linear(self)]
    fn total(&self, k: f64) -> f64 {
        k * self.rate + self.weights[0]
    }

    /// By value.
    #[linear(x)]
    fn consumed(self, x: f64) -> (f64, f64) {
        (self.rate, self.rate * x)
    }

    #[differentiate]
    fn energy(&self, x: &[f64]) -> f64 {
        let y = self.apply(x);
        let mut sum = self.total(2.0) + constant(self).inner(x, &y);
        for v in &y {
            sum += v * v;
        }
        sum
    }
}

/// A method of a type whose block is elsewhere.
#[differentiate]
fn outside(d: &Damping, x: &[f64]) -> f64 {
    let y = d.apply(x);
    y[0] * y[1]
}

#[linear(x)]
fn linear_outside(d: &Damping, x: &[f64]) -> f64 {
    let y = d.apply(x);
    y[0] - y[1]
}

#[test]
fn methods_with_derivatives() {
    let d = Damping { rate: 0.3, weights: vec![1.5, -0.5], n: 2 };
    let x = [0.7, 1.2];
    law(|x| d.apply(x), |y_bar, x_bar| d.apply_transposed_x(y_bar, x_bar), 2);
    law(
        |x| vec![linear_outside(&d, x)],
        |y_bar, x_bar| linear_outside_transposed(&d, y_bar[0], x_bar),
        2,
    );
    let mut a_bar = [0.0; 2];
    d.inner_transposed_a(&x, 2.0, &mut a_bar);
    close("a", a_bar[0], 2.0 * 2.25 * 0.7, 1e-15);
    let mut b_bar = [0.0; 2];
    d.inner_transposed_b(&x, 2.0, &mut b_bar);
    assert_eq!(a_bar, b_bar);
    let mut d_bar = d.zero_tangent();
    Damping::total_transposed(3.0, 2.0, &mut d_bar);
    assert_eq!(d_bar, DampingTangent { rate: 6.0, weights: vec![2.0, 0.0] });
    let mut x_bar = 0.0;
    d.clone().consumed_transposed(((), 2.0), &mut x_bar);
    assert_eq!(x_bar, 0.6);
    let at = |v: &[f64]| Damping { rate: v[0], weights: v[1..3].to_vec(), n: 2 };
    let (d_bar, x_bar) = d.energy_grad(&x);
    let found = [&[d_bar.rate][..], &d_bar.weights, &x_bar].concat();
    // `inner` is told to take the weights for constant
    let energy = |v: &[f64]| {
        let (own, x) = (at(v), &v[3..]);
        let y = own.apply(x);
        own.total(2.0) + d.inner(x, &y) + dot(&y, &y)
    };
    for (found, expected) in found.iter().zip(differences(energy, &[0.3, 1.5, -0.5, 0.7, 1.2])) {
        close("energy", *found, expected, 1e-8);
    }
    let (d_bar, x_bar) = outside_grad(&d, &x);
    let found = [&[d_bar.rate][..], &d_bar.weights, &x_bar].concat();
    for (found, expected) in
        found.iter().zip(differences(|v| outside(&at(v), &v[3..]), &[0.3, 1.5, -0.5, 0.7, 1.2]))
    {
        close("outside", *found, expected, 1e-8);
    }
}

/// An operator in a field that has no tangent, of a value that has one.
#[derive(Differentiable)]
struct Model {
    #[constant]
    operator: Stretch,
    weight: f64,
}

#[derive(Differentiable)]
struct Stretch {
    factor: f64,
}

#[differentiate]
impl Stretch {
    #[linear(x)]
    fn apply(&self, x: f64) -> f64 {
        self.factor * x
    }
}

#[differentiate]
impl Model {
    #[differentiate]
    fn loss(&self, x: f64) -> f64 {
        let y = self.operator.apply(self.weight * x);
        y * y
    }
}

#[test]
fn constant_operators() {
    let model = Model { operator: Stretch { factor: 3.0 }, weight: 0.5 };
    assert_eq!(model.loss_grad(2.0), (ModelTangent { weight: 36.0 }, 9.0));
}

/// A block with parameters, and a trait.
struct Scaled<T, const N: usize> {
    factor: T,
}

trait Operator<T> {
    fn forward(&self, x: &[T]) -> Vec<T>;
}

#[differentiate]
impl<T: Real, const N: usize> Scaled<T, N> {
    #[linear(x)]
    pub(crate) fn spread(&self, x: T) -> [T; N] {
        [self.factor * x; N]
    }

    #[linear(x)]
    fn twice(&self, x: T) -> T {
        let y = self.spread(x);
        let mut sum = T::real(0.0);
        for i in 0..N {
            sum += y[i];
        }
        sum
    }
}

#[differentiate]
impl Operator<f64> for Csr {
    #[linear(x)]
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.starts.len() - 1];
        for i in 0..y.len() {
            for k in self.starts[i]..self.starts[i + 1] {
                y[i] += self.values[k] * x[self.columns[k]];
            }
        }
        y
    }
}

#[test]
fn methods_of_generic_types_and_traits() {
    let s = Scaled::<f32, 3> { factor: 2.0 };
    let mut x_bar = 1.0;
    s.spread_transposed([1.0, 2.0, 3.0], &mut x_bar);
    assert_eq!(x_bar, 13.0_f32);
    let mut x_bar = 0.0;
    s.twice_transposed(1.0, &mut x_bar);
    assert_eq!((s.twice(1.0), x_bar), (6.0, 6.0));
    let a = matrix();
    law(|x| a.forward(x), |y_bar, x_bar| a.forward_transposed(y_bar, x_bar), 4);
}

#[differentiate]
mod within {
    use autodiff::prelude::*;

    pub struct Stencil {
        pub h: f64,
        pub n: usize,
    }

    impl Stencil {
        #[linear(x)]
        pub fn apply(&self, x: &[f64]) -> Vec<f64> {
            let mut y = vec![0.0; self.n];
            for i in 1..self.n - 1 {
                y[i] = second(x, i) / (self.h * self.h);
            }
            y
        }

        /// Each calls the other.
        #[linear(x)]
        pub fn even(&self, n: usize, x: f64) -> f64 {
            if n == 0 { x } else { self.odd(n - 1, 2.0 * x) }
        }

        #[linear(x)]
        pub fn odd(&self, n: usize, x: f64) -> f64 {
            if n == 0 { 0.0 } else { self.even(n - 1, self.h * x) }
        }
    }

    #[linear(x)]
    fn second(x: &[f64], i: usize) -> f64 {
        x[i - 1] - 2.0 * x[i] + x[i + 1]
    }

    #[differentiate]
    pub fn roughness(#[constant] stencil: &Stencil, x: &[f64]) -> f64 {
        stencil.apply(x).iter().map(|v| v * v).sum()
    }
}

#[test]
fn methods_in_modules() {
    let stencil = within::Stencil { h: 0.5, n: 6 };
    law(|x| stencil.apply(x), |y_bar, x_bar| stencil.apply_transposed(y_bar, x_bar), 6);
    let x = [0.0, 1.0, -0.5, 0.25, 2.0, 0.0];
    let mut expected = vec![0.0; 6];
    stencil.apply_transposed(&stencil.apply(&x), &mut expected);
    for (found, expected) in within::roughness_grad(&stencil, &x).iter().zip(&expected) {
        close("call", *found, 2.0 * expected, 1e-15);
    }
    let mut x_bar = 0.0;
    stencil.even_transposed(4, 1.0, &mut x_bar);
    assert_eq!((stencil.even(4, 1.0), x_bar), (1.0, 1.0));
}

/// Methods with parameters of their own.
#[derive(Differentiable)]
struct Gain<T: Real> {
    by: T,
}

#[differentiate]
impl<T: Real> Gain<T> {
    #[linear(x)]
    fn weighted<U: Real>(&self, a: U, x: U) -> U {
        a * x * U::real(2.0)
    }

    #[linear(x)]
    fn ends<const N: usize>(&self, a: &[T; N], x: &[T; N]) -> [T; 2] {
        [a[0] * x[0] * self.by, a[N - 1] * x[N - 1]]
    }

    #[linear(x)]
    #[linear(z)]
    fn product<U: Real>(&self, x: U, z: U) -> U {
        x * z
    }

    #[differentiate]
    #[linear(x)]
    fn damped<U: Real>(&self, a: U, x: U) -> U {
        (-a).exp() * x
    }
}

#[differentiate]
impl Gain<f64> {
    #[linear(x)]
    fn of_all(&self, x: &[f64; 3]) -> Vec<f64> {
        let ends = self.ends(&[2.0, 0.5, 3.0], x);
        vec![
            ends[0],
            ends[1],
            self.weighted(self.by, x[1]),
            self.product(self.by, x[2]),
            self.damped(0.5, x[0]),
        ]
    }

    #[differentiate]
    fn squares(#[constant] &self, x: &[f64; 3]) -> f64 {
        let y = self.weighted(0.5, x[1]);
        let ends = self.ends(&[1.0, 2.0, 3.0], x);
        y * y + ends[0] * ends[1] * self.product(2.0, x[2])
    }
}

#[test]
fn methods_with_parameters_of_their_own() {
    let gain = Gain { by: 1.5 };
    let of = |x: &[f64]| gain.of_all(x.try_into().unwrap());
    law(of, |y_bar, x_bar| gain.of_all_transposed(y_bar, x_bar), 3);
    let mut x_bar = 0.0_f32;
    gain.weighted_transposed(2.0_f32, 1.5, &mut x_bar);
    assert_eq!(x_bar, 6.0);
    let mut z_bar = 0.0;
    gain.product_transposed_z(2.0, 1.5, &mut z_bar);
    assert_eq!(z_bar, 3.0);
    let gradient = gain.squares_grad(&[0.5, -1.0, 2.0]);
    for (found, expected) in
        gradient.iter().zip(differences(|x| gain.squares(x.try_into().unwrap()), &[0.5, -1.0, 2.0]))
    {
        close("squares", *found, expected, 1e-8);
    }
}
