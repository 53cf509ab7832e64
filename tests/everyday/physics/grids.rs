//! Diffusion on a grid, and the Poisson equation by successive over-relaxation.

use autodiff::prelude::*;
use std::f64::consts::PI;

#[derive(Differentiable, Clone, Debug)]
pub struct Grid {
    nx: usize,
    ny: usize,
    cells: Vec<f64>,
}
#[differentiate]
impl Grid {
    pub fn new(nx: usize, ny: usize) -> Self {
        Grid { nx, ny, cells: vec![0.0; nx * ny] }
    }
    #[differentiate]
    pub fn from_fn(nx: usize, ny: usize, f: impl Fn(f64, f64) -> f64) -> Self {
        let mut g = Grid::new(nx, ny);
        for j in 0..ny {
            for i in 0..nx {
                g.cells[j * nx + i] = f(i as f64 / (nx - 1) as f64, j as f64 / (ny - 1) as f64);
            }
        }
        g
    }
    #[inline]
    fn idx(&self, i: usize, j: usize) -> usize {
        j * self.nx + i
    }
    #[differentiate]
    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.cells[self.idx(i, j)]
    }
    #[differentiate]
    pub fn set(&mut self, i: usize, j: usize, v: f64) {
        let k = self.idx(i, j);
        self.cells[k] = v;
    }
    #[differentiate]
    pub fn laplacian(&self, i: usize, j: usize) -> f64 {
        self.get(i + 1, j) + self.get(i - 1, j) + self.get(i, j + 1) + self.get(i, j - 1)
            - 4.0 * self.get(i, j)
    }
    #[differentiate]
    pub fn diffuse(&self, k: f64) -> Grid {
        let mut next = self.clone();
        for j in 1..self.ny - 1 {
            for i in 1..self.nx - 1 {
                next.set(i, j, self.get(i, j) + k * self.laplacian(i, j));
            }
        }
        next
    }
    #[differentiate]
    pub fn sor(&mut self, rhs: &Grid, omega: f64, sweeps: usize) -> f64 {
        let mut residual = 0.0;
        for _ in 0..sweeps {
            residual = 0.0;
            for j in 1..self.ny - 1 {
                for i in 1..self.nx - 1 {
                    let r = self.laplacian(i, j) - rhs.get(i, j);
                    self.cells[j * self.nx + i] += omega * r / 4.0;
                    residual += r * r;
                }
            }
        }
        residual.sqrt()
    }
    #[differentiate]
    pub fn total(&self) -> f64 {
        self.cells.chunks(self.nx).map(|row| row.iter().sum::<f64>()).sum()
    }
}
#[differentiate]
fn grid_program(q: &[f64]) -> f64 {
    let mut g = Grid::from_fn(5, 4, |x, y| (PI * x * q[0]).sin() * (1.0 + y * q[1]));
    for _ in 0..3 {
        g = g.diffuse(0.1 * q[2]);
    }
    let rhs = Grid::from_fn(5, 4, |x, y| 0.1 * x * y * q[0]);
    let r = g.sor(&rhs, 1.2, 2);
    g.total() + r
}

#[test]
fn laws() {
    check!(grid_program, [0.4, 0.7, 1.1], 1e-6);
}
