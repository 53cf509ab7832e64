//! The value of a formula by recursive descent over its tokens: functions of two files that call
//! each other.

mod factors;
mod sums;

use sums::sum;

/// `x * (x + y * 2) + y / x`, as tokens.
const TOKENS: &[&str] = &["x", "*", "(", "x", "+", "y", "*", "2", ")", "+", "y", "/", "x"];

#[test]
fn functions_that_call_each_other() {
    let at = |x: f64, y: f64| sum(&[x, y], TOKENS).0;
    let (x, y) = (1.5, -0.75);
    let ((value, rest), variables_bar) = sums::sum_vjp(&[x, y], TOKENS, (1.0, ()));
    assert_eq!((value, rest), (at(x, y), TOKENS.len()));
    assert!((value - (x * (x + 2.0 * y) + y / x)).abs() < 1e-12);
    let expected = [2.0 * x + 2.0 * y - y / (x * x), 2.0 * x + 1.0 / x];
    for (got, expected) in variables_bar.iter().zip(expected) {
        assert!((got - expected).abs() < 1e-12, "{variables_bar:?}");
    }
    let (_, (value_dot, ())) = sums::sum_jvp(&[x, y], TOKENS, &[1.0, 0.5]);
    assert!((value_dot - (expected[0] + 0.5 * expected[1])).abs() < 1e-12);
}
