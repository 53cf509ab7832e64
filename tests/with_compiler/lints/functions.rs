//! A function for each kind of code that the compiler emits. They are compiled here through the
//! macro, and as text by the test.

use autodiff::prelude::*;

/// Scalars, and primitives with a kink.
#[differentiate(reverse)]
pub fn scalars(x: f64, y: f64) -> f64 {
    let z = (x * y).sin() / (1.0 + x.powi(3).abs()) - y.max(x);
    z.mul_add(x, y.hypot(z)) + x.powf(1.5) * (-z).exp()
}

/// Single precision.
#[differentiate(reverse)]
pub fn single(x: f32, v: &[f32]) -> f32 {
    let mut s = 0.5;
    for e in v {
        s += *e * x;
    }
    s as f64 as f32
}

/// Loops that carry, collect and update.
#[differentiate(reverse)]
pub fn loops(x: &[f64], n: usize) -> f64 {
    let mut a = vec![0.0; x.len()];
    let mut s = 1.0;
    for (i, v) in x.iter().enumerate() {
        a[i] += v * s;
        s = (s * v).tanh();
        for j in (0..i).rev().step_by(2) {
            a[j] -= s * a[i];
        }
    }
    let mut k = 0;
    while s < 100.0 && k < n {
        s *= 1.5;
        k += 1;
        if k == 7 {
            break;
        }
    }
    let sum = 'search: loop {
        for (u, v) in x.iter().zip(a.iter()) {
            if *u > 5.0 {
                continue 'search;
            }
            s += u * v;
        }
        break s;
    };
    sum * a[0]
}

/// Branches with values, and returns in the middle.
#[differentiate(reverse)]
pub fn branches(x: f64, n: i32, flag: bool) -> f64 {
    if x > 100.0 {
        return x;
    }
    let y = match n {
        0 => x.sin(),
        1..=5 if flag => x * x,
        -3 | -1 => 2.0,
        _ => return 0.0,
    };
    let z = if flag {
        let w = y * x;
        w + 1.0
    } else if n > 2 {
        y
    } else {
        0.5
    };
    y * z
}

/// Arrays in arrays, and vectors that grow.
#[differentiate(reverse)]
pub fn memory(m: &[[f64; 2]], rows: &[Vec<f64>], b: [f64; 3]) -> f64 {
    let mut a = [[0.0; 2]; 3];
    let mut v = Vec::new();
    for row in m.iter() {
        a[1][0] += row[1];
        v.push(row[0] * b[2]);
    }
    a.swap(0, 1);
    let copy = v.clone();
    let last = v.pop().unwrap();
    let tail = &rows[0][1..];
    a[0][0] * last + copy[0] + tail[0] * tail[tail.len() - 1]
}

/// Tuples in and out, discrete parts and vectors.
#[differentiate(reverse)]
pub fn tuples(p: (f64, usize), (a, b): (f64, f64)) -> (f64, (usize, [f64; 2]), Vec<f64>) {
    let (x, n) = p;
    (x * a, (n + 1, [a, b * x]), vec![x * b, a])
}

/// A recursive function.
#[differentiate(reverse)]
pub fn recursive(x: &[f64], n: usize) -> f64 {
    if x.len() < 2 || n == 0 {
        return x[0] * x[0];
    }
    let half = x.len() / 2;
    recursive(&x[..half], n - 1) * recursive(&x[half..], n - 1)
}

/// Calls of the others, in a loop and in a branch.
#[differentiate(reverse)]
pub fn calls(x: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += scalars(x[i], k);
        if i % 2 == 1 {
            s *= recursive(&x[..i], 2);
        }
    }
    let (y, _, v) = tuples((s, 1), (k, x[0]));
    y + v[0] + branches(s, 3, true)
}

/// What has no derivative.
#[differentiate(reverse)]
pub fn constants(x: f64, #[constant] k: &[f64], name: &str) -> f64 {
    assert!(!k.is_empty(), "{name}");
    let table = [1.0, 2.0];
    let count = k.iter().filter(|v| **v > 0.0).count();
    x * k[0] * constant(x).floor() * table[count % 2] + SCALE * count as f64
}

const SCALE: f64 = 0.25;

/// A result that does not depend on the argument, and an argument that is not used.
#[differentiate(reverse)]
pub fn nothing(_x: f64, _v: &[f64]) -> f64 {
    1.0
}

/// Forward mode only.
#[differentiate(forward)]
pub fn forward(x: f64, v: Vec<f64>) -> f64 {
    x * v[0]
}

/// Names that are keywords, or that look like generated ones.
#[differentiate(reverse)]
pub fn r#type(r#in: f64, x_dot: f64, y_bar: f64, stacks: f64, frame: f64, residuals: f64) -> f64 {
    let x_bar = r#in * x_dot;
    x_bar * y_bar + stacks * frame * residuals
}

/// Generic in the length.
#[differentiate(reverse)]
pub fn lengths<const N: usize>(x: &[f64; N], y: [[f64; 2]; N]) -> [f64; N] {
    let mut z = [0.0; N];
    for i in 0..N {
        z[i] = x[i] * y[i][0] / N as f64;
    }
    z
}

/// Generic in the scalar, with the bounds in a clause; recursive; calls another one with and
/// without a turbofish.
#[differentiate(reverse)]
pub fn scalar<T, const N: usize>(x: &[T], k: T) -> T
where
    T: Real + std::iter::Sum<T>,
{
    if x.len() < N {
        return k.exp() * T::real(0.5);
    }
    let mut s = T::zero();
    for i in 0..x.len() {
        s += x[i].powi(2).max(k) * T::from(N).unwrap();
    }
    s * scalar::<T, N>(&x[1..], k.sin())
}

/// Calls the generic ones.
#[differentiate(reverse)]
pub fn instances(x: &[f64], k: f32) -> f64 {
    let z = lengths(&[x[0], x[1]], [[x[0], 1.0], [x[1], 2.0]]);
    scalar::<f64, 2>(&z, x[0]) + scalar::<f32, 1>(&[k], k) as f64
}

/// Functions as parameters.
#[differentiate(reverse)]
pub fn takes_functions<F: Fn(f64, &[f64]) -> f64>(
    f: &F,
    rate: impl Fn(f64) -> f64,
    x: &[f64],
) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += f(rate(*v), x);
    }
    s
}

/// A function by its name, closures that capture, a parameter in a closure.
#[differentiate(reverse)]
pub fn passes_functions(g: fn(f64) -> f64, x: &[f64], k: f64) -> f64 {
    let n = x.len();
    takes_functions(&|t: f64, y: &[f64]| g(t) * y[0] * k + n as f64, f64::sin, x)
        + takes_functions(&weighted, |t| t * k, x)
}

/// What is passed.
#[differentiate(reverse)]
pub fn weighted(t: f64, y: &[f64]) -> f64 {
    t * y[0]
}

/// What a parameter implements.
#[differentiate]
pub trait Potential {
    /// A part of a state.
    type Part;

    /// Of a type.
    #[differentiate]
    fn energy(&self, x: f64) -> f64;

    /// Made.
    #[differentiate]
    fn part(&self, x: &[f64]) -> Self::Part;

    /// Changes.
    #[differentiate]
    fn change(&mut self, part: Self::Part);
}

/// Functions of a parameter's traits.
#[differentiate(reverse)]
pub fn of_implementors<'a, P: Potential + ?Sized, Q>(
    p: &'a P,
    q: &mut Q,
    x: &[f64],
    k: &impl Potential,
) -> f64
where
    Q: Potential + 'a,
{
    let mut s = 0.0;
    for v in x {
        s += p.energy(*v) * k.energy(s);
        q.change(q.part(x));
    }
    s + q.energy(s)
}

/// In a block of their own, for the visibility of what is generated.
pub mod inner {
    use autodiff::prelude::*;

    /// Private, and used by another.
    #[differentiate(reverse)]
    fn private(x: f64) -> f64 {
        x * x
    }

    /// Of the crate.
    #[differentiate(reverse)]
    pub(crate) fn of_the_crate(x: &[f64]) -> f64 {
        private(x[0]) + private(x[1])
    }
}

/// A gradient in a `Result`.
#[differentiate(reverse)]
pub fn checked(x: &[f64], k: f64) -> Result<f64, String> {
    let mut sum = 0.0;
    for v in x {
        if *v < 0.0 {
            return Err(format!("{v} is negative"));
        }
        sum += v.sqrt() * k;
    }
    Ok(sum)
}

/// A gradient in an `Option`, by both sweeps in one.
#[differentiate(reverse)]
pub fn nonempty(x: &[f64], k: f64) -> Option<f64> {
    if x.is_empty() {
        return None;
    }
    let mut sum = 0.0;
    for v in x {
        sum += (v * k).sin() * v.exp();
    }
    Some(sum)
}
