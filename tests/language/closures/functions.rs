//! Functions as parameters: numerical methods that are generic in their function, called with
//! closures that capture active values, with differentiated functions by name, and with their own
//! parameters passed on.

use autodiff::prelude::*;
use autodiff::{Real, function};

// ---------- quadrature

#[differentiate]
fn simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = 0.0;
    for i in 0..n {
        let left = a + h * i as f64;
        sum += f(left) + 4.0 * f(left + 0.5 * h) + f(left + h);
    }
    sum * h / 6.0
}

#[differentiate]
fn bell(x: f64) -> f64 {
    (-x * x).exp()
}

#[differentiate]
fn of_name(x: &[f64]) -> f64 {
    simpson(bell, x[0], x[1], 6) * x[0]
}

#[differentiate]
fn of_std(x: &[f64]) -> f64 {
    simpson(f64::sin, x[0], x[1], 5) + simpson(f64::exp, x[1], 1.0, 2)
}

#[differentiate]
fn of_scalars(x: &[f64]) -> f64 {
    let (k, m) = (x[0] * x[1], 3);
    let c = 0.5;
    simpson(|t| (k * t).sin() * c + t.powi(m), 0.0, x[1], 4)
}

#[differentiate]
fn of_slices(x: &[f64]) -> f64 {
    let tail = &x[1..];
    let doubled: Vec<f64> = x.iter().map(|v| 2.0 * v).collect();
    simpson(|t| x[0] * t + tail[0] * t * t + doubled[2].cos(), tail[1], 1.5, 3)
}

#[derive(Differentiable, Clone, Debug)]
struct Wave {
    amplitude: f64,
    phases: Vec<f64>,
    harmonics: usize,
}

#[differentiate]
fn of_structs(x: &[f64]) -> f64 {
    let wave = Wave { amplitude: x[0], phases: x[1..].to_vec(), harmonics: 2 };
    let sound = |t: f64| {
        let mut y = 0.0;
        for k in 0..wave.harmonics {
            y += (t * (k + 1) as f64 + wave.phases[k]).sin();
        }
        wave.amplitude * y
    };
    simpson(sound, 0.0, 1.0, 4) + simpson(&sound, 1.0, x[2], 3)
}

#[differentiate]
fn passed_on<F>(f: &F, from: f64, scale: f64) -> f64
where
    F: Fn(f64) -> f64,
{
    simpson(f, from, 1.0, 2) * scale + f(scale)
}

#[differentiate]
fn wrapped(f: impl Fn(f64) -> f64, scale: f64) -> f64 {
    let twice = |t: f64| f(f(t)) * scale;
    simpson(|t| f(t) * t * scale, 0.0, scale, 3)
        + passed_on(&twice, 0.1, scale)
        + passed_on(&f, 0.2, 0.5)
}

#[differentiate]
fn of_functions(x: &[f64]) -> f64 {
    let k = x[0];
    wrapped(|t: f64| (k * t).sin() + x[1], x[2]) + passed_on(&bell, x[0], x[1])
}

#[differentiate]
fn of_closures_in_closures(x: &[f64]) -> f64 {
    let inner = |s: f64| s * x[0] + x[1];
    let outer = move |t: f64| inner(t) * inner(t + 1.0);
    simpson(|a| simpson(|b| outer(a * b) + x[2] * b, 0.0, a, 2), 0.0, x[2], 2)
}

#[differentiate]
fn of_branches(x: &[f64]) -> f64 {
    let limit = x[1];
    let kinked = |t: f64| {
        if t > limit {
            return t * limit;
        }
        let mut p = t;
        while p < 2.0 {
            p *= 1.5 + x[0] * x[0];
        }
        p
    };
    let mut total = 0.0;
    for (i, v) in x.iter().enumerate() {
        if i != 1 {
            total += simpson(kinked, *v, v + 1.0, i + 1);
        }
    }
    total
}

#[differentiate]
fn chained(x: &[f64]) -> f64 {
    x.iter().map(|v| simpson(|t| t * v + x[0], 0.0, *v, 2)).sum::<f64>()
        + mapped(bell, x)
        + mapped(|v| v * x[1], x)
}

#[differentiate]
fn mapped<F: Fn(f64) -> f64>(f: F, x: &[f64]) -> f64 {
    let powers: Vec<f64> = x.iter().copied().map(&f).collect();
    powers.iter().map(|v| f(*v)).fold(0.0, |a, b| a + b * b)
}

#[test]
fn quadrature() {
    check!(of_name, [0.3, 1.2]);
    check!(of_std, [0.3, 1.2]);
    check!(of_scalars, [0.7, 1.2]);
    check!(of_slices, [0.7, 1.2, 0.4]);
    check!(of_structs, [0.7, 1.2, 0.4]);
    check!(of_functions, [0.7, 0.2, 0.4]);
    check!(of_closures_in_closures, [0.7, 0.2, 0.4]);
    check!(of_branches, [0.7, 0.93, 0.41, 0.28]);
    check!(chained, [0.7, 0.9, 0.4, 0.25]);
}

/// Recursive, with the function passed on.
#[differentiate]
fn adaptive<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, tolerance: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b));
    let left = (m - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + m)) + f(m));
    let right = (b - m) / 6.0 * (f(m) + 4.0 * f(0.5 * (m + b)) + f(b));
    if depth == 0 || (left + right - whole).abs() < tolerance {
        return left + right;
    }
    adaptive(f, a, m, tolerance, depth - 1) + adaptive(f, m, b, tolerance, depth - 1)
}

#[differentiate]
fn of_peak(x: &[f64]) -> f64 {
    adaptive(&|t: f64| x[0] / (x[1] * x[1] + (t - x[2]).powi(2)), 0.0, 1.0, 1e-3, 6)
}

#[test]
fn recursive() {
    check!(of_peak, [0.7, 0.2, 0.4], 1e-6);
}

// ---------- Newton's method

#[differentiate]
fn newton(f: impl Fn(f64) -> f64, slope: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    for _ in 0..30 {
        let step = f(x) / slope(x);
        x -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    x
}

#[differentiate]
fn root(x: &[f64]) -> f64 {
    let (a, b) = (x[0], x[1]);
    newton(|t| t * t * t + a * t - b, |t| 3.0 * t * t + a, x[2])
}

#[differentiate]
fn secant<T: Real, F: Fn(T) -> T>(f: F, a: T, b: T, steps: usize) -> T {
    let (mut x, mut y) = (a, b);
    for _ in 0..steps {
        let (p, q) = (f(x), f(y));
        let next = y - q * (y - x) / (q - p);
        x = y;
        y = next;
    }
    y
}

#[differentiate]
fn generic_root(x: &[f64]) -> f64 {
    let a = x[0];
    secant(|t| t * t - a, x[1], 2.0, 4)
}

#[differentiate]
fn single_root(a: f32) -> f32 {
    secant(|t: f32| t * t - a, 1.0, a, 6)
}

#[differentiate]
fn inverse<T: Real>(y: T) -> T {
    secant(|t: T| t * t * t + t - y, T::real(0.0), T::real(1.0), 6)
}

#[differentiate]
fn inverse_of(x: &[f64]) -> f64 {
    inverse(x[0]) * x[0]
}

#[test]
fn newtons() {
    let gradient = check!(root, [0.7, 0.2, 0.4]);
    assert!(gradient[2].abs() < 1e-12, "the start does not matter");
    check!(generic_root, [3.0, 1.2]);
    check!(inverse_of, [0.8]);
    assert!((single_root_grad(2.0) - 0.5 / 2f32.sqrt()).abs() < 1e-5);
}

// ---------- Runge and Kutta

#[differentiate]
fn rk4<F: Fn(f64, f64) -> f64>(f: F, y: f64, from: f64, to: f64, steps: usize) -> f64 {
    let h = (to - from) / steps as f64;
    let (mut t, mut y) = (from, y);
    for _ in 0..steps {
        let a = f(t, y);
        let b = f(t + 0.5 * h, y + 0.5 * h * a);
        let c = f(t + 0.5 * h, y + 0.5 * h * b);
        let d = f(t + h, y + h * c);
        y += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        t += h;
    }
    y
}

#[differentiate]
fn decay(x: &[f64]) -> f64 {
    let rate = x[0];
    rk4(|t, y| -rate * y + (x[1] * t).cos(), x[2], 0.0, x[1], 7)
}

#[differentiate]
fn along<const N: usize>(y: [f64; N], k: [f64; N], h: f64) -> [f64; N] {
    let mut z = y;
    for i in 0..N {
        z[i] += h * k[i];
    }
    z
}

#[differentiate]
fn rk4_array<F, const N: usize>(f: F, y: [f64; N], h: f64, steps: usize) -> [f64; N]
where
    F: Fn(f64, [f64; N]) -> [f64; N],
{
    let mut y = y;
    for step in 0..steps {
        let t = h * step as f64;
        let a = f(t, y);
        let b = f(t + 0.5 * h, along(y, a, 0.5 * h));
        let c = f(t + 0.5 * h, along(y, b, 0.5 * h));
        let d = f(t + h, along(y, c, h));
        for i in 0..N {
            y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
    }
    y
}

#[differentiate]
fn pendulum(x: &[f64]) -> f64 {
    let length = x[0];
    let swing = |_t: f64, y: [f64; 2]| [y[1], -9.81 / length * y[0].sin()];
    let y = rk4_array(swing, [x[1], x[2]], 0.1, 8);
    y[0] * y[0] + 0.1 * y[1]
}

#[differentiate]
fn rk4_vec(f: impl Fn(f64, &[f64]) -> Vec<f64>, y: &[f64], h: f64, steps: usize) -> Vec<f64> {
    let n = y.len();
    let mut y = y.to_vec();
    let shifted = |y: &[f64], k: &[f64], h: f64| -> Vec<f64> {
        y.iter().zip(k).map(|(y, k)| y + h * k).collect()
    };
    for step in 0..steps {
        let t = h * step as f64;
        let a = f(t, &y);
        let b = f(t + 0.5 * h, &shifted(&y, &a, 0.5 * h));
        let c = f(t + 0.5 * h, &shifted(&y, &b, 0.5 * h));
        let d = f(t + h, &shifted(&y, &c, h));
        for i in 0..n {
            y[i] += h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]);
        }
    }
    y
}

/// Predators and prey.
#[differentiate]
fn hunted(rates: &[f64], y: &[f64]) -> Vec<f64> {
    vec![rates[0] * y[0] - rates[1] * y[0] * y[1], rates[1] * y[0] * y[1] - rates[2] * y[1]]
}

#[differentiate]
fn population(x: &[f64]) -> f64 {
    let (rates, start) = x.split_at(3);
    let y = rk4_vec(|_t: f64, y: &[f64]| hunted(rates, y), start, 0.1, 6);
    y[0] - y[1] * y[1]
}

#[differentiate]
fn euler(mut rate: impl FnMut(f64, &[f64], &mut [f64]), y: &mut [f64], h: f64, steps: usize) {
    let mut slope = vec![0.0; y.len()];
    for step in 0..steps {
        rate(h * step as f64, y, &mut slope);
        for i in 0..y.len() {
            y[i] += h * slope[i];
        }
    }
}

#[differentiate]
fn in_place(x: &[f64]) -> f64 {
    let mut y = x[1..].to_vec();
    let k = x[0];
    euler(
        |t: f64, y: &[f64], slope: &mut [f64]| {
            for i in 0..y.len() {
                slope[i] = k * (y[i] + t).sin() + 0.5 * slope[i];
            }
        },
        &mut y,
        0.2,
        4,
    );
    y[0] * y[1]
}

#[test]
fn differential_equations() {
    check!(decay, [0.7, 1.2, 0.4]);
    check!(pendulum, [0.7, 0.2, 0.4]);
    check!(population, [0.7, 1.2, 0.4, 0.9, 0.3]);
    check!(in_place, [0.7, 1.2, 0.4]);
}

// ---------- gradient descent

#[derive(Differentiable, Clone, Copy, Debug)]
struct Step {
    rate: f64,
    momentum: f64,
}

#[differentiate]
fn descend(
    slope: &impl Fn(&[f64]) -> Vec<f64>,
    start: &[f64],
    step: Step,
    rounds: usize,
) -> Vec<f64> {
    let mut at = start.to_vec();
    let mut velocity = vec![0.0; at.len()];
    for _ in 0..rounds {
        let g = slope(&at);
        for i in 0..at.len() {
            velocity[i] = step.momentum * velocity[i] - step.rate * g[i];
            at[i] += velocity[i];
        }
    }
    at
}

#[differentiate]
fn trained(x: &[f64]) -> f64 {
    let target = &x[2..];
    let slope =
        |p: &[f64]| -> Vec<f64> { p.iter().zip(target).map(|(p, t)| (p - t).tanh()).collect() };
    let end = descend(&slope, &[0.1, 0.2, 0.3], Step { rate: x[0], momentum: x[1] }, 5);
    end.iter().map(|e| e * e).sum()
}

#[differentiate]
fn best<F: Fn(Step) -> f64>(f: F, x: f64) -> (f64, Step) {
    let (mut least, mut kept) = (f64::MAX, Step { rate: x, momentum: x * x });
    for k in 0..4 {
        let step = Step { rate: x * k as f64, momentum: 0.5 * x };
        let value = f(step);
        if value < least {
            (least, kept) = (value, step);
        }
    }
    (least, kept)
}

#[differentiate]
fn searched(x: &[f64]) -> f64 {
    let (value, step) = best(|s: Step| (s.rate - x[0]).powi(2) + s.momentum * x[1], x[2]);
    value * 2.0 + step.rate
}

#[test]
fn descent() {
    check!(trained, [0.3, 0.5, 0.4, -0.2, 0.9]);
    check!(searched, [0.7, 1.2, 0.4]);
}

// ---------- function pointers, methods, several functions

#[differentiate]
fn applied(f: fn(f64) -> f64, g: fn(f64, f64) -> (f64, f64), x: f64) -> f64 {
    let (a, b) = g(f(x), x);
    a * b
}

#[differentiate]
fn turned(x: f64, y: f64) -> (f64, f64) {
    (x * y, x - y)
}

#[differentiate]
fn pointers(x: &[f64]) -> f64 {
    applied(bell, turned, x[0]) + applied(f64::sqrt, turned, x[0])
}

struct Curve;

#[differentiate]
impl Curve {
    #[differentiate]
    fn height(x: f64) -> f64 {
        x * x.sin()
    }
}

impl Wave {
    #[allow(dead_code)]
    fn silent() {}
}

#[differentiate]
impl Wave {
    #[differentiate]
    fn at(&self, t: f64) -> f64 {
        let mut y = 0.0;
        for k in 0..self.harmonics {
            y += (t * (k + 1) as f64 + self.phases[k]).sin();
        }
        self.amplitude * y
    }

    #[differentiate]
    fn energy(&self, until: f64) -> f64 {
        simpson(|t| self.at(t).powi(2), 0.0, until, 3)
    }
}

#[differentiate]
fn averaged(f: impl Fn(&Wave, f64) -> f64, wave: &Wave, x: f64) -> f64 {
    0.5 * (f(wave, x) + f(wave, -x))
}

#[differentiate]
fn of_methods(x: &[f64]) -> f64 {
    let wave = Wave { amplitude: x[0], phases: x[1..].to_vec(), harmonics: 2 };
    simpson(Curve::height, 0.0, x[1], 3)
        + averaged(Wave::at, &wave, x[2])
        + wave.energy(0.3)
        + simpson(|t| wave.at(t), 0.1, 0.4, 2)
}

#[differentiate]
fn calls_nothing(f: impl Fn(f64) -> f64, x: f64, often: usize) -> f64 {
    let mut y = x;
    for _ in 0..often {
        y = f(y);
    }
    y
}

/// Calls that see no active value stay the user's.
#[differentiate]
fn inactive(x: &[f64]) -> f64 {
    let n = 3;
    let table = [1.0, 2.0, 0.5];
    let area = simpson(|t: f64| t * table[n - 1], 0.0, 1.0, n);
    let plain = undifferentiated(|t| t + 1.0, 2.0);
    let named = undifferentiated(plain_function, 2.0);
    area * x[0] * plain + named * calls_nothing(|t| t * x[0], 1.0, x.len())
}

fn undifferentiated(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn plain_function(x: f64) -> f64 {
    x + 0.5
}

#[differentiate]
fn with_constant(x: &[f64]) -> f64 {
    let k = constant(x[0]);
    simpson(|t| k * t * x[1] + constant(x[1]), 0.0, 1.0, 2)
}

#[test]
fn others() {
    check!(pointers, [0.7]);
    check!(of_methods, [0.7, 1.2, 0.4]);
    check!(inactive, [0.7, 1.2]);
    let mut numbers = crate::support::Numbers::new(3);
    let x = numbers.vec(2);
    let gradient = with_constant_grad(&x);
    assert_eq!(gradient[0], 0.0);
    assert!((gradient[1] - 0.5 * x[0]).abs() < 1e-15);
}

// ---------- from outside

#[differentiate]
fn cube<T: Real>(x: T) -> T {
    x * x * x
}

#[test]
fn outside() {
    // the function itself takes any function
    let k = 2.0;
    assert!((simpson(|t| k * t, 0.0, 1.0, 2) - 1.0).abs() < 1e-15);
    assert_eq!(simpson_value_and_grad(function!(bell), 0.0, 1.0, 4).0, simpson(bell, 0.0, 1.0, 4));
    let (a_bar, b_bar) = simpson_grad(function!(bell), 0.0, 1.0, 50);
    assert!((a_bar + 1.0).abs() < 1e-6 && (b_bar - (-1f64).exp()).abs() < 1e-6);
    let (_, (a_bar, _)) = simpson_vjp(function!(cube::<f64>), 1.0, 2.0, 3, 1.0);
    assert!((a_bar + 1.0).abs() < 1e-12);
    assert!(
        (simpson_jvp(function!(Curve::height), 0.0, 1.0, 50, 0.0, 1.0).1 - 1f64.sin()).abs() < 1e-6
    );
    let (y, residuals) = passed_on_primal(&function!(bell), 0.2, 0.3);
    assert_eq!(y, passed_on(&bell, 0.2, 0.3));
    let (mut from_bar, mut scale_bar) = (0.0, 0.0);
    passed_on_transposed(&residuals, 1.0, &mut from_bar, &mut scale_bar);
    assert_eq!((from_bar, scale_bar), passed_on_grad(&function!(bell), 0.2, 0.3));
    assert!(residuals.size_in_bytes() > 0);
    let mut kept = residuals.clone();
    assert_eq!(
        passed_on_primal_into(&function!(bell), 0.4, 0.3, &mut kept),
        passed_on(&bell, 0.4, 0.3)
    );
    let wave = Wave { amplitude: 1.0, phases: vec![0.1, 0.2], harmonics: 2 };
    let (of_wave, _) = averaged_grad(function!(Wave::at), &wave, 0.5);
    assert_eq!(of_wave.phases.len(), 2);
    assert_eq!(applied_grad(function!(bell), function!(turned), 0.4), pointers_of(0.4));
}

fn pointers_of(x: f64) -> f64 {
    applied_vjp(function!(bell), function!(turned), x, 1.0).1
}

mod module {
    use autodiff::prelude::*;

    /// The types of closures' arguments are seen here.
    #[differentiate]
    pub mod seen {
        fn total(f: impl Fn(&[f64], usize) -> f64, x: &[f64]) -> f64 {
            (0..x.len()).map(|i| f(x, i)).sum()
        }

        fn neighbour(x: &[f64], i: usize) -> f64 {
            x[i] * x[(i + 1) % x.len()]
        }

        #[differentiate]
        pub fn circle(x: &[f64]) -> f64 {
            let k = x[0];
            total(|y, i| k * y[i].sin() * (i + 1) as f64, x) + total(neighbour, x)
        }
    }
}
use module::seen::*;

#[test]
fn modules() {
    check!(circle, [0.7, 1.2, 0.4, 0.9]);
}

// ---------- what is read of a large capture costs no more than what is read

#[differentiate]
fn many_roots(table: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..table.len() {
        sum += secant(|t| t * t - table[i], 1.0, 2.0, 3);
    }
    sum
}

#[test]
fn large_captures() {
    let table = vec![2.0; 20_000];
    let gradient = many_roots_grad(&table);
    assert_eq!(gradient.len(), table.len());
    assert!(gradient.iter().all(|g| *g == gradient[0]));
    let (_, directional) = many_roots_jvp(&table, &table);
    assert!((directional - gradient.iter().sum::<f64>() * 2.0).abs() < 1e-6);
}

/// Accumulators go through.
#[differentiate]
fn looked_up(f: impl Fn(&[f64], usize) -> f64, table: &[f64], at: usize) -> f64 {
    f(table, at) * 2.0
}

#[differentiate]
fn entry(table: &[f64], at: usize) -> f64 {
    table[at] * table[at]
}

#[test]
fn sparse() {
    let table = [1.0, 2.0, 3.0];
    let (_, residuals) = looked_up_primal(function!(entry), &table, 1);
    let mut sparse = Sparse::new(3);
    looked_up_transposed(&residuals, 1.0, &mut sparse);
    assert_eq!(sparse.iter().map(|(i, v)| (i, v)).collect::<Vec<_>>(), [(1, 8.0)]);
}
