//! Functions of a module that are differentiated because others need them: of its traits, through
//! type parameters, and of the conversions of its types.

use crate::support::differences;
use autodiff::prelude::*;

#[differentiate]
mod optimise {
    use autodiff::prelude::*;

    pub trait Objective {
        fn value(&self, x: &[f64]) -> f64;
        fn gradient(&self, x: &[f64]) -> Vec<f64>;
        fn name(&self) -> String;
        fn scaled(&mut self, k: f64);
        fn twice(&self, x: &[f64]) -> f64 {
            2.0 * self.value(x)
        }
    }

    #[derive(Debug, Clone, Differentiable)]
    pub struct Bowl {
        pub a: f64,
        pub centre: Vec<f64>,
    }
    impl Objective for Bowl {
        fn value(&self, x: &[f64]) -> f64 {
            x.iter().zip(&self.centre).map(|(x, c)| self.a * (x - c).powi(2)).sum()
        }
        fn gradient(&self, x: &[f64]) -> Vec<f64> {
            x.iter().zip(&self.centre).map(|(x, c)| 2.0 * self.a * (x - c)).collect()
        }
        fn name(&self) -> String {
            "bowl".into()
        }
        fn scaled(&mut self, k: f64) {
            self.a *= k;
        }
    }

    #[derive(Debug, Clone, Differentiable)]
    pub struct Valley(pub f64);
    impl Objective for Valley {
        fn value(&self, x: &[f64]) -> f64 {
            self.0 * (x[1] - x[0] * x[0]).powi(2) + x[0]
        }
        fn gradient(&self, x: &[f64]) -> Vec<f64> {
            let d = x[1] - x[0] * x[0];
            vec![1.0 - 4.0 * self.0 * x[0] * d, 2.0 * self.0 * d]
        }
        fn name(&self) -> String {
            "valley".into()
        }
        fn scaled(&mut self, k: f64) {
            self.0 = self.0 * k + 1.0;
        }
    }

    fn descend<O: Objective + Clone>(objective: &O, start: &[f64], rate: f64) -> (Vec<f64>, f64) {
        let mut objective = objective.clone();
        let mut x = start.to_vec();
        for _ in 0..4 {
            let g = objective.gradient(&x);
            for (x, g) in x.iter_mut().zip(&g) {
                *x -= rate * g;
            }
            objective.scaled(0.9);
        }
        let value = objective.twice(&x);
        (x, value)
    }

    /// Plain: what is said of a name is none of the derivative's business.
    pub fn described(objective: &impl Objective) -> usize {
        objective.name().len()
    }

    #[differentiate]
    pub fn bowl(a: f64, centre: &[f64], start: &[f64]) -> f64 {
        let (x, value) = descend(&Bowl { a, centre: centre.to_vec() }, start, 0.1);
        value + x[0] * x[1]
    }

    #[differentiate]
    pub fn valley(a: f64, start: &[f64; 2]) -> f64 {
        descend(&Valley(a), start, 0.05).1
    }
}

#[differentiate]
mod colours {
    use autodiff::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
    pub struct Rgb {
        pub r: f64,
        pub g: f64,
    }
    #[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
    pub struct Xyz(pub [f64; 2]);
    #[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
    pub struct Lab {
        pub l: f64,
        pub a: f64,
    }
    impl From<Rgb> for Xyz {
        fn from(c: Rgb) -> Self {
            Xyz([c.r * c.g, c.g.powi(3)])
        }
    }
    impl From<Xyz> for Lab {
        fn from(xyz: Xyz) -> Self {
            let [x, y] = xyz.0;
            Lab { l: y.cbrt(), a: x - y }
        }
    }
    impl From<Rgb> for Lab {
        fn from(c: Rgb) -> Self {
            Lab::from(Xyz::from(c))
        }
    }
    impl From<f64> for Lab {
        fn from(grey: f64) -> Self {
            Lab { l: grey, a: 0.0 }
        }
    }

    #[differentiate]
    pub fn distance(colours: &[Rgb], grey: f64) -> f64 {
        let mut sum = 0.0;
        for c in colours {
            let lab = Lab::from(*c);
            let other: Lab = (*c).into();
            let grey = Lab::from(grey);
            sum += (lab.l - grey.l).powi(2) + lab.a * other.a - Lab::from(Xyz([c.r, c.g])).a;
        }
        sum
    }
}

/// Functions of traits that are called without active values, of types without derivatives and with
/// bodies that are not supported; those of types of `std` that are called by their paths.
#[differentiate]
mod sources {
    pub trait Source {
        fn draw(&mut self) -> f64;
        fn scale(&self) -> f64 {
            2.0
        }
    }
    pub struct Lcg(u64);
    impl Source for Lcg {
        fn draw(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / 9e15 * self.scale()
        }
    }

    pub trait Table {
        fn at(&self, k: usize) -> f64;
    }
    pub struct Lines(Vec<String>);
    impl Table for Lines {
        fn at(&self, k: usize) -> f64 {
            extern "C" fn same(x: f64) -> f64 {
                x
            }
            let f: extern "C" fn(f64) -> f64 = same;
            self.0.get(k).map(|line| f(line.parse().unwrap_or(0.0))).unwrap_or_default()
        }
    }

    pub trait Bent {
        fn bent(self, k: Self) -> Self;
    }
    impl Bent for f64 {
        fn bent(self, k: f64) -> f64 {
            k * self * self
        }
    }

    #[differentiate]
    pub fn drawn(x: f64) -> f64 {
        let mut source = Lcg(3);
        let lines = Lines(vec!["1.5".into(), "2.5".into()]);
        <f64 as Bent>::bent(x, source.draw()) + x * lines.at(1)
    }
}

/// An attribute on what has no parameters says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mat<const N: usize>([[f64; N]; N]);
#[differentiate]
impl<const N: usize> Mat<N> {
    #[differentiate]
    fn identity() -> Self {
        let mut m = Mat([[0.0; N]; N]);
        for i in 0..N {
            m.0[i][i] = 1.0;
        }
        m
    }
    #[differentiate]
    fn shifted(&self, k: f64) -> Self {
        let mut m = Self::identity();
        for i in 0..N {
            for j in 0..N {
                m.0[i][j] = self.0[i][j] + k * m.0[i][j];
            }
        }
        m
    }
}
#[differentiate]
fn trace(k: f64) -> f64 {
    let m = Mat::<2>::identity().shifted(k).shifted(k * k);
    m.0[0][0] * m.0[1][1]
}

#[test]
fn needed() {
    let close = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        found
            .iter()
            .zip(expected)
            .for_each(|(f, e)| crate::support::close("gradient", *f, *e, 1e-7));
    };
    let (value, (a, centre, start)) = optimise::bowl_value_and_grad(0.7, &[0.2, -0.5], &[1.0, 2.0]);
    assert_eq!(value, optimise::bowl(0.7, &[0.2, -0.5], &[1.0, 2.0]));
    let f = |x: &[f64]| optimise::bowl(x[0], &x[1..3], &x[3..]);
    close(&[&[a][..], &centre, &start].concat(), &differences(f, &[0.7, 0.2, -0.5, 1.0, 2.0]));
    let (value, (a, start)) = optimise::valley_value_and_grad(0.6, &[0.4, 0.9]);
    assert_eq!(value, optimise::valley(0.6, &[0.4, 0.9]));
    close(
        &[a, start[0], start[1]],
        &differences(|x| optimise::valley(x[0], &[x[1], x[2]]), &[0.6, 0.4, 0.9]),
    );
    assert_eq!(optimise::described(&optimise::Valley(1.0)), 6);

    let colour = |x: &[f64]| [colours::Rgb { r: x[0], g: x[1] }, colours::Rgb { r: 0.5, g: x[2] }];
    let x = [0.3, 0.8, 0.6, 0.4];
    let (value, (bars, grey)) = colours::distance_value_and_grad(&colour(&x), x[3]);
    assert_eq!(value, colours::distance(&colour(&x), x[3]));
    close(
        &[bars[0].r, bars[0].g, bars[1].g, grey],
        &differences(|x| colours::distance(&colour(x), x[3]), &x),
    );

    assert_eq!(trace_value_and_grad(2.0), (49.0, 2.0 * 7.0 * 5.0));

    let (value, x_bar) = sources::drawn_value_and_grad(0.7);
    assert_eq!(value, sources::drawn(0.7));
    close(&[x_bar], &differences(|x| sources::drawn(x[0]), &[0.7]));
}

/// Methods and operators of what only rustc knows the type of. Those of their names that have no
/// derivative are none of it.
#[differentiate]
mod matrices {
    use autodiff::prelude::*;
    use std::ops::{Add, Index, IndexMut, Mul};

    #[derive(Clone, Debug, Differentiable)]
    pub struct Mat {
        pub n: usize,
        pub v: Vec<f64>,
    }

    impl Index<[usize; 2]> for Mat {
        type Output = f64;
        fn index(&self, [i, j]: [usize; 2]) -> &f64 {
            &self.v[i * self.n + j]
        }
    }
    impl IndexMut<[usize; 2]> for Mat {
        fn index_mut(&mut self, [i, j]: [usize; 2]) -> &mut f64 {
            &mut self.v[i * self.n + j]
        }
    }
    impl<'a> Mul<&'a Mat> for &'a Mat {
        type Output = Mat;
        fn mul(self, rhs: &Mat) -> Mat {
            let mut out = Mat { n: self.n, v: vec![0.0; self.v.len()] };
            for i in 0..self.n {
                for j in 0..self.n {
                    out[[i, j]] = (0..self.n).map(|k| self[[i, k]] * rhs[[k, j]]).sum();
                }
            }
            out
        }
    }
    impl Add for Mat {
        type Output = Mat;
        fn add(mut self, rhs: Mat) -> Mat {
            self.v.iter_mut().zip(rhs.v).for_each(|(a, b)| *a += b);
            self
        }
    }
    impl Mat {
        fn t(&self) -> Mat {
            let mut out = self.clone();
            for i in 0..self.n {
                for j in 0..self.n {
                    out[[j, i]] = self[[i, j]];
                }
            }
            out
        }
        fn inverse(&self) -> Option<Mat> {
            let det = self[[0, 0]] * self[[1, 1]] - self[[0, 1]] * self[[1, 0]];
            if det == 0.0 {
                return None;
            }
            Some(Mat {
                n: 2,
                v: [self[[1, 1]], -self[[0, 1]], -self[[1, 0]], self[[0, 0]]]
                    .iter()
                    .map(|x| x / det)
                    .collect(),
            })
        }
    }

    /// Nothing that calls it is differentiated.
    pub struct Code(pub u64);
    impl Code {
        pub fn inverse(&self) -> Option<f64> {
            Some(f64::from_bits(self.0))
        }
    }

    fn gain(p: &Mat, h: &Mat) -> Option<f64> {
        let mut s = &(h * p) * &h.t() + p.clone();
        s[[0, 0]] += 1.0;
        let inverse = s.inverse()?;
        Some(inverse[[0, 0]] + 2.0 * inverse[[0, 1]])
    }

    #[differentiate]
    pub fn gained(x: &[f64]) -> f64 {
        let p = Mat { n: 2, v: x[..4].to_vec() };
        let h = Mat { n: 2, v: x[4..].to_vec() };
        gain(&p, &h).unwrap_or(0.0)
    }
}

#[test]
fn what_only_rustc_knows_the_type_of() {
    use matrices::*;
    check!(gained, [1.0, 0.3, 0.2, 0.8, 0.5, -0.4, 0.7, 0.9]);
    assert_eq!(Code(0).inverse(), Some(0.0));
}

/// Functions with bodies of a trait without the attribute, called on types of the module, and what
/// is taken out of a `Result` and passed on by value.
#[differentiate]
mod filters {
    use autodiff::prelude::*;

    #[derive(Clone, Copy, Debug, Default, Differentiable)]
    pub struct Coefficients {
        b: [f64; 2],
    }
    impl Coefficients {
        fn design(gain: f64, q: f64) -> Result<Self, &'static str> {
            if q <= 0.0 {
                Err("q is not positive")
            } else {
                Ok(Coefficients { b: [gain / q, gain * q] })
            }
        }
    }

    pub trait Process {
        fn tick(&mut self, x: f64) -> f64;
        fn process(&mut self, buffer: &mut [f64]) {
            for sample in buffer {
                *sample = self.tick(*sample);
            }
        }
        fn latency(&self) -> usize {
            1
        }
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct Biquad {
        c: Coefficients,
        s: f64,
    }
    impl From<Coefficients> for Biquad {
        fn from(c: Coefficients) -> Self {
            Biquad { c, ..Default::default() }
        }
    }
    impl Process for Biquad {
        fn tick(&mut self, x: f64) -> f64 {
            let y = self.c.b[0] * x + self.s;
            self.s = self.c.b[1] * x;
            y
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Chain {
        filters: Vec<Biquad>,
        feedback: f64,
    }
    impl Process for Chain {
        fn tick(&mut self, x: f64) -> f64 {
            self.feedback *= 0.5;
            self.filters.iter_mut().fold(x, |x, f| f.tick(x)) + self.feedback
        }
        fn latency(&self) -> usize {
            self.filters.len()
        }
    }

    #[differentiate]
    pub fn filtered(x: &[f64]) -> f64 {
        let filters: Vec<Biquad> = [(x[0], 0.5), (2.0, x[1])]
            .into_iter()
            .map(|(g, q)| Coefficients::design(g, q).map(Biquad::from))
            .collect::<Result<Vec<_>, _>>()
            .unwrap();
        let first = Coefficients::design(x[1], 2.0).unwrap();
        let mut second = Biquad::from(Coefficients::design(x[0], x[1]).expect("a filter"));
        let mut chain = Chain { filters, feedback: x[2] };
        let mut buffer = x.to_vec();
        chain.process(&mut buffer);
        let mut last = Biquad::from(first);
        last.process(&mut buffer[chain.latency()..]);
        buffer.iter().sum::<f64>() + second.tick(1.0)
    }
}

#[test]
fn bodies_of_traits() {
    use filters::*;
    check!(filtered, [0.7, 0.4, 0.9, 0.3]);
}
