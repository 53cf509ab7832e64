use autodiff::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
pub struct State {
    pub position: f64,
    pub velocity: f64,
}

/// A type that those who pass closures do not import.
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Mark {
    pub at: f64,
    pub weight: f64,
}

pub const COUNT: usize = 3;
pub type Pair = (f64, f64);
pub type Row = [f64; COUNT];
