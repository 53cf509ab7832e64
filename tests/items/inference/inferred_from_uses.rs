//! Types that the signature does not determine: scalars that operators unify, constructors inside
//! of an `Option` or a `Result`, fields by their methods, integers of functions without
//! derivatives.

mod connected {
    use autodiff::prelude::*;
    use std::ops::{Add, Div, Mul, Sub};

    #[differentiate]
    fn dot<T, U, V>(a: (T, T, T), b: (U, U, U)) -> V
    where
        T: Mul<U, Output = V>,
        V: Add<Output = V>,
    {
        a.0 * b.0 + a.1 * b.1 + a.2 * b.2
    }

    // names that the body has as well, each of the parameters in several places
    #[differentiate]
    fn ratio<A: Copy + Mul<B, Output = C>, B: Copy, C: Sub<Output = C> + Div<B, Output = A>>(
        x: &[A],
        y: &[B],
    ) -> A {
        let first: C = x[0] * y[0];
        let all: [C; 2] = [first, x[1] * y[1]];
        let [p, q] = all;
        (p - q) / y[0]
    }

    #[differentiate]
    fn single<T: Copy + Add<Output = T> + Mul<Output = T>>(x: T) -> T {
        x * x + x
    }

    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        let y = (x[0], x[1] * x[2], x[2]);
        dot(y, (x[1], 2.0, x[0])) + ratio(x, &[x[2], x[1]]) * single(x[0])
    }

    #[test]
    fn gradients() {
        check!(all, [0.3, 0.7, 1.2]);
        let (value, (a, b)) = dot_vjp((1.0f64, 2.0, 3.0), (4.0, 5.0, 6.0), 1.0);
        assert_eq!((value, a, b), (32.0, (4.0, 5.0, 6.0), (1.0, 2.0, 3.0)));
    }
}

mod constructors {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Scale {
        by: f64,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct TooSmall;

    #[differentiate]
    impl Scale {
        #[differentiate]
        pub fn new(by: f64, times: u32) -> Result<Scale, TooSmall> {
            if by > 0.0 { Ok(Scale { by: by.powi(times as i32) }) } else { Err(TooSmall) }
        }

        #[differentiate]
        pub fn of(&self, x: f64) -> f64 {
            self.by * x
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Twice {
        scale: Scale,
        x: f64,
    }

    impl From<f64> for Twice {
        fn from(x: f64) -> Twice {
            Twice { scale: Scale { by: x }, x }
        }
    }

    #[differentiate]
    impl Twice {
        #[differentiate]
        pub fn new(x: f64) -> Result<Twice, TooSmall> {
            Scale::new(x, 2).map(|scale| Twice { scale, x })
        }

        #[differentiate]
        pub fn value(&self) -> f64 {
            self.scale.of(self.x)
        }
    }

    #[differentiate]
    fn mapped(x: &[f64]) -> f64 {
        match Twice::new(x[0]) {
            Ok(twice) => twice.value(),
            Err(_) => 1.0,
        }
    }

    #[differentiate]
    fn unwrapped(x: &[f64]) -> f64 {
        Scale::new(x[0], 3).unwrap().of(x[1]) + Scale::new(x[1], 1).expect("positive").of(x[0])
    }

    #[differentiate]
    fn asked(x: f64) -> Option<f64> {
        let scale = Scale::new(x, 2).ok()?;
        Some(scale.of(x))
    }

    #[differentiate]
    fn questioned(x: f64) -> Result<f64, TooSmall> {
        let scale = Scale::new(x, 2)?;
        Ok(scale.of(x))
    }

    #[differentiate]
    fn both(x: &[f64]) -> f64 {
        let Ok(y) = questioned(x[1]) else { return x[0] };
        if let Ok(scale) = Scale::new(x[0], 1) {
            scale.of(y) + asked(x[0]).unwrap_or(2.0)
        } else {
            y * x[1]
        }
    }

    #[test]
    fn gradients() {
        check!(mapped, [0.7]);
        check!(mapped, [-0.7]);
        check!(unwrapped, [0.7, 1.3]);
        check!(both, [0.7, 1.3]);
        check!(both, [-0.7, 1.3]);
        check!(both, [0.7, -1.3]);
    }
}

mod fields {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Line {
        p: Point,
        q: Point,
        width: f64,
    }

    // `midpoint` is a method of reals as well; that `p` is a point is told by another of its
    // methods, later
    #[differentiate]
    impl Line {
        #[differentiate]
        fn half(&self) -> Line {
            Line {
                p: self.p,
                q: self.p.midpoint(self.q),
                width: self.width.midpoint(self.p.taxicab() + self.q.taxicab()),
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Point {
        x: f64,
        y: f64,
    }

    #[differentiate]
    impl Point {
        #[differentiate]
        fn midpoint(self, other: Point) -> Point {
            Point { x: 0.5 * (self.x + other.x), y: 0.5 * (self.y + other.y) * self.x }
        }

        #[differentiate]
        fn taxicab(self) -> f64 {
            self.x.abs() + self.y.abs()
        }
    }

    #[differentiate]
    fn length(x: &[f64]) -> f64 {
        let line = Line {
            p: Point { x: x[0], y: x[1] },
            q: Point { x: x[2], y: x[0] * x[1] },
            width: x[2],
        };
        let half = line.half();
        half.q.x * half.q.y + half.width * half.p.y
    }

    #[test]
    fn gradients() {
        check!(length, [0.3, 0.7, 1.2]);
    }
}

mod integers {
    use autodiff::prelude::*;

    fn choose(n: u8, k: u8) -> u32 {
        (1..=u32::from(k)).fold(1, |product, i| product * (u32::from(n) + 1 - i) / i)
    }

    #[differentiate]
    fn bernstein(x: &[f64]) -> f64 {
        let n = (x.len() - 1) as u8;
        (0..=n)
            .map(|i| {
                let factor = (choose(n, i) * choose(n, n - i)) as f64
                    / (choose(2 * n, i) + choose(n, 1)) as f64;
                x[usize::from(i)] * x[usize::from(n - i)] * factor
            })
            .sum()
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    pub struct Chi {
        freedom: u64,
        scale: f64,
    }

    #[differentiate]
    impl Chi {
        #[differentiate]
        fn freedom(&self) -> u64 {
            self.freedom
        }
    }

    // what a method of another expansion gives is kept, and then is behind a reference
    #[differentiate]
    impl Chi {
        #[differentiate]
        fn density(&self, x: f64) -> f64 {
            if self.freedom() > 160 {
                x.exp()
            } else {
                let freedom = self.freedom() as f64;
                x.powf(freedom - 1.0) * (-x * x / 2.0).exp() * self.scale.powf(1.0 - freedom / 2.0)
            }
        }
    }

    #[differentiate]
    fn chi(x: &[f64]) -> f64 {
        Chi { freedom: 5, scale: x[0] }.density(x[1])
            + Chi { freedom: 161, scale: x[1] }.density(x[0])
    }

    #[test]
    fn gradients() {
        check!(bernstein, [0.3, 0.7, 1.2, 0.4]);
        check!(chi, [0.7, 1.3]);
    }
}

mod not_connected {
    use autodiff::Real;
    use autodiff::prelude::*;
    use std::ops::Mul;

    // an operator connects scalars alone
    #[differentiate]
    pub trait Potential {
        #[differentiate]
        fn energy(&self, x: f64) -> f64;
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Spring {
        k: f64,
    }

    #[differentiate]
    impl Potential for Spring {
        #[differentiate]
        fn energy(&self, x: f64) -> f64 {
            self.k * x * x
        }
    }

    impl<T: Real + Into<f64>> Mul<T> for Spring {
        type Output = Spring;
        fn mul(self, by: T) -> Spring {
            Spring { k: self.k * by.into() }
        }
    }

    #[differentiate]
    fn work<T: Real, P: Potential + Mul<T, Output = P>>(p: &P, x: f64, t: T) -> T {
        T::real(p.energy(x)) * t
    }

    #[test]
    fn gradients() {
        let spring = Spring { k: 2.0 };
        let (value, (p, x, t)) = work_vjp(&spring, 3.0, 0.5, 1.0);
        assert_eq!((value, p.k, x, t), (9.0, 4.5, 6.0, 18.0));
    }
}

/// What operators give is indexed: a type of the user's, though nothing says so.
mod indexed_results {
    use autodiff::prelude::*;
    use std::ops::{Add, Index, Mul, Neg};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Vec3([f64; 3]);

    #[differentiate]
    impl Add for Vec3 {
        type Output = Vec3;
        #[differentiate]
        fn add(self, other: Vec3) -> Vec3 {
            Vec3([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
        }
    }

    #[differentiate]
    impl Mul<f64> for Vec3 {
        type Output = Vec3;
        #[differentiate]
        fn mul(self, k: f64) -> Vec3 {
            Vec3([self.0[0] * k, self.0[1] * k, self.0[2] * k])
        }
    }

    #[differentiate]
    impl Neg for Vec3 {
        type Output = Vec3;
        #[differentiate]
        fn neg(self) -> Vec3 {
            Vec3([-self.0[0], -self.0[1], -self.0[2]])
        }
    }

    #[differentiate]
    impl Index<usize> for Vec3 {
        type Output = f64;
        #[differentiate]
        fn index(&self, i: usize) -> &f64 {
            &self.0[i]
        }
    }

    #[differentiate]
    fn along(x: f64) -> Vec3 {
        Vec3([x, x * x, x.sin()])
    }

    #[differentiate]
    fn across(x: f64, y: f64) -> Vec3 {
        Vec3([y, x * y, x - y])
    }

    #[differentiate]
    fn sum(x: &[f64]) -> f64 {
        let z = along(x[0]) + across(x[1], x[2]);
        z[0] * z[1] - z[2]
    }

    #[differentiate]
    fn scaled(x: &[f64]) -> f64 {
        let y = along(x[0]);
        let z = y * x[1];
        let k = x.len() % 3;
        z[k] + (-across(z[1], x[2]))[2]
    }

    #[test]
    fn gradients() {
        check!(sum, [0.3, 0.7, 1.2]);
        check!(scaled, [0.3, 0.7, 1.2]);
    }
}
