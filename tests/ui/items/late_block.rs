use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Square {
    side: f64,
}

trait Shape {
    fn area(&self) -> f64;
}

#[differentiate]
impl Shape for Square {
    #[differentiate]
    fn area(&self) -> f64 {
        self.side * self.side
    }
}

#[differentiate]
impl Square {
    #[differentiate]
    fn area(&self) -> f64 {
        2.0 * self.side * self.side
    }
}

fn main() {}
