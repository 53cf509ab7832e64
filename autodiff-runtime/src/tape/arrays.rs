//! Arrays of numbers whose operations are recorded as a whole: each is one entry of the tape, with
//! its transpose.

use std::boxed::Box;
use std::ops::{Add, Div, Mul, Neg, Range, Sub};
use std::sync::Arc;
use std::vec::Vec;

use super::Var;
use super::record::{Kind, Place, Transpose};
use super::stack::record;
use crate::Real;
use crate::dual::{Dual, Perturbation};
use crate::length::same_length;

/// An array of numbers that is recorded as a whole: an operation on it is one entry of the tape,
/// for any length.
///
/// Elements and windows are free, since each element has its own position on the tape:
/// [`get`](Vector::get), [`vars`](Vector::vars) and [`slice`](Vector::slice) record nothing. Clones
/// share their memory.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape::{self, Vector};
///
/// let gradient = tape::gradient(
///     |x| {
///         let x = Vector::from_vars(x);
///         let squares = &x * &x;
///         squares.map(|y| y.sqrt()).sum() + squares.get(0)
///     },
///     &[3.0, 4.0],
/// );
/// # use num_traits::Float;
/// assert_eq!(gradient, [7.0, 1.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Vector<T = f64> {
    memory: Arc<[T]>,
    /// The part of the memory.
    range: Range<usize>,
    place: Place,
}

/// An operand as a transpose stores it: its values and, if it is not constant, its first cell.
struct Operand<T> {
    values: Vector<T>,
    cell: Option<u32>,
}

impl<T: Real> Vector<T> {
    /// An array of numbers that do not depend on the differentiated variables.
    pub fn constant(values: &[T]) -> Self {
        Vector::at(Place::CONSTANT, values.into())
    }

    /// An array of single variables. Records nothing if they are contiguous on the tape (as the
    /// arguments of a function are, and the elements of a vector), or if all are constants;
    /// otherwise one entry with as many operands.
    #[track_caller]
    pub fn from_vars(vars: &[Var<T>]) -> Self {
        let values: Arc<[T]> = vars.iter().map(|x| x.value).collect();
        let Some(first) = vars.first() else { return Vector::at(Place::CONSTANT, values) };
        if vars.iter().enumerate().all(|(i, x)| x.place == first.place.offset(i)) {
            return Vector::at(first.place, values);
        }
        let place = record::<T, _>(vars.iter().map(|x| x.place.tape), |tape| {
            let cells: Box<[Option<u32>]> =
                vars.iter().map(|x| (x.place.tape != 0).then(|| tape.local(x.place, 1))).collect();
            let gather: Transpose<T> = Box::new(move |bar, below| {
                for (i, bar) in bar.iter_present() {
                    if let Some(cell) = cells[i] {
                        below.add(cell, bar);
                    }
                }
            });
            Place { tape: tape.id, cell: tape.block(vars.len(), Kind::Operation(gather)) }
        });
        Vector::at(place.unwrap_or(Place::CONSTANT), values)
    }

    fn at(place: Place, memory: Arc<[T]>) -> Self {
        Vector { range: 0..memory.len(), memory, place }
    }

    /// The count of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// The values alone.
    #[inline]
    pub fn values(&self) -> &[T] {
        &self.memory[self.range.clone()]
    }

    /// One element.
    ///
    /// # Panics
    /// If the index is out of bounds.
    #[inline]
    #[track_caller]
    pub fn get(&self, index: usize) -> Var<T> {
        Var { value: self.values()[index], place: self.place.offset(index) }
    }

    /// All elements.
    pub fn vars(&self) -> Vec<Var<T>> {
        (0..self.len()).map(|i| self.get(i)).collect()
    }

    /// A window of the elements, in the same memory.
    ///
    /// # Panics
    /// If the range is out of bounds.
    #[track_caller]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let values = &self.values()[range.clone()];
        let start = self.range.start + range.start;
        Vector {
            memory: self.memory.clone(),
            range: start..start + values.len(),
            place: self.place.offset(range.start),
        }
    }

    /// Records an operation, whose transpose is constructed from its operands on the tape.
    #[track_caller]
    fn operation<const N: usize>(
        operands: [&Self; N],
        length: usize,
        transpose: impl FnOnce([Operand<T>; N]) -> Transpose<T>,
    ) -> Place {
        let recorded = record::<T, _>(operands.iter().map(|x| x.place.tape), |tape| {
            let operands = operands.map(|x| Operand {
                values: x.clone(),
                cell: (x.place.tape != 0).then(|| tape.local(x.place, x.len())),
            });
            Place { tape: tape.id, cell: tape.block(length, Kind::Operation(transpose(operands))) }
        });
        recorded.unwrap_or(Place::CONSTANT)
    }

    /// The sum of the elements.
    #[track_caller]
    pub fn sum(&self) -> Var<T> {
        let place = Vector::operation([self], 1, |[x]| {
            Box::new(move |bar, below| {
                if let Some(cell) = x.cell {
                    let bar = bar.values[0];
                    below.run(cell, x.values.len()).iter_mut().for_each(|x_bar| *x_bar += bar);
                }
            })
        });
        Var { value: self.values().iter().copied().sum(), place }
    }

    /// The sum of the products of the elements.
    ///
    /// # Panics
    /// If the lengths differ.
    #[track_caller]
    pub fn dot(&self, other: &Self) -> Var<T> {
        same_length("first vector", "second vector", self.len(), other.len());
        let place = Vector::operation([self, other], 1, |[x, y]| {
            Box::new(move |bar, below| {
                for (x, y) in [(&x, &y), (&y, &x)] {
                    if let Some(cell) = x.cell {
                        axpy(bar.values[0], y.values.values(), below.run(cell, y.values.len()));
                    }
                }
            })
        });
        Var { value: dot(self.values(), other.values()), place }
    }

    /// Applies a function to each element. It takes dual numbers, whose derivatives are saved: the
    /// function is called once for each element, and its operations are not recorded. Its captures
    /// must be constant.
    ///
    /// ```
    /// # use autodiff_runtime as autodiff;
    /// use autodiff::tape::{self, Vector};
    /// use num_traits::Float;
    ///
    /// let softplus = |x: &Vector| x.map(|x| x.exp().ln_1p()).sum();
    /// assert_eq!(tape::gradient(|x| softplus(&Vector::from_vars(x)), &[0.0]), [0.5]);
    /// ```
    #[track_caller]
    pub fn map(&self, f: impl Fn(Dual<T>) -> Dual<T>) -> Self {
        let epsilon = Perturbation::new();
        Vector::elementwise([self], |i| {
            let y = f(epsilon.dual(self.values()[i], [T::one()]));
            (y.value(), epsilon.tangents(y))
        })
    }

    /// A function of each pair of elements; as [`map`](Vector::map).
    ///
    /// # Panics
    /// If the lengths differ.
    #[track_caller]
    pub fn zip_map(&self, other: &Self, f: impl Fn(Dual<T, 2>, Dual<T, 2>) -> Dual<T, 2>) -> Self {
        same_length("first vector", "second vector", self.len(), other.len());
        let epsilon = Perturbation::new();
        Vector::elementwise([self, other], |i| {
            let y = f(epsilon.in_lane(self.values()[i], 0), epsilon.in_lane(other.values()[i], 1));
            (y.value(), epsilon.tangents(y))
        })
    }

    /// An operation on elements, by value and partial derivatives.
    #[track_caller]
    fn elementwise<const N: usize>(operands: [&Self; N], f: impl Fn(usize) -> (T, [T; N])) -> Self {
        let length = operands[0].len();
        let mut partials = Vec::with_capacity(length);
        let values: Arc<[T]> = (0..length)
            .map(|i| {
                let (value, partial) = f(i);
                partials.push(partial);
                value
            })
            .collect();
        let place = Vector::operation(operands, length, |operands| {
            let cells = operands.map(|x| x.cell);
            Box::new(move |bar, below| {
                for (i, bar) in bar.iter_present() {
                    for (cell, partial) in cells.iter().zip(partials[i]) {
                        if let Some(cell) = cell {
                            below.add(cell + i as u32, partial * bar);
                        }
                    }
                }
            })
        });
        Vector::at(place, values)
    }

    /// A linear operation on elements, which saves nothing.
    #[track_caller]
    fn combination(&self, other: &Self, sign: T) -> Self {
        same_length("first vector", "second vector", self.len(), other.len());
        let values: Arc<[T]> = self
            .values()
            .iter()
            .zip(other.values())
            .map(|(&x, &y)| if sign < T::zero() { x - y } else { x + y })
            .collect();
        let place = Vector::operation([self, other], self.len(), |operands| {
            let [x, y] = operands.map(|operand| operand.cell);
            Box::new(move |bar, below| {
                for (i, bar) in bar.iter_present() {
                    if let Some(cell) = x {
                        below.add(cell + i as u32, bar);
                    }
                    if let Some(cell) = y {
                        below.add(cell + i as u32, sign * bar);
                    }
                }
            })
        });
        Vector::at(place, values)
    }

    /// Each element times one factor.
    #[track_caller]
    pub fn scale(&self, factor: Var<T>) -> Self {
        let values: Arc<[T]> = self.values().iter().map(|&x| x * factor.value).collect();
        let factor = Vector::from_vars(&[factor]);
        let place = Vector::operation([self, &factor], self.len(), |[x, factor]| {
            Box::new(move |bar, below| {
                let (values, k) = (x.values.values(), factor.values.values()[0]);
                for (i, bar) in bar.iter_present() {
                    if let Some(cell) = x.cell {
                        below.add(cell + i as u32, k * bar);
                    }
                    if let Some(cell) = factor.cell {
                        below.add(cell, values[i] * bar);
                    }
                }
            })
        });
        Vector::at(place, values)
    }

    /// A function of the whole array with its own derivative, as one entry of the tape: see
    /// [`call`](super::call).
    #[track_caller]
    pub(super) fn call<R: Send + Sync + 'static>(
        &self,
        primal: impl FnOnce(&[T]) -> (Vec<T>, R),
        transposed: impl Fn(&[T], &R, &[T], &mut [T]) + Send + Sync + 'static,
    ) -> Self {
        let (values, residuals) = primal(self.values());
        let place = Vector::operation([self], values.len(), |[x]| {
            Box::new(move |bar, below| {
                if let Some(cell) = x.cell {
                    transposed(
                        x.values.values(),
                        &residuals,
                        bar.values,
                        below.run(cell, x.values.len()),
                    );
                }
            })
        });
        Vector::at(place, values.into())
    }
}

/// An array of single variables, see [`Vector::from_vars`].
impl<T: Real> From<&[Var<T>]> for Vector<T> {
    #[track_caller]
    fn from(vars: &[Var<T>]) -> Self {
        Vector::from_vars(vars)
    }
}

impl<T: Real> Add for &Vector<T> {
    type Output = Vector<T>;

    #[track_caller]
    fn add(self, other: Self) -> Vector<T> {
        self.combination(other, T::one())
    }
}

impl<T: Real> Sub for &Vector<T> {
    type Output = Vector<T>;

    #[track_caller]
    fn sub(self, other: Self) -> Vector<T> {
        self.combination(other, -T::one())
    }
}

/// Element by element.
impl<T: Real> Mul for &Vector<T> {
    type Output = Vector<T>;

    #[track_caller]
    fn mul(self, other: Self) -> Vector<T> {
        same_length("first vector", "second vector", self.len(), other.len());
        Vector::elementwise([self, other], |i| {
            let (x, y) = (self.values()[i], other.values()[i]);
            (x * y, [y, x])
        })
    }
}

/// Element by element.
impl<T: Real> Div for &Vector<T> {
    type Output = Vector<T>;

    #[track_caller]
    fn div(self, other: Self) -> Vector<T> {
        self.zip_map(other, |x, y| x / y)
    }
}

impl<T: Real> Neg for &Vector<T> {
    type Output = Vector<T>;

    #[track_caller]
    fn neg(self) -> Vector<T> {
        Vector::elementwise([self], |i| (-self.values()[i], [-T::one()]))
    }
}

/// A matrix, row by row. Its products are one entry of the tape each.
///
/// ```
/// # use autodiff_runtime as autodiff;
/// use autodiff::tape::{self, Matrix, Vector};
///
/// // the gradient of the sum of A·x, first by A and then by x
/// let gradient = tape::gradient(
///     |all| {
///         let all = Vector::from_vars(all);
///         let matrix = Matrix::new(2, 2, all.slice(0..4));
///         matrix.times(&all.slice(4..6)).sum()
///     },
///     &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
/// );
/// assert_eq!(gradient, [5.0, 6.0, 5.0, 6.0, 1.0 + 3.0, 2.0 + 4.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Matrix<T = f64> {
    rows: usize,
    columns: usize,
    elements: Vector<T>,
}

impl<T: Real> Matrix<T> {
    /// A matrix of the given elements, row by row.
    ///
    /// # Panics
    /// If the count of elements is not `rows · columns`.
    #[track_caller]
    pub fn new(rows: usize, columns: usize, elements: Vector<T>) -> Self {
        same_length("matrix", "vector of its elements", rows * columns, elements.len());
        Matrix { rows, columns, elements }
    }

    /// The count of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The count of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The elements, row by row.
    #[inline]
    pub fn elements(&self) -> &Vector<T> {
        &self.elements
    }

    /// A row. Records nothing.
    ///
    /// # Panics
    /// If there is no such row.
    #[track_caller]
    pub fn row(&self, index: usize) -> Vector<T> {
        assert!(index < self.rows, "row {index} of a matrix with {} rows", self.rows);
        self.elements.slice(index * self.columns..(index + 1) * self.columns)
    }

    /// Matrix times vector.
    ///
    /// # Panics
    /// If the vector does not have as many elements as the matrix has columns.
    #[track_caller]
    pub fn times(&self, x: &Vector<T>) -> Vector<T> {
        same_length("row of the matrix", "vector", self.columns, x.len());
        let (rows, columns, a) = (self.rows, self.columns, self.elements.values());
        let values: Arc<[T]> =
            (0..rows).map(|i| dot(&a[i * columns..(i + 1) * columns], x.values())).collect();
        let place = Vector::operation([&self.elements, x], rows, |[a, x]| {
            Box::new(move |bar, below| {
                for (i, bar) in bar.iter_present() {
                    let row = i * columns..(i + 1) * columns;
                    if let Some(cell) = a.cell {
                        axpy(bar, x.values.values(), below.run(cell + row.start as u32, columns));
                    }
                    if let Some(cell) = x.cell {
                        axpy(bar, &a.values.values()[row], below.run(cell, columns));
                    }
                }
            })
        });
        Vector::at(place, values)
    }

    /// Matrix times matrix.
    ///
    /// # Panics
    /// If the other matrix does not have as many rows as this one has columns.
    #[track_caller]
    pub fn matmul(&self, other: &Self) -> Self {
        same_length("row of the first matrix", "column of the second", self.columns, other.rows);
        let (rows, inner, columns) = (self.rows, self.columns, other.columns);
        let (a, b) = (self.elements.values(), other.elements.values());
        let mut values = std::vec![T::zero(); rows * columns];
        for i in 0..rows {
            for k in 0..inner {
                axpy(
                    a[i * inner + k],
                    &b[k * columns..(k + 1) * columns],
                    &mut values[i * columns..(i + 1) * columns],
                );
            }
        }
        let place = Vector::operation([&self.elements, &other.elements], values.len(), |[a, b]| {
            Box::new(move |bar, below| {
                let (a_values, b_values) = (a.values.values(), b.values.values());
                for i in 0..rows {
                    let row = i * columns..(i + 1) * columns;
                    if !bar.all(row.clone()) {
                        for (j, bar) in bar.each_of(row) {
                            for k in 0..inner {
                                if let Some(cell) = a.cell {
                                    below.add(
                                        cell + (i * inner + k) as u32,
                                        b_values[k * columns + j] * bar,
                                    );
                                }
                                if let Some(cell) = b.cell {
                                    below.add(
                                        cell + (k * columns + j) as u32,
                                        a_values[i * inner + k] * bar,
                                    );
                                }
                            }
                        }
                        continue;
                    }
                    let bar = &bar.values[row];
                    for k in 0..inner {
                        if let Some(cell) = a.cell {
                            below.add(
                                cell + (i * inner + k) as u32,
                                dot(bar, &b_values[k * columns..(k + 1) * columns]),
                            );
                        }
                        if let Some(cell) = b.cell {
                            axpy(
                                a_values[i * inner + k],
                                bar,
                                below.run(cell + (k * columns) as u32, columns),
                            );
                        }
                    }
                }
            })
        });
        Matrix { rows, columns, elements: Vector::at(place, values.into()) }
    }
}

#[inline]
fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).fold(T::zero(), |sum, (&x, &y)| sum + x * y)
}

/// Adds a multiple of `x` to `y`.
#[inline]
fn axpy<T: Real>(factor: T, x: &[T], y: &mut [T]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y += factor * x;
    }
}
