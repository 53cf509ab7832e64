//! Parameters and results of functions of other expansions: tuples in `Option`s, discrete parts,
//! components of elements, literals whose types the signature determines, plain enums.

mod tuples {
    use autodiff::Real;
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Copy, Debug)]
    pub struct P<T: Real> {
        x: T,
        y: T,
    }
    #[differentiate]
    impl<T: Real> P<T> {
        #[differentiate]
        fn dot(&self, o: &P<T>) -> T {
            self.x * o.x + self.y * o.y
        }
    }
    #[differentiate]
    fn a(x: &[f64]) -> f64 {
        let p = P { x: x[0], y: x[1] };
        let q = P { x: x[0] * x[1], y: 2.0 };
        p.dot(&q)
    }
    #[differentiate]
    fn b(x: &[f64], i: &[usize]) -> f64 {
        i.iter().map(|i| x[*i] * x[0]).sum()
    }
    #[differentiate]
    fn c(x: &[f64]) -> f64 {
        b(x, &[0, 1, 2])
    }
    #[differentiate]
    fn pair(x: f64) -> Option<(f64, f64)> {
        if x > 0.0 { Some((x, x * x)) } else { None }
    }
    #[differentiate]
    fn d(x: &[f64]) -> f64 {
        match pair(x[0]) {
            Some((p, q)) => p * q,
            None => 0.0,
        }
    }
    #[differentiate]
    fn d2(x: &[f64]) -> f64 {
        if let Some((p, q)) = pair(x[0]) { p * q } else { 1.0 }
    }
    #[differentiate]
    fn d3(x: &[f64]) -> f64 {
        let Some((p, q)) = pair(x[0]) else { return 0.0 };
        p * q + x[1]
    }

    #[test]
    fn f() {
        check!(a, [0.3, 0.7, 0.2]);
        check!(c, [0.3, 0.2, 0.7]);
        check!(d, [0.3]);
        check!(d2, [0.3]);
        check!(d3, [0.3, 0.2]);
    }
}

mod discrete {
    use autodiff::prelude::*;
    #[differentiate]
    fn vit(x: &[f64]) -> (f64, Vec<usize>) {
        let mut path = Vec::new();
        for (i, v) in x.iter().enumerate() {
            if *v > 0.2 {
                path.push(i);
            }
        }
        (x[0] * x[1], path)
    }
    #[differentiate]
    fn f(x: &[f64]) -> f64 {
        let (b, p) = vit(x);
        b * p.len() as f64
    }
    #[test]
    fn t16() {
        check!(f, [1.02, 0.25, 0.9], 1e-6);
    }
}

mod tables_of_constants {
    use autodiff::prelude::*;
    #[differentiate]
    mod tables {
        const PAIRS: [(f64, usize); 3] = [(1.0, 0), (2.0, 1), (0.5, 2)];
        const ROWS: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
        static NESTED: [((f64, f64), [f64; 2]); 2] =
            [((1.0, 2.0), [3.0, 4.0]), ((0.1, 0.2), [0.3, 0.4])];
        #[differentiate]
        pub fn a(x: &[f64]) -> f64 {
            let mut s = 0.0;
            for (w, i) in PAIRS.iter() {
                s += w * x[*i];
            }
            for &(w, i) in PAIRS.iter() {
                s *= 1.0 + w * x[i];
            }
            for (w, i) in PAIRS {
                s += w * x[i] * s;
            }
            for row in ROWS.iter() {
                s += row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
            }
            for ((a, b), [c, d]) in NESTED.iter() {
                s += a * x[0] + b * c * d * x[1];
            }
            let row = ROWS[1];
            let r0 = &ROWS[0];
            let t = PAIRS[1];
            let (w, i) = PAIRS[2];
            s * row[0] * r0[1]
                + t.0 * x[t.1]
                + w * x[i]
                + NESTED[0].0.1 * NESTED[1].1[0]
                + PAIRS[1..].iter().map(|(w, i)| w * x[*i]).sum::<f64>()
        }
    }
    #[differentiate]
    pub fn b(x: &[f64]) -> f64 {
        const PAIRS: [(f64, usize); 3] = [(1.0, 0), (2.0, 1), (0.5, 2)];
        const ROWS: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
        static N: &[f64] = &[1.0, 2.0];
        let mut s = 0.0;
        for (w, i) in PAIRS.iter() {
            s += w * x[*i];
        }
        for (w, i) in PAIRS {
            s += w * x[i] * s;
        }
        for row in ROWS.iter() {
            s += row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
        }
        let (w, i) = PAIRS[2];
        for n in N {
            s *= n;
        }
        for (i, row) in ROWS.iter().enumerate() {
            for (j, v) in row.iter().enumerate() {
                s += v * x[i] * x[j];
            }
        }
        s + w * x[i]
            + PAIRS.iter().rev().skip(1).map(|p| p.0 * x[p.1]).sum::<f64>()
            + N.iter().sum::<f64>() * N[1]
    }
    use tables::{a, a_grad, a_jvp, a_linear, a_primal, a_transposed, a_value_and_grad, a_vjp};
    #[test]
    fn t16() {
        check!(a, [1.02, 0.25, 0.9], 1e-6);
        check!(b, [1.02, 0.25, 0.9], 1e-6);
    }
}

mod components {
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct W {
        w: f64,
    }
    #[differentiate]
    fn g(x: &[f64], k: f64) -> f64 {
        x.iter().map(|v| v * v * k).sum()
    }
    #[differentiate]
    fn h(w: &W, k: f64) -> f64 {
        w.w * k
    }
    #[differentiate]
    fn weighted(data: &[(Vec<f64>, usize)], k: f64) -> f64 {
        let mut s = 0.0;
        for (x, n) in data {
            s += g(x, k) * *n as f64;
        }
        for d in data {
            s += g(&d.0, s);
            s *= d.0[0];
            let c = d.0.clone();
            s += c[1] * c[0];
        }
        s
    }
    #[differentiate]
    fn b(data: &[([f64; 2], W, f64)], k: f64) -> f64 {
        data.iter().map(|(x, w, y)| g(x, k) * h(w, *y)).sum::<f64>() + data[0].0[1] * data[1].1.w
    }
    #[differentiate]
    fn c(data: &[((f64, Vec<f64>), f64)], t: &(Vec<f64>, f64)) -> f64 {
        let mut s = t.1 * g(&t.0, 2.0) + t.0[0];
        for ((k, v), z) in data {
            s += g(v, *k) * z + v[0];
        }
        s
    }
    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        weighted(&[(x.to_vec(), 2), (vec![x[0], 1.0], 1)], x[1])
            + b(&[([x[0], x[1]], W { w: x[1] }, 2.0), ([x[1], 0.5], W { w: 2.0 }, x[0])], x[2])
            + c(&[((x[0], x.to_vec()), x[1])], &(x.to_vec(), x[2]))
    }
    #[test]
    fn t16() {
        check!(all, [1.02, 0.25, 0.9], 1e-6);
    }
}

mod enums {
    use autodiff::prelude::*;
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        A,
        B,
    }
    impl From<Kind> for f64 {
        fn from(k: Kind) -> f64 {
            match k {
                Kind::A => 1.0,
                Kind::B => 2.0,
            }
        }
    }
    #[differentiate]
    fn a(x: f64) -> f64 {
        let k = if x > 0.0 { Kind::A } else { Kind::B };
        let w: f64 = k.into();
        w * x
    }
    #[differentiate]
    fn inner(k: Kind, x: f64) -> f64 {
        match k {
            Kind::A => x * x,
            Kind::B => x,
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
        let k = if x > 0.0 { l.k } else { Kind::B };
        let y = if k == Kind::A { x * l.w } else { x };
        y * inner(k, x)
    }
    #[differentiate]
    impl Kind {
        #[differentiate]
        fn apply(self, x: f64) -> f64 {
            match self {
                Kind::A => x * x,
                Kind::B => x.sin(),
            }
        }
        fn factor(&self) -> f64 {
            match self {
                Kind::A => 2.0,
                Kind::B => 3.0,
            }
        }
    }
    #[differentiate]
    fn m(#[constant] k: Kind, x: f64) -> f64 {
        k.apply(x) * k.factor()
    }
    #[differentiate]
    fn caller(x: &[f64]) -> f64 {
        a(x[0]) + br(&L { w: x[0], k: Kind::A }, x[1]) + m(Kind::B, x[0])
    }

    #[test]
    fn f() {
        check!(caller, [0.3, 0.7, 0.2]);
    }
}

mod callbacks {
    use autodiff::prelude::*;
    #[differentiate]
    fn euler<F>(f: F, y: &[f64], h: f64) -> Vec<f64>
    where
        F: Fn(f64, &[f64], &mut [f64]),
    {
        let mut y = y.to_vec();
        let mut k = vec![0.0; y.len()];
        for i in 0..5 {
            f(i as f64 * h, &y, &mut k);
            for j in 0..y.len() {
                y[j] += h * k[j];
            }
        }
        y
    }
    #[differentiate]
    fn euler2(f: impl Fn(&[f64], &mut [f64]), y: &mut [f64], h: f64) {
        let mut k = vec![0.0; y.len()];
        f(y, &mut k);
        for (y, k) in y.iter_mut().zip(&k) {
            *y += h * k;
        }
    }
    #[differentiate]
    fn spring(_t: f64, y: &[f64], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = -y[0];
    }
    #[differentiate]
    fn a(x: &[f64]) -> f64 {
        let k = x[2];
        let y = euler(
            |_t: f64, y: &[f64], dy: &mut [f64]| {
                dy[0] = y[1];
                dy[1] = -k * y[0];
            },
            &x[..2],
            0.1,
        );
        y[0] * y[1]
    }
    #[differentiate]
    fn b(x: &[f64]) -> f64 {
        let y = euler(spring, &x[..2], 0.1);
        y[0] * y[1]
    }
    #[differentiate]
    fn c(x: &[f64]) -> f64 {
        let k = x[2];
        let mut y = x[..2].to_vec();
        euler2(
            |y: &[f64], dy: &mut [f64]| {
                dy[0] = y[1];
                dy[1] = -k * y[0];
            },
            &mut y,
            0.1,
        );
        euler2(
            |y, dy| {
                dy[0] = y[1];
                dy[1] = -k * y[0];
            },
            &mut y,
            0.1,
        );
        y[0] * y[1]
    }

    #[test]
    fn f() {
        check!(a, [0.3, 0.7, 0.2]);
        check!(b, [0.3, 0.2]);
        check!(c, [0.3, 0.7, 0.2]);
    }
}

/// A function here that takes a plain enum, or a generic type with a field without reals, says
/// nothing of one of its name from elsewhere.
mod names {
    use crate::types::omitted_arguments::another_of_the_name::{
        Line, LineTangent, Scaled, ScaledTangent, at,
    };
    use autodiff::prelude::*;

    mod inner {
        use autodiff::prelude::*;

        pub enum Kind {
            One,
            Two,
        }

        #[derive(Clone, Debug, Differentiable)]
        pub struct Scaled<T> {
            pub by: usize,
            pub of: T,
        }

        #[differentiate(reverse)]
        pub fn at(kind: &Kind, x: f64) -> f64 {
            match kind {
                Kind::One => x,
                Kind::Two => 2.0 * x,
            }
        }
    }

    #[differentiate(reverse)]
    fn elsewhere(line: &Line, x: f64) -> f64 {
        at(line, x)
    }

    #[differentiate(reverse)]
    #[allow(clippy::unnecessary_cast)]
    fn scaled(s: &Scaled<f64>, x: f64) -> f64 {
        (s.by as f64) * x + s.of
    }

    #[differentiate(reverse)]
    fn counted(s: &inner::Scaled<f64>, x: f64) -> f64 {
        (s.by as f64) * x + s.of
    }

    #[test]
    fn derivatives_are_not_lost() {
        assert_eq!(
            scaled_grad(&Scaled { by: 2.0, of: 3.0 }, 5.0),
            (ScaledTangent { by: 5.0, of: 1.0 }, 2.0)
        );
        assert_eq!(
            counted_grad(&inner::Scaled { by: 2, of: 3.0 }, 5.0),
            (inner::ScaledTangent { of: 1.0 }, 2.0)
        );
        let line = Line { a: 2.0, b: 3.0 };
        assert_eq!(elsewhere_grad(&line, 5.0), (LineTangent { a: 5.0, b: 1.0 }, 2.0));
        assert_eq!(
            inner::at_grad(&inner::Kind::One, 5.0) + inner::at_grad(&inner::Kind::Two, 5.0),
            3.0
        );
    }
}

/// A method that elsewhere, by the same name, gives what it is called on.
mod methods_of_the_name {
    use autodiff::prelude::*;
    use later::Pair;

    #[differentiate]
    fn called(p: &Pair, k: f64) -> f64 {
        p.set(k).norm()
    }

    #[differentiate]
    fn called_of_mutable(p: Pair, k: f64) -> f64 {
        let mut p = p;
        p.a *= 2.0;
        p.set(k).norm()
    }

    mod later {
        use autodiff::prelude::*;

        #[derive(Clone, Debug, Differentiable)]
        pub struct Pair {
            pub a: f64,
            pub b: f64,
        }

        #[differentiate]
        impl Pair {
            #[differentiate]
            pub fn set(&self, k: f64) -> Pair {
                Pair { a: self.a * k, b: self.b + k }
            }

            #[differentiate]
            pub fn norm(&self) -> f64 {
                self.a * self.a + self.b * self.b
            }
        }
    }

    #[test]
    fn what_they_give_is_used() {
        let p = Pair { a: 1.0, b: 2.0 };
        // (a k)² + (b + k)²
        let (value, (of_p, of_k)) = called_value_and_grad(&p, 3.0);
        assert_eq!((value, of_p.a, of_p.b, of_k), (34.0, 18.0, 10.0, 16.0));
        // (2 a k)² + (b + k)²
        let (value, (of_p, of_k)) = called_of_mutable_value_and_grad(p, 3.0);
        assert_eq!((value, of_p.a, of_p.b, of_k), (61.0, 72.0, 10.0, 34.0));
    }
}
