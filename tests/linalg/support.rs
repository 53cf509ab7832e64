//! Matrices, layouts, and the checks of a gradient.

use ndarray::{Array, Array1, Array2, Axis, Dimension, Slice, s};

/// Numbers without a pattern, in (−1, 1).
pub fn matrix(n: usize, m: usize, seed: f64) -> Array2<f64> {
    let element = |(i, j)| {
        let mixed = (12.9898 * (i as f64 + seed) + 78.233 * (j as f64 + 0.3)).sin() * 43758.5453;
        2.0 * (mixed - mixed.floor()) - 1.0
    };
    Array2::from_shape_fn((n, m), element)
}

pub fn vector(n: usize, seed: f64) -> Array1<f64> {
    matrix(n, 1, seed).remove_axis(Axis(1))
}

/// A matrix far from singular.
pub fn regular(n: usize) -> Array2<f64> {
    matrix(n, n, 0.4) + 2.5 * Array2::<f64>::eye(n)
}

/// A symmetric positive definite matrix.
pub fn positive(n: usize) -> Array2<f64> {
    let a = matrix(n, n, 0.7);
    a.dot(&a.t()) + Array2::<f64>::eye(n)
}

/// The same array in row-major and column-major order, with negative strides, and with gaps.
pub fn layouts<D: Dimension>(a: &Array<f64, D>) -> Vec<Array<f64, D>> {
    let columns = a.t().as_standard_layout().into_owned().reversed_axes();
    let mut shape = a.raw_dim();
    shape.slice_mut().iter_mut().for_each(|length| *length *= 2);
    let mut gaps = Array::from_elem(shape, f64::NAN);
    let mut reversed = a.clone();
    for axis in (0..a.ndim()).map(Axis) {
        reversed.invert_axis(axis);
        gaps.slice_axis_inplace(axis, Slice::new(0, None, 2));
    }
    gaps.assign(a);
    let mut reversed = reversed.as_standard_layout().into_owned();
    (0..a.ndim()).for_each(|axis| reversed.invert_axis(Axis(axis)));
    let made = vec![a.clone(), columns, reversed, gaps];
    assert!(made.iter().all(|made| made == a));
    made
}

/// Part of a larger matrix, as a view.
pub fn inside(a: &Array2<f64>) -> Array2<f64> {
    let mut whole = Array2::from_elem((a.nrows() + 2, a.ncols() + 2), f64::NAN);
    whole.slice_mut(s![1..=a.nrows(), 1..=a.ncols()]).assign(a);
    whole
}

/// Central differences with one step of Richardson extrapolation.
pub fn differences<D: Dimension>(
    f: impl Fn(&Array<f64, D>) -> f64,
    x: &Array<f64, D>,
) -> Array<f64, D> {
    let mut gradient = Array::zeros(x.raw_dim());
    for (k, slope) in gradient.iter_mut().enumerate() {
        let at = |step: f64| {
            let mut moved = x.clone();
            *moved.iter_mut().nth(k).expect("an element") += step;
            f(&moved)
        };
        let central = |h: f64| (at(h) - at(-h)) / (2.0 * h);
        *slope = (4.0 * central(5e-4) - central(1e-3)) / 3.0;
    }
    gradient
}

#[track_caller]
pub fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{a} instead of {b}");
}

#[track_caller]
pub fn close<D: Dimension>(a: &Array<f64, D>, b: &Array<f64, D>, tolerance: f64) {
    assert_eq!(a.shape(), b.shape());
    let scale = 1.0 + b.fold(0.0, |max: f64, b| max.max(b.abs()));
    let same = a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance * scale);
    assert!(same, "{a}\ninstead of\n{b}");
}

/// Checks `$f(&a, …, #[constant] &w)`, a weighted sum of the results, for the first argument in all
/// layouts: the value to the last bit, the gradient against finite differences, the rate in a
/// direction against the gradient, and the addition to accumulators.
macro_rules! check {
    ($f:ident, $w:expr, $a:expr $(, $b:expr)?) => {
        check!(@ $f, $w, $a; a a_bar a_dot $(, $b; b b_bar b_dot)?)
    };
    (@ $f:ident, $w:expr $(, $value:expr; $x:ident $bar:ident $dot:ident)+) => {
        #[allow(unused_parens)]
        {pastey::paste! {{
            use $crate::support::{close, differences, near};
            let w = $w;
            $(let $x = $value;)+
            let expected = $f($(&$x,)+ &w).expect(stringify!($f));
            let (value, ($($bar),+)) = [<$f _value_and_grad>]($(&$x,)+ &w).expect(stringify!($f));
            assert_eq!(value.to_bits(), expected.to_bits(), stringify!($f));
            // the dot-product law
            $(let $dot = $x.mapv(|x| (3.0 * x + 0.5).cos());)+
            let (value, rate) = [<$f _jvp>]($(&$x,)+ &w, $(&$dot),+);
            assert_eq!(value.map(f64::to_bits), Ok(expected.to_bits()), stringify!($f));
            let inner = 0.0 $(+ (&$bar * &$dot).sum())+;
            near(rate.expect("a tangent"), inner, 1e-11);
            // accumulators are added to
            let (_, residuals) = [<$f _primal>]($(&$x,)+ &w);
            near([<$f _linear>](&residuals, $(&$dot),+).expect("a tangent"), inner, 1e-11);
            $(let mut [<$bar _sum>] = $dot.clone();)+
            [<$f _transposed>](&residuals, Some(-2.0), $(&mut [<$bar _sum>]),+);
            $(close(&[<$bar _sum>], &(&$dot - 2.0 * &$bar), 1e-12);)+
            assert!(residuals.size_in_bytes() > 0);
            check!(@differences $f, w, 1e-8, [$($x)+], [$($x $bar)+]);
        }}}
    };
    (@differences $f:ident, $w:ident, $tolerance:expr, [$a:ident], [$x:ident $bar:ident]) => {
        close(&$bar, &differences(|a| $f(a, &$w).expect("a value"), &$a), $tolerance);
    };
    (@differences $f:ident, $w:ident, $tolerance:expr, [$a:ident $b:ident],
        [$x:ident $x_bar:ident $y:ident $y_bar:ident]) => {
        close(&$x_bar, &differences(|a| $f(a, &$b, &$w).expect("a value"), &$a), $tolerance);
        close(&$y_bar, &differences(|b| $f(&$a, b, &$w).expect("a value"), &$b), $tolerance);
    };
}
