//! The checks of one program: its derivatives against each other and against central differences.
//!
//! This file is a module of the generated crate as well.

use autodiff::prelude::*;
use ndarray::{Array, Array1, Array2, Dimension, ShapeBuilder};

/// A differentiated function. Its arguments are a tuple, and so are their tangents.
pub trait Program {
    /// The arguments.
    type Input: Differentiable<Tangent = Self::Tangent> + Layouts;
    /// Their tangents.
    type Tangent: TangentSpace + Differentiable<Tangent = Self::Tangent> + Clone;
    /// The result.
    type Output: Differentiable;

    /// The function itself.
    fn value(input: &Self::Input) -> Self::Output;
    /// `f_jvp`
    fn jvp(
        input: &Self::Input,
        dot: &Self::Tangent,
    ) -> (Self::Output, <Self::Output as Differentiable>::Tangent);
    /// `f_primal` and `f_linear`
    fn linear(
        input: &Self::Input,
        dot: &Self::Tangent,
    ) -> (Self::Output, <Self::Output as Differentiable>::Tangent);
    /// `f_vjp`
    fn vjp(
        input: &Self::Input,
        bar: &<Self::Output as Differentiable>::Tangent,
    ) -> (Self::Output, Self::Tangent);
    /// `f_primal` and `f_transposed`
    fn transposed(
        input: &Self::Input,
        bar: &<Self::Output as Differentiable>::Tangent,
    ) -> (Self::Output, Self::Tangent);
}

/// Inputs in other layouts of memory, with the same elements.
pub trait Layouts: Clone {
    /// How many layouts there are.
    const COUNT: usize = 4;
    /// The same value in the layout of the given number.
    fn in_layout(&self, number: usize) -> Self;
}

impl Layouts for f64 {
    fn in_layout(&self, _: usize) -> f64 {
        *self
    }
}

impl<D: Dimension> Layouts for Array<f64, D> {
    fn in_layout(&self, number: usize) -> Self {
        let mut copy = if number == 1 {
            Array::zeros(self.raw_dim().f())
        } else {
            Array::zeros(self.raw_dim())
        };
        // one reversed axis, or all
        let axes = match number {
            2 => self.ndim().min(1),
            3 => self.ndim(),
            _ => 0,
        };
        (0..axes).for_each(|axis| copy.invert_axis(ndarray::Axis(axis)));
        copy.assign(self);
        copy
    }
}

impl<A: Layouts, B: Layouts, C: Layouts> Layouts for (A, B, C) {
    fn in_layout(&self, number: usize) -> Self {
        (self.0.in_layout(number), self.1.in_layout(number), self.2.in_layout(number))
    }
}

/// Repeatable numbers (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*,
/// 2014).
pub struct Numbers(pub u64);

impl Numbers {
    /// The next integer.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A real between -1 and 1.
    pub fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A vector.
    pub fn vector(&mut self, length: usize) -> Array1<f64> {
        Array1::from_shape_fn(length, |_| self.real())
    }

    /// A matrix.
    pub fn matrix(&mut self, rows: usize, columns: usize) -> Array2<f64> {
        Array2::from_shape_fn((rows, columns), |_| self.real())
    }

    fn fill<T: Differentiable>(&mut self, value: &mut T) {
        let reals: Vec<f64> = value.flatten().iter().map(|_| self.real()).collect();
        value.unflatten(&reals);
    }
}

/// What the checks found.
#[derive(Default)]
pub struct Outcome {
    /// The checks that failed.
    pub failures: Vec<String>,
    /// How many inputs were compared with central differences.
    pub compared: usize,
    /// How many were not, because two steps disagree: there is a kink near the input.
    pub kinks: usize,
}

/// Checks a program at one input, in all layouts.
pub fn check<P: Program>(name: &str, input: &P::Input, outcome: &mut Outcome) {
    for number in 0..P::Input::COUNT {
        let before = outcome.failures.len();
        let run = std::panic::AssertUnwindSafe(|| at::<P>(&input.in_layout(number), outcome));
        if let Err(panic) = std::panic::catch_unwind(run) {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("?");
            outcome.failures.push(format!("panic: {text}"));
        }
        for failure in &mut outcome.failures[before..] {
            *failure = format!("{name}, layout {number}: {failure}");
        }
    }
}

fn at<P: Program>(input: &P::Input, outcome: &mut Outcome) {
    let mut numbers = Numbers(7);
    let expected = P::value(input);
    let mut dot = input.zero_tangent();
    let mut bar = expected.zero_tangent();
    numbers.fill(&mut dot);
    numbers.fill(&mut bar);

    let (of_jvp, y_dot) = P::jvp(input, &dot);
    let (of_linear, y_dot_of_linear) = P::linear(input, &dot);
    let (of_vjp, x_bar) = P::vjp(input, &bar);
    let (of_transposed, x_bar_of_transposed) = P::transposed(input, &bar);
    let values = [
        ("jvp", of_jvp),
        ("primal before linear", of_linear),
        ("vjp", of_vjp),
        ("primal before transposed", of_transposed),
    ];
    for (what, value) in values {
        if bits(&value) != bits(&expected) {
            outcome.failures.push(format!(
                "the value of {what} is {:?} where that of the function is {:?}",
                value.flatten(),
                expected.flatten()
            ));
        }
    }
    let mut close = |what: &str, a: f64, b: f64, tolerance: f64| {
        if (a - b).abs() > tolerance || !(a - b).is_finite() {
            outcome.failures.push(format!("{what}: {a} and {b}"));
        }
    };
    let product = 1.0 + norm(&bar) * norm(&y_dot) + norm(&x_bar) * norm(&dot);
    // the order of a sum depends on the schedule, and on the layout of saved copies
    let apart = distance(&y_dot, &y_dot_of_linear);
    close("jvp and linear", apart, 0.0, 1e-13 * (1.0 + norm(&y_dot)));
    let apart = distance(&x_bar, &x_bar_of_transposed);
    close("vjp and transposed", apart, 0.0, 1e-13 * (1.0 + norm(&x_bar)));
    let [left, right] = [bar.inner_product(&y_dot), x_bar.inner_product(&dot)];
    close("inner products", left, right, 1e-11 * product);

    // forward mode by basis vectors
    let flat = x_bar.flatten();
    for (k, slope) in flat.iter().enumerate() {
        let mut unit = vec![0.0; flat.len()];
        unit[k] = 1.0;
        let mut basis = input.zero_tangent();
        basis.unflatten(&unit);
        let (_, rate) = P::jvp(input, &basis);
        let rate = bar.inner_product(&rate);
        close(&format!("component {k}"), *slope, rate, 1e-10 * product);
    }

    let difference = |step: f64| -> Vec<f64> {
        let moved = |by: f64| {
            let (mut at, mut tangent) = (input.clone(), dot.clone());
            tangent.scale(by);
            at.move_by(&tangent);
            P::value(&at).flatten()
        };
        let (above, below) = (moved(step), moved(-step));
        above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * step)).collect()
    };
    let (coarse, fine) = (difference(2e-5), difference(1e-5));
    let scale = 1.0 + norm(&y_dot) + norm(&expected);
    let far = |a: &[f64], b: &[f64]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-6 * scale);
    if far(&coarse, &fine) {
        outcome.kinks += 1;
        return;
    }
    outcome.compared += 1;
    let rate = y_dot.flatten();
    if far(&fine, &rate) || rate.iter().any(|x| x.is_nan()) {
        outcome.failures.push(format!("jvp is {rate:?} where central differences are {fine:?}"));
    }
}

fn bits(value: &impl Differentiable) -> Vec<u64> {
    value.flatten().iter().map(|x| x.to_bits()).collect()
}

fn norm(value: &impl Differentiable) -> f64 {
    value.flatten().iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn distance(a: &impl Differentiable, b: &impl Differentiable) -> f64 {
    a.flatten().iter().zip(b.flatten()).map(|(a, b)| (a - b).abs()).sum()
}
