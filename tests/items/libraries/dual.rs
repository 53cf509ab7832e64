//! Dual numbers and emitted code share no rule, and agree everywhere, at kinks too.

use autodiff::dual::{self, Dual};
use autodiff::prelude::*;
use num_traits::Float as _;

use crate::support::Numbers;

/// Kinks, zeros of both signs, domain edges, far away, and between.
const POINTS: [f64; 25] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2.0,
    -2.0,
    2.5,
    3.0,
    -3.0,
    0.1,
    0.3,
    1e-3,
    7.3,
    -7.3,
    40.0,
    1e-160,
    1e100,
    -1e100,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Equal up to rounding; NaN where NaN is expected.
#[track_caller]
fn same(what: &str, point: &[f64], found: f64, expected: f64) {
    let scale = found.abs().max(expected.abs());
    let absolute = match what {
        // 1 − tanh² cancels where it is small
        "tanh" => 2e-16,
        // the factors of a dual's partial derivatives underflow: 10⁻⁴⁰⁰ · 10¹⁰⁰
        "bell" => 1e-299,
        _ => 1e-300,
    };
    let agree = found == expected
        || found.is_nan() && expected.is_nan()
        || (found - expected).abs() <= 1e-12 * scale + absolute;
    assert!(
        agree,
        "{what} at {point:?}: the dual number has {found:e}, generated code {expected:e}"
    );
}

/// What is compared: one function of one or more reals, both ways.
struct Pair {
    name: &'static str,
    arity: usize,
    primal: fn(&[f64]) -> f64,
    /// Values, partial derivatives of forward and of reverse mode.
    generated: fn(&[f64]) -> (f64, Vec<f64>, Vec<f64>),
    dual: fn(&[Dual<f64, { dual::LANES }>]) -> Dual<f64, { dual::LANES }>,
}

impl Pair {
    fn compare(&self, x: &[f64]) {
        let name = self.name;
        let expected = (self.primal)(x);
        let (generated, forward, reverse) = (self.generated)(x);
        let (value, gradient) = dual::value_and_gradient(self.dual, x);
        for (who, found) in [("dual", value), ("generated", generated)] {
            assert!(
                found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
                "{name} at {x:?}: {who} {found}"
            );
        }
        if expected.is_nan() {
            // Outside of the domain there is nothing to agree on.
            return;
        }
        for i in 0..self.arity {
            same(name, x, gradient[i], reverse[i]);
            // Forward mode multiplies the zero tangents of the other arguments with their partials,
            // be these infinite.
            if !forward[i].is_nan() {
                same(name, x, gradient[i], forward[i]);
            }
        }
    }

    fn compare_everywhere(&self) {
        let mut numbers = Numbers::new(self.arity as u64);
        let random = |numbers: &mut Numbers, scale: f64| {
            (0..self.arity).map(|_| scale * numbers.next()).collect::<Vec<_>>()
        };
        for scale in [0.9, 3.0, 20.0] {
            for _ in 0..200 {
                self.compare(&random(&mut numbers, scale));
            }
        }
        let mut index = vec![0; self.arity];
        loop {
            self.compare(&index.iter().map(|&i: &usize| POINTS[i]).collect::<Vec<_>>());
            let Some(digit) = index.iter().position(|&i| i + 1 < POINTS.len()) else { break };
            index[digit] += 1;
            index[..digit].fill(0);
        }
    }
}

/// Generic functions, of which generated code and duals run the same text.
mod functions {
    use autodiff::prelude::*;
    use autodiff::special;

    #[differentiate(reverse)]
    pub fn add<T: Real>(x: T, y: T) -> T {
        x + y
    }

    #[differentiate(reverse)]
    pub fn sub<T: Real>(x: T, y: T) -> T {
        x - y
    }

    #[differentiate(reverse)]
    pub fn mul<T: Real>(x: T, y: T) -> T {
        x * y
    }

    #[differentiate(reverse)]
    pub fn div<T: Real>(x: T, y: T) -> T {
        x / y
    }

    #[differentiate(reverse)]
    pub fn rem<T: Real>(x: T, y: T) -> T {
        x % y
    }

    #[differentiate(reverse)]
    pub fn neg<T: Real>(x: T) -> T {
        -x
    }

    #[differentiate(reverse)]
    pub fn sin<T: Real>(x: T) -> T {
        x.sin()
    }

    #[differentiate(reverse)]
    pub fn cos<T: Real>(x: T) -> T {
        x.cos()
    }

    #[differentiate(reverse)]
    pub fn tan<T: Real>(x: T) -> T {
        x.tan()
    }

    #[differentiate(reverse)]
    pub fn asin<T: Real>(x: T) -> T {
        x.asin()
    }

    #[differentiate(reverse)]
    pub fn acos<T: Real>(x: T) -> T {
        x.acos()
    }

    #[differentiate(reverse)]
    pub fn atan<T: Real>(x: T) -> T {
        x.atan()
    }

    #[differentiate(reverse)]
    pub fn atan2<T: Real>(y: T, x: T) -> T {
        y.atan2(x)
    }

    #[differentiate(reverse)]
    pub fn sinh<T: Real>(x: T) -> T {
        x.sinh()
    }

    #[differentiate(reverse)]
    pub fn cosh<T: Real>(x: T) -> T {
        x.cosh()
    }

    #[differentiate(reverse)]
    pub fn tanh<T: Real>(x: T) -> T {
        x.tanh()
    }

    #[differentiate(reverse)]
    pub fn asinh<T: Real>(x: T) -> T {
        x.asinh()
    }

    #[differentiate(reverse)]
    pub fn acosh<T: Real>(x: T) -> T {
        x.acosh()
    }

    #[differentiate(reverse)]
    pub fn atanh<T: Real>(x: T) -> T {
        x.atanh()
    }

    #[differentiate(reverse)]
    pub fn exp<T: Real>(x: T) -> T {
        x.exp()
    }

    #[differentiate(reverse)]
    pub fn exp2<T: Real>(x: T) -> T {
        x.exp2()
    }

    #[differentiate(reverse)]
    pub fn exp_m1<T: Real>(x: T) -> T {
        x.exp_m1()
    }

    #[differentiate(reverse)]
    pub fn ln<T: Real>(x: T) -> T {
        x.ln()
    }

    #[differentiate(reverse)]
    pub fn log<T: Real>(x: T, b: T) -> T {
        x.log(b)
    }

    #[differentiate(reverse)]
    pub fn log2<T: Real>(x: T) -> T {
        x.log2()
    }

    #[differentiate(reverse)]
    pub fn log10<T: Real>(x: T) -> T {
        x.log10()
    }

    #[differentiate(reverse)]
    pub fn ln_1p<T: Real>(x: T) -> T {
        x.ln_1p()
    }

    #[differentiate(reverse)]
    pub fn sqrt<T: Real>(x: T) -> T {
        x.sqrt()
    }

    #[differentiate(reverse)]
    pub fn cbrt<T: Real>(x: T) -> T {
        x.cbrt()
    }

    #[differentiate(reverse)]
    pub fn powi_minus_three<T: Real>(x: T) -> T {
        x.powi(-3)
    }

    #[differentiate(reverse)]
    pub fn powi_minus_one<T: Real>(x: T) -> T {
        x.powi(-1)
    }

    #[differentiate(reverse)]
    pub fn powi_zero<T: Real>(x: T) -> T {
        x.powi(0)
    }

    #[differentiate(reverse)]
    pub fn powi_one<T: Real>(x: T) -> T {
        x.powi(1)
    }

    #[differentiate(reverse)]
    pub fn powi_two<T: Real>(x: T) -> T {
        x.powi(2)
    }

    #[differentiate(reverse)]
    pub fn powi_three<T: Real>(x: T) -> T {
        x.powi(3)
    }

    #[differentiate(reverse)]
    pub fn powi_seven<T: Real>(x: T) -> T {
        x.powi(7)
    }

    #[differentiate(reverse)]
    pub fn powi_least<T: Real>(x: T) -> T {
        x.powi(i32::MIN)
    }

    #[differentiate(reverse)]
    pub fn powf<T: Real>(x: T, y: T) -> T {
        x.powf(y)
    }

    #[differentiate(reverse)]
    pub fn hypot<T: Real>(x: T, y: T) -> T {
        x.hypot(y)
    }

    #[differentiate(reverse)]
    pub fn recip<T: Real>(x: T) -> T {
        x.recip()
    }

    #[differentiate(reverse)]
    pub fn mul_add<T: Real>(x: T, a: T, b: T) -> T {
        x.mul_add(a, b)
    }

    #[differentiate(reverse)]
    pub fn abs<T: Real>(x: T) -> T {
        x.abs()
    }

    #[differentiate(reverse)]
    pub fn signum<T: Real>(x: T) -> T {
        x.signum()
    }

    #[differentiate(reverse)]
    pub fn max<T: Real>(x: T, y: T) -> T {
        x.max(y)
    }

    #[differentiate(reverse)]
    pub fn min<T: Real>(x: T, y: T) -> T {
        x.min(y)
    }

    #[differentiate(reverse)]
    pub fn copysign<T: Real>(x: T, y: T) -> T {
        x.copysign(y)
    }

    #[differentiate(reverse)]
    pub fn floor<T: Real>(x: T) -> T {
        x.floor()
    }

    #[differentiate(reverse)]
    pub fn ceil<T: Real>(x: T) -> T {
        x.ceil()
    }

    #[differentiate(reverse)]
    pub fn round<T: Real>(x: T) -> T {
        x.round()
    }

    #[differentiate(reverse)]
    pub fn trunc<T: Real>(x: T) -> T {
        x.trunc()
    }

    #[differentiate(reverse)]
    pub fn fract<T: Real>(x: T) -> T {
        x.fract()
    }

    #[differentiate(reverse)]
    pub fn to_degrees<T: Real>(x: T) -> T {
        x.to_degrees()
    }

    #[differentiate(reverse)]
    pub fn to_radians<T: Real>(x: T) -> T {
        x.to_radians()
    }

    #[differentiate(reverse)]
    pub fn erf_of<T: Real>(x: T) -> T {
        special::erf(x)
    }

    #[differentiate(reverse)]
    pub fn ln_gamma_of<T: Real>(x: T) -> T {
        special::ln_gamma(x)
    }

    #[differentiate(reverse)]
    pub fn digamma_of<T: Real>(x: T) -> T {
        special::digamma(x)
    }

    #[differentiate(reverse)]
    pub fn root_of_square<T: Real>(x: T, y: T) -> T {
        (x * x).sqrt() + y
    }

    #[differentiate(reverse)]
    pub fn relu<T: Real>(x: T, y: T) -> T {
        if x > y { x * y } else { y }
    }

    #[differentiate(reverse)]
    pub fn bell<T: Real>(x: T, y: T) -> T {
        (-(x - y).powi(2)).exp() / (T::one() + y * y)
    }

    #[differentiate(reverse)]
    pub fn sin_cos<T: Real>(x: T) -> T {
        let (s, c) = x.sin_cos();
        s * c + s
    }
}

/// What `std` has for `f64` and `Float` has not: written twice.
mod concrete {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn round_ties_even(x: f64) -> f64 {
        x.round_ties_even()
    }

    #[differentiate(reverse)]
    pub fn rem_euclid(x: f64, y: f64) -> f64 {
        x.rem_euclid(y)
    }

    #[differentiate(reverse)]
    pub fn div_euclid(x: f64, y: f64) -> f64 {
        x.div_euclid(y)
    }
}

macro_rules! pairs {
    ($($name:ident($($x:ident),*) = $primal:path, $dual:expr, $value_and_grad:path, $jvp:path;)*)
        => {
        &[$(Pair {
            name: stringify!($name),
            arity: <[&str]>::len(&[$(stringify!($x)),*]),
            primal: |x| {
                let [$($x),*] = *x else { unreachable!() };
                $primal($($x),*)
            },
            generated: |x| {
                let [$($x),*] = *x else { unreachable!() };
                let (value, reverse) = $value_and_grad($($x),*);
                let forward = (0..x.len()).map(|i| {
                    let mut seeds = (0..x.len()).map(|j| f64::from(u8::from(i == j)));
                    $(let $x = ($x, seeds.next().expect("as many"));)*
                    $jvp($($x.0,)* $($x.1),*).1
                }).collect();
                (value, forward, reverse.flatten())
            },
            dual: |x| {
                let [$($x),*] = *x else { unreachable!() };
                $dual($($x),*)
            },
        }),*]
    };
}

macro_rules! generic {
    ($($name:ident($($x:ident),*))*) => {
        pastey::paste! { pairs! { $(
            $name($($x),*) = functions::$name, functions::$name,
                functions::[<$name _value_and_grad>], functions::[<$name _jvp>];
        )* } }
    };
}

macro_rules! of_std {
    ($($name:ident($($x:ident),*))*) => {
        pastey::paste! { pairs! { $(
            $name($($x),*) = concrete::$name, Dual::$name, concrete::[<$name _value_and_grad>],
                concrete::[<$name _jvp>];
        )* } }
    };
}

const GENERIC: &[Pair] = generic! {
    add(x, y)
    sub(x, y)
    mul(x, y)
    div(x, y)
    rem(x, y)
    neg(x)
    sin(x)
    cos(x)
    tan(x)
    asin(x)
    acos(x)
    atan(x)
    atan2(y, x)
    sinh(x)
    cosh(x)
    tanh(x)
    asinh(x)
    acosh(x)
    atanh(x)
    exp(x)
    exp2(x)
    exp_m1(x)
    ln(x)
    log(x, b)
    log2(x)
    log10(x)
    ln_1p(x)
    sqrt(x)
    cbrt(x)
    powi_minus_three(x)
    powi_minus_one(x)
    powi_zero(x)
    powi_one(x)
    powi_two(x)
    powi_three(x)
    powi_seven(x)
    powi_least(x)
    powf(x, y)
    hypot(x, y)
    recip(x)
    mul_add(x, a, b)
    abs(x)
    signum(x)
    max(x, y)
    min(x, y)
    copysign(x, y)
    floor(x)
    ceil(x)
    round(x)
    trunc(x)
    fract(x)
    to_degrees(x)
    to_radians(x)
    erf_of(x)
    ln_gamma_of(x)
    digamma_of(x)
    root_of_square(x, y)
    relu(x, y)
    bell(x, y)
    sin_cos(x)
};

const OF_STD: &[Pair] = of_std! {
    round_ties_even(x)
    rem_euclid(x, y)
    div_euclid(x, y)
};

#[test]
fn every_function_at_kinks_and_random_points() {
    for pair in GENERIC.iter().chain(OF_STD) {
        pair.compare_everywhere();
    }
}

/// `clamp` panics where its bounds are in the wrong order.
#[test]
fn clamp_between_ordered_bounds() {
    #[differentiate(reverse)]
    fn clamped(x: f64, low: f64, high: f64) -> f64 {
        x.clamp(low, high)
    }
    for x in POINTS {
        for (low, high) in [(-1.0, 2.0), (0.0, 0.0), (-1.5, -1.5), (f64::NEG_INFINITY, 0.5)] {
            let (value, gradient) =
                dual::value_and_gradient(|x| x[0].clamp(x[1], x[2]), &[x, low, high]);
            let (expected, (a, b, c)) = clamped_value_and_grad(x, low, high);
            assert!(value.to_bits() == expected.to_bits() || value.is_nan() && expected.is_nan());
            assert_eq!(gradient, [a, b, c], "at {x}, {low}, {high}");
        }
    }
}

/// A generated derivative of a generic function is generic itself, so it runs with duals: forward
/// over reverse.
#[test]
fn hessians_through_generated_gradients() {
    #[differentiate(reverse)]
    fn energy<T: Real>(x: &[T]) -> T {
        let mut sum = T::real(0.0);
        for i in 0..x.len() {
            sum +=
                (x[i] * x[(i + 1) % x.len()]).sin() + x[i].powi(3) / (T::real(1.0) + x[i] * x[i]);
        }
        sum * x[0].exp()
    }
    let x = Numbers::new(5).vec(6);
    let expected = dual::hessian(energy, &x);
    let found = dual::jacobian(|x| energy_grad(x), &x);
    for (row, expected) in found.iter().zip(&expected) {
        for (a, b) in row.iter().zip(expected) {
            assert!((a - b).abs() <= 1e-13 * (1.0 + b.abs()), "{a} instead of {b}");
        }
    }
    // and a third time
    let v = Numbers::new(6).vec(6);
    let (_, slope) = dual::directional(|x| dual::directional(energy, x, x).1, &x, &v);
    let product = expected
        .iter()
        .zip(&v)
        .map(|(row, v)| v * row.iter().zip(&x).map(|(h, x)| h * x).sum::<f64>())
        .sum::<f64>();
    let gradient = energy_grad(&x).iter().zip(&v).map(|(g, v)| g * v).sum::<f64>();
    assert!((slope - product - gradient).abs() < 1e-12);
}
