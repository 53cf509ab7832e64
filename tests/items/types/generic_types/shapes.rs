use autodiff::prelude::*;

pub type V<const N: usize> = [f64; N];
pub type Matrix<const R: usize, const C: usize> = [V<C>; R];
pub type Pair<T> = (T, T);
pub type Grid<T, const N: usize> = [Vec<T>; N];

#[derive(Clone, Debug, Differentiable)]
pub struct Body<const N: usize> {
    pub position: V<N>,
    pub velocity: V<N>,
    pub mass: f64,
}

#[differentiate]
impl<const N: usize> Body<N> {
    #[differentiate]
    pub fn speed(&self) -> f64 {
        let v: &V<N> = &self.velocity;
        v.iter().map(|x| x * x).sum::<f64>().sqrt() * self.mass
    }
}
