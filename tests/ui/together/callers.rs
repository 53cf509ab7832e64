//! What calls a function whose signature is refused has no errors for that, nor has what calls its derivatives.

use autodiff::prelude::*;

#[derive(Clone)]
pub struct Plain {
    pub w: f64,
}

#[differentiate]
fn of_plain(p: &Plain, x: f64) -> f64 {
    p.w * x
}

#[differentiate]
fn to_plain(x: f64) -> Plain {
    Plain { w: x }
}

#[differentiate]
fn of_dyn(g: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    g(x)
}

#[derive(Differentiable, Clone, Debug)]
struct Model {
    w: f64,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn at(&self, p: &Plain, x: f64) -> f64 {
        self.w * p.w * x
    }

    #[differentiate]
    fn fine(&self, p: f64) -> f64 {
        self.at(&Plain { w: 1.0 }, p)
    }
}

#[differentiate]
impl std::ops::Mul<Plain> for Model {
    type Output = f64;
    #[differentiate]
    fn mul(self, p: Plain) -> f64 {
        self.w * p.w
    }
}

#[differentiate]
mod module {
    #[differentiate]
    pub fn first(p: Option<super::Plain>, x: f64) -> f64 {
        p.map_or(x, |p| p.w)
    }

    #[differentiate]
    pub fn second(x: f64) -> f64 {
        first(None, x)
    }
}

#[differentiate]
fn caller(x: f64) -> f64 {
    let model = Model { w: x };
    let sum = of_plain(&Plain { w: 2.0 }, x) + to_plain(x).w + of_dyn(&|t| 2.0 * t, x) + model.fine(x);
    sum + model.at(&Plain { w: 2.0 }, x) + model * Plain { w: 3.0 } + module::second(x) + module::first(None, x)
}

fn main() {
    let p = Plain { w: 1.0 };
    let (y, residuals) = of_plain_primal(&p, 2.0);
    println!("{y} {} {:?}", of_plain_grad(&p, 2.0), of_plain_linear(&residuals, 1.0));
    println!("{:?} {:?}", to_plain_jvp(1.0, 1.0), Model::at_grad(&Model { w: 1.0 }, &p, 2.0));
    caller_grad(1.0);
}
