//! Items in the bodies of differentiated functions.

use autodiff::prelude::*;

mod shapes {
    use autodiff::prelude::*;

    pub const SIDE: f64 = 4.0;

    #[differentiate(reverse)]
    pub fn area(r: f64) -> f64 {
        core::f64::consts::PI * r * r
    }

    pub mod inner {
        use autodiff::prelude::*;

        #[differentiate(reverse)]
        pub fn double(x: f64) -> f64 {
            2.0 * x
        }
    }
}

#[differentiate(reverse)]
fn constants(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 4] = [1.0, -2.0, 0.5, 3.0];
    /// How often.
    const N: usize = 3;
    static SCALE: f64 = 0.25;
    let mut powers = [1.0; N];
    for k in 1..N {
        powers[k] = powers[k - 1] * x;
    }
    let mut y = 0.0;
    for k in 0..N {
        y += powers[k] * COEFFICIENTS[k + 1];
    }
    let rest: [f64; N + 1] = [x, 1.0, x * x, 2.0];
    for i in 0..N + 1 {
        const HALF: f64 = 0.5;
        y += HALF * rest[i] * rest[i];
    }
    y * SCALE
}

#[test]
fn constants_in_the_body() {
    let x: f64 = 0.7;
    let (value, gradient) = constants_value_and_grad(x);
    assert_eq!(value, constants(x));
    let expected = 0.25 * (0.5 + 6.0 * x + x + 2.0 * x * x * x);
    assert!((gradient - expected).abs() < 1e-12, "{gradient} {expected}");
}

#[differentiate(reverse)]
fn imports(r: f64) -> f64 {
    use self::shapes::inner::{self, double as twice};
    use self::shapes::{SIDE, area};
    use core::f64::consts::FRAC_PI_2;
    let square = SIDE * SIDE;
    let a = area(twice(r)) / FRAC_PI_2;
    if r > 0.0 {
        use core::f64::consts::PI as CIRCLE;
        a + square * r + inner::double(r) * CIRCLE
    } else {
        a
    }
}

#[test]
fn imports_in_the_body() {
    let r: f64 = 0.3;
    let (value, gradient) = imports_value_and_grad(r);
    assert_eq!(value, imports(r));
    let expected = 16.0 * r + 16.0 + 2.0 * core::f64::consts::PI;
    assert!((gradient - expected).abs() < 1e-12, "{gradient} {expected}");
    assert_eq!(imports_jvp(r, 1.0), (value, gradient));
}

#[differentiate(reverse)]
fn configured(x: f64) -> f64 {
    #[cfg(not(debug_assertions))]
    return x * x;

    #[cfg(debug_assertions)]
    {
        #[cfg(target_pointer_width = "16")]
        let x = nonexistent(x);
        let y = match x > 1e9 {
            #[cfg(target_pointer_width = "16")]
            true => nonexistent(x),
            _ => x * x,
        };
        y
    }
}

struct Configured;

#[differentiate]
impl Configured {
    #[differentiate(reverse)]
    fn energy(x: f64) -> f64 {
        #[cfg(debug_assertions)]
        let y = x * x;
        #[cfg(not(debug_assertions))]
        let y = x.powi(2);
        helper_of_configured(y)
    }
}

#[differentiate(reverse)]
fn helper_of_configured(x: f64) -> f64 {
    3.0 * x
}

#[test]
fn configurations_in_the_body() {
    assert_eq!(configured_value_and_grad(3.0), (9.0, 6.0));
    assert_eq!(Configured::energy_grad(1.0), 6.0);
}

const TABLE: [f64; 3] = [1.0, -2.0, 0.5];

static SHARED: [f64; 2] = [3.0, 4.0];

#[differentiate(reverse)]
fn polynomial(x: f64, coefficients: &[f64], n: usize) -> f64 {
    let mut y = coefficients[n];
    for k in (0..n).rev() {
        y = y * x + coefficients[k];
    }
    y
}

#[differentiate(reverse)]
fn with_tables(x: f64) -> f64 {
    let mut y = polynomial(x, &TABLE, 2);
    for _ in 0..2 {
        y += polynomial(y, &SHARED, 1);
    }
    y
}

#[test]
fn constants_by_reference_are_read_again() {
    let x: f64 = 0.3;
    let (value, gradient) = with_tables_value_and_grad(x);
    assert_eq!(value, with_tables(x));
    assert!((gradient - 25.0 * (x - 2.0)).abs() < 1e-12);
    assert_eq!(with_tables_jvp(x, 1.0), (value, gradient));
}

#[differentiate]
fn generic_functions(x: &[f64]) -> f64 {
    fn twice<T: std::ops::Add<Output = T> + Copy>(v: T) -> T {
        let w: T = v;
        w + v
    }
    fn first<'a, T>(v: &'a [T]) -> &'a T {
        &v[0]
    }
    fn rest<'a>(a: &'a [f64], n: usize) -> &'a [f64] {
        &a[n..]
    }
    fn applied<F>(f: F, x: f64) -> f64
    where
        F: Fn(f64) -> f64,
    {
        f(x) * twice(f(2.0 * x))
    }
    fn folded<T, U: Copy, F: Fn(U, &T) -> U>(items: &[T], start: U, f: F) -> U {
        let mut total = start;
        for item in items {
            total = f(total, item);
        }
        total
    }
    fn pair<T: Copy, U>(a: T, b: U) -> (U, T) {
        (b, a)
    }
    let n = twice(2usize);
    let small = twice(x[1] as f32 * 0.5);
    let (a, (b, c)) = pair(pair(x[0], x[1]), 3.0);
    let rows = [[x[0], 2.0], [x[1], x[0]]];
    let sums = folded(&rows, x[1], |s, row| s * row[0] + row[1]);
    let count = folded(&[1usize, 2], 0, |s, k| s + k);
    let some = twice(first(&rows)[1]) * *first(&[n]) as f64;
    applied(|t| t * x[1], x[0])
        + a * b * c
        + sums * count as f64
        + some
        + rest(x, 1)[0] * rest(&rows[1], 0)[1]
        + 1e-9 * small as f64
}

#[differentiate]
fn generic_passed(x: &[f64]) -> f64 {
    fn square<T: std::ops::Mul<Output = T> + Copy>(v: T) -> T {
        v * v
    }
    let squares: Vec<f64> = x.iter().copied().map(square).collect();
    squares.iter().sum::<f64>() * square(x[0]) + square(3) as f64
}

#[differentiate]
fn everything_of_a_module(x: f64) -> f64 {
    use std::f64::consts::*;
    const E: f64 = 2.0;
    let half = {
        use core::f64::consts::{self, *};
        FRAC_PI_2 + consts::E
    };
    x * PI + E * x * x + (x * TAU).sin() * half
}

#[test]
fn generic_functions_in_the_body() {
    check!(generic_functions, [0.7, 0.3]);
    check!(generic_passed, [0.7, 0.3, -0.4]);
    let derivative = everything_of_a_module_grad(0.3);
    let half = std::f64::consts::FRAC_PI_2 + std::f64::consts::E;
    let tau = std::f64::consts::TAU;
    let expected = std::f64::consts::PI + 4.0 * 0.3 + tau * (0.3 * tau).cos() * half;
    assert!((derivative - expected).abs() < 1e-12);
}

/// Functions in a body see the items around their own definition, not those around the call.
mod local_functions {
    use super::*;

    const K: f64 = 2.0;

    #[differentiate]
    fn g(x: f64) -> f64 {
        x * x
    }

    #[differentiate]
    fn scopes(x: &[f64]) -> f64 {
        fn outer(v: f64) -> f64 {
            g(v) * K + h(v)
        }
        fn h(v: f64) -> f64 {
            const K: f64 = 7.0;
            v * K
        }
        let mut y = outer(x[0]);
        {
            const K: f64 = -3.0;
            fn g(x: f64) -> f64 {
                x.sin() + K
            }
            fn h(v: f64) -> f64 {
                g(v) * 100.0
            }
            y += outer(x[1]) * g(x[2]) + h(x[0]) * K;
            let g = |v: f64| v - K;
            y += outer(g(x[2]));
        }
        y * K + g(x[1]) + h(x[2])
    }

    #[test]
    fn functions_of_inner_blocks() {
        check!(scopes, [0.7, 0.4, 1.1]);
    }
}
