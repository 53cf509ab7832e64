//! `#[linear]`: functions that are proven linear, and their transposes against the dot-product law.
#![deny(warnings)]

use crate::support::{Numbers, close, differences, dot, dot_product_law as law};
use autodiff::prelude::*;

#[linear(x)]
fn second_difference(h: f64, x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut y = vec![0.0; n];
    for i in 1..n - 1 {
        y[i] = (x[i - 1] - 2.0 * x[i] + x[i + 1]) / (h * h);
    }
    y
}

#[test]
fn stencil() {
    law(
        |x| second_difference(0.1, x),
        |y_bar, x_bar| second_difference_transposed(0.1, y_bar, x_bar),
        9,
    );
}

/// A matrix by its rows: where they start, the columns and the values.
struct Csr {
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}

#[linear(x)]
fn sparse_product(starts: &[usize], columns: &[usize], values: &[f64], x: &[f64]) -> Vec<f64> {
    (0..starts.len() - 1)
        .map(|i| (starts[i]..starts[i + 1]).map(|k| values[k] * x[columns[k]]).sum())
        .collect()
}

#[test]
fn sparse_matrix() {
    let a = Csr {
        starts: vec![0, 2, 2, 3, 6],
        columns: vec![0, 3, 1, 4, 0, 2],
        values: vec![1.5, -2.0, 0.25, 3.0, 1.0, -1.0],
    };
    law(
        |x| sparse_product(&a.starts, &a.columns, &a.values, x),
        |y_bar, x_bar| sparse_product_transposed(&a.starts, &a.columns, &a.values, y_bar, x_bar),
        5,
    );
}

/// One explicit step of ∂u/∂t = ∂/∂x (k ∂u/∂x) by fluxes between cells, in place.
#[linear(u)]
fn diffuse(k: &[f64], u: &mut [f64]) {
    let mut last = 0.0;
    for i in 0..u.len() {
        let flux = if i + 1 < u.len() { k[i] * (u[i + 1] - u[i]) } else { 0.0 };
        u[i] += flux - last;
        last = flux;
    }
}

#[linear(u)]
fn diffused(steps: usize, k: &[f64], u: &[f64]) -> Vec<f64> {
    let mut u = u.to_vec();
    for _ in 0..steps {
        diffuse(k, &mut u);
    }
    u
}

#[test]
fn finite_volumes() {
    let k: Vec<f64> = (0..7).map(|i| 0.1 + 0.02 * i as f64).collect();
    law(|u| diffused(4, &k, u), |y_bar, u_bar| diffused_transposed(4, &k, y_bar, u_bar), 7);
    let mut u_bar = Numbers::new(3).vec(7);
    let before = u_bar.clone();
    diffuse_transposed(&k, &mut u_bar);
    let mut moved = Numbers::new(4).vec(7);
    let u = moved.clone();
    diffuse(&k, &mut moved);
    close("in place", dot(&moved, &before), dot(&u, &u_bar), 1e-12);
}

#[linear(signal)]
#[linear(kernel)]
fn convolved(signal: &[f64], kernel: &[f64]) -> Vec<f64> {
    signal
        .windows(kernel.len())
        .map(|window| window.iter().zip(kernel).map(|(s, k)| s * k).sum())
        .collect()
}

#[differentiate]
fn energy_of_convolution(x: &[f64]) -> f64 {
    let y = convolved(x, &x[..3]);
    y.iter().map(|v| v * v).sum()
}

#[test]
fn bilinear() {
    let (signal, kernel) = (Numbers::new(1).vec(9), Numbers::new(2).vec(3));
    law(
        |s| convolved(s, &kernel),
        |y_bar, s_bar| convolved_transposed_signal(&kernel, y_bar, s_bar),
        9,
    );
    law(
        |k| convolved(&signal, k),
        |y_bar, k_bar| convolved_transposed_kernel(&signal, y_bar, k_bar),
        3,
    );
    check!(energy_of_convolution, signal);
}

#[linear(re, im)]
fn fourier(re: &[f64], im: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = re.len();
    if n == 1 {
        return (vec![re[0]], vec![im[0]]);
    }
    let even = |x: &[f64]| -> Vec<f64> { x.iter().step_by(2).copied().collect() };
    let odd = |x: &[f64]| -> Vec<f64> { x.iter().skip(1).step_by(2).copied().collect() };
    let (er, ei) = fourier(&even(re), &even(im));
    let (or, oi) = fourier(&odd(re), &odd(im));
    let (mut yr, mut yi) = (vec![0.0; n], vec![0.0; n]);
    for k in 0..n / 2 {
        let (s, c) = (-2.0 * std::f64::consts::PI * k as f64 / n as f64).sin_cos();
        let (tr, ti) = (c * or[k] - s * oi[k], c * oi[k] + s * or[k]);
        yr[k] = er[k] + tr;
        yi[k] = ei[k] + ti;
        yr[k + n / 2] = er[k] - tr;
        yi[k + n / 2] = ei[k] - ti;
    }
    (yr, yi)
}

#[test]
fn recursion() {
    let split = |x: &[f64]| fourier(&x[..8], &x[8..]);
    law(
        |x| {
            let (re, im) = split(x);
            [re, im].concat()
        },
        |y_bar, x_bar| {
            let (re, im) = x_bar.split_at_mut(8);
            fourier_transposed((&y_bar[..8], &y_bar[8..]), re, im);
        },
        16,
    );
}

/// Values between the points of a grid, and their transpose: what is scattered to the grid.
#[linear(grid)]
fn interpolated(grid: &[f64], points: &[f64]) -> Vec<f64> {
    let mut values = Vec::with_capacity(points.len());
    for p in points {
        let cell = (p.floor() as usize).min(grid.len() - 2);
        let t = p - cell as f64;
        values.push((1.0 - t) * grid[cell] + t * grid[cell + 1]);
    }
    values
}

#[linear(values)]
fn scattered(n: usize, at: &[usize], values: &[f64]) -> Vec<f64> {
    let mut grid = vec![0.0; n];
    for (i, v) in at.iter().zip(values) {
        grid[*i] += v;
    }
    grid
}

#[test]
fn interpolation_and_scattering() {
    let points = [0.25, 3.5, 1.0, 2.75, 4.0];
    law(
        |g| interpolated(g, &points),
        |y_bar, g_bar| interpolated_transposed(&points, y_bar, g_bar),
        5,
    );
    let at = [3, 0, 3, 5];
    law(|v| scattered(6, &at, v), |y_bar, v_bar| scattered_transposed(6, &at, y_bar, v_bar), 4);
}

/// Branches on what is not linear, zeros in one of them, and values that do not depend on `x`
/// beside those that do.
#[linear(x)]
fn with_a_norm(signs: &[bool], a: &[f64], x: &[f64]) -> (f64, Vec<f64>, usize) {
    let norm = a.iter().map(|v| v * v).sum::<f64>().sqrt();
    let mut y = Vec::new();
    for i in 0..x.len() {
        y.push(if signs[i] {
            x[i] / norm
        } else if a[i] > 0.0 {
            0.0
        } else {
            -x[i]
        });
    }
    (norm, y, signs.len())
}

#[test]
fn parts_that_are_not_linear() {
    let signs = [true, false, false, true];
    let a = [1.0, 2.0, -0.5, -3.0];
    let apply = |x: &[f64]| with_a_norm(&signs, &a, x).1;
    law(apply, |y_bar, x_bar| with_a_norm_transposed(&signs, &a, ((), y_bar, ()), x_bar), 4);
}

#[linear(x, z)]
fn combined(a: f64, x: f64, z: [f64; 2]) -> [f64; 3] {
    [a * x + z[0], z[1].mul_add(a, -x), (x - z[0]).to_radians()]
}

#[test]
fn jointly_linear() {
    law(
        |v| combined(1.5, v[0], [v[1], v[2]]).to_vec(),
        |y_bar, v_bar| {
            let (mut x_bar, mut z_bar) = (0.0, [0.0; 2]);
            combined_transposed(1.5, [y_bar[0], y_bar[1], y_bar[2]], &mut x_bar, &mut z_bar);
            v_bar[0] += x_bar;
            v_bar[1] += z_bar[0];
            v_bar[2] += z_bar[1];
        },
        3,
    );
}

#[linear(x)]
fn element(x: &[f64], i: usize) -> f64 {
    x[i]
}

#[linear(x)]
fn power(a: &[[f64; 3]; 3], n: usize, x: [f64; 3]) -> [f64; 3] {
    let mut x = x;
    let mut k = 0;
    while k < n {
        let old = x;
        x = [0.0; 3];
        for i in 0..3 {
            for j in 0..3 {
                x[i] += a[i][j] * old[j];
            }
        }
        x.swap(0, 2);
        k += 1;
    }
    x
}

#[linear(x)]
fn in_singles(k: f32, x: &[f32]) -> f32 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate().rev() {
        match i % 3 {
            0 => sum += k * v,
            1 => sum -= v / k,
            _ => continue,
        }
    }
    sum
}

#[linear(x)]
fn generic<T: Real>(k: T, x: &[T]) -> T {
    let mut sum = T::zero();
    for v in x {
        sum = sum + k * *v;
    }
    sum
}

#[test]
fn accumulators_and_types() {
    let mut sparse = Sparse::new(1_000_000);
    element_transposed(17, 2.5, &mut sparse);
    assert_eq!(sparse.iter().collect::<Vec<_>>(), [(17, 2.5)]);
    element_transposed(17, 2.5, &mut Discard);
    let a = [[1.0, -0.5, 0.25], [2.0, 0.0, 1.0], [0.5, 0.5, -1.0]];
    law(
        |x| power(&a, 3, [x[0], x[1], x[2]]).to_vec(),
        |y_bar, x_bar| power_transposed(&a, 3, [y_bar[0], y_bar[1], y_bar[2]], x_bar),
        3,
    );
    let mut x_bar = [0.0f32; 5];
    in_singles_transposed(2.0, 1.0, &mut x_bar);
    assert_eq!(x_bar, [2.0, -0.5, 0.0, 2.0, -0.5]);
    let mut x_bar = [0.0; 2];
    generic_transposed(2.0, 1.5, &mut x_bar);
    assert_eq!(x_bar, [3.0, 3.0]);
    let mut nothing: [f64; 0] = [];
    scattered_transposed(0, &[], &[], &mut nothing);
}

#[test]
#[should_panic(expected = "length")]
fn a_cotangent_of_another_length() {
    second_difference_transposed(0.1, &[1.0; 8], &mut [0.0; 9]);
}

/// Differentiated in all parameters as well.
#[differentiate]
#[linear(x)]
fn scaled(k: f64, x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| k.exp() * v).collect()
}

#[differentiate]
fn calls_linear_functions(v: &[f64]) -> f64 {
    let y = scaled(v[0], v);
    let z = second_difference(0.5, &y);
    z.iter().zip(&y).map(|(z, y)| z * y).sum()
}

#[test]
fn called_from_differentiated_functions() {
    check!(calls_linear_functions, [0.3, -1.0, 0.5, 2.0, 0.25]);
    let k = 0.4;
    law(|x| scaled(k, x), |y_bar, x_bar| scaled_transposed_x(k, y_bar, x_bar), 3);
    let gradient = differences(|k| scaled(k[0], &[1.0, 2.0])[1], &[k])[0];
    let (_, (k_bar, _)) = scaled_vjp(k, &[1.0, 2.0], &[0.0, 1.0]);
    close("in the other parameter", k_bar, gradient, 1e-8);
}
