//! Functions that draw random numbers: derivatives for the numbers that were drawn.

use autodiff::prelude::*;

/// As that of `rand`, as far as it is used here.
trait Rng {
    fn next_u64(&mut self) -> u64;

    fn random<T: Drawn>(&mut self) -> T
    where
        Self: Sized,
    {
        T::drawn(self.next_u64())
    }

    fn random_range(&mut self, range: std::ops::Range<f64>) -> f64 {
        range.start + (range.end - range.start) * f64::drawn(self.next_u64())
    }

    fn random_bool(&mut self, p: f64) -> bool {
        f64::drawn(self.next_u64()) < p
    }
}

trait Drawn {
    fn drawn(bits: u64) -> Self;
}

impl Drawn for f64 {
    fn drawn(bits: u64) -> f64 {
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Drawn for usize {
    fn drawn(bits: u64) -> usize {
        (bits >> 33) as usize
    }
}

/// It is neither `Clone` nor `Copy`.
#[derive(Debug, PartialEq)]
struct Lcg {
    state: u64,
}

impl Rng for Lcg {
    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.state
    }
}

/// A function without derivatives.
fn step<R: Rng + ?Sized>(rng: &mut R, low: f64) -> f64 {
    low + rng.random_range(0.0..1.0)
}

#[differentiate]
fn normal<R: Rng>(rng: &mut R, mean: f64, deviation: f64) -> f64 {
    let (u, v): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    mean + deviation * (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// With rejection: how often the loop runs depends on what is drawn and on the parameters.
#[differentiate]
fn gamma<R>(rng: &mut R, shape: f64, rate: f64) -> f64
where
    R: Rng,
{
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng, 0.0, 1.0);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        let u: f64 = rng.random();
        if u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v / rate;
        }
    }
}

#[differentiate]
fn beta(a: f64, b: f64, rng: &mut impl Rng) -> f64 {
    let x = gamma(rng, a, 1.0);
    let y = gamma(rng, b, 1.0);
    x / (x + y)
}

#[differentiate]
fn walk<R: Rng>(steps: &[f64], rng: &mut R) -> (f64, usize) {
    let mut at = 1.0;
    let mut turns = 0;
    for s in steps {
        let kicked = step(rng, -0.5);
        at += s * kicked;
        if rng.random_bool(0.4) {
            let _ = rng.random::<f64>();
            at *= *s;
            turns += 1;
        } else if at > 0.2 {
            at *= Rng::random_range(rng, 0.5..1.5);
        }
    }
    let mut n: usize = rng.random();
    n %= 5;
    while rng.random::<f64>() < 0.6 {
        at += at.sin() * n as f64;
    }
    (at, turns)
}

/// Closures that draw.
#[differentiate]
fn chained<R: Rng>(a: f64, b: f64, rng: &mut R) -> f64 {
    let sum: f64 = (0..4).map(|k| a * rng.random::<f64>() * k as f64).sum();
    let often = (0..5).map(|_| rng.random::<f64>()).filter(|u| *u > 0.3).count();
    let weights: Vec<f64> = (0..3).rev().map(|k| b.powi(k) * rng.random::<f64>()).collect();
    let mut draw = || rng.random::<f64>() + a;
    let (first, second) = (draw(), draw());
    let found = weights
        .iter()
        .zip([1.0, 2.0, 3.0])
        .map(|(w, c)| w * c * rng.random_range(0.0..1.0))
        .fold(0.0, |s: f64, t| s * 0.5 + t);
    sum * often as f64 + first / second + found
}

/// Calls itself.
#[differentiate]
fn branching<R: Rng>(x: f64, depth: usize, rng: &mut R) -> f64 {
    if depth == 0 || rng.random_bool(0.2) {
        return x.sin() * rng.random::<f64>();
    }
    let left = branching(x * rng.random::<f64>(), depth - 1, rng);
    left * branching(x, depth - 1, rng) + x
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Laplace {
    location: f64,
    scale: f64,
}

trait Distribution {
    fn sample<R: Rng>(&self, rng: &mut R) -> f64;
}

#[differentiate]
impl Distribution for Laplace {
    #[differentiate]
    fn sample<R: Rng>(&self, rng: &mut R) -> f64 {
        let x: f64 = Rng::random_range(rng, -0.5..0.5);
        self.location - self.scale * x.signum() * (1.0 - 2.0 * x.abs()).ln()
    }
}

#[differentiate]
impl Laplace {
    #[differentiate]
    fn mean_of<R: Rng>(&self, n: usize, rng: &mut R) -> f64 {
        let mut sum = 0.0;
        for _ in 0..n {
            sum += self.sample(rng);
        }
        sum / n as f64
    }
}

#[differentiate]
fn by_method<R: Rng>(x: &[f64], rng: &mut R) -> f64 {
    let d = Laplace { location: x[0], scale: x[1] };
    d.mean_of(4, rng) * d.sample(rng) + d.sample(rng).powi(2)
}

/// The value and the state after it are as they were, and the gradient is that of differences with
/// the same numbers.
fn agrees(
    x: &[f64],
    seed: u64,
    f: impl Fn(&[f64], &mut Lcg) -> f64,
    reverse: impl Fn(&[f64], &mut Lcg) -> (f64, Vec<f64>),
    forward: impl Fn(&[f64], &[f64], &mut Lcg) -> (f64, f64),
) {
    let mut rng = Lcg { state: seed };
    let value = f(x, &mut rng);
    let mut again = Lcg { state: seed };
    let (y, gradient) = reverse(x, &mut again);
    assert_eq!((value.to_bits(), &rng), (y.to_bits(), &again));
    let differences = crate::support::differences(|x| f(x, &mut Lcg { state: seed }), x);
    for (k, (g, d)) in gradient.iter().zip(&differences).enumerate() {
        crate::support::close("gradient", *g, *d, 1e-6);
        let unit: Vec<f64> = (0..x.len()).map(|j| f64::from(u8::from(j == k))).collect();
        let mut again = Lcg { state: seed };
        let (y, tangent) = forward(x, &unit, &mut again);
        assert_eq!((value.to_bits(), &rng), (y.to_bits(), &again));
        crate::support::close("forward", tangent, *g, 1e-12);
    }
}

macro_rules! of_two {
    ($f:ident; $x:expr, $seed:expr) => {
        pastey::paste! {
            agrees(
                &$x, $seed,
                |x, r| $f(r, x[0], x[1]),
                |x, r| { let (y, (a, b)) = [<$f _value_and_grad>](r, x[0], x[1]); (y, vec![a, b]) },
                |x, d, r| [<$f _jvp>](r, x[0], x[1], d[0], d[1]),
            )
        }
    };
}

#[test]
fn along_what_was_drawn() {
    for seed in 0..20 {
        of_two!(normal; [0.3, 1.2], seed);
        of_two!(gamma; [2.3, 1.2], seed);
        agrees(
            &[1.5, 2.5],
            seed,
            |x, r| beta(x[0], x[1], r),
            |x, r| {
                let (y, (a, b)) = beta_value_and_grad(x[0], x[1], r);
                (y, vec![a, b])
            },
            |x, d, r| beta_jvp(x[0], x[1], r, d[0], d[1]),
        );
        agrees(
            &[0.7, 0.4, 1.3, 0.2],
            seed,
            |x, r| walk(x, r).0,
            |x, r| {
                let ((y, _), g) = walk_vjp(x, r, (1.0, ()));
                (y, g)
            },
            |x, d, r| {
                let ((y, _), (t, ())) = walk_jvp(x, r, d);
                (y, t)
            },
        );
        agrees(
            &[0.7],
            seed,
            |x, r| branching(x[0], 3, r),
            |x, r| {
                let (y, g) = branching_value_and_grad(x[0], 3, r);
                (y, vec![g])
            },
            |x, d, r| branching_jvp(x[0], 3, r, d[0]),
        );
        agrees(
            &[0.7, 0.4],
            seed,
            |x, r| chained(x[0], x[1], r),
            |x, r| {
                let (y, (a, b)) = chained_value_and_grad(x[0], x[1], r);
                (y, vec![a, b])
            },
            |x, d, r| chained_jvp(x[0], x[1], r, d[0], d[1]),
        );
        agrees(
            &[0.7, 1.4],
            seed,
            |x, r| by_method(x, r),
            |x, r| by_method_value_and_grad(x, r),
            |x, d, r| by_method_jvp(x, r, d),
        );
    }
}

#[test]
fn residuals() {
    let mut rng = Lcg { state: 3 };
    let (y, residuals) = gamma_primal(&mut rng, 2.0, 1.5);
    let state = rng.state;
    let along = gamma_linear(&residuals, 1.0, 0.5);
    let (mut shape_bar, mut rate_bar) = (0.0, 0.0);
    gamma_transposed(&residuals, 1.0, &mut shape_bar, &mut rate_bar);
    crate::support::close("transposed", shape_bar + 0.5 * rate_bar, along, 1e-12);
    // the linear part draws nothing
    assert_eq!((rng.state, y), (state, gamma(&mut Lcg { state: 3 }, 2.0, 1.5)));
    let laplace = Laplace { location: 0.3, scale: 2.0 };
    let (y, bar) = laplace.sample_vjp(&mut Lcg { state: 5 }, 1.0);
    assert_eq!((y, bar.location), (laplace.sample(&mut Lcg { state: 5 }), 1.0));
}

/// With a private field: other files know that it has no reals as well.
#[derive(Debug)]
pub struct Shift {
    state: u64,
}

impl Shift {
    pub fn new(state: u64) -> Shift {
        Shift { state }
    }

    pub fn bits(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }
}

/// A trait of sources by its methods, not by its name.
trait Noise {
    fn uniform(&mut self) -> f64;

    fn shifted(&mut self, by: f64) -> f64 {
        by + self.uniform()
    }
}

impl Noise for Shift {
    fn uniform(&mut self) -> f64 {
        f64::drawn(self.bits())
    }
}

#[differentiate]
fn noisy<N: Noise>(x: &[f64], noise: &mut N) -> f64 {
    let mut y = x[0];
    for _ in 0..3 {
        y = y.sin() * noise.uniform() + noise.shifted(1.0) * x[1];
    }
    y
}

#[differentiate]
fn noisier(x: &[f64], noise: &mut impl Noise) -> f64 {
    noisy(x, noise) * noise.uniform()
}

#[differentiate]
fn with_noise(x: &[f64]) -> f64 {
    let mut noise = Shift::new(7);
    noisy(x, &mut noise)
        + noisier(x, &mut noise) * crate::discrete::data_in_modules::shifted(x, &mut noise)
}

#[test]
fn sources_of_any_name() {
    check!(with_noise, [0.7, 1.3]);
}
