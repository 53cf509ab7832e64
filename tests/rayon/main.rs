//! Threads in differentiated functions: parallel iterators and `rayon::join`. Each program is
//! compared with finite differences, and with a program that runs in order on one thread: the
//! values bit for bit, the gradients up to the order of additions.
// a program is written in the style of users
#![allow(clippy::all)]

#[macro_use]
#[path = "../support/mod.rs"]
#[allow(dead_code)]
mod support;

/// Checks a program against the same without threads, and that two runs agree bit for bit. `rayon`
/// adds in no fixed order, so the value of the program itself may differ in rounding.
#[macro_export]
macro_rules! same {
    ($parallel:ident, $sequential:ident, $x:expr) => {
        pastey::paste! {{
            use $crate::support::*;
            let x: Vec<f64> = $x;
            let x_dot = Numbers::new(x.len() as u64).vec(x.len());
            let expected = check!($sequential, x, 2e-6);
            let bits = $sequential(&x).to_bits();
            close("the function itself", $parallel(&x), $sequential(&x), 1e-12);
            let (value, gradient) = [<$parallel _value_and_grad>](&x);
            assert_eq!(value.to_bits(), bits, "the value of value_and_grad");
            let (value, slope) = [<$parallel _jvp>](&x, &x_dot);
            assert_eq!(value.to_bits(), bits, "the value of jvp");
            let (value, residuals) = [<$parallel _primal>](&x);
            assert_eq!(value.to_bits(), bits, "the value of primal");
            let linear = [<$parallel _linear>](&residuals, &x_dot);
            let mut bar = vec![0.5; x.len()];
            [<$parallel _transposed>](&residuals, 1.0, &mut bar[..]);
            close("linear", linear, dot(&x_dot, &expected), 1e-11);
            close("jvp", slope, dot(&x_dot, &expected), 1e-11);
            for (i, expected) in expected.iter().enumerate() {
                close("gradient", gradient[i], *expected, 1e-11);
                close("transposed", bar[i], 0.5 + expected, 1e-11);
            }
            let bits_of = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
            let again = [<$parallel _grad>](&x);
            assert_eq!(bits_of(&gradient), bits_of(&again), "two runs");
        }}
    };
}

/// A test for each pair of programs, at points of several lengths.
#[macro_export]
macro_rules! all_same {
    ($($parallel:ident $sequential:ident)*) => {$(
        #[test]
        fn $parallel() {
            use super::*;
            for x in $crate::points() {
                same!($parallel, $sequential, x.clone());
            }
        }
    )*};
}

mod array_parts;
mod arrays;
mod chains;
mod changes;
mod shared_tables;
mod threads;
mod values;

/// Points of several lengths: of fewer numbers than there are chunks, and of more.
pub fn points() -> Vec<Vec<f64>> {
    let mut numbers = support::Numbers::new(3);
    [37, 5, 2].iter().map(|n| numbers.vec(*n)).collect()
}
