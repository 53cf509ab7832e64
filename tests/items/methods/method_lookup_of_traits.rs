//! Functions of one name in the blocks of several traits, of the type itself, and of supertraits.

use autodiff::prelude::*;

/// Functions of one name: of a type and of its traits, in any order of their blocks; of
/// supertraits, in default bodies.
mod of_supertraits {
    use autodiff::prelude::*;

    #[differentiate]
    pub trait Base {
        const SCALE: f64 = 2.0;
        #[differentiate]
        fn value(&self, x: f64) -> f64;
        #[differentiate]
        fn named(&self, x: f64) -> f64 {
            self.value(x) + Self::SCALE
        }
    }

    #[differentiate]
    pub trait Derived: Base {
        #[differentiate]
        fn level(&self, x: f64) -> f64 {
            Base::value(self, x) * Self::SCALE + self.value(0.5 * x)
        }
        #[differentiate]
        fn top(&self, other: &Self, x: f64, n: u32) -> f64 {
            if n == 0 { self.level(x) } else { self.top(other, other.named(x), n - 1) * 0.5 }
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Plain {
        pub k: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Own {
        pub inner: Plain,
        pub value: f64,
    }

    #[differentiate]
    impl Base for Plain {
        fn value(&self, x: f64) -> f64 {
            (self.k * x).sin()
        }
    }
    #[differentiate]
    impl Derived for Plain {}

    /// Below a block without a trait that has functions of the names of its own.
    #[differentiate]
    impl Base for Own {
        fn value(&self, x: f64) -> f64 {
            self.inner.value(x) * self.value
        }
    }
    #[differentiate]
    impl Derived for Own {}
    #[differentiate]
    impl Own {
        #[differentiate]
        fn value(&self, x: f64) -> f64 {
            self.value * x - 3.0
        }
        #[differentiate]
        fn named(&self, x: f64) -> f64 {
            self.value(x) * 100.0
        }
    }

    #[differentiate]
    pub fn measured<D: Derived>(of: &D, x: f64) -> f64 {
        of.top(of, x, 1) + of.value(x) * 10.0
    }

    #[differentiate]
    pub fn supertraits(x: &[f64]) -> f64 {
        let plain = Plain { k: x[0] };
        let own = Own { inner: plain.clone(), value: x[1] };
        measured(&plain, x[1])
            + measured(&own, x[1])
            + own.named(x[0]) * 0.1
            + Base::named(&own, x[1])
            + own.value(x[0])
    }
}

/// An operator beside a function of its name, and traits of several modules with functions of one
/// name.
mod beside_traits {
    use autodiff::prelude::*;
    use std::ops::Add;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Point {
        pub a: f64,
        pub b: f64,
    }

    #[differentiate]
    pub trait Metric {
        #[differentiate]
        fn shown(&self, digits: f64) -> f64;
    }

    pub mod units {
        use autodiff::prelude::*;

        #[differentiate]
        pub trait Imperial {
            #[differentiate]
            fn shown(&self, digits: f64) -> f64;
        }
        #[differentiate]
        impl Imperial for super::Point {
            fn shown(&self, digits: f64) -> f64 {
                self.a * 3.25 + digits.sin()
            }
        }
    }

    #[differentiate]
    impl Metric for Point {
        fn shown(&self, digits: f64) -> f64 {
            self.a * self.b * digits
        }
    }

    #[differentiate]
    impl Add for Point {
        type Output = Point;
        #[differentiate]
        fn add(self, other: Point) -> Point {
            Point { a: self.a + other.a, b: self.b * other.b }
        }
    }
    #[differentiate]
    impl Point {
        #[differentiate]
        pub fn add(self, k: f64) -> Point {
            Point { a: self.a * k, b: self.b + k }
        }
    }

    #[differentiate]
    pub fn beside(x: &[f64]) -> f64 {
        let p = Point { a: x[0], b: x[1] };
        let q = p.add(x[0]) + p;
        q.a * q.b + p.shown(x[1]) - units::Imperial::shown(&q, x[0])
    }
}

/// Modules by a glob inside of a block.
mod globs {
    pub mod outer {
        pub mod inner {
            use autodiff::prelude::*;
            #[differentiate]
            pub fn rate(x: f64) -> f64 {
                x * x
            }
        }
    }
    use autodiff::prelude::*;
    #[differentiate]
    pub fn by_glob(x: &[f64]) -> f64 {
        let a = {
            use outer::*;
            inner::rate(x[0])
        };
        a * x[1]
    }
}

/// Two traits with functions of one name, of which one is a default body.
#[differentiate]
mod of_two_traits {
    use autodiff::prelude::*;

    pub trait Polar {
        const TURNS: f64;
        fn first(&self) -> f64;
        fn second(&self, k: f64) -> f64;
    }
    pub trait Cartesian {
        const TURNS: f64;
        fn first(&self) -> f64;
        fn second(&self, k: f64) -> f64 {
            k * self.first()
        }
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Point {
        pub a: f64,
        pub b: f64,
    }
    impl Polar for Point {
        const TURNS: f64 = 0.5;
        #[differentiate]
        fn first(&self) -> f64 {
            (self.a * self.a + self.b * self.b).sqrt()
        }
        #[differentiate]
        fn second(&self, k: f64) -> f64 {
            k * <Self as Polar>::TURNS * self.b.atan2(self.a)
        }
    }
    impl Cartesian for Point {
        const TURNS: f64 = 3.0;
        #[differentiate]
        fn first(&self) -> f64 {
            self.a * <Self as Cartesian>::TURNS
        }
    }
    #[differentiate]
    pub fn drawn<C: Cartesian>(c: &C) -> f64 {
        c.second(C::TURNS)
    }
    #[differentiate]
    pub fn two_traits(x: &[f64]) -> f64 {
        let p = Point { a: x[0], b: x[1] };
        let polar = Polar::first(&p) + <Point as Polar>::second(&p, x[0]);
        polar * (Cartesian::first(&p) - <Point as Cartesian>::second(&p, x[1])) + drawn(&p)
    }
}

/// Variants that a module imports, by a glob inside of a function; constants inside of a function
/// that call one of its functions; a glob above `super`.
mod inside_of_functions {
    use autodiff::prelude::*;

    pub mod op {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Op {
            Push(usize),
            Add,
            Stop,
        }
        pub use Op::*;
    }
    pub mod linear {
        use autodiff::prelude::*;
        pub const WEIGHT: f64 = 0.25;
        #[differentiate]
        pub fn shape(x: f64, k: f64) -> f64 {
            x * k
        }
    }
    pub mod wavy {
        use autodiff::prelude::*;
        #[differentiate]
        pub fn bent(x: f64) -> f64 {
            use super::linear::*;
            shape(x, WEIGHT) + super::shape(x, 2.0)
        }
    }
    #[differentiate]
    pub fn shape(x: f64, k: f64) -> f64 {
        (x - k) * (x - k)
    }

    #[differentiate]
    pub fn names_of_blocks(x: &[f64]) -> f64 {
        use op::*;
        const fn half(n: f64) -> f64 {
            n / 2.0
        }
        const SCALE: f64 = half(3.0);
        let program = [Push(0), Push(1), Add, Push(0), Stop, Add];
        let mut sum = 0.0;
        for op in program {
            match op {
                Push(k) => sum = sum * SCALE + x[k],
                Add => sum *= x[1],
                Stop => break,
            }
        }
        sum + wavy::bent(x[0])
    }
}

#[test]
fn of_one_name() {
    use beside_traits::*;
    use globs::*;
    use inside_of_functions::*;
    use of_supertraits::*;
    use of_two_traits::*;
    check!(supertraits, [0.7, 1.3]);
    check!(beside, [0.7, 1.3]);
    check!(by_glob, [0.7, 1.3]);
    check!(two_traits, [0.7, 1.3]);
    check!(names_of_blocks, [0.7, 1.3]);
}
