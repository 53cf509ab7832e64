//! Functions of other modules that return iterators or closures, called by paths.

mod lists;
mod shapes;

use crate::support::{close, differences};
use autodiff::prelude::*;
use lists::Readings;

#[differentiate]
fn above(r: &Readings) -> f64 {
    let counted = lists::above(&r.values).count() as f64;
    lists::above(&r.values).map(|v| v * v).sum::<f64>() + counted * r.gain
}

#[differentiate]
fn of_type(r: &Readings) -> f64 {
    let mut sum = 0.0;
    for (v, w) in self::lists::Readings::scaled(r).zip(Readings::scaled(r).skip(1)) {
        sum += v * w;
    }
    sum + Readings::squares(&r.values).map(|v| v * r.gain).sum::<f64>()
}

#[differentiate]
fn of_one_name(r: &Readings) -> f64 {
    let above = 2.0;
    let all = lists::above(&r.values)
        .chain(shapes::above(&r.values))
        .chain(crate::iterators::returned_iterators::shapes::inner::above(&r.values))
        .chain(shapes::renamed(&r.values));
    all.map(|v| v * above).sum()
}

#[differentiate]
fn of_method_and_function(r: &Readings) -> f64 {
    lists::scaled(r).map(|v| v * v).sum::<f64>()
        + r.scaled().sum::<f64>() * lists::nested(r).sum::<f64>()
}

#[differentiate]
fn of_closures(r: &Readings) -> f64 {
    let line = shapes::line(r.gain, r.values[0]);
    line(r.values[1]) * shapes::line(r.gain, 2.0)(r.gain)
}

#[differentiate]
fn between_changes(r: &Readings) -> f64 {
    let mut r = r.clone();
    let mut sum = 0.0;
    for i in 0..r.values.len() {
        sum += lists::above(&r.values).sum::<f64>();
        r.values[i] *= r.gain;
    }
    sum + lists::above(&r.values).map(|v| v * v).sum::<f64>()
}

#[track_caller]
fn check(f: fn(&Readings) -> f64, gradient: fn(&Readings) -> (f64, lists::ReadingsTangent)) {
    let of = |x: &[f64]| Readings { values: x[1..].to_vec(), gain: x[0] };
    let x = [1.5, 0.5, 2.0, 3.0];
    let (value, bar) = gradient(&of(&x));
    assert_eq!(value.to_bits(), f(&of(&x)).to_bits());
    let expected = differences(|x| f(&of(x)), &x);
    close("gain", bar.gain, expected[0], 1e-7);
    bar.values.iter().zip(&expected[1..]).for_each(|(bar, of)| close("value", *bar, *of, 1e-7));
}

#[test]
fn iterators_of_other_modules_are_inlined_by_path() {
    check(above, above_value_and_grad);
    check(of_type, of_type_value_and_grad);
    check(of_one_name, of_one_name_value_and_grad);
    check(of_method_and_function, of_method_and_function_value_and_grad);
    check(of_closures, of_closures_value_and_grad);
    check(between_changes, between_changes_value_and_grad);
    check(lists::inside, lists::inside_value_and_grad);
    check(shapes::inner::around, shapes::inner::around_value_and_grad);
}
