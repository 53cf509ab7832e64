//! The rows of arrays in all layouts, against the operations of `ndarray`, central differences, and
//! the law of the transpose: ⟨linear(dx), bar⟩ = ⟨dx, transposed(bar)⟩.
//!
//! ```text
//! mod          the driver
//! values       operators, elements, products, sums
//! elementary   functions of every element
//! orders       the order in which elements are visited
//! maps         closures of every element, in the order of `ndarray`
//! kernels      products added to arrays, longer arrays, values along an axis
//! projections  views without copies
//! updates      operators and methods that change an array
//! views        views, and their copies in the same layout
//! sparse_rows  accumulators that store only the rows that were added to
//! ```

mod elementary;
mod kernels;
mod maps;
mod orders;
mod projections;
mod sparse_rows;
mod updates;
mod values;
mod views;

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use ndarray::{Array, Axis, Dimension, ShapeBuilder, Slice};

use super::rows::Tangent;
use crate::{Differentiable, Fresh, TangentSpace};

/// Pseudo-random numbers with magnitudes from 0.5 to 1.5.
pub struct Numbers(u64);

impl Numbers {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let magnitude = 0.5 + (self.0 >> 34) as f64 / (1_u64 << 30) as f64;
        if self.0 >> 33 & 1 == 0 { magnitude } else { -magnitude }
    }

    pub fn take(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.next()).collect()
    }
}

/// How an array lies in memory. The steps and directions are those of its even and odd axes.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    columns_first: bool,
    gaps: bool,
    steps: [usize; 2],
    reversed: [bool; 2],
}

/// A layout in one line: `C` or `F` order, contiguous or with gaps, steps, directions.
const fn layout(order: char, gaps: bool, steps: [usize; 2], reversed: [bool; 2]) -> Layout {
    Layout { columns_first: order == 'F', gaps, steps, reversed }
}

pub const LAYOUTS: [Layout; 10] = [
    layout('C', false, [1, 1], [false, false]),
    layout('F', false, [1, 1], [false, false]),
    layout('C', true, [1, 1], [false, false]),
    layout('F', true, [1, 1], [false, false]),
    layout('C', true, [2, 3], [false, false]),
    layout('F', true, [1, 2], [false, false]),
    layout('C', false, [1, 1], [true, true]),
    layout('F', false, [1, 1], [false, true]),
    layout('C', true, [1, 2], [true, false]),
    layout('F', true, [3, 1], [true, true]),
];

/// An array with pseudo-random elements in a layout.
pub fn array<D: Dimension>(layout: Layout, shape: D, seed: u64) -> Array<f64, D> {
    let mut memory = shape.clone();
    for (axis, length) in memory.slice_mut().iter_mut().enumerate() {
        *length = *length * layout.steps[axis % 2] + usize::from(layout.gaps);
    }
    let mut array = Array::zeros(memory.set_f(layout.columns_first));
    for (axis, length) in shape.slice().iter().enumerate() {
        let step = layout.steps[axis % 2];
        let first = isize::from(layout.gaps);
        let slice = Slice::new(first, Some(first + (length * step) as isize), step as isize);
        array.slice_axis_inplace(Axis(axis), slice);
        if layout.reversed[axis % 2] {
            array.invert_axis(Axis(axis));
        }
    }
    assert_eq!(array.shape(), shape.slice());
    let mut numbers = Numbers(seed);
    array.map_inplace(|x| *x = numbers.next());
    array
}

pub type Plain<'a, X, O> = Box<dyn Fn(&X) -> O + 'a>;
pub type Jvp<'a, X, O> = Box<dyn Fn(&X, &Tangent<X>) -> (O, Tangent<O>) + 'a>;
pub type Linear<'a, X, O> = Box<dyn Fn(&X, &Tangent<X>) -> Tangent<O> + 'a>;
pub type Transpose<'a, X, O> = Box<dyn Fn(&X, Tangent<O>, &mut Tangent<X>) + 'a>;
pub type Vjp<'a, X, O> = Box<dyn Fn(&X, Tangent<O>, &mut Tangent<X>) -> O + 'a>;

pub type Both<'a, X, Y> = Box<dyn FnOnce(&mut Tangent<X>, &mut Tangent<Y>) + 'a>;

/// A row as functions of its operand, or of the tuple of its operands.
pub struct Calls<'a, X: Differentiable, O: Differentiable> {
    /// The operation of `ndarray`.
    pub plain: Plain<'a, X, O>,
    pub primal: Plain<'a, X, O>,
    pub jvp: Jvp<'a, X, O>,
    pub linear: Linear<'a, X, O>,
    pub transposed: Transpose<'a, X, O>,
    pub vjp: Vjp<'a, X, O>,
}

fn bits<T: Differentiable>(value: &T) -> Vec<u64> {
    let mut reals = Vec::new();
    value.write_reals(&mut reals);
    reals.into_iter().map(f64::to_bits).collect()
}

fn flat<T: TangentSpace>(tangent: &T) -> Vec<f64> {
    let mut reals = Vec::new();
    tangent.flatten_into(&mut reals);
    reals
}

fn random<T: Differentiable>(value: &T, seed: u64) -> T::Tangent {
    let mut tangent = T::zero_of(&value.tangent_shape());
    let reals = Numbers(seed).take(tangent.dimension());
    tangent.unflatten_from(&reals);
    tangent
}

#[track_caller]
fn close(what: &str, label: &str, a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len(), "{label}: {what}");
    for (a, b) in a.iter().zip(b) {
        let bound = tolerance * (1.0 + a.abs().max(b.abs()));
        assert!((a - b).abs() <= bound, "{label}: {what}: {a} and {b}");
    }
}

/// Calls a function with an accumulator that starts fresh, and adds its sum to another one.
pub fn into_fresh<X: Differentiable, R>(
    x: &X,
    x_bar: &mut X::Tangent,
    call: impl FnOnce(&mut Fresh<X>) -> R,
) -> R {
    let mut fresh = Fresh::new(&x.tangent_shape());
    let result = call(&mut fresh);
    x_bar.add_assign(&fresh.sum());
    result
}

/// Checks that two calls add the same to the accumulators of two operands.
#[track_caller]
pub fn same_sums<X, Y>(label: &str, (x, y): &(X, Y), calls: [Both<'_, X, Y>; 2])
where
    X: Differentiable,
    Y: Differentiable,
{
    let [a, b] = calls.map(|call| {
        let mut bars = (x.zero_tangent(), y.zero_tangent());
        call(&mut bars.0, &mut bars.1);
        (flat(&bars.0), flat(&bars.1))
    });
    close("left operand", label, &a.0, &b.0, 1e-12);
    close("right operand", label, &a.1, &b.1, 1e-12);
}

/// Checks a row at `x`.
#[track_caller]
pub fn check<X, O>(label: &str, x: &X, row: &Calls<'_, X, O>)
where
    X: Differentiable + Clone,
    O: Differentiable,
    O::Shape: PartialEq + core::fmt::Debug,
{
    let value = (row.plain)(x);
    let x_dot = random(x, 3);
    let bar = random(&value, 5);
    let before = random(x, 7);

    let (jvp_value, jvp_dot) = (row.jvp)(x, &x_dot);
    let mut vjp_bar = before.clone();
    let vjp_value = (row.vjp)(x, bar.clone(), &mut vjp_bar);
    for (which, other) in [("primal", (row.primal)(x)), ("jvp", jvp_value), ("vjp", vjp_value)] {
        assert_eq!(value.tangent_shape(), other.tangent_shape(), "{label}: shape of {which}");
        assert_eq!(bits(&value), bits(&other), "{label}: value of {which}");
    }

    let dot = (row.linear)(x, &x_dot);
    close("jvp and linear", label, &flat(&jvp_dot), &flat(&dot), 1e-12);
    let step = 1e-5;
    let at = |step: f64| {
        let (mut moved, mut tangent) = (x.clone(), x_dot.clone());
        TangentSpace::scale(&mut tangent, step);
        moved.move_by(&tangent);
        let mut reals = Vec::new();
        (row.plain)(&moved).write_reals(&mut reals);
        reals
    };
    let differences: Vec<f64> =
        at(step).iter().zip(at(-step)).map(|(a, b)| (a - b) / (2.0 * step)).collect();
    close("differences", label, &flat(&dot), &differences, 1e-7);

    let mut x_bar = before.clone();
    (row.transposed)(x, bar.clone(), &mut x_bar);
    close("vjp and transposed", label, &flat(&vjp_bar), &flat(&x_bar), 1e-12);
    // what the accumulator held before stays in the sum
    let law = [x_dot.inner_product(&x_bar) - x_dot.inner_product(&before)];
    close("transpose", label, &[dot.inner_product(&bar)], &law, 1e-10);
}

/// The label of a case.
pub fn label(row: &str, parts: &[&dyn core::fmt::Debug]) -> alloc::string::String {
    format!("{row} {parts:?}")
}

/// The calls of a method with arguments that carry no reals.
macro_rules! method {
    ($Marker:ty, |$x:ident| $plain:expr, ($($argument:expr),*)) => {
        $crate::arrays::tests::Calls {
            plain: Box::new(|$x| $plain),
            primal: Box::new(|x| <$Marker>::primal(x, $($argument,)* &mut NoResiduals).0),
            jvp: Box::new(|x, x_dot| {
                <$Marker>::jvp(x, $($argument,)* x_dot $(, method!(@none $argument))*)
            }),
            linear: Box::new(|x, x_dot| {
                let frame = <$Marker>::primal(x, $($argument,)* &mut NoResiduals).1;
                <$Marker>::linear(x, $($argument,)* &frame, &NoResiduals, x_dot
                    $(, method!(@none $argument))*)
            }),
            transposed: Box::new(|x, bar, x_bar| {
                let frame = <$Marker>::primal(x, $($argument,)* &mut NoResiduals).1;
                <$Marker>::transposed(x, $($argument,)* &frame, &NoResiduals, bar,
                    x_bar $(, method!(@discard $argument))*)
            }),
            vjp: Box::new(|x, bar, x_bar| {
                $crate::arrays::tests::into_fresh(x, x_bar, |x_bar| {
                    <$Marker>::vjp(x, $($argument,)* &mut NoResiduals, bar, x_bar
                        $(, method!(@discard $argument))*)
                })
            }),
        }
    };
    (@none $argument:expr) => { () };
    (@discard $argument:expr) => { &mut Discard };
}
use method;
