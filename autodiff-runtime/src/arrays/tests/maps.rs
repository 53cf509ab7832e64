//! Closures of every element: the order of the calls and the layout of the values are those of
//! `ndarray`, and every call has its own frame and cotangent.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use ndarray::{Array, ArrayView, Dimension, Ix1, Ix2, Ix3, IxDyn, Slice};

use super::super::values::maps::{for_each_call, map_with};
use super::super::{ArrayDim, Calls, Mapv, MovedMapv};
use super::projections::Square;
use super::{LAYOUTS, array, bits, check, label};
use crate::{ByValue, Fresh, Object, Residual};

type Residuals<const N: usize> = Calls<Square<N>, (ByValue<f64, f64, f64>, ())>;

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

        let (strides, bytes) = check_square::<D, 1>(&x, &bars);
        assert_eq!(strides, expected.strides());
        // the derivatives of the calls are saved, not the residuals
        assert_eq!(check_square::<D, 8>(&x, &bars), (strides, bytes));
    }
}

/// The strides of the value and the memory of the residuals, after a check of all functions of the
/// row.
#[track_caller]
fn check_square<D: Dimension, const N: usize>(
    x: &ArrayView<'_, f64, D>,
    bars: &Array<f64, D>,
) -> (Vec<isize>, usize) {
    let mut residuals = Residuals::<N>::default();
    let f = Object::<Square<N>>(());
    // the residuals of other calls come first
    Mapv::primal(x, f, &mut residuals);
    let (value, first) = Mapv::primal(x, f, &mut residuals);
    let bytes = residuals.heap_bytes();
    assert_eq!(bits(&value), bits(&(x * x)));
    let expected = 2.0 * x * bars;
    assert_eq!(Mapv::linear(x, f, &first, &residuals, bars, ()), expected);
    assert_eq!(Mapv::jvp(x, f, bars, ()), (value.clone(), expected.clone()));
    let shape = ArrayDim(x.raw_dim());
    let mut fresh = Fresh::<Array<f64, D>>::new(&shape);
    Mapv::transposed(x, f, &first, &residuals, bars.clone(), &mut fresh, &mut ());
    assert_eq!(bits(&fresh.sum()), bits(&expected));
    let mut sum = 0.5 * bars;
    let of_both = &sum + &expected;
    let of_vjp = Mapv::vjp(x, f, &mut residuals, bars.clone(), &mut sum, &mut ());
    assert_eq!((of_vjp.strides(), bits(&of_vjp)), (value.strides(), bits(&value)));
    assert_eq!(bits(&sum), bits(&of_both));
    residuals.clear();

    let (of_moved, saved) = MovedMapv::primal(x.to_owned(), f, &mut residuals);
    assert_eq!(bits(&of_moved), bits(&value));
    assert_eq!(MovedMapv::linear((), f, &saved, &residuals, bars.clone(), ()), expected);
    let mut fresh = Fresh::<Array<f64, D>>::new(&shape);
    MovedMapv::transposed((), f, &saved, &residuals, bars.clone(), &mut fresh, &mut ());
    assert_eq!(bits(&fresh.sum()), bits(&expected));
    (value.strides().to_vec(), bytes)
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
                    primal: Box::new(|x| Mapv::primal(x, f, &mut Residuals::<1>::default()).0),
                    jvp: Box::new(|x, x_dot| Mapv::jvp(x, f, x_dot, ())),
                    linear: Box::new(|x, x_dot| {
                        let mut residuals = Residuals::<1>::default();
                        let first = Mapv::primal(x, f, &mut residuals).1;
                        Mapv::linear(x, f, &first, &residuals, x_dot, ())
                    }),
                    transposed: Box::new(|x, bar, x_bar| {
                        let mut residuals = Residuals::<1>::default();
                        let first = Mapv::primal(x, f, &mut residuals).1;
                        Mapv::transposed(x, f, &first, &residuals, bar, x_bar, &mut ());
                    }),
                    vjp: Box::new(|x, bar, x_bar| {
                        Mapv::vjp(x, f, &mut Residuals::<1>::default(), bar, x_bar, &mut ())
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
