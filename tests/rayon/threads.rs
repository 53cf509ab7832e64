//! Threads: the count of threads, the order of additions, panics.

use autodiff::prelude::*;
use rayon::prelude::*;

#[differentiate]
fn loss(x: &[f64], w: &[f64]) -> f64 {
    x.par_iter().map(|v| w.iter().map(|w| (w * v).sin()).sum::<f64>().powi(2)).sum::<f64>()
}

fn data() -> (Vec<f64>, Vec<f64>) {
    let mut numbers = crate::support::Numbers::new(11);
    (numbers.vec(1000), numbers.vec(20))
}

pub fn with_threads<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool of threads").install(f)
}

#[test]
fn runs_agree_bit_for_bit() {
    let (x, w) = data();
    let one = with_threads(1, || loss_value_and_grad(&x, &w));
    for threads in [1, 2, 3, 8] {
        let first = with_threads(threads, || loss_value_and_grad(&x, &w));
        for _ in 0..20 {
            let next = with_threads(threads, || loss_value_and_grad(&x, &w));
            assert_eq!(first, next, "{threads} threads");
        }
        assert_eq!(first.0.to_bits(), one.0.to_bits());
        for (found, expected) in first.1.1.iter().zip(&one.1.1) {
            crate::support::close("gradient", *found, *expected, 1e-12);
        }
    }
}

#[differentiate(schedule = "unzipped")]
fn unzipped(x: &[f64], w: &[f64]) -> f64 {
    x.par_iter().map(|v| w.iter().map(|w| (w * v).sin()).sum::<f64>().powi(2)).sum::<f64>()
}

#[test]
fn memory_is_used_again() {
    let (x, w) = data();
    let expected = unzipped_value_and_grad(&x, &w);
    let (_, mut residuals) = unzipped_primal(&x, &w);
    for _ in 0..3 {
        let (mut x_bar, mut w_bar) = (vec![0.0; x.len()], vec![0.0; w.len()]);
        let value = unzipped_vjp_into(&x, &w, 1.0, &mut residuals, &mut x_bar[..], &mut w_bar[..]);
        assert_eq!((value, (x_bar, w_bar)), expected);
    }
    // residuals of more threads than there are now
    let (value, residuals) = with_threads(5, || unzipped_primal(&x, &w));
    let (mut x_bar, mut w_bar) = (vec![0.0; x.len()], vec![0.0; w.len()]);
    with_threads(2, || unzipped_transposed(&residuals, 1.0, &mut x_bar[..], &mut w_bar[..]));
    assert_eq!(value.to_bits(), expected.0.to_bits());
    for (found, expected) in w_bar.iter().zip(&expected.1.1) {
        crate::support::close("gradient", *found, *expected, 1e-12);
    }
}

#[differentiate]
fn panics(x: &[f64], k: f64) -> f64 {
    x.par_iter()
        .map(|v| {
            assert!(*v < 900.0, "{v} is large");
            v * k
        })
        .sum()
}

#[test]
fn a_panic_of_an_item_is_propagated() {
    let x: Vec<f64> = (0..1000).map(|i| i as f64).collect();
    let of = |f: &(dyn Fn() + std::panic::RefUnwindSafe)| {
        let panic = std::panic::catch_unwind(f).expect_err("a panic");
        *panic.downcast::<String>().expect("a message")
    };
    assert!(of(&|| _ = panics(&x, 1.0)).ends_with(" is large"));
    assert!(of(&|| _ = panics_value_and_grad(&x, 1.0)).ends_with(" is large"));
    assert!(of(&|| _ = panics_jvp(&x, 1.0, &x, 0.0)).ends_with(" is large"));
    // and the next call is not affected
    assert_eq!(panics_value_and_grad(&x[..3], 2.0), (6.0, (vec![2.0; 3], 3.0)));
}
