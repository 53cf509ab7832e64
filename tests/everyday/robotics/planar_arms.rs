//! A planar arm: forward kinematics, and inverse kinematics with errors of an enum.

use autodiff::prelude::*;

#[derive(Debug, Clone, PartialEq)]
pub enum IkError {
    Unreachable { distance: f64 },
    Singular,
    MaxIterations(usize),
}
#[derive(Debug, Clone, Differentiable)]
pub struct Arm {
    links: Vec<f64>,
}
#[differentiate]
impl Arm {
    #[differentiate]
    pub fn forward(&self, joints: &[f64]) -> (f64, f64) {
        let mut angle = 0.0;
        self.links.iter().zip(joints).fold((0.0, 0.0), |(x, y), (l, q)| {
            angle += q;
            (x + l * angle.cos(), y + l * angle.sin())
        })
    }
    #[differentiate]
    pub fn jacobian(&self, joints: &[f64]) -> Vec<[f64; 2]> {
        let n = self.links.len();
        let mut cols = vec![[0.0; 2]; n];
        let mut cumulative = Vec::with_capacity(n);
        let mut acc = 0.0;
        for q in joints {
            acc += q;
            cumulative.push(acc);
        }
        for i in 0..n {
            for j in i..n {
                cols[i][0] -= self.links[j] * cumulative[j].sin();
                cols[i][1] += self.links[j] * cumulative[j].cos();
            }
        }
        cols
    }
    #[differentiate]
    pub fn solve(&self, target: (f64, f64), start: &[f64]) -> Result<Vec<f64>, IkError> {
        let reach: f64 = self.links.iter().sum();
        let distance = target.0.hypot(target.1);
        if distance > reach {
            return Err(IkError::Unreachable { distance: 9.0 });
        }
        let mut q = start.to_vec();
        for _ in 0..6 {
            let (x, y) = self.forward(&q);
            let (ex, ey) = (target.0 - x, target.1 - y);
            if ex * ex + ey * ey < 1e-30 {
                return Ok(q);
            }
            let jac = self.jacobian(&q);
            let (mut a, mut b, mut c) = (1e-2, 0.0, 1e-2);
            for [jx, jy] in &jac {
                a += jx * jx;
                b += jx * jy;
                c += jy * jy;
            }
            let det = a * c - b * b;
            if det.abs() < 1e-12 {
                return Err(IkError::Singular);
            }
            let (lx, ly) = ((c * ex - b * ey) / det, (a * ey - b * ex) / det);
            for (qi, [jx, jy]) in q.iter_mut().zip(&jac) {
                *qi += jx * lx + jy * ly;
            }
        }
        Ok(q)
    }
}
#[differentiate]
fn arm_program(x: &[f64]) -> f64 {
    let arm = Arm { links: vec![1.0, 0.8, 0.5 + 0.1 * x[0]] };
    match arm.solve((0.9 + 0.2 * x[0], 0.7), &[0.3, 0.4, -0.2]) {
        Ok(q) => q.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum(),
        Err(IkError::Unreachable { .. }) => -1.0,
        Err(_) => x[0],
    }
}

mod laws {
    at_points! { arm_program }
}
