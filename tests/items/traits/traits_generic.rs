//! Functions, methods and blocks that are generic over implementors of differentiated traits.
#![deny(warnings)]

use autodiff::Real;
use autodiff::prelude::*;

#[differentiate]
pub trait Potential {
    const SCALE: f64 = 2.0;

    #[differentiate]
    fn energy(&self, x: f64) -> f64;

    #[differentiate]
    fn work(&self, a: f64, b: f64) -> f64 {
        self.energy(b) - self.energy(a)
    }

    #[differentiate]
    fn unit(x: f64) -> f64;

    #[differentiate]
    fn made(k: f64) -> Self
    where
        Self: Sized;

    #[differentiate]
    fn field(&self, x: &[f64], n: usize) -> Vec<f64>;

    #[differentiate]
    fn pair(&self, x: (f64, f64)) -> (f64, usize);

    #[differentiate]
    fn combined(&self, other: &Self) -> Self
    where
        Self: Sized;

    #[differentiate]
    fn consumed(self, x: f64) -> f64
    where
        Self: Sized;

    #[differentiate]
    fn advance(&mut self, x: f64);

    #[differentiate]
    fn advance_by(&mut self, x: &mut f64, other: &Self) -> f64
    where
        Self: Sized;

    /// Discrete, and without a derivative.
    fn dim(&self) -> usize {
        2
    }

    fn mass(&self) -> f64 {
        1.5
    }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Spring {
    pub k: f64,
}
#[differentiate]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
    fn unit(x: f64) -> f64 {
        x * x
    }
    fn made(k: f64) -> Spring {
        Spring { k: k.sin() }
    }
    fn field(&self, x: &[f64], n: usize) -> Vec<f64> {
        x.iter().map(|x| x * self.k * n as f64).collect()
    }
    fn pair(&self, x: (f64, f64)) -> (f64, usize) {
        (x.0 * x.1 * self.k, 3)
    }
    fn combined(&self, other: &Self) -> Self {
        Spring { k: self.k * other.k }
    }
    fn consumed(self, x: f64) -> f64 {
        self.k * x.exp()
    }
    fn advance(&mut self, x: f64) {
        self.k *= x;
    }
    fn advance_by(&mut self, x: &mut f64, other: &Self) -> f64 {
        *x = other.k;
        self.k += 1.0;
        self.k * *x
    }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Table {
    pub w: Vec<f64>,
    pub name: String,
}
fn table(w: &[f64]) -> Table {
    Table { w: w.to_vec(), name: "table".into() }
}
#[differentiate]
impl Potential for Table {
    const SCALE: f64 = 0.25;

    fn energy(&self, x: f64) -> f64 {
        self.w.iter().fold(0.0, |sum, w| sum * x + w.sin())
    }
    fn unit(x: f64) -> f64 {
        x.cos()
    }
    fn made(k: f64) -> Table {
        Table { w: vec![k, 2.0 * k], name: String::new() }
    }
    fn field(&self, x: &[f64], n: usize) -> Vec<f64> {
        x.iter().zip(&self.w).map(|(x, w)| x * w * n as f64).collect()
    }
    fn pair(&self, x: (f64, f64)) -> (f64, usize) {
        (x.0 + x.1 * self.w[0], 1)
    }
    fn combined(&self, other: &Self) -> Self {
        Table { w: self.w.iter().zip(&other.w).map(|(a, b)| a * b).collect(), name: String::new() }
    }
    fn consumed(self, x: f64) -> f64 {
        self.w.iter().map(|w| (w * x).sin()).sum()
    }
    fn advance(&mut self, x: f64) {
        self.w[1] = self.w[1] * x.sin() + self.w[0];
        self.w.push(x * self.w[1]);
    }
    fn advance_by(&mut self, x: &mut f64, other: &Self) -> f64 {
        self.w[0] += *x * other.w[1];
        *x *= self.w[0];
        *x + other.w[0]
    }
    fn dim(&self) -> usize {
        self.w.len()
    }
}

// ---------- functions

#[differentiate(reverse)]
fn total<P: Potential>(p: &P, xs: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in xs {
        s += p.energy(*x) * p.work(0.5, *x);
    }
    s
}
#[differentiate]
fn argument(p: &impl Potential, x: f64) -> f64 {
    p.energy(x).sin() + total(p, &[x, x * x])
}
#[differentiate]
fn paths<P>(p: &P, x: f64) -> f64
where
    P: Potential,
{
    P::energy(p, x) + <P as Potential>::energy(p, 2.0 * x) * Potential::energy(p, x * x)
}
#[differentiate]
fn by_value<P: Potential + Clone>(p: P, x: f64) -> f64 {
    let q = p.clone();
    q.energy(x) * p.consumed(x)
}
#[differentiate]
fn without_self<P: Potential>(p: &P, x: f64) -> f64 {
    let q = P::made(x);
    q.combined(p).energy(P::unit(x)) * P::SCALE + constant(p).mass() * x
}
#[differentiate]
fn discrete<P: Potential>(p: &P, x: f64) -> f64 {
    (0..p.dim()).map(|i| p.energy(x * i as f64)).sum()
}
#[differentiate]
fn of_slices<P: Potential>(ps: &[P], x: f64) -> f64 {
    let mut s = 0.0;
    for p in ps {
        s += p.energy(x) * p.work(s, x);
    }
    s + ps.iter().map(|p| p.energy(x)).sum::<f64>() + ps[0].energy(x)
}
#[differentiate]
fn of_vectors<P: Potential>(ps: Vec<P>, x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..ps.len() {
        s += ps[i].energy(x + s);
    }
    s
}
#[differentiate]
fn of_options<P: Potential>(p: Option<P>, x: f64) -> f64 {
    if let Some(p) = &p { p.energy(x) } else { x }
}
#[differentiate]
fn nested_implementors(ps: &[[impl Potential; 2]], x: f64) -> f64 {
    ps.iter().map(|[a, b]| a.energy(b.energy(x))).sum()
}
#[differentiate]
fn recursive<P: Potential>(p: &P, x: f64, n: usize) -> f64 {
    if n == 0 { p.energy(x) } else { p.energy(x) * recursive(p, x * 0.5, n - 1) }
}
#[differentiate]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(0.5 * x)
}
#[differentiate]
fn closures<P: Potential>(p: &P, x: f64) -> f64 {
    let e = |t: f64| p.energy(t * x);
    e(x) + applied(|t| p.energy(t) * x, x) + applied(P::unit, x)
}
#[differentiate]
fn two<P: Potential, Q: Potential>(p: &P, q: &Q, x: f64) -> f64 {
    p.energy(q.energy(x)) * q.pair((x, x * x)).0 + p.field(&[x, x], 3)[1]
}
#[differentiate]
fn nested<P: Potential>(p: &P, x: f64) -> f64 {
    two(p, p, x) + of_slices(&[p.combined(p), P::made(x)], x) + recursive(p, x, 3)
}
#[differentiate]
fn constant_implementor<P: Potential>(#[constant] p: &P, x: f64) -> f64 {
    p.energy(x) * p.mass() + p.work(x, 1.0)
}

#[differentiate]
fn of_springs(x: &[f64]) -> f64 {
    let s = Spring { k: x[0] };
    let several = [s.clone(), Spring { k: x[1] }];
    total(&s, x)
        + total::<Spring>(&s, x) * argument(&s, x[1])
        + paths(&s, x[2])
        + by_value(s.clone(), x[1])
        + without_self(&s, x[2])
        - discrete(&s, x[0])
        + of_slices(&several, x[1])
        + of_vectors(vec![s.clone(), Spring { k: x[2] }], x[0])
        + of_options(Some(s.clone()), x[1])
        + nested_implementors(&[several], x[2])
        + recursive(&s, x[0], 4)
        + closures(&s, x[1])
}
#[differentiate]
fn of_tables(x: &[f64]) -> f64 {
    let t = Table { w: x[1..].to_vec(), name: String::new() };
    let none: Option<Table> = None;
    total(&t, x)
        + argument(&t, x[1]) * paths(&t, x[2])
        + by_value(t.clone(), x[1])
        + without_self(&t, x[2])
        - discrete(&t, x[0])
        + of_slices(&[t.clone(), t.combined(&t)], x[1])
        + of_options(none, x[0])
        + recursive(&t, x[0], 4)
        + closures(&t, x[1])
}
#[differentiate]
fn of_both(x: &[f64]) -> f64 {
    let (s, t) = (Spring { k: x[0] }, Table { w: x[1..].to_vec(), name: String::new() });
    let fixed = Table { w: vec![0.5, -1.25], name: String::new() };
    two(&s, &t, x[0])
        + two(&t, &s, x[1])
        + nested(&s, x[0])
        + nested(&t, x[1])
        + constant_implementor(&fixed, x[2])
}

#[test]
fn functions_of_implementors() {
    check!(of_springs, [0.7, 0.4, -0.3]);
    check!(of_tables, [0.7, 0.4, -0.3]);
    check!(of_both, [0.7, 0.4, -0.3]);
    // for people
    let (s, t) = (Spring { k: 1.5 }, table(&[0.5, -0.25]));
    let (s_bar, x_bar) = total_grad(&s, &[2.0]);
    assert_eq!(
        (s_bar, x_bar),
        (SpringTangent { k: 2.0 * 1.5 * 2.0 * 1.875 }, vec![1.5 * 1.5 * (2.0 * 1.875 + 2.0 * 2.0)])
    );
    let (value, (t_bar, x_bar)) = argument_vjp(&t, 0.75, 2.0);
    assert_eq!(value, argument(&t, 0.75));
    let direction = TableTangent { w: vec![0.5, 2.0] };
    let (_, y_dot) = argument_jvp(&t, 0.75, &direction, 3.0);
    crate::support::close("dot product", 2.0 * y_dot, t_bar.dot(&direction) + 3.0 * x_bar, 1e-14);
    assert_eq!(constant_implementor_grad(&s, 2.0), 1.5 * 2.0 * 1.5 - 1.5 * 2.0);
}

/// What is only borrowed need not be cloned.
#[derive(Differentiable, Debug)]
pub struct Unique {
    pub k: f64,
}
#[differentiate]
pub trait Borrowed {
    #[differentiate]
    fn energy(&self, x: f64) -> f64;
}
#[differentiate]
impl Borrowed for Unique {
    fn energy(&self, x: f64) -> f64 {
        self.k * x.sin()
    }
}
#[differentiate]
fn of_borrowed<P: Borrowed + ?Sized + std::fmt::Debug>(p: &P, x: f64) -> f64 {
    p.energy(x) * p.energy(p.energy(x))
}
/// The function of the trait is called, whatever else the type has.
#[derive(Differentiable, Clone, Debug)]
pub struct Misleading {
    pub k: f64,
}
impl Misleading {
    pub fn energy(&self, x: f64) -> f64 {
        1000.0 * x
    }
}
#[differentiate]
impl Borrowed for Misleading {
    fn energy(&self, x: f64) -> f64 {
        self.k * x.cos()
    }
}

#[test]
fn what_is_borrowed_and_what_is_hidden() {
    let slope = |f: &dyn Fn(f64) -> f64| crate::support::differences(|h| f(h[0]), &[0.0])[0];
    let p = Unique { k: 1.5 };
    crate::support::close(
        "x",
        of_borrowed_grad(&p, 0.5).1,
        slope(&|h| of_borrowed(&p, 0.5 + h)),
        1e-8,
    );
    let p = Misleading { k: 1.5 };
    assert_eq!(p.energy(1.0), 1000.0);
    let (value, (p_bar, _)) = of_borrowed_value_and_grad(&p, 0.5);
    assert_eq!(value, of_borrowed(&p, 0.5));
    crate::support::close(
        "k",
        p_bar.k,
        slope(&|h| of_borrowed(&Misleading { k: 1.5 + h }, 0.5)),
        1e-8,
    );
}

// ---------- what changes

#[differentiate]
fn driven<M: Potential>(m: &mut M, x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        m.advance(x + s);
        s += m.energy(x) * M::SCALE * i as f64;
    }
    s
}
#[differentiate]
fn owned<M: Potential + Clone>(mut m: M, x: f64) -> f64 {
    let q = m.clone();
    m.advance(x);
    let mut y = x;
    let z = m.advance_by(&mut y, &q);
    z * y + m.energy(x) * q.energy(y) + driven(&mut m, x)
}
#[differentiate]
fn branches<M: Potential + Clone>(m: &M, x: f64) -> f64 {
    let mut c = m.clone();
    if x > 0.0 {
        c.advance(x)
    } else {
        M::advance(&mut c, 2.0 * x)
    }
    c.energy(x) * m.energy(x) + owned(c, x)
}
#[differentiate]
fn many<M: Potential + Clone>(ms: &[M], x: f64) -> f64 {
    let mut v = ms.to_vec();
    let mut s = 0.0;
    for m in v.iter_mut() {
        m.advance(x);
        s += m.energy(x);
    }
    for i in 0..v.len() {
        v[i].advance(s);
    }
    v.iter().map(|m| m.energy(x)).sum::<f64>() + s
}
#[differentiate]
fn changed(x: &[f64]) -> f64 {
    let mut t = Table { w: x[1..].to_vec(), name: String::new() };
    let mut s = Spring { k: x[1] };
    branches(&t, x[0])
        + branches(&s, x[2])
        + driven(&mut t, x[2]) * driven(&mut s, x[0])
        + many(&[t.clone(), t], x[1])
        + many(&[s], x[2])
}

#[test]
fn functions_that_change_implementors() {
    check!(changed, [0.7, 0.4, -0.3]);
    let (mut s, mut s_bar) = (Spring { k: 2.0 }, SpringTangent { k: 1.0 });
    let (value, x_bar) = driven_vjp(&mut s, 0.5, 0.0, &mut s_bar);
    let mut again = Spring { k: 2.0 };
    assert_eq!(value, driven(&mut again, 0.5));
    assert_eq!(again, s);
    crate::support::close("k", s_bar.k, s.k / 2.0, 1.0);
    assert!(x_bar.is_finite());
}

// ---------- structs and blocks

#[derive(Differentiable, Clone, Debug)]
pub struct Sim<P> {
    pub model: P,
    pub dt: f64,
    pub past: Vec<P>,
    pub best: Option<P>,
}
#[differentiate]
impl<P: Potential + Clone> Sim<P> {
    #[differentiate]
    pub fn made(model: P, dt: f64) -> Sim<P> {
        Sim::<P> { model, dt, past: Vec::new(), best: None }
    }
    #[differentiate]
    pub fn step(&self, x: f64) -> f64 {
        let best = match &self.best {
            Some(best) => best.energy(x),
            None => 0.5,
        };
        self.model.energy(x) * self.dt + self.past.iter().map(|p| p.energy(x)).sum::<f64>() + best
    }
    #[differentiate]
    pub fn go(&mut self, x: f64) -> f64 {
        self.model.advance(x * self.dt);
        self.past.push(self.model.clone());
        self.past[0].advance(x);
        self.dt += P::SCALE * x;
        self.step(x)
    }
    #[differentiate]
    pub fn twice(mut self, x: f64) -> f64 {
        let a = self.go(x);
        let b = self.go(a);
        a * b + driven(&mut self.model, x)
    }
    #[differentiate]
    pub fn with<Q: Potential>(&self, q: &Q, x: f64) -> f64 {
        q.energy(x) * self.model.energy(x)
    }
    #[differentiate]
    pub fn beside(&self, q: &impl Potential, x: f64) -> f64 {
        self.with(q, x) + q.energy(self.dt)
    }
}
/// A potential made of others, and so on.
#[derive(Differentiable, Clone, Debug)]
pub enum Either<A, B> {
    Left(A),
    Right { of: B, weight: f64 },
}
#[differentiate]
impl<A: Borrowed, B: Borrowed> Borrowed for Either<A, B> {
    fn energy(&self, x: f64) -> f64 {
        match self {
            Either::Left(a) => a.energy(x),
            Either::Right { of, weight } => weight * of.energy(x * weight),
        }
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Sum<A, B>(pub A, pub B, pub f64);
#[differentiate]
impl<A, B> Borrowed for Sum<A, B>
where
    A: Borrowed,
    B: Borrowed,
{
    fn energy(&self, x: f64) -> f64 {
        self.2 * self.0.energy(x) + self.1.energy(x * x)
    }
}

#[differentiate]
fn simulated(x: &[f64]) -> f64 {
    let s = Spring { k: x[1] };
    let t = Table { w: x[1..].to_vec(), name: String::new() };
    let sim: Sim<Spring> =
        Sim::<Spring> { model: s.clone(), dt: x[0], past: vec![s.clone()], best: Some(s.clone()) };
    let of_tables: Sim<Table> = Sim::<Table>::made(t.clone(), x[0]);
    sim.step(x[1])
        + sim.with(&t, x[0])
        + of_tables.beside(&s, x[2])
        + of_tables.twice(x[1]) * 1e-3
        + sim.twice(x[0])
}
#[differentiate]
fn composed(x: &[f64]) -> f64 {
    let m = Misleading { k: x[0] };
    let sum: Sum<Misleading, Misleading> =
        Sum::<Misleading, Misleading>(m.clone(), Misleading { k: x[1] }, x[2]);
    let all: Sum<Sum<Misleading, Misleading>, Misleading> =
        Sum::<Sum<Misleading, Misleading>, Misleading>(sum.clone(), m.clone(), x[0]);
    let left: Either<Misleading, Sum<Misleading, Misleading>> =
        Either::<Misleading, Sum<Misleading, Misleading>>::Left(m.clone());
    let right: Either<Misleading, Sum<Misleading, Misleading>> =
        Either::<Misleading, Sum<Misleading, Misleading>>::Right { of: sum.clone(), weight: x[2] };
    of_borrowed(&sum, x[1])
        + of_borrowed(&all, x[2])
        + of_borrowed(&left, x[0])
        + of_borrowed(&right, x[1])
}

#[test]
fn generic_structs() {
    check!(simulated, [0.7, 0.4, 0.3]);
    check!(composed, [0.7, 0.4, -0.3]);
    let sim = Sim { model: Spring { k: 2.0 }, dt: 0.5, past: vec![], best: None };
    let (sim_bar, x_bar) = sim.step_grad(3.0);
    assert_eq!(
        (sim_bar.model.k, sim_bar.dt, sim_bar.past.len(), x_bar),
        (0.5 * 0.5 * 9.0, 9.0, 0, 3.0)
    );
}

// ---------- traits with parameters and supertraits

#[differentiate]
pub trait Kernel<T: Real> {
    #[differentiate]
    fn weight(&self, r: T) -> T;
    #[differentiate]
    fn scaled(&self, r: T, h: T) -> T {
        self.weight(r / h) / h
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Gauss<T: Real> {
    pub s: T,
}
#[differentiate]
impl<T: Real> Kernel<T> for Gauss<T> {
    fn weight(&self, r: T) -> T {
        (-(r * r) * self.s).exp()
    }
}
#[derive(Differentiable, Clone, Debug)]
pub struct Cauchy {
    pub s: f64,
}
#[differentiate]
impl Kernel<f64> for Cauchy {
    fn weight(&self, r: f64) -> f64 {
        self.s / (1.0 + r * r)
    }
}
#[differentiate]
fn density<K: Kernel<T>, T: Real>(k: &K, xs: &[T], at: T) -> T {
    let mut s = T::zero();
    for x in xs {
        s = s + k.scaled(at - *x, T::real(0.5));
    }
    s
}
#[differentiate]
fn densities<K>(k: &K, xs: &[f64], at: f64) -> f64
where
    K: Kernel<f64>,
{
    density(k, xs, at) + density::<K, f64>(k, xs, at) * k.weight(at)
}
#[differentiate]
pub trait Forces: Borrowed {
    #[differentiate]
    fn force(&self, x: f64) -> f64;
    #[differentiate]
    fn step(&self, x: &mut f64, v: &mut [f64])
    where
        Self: Sized,
    {
        *x += self.force(*x) * v[0];
        v[0] *= <Self as Borrowed>::energy(self, *x);
    }
}
#[differentiate]
impl Forces for Misleading {
    fn force(&self, x: f64) -> f64 {
        self.k * x.sin()
    }
}
#[differentiate]
impl<A: Forces, B: Forces> Forces for Sum<A, B> {
    fn force(&self, x: f64) -> f64 {
        self.0.force(x) * self.1.energy(x) + self.2
    }
}
#[differentiate]
fn inout<P: Forces>(p: &P, x: f64) -> f64 {
    let mut y = x;
    let mut v = [x, 2.0 * x];
    for _ in 0..3 {
        p.step(&mut y, &mut v);
    }
    y * v[0] + p.energy(x) * p.force(y) + Borrowed::energy(p, x)
}
#[differentiate]
fn further(x: &[f64]) -> f64 {
    let g: Gauss<f64> = Gauss::<f64> { s: x[0] };
    let c = Cauchy { s: x[1] };
    let m = Misleading { k: x[0] };
    let sum: Sum<Misleading, Misleading> =
        Sum::<Misleading, Misleading>(m.clone(), Misleading { k: x[1] }, x[2]);
    density(&g, x, x[2])
        + densities(&c, x, x[0])
        + densities(&g, x, x[0])
        + inout(&m, x[0])
        + inout(&sum, x[1])
}

#[test]
fn traits_with_parameters_and_supertraits() {
    check!(further, [0.7, 0.4, -0.3]);
    let (g_bar, _, at_bar): (GaussTangent<f32>, Vec<f32>, f32) =
        density_grad(&Gauss { s: 0.5f32 }, &[1.0], 1.5);
    assert!(
        (g_bar.s + 2.0 * (-0.5f32).exp()).abs() < 1e-6
            && (at_bar + 4.0 * (-0.5f32).exp() * 0.5 * 2.0).abs() < 1e-5
    );
}

/// Associated types that are arrays or vectors.
mod associated_sequences {
    use autodiff::prelude::*;

    #[differentiate]
    trait Kernel {
        type Input: Clone;
        #[differentiate]
        fn eval(&self, a: Self::Input, b: &Self::Input) -> f64;
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Ard {
        s: f64,
    }
    #[differentiate]
    fn scaled(a: &[f64], s: f64) -> f64 {
        a.iter().map(|a| a * s).sum()
    }
    #[differentiate]
    impl Kernel for Ard {
        type Input = [f64; 2];
        fn eval(&self, a: [f64; 2], b: &[f64; 2]) -> f64 {
            a[0] * b[1] * self.s + a[1].sin() + scaled(&a, self.s) * scaled(b, 2.0)
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Long {
        s: f64,
    }
    #[differentiate]
    impl Kernel for Long {
        type Input = Vec<f64>;
        fn eval(&self, a: Self::Input, b: &Self::Input) -> f64 {
            a.iter().zip(b).map(|(a, b)| a * b * self.s).sum::<f64>() + scaled(&a[1..], b[0])
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Line {
        s: f64,
    }
    #[differentiate]
    impl Kernel for Line {
        type Input = f64;
        fn eval(&self, a: f64, b: &f64) -> f64 {
            a * b * self.s
        }
    }
    #[differentiate]
    fn of<K: Kernel>(k: &K, p: K::Input, q: &K::Input) -> f64 {
        k.eval(p, q)
    }
    #[differentiate]
    fn both<K: Kernel>(k: &K, p: K::Input) -> f64 {
        k.eval(p.clone(), &p)
    }
    #[differentiate]
    fn all_of<K: Kernel>(k: &K, points: &[K::Input]) -> f64 {
        points.iter().map(|p| k.eval(p.clone(), &points[0]) * 0.5).sum()
    }

    #[differentiate]
    trait Model {
        type State: Clone;
        #[differentiate]
        fn init(&self) -> Self::State;
        #[differentiate]
        fn step(&self, s: &Self::State, x: f64) -> Self::State;
        #[differentiate]
        fn out(&self, s: &Self::State) -> f64;
    }
    #[differentiate]
    impl Model for Ard {
        type State = [f64; 2];
        fn init(&self) -> [f64; 2] {
            [self.s, 1.0]
        }
        fn step(&self, s: &[f64; 2], x: f64) -> [f64; 2] {
            [s[1], s[0] * x + self.s]
        }
        fn out(&self, s: &Self::State) -> f64 {
            s[0] * s[1]
        }
    }
    #[differentiate]
    fn run<M: Model>(m: &M, inputs: &[f64]) -> f64 {
        let mut s = m.init();
        for x in inputs {
            s = m.step(&s, *x);
        }
        m.out(&s)
    }

    #[differentiate]
    fn all(x: &[f64]) -> f64 {
        let (ard, long, line) = (Ard { s: x[0] }, Long { s: x[1] }, Line { s: x[2] });
        of(&ard, [x[0], 2.0], &[x[1], x[2]])
            + all_of(&ard, &[[x[0], x[1]], [1.5, x[2]]])
            + both(&long, vec![x[0], x[2]])
            + of(&line, x[0], &x[2])
            + run(&ard, x)
    }
    #[test]
    fn associated_types_that_are_sequences() {
        check!(all, [0.7, 0.4, -0.3]);
    }
}
