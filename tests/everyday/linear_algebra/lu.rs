//! The solution of a linear system and its determinant, by elimination with pivoting.

use autodiff::prelude::*;

#[derive(Debug, Clone, Differentiable)]
pub struct Mat {
    #[constant]
    n: usize,
    data: Vec<f64>,
}
#[differentiate]
impl std::ops::Index<(usize, usize)> for Mat {
    type Output = f64;
    #[differentiate]
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.n + j]
    }
}
#[differentiate]
impl std::ops::IndexMut<(usize, usize)> for Mat {
    #[differentiate]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.n + j]
    }
}
#[differentiate]
impl Mat {
    #[differentiate]
    pub fn from_fn(n: usize, f: impl Fn(usize, usize) -> f64) -> Mat {
        let mut data = Vec::with_capacity(n * n);
        for i in 0..n {
            for j in 0..n {
                data.push(f(i, j));
            }
        }
        Mat { n, data }
    }
    #[differentiate]
    pub fn solve(mut self, mut rhs: Vec<f64>) -> Option<(Vec<f64>, f64)> {
        let n = self.n;
        let mut det = 1.0;
        for col in 0..n {
            let pivot = (col..n).max_by(|&a, &b| {
                self[(a, col)].abs().partial_cmp(&self[(b, col)].abs()).unwrap()
            })?;
            if self[(pivot, col)].abs() < 1e-10 {
                return None;
            }
            if pivot != col {
                for j in 0..n {
                    let t = self[(col, j)];
                    self[(col, j)] = self[(pivot, j)];
                    self[(pivot, j)] = t;
                }
                rhs.swap(col, pivot);
                det = -det;
            }
            det *= self[(col, col)];
            for row in col + 1..n {
                let factor = self[(row, col)] / self[(col, col)];
                for j in col..n {
                    let v = self[(col, j)];
                    self[(row, j)] -= factor * v;
                }
                rhs[row] -= factor * rhs[col];
            }
        }
        let mut x = vec![0.0; n];
        for i in (0..n).rev() {
            let s: f64 = (i + 1..n).map(|j| self[(i, j)] * x[j]).sum();
            x[i] = (rhs[i] - s) / self[(i, i)];
        }
        Some((x, det))
    }
}
#[differentiate]
fn lu_program(x: &[f64]) -> f64 {
    let m = Mat::from_fn(3, |i, j| if i == j { 2.0 } else { x[(i + 2 * j) % x.len()] * 0.5 });
    let Some((sol, det)) = m.solve(vec![1.0, x[0], 0.5]) else {
        return 0.0;
    };
    sol.iter().map(|v| v.sin()).sum::<f64>() + 0.1 * det
}

mod laws {
    at_points! { lu_program }
}
