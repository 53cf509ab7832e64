//! The Kronecker product of matrices, `kron(&x, &y)`. That of `ndarray` panics if `y` is empty.

use ndarray::{Array2, ArrayBase, Ix2, RawData, linalg::kron};

use crate::arrays::rows::{Binary, OfMethod};
use crate::arrays::storage::memory::release;
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::member::name;
use crate::{CotangentAccumulator, Method};

/// `kron(&x, &y)`
#[derive(Debug)]
pub struct Kronecker;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("autodiff_kron") }> for ArrayBase<S, D> {
    type Marker = OfMethod<Kronecker, ArrayBase<S, D>>;
}

impl<A, S, T> Binary<ArrayBase<S, Ix2>, ArrayBase<T, Ix2>> for Kronecker
where
    A: ArrayReal,
    S: Storage<Elem = A>,
    T: Storage<Elem = A>,
{
    type Output = Array2<A>;

    fn value(x: &ArrayBase<S, Ix2>, y: &ArrayBase<T, Ix2>) -> Array2<A> {
        kron(x, y)
    }

    fn linear(
        x: &ArrayBase<S, Ix2>,
        y: &ArrayBase<T, Ix2>,
        x_dot: &Array2<A>,
        y_dot: &Array2<A>,
    ) -> Array2<A> {
        kron(x_dot, y) + kron(x, y_dot)
    }

    fn transposed(
        x: &ArrayBase<S, Ix2>,
        y: &ArrayBase<T, Ix2>,
        bar: Array2<A>,
        x_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        y_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
    ) {
        // block `[i, j]` of the product is `x[[i, j]] * y`
        let blocks = || bar.exact_chunks(y.raw_dim());
        if let Some(sum) = dense(x_bar, x.shape()) {
            for (sum, block) in sum.iter_mut().zip(blocks()) {
                *sum += (&block * y).sum();
            }
        }
        if let Some(sum) = dense(y_bar, y.shape()) {
            for (x, block) in x.iter().zip(blocks()) {
                sum.scaled_add(*x, &block);
            }
        }
        release(bar);
    }
}
