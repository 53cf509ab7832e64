//! Emitted code does not depend on the edition of the crate it is in: here paths in `use` start at
//! the crate's root.

extern crate autodiff;

/// Functions of a module of their own.
pub mod sub {
    /// The square.
    #[::autodiff::differentiate]
    pub fn square(x: f64) -> f64 {
        x * x
    }
}

use sub::square as renamed;

#[::autodiff::differentiate]
fn top(x: f64) -> f64 {
    x.sin() + renamed(x)
}

/// Calls through every kind of path.
pub mod calling {
    use sub;

    #[::autodiff::differentiate]
    fn beside(x: f64) -> f64 {
        2.0 * x
    }

    /// A sum of calls.
    #[::autodiff::differentiate]
    pub fn sum(x: f64) -> f64 {
        sub::square(x) + ::sub::square(x) + super::top(x) + ::renamed(x) + beside(x)
    }
}

/// A type with the derive.
#[derive(Clone, Debug, ::autodiff::Differentiable)]
pub struct Scale {
    /// What is multiplied with.
    pub factor: f64,
}

/// One of some shape.
#[derive(Clone, Debug, ::autodiff::Differentiable)]
pub enum Shape {
    /// With a size.
    Sized(Scale),
    /// Without.
    Empty,
}

#[::autodiff::differentiate]
fn area(shape: &Shape) -> f64 {
    match *shape {
        Shape::Sized(ref scale) => scale.factor * scale.factor,
        Shape::Empty => 0.0,
    }
}

#[test]
fn calls_are_found() {
    let x = 0.7f64;
    let (value, gradient) = calling::sum_value_and_grad(x);
    assert_eq!(value, calling::sum(x));
    assert!((gradient - (8.0 * x + x.cos() + 2.0)).abs() < 1e-12);
    let shape = Shape::Sized(Scale { factor: 3.0 });
    assert_eq!(area_value_and_grad(&shape).0, area(&shape));
}
