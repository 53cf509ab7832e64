//! C4 for scalar primitives, with an oracle that knows nothing of derivatives: each primitive's
//! value to 400 bits, and of that a difference quotient with a step of 2⁻¹⁰⁰, whose error is some
//! 2⁻²⁰⁰. The partials that the rules give in `f64` are right to a few units in the last place at
//! many points, or as near as the argument's own rounding allows.

use crate::primitives::{ROWS, function};
use crate::support::*;
use autodiff_compiler::primitives::Prim;
use dashu_float::ops::Abs;
use dashu_float::{FBig, round::mode::HalfEven};
use std::sync::OnceLock;

type Big = FBig<HalfEven, 2>;

const PRECISION: usize = 400;
/// The step, as a power of two.
const STEP: i32 = -100;
/// The points that each primitive is looked at.
const POINTS: usize = 24;
/// Units of rounding that a partial may be off: its own operations round, and those of the library.
const UNITS: f64 = 6.0;

fn big(x: f64) -> Big {
    Big::try_from(x).unwrap_or_else(|_| panic!("{x}")).with_precision(PRECISION).value()
}

fn int(n: i64) -> Big {
    Big::from(n).with_precision(PRECISION).value()
}

/// What a primitive is, by its definition. Of those with steps, at points that are not on one.
fn value(prim: Prim, a: &[Big]) -> Option<Big> {
    let x = a[0].clone();
    let y = || a[1].clone();
    Some(match prim {
        Prim::Add => x + y(),
        Prim::Sub => x - y(),
        Prim::Mul => x * y(),
        Prim::Div => x / y(),
        Prim::Rem => x.clone() - (x / y()).trunc() * y(),
        Prim::Neg => -x,
        Prim::Sin => x.sin(),
        Prim::Cos => x.cos(),
        Prim::Tan => x.tan(),
        Prim::Asin => x.asin(),
        Prim::Acos => x.acos(),
        Prim::Atan => x.atan(),
        Prim::Atan2 => x.atan2(&y()),
        Prim::Sinh => x.sinh(),
        Prim::Cosh => x.cosh(),
        Prim::Tanh => x.tanh(),
        Prim::Asinh => x.asinh(),
        Prim::Acosh => x.acosh(),
        Prim::Atanh => x.atanh(),
        Prim::Exp => x.exp(),
        Prim::Exp2 => (x * int(2).ln()).exp(),
        Prim::ExpM1 => x.exp_m1(),
        Prim::Ln => x.ln(),
        Prim::Log => x.ln() / y().ln(),
        Prim::Log2 => x.ln() / int(2).ln(),
        Prim::Log10 => x.ln() / int(10).ln(),
        Prim::Ln1p => x.ln_1p(),
        Prim::Sqrt => x.sqrt(),
        Prim::Cbrt => x.nth_root(3),
        // the exponent is an integer
        Prim::Powi => x.powi(y().to_int().value()),
        Prim::Powf => x.powf(&y()),
        Prim::Hypot => (x.clone() * x + y() * y()).sqrt(),
        Prim::Midpoint => (x + y()) / int(2),
        Prim::Recip => int(1) / x,
        Prim::MulAdd => x * y() + a[2].clone(),
        Prim::Abs => x.abs(),
        Prim::Signum => int(if x > Big::ZERO { 1 } else { -1 }),
        Prim::Max => x.max(y()),
        Prim::Min => x.min(y()),
        Prim::Clamp => x.clamp(y(), a[2].clone()),
        Prim::Copysign => {
            if y() < Big::ZERO {
                -x.abs()
            } else {
                x.abs()
            }
        }
        Prim::Floor => x.floor(),
        Prim::Ceil => x.ceil(),
        Prim::Round => (x + int(1) / int(2)).floor(),
        Prim::Trunc => x.trunc(),
        Prim::RoundTiesEven => (x + int(1) / int(2)).floor(),
        Prim::Fract => x.clone() - x.trunc(),
        Prim::ToDegrees => x * int(180) / Big::pi(PRECISION),
        Prim::ToRadians => x * Big::pi(PRECISION) / int(180),
        Prim::RemEuclid => x.clone() - euclidean(&x, &y()) * y(),
        Prim::DivEuclid => euclidean(&x, &y()),
        Prim::Erf => erf(&x),
        Prim::LnGamma => ln_gamma(&x),
        Prim::Digamma => digamma(&x),
        _ => return None,
    })
}

/// The quotient whose remainder is not negative.
fn euclidean(x: &Big, y: &Big) -> Big {
    let q = x.clone() / y.clone();
    if *y > Big::ZERO { q.floor() } else { q.ceil() }
}

/// 2/√π · Σ (−1)ⁿ x²ⁿ⁺¹ / (n! (2n + 1))
fn erf(x: &Big) -> Big {
    let square = x.clone() * x.clone();
    let (mut term, mut sum) = (x.clone(), x.clone());
    for n in 1..600 {
        term = -(term * square.clone()) / int(n);
        sum += term.clone() / int(2 * n + 1);
    }
    int(2) * sum / Big::pi(PRECISION).sqrt()
}

/// From here on Stirling's series is used.
const FAR: i64 = 70;

/// The Bernoulli numbers B₂, B₄, …
fn bernoulli() -> &'static [Big] {
    static NUMBERS: OnceLock<Vec<Big>> = OnceLock::new();
    NUMBERS.get_or_init(made_bernoulli)
}

fn made_bernoulli() -> Vec<Big> {
    let mut all: Vec<Big> = vec![int(1)];
    for m in 1..=80 {
        let (mut sum, mut binomial) = (Big::ZERO.with_precision(PRECISION).value(), int(1));
        for (k, b) in (0..m).zip(&all) {
            sum += binomial.clone() * b.clone();
            binomial = binomial * int(m + 1 - k) / int(k + 1);
        }
        all.push(-sum / int(m + 1));
    }
    all.into_iter().skip(2).step_by(2).collect()
}

/// ln Γ(x) = ln Γ(x + n) − Σ ln(x + k), and far out (x − ½) ln x − x + ½ ln 2π + Σ B₂ₖ / (2k (2k −
/// 1) x²ᵏ⁻¹)
fn ln_gamma(x: &Big) -> Big {
    let (mut x, mut sum) = (x.clone(), Big::ZERO.with_precision(PRECISION).value());
    while x < int(FAR) {
        sum -= x.ln();
        x += int(1);
    }
    let half = int(1) / int(2);
    sum +=
        (x.clone() - half.clone()) * x.ln() - x.clone() + half * (int(2) * Big::pi(PRECISION)).ln();
    let (square, mut power) = (x.clone() * x.clone(), x);
    for (k, b) in (1..).zip(bernoulli()) {
        sum += b.clone() / (int(2 * k * (2 * k - 1)) * power.clone());
        power *= square.clone();
    }
    sum
}

/// The same, differentiated by hand: ψ(x) = ψ(x + n) − Σ 1/(x + k), and far out ln x − 1/2x − Σ B₂ₖ
/// / (2k x²ᵏ)
fn digamma(x: &Big) -> Big {
    let (mut x, mut sum) = (x.clone(), Big::ZERO.with_precision(PRECISION).value());
    while x < int(FAR) {
        sum -= int(1) / x.clone();
        x += int(1);
    }
    sum += x.ln() - int(1) / (int(2) * x.clone());
    let square = x.clone() * x;
    let mut power = square.clone();
    for (k, b) in (1..).zip(bernoulli()) {
        sum -= b.clone() / (int(2 * k) * power.clone());
        power *= square.clone();
    }
    sum
}

/// Where the arguments of a primitive are taken from: everywhere unless listed here.
fn domain(prim: Prim) -> &'static [(f64, f64)] {
    match prim {
        Prim::Asin | Prim::Acos | Prim::Atanh => &[(-1.0, 1.0)],
        Prim::Acosh => &[(1.0, 30.0)],
        Prim::Exp | Prim::Exp2 | Prim::ExpM1 | Prim::Sinh | Prim::Cosh => &[(-30.0, 30.0)],
        Prim::Tanh => &[(-9.0, 9.0)],
        Prim::Ln | Prim::Log2 | Prim::Log10 | Prim::Sqrt | Prim::Cbrt => &[(0.0, 50.0)],
        Prim::Ln1p => &[(-1.0, 20.0)],
        Prim::Log => &[(0.0, 20.0), (0.0, 5.0)],
        Prim::Powi => &[(-3.0, 3.0), (-7.0, 7.0)],
        Prim::Powf => &[(0.0, 9.0), (-6.0, 6.0)],
        Prim::Erf => &[(-5.0, 5.0)],
        Prim::LnGamma | Prim::Digamma => &[(0.0, 40.0)],
        _ => &[(-40.0, 40.0), (-30.0, 30.0), (-20.0, 20.0)],
    }
}

/// A point: uniform, at one end or near nought by turns; the bounds of `clamp` in order, and an
/// integer where one belongs.
fn point(prim: Prim, arity: usize, k: usize, noise: &mut Noise) -> Vec<f64> {
    let mut point: Vec<f64> = domain(prim)
        .iter()
        .take(arity)
        .map(|(low, high)| {
            let t = noise.next().abs();
            let small = 10f64.powf(-5.0 * noise.next().abs());
            match k % 4 {
                0 | 1 => low + (high - low) * t,
                2 => (high - (high - low) * t * small).max(low + (high - low) * small * 1e-3),
                _ => (t * small * low.abs().max(1.0) * noise.next().signum())
                    .clamp(low + small * 1e-3, *high),
            }
        })
        .collect();
    if prim == Prim::Clamp {
        point[1..].sort_by(f64::total_cmp);
    }
    if prim == Prim::Powi {
        point[1] = point[1].round();
    }
    point
}

/// A value within the step of which the primitive jumps or bends has no partial.
fn is_smooth(prim: Prim, at: &[f64]) -> bool {
    let apart = |x: f64, y: f64| (x - y).abs() > 1e-6 * (1.0 + x.abs());
    let off_integers = |x: f64| apart(x, x.round()) && apart(x - 0.5, (x - 0.5).round());
    match prim {
        Prim::Abs | Prim::Signum | Prim::Recip | Prim::Cbrt => apart(at[0], 0.0),
        Prim::Copysign => apart(at[0], 0.0) && apart(at[1], 0.0),
        Prim::Div | Prim::Hypot | Prim::Atan2 => apart(at[1], 0.0),
        Prim::Powi => apart(at[0], 0.0),
        Prim::Log => apart(at[1], 1.0),
        Prim::Max | Prim::Min => apart(at[0], at[1]),
        Prim::Clamp => apart(at[0], at[1]) && apart(at[0], at[2]) && apart(at[1], at[2]),
        Prim::Floor
        | Prim::Ceil
        | Prim::Round
        | Prim::Trunc
        | Prim::RoundTiesEven
        | Prim::Fract => off_integers(at[0]),
        Prim::Rem | Prim::RemEuclid | Prim::DivEuclid => {
            apart(at[1], 0.0) && off_integers(at[0] / at[1])
        }
        _ => true,
    }
}

/// What a rule loses although its value is well conditioned, in units of rounding of 1: where it
/// takes a difference from 1.
fn lost(prim: Prim) -> f64 {
    match prim {
        // 1 − tanh², of which little is left far out
        Prim::Tanh => 2.0,
        _ => 0.0,
    }
}

/// The partials of a primitive in the first arguments, and how much rounding the arguments changes
/// each.
fn partials(prim: Prim, at: &[f64], actives: usize) -> Vec<(Big, f64)> {
    let step = int(2).powi(STEP.into());
    let moved = |by: &[(usize, i64)]| {
        let mut x: Vec<Big> = at.iter().map(|x| big(*x)).collect();
        for (k, times) in by {
            x[*k] += step.clone() * int(*times);
        }
        value(prim, &x).expect("a primitive with a row")
    };
    let second = |i: usize, j: usize| -> f64 {
        let sum = if i == j {
            moved(&[(i, 1)]) + moved(&[(i, -1)]) - int(2) * moved(&[])
        } else {
            (moved(&[(i, 1), (j, 1)]) - moved(&[(i, 1), (j, -1)]) - moved(&[(i, -1), (j, 1)])
                + moved(&[(i, -1), (j, -1)]))
                / int(4)
        };
        (sum / (step.clone() * step.clone())).to_f64().value()
    };
    (0..actives)
        .map(|i| {
            let first = (moved(&[(i, 1)]) - moved(&[(i, -1)])) / (int(2) * step.clone());
            (first, (0..actives).map(|j| (at[j] * second(i, j)).abs()).sum())
        })
        .collect()
}

#[test]
fn partials_to_the_last_places() {
    let mut worst: Vec<(f64, String)> = Vec::new();
    for (k, (prim, expression, points)) in ROWS.iter().enumerate() {
        let arity = points[0].len();
        let program =
            Program::new(&function(expression, points[0]).0).unwrap_or_else(|e| panic!("{e}"));
        let mut noise = Noise(k as u64);
        let random: Vec<Vec<f64>> =
            (0..POINTS).map(|k| point(*prim, arity, k, &mut noise)).collect();
        let all: Vec<&[f64]> = points
            .iter()
            .copied()
            .chain(random.iter().map(Vec::as_slice))
            .filter(|at| is_smooth(*prim, at))
            .collect();
        assert!(all.len() > POINTS / 2, "{expression}: {} points", all.len());
        let mut most = 0.0;
        for at in all {
            let (_, args) = function(expression, at);
            let actives = args.iter().filter(|a| a.scalars() == 1).count();
            let found = flat(&pull(&program, "f", &args, &[real(1.0)]));
            for (wrt, (found, (exact, rounding))) in
                found.iter().zip(partials(*prim, at, actives)).enumerate()
            {
                let error = (big(*found) - exact.clone()).abs().to_f64().value();
                let exact = exact.to_f64().value();
                let unit =
                    f64::EPSILON * (exact.abs() + rounding + lost(*prim)) + f64::MIN_POSITIVE;
                assert!(
                    error <= UNITS * unit,
                    "{expression} at {at:?}, argument {wrt}: {found:e} instead of {exact:e}, {} \
                     units off",
                    error / unit
                );
                most = f64::max(most, error / unit);
            }
        }
        worst.push((most, expression.to_string()));
    }
    // the bound is not an idle one
    let most = worst.iter().map(|(units, _)| *units).fold(0.0, f64::max);
    assert!(most > 0.25, "{worst:?}");
}

/// The oracle itself, against values that are known.
#[test]
fn the_oracle_is_right() {
    // erf(½) and ψ(1) = −γ, Γ(½) = √π
    assert_eq!(erf(&big(0.5)).to_f64().value(), 0.520_499_877_813_046_5);
    assert_eq!(digamma(&big(1.0)).to_f64().value(), -0.577_215_664_901_532_9);
    let (half, root) = (ln_gamma(&big(0.5)), Big::pi(PRECISION).sqrt().ln());
    assert!((half - root).abs() < int(2).powi((-180).into()));
    // Γ(5) = 24
    assert!((ln_gamma(&int(5)) - int(24).ln()).abs() < int(2).powi((-180).into()));
}
