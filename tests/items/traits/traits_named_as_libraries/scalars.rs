use autodiff::differentiate;
use std::ops::{Add, Div, Mul};

#[differentiate]
pub trait Float: Copy + Add<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    #[differentiate]
    fn cube(self) -> Self;
}

#[differentiate]
impl Float for f64 {
    fn cube(self) -> f64 {
        self * self * self
    }
}

/// A trait whose supertrait is the one of the library, where the caller imports another one.
#[differentiate]
pub trait Smooth: num_traits::Float {
    #[differentiate]
    fn bend(self) -> Self;
}

#[differentiate]
impl Smooth for f64 {
    fn bend(self) -> f64 {
        self * self
    }
}
