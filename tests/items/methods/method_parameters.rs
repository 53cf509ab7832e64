//! Methods with generic parameters: types, constants, functions.

use autodiff::prelude::*;
use autodiff::{Real, function};

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Model {
    k: f64,
    w: Vec<f64>,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn eval<F: Fn(f64) -> f64>(&self, f: F, x: f64) -> f64 {
        f(x * self.k) + self.w[0]
    }

    #[differentiate]
    fn weighted(&self, f: impl Fn(f64, &[f64]) -> f64, x: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += f(x + i as f64, &self.w) * self.k;
        }
        s
    }

    #[differentiate]
    fn at<T: Real>(&self, x: T, y: T) -> T {
        x * x * y + T::real(2.0) * y
    }

    #[differentiate]
    fn spread<T, const N: usize>(&self, x: [T; N], scale: f64) -> T
    where
        T: Real + Into<f64>,
    {
        let mut s = T::real(0.0);
        for v in x {
            s = s + v * v;
        }
        s * T::real(scale)
    }

    #[differentiate]
    fn sized<const N: usize>(&self, x: [f64; N]) -> f64 {
        x.iter().sum::<f64>() * self.k * N as f64
    }

    #[differentiate]
    fn change(&mut self, f: impl Fn(f64) -> f64) {
        for v in self.w.iter_mut() {
            *v = f(*v) * self.k;
        }
    }

    #[differentiate]
    fn nested<F: Fn(f64) -> f64>(&self, f: &F, x: f64, n: u32) -> f64 {
        if n == 0 { x } else { self.k * self.nested(f, f(x), n - 1) }
    }

    #[differentiate]
    fn handed_on<F: Fn(f64) -> f64 + Copy>(&self, f: F, x: f64) -> f64 {
        self.eval(|t| f(t) * x, x)
            + self.eval(f, self.k)
            + self.at(x, self.k)
            + self.sized([x, self.k])
    }
}

#[differentiate]
fn sine(x: f64) -> f64 {
    x.sin()
}

#[differentiate]
fn called(x: &[f64]) -> f64 {
    let m = Model { k: x[0], w: vec![x[1], x[0], 2.0] };
    let functions = m.eval(|t| t * x[1], x[0])
        + m.eval(sine, x[1])
        + m.eval(f64::exp, 0.5 * x[1])
        + m.handed_on(|t| t * t * x[0], x[1]);
    let others = m.weighted(|t, w: &[f64]| t * w[1] * x[0], x[1])
        + m.at(x[0], x[1])
        + m.sized([x[0], x[1], x[0]])
        + m.spread([x[1], x[0]], 1.0);
    functions * others + m.nested(&sine, x[0], 3)
}

#[differentiate]
fn changed(x: &[f64]) -> f64 {
    let mut m = Model { k: x[0], w: x.to_vec() };
    m.change(|v| v * v * x[1]);
    m.change(f64::sin);
    m.w.iter().sum::<f64>() * m.w[0]
}

#[differentiate]
fn in_a_loop(x: &[f64]) -> f64 {
    let m = Model { k: x[0], w: x.to_vec() };
    let mut s = 0.5;
    for v in x {
        s += m.eval(|t| t * v + s, *v) * m.at(*v, 0.1 * s);
        if s > 3.0 {
            s = Model::at(&m, s.sin(), *v);
        }
    }
    s
}

trait Energy {
    fn energy<F: Fn(f64) -> f64>(&self, f: F, x: f64) -> f64;
    fn half<T: Real>(&self, x: T) -> T;
}

#[differentiate]
impl Energy for Model {
    #[differentiate]
    fn energy<F: Fn(f64) -> f64>(&self, f: F, x: f64) -> f64 {
        f(x) * self.k * self.w[1]
    }

    #[differentiate]
    fn half<T: Real>(&self, x: T) -> T {
        x * T::real(0.5) * x
    }
}

#[differentiate]
fn of_a_trait(x: &[f64]) -> f64 {
    let m = Model { k: x[0], w: x.to_vec() };
    m.energy(|t| t * t * x[1], x[0]) + m.half(x[1]) + <Model as Energy>::energy(&m, sine, x[1])
}

#[derive(Differentiable, Clone, Debug)]
struct Pair<T: Real> {
    a: T,
    b: T,
}

#[differentiate]
impl<T: Real> Pair<T> {
    #[differentiate]
    fn joined(&self, f: impl Fn(T, T) -> T) -> T {
        f(self.a, self.b)
    }

    #[differentiate]
    fn mixed<U: Real>(&self, _u: U, v: T) -> T {
        self.a * v + self.b
    }
}

#[differentiate]
fn of_a_generic_type(x: &[f64]) -> f64 {
    let p: Pair<f64> = Pair::<f64> { a: x[0], b: x[1] };
    p.joined(|a: f64, b: f64| a * b + x[0]) + p.mixed(2.0f32, x[1])
}

#[test]
fn methods_with_parameters() {
    let x = [0.7, 1.3, 0.4];
    check!(called, x, 1e-5);
    check!(changed, x);
    check!(in_a_loop, x, 1e-5);
    check!(in_a_loop, [1.1, 1.2, 0.9, 0.3], 1e-4);
    check!(of_a_trait, x);
    check!(of_a_generic_type, x);
}

#[test]
fn for_people() {
    let m = Model { k: 2.0, w: vec![1.0, 2.0] };
    let (of_m, of_x) = m.eval_grad(function!(sine), 1.0);
    assert_eq!((of_m, of_x), (ModelTangent { k: 2f64.cos(), w: vec![1.0, 0.0] }, 2.0 * 2f64.cos()));
    assert_eq!(
        m.at_vjp(1.0f32, 2.0, 1.0),
        (6.0, (ModelTangent { k: 0.0, w: vec![0.0; 2] }, 4.0, 3.0))
    );
    assert_eq!(
        m.sized_value_and_grad([1.0, 2.0]),
        (12.0, (ModelTangent { k: 6.0, w: vec![0.0; 2] }, [4.0, 4.0]))
    );
    let (y, residuals) = m.at_primal(1.0, 2.0);
    assert_eq!(
        (y, Model::at_linear(&residuals, &ModelTangent { k: 1.0, w: vec![1.0; 2] }, 1.0, 0.0)),
        (6.0, 4.0)
    );
    assert_eq!(m.eval(|x| x, 1.0), 3.0);
}
