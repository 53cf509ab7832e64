//! `schedule = "pullbacks"`: the value has the same bits, and the gradient agrees with the unzipped
//! schedule and with finite differences.

use crate::schedules::fused::agree;
use crate::support::differences;
use autodiff::prelude::*;

mod straight {
    use autodiff::prelude::*;

    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let y = x[0].sin() * x[1] + x[0].cos() * n as f64;
        let z = y / (1.0 + x[2] * x[2]);
        z.exp() * y - z
    }
}
/// Loops in loops, one of them with an exit, and rows in rows.
mod loops {
    use autodiff::prelude::*;

    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in (0..n).rev().step_by(2) {
            let mut row = 0.5;
            for (j, v) in x.iter().enumerate() {
                row = row * 0.5 + (*v * (i + j) as f64).sin();
                if row > 2.0 {
                    break;
                }
            }
            let mut k = 0;
            while k < i && sum < 10.0 {
                sum += row * x[k % 3];
                k += 1;
            }
            sum += row * row;
        }
        3.0 * sum
    }
}
/// Arms that keep many values, one, rows, and none.
mod arms {
    use autodiff::prelude::*;

    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 1.0;
        for i in 0..n {
            let (a, b, c) = (x[0] * sum, x[1].exp(), x[2].cos());
            sum = match i % 4 {
                0 => a.sin() * b.sin() * c.sin() + (a * b).exp() * (b * c).exp(),
                1 => {
                    let mut product = 1.0;
                    for (j, v) in x.iter().enumerate() {
                        product *= if j % 2 == 0 { *v } else { 1.0 + v * v };
                    }
                    product * 0.25
                }
                2 => a,
                _ => 0.5,
            };
        }
        sum
    }
}
/// Memory: written before it is read, read before it is written, moved, lent, copied.
mod memory {
    use autodiff::prelude::*;

    #[differentiate]
    fn sum(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).sum()
    }
    #[differentiate]
    fn doubled(x: Vec<f64>) -> Vec<f64> {
        x.iter().map(|v| 2.0 * v).collect()
    }
    #[differentiate]
    fn sweep(x: &mut [f64], k: f64) -> f64 {
        for i in 1..x.len() {
            x[i] *= k + x[i - 1];
        }
        x[0]
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut a = x.to_vec();
        let mut total = 0.0;
        for i in 0..n % 5 {
            let before = sum(&a[1..]);
            a[i % 3] = before * 0.1;
            total += sweep(&mut a, 0.5 * x[i % 3]);
            let b = a.clone();
            a.swap(0, 2);
            total += sum(&doubled(b)) * 0.01;
            let mut stack = vec![x[0]];
            stack.push(a[i % 3] * total);
            total += stack.pop().unwrap_or(0.0) + stack[0];
        }
        total
    }
}
mod recursion {
    use autodiff::prelude::*;

    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn minors(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            return x[0];
        }
        let mut sum = 0.0;
        for i in 0..2 {
            sum += x[(i + n) % 3] * minors(x, n - 1).sin();
        }
        sum
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        minors(x, n % 4) * minors(x, 1)
    }
}
/// Structs, a method, an enum, `Option`, a closure, a function as an argument, a generic function.
mod everything {
    use autodiff::prelude::*;

    #[derive(Differentiable, Clone)]
    pub struct Spring {
        k: f64,
        rest: Vec<f64>,
        name: usize,
    }
    #[derive(Differentiable)]
    pub enum Force {
        Pull(f64),
        Pair { a: f64, b: f64 },
    }
    #[differentiate]
    impl Spring {
        #[differentiate(reverse, schedule = "pullbacks")]
        pub fn energy(&self, x: f64) -> f64 {
            let mut e = 0.0;
            for r in &self.rest {
                e += 0.5 * self.k * (x - r).powi(2);
            }
            e
        }
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn force(x: f64, n: usize) -> Force {
        if n % 2 == 0 { Force::Pull(x * x) } else { Force::Pair { a: x, b: x.sin() } }
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn twice<F: Fn(f64) -> f64>(g: F, x: f64) -> f64 {
        g(g(x))
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn norm<T: Real, const N: usize>(x: [T; N]) -> T {
        x.iter().fold(T::real(0.0), |s, v| s + *v * *v).sqrt()
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn root(x: f64) -> Option<f64> {
        if x < 0.0 { None } else { Some((1.0 + x).sqrt()) }
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let spring = Spring { k: x[0], rest: vec![x[1], 0.5], name: n };
        let mut total = spring.energy(x[2]) + spring.name as f64;
        for i in 0..n {
            total += match force(x[i % 3], i) {
                Force::Pull(a) => a * total * 0.1,
                Force::Pair { a, b } => a * b,
            };
            let shift = x[1];
            total += twice(|t| t.sin() + shift, total);
            total += norm([x[0], shift, 1.0]) * root(x[2]).unwrap_or(shift);
        }
        total
    }
}
/// Called by functions with another schedule, and calling them.
mod mixed {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn fused(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            t += super::loops::f(x, i).sin() * super::arms::f(x, 2);
        }
        t
    }
    #[differentiate(reverse, schedule = "pullbacks")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n % 4 {
            t += fused(x, i) * super::memory::f(x, 2);
        }
        t
    }
}

#[test]
fn pullbacks_and_the_unzipped_form_agree() {
    agree!(straight, loops, arms, memory, recursion, everything, mixed);
}

#[differentiate(reverse, schedule = "pullbacks")]
fn relax(u: &mut [f64], k: f64) -> Vec<f64> {
    let mut seen = Vec::new();
    for i in 1..u.len() {
        let old = u[i];
        u[i] = k * u[i - 1] * old;
        seen.push(old + u[i]);
    }
    seen
}

#[differentiate(reverse, schedule = "pullbacks")]
fn unused(x: f64, _y: f64, n: usize) -> (f64, usize) {
    (if n > 0 { constant(x) } else { x * 1.0 / x }, n)
}

#[test]
fn arguments_in_out_and_nothing_to_pull_back() {
    let (mut u, mut u_bar) = (vec![1.0, 2.0, 3.0], vec![0.0, 0.0, 1.0]);
    let (seen, k_bar) = relax_vjp(&mut u, 0.5, &[1.0, 0.0], &mut u_bar);
    assert_eq!((u, seen), (vec![1.0, 1.0, 1.5], vec![3.0, 4.5]));
    // u₂ = k²·u₀·u₁·u₂, seen₀ = u₁ + k·u₀·u₁
    assert_eq!(
        (u_bar, k_bar),
        (vec![0.25 * 6.0 + 1.0, 0.25 * 3.0 + 1.5, 0.25 * 2.0], 2.0 * 0.5 * 6.0 + 2.0)
    );

    assert_eq!(unused_vjp(0.0, 1.0, 3, (2.0, ())), ((0.0, 3), (0.0, 0.0)));
    let ((y, n), (x_bar, y_bar)) = unused_vjp(4.0, 1.0, 0, (2.0, ()));
    assert_eq!((y, n, x_bar, y_bar), (1.0, 0, 0.0, 0.0));
}

#[test]
fn accumulators_that_are_given_take_what_is_added() {
    let x = [0.5, -0.25, 0.75];
    let mut residuals = loops::f_primal(&x, 7).1;
    let (mut dense, mut sparse) = (vec![0.0; 3], Sparse::new(3));
    loops::f_vjp_into(&x, 7, 1.0, &mut residuals, &mut dense[..]);
    loops::f_vjp_into(&x, 7, 1.0, &mut residuals, &mut sparse);
    assert_eq!(sparse.to_dense(), dense);
    loops::f_vjp_into(&x, 7, 1.0, &mut residuals, &mut Discard);
}
