//! Rows of values: operators, elements, products, sums.

use alloc::boxed::Box;

use ndarray::linalg::kron;
use ndarray::{Array, Array1, Array2, Array3, Axis, Dimension, Ix0, Ix1, Ix2, Ix3};

use super::super::rows::{OfMethod, OfOne, OfOperator};
use super::super::storage::layout::copy_in_layout;
use super::super::values::arithmetic::add_to_operand;
use super::super::values::owned::OwnedLeft;
use super::super::views::access::OfIndex;
use super::super::{
    Add, AxisCount, Binary, ColumnCount, Deviation, Div, Dot, Elementwise, First, Get, Kronecker,
    Last, LengthOf, Mean, MeanAxis, MovedLeft, Mul, Neg, OfArgument, OfNone, OfSpread,
    OfSpreadAlong, Product, RowCount, Sub, Sum, SumAxis, Tril, Triu, Variance, concatenate_2,
    stack_2,
};
use super::{Calls, LAYOUTS, array, check, into_fresh, label, method, same_sums};
use crate::member::name;
use crate::{Differentiable, Discard, Fresh, Method, NoResiduals};

/// The calls of a row of two operands, both by reference.
macro_rules! two {
    ($Marker:ty, |$x:ident, $y:ident| $plain:expr) => {
        Calls {
            plain: Box::new(|($x, $y)| $plain),
            primal: Box::new(|(x, y)| <$Marker>::primal(x, y, &mut NoResiduals).0),
            jvp: Box::new(|(x, y), (x_dot, y_dot)| <$Marker>::jvp(x, y, x_dot, y_dot)),
            linear: Box::new(|(x, y), (x_dot, y_dot)| {
                <$Marker>::linear(x, y, &NoResiduals, &NoResiduals, x_dot, y_dot)
            }),
            transposed: Box::new(|(x, y), bar, (x_bar, y_bar)| {
                <$Marker>::transposed(x, y, &NoResiduals, &NoResiduals, bar, x_bar, y_bar);
            }),
            vjp: Box::new(|operands, bar, (x_bar, y_bar)| {
                let (x, y) = operands;
                let (left, right) = (bar.clone(), bar.clone());
                same_sums(
                    "one fresh accumulator",
                    operands,
                    [
                        Box::new(|x_bar, y_bar| {
                            into_fresh(x, x_bar, |x_bar| {
                                <$Marker>::vjp(x, y, &mut NoResiduals, left, x_bar, y_bar);
                            });
                        }),
                        Box::new(|x_bar, y_bar| {
                            into_fresh(y, y_bar, |y_bar| {
                                <$Marker>::vjp(x, y, &mut NoResiduals, right, x_bar, y_bar);
                            });
                        }),
                    ],
                );
                into_fresh(x, x_bar, |x_bar| {
                    into_fresh(y, y_bar, |y_bar| {
                        <$Marker>::vjp(x, y, &mut NoResiduals, bar, x_bar, y_bar)
                    })
                })
            }),
        }
    };
}

/// One row for an operand, in each layout and shape.
macro_rules! of_one {
    ($name:literal, [$($shape:expr),*], $Marker:ty, |$x:ident| $plain:expr,
        $arguments:tt) => {
        $(for layout in LAYOUTS {
            let x = array(layout, $shape, 1);
            let label = label($name, &[&layout, &$shape]);
            check(&label, &x, &method!($Marker, |$x| $plain, $arguments));
        })*
    };
}

/// One row for two operands, in each pair of layouts and each pair of shapes.
macro_rules! of_two {
    ($name:literal, [$(($left:expr, $right:expr)),*], $Marker:ty, |$x:ident, $y:ident|
        $plain:expr) => {
        $(for layout in LAYOUTS {
            for other in LAYOUTS {
                let operands = (array(layout, $left, 1), array(other, $right, 2));
                let label = label($name, &[&layout, &$left, &other, &$right]);
                check(&label, &operands, &two!($Marker, |$x, $y| $plain));
            }
        })*
    };
}

#[test]
fn sums_and_means() {
    of_one!("sum", [Ix0(), Ix1(1), Ix1(19), Ix1(0), Ix2(3, 17), Ix2(1, 9), Ix3(2, 3, 4)],
        OfOne<Sum, _>, |x| x.sum(), ());
    of_one!("mean", [Ix0(), Ix1(19), Ix1(0), Ix2(3, 17), Ix3(2, 3, 4)],
        OfOne<Mean, _>, |x| x.mean(), ());
    of_one!("neg", [Ix0(), Ix1(3), Ix2(3, 4), Ix2(0, 4)], OfOne<Neg, _>, |x| -x, ());
}

#[test]
fn triangles() {
    of_one!("triu", [Ix1(5), Ix2(3, 4), Ix2(4, 3), Ix2(0, 3), Ix3(2, 3, 3)],
        OfArgument<Triu, _>, |x| x.triu(1), (1));
    of_one!("tril", [Ix1(5), Ix2(3, 4), Ix2(4, 3), Ix2(3, 0), Ix3(2, 3, 3)],
        OfArgument<Tril, _>, |x| x.tril(-1), (-1));
}

#[test]
fn sums_along_an_axis() {
    of_one!("sum_axis 0", [Ix1(19), Ix2(3, 17), Ix2(1, 17), Ix2(0, 3), Ix3(9, 3, 4)],
        OfArgument<SumAxis, _>, |x| x.sum_axis(Axis(0)), (Axis(0)));
    of_one!("sum_axis 1", [Ix2(3, 17), Ix2(17, 1), Ix2(3, 0), Ix3(2, 9, 1)],
        OfArgument<SumAxis, _>, |x| x.sum_axis(Axis(1)), (Axis(1)));
    of_one!("mean_axis", [Ix2(3, 17), Ix2(17, 1), Ix2(3, 0), Ix3(2, 9, 1)],
        OfArgument<MeanAxis, _>, |x| x.mean_axis(Axis(1)), (Axis(1)));
}

#[test]
fn operators() {
    of_two!("+", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix1(1), Ix2(2, 3)),
        (Ix2(2, 1), Ix2(1, 3)), (Ix0(), Ix1(2)), (Ix1(0), Ix1(0)), (Ix1(1), Ix1(0))],
        OfOperator<Add, _, _>, |x, y| x + y);
    of_two!("-", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 1), Ix2(1, 3))],
        OfOperator<Sub, _, _>, |x, y| x - y);
    of_two!("*", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 1), Ix2(1, 3))],
        OfOperator<Mul, _, _>, |x, y| x * y);
    of_two!("/", [(Ix2(2, 3), Ix2(2, 3)), (Ix2(2, 3), Ix1(3)), (Ix2(2, 1), Ix2(1, 3))],
        OfOperator<Div, _, _>, |x, y| x / y);
}

#[test]
fn operators_with_scalars() {
    for layout in LAYOUTS {
        for shape in [Ix2(2, 3), Ix2(1, 3), Ix2(0, 3)] {
            let x = array(layout, shape, 1);
            let (left, right) = ((x.clone(), 0.7), (0.7, x));
            let label = label("scalar", &[&layout, &shape]);
            check(&label, &left, &two!(OfOperator<Add, _, _>, |x, y| x + *y));
            check(&label, &left, &two!(OfOperator<Sub, _, _>, |x, y| x - *y));
            check(&label, &left, &two!(OfOperator<Mul, _, _>, |x, y| x * *y));
            check(&label, &left, &two!(OfOperator<Div, _, _>, |x, y| x / *y));
            check(&label, &right, &two!(OfOperator<Add, _, _>, |x, y| *x + y));
            check(&label, &right, &two!(OfOperator<Sub, _, _>, |x, y| *x - y));
            check(&label, &right, &two!(OfOperator<Mul, _, _>, |x, y| *x * y));
            check(&label, &right, &two!(OfOperator<Div, _, _>, |x, y| *x / y));
        }
    }
}

#[test]
fn products_of_vectors_and_matrices() {
    of_two!("dot 11", [(Ix1(19), Ix1(19)), (Ix1(1), Ix1(1)), (Ix1(0), Ix1(0))],
        OfMethod<Dot, _>, |x, y| x.dot(y));
    of_two!("dot 21", [(Ix2(3, 9), Ix1(9)), (Ix2(3, 0), Ix1(0)), (Ix2(0, 3), Ix1(3))],
        OfMethod<Dot, _>, |x, y| x.dot(y));
    of_two!("dot 12", [(Ix1(9), Ix2(9, 3)), (Ix1(0), Ix2(0, 3)), (Ix1(3), Ix2(3, 0))],
        OfMethod<Dot, _>, |x, y| x.dot(y));
    of_two!("dot 22", [(Ix2(3, 9), Ix2(9, 2)), (Ix2(3, 0), Ix2(0, 2)), (Ix2(1, 3), Ix2(3, 1))],
        OfMethod<Dot, _>, |x, y| x.dot(y));
}

#[test]
fn kronecker_products() {
    of_two!("kron", [(Ix2(2, 3), Ix2(3, 2)), (Ix2(1, 1), Ix2(2, 2)), (Ix2(0, 3), Ix2(2, 2))],
        OfMethod<Kronecker, _>, |x, y| kron(x, y));
}

#[test]
fn arrays_made_of_arrays() {
    macro_rules! of {
        ($function:ident $marker:ident $axis:literal [$(($left:expr, $right:expr)),*]) => {
            $(for layout in LAYOUTS {
                for other in LAYOUTS {
                    let operands = (array(layout, $left, 1), array(other, $right, 2));
                    let label = label(stringify!($function), &[&layout, &$left, &other, &$right]);
                    let saved = |x: &_, y: &_| $marker::primal(Axis($axis), x, y,
                        &mut NoResiduals).1;
                    check(&label, &operands, &Calls {
                        plain: Box::new(|(x, y)| {
                            ndarray::$function(Axis($axis), &[x.view(), y.view()])
                        }),
                        primal: Box::new(|(x, y)| {
                            $marker::primal(Axis($axis), x, y, &mut NoResiduals).0
                        }),
                        jvp: Box::new(|(x, y), (u, v)| $marker::jvp(Axis($axis), x, y, (), u, v)),
                        linear: Box::new(|(x, y), (u, v)| {
                            $marker::linear((), x, y, &saved(x, y), &NoResiduals, (), u, v)
                        }),
                        transposed: Box::new(|(x, y), bar, (u, v)| {
                            $marker::transposed((), x, y, &saved(x, y), &NoResiduals, bar,
                                &mut Discard, u, v);
                        }),
                        vjp: Box::new(|(x, y), bar, (u, v)| {
                            $marker::vjp(Axis($axis), x, y, &mut NoResiduals, bar, &mut Discard, u,
                                v)
                        }),
                    });
                    let (x, y) = &operands;
                    let value = $marker::primal(Axis($axis), x, y, &mut NoResiduals).0;
                    let plain = ndarray::$function(Axis($axis), &[x.view(), y.view()]);
                    assert_eq!(value.map(|v| v.strides().to_vec()),
                        plain.map(|v| v.strides().to_vec()));
                }
            })*
        };
    }
    of!(concatenate concatenate_2 0 [(Ix1(3), Ix1(4)), (Ix2(3, 4), Ix2(2, 4)), (Ix2(0, 4),
        Ix2(2, 4)),
        (Ix2(2, 3), Ix2(2, 4))]);
    of!(concatenate concatenate_2 1 [(Ix2(3, 4), Ix2(3, 1)), (Ix3(2, 1, 3), Ix3(2, 2, 3))]);
    of!(stack stack_2 0 [(Ix0(), Ix0()), (Ix1(3), Ix1(3)), (Ix2(3, 4), Ix2(3, 4)), (Ix1(2),
        Ix1(3))]);
    of!(stack stack_2 1 [(Ix1(3), Ix1(3)), (Ix2(3, 4), Ix2(3, 4))]);
}

#[test]
fn elements() {
    of_one!("index", [Ix1(3)], OfIndex<Array1<f64>, _>, |x| x[2], (2));
    of_one!("index", [Ix2(3, 4)], OfIndex<Array2<f64>, _>, |x| x[[2, 1]], ([2, 1]));
    of_one!("index", [Ix2(3, 4)], OfIndex<Array2<f64>, _>, |x| x[(2, 1)], ((2, 1)));
    of_one!("get", [Ix1(3), Ix1(2)], OfArgument<Get, _>, |x| x.get(2).copied(), (2usize));
    of_one!("get", [Ix2(3, 4), Ix2(2, 4)], OfArgument<Get, _>, |x| x.get([2, 1]).copied(),
        ([2, 1]));
    of_one!("get", [Ix2(3, 4), Ix2(3, 1)], OfArgument<Get, _>, |x| x.get((2, 1)).copied(),
        ((2, 1)));
    of_one!("first", [Ix0(), Ix1(3), Ix1(0), Ix2(3, 4), Ix2(0, 4)], OfNone<First, _>,
        |x| x.first().copied(), ());
    of_one!("last", [Ix0(), Ix1(3), Ix1(0), Ix2(3, 4), Ix2(3, 0)], OfNone<Last, _>,
        |x| x.last().copied(), ());
}

#[test]
fn products_of_elements() {
    of_one!("product", [Ix0(), Ix1(1), Ix1(9), Ix1(0), Ix2(3, 4), Ix2(1, 9), Ix3(2, 3, 2)],
        OfOne<Product, _>, |x| x.product(), ());
    for (zeros, nonzero) in [(1, 1), (2, 0)] {
        let mut x = array(LAYOUTS[4], Ix2(2, 3), 1);
        x.iter_mut().take(zeros).for_each(|x| *x = 0.0);
        check("product", &x, &method!(OfOne<Product, _>, |x| x.product(), ()));
        let mut x_bar = Array2::zeros((2, 3));
        OfOne::<Product, _>::vjp(&x, &mut NoResiduals, 1.0, &mut x_bar);
        assert_eq!(x_bar.iter().filter(|bar| **bar != 0.0).count(), nonzero);
    }
}

/// The calls of a method with a real argument by value.
macro_rules! spread {
    ($Marker:ty, |$x:ident, $y:ident| $plain:expr) => {
        Calls {
            plain: Box::new(|($x, $y)| $plain),
            primal: Box::new(|(x, y)| <$Marker>::primal(x, *y, &mut NoResiduals).0),
            jvp: Box::new(|(x, y), (x_dot, y_dot)| <$Marker>::jvp(x, *y, x_dot, *y_dot)),
            linear: Box::new(|(x, y), (x_dot, y_dot)| {
                let frame = <$Marker>::primal(x, *y, &mut NoResiduals).1;
                <$Marker>::linear(x, (), &frame, &NoResiduals, x_dot, *y_dot)
            }),
            transposed: Box::new(|(x, y), bar, (x_bar, y_bar)| {
                let frame = <$Marker>::primal(x, *y, &mut NoResiduals).1;
                <$Marker>::transposed(x, (), &frame, &NoResiduals, bar, x_bar, y_bar);
            }),
            vjp: Box::new(|(x, y), bar, (x_bar, y_bar)| {
                <$Marker>::vjp(x, *y, &mut NoResiduals, bar, x_bar, y_bar)
            }),
        }
    };
}

#[test]
fn spreads() {
    for layout in LAYOUTS {
        for shape in [Ix2(3, 7), Ix2(1, 4), Ix2(5, 1)] {
            let x = (array(layout, shape, 1), 0.7);
            let label = label("spread", &[&layout, &shape]);
            check(&label, &x, &spread!(OfSpread<Variance, Array2<f64>>, |x, y| x.var(*y)));
            check(&label, &x, &spread!(OfSpread<Deviation, Array2<f64>>, |x, y| x.std(*y)));
        }
    }
    // at the kink of the norm the derivative is 0
    let mut x_bar = Array1::zeros(2);
    let x = Array1::from_elem(2, 0.3);
    let deviation =
        OfSpread::<Deviation, _>::vjp(&x, 0.0, &mut NoResiduals, 1.0, &mut x_bar, &mut Discard);
    assert_eq!((deviation, x_bar), (0.0, Array1::zeros(2)));
}

/// The calls of a method with an axis and a real argument by value.
macro_rules! spread_along {
    ($Marker:ty, $axis:expr, |$x:ident, $y:ident| $plain:expr) => {
        Calls {
            plain: Box::new(|($x, $y)| $plain),
            primal: Box::new(|(x, y)| <$Marker>::primal(x, $axis, *y, &mut NoResiduals).0),
            jvp: Box::new(|(x, y), (x_dot, y_dot)| <$Marker>::jvp(x, $axis, *y, x_dot, (), *y_dot)),
            linear: Box::new(|(x, y), (x_dot, y_dot)| {
                let frame = <$Marker>::primal(x, $axis, *y, &mut NoResiduals).1;
                <$Marker>::linear(x, (), (), &frame, &NoResiduals, x_dot, (), *y_dot)
            }),
            transposed: Box::new(|(x, y), bar, (x_bar, y_bar)| {
                let frame = <$Marker>::primal(x, $axis, *y, &mut NoResiduals).1;
                <$Marker>::transposed(
                    x,
                    (),
                    (),
                    &frame,
                    &NoResiduals,
                    bar,
                    x_bar,
                    &mut Discard,
                    y_bar,
                );
            }),
            vjp: Box::new(|(x, y), bar, (x_bar, y_bar)| {
                <$Marker>::vjp(x, $axis, *y, &mut NoResiduals, bar, x_bar, &mut Discard, y_bar)
            }),
        }
    };
}

#[test]
fn spreads_along_an_axis() {
    for layout in LAYOUTS {
        for (shape, axis) in [(Ix3(3, 7, 2), 1), (Ix3(2, 1, 5), 2), (Ix3(4, 2, 0), 0)] {
            let (x, axis) = ((array(layout, shape, 1), 0.7), Axis(axis));
            let label = label("spread along", &[&layout, &shape]);
            type Of<Row> = OfSpreadAlong<Row, Array3<f64>>;
            check(&label, &x, &spread_along!(Of<Variance>, axis, |x, y| x.var_axis(axis, *y)));
            check(&label, &x, &spread_along!(Of<Deviation>, axis, |x, y| x.std_axis(axis, *y)));
        }
    }
}

#[test]
fn questions_about_the_shape() {
    of_one!("ndim", [Ix2(2, 3)], OfNone<AxisCount, _>, |x| x.ndim(), ());
    of_one!("nrows", [Ix2(2, 3)], OfNone<RowCount, _>, |x| x.nrows(), ());
    of_one!("ncols", [Ix2(2, 3)], OfNone<ColumnCount, _>, |x| x.ncols(), ());
    of_one!("len_of", [Ix2(2, 3)], OfArgument<LengthOf, _>, |x| x.len_of(Axis(1)), (Axis(1)));
    let x = array(LAYOUTS[0], Ix2(2, 3), 1);
    let of_axis = OfArgument::<LengthOf, _>::primal(&x, Axis(1), &mut NoResiduals).0;
    assert_eq!((OfNone::<RowCount, _>::primal(&x, &mut NoResiduals).0, of_axis), (2, 3));
}

/// The values of operators have the layout that `ndarray` chooses, for each way in which the
/// operands are passed.
#[test]
fn layouts_of_values() {
    type Marker<const NAME: u64, X, Y> = <X as Method<NAME, Y>>::Marker;
    macro_rules! same {
        ($label:expr, $spelling:literal, $X:ty, $Y:ty, $x:expr, $y:expr, $plain:expr) => {
            let (row, plain) =
                (<Marker<{ name($spelling) }, $X, $Y>>::primal($x, $y, &mut NoResiduals).0, $plain);
            assert_eq!((&row, row.strides()), (&plain, plain.strides()), "{}", $label);
        };
    }
    type Matrix = Array2<f64>;
    for layout in LAYOUTS {
        for other in LAYOUTS {
            for shape in [Ix2(3, 4), Ix2(1, 4)] {
                let (x, y) = (array(layout, Ix2(3, 4), 1), array(other, shape, 2));
                // copies, whose strides are those of the values, not only alike
                let (x, y) = (copy_in_layout(&x), copy_in_layout(&y));
                let label = label("layout", &[&layout, &other, &shape]);
                same!(label, "add", Matrix, Matrix, &x, &y, x.clone() + y.clone());
                same!(label, "sub&", Matrix, Matrix, &x, &y, x.clone() - &y);
                same!(label, "&sub", Matrix, Matrix, &x, &y, &x - y.clone());
                same!(label, "&div", Matrix, Matrix, &y, &x, &y / x.clone());
                same!(label, "&mul&", Matrix, Matrix, &x, &y, &x * &y);
            }
        }
        let x = copy_in_layout(&array(layout, Ix2(3, 4), 1));
        let label = label("layout", &[&layout]);
        same!(label, "sub", Matrix, f64, &x, &2.0, x.clone() - 2.0);
        same!(label, "&sub", Matrix, f64, &x, &2.0, &x - 2.0);
        same!(label, "sub", f64, Matrix, &2.0, &x, 2.0 - x.clone());
        same!(label, "sub&", f64, Matrix, &2.0, &x, 2.0 - &x);
    }
}

/// What `+` and `-` add to accumulators does not depend on the operands, to the bit.
#[test]
fn cotangents_of_sums() {
    fn check<Row: Elementwise, D: Dimension>(x: &Array<f64, D>, bar: &Array2<f64>) {
        let mut operand = x.broadcast(bar.raw_dim()).expect("a shape to broadcast to").to_owned();
        operand.fill(f64::NAN);
        let operand = operand.view();
        for (layout, f) in LAYOUTS.into_iter().flat_map(|layout| {
            let cotangents: [fn(f64, f64, f64) -> f64; 2] = [Row::left, Row::right];
            cotangents.map(|f| (layout, f))
        }) {
            let [mut sum, mut other] = [(); 2].map(|()| array(layout, x.raw_dim(), 3));
            add_to_operand(&mut sum, bar, &operand, &operand, Row::READS_OPERANDS, f);
            add_to_operand(&mut other, bar, &operand, &operand, true, f);
            let bits = [sum, other].map(|sum| sum.map(|x| x.to_bits()));
            assert_eq!(bits[0], bits[1]);
        }
    }
    for layout in LAYOUTS {
        let mut bar = array(layout, Ix2(3, 4), 1);
        bar[[1, 2]] = -0.0;
        let (x, y) = (array(layout, Ix2(3, 4), 2), array(layout, Ix1(4), 2));
        check::<Add, _>(&x, &bar);
        check::<Sub, _>(&x, &bar);
        check::<Add, _>(&x.into_dyn(), &bar);
        check::<Add, _>(&y, &bar);
        check::<Sub, _>(&y, &bar);
        check::<Sub, _>(&array(layout, Ix2(3, 1), 2), &bar);
    }
}

/// The cotangent of the left operand takes its memory, if nothing uses it later.
#[test]
fn products_of_matrices_in_the_left_operand() {
    type Matrix = Array2<f64>;
    type Marker = OfMethod<Dot, Matrix>;
    for layout in LAYOUTS {
        let (x, y, bar) = (
            array(layout, Ix2(3, 4), 1),
            array(LAYOUTS[0], Ix2(4, 2), 2),
            array(LAYOUTS[0], Ix2(3, 2), 3),
        );
        let (u, v): (Matrix, Matrix) = (bar.dot(&y.t()), x.t().dot(&bar));
        let mut left = copy_in_layout(&x);
        let (memory, is_in_order) = (left.as_ptr(), left.is_standard_layout());
        let mut x_bar = Fresh::<Matrix>::new(&x.tangent_shape());
        let mut y_bar = Fresh::<Matrix>::new(&y.tangent_shape());
        let (r, s) = (&NoResiduals, &NoResiduals);
        Marker::transposed(&mut left, &y, r, s, bar.clone(), &mut x_bar, &mut y_bar);
        let x_bar = x_bar.sum();
        assert_eq!((&x_bar, &y_bar.sum()), (&u, &v));
        assert_eq!((x_bar.as_ptr() == memory, left.is_empty()), (is_in_order, is_in_order));
        // another cotangent was added before
        let (mut left, mut x_bar, mut y_bar) = (x.clone(), u.clone(), v.clone());
        Marker::transposed(&mut left, &y, r, s, bar, &mut x_bar, &mut y_bar);
        assert_eq!((&x_bar - &u, &y_bar - &v, left), (u, v, x));
    }
}

/// A quotient by a power of two is a product, to the bit.
#[test]
fn quotients_by_numbers() {
    let x = [1.0, -0.0, 3.7, 5e-324, 2.5e-308, 1.1e308, f64::INFINITY, f64::NAN];
    let x = Array1::from_iter(x.into_iter().chain((1..50).map(|k| f64::from(k).sin())));
    let least = f64::from_bits(1);
    for y in [4.0, -0.5, 3.0, 0.1, 0.0, 2f64.powi(1023), 2f64.powi(-1022), least, f64::INFINITY] {
        let bits = |x: &Array1<f64>| x.map(|x| if x.is_nan() { 0 } else { x.to_bits() });
        let expected = bits(&Array1::from_iter(x.iter().map(|x| x / y)));
        assert_eq!(bits(&<Div as Binary<_, f64>>::value(&x, &y)), expected);
        assert_eq!(bits(&<OwnedLeft<Div> as Binary<_, f64>>::value(&x, &y)), expected);
        type Moved = MovedLeft<Div, Array1<f64>, f64>;
        let (value, frame) = Moved::primal(x.clone(), &y, &mut NoResiduals);
        assert_eq!(bits(&value), expected);
        let mut x_bar = Fresh::<Array1<f64>>::new(&x.tangent_shape());
        Moved::transposed((), &y, &frame, &NoResiduals, x.clone(), &mut x_bar, &mut Discard);
        assert_eq!(bits(&x_bar.sum()), expected);
    }
}
