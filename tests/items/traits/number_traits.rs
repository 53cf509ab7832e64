//! Functions of generic numbers by `num_traits`: by bounds, by paths of traits, by supertraits, in
//! bodies with imports.

use crate::support::{close, differences};
use autodiff::prelude::*;
use num_traits::{Float, FloatConst, NumCast, One, Signed, Zero};

#[differentiate(reverse)]
fn zero_of_a_real(x: f64, n: usize) -> f64 {
    if n.is_one() && !(x * 2.0).is_zero() { x.sin() } else { x * x }
}

mod with_a_zero_of_its_own {
    use autodiff::prelude::*;

    trait Tiny {
        fn is_zero(&self) -> bool;
    }
    impl Tiny for f64 {
        fn is_zero(&self) -> bool {
            self.abs() < 1e-3
        }
    }

    #[differentiate(reverse)]
    pub fn tiny(x: f64) -> f64 {
        if x.is_zero() { 7.0 * x } else { x * x }
    }
}

#[differentiate(reverse)]
fn zero_of_a_parameter<T: Zero + Copy + std::ops::Mul<Output = T>>(x: T, y: T) -> T {
    if x.is_zero() || (x * y).is_zero() { y } else { x * x * y }
}

#[differentiate(reverse)]
fn by_paths<T: Float + FloatConst>(x: T) -> T {
    let c: T = NumCast::from(2.0).unwrap();
    let y = x.sin() * T::from(0.5).unwrap() + T::PI() * x.max(T::zero()).mul_add(c, T::one());
    y + Float::abs(x) + <T as Float>::sqrt(x) + x.clamp(T::zero(), c) + x.copysign(c)
}

#[differentiate(reverse)]
fn signed<T: Signed + Copy>(x: T) -> T {
    x.abs() * x.signum() * x + num_traits::zero()
}

#[differentiate(reverse)]
fn of_the_library<T: num_traits::real::Real>(x: T) -> T {
    x.abs() * x.signum() + num_traits::zero() + x.tan()
}

trait Scalar: Float {}
impl<T: Float> Scalar for T {}

#[differentiate(reverse)]
fn by_a_supertrait<T>(x: T) -> T
where
    T: Scalar,
{
    x.abs() * num_traits::cast(2.0).unwrap() + x.recip()
}

struct Plane;
#[differentiate]
impl Plane {
    #[differentiate(reverse)]
    fn length<T: Real>(x: T, y: T) -> T {
        (x * x + y * y).sqrt()
    }
    #[differentiate(reverse)]
    fn doubled<T: Real>(x: T) -> f64 {
        x.to_f64().unwrap() * 2.0
    }
}

#[differentiate(reverse)]
fn total<T: Real, const N: usize>(x: [T; N]) -> T {
    let mut s = T::default();
    for v in x {
        s += v.exp();
    }
    s
}

#[differentiate(reverse)]
fn converted<T: From<f64> + Copy + std::ops::Mul<Output = T>>(x: T) -> T {
    x * T::from(0.5)
}

#[differentiate(reverse)]
fn imported_inside(x: f64) -> f64 {
    use num_traits::Float as F;
    F::sin(x) + <f64 as F>::cos(x)
}

/// Value and gradient against the function itself and differences.
#[track_caller]
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
fn functions_of_numbers() {
    macro_rules! agree {
        ($($x:expr => $f:ident($($more:expr),*), $value_and_grad:ident;)*) => {
            $(agrees(|x| $f(x[0] $(, $more)*),
                |x| { let (y, g) = $value_and_grad(x[0] $(, $more)*); (y, vec![g]) }, &[$x]);)*
        };
    }
    use with_a_zero_of_its_own::{tiny, tiny_value_and_grad};
    agree! {
        0.3 => zero_of_a_real(1), zero_of_a_real_value_and_grad;
        0.3 => zero_of_a_real(2), zero_of_a_real_value_and_grad;
        0.3 => tiny(), tiny_value_and_grad;
        1e-5 => tiny(), tiny_value_and_grad;
        0.3 => by_paths(), by_paths_value_and_grad;
        -0.3 => signed(), signed_value_and_grad;
        0.4 => of_the_library(), of_the_library_value_and_grad;
        -0.4 => by_a_supertrait(), by_a_supertrait_value_and_grad;
        0.4 => converted(), converted_value_and_grad;
        0.4 => imported_inside(), imported_inside_value_and_grad;
    }
    assert_eq!(zero_of_a_parameter_grad(3.0, 2.0), (12.0, 9.0));
    assert_eq!(zero_of_a_parameter_grad(0.0, 2.0), (0.0, 1.0));
    let (x_bar, y_bar) = Plane::length_grad(3.0, 4.0);
    close("x", x_bar, 0.6, 1e-15);
    close("y", y_bar, 0.8, 1e-15);
    assert_eq!(Plane::doubled_grad(3.0f32), 2.0);
    assert_eq!(total_grad([0.1, 0.2]), [0.1f64.exp(), 0.2f64.exp()]);
}
