//! Generic functions: constants and real scalars as parameters, and calls between them and others.

use autodiff::prelude::*;

mod constants {
    use super::*;

    #[differentiate(reverse)]
    pub fn norm<const N: usize>(x: &[f64; N]) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += x[i] * x[i] * x[i].sin();
        }
        (1.0 + sum * sum).sqrt() / N as f64
    }

    /// Nothing but a turbofish tells `N`.
    #[differentiate(reverse)]
    pub fn power<const N: usize>(x: f64) -> f64 {
        let mut power = 1.0;
        for _ in 0..N {
            power *= x;
        }
        power
    }

    #[differentiate(reverse)]
    pub fn softmax<const N: usize>(x: [f64; N]) -> [f64; N] {
        let mut e = [0.0; N];
        let mut sum = 0.0;
        for i in 0..N {
            e[i] = x[i].exp();
            sum += e[i];
        }
        for i in 0..N {
            e[i] /= sum;
        }
        e
    }
}

use constants::{norm, power, softmax as normalised};

#[differentiate(reverse)]
fn matrix<const R: usize, const C: usize>(x: &[[f64; C]; R], k: f64) -> f64 {
    let mut rows = [0.0; R];
    for i in 0..R {
        for j in 0..C {
            rows[i] += (x[i][j] * k).exp() / (1 + C) as f64;
        }
    }
    // from a generic function to another, inferred and said
    norm(&rows) + norm::<R>(&rows) * constants::norm::<{ 1 + 1 }>(&[k, rows[0]])
}

/// Other parameters for each call, kept side by side.
#[differentiate(reverse)]
fn instances(x: &[f64]) -> f64 {
    let two = [[x[0], x[1], 1.0], [x[1], x[0], 2.0]];
    let four = [x[0] * 2.0, x[1], x[0], 3.0];
    let y = matrix(&two, x[0]);
    y * norm(&four) + norm::<4>(&four) + norm(&[x[0], y]) + matrix(&[[x[0]]], 0.5)
}

#[differentiate(reverse)]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut y = x[0];
    for i in 0..x.len() {
        let pair = [y, x[i]];
        let p = normalised([x[i], y, 0.3]);
        y = norm(&pair) + p[0] * p[2] + power::<3>(y) - power::<2>(p[1]);
    }
    y
}

#[differentiate(reverse)]
fn recursive<const N: usize, const FLIP: bool>(x: &[f64; N], n: usize) -> f64 {
    if n == 0 {
        return x[0];
    }
    let rest = recursive::<N, FLIP>(x, n - 1);
    if FLIP {
        x[n % N] * rest.sin()
    } else {
        x[n % N] + rest.cos() * recursive::<N, FLIP>(x, n / 2)
    }
}

#[differentiate(reverse)]
fn recursions(x: &[f64]) -> f64 {
    let x = [x[0], x[1], x[2]];
    recursive::<3, true>(&x, 5) + recursive::<3, false>(&x, 4)
}

/// What `N` tells is not what callers know, and a name in lower case is no variable.
#[differentiate(reverse)]
#[allow(non_upper_case_globals)]
fn lower_case<const n: i32>(x: f64, m: usize) -> f64 {
    let n_1 = x.powi(n) * m as f64;
    n_1 / n as f64
}

#[differentiate(reverse)]
fn calls_lower_case(x: &[f64]) -> f64 {
    lower_case::<3>(x[0], 2) * lower_case::<-1>(x[0], x.len())
}

#[test]
fn constant_parameters() {
    check!(instances, [0.3, -0.4, 0.9]);
    check!(in_a_loop, [0.3, -0.4, 0.9, 0.1]);
    check!(recursions, [0.8, -0.4, 0.9]);
    check!(calls_lower_case, [0.8]);
    // a user's turbofish, and inference
    let x = [0.3, -0.4];
    assert_eq!(constants::norm_grad(&x), constants::norm_grad::<2>(&x));
    let (y, residuals): (f64, constants::NormResiduals<2>) = constants::norm_primal::<2>(&x);
    let mut x_bar = [0.0; 2];
    constants::norm_transposed::<2>(&residuals, 1.0, &mut x_bar);
    assert_eq!((y, x_bar), constants::norm_value_and_grad(&x));
    assert_eq!(constants::power_grad::<4>(1.5), 13.5);
    let mut residuals = recursive_primal::<2, true>(&x, 3).1;
    let (mut x_bar, mut sparse) = ([0.0; 2], Sparse::<f64>::new(2));
    recursive_vjp_into::<2, true>(&x, 3, 1.0, &mut residuals, &mut x_bar);
    recursive_vjp_into(&x, 3, 1.0, &mut residuals, &mut sparse);
    assert_eq!(sparse.to_dense(), x_bar);
}

/// Functions as one finds them in crates for numerics: bounded by `num_traits`, constants through
/// conversions.
mod floats {
    use autodiff::prelude::differentiate;
    use num_traits::{Float, FloatConst, FromPrimitive, NumCast};
    use std::iter::Sum;
    use std::ops::{AddAssign, Mul};

    #[differentiate(reverse)]
    pub fn rosenbrock<T>(param: &[T], a: T, b: T) -> T
    where
        T: Float + FromPrimitive,
    {
        let mut sum = T::zero();
        for i in 0..param.len() - 1 {
            sum = sum + (a - param[i]).powi(2) + b * (param[i + 1] - param[i].powi(2)).powi(2);
        }
        sum / T::from_usize(param.len()).unwrap()
    }

    #[differentiate(reverse)]
    pub fn ackley<T: Float + FloatConst + FromPrimitive + Sum<T> + AddAssign>(x: &[T]) -> T {
        let (a, b) = (T::from_f64(20.0).expect("a literal"), T::from_f64(0.2).unwrap());
        let c = T::from(2).unwrap() * T::PI();
        let n = T::from(x.len()).unwrap();
        let (mut squares, mut waves) = (T::zero(), <T as num_traits::Zero>::zero());
        for &x in x {
            squares += x.powi(2);
            waves += (c * x).cos();
        }
        -a * (-b * (squares / n).sqrt()).exp() - (waves / n).exp() + a + T::one().exp()
    }

    #[differentiate(reverse)]
    pub fn every_method<T: Float + FromPrimitive>(x: &[T]) -> T {
        let half = T::from_f32(0.5).unwrap();
        let mut sum = T::neg_zero();
        for i in 0..x.len() {
            let y = x[i];
            let (s, c) = y.sin_cos();
            let trigonometry =
                s * y.tan() + c + y.atan() + (y * half).asin() - (y * half).acos() + y.atan2(half);
            let hyperbolic = y.sinh() / y.cosh()
                + y.tanh()
                + y.asinh()
                + (y * y + T::one() + half).acosh()
                + (half * y).atanh();
            let exponential = y.exp() + y.exp2() - y.exp_m1()
                + (y * y + half).ln()
                + y.abs().ln_1p()
                + y.abs().log2()
                + y.abs().log10();
            let powers = y.powi(3)
                + y.abs().powf(half)
                + y.abs().sqrt()
                + y.cbrt()
                + y.hypot(half)
                + y.recip()
                + (y * y).log(half);
            let pieces = y.max(half).min(y + half)
                + y.abs() * y.signum()
                + y.mul_add(half, y)
                + y.fract()
                + y.floor()
                + y % half
                + y.copysign(half);
            let angles = y.to_degrees().to_radians()
                + Float::clamp(y, -half, half)
                + num_traits::Float::sin(y)
                + T::cos(y);
            sum = sum + trigonometry + hyperbolic + exponential * powers - pieces * angles;
        }
        sum
    }

    #[differentiate(reverse)]
    pub fn conversions<T: Float>(x: &[T], n: usize) -> T {
        let wide = x[0].to_f64().unwrap();
        let narrow = x[1].to_f32().unwrap() as f64;
        let index = (x[1] + T::from(n).unwrap()).to_usize().unwrap() % x.len();
        let scale: T = NumCast::from(wide * wide + narrow).unwrap();
        let tiny = T::epsilon().max(T::min_positive_value());
        if scale > T::infinity() || scale.is_nan() || x[index].is_zero() {
            return T::nan();
        }
        scale * x[index] + T::from(wide.sin() * 2.5 + 1.0).unwrap() * tiny
    }

    /// Only the operators that it needs.
    #[differentiate(reverse)]
    pub fn dot<T: Mul<Output = T> + std::ops::Add<Output = T> + Copy + num_traits::Zero>(
        a: &[T],
        b: &[T],
    ) -> T {
        let mut sum = T::zero();
        for i in 0..a.len() {
            sum = sum + a[i] * b[i];
        }
        sum
    }

    /// From one generic function to another, and to one that is not.
    #[differentiate(reverse)]
    pub fn composed<T: Float + FromPrimitive + FloatConst + AddAssign + Sum>(x: &[T]) -> T {
        let moved: Vec<T> = vec![x[0] * x[1], x[1], T::one(), x[0]];
        let pair = [x[0], x[1]];
        let wide = plain(x[0].to_f64().unwrap());
        ackley(&moved) * dot(x, &moved[..x.len()])
            + rosenbrock(&pair, x[0], T::one())
            + T::from(wide).unwrap()
            + dot::<T>(&pair, &pair)
    }

    #[differentiate(reverse)]
    pub fn plain(x: f64) -> f64 {
        x * x.sin()
    }
}

mod reals {
    use super::*;

    #[differentiate(reverse)]
    pub fn softplus<T: Real>(x: T) -> T {
        let large = T::real(30.0);
        if x > large { x } else { (T::real(1.0) + x.exp()).ln() }
    }

    #[differentiate(reverse)]
    pub fn recursive<T: Real>(x: &[T], scale: T) -> T {
        if x.len() < 2 {
            return softplus(scale * x[0]);
        }
        let half = x.len() / 2;
        recursive(&x[..half], scale * T::real(0.5)) * recursive(&x[half..], x[0]).tanh()
    }

    #[differentiate(reverse)]
    pub fn layer<T: Real, const I: usize, const O: usize>(w: &[[T; I]; O], x: &[T; I]) -> [T; O] {
        let mut y = [T::zero(); O];
        for o in 0..O {
            for i in 0..I {
                y[o] += w[o][i] * x[i] / T::real(I as f64);
            }
            y[o] = softplus(y[o]);
        }
        y
    }

    /// What a loop keeps of other precisions, and of two parameters.
    #[differentiate(reverse)]
    pub fn mixed<T: Real, U: Real>(x: &[T], k: U, (a, n): (T, usize)) -> (T, (U, usize), Vec<U>) {
        let mut t = a;
        let mut u = k;
        let mut kept = Vec::new();
        for i in 0..x.len() {
            t = t.sin() * x[i] + T::from(u).unwrap();
            u = u * U::from(t * t).unwrap().cos();
            kept.push(u * k);
        }
        (t, (u, n + x.len()), kept)
    }
}

#[differentiate(reverse)]
fn network(x: &[f64]) -> f64 {
    let w = [[x[0], x[1], 0.5], [x[1], -0.25, x[0]]];
    let hidden = reals::layer(&w, &[x[0], 1.0, x[1]]);
    let (t, (u, n), kept): (f64, (f64, usize), Vec<f64>) =
        reals::mixed(&hidden, reals::softplus(x[0]), (x[1], 2));
    let out: [f64; 1] = reals::layer::<f64, 2, 1>(&[[t, u]], &hidden);
    out[0] * kept[1]
        + n as f64 * reals::softplus::<f64>(t)
        + reals::recursive(x, 0.5)
        + reals::recursive(&hidden, x[0])
}

#[differentiate(reverse)]
fn two_precisions(x: f64, k: f32) -> f64 {
    let (t, (u, _), kept): (f64, (f32, usize), Vec<f32>) =
        reals::mixed(&[x, 0.5], reals::softplus(k), (x, 2));
    t * u as f64 + kept[0] as f64 + reals::softplus::<f32>(x as f32) as f64
}

/// Arguments of types that only rustc knows.
#[differentiate(reverse)]
fn unknown(x: &[f64], #[constant] text: &str) -> f64 {
    let numbers: Vec<f64> = text.split(' ').map(|word| word.parse().unwrap()).collect();
    let scale = 0.5;
    floats::dot(&numbers, x) * reals::recursive(x, scale) + lower_case::<2>(x[0], 3 + 1)
}

/// Closures and iterators over parameters.
mod chains {
    use autodiff::prelude::differentiate;
    use num_traits::{Float, FromPrimitive};
    use std::iter::Sum;

    #[differentiate(reverse)]
    pub fn rosenbrock<T>(param: &[T]) -> T
    where
        T: Float + FromPrimitive + Sum,
    {
        let (a, b) = (T::one(), T::from_f64(100.0).unwrap());
        param
            .iter()
            .zip(param.iter().skip(1))
            .map(|(&xi, &xi1)| (a - xi).powi(2) + b * (xi1 - xi.powi(2)).powi(2))
            .sum()
    }

    #[differentiate(reverse)]
    pub fn levy<T: Float + FromPrimitive + Sum>(param: &[T]) -> T {
        let plen = param.len();
        assert!(plen >= 2);
        let n1 = T::from_f64(1.0).unwrap();
        let pi = T::from_f64(std::f64::consts::PI).unwrap();
        let w = |x: T| n1 + (x - n1) / T::from_u8(4).unwrap();
        (pi * w(param[0])).sin().powi(2)
            + param[1..(plen - 1)]
                .iter()
                .map(|x| w(*x))
                .map(|wi: T| (wi - n1).powi(2) * (n1 + n1.exp() * (pi * wi + n1).sin().powi(2)))
                .sum()
            + (w(param[plen - 1]) - n1).powi(2)
    }

    #[differentiate(reverse)]
    pub fn doubles<T: Float + Into<f64> + FromPrimitive>(param: &[T]) -> T {
        let wide: Vec<f64> = param.iter().map(|x| x.to_f64().unwrap()).collect();
        let first: f64 = param[0].into();
        T::from_f64(wide.iter().fold(first, |sum, x| sum * 0.5 + x.sin())).unwrap()
    }
}

#[differentiate(reverse)]
fn implied(x: impl Real, ys: &[impl num_traits::Float], n: usize) -> f64 {
    let mut sum = x.to_f64().unwrap();
    for y in ys {
        sum *= y.to_f64().unwrap() / n as f64;
    }
    sum
}

#[differentiate(reverse)]
fn calls_implied(x: &[f64]) -> f64 {
    implied(x[0] as f32, x, 2) + implied(x[1], x, x.len())
}

/// Attributes that generated functions have as well, and such that they have not.
#[differentiate(reverse)]
#[inline]
#[must_use]
#[doc(hidden)]
#[deprecated = "an example"]
pub const fn attributes<'a, const N: usize>(x: &'a [f64; N], k: &'a f64) -> f64
where
    'a: 'a,
{
    x[0] * *k + N as f64
}

#[differentiate(reverse)]
#[allow(deprecated)]
fn calls_attributes(x: &[f64]) -> f64 {
    attributes(&[x[0], x[1]], &x[1]) + attributes::<1>(&[x[0]], &0.5) * CONSTANT
}

#[allow(deprecated)]
const CONSTANT: f64 = attributes(&[2.0], &0.5);

#[derive(Differentiable, Clone, Debug)]
struct Linear<T: Real, const N: usize> {
    w: [T; N],
    b: T,
}

#[differentiate]
impl<T: Real, const N: usize> Linear<T, N> {
    #[differentiate(reverse)]
    fn loss(&self, x: &[T; N]) -> T {
        let mut s = self.b;
        for i in 0..N {
            s += self.w[i] * x[i];
        }
        s * s
    }
}

/// A gradient at single precision is that at double precision, nearly.
macro_rules! single {
    ($of:ident :: $f:ident, $x:expr $(, $more:expr)*) => {
        pastey::paste! {{
            let x: Vec<f32> = $x.iter().map(|x: &f64| *x as f32).collect();
            let (y, x_bar): (f32, Vec<f32>) = $of::[<$f _value_and_grad>](&x $(, $more)*);
            assert_eq!(y.to_bits(), $of::$f(&x $(, $more)*).to_bits());
            let wide: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
            for (i, (found, expected)) in x_bar.iter().zip($of::[<$f _grad>](&wide $(, $more)*))
                .enumerate() {
                support::close(&format!("{} {i}", stringify!($f)), f64::from(*found), expected,
                    2e-5);
            }
        }}
    };
}

use crate::support;

#[test]
fn type_parameters() {
    use chains::{doubles, levy, *};
    use floats::{ackley, composed, every_method, *};
    let x = [0.4, -0.7, 1.2, 0.3];
    check!(ackley, x);
    check!(every_method, x, 1e-5);
    check!(composed, [0.4, -0.7]);
    single!(floats::ackley, x);
    check!(levy, x);
    check!(doubles, x);
    single!(chains::levy, x);
    single!(chains::rosenbrock, x);
    single!(chains::doubles, x);
    single!(floats::every_method, x);
    single!(floats::composed, [0.4, -0.7]);
    single!(floats::conversions, [0.4, 0.7, 1.2], 3);
    // 2·x₀³ + narrow·…, by hand
    let (y, (x_bar, a_bar, b_bar)) = floats::rosenbrock_value_and_grad(&[0.5f32, 0.25], 1.0, 8.0);
    assert_eq!((y, x_bar, a_bar, b_bar), (0.125, vec![-0.5, 0.0], 0.5, 0.0));
    let (_, residuals): (f64, floats::RosenbrockResiduals<'_, f64>) =
        floats::rosenbrock_primal::<f64>(&[0.5, 0.25], 1.0, 8.0);
    assert_eq!(floats::rosenbrock_linear(&residuals, &[1.0, 0.0], 0.0, 0.0), -0.5);
    assert_eq!(dot_grad(&[1.0f32, 2.0], &[3.0, 4.0]), (vec![3.0, 4.0], vec![1.0, 2.0]));
}

#[differentiate(reverse)]
fn unknown_text(x: &[f64]) -> f64 {
    unknown(x, "2 3")
}

#[test]
fn real_parameters() {
    check!(network, [0.4, -0.7]);
    check!(unknown_text, [0.4, -0.7]);
    let (model_bar, x_bar) = Linear { w: [1.0f32, 2.0], b: 0.5 }.loss_grad(&[1.0, 1.0]);
    assert_eq!((model_bar.w, model_bar.b, x_bar), ([7.0, 7.0], 7.0, [7.0, 14.0]));
    check!(calls_attributes, [0.4, -0.7]);
    assert_eq!(implied_grad(2.0f32, &[3.0, 4.0], 1), (12.0f32, vec![8.0, 6.0]));
    assert_eq!(calls_implied_jvp(&[0.5, 0.25], &[0.0, 0.0]).0, calls_implied(&[0.5, 0.25]));
    let (x_bar, k_bar) = two_precisions_grad(0.3, 0.25);
    let difference = |dx: f64, dk: f32| {
        (two_precisions(0.3 + dx, 0.25 + dk) - two_precisions(0.3 - dx, 0.25 - dk)) * 32.0
    };
    support::close("x_bar", x_bar, difference(1.0 / 64.0, 0.0), 1e-3);
    support::close("k_bar", f64::from(k_bar), difference(0.0, 1.0 / 64.0), 1e-3);
    support::close("x_dot", two_precisions_jvp(0.3, 0.25, 1.0, 0.0).1, x_bar, 1e-6);
    assert_eq!(reals::softplus_grad::<f32>(0.0), 0.5);
    assert_eq!(reals::softplus_grad(0.0), 0.5);
    let w = [[0.5f32, -1.0], [2.0, 0.25], [1.0, 1.0]];
    let (y, (w_bar, x_bar)) = reals::layer_vjp(&w, &[1.0, 2.0], [1.0, 0.0, 0.0]);
    assert_eq!(y, reals::layer(&w, &[1.0, 2.0]));
    assert_eq!((w_bar[1], w_bar[2]), ([0.0; 2], [0.0; 2]));
    assert!(x_bar[0] > 0.0 && x_bar[1] < 0.0);
    let (value, (t, u, kept)) = reals::mixed_jvp(&[0.5], 0.25f32, (1.0, 3), &[0.0], 1.0, (0.0, ()));
    assert_eq!(value, reals::mixed(&[0.5], 0.25f32, (1.0, 3)));
    let ((u, ()), t): ((f32, ()), f64) = (u, t);
    assert_eq!((t, kept.len()), (1.0, 1));
    assert!(u.is_finite());
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Smooth;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Leaky {
    slope: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Layer<A> {
    weights: Vec<f64>,
    activation: A,
}

#[differentiate]
impl Layer<Smooth> {
    #[differentiate]
    fn smooth(&self, x: f64) -> f64 {
        self.weights.iter().map(|w| (w * x).tanh()).sum()
    }
}

#[differentiate]
impl Layer<Leaky> {
    #[differentiate]
    fn leaky(&self, x: f64) -> f64 {
        self.weights.iter().map(|w| (w * x).max(self.activation.slope * w * x)).sum()
    }
}

/// A struct without fields tells the argument of a type.
#[differentiate(reverse)]
fn layers(x: &[f64]) -> f64 {
    let smooth = Layer { weights: x[1..].to_vec(), activation: Smooth };
    let leaky = Layer { weights: x.to_vec(), activation: Leaky { slope: x[0] * 0.1 } };
    smooth.smooth(x[0]) + leaky.leaky(x[1])
}

#[test]
fn structs_without_fields() {
    check!(layers, [0.3, -0.7, 1.1]);
}

/// Of one function, instances of different sizes in the arms of a branch.
mod sizes_in_arms {
    use autodiff::prelude::*;

    #[differentiate]
    pub fn ends<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
        x.sin() * c[N - 1] * c[0].sin() * c[N / 2].exp()
    }

    #[differentiate]
    pub fn chosen(x: &[f64]) -> f64 {
        match x.len() % 3 {
            0 => ends(x[0].cos(), &[x[0] * x[0]; 4]),
            1 => ends(x[0].sin(), &[x[0].exp(), x[0]]),
            _ => ends::<3>(x[1], &[x[0], x[1], 0.5]),
        }
    }

    mod tests {
        at_points! { chosen }
    }
}

// a type parameter of which there are no values: its constants and functions alone
mod of_constants {
    use autodiff::prelude::*;

    trait Unit {
        const K: f64;
        const N: usize;
        fn k(n: usize) -> f64 {
            Self::K * n as f64
        }
    }
    struct Metre;
    struct Foot;
    impl Unit for Metre {
        const K: f64 = 2.0;
        const N: usize = 2;
    }
    impl Unit for Foot {
        const K: f64 = 5.0;
        const N: usize = 1;
        fn k(_: usize) -> f64 {
            1.0
        }
    }
    #[differentiate]
    fn scaled<U: Unit>(x: f64) -> f64 {
        let mut y = x * U::K + x * x * U::k(2);
        for i in 0..U::N {
            y = y * x + <U as Unit>::k(i);
        }
        y
    }
    #[differentiate]
    fn squares<T: Real, U>(x: &[T]) -> T
    where
        U: Unit,
    {
        let mut s = T::zero();
        for v in x {
            s = s + *v * *v;
        }
        if U::N > 1 { s } else { s * x[0] }
    }
    #[differentiate]
    fn both<U: Unit, V: Unit>(x: f64) -> f64 {
        scaled::<U>(x) * scaled::<V>(x) + squares::<f64, V>(&[x, x * x])
    }
    #[differentiate]
    fn units(x: &[f64]) -> f64 {
        both::<Metre, Foot>(x[0]) + squares::<f64, Metre>(x)
    }

    mod laws {
        at_points! { units }
    }
}

/// A frame of reference, which is not differentiable.
struct Body;

#[derive(Clone, Debug, Differentiable)]
struct InFrame<F> {
    x: f64,
    y: f64,
    frame: std::marker::PhantomData<F>,
}

#[differentiate]
impl<F> InFrame<F> {
    #[differentiate]
    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }

    #[differentiate]
    fn dot(&self, other: &InFrame<F>) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiate]
fn longer<F>(v: &InFrame<F>, k: f64) -> f64 {
    v.norm() * k
}

#[differentiate]
fn in_frame(v: &InFrame<Body>) -> f64 {
    longer(v, v.x) + v.dot(v)
}

#[test]
fn parameters_without_values() {
    let v = InFrame { x: 3.0, y: 4.0, frame: std::marker::PhantomData };
    let (value, gradient) = in_frame_value_and_grad(&v);
    assert_eq!(value.to_bits(), in_frame(&v).to_bits());
    // norm * x + norm²
    assert_eq!((value, gradient.x, gradient.y), (40.0, 5.0 + 9.0 / 5.0 + 6.0, 12.0 / 5.0 + 8.0));
}
