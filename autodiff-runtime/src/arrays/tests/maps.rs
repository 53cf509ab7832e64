//! Closures of every element: the order of the calls and the layout of the values are those of
//! `ndarray`, and every call has its own frame and cotangent.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use ndarray::{Array, ArrayView, Dimension, Ix1, Ix2, Ix3, IxDyn, Slice};

use super::super::values::maps::{for_each_call, map_with};
use super::super::{ArrayDim, Calls, Mapv};
use super::projections::Square;
use super::{LAYOUTS, array, bits, check, label};
use crate::{ByValue, Fresh, Object};

type Residuals = Calls<Square, (ByValue<f64, f64, f64>, ())>;

/// The calls for a view, with cotangents in all layouts.
#[track_caller]
fn check_order<D: Dimension>(x: ArrayView<'_, f64, D>) {
    let mut visited = Vec::new();
    let expected = x.map(|x| {
        visited.push(*x);
        2.0 * x
    });
    let mut frames = vec![0.5];
    let value = map_with(&x, &mut frames, |x| (2.0 * x, *x));
    assert_eq!((value.strides(), &value), (expected.strides(), &expected));
    assert_eq!((frames[0], &frames[1..]), (0.5, &visited[..]));

    for layout in LAYOUTS {
        let bars = array(layout, x.raw_dim(), 5);
        let (mut changed, mut calls) = (bars.clone(), Vec::new());
        for_each_call(&x, &mut changed, &frames[1..], |x, frame, bar| {
            assert_eq!(x, frame);
            calls.push(*x);
            *bar *= x;
        });
        assert_eq!(calls, visited);
        assert_eq!((changed.strides(), &changed), (bars.strides(), &(&x * &bars)));

        let mut residuals = Residuals::default();
        let f = Object::<Square>(());
        // the frames of other calls come first
        Mapv::primal(&x, f, &mut residuals);
        let (value, first) = Mapv::primal(&x, f, &mut residuals);
        assert_eq!((value.strides(), bits(&value)), (expected.strides(), bits(&(&x * &x))));
        let expected = 2.0 * &x * &bars;
        assert_eq!(Mapv::linear(&x, f, &first, &residuals, &bars, ()), expected);
        assert_eq!(Mapv::jvp(&x, f, &bars, ()), (value.clone(), expected.clone()));
        let mut fresh = Fresh::<Array<f64, D>>::new(&ArrayDim(x.raw_dim()));
        Mapv::transposed(&x, f, &first, &residuals, bars.clone(), &mut fresh, &mut ());
        assert_eq!(bits(&fresh.sum()), bits(&expected));
        let mut sum = array(layout, x.raw_dim(), 6);
        let of_both = &sum + &expected;
        let of_vjp = Mapv::vjp(&x, f, &mut Residuals::default(), bars, &mut sum, &mut ());
        assert_eq!((of_vjp.strides(), bits(&of_vjp)), (value.strides(), bits(&value)));
        assert_eq!(bits(&sum), bits(&of_both));
    }
}

#[test]
fn order_of_calls() {
    for layout in LAYOUTS {
        for shape in [Ix3(2, 3, 4), Ix3(3, 1, 2), Ix3(1, 1, 1), Ix3(2, 0, 3)] {
            let x = array(layout, shape, 1);
            check_order(x.view());
            check_order(x.view().into_dyn());
            check_order(x.t());
            for axes in [[1, 2, 0], [0, 2, 1]] {
                let mut x = x.view().permuted_axes(axes);
                check_order(x.view());
                x.invert_axis(ndarray::Axis(1));
                check_order(x);
            }
        }
        let x = array(layout, Ix2(3, 4), 1);
        check_order(x.slice_axis(ndarray::Axis(1), Slice::from(1..3)));
        check_order(x.diag());
        let row = array(layout, Ix1(4), 1);
        check_order(row.view());
        if let Some(x) = row.broadcast(Ix2(3, 4)) {
            check_order(x.view());
            check_order(x.t());
        }
        check_order(array(layout, IxDyn(&[]), 1).view());
    }
}

#[test]
fn closures_of_elements() {
    for layout in LAYOUTS {
        for shape in [Ix2(3, 4), Ix2(1, 3), Ix2(0, 2)] {
            let x = array(layout, shape, 1);
            let f = Object::<Square>(());
            check(
                &label("mapv", &[&layout, &shape]),
                &x,
                &super::Calls {
                    plain: Box::new(|x: &Array<f64, Ix2>| x.mapv(|x| x * x)),
                    primal: Box::new(|x| Mapv::primal(x, f, &mut Residuals::default()).0),
                    jvp: Box::new(|x, x_dot| Mapv::jvp(x, f, x_dot, ())),
                    linear: Box::new(|x, x_dot| {
                        let mut residuals = Residuals::default();
                        let first = Mapv::primal(x, f, &mut residuals).1;
                        Mapv::linear(x, f, &first, &residuals, x_dot, ())
                    }),
                    transposed: Box::new(|x, bar, x_bar| {
                        let mut residuals = Residuals::default();
                        let first = Mapv::primal(x, f, &mut residuals).1;
                        Mapv::transposed(x, f, &first, &residuals, bar, x_bar, &mut ());
                    }),
                    vjp: Box::new(|x, bar, x_bar| {
                        Mapv::vjp(x, f, &mut Residuals::default(), bar, x_bar, &mut ())
                    }),
                },
            );
        }
    }
}

#[test]
#[should_panic(expected = "the cotangent has shape [3, 2] and the result has shape [2, 3]")]
fn a_cotangent_of_another_shape() {
    let (x, mut bars) = (array(LAYOUTS[0], Ix2(2, 3), 1), array(LAYOUTS[0], Ix2(3, 2), 1));
    for_each_call(&x, &mut bars, &[(); 6], |_, (), _| {});
}
