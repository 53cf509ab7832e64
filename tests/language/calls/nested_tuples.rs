//! Nested tuples as arguments by value: of calls, of methods, of closures and of functions that are
//! parameters. Inactive components have no cotangent.

use autodiff::prelude::*;

mod calls {
    use super::*;
    #[differentiate]
    fn f(p: ((f64, f64), f64)) -> f64 {
        p.0.0 * p.0.1 * 5.0 + p.1 * p.1 * p.0.0
    }
    #[differentiate]
    fn one(x: &[f64]) -> f64 {
        let a = x[0];
        f(((a, 2.0), 3.0))
    }
    #[differentiate]
    fn two(x: &[f64]) -> f64 {
        let a = x[0];
        f(((1.5, 2.0), a)) + f(((1.5, a), a))
    }
    #[differentiate]
    fn g(q: (usize, (f64, [f64; 2]), (f64, (f64, f64)))) -> (f64, (f64, f64)) {
        let (n, (a, [b, c]), (d, (e, f))) = q;
        (a * b * n as f64 + c, (d * e, f * a))
    }
    #[differentiate]
    fn three(x: &[f64]) -> f64 {
        let a = x[0];
        let (p, (q, r)) = g((2, (a, [a * a, 1.0]), (0.5, (a, 3.0))));
        let (s, (t, u)) = g((2, (0.1, [0.2, a]), (a, (1.0, a))));
        p * q + r + s * t - u
    }
    mod laws {
        at_points! { one two three }
    }
}
mod functions {
    use super::*;
    #[differentiate]
    fn apply(f: impl Fn(((f64, f64), f64)) -> ((f64, f64), f64), x: f64) -> f64 {
        let ((a, b), c) = f(((x, 2.0), 3.0 * x));
        a * b + c
    }
    #[differentiate]
    fn given(p: ((f64, f64), f64)) -> ((f64, f64), f64) {
        ((p.0.0 * p.1, p.0.1), p.1 * p.1 * p.0.1)
    }
    #[differentiate]
    fn one(x: &[f64]) -> f64 {
        apply(given, x[0])
    }
    #[differentiate]
    fn two(x: &[f64]) -> f64 {
        let k = x[0];
        apply(|((a, b), c): ((f64, f64), f64)| ((a * k, b * c), c + k), x[0])
    }
    #[differentiate]
    fn three(x: &[f64]) -> f64 {
        let f = |((a, b), c): ((f64, f64), f64)| a * b + c * x[0];
        f(((x[0], 2.0), 1.0))
    }
    #[differentiate]
    fn inner(p: ((f64, f64), f64)) -> f64 {
        p.0.0 * p.0.1 * p.0.0 + p.1 * p.1 * p.0.0
    }
    #[differentiate]
    fn four(x: &[f64]) -> f64 {
        inner(((x[0], x[0] * 2.0), 1.0)) + inner(((2.0, x[0]), x[0]))
    }
    #[derive(Clone, Debug, Differentiable)]
    struct S {
        k: f64,
    }
    #[differentiate]
    impl S {
        #[differentiate]
        fn go(&self, p: (f64, (f64, f64)), q: ((f64, f64), f64)) -> f64 {
            self.k * p.0 * p.1.1 + q.0.0 * p.1.0 - q.1 * q.0.1
        }
    }
    #[differentiate]
    fn five(x: &[f64]) -> f64 {
        let s = S { k: x[0] };
        s.go((1.0, (x[0], 2.0)), ((3.0, x[0]), 4.0))
    }
    mod laws {
        at_points! { one two three four five }
    }
}
