//! Products that are added to an array, arrays that become longer, joins of slices of arrays, and
//! values along an axis.

use alloc::boxed::Box;
use alloc::vec::Vec;

use ndarray::{Array, Axis, Dimension, Ix1, Ix2, Ix3, RemoveAxis, linalg};

use super::super::updates::products::{Before, Factor, Keeps, Nothing};
use super::super::{
    Append, OfGrow, OfProduct, OfPushColumn, OfPushRow, Push, concatenate_slice, folded_along,
    mapped_along, stack_slice, start_along,
};
use super::{Calls, LAYOUTS, array, check, flat, label};
use crate::{Discard, NoResiduals};

type Dense<D> = Array<f64, D>;
type Operands<D> = (f64, Dense<Ix2>, Dense<D>, f64, Dense<D>);

/// The calls of a product of this kind, as a function of all operands that returns the changed one.
fn product<D: Factor, K: Keeps>() -> Calls<'static, Operands<D>, Dense<D>> {
    type Marker<D, K> = OfProduct<D, K>;
    Calls {
        plain: Box::new(|(alpha, a, b, beta, c)| {
            let mut c = c.clone();
            D::multiply(*alpha, a, b, *beta, &mut c);
            c
        }),
        primal: Box::new(|(alpha, a, b, beta, c)| {
            let mut c = c.clone();
            Marker::<D, K>::primal(*alpha, a, b, *beta, &mut c, &mut NoResiduals);
            c
        }),
        jvp: Box::new(|(alpha, a, b, beta, c), (u, a_dot, b_dot, v, c_dot)| {
            let (mut c, mut dot) = (c.clone(), c_dot.clone());
            Marker::<D, K>::jvp(*alpha, a, b, *beta, &mut c, *u, a_dot, b_dot, *v, &mut dot);
            (c, dot)
        }),
        linear: Box::new(|(alpha, a, b, beta, c), (u, a_dot, b_dot, v, c_dot)| {
            let (mut c, mut dot, none) = (c.clone(), c_dot.clone(), &mut NoResiduals);
            let saved = Marker::<D, K>::primal(*alpha, a, b, *beta, &mut c, none).1;
            let none = &NoResiduals;
            Marker::<D, K>::linear((), a, b, (), (), &saved, none, *u, a_dot, b_dot, *v, &mut dot);
            dot
        }),
        transposed: Box::new(|(alpha, a, b, beta, c), mut bar, (u, a_bar, b_bar, v, c_bar)| {
            let (mut c, none) = (c.clone(), &mut NoResiduals);
            let saved = Marker::<D, K>::primal(*alpha, a, b, *beta, &mut c, none).1;
            let (mut other, none) = (bar.clone(), &NoResiduals);
            Marker::<D, K>::transposed(
                (),
                a,
                b,
                (),
                (),
                &saved,
                none,
                (),
                u,
                a_bar,
                b_bar,
                v,
                &mut bar,
            );
            let [w, x, y, z] = &mut [Discard; 4];
            Marker::<D, K>::transposed((), a, b, (), (), &saved, none, (), w, x, y, z, &mut other);
            assert_eq!(flat(&bar), flat(&other));
            *c_bar += &bar;
        }),
        vjp: Box::new(|(alpha, a, b, beta, c), mut bar, (u, a_bar, b_bar, v, c_bar)| {
            let (mut changed, mut again) = (c.clone(), c.clone());
            let (none, mut other) = (&mut NoResiduals, bar.clone());
            let [w, x, y, z] = &mut [Discard; 4];
            Marker::<D, K>::vjp(*alpha, a, b, *beta, &mut again, none, (), w, x, y, z, &mut other);
            Marker::<D, K>::vjp(
                *alpha,
                a,
                b,
                *beta,
                &mut changed,
                none,
                (),
                u,
                a_bar,
                b_bar,
                v,
                &mut bar,
            );
            assert_eq!((flat(&bar), again), (flat(&other), changed.clone()));
            *c_bar += &bar;
            changed
        }),
    }
}

#[test]
fn products_added_to_arrays() {
    for layout in LAYOUTS {
        for other in LAYOUTS {
            for [m, k, n] in [[3, 9, 2], [1, 4, 1], [2, 0, 3], [0, 2, 3], [5, 5, 0]] {
                for (alpha, beta) in [(0.7, -1.3), (1.0, 0.0), (0.0, 1.0)] {
                    let label = label("product", &[&layout, &other, &m, &k, &n, &alpha, &beta]);
                    let a = array(layout, Ix2(m, k), 1);
                    let (b, c) = (array(other, Ix2(k, n), 2), array(layout, Ix2(m, n), 3));
                    let operands = (alpha, a.clone(), b, beta, c);
                    check(&label, &operands, &product::<Ix2, Before>());
                    let (x, y) = (array(other, Ix1(k), 2), array(layout, Ix1(m), 3));
                    check(&label, &(alpha, a, x, beta, y), &product::<Ix1, Before>());
                }
            }
        }
    }
}

#[test]
fn a_factor_that_is_written_out_saves_nothing() {
    let a = array(LAYOUTS[1], Ix2(3, 2), 1);
    let (x, mut y) = (array(LAYOUTS[0], Ix1(2), 2), array(LAYOUTS[0], Ix1(3), 3));
    let mut other = y.clone();
    let ((), (.., NoResiduals)) =
        OfProduct::<Ix1, Nothing>::primal(0.5, &a, &x, 2.0, &mut y, &mut NoResiduals);
    let (mut a_bar, mut bar) = (Array::zeros((3, 2)), y.clone());
    let saved = (0.5, 2.0, NoResiduals);
    let [alpha_bar, x_bar, beta_bar] = &mut [Discard; 3];
    OfProduct::<Ix1, Nothing>::transposed(
        (),
        &a,
        &x,
        (),
        (),
        &saved,
        &NoResiduals,
        (),
        alpha_bar,
        &mut a_bar,
        x_bar,
        beta_bar,
        &mut bar,
    );
    linalg::general_mat_vec_mul(0.5, &a, &x, 2.0, &mut other);
    assert_eq!((&y, bar), (&other, &y * 2.0));
    assert_eq!(a_bar[[2, 1]], 0.5 * y[2] * x[1]);
}

/// A zero factor overwrites whatever was there, and so does the transpose.
#[test]
fn a_zero_factor_does_not_read() {
    let (a, x) = (array(LAYOUTS[0], Ix2(2, 2), 1), array(LAYOUTS[0], Ix1(2), 2));
    let (mut y, mut bar) = (Array::from_elem(2, f64::NAN), Array::from_elem(2, f64::NAN));
    let ((), saved) = OfProduct::<Ix1, Nothing>::primal(1.0, &a, &x, 0.0, &mut y, &mut NoResiduals);
    let [u, v, w, z] = &mut [Discard; 4];
    OfProduct::<Ix1, Nothing>::transposed(
        (),
        &a,
        &x,
        (),
        (),
        &saved,
        &NoResiduals,
        (),
        u,
        v,
        w,
        z,
        &mut bar,
    );
    assert_eq!((y, bar), (a.dot(&x), Array::zeros(2)));
}

macro_rules! grown {
    ($Marker:ty, |$x:ident, $y:ident| $plain:expr, ($($axis:expr)?)) => {
        Calls {
            plain: Box::new(|($x, $y)| {
                let mut $x = $x.clone();
                let _ = $plain;
                $x
            }),
            primal: Box::new(|(x, y)| {
                let mut x = x.clone();
                let _ = <$Marker>::primal(&mut x, $($axis,)? y.clone(), &mut NoResiduals);
                x
            }),
            jvp: Box::new(|(x, y), (x_dot, y_dot)| {
                let (mut x, mut x_dot) = (x.clone(), x_dot.clone());
                let (y, y_dot) = (y.clone(), y_dot.clone());
                let _ = <$Marker>::jvp(&mut x, $($axis,)? y, &mut x_dot
                    $(, super::method!(@none $axis))?, y_dot);
                (x, x_dot)
            }),
            linear: Box::new(|(x, y), (x_dot, y_dot)| {
                let (mut x, mut x_dot) = (x.clone(), x_dot.clone());
                let saved =
                    <$Marker>::primal(&mut x, $($axis,)? y.clone(), &mut NoResiduals).1;
                <$Marker>::linear((), $(super::method!(@none $axis),)? (), &saved, &NoResiduals,
                    &mut x_dot $(, super::method!(@none $axis))?, y_dot.clone());
                x_dot
            }),
            transposed: Box::new(|(x, y), mut bar, (x_bar, y_bar)| {
                let mut x = x.clone();
                let saved =
                    <$Marker>::primal(&mut x, $($axis,)? y.clone(), &mut NoResiduals).1;
                <$Marker>::transposed((), $(super::method!(@none $axis),)? (), &saved,
                    &NoResiduals, None, &mut bar $(, super::method!(@discard $axis))?, y_bar);
                *x_bar += &bar;
            }),
            vjp: Box::new(|(x, y), mut bar, (x_bar, y_bar)| {
                let mut x = x.clone();
                let _ = <$Marker>::vjp(&mut x, $($axis,)? y.clone(), &mut NoResiduals, None,
                    &mut bar $(, super::method!(@discard $axis))?, y_bar);
                *x_bar += &bar;
                x
            }),
        }
    };
}

#[test]
fn arrays_that_become_longer() {
    fn append<D: RemoveAxis>(axis: usize, left: D, right: D) {
        for layout in LAYOUTS {
            for other in LAYOUTS {
                let operands = (array(layout, left.clone(), 1), array(other, right.clone(), 2));
                let label = label("append", &[&layout, &left, &other, &right]);
                type Marker<D> = OfGrow<Append, Dense<D>>;
                check(
                    &label,
                    &operands,
                    &grown!(Marker<D>, |x, y| x.append(Axis(axis), y.view()), (Axis(axis))),
                );
            }
        }
    }
    append(0, Ix1(3), Ix1(2));
    append(0, Ix2(3, 2), Ix2(2, 2));
    append(1, Ix2(3, 2), Ix2(3, 1));
    append(1, Ix3(2, 0, 2), Ix3(2, 3, 2));
    append(0, Ix2(2, 2), Ix2(0, 2));
    // an error changes nothing
    append(0, Ix2(2, 2), Ix2(2, 3));
    for layout in LAYOUTS {
        for length in [3, 2] {
            let operands = (array(layout, Ix2(3, 3), 1), array(layout, Ix1(length), 2));
            let label = label("push", &[&layout, &length]);
            check(
                &label,
                &operands,
                &grown!(OfPushRow<Push, Dense<Ix2>>,
                |x, y| x.push_row(y.view()), ()),
            );
            check(
                &label,
                &operands,
                &grown!(OfPushColumn<Push, Dense<Ix2>>,
                |x, y| x.push_column(y.view()), ()),
            );
            check(
                &label,
                &operands,
                &grown!(OfGrow<Push, Dense<Ix2>>,
                |x, y| x.push(Axis(1), y.view()), (Axis(1))),
            );
        }
    }
}

#[test]
fn joins_of_slices() {
    macro_rules! of {
        ($function:ident $marker:ident $axis:literal [$($shape:expr),*]) => {
            for layout in LAYOUTS {
                let arrays: Vec<_> = [$($shape),*].into_iter().enumerate().map(|(k, shape)| {
                    array(if k == 1 { LAYOUTS[1] } else { layout }, shape, k as u64 + 1)
                }).collect();
                let label = label(stringify!($function), &[&layout, &arrays]);
                let saved = |x: &[_]| $marker::primal(Axis($axis), x, &mut NoResiduals).1;
                check(&label, &arrays, &Calls {
                    plain: Box::new(|x| {
                        let views: Vec<_> = x.iter().map(|x| x.view()).collect();
                        ndarray::$function(Axis($axis), &views)
                    }),
                    primal: Box::new(|x| $marker::primal(Axis($axis), x, &mut NoResiduals).0),
                    jvp: Box::new(|x, u| $marker::jvp(Axis($axis), x, (), u)),
                    linear: Box::new(|x, u| {
                        $marker::linear((), x, &saved(x), &NoResiduals, (), u)
                    }),
                    transposed: Box::new(|x, bar, u| {
                        let none = &mut Discard;
                        $marker::transposed((), x, &saved(x), &NoResiduals, bar, none, &mut **u);
                    }),
                    vjp: Box::new(|x, bar, u| {
                        $marker::vjp(Axis($axis), x, &mut NoResiduals, bar, &mut Discard, &mut **u)
                    }),
                });
                $marker::vjp(Axis($axis), &arrays, &mut NoResiduals, None, &mut Discard,
                    &mut Discard).ok();
            }
        };
    }
    of!(concatenate concatenate_slice 0 [Ix1(3), Ix1(0), Ix1(4)]);
    of!(concatenate concatenate_slice 1 [Ix2(3, 4), Ix2(3, 1), Ix2(3, 2)]);
    of!(concatenate concatenate_slice 0 [Ix2(3, 4), Ix2(3, 1)]);
    of!(stack stack_slice 0 [Ix1(3), Ix1(3), Ix1(3), Ix1(3), Ix1(3), Ix1(3), Ix1(3)]);
    of!(stack stack_slice 1 [Ix2(3, 4), Ix2(3, 4)]);
    of!(stack stack_slice 0 [Ix1(3), Ix1(2)]);
    assert!(stack_slice::<f64, Ix1, ndarray::OwnedRepr<f64>>(Axis(0), &[]).is_err());
}

#[test]
fn values_along_an_axis() {
    macro_rules! of {
        ($function:ident, [$(($shape:expr, $axis:literal)),*],
            |$x:ident, $at:ident| $plain:expr) => {
            $(for layout in LAYOUTS {
                let x = array(layout, $shape, 1);
                let $at = Axis($axis);
                let values: Vec<f64> = x.lanes($at).into_iter().map(|lane| lane.sum()).collect();
                let label = label(stringify!($function), &[&layout, &$shape]);
                let plain = {
                    let $x = &x;
                    $plain
                };
                let shape = plain.raw_dim();
                check(&label, &values, &Calls {
                    plain: Box::new(|values| {
                        let mut plain = plain.clone();
                        plain.iter_mut().zip(values).for_each(|(x, value)| *x = *value);
                        plain
                    }),
                    primal: Box::new(|v| {
                        let value = $function::primal(&x, $at, v.clone(), &mut NoResiduals).0;
                        assert_eq!(value.strides(), plain.strides());
                        value
                    }),
                    jvp: Box::new(|v, u| $function::jvp(&x, $at, v.clone(), (), (), u.clone())),
                    linear: Box::new(|_, u| {
                        $function::linear(&x, (), (), &$axis, &NoResiduals, (), (), u.clone())
                    }),
                    transposed: Box::new(|_, bar, u| {
                        let (none, other) = (&mut Discard, &mut Discard);
                        $function::transposed(&x, (), (), &$axis, &NoResiduals, bar, none, other,
                            &mut **u);
                    }),
                    vjp: Box::new(|v, bar, u| {
                        let (none, other) = (&mut Discard, &mut Discard);
                        $function::vjp(&x, $at, v.clone(), &mut NoResiduals, bar, none, other,
                            &mut **u)
                    }),
                });
                assert_eq!(shape.size(), values.len());
            })*
        };
    }
    of!(
        mapped_along,
        [
            (Ix1(3), 0),
            (Ix2(3, 4), 0),
            (Ix2(3, 4), 1),
            (Ix2(0, 2), 0),
            (Ix2(0, 2), 1),
            (Ix3(2, 3, 4), 1)
        ],
        |x, axis| x.map_axis(axis, |lane| lane.sum())
    );
    of!(
        folded_along,
        [
            (Ix1(3), 0),
            (Ix2(3, 4), 0),
            (Ix2(3, 4), 1),
            (Ix2(0, 2), 0),
            (Ix2(0, 2), 1),
            (Ix3(2, 3, 4), 2)
        ],
        |x, axis| x.fold_axis(axis, 0.0, |sum, x| sum + x)
    );
    for layout in LAYOUTS {
        let x = array(layout, Ix2(3, 4), 1);
        let none = (&mut Discard, &mut Discard);
        let mut bar = 0.5;
        let start = start_along::vjp(
            &x,
            Axis(0),
            2.0,
            &mut NoResiduals,
            alloc::vec![1.0; 4],
            none.0,
            none.1,
            &mut bar,
        );
        assert_eq!((start.as_slice(), bar), (&[2.0; 4][..], 4.5));
        assert_eq!(start_along(&x, Axis(1), 1.0).len(), 3);
    }
}
