//! User-defined traits on foreign types: `impl Scale for f64`, for arrays and tuples.
#![deny(warnings)]
#![allow(dead_code)]

use autodiff::prelude::*;

mod names {
    use autodiff::prelude::*;

    #[differentiate]
    pub trait Scale {
        #[differentiate]
        fn scaled(self, k: f64) -> Self;
        #[differentiate]
        fn squared(&self) -> f64;
        /// For each type the same.
        #[differentiate]
        fn twice(self) -> f64
        where
            Self: Sized,
        {
            self.squared() * 2.0
        }
        fn digits(self) -> i32;
    }

    #[differentiate]
    impl Scale for f64 {
        #[inline]
        fn scaled(self, k: f64) -> f64 {
            self * k + self.sin()
        }
        fn squared(&self) -> f64 {
            self.scaled(*self) * *self
        }
        fn digits(self) -> i32 {
            self as i32
        }
    }

    #[differentiate]
    impl Scale for [f64; 3] {
        fn scaled(mut self, k: f64) -> [f64; 3] {
            self[0] *= k;
            [self[0] * k, self[1] * k.scaled(k), self[2].exp()]
        }
        fn squared(&self) -> f64 {
            self.iter().map(|x| x * x).sum()
        }
        fn twice(self) -> f64 {
            self[0].twice() * self[1]
        }
        fn digits(self) -> i32 {
            3
        }
    }

    // the attribute of the trait is that of each block
    #[differentiate]
    impl Scale for f32 {
        fn scaled(self, k: f64) -> f32 {
            self * k as f32
        }
        fn squared(&self) -> f64 {
            f64::from(*self * *self)
        }
        fn digits(self) -> i32 {
            self as i32
        }
    }

    // no reals
    impl Scale for i64 {
        fn scaled(self, k: f64) -> i64 {
            self * k as i64
        }
        fn squared(&self) -> f64 {
            (self * self) as f64
        }
        fn digits(self) -> i32 {
            self as i32
        }
    }
}

/// The trait has no name here.
mod unnamed {
    use super::names::Scale as _;
    use autodiff::prelude::*;

    #[differentiate]
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0].scaled(x[1]) * (x[1] * x[2]).scaled(3.0);
        for k in 0..x.len() {
            s += x[k].squared().scaled(s * 0.1);
        }
        let n = 4i64;
        let y = [x[0], x[1], x[2]].scaled(x[1]);
        let z = x.iter().map(|x| x.scaled(0.5)).fold(0.0, |a: f64, b| a.scaled(b));
        let single = (x[0] as f32).scaled(2.0) as f64;
        s + y[0] * y[1] + y[2] + y.squared() + x[2].twice() + y.twice() + n.squared() + z + single
            - single
    }
}

#[differentiate]
pub fn by_path(x: &[f64]) -> f64 {
    let v = [x[2], x[1], x[0]];
    let half = |x: f64| names::Scale::scaled(x, 0.5);
    <f64 as names::Scale>::scaled(x[0], x[2]) * names::Scale::squared(&x[1])
        + names::Scale::twice(v) * half(x[1])
}

/// What functions may take and give.
#[differentiate]
pub trait Kinds {
    #[differentiate]
    fn weighted(self, w: &[f64], n: usize) -> f64;
    #[differentiate]
    fn pair(&self, p: (f64, i32)) -> (f64, Self)
    where
        Self: Sized;
    #[differentiate]
    fn at(x: f64, k: &Self) -> f64;
    #[differentiate]
    fn poly(self, c: [f64; 2]) -> [f64; 2];
}

#[differentiate]
impl Kinds for f64 {
    fn weighted(self, w: &[f64], n: usize) -> f64 {
        let mut s = self;
        for k in 0..n {
            s *= w[k];
        }
        s
    }
    fn pair(&self, p: (f64, i32)) -> (f64, f64) {
        (p.0 * *self, self.powi(p.1))
    }
    fn at(x: f64, k: &f64) -> f64 {
        x * k
    }
    fn poly(self, c: [f64; 2]) -> [f64; 2] {
        [self * c[0], c[1]]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Own {
    a: f64,
}

/// Of a type of one's own they are methods as any.
#[differentiate]
impl Kinds for Own {
    fn weighted(self, w: &[f64], _: usize) -> f64 {
        self.a * w[0]
    }
    fn pair(&self, p: (f64, i32)) -> (f64, Own) {
        (p.0 * self.a, Own { a: self.a * 2.0 })
    }
    fn at(x: f64, k: &Own) -> f64 {
        x * k.a
    }
    fn poly(self, c: [f64; 2]) -> [f64; 2] {
        [self.a * c[0], c[1].weighted(&c, 1)]
    }
}

#[differentiate]
impl Own {
    #[differentiate]
    fn in_all(&self, x: &[f64]) -> f64 {
        let a = x[0].weighted(x, 2);
        let (b, c) = x[1].pair((x[2], 3));
        let d = <f64 as Kinds>::at(x[0], &x[1]);
        let mut e = x[2].poly([x[0], 2.0]);
        e[0] = e[0].weighted(&x[1..], 1);
        let mut s = a * b + c * d + e[0] * e[1] + self.poly([x[1], x[0]])[1];
        if s < 10.0 {
            s = s.weighted(&[0.5, s], 2);
        }
        s
    }
}

#[differentiate]
fn kinds(x: &[f64]) -> f64 {
    Own { a: x[2] }.in_all(x)
}

/// Two traits of one name: what is called says which.
mod both {
    pub mod a {
        use autodiff::prelude::*;
        #[differentiate]
        pub trait Ext {
            #[differentiate]
            fn ext(self) -> f64;
        }
        #[differentiate]
        impl Ext for f64 {
            fn ext(self) -> f64 {
                self * 2.0
            }
        }
    }
    pub mod b {
        use autodiff::prelude::*;
        #[differentiate]
        pub trait Ext {
            #[differentiate]
            fn ext(self) -> f64;
        }
        #[differentiate]
        impl Ext for f64 {
            fn ext(self) -> f64 {
                self * self
            }
        }
    }
    pub mod of_a {
        use super::a::Ext;
        use autodiff::prelude::*;
        #[differentiate]
        pub fn f(x: f64) -> f64 {
            x.ext()
        }
    }
    pub mod of_b {
        use super::b::Ext;
        use autodiff::prelude::*;
        #[differentiate]
        pub fn f(x: f64) -> f64 {
            x.ext()
        }
    }
    use autodiff::prelude::*;
    #[differentiate]
    pub fn of_both(x: f64) -> f64 {
        <f64 as a::Ext>::ext(x) * b::Ext::ext(x)
    }
}

/// A function of the trait with the name of one that the type has itself.
#[differentiate]
trait Named {
    #[differentiate]
    fn midpoint(self, other: f64) -> f64;
    #[differentiate]
    fn sin(self) -> f64;
}

#[differentiate]
impl Named for f64 {
    fn midpoint(self, other: f64) -> f64 {
        self * other
    }
    fn sin(self) -> f64 {
        self * self
    }
}

#[differentiate]
fn of_the_trait(x: f64, y: f64) -> f64 {
    <f64 as Named>::midpoint(x, y) + <f64 as Named>::sin(x)
}

#[differentiate]
fn of_the_type(x: f64, y: f64) -> f64 {
    x.midpoint(y) + x.sin()
}

/// A module with all of it.
#[differentiate]
mod whole {
    trait Cubed {
        #[differentiate]
        fn cubed(self) -> Self;
    }
    impl Cubed for f64 {
        fn cubed(self) -> f64 {
            self * self * self
        }
    }
    impl Cubed for (f64, f64) {
        fn cubed(self) -> (f64, f64) {
            (self.0.cubed(), self.1)
        }
    }
    #[differentiate]
    pub fn of(x: &[f64]) -> f64 {
        let pair = <(f64, f64) as Cubed>::cubed((x[0], x[1]));
        x[2].cubed() * pair.0 + pair.1
    }
}

#[test]
fn reals_arrays_and_tuples() {
    let x = [0.3, 0.7, -0.4];
    use unnamed::*;
    check!(f, x, 1e-6);
    check!(by_path, x);
    check!(kinds, x);
    use whole::*;
    check!(of, x);
}

#[test]
fn the_trait_that_is_meant() {
    assert_eq!(
        (both::of_a::f_grad(3.0), both::of_b::f_grad(3.0), both::of_both_grad(3.0)),
        (2.0, 6.0, 54.0)
    );
    assert_eq!(of_the_trait_value_and_grad(2.0, 3.0), (10.0, (7.0, 2.0)));
    assert_eq!(of_the_type_value_and_grad(0.0, 3.0), (1.5, (1.5, 0.5)));
}
