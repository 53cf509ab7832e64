extern crate std;

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use num_traits::{
    Euclid, Float, FloatConst, FromPrimitive, Num, NumCast, One, Signed, ToPrimitive, Zero,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use crate::{Differentiable, Special, TangentDot, TangentSpace, erf, ln_gamma};

#[track_caller]
fn close(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance * (1.0 + expected.abs()),
        "{what}: found {found}, expected {expected}"
    );
}

/// A function on duals and on numbers, and the points to test it at.
type Smooth = (&'static str, fn(Dual<Dual<f64>>) -> Dual<Dual<f64>>, fn(f64) -> f64, [f64; 2]);

/// Every function with two derivatives, where it is defined.
const SMOOTH: &[Smooth] = &[
    ("sin", Float::sin, Float::sin, [0.7, -2.1]),
    ("cos", Float::cos, Float::cos, [0.7, -2.1]),
    ("tan", Float::tan, Float::tan, [0.7, -2.1]),
    ("asin", Float::asin, Float::asin, [0.7, -0.2]),
    ("acos", Float::acos, Float::acos, [0.7, -0.2]),
    ("atan", Float::atan, Float::atan, [0.7, -2.1]),
    ("sinh", Float::sinh, Float::sinh, [0.7, -2.1]),
    ("cosh", Float::cosh, Float::cosh, [0.7, -2.1]),
    ("tanh", Float::tanh, Float::tanh, [0.7, -2.1]),
    ("asinh", Float::asinh, Float::asinh, [0.7, -2.1]),
    ("acosh", Float::acosh, Float::acosh, [1.7, 4.1]),
    ("atanh", Float::atanh, Float::atanh, [0.7, -0.2]),
    ("exp", Float::exp, Float::exp, [0.7, -2.1]),
    ("exp2", Float::exp2, Float::exp2, [0.7, -2.1]),
    ("exp_m1", Float::exp_m1, Float::exp_m1, [0.7, -2.1]),
    ("ln", Float::ln, Float::ln, [0.7, 2.1]),
    ("ln_1p", Float::ln_1p, Float::ln_1p, [0.7, -0.2]),
    ("log2", Float::log2, Float::log2, [0.7, 2.1]),
    ("log10", Float::log10, Float::log10, [0.7, 2.1]),
    ("sqrt", Float::sqrt, Float::sqrt, [0.7, 2.1]),
    ("cbrt", Float::cbrt, Float::cbrt, [0.7, -2.1]),
    ("recip", Float::recip, Float::recip, [0.7, -2.1]),
    ("abs", Float::abs, Float::abs, [0.7, -2.1]),
    ("fract", Float::fract, Float::fract, [0.7, -2.1]),
    ("to_degrees", Float::to_degrees, Float::to_degrees, [0.7, -2.1]),
    ("to_radians", Float::to_radians, Float::to_radians, [0.7, -2.1]),
    ("powi", |x| x.powi(-3), |x| x.powi(-3), [0.7, -2.1]),
    ("power", |x| x.powf(x), |x| x.powf(x), [0.7, 2.1]),
    ("square", |x| x.powf(Dual::real(2.0)), |x| x.powf(2.0), [0.7, -2.1]),
    ("log", |x| (x + 1.0).log(x), |x| (x + 1.0).log(x), [0.7, 2.1]),
    ("hypot", |x| x.hypot(x * x + 1.0), |x| x.hypot(x * x + 1.0), [0.7, -2.1]),
    ("atan2", |x| x.atan2(x * x - 1.0), |x| x.atan2(x * x - 1.0), [0.7, -2.1]),
    ("mul_add", |x| x.mul_add(x, x.exp()), |x| x.mul_add(x, x.exp()), [0.7, -2.1]),
    ("quotient", |x| x.sin() / (x * x + 1.0), |x| x.sin() / (x * x + 1.0), [0.7, -2.1]),
    ("remainder", |x| (x * x * 7.0) % (x + 3.0), |x| (x * x * 7.0) % (x + 3.0), [0.7, -2.1]),
    ("erf", erf, erf, [0.7, -2.1]),
    ("ln_gamma", ln_gamma, ln_gamma, [0.7, 2.1]),
    ("digamma", Special::digamma, Special::digamma, [0.7, 2.1]),
    ("trigamma", Special::trigamma, Special::trigamma, [0.7, -2.4]),
    ("polygamma", |x| x.polygamma(3), |x| x.polygamma(3), [2.1, 4.3]),
];

impl core::ops::Add<f64> for Dual<Dual<f64>> {
    type Output = Self;

    fn add(self, x: f64) -> Self {
        self + Self::real(x)
    }
}

impl core::ops::Sub<f64> for Dual<Dual<f64>> {
    type Output = Self;

    fn sub(self, x: f64) -> Self {
        self - Self::real(x)
    }
}

impl core::ops::Mul<f64> for Dual<Dual<f64>> {
    type Output = Self;

    fn mul(self, x: f64) -> Self {
        self * Self::real(x)
    }
}

#[test]
fn first_and_second_derivatives_against_differences() {
    for (name, f, primal, points) in SMOOTH {
        for &x in points {
            let (inner, outer) = (Perturbation::new(), Perturbation::new());
            let y = f(outer.dual(inner.dual(x, [1.0]), [Dual::constant(1.0)]));
            let [slope] = outer.tangents(y);
            let (value, first, [second]) =
                (y.value().value(), slope.value(), inner.tangents(slope));
            assert_eq!(value.to_bits(), primal(x).to_bits(), "{name}({x})");
            assert_eq!(
                [first],
                inner.tangents(y.value()),
                "{name}({x}): both perturbations have the same first derivative"
            );
            let at = |h: f64| primal(x + h);
            let slope = |h: f64| (at(h) - at(-h)) / (2.0 * h);
            let curvature = |h: f64| (at(h) - 2.0 * at(0.0) + at(-h)) / (h * h);
            close(name, first, (4.0 * slope(5e-4) - slope(1e-3)) / 3.0, 1e-9);
            close(name, second, (4.0 * curvature(1e-3) - curvature(2e-3)) / 3.0, 2e-6);
        }
    }
}

#[test]
fn third_derivatives() {
    let third =
        |x: f64| derivative(|x| derivative(|x| derivative(|x| x.powi(5) + x.sin(), x), x), x);
    close("third", third(1.5), 60.0 * 1.5 * 1.5 - 1.5.cos(), 1e-14);
}

/// The helpers take any scalar, so they nest in each other.
#[test]
fn hessians_by_any_nesting() {
    fn f<T: Real>(x: &[T]) -> T {
        (x[0] * x[1]).sin() * x[2].exp() + x[3].powi(3) * x[0] / (T::one() + x[4] * x[4])
    }
    let x = [0.3, -0.8, 0.5, 1.2, 0.7];
    let rows = hessian(f, &x);
    for (row, other) in rows.iter().zip(jacobian(|x| gradient(f, x), &x)) {
        for (a, b) in row.iter().zip(other) {
            close("jacobian of the gradient", *a, b, 1e-15);
        }
    }
    for (i, row) in rows.iter().enumerate() {
        for (h, column) in row.iter().zip(&rows) {
            close("symmetry", *h, column[i], 1e-15);
        }
    }
    let v = [1.0, -2.0, 0.5, 0.25, 3.0];
    let (_, slopes) = directional(|x| directional(f, x, &v.map(Dual::constant)).1, &x, &v);
    let expected = rows
        .iter()
        .zip(v)
        .map(|(row, a)| a * row.iter().zip(v).map(|(h, b)| h * b).sum::<f64>())
        .sum::<f64>();
    close("slope of the slope", slopes, expected, 1e-14);
}

/// Siskind and Pearlmutter's examples, well typed and not.
#[test]
fn perturbations_are_never_confused() {
    let right = derivative(|x| x * derivative(|y| Dual::constant(x) + y, Dual::constant(1.0)), 1.0);
    assert_eq!(right, 1.0);
    let right = derivative(|x| x * derivative(|y| Dual::constant(x) * y, x), 3.0);
    assert_eq!(right, 6.0);

    let confused = [
        catch_unwind(|| derivative(|x| x * derivative(|y| x + y, 1.0), 1.0)),
        // the tangent of a result of another derivative
        catch_unwind(|| derivative(|x| Dual::constant(derivative(|_| x, 1.0)), 1.0)),
        // a number that outlives its derivative
        catch_unwind(|| {
            let mut leaked = Dual::constant(0.0);
            derivative(
                |x| {
                    leaked = x;
                    x
                },
                1.0,
            );
            derivative(|y| y * leaked, 1.0)
        }),
    ];
    for result in confused {
        let message = result.expect_err("an error");
        assert!(
            message
                .downcast_ref::<&str>()
                .is_some_and(|text| text.contains("dual numbers of two derivatives are mixed"))
        );
    }
    // An inner derivative without captures is allowed.
    assert_eq!(derivative(|x| x * derivative(|y| y * y, 3.0), 1.0), 6.0);
}

#[test]
fn what_a_number_does_not_depend_on_stays_zero() {
    let (value, gradient) =
        value_and_gradient(|x| x[0].sqrt() + x[1] * x[2], &[0.0, 2.0, f64::INFINITY]);
    assert_eq!((value, gradient), (f64::INFINITY, vec![f64::INFINITY, f64::INFINITY, 2.0]));
    assert_eq!(derivative(|x| Dual::constant(0.0).sqrt() + x, 1.0), 1.0);
    // A tangent that happens to be zero differs from an absent one: the cube root of x³ has the
    // derivative 1, which 0·∞ does not determine.
    assert!(derivative(|x| x.powi(3).cbrt(), 0.0).is_nan());
    // the branch not taken
    assert_eq!(derivative(|x| if x > 0.0 { x } else { x.ln() }, 1.0), 1.0);
    assert_eq!(derivative(|x| x.max(x.ln()), 1.0), 1.0);
}

#[test]
fn empty_and_long_inputs() {
    assert_eq!(
        value_and_gradient(|x| Dual::constant(x.len() as f64), &[] as &[f64]),
        (0.0, vec![])
    );
    assert_eq!(jacobian(|_| vec![Dual::constant(1.0); 2], &[]), vec![Vec::<f64>::new(); 2]);
    assert_eq!(hessian(|_| Dual::real(1.0), &[] as &[f64]), Vec::<Vec<f64>>::new());
    assert_eq!(jacobian(|_| vec![], &[1.0; 9]), Vec::<Vec<f64>>::new());
    for n in 1..=2 * LANES + 1 {
        let x: Vec<f64> = (0..n).map(|i| i as f64).collect();
        let (value, gradient) = value_and_gradient(|x| x.iter().map(|x| x * x).sum(), &x);
        assert_eq!(value, x.iter().map(|x| x * x).sum::<f64>());
        assert_eq!(gradient, x.iter().map(|x| 2.0 * x).collect::<Vec<_>>());
    }
}

#[test]
fn single_precision() {
    assert_eq!(derivative(|x: Dual<f32>| 2.0 * x.powi(2) + 1.0, 3.0f32), 12.0f32);
    assert_eq!(gradient(|x| x[0] / x[1], &[1.0f32, 2.0]), [0.5f32, -0.25]);
}

/// The numeric traits use the value.
#[test]
fn numbers_by_their_traits() {
    let epsilon = Perturbation::new();
    let x: Dual<f64> = epsilon.dual(2.5, [3.0]);
    let tangent = |x: Dual<f64>| epsilon.tangents(x)[0];
    assert_eq!(format!("{x} {x:.2} {}", Dual::<f64>::constant(1.5)), "2.5+3ε 2.50+3.00ε 1.5");
    assert_eq!(format!("{}", Perturbation::new().dual(1.0, [2.0, 3.0])), "1+[2, 3]ε");
    assert!(x == Dual::<f64>::constant(2.5) && x > Dual::<f64>::constant(2.0) && x < 3.0);
    assert_eq!(
        (x.to_f64(), x.to_i32(), x.to_u8(), x.to_i128()),
        (Some(2.5), Some(2), Some(2), Some(2))
    );
    assert_eq!(<Dual<f64> as NumCast>::from(7u8), Some(Dual::constant(7.0)));
    assert_eq!(Dual::<f32>::from_f64(0.5), Some(Dual::constant(0.5)));
    assert!(
        Dual::<f64>::from_str_radix("1.5", 10).is_ok_and(|x| x == 1.5)
            && Dual::<f64>::from_str_radix("x", 10).is_err()
    );
    assert_eq!((Dual::<f64>::PI().value(), Dual::<f64>::TAU().value()), (f64::PI(), f64::TAU()));
    assert!(
        Dual::<f64>::zero().is_zero()
            && Dual::<f64>::one().is_one()
            && Dual::<f64>::default().is_zero()
    );
    assert!(Dual::<f64>::nan().is_nan() && Dual::<f64>::max_value().value() == f64::MAX);
    assert_eq!((x.integer_decode(), x.classify()), (2.5.integer_decode(), 2.5.classify()));
    assert!(x.is_positive() && !Signed::is_negative(&x) && Signed::abs(&-x) == x);

    let mut y = x;
    y += 1.0;
    y *= x;
    y -= x;
    y /= 2.0;
    // ((x + 1)·x − x)/2 = x²/2
    assert_eq!((y.value(), tangent(y)), (3.125, 7.5));
    assert_eq!([x].iter().zip(&[x]).map(|(a, b)| (a * b).value()).next(), Some(6.25));
    assert_eq!(
        ([x, x].iter().sum::<Dual<f64>>(), [x, x].iter().product::<Dual<f64>>()),
        (Dual::constant(5.0), Dual::constant(6.25))
    );
    assert_eq!(tangent([x, x].into_iter().product()), 15.0);
    assert_eq!((2.0 * x - 1.0 + 3.0 / x % 5.0).value(), 2.0 * 2.5 - 1.0 + 3.0 / 2.5 % 5.0);
    assert!(
        Vec::<Dual<f64>>::new().into_iter().sum::<Dual<f64>>().is_sign_negative(),
        "as the sum of floats"
    );
    let (negative, two) = (-x, Dual::constant(2.0));
    assert_eq!((negative.rem_euclid(two).value(), tangent(negative.rem_euclid(two))), (1.5, -3.0));
    assert_eq!(
        (Euclid::rem_euclid(&negative, &two), Euclid::div_euclid(&negative, &two)),
        (1.5.into(), (-2.0).into())
    );
    assert_eq!((two.div_euclid(x), x.round_ties_even()), (0.0.into(), 2.0.into()));
}

/// As a value that the library itself can differentiate.
#[test]
fn a_dual_is_a_real() {
    let epsilon = Perturbation::new();
    let mut x: Dual<f64> = epsilon.dual(2.0, [3.0]);
    assert_eq!(epsilon.tangents(x.zero_tangent()), [0.0]);
    x.move_by(&epsilon.dual(1.0, [1.0]));
    x.scale(2.0);
    assert_eq!((x.value(), epsilon.tangents(x)), (6.0, [8.0]));
    assert_eq!((x.dot(&x), x.dimension(), x.flatten()), (36.0, 1, vec![6.0]));
    let mut gradient = vec![Dual::<f64>::constant(0.0); 2];
    crate::CotangentAccumulator::<[Dual<f64>]>::element(&mut gradient, 1).add_assign(&x);
    assert_eq!(epsilon.tangents(gradient[1]), [8.0]);
    assert!(catch_unwind(AssertUnwindSafe(|| Perturbation::new().tangents(x))).is_err());
}
