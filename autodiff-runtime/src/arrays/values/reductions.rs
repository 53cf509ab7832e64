//! Sums and means, and products of vectors and matrices.

use alloc::vec::Vec;

use ndarray::{
    Array, Array1, Array2, ArrayBase, ArrayRef, Axis, Dimension, Ix1, Ix2, RawData, Zip,
    linalg::{general_mat_mul, general_mat_vec_mul},
};

use crate::arrays::rows::{Binary, OfMethod, OfOne, Unary};
use crate::arrays::storage::memory::{filled, release, to_overwrite};
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::member::name;
use crate::{CotangentAccumulator, Method, NoResiduals};

/// `x.sum()`
#[derive(Debug)]
pub struct Sum;

/// `x.mean()`
#[derive(Debug)]
pub struct Mean;

/// `x.product()`
#[derive(Debug)]
pub struct Product;

/// `x.dot(y)`
#[derive(Debug)]
pub struct Dot;

macro_rules! method {
    ($($name:literal $marker:ident $Row:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: RawData, D> Method<{ name($name) }> for ArrayBase<S, D> {
            type Marker = $marker<$Row, ArrayBase<S, D>>;
        }
    )*};
}
method! {
    "sum" OfOne Sum;
    "mean" OfOne Mean;
    "product" OfOne Product;
    "dot" OfMethod Dot;
}

impl<A, S, D> Unary<ArrayBase<S, D>> for Sum
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = A;
    type Saved = NoResiduals;

    fn value(x: &ArrayBase<S, D>) -> (A, NoResiduals) {
        (x.sum(), NoResiduals)
    }

    fn linear(_: &ArrayBase<S, D>, _: &NoResiduals, x_dot: &Array<A, D>) -> A {
        x_dot.sum()
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        _: &NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if x_bar.is_fresh() {
            x_bar.take(filled(x.raw_dim(), bar));
        } else if let Some(sum) = dense(x_bar, x.shape()) {
            sum.map_inplace(|x| *x += bar);
        }
    }
}

/// `None` for an array without elements.
impl<A, S, D> Unary<ArrayBase<S, D>> for Mean
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = Option<A>;
    type Saved = NoResiduals;

    fn value(x: &ArrayBase<S, D>) -> (Option<A>, NoResiduals) {
        (x.mean(), NoResiduals)
    }

    fn linear(_: &ArrayBase<S, D>, _: &NoResiduals, x_dot: &Array<A, D>) -> Option<A> {
        x_dot.mean()
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        _: &NoResiduals,
        bar: Option<A>,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        let bar = bar.and_then(|bar| Some(bar / A::from_usize(x.len())?));
        if let (Some(bar), Some(sum)) = (bar, dense(x_bar, x.shape())) {
            sum.map_inplace(|x| *x += bar);
        }
    }
}

/// The product of all elements except one, for each element in logical order. It divides by none of
/// them: they may be zero.
fn products_of_others<A: ArrayReal, D: Dimension>(
    x: &ArrayBase<impl Storage<Elem = A>, D>,
) -> Vec<A> {
    let mut products: Vec<A> = x.iter().copied().collect();
    let mut after = A::one();
    for product in products.iter_mut().rev() {
        let element = core::mem::replace(product, after);
        after *= element;
    }
    let mut before = A::one();
    for (product, element) in products.iter_mut().zip(x) {
        *product *= before;
        before *= *element;
    }
    products
}

impl<A, S, D> Unary<ArrayBase<S, D>> for Product
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    D: Dimension,
{
    type Output = A;
    type Saved = NoResiduals;

    fn value(x: &ArrayBase<S, D>) -> (A, NoResiduals) {
        (x.product(), NoResiduals)
    }

    fn linear(x: &ArrayBase<S, D>, _: &NoResiduals, x_dot: &Array<A, D>) -> A {
        let others = products_of_others(x);
        others.iter().zip(x_dot).fold(A::zero(), |sum, (others, x_dot)| sum + *others * *x_dot)
    }

    fn transposed(
        x: &ArrayBase<S, D>,
        _: &NoResiduals,
        bar: A,
        x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
    ) {
        if let Some(sum) = dense(x_bar, x.shape()) {
            let others = products_of_others(x);
            others.iter().zip(sum).for_each(|(others, sum)| *sum += *others * bar);
        }
    }
}

/// The value and the tangent of a product.
macro_rules! product {
    ($D:ty, $E:ty => $Output:ty) => {
        type Output = $Output;

        #[track_caller]
        fn value(x: &ArrayBase<S, $D>, y: &ArrayBase<T, $E>) -> $Output {
            x.dot(y)
        }

        fn linear(
            x: &ArrayBase<S, $D>,
            y: &ArrayBase<T, $E>,
            x_dot: &Array<A, $D>,
            y_dot: &Array<A, $E>,
        ) -> $Output {
            x_dot.dot(y) + x.dot(y_dot)
        }
    };
}

/// Products with vectors: what each adds to the dense accumulators `$u` and `$v` of its operands,
/// and what is done with the cotangent of the product.
macro_rules! dot {
    ($($D:ty, $E:ty => $Output:ty: |$x:ident, $y:ident, $bar:ident|
        ($u:ident, $left:expr), ($v:ident, $right:expr) $(, $end:expr)?;)*) => {$(
        impl<A, S, T> Binary<ArrayBase<S, $D>, ArrayBase<T, $E>> for Dot
        where
            A: ArrayReal,
            S: Storage<Elem = A>,
            T: Storage<Elem = A>,
        {
            product!($D, $E => $Output);

            fn transposed(
                $x: &ArrayBase<S, $D>,
                $y: &ArrayBase<T, $E>,
                $bar: $Output,
                x_bar: &mut (impl CotangentAccumulator<Array<A, $D>> + ?Sized),
                y_bar: &mut (impl CotangentAccumulator<Array<A, $E>> + ?Sized),
            ) {
                if let Some($v) = dense(y_bar, $y.shape()) {
                    $right
                }
                if let Some($u) = dense(x_bar, $x.shape()) {
                    $left
                }
                $($end)?
            }
        }
    )*};
}
dot! {
    Ix1, Ix1 => A: |x, y, bar| (u, u.scaled_add(bar, y)), (v, v.scaled_add(bar, x));
    Ix2, Ix1 => Array1<A>: |x, y, bar|
        (u, add_outer(u, &bar, y)),
        (v, general_mat_vec_mul(A::one(), &x.t(), &bar, A::one(), v)), release(bar);
    Ix1, Ix2 => Array1<A>: |x, y, bar|
        (u, general_mat_vec_mul(A::one(), y, &bar, A::one(), u)),
        (v, add_outer(v, x, &bar)), release(bar);
}

/// The left operand is often the result of the operation before. Its cotangent comes last, so that
/// the sweep goes on with it while the cache has it.
impl<A, S, T> Binary<ArrayBase<S, Ix2>, ArrayBase<T, Ix2>> for Dot
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    T: Storage<Elem = A>,
{
    product!(Ix2, Ix2 => Array2<A>);

    fn transposed(
        x: &ArrayBase<S, Ix2>,
        y: &ArrayBase<T, Ix2>,
        bar: Array2<A>,
        x_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
    ) {
        add_product(&x.t(), &bar, y_bar, to_overwrite);
        add_product(&bar, &y.t(), x_bar, to_overwrite);
        release(bar);
    }

    fn transposed_in_left(
        x: &mut ArrayBase<S, Ix2>,
        y: &ArrayBase<T, Ix2>,
        bar: Array2<A>,
        x_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
    ) {
        add_product(&x.t(), &bar, y_bar, to_overwrite);
        // nothing reads `x` any more
        let memory = |shape| S::take(x).unwrap_or_else(|| to_overwrite(shape));
        add_product(&bar, &y.t(), x_bar, memory);
        release(bar);
    }
}

/// Adds the product of two matrices to an accumulator. If it is the first that is added, it is
/// written to the memory that `memory` returns for its shape.
fn add_product<A: ArrayReal>(
    x: &ArrayBase<impl Storage<Elem = A>, Ix2>,
    y: &ArrayBase<impl Storage<Elem = A>, Ix2>,
    to: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
    memory: impl FnOnce(Ix2) -> Array2<A>,
) {
    let shape = Ix2(x.nrows(), y.ncols());
    if to.is_fresh() {
        let mut product = memory(shape);
        general_mat_mul(A::one(), x, y, A::zero(), &mut product);
        to.take(product);
    } else if let Some(sum) = dense(to, shape.slice()) {
        general_mat_mul(A::one(), x, y, A::one(), sum);
    }
}

/// Adds the outer product of two vectors to a matrix.
fn add_outer<A: ArrayReal>(
    sum: &mut ArrayRef<A, Ix2>,
    x: &ArrayBase<impl Storage<Elem = A>, Ix1>,
    y: &ArrayBase<impl Storage<Elem = A>, Ix1>,
) {
    Zip::from(sum.axis_iter_mut(Axis(0))).and(x).for_each(|mut row, x| row.scaled_add(*x, y));
}
