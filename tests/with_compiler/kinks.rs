//! The declared points without a derivative, the same in every mode.
#![deny(warnings)]
// each function as users may write it
#![allow(clippy::manual_clamp)]

use autodiff::prelude::*;
use autodiff_compiler::primitives::Prim;
use autodiff_compiler::primitives::kinks::KINKS;

macro_rules! function {
    ($name:ident, |$x:ident| $body:expr) => {
        #[differentiate(reverse)]
        fn $name($x: f64) -> f64 {
            $body
        }
    };
}

/// Forward, linear, transposed, vjp and grad of a function of one real at a point.
macro_rules! modes {
    ($f:ident, $x:expr, $expected:expr) => {
        pastey::paste! {{
            let (x, expected): (f64, f64) = ($x, $expected);
            let value = $f(x);
            let same = |found: f64| {
                assert_eq!(found, expected, "{} at {x:?}", stringify!($f));
            };
            let (y, y_dot) = [<$f _jvp>](x, 1.0);
            assert_eq!(y.to_bits(), value.to_bits());
            same(y_dot);
            let (_, residuals) = [<$f _primal>](x);
            same([<$f _linear>](&residuals, 1.0));
            let mut bar = 0.0;
            [<$f _transposed>](&residuals, 1.0, &mut bar);
            same(bar);
            same([<$f _grad>](x));
            same([<$f _vjp>](x, 2.0).1 / 2.0);
        }}
    };
}

#[differentiate(reverse)]
fn absolute(x: f64) -> f64 {
    x.abs()
}

#[differentiate(reverse)]
fn max_first(x: f64) -> f64 {
    (2.0 * x).max(x + 1.0)
}

#[differentiate(reverse)]
fn min_first(x: f64) -> f64 {
    (2.0 * x).min(x + 1.0)
}

#[differentiate(reverse)]
fn clamped(x: f64) -> f64 {
    x.clamp(-1.0, 2.0)
}

#[differentiate(reverse)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

#[differentiate(reverse)]
fn root_of_square(x: f64) -> f64 {
    (x * x).sqrt()
}

#[differentiate(reverse)]
fn power_zero(x: f64) -> f64 {
    x.powi(0)
}

#[differentiate(reverse)]
fn power_one(x: f64) -> f64 {
    x.powi(1)
}

#[differentiate(reverse)]
fn power_two(x: f64) -> f64 {
    x.powi(2)
}

#[differentiate(reverse)]
fn float_power_one(x: f64) -> f64 {
    x.powf(1.0)
}

#[differentiate(reverse)]
fn float_power_two(x: f64) -> f64 {
    x.powf(2.0)
}

#[differentiate(reverse)]
fn float_power_zero(x: f64) -> f64 {
    x.powf(0.0)
}

#[differentiate(reverse)]
fn exponent(x: f64) -> f64 {
    0f64.powf(x)
}

#[differentiate(reverse)]
fn steps(x: f64) -> f64 {
    x.floor() + x.ceil() + x.round() + x.trunc() + x.signum() + (x as i64) as f64
}

#[differentiate(reverse)]
fn fraction(x: f64) -> f64 {
    x.fract()
}

#[differentiate(reverse)]
fn remainders(x: f64, y: f64) -> f64 {
    x % y
}

#[differentiate(reverse)]
fn euclid(x: f64, y: f64) -> f64 {
    x.rem_euclid(y)
}

#[differentiate(reverse)]
fn polar(x: f64, y: f64) -> f64 {
    x.atan2(y)
}

#[differentiate(reverse)]
fn hypotenuse(x: f64, y: f64) -> f64 {
    x.hypot(y)
}

#[differentiate(reverse)]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

#[differentiate(reverse)]
fn relu_including(x: f64) -> f64 {
    if x >= 0.0 { x } else { 0.0 }
}

function!(sign_copied, |x| (3.0 * x).copysign(-1.0));
function!(magnitude_of, |x| x.max(f64::NEG_INFINITY).min(f64::INFINITY));

#[test]
fn absolute_value_and_order() {
    modes!(absolute, 0.0, 0.0);
    modes!(absolute, -0.0, 0.0);
    modes!(absolute, -2.0, -1.0);
    modes!(absolute, 2.0, 1.0);
    modes!(max_first, 1.0, 2.0);
    modes!(max_first, 0.0, 1.0);
    modes!(min_first, 1.0, 2.0);
    modes!(min_first, 3.0, 1.0);
    modes!(clamped, 0.5, 1.0);
    modes!(clamped, -1.0, 1.0);
    modes!(clamped, 2.0, 1.0);
    modes!(clamped, 2.5, 0.0);
    modes!(clamped, -7.0, 0.0);
    modes!(magnitude_of, 4.0, 1.0);
    modes!(sign_copied, 2.0, -3.0);
    modes!(sign_copied, -2.0, 3.0);
}

#[test]
fn powers_at_zero() {
    modes!(power_zero, 0.0, 0.0);
    modes!(power_one, 0.0, 1.0);
    modes!(power_two, 0.0, 0.0);
    modes!(float_power_one, 0.0, 1.0);
    modes!(float_power_two, 0.0, 0.0);
    modes!(float_power_zero, 0.0, 0.0);
    modes!(float_power_two, -3.0, -6.0);
    assert!(!exponent_grad(1.0).is_nan() && !exponent_grad(2.0).is_nan());
    modes!(exponent, 2.0, 0.0);
    modes!(root, 4.0, 0.25);
    modes!(root, 0.0, f64::INFINITY);
    modes!(root_of_square, -2.0, -1.0);
}

#[test]
fn steps_and_remainders() {
    for x in [-1.5, -1.0, 0.0, 0.5, 2.0] {
        modes!(steps, x, 0.0);
        modes!(fraction, x, 1.0);
    }
    assert_eq!(remainders_grad(7.5, 2.0), (1.0, -3.0));
    assert_eq!(remainders_grad(-7.5, 2.0), (1.0, 3.0));
    assert_eq!(remainders_jvp(-7.5, 2.0, 1.0, 1.0).1, 4.0);
    assert_eq!(euclid_grad(-7.5, 2.0), (1.0, 4.0));
}

#[test]
fn origins_and_branches() {
    assert_eq!(polar_grad(0.0, 0.0), (0.0, 0.0));
    assert_eq!(polar_jvp(0.0, 0.0, 1.0, 1.0), (0.0, 0.0));
    assert_eq!(hypotenuse_grad(0.0, 0.0), (0.0, 0.0));
    assert_eq!(hypotenuse_jvp(0.0, 0.0, 1.0, 1.0), (0.0, 0.0));
    assert_eq!(hypotenuse_grad(3.0, 4.0), (0.6, 0.8));
    modes!(relu, 0.0, 0.0);
    modes!(relu_including, 0.0, 1.0);
}

/// One program for each primitive of the declared table, generic, so that the same text runs in
/// every mode.
macro_rules! declared {
    ($($prim:ident $name:ident |$x:ident| $body:expr;)*) => {
        mod declared {
            use autodiff::prelude::*;
            $(
                #[differentiate(reverse)]
                pub fn $name<T: Real>($x: &[T]) -> T {
                    $body
                }
            )*
        }

        /// The gradients of a primitive in reverse and forward mode, with dual numbers and with a
        /// tape; of forward mode one direction at a time.
        fn gradients(prim: Prim, at: &[f64]) -> Option<[Vec<f64>; 4]> {
            pastey::paste! {
                match prim {
                    $(Prim::$prim => {
                        let forward = (0..at.len()).map(|k| {
                            let direction: Vec<f64> = (0..at.len())
                                .map(|i| if i == k { 1.0 } else { 0.0 }).collect();
                            declared::[<$name _jvp>](at, &direction).1
                        });
                        Some([
                            declared::[<$name _grad>](at),
                            forward.collect(),
                            autodiff::dual::gradient(declared::$name, at),
                            autodiff::tape::gradient(declared::$name, at),
                        ])
                    })*
                    _ => None,
                }
            }
        }
    };
}

declared! {
    Abs abs |x| x[0].abs();
    Max max |x| x[0].max(x[1]);
    Min min |x| x[0].min(x[1]);
    Clamp clamp |x| x[0].clamp(x[1], x[2]);
    Copysign copysign |x| x[0].copysign(x[1]);
    Sqrt sqrt |x| x[0].sqrt();
    Cbrt cbrt |x| x[0].cbrt();
    Asin asin |x| x[0].asin();
    Acos acos |x| x[0].acos();
    Acosh acosh |x| x[0].acosh();
    Ln ln |x| x[0].ln();
    Powf powf |x| x[0].powf(x[1]);
    Hypot hypot |x| x[0].hypot(x[1]);
    Atan2 atan2 |x| x[0].atan2(x[1]);
    Rem rem |x| x[0] % x[1];
    Floor floor |x| x[0].floor();
    Ceil ceil |x| x[0].ceil();
    Round round |x| x[0].round();
    Trunc trunc |x| x[0].trunc();
    Fract fract |x| x[0].fract();
    Signum signum |x| x[0].signum();
}

#[test]
fn the_declared_table_in_every_mode() {
    // not among the methods of generic scalars, or with an integer: tested above
    let others = [Prim::Powi, Prim::RemEuclid, Prim::RoundTiesEven, Prim::DivEuclid];
    for kink in KINKS {
        let Some(found) = gradients(kink.prim, kink.point) else {
            assert!(others.contains(&kink.prim), "{:?}", kink.prim);
            continue;
        };
        let finite = kink.partials.iter().all(|partial| partial.is_finite());
        for (mode, gradient) in ["reverse", "forward", "dual", "tape"].into_iter().zip(found) {
            // along one direction, forward mode adds 0 times the infinite partials of the others
            if finite || mode == "reverse" || mode == "tape" || kink.point.len() == 1 {
                assert_eq!(gradient, kink.partials, "{mode}: {:?} at {:?}", kink.prim, kink.point);
            }
        }
    }
}
