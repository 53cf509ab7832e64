//! The triangles of matrices: `x.triu(k)`, `x.tril(k)`.

use ndarray::{Array, ArrayBase, ArrayRef, Axis, Dimension, RawData};

use crate::arrays::rows::arguments::{Arguments, OfArgument, WithArguments};
use crate::arrays::storage::space::{ArrayReal, Storage};
use crate::member::name;
use crate::{CotangentAccumulator, Method};

impl Arguments<isize> for (isize,) {
    fn saved(self) -> isize {
        self.0
    }
}

/// `x.triu(k)`
#[derive(Debug)]
pub struct Triu;

/// `x.tril(k)`
#[derive(Debug)]
pub struct Tril;

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("triu") }> for ArrayBase<S, D> {
    type Marker = OfArgument<Triu, ArrayBase<S, D>>;
}

#[diagnostic::do_not_recommend]
impl<S: RawData, D> Method<{ name("tril") }> for ArrayBase<S, D> {
    type Marker = OfArgument<Tril, ArrayBase<S, D>>;
}

/// Sets the elements of each matrix of the last two axes to zero for which `is_outside(j - i)`.
fn clear<A: ArrayReal, D: Dimension>(x: &mut ArrayRef<A, D>, is_outside: impl Fn(isize) -> bool) {
    let Some(axis) = x.ndim().checked_sub(2) else { return };
    let rows = x.len_of(Axis(axis));
    for (number, row) in x.rows_mut().into_iter().enumerate() {
        let i = (number % rows) as isize;
        for (j, element) in row.into_iter().enumerate() {
            if is_outside(j as isize - i) {
                *element = A::zero();
            }
        }
    }
}

macro_rules! triangles {
    ($($Row:ident $method:ident $is_outside:expr;)*) => {$(
        impl<A, S, D> WithArguments<ArrayBase<S, D>> for $Row
        where
            A: ArrayReal,
            S: Storage<Elem = A>,
            D: Dimension,
        {
            type Output = Array<A, D>;
            type Saved = isize;

            fn value(x: &ArrayBase<S, D>, k: &isize) -> Array<A, D> {
                x.$method(*k)
            }

            fn linear(_: &ArrayBase<S, D>, k: &isize, x_dot: &Array<A, D>) -> Array<A, D> {
                x_dot.$method(*k)
            }

            fn transposed(
                _: &ArrayBase<S, D>,
                k: &isize,
                mut bar: Array<A, D>,
                x_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
            ) {
                let is_outside: fn(isize, isize) -> bool = $is_outside;
                clear(&mut bar, |diagonal| is_outside(diagonal, *k));
                x_bar.take(bar);
            }
        }
    )*};
}
triangles! {
    Triu triu |diagonal, k| diagonal < k;
    Tril tril |diagonal, k| diagonal > k;
}
