//! The form of a function: value, derivative and transpose, and the markers that generated code
//! calls.
//!
//! A function of a matrix is a [`Row`], and one of a matrix and a right side a [`System`]. Both
//! work on matrices of `faer`. The markers check shapes and finiteness, convert, and add cotangents
//! to their accumulators. Tangents of a value have the type of the value.

use alloc::boxed::Box;
use core::fmt::Debug;
use core::marker::PhantomData;

use faer::{Mat, MatRef};
use ndarray::{Array, Array1, Array2, ArrayBase, ArrayRef2, ArrayView2, Data, Ix2};

use super::error::{LinalgError, LinalgErrorKind};
use super::matrices::{LinalgReal, RightSide, to_mat};
use crate::arrays::{dense, same_shape};
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, NoResiduals, Residual};

/// What the linear part needs.
pub trait Factors: Clone + Debug {
    /// The bytes on the heap.
    fn bytes(&self) -> usize;
}

/// The residuals of a call: none if the call returned an error.
#[derive(Clone, Debug)]
pub struct Saved<F>(pub Option<Box<F>>);

impl<F: Factors> Residual for Saved<F> {
    fn blank() -> Self {
        Saved(None)
    }

    fn heap_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |factors| size_of::<F>() + factors.bytes())
    }
}

/// A value, or the parts of one.
pub trait Value {
    /// Panics if a cotangent does not have the shape of a result for a matrix of this shape.
    fn check(&self, rows: usize, columns: usize);
}

impl Value for f64 {
    fn check(&self, _: usize, _: usize) {}
}

impl Value for f32 {
    fn check(&self, _: usize, _: usize) {}
}

/// Eigenvalues or singular values.
impl<A> Value for Array1<A> {
    #[track_caller]
    fn check(&self, rows: usize, columns: usize) {
        same_shape("cotangent", "result", self.shape(), &[rows.min(columns)]);
    }
}

impl<A> Value for Array2<A> {
    #[track_caller]
    fn check(&self, rows: usize, columns: usize) {
        same_shape("cotangent", "result", self.shape(), &[rows, columns]);
    }
}

impl<T: Value, U: Value> Value for (T, U) {
    #[track_caller]
    fn check(&self, rows: usize, columns: usize) {
        self.0.check(rows, columns);
        self.1.check(rows, columns);
    }
}

/// A function of a matrix.
pub trait Row<A: LinalgReal> {
    /// Its name.
    const NAME: &'static str;
    /// Whether the matrix must be square.
    const SQUARE: bool = true;
    /// The value, and the tangents of it.
    type Value: Value;
    /// What the linear part needs.
    type Factors: Factors;

    /// The value. The elements of `a` are finite.
    fn value(a: Mat<A>) -> Result<(Self::Value, Self::Factors), LinalgErrorKind>;

    /// The derivative in the direction `a_dot`.
    fn linear(factors: &Self::Factors, a_dot: Mat<A>) -> Self::Value;

    /// The transpose of [`linear`](Row::linear).
    fn transposed(factors: &Self::Factors, bar: Self::Value) -> Mat<A>;
}

/// A function of a matrix and of a right side, linear in the latter.
pub trait System<A: LinalgReal> {
    /// Its name.
    const NAME: &'static str;
    /// Whether the matrix must be square.
    const SQUARE: bool = true;
    /// What the linear part needs.
    type Factors: Factors;

    /// The solution. The elements of `a` are finite.
    fn value(a: Mat<A>, b: Mat<A>) -> Result<(Mat<A>, Self::Factors), LinalgErrorKind>;

    /// The derivative in the direction of the tangents.
    fn linear(factors: &Self::Factors, a_dot: Mat<A>, b_dot: Mat<A>) -> Mat<A>;

    /// The cotangent of the right side.
    fn right_bar(factors: &Self::Factors, x_bar: MatRef<'_, A>) -> Mat<A>;

    /// The cotangent of the matrix. `b_bar` is that of the right side.
    fn matrix_bar(factors: &Self::Factors, x_bar: MatRef<'_, A>, b_bar: MatRef<'_, A>) -> Mat<A>;
}

/// What a call returns and saves.
pub type Called<V, F> = (Result<V, LinalgError>, Saved<F>);

/// A value and its tangent.
pub type WithTangent<V> = (Result<V, LinalgError>, Option<V>);

/// The elements of a matrix argument, if they are finite.
#[track_caller]
fn argument<A: LinalgReal>(
    function: &'static str,
    square: bool,
    a: ArrayView2<'_, A>,
) -> Result<Mat<A>, LinalgError> {
    let (n, m) = a.dim();
    assert!(!square || n == m, "`{function}`: the matrix is {n} × {m}, not square");
    if a.iter().all(|x| num_traits::Float::is_finite(*x)) {
        Ok(to_mat(a))
    } else {
        Err(LinalgError::new(function, LinalgErrorKind::NotFinite))
    }
}

/// The value of a row.
#[track_caller]
pub fn call<A: LinalgReal, R: Row<A>>(
    a: &ArrayBase<impl Data<Elem = A>, Ix2>,
) -> Called<R::Value, R::Factors> {
    let value = argument(R::NAME, R::SQUARE, a.view())
        .and_then(|a| R::value(a).map_err(|kind| LinalgError::new(R::NAME, kind)));
    save_factors(value)
}

/// The value of a system.
#[track_caller]
pub fn call_system<A: LinalgReal, R: System<A>, D: RightSide>(
    a: &ArrayBase<impl Data<Elem = A>, Ix2>,
    b: &ArrayBase<impl Data<Elem = A>, D>,
) -> Called<Array<A, D>, R::Factors> {
    let (n, m) = a.dim();
    let rows = b.shape()[0];
    assert!(n == rows, "`{}`: the matrix is {n} × {m} and the right side has {rows} rows", R::NAME);
    let value = argument(R::NAME, R::SQUARE, a.view()).and_then(|a| {
        let b = D::to_columns(b.view());
        R::value(a, b).map_err(|kind| LinalgError::new(R::NAME, kind))
    });
    save_factors(value.map(|(x, factors)| (D::from_columns(x.as_ref()), factors)))
}

fn save_factors<V, F>(value: Result<(V, F), LinalgError>) -> Called<V, F> {
    match value {
        Ok((value, factors)) => (Ok(value), Saved(Some(Box::new(factors)))),
        Err(error) => (Err(error), Saved(None)),
    }
}

/// Adds a matrix to an accumulator of any layout.
fn accumulate<A: LinalgReal>(sum: &mut ArrayRef2<A>, bar: MatRef<'_, A>) {
    sum.indexed_iter_mut().for_each(|(at, sum)| *sum += bar[at]);
}

/// The marker of a [`Row`]. Its other name is that of the function.
#[derive(Debug)]
pub struct OfRow<R>(PhantomData<R>);

impl<R, A, S> DifferentiableFn<(ArrayBase<S, Ix2>,)> for OfRow<R>
where
    R: Row<A>,
    A: LinalgReal,
    S: Data<Elem = A>,
{
    type Output = Result<R::Value, LinalgError>;
    type Frame = Saved<R::Factors>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<R::Factors>>;
}

#[allow(missing_docs)]
impl<R> OfRow<R> {
    #[track_caller]
    pub fn primal<A: LinalgReal>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        _: &mut NoResiduals,
    ) -> Called<R::Value, R::Factors>
    where
        R: Row<A>,
    {
        call::<A, R>(a)
    }

    #[track_caller]
    pub fn jvp<A: LinalgReal>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        a_dot: &Array2<A>,
    ) -> WithTangent<R::Value>
    where
        R: Row<A>,
    {
        let (value, saved) = call::<A, R>(a);
        let dot = Self::linear(a, &saved, &NoResiduals, a_dot);
        (value, dot)
    }

    #[track_caller]
    pub fn linear<A: LinalgReal>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        saved: &Saved<R::Factors>,
        _: &NoResiduals,
        a_dot: &Array2<A>,
    ) -> Option<R::Value>
    where
        R: Row<A>,
    {
        same_shape("tangent", "array", a_dot.shape(), a.shape());
        let factors = saved.0.as_deref()?;
        Some(R::linear(factors, to_mat(a_dot.view())))
    }

    #[track_caller]
    pub fn transposed<A: LinalgReal>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        saved: &Saved<R::Factors>,
        _: &NoResiduals,
        bar: Option<R::Value>,
        a_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
    ) where
        R: Row<A>,
    {
        let (Some(factors), Some(bar)) = (saved.0.as_deref(), bar) else { return };
        bar.check(a.nrows(), a.ncols());
        if let Some(sum) = dense(a_bar, a.shape()) {
            accumulate(sum, R::transposed(factors, bar).as_ref());
        }
    }

    #[track_caller]
    pub fn vjp<A: LinalgReal>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        _: &mut NoResiduals,
        bar: Option<R::Value>,
        a_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
    ) -> Result<R::Value, LinalgError>
    where
        R: Row<A>,
    {
        let (value, saved) = call::<A, R>(a);
        Self::transposed(a, &saved, &NoResiduals, bar, a_bar);
        value
    }
}

/// The marker of a [`System`]. Its other name is that of the function.
#[derive(Debug)]
pub struct OfSystem<R>(PhantomData<R>);

impl<R, A, S, T, D> DifferentiableFn<(ArrayBase<S, Ix2>, ArrayBase<T, D>)> for OfSystem<R>
where
    R: System<A>,
    A: LinalgReal,
    S: Data<Elem = A>,
    T: Data<Elem = A>,
    D: RightSide,
{
    type Output = Result<Array<A, D>, LinalgError>;
    type Frame = Saved<R::Factors>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<R::Factors>>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<R> OfSystem<R> {
    #[track_caller]
    pub fn primal<A: LinalgReal, D: RightSide>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        b: &ArrayBase<impl Data<Elem = A>, D>,
        _: &mut NoResiduals,
    ) -> Called<Array<A, D>, R::Factors>
    where
        R: System<A>,
    {
        call_system::<A, R, D>(a, b)
    }

    #[track_caller]
    pub fn jvp<A: LinalgReal, D: RightSide>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        b: &ArrayBase<impl Data<Elem = A>, D>,
        a_dot: &Array2<A>,
        b_dot: &Array<A, D>,
    ) -> WithTangent<Array<A, D>>
    where
        R: System<A>,
    {
        let (value, saved) = call_system::<A, R, D>(a, b);
        let dot = Self::linear(a, b, &saved, &NoResiduals, a_dot, b_dot);
        (value, dot)
    }

    #[track_caller]
    pub fn linear<A: LinalgReal, D: RightSide>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        b: &ArrayBase<impl Data<Elem = A>, D>,
        saved: &Saved<R::Factors>,
        _: &NoResiduals,
        a_dot: &Array2<A>,
        b_dot: &Array<A, D>,
    ) -> Option<Array<A, D>>
    where
        R: System<A>,
    {
        same_shape("tangent", "array", a_dot.shape(), a.shape());
        same_shape("tangent", "array", b_dot.shape(), b.shape());
        let factors = saved.0.as_deref()?;
        let (a_dot, b_dot) = (to_mat(a_dot.view()), D::to_columns(b_dot.view()));
        Some(D::from_columns(R::linear(factors, a_dot, b_dot).as_ref()))
    }

    #[track_caller]
    pub fn transposed<A: LinalgReal, D: RightSide>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        b: &ArrayBase<impl Data<Elem = A>, D>,
        saved: &Saved<R::Factors>,
        _: &NoResiduals,
        bar: Option<Array<A, D>>,
        a_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        b_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) where
        R: System<A>,
    {
        let (Some(factors), Some(bar)) = (saved.0.as_deref(), bar) else { return };
        let mut of_result = b.shape().to_vec();
        of_result[0] = a.ncols();
        same_shape("cotangent", "result", bar.shape(), &of_result);
        let x_bar = D::to_columns(bar.view());
        let of_b = R::right_bar(factors, x_bar.as_ref());
        if let Some(sum) = dense(a_bar, a.shape()) {
            accumulate(sum, R::matrix_bar(factors, x_bar.as_ref(), of_b.as_ref()).as_ref());
        }
        if let Some(sum) = dense(b_bar, b.shape()) {
            *sum += &*D::from_columns(of_b.as_ref());
        }
    }

    #[track_caller]
    pub fn vjp<A: LinalgReal, D: RightSide>(
        a: &ArrayBase<impl Data<Elem = A>, Ix2>,
        b: &ArrayBase<impl Data<Elem = A>, D>,
        _: &mut NoResiduals,
        bar: Option<Array<A, D>>,
        a_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        b_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) -> Result<Array<A, D>, LinalgError>
    where
        R: System<A>,
    {
        let (value, saved) = call_system::<A, R, D>(a, b);
        Self::transposed(a, b, &saved, &NoResiduals, bar, a_bar, b_bar);
        value
    }
}
