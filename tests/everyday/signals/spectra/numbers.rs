//! Complex numbers over any scalar.

#[autodiff::prelude::differentiate]
mod complex {
    use autodiff::Real;
    use autodiff::prelude::*;
    use std::ops::{Add, Mul, Sub};

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Complex<T> {
        pub re: T,
        pub im: T,
    }

    pub(crate) type C64 = Complex<f64>;

    impl<T: Real> Complex<T> {
        #[differentiate]
        pub fn new(re: T, im: T) -> Self {
            Complex { re, im }
        }

        #[differentiate]
        pub fn cis(phase: T) -> Self {
            Complex { re: phase.cos(), im: phase.sin() }
        }

        #[differentiate]
        pub fn norm_sqr(self) -> T {
            self.re * self.re + self.im * self.im
        }
    }

    impl<T: Real> Add for Complex<T> {
        type Output = Self;
        #[differentiate]
        fn add(self, o: Self) -> Self {
            Complex::new(self.re + o.re, self.im + o.im)
        }
    }

    impl<T: Real> Sub for Complex<T> {
        type Output = Self;
        #[differentiate]
        fn sub(self, o: Self) -> Self {
            Complex::new(self.re - o.re, self.im - o.im)
        }
    }

    impl<T: Real> Mul for Complex<T> {
        type Output = Self;
        #[differentiate]
        fn mul(self, o: Self) -> Self {
            Complex::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
        }
    }
}

pub(crate) use complex::{C64, Complex};
