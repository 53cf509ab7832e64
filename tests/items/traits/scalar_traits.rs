//! User-defined traits on scalars, called through type parameters.
#![deny(warnings)]
#![allow(dead_code)]

use crate::support::{close, differences};
use autodiff::prelude::*;
use std::ops::{Add, Div, Mul, Sub};

/// Named like functions of `num_traits`, with other meanings.
#[differentiate]
trait Scalar:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + PartialOrd
{
    #[differentiate]
    fn tanh(self) -> Self;
    #[differentiate]
    fn curve(x: Self) -> Self;
    #[differentiate]
    fn lit(x: f64) -> Self;
    #[differentiate]
    fn mix(&self, other: &Self, w: f64) -> Self;
    fn zero() -> Self;
    fn is_small(&self) -> bool;
    fn digits(self) -> i32;
}

#[differentiate]
impl Scalar for f64 {
    fn tanh(self) -> f64 {
        self * self
    }
    fn curve(x: f64) -> f64 {
        x.sin()
    }
    fn lit(x: f64) -> f64 {
        x
    }
    fn mix(&self, other: &f64, w: f64) -> f64 {
        *self * w + *other * (1.0 - w)
    }
    fn zero() -> f64 {
        0.25
    }
    fn is_small(&self) -> bool {
        *self < 0.5
    }
    fn digits(self) -> i32 {
        (self * 10.0) as i32
    }
}

#[differentiate]
impl Scalar for f32 {
    fn tanh(self) -> f32 {
        self * self
    }
    fn curve(x: f32) -> f32 {
        x.sin()
    }
    fn lit(x: f64) -> f32 {
        x as f32
    }
    fn mix(&self, other: &f32, w: f64) -> f32 {
        *self * w as f32 + *other * (1.0 - w as f32)
    }
    fn zero() -> f32 {
        0.25
    }
    fn is_small(&self) -> bool {
        *self < 0.5
    }
    fn digits(self) -> i32 {
        (self * 10.0) as i32
    }
}

#[differentiate]
fn product<T: Scalar>(x: T) -> T {
    x.tanh() * T::curve(x)
}

#[differentiate(reverse)]
fn many<T: Scalar>(x: T, y: &T) -> T {
    let s = if x.is_small() { T::zero() } else { T::lit(2.0) };
    let more = if x.digits() > 3 { y.tanh() } else { <T as Scalar>::curve(*y) + Scalar::tanh(x) };
    (x * *y).tanh() + s * y.mix(&x, 0.3) / product(x) + more
}

// what both traits have is named with its trait
#[differentiate(reverse)]
fn with_the_library<T>(x: &[T], w: f64) -> T
where
    T: Scalar + Real,
{
    let mut s = <T as Scalar>::zero();
    for v in x {
        s = s + Scalar::tanh(*v * T::real(3.0)) * T::lit(w).sin() + v.mix(&s, w);
    }
    s
}

mod numbers {
    use autodiff::prelude::*;

    #[differentiate]
    pub trait Base: Copy {
        #[differentiate]
        fn squared(&self) -> Self;
        #[differentiate]
        fn both(self, other: Self) -> (Self, f64);
        #[differentiate]
        fn joined(x: [Self; 3]) -> Self
        where
            Self: Sized;
        #[differentiate]
        fn total(xs: &[Self], w: &[f64]) -> Self
        where
            Self: Sized;
        /// For each type the same.
        #[differentiate]
        fn fourth(self) -> Self
        where
            Self: Sized,
        {
            self.squared().squared()
        }
    }

    #[differentiate]
    pub trait Number: Base + Real {
        #[differentiate]
        fn half(self) -> Self;
        #[differentiate]
        fn sum(self, other: Self) -> Self;
        #[differentiate]
        fn len(self) -> Self;
    }

    #[differentiate]
    impl Base for f64 {
        fn squared(&self) -> f64 {
            self * self
        }
        fn both(self, other: f64) -> (f64, f64) {
            (self * other, self + other)
        }
        fn joined(x: [f64; 3]) -> f64 {
            x[0] * x[1] + x[2]
        }
        fn total(xs: &[f64], w: &[f64]) -> f64 {
            xs.iter().zip(w).map(|(x, w)| x * w).sum()
        }
    }

    #[differentiate]
    impl Number for f64 {
        fn half(self) -> f64 {
            self * 0.5
        }
        fn sum(self, other: f64) -> f64 {
            self * other
        }
        fn len(self) -> f64 {
            self.sin()
        }
    }
}
use numbers::{Base, Number};

#[derive(Clone, Debug, Differentiable)]
struct Model<T> {
    a: T,
    v: Vec<T>,
}

#[differentiate]
impl<T: Number> Model<T> {
    #[differentiate(reverse)]
    fn first(&self, x: T) -> T {
        let (p, q) = self.a.both(x);
        p.half() * T::real(q)
            + self.v[0].squared()
                * self.v.iter().map(|v| v.half().squared()).fold(T::real(0.0), |a, b| a + b)
    }
    #[differentiate(reverse)]
    fn second(&self, x: T) -> T {
        let y = x.sum(x).sum(self.a);
        let z = (self.first(x) * x).half()
            + T::joined([x, self.a, self.v[1]])
            + <T as Base>::total(&self.v, &[0.5, 2.0]);
        z + x.fourth() + x.sum(self.a).len() + y.len() + T::joined([x, x, y]).len()
    }
}

#[differentiate(reverse)]
fn of_a_model(x: &[f64]) -> f64 {
    let model = Model { a: x[0], v: vec![x[1], x[2]] };
    model.second(x[3]) * model.first(x[3]) + closures::<f64>(x[3]) + closures(x[0])
}

#[differentiate(reverse)]
fn closures<T: Number>(x: T) -> T {
    let c = |y: T| y.half().squared();
    let mut s = x;
    for i in 0..3 {
        s = c(s) + if i > 1 { s.half() } else { s.fourth() };
    }
    let half = Some(s).map(|s| s.half());
    half.unwrap().half() + applied(|z: T| z.half(), x)
}

#[differentiate(reverse)]
fn applied<T: Number, F: Fn(T) -> T>(f: F, x: T) -> T {
    f(x.squared())
}

// in a module the order is free
#[differentiate]
mod whole {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn bent<T: Smooth + Real>(x: T, n: usize) -> T {
        let mut y = x;
        for _ in 0..n {
            y = y.smooth(T::real(0.5)) * y;
        }
        y
    }
    impl Smooth for f64 {
        fn smooth(self, k: f64) -> f64 {
            (self * k).exp()
        }
    }
    pub trait Smooth {
        #[differentiate]
        fn smooth(self, k: Self) -> Self;
    }
}

/// A trait of the same name that has no derivatives, and whose functions are the library's.
mod of_the_same_name {
    use autodiff::prelude::*;
    use num_traits::Float;

    pub trait Scalar: Float {}
    impl<T: Float> Scalar for T {}

    #[differentiate(reverse)]
    pub fn of_the_library<T: Scalar>(x: T) -> T {
        x.sqrt() / (x + T::one())
    }
}

fn agrees(
    f: impl Fn(&[f64]) -> f64,
    value_and_grad: impl Fn(&[f64]) -> (f64, Vec<f64>),
    x: &[f64],
) {
    let (value, gradient) = value_and_grad(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    for (found, expected) in gradient.iter().zip(differences(&f, x)) {
        close("gradient", *found, expected, 1e-7);
    }
}

#[test]
fn functions_of_own_traits() {
    let of_product = |x: &[f64]| {
        let (y, g) = product_value_and_grad(x[0]);
        (y, vec![g])
    };
    agrees(|x| product(x[0]), of_product, &[0.7]);
    close("forward", product_jvp(0.7, 2.0).1, 2.0 * product_grad(0.7), 1e-14);
    assert!((f64::from(product_grad(0.7f32)) - product_grad(0.7f64)).abs() < 1e-6);
    for x in [0.7, 0.2] {
        let of_many = |x: &[f64]| {
            let (y, (a, b)) = many_value_and_grad(x[0], &x[1]);
            (y, vec![a, b])
        };
        agrees(|x| many(x[0], &x[1]), of_many, &[x, 0.3]);
    }
    let of_both = |x: &[f64]| {
        let (y, (mut g, w)) = with_the_library_value_and_grad(&x[..2], x[2]);
        g.push(w);
        (y, g)
    };
    agrees(|x| with_the_library(&x[..2], x[2]), of_both, &[0.7, 0.2, 0.3]);
    agrees(of_a_model, of_a_model_value_and_grad, &[0.3, 0.7, 0.4, 0.9]);
    let of_the_library = |x: &[f64]| {
        let (y, g) = of_the_same_name::of_the_library_value_and_grad(x[0]);
        (y, vec![g])
    };
    agrees(|x| of_the_same_name::of_the_library(x[0]), of_the_library, &[0.7]);
    let of_bent = |x: &[f64]| {
        let (y, g) = whole::bent_value_and_grad(x[0], 3);
        (y, vec![g])
    };
    agrees(|x| whole::bent(x[0], 3), of_bent, &[0.4]);
}

/// Parameters that are `f64` whatever the scalar is.
mod of_another_precision {
    use autodiff::prelude::*;

    #[differentiate]
    pub trait Lift: Copy {
        #[differentiate(reverse)]
        fn lift(x: f64) -> Self;
        #[differentiate(reverse)]
        fn scaled(self, by: f64) -> Self;
    }

    #[differentiate]
    impl Lift for f32 {
        fn lift(x: f64) -> f32 {
            x as f32
        }
        fn scaled(self, by: f64) -> f32 {
            self * by as f32
        }
    }

    #[differentiate(reverse)]
    fn narrow(x: f32) -> f32 {
        x * x * <f32 as Lift>::lift(0.25) + x.scaled(-0.5 * 3.0)
    }

    #[test]
    fn literals_have_the_types_of_the_parameters() {
        assert_eq!(narrow_value_and_grad(0.5), (narrow(0.5), 0.25 - 1.5));
    }
}
