//! Arrays as a vector space of tangents, and as accumulators of cotangents.

use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Range;

use ndarray::{
    Array, ArrayBase, ArrayRef, ArrayViewMut, Axis, CowRepr, Data, Dimension, LinalgScalar,
    OwnedArcRepr, OwnedRepr, ScalarOperand, Slice, ViewRepr, Zip,
};

use super::memory::{filled, release};
use crate::{
    CotangentAccumulator, Differentiable, Discrete, Need, PlainClone, Real, Residual, Save,
    Structure, TangentShape, TangentSpace,
};

/// The elements of differentiable arrays.
pub trait ArrayReal:
    Real
    + LinalgScalar
    + num_traits::FromPrimitive
    + ScalarOperand
    + Differentiable<Tangent = Self, Shape = ()>
    + TangentSpace
    + Structure<Element = Self, Memory = Self>
    + CotangentAccumulator<Self>
    + Residual
    + Save
    + core::ops::AddAssign
    + core::ops::SubAssign
    + core::ops::MulAssign
    + core::ops::DivAssign
{
}
impl<T: Real> ArrayReal for T {}

/// A number of axes that is a type parameter.
pub trait AnyAxes:
    Dimension + Differentiable<Tangent = (), Shape = ()> + Discrete + PlainClone + Residual + Save
{
}

impl<D> AnyAxes for D where
    D: Dimension
        + Differentiable<Tangent = (), Shape = ()>
        + Discrete
        + PlainClone
        + Residual
        + Save
{
}

/// The shape of an array: its length along each axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrayDim<D>(pub D);

impl<D: Dimension> Residual for ArrayDim<D> {
    fn blank() -> Self {
        ArrayDim::default()
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<D: Dimension> TangentShape for ArrayDim<D> {
    type Sequence = Vec<ArrayDim<D>>;

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        Some(self.0.slice())
    }

    #[inline]
    fn rows(&self) -> Option<usize> {
        match *self.0.slice() {
            [rows] | [rows, _] => Some(rows),
            _ => None,
        }
    }

    fn run(&self, rows: Range<usize>) -> Self {
        let mut shape = self.0.clone();
        if let Some(first) = shape.slice_mut().first_mut() {
            *first = rows.len();
        }
        ArrayDim(shape)
    }
}

/// Panics if two arrays differ in shape.
#[track_caller]
pub(crate) fn same_shape(what: &str, other: &str, a: &[usize], b: &[usize]) {
    assert!(a == b, "the {what} has shape {a:?} and the {other} has shape {b:?}");
}

/// The storage of an array: owned, shared or borrowed.
pub trait Storage: Data {
    /// The elements, to change them; `None` for those of a shared view.
    fn writable<D: Dimension>(
        array: &mut ArrayBase<Self, D>,
    ) -> Option<ArrayViewMut<'_, Self::Elem, D>>;

    /// Takes the memory of an array that owns its elements, in logical order. An empty array is
    /// left.
    fn take<D: Dimension>(_: &mut ArrayBase<Self, D>) -> Option<Array<Self::Elem, D>> {
        None
    }
}

macro_rules! storage {
    ($([$($generics:tt)*] $S:ty $({$($take:tt)*})?;)*) => {$(
        impl<$($generics)*> Storage for $S {
            fn writable<D: Dimension>(
                array: &mut ArrayBase<Self, D>,
            ) -> Option<ArrayViewMut<'_, A, D>> {
                Some(array.view_mut())
            }

            $($($take)*)?
        }
    )*};
}
storage! {
    [A] OwnedRepr<A> {
        fn take<D: Dimension>(array: &mut Array<A, D>) -> Option<Array<A, D>> {
            let empty = Array::from_shape_vec(D::default(), Vec::new()).ok()?;
            array.is_standard_layout().then(|| core::mem::replace(array, empty))
        }
    };
    [A: Clone] OwnedArcRepr<A>;
    [A: Clone] CowRepr<'_, A>;
    [A] ViewRepr<&mut A>;
}

impl<A> Storage for ViewRepr<&A> {
    fn writable<D: Dimension>(_: &mut ArrayBase<Self, D>) -> Option<ArrayViewMut<'_, A, D>> {
        None
    }
}

/// The elements of an array that a tangent is added to.
#[track_caller]
fn writable<S: Storage, D: Dimension>(array: &mut ArrayBase<S, D>) -> ArrayViewMut<'_, S::Elem, D> {
    match S::writable(array) {
        Some(elements) => elements,
        None => panic!("the elements of a shared view cannot be changed"),
    }
}

#[diagnostic::do_not_recommend]
impl<A: ArrayReal, S: Storage<Elem = A>, D: Dimension> Differentiable for ArrayBase<S, D> {
    type Tangent = Array<A, D>;
    type Shape = ArrayDim<D>;

    #[inline]
    fn tangent_shape(&self) -> ArrayDim<D> {
        ArrayDim(self.raw_dim())
    }

    #[inline]
    fn zero_of(shape: &ArrayDim<D>) -> Array<A, D> {
        filled(shape.0.clone(), A::zero())
    }

    #[track_caller]
    fn move_by(&mut self, tangent: &Array<A, D>) {
        same_shape("value", "tangent", self.shape(), tangent.shape());
        writable(self).zip_mut_with(tangent, |x, step| *x += *step);
    }

    fn write_reals(&self, reals: &mut Vec<f64>) {
        self.iter().for_each(|x| x.flatten_into(reals));
    }

    #[track_caller]
    fn read_reals<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        writable(self).into_iter().fold(flat, |flat, x| x.unflatten_from(flat))
    }
}

impl<A: ArrayReal, D: Dimension> TangentSpace for Array<A, D> {
    #[track_caller]
    fn add_assign(&mut self, other: &Self) {
        same_shape("tangent", "added tangent", self.shape(), other.shape());
        *self += other;
    }

    fn scale(&mut self, factor: f64) {
        self.map_inplace(|a| TangentSpace::scale(a, factor));
    }

    #[track_caller]
    fn inner_product(&self, other: &Self) -> f64 {
        same_shape("tangent", "multiplied tangent", self.shape(), other.shape());
        self.iter().zip(other).fold(0.0, |sum, (a, b)| sum + a.inner_product(b))
    }

    fn dimension(&self) -> usize {
        self.len()
    }

    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|a| a.flatten_into(out));
    }

    #[track_caller]
    fn unflatten_from<'flat>(&mut self, flat: &'flat [f64]) -> &'flat [f64] {
        self.iter_mut().fold(flat, |flat, a| a.unflatten_from(flat))
    }

    fn drop_cotangent(self) {
        release(self);
    }
}

impl<A: ArrayReal, S: Storage<Elem = A>, D: Dimension> Structure for ArrayBase<S, D> {
    type Element = A;
    type Memory = ArrayRef<A, D>;

    const HAS_RUNS: bool = true;

    /// Rows that are zero are not added to an accumulator that stores rows one by one.
    fn add_run(&self, start: usize, to: &mut (impl CotangentAccumulator<Self> + ?Sized)) {
        let columns = self.shape().get(1).copied().unwrap_or(1);
        let Some(elements) = self.as_slice() else { return add_rows(start, self, to) };
        for (index, row) in elements.chunks(columns.max(1)).enumerate() {
            if row.iter().all(|element| *element == A::zero()) {
                continue;
            }
            match to.sparse_row(start + index, None) {
                Some(sum) => sum.iter_mut().zip(row).for_each(|(sum, element)| *sum += *element),
                None => return add_rows(start, self, to),
            }
        }
    }

    fn row_in_memory(&mut self, index: usize) -> Option<&mut [A]> {
        let columns = self.shape().get(1).copied().unwrap_or(1);
        let elements = S::writable(self)?.into_slice()?;
        elements.get_mut(index * columns..(index + 1) * columns)
    }
}

/// Adds rows from `start` on to an accumulator of an array.
fn add_rows<A: ArrayReal, D: Dimension, S: Storage<Elem = A>>(
    start: usize,
    rows: &ArrayBase<S, D>,
    to: &mut (impl CotangentAccumulator<ArrayBase<S, D>> + ?Sized),
) {
    if let Some(sum) = to.dense() {
        let range = start..start + rows.len_of(Axis(0));
        let mut part = sum.slice_axis_mut(Axis(0), Slice::from(range));
        part += rows;
    }
}

/// The elements are numbered in logical order. Those of an array with one axis are its elements by
/// index.
impl<A: ArrayReal, D: Dimension> CotangentAccumulator<Array<A, D>> for Array<A, D> {
    type Element<'a>
        = &'a mut A
    where
        Self: 'a;
    type Window<'a>
        = &'a mut [A]
    where
        Self: 'a;

    #[track_caller]
    fn add(&mut self, cotangent: &Array<A, D>) {
        same_shape("accumulator", "cotangent", self.shape(), cotangent.shape());
        *self += cotangent;
    }

    #[inline]
    #[track_caller]
    fn element(&mut self, index: usize) -> &mut A {
        let length = self.len();
        match self.iter_mut().nth(index) {
            Some(element) => element,
            None => panic!("the length is {length} but the index is {index}"),
        }
    }

    #[track_caller]
    fn window(&mut self, range: Range<usize>) -> &mut [A] {
        match self.as_slice_mut() {
            Some(elements) => &mut elements[range],
            None => panic!("a window of an accumulator that is not contiguous"),
        }
    }

    #[inline]
    fn length(&self) -> Option<usize> {
        Some(self.len())
    }

    #[inline]
    fn array_shape(&self) -> Option<&[usize]> {
        Some(self.shape())
    }

    #[track_caller]
    fn take(&mut self, cotangent: Array<A, D>) {
        self.add(&cotangent);
        release(cotangent);
    }

    /// Later operations take the elements of an accumulator in logical order.
    #[inline]
    fn first(cotangent: Array<A, D>) -> Result<Self, Array<A, D>> {
        if cotangent.is_standard_layout() { Ok(cotangent) } else { Err(cotangent) }
    }

    #[inline]
    fn dense(&mut self) -> Option<&mut ArrayRef<A, D>> {
        Some(self)
    }

    #[inline]
    fn same<'a, F: crate::MadeOf<'a>>(of: F::Of<Self>) -> Option<F::Of<Self>>
    where
        Self: 'a,
    {
        Some(of)
    }
}

/// Adds `f(x, bar)` for each element of an operand and the cotangent of the result, which has the
/// same shape.
pub(in crate::arrays) fn add_changed<A: ArrayReal, D: Dimension>(
    x: &ArrayBase<impl Data<Elem = A>, D>,
    mut bar: Array<A, D>,
    x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    f: impl Fn(A, A) -> A,
) {
    if x_bar.is_fresh() {
        same_shape("cotangent", "result", bar.shape(), x.shape());
        bar.zip_mut_with(x, |bar, x| *bar = f(*x, *bar));
        x_bar.take(bar);
    } else if let Some(sum) = dense(x_bar, x.shape()) {
        same_shape("cotangent", "result", bar.shape(), sum.shape());
        Zip::from(sum).and(x).and(&bar).for_each(|sum, x, bar| *sum += f(*x, *bar));
        release(bar);
    }
}

/// The accumulator of an array of this shape as an array; `None` if what is added to it is not
/// used.
///
/// # Panics
/// If it has another shape.
#[track_caller]
pub(crate) fn dense<'a, A: ArrayReal, D: Dimension>(
    accumulator: &'a mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    shape: &[usize],
) -> Option<&'a mut ArrayRef<A, D>> {
    let sum = accumulator.dense()?;
    same_shape("accumulator", "array", sum.shape(), shape);
    Some(sum)
}

impl<A: ArrayReal, D: Dimension> Residual for Array<A, D> {
    fn blank() -> Self {
        Array::zeros(D::default())
    }

    fn heap_bytes(&self) -> usize {
        self.len() * size_of::<A>()
    }
}

impl<A: ArrayReal, D: Dimension> Save for Array<A, D> {
    #[inline]
    fn save<N: Need>(&self) -> Self {
        self.clone()
    }
}

impl<A: ArrayReal, D: Dimension> PlainClone for Array<A, D> {}
