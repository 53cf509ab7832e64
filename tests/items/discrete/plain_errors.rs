//! Errors, constants and enums of types without the derive: matched by patterns, and moved without
//! `Clone`.

use crate::support::{close, differences};
use autodiff::prelude::*;

mod constants {
    use super::*;
    #[derive(Clone, Debug)]
    pub enum Kind {
        Poly(i32),
        Scale { k: usize, name: String },
        None,
    }
    #[differentiate]
    fn apply(#[constant] k: &Kind, x: f64) -> f64 {
        match k {
            Kind::Poly(n) => x.powi(*n),
            Kind::Scale { k, .. } => x * *k as f64,
            Kind::None => 0.0,
        }
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct L {
        w: f64,
        #[constant]
        k: Kind,
    }
    #[differentiate]
    fn br(l: &L, x: f64) -> f64 {
        match &l.k {
            Kind::Poly(n) => x.powi(*n) * l.w,
            Kind::Scale { k, .. } => x * *k as f64,
            Kind::None => 0.0,
        }
    }
    #[differentiate]
    fn c(x: &[f64]) -> f64 {
        br(&L { w: x[0], k: Kind::Poly(3) }, x[1])
    }
    #[test]
    fn t() {
        check!(c, [0.3, 0.4]);
        assert_eq!(apply_grad(&Kind::Poly(2), 3.0), 6.0);
    }
}

mod results {
    use super::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Arm {
        a: f64,
    }
    #[differentiate]
    impl Arm {
        #[differentiate]
        fn solve(&mut self, target: (f64, f64), damping: f64) -> Option<usize> {
            for iter in 0..30 {
                if self.a > target.0 {
                    return Some(iter);
                }
                self.a += damping * target.1;
            }
            None
        }
    }
    #[differentiate]
    fn p10(q: &[f64]) -> f64 {
        let mut arm = Arm { a: q[0] };
        let found = arm.solve((q[1], q[2]), 0.1);
        let penalty = if let Some(n) = found { n as f64 * 1e-3 } else { 1.0 };
        arm.a * penalty
    }
    #[test]
    fn t10() {
        check!(p10, [0.9, 1.25, 0.9], 1e-5);
    }
}

mod handed_on {
    use super::*;
    #[derive(Debug)]
    pub enum FitError {
        Singular { column: usize },
        NoConvergence { iterations: usize, last: f64 },
    }
    #[differentiate]
    fn solve(x: f64) -> Result<f64, FitError> {
        if x < 0.0 {
            return Err(FitError::Singular { column: 1 });
        }
        Ok(x.sqrt())
    }
    #[differentiate]
    fn a(x: f64) -> Result<f64, FitError> {
        let y = solve(x)?;
        Ok(y * x)
    }
    #[differentiate]
    fn b(x: f64) -> Result<f64, FitError> {
        let mut y = x;
        for i in 0..3 {
            y = solve(y)?;
            if y > 3.0 {
                return Ok(y);
            }
        }
        Err(FitError::NoConvergence { iterations: 2, last: 1.0 })
    }
    #[test]
    fn f() {
        println!("{:?}", b_jvp(2.0, 1.0));
        println!("{:?}", b_vjp(2000.0, Some(1.0)));
        assert!(b_vjp(-2.0, None).0.is_err())
    }
}

mod constructors {
    use super::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Spline {
        xs: Vec<f64>,
        ys: Vec<f64>,
    }
    #[differentiate]
    impl Spline {
        #[differentiate]
        pub fn new(points: &[(f64, f64)]) -> Option<Self> {
            if points.len() < 3 {
                return None;
            }
            let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
            Some(Spline { xs, ys })
        }
        #[differentiate]
        pub fn eval(&self, x: f64) -> f64 {
            self.xs[0] * self.ys[1] * x
        }
    }
    #[differentiate]
    fn p5(q: &[f64]) -> f64 {
        let Some(s) = Spline::new(&[(0.0, q[0]), (1.0, q[1]), (1.5 + q[2], 0.3), (3.0, -q[0])])
        else {
            return f64::NAN;
        };
        s.eval(0.4) * s.eval(1.7) + s.eval(2.0 * q[2])
    }
    #[differentiate]
    fn p5b(q: &[f64]) -> f64 {
        let s = Spline::new(&[(0.0, q[0]), (1.0, q[1]), (1.5 + q[2], 0.3), (3.0, -q[0])]).unwrap();
        s.eval(0.4) * s.eval(1.7) + s.eval(2.0 * q[2])
    }
    #[test]
    fn t5() {
        check!(p5, [0.3, 0.25, 0.4], 1e-6);
        check!(p5b, [0.3, 0.25, 0.4], 1e-6);
    }
}

// what an error is made of is passed by value, also where it is a value of a type without tangents
mod made_of_values {
    use super::*;
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Function {
        Sine,
        Logarithm,
    }
    #[derive(Debug, PartialEq)]
    enum Undefined {
        At { function: Function, at: f64 },
        Never(Function),
    }
    #[differentiate]
    impl Function {
        #[differentiate]
        fn apply(self, x: f64) -> Result<f64, Undefined> {
            match self {
                Function::Sine => Ok(x.sin()),
                Function::Logarithm if x > 0.0 => Ok(x.ln()),
                function if x == 0.0 => Err(Undefined::Never(function)),
                function => Err(Undefined::At { function, at: x }),
            }
        }
    }
    #[test]
    fn passed() {
        assert_eq!(Function::Sine.apply_grad(0.0), Ok(1.0));
        assert_eq!(Function::Logarithm.apply_grad(2.0), Ok(0.5));
        let function = Function::Logarithm;
        assert_eq!(function.apply_grad(-2.0), Err(Undefined::At { function, at: -2.0 }));
        assert_eq!(function.apply_grad(0.0), Err(Undefined::Never(function)));
    }
}

// `?` in closures of chains: the error is moved, whatever its type is
mod questions_in_closures {
    use super::*;
    #[derive(Debug, PartialEq)]
    enum Failure {
        Negative(usize),
        Large { text: String },
    }
    #[derive(Debug, PartialEq)]
    struct Outer(Failure);
    impl From<Failure> for Outer {
        fn from(failure: Failure) -> Outer {
            Outer(failure)
        }
    }
    #[differentiate]
    fn root(x: f64) -> Result<f64, Failure> {
        if x < 0.0 {
            return Err(Failure::Negative(3));
        }
        if x > 50.0 { Err(Failure::Large { text: format!("{x}") }) } else { Ok(x.sqrt()) }
    }
    #[differentiate]
    fn summed(x: &[f64], k: f64) -> Result<f64, Failure> {
        x.iter().map(|v| Ok(root(*v)? * root(k)?)).sum()
    }
    #[differentiate]
    fn folded(x: &[f64]) -> Result<f64, Outer> {
        x.iter().try_fold(0.5, |sum, v| {
            let first = root(*v)?;
            let second = root(first + sum)?;
            Ok(sum + first * second)
        })
    }
    #[differentiate]
    fn collected(x: &[f64]) -> Result<f64, Failure> {
        let all: Result<Vec<f64>, Failure> = x
            .iter()
            .map(|v| {
                let first = root(*v)?;
                Ok(first * root(first)?)
            })
            .collect();
        let all = all?;
        Ok(all[0] * all[1])
    }
    #[differentiate]
    fn last(x: &[f64]) -> Result<f64, Failure> {
        let mut found: Result<f64, Failure> = Err(Failure::Negative(0));
        for v in x {
            found = root(*v);
            if found.is_ok() {
                break;
            }
        }
        found
    }
    #[test]
    fn moved() {
        let x = [0.3, 2.0];
        let by = |f: &dyn Fn(&[f64]) -> f64| differences(f, &x);
        let (found, k_bar) = summed_grad(&x, 1.7).unwrap();
        for (k, expected) in by(&|x| summed(x, 1.7).unwrap()).into_iter().enumerate() {
            close("sum", found[k], expected, 1e-6);
        }
        close("k", k_bar, differences(|k| summed(&x, k[0]).unwrap(), &[1.7])[0], 1e-6);
        for (f, gradient) in [
            (folded as fn(&[f64]) -> Result<f64, Outer>, folded_grad(&x).unwrap()),
            (|x| collected(x).map_err(Outer), collected_grad(&x).unwrap()),
            (|x| last(x).map_err(Outer), last_grad(&x).unwrap()),
        ] {
            for (k, expected) in by(&|x| f(x).unwrap()).into_iter().enumerate() {
                close("gradient", gradient[k], expected, 1e-6);
            }
        }
        assert_eq!(summed_grad(&[1.0, -1.0], 1.0), Err(Failure::Negative(3)));
        assert_eq!(folded_grad(&[1.0, 60.0]), Err(Outer(Failure::Large { text: "60".into() })));
        assert_eq!(collected_grad(&[-1.0, 60.0]), Err(Failure::Negative(3)));
        assert_eq!(last_grad(&[-1.0, 4.0]), Ok(vec![0.0, 0.25]));
        assert_eq!(last_grad(&[-1.0]), Err(Failure::Negative(3)));
    }
}
