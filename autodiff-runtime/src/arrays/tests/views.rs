//! Rows of views, and the copies that derivatives return.

use alloc::boxed::Box;
use alloc::vec::Vec;

use ndarray::{
    Array, Array1, Array2, ArrayView, Axis, Dimension, Ix0, Ix1, Ix2, Ix3, IxDyn, Order,
    RemoveAxis, Slice, SliceInfo, SliceInfoElem,
};

use super::super::storage::layout::copy_in_layout;
use super::super::{
    AtIndex, Column, Columns, Diagonal, Dynamic, IntoShape, Lanes, OfArgument, OfBroadcast, OfNone,
    OfReshape, OfSlice, OfTwo, Parts, Permuted, Reversed, Row, Rows, SliceAlong, StandardLayout,
    StridedWindows, ToOwned, ToShape, Viewed, Whole, WithAxis, WithoutAxis,
};
use super::{Calls, LAYOUTS, array, check, label, method};
use crate::{Discard, NoResiduals};

/// One row for a view, in each layout and shape. The sum weights the elements, and has the bits of
/// the function only if the derivative's copy is laid out as the view is.
macro_rules! view {
    ($name:literal, [$($shape:expr),*], $Marker:ty, |$x:ident| $plain:expr,
        $arguments:tt) => {
        $(for layout in LAYOUTS {
            let x = array(layout, $shape, 1);
            let label = label($name, &[&layout, &$shape]);
            let calls: Calls<Array<f64, _>, Array<f64, _>> =
                method!($Marker, |$x| $plain.to_owned(), $arguments);
            check(&label, &x, &calls);
            let copy = (calls.primal)(&x);
            let $x = &x;
            same_bits(&label, &$plain.view(), &copy);
        })*
    };
}

/// Checks that a copy has the layout of a view, as far as `ndarray` asks for it.
#[track_caller]
fn same_bits<D: Dimension>(label: &str, view: &ArrayView<'_, f64, D>, copy: &Array<f64, D>) {
    assert_eq!(view, copy, "{label}");
    assert_eq!(view.sum().to_bits(), copy.sum().to_bits(), "{label}: sum");
    assert_eq!(view.product().to_bits(), copy.product().to_bits(), "{label}: product");
    assert_eq!(view.var(0.0).to_bits(), copy.var(0.0).to_bits(), "{label}: var");
    assert_eq!(view.is_standard_layout(), copy.is_standard_layout(), "{label}");
    if view.is_empty() {
        return;
    }
    let contiguous = |view: ArrayView<'_, f64, D>| view.as_slice_memory_order().is_some();
    assert_eq!(contiguous(view.view()), contiguous(copy.view()), "{label}: contiguity");
    for (stride, other) in view.strides().iter().zip(copy.strides()) {
        assert_eq!(stride.abs() == 1, other.abs() == 1, "{label}: stride");
        assert!(stride * other == 0 || stride.signum() == other.signum(), "{label}: direction");
    }
}

/// The same for sums along axes and for products, which depend on the order of the axes.
#[track_caller]
fn same_products<D: RemoveAxis>(label: &str, view: &ArrayView<'_, f64, D>, copy: &Array<f64, D>) {
    for axis in (0..view.ndim()).map(Axis) {
        let bits = |sums: Array<f64, D::Smaller>| sums.mapv(f64::to_bits);
        assert_eq!(bits(view.sum_axis(axis)), bits(copy.sum_axis(axis)), "{label}: {axis:?}");
    }
    let (Ok(view), Ok(copy)) =
        (view.view().into_dimensionality::<Ix2>(), copy.view().into_dimensionality::<Ix2>())
    else {
        return;
    };
    let vector = Array1::from_shape_fn(view.ncols(), |i| 0.3 + i as f64);
    let bits = |x: &f64| x.to_bits();
    assert_eq!(view.dot(&vector).map(bits), copy.dot(&vector).map(bits), "{label}: dot");
    let stepped = array(LAYOUTS[4], Ix1(view.nrows()), 3);
    assert_eq!(stepped.dot(&view).map(bits), stepped.dot(&copy).map(bits), "{label}: dot");
    let (product, other) = (view.dot(&view.t()), copy.dot(&copy.t()));
    assert_eq!(product.map(bits), other.map(bits), "{label}: dot");
    assert_eq!(product.strides(), other.strides(), "{label}: dot");
}

#[test]
fn copies_have_the_layout_of_views() {
    fn of<D: RemoveAxis>(shape: D) {
        for layout in LAYOUTS {
            let x = array(layout, shape.clone(), 1);
            let label = label("copy", &[&layout, &shape]);
            let copy = copy_in_layout(&x);
            same_bits(&label, &x.view(), &copy);
            same_products(&label, &x.view(), &copy);
            assert_eq!(x.view().as_slice().is_some(), copy.as_slice().is_some(), "{label}");
        }
    }
    for n in [0, 1, 2, 3, 8, 9, 19] {
        of(Ix1(n));
        for m in [0, 1, 2, 3, 17] {
            of(Ix2(n, m));
            of(Ix3(n, m, 2));
            of(Ix3(m, 1, n));
            of(IxDyn(&[2, n, 1, m]));
        }
    }
    for layout in LAYOUTS {
        let x = array(layout, Ix0(), 1);
        same_bits("0-d", &x.view(), &copy_in_layout(&x));
    }
}

#[test]
fn copies_of_slices_are_small() {
    let x = array(LAYOUTS[0], Ix3(60, 60, 60), 1);
    let part = x.slice_each_axis(|axis| match axis.axis {
        Axis(0) => Slice::from(..).step_by(7),
        Axis(1) => Slice::from(..).step_by(-11),
        _ => Slice::from(3..5),
    });
    let copy = copy_in_layout(&part);
    same_bits("slice", &part, &copy);
    same_products("slice", &part, &copy);
    assert!(copy.into_raw_vec_and_offset().0.len() <= 3 * part.len());
    let column = x.index_axis(Axis(2), 5).index_axis_move(Axis(1), 4);
    let copy = copy_in_layout(&column);
    assert_eq!(copy.strides(), [2]);
    let row = x.broadcast((2, 60, 60, 60)).map(|x| copy_in_layout(&x));
    assert_eq!(row.as_ref().map(|row| row.len()), Some(2 * x.len()));
}

#[test]
fn views() {
    view!("to_owned", [Ix0(), Ix1(19), Ix2(3, 17)], OfNone<ToOwned, _>, |x| x.to_owned(), ());
    view!(
        "as_standard_layout",
        [Ix0(), Ix1(19), Ix2(3, 17)],
        OfNone<StandardLayout, _>,
        |x| x.as_standard_layout().into_owned(),
        ()
    );
    view!(
        "view",
        [Ix0(), Ix1(19), Ix1(0), Ix2(3, 17), Ix3(2, 3, 4)],
        OfNone<Viewed<Whole>, _>,
        |x| x.view(),
        ()
    );
    view!(
        "t",
        [Ix0(), Ix1(19), Ix2(3, 17), Ix2(1, 4), Ix2(0, 4), Ix3(2, 3, 4)],
        OfNone<Viewed<Reversed>, _>,
        |x| x.t(),
        ()
    );
    view!(
        "permuted_axes",
        [Ix3(2, 9, 4), Ix3(1, 9, 0), Ix3(1, 1, 9)],
        OfArgument<Viewed<Permuted>, _>,
        |x| x.view().permuted_axes([1, 2, 0]),
        ([1, 2, 0])
    );
    view!(
        "permuted_axes",
        [Ix2(9, 4)],
        OfArgument<Viewed<Permuted>, _>,
        |x| x.view().permuted_axes((1, 0)),
        ((1, 0))
    );
    view!(
        "diag",
        [Ix0(), Ix1(9), Ix2(9, 9), Ix2(12, 10), Ix2(0, 3), Ix3(9, 10, 11)],
        OfNone<Viewed<Diagonal>, _>,
        |x| x.diag(),
        ()
    );
    view!(
        "into_dyn",
        [Ix0(), Ix1(19), Ix2(3, 17), Ix2(0, 4), Ix3(2, 3, 4)],
        OfNone<Viewed<Dynamic>, _>,
        |x| x.view().into_dyn(),
        ()
    );
    view!("row", [Ix2(3, 17), Ix2(2, 1), Ix2(2, 0)], OfArgument<Viewed<Row>, _>, |x| x.row(1), (1));
    view!(
        "column",
        [Ix2(17, 3), Ix2(1, 2), Ix2(0, 2)],
        OfArgument<Viewed<Column>, _>,
        |x| x.column(1),
        (1)
    );
    view!(
        "index_axis",
        [Ix2(17, 3), Ix3(9, 4, 5), Ix3(9, 4, 1), Ix3(0, 4, 2)],
        OfTwo<Viewed<AtIndex>, _>,
        |x| x.index_axis(Axis(1), 2),
        (Axis(1), 2)
    );
    view!(
        "index_axis",
        [Ix1(3)],
        OfTwo<Viewed<AtIndex>, _>,
        |x| x.index_axis(Axis(0), 2),
        (Axis(0), 2)
    );
    view!(
        "insert_axis",
        [Ix1(9), Ix2(9, 4), Ix2(0, 4)],
        OfArgument<Viewed<WithAxis>, _>,
        |x| x.view().insert_axis(Axis(1)),
        (Axis(1))
    );
    view!(
        "insert_axis",
        [Ix0(), Ix1(9)],
        OfArgument<Viewed<WithAxis>, _>,
        |x| x.view().insert_axis(Axis(0)),
        (Axis(0))
    );
}

#[test]
fn parts_along_an_axis() {
    view!(
        "remove_axis",
        [Ix2(9, 1), Ix3(4, 2, 5), Ix3(0, 1, 2)],
        OfArgument<Viewed<WithoutAxis>, _>,
        |x| x.view().remove_axis(Axis(1)),
        (Axis(1))
    );
    for slice in [Slice::new(1, None, 1), Slice::new(0, Some(-1), 2), Slice::new(1, None, -2)] {
        view!(
            "slice_axis",
            [Ix1(9), Ix2(9, 4), Ix2(2, 4), Ix3(4, 2, 5)],
            OfTwo<Viewed<SliceAlong>, _>,
            |x| x.slice_axis(Axis(0), slice),
            (Axis(0), slice)
        );
    }
}

/// One row for a sequence of views, in each layout and shape.
macro_rules! parts {
    ($name:literal, [$($shape:expr),*], $Marker:ty, |$x:ident| $plain:expr, $arguments:tt) => {
        $(for layout in LAYOUTS {
            let x = array(layout, $shape, 1);
            let label = label($name, &[&layout, &$shape]);
            let calls: Calls<Array<f64, _>, Vec<Array1<f64>>> = method!(
                $Marker,
                |$x| $plain.into_iter().map(|view| view.to_owned()).collect(),
                $arguments
            );
            check(&label, &x, &calls);
            let copies = (calls.primal)(&x);
            let $x = &x;
            for (view, copy) in $plain.into_iter().zip(&copies) {
                same_bits(&label, &view, copy);
            }
        })*
    };
}

#[test]
fn lanes() {
    parts!(
        "rows",
        [Ix0(), Ix1(9), Ix2(9, 4), Ix2(0, 4), Ix2(4, 0), Ix3(4, 2, 5)],
        OfNone<Parts<Rows>, _>,
        |x| x.rows(),
        ()
    );
    parts!(
        "columns",
        [Ix0(), Ix1(9), Ix2(9, 4), Ix2(0, 4), Ix2(4, 0), Ix3(4, 2, 5)],
        OfNone<Parts<Columns>, _>,
        |x| x.columns(),
        ()
    );
    parts!(
        "lanes",
        [Ix2(9, 4), Ix2(0, 4), Ix2(4, 0), Ix3(4, 2, 5), IxDyn(&[2, 3, 1, 4])],
        OfArgument<Parts<Lanes>, _>,
        |x| x.lanes(Axis(1)),
        (Axis(1))
    );
    parts!(
        "windows_with_stride",
        [Ix1(9), Ix1(8), Ix1(3), Ix1(2), Ix1(0)],
        OfTwo<Parts<StridedWindows>, _>,
        |x| x.windows_with_stride(3_usize, 2_usize),
        (3_usize, 2_usize)
    );
}

#[test]
fn repeated_elements() {
    macro_rules! of {
        ([$($shape:expr),*], $to:expr) => {
            $(for layout in LAYOUTS {
                let x = array(layout, $shape, 1);
                let label = label("broadcast", &[&layout, &$shape]);
                let calls: Calls<Array<f64, _>, Option<Array<f64, _>>> = method!(
                    OfBroadcast<Array<f64, _>>,
                    |x| x.broadcast($to).map(|view| view.to_owned()),
                    ($to)
                );
                check(&label, &x, &calls);
                // no copy has the strides of the view, which decide the order of `var` and `fold`
                if let (Some(view), Some(copy)) = (x.broadcast($to), (calls.primal)(&x)) {
                    assert_eq!(view, copy, "{label}");
                    assert_eq!(view.sum().to_bits(), copy.sum().to_bits(), "{label}: sum");
                }
            })*
        };
    }
    of!([Ix0(), Ix1(9), Ix1(1), Ix1(2), Ix2(4, 9), Ix2(4, 1), Ix2(1, 9)], (4, 9));
    of!([Ix0(), Ix1(5), Ix2(3, 1), Ix3(4, 1, 5), Ix3(1, 3, 1)], (4, 3, 5));
    of!([Ix1(1), Ix2(1, 3)], (0, 3));
    of!([Ix2(2, 3)], 3);
}

/// One row for a method that changes the shape, in each layout and shape. In some layouts the value
/// is an error.
macro_rules! shape {
    ($name:literal, [$($shape:expr),*], $Row:ty, |$x:ident| $plain:expr, $argument:expr) => {
        $(for layout in LAYOUTS {
            let x = array(layout, $shape, 1);
            let label = label($name, &[&layout, &$shape]);
            let calls: Calls<Array<f64, _>, Result<Array<f64, _>, _>> = method!(
                OfReshape<$Row, Array<f64, _>>,
                |$x| $plain.map(|view| view.into_owned()),
                ($argument)
            );
            check(&label, &x, &calls);
            let copy = (calls.primal)(&x);
            let $x = &x;
            match ($plain, copy) {
                (Ok(view), Ok(copy)) => same_bits(&label, &view.view(), &copy),
                (view, copy) => assert_eq!(view.err(), copy.err(), "{label}"),
            }
        })*
    };
}

#[test]
fn other_shapes() {
    shape!(
        "to_shape",
        [Ix2(2, 9), Ix2(6, 3), Ix2(18, 1), Ix2(2, 3)],
        ToShape,
        |x| x.to_shape((3, 6)),
        (3, 6)
    );
    shape!("to_shape", [Ix1(19), Ix1(18)], ToShape, |x| x.to_shape(19), 19);
    shape!(
        "to_shape",
        [Ix2(2, 9), Ix3(3, 1, 6)],
        ToShape,
        |x| x.to_shape(([3, 6], Order::ColumnMajor)),
        ([3, 6], Order::ColumnMajor)
    );
    shape!("to_shape", [Ix2(0, 9)], ToShape, |x| x.to_shape((3, 0, 1)), (3, 0, 1));
    shape!(
        "into_shape",
        [Ix2(2, 9), Ix2(6, 3), Ix2(18, 1), Ix2(2, 3)],
        IntoShape,
        |x| x.view().into_shape_with_order((3, 6)),
        (3, 6)
    );
    shape!(
        "into_shape",
        [Ix2(2, 9), Ix3(3, 1, 6)],
        IntoShape,
        |x| x.view().into_shape_with_order(((3, 6), Order::F)),
        ((3, 6), Order::F)
    );
}

#[test]
fn slices() {
    let slice = |start, end, step| SliceInfoElem::Slice { start, end, step };
    let rows = SliceInfo::<_, Ix2, Ix2>::try_from([slice(1, None, 2), slice(0, None, -3)]);
    let rows = rows.unwrap_or_else(|error| panic!("{error}"));
    view!(
        "slice",
        [Ix2(9, 17), Ix2(1, 4), Ix2(4, 0)],
        OfSlice<Array2<f64>>,
        |x| x.slice(rows),
        (rows)
    );
    let column =
        SliceInfo::<_, Ix2, Ix1>::try_from([slice(1, Some(-1), 1), SliceInfoElem::Index(2)]);
    let column = column.unwrap_or_else(|error| panic!("{error}"));
    view!("slice", [Ix2(19, 3), Ix2(2, 4)], OfSlice<Array2<f64>>, |x| x.slice(column), (column));
}
