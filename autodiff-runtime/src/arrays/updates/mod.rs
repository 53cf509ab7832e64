//! Operations that change an array: `+=`, `-=`, `*=`, `/=`, and methods.
//!
//! The tangent and the cotangent of the receiver are changed in place.
//!
//! ```text
//! mod       `+=`, `-=`, `*=`, `/=`
//! methods   methods that change an array
//! assigned  assignment to views
//! growth    methods that make an array longer
//! products  products that are added to an array
//! ```

pub(super) mod assigned;
pub(super) mod growth;
pub(super) mod methods;
pub(super) mod products;

use core::fmt::Debug;
use core::marker::PhantomData;
use core::ops::Deref;

use ndarray::{Array, ArrayBase, ArrayRef, ArrayView, DataMut, Dimension, RawData, Zip, aview0};

use crate::arrays::rows::Tangent;
use crate::arrays::storage::space::{ArrayReal, Storage, dense};
use crate::arrays::values::arithmetic::{Add, Div, Elementwise, Mul, Sub, add_to_operand, wants};
use crate::member::name;
use crate::{
    CotangentAccumulator, Differentiable, DifferentiableFn, InPlace, Method, NoResiduals, Residual,
};

/// An operation that changes its first operand.
///
/// The operand and its tangent are taken as the memory behind them, `ndarray::ArrayRef`, which a
/// view that changes an array has as well.
pub trait Update<X: Differentiable + Deref, Y: Differentiable> {
    /// What the linear part needs of the first operand, before the change.
    type Saved: Residual + Debug;

    /// What is saved.
    fn saved(x: &X::Target) -> Self::Saved;

    /// Changes the first operand, bit by bit as the operation does.
    fn apply(x: &mut X::Target, y: &Y);

    /// Changes the tangent. `x` is the operand before the change.
    fn jvp(x: &X::Target, y: &Y, x_dot: &mut X::Target, y_dot: &Tangent<Y>);

    /// The same, with what is saved. `saved` is `None` only if `y_dot` is zero.
    fn linear(y: &Y, saved: Option<&Self::Saved>, x_dot: &mut X::Target, y_dot: &Tangent<Y>);

    /// The transpose of [`linear`](Update::linear): changes the cotangent of the first operand, and
    /// adds that of the second one. `saved` is `None` only if the accumulator is not wanted.
    fn transposed(
        y: &Y,
        saved: Option<&Self::Saved>,
        x_bar: &mut X::Target,
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    );
}

/// The marker of an operator that changes its left operand. It is found through the types of both.
#[derive(Debug)]
pub struct OfUpdate<Row, X, Y>(PhantomData<(Row, X, Y)>);

/// The marker of a method that changes its receiver, and whose derivative depends on neither of the
/// operands. It is found through the type of the receiver.
#[derive(Debug)]
pub struct OfUpdateMethod<Row, X>(PhantomData<(Row, X)>);

impl<Row, X, Y, Args> DifferentiableFn<Args> for OfUpdate<Row, X, Y>
where
    Row: Update<X, Y>,
    X: Differentiable + Deref,
    Y: Differentiable,
{
    type Output = ();
    type Frame = Row::Saved;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<Row::Saved>;
}

#[diagnostic::do_not_recommend]
impl<Row, X, Args> DifferentiableFn<Args> for OfUpdateMethod<Row, X> {
    type Output = ();
    type Frame = NoResiduals;
    type Stacks = NoResiduals;
    type NestedStacks = InPlace<NoResiduals>;
    type NestedFrame = InPlace<NoResiduals>;
}

/// The functions of a marker. `$of_type` are its parameters, `$of_function` and
/// `$bounds` those of each function.
macro_rules! update {
    ($marker:ty, $Saved:ty: [$($of_type:tt)*] [$($of_function:tt)*]
        [$($bounds:tt)*]) => {
        #[allow(missing_docs)]
        impl<$($of_type)*> $marker {
            #[track_caller]
            pub fn primal<$($of_function)*>(
                x: &mut X::Target,
                y: &Y,
                _: &mut NoResiduals,
            ) -> ((), $Saved)
            where
                $($bounds)*
            {
                let saved = Row::saved(x);
                Row::apply(x, y);
                ((), saved)
            }

            #[track_caller]
            pub fn jvp<$($of_function)*>(
                x: &mut X::Target,
                y: &Y,
                x_dot: &mut X::Target,
                y_dot: &Tangent<Y>,
            ) -> ((), ())
            where
                $($bounds)*
            {
                Row::jvp(x, y, x_dot, y_dot);
                Row::apply(x, y);
                ((), ())
            }

            pub fn linear<$($of_function)*>(
                _: impl Sized,
                y: &Y,
                saved: &$Saved,
                _: &NoResiduals,
                x_dot: &mut X::Target,
                y_dot: &Tangent<Y>,
            ) where
                $($bounds)*
            {
                Row::linear(y, Some(saved), x_dot, y_dot);
            }

            // generated code calls these functions by position
            #[allow(clippy::too_many_arguments)]
            pub fn transposed<$($of_function)*>(
                _: impl Sized,
                y: &Y,
                saved: &$Saved,
                _: &NoResiduals,
                _: (),
                x_bar: &mut X::Target,
                y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
            ) where
                $($bounds)*
            {
                Row::transposed(y, Some(saved), x_bar, y_bar);
            }

            #[track_caller]
            pub fn vjp<$($of_function)*>(
                x: &mut X::Target,
                y: &Y,
                _: &mut NoResiduals,
                _: (),
                x_bar: &mut X::Target,
                y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
            ) where
                $($bounds)*
            {
                let saved = wants(y_bar).then(|| Row::saved(x));
                Row::apply(x, y);
                Row::transposed(y, saved.as_ref(), x_bar, y_bar);
            }
        }
    };
}
update!(OfUpdate<Row, X, Y>, <Row as Update<X, Y>>::Saved:
    [Row: Update<X, Y>, X: Differentiable + Deref, Y: Differentiable] [] []);
update!(OfUpdateMethod<Row, X>, NoResiduals: [Row, X: Differentiable + Deref] [Y: Differentiable]
    [Row: Update<X, Y, Saved = NoResiduals>]);

/// The left operand before the change, or nothing if the derivative does not depend on it.
pub trait Old<A, D: Dimension>: Residual + Debug {
    /// What is saved of the operand.
    fn of(x: &ArrayRef<A, D>) -> Self;

    /// The operand, or `other` if it does not matter.
    fn operand<'a>(&'a self, other: ArrayView<'a, A, D>) -> ArrayView<'a, A, D> {
        self.before().unwrap_or(other)
    }

    /// The operand, if it is saved.
    fn before(&self) -> Option<ArrayView<'_, A, D>>;
}

impl<A, D: Dimension> Old<A, D> for NoResiduals {
    fn of(_: &ArrayRef<A, D>) -> Self {
        NoResiduals
    }

    fn before(&self) -> Option<ArrayView<'_, A, D>> {
        None
    }
}

impl<A: ArrayReal, D: Dimension> Old<A, D> for Array<A, D> {
    fn of(x: &ArrayRef<A, D>) -> Self {
        x.to_owned()
    }

    fn before(&self) -> Option<ArrayView<'_, A, D>> {
        Some(self.into())
    }
}

/// An operator that changes its left operand.
pub trait Compound: Elementwise {
    /// What is saved of the left operand.
    type Saved<A: ArrayReal, D: Dimension>: Old<A, D>;

    /// Changes an array.
    fn by_array<A: ArrayReal, D: Dimension, E: Dimension>(
        x: &mut ArrayRef<A, D>,
        y: &ArrayBase<impl Storage<Elem = A>, E>,
    );

    /// Changes an array.
    fn by_scalar<A: ArrayReal, D: Dimension>(x: &mut ArrayRef<A, D>, y: A);
}

/// An operator, what it saves, and its spellings for an array by reference, and for a scalar.
macro_rules! compound {
    ($($Row:ident $symbol:tt $Saved:ty: $array:literal $scalar:literal;)*) => {$(
        impl Compound for $Row {
            type Saved<A: ArrayReal, D: Dimension> = $Saved;

            #[track_caller]
            fn by_array<A: ArrayReal, D: Dimension, E: Dimension>(
                x: &mut ArrayRef<A, D>,
                y: &ArrayBase<impl Storage<Elem = A>, E>,
            ) {
                *x $symbol &**y;
            }

            fn by_scalar<A: ArrayReal, D: Dimension>(
                x: &mut ArrayRef<A, D>,
                y: A,
            ) {
                x.map_inplace(|x| *x $symbol y);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<A, S, D, T, E> Method<{ name($array) }, ArrayBase<T, E>> for ArrayBase<S, D>
        where
            S: RawData<Elem = A>,
            T: RawData<Elem = A>,
        {
            type Marker = OfUpdate<$Row, ArrayBase<S, D>, ArrayBase<T, E>>;
        }

        #[diagnostic::do_not_recommend]
        impl<A: ArrayReal, S: RawData<Elem = A>, D> Method<{ name($scalar) }, A>
            for ArrayBase<S, D>
        {
            type Marker = OfUpdate<$Row, ArrayBase<S, D>, A>;
        }
    )*};
}
compound! {
    Add += NoResiduals: "add_assign&" "add_assign";
    Sub -= NoResiduals: "sub_assign&" "sub_assign";
    Mul *= Array<A, D>: "mul_assign&" "mul_assign";
    Div /= Array<A, D>: "div_assign&" "div_assign";
}

/// A product or a quotient by an inactive operand. It saves nothing: the cotangent of that operand
/// alone depends on the array before the change.
#[derive(Debug)]
pub struct ByConstant<Row>(PhantomData<Row>);

impl<Row, X, Y> Update<X, Y> for ByConstant<Row>
where
    Row: Update<X, Y>,
    X: Differentiable + Deref,
    Y: Differentiable,
{
    type Saved = NoResiduals;

    fn saved(_: &X::Target) -> NoResiduals {
        NoResiduals
    }

    #[track_caller]
    fn apply(x: &mut X::Target, y: &Y) {
        Row::apply(x, y);
    }

    fn jvp(x: &X::Target, y: &Y, x_dot: &mut X::Target, y_dot: &Tangent<Y>) {
        Row::jvp(x, y, x_dot, y_dot);
    }

    fn linear(y: &Y, _: Option<&NoResiduals>, x_dot: &mut X::Target, y_dot: &Tangent<Y>) {
        Row::linear(y, None, x_dot, y_dot);
    }

    fn transposed(
        y: &Y,
        _: Option<&NoResiduals>,
        x_bar: &mut X::Target,
        y_bar: &mut (impl CotangentAccumulator<Tangent<Y>> + ?Sized),
    ) {
        assert!(!wants(y_bar), "the cotangent of an inactive operand is wanted");
        Row::transposed(y, None, x_bar, y_bar);
    }
}

macro_rules! by_constant {
    ($($Row:ident: $array:literal $scalar:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<A, S, D, T, E> Method<{ name($array) }, ArrayBase<T, E>> for ArrayBase<S, D>
        where
            S: RawData<Elem = A>,
            T: RawData<Elem = A>,
        {
            type Marker = OfUpdate<ByConstant<$Row>, ArrayBase<S, D>, ArrayBase<T, E>>;
        }

        #[diagnostic::do_not_recommend]
        impl<A: ArrayReal, S: RawData<Elem = A>, D> Method<{ name($scalar) }, A>
            for ArrayBase<S, D>
        {
            type Marker = OfUpdate<ByConstant<$Row>, ArrayBase<S, D>, A>;
        }
    )*};
}
by_constant! {
    Mul: "mul_assign&_by_constant" "mul_assign_by_constant";
    Div: "div_assign&_by_constant" "div_assign_by_constant";
}

/// `x_dot` after the change, from the operand before it.
fn change_tangent<Row: Elementwise, A: ArrayReal, D: Dimension>(
    x: &ArrayView<'_, A, D>,
    y: &ArrayView<'_, A, D>,
    x_dot: &mut ArrayRef<A, D>,
    y_dot: &ArrayView<'_, A, D>,
) {
    Zip::from(x_dot)
        .and(x)
        .and(y)
        .and(y_dot)
        .for_each(|x_dot, x, y, y_dot| *x_dot = Row::linear(*x, *y, *x_dot, *y_dot));
}

impl<Row, A, S, D, T, E> Update<ArrayBase<S, D>, ArrayBase<T, E>> for Row
where
    Row: Compound,
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    T: Storage<Elem = A>,
    D: Dimension,
    E: Dimension,
{
    type Saved = Row::Saved<A, D>;

    fn saved(x: &ArrayRef<A, D>) -> Self::Saved {
        Old::of(x)
    }

    #[track_caller]
    fn apply(x: &mut ArrayRef<A, D>, y: &ArrayBase<T, E>) {
        Row::by_array(x, y);
    }

    fn jvp(
        x: &ArrayRef<A, D>,
        y: &ArrayBase<T, E>,
        x_dot: &mut ArrayRef<A, D>,
        y_dot: &Array<A, E>,
    ) {
        let shape = x_dot.raw_dim();
        if let (Some(y), Some(y_dot)) = (y.broadcast(shape.clone()), y_dot.broadcast(shape)) {
            change_tangent::<Row, A, D>(&x.view(), &y, x_dot, &y_dot);
        }
    }

    fn linear(
        y: &ArrayBase<T, E>,
        saved: Option<&Self::Saved>,
        x_dot: &mut ArrayRef<A, D>,
        y_dot: &Array<A, E>,
    ) {
        let shape = x_dot.raw_dim();
        if let (Some(y), Some(y_dot)) = (y.broadcast(shape.clone()), y_dot.broadcast(shape)) {
            let x = saved.map_or_else(|| y.clone(), |saved| saved.operand(y.clone()));
            change_tangent::<Row, A, D>(&x, &y, x_dot, &y_dot);
        }
    }

    fn transposed(
        y: &ArrayBase<T, E>,
        saved: Option<&Self::Saved>,
        x_bar: &mut ArrayRef<A, D>,
        y_bar: &mut (impl CotangentAccumulator<Array<A, E>> + ?Sized),
    ) {
        let of_y = y.shape();
        let Some(y) = y.broadcast(x_bar.raw_dim()) else { return };
        if let (Some(saved), Some(sum)) = (saved, dense(y_bar, of_y)) {
            let x = saved.operand(y.clone());
            add_to_operand(sum, x_bar, &x, &y, Row::READS_OPERANDS, Row::right);
        }
        // the operators are linear in the left operand: its value does not matter
        if Row::READS_OPERANDS {
            Zip::from(x_bar).and(&y).for_each(|bar, y| *bar = Row::left(*y, *y, *bar));
        } else {
            x_bar.map_inplace(|bar| *bar = Row::left(*bar, *bar, *bar));
        }
    }
}

impl<Row, A, S, D> Update<ArrayBase<S, D>, A> for Row
where
    Row: Compound,
    A: ArrayReal,
    S: Storage<Elem = A> + DataMut,
    D: Dimension,
{
    type Saved = Row::Saved<A, D>;

    fn saved(x: &ArrayRef<A, D>) -> Self::Saved {
        Old::of(x)
    }

    fn apply(x: &mut ArrayRef<A, D>, y: &A) {
        Row::by_scalar(x, *y);
    }

    fn jvp(x: &ArrayRef<A, D>, y: &A, x_dot: &mut ArrayRef<A, D>, y_dot: &A) {
        Zip::from(x_dot).and(x).for_each(|u, x| *u = Row::linear(*x, *y, *u, *y_dot));
    }

    fn linear(y: &A, saved: Option<&Self::Saved>, x_dot: &mut ArrayRef<A, D>, y_dot: &A) {
        let one = aview0(y);
        let Some(y) = one.broadcast(x_dot.raw_dim()) else { return };
        let x = saved.map_or_else(|| y.clone(), |saved| saved.operand(y.clone()));
        Zip::from(x_dot).and(&x).and(&y).for_each(|u, x, y| *u = Row::linear(*x, *y, *u, *y_dot));
    }

    fn transposed(
        y: &A,
        saved: Option<&Self::Saved>,
        x_bar: &mut ArrayRef<A, D>,
        y_bar: &mut (impl CotangentAccumulator<A> + ?Sized),
    ) {
        if let (Some(saved), true) = (saved, wants(y_bar)) {
            let x = saved.operand(x_bar.view());
            let sum = Zip::from(&*x_bar)
                .and(&x)
                .fold(A::real(-0.0), |sum, bar, x| sum + Row::right(*x, *y, *bar));
            y_bar.add(&sum);
        }
        // the operators are linear in the left operand: its value does not matter
        x_bar.map_inplace(|bar| *bar = Row::left(*bar, *y, *bar));
    }
}
