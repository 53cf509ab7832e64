//! Slices, vectors and arrays: reads, updates in place, windows.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn prefix_products(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    for i in 1..a.len() {
        a[i] = a[i - 1] * a[i];
    }
    let mut total = 0.0;
    for v in a.iter() {
        total += v.sin();
    }
    total
}

#[differentiate(reverse)]
fn self_convolution(v: &[f64]) -> f64 {
    let n = v.len();
    let mut total = 0.0;
    for i in 0..n {
        total += v[i] * v[n - 1 - i];
    }
    total
}

#[test]
fn in_place() {
    check!(prefix_products, [0.5, 1.5, -0.7, 0.9]);
    check!(prefix_products, []);
    assert_eq!(
        self_convolution_value_and_grad(&[1.0, 2.0, 3.0, 5.0]),
        (22.0, vec![10.0, 6.0, 4.0, 2.0])
    );
    check!(self_convolution, [1.0, 2.0, 3.0, 5.0]);
}
