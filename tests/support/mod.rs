//! The laws that every differentiated function of the shape `fn(&[f64]) -> f64` must obey, against
//! finite differences.

pub mod central_differences;

/// Deterministic numbers in (−1, 1).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vec(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

/// Whether two numbers agree relative to the scale of what was summed.
#[track_caller]
pub fn close(what: &str, found: f64, expected: f64, tolerance: f64) {
    let scale = 1.0 + found.abs().max(expected.abs());
    assert!((found - expected).abs() <= tolerance * scale, "{what}: {found} instead of {expected}");
}

/// Central differences with one step of Richardson extrapolation.
pub fn differences(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    (0..x.len())
        .map(|i| {
            let at = |h: f64| {
                let mut y = x.to_vec();
                y[i] = x[i] + h;
                f(&y)
            };
            let h = 1e-4 * (1.0 + x[i].abs());
            let central = |h: f64| (at(h) - at(-h)) / (2.0 * h);
            (4.0 * central(h / 2.0) - central(h)) / 3.0
        })
        .collect()
}

/// The value has the bits of the function, and the gradient agrees with differences.
#[track_caller]
pub fn check_gradient(
    f: fn(&[f64]) -> f64,
    value_and_grad: fn(&[f64]) -> (f64, Vec<f64>),
    x: &[f64],
) {
    let (value, bar) = value_and_grad(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    differences(f, x).iter().zip(&bar).for_each(|(of, bar)| close("x", *bar, *of, 1e-7));
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// ⟨A x, ȳ⟩ = ⟨x, Aᵀ ȳ⟩, and the transpose adds to what is there. No finite differences are
/// involved.
#[track_caller]
pub fn dot_product_law(
    apply: impl Fn(&[f64]) -> Vec<f64>,
    transposed: impl Fn(&[f64], &mut [f64]),
    n: usize,
) {
    let mut numbers = Numbers::new(n as u64 + 5);
    let x = numbers.vec(n);
    let y = apply(&x);
    let y_bar = numbers.vec(y.len());
    let mut x_bar = vec![0.0; n];
    transposed(&y_bar, &mut x_bar);
    close("dot product", dot(&x, &x_bar), dot(&y, &y_bar), 1e-12);
    let once = x_bar.clone();
    transposed(&y_bar, &mut x_bar);
    for (twice, once) in x_bar.iter().zip(&once) {
        close("accumulation", *twice, 2.0 * once, 1e-14);
    }
}

/// A function of the shape `fn(&[f64]) -> f64` with its derivatives. The law checks are compiled
/// once: what [`check!`] writes for each function is these closures.
pub struct Derivatives<'a> {
    pub name: &'a str,
    pub value: &'a dyn Fn(&Vec<f64>) -> f64,
    pub value_and_grad: &'a dyn Fn(&Vec<f64>) -> (f64, Vec<f64>),
    pub grad: &'a dyn Fn(&Vec<f64>) -> Vec<f64>,
    pub jvp: &'a dyn Fn(&Vec<f64>, &Vec<f64>) -> (f64, f64),
    pub vjp: &'a dyn Fn(&Vec<f64>, f64) -> (f64, Vec<f64>),
    /// Calls the second argument with what `_primal` returns.
    pub linearized: &'a dyn Fn(&Vec<f64>, &mut dyn FnMut(Linearized)),
}

/// The value of a function at a point, and its linear map there.
pub struct Linearized<'a> {
    pub value: f64,
    pub linear: &'a dyn Fn(&Vec<f64>) -> f64,
    pub transposed: &'a dyn Fn(f64, &mut [f64]),
}

impl Derivatives<'_> {
    /// Checks C1 to C5 at the point `x`: values bit-identical, forward and reverse against each
    /// other and against finite differences, linearity, the dot-product law, and accumulation (not
    /// assignment) in the transposed map. Returns the gradient.
    #[track_caller]
    pub fn check(&self, x: Vec<f64>, tolerance: f64) -> Vec<f64> {
        let (name, n) = (self.name, x.len());
        let value = (self.value)(&x);
        let same = |y: f64, of: &str| {
            assert_eq!(y.to_bits(), value.to_bits(), "{name}: the value of {of}");
        };
        let mut numbers = Numbers::new(n as u64 + 17);
        let (x_dot, x_dot2) = (numbers.vec(n), numbers.vec(n));
        // C1
        let (y, gradient) = (self.value_and_grad)(&x);
        same(y, "value_and_grad");
        let (y, y_dot) = (self.jvp)(&x, &x_dot);
        same(y, "jvp");
        let (y, pulled) = (self.vjp)(&x, 2.5);
        same(y, "vjp");
        assert_eq!((self.grad)(&x), gradient, "{name}: grad");
        // C2, C3
        let (mut calls, mut bar, mut twice) = (0, vec![0.0; n], vec![]);
        (self.linearized)(&x, &mut |at| {
            calls += 1;
            same(at.value, "primal");
            close(&format!("{name}: linear against jvp"), (at.linear)(&x_dot), y_dot, 1e-12);
            (at.transposed)(1.0, &mut bar);
            // accumulators are added to
            twice = bar.clone();
            (at.transposed)(1.0, &mut twice);
        });
        assert_eq!(calls, 1);
        for i in 0..n {
            close(&format!("{name}: transposed against grad, {i}"), bar[i], gradient[i], 1e-12);
            close(&format!("{name}: vjp against grad, {i}"), pulled[i], 2.5 * gradient[i], 1e-12);
            close(&format!("{name}: accumulation, {i}"), twice[i], 2.0 * bar[i], 1e-12);
        }
        close(&format!("{name}: dot-product law"), dot(&x_dot, &gradient), y_dot, 1e-11);
        // C5
        let mix: Vec<f64> = x_dot.iter().zip(&x_dot2).map(|(a, b)| 2.0 * a - 3.0 * b).collect();
        let mixed = 2.0 * y_dot - 3.0 * (self.jvp)(&x, &x_dot2).1;
        close(&format!("{name}: linearity"), (self.jvp)(&x, &mix).1, mixed, 1e-11);
        // C4
        let expected = differences(|x| (self.value)(&x.to_vec()), &x);
        for (i, (found, expected)) in gradient.iter().zip(expected).enumerate() {
            let what = format!("{name}: gradient {i} against finite differences");
            close(&what, *found, expected, tolerance);
        }
        gradient
    }
}

/// [`Derivatives::check`] of the function `$f` at `$x`, with the relative tolerance `$tolerance`
/// for finite differences.
#[macro_export]
macro_rules! check {
    ($f:ident, $x:expr) => {
        check!($f, $x, 1e-7)
    };
    ($f:ident, $x:expr, $tolerance:expr) => {
        pastey::paste! {
            $crate::support::Derivatives {
                name: stringify!($f),
                value: &|x| $f(x),
                value_and_grad: &|x| [<$f _value_and_grad>](x),
                grad: &|x| [<$f _grad>](x),
                jvp: &|x, x_dot| [<$f _jvp>](x, x_dot),
                vjp: &|x, y_bar| [<$f _vjp>](x, y_bar),
                linearized: &|x, with| {
                    let (value, residuals) = [<$f _primal>](x);
                    let _ = residuals.size_in_bytes();
                    with($crate::support::Linearized {
                        value,
                        linear: &|x_dot| [<$f _linear>](&residuals, x_dot),
                        transposed: &|y_bar, x_bar| {
                            [<$f _transposed>](&residuals, y_bar, x_bar);
                        },
                    });
                },
            }
            .check($x.to_vec(), $tolerance)
        }
    };
}

/// Points of several lengths.
pub fn points() -> [Vec<f64>; 5] {
    [
        vec![0.7, -0.4, 1.3, 0.2, -1.1, 0.9, 0.35],
        vec![0.6, 1.2, -0.3],
        vec![1.4, 0.8],
        vec![-0.9],
        vec![],
    ]
}

/// A test for each function of the module around: [`check!`] at points of several lengths. Points
/// of less than seven numbers at which the function itself panics are left out.
#[macro_export]
macro_rules! at_points {
    ($($f:ident)*) => {$(
        #[test]
        fn $f() {
            use super::*;
            for (k, x) in $crate::support::points().iter().enumerate() {
                if k == 0 || std::panic::catch_unwind(|| $f(x)).is_ok() {
                    check!($f, x, 2e-6);
                }
            }
        }
    )*};
}

/// What the generated programs are compared with.
pub mod generated {
    use autodiff::TangentSpace;

    /// Bit for bit, but all NaNs are one.
    #[track_caller]
    pub fn same(what: &str, found: f64, expected: f64) {
        assert!(
            found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
            "{what}: {found} instead of {expected}"
        );
    }

    /// A gradient of any shape, component by component, up to rounding: the interpreter adds in
    /// another order.
    #[track_caller]
    pub fn gradient(found: &impl TangentSpace, expected: &[f64]) {
        let found = found.flatten();
        assert_eq!(found.len(), expected.len(), "the size of the gradient");
        let scale =
            expected.iter().fold(1.0, |m: f64, x| if x.is_finite() { m.max(x.abs()) } else { m });
        for (k, (a, b)) in found.iter().zip(expected).enumerate() {
            let same = (a - b).abs() <= 1e-9 * scale || a == b || !a.is_finite() && !b.is_finite();
            assert!(same, "gradient {k}: {a} instead of {b}");
        }
    }
}
