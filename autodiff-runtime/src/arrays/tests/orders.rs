//! The order in which `ndarray` visits elements, against the visits themselves.

use alloc::vec;
use alloc::vec::Vec;

use ndarray::{Array, ArrayView, Dimension, Ix2, Ix3, Zip};

use super::{LAYOUTS, array};
use crate::arrays::{collected, order_of_memory, order_of_zip, ordered_iter};

/// The logical numbers of the elements of an array, by their bits.
fn numbers<D: Dimension>(x: &ArrayView<'_, f64, D>, visited: &[f64]) -> Vec<usize> {
    let number = |v: &f64| x.iter().position(|x| x.to_bits() == v.to_bits());
    let numbers: Vec<usize> = visited.iter().filter_map(number).collect();
    if numbers.is_sorted() { Vec::new() } else { numbers }
}

/// Checks the orders of views of one shape, the second of which may be broadcast.
#[track_caller]
fn check<D: Dimension>(a: ArrayView<'_, f64, D>, b: ArrayView<'_, f64, D>) {
    let (x, y) = (&a, &b);
    let visit = |mut visited: Vec<f64>, x: &f64| {
        visited.push(*x);
        visited
    };
    let zip = Zip::from(x).and(y).fold(vec![], |all, x, _| visit(all, x));
    let order = order_of_zip((x.view(), y.view()));
    assert_eq!(order, numbers(x, &zip), "{:?} and {:?}", x.strides(), y.strides());
    let six = Zip::from(x).and(y).and(y).and(x).and(y).and(y);
    let six = six.fold(vec![], |all, x, _, _, _, _, _| visit(all, x));
    let of_six = (x.view(), y.view(), y.view(), x.view(), y.view(), y.view());
    assert_eq!(order_of_zip(of_six), numbers(x, &six));
    let fold = x.fold(vec![], visit);
    assert_eq!(order_of_memory(x.view()), numbers(x, &fold));
    let sum = Zip::from(x).and(y).map_collect(|x, y| x + y);
    let elements = ordered_iter(x, &order).into_iter().zip(ordered_iter(y, &order));
    let same = collected(x.raw_dim(), &order, elements.map(|(x, y)| x + y).collect());
    assert_eq!((sum.strides(), &sum), (same.strides(), &same));
}

fn check_shape<D: Dimension>(shape: D) {
    let one = Array::from_elem(D::zeros(shape.ndim()), 0.5);
    assert!(order_of_zip((one.view(), one.view())).is_empty());
    for (a, b) in LAYOUTS.iter().flat_map(|a| LAYOUTS.iter().map(move |b| (a, b))) {
        let (a, b) = (array(*a, shape.clone(), 3), array(*b, shape.clone(), 4));
        check(a.view(), b.view());
        for axis in 0..shape.ndim() {
            let mut short = shape.clone();
            short[axis] = 1;
            let repeated = b.slice_each_axis(|of| (0..short[of.axis.index()]).into());
            let repeated = repeated.broadcast(shape.clone()).expect("a shape to broadcast to");
            check(a.view(), repeated);
        }
    }
}

#[test]
fn orders_of_zips_and_folds() {
    check_shape(Ix2(3, 4));
    check_shape(Ix2(1, 3));
    check_shape(Ix3(2, 3, 2));
    check_shape(ndarray::Ix1(5));
}

#[test]
#[should_panic(expected = "Zip: Producer dimension mismatch")]
fn shapes_that_differ() {
    let (a, b) = (Array::<f64, _>::zeros((2, 3)), Array::<f64, _>::zeros((3, 2)));
    order_of_zip((a.view(), b.view()));
}
