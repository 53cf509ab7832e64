//! Rows of functions of every element.

use alloc::boxed::Box;

use ndarray::{Array, Array2, Ix0, Ix1, Ix2, Ix3};
use num_traits::Float;

use super::super::rows::OfOne;
use super::super::{
    AbsSub, Clamp, Elementary, Hypot, Log, OfArgument, OfElements, OfOneReal, OfTwoReals, Powf,
    Powi,
};
use super::{Calls, LAYOUTS, array, check, label, method};
use crate::arrays::values::elementary::*;
use crate::{Discard, NoResiduals};

/// One row for each function, at elements whose magnitudes are in `$from .. $from + $width`.
macro_rules! functions {
    ($from:literal, $width:literal: $($function:ident $Row:ty;)*) => {
        for layout in LAYOUTS {
            for shape in [Ix2(3, 7), Ix2(1, 4), Ix2(0, 5)] {
                let mut x = array(layout, shape, 1);
                x.mapv_inplace(|x| x.signum() * ($from - 0.5 * $width + x.abs() * $width));
                $(
                    let name = label(stringify!($function), &[&layout, &shape]);
                    check(&name, &x, &method!(OfOne<OfElements<$Row>, _>,
                        |x| x.mapv(Float::$function), ()));
                )*
            }
        }
    };
}

#[test]
fn functions_of_every_element() {
    functions!(0.6, 0.8: floor Floor; ceil Ceil; trunc Trunc; fract Fract; abs Abs; signum Signum;
        recip Recip; cbrt Cbrt; exp Exp; exp2 Exp2; exp_m1 ExpM1; sin Sin; cos Cos; tan Tan;
        atan Atan; sinh Sinh; cosh Cosh; tanh Tanh; asinh Asinh; to_degrees ToDegrees;
        to_radians ToRadians;);
    functions!(0.1, 0.3: asin Asin; acos Acos; atanh Atanh; ln_1p Ln1p; round Round;);
    for layout in LAYOUTS {
        let mut x = array(layout, Ix2(3, 7), 1);
        macro_rules! of {
            ($function:literal $Row:ty, |$x:ident| $value:expr) => {
                let name = label($function, &[&layout]);
                check(&name, &x, &method!(OfOne<OfElements<$Row>, _>, |x| x.mapv(|$x| $value), ()));
            };
        }
        of!("pow2" Pow2, |x| x * x);
        x.mapv_inplace(f64::abs);
        of!("ln" Ln, |x| x.ln());
        of!("log2" Log2, |x| x.log2());
        of!("log10" Log10, |x| x.log10());
        of!("sqrt" Sqrt, |x| x.sqrt());
        x.mapv_inplace(|x| x + 1.0);
        of!("acosh" Acosh, |x| x.acosh());
    }
}

#[test]
fn integer_powers() {
    for layout in LAYOUTS {
        for n in [-2, 0, 1, 3] {
            let x = array(layout, Ix3(2, 3, 2), 1);
            let label = label("powi", &[&layout, &n]);
            check(&label, &x, &method!(OfArgument<Powi, _>, |x| x.mapv(|x| x.powi(n)), (n)));
        }
    }
}

/// The calls of a method with real arguments by value.
macro_rules! with_reals {
    ($Marker:ty, |$x:ident $(, $y:ident)*| $plain:expr) => {
        Calls {
            plain: Box::new(|($x $(, $y)*)| $plain),
            primal: Box::new(|(x $(, $y)*)| <$Marker>::primal(x $(, *$y)*, &mut NoResiduals).0),
            jvp: Box::new(|(x $(, $y)*), dots| {
                with_reals!(@dots dots: x_dot $($y)*);
                <$Marker>::jvp(x $(, *$y.0)*, x_dot $(, *$y.1)*)
            }),
            linear: Box::new(|(x $(, $y)*), dots| {
                let frame = <$Marker>::primal(x $(, *$y)*, &mut NoResiduals).1;
                with_reals!(@dots dots: x_dot $($y)*);
                <$Marker>::linear(x $(, $y.0)*, &frame, &NoResiduals, x_dot $(, *$y.1)*)
            }),
            transposed: Box::new(|(x $(, $y)*), bar, bars| {
                let frame = <$Marker>::primal(x $(, *$y)*, &mut NoResiduals).1;
                with_reals!(@dots bars: x_bar $($y)*);
                <$Marker>::transposed(x $(, $y.0)*, &frame, &NoResiduals, bar, x_bar $(, $y.1)*);
            }),
            vjp: Box::new(|(x $(, $y)*), bar, bars| {
                with_reals!(@dots bars: x_bar $($y)*);
                <$Marker>::vjp(x $(, *$y.0)*, &mut NoResiduals, bar, x_bar $(, $y.1)*)
            }),
        }
    };
    // each argument with its tangent or accumulator
    (@dots $dots:ident: $x_dot:ident $y:ident) => {
        let ($x_dot, y_dot) = $dots;
        let $y = ($y, y_dot);
    };
    (@dots $dots:ident: $x_dot:ident $y:ident $z:ident) => {
        let ($x_dot, y_dot, z_dot) = $dots;
        let ($y, $z) = (($y, y_dot), ($z, z_dot));
    };
}

#[test]
fn functions_with_real_arguments() {
    for layout in LAYOUTS {
        for shape in [Ix2(3, 7), Ix2(1, 4), Ix2(0, 5)] {
            let x = array(layout, shape, 1);
            let label = label("real", &[&layout, &shape]);
            let of_one = (x.mapv(f64::abs), 0.9);
            let of_two = (x, -0.7, 0.8);
            type One<F> = OfOneReal<F, Array2<f64>>;
            check(&label, &of_one, &with_reals!(One<Powf>, |x, y| x.mapv(|x| x.powf(*y))));
            check(&label, &of_one, &with_reals!(One<Log>, |x, y| x.mapv(|x| x.log(*y))));
            check(&label, &of_one, &with_reals!(One<Hypot>, |x, y| x.mapv(|x| x.hypot(*y))));
            check(
                &label,
                &of_one,
                &with_reals!(One<AbsSub>, |x, y| x.mapv(|x| { Float::abs_sub(x, *y) })),
            );
            check(
                &label,
                &of_two,
                &with_reals!(OfTwoReals<Clamp, Array2<f64>>, |x, low, high| {
                    x.clamp(*low, *high)
                }),
            );
        }
    }
}

/// At a kink, and where an infinite partial meets a constant.
#[test]
fn points_without_a_derivative() {
    let x: Array<f64, Ix1> = Array::zeros(1);
    let dot = |(_, dot): (Array<f64, Ix1>, Array<f64, Ix1>)| dot[0];
    let one = Array::from_elem(1, 1.0);
    assert_eq!(dot(OfOne::<OfElements<Abs>, _>::jvp(&x, &one)), 0.0);
    assert_eq!(dot(OfOne::<OfElements<Sqrt>, _>::jvp(&x, &one)), f64::INFINITY);
    assert_eq!(dot(OfOneReal::<Powf, _>::jvp(&x, 2.0, &one, 0.0)), 0.0);
    assert_eq!(dot(OfOneReal::<Hypot, _>::jvp(&x, 0.0, &one, 1.0)), 0.0);
    let scalar = Array::from_elem(Ix0(), 4.0);
    let mut bar = Array::zeros(Ix0());
    let value =
        OfOne::<OfElements<Sqrt>, _>::vjp(&scalar, &mut NoResiduals, scalar.clone(), &mut bar);
    assert_eq!((value.into_scalar(), bar.into_scalar()), (2.0, 1.0));
    assert_eq!(Abs::times_partial(-2.0, 3.0), -3.0);
}
