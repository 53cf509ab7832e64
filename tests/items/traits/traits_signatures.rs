//! Parameters and results of the functions of differentiated traits.
#![deny(warnings)]

use autodiff::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Spring {
    pub k: f64,
}
#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Table {
    pub w: Vec<f64>,
    pub name: String,
}

#[differentiate]
pub trait Layer {
    /// Of the implementor.
    type State;

    #[differentiate]
    fn apply(&self, x: &[f64]) -> Vec<f64>;
    #[differentiate]
    fn checked(&self, x: f64) -> Result<f64, String>;
    #[differentiate]
    fn perhaps(&self, x: f64) -> Option<f64>;
    #[differentiate]
    fn both(&self, x: [f64; 2], o: Option<f64>) -> ([f64; 2], f64);
    #[differentiate]
    fn doubled(&self, x: f64) -> f64 {
        x + x
    }
    #[differentiate]
    fn rows(&self, x: &[[f64; 2]], y: &mut Vec<f64>);
    #[differentiate]
    fn of_spring(&self, spring: &Spring, by: Spring) -> Spring;
    #[differentiate]
    fn start(&self, x: f64) -> Self::State;
    #[differentiate]
    fn step(&self, state: &Self::State, x: f64) -> Self::State;
    #[differentiate]
    fn end(&self, state: Self::State) -> f64;
    fn is_on(&self, n: usize) -> bool {
        n % 2 == 0
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Sine {}
#[differentiate]
impl Layer for Sine {
    type State = f64;

    fn apply(&self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|x| x.sin()).collect()
    }
    fn checked(&self, x: f64) -> Result<f64, String> {
        if x > 0.2 { Ok(x * x) } else { Err("too small".into()) }
    }
    fn perhaps(&self, x: f64) -> Option<f64> {
        if x > 0.5 { Some(x.ln()) } else { None }
    }
    fn both(&self, x: [f64; 2], o: Option<f64>) -> ([f64; 2], f64) {
        ([x[1], x[0] * x[1]], o.unwrap_or(x[0]))
    }
    fn rows(&self, x: &[[f64; 2]], y: &mut Vec<f64>) {
        for r in x {
            y.push(r[0] * r[1]);
        }
    }
    fn of_spring(&self, spring: &Spring, by: Spring) -> Spring {
        Spring { k: spring.k * by.k }
    }
    fn start(&self, x: f64) -> f64 {
        x * x
    }
    fn step(&self, state: &f64, x: f64) -> f64 {
        *state * x
    }
    fn end(&self, state: f64) -> f64 {
        state.cos()
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Dense {
    pub w: Vec<Vec<f64>>,
    pub b: [f64; 2],
}
#[differentiate]
impl Layer for Dense {
    type State = Table;

    fn apply(&self, x: &[f64]) -> Vec<f64> {
        let mut y = Vec::new();
        for row in &self.w {
            let mut s = self.b[0];
            for (a, b) in row.iter().zip(x) {
                s += a * b;
            }
            y.push(s.tanh());
        }
        y
    }
    fn checked(&self, x: f64) -> Result<f64, String> {
        Ok(x * self.b[1])
    }
    fn perhaps(&self, x: f64) -> Option<f64> {
        Some(x * self.b[0])
    }
    fn both(&self, x: [f64; 2], o: Option<f64>) -> ([f64; 2], f64) {
        ([x[1] * self.b[0], x[0]], o.map_or(1.0, |o| o * self.b[1]))
    }
    fn rows(&self, x: &[[f64; 2]], y: &mut Vec<f64>) {
        let n = y.len();
        for (i, r) in x.iter().enumerate() {
            y.push(r[0] * r[1] * self.b[i % 2]);
        }
        y[n] *= 2.0;
    }
    fn of_spring(&self, spring: &Spring, by: Spring) -> Spring {
        Spring { k: spring.k * by.k.sin() + self.b[0] }
    }
    fn start(&self, x: f64) -> Table {
        Table { w: vec![x, self.b[0]], name: String::new() }
    }
    fn step(&self, state: &Table, x: f64) -> Table {
        Table { w: state.w.iter().map(|w| w * x + self.b[1]).collect(), name: String::new() }
    }
    fn end(&self, state: Table) -> f64 {
        state.w[0] * state.w[1]
    }
}

#[differentiate]
fn chain<L: Layer>(layers: &[L], x: &[f64]) -> f64 {
    let mut h = x.to_vec();
    for l in layers {
        h = l.apply(&h);
    }
    h.iter().sum()
}
#[differentiate]
fn of_tuples<A: Layer, B: Layer>(p: &(A, B), x: &[f64]) -> f64 {
    let (a, b) = p;
    b.apply(&a.apply(x))[0]
}
#[differentiate]
fn results<L: Layer>(l: &L, x: f64) -> Result<f64, String> {
    let y = l.checked(x)?;
    let z = l.checked(y + 1.0)?;
    Ok(y * z)
}
#[differentiate]
fn wrapped<L: Layer>(l: &L, x: f64) -> f64 {
    let r = match results(l, x) {
        Ok(v) => v,
        Err(_) => x,
    };
    let m = l.perhaps(x).unwrap_or(0.5);
    if let Some(v) = l.perhaps(2.0 * x) { r * v + m } else { r - m }
}
#[differentiate]
fn exits<L: Layer>(l: &L, x: f64) -> f64 {
    let mut y = x;
    let mut i = 0;
    while i < 10 {
        i += 1;
        if !l.is_on(i) {
            continue;
        }
        y = l.doubled(y) * 0.3 + l.both([y, x], Some(y)).1;
        if y > 5.0 {
            return y * x;
        }
    }
    let (a, b) = l.both([y, x], None);
    a[0] * a[1] + b
}
#[differentiate]
fn changes_arguments<L: Layer>(l: &L, x: &[f64]) -> f64 {
    let mut y = vec![x[0]];
    l.rows(&[[x[0], x[1]], [x[1], x[2]]], &mut y);
    let spring = Spring { k: x[0] };
    y.iter().map(|y| y * y).sum::<f64>() + l.of_spring(&spring, Spring { k: x[1] }).k * spring.k
}
#[differentiate]
fn states<L: Layer>(l: &L, from: &L::State, x: f64) -> f64 {
    let mut state = l.step(from, x);
    for i in 0..3 {
        state = l.step(&state, x + i as f64);
    }
    l.end(state)
}
#[differentiate]
fn started<L: Layer>(l: &L, x: f64) -> f64 {
    let start = l.start(x);
    states(l, &start, x)
}
#[derive(Differentiable, Clone, Debug)]
pub struct Net<L> {
    pub layers: Vec<L>,
    pub head: Option<L>,
    pub pair: (L, f64),
    #[constant]
    pub fixed: usize,
    pub grid: [L; 2],
}
#[differentiate]
impl<L: Layer> Net<L> {
    #[differentiate]
    pub fn forward(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for l in &self.layers {
            h = l.apply(&h);
        }
        if let Some(l) = &self.head {
            h = l.apply(&h);
        }
        h = self.pair.0.apply(&h);
        for l in self.grid.iter() {
            h = l.apply(&h);
        }
        h[self.fixed] * self.pair.1 + chain(&self.layers, x) + self.layers[0].doubled(h[0])
    }
    #[differentiate]
    pub fn loss<M: Layer>(&self, other: &Net<M>, xs: &[Vec<f64>]) -> f64 {
        let mut s = 0.0;
        for x in xs {
            let d = self.forward(x) - other.forward(x);
            s += d * d;
        }
        s
    }
}
#[differentiate]
fn fit<L: Layer, M: Layer>(n: &Net<L>, m: &Net<M>, x: &[f64]) -> f64 {
    n.loss(m, &[x.to_vec(), vec![x[1], x[0], x[2]]]) + n.forward(x)
}
#[differentiate]
fn layered(x: &[f64]) -> f64 {
    let d = Dense { w: vec![x.to_vec(), vec![x[1], x[2], x[0]]], b: [x[0], x[1]] };
    let s = Sine {};
    let ds = [d.clone(), d.clone()];
    chain(&ds, x)
        + chain(&[Sine {}, Sine {}], x)
        + wrapped(&d, x[0])
        + wrapped(&s, x[0])
        + exits(&d, x[1])
        + exits(&s, x[2])
        + changes_arguments(&d, x)
        + changes_arguments(&s, x)
        + started(&d, x[0])
        + started(&s, x[1])
}
#[differentiate]
fn nets(x: &[f64]) -> f64 {
    let d = Dense { w: vec![x.to_vec(), vec![x[1], x[2], x[0]]], b: [x[0], x[1]] };
    let n: Net<Dense> = Net::<Dense> {
        layers: vec![d.clone(), d.clone()],
        head: Some(d.clone()),
        pair: (d.clone(), x[0]),
        fixed: 1,
        grid: [d.clone(), d.clone()],
    };
    let m: Net<Sine> = Net::<Sine> {
        layers: vec![Sine {}],
        head: None,
        pair: (Sine {}, x[1]),
        fixed: 1,
        grid: [Sine {}, Sine {}],
    };
    fit(&n, &m, x) + fit(&m, &n, x) + n.forward(x)
}

#[test]
fn arguments_and_results() {
    check!(layered, [0.7, 0.4, 0.3]);
    check!(layered, [0.15, 0.9, -0.3]);
    check!(nets, [0.7, 0.4, 0.3]);
    let ((s_bar, _), x_bar) = of_tuples_grad(&(Sine {}, Sine {}), &[0.5, 2.0]);
    assert_eq!((s_bar, x_bar), (SineTangent {}, vec![0.5f64.sin().cos() * 0.5f64.cos(), 0.0]));
}

mod parameters_of_blocks {
    use autodiff::prelude::*;

    #[derive(Clone, Differentiable)]
    struct Pair {
        a: f64,
        b: f64,
    }
    #[differentiate]
    trait System {
        type State: Clone;
        #[differentiate]
        fn rate(&self, x: &Self::State) -> f64;
    }
    #[derive(Clone, Differentiable)]
    struct Decay {
        k: f64,
    }
    #[differentiate]
    impl System for Decay {
        type State = Pair;
        #[differentiate]
        fn rate(&self, x: &Pair) -> f64 {
            -self.k * x.a * x.b
        }
    }
    #[differentiate]
    trait Stepper<S: System> {
        #[differentiate]
        fn step(&self, s: &S, x: &S::State, h: f64) -> f64;
        #[differentiate]
        fn all(&self, systems: &[S], x: &S::State) -> f64;
    }
    #[derive(Clone, Differentiable)]
    struct Midpoint {
        w: f64,
    }
    #[differentiate]
    impl<S: System> Stepper<S> for Midpoint {
        #[differentiate]
        fn step(&self, s: &S, x: &S::State, h: f64) -> f64 {
            let k = s.rate(x);
            self.w * h * k * k
        }
        #[differentiate]
        fn all(&self, systems: &[S], x: &S::State) -> f64 {
            let mut t = 0.0;
            for s in systems {
                t += self.w * s.rate(x).sin();
            }
            t
        }
    }
    #[differentiate]
    fn integrate<S: System, M: Stepper<S>>(s: &S, m: &M, x: &S::State, n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            t += m.step(s, x, 0.1 * i as f64 + t * 0.01);
        }
        t
    }
    #[differentiate]
    fn of_all<S: System, M: Stepper<S>>(m: &M, systems: &[S], x: &S::State) -> f64 {
        m.all(systems, x)
    }
    #[differentiate]
    fn steps(x: &[f64]) -> f64 {
        let (m, at) = (Midpoint { w: x[0] * x[1] }, Pair { a: x[1], b: x[2] });
        let systems = vec![Decay { k: x[0] }, Decay { k: x[2] }];
        integrate(&Decay { k: x[0] }, &m, &at, 5) + of_all(&m, &systems, &at)
    }
    #[test]
    fn parameters_that_the_type_does_not_mention() {
        check!(steps, [1.1, 0.7, 0.4]);
    }
}
