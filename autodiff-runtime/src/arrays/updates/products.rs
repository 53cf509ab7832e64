//! `general_mat_mul(alpha, &a, &b, beta, &mut c)` and `general_mat_vec_mul(…)`: `c` becomes
//! `alpha a b + beta c`.
//!
//! The cotangent of `c` is scaled in place, and those of `a` and `b` are added to by the same
//! products. The derivative needs the old `c` for the cotangent of `beta` alone. So a call whose
//! `beta` is a literal uses a function that does not save `c`.

use core::fmt::Debug;
use core::marker::PhantomData;

use ndarray::{Array, Array2, ArrayBase, ArrayRef, Dimension, Ix1, Ix2, Zip, linalg};

use super::Old;
use crate::arrays::storage::memory::{release, to_overwrite};
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::arrays::values::arithmetic::wants;
use crate::{CotangentAccumulator, DifferentiableFn, InPlace, NoResiduals};

/// What is multiplied by a matrix: a matrix or a vector.
pub trait Factor: Dimension {
    /// `c` becomes `alpha a b + beta c`.
    fn multiply<A: ArrayReal>(
        alpha: A,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayRef<A, Self>,
        beta: A,
        c: &mut ArrayRef<A, Self>,
    );

    /// Adds `alpha bar bᵀ`.
    fn add_outer<A: ArrayReal>(
        alpha: A,
        bar: &ArrayRef<A, Self>,
        b: &ArrayBase<impl Storage<Elem = A>, Self>,
        sum: &mut ArrayRef<A, Ix2>,
    );
}

impl Factor for Ix2 {
    #[track_caller]
    fn multiply<A: ArrayReal>(
        alpha: A,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayRef<A, Ix2>,
        beta: A,
        c: &mut ArrayRef<A, Ix2>,
    ) {
        linalg::general_mat_mul(alpha, a, b, beta, c);
    }

    fn add_outer<A: ArrayReal>(
        alpha: A,
        bar: &ArrayRef<A, Ix2>,
        b: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        sum: &mut ArrayRef<A, Ix2>,
    ) {
        linalg::general_mat_mul(alpha, bar, &b.t(), A::one(), sum);
    }
}

impl Factor for Ix1 {
    #[track_caller]
    fn multiply<A: ArrayReal>(
        alpha: A,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        x: &ArrayRef<A, Ix1>,
        beta: A,
        y: &mut ArrayRef<A, Ix1>,
    ) {
        linalg::general_mat_vec_mul(alpha, a, x, beta, y);
    }

    fn add_outer<A: ArrayReal>(
        alpha: A,
        bar: &ArrayRef<A, Ix1>,
        x: &ArrayBase<impl Storage<Elem = A>, Ix1>,
        sum: &mut ArrayRef<A, Ix2>,
    ) {
        Zip::from(sum.rows_mut()).and(bar).for_each(|mut row, bar| row.scaled_add(alpha * *bar, x));
    }
}

/// What a call saves of `c`.
pub trait Keeps {
    /// The old `c`, or nothing.
    type Saved<A: ArrayReal, D: Dimension>: Old<A, D>;
}

/// Nothing is saved: `beta` has no cotangent.
#[derive(Debug)]
pub struct Nothing;

/// The old `c` is saved.
#[derive(Debug)]
pub struct Before;

impl Keeps for Nothing {
    type Saved<A: ArrayReal, D: Dimension> = NoResiduals;
}

impl Keeps for Before {
    type Saved<A: ArrayReal, D: Dimension> = Array<A, D>;
}

/// The marker of a product that is added to an array.
#[derive(Debug)]
pub struct OfProduct<D, K>(PhantomData<(D, K)>);

/// `alpha`, `beta` and the old `c`.
type Saved<K, A, D> = (A, A, <K as Keeps>::Saved<A, D>);

/// The functions that generated code calls, and their markers.
macro_rules! functions {
    ($($doc:literal $name:ident $D:ty, $K:ty;)*) => {$(
        #[doc = $doc]
        #[track_caller]
        pub fn $name<A: ArrayReal>(
            alpha: A,
            a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
            b: &ArrayBase<impl Storage<Elem = A>, $D>,
            beta: A,
            c: &mut ArrayRef<A, $D>,
        ) {
            <$D>::multiply(alpha, a, b, beta, c);
        }
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        pub type $name = OfProduct<$D, $K>;
    )*};
}
functions! {
    "`general_mat_mul(alpha, a, b, beta, c)`" general_mat_mul Ix2, Before;
    "The same with a `beta` that is written out." general_mat_mul_by_literal Ix2, Nothing;
    "`general_mat_vec_mul(alpha, a, x, beta, y)`" general_mat_vec_mul Ix1, Before;
    "The same with a `beta` that is written out." general_mat_vec_mul_by_literal Ix1, Nothing;
}

impl<D, K, A, S, T, U, P, Q>
    DifferentiableFn<(P, ArrayBase<S, Ix2>, ArrayBase<T, D>, Q, ArrayBase<U, D>)>
    for OfProduct<D, K>
where
    D: Factor,
    K: Keeps,
    A: ArrayReal,
    S: Storage<Elem = A>,
    T: Storage<Elem = A>,
    U: Storage<Elem = A>,
{
    type Output = ();
    type Frame = Saved<K, A, D>;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Saved<K, A, D>>;
}

// generated code calls these functions by position
#[allow(missing_docs, clippy::too_many_arguments)]
impl<D: Factor, K: Keeps> OfProduct<D, K> {
    #[track_caller]
    pub fn primal<A: ArrayReal>(
        alpha: A,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayBase<impl Storage<Elem = A>, D>,
        beta: A,
        c: &mut ArrayRef<A, D>,
        _: &mut NoResiduals,
    ) -> ((), Saved<K, A, D>) {
        let old = Old::of(c);
        D::multiply(alpha, a, b, beta, c);
        ((), (alpha, beta, old))
    }

    #[track_caller]
    pub fn jvp<A: ArrayReal>(
        alpha: A,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayBase<impl Storage<Elem = A>, D>,
        beta: A,
        c: &mut ArrayRef<A, D>,
        alpha_dot: A,
        a_dot: &Array2<A>,
        b_dot: &Array<A, D>,
        beta_dot: A,
        c_dot: &mut ArrayRef<A, D>,
    ) -> ((), ()) {
        let saved = (alpha, beta, Old::of(c));
        // first the value, which panics where the function does
        D::multiply(alpha, a, b, beta, c);
        let none = &NoResiduals;
        Self::linear((), a, b, (), (), &saved, none, alpha_dot, a_dot, b_dot, beta_dot, c_dot);
        ((), ())
    }

    pub fn linear<A: ArrayReal>(
        _: impl Sized,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayBase<impl Storage<Elem = A>, D>,
        _: impl Sized,
        _: impl Sized,
        (alpha, beta, old): &Saved<K, A, D>,
        _: &NoResiduals,
        alpha_dot: A,
        a_dot: &Array2<A>,
        b_dot: &Array<A, D>,
        beta_dot: A,
        c_dot: &mut ArrayRef<A, D>,
    ) {
        D::multiply(*alpha, a_dot, b, *beta, c_dot);
        D::multiply(*alpha, a, b_dot, A::one(), c_dot);
        if !alpha_dot.is_zero() {
            D::multiply(alpha_dot, a, b, A::one(), c_dot);
        }
        if let (Some(old), false) = (old.before(), beta_dot.is_zero()) {
            c_dot.scaled_add(beta_dot, &old);
        }
    }

    pub fn transposed<A: ArrayReal>(
        _: impl Sized,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayBase<impl Storage<Elem = A>, D>,
        _: impl Sized,
        _: impl Sized,
        (alpha, beta, old): &Saved<K, A, D>,
        _: &NoResiduals,
        _: (),
        alpha_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        a_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        b_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        beta_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        c_bar: &mut ArrayRef<A, D>,
    ) {
        if wants(alpha_bar) {
            let mut product = to_overwrite(c_bar.raw_dim());
            D::multiply(A::one(), a, b, A::zero(), &mut product);
            alpha_bar.add(&inner(c_bar, &product));
            release(product);
        }
        if let Some(sum) = dense(a_bar, a.shape()) {
            D::add_outer(*alpha, c_bar, b, sum);
        }
        if let Some(sum) = dense(b_bar, b.shape()) {
            D::multiply(*alpha, &a.t(), c_bar, A::one(), sum);
        }
        if let (true, Some(old)) = (wants(beta_bar), old.before()) {
            beta_bar.add(&inner(c_bar, &old));
        }
        scale(c_bar, *beta);
    }

    #[track_caller]
    pub fn vjp<A: ArrayReal>(
        alpha: A,
        a: &ArrayBase<impl Storage<Elem = A>, Ix2>,
        b: &ArrayBase<impl Storage<Elem = A>, D>,
        beta: A,
        c: &mut ArrayRef<A, D>,
        _: &mut NoResiduals,
        _: (),
        alpha_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        a_bar: &mut (impl CotangentAccumulator<Array2<A>> + ?Sized),
        b_bar: &mut (impl CotangentAccumulator<Array<A, D>> + ?Sized),
        beta_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
        c_bar: &mut ArrayRef<A, D>,
    ) {
        let none = &NoResiduals;
        if wants(beta_bar) {
            let saved: Saved<K, A, D> = (alpha, beta, Old::of(c));
            D::multiply(alpha, a, b, beta, c);
            OfProduct::<D, K>::transposed(
                (),
                a,
                b,
                (),
                (),
                &saved,
                none,
                (),
                alpha_bar,
                a_bar,
                b_bar,
                beta_bar,
                c_bar,
            );
        } else {
            D::multiply(alpha, a, b, beta, c);
            let saved = (alpha, beta, NoResiduals);
            OfProduct::<D, Nothing>::transposed(
                (),
                a,
                b,
                (),
                (),
                &saved,
                none,
                (),
                alpha_bar,
                a_bar,
                b_bar,
                beta_bar,
                c_bar,
            );
        }
    }
}

/// The sum of the products of elements.
fn inner<A: ArrayReal, D: Dimension>(
    x: &ArrayRef<A, D>,
    y: &ArrayBase<impl Storage<Elem = A>, D>,
) -> A {
    Zip::from(x).and(y).fold(A::zero(), |sum, x, y| sum + *x * *y)
}

/// Scales a cotangent. With the factor zero, the old value does not matter, whatever it is.
fn scale<A: ArrayReal, D: Dimension>(bar: &mut ArrayRef<A, D>, factor: A) {
    match factor.is_zero() {
        true => bar.fill(A::zero()),
        false => bar.map_inplace(|bar| *bar *= factor),
    }
}
