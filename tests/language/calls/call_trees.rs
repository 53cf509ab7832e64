//! Calls that branch at each level: there are many paths and few functions. The residuals of all
//! paths by value would overflow a stack.

use crate::support::{close, differences};
use autodiff::prelude::*;

/// Each level has two functions, and each calls either of the two below.
macro_rules! levels {
    ($first:ident $second:ident) => {
        #[differentiate]
        fn $first(n: usize, x: &[f64]) -> f64 {
            let mut sum = 0.0;
            for x in x {
                sum += (x * sum + n as f64).sin();
            }
            sum
        }
        #[differentiate]
        fn $second(n: usize, x: &[f64]) -> f64 {
            let mut product = 1.0;
            for x in x {
                product *= 1.0 + x * x * product / (1.0 + n as f64);
            }
            product
        }
    };
    ($first:ident $second:ident $third:ident $fourth:ident $($below:ident)*) => {
        levels!($third $fourth $($below)*);
        #[differentiate]
        fn $first(n: usize, x: &[f64]) -> f64 {
            let mut y = vec![0.0; x.len()];
            for (k, y) in y.iter_mut().enumerate() {
                *y = x[k] + 0.1 * x[0] * x[k].cos();
            }
            let below = if n % 2 == 0 { $third(n / 2, &y) } else { $fourth(n / 2, &y) };
            below * below.cos() + x[0]
        }
        #[differentiate]
        fn $second(n: usize, x: &[f64]) -> f64 {
            match n % 3 {
                0 => $third(n / 2, x).exp() * 0.5,
                1 => $fourth(n / 2, x) - $third(n / 3, x).tanh(),
                _ => $fourth(n / 2, x) * x[1],
            }
        }
    };
}
levels!(a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 a8 b8 a9 b9 a10 b10 a11 b11 a12 b12 a13 b13
    a14 b14);

#[test]
fn residuals_grow_with_functions_and_not_with_paths() {
    // the stack of a thread is 2 MB where nothing else is said
    for n in [0, 1, 2, 5, 77, 12_345, 29_961] {
        let x = [0.3, -0.2, 0.5];
        assert_eq!(a0_value_and_grad(n, &x).0.to_bits(), a0(n, &x).to_bits());
        let expected = differences(|x| a0(n, x), &x);
        let found = a0_grad(n, &x);
        (0..3).for_each(|k| close("a0", found[k], expected[k], 1e-5));
        let (_, residuals) = b0_primal(n, &x);
        let expected = differences(|x| b0(n, x), &x);
        let mut found = [0.0; 3];
        b0_transposed(&residuals, 1.0, &mut found);
        (0..3).for_each(|k| close("b0", found[k], expected[k], 1e-5));
    }
}
