//! Functions that return closures or iterators.

use autodiff::prelude::*;

const SCALE: f64 = 0.7;

#[differentiate]
fn gaussian(mu: f64, sigma: f64) -> impl Fn(f64) -> f64 {
    let width = 2.0 * sigma * sigma;
    move |x| (-(x - mu).powi(2) / width).exp() * SCALE
}

#[differentiate]
fn mixture(a: f64, b: f64) -> impl Fn(f64) -> f64 {
    let (left, right) = (gaussian(a, 1.0), gaussian(b, 0.5));
    move |x| left(x) + 0.5 * right(x)
}

#[differentiate]
fn composed<F, G>(f: F, g: G) -> impl Fn(f64) -> f64
where
    F: Fn(f64) -> f64,
    G: Fn(f64) -> f64,
{
    move |x| g(f(x))
}

#[differentiate]
fn grid(from: f64, to: f64, n: usize) -> impl Iterator<Item = f64> {
    let h = (to - from) / n as f64;
    (0..n).map(move |i| from + h * i as f64)
}

#[differentiate]
pub fn boxed(k: f64) -> Box<dyn Fn(f64, f64) -> f64> {
    Box::new(move |x, y| k * x * y)
}

#[differentiate]
fn taking(x: &[f64]) -> impl Iterator<Item = (usize, f64)> + '_ {
    x.iter().enumerate().filter(|(_, v)| **v > 0.0).map(|(i, v)| (i, v * v))
}

#[differentiate]
fn called(x: &[f64]) -> f64 {
    let f = gaussian(x[0], 1.0 + x[1] * x[1]);
    let g = mixture(x[1], x[2]);
    let h = composed(&f, |y| y * x[2] + 1.0);
    f(0.3) + g(x[0]) * h(x[1]) + gaussian(0.0, 1.0)(x[2]) + boxed(x[0])(x[1], x[2])
}

#[differentiate]
fn iterated(x: &[f64]) -> f64 {
    let mut s: f64 = grid(x[0], x[1], 5).map(|t| t.sin()).sum();
    for t in grid(0.0, x[2], 3) {
        s += t * t;
    }
    s += x.iter().map(|v| gaussian(*v, 1.0)(0.5)).sum::<f64>();
    s + x.iter().copied().map(gaussian(0.1, x[1] + 3.0)).sum::<f64>()
        + taking(x).map(|(i, v)| v * (i + 1) as f64).sum::<f64>()
}

// what has no derivative is called as it is
#[differentiate]
fn inactive(x: &[f64]) -> f64 {
    let weight = gaussian(0.0, 2.0);
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += weight(i as f64) * v;
    }
    for t in grid(0.0, 1.0, 4) {
        s += x[0] * t;
    }
    s
}

mod potentials {
    use autodiff::prelude::*;

    /// Names nothing of its module.
    #[differentiate]
    pub fn spring(k: f64) -> impl Fn(f64) -> f64 {
        move |x| 0.5 * k * x * x
    }

    // the name of another function outside
    #[differentiate]
    fn gaussian(k: f64) -> impl Fn(f64) -> f64 {
        move |x| k - x
    }

    #[differentiate]
    pub fn inside(x: &[f64]) -> f64 {
        gaussian(x[0])(x[1]) * x[2]
    }
}

use potentials::*;

#[differentiate]
fn from_elsewhere(x: &[f64]) -> f64 {
    spring(x[0])(x[1]) * x[2]
}

#[derive(Clone, Debug, Differentiable)]
struct Line {
    slope: f64,
    knots: Vec<f64>,
    order: usize,
}

#[differentiate]
impl Line {
    #[differentiate]
    fn at(&self, offset: f64) -> impl Fn(f64) -> f64 + '_ {
        move |x| self.slope * x + offset
    }

    #[differentiate]
    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.knots.windows(2).map(|w| (w[0], w[1]))
    }

    #[differentiate]
    fn orders(&self) -> impl Iterator<Item = usize> {
        1..self.order + 1
    }

    #[differentiate]
    fn smooth(self, width: f64) -> Box<dyn Fn(f64) -> f64> {
        let g = gaussian(self.slope, width);
        Box::new(move |x| g(x) + self.knots[0])
    }

    #[differentiate]
    fn roughness(&self) -> f64 {
        let f = self.at(0.3);
        self.pairs().map(|(a, b)| (f(b) - f(a)).powi(2)).sum()
    }
}

#[differentiate]
fn of_methods(x: &[f64]) -> f64 {
    let line = Line { slope: x[0], knots: x.to_vec(), order: 3 };
    let mut s = line.at(x[1])(x[2]) + line.roughness();
    for n in line.orders() {
        s += x[n % 3] / n as f64;
    }
    for (a, b) in line.pairs() {
        s += a * b;
    }
    let smooth = line.smooth(1.5);
    s + smooth(x[1])
}

#[differentiate]
mod group {
    use autodiff::prelude::*;

    fn rate(k: f64) -> impl Fn(f64) -> f64 {
        move |x| -super::differentiated(k) * x
    }

    #[differentiate]
    fn stepped(f: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
        move |x| x + 0.1 * f(x)
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Rates {
        pub k: [f64; 2],
    }

    impl Rates {
        fn each(&self, scale: f64) -> impl Iterator<Item = f64> + '_ {
            self.k.iter().map(move |k| k * scale)
        }
    }

    pub struct Decay;

    impl Decay {
        #[differentiate]
        pub fn run(k: f64, x: f64) -> f64 {
            let step = stepped(rate(k));
            (0..4).fold(x, |x, _| step(x))
        }
    }

    #[differentiate]
    pub fn decayed(x: &[f64]) -> f64 {
        let rates = Rates { k: [x[0], x[1]] };
        Decay::run(x[0], x[1]) * x[2] + rate(x[2])(x[0]) + rates.each(x[2]).product::<f64>()
    }
}
use group::*;
use samples::nested::*;

#[differentiate]
fn differentiated(k: f64) -> f64 {
    k * k
}

#[differentiate]
fn counter(start: f64) -> impl FnMut() -> f64 {
    let mut now = start;
    move || {
        now *= 2.0;
        now
    }
}

#[differentiate]
fn applied<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) * f(2.0 * x)
}

#[differentiate]
fn passed(x: &[f64]) -> f64 {
    let (mut f, mut g) = (counter(x[0]), counter(x[1]));
    let states = f() + f() * g() + g() * f();
    states
        + applied(gaussian(x[0], 2.0), x[2])
        + applied(composed(|t| t * x[1], boxed_line(x[2])), x[0])
}

#[differentiate]
fn boxed_line(k: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |x| k * x + 1.0)
}

mod samples {
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    pub struct Weights {
        pub each: [f64; 3],
        pub rows: Vec<Vec<f64>>,
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Samples {
        pub values: Vec<f64>,
        pub weights: Weights,
        pub(super) last: Vec<f64>,
        hidden: Vec<f64>,
    }

    #[differentiate]
    impl Samples {
        #[differentiate]
        pub fn new(x: &[f64]) -> Samples {
            let weights = Weights { each: [x[0], x[1], x[2]], rows: vec![vec![x[1]], x.to_vec()] };
            let values = vec![x[2] * x[0], x[1], x[0]];
            Samples { values, weights, last: vec![x[2]], hidden: vec![x[0], x[1]] }
        }

        #[differentiate]
        pub fn all(&self) -> std::slice::Iter<'_, f64> {
            self.values.iter()
        }

        #[differentiate]
        pub fn above(&self, bound: f64) -> impl Iterator<Item = &f64> {
            self.values.iter().filter(move |v| **v > bound)
        }

        #[differentiate]
        pub fn from(&self, start: usize) -> impl Iterator<Item = &f64> {
            self.values[start..].iter()
        }

        #[differentiate]
        pub fn squares<'a>(&'a self) -> impl Iterator<Item = f64> + 'a {
            let each = &self.weights.each;
            each.iter().map(|w| w * w)
        }

        #[differentiate]
        pub fn row(&self, i: usize) -> impl Iterator<Item = &f64> {
            self.weights.rows[i].iter()
        }

        #[differentiate]
        pub fn last(&self) -> impl Iterator<Item = &f64> {
            self.last.iter()
        }

        #[differentiate]
        pub fn hidden(&self) -> impl Iterator<Item = &f64> {
            self.hidden.iter()
        }
    }

    pub mod nested {
        use super::Samples;
        use autodiff::prelude::*;

        #[differentiate]
        pub fn of_private(x: &[f64]) -> f64 {
            Samples::new(x).hidden().map(|v| v * v).sum()
        }
    }
}

#[differentiate]
fn of_samples(s: &samples::Samples) -> f64 {
    let all: f64 = s.all().zip(s.squares()).map(|(v, w)| v * w).sum();
    let above: f64 = s.above(0.2).map(|v| v.powi(3)).sum();
    let rows: f64 = s.row(1).chain(s.last()).map(|v| v.sin()).sum();
    all + above * rows + s.from(1).product::<f64>()
}

#[differentiate]
fn of_fields_elsewhere(x: &[f64]) -> f64 {
    let samples = samples::Samples::new(x);
    of_samples(&samples)
}

#[test]
fn inlined_functions_run() {
    for x in [[0.7, 0.5, 0.9], [-0.4, 0.3, 1.4], [0.1, -0.8, -0.6]] {
        check!(called, x);
        check!(iterated, x);
        check!(inactive, x);
        check!(from_elsewhere, x);
        check!(inside, x);
        check!(decayed, x);
        check!(of_methods, x);
        check!(passed, x);
        check!(of_fields_elsewhere, x);
        check!(of_private, x);
    }
}
