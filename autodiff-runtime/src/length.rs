//! Checks of lengths and shapes at the entry of generated functions: before anything is written.

use crate::{CotangentAccumulator, Differentiable, Structure, TangentShape};

/// Panics if the length of a tangent, cotangent or accumulator differs from that of its parameter.
///
/// `what` names the kind of the argument, `function` and `parameter` are the names in the source,
/// `expected` is the length of the parameter, `found` that of the tangent, cotangent or
/// accumulator.
///
/// # Panics
/// If `expected != found`, with both names and both lengths.
#[inline]
#[track_caller]
pub fn check_length(function: &str, parameter: &str, what: &str, expected: usize, found: usize) {
    if expected != found {
        wrong_length(function, parameter, what, expected, found);
    }
}

/// Panics if an accumulator has another length than its parameter, as [`check_length`] does. One
/// without a length accepts any.
///
/// # Panics
/// If the accumulator has a length other than `expected`, with both names and both lengths.
#[inline]
#[track_caller]
pub fn check_accumulator<T: ?Sized + Structure>(
    function: &str,
    parameter: &str,
    expected: usize,
    accumulator: &(impl CotangentAccumulator<T> + ?Sized),
) {
    if let Some(found) = accumulator.length() {
        check_length(function, parameter, "accumulator", expected, found);
    }
}

/// Panics if the length of the cotangent (`what`) of a result differs from that of the result:
/// [`check_length`] for `y_bar`.
///
/// # Panics
/// If `expected != found`, with the function's name and both lengths.
#[inline]
#[track_caller]
pub fn check_result_length(function: &str, what: &str, expected: usize, found: usize) {
    if expected != found {
        wrong_result_length(function, what, expected, found);
    }
}

/// Panics if the shape of a tangent or cotangent (`what`) of an array differs from that of its
/// parameter, as [`check_length`] does. A type that is no array has no shape, and is not checked.
///
/// # Panics
/// If the shapes differ, with both names and both shapes.
#[inline]
#[track_caller]
pub fn check_shape<S: TangentShape>(
    function: &str,
    parameter: &str,
    what: &str,
    expected: &S,
    found: &impl Differentiable<Shape = S>,
) {
    let found = found.tangent_shape();
    if expected.array_shape() != found.array_shape() {
        wrong_shape(function, parameter, what, expected.array_shape(), found.array_shape());
    }
}

/// Panics if an accumulator has another shape than its parameter, as [`check_shape`] does. One
/// without a shape accepts any.
///
/// # Panics
/// If the accumulator has a shape other than `expected`, with both names and both shapes.
#[inline]
#[track_caller]
pub fn check_accumulator_shape<T: ?Sized + Structure>(
    function: &str,
    parameter: &str,
    expected: &impl TangentShape,
    accumulator: &(impl CotangentAccumulator<T> + ?Sized),
) {
    let (expected, found) = (expected.array_shape(), accumulator.array_shape());
    if found.is_some() && expected != found {
        wrong_shape(function, parameter, "accumulator", expected, found);
    }
}

/// Panics if the shape of the cotangent (`what`) of a result differs from that of the result:
/// [`check_shape`] for `y_bar`.
///
/// # Panics
/// If the shapes differ, with the function's name and both shapes.
#[inline]
#[track_caller]
pub fn check_result_shape<S: TangentShape>(
    function: &str,
    what: &str,
    expected: &S,
    found: &impl Differentiable<Shape = S>,
) {
    let found = found.tangent_shape();
    if expected.array_shape() != found.array_shape() {
        wrong_result_shape(function, what, expected.array_shape(), found.array_shape());
    }
}

// The formatting is not inlined into callers, so that the check itself is a comparison and a
// branch.
#[cold]
#[inline(never)]
#[track_caller]
fn wrong_length(function: &str, parameter: &str, what: &str, expected: usize, found: usize) -> ! {
    panic!(
        "{function}: the {what} of `{parameter}` has length {found} where the parameter has length \
         {expected}"
    )
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_result_length(function: &str, what: &str, expected: usize, found: usize) -> ! {
    panic!(
        "{function}: the {what} of the result has length {found} where the result has length \
         {expected}"
    )
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_shape(
    function: &str,
    parameter: &str,
    what: &str,
    expected: Option<&[usize]>,
    found: Option<&[usize]>,
) -> ! {
    let [expected, found] = [expected, found].map(Option::unwrap_or_default);
    panic!(
        "{function}: the {what} of `{parameter}` has shape {found:?} where the parameter has shape \
         {expected:?}"
    )
}

#[cold]
#[inline(never)]
#[track_caller]
fn wrong_result_shape(
    function: &str,
    what: &str,
    expected: Option<&[usize]>,
    found: Option<&[usize]>,
) -> ! {
    let [expected, found] = [expected, found].map(Option::unwrap_or_default);
    panic!(
        "{function}: the {what} of the result has shape {found:?} where the result has shape \
         {expected:?}"
    )
}

/// Panics if two sequences that are combined element by element differ in length.
#[inline]
#[track_caller]
pub(crate) fn same_length(what: &str, other: &str, length: usize, other_length: usize) {
    if length != other_length {
        different_lengths(what, other, length, other_length);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn different_lengths(what: &str, other: &str, length: usize, other_length: usize) -> ! {
    panic!(
        "the {what} has length {length} and the {other} has length {other_length}: they must be \
         equal"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lengths_pass() {
        check_length("f", "x", "tangent", 3, 3);
        check_result_length("f", "cotangent", 0, 0);
    }

    #[test]
    #[should_panic(
        expected = "f: the accumulator of `x` has length 3 where the parameter has length 5"
    )]
    fn the_message_names_all() {
        check_length("f", "x", "accumulator", 5, 3);
    }

    #[test]
    #[should_panic(
        expected = "f: the cotangent of the result has length 3 where the result has length 5"
    )]
    fn the_message_for_a_result() {
        check_result_length("f", "cotangent", 5, 3);
    }

    #[test]
    fn a_type_that_is_no_array_has_no_shape() {
        check_shape("f", "x", "tangent", &2, &alloc::vec![1.0; 3]);
        check_result_shape("f", "cotangent", &(), &1.0);
        check_accumulator_shape::<f64>("f", "x", &(), &1.0);
    }
}
