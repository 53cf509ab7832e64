//! Data without reals as arguments of generic functions, whose results depend on the type: a
//! reference is passed as one reference, and conversions are those of the type.

use autodiff::prelude::*;
use std::mem::{discriminant, size_of_val};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Solid,
    Liquid(u8),
}

impl From<Phase> for usize {
    fn from(phase: Phase) -> usize {
        if phase == Phase::Solid { 21 } else { 22 }
    }
}
impl From<&Phase> for i32 {
    fn from(phase: &Phase) -> i32 {
        if *phase == Phase::Solid { 3 } else { -4 }
    }
}

fn bytes<T>(_: &T) -> usize {
    std::mem::size_of::<T>()
}

#[differentiate]
fn compared(x: f64, a: &Phase, b: &Phase) -> f64 {
    if discriminant(a) == discriminant(b) { x } else { x * 3.0 }
}
#[differentiate]
fn of_values(x: f64, a: Phase, b: Phase) -> f64 {
    if discriminant(&a) == discriminant(&b) { x.sin() } else { x * 3.0 }
}
#[differentiate]
fn of_elements(x: f64, phases: &[Phase]) -> f64 {
    let same = discriminant(&phases[0]) == discriminant(&phases[1]);
    x * (bytes(&phases[0]) + size_of_val(&phases[1]) + size_of_val(phases)) as f64
        + if same { x * x } else { 0.0 }
}
#[differentiate]
fn of_variables(x: &[f64]) -> f64 {
    let mut phase = Phase::Solid;
    let mut total = 0.0;
    for v in x {
        if *v > 1.0 {
            phase = Phase::Liquid(3);
        }
        let n = usize::from(phase);
        total += v * v * n as f64 * i32::from(&phase) as f64;
        if discriminant(&phase) == discriminant(&Phase::Liquid(1)) {
            total *= *v;
        }
    }
    total
}

#[test]
fn references_and_conversions() {
    let (solid, liquid, other) = (Phase::Solid, Phase::Liquid(1), Phase::Liquid(2));
    assert_eq!(
        compared_value_and_grad(0.7, &solid, &liquid),
        (compared(0.7, &solid, &liquid), 3.0)
    );
    assert_eq!(compared_value_and_grad(0.7, &other, &liquid), (0.7, 1.0));
    assert_eq!(of_values_value_and_grad(0.7, solid, liquid), (of_values(0.7, solid, liquid), 3.0));
    assert_eq!(of_values_value_and_grad(0.7, other, liquid), (0.7f64.sin(), 0.7f64.cos()));
    let phases = [solid, liquid, other];
    let (value, slope) = of_elements_value_and_grad(0.7, &phases);
    assert_eq!((value, slope), (of_elements(0.7, &phases), of_elements(1.0, &phases)));
    check!(of_variables, [0.7]);
    check!(of_variables, [0.7, 1.3, 0.4]);
}
