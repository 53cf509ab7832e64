//! Arrays of `ndarray` in parallel closures.

use autodiff::prelude::*;
use ndarray::{Array1, Array2, Zip};
use rayon::prelude::*;

#[differentiate]
fn elements(x: &[f64]) -> f64 {
    let a = Array1::from_vec(x.to_vec());
    (0..a.len()).into_par_iter().map(|i| (a[i] * a[0]).sin()).sum::<f64>()
}

#[differentiate]
fn elements_s(x: &[f64]) -> f64 {
    let a = Array1::from_vec(x.to_vec());
    (0..a.len()).map(|i| (a[i] * a[0]).sin()).sum::<f64>()
}

#[differentiate]
fn in_place(x: &[f64]) -> f64 {
    let (a, k) = (Array1::from_vec(x.to_vec()), x[0]);
    let mut b = a.clone();
    b.par_mapv_inplace(|v| v.sin() * k);
    b.par_map_inplace(|v| *v += k);
    Zip::from(&mut b).and(&a).par_for_each(|v, &w| *v *= w.exp());
    let c = Zip::from(&a).and(&b).par_map_collect(|v, w| v * w + k);
    b.sum() * c.dot(&a)
}

#[differentiate]
fn in_place_s(x: &[f64]) -> f64 {
    let (a, k) = (Array1::from_vec(x.to_vec()), x[0]);
    let mut b = a.clone();
    b.mapv_inplace(|v| v.sin() * k);
    b.map_inplace(|v| *v += k);
    Zip::from(&mut b).and(&a).for_each(|v, &w| *v *= w.exp());
    let mut c = a.clone();
    Zip::from(&mut c).and(&b).for_each(|v, w| *v = *v * w + k);
    b.sum() * c.dot(&a)
}

#[differentiate]
fn planes(x: &Array2<f64>, y: &Array2<f64>) -> f64 {
    let mut z = x * 2.0;
    Zip::from(&mut z).and(y).par_for_each(|z, y| *z = z.sin() * y);
    let w = Zip::from(&z).and(x).and(y).par_map_collect(|z, x, y| z * x + y * y);
    (&w * &z).sum()
}

#[differentiate]
fn planes_s(x: &Array2<f64>, y: &Array2<f64>) -> f64 {
    let z = (x * 2.0).mapv(|z| z.sin()) * y;
    let w = &z * x + y * y;
    (&w * &z).sum()
}

#[test]
fn arrays_of_two_axes() {
    let x = Array2::from_shape_fn((4, 3), |(i, j)| (i as f64 - 1.5) * 0.2 + j as f64 * 0.1);
    let y = Array2::from_shape_fn((4, 3), |(i, j)| (j as f64 - 1.5) * 0.3 + i as f64 * 0.1);
    // the layout of the result decides the order of later sums
    let in_columns = |x: &Array2<f64>| x.t().as_standard_layout().to_owned().reversed_axes();
    for (x, y) in [
        (x.clone(), y.clone()),
        (x.clone(), in_columns(&y)),
        (in_columns(&x), y.clone()),
        (in_columns(&x), in_columns(&y)),
    ] {
        let (value, (x_bar, y_bar)) = planes_value_and_grad(&x, &y);
        let (expected, (of_x, of_y)) = planes_s_value_and_grad(&x, &y);
        assert_eq!(value.to_bits(), planes(&x, &y).to_bits());
        assert!((value - expected).abs() < 1e-14);
        assert!((&x_bar - &of_x).iter().chain(&(&y_bar - &of_y)).all(|d| d.abs() < 1e-13));
    }
}

mod of_arrays {
    all_same! {
        elements elements_s
        in_place in_place_s
    }
}

#[differentiate]
fn layer(x: &Array2<f64>, w: &Array1<f64>) -> f64 {
    (0..x.nrows()).into_par_iter().map(|i| x.row(i).dot(w).tanh()).sum::<f64>()
}

#[test]
fn rows() {
    let x = Array2::from_shape_fn((7, 3), |(i, j)| (i as f64 - 3.0) * 0.2 + j as f64 * 0.1);
    let w = Array1::from_vec(vec![0.5, -0.3, 0.2]);
    let (value, (x_bar, w_bar)) = layer_value_and_grad(&x, &w);
    let z = x.dot(&w);
    assert_eq!(
        value.to_bits(),
        x.rows().into_iter().map(|r| r.dot(&w).tanh()).sum::<f64>().to_bits()
    );
    let slope = z.mapv(|z| 1.0 - z.tanh().powi(2));
    for i in 0..7 {
        for j in 0..3 {
            assert!((x_bar[[i, j]] - slope[i] * w[j]).abs() < 1e-14);
        }
    }
    let expected = x.t().dot(&slope);
    assert!((&w_bar - &expected).iter().all(|d| d.abs() < 1e-14));
}
