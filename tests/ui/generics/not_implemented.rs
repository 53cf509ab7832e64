use autodiff::prelude::*;

#[differentiate]
pub trait Potential {
    #[differentiate]
    fn energy(&self, x: f64) -> f64;
}

#[derive(Differentiable, Clone)]
pub struct WithoutAttribute {
    pub k: f64,
}

impl Potential for WithoutAttribute {
    fn energy(&self, x: f64) -> f64 {
        self.k * x
    }
}

#[differentiate]
pub fn total<P: Potential>(p: &P, x: f64) -> f64 {
    p.energy(x)
}

fn main() {
    total_grad(&WithoutAttribute { k: 1.0 }, 1.0);
}
