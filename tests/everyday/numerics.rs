//! Numerical tools: interpolation, quadrature, ODEs, root finding, generics.
use autodiff::prelude::*;
use num_traits::Float;

// 19 ------ cubic spline builder with Result, binary search, in-out
#[derive(Debug, Clone, PartialEq)]
pub enum SplineError {
    TooFewPoints(usize),
    NotIncreasing { index: usize },
}
#[derive(Debug, Clone, Differentiable)]
pub struct Pchip {
    xs: Vec<f64>,
    ys: Vec<f64>,
    slopes: Vec<f64>,
}
#[differentiate]
impl Pchip {
    #[differentiate]
    pub fn new(xs: &[f64], ys: &[f64]) -> Result<Pchip, SplineError> {
        let n = xs.len();
        if n < 2 {
            return Err(SplineError::TooFewPoints(n));
        }
        if let Some(index) = xs.windows(2).position(|w| w[1] <= w[0]) {
            return Err(SplineError::NotIncreasing { index });
        }
        let h: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
        let delta: Vec<f64> = ys.windows(2).zip(&h).map(|(w, h)| (w[1] - w[0]) / h).collect();
        let mut slopes = vec![0.0; n];
        slopes[0] = delta[0];
        slopes[n - 1] = delta[n - 2];
        for i in 1..n - 1 {
            slopes[i] = if delta[i - 1] * delta[i] <= 0.0 {
                0.0
            } else {
                let w1 = 2.0 * h[i] + h[i - 1];
                let w2 = h[i] + 2.0 * h[i - 1];
                (w1 + w2) / (w1 / delta[i - 1] + w2 / delta[i])
            };
        }
        Ok(Pchip { xs: xs.to_vec(), ys: ys.to_vec(), slopes })
    }
    #[differentiate]
    pub fn eval(&self, x: f64) -> f64 {
        let i = match self.xs.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
            Ok(i) => return self.ys[i],
            Err(0) => return self.ys[0] + self.slopes[0] * (x - self.xs[0]),
            Err(i) if i >= self.xs.len() => {
                let last = self.xs.len() - 1;
                return self.ys[last] + self.slopes[last] * (x - self.xs[last]);
            }
            Err(i) => i - 1,
        };
        let h = self.xs[i + 1] - self.xs[i];
        let t = (x - self.xs[i]) / h;
        let (t2, t3) = (t * t, t * t * t);
        (2.0 * t3 - 3.0 * t2 + 1.0) * self.ys[i]
            + (t3 - 2.0 * t2 + t) * h * self.slopes[i]
            + (-2.0 * t3 + 3.0 * t2) * self.ys[i + 1]
            + (t3 - t2) * h * self.slopes[i + 1]
    }
}
#[differentiate]
fn spline_program(x: &[f64]) -> f64 {
    let xs: Vec<f64> = (0..x.len()).map(|i| i as f64 + 0.1 * x[i].tanh()).collect();
    match Pchip::new(&xs, x) {
        Ok(s) => [0.37, 1.42, -0.8, 9.3].iter().map(|&t| s.eval(t)).sum::<f64>(),
        Err(SplineError::TooFewPoints(n)) => n as f64 + x.iter().sum::<f64>(),
        Err(SplineError::NotIncreasing { index }) => index as f64,
    }
}

// 20 ------ adaptive simpson recursion with function parameter
#[differentiate]
fn simpson<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    let m = 0.5 * (a + b);
    (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b))
}
#[differentiate]
fn adaptive<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, whole: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let (left, right) = (simpson(f, a, m), simpson(f, m, b));
    if depth == 0 || (left + right - whole).abs() < 1e-10 {
        return left + right + (left + right - whole) / 15.0;
    }
    adaptive(f, a, m, left, depth - 1) + adaptive(f, m, b, right, depth - 1)
}
#[differentiate]
fn quadrature_program(x: &[f64]) -> f64 {
    let (a, k) = (x[0], x[x.len() - 1]);
    let f = |t: f64| (k * t).sin() * (-a * a * t).exp() + t * a;
    let hi = 1.0 + 0.1 * a;
    let whole = simpson(&f, 0.0, hi);
    adaptive(&f, 0.0, hi, whole, 3)
}

// 21 ------ generic Float horner / polynomial struct with ops
#[derive(Debug, Clone, PartialEq, Differentiable)]
pub struct Poly<T: Real> {
    coeffs: Vec<T>,
}
#[differentiate]
impl<T: Real> Poly<T> {
    #[differentiate]
    pub fn eval(&self, x: T) -> T {
        self.coeffs.iter().rev().fold(T::zero(), |acc, &c| acc * x + c)
    }
    #[differentiate]
    pub fn derivative(&self) -> Poly<T> {
        let coeffs =
            self.coeffs.iter().enumerate().skip(1).map(|(i, &c)| c * T::from(i).unwrap()).collect();
        Poly { coeffs }
    }
    #[differentiate]
    pub fn newton(&self, start: T, steps: usize) -> Option<T> {
        let d = self.derivative();
        let mut x = start;
        for _ in 0..steps {
            let slope = d.eval(x);
            if slope.abs() < T::from(1e-6).unwrap() {
                return None;
            }
            x = x - self.eval(x) / slope;
        }
        Some(x)
    }
}
#[differentiate]
fn poly_program(x: &[f64]) -> f64 {
    let p = Poly { coeffs: x.to_vec() };
    let q = p.derivative();
    p.eval(0.7) + q.eval(-0.4) + p.newton(0.3, 2).map(|r| r.tanh()).unwrap_or(0.25)
}

// 22 ------ RK45 with step control, while loop, event
#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
enum Outcome {
    Finished,
    Event,
    StepTooSmall,
}
const C: [f64; 6] = [0.0, 0.25, 0.375, 12.0 / 13.0, 1.0, 0.5];
const B: [[f64; 5]; 6] = [
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [0.25, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 32.0, 9.0 / 32.0, 0.0, 0.0, 0.0],
    [1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0, 0.0, 0.0],
    [439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0, 0.0],
    [-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0],
];
const E4: [f64; 6] = [25.0 / 216.0, 0.0, 1408.0 / 2565.0, 2197.0 / 4104.0, -0.2, 0.0];
const E5: [f64; 6] =
    [16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0];
#[differentiate]
fn rkf45<const N: usize>(
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
    y: &mut [f64; N],
    t_end: f64,
    steps: &mut usize,
) -> Outcome {
    let mut t = 0.0;
    let mut h: f64 = 0.2;
    while t < t_end {
        if h < 1e-6 {
            return Outcome::StepTooSmall;
        }
        h = h.min(t_end - t);
        let mut k = [[0.0; N]; 6];
        for s in 0..6 {
            let mut ys = *y;
            for j in 0..s {
                for i in 0..N {
                    ys[i] += h * B[s][j] * k[j][i];
                }
            }
            k[s] = f(t + C[s] * h, &ys);
        }
        let mut err: f64 = 0.0;
        let mut next = *y;
        for i in 0..N {
            let mut diff = 0.0;
            for s in 0..6 {
                next[i] += h * E5[s] * k[s][i];
                diff += h * (E5[s] - E4[s]) * k[s][i];
            }
            err = err.max(diff.abs());
        }
        if err <= 1e-2 {
            t += h;
            *y = next;
            *steps += 1;
            if y[0] > 3.0 {
                return Outcome::Event;
            }
        } else {
            h *= 0.5;
        }
    }
    Outcome::Finished
}
#[differentiate]
fn ode_program(x: &[f64]) -> f64 {
    let mu = 0.5 + 0.2 * x[0];
    let mut y = [0.4 + 0.1 * x[x.len() - 1], 0.2];
    let mut steps = 0;
    let outcome = rkf45(
        |t, y| [y[1], mu * (1.0 - y[0] * y[0]) * y[1] - y[0] + 0.1 * t],
        &mut y,
        1.0,
        &mut steps,
    );
    let bonus = match outcome {
        Outcome::Finished => 1.0,
        Outcome::Event => 2.0,
        Outcome::StepTooSmall => 0.0,
    };
    y[0] * y[1] + bonus * y[0] + steps as f64 * 1e-3
}

// 23 ------ LU with pivoting, determinant, solve; Matrix struct with Index
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
    at_points! { spline_program quadrature_program poly_program ode_program lu_program }
}
