use autodiff::prelude::*;

mod shapes {
    use autodiff::prelude::*;

    const K: f64 = 3.0;

    pub trait Norm {
        fn norm(&self) -> f64;
    }

    impl Norm for f64 {
        fn norm(&self) -> f64 {
            *self
        }
    }

    #[differentiate]
    pub trait Shape {
        #[differentiate]
        fn area(&self, x: f64) -> f64 {
            K * x
        }

        #[differentiate]
        fn length(&self, x: f64) -> f64 {
            x.norm()
        }
    }

    #[differentiate]
    pub fn scaled(a: f64) -> impl Fn(f64) -> f64 {
        move |x| a * x * K
    }

    #[differentiate]
    pub fn measured(a: f64) -> impl Fn(f64) -> f64 {
        move |x| x * a.norm()
    }

    #[derive(Differentiable, Clone)]
    pub struct Sides {
        lengths: Vec<f64>,
    }

    #[differentiate]
    impl Sides {
        #[differentiate]
        pub fn lengths(&self) -> std::slice::Iter<'_, f64> {
            self.lengths.iter()
        }
    }
}
use shapes::{measured, scaled};

const K: f64 = 100.0;

#[derive(Differentiable, Clone)]
struct Square {
    side: f64,
}

#[differentiate]
impl shapes::Shape for Square {}

#[differentiate]
fn of_trait(x: f64) -> f64 {
    let square = Square { side: x };
    <Square as shapes::Shape>::area(&square, x) * K
}

#[differentiate]
fn of_closures(x: f64) -> f64 {
    scaled(x)(2.0) + measured(x)(3.0)
}

#[differentiate]
fn of_private_field(sides: &shapes::Sides) -> f64 {
    sides.lengths().map(|length| length * length).sum()
}

fn main() {}
