//! Accumulators: dense, sparse, atomic, and `Discard`; checks of lengths.
#![deny(warnings)]

use crate::support::close;
use autodiff::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[differentiate(reverse)]
fn few(x: &[f64], i: usize, j: usize) -> f64 {
    x[i] * x[j] + x[i]
}

#[differentiate(reverse)]
fn sum(v: &[f64]) -> f64 {
    let mut t = 0.0;
    for x in v {
        t += x * x;
    }
    t
}

#[differentiate(reverse)]
fn windowed(x: &[f64], from: usize, to: usize) -> f64 {
    sum(&x[from..to]) * x[from] + halves(&x[from..])
}

#[differentiate(reverse)]
fn halves(x: &[f64]) -> f64 {
    if x.len() < 2 {
        return sum(x);
    }
    let m = x.len() / 2;
    halves(&x[..m]) + 2.0 * halves(&x[m..])
}

#[differentiate(reverse)]
fn copied(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let w = x[1..].to_vec();
    let mut a = x.to_vec();
    for i in 0..a.len() {
        a[i] *= v[i];
    }
    sum(&a) + sum(&w)
}

#[differentiate(reverse)]
fn array(a: &[f64; 4], b: [f64; 2]) -> f64 {
    a[1] * b[0] + sum(a) * b[1] + sum(&a[2..]) + sum(&b)
}

#[differentiate(reverse)]
fn rows(m: &[[f64; 3]], r: usize) -> f64 {
    let row = &m[r];
    let mut t = m[0][1] * row[2];
    for v in row {
        t += v * v;
    }
    t + sum(&m[r]) + sum(&m[r][1..]) + last(&m[1..])
}

#[differentiate(reverse)]
fn last(m: &[[f64; 3]]) -> f64 {
    let n = m.len();
    m[n - 1][0] * m[n - 1][2]
}

#[differentiate(reverse)]
fn ragged(m: &[Vec<f64>]) -> f64 {
    sum(&m[1]) * m[0][0] + m[1][1]
}

#[differentiate(reverse)]
fn vectors(v: Vec<f64>, w: &Vec<f64>) -> f64 {
    v[1] * w[0] + sum(&v) + sum(w)
}

#[differentiate(reverse)]
fn output(x: &[f64], k: f64) -> Vec<f64> {
    let mut y = x.to_vec();
    for v in y.iter_mut() {
        *v *= k;
    }
    y
}

#[differentiate(reverse)]
fn pair(x: &[f64]) -> (Vec<f64>, f64) {
    (x.to_vec(), x[0])
}

#[test]
fn sparse() {
    let x: Vec<f64> = (0..1000).map(|i| i as f64 * 0.01).collect();
    let mut bar = Sparse::new(1000);
    few_transposed(&few_primal(&x, 300, 700).1, 1.0, &mut bar);
    assert_eq!(bar.iter().collect::<Vec<_>>(), [(300, 8.0), (700, 3.0)]);
    assert_eq!(bar.stored(), 2);
    few_transposed(&few_primal(&x, 5, 300).1, 1.0, &mut bar);
    assert_eq!(bar.stored(), 3);
    close("added", bar.to_dense()[300], 8.0 + 0.05, 1e-15);
    // windows passed into callees, recursively
    let mut bar = Sparse::new(1000);
    windowed_transposed(&windowed_primal(&x, 990, 995).1, 1.0, &mut bar);
    assert_eq!(bar.stored(), 10);
    let dense = windowed_grad(&x, 990, 995);
    for (found, expected) in bar.to_dense().iter().zip(&dense) {
        close("sparse windows", *found, *expected, 1e-14);
    }
    let mut residuals = FewResiduals::default_like(&x);
    let mut bar = Sparse::new(1000);
    few_vjp_into(&x, 1, 2, 1.0, &mut residuals, &mut bar);
    assert_eq!(bar.stored(), 2);
    let m = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [0.5, 0.25, 0.125]];
    let mut bar = Sparse::<[f64; 3]>::new(4);
    rows_transposed(&rows_primal(&m, 1).1, 1.0, &mut bar);
    assert_eq!(bar.iter().map(|(i, _)| i).collect::<Vec<_>>(), [0, 1, 3]);
    let expected = rows_grad(&m, 1);
    assert_eq!(bar.to_dense(), expected);
    let mut bar = Sparse::new(4);
    copied_transposed(&copied_primal(&[1.0, 2.0, 3.0, 4.0]).1, 1.0, &mut bar);
    assert_eq!(bar.to_dense(), copied_grad(&[1.0, 2.0, 3.0, 4.0]));
}

trait DefaultLike<'a> {
    fn default_like(x: &'a [f64]) -> Self;
}

impl<'a> DefaultLike<'a> for FewResiduals<'a> {
    fn default_like(x: &'a [f64]) -> Self {
        few_primal(x, 0, 0).1
    }
}

#[test]
fn shared_by_threads() {
    let x: Vec<f64> = (0..64).map(|i| i as f64 * 0.25).collect();
    let bar = Atomic::new(64);
    std::thread::scope(|scope| {
        for k in 0..4 {
            let (x, bar) = (&x, &bar);
            scope.spawn(move || {
                for i in 0..64 {
                    if i % 4 == k {
                        let (_, residuals) = few_primal(x, i, 3);
                        few_transposed(&residuals, 1.0, &mut &*bar);
                    }
                }
                let (_, residuals) = windowed_primal(x, 16 * k, 16 * k + 4);
                windowed_transposed(&residuals, 1.0, &mut &*bar);
            });
        }
    });
    let mut expected = vec![0.0; 64];
    for i in 0..64 {
        few_transposed(&few_primal(&x, i, 3).1, 1.0, &mut expected[..]);
    }
    for k in 0..4 {
        windowed_transposed(&windowed_primal(&x, 16 * k, 16 * k + 4).1, 1.0, &mut expected[..]);
    }
    for (found, expected) in bar.to_vec().iter().zip(&expected) {
        close("atomic", *found, *expected, 1e-12);
    }
}

#[test]
fn not_wanted() {
    let (_, residuals) = array_primal(&[1.0, 2.0, 3.0, 4.0], [5.0, 6.0]);
    let expected = array_grad(&[1.0, 2.0, 3.0, 4.0], [5.0, 6.0]);
    let mut a_bar = [0.0; 4];
    array_transposed(&residuals, 1.0, &mut a_bar, &mut Discard);
    assert_eq!(a_bar, expected.0);
    let mut b_bar = [0.0; 2];
    array_transposed(&residuals, 1.0, &mut Discard, &mut b_bar);
    assert_eq!(b_bar, expected.1);
    array_transposed(&residuals, 1.0, &mut Discard, &mut Discard);
    windowed_transposed(&windowed_primal(&[1.0, 2.0, 3.0], 1, 2).1, 1.0, &mut Discard);
    copied_transposed(&copied_primal(&[1.0, 2.0]).1, 1.0, &mut Discard);
    let mut w_bar = vec![0.0; 2];
    vectors_transposed(
        &vectors_primal(vec![1.0, 2.0], &vec![3.0, 4.0]).1,
        1.0,
        &mut Discard,
        &mut w_bar,
    );
    assert_eq!(w_bar, [2.0 + 6.0, 8.0]);
    let mut k_bar = 0.0;
    output_transposed(&output_primal(&[1.0, 2.0], 3.0).1, &[1.0, 1.0], &mut Discard, &mut k_bar);
    assert_eq!(k_bar, 3.0);
}

#[test]
fn dense_of_every_kind() {
    let x = [1.0, 2.0, 3.0, 4.0];
    let expected = windowed_grad(&x, 0, 2);
    let (_, residuals) = windowed_primal(&x, 0, 2);
    let mut slice = vec![0.0; 4];
    windowed_transposed(&residuals, 1.0, &mut slice[..]);
    let mut vector = vec![0.0; 4];
    windowed_transposed(&residuals, 1.0, &mut vector);
    let mut array = [0.0; 4];
    windowed_transposed(&residuals, 1.0, &mut array);
    let mut by_reference = [0.0; 4];
    windowed_transposed(&residuals, 1.0, &mut &mut by_reference);
    assert_eq!((&slice, &vector), (&expected, &expected));
    assert_eq!((array.to_vec(), by_reference.to_vec()), (expected.clone(), expected));
    let m = vec![vec![2.0], vec![3.0, 5.0]];
    let mut bar = vec![vec![1.0], vec![0.0, 0.0]];
    ragged_transposed(&ragged_primal(&m).1, 1.0, &mut bar[..]);
    assert_eq!(bar, [vec![35.0], vec![12.0, 21.0]]);
    let m = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let mut bar = vec![[0.0; 3]; 2];
    rows_transposed(&rows_primal(&m, 1).1, 1.0, &mut bar);
    assert_eq!(bar, rows_grad(&m, 1));
}

/// The message of a panic.
fn message<R>(f: impl FnOnce() -> R) -> String {
    let error = catch_unwind(AssertUnwindSafe(|| drop(f()))).expect_err("it should panic");
    match error.downcast::<String>() {
        Ok(text) => *text,
        Err(error) => error.downcast_ref::<&str>().unwrap().to_string(),
    }
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
}

#[test]
fn wrong_lengths() {
    let x = [1.0, 2.0, 3.0];
    says(&message(|| sum_jvp(&x, &[1.0, 2.0])), &["sum", "`v`", "3", "2"]);
    let (_, residuals) = sum_primal(&x);
    says(&message(|| sum_linear(&residuals, &[1.0; 7])), &["sum", "`v`", "3", "7"]);
    says(
        &message(|| sum_transposed(&residuals, 1.0, &mut [0.0; 2][..])),
        &["sum", "`v`", "3", "2"],
    );
    says(
        &message(|| sum_transposed(&residuals, 1.0, &mut Sparse::new(4))),
        &["sum", "`v`", "3", "4"],
    );
    let short = Atomic::new(2);
    says(&message(|| sum_transposed(&residuals, 1.0, &mut &short)), &["sum", "`v`", "3", "2"]);
    says(&message(|| output_vjp(&x, 2.0, &[1.0; 2])), &["output", "3", "2"]);
    let (_, residuals) = output_primal(&x, 2.0);
    says(&message(|| output_linear(&residuals, &[0.0; 4], 1.0)), &["output", "`x`", "3", "4"]);
    // nothing is written before the panic
    let (mut x_bar, mut k_bar) = (vec![7.0; 3], 7.0);
    says(
        &message(|| output_transposed(&residuals, &[1.0; 5], &mut x_bar[..], &mut k_bar)),
        &["output", "3", "5"],
    );
    assert_eq!((&x_bar, k_bar), (&vec![7.0; 3], 7.0));
    let mut long = vec![7.0; 5];
    says(
        &message(|| output_transposed(&residuals, &[1.0; 3], &mut long[..], &mut k_bar)),
        &["output", "`x`", "3", "5"],
    );
    assert_eq!((&long, k_bar), (&vec![7.0; 5], 7.0));
    let (mut v_bar, mut w_bar) = (vec![7.0; 2], vec![7.0; 3]);
    let w = vec![3.0, 4.0];
    let (_, residuals) = vectors_primal(vec![1.0, 2.0], &w);
    says(
        &message(|| vectors_transposed(&residuals, 1.0, &mut v_bar[..], &mut w_bar[..])),
        &["vectors", "`w`", "2", "3"],
    );
    assert_eq!((v_bar, w_bar), (vec![7.0; 2], vec![7.0; 3]));
    let mut residuals = residuals.clone();
    let mut bar = vec![7.0; 1];
    says(
        &message(|| {
            vectors_vjp_into(vec![1.0, 2.0], &w, 1.0, &mut residuals, &mut bar[..], &mut Discard)
        }),
        &["vectors", "`v`", "2", "1"],
    );
    says(
        &message(|| vectors_jvp(vec![1.0, 2.0], &w, vec![0.0; 2], &vec![0.0; 9])),
        &["vectors", "`w`", "2", "9"],
    );
    assert_eq!(bar, [7.0]);
    says(
        &message(|| ragged_jvp(&[vec![1.0], vec![2.0, 3.0]], &[vec![1.0]])),
        &["ragged", "`m`", "2", "1"],
    );
}

#[test]
fn nothing_at_all() {
    assert_eq!(sum_value_and_grad(&[]), (0.0, vec![]));
    assert_eq!(sum_jvp(&[], &[]), (0.0, 0.0));
    let (y, residuals) = output_primal(&[], 3.0);
    assert_eq!(y, Vec::<f64>::new());
    assert_eq!(output_linear(&residuals, &[], 1.0), Vec::<f64>::new());
    let mut k_bar = 0.0;
    output_transposed(&residuals, &[], &mut Sparse::new(0), &mut k_bar);
    assert_eq!(k_bar, 0.0);
    assert_eq!(halves_value_and_grad(&[]), (0.0, vec![]));
}

#[test]
fn one_element_of_many() {
    // the sum over all calls would take forever if each were linear in the length
    let x = vec![1.0; 1_000_000];
    let mut bar = vec![0.0; x.len()];
    for i in 0..20_000 {
        few_transposed(&few_primal(&x, i, 999_999 - i).1, 1.0, &mut bar[..]);
    }
    assert_eq!((bar[0], bar[999_999], bar[500_000]), (2.0, 1.0, 0.0));
}
