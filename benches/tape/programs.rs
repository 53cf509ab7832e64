//! The published programs of reverse mode, for any scalars. The tape is measured and tested with
//! them.

use autodiff::prelude::*;

#[differentiate(reverse)]
pub fn scalar<T: Real>(a: T, b: T) -> T {
    a * b
}

#[differentiate(reverse)]
pub fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    let mut sum = T::real(0.0);
    for i in 0..a.len() {
        sum += a[i] * b[i];
    }
    sum
}

/// A·x, row by row.
#[differentiate(reverse)]
pub fn times<T: Real>(a: &[T], x: &[T]) -> Vec<T> {
    let mut y = vec![T::real(0.0); a.len() / x.len()];
    for i in 0..y.len() {
        for j in 0..x.len() {
            y[i] += a[i * x.len() + j] * x[j];
        }
    }
    y
}

/// The sum of the elements of A·x.
#[differentiate(reverse)]
pub fn sum_of_times<T: Real>(a: &[T], x: &[T]) -> T {
    let y = times(a, x);
    let mut sum = T::real(0.0);
    for y in &y {
        sum += *y;
    }
    sum
}

/// A vector (the last three) turned by a quaternion, weighted.
#[differentiate(reverse)]
pub fn rotation<T: Real>(x: &[T]) -> T {
    let (w, i, j, k) = (x[0], x[1], x[2], x[3]);
    let two = T::real(2.0);
    let (tx, ty, tz) =
        (two * (j * x[6] - k * x[5]), two * (k * x[4] - i * x[6]), two * (i * x[5] - j * x[4]));
    x[4] + w * tx + j * tz - k * ty
        + two * (x[5] + w * ty + k * tx - i * tz)
        + T::real(3.0) * (x[6] + w * tz + i * ty - j * tx)
}

/// A layer of `n` neurons: weights row by row, then biases.
#[differentiate(reverse)]
fn layer<T: Real>(weights: &[T], x: &[T], n: usize) -> Vec<T> {
    let mut y = weights[n * x.len()..].to_vec();
    for i in 0..n {
        for j in 0..x.len() {
            y[i] += weights[i * x.len() + j] * x[j];
        }
        y[i] = y[i].max(T::real(0.0));
    }
    y
}

/// The numbers of the network: 50 inputs, layers of 100 and 50 neurons.
pub const NETWORK: usize = 50 + 100 * 51 + 50 * 101;

/// The soft maximum of a network's outputs.
#[differentiate(reverse)]
pub fn network<T: Real>(all: &[T]) -> T {
    let hidden = layer(&all[50..50 + 100 * 51], &all[..50], 100);
    let outputs = layer(&all[50 + 100 * 51..], &hidden, 50);
    let mut sum = T::real(0.0);
    for y in &outputs {
        sum += y.exp();
    }
    sum.ln()
}

/// Particles in the plane that attract each other: places, then speeds.
#[differentiate(reverse)]
pub fn particles<T: Real>(state: &[T], steps: usize) -> T {
    let n = state.len() / 4;
    let mut x = state[..2 * n].to_vec();
    let mut v = state[2 * n..].to_vec();
    let step = T::real(0.01);
    for _ in 0..steps {
        for i in 0..n {
            for j in 0..n {
                if i != j {
                    let dx = x[2 * j] - x[2 * i];
                    let dy = x[2 * j + 1] - x[2 * i + 1];
                    let square = dx * dx + dy * dy + T::real(0.5);
                    let force = step / (square * square.sqrt());
                    v[2 * i] += dx * force;
                    v[2 * i + 1] += dy * force;
                }
            }
        }
        for k in 0..2 * n {
            x[k] += v[k] * step;
        }
    }
    let mut sum = T::real(0.0);
    for k in 0..2 * n {
        sum += x[k] * x[k] + v[k] * v[k];
    }
    sum
}
