//! Functions as arguments, in unusual forms.

use autodiff::prelude::*;
use autodiff::{Real, function};

#[differentiate]
fn apply<F: Fn(f64) -> f64 + Copy>(f: F, x: f64) -> f64 {
    f(x) * once(f, x) + plain_twice(f, x)
}

#[differentiate]
fn once(f: impl FnOnce(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiate]
fn plain_twice<F>(f: F, x: f64) -> f64
where
    F: Fn(f64) -> f64 + Copy,
{
    once(f, x) + once(&f, 2.0 * x)
}

#[differentiate]
fn changed_later(x: &[f64]) -> f64 {
    let mut w = x.to_vec();
    let mut s = x[0];
    let mut total = 0.0;
    for i in 0..w.len() {
        let y = apply(|t| t * w[i] * s, x[0]);
        w[i] = y * y;
        s += w[i];
        total += y + apply(|t| w[0] * t + s, 0.5);
        w[0] *= 0.5;
    }
    total + s
}

#[differentiate]
fn maybe(f: impl Fn(f64) -> Option<f64>, x: f64) -> f64 {
    match f(x) {
        Some(y) => y * x,
        None => x,
    }
}

#[differentiate]
fn options(x: &[f64]) -> f64 {
    let limit = x[1];
    maybe(|t| if t > limit { Some(t * limit) } else { None }, x[0])
        + maybe(|t| Some(t * x[0]), x[1])
}

#[differentiate]
fn paired<F: Fn((f64, f64), usize) -> (f64, [f64; 2])>(f: F, x: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let (a, b) = f((x, x * x), i);
        s += a * b[i % 2];
    }
    s
}

#[differentiate]
fn pairs(x: &[f64]) -> f64 {
    paired(|(a, b): (f64, f64), i: usize| (a * x[i], [b, a * x[0]]), x[1])
}

#[differentiate]
fn constant_function(f: impl Fn() -> f64, g: impl Fn(usize) -> f64, x: f64) -> f64 {
    f() * g(1) * x
}

#[differentiate]
fn nullary(x: &[f64]) -> f64 {
    let table = [2.0, 3.0];
    constant_function(|| x[0] * x[1], |i: usize| table[i], x[0])
        + constant_function(|| 2.0, |_: usize| x[1], x[0])
}

#[differentiate]
fn inner_function(x: &[f64]) -> f64 {
    fn inner(t: f64) -> f64 {
        t * t.sin()
    }
    let some = if x[0] > 0.0 { Some(x[1]) } else { None };
    once(inner, x[0])
        + once(|t| some.unwrap_or(1.0) * t, x[0])
        + once(|t| x.iter().map(|v| v * t).sum(), x[1])
}

#[differentiate]
fn strange_names(
    object: impl Fn(f64) -> f64,
    values: impl Fn(f64, f64) -> f64,
    frame: f64,
    stacks: f64,
) -> f64 {
    object(frame) * values(stacks, frame)
}

#[differentiate]
fn strange(x: &[f64]) -> f64 {
    let (rest, captures, arguments) = (x[0], x[1], 2.0 * x[0]);
    strange_names(
        |frame: f64| frame * rest,
        |stacks: f64, object: f64| stacks * captures + object * arguments,
        x[0],
        x[1],
    )
}

#[derive(Differentiable, Clone, Debug)]
struct Model<T: Real> {
    w: Vec<T>,
    b: T,
}

#[differentiate]
fn summed<T: Real, F: Fn(T, usize) -> T>(f: F, x: T, n: usize) -> T {
    let mut s = T::real(0.0);
    for i in 0..n {
        s = s + f(x, i);
    }
    s
}

#[differentiate]
impl<T: Real> Model<T> {
    #[differentiate]
    fn value(&self, x: T) -> T {
        summed(|t: T, i: usize| self.w[i] * t + self.b, x, self.w.len())
    }
}

#[differentiate]
fn generic_methods(x: &[f64]) -> f64 {
    let m = Model::<f64> { w: x.to_vec(), b: x[0] };
    m.value(x[1])
}

#[differentiate]
fn empty(x: &[f64]) -> f64 {
    let none: Vec<f64> = Vec::new();
    once(|t| none.iter().sum::<f64>() * t + t * t, x[0])
}

#[differentiate]
fn unused(_f: impl Fn(f64) -> f64, _: impl Fn(f64) -> f64, x: f64) -> f64 {
    x * x
}

#[differentiate]
fn unused_too(x: &[f64]) -> f64 {
    unused(|t| t * x[1], f64::sin, x[0]) + x[1]
}

#[differentiate(forward)]
fn forward_only(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[differentiate(forward)]
fn forward_closures(k: f64, x: f64) -> f64 {
    forward_only(|t| t * k, x)
}

#[differentiate]
fn many(x: &[f64]) -> f64 {
    let (a, b, c, d, e, f, g, h) =
        (x[0], x[1], x[0] * x[1], x[0] + 1.0, x[1] - 1.0, x[0] * 0.5, x[1] * 3.0, x[0] / x[1]);
    once(|t| a * t + b * c * t - d / (2.0 + e * e) + f * g * h * t * t, x[0])
}

#[differentiate]
fn moved(x: &[f64]) -> f64 {
    let mut k = x[0];
    let w = vec![x[0], x[1] * 2.0];
    let f = move |t: f64| k * t + w[1];
    k = 3.0 * x[1];
    once(&f, k) + once(f, 1.0)
}

#[differentiate]
fn same_array(x: &[f64]) -> f64 {
    let row = &x[1..];
    combined(|t| x[0] * t + row[0], |t| row[0] * x[1] * t, row, x[0])
}

#[differentiate]
fn combined(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: &[f64], y: f64) -> f64 {
    f(g(x[0])) * y
}

#[differentiate]
fn single(f: impl Fn(f32) -> f32, x: f32) -> f32 {
    f(x) * x
}

#[differentiate]
fn singles(k: f32, x: f32) -> f32 {
    single(|t| t * k * 0.5, x)
}

#[differentiate]
fn hypotenuse<T: Real, F: Fn(T, T) -> T>(f: F, x: T) -> T {
    f(x, x + T::one())
}

#[differentiate]
fn of_real<T: Real>(x: T) -> T {
    hypotenuse(T::hypot, x) * summed(|t: T, i: usize| t.powi(i as i32), x, 3)
}

#[differentiate]
fn of_reals(x: &[f64]) -> f64 {
    let small: f32 = single(f32::sqrt, x[1] as f32);
    of_real(x[0]) + hypotenuse(f64::atan2, x[1]) + 1e-9 * small as f64
}

#[differentiate]
fn early(x: &[f64]) -> Result<f64, String> {
    if x[0] > 10.0 {
        return Err("large".into());
    }
    let y = checked(|t| if t > 5.0 { Err("too much".to_string()) } else { Ok(t * x[1]) }, x[0])?;
    Ok(y * 2.0)
}

#[differentiate]
fn checked(f: impl Fn(f64) -> Result<f64, String>, x: f64) -> Result<f64, String> {
    Ok(f(x)? * x)
}

#[differentiate]
fn results(x: &[f64]) -> f64 {
    early(x).unwrap_or(0.0)
}

#[test]
fn shapes() {
    check!(changed_later, [0.7, 0.3, 0.4]);
    check!(options, [0.7, 0.3]);
    check!(options, [0.2, 0.3]);
    check!(pairs, [0.7, 0.3, 0.4]);
    check!(nullary, [0.7, 0.3]);
    check!(inner_function, [0.7, 0.3]);
    check!(inner_function, [-0.7, 0.3]);
    check!(strange, [0.7, 0.3]);
    check!(generic_methods, [0.7, 0.3, 0.2]);
    check!(empty, [0.7]);
    check!(unused_too, [0.7, 0.3]);
    check!(many, [0.7, 0.3]);
    check!(moved, [0.7, 0.3]);
    check!(same_array, [0.7, 0.3]);
    check!(results, [0.7, 0.3]);
    check!(of_reals, [0.7, 0.3]);
    assert_eq!(forward_closures_jvp(2.0, 3.0, 1.0, 0.0), (18.0, 9.0));
    assert_eq!(singles_grad(2.0, 3.0), (4.5, 6.0));
    assert_eq!(strange_names_grad(function!(sq), function!(times), 2.0, 3.0), (36.0, 8.0));
}

#[differentiate]
fn sq(x: f64) -> f64 {
    x * x
}
#[differentiate]
fn times(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiate]
fn sum_of(n: usize, f: impl Fn(usize) -> f64) -> f64 {
    (0..n).map(f).sum()
}

/// A number that a closure captures, of the type that literals have.
#[differentiate(reverse)]
fn captured_numbers(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for step in 0..3 {
        s += sum_of(2, |i| if i == 1 { x[0] * (step as f64).cos() } else { x[1] });
    }
    s
}

#[test]
fn captured_literals() {
    check!(captured_numbers, [0.7, 0.3]);
}
