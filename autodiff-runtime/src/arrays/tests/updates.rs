//! Rows that change an array.

use alloc::boxed::Box;
use core::ops::DerefMut;

use ndarray::{Axis, Dimension, Ix0, Ix1, Ix2, Ix3};

use super::super::Update;
use super::super::values::arithmetic::add_to_operand;
use super::super::{
    Add, Assign, Div, Mul, OfFill, OfInvertAxis, OfNone, OfScaledAdd, OfSwapAxes, OfUpdate,
    OfUpdateMethod, Reversed, Sub, Viewed,
};
use super::projections::steps;
use super::{Calls, LAYOUTS, array, bits, check, close, flat, label};
use crate::{Differentiable, Discard, Fresh, NoResiduals, TangentSpace};

/// The calls of a row that changes its first operand. The value is the operand after the change.
/// The transpose changes the cotangent in place: it adds to it what the accumulator held before.
macro_rules! update {
    ($name:ident, $Marker:ty $(, $Saved:ty)?) => {
        fn $name<'a, Row, X, Y>(plain: impl Fn(&mut X, &Y) + 'a) -> Calls<'a, (X, Y), X>
        where
            Row: Update<X, Y $(, Saved = $Saved)?>,
            X: Differentiable<Tangent: DerefMut<Target = X::Target>> + Clone + DerefMut,
            Y: Differentiable,
        {
            Calls {
                plain: Box::new(move |(x, y)| {
                    let mut x = x.clone();
                    plain(&mut x, y);
                    x
                }),
                primal: Box::new(|(x, y)| {
                    let mut x = x.clone();
                    let _ = <$Marker>::primal(&mut x, y, &mut NoResiduals);
                    x
                }),
                jvp: Box::new(|(x, y), (x_dot, y_dot)| {
                    let (mut x, mut x_dot) = (x.clone(), x_dot.clone());
                    let ((), ()) = <$Marker>::jvp(&mut x, y, &mut x_dot, y_dot);
                    (x, x_dot)
                }),
                linear: Box::new(|(x, y), (x_dot, y_dot)| {
                    let frame = <$Marker>::primal(&mut x.clone(), y, &mut NoResiduals).1;
                    let mut x_dot = x_dot.clone();
                    <$Marker>::linear((), y, &frame, &NoResiduals, &mut x_dot, y_dot);
                    x_dot
                }),
                transposed: Box::new(|(x, y), mut bar, (x_bar, y_bar)| {
                    let frame = <$Marker>::primal(&mut x.clone(), y, &mut NoResiduals).1;
                    let (mut other, none) = (bar.clone(), &mut Discard);
                    <$Marker>::transposed((), y, &frame, &NoResiduals, (), &mut bar, y_bar);
                    <$Marker>::transposed((), y, &frame, &NoResiduals, (), &mut other, none);
                    assert_eq!(flat(&bar), flat(&other));
                    x_bar.add_assign(&bar);
                }),
                vjp: Box::new(|(x, y), mut bar, (x_bar, y_bar)| {
                    let (mut changed, mut other, none) = (x.clone(), bar.clone(), &mut Discard);
                    <$Marker>::vjp(&mut changed, y, &mut NoResiduals, (), &mut bar, y_bar);
                    <$Marker>::vjp(&mut x.clone(), y, &mut NoResiduals, (), &mut other, none);
                    assert_eq!(flat(&bar), flat(&other));
                    x_bar.add_assign(&bar);
                    changed
                }),
            }
        }
    };
}
update!(operator, OfUpdate<Row, X, Y>);
update!(method, OfUpdateMethod<Row, X>, NoResiduals);

/// One row, in each pair of layouts and each pair of shapes.
macro_rules! of_two {
    ($name:literal, [$(($left:expr, $right:expr)),*], $calls:ident $Row:ty,
        |$x:ident, $y:ident| $plain:expr) => {
        $(for layout in LAYOUTS {
            for other in LAYOUTS {
                let operands = (array(layout, $left, 1), array(other, $right, 2));
                let label = label($name, &[&layout, &$left, &other, &$right]);
                check(&label, &operands, &$calls::<$Row, _, _>(|$x, $y| $plain));
            }
        })*
    };
}

#[test]
fn operators_by_arrays() {
    of_two!("+=", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 3), Ix2(2, 1)),
        (Ix1(2), Ix0()), (Ix0(), Ix0()), (Ix2(0, 3), Ix2(1, 3))],
        operator Add, |x, y| *x += y);
    of_two!("-=", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(1))], operator Sub,
        |x, y| *x -= y);
    of_two!("*=", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 3), Ix2(2, 1)),
        (Ix1(2), Ix0()), (Ix2(0, 3), Ix2(1, 3))], operator Mul, |x, y| *x *= y);
    of_two!("/=", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 3), Ix2(2, 1)),
        (Ix2(0, 3), Ix2(1, 3))], operator Div, |x, y| *x /= y);
    of_two!("assign", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 3), Ix2(2, 1)),
        (Ix1(2), Ix0()), (Ix2(0, 3), Ix2(1, 3))], method Assign, |x, y| x.assign(y));
}

#[test]
fn operators_by_scalars() {
    for layout in LAYOUTS {
        for shape in [Ix2(2, 3), Ix2(1, 3), Ix2(0, 3)] {
            let operands = (array(layout, shape, 1), 0.7);
            let label = label("scalar", &[&layout, &shape]);
            check(&label, &operands, &operator::<Add, _, _>(|x, y| *x += *y));
            check(&label, &operands, &operator::<Sub, _, _>(|x, y| *x -= *y));
            check(&label, &operands, &operator::<Mul, _, _>(|x, y| *x *= *y));
            check(&label, &operands, &operator::<Div, _, _>(|x, y| *x /= *y));
        }
    }
}

#[test]
fn only_what_the_derivative_needs_is_saved() {
    let (mut x, y) = (array(LAYOUTS[0], Ix1(3), 1), array(LAYOUTS[0], Ix1(3), 2));
    let NoResiduals =
        OfUpdate::<Add, Matrix<Ix1>, Matrix<Ix1>>::primal(&mut x, &y, &mut NoResiduals).1;
    let old = x.clone();
    assert_eq!(
        OfUpdate::<Mul, Matrix<Ix1>, Matrix<Ix1>>::primal(&mut x, &y, &mut NoResiduals).1,
        old
    );
}

#[test]
fn fill() {
    type Fill<D> = OfFill<ndarray::Array<f64, D>>;
    for layout in LAYOUTS {
        for shape in [Ix2(2, 3), Ix2(1, 1), Ix2(0, 3)] {
            let operands = (array(layout, shape, 1), 0.7);
            let calls = Calls {
                plain: Box::new(|(x, value): &(Matrix<Ix2>, f64)| {
                    let mut x = x.clone();
                    x.fill(*value);
                    x
                }),
                primal: Box::new(|(x, value): &(Matrix<Ix2>, f64)| {
                    let mut x = x.clone();
                    Fill::primal(&mut x, *value, &mut NoResiduals);
                    x
                }),
                jvp: Box::new(|(x, value), (x_dot, value_dot)| {
                    let (mut x, mut x_dot) = (x.clone(), x_dot.clone());
                    Fill::jvp(&mut x, *value, &mut x_dot, *value_dot);
                    (x, x_dot)
                }),
                linear: Box::new(|_, (x_dot, value_dot)| {
                    let mut x_dot = x_dot.clone();
                    Fill::<Ix2>::linear((), (), &NoResiduals, &NoResiduals, &mut x_dot, *value_dot);
                    x_dot
                }),
                transposed: Box::new(|_, mut bar, (x_bar, value_bar)| {
                    let none = &NoResiduals;
                    Fill::<Ix2>::transposed((), (), none, none, (), &mut bar, value_bar);
                    *x_bar += &bar;
                }),
                vjp: Box::new(|(x, value), mut bar, (x_bar, value_bar)| {
                    let mut x = x.clone();
                    Fill::vjp(&mut x, *value, &mut NoResiduals, (), &mut bar, value_bar);
                    *x_bar += &bar;
                    x
                }),
            };
            check(&label("fill", &[&layout, &shape]), &operands, &calls);
        }
    }
}

/// The calls of `scaled_add`.
macro_rules! scaled_add {
    () => {
        Calls {
            plain: Box::new(|(x, factor, y)| {
                let mut x = x.clone();
                x.scaled_add(*factor, y);
                x
            }),
            primal: Box::new(|(x, factor, y)| {
                let mut x = x.clone();
                primal(&mut x, *factor, y);
                x
            }),
            jvp: Box::new(|(x, factor, y), (x_dot, factor_dot, y_dot)| {
                let (mut x, mut x_dot) = (x.clone(), x_dot.clone());
                jvp(&mut x, *factor, y, &mut x_dot, *factor_dot, y_dot);
                (x, x_dot)
            }),
            linear: Box::new(|(x, factor, y), (x_dot, factor_dot, y_dot)| {
                let mut x_dot = x_dot.clone();
                linear(x, y, *factor, &mut x_dot, *factor_dot, y_dot);
                x_dot
            }),
            transposed: Box::new(|(x, factor, y), mut bar, (x_bar, factor_bar, y_bar)| {
                transposed(x, y, *factor, &mut bar, factor_bar, y_bar);
                *x_bar += &bar;
            }),
            vjp: Box::new(|(x, factor, y), mut bar, (x_bar, factor_bar, y_bar)| {
                let mut x = x.clone();
                vjp(&mut x, *factor, y, &mut bar, factor_bar, y_bar);
                *x_bar += &bar;
                x
            }),
        }
    };
}

type Matrix<D> = ndarray::Array<f64, D>;

fn primal<D: Dimension, E: Dimension>(x: &mut Matrix<D>, factor: f64, y: &Matrix<E>) {
    OfScaledAdd::<Matrix<D>>::primal(x, factor, y, &mut NoResiduals);
}

fn jvp<D: Dimension, E: Dimension>(
    x: &mut Matrix<D>,
    factor: f64,
    y: &Matrix<E>,
    x_dot: &mut Matrix<D>,
    factor_dot: f64,
    y_dot: &Matrix<E>,
) {
    OfScaledAdd::<Matrix<D>>::jvp(x, factor, y, x_dot, factor_dot, y_dot);
}

fn vjp<D: Dimension, E: Dimension>(
    x: &mut Matrix<D>,
    factor: f64,
    y: &Matrix<E>,
    x_bar: &mut Matrix<D>,
    factor_bar: &mut f64,
    y_bar: &mut Matrix<E>,
) {
    let none = &mut NoResiduals;
    OfScaledAdd::<Matrix<D>>::vjp(x, factor, y, none, (), x_bar, factor_bar, y_bar);
}

fn linear<D: Dimension, E: Dimension>(
    _: &Matrix<D>,
    y: &Matrix<E>,
    factor: f64,
    x_dot: &mut Matrix<D>,
    factor_dot: f64,
    y_dot: &Matrix<E>,
) {
    let none = &NoResiduals;
    OfScaledAdd::<Matrix<D>>::linear((), (), y, &factor, none, x_dot, factor_dot, y_dot);
}

fn transposed<D: Dimension, E: Dimension>(
    _: &Matrix<D>,
    y: &Matrix<E>,
    factor: f64,
    x_bar: &mut Matrix<D>,
    factor_bar: &mut f64,
    y_bar: &mut Matrix<E>,
) {
    let none = &NoResiduals;
    OfScaledAdd::<Matrix<D>>::transposed((), (), y, &factor, none, (), x_bar, factor_bar, y_bar);
}

#[test]
fn scaled_add() {
    macro_rules! of_shapes {
        ($($left:expr, $right:expr;)*) => {
            $(for layout in LAYOUTS {
                for other in LAYOUTS {
                    let operands = (array(layout, $left, 1), 0.7, array(other, $right, 2));
                    let label = label("scaled_add", &[&layout, &$left, &other, &$right]);
                    check(&label, &operands, &scaled_add!());
                }
            })*
        };
    }
    of_shapes! {
        Ix2(2, 3), Ix2(2, 3);
        Ix2(2, 3), Ix1(3);
        Ix2(2, 3), Ix2(2, 1);
        Ix1(3), Ix0();
        Ix2(0, 3), Ix2(0, 3);
    }
}

/// The calls of a method that permutes the elements.
macro_rules! permutation {
    ($Marker:ty, |$x:ident| $plain:expr, ($($argument:expr),*)) => {
        Calls {
            plain: Box::new(|x| {
                let mut $x = x.clone();
                $plain;
                $x
            }),
            primal: Box::new(|x| {
                let mut x = x.clone();
                let _ = <$Marker>::primal(&mut x, $($argument,)* &mut NoResiduals);
                x
            }),
            jvp: Box::new(|x, x_dot| {
                let (mut x, mut x_dot) = (x.clone(), x_dot.clone());
                <$Marker>::jvp(&mut x, $($argument,)* &mut x_dot
                    $(, super::method!(@none $argument))*);
                (x, x_dot)
            }),
            linear: Box::new(|x, x_dot| {
                let frame = <$Marker>::primal(&mut x.clone(), $($argument,)* &mut NoResiduals).1;
                let mut x_dot = x_dot.clone();
                <$Marker>::linear((), $(super::method!(@none $argument),)* &frame, &NoResiduals,
                    &mut x_dot $(, super::method!(@none $argument))*);
                x_dot
            }),
            transposed: Box::new(|x, mut bar, x_bar| {
                let frame = <$Marker>::primal(&mut x.clone(), $($argument,)* &mut NoResiduals).1;
                <$Marker>::transposed((), $(super::method!(@none $argument),)* &frame,
                    &NoResiduals, (), &mut bar $(, super::method!(@discard $argument))*);
                *x_bar += &bar;
            }),
            vjp: Box::new(|x, mut bar, x_bar| {
                let mut x = x.clone();
                <$Marker>::vjp(&mut x, $($argument,)* &mut NoResiduals, (), &mut bar
                    $(, super::method!(@discard $argument))*);
                *x_bar += &bar;
                x
            }),
        }
    };
}

#[test]
fn permutations() {
    for layout in LAYOUTS {
        let x = array(layout, Ix3(2, 3, 4), 1);
        let label = label("permutation", &[&layout]);
        check(&label, &x, &permutation!(OfSwapAxes<Matrix<Ix3>>, |x| x.swap_axes(0, 2), (0, 2)));
        check(
            &label,
            &x,
            &permutation!(OfInvertAxis<Matrix<Ix3>>, |x| x.invert_axis(Axis(1)), (Axis(1))),
        );
    }
}

/// Checks the assignment of `y` to a slice: the cotangent of the slice is added to each kind of
/// accumulator of `y`, and cleared.
#[track_caller]
fn check_assignment<F: Dimension>(label: &str, x: &Matrix<Ix2>, y: &Matrix<F>) {
    type Marker = OfUpdateMethod<Assign, Matrix<Ix2>>;
    let none = &mut NoResiduals;
    let part = x.slice(steps()).to_owned();
    let mut cleared = x.clone();
    cleared.slice_mut(steps()).fill(0.0);

    let mut bar = x.clone();
    let mut changed = x.clone();
    Marker::vjp(
        &mut changed.slice_mut(steps()),
        y,
        none,
        (),
        &mut bar.slice_mut(steps()),
        &mut Discard,
    );
    assert_eq!(bits(&bar), bits(&cleared), "{label}");
    let mut expected = x.clone();
    expected.slice_mut(steps()).assign(y);
    assert_eq!((&changed, changed.strides()), (&expected, expected.strides()), "{label}");

    let before = y.map(|y| 1.5 * y);
    let mut sum = before.clone();
    let operand = y.broadcast(part.raw_dim()).expect("a shape to broadcast to");
    add_to_operand(&mut sum, &part, &operand, &operand, true, |_, _, bar| bar);
    let close = |what: &str, found: &Matrix<F>, sum: &Matrix<F>| {
        // four rows are added together
        if y.shape() == part.shape() || y.ndim() == 1 && part.nrows() < 4 {
            assert_eq!(bits(found), bits(sum), "{label}: {what}");
        }
        close(what, label, &flat(found), &flat(sum), 1e-12);
    };
    for layout in LAYOUTS {
        let mut y_bar = array(layout, y.raw_dim(), 1);
        y_bar.assign(&before);
        let (mut bar, mut x) = (x.clone(), x.clone());
        Marker::vjp(
            &mut x.slice_mut(steps()),
            y,
            none,
            (),
            &mut bar.slice_mut(steps()),
            &mut y_bar,
        );
        assert_eq!(bits(&bar), bits(&cleared), "{label}");
        close("sum", &y_bar, &sum);
    }

    let mut fresh = Fresh::<Matrix<F>>::new(&y.tangent_shape());
    let mut bar = x.clone();
    Marker::vjp(
        &mut x.clone().slice_mut(steps()),
        y,
        none,
        (),
        &mut bar.slice_mut(steps()),
        &mut fresh,
    );
    // again, when the part is zero
    Marker::vjp(
        &mut x.clone().slice_mut(steps()),
        y,
        none,
        (),
        &mut bar.slice_mut(steps()),
        &mut fresh,
    );
    assert_eq!(bits(&bar), bits(&cleared), "{label}");
    let mut sum = y.zero_tangent();
    add_to_operand(&mut sum, &part, &operand, &operand, true, |_, _, bar| bar);
    let fresh = fresh.sum();
    assert!(fresh.is_standard_layout());
    close("fresh", &fresh, &sum);

    type Reverse<F> = OfNone<Viewed<Reversed>, Matrix<F>>;
    let mut whole = Matrix::zeros(y.t().raw_dim());
    let mut y_bar = <Reverse<F>>::view_of_accumulator(&mut whole);
    let (mut bar, mut changed) = (x.clone(), x.clone());
    Marker::vjp(
        &mut changed.slice_mut(steps()),
        y,
        none,
        (),
        &mut bar.slice_mut(steps()),
        &mut y_bar,
    );
    assert_eq!(bits(&bar), bits(&cleared), "{label}");
    close("part of an accumulator", &whole.t().to_owned(), &sum);
}

#[test]
fn assignments_to_slices() {
    for layout in LAYOUTS {
        // the slice is `s![1.., ..;-2]`
        for shape in [(4, 5), (2, 3), (4, 6), (1, 3), (7, 5), (6, 4), (5, 4), (4, 10)] {
            let shape = Ix2(shape.0, shape.1);
            let mut x = array(layout, shape, 1);
            if let Some(x) = x.last_mut() {
                *x = -0.0;
            }
            let [rows, columns] = [shape[0] - 1, shape[1].div_ceil(2)];
            for other in LAYOUTS {
                let label = label("assign to slice", &[&layout, &shape, &other]);
                let y = array(other, Ix2(rows, columns), 2);
                check_assignment(&label, &x, &y);
                check_assignment(&label, &x, &y.into_dyn());
                check_assignment(&label, &x, &array(other, Ix2(rows, 1), 2));
                check_assignment(&label, &x, &array(other, Ix1(columns), 2));
                check_assignment(&label, &x, &array(other, Ix0(), 2));
            }
        }
    }
}
