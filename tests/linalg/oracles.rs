//! Derivatives against formulas that share no rule with the module: closed forms of small matrices
//! with dual numbers, series, and other equations for the same value.

use autodiff::dual::{Dual, jacobian};
use autodiff::linalg::{
    LinalgError, cholesky, det, eigh, expm, inv, log_det, lstsq, solve, solve_spd, svd_values,
};
use autodiff::prelude::*;
use ndarray::{Array1, Array2, Axis, array, concatenate, s};

use crate::support::{close, matrix, near, positive, regular, vector};

/// The rate of a function in the direction of one argument, by its derivative.
macro_rules! rate {
    ($f:ident($a:expr), $dot:expr) => {
        pastey::paste!([<$f _jvp>](&$a, &$dot).1.expect("a tangent"))
    };
}

/// A function whose only parameter is a matrix, so that it has a tangent of its own.
macro_rules! of_matrix {
    ($($name:ident $f:ident $Value:ty;)*) => {$(
        #[differentiate]
        fn $name(a: &Array2<f64>) -> Result<$Value, LinalgError> {
            $f(a)
        }
    )*};
}
of_matrix! {
    lower cholesky Array2<f64>;
    inverse inv Array2<f64>;
    determinant det f64;
    logarithm log_det f64;
    spectrum eigh (Array1<f64>, Array2<f64>);
    singular svd_values Array1<f64>;
    exponential expm Array2<f64>;
}

#[differentiate]
fn solution(a: &Array2<f64>, b: &Array1<f64>) -> Result<Array1<f64>, LinalgError> {
    solve(a, b)
}

/// The directions of the four elements of a 2 × 2 matrix.
fn directions() -> [Array2<f64>; 4] {
    [0, 1, 2, 3].map(|k| {
        let mut dot = Array2::zeros((2, 2));
        dot[[k / 2, k % 2]] = 1.0;
        dot
    })
}

/// Cramer's rule.
fn cramer<T: Real>(x: &[T]) -> Vec<T> {
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|k| x[k]);
    let determinant = a * d - b * c;
    vec![(e * d - b * f) / determinant, (a * f - e * c) / determinant]
}

#[test]
fn a_small_system() {
    let (a, b) = (array![[2.0, 1.0], [-0.5, 3.0]], array![0.7, -1.1]);
    let rows = jacobian(cramer, &[2.0, 1.0, -0.5, 3.0, 0.7, -1.1]);
    for (k, bar) in [array![1.0, 0.0], array![0.0, 1.0]].into_iter().enumerate() {
        let (_, (a_bar, b_bar)) = solution_vjp(&a, &b, Some(bar));
        let found: Vec<f64> = a_bar.iter().chain(&b_bar).copied().collect();
        close(&Array1::from(found), &Array1::from(rows[k].clone()), 1e-14);
    }
}

/// The lower factor of a symmetric matrix with the elements `p`, `q`, `q`, `r`.
fn lower_factor<T: Real>(p: T, q: T, r: T) -> [T; 3] {
    let first = p.sqrt();
    [first, q / first, (r - q * q / p).sqrt()]
}

#[test]
fn a_small_cholesky_factor() {
    let a = array![[2.0, 0.6], [0.6, 1.5]];
    // the elements off the diagonal count half each
    let closed = |x: &[Dual<f64, 4>]| lower_factor(x[0], (x[1] + x[2]) * 0.5, x[3]).to_vec();
    let rows = jacobian(closed, &[2.0, 0.6, 0.6, 1.5]);
    for (k, dot) in directions().iter().enumerate() {
        let l = rate!(lower(a), *dot);
        for (row, at) in rows.iter().zip([[0, 0], [1, 0], [1, 1]]) {
            near(l[at], row[k], 1e-14);
        }
        assert_eq!(l[[0, 1]], 0.0);
    }
}

/// The eigenvalues of a symmetric matrix, and the angle of the second eigenvector.
fn eigenvalues<T: Real>(p: T, q: T, r: T) -> [T; 3] {
    let (mean, half) = ((p + r) * T::real(0.5), (p - r) * T::real(0.5));
    let radius = (half * half + q * q).sqrt();
    [mean - radius, mean + radius, q.atan2(half) * T::real(0.5)]
}

#[test]
fn a_small_spectrum() {
    let a = array![[2.0, 0.6], [0.6, 1.5]];
    let closed = |x: &[Dual<f64, 4>]| eigenvalues(x[0], (x[1] + x[2]) * 0.5, x[3]).to_vec();
    let rows = jacobian(closed, &[2.0, 0.6, 0.6, 1.5]);
    let angle: f64 = eigenvalues(2.0, 0.6, 1.5)[2];
    let (_, vectors) = eigh(&a).expect("a spectrum");
    close(&vectors.column(1).to_owned(), &array![angle.cos(), angle.sin()], 1e-15);
    for (k, dot) in directions().iter().enumerate() {
        let (values, vectors) = rate!(spectrum(a), *dot);
        near(values[0], rows[0][k], 1e-14);
        near(values[1], rows[1][k], 1e-14);
        let turned = array![-angle.sin(), angle.cos()] * rows[2][k];
        close(&vectors.column(1).to_owned(), &turned, 1e-14);
    }
}

#[test]
fn small_determinants() {
    let closed = |x: &[Dual<f64, 4>]| vec![x[0] * x[3] - x[1] * x[2]];
    // the last two are singular, and the last has no rank at all
    for x in [[2.0, 0.6, -0.3, 1.5], [0.0, 2.0, 3.0, 0.0], [1.0, 2.0, 2.0, 4.0], [0.0; 4]] {
        let a = Array2::from_shape_vec((2, 2), x.to_vec()).expect("four elements");
        let rows = jacobian(closed, &x);
        let (value, bar) = determinant_value_and_grad(&a).expect("a determinant");
        near(value, x[0] * x[3] - x[1] * x[2], 1e-15);
        close(&bar, &Array2::from_shape_vec((2, 2), rows[0].clone()).expect("four"), 1e-14);
        let of_logarithm = logarithm_grad(&a);
        assert_eq!(of_logarithm.is_err(), value == 0.0);
        if let Ok(of_logarithm) = of_logarithm {
            close(&of_logarithm, &(bar / value), 1e-14);
        }
    }
}

/// The determinant as a sum over the first row.
fn laplace(a: &Array2<f64>) -> f64 {
    if a.is_empty() {
        return 1.0;
    }
    (0..a.ncols()).map(|j| a[[0, j]] * cofactor(a, 0, j)).sum()
}

fn cofactor(a: &Array2<f64>, i: usize, j: usize) -> f64 {
    let others = |n: usize, k: usize| (0..n).filter(move |l| *l != k).collect::<Vec<_>>();
    let rest = a.select(Axis(0), &others(a.nrows(), i)).select(Axis(1), &others(a.ncols(), j));
    laplace(&rest) * if (i + j).is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Regular and singular matrices, of both signs, and of each rank.
#[test]
fn cofactors() {
    for n in 1..=5 {
        for rank in 0..=n {
            for odd in [false, true] {
                let mut a = matrix(n, rank, 0.3).dot(&matrix(rank, n, 0.8));
                if odd {
                    a.row_mut(0).mapv_inplace(|x| -x);
                }
                let (value, bar) = determinant_value_and_grad(&a).expect("a determinant");
                near(value, laplace(&a), 1e-13);
                let expected = Array2::from_shape_fn((n, n), |(i, j)| cofactor(&a, i, j));
                close(&bar, &expected, 1e-12);
            }
        }
    }
}

/// The terms of the series of the exponential.
#[differentiate]
fn series(a: &Array2<f64>) -> Array2<f64> {
    let n: usize = a.nrows();
    let mut term: Array2<f64> = Array2::eye(n);
    let mut sum: Array2<f64> = Array2::eye(n);
    for k in 1..60 {
        term = term.dot(a) / k as f64;
        sum += &term;
    }
    sum
}

#[test]
fn the_series_of_the_exponential() {
    let bar = matrix(4, 4, 0.9);
    for scale in [0.2, 1.0, 4.0] {
        let a = scale * matrix(4, 4, 0.3);
        let (expected, a_bar) = series_vjp(&a, &bar);
        let (value, found) = exponential_vjp(&a, Some(bar.clone()));
        close(&value.expect("an exponential"), &expected, 1e-12);
        close(&found, &a_bar, 1e-12);
    }
}

/// The derivative is a block of the exponential of a larger matrix.
#[test]
fn blocks_of_an_exponential() {
    for scale in [1e-6, 0.3, 5.0, 30.0] {
        let (a, e) = (scale * matrix(3, 3, 0.3), matrix(3, 3, 0.6));
        let zero = Array2::<f64>::zeros((3, 3));
        let upper = concatenate(Axis(1), &[a.view(), e.view()]).expect("rows");
        let below = concatenate(Axis(1), &[zero.view(), a.view()]).expect("rows");
        let blocks = concatenate(Axis(0), &[upper.view(), below.view()]).expect("columns");
        let blocks = expm(&blocks).expect("an exponential");
        let dot = rate!(exponential(a), e);
        close(&dot, &blocks.slice(s![..3, 3..]).to_owned(), 1e-12);
    }
}

#[differentiate]
fn by_normal_equations(
    a: &Array2<f64>,
    b: &Array1<f64>,
    #[constant] w: &Array1<f64>,
) -> Result<f64, LinalgError> {
    let x = solve(&a.t().dot(a), &a.t().dot(b))?;
    Ok(x.dot(w))
}

#[differentiate]
fn of_least_norm(
    a: &Array2<f64>,
    b: &Array1<f64>,
    #[constant] w: &Array1<f64>,
) -> Result<f64, LinalgError> {
    let z = solve(&a.dot(&a.t()), b)?;
    Ok(a.t().dot(&z).dot(w))
}

#[differentiate]
fn by_lstsq(
    a: &Array2<f64>,
    b: &Array1<f64>,
    #[constant] w: &Array1<f64>,
) -> Result<f64, LinalgError> {
    Ok(lstsq(a, b)?.dot(w))
}

#[test]
fn normal_equations() {
    for (m, n) in [(6, 3), (3, 6)] {
        let (a, b, w) = (matrix(m, n, 0.4), vector(m, 0.2), vector(n, 0.9));
        let (value, bars) = by_lstsq_value_and_grad(&a, &b, &w).expect("a solution");
        let expected = if m > n {
            by_normal_equations_value_and_grad(&a, &b, &w)
        } else {
            of_least_norm_value_and_grad(&a, &b, &w)
        };
        let (of_value, of_bars) = expected.expect("a solution");
        near(value, of_value, 1e-10);
        close(&bars.0, &of_bars.0, 1e-9);
        close(&bars.1, &of_bars.1, 1e-9);
    }
}

#[differentiate]
fn by_the_spectrum(a: &Array2<f64>, #[constant] w: &Array1<f64>) -> Result<f64, LinalgError> {
    let (squares, _) = eigh(&a.t().dot(a))?;
    Ok(squares.mapv(|s| s.sqrt()).dot(w))
}

#[test]
fn other_equations() {
    // singular values are the roots of eigenvalues, in the other order
    let (a, w) = (matrix(5, 3, 0.4), vector(3, 0.9));
    let (_, bar) = singular_vjp(&a, Some(w.clone()));
    let reversed = w.slice(s![..;-1]).to_owned();
    close(&bar, &by_the_spectrum_grad(&a, &reversed).expect("a gradient"), 1e-12);

    // the inverse solves for the identity
    let (a, dot) = (regular(4), matrix(4, 4, 0.3));
    let expected = solve(&a, &dot.dot(&solve(&a, &Array2::eye(4)).expect("an inverse")));
    close(&rate!(inverse(a), dot), &-expected.expect("a solution"), 1e-13);

    // the logarithm of the determinant is a sum over the Cholesky factor
    let (a, symmetric) = (positive(4), &dot + &dot.t());
    let (l, l_dot) = lower_jvp(&a, &symmetric);
    let sum = (l_dot.expect("a tangent").diag().to_owned() / l.expect("a factor").diag()).sum();
    near(rate!(logarithm(a), symmetric), 2.0 * sum, 1e-13);

    // both solvers agree
    let b = vector(4, 0.2);
    close(&solve_spd(&a, &b).expect("x"), &solve(&a, &b).expect("x"), 1e-14);
}
