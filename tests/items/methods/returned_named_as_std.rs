//! User-defined methods with the names of methods of std, called on results of calls.
#![deny(warnings)]

use crate::support::{close, differences};
use autodiff::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct V {
    x: f64,
    y: f64,
}
#[differentiate]
impl V {
    #[differentiate]
    fn sum(&self) -> f64 {
        self.x * self.y
    }
    #[differentiate]
    fn len(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    #[differentiate]
    fn max(self, o: f64) -> f64 {
        self.x.max(o) * self.y
    }
    #[differentiate]
    fn map(self, k: f64) -> V {
        V { x: self.x * k, y: self.y }
    }
    #[differentiate]
    fn rev(&self) -> V {
        V { x: self.y, y: self.x }
    }
    #[differentiate]
    fn abs(&self) -> f64 {
        self.x.sin()
    }
    #[differentiate]
    fn min(&self) -> f64 {
        self.x.cos()
    }
    #[differentiate]
    fn norm(&self) -> f64 {
        self.x.cos()
    }
    #[differentiate]
    fn first(&self) -> f64 {
        self.x.cos()
    }
    #[differentiate]
    fn last(&self) -> f64 {
        self.y.cos()
    }
    #[differentiate]
    fn new(x: f64) -> V {
        V { x, y: 2.0 }
    }
    #[differentiate]
    fn get(&self, i: usize) -> f64 {
        if i == 0 { self.x } else { self.y }
    }
    #[differentiate]
    fn dot(&self, o: &V) -> f64 {
        self.x * o.x + self.y * o.y
    }
    #[differentiate]
    fn zip(&self, o: &V) -> V {
        V { x: self.x * o.x, y: self.y * o.y }
    }
}
#[differentiate]
fn make(x: f64) -> V {
    V { x, y: x * x }
}

#[differentiate]
fn case_a(x: f64) -> f64 {
    make(x).sum()
}
#[differentiate]
fn case_b(x: f64) -> f64 {
    make(x).len()
}
#[differentiate]
fn case_c(x: f64) -> f64 {
    make(x).map(2.0).sum()
}
#[differentiate]
fn case_d(x: f64) -> f64 {
    make(x).max(x)
}
#[differentiate]
fn case_e(x: f64) -> f64 {
    make(x).rev().first()
}
#[differentiate]
fn case_f(x: f64) -> f64 {
    make(x).abs() * make(x).min() * make(x).norm()
}
#[differentiate]
fn case_g(x: f64) -> f64 {
    V::new(x).last() * V::new(x).len() * V::new(x).sum()
}
#[differentiate]
fn case_h(x: f64) -> f64 {
    let v = make(x);
    v.len() * v.sum() * v.rev().len() * v.get(1)
}
#[differentiate]
fn case_i(v: &V, x: f64) -> f64 {
    v.len() * v.sum() * x * v.first() + v.clone().max(1.0)
}
#[differentiate]
fn case_j(x: f64) -> f64 {
    make(x).zip(&make(x).rev()).get(0) * make(x).dot(&make(x))
}
#[differentiate]
fn case_k(x: f64) -> f64 {
    V { x, y: x }.sum() * V { x, y: 3.0 }.len() * (V { x, y: 2.0 }).map(x).len()
}
#[differentiate]
fn case_l(x: &[V]) -> f64 {
    x.iter().map(|v| v.len() * v.rev().sum() + v.sum()).sum::<f64>()
        * x[0].len()
        * x[0].rev().last()
        * x.len() as f64
}

#[test]
fn methods_named_as_of_std() {
    let check = |f: &dyn Fn(f64) -> f64, (value, slope): (f64, f64)| {
        assert_eq!(value.to_bits(), f(0.7).to_bits());
        close("slope", slope, differences(|x| f(x[0]), &[0.7])[0], 1e-9);
    };
    check(&case_a, case_a_value_and_grad(0.7));
    check(&case_b, case_b_value_and_grad(0.7));
    check(&case_c, case_c_value_and_grad(0.7));
    check(&case_d, case_d_value_and_grad(0.7));
    check(&case_e, case_e_value_and_grad(0.7));
    check(&case_f, case_f_value_and_grad(0.7));
    check(&case_g, case_g_value_and_grad(0.7));
    check(&case_h, case_h_value_and_grad(0.7));
    check(&case_j, case_j_value_and_grad(0.7));
    check(&case_k, case_k_value_and_grad(0.7));
    let v = V { x: 0.4, y: 0.3 };
    let (value, (_, slope)) = case_i_value_and_grad(&v, 0.7);
    check(&|x| case_i(&v, x), (value, slope));
    let at = |x: f64| [v.clone(), V { x, y: 0.2 }];
    let (value, gradient) = case_l_value_and_grad(&at(0.7));
    check(&|x| case_l(&at(x)), (value, gradient[1].x));
}

/// Methods with names of iterators, on what operators give.
#[differentiate]
mod on_results {
    use autodiff::prelude::*;
    use std::ops::{Add, Neg, Sub};

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct V {
        pub x: f64,
        pub y: f64,
    }
    impl V {
        pub fn map(self, f: impl Fn(f64) -> f64) -> V {
            V { x: f(self.x), y: f(self.y) }
        }
        pub fn zip(self, o: V) -> V {
            V { x: self.x * o.y, y: self.y * o.x }
        }
        pub fn sum(self) -> f64 {
            self.x + self.y
        }
    }
    impl Add for V {
        type Output = V;
        fn add(self, o: V) -> V {
            V { x: self.x + o.x, y: self.y + o.y }
        }
    }
    impl Sub for V {
        type Output = V;
        fn sub(self, o: V) -> V {
            V { x: self.x - o.x, y: self.y - o.y }
        }
    }
    impl Neg for V {
        type Output = V;
        fn neg(self) -> V {
            self.map(|c| -c)
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    pub enum Shape {
        Cuboid { center: V, half: V },
        Ball(V, f64),
    }
    impl Shape {
        pub fn distance(&self, p: V) -> f64 {
            match self {
                Shape::Cuboid { center, half } => {
                    let q = (p - *center).map(f64::abs) - *half;
                    q.map(|c| c.max(0.0)).sum() + (-p).map(f64::sin).sum()
                }
                Shape::Ball(center, radius) => (p - *center).zip(p + *center).sum() - radius,
            }
        }
    }
    #[differentiate]
    pub fn of_all(x: &[f64]) -> f64 {
        let p = V { x: x[0], y: x[1] };
        let shapes = [
            Shape::Cuboid { center: V { x: x[2], y: 0.1 }, half: V { x: 0.2, y: x[3] } },
            Shape::Ball(V { x: x[3], y: 0.3 }, x[2]),
        ];
        shapes.iter().map(|s| s.distance(p)).sum()
    }
}

#[test]
fn on_what_operators_give() {
    use on_results::*;
    check!(of_all, [0.7, 0.45, 0.96, 0.25]);
}

/// Traits in scope whose methods are named as those of std.
mod methods_of_traits {
    use autodiff::prelude::*;

    trait Scalar {
        fn sin(self) -> f64;
        fn abs(&self) -> f64;
    }

    impl Scalar for f64 {
        fn sin(self) -> f64 {
            100.0
        }
        fn abs(&self) -> f64 {
            100.0
        }
    }

    trait Ends {
        fn first(&self) -> Option<&f64>;
        fn push(&mut self, x: f64);
    }

    impl Ends for Vec<f64> {
        fn first(&self) -> Option<&f64> {
            self.get(1)
        }
        fn push(&mut self, _: f64) {}
    }

    #[differentiate(reverse)]
    fn of_std(x: &[f64], k: f64) -> f64 {
        let mut v = x.to_vec();
        v.push(k.abs());
        let s: f64 = v.iter().map(|a| a.sin() + f64::abs(*a)).sum();
        s * (k - x[0]).abs() * v.iter().copied().next().unwrap() * x[0]
    }

    #[test]
    fn those_of_std_are_called() {
        let (x, k) = ([-0.4, 0.7, 1.3], -0.8);
        let v = [-0.4_f64, 0.7, 1.3, 0.8];
        let expected = v.iter().map(|a| f64::sin(*a) + f64::abs(*a)).sum::<f64>() * 0.4 * 0.16;
        let (value, (dx, dk)) = of_std_vjp(&x, k, 1.0);
        crate::support::close("value", value, expected, 1e-12);
        let of_x = crate::support::differences(|x| of_std(x, k), &x);
        let of_k = crate::support::differences(|k| of_std(&x, k[0]), &[k]);
        dx.iter()
            .chain([&dk])
            .zip(of_x.iter().chain(&of_k))
            .for_each(|(a, b)| crate::support::close("derivative", *a, *b, 1e-7));
    }
}

mod a_function_named_as_identity {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    fn identity(x: f64) -> f64 {
        x * x
    }

    #[differentiate(reverse)]
    fn of_own(x: f64) -> f64 {
        [x, 2.0 * x].into_iter().map(identity).sum::<f64>() + Some(x).map(identity).unwrap_or(0.0)
    }

    mod of_std {
        use autodiff::prelude::*;
        use std::convert::identity;

        #[differentiate(reverse)]
        pub fn kept(x: f64) -> f64 {
            let all = [Some(x), None, Some(x * x)];
            all.iter().copied().filter_map(identity).sum::<f64>()
                + Some(Some(x)).and_then(std::convert::identity).unwrap_or(0.0)
        }
    }

    #[test]
    fn each_is_the_one_in_scope() {
        assert_eq!((of_own(3.0), of_own_grad(3.0)), (54.0, 36.0));
        assert_eq!((of_std::kept(3.0), of_std::kept_grad(3.0)), (15.0, 8.0));
    }
}

/// On results of functions of another module.
mod of_another_module {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Pair {
        pub a: f64,
        pub b: f64,
    }

    #[differentiate]
    impl Pair {
        #[differentiate]
        fn sum(&self) -> f64 {
            self.a * self.b
        }
        #[differentiate]
        fn dot(&self, other: &Pair) -> f64 {
            self.a * other.b
        }
        #[differentiate]
        fn sqrt(&self) -> Pair {
            Pair { a: self.b.sqrt(), b: self.a }
        }
        #[differentiate]
        fn first(&self) -> f64 {
            self.b
        }
        #[differentiate]
        fn unwrap(&self) -> f64 {
            self.b * self.a
        }
        #[differentiate]
        fn is_some(&self) -> bool {
            self.b > self.a
        }
    }

    mod made {
        use super::*;
        #[differentiate]
        pub fn make(x: f64) -> Pair {
            Pair { a: x * x, b: 3.0 * x.abs() + 0.1 }
        }
    }

    #[differentiate]
    fn products(x: &[f64]) -> f64 {
        let v = made::make(x[0]);
        v.sum() + v.dot(&v)
    }

    #[differentiate]
    fn of_result_of_method(x: &[f64]) -> f64 {
        let v = made::make(x[0]);
        let w = v.sqrt();
        w.first() * w.a + v.first()
    }

    #[differentiate]
    fn is_no_option(x: &[f64]) -> f64 {
        let v = made::make(x[0]);
        if v.is_some() { v.unwrap() } else { v.sum() }
    }

    mod laws {
        at_points! { products of_result_of_method is_no_option }
    }
}
