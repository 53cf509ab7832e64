//! `m[i] += x` reads by `Index` and writes by `IndexMut`: both refer to the same place, and do nothing else.
use autodiff::prelude::*;
use std::cell::Cell;
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Mirror {
    data: Vec<f64>,
}
#[differentiate]
impl Index<usize> for Mirror {
    type Output = f64;
    #[differentiate]
    fn index(&self, i: usize) -> &f64 {
        &self.data[i]
    }
}
#[differentiate]
impl IndexMut<usize> for Mirror {
    #[differentiate]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        let n = self.data.len();
        &mut self.data[n - 1 - i]
    }
}
#[differentiate]
fn mirrored(x: f64) -> f64 {
    let mut m = Mirror { data: vec![x, 2.0] };
    m[0] = m[1] * x;
    m[0] += x;
    m.data[0] * m.data[1]
}

thread_local!(static COUNT: Cell<usize> = const { Cell::new(0) });
fn count() {
    COUNT.with(|count| count.set(count.get() + 1));
}
#[derive(Clone, Debug, Differentiable)]
struct Counted<const N: usize> {
    data: [f64; N],
}
#[differentiate]
impl<const N: usize> Index<usize> for Counted<N> {
    type Output = f64;
    #[differentiate]
    fn index(&self, i: usize) -> &f64 {
        count();
        &self.data[i]
    }
}
#[differentiate]
impl<const N: usize> IndexMut<usize> for Counted<N> {
    #[differentiate]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        count();
        &mut self.data[i]
    }
}
#[differentiate]
fn counted(x: f64) -> f64 {
    let mut m = Counted { data: [x, 2.0] };
    m[0] *= x;
    m[0] * m[1]
}

fn main() {}
