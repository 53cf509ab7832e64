//! Residuals in one arm of a branch, of types without blanks, and vectors that leave loops.

use autodiff::prelude::*;

mod blanks {
    use super::*;
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Act {
        Tanh,
        Square,
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct Layer {
        w: f64,
        #[constant]
        act: Act,
    }
    #[differentiate]
    impl Layer {
        #[differentiate]
        fn apply(&self, x: f64) -> f64 {
            match self.act {
                Act::Tanh => (x * self.w).tanh(),
                Act::Square => x * x * self.w,
            }
        }
    }
    #[differentiate]
    fn m(q: &[f64]) -> f64 {
        let mut s = q[0];
        for i in 0..4 {
            if i == 2 {
                continue;
            }
            let l = Layer { w: q[1] * s, act: Act::Tanh };
            s = l.apply(s);
        }
        if s > 0.1 {
            let l = Layer { w: q[1] * s, act: Act::Tanh };
            s += l.apply(s) * l.apply(q[2]);
        }
        s
    }
    #[test]
    fn t23() {
        check!(m, [1.2, 0.95, 0.3], 1e-6);
    }
}

mod more_blanks {
    use super::*;
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Act {
        Tanh,
        Square,
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct Layer {
        w: f64,
        #[constant]
        act: Act,
        v: Vec<f64>,
    }
    #[differentiate]
    impl Layer {
        #[differentiate]
        fn apply(&self, x: f64) -> f64 {
            match self.act {
                Act::Tanh => (x * self.w).tanh() + self.v[0],
                Act::Square => x * x * self.w,
            }
        }
        #[differentiate]
        fn grow(&mut self, x: f64) {
            self.w *= x;
            self.v.push(x);
        }
    }
    #[differentiate]
    fn make(w: f64) -> Layer {
        Layer { w, act: Act::Square, v: vec![w] }
    }
    #[differentiate]
    fn m(q: &[f64]) -> f64 {
        let mut s = q[0];
        let mut all = Vec::new();
        for i in 0..4 {
            let l = if i == 2 {
                make(q[1])
            } else {
                let mut l = Layer { w: q[1] * s, act: Act::Tanh, v: vec![0.5, q[0]] };
                s += l.apply(s);
                if s > 0.4 {
                    l.grow(s);
                }
                s += l.apply(q[0]);
                l
            };
            s += l.apply(s) * 0.1;
            all.push(l);
        }
        if s > 0.1 {
            let ls = vec![make(s), make(q[2])];
            s += ls[1].apply(s) * ls.iter().map(|l| l.apply(q[2])).sum::<f64>();
        }
        s + all.iter().map(|l| l.apply(s)).sum::<f64>()
    }
    #[test]
    fn t23() {
        check!(m, [1.2, 0.95, 0.3], 1e-6);
        check!(m, [0.2, -0.95, 0.3], 1e-6);
    }
}

mod implementors {
    use super::*;
    #[differentiate]
    pub trait Pot {
        #[differentiate]
        fn f(&self, r2: f64) -> f64;
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct Lj {
        e: f64,
    }
    #[differentiate]
    impl Pot for Lj {
        fn f(&self, r2: f64) -> f64 {
            self.e / r2
        }
    }
    #[derive(Differentiable, Clone, Debug)]
    pub struct Sim<P: Pot> {
        pot: P,
        pos: Vec<f64>,
    }
    #[differentiate]
    impl<P: Pot> Sim<P> {
        #[differentiate]
        fn d(&self, i: usize) -> f64 {
            self.pos[i] * 2.0
        }
        #[differentiate]
        fn step(&mut self, dt: f64) {
            for i in 0..2 {
                if i == 1 {
                    continue;
                }
                let f = self.pot.f(2.0);
                self.pos[i] += f * dt;
            }
        }
    }
    #[differentiate]
    fn m(q: &[f64]) -> f64 {
        let mut sim = Sim { pot: Lj { e: q[0] }, pos: vec![q[1], q[2]] };
        for _ in 0..3 {
            sim.step(0.01);
        }
        sim.pos[0]
    }
    #[test]
    fn t23() {
        check!(m, [1.2, 0.95, 0.3], 1e-6);
    }
}

mod returned {
    use super::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Fit {
        c: Vec<f64>,
        d: f64,
    }
    #[differentiate]
    fn a(x: &[f64]) -> Result<Vec<f64>, String> {
        let mut beta = vec![0.0; 2];
        for i in 0..3 {
            beta = x.iter().zip(&beta).map(|(a, b)| a * a + b).collect();
            if beta[0] > 3.0 {
                return Ok(beta);
            }
        }
        Err("x".into())
    }
    #[differentiate]
    fn b(x: &[f64]) -> Vec<f64> {
        let mut beta = vec![0.0; 2];
        for i in 0..3 {
            beta = x.iter().zip(&beta).map(|(a, b)| a * a + b).collect();
            if beta[0] > 3.0 {
                return beta;
            }
        }
        vec![]
    }
    #[differentiate]
    fn c(x: &[f64]) -> (Vec<f64>, f64) {
        let mut beta = vec![0.0; 2];
        for i in 0..3 {
            beta = x.iter().zip(&beta).map(|(a, b)| a * a + b).collect();
            if beta[0] > 3.0 {
                return (beta, 1.0);
            }
        }
        (vec![], 2.0)
    }

    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        a(x).map_or(1.0, |v| v[0] * v[1]) + b(x)[1] * c(x).0[0]
    }
    #[test]
    fn tests() {
        check!(all, [1.4, 0.7]);
    }
}

mod in_structs {
    use super::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Fit {
        c: Vec<f64>,
        d: f64,
    }
    #[differentiate]
    fn a(x: &[f64]) -> Fit {
        let mut beta = vec![0.0; 2];
        for i in 0..3 {
            beta = x.iter().zip(&beta).map(|(a, b)| a * a + b).collect();
            if beta[0] > 3.0 {
                return Fit { c: beta, d: 3.0 };
            }
        }
        Fit { c: vec![], d: 2.0 }
    }

    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        let f = a(x);
        f.c[0] * f.c[1] * f.d
    }
    #[test]
    fn tests() {
        check!(all, [1.4, 0.7]);
    }
}

mod in_calls {
    use super::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Fit {
        c: Vec<f64>,
        d: f64,
    }
    #[differentiate]
    fn take(x: Vec<f64>) -> f64 {
        x[0] * x[1]
    }
    #[differentiate]
    fn b(x: &[f64]) -> f64 {
        let mut beta = vec![0.0; 2];
        loop {
            beta = x.iter().zip(&beta).map(|(a, b)| a * a + b).collect();
            if beta[0] > 3.0 {
                return take(beta);
            }
        }
    }
    #[differentiate]
    fn c(x: &[f64]) -> Vec<Vec<f64>> {
        let mut beta = vec![0.0; 2];
        let mut all = vec![];
        loop {
            beta = x.iter().zip(&beta).map(|(a, b)| a * a + b).collect();
            if beta[0] > 3.0 {
                all.push(beta);
                return all;
            }
        }
    }
    #[differentiate]
    fn d(x: &[f64]) -> f64 {
        let mut beta = vec![0.0; 2];
        let mut all: Vec<Fit> = vec![];
        for i in 0..3 {
            beta.push(x[i] * x[0]);
            if beta.len() % 2 == 0 {
                all.push(Fit { c: beta, d: 1.0 });
                beta = vec![x[1]];
            }
        }
        all[0].c[0] * beta[0]
    }

    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        b(x) + c(x)[0][1] * d(x)
    }
    #[test]
    fn tests() {
        check!(all, [1.4, 0.7, 0.3]);
    }
}

mod panics {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        Plain,
        Doubled,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Dense {
        w: f64,
        #[constant]
        kind: Kind,
    }
    #[derive(Clone, Debug, Differentiable)]
    pub enum Node {
        Dense {
            w: f64,
            #[constant]
            kind: Kind,
        },
        Zero,
    }
    #[differentiate]
    fn from_first(w: &[f64]) -> Dense {
        let Some(&w) = w.first() else { panic!("no weights") };
        Dense { w, kind: Kind::Doubled }
    }
    #[differentiate]
    fn from_slice(w: &[f64]) -> Dense {
        match w {
            [] => panic!("no weights"),
            [a] if *a > 100.0 => unreachable!(),
            [a, ..] => Dense { w: *a * *a, kind: Kind::Plain },
        }
    }
    #[differentiate]
    fn nested(w: &[f64], strict: bool) -> Vec<Dense> {
        let [a, b, ..] = w else {
            if strict {
                panic!("too short");
            }
            unimplemented!("{} weights", w.len())
        };
        vec![Dense { w: *a, kind: Kind::Plain }, Dense { w: *b, kind: Kind::Doubled }]
    }
    #[differentiate]
    fn node(w: &[f64]) -> Node {
        let Some(w) = w.get(1) else { panic!("no weights") };
        if *w > 10.0 {
            return Node::Zero;
        }
        Node::Dense { w: w.exp(), kind: Kind::Doubled }
    }
    #[differentiate]
    impl Dense {
        #[differentiate]
        fn value(&self) -> f64 {
            match self.kind {
                Kind::Plain => self.w,
                Kind::Doubled => 2.0 * self.w,
            }
        }
    }
    #[differentiate]
    impl Node {
        #[differentiate]
        fn value(&self) -> f64 {
            match self {
                Node::Dense { w, kind } => {
                    if *kind == Kind::Doubled {
                        w * 2.0
                    } else {
                        *w
                    }
                }
                Node::Zero => 0.0,
            }
        }
    }
    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        from_first(x).value() * from_slice(x).value()
            + nested(x, true).iter().map(|dense| dense.value()).product::<f64>()
            + node(x).value()
    }
    #[test]
    fn arms_that_panic_have_no_value() {
        check!(all, [1.4, 0.7, 0.3]);
        let panics = std::panic::catch_unwind(|| from_slice_vjp(&[], &DenseTangent { w: 1.0 }));
        assert!(panics.is_err());
    }
}
