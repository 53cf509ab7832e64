//! `expm`.
//!
//! The value is the Padé approximant of degree 13 of `a / 2ˢ`, squared s times (Higham 2005,
//! algorithm 2.3, with degree 13 for all norms). Its Fréchet derivative `L(a, e)` differentiates
//! each step, and uses the powers, factors and squares of the value again (Al-Mohy and Higham 2009,
//! algorithm 6.4). As `exp(aᵀ) = exp(a)ᵀ`, the transpose of `L(a, ·)` is `L(aᵀ, ·)`, and
//! `L(aᵀ, e) = L(a, eᵀ)ᵀ`.

use alloc::vec::Vec;

use faer::Mat;
use ndarray::{Array2, ArrayBase, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::lu::Lu;
use super::matrices::{LinalgReal, bytes, to_array, to_mat};
use super::rows::{Factors, OfRow, Row, call};

/// Returns the matrix exponential of `a`.
///
/// `a` and the value are n × n. Scaling and squaring with the Padé approximant of degree 13 costs
/// about 15 n³ operations and 2 n³ for each of the s squarings, where 2ˢ is about a fifth of the
/// 1-norm of `a`. A derivative costs about twice that, and the residuals are 10 + s matrices.
///
/// Derivative: the Fréchet derivative, by the same approximant (Higham 2005; Al-Mohy and Higham
/// 2009).
///
/// # Errors
/// [`NotFinite`](LinalgErrorKind::NotFinite), [`Overflow`](LinalgErrorKind::Overflow).
///
/// # Panics
/// If `a` is not square.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::linalg::expm;
/// use ndarray::{Array2, array};
///
/// assert_eq!(expm(&Array2::<f64>::zeros((2, 2))), Ok(Array2::eye(2)));
/// let rotation = expm(&array![[0.0, 1.0], [-1.0, 0.0]]).unwrap();
/// assert!((rotation[[0, 0]] - 1f64.cos()).abs() < 1e-15);
/// ```
#[track_caller]
pub fn expm<A, S>(a: &ArrayBase<S, Ix2>) -> Result<Array2<A>, LinalgError>
where
    A: LinalgReal,
    S: Data<Elem = A>,
{
    call::<A, Exponential>(a).0
}
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub type expm = OfRow<Exponential>;

/// The row of `expm`.
#[derive(Debug)]
pub struct Exponential;

/// The coefficients of the numerator, by ascending powers (Higham 2005, equation 2.3).
const PADE: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];

/// The largest 1-norm for which value and derivative have full precision (Al-Mohy and Higham 2009,
/// table 6.1).
const LARGEST_NORM: f64 = 4.74;

/// The matrices that the derivative uses again. The numerator is `v + u` and the denominator
/// `v − u`, with `u = a w`, `w = a⁶ w₁ + w₂` and `v = a⁶ v₁ + v₂`.
#[derive(Clone, Debug)]
pub struct Approximant<A> {
    /// `a / 2ˢ`, and its powers 2, 4 and 6.
    a: Mat<A>,
    powers: [Mat<A>; 3],
    w: Mat<A>,
    w_1: Mat<A>,
    v_1: Mat<A>,
    denominator: Lu<A>,
    /// The approximant of `a / 2ˢ`.
    first: Mat<A>,
    /// The values that are squared, from the first on.
    squared: Vec<Mat<A>>,
    scale: A,
}

impl<A: LinalgReal> Factors for Approximant<A> {
    fn bytes(&self) -> usize {
        let [a_2, a_4, a_6] = &self.powers;
        let parts = [&self.a, a_2, a_4, a_6, &self.w, &self.w_1, &self.v_1, &self.first];
        let parts = parts.into_iter().chain(&self.squared);
        self.denominator.bytes() + parts.map(|part| bytes(part.as_ref())).sum::<usize>()
    }
}

/// A coefficient relative to the first. The denominator for a zero matrix is then the identity, and
/// so is the value.
fn coefficient<A: LinalgReal>(k: usize) -> A {
    A::real(PADE[k] / PADE[0])
}

fn scale_matrix<A: LinalgReal>(factor: A, a: &Mat<A>) -> Mat<A> {
    Mat::from_fn(a.nrows(), a.ncols(), |i, j| factor * a[(i, j)])
}

/// The sum of the powers 2, 4 and 6 with the coefficients from this one on, every other one.
fn combine_powers<A: LinalgReal>(first: usize, powers: &[Mat<A>; 3]) -> Mat<A> {
    let [b_2, b_4, b_6] = [0, 2, 4].map(|k| coefficient::<A>(first + k));
    let [a_2, a_4, a_6] = powers;
    Mat::from_fn(a_2.nrows(), a_2.ncols(), |i, j| {
        b_2 * a_2[(i, j)] + b_4 * a_4[(i, j)] + b_6 * a_6[(i, j)]
    })
}

/// The largest sum of magnitudes in a column.
fn norm_1<A: LinalgReal>(a: &Mat<A>) -> A {
    let column = |j| (0..a.nrows()).fold(A::zero(), |sum, i| sum + a[(i, j)].abs());
    (0..a.ncols()).fold(A::zero(), |max, j| max.max(column(j)))
}

impl<A: LinalgReal> Approximant<A> {
    /// The exponential and what its derivative needs; `None` if it overflows.
    fn new(a: Mat<A>) -> Option<(Mat<A>, Approximant<A>)> {
        let norm = norm_1(&a) / A::real(LARGEST_NORM);
        let squarings = num_traits::Float::max(norm.log2().ceil(), A::zero()).to_i32()?;
        let n = a.nrows();
        let scale = num_traits::Float::powi(A::real(0.5), squarings);
        let a = scale_matrix(scale, &a);
        let a_2 = &a * &a;
        let a_4 = &a_2 * &a_2;
        let a_6 = &a_4 * &a_2;
        let powers = [a_2, a_4, a_6];
        let [w_1, v_1] = [9, 8].map(|first| combine_powers(first, &powers));
        let polynomial = |first: &Mat<A>, k: usize| {
            let mut sum = &powers[2] * first + combine_powers(k + 2, &powers);
            (0..n).for_each(|i| sum[(i, i)] += coefficient::<A>(k));
            sum
        };
        let (w, v) = (polynomial(&w_1, 1), polynomial(&v_1, 0));
        let u = &a * &w;
        let denominator = Lu::new(&(&v - &u));
        let first = denominator.solve(v + u);
        let mut value = first.clone();
        let mut squared = Vec::new();
        for _ in 0..squarings {
            let square = &value * &value;
            squared.push(core::mem::replace(&mut value, square));
        }
        if (0..n).any(|j| (0..n).any(|i| !num_traits::Float::is_finite(value[(i, j)]))) {
            return None;
        }
        Some((value, Approximant { a, powers, w, w_1, v_1, denominator, first, squared, scale }))
    }

    /// The Fréchet derivative in the direction `e`.
    fn derivative(&self, e: &Mat<A>) -> Mat<A> {
        let e = scale_matrix(self.scale, e);
        let (a, [a_2, a_4, a_6]) = (&self.a, &self.powers);
        let e_2 = a * &e + &e * a;
        let e_4 = a_2 * &e_2 + &e_2 * a_2;
        let e_6 = a_4 * &e_2 + &e_4 * a_2;
        let powers = [e_2, e_4, e_6];
        let polynomial = |of_first: Mat<A>, first: &Mat<A>, k: usize| {
            a_6 * of_first + &powers[2] * first + combine_powers(k + 2, &powers)
        };
        let w = polynomial(combine_powers(9, &powers), &self.w_1, 1);
        let v = polynomial(combine_powers(8, &powers), &self.v_1, 0);
        let u = a * w + e * &self.w;
        // (v − u) x = v + u
        let right = &v + &u + (u - v) * &self.first;
        let mut dot = self.denominator.solve(right);
        for x in &self.squared {
            dot = x * &dot + &dot * x;
        }
        dot
    }
}

impl<A: LinalgReal> Row<A> for Exponential {
    const NAME: &'static str = "expm";
    type Value = Array2<A>;
    type Factors = Approximant<A>;

    fn value(a: Mat<A>) -> Result<(Array2<A>, Approximant<A>), LinalgErrorKind> {
        let (value, approximant) = Approximant::new(a).ok_or(LinalgErrorKind::Overflow)?;
        Ok((to_array(value.as_ref()), approximant))
    }

    fn linear(approximant: &Approximant<A>, a_dot: Mat<A>) -> Array2<A> {
        to_array(approximant.derivative(&a_dot).as_ref())
    }

    fn transposed(approximant: &Approximant<A>, bar: Array2<A>) -> Mat<A> {
        approximant.derivative(&to_mat(bar.t())).transpose().to_owned()
    }
}
