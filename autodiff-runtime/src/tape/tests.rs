use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};

use num_traits::Float;

use super::*;
use crate::dual;

/// Deterministic numbers in (−1, 1).
fn numbers(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    std::iter::repeat_with(next).take(n).collect()
}

#[track_caller]
fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1.0, |scale: f64, x| scale.max(x.abs()));
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= tolerance * scale, "{what}, {i}: found {a}, expected {b}");
    }
}

fn differences(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let slope = |i: usize, h: f64| {
        let at = |h: f64| {
            let mut y = x.to_vec();
            y[i] += h;
            f(&y)
        };
        (at(h) - at(-h)) / (2.0 * h)
    };
    (0..x.len()).map(|i| (4.0 * slope(i, 5e-5) - slope(i, 1e-4)) / 3.0).collect()
}

/// The programs that the papers measure, for any scalar.
mod programs {
    use super::*;

    pub fn scalar_product<T: Real>(x: &[T]) -> T {
        x[0] * x[1]
    }

    pub fn dot<T: Real>(x: &[T]) -> T {
        let (a, b) = x.split_at(x.len() / 2);
        a.iter().zip(b).map(|(&a, &b)| a * b).sum()
    }

    /// The sum of the elements of A·x, for a square A.
    pub fn sum_of_product<T: Real>(all: &[T]) -> T {
        let n = (0..).find(|n| n * n + n == all.len()).expect("a square and a vector");
        let (a, x) = all.split_at(n * n);
        a.chunks(n).map(|row| row.iter().zip(x).map(|(&a, &x)| a * x).sum::<T>()).sum()
    }

    /// A vector rotated by a quaternion, weighed.
    pub fn rotation<T: Real>(all: &[T]) -> T {
        type Quaternion<T> = [T; 4];
        fn product<T: Real>(p: Quaternion<T>, q: Quaternion<T>) -> Quaternion<T> {
            [
                p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
                p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
            ]
        }
        let q = [all[0], all[1], all[2], all[3]];
        let v = [T::real(0.0), all[4], all[5], all[6]];
        let r = product(product(q, v), [q[0], -q[1], -q[2], -q[3]]);
        r[1] + T::real(2.0) * r[2] + T::real(3.0) * r[3]
    }

    pub const LAYERS: [usize; 3] = [50, 100, 50];

    pub fn weights() -> usize {
        LAYERS.windows(2).map(|sizes| sizes[0] * sizes[1] + sizes[1]).sum()
    }

    /// Two layers with the logistic function, and the softmax of the outcome weighed.
    pub fn network<T: Real>(w: &[T], input: &[f64]) -> T {
        let mut layer: Vec<T> = input.iter().map(|&x| T::real(x)).collect();
        let mut w = w;
        for sizes in LAYERS.windows(2) {
            let (matrix, rest) = w.split_at(sizes[0] * sizes[1]);
            let (bias, rest) = rest.split_at(sizes[1]);
            w = rest;
            let rows = matrix.chunks(sizes[0]).zip(bias);
            layer = rows
                .map(|(row, &bias)| {
                    let z = row.iter().zip(&layer).map(|(&w, &x)| w * x).sum::<T>() + bias;
                    T::one() / (T::one() + (-z).exp())
                })
                .collect();
        }
        let exps: Vec<T> = layer.iter().map(|x| x.exp()).collect();
        let total: T = exps.iter().copied().sum();
        exps.iter().enumerate().map(|(i, &e)| T::real((i as f64).cos()) * e / total).sum()
    }

    /// Particles that attract each other in the plane, for some steps: positions and velocities.
    pub fn particles<T: Real>(state: &[T], steps: usize) -> T {
        let n = state.len() / 4;
        let (mut x, mut v) = (state[..2 * n].to_vec(), state[2 * n..].to_vec());
        let step = T::real(0.01);
        for _ in 0..steps {
            for i in 0..n {
                for j in 0..n {
                    if i != j {
                        let (dx, dy) = (x[2 * j] - x[2 * i], x[2 * j + 1] - x[2 * i + 1]);
                        let square = dx * dx + dy * dy + T::real(0.5);
                        let force = step / (square * square.sqrt());
                        v[2 * i] += dx * force;
                        v[2 * i + 1] += dy * force;
                    }
                }
            }
            for (x, &v) in x.iter_mut().zip(&v) {
                *x += v * step;
            }
        }
        x.iter().zip(&v).map(|(&x, &v)| x * x + v * v).sum()
    }
}

/// Compares the tape, dual numbers and plain numbers on one function.
macro_rules! agree {
    ($name:literal, $f:expr, $x:expr, $tolerance:expr) => {{
        let x: Vec<f64> = $x;
        let (value, gradient) = value_and_gradient($f, &x);
        let primal: fn(&[f64]) -> f64 = $f;
        assert_eq!(value.to_bits(), primal(&x).to_bits(), $name);
        close(concat!($name, " against dual numbers"), &gradient, &dual::gradient($f, &x), 1e-13);
        if x.len() < 100 {
            close(
                concat!($name, " against differences"),
                &gradient,
                &differences(primal, &x),
                $tolerance,
            );
        }
    }};
}

#[test]
fn published_programs() {
    agree!("scalar product", programs::scalar_product, numbers(2, 1), 1e-9);
    agree!("dot", programs::dot, numbers(60, 2), 1e-9);
    agree!("sum of A·x", programs::sum_of_product, numbers(72, 3), 1e-9);
    agree!("rotation", programs::rotation, numbers(7, 4), 1e-8);
    agree!("particles", |x| programs::particles(x, 1000), numbers(16, 5), 1e-4);
}

#[test]
fn a_network_of_three_layers_by_elements_and_by_arrays() {
    let (w, input) = (numbers(programs::weights(), 6), numbers(50, 7));
    let (value, gradient) = value_and_gradient(|w| programs::network(w, &input), &w);
    // Dual numbers would take 10 150 tangents; some directions suffice.
    for seed in 8..14 {
        let v = numbers(w.len(), seed);
        let (_, slope) = dual::directional(|w| programs::network(w, &input), &w, &v);
        close(
            "a direction",
            &[gradient.iter().zip(&v).map(|(g, v)| g * v).sum::<f64>()],
            &[slope],
            1e-12,
        );
    }
    let by_arrays = |w: &[Var]| {
        let all = Vector::from_vars(w);
        let mut layer = Vector::constant(&input);
        let mut start = 0;
        for sizes in programs::LAYERS.windows(2) {
            let (columns, rows) = (sizes[0], sizes[1]);
            let matrix = Matrix::new(rows, columns, all.slice(start..start + rows * columns));
            start += rows * columns;
            let bias = all.slice(start..start + rows);
            start += rows;
            layer = (&matrix.times(&layer) + &bias).map(|z| 1.0 / (1.0 + (-z).exp()));
        }
        let exps = layer.map(|x| x.exp());
        let weights: Vec<f64> = (0..50).map(|i| f64::from(i).cos()).collect();
        vec![exps.dot(&Vector::constant(&weights)) / exps.sum()]
    };
    let (other, pullback) = vjp(by_arrays, &w);
    close("the value", &other, &[value], 1e-14);
    close("the gradient", &pullback.apply(&[1.0]), &gradient, 1e-13);
    // A product, a sum and a map for each layer, a map, a dot, a sum, and one quotient of scalars:
    // independently of the count of weights.
    assert_eq!((pullback.array_operations(), pullback.scalar_operations()), (9, 1));
}

#[test]
fn the_tape_grows_with_the_operations() {
    for n in [1, 10, 100, 1000] {
        let x = numbers(2 * n, 1);
        let (_, scalars) = vjp(|x| vec![programs::dot(x)], &x);
        // the first term of a sum is added to the constant −0
        assert_eq!(
            (scalars.scalar_operations(), scalars.scalar_operands()),
            (2 * n, 2 * n + 1 + 2 * (n - 1))
        );
        assert_eq!(scalars.array_operations(), 0);
        let (_, arrays) = vjp(
            |x| {
                let x = Vector::from_vars(x);
                vec![x.slice(0..n).dot(&x.slice(n..2 * n))]
            },
            &x,
        );
        assert_eq!((arrays.scalar_operations(), arrays.array_operations()), (0, 1));
        close("the same", &arrays.apply(&[1.0]), &scalars.apply(&[1.0]), 0.0);
    }
    // work and memory of a long run: both are proportional to the steps
    let size = |steps| {
        let (_, pullback) = vjp(|x| vec![programs::particles(x, steps)], &numbers(16, 1));
        (pullback.scalar_operations() as f64, pullback.scalar_operands() as f64)
    };
    let ((a, b), (c, d)) = (size(200), size(400));
    assert!((c / a - 2.0).abs() < 0.01 && (d / b - 2.0).abs() < 0.01);
}

#[test]
fn shared_numbers_are_swept_once() {
    let deep = |x: &[Var]| {
        let mut y = x[0];
        for _ in 0..60 {
            y = y + y;
        }
        vec![y]
    };
    let (y, pullback) = vjp(deep, &[1.0]);
    assert_eq!((y[0], pullback.apply(&[1.0])), (2f64.powi(60), vec![2f64.powi(60)]));
    assert_eq!((pullback.scalar_operations(), pullback.scalar_operands()), (60, 120));
    let squares = |x: &[Var]| vec![(0..60).fold(x[0], |y, _| y * y)];
    assert_eq!(vjp(squares, &[1.0]).1.apply(&[1.0]), [2f64.powi(60)]);
    let (_, pullback) =
        vjp(|x| vec![(0..60).fold(Vector::from_vars(x), |y, _| &y + &y).sum()], &[1.0, 1.0]);
    assert_eq!((pullback.apply(&[1.0]), pullback.array_operations()), (vec![2f64.powi(60); 2], 61));
}

#[test]
fn every_rule() {
    fn all<T: Real>(x: &[T]) -> T {
        let (a, b, c) = (x[0], x[1], x[2]);
        let (s, k) = a.sin_cos();
        let smooth = a.tan()
            + a.asin() * a.acos()
            + a.atan()
            + a.sinh() * a.cosh()
            + a.tanh()
            + a.asinh()
            + b.acosh()
            + a.atanh()
            + s * k;
        let powers = a.exp()
            + a.exp2()
            + a.exp_m1()
            + a.ln()
            + a.ln_1p()
            + a.log2()
            + a.log10()
            + a.sqrt()
            + a.cbrt()
            + a.recip()
            + b.powi(5);
        let two = a.powf(b)
            + a.log(b)
            + a.hypot(c)
            + c.atan2(a)
            + a.max(b) * a.min(c)
            + a.copysign(c)
            + b % a
            + a.mul_add(b, c)
            + c.abs();
        let more = b.clamp(c, a)
            + c.clamp(a, b)
            + b.fract()
            + a.to_degrees()
            + b.to_radians()
            + b.floor()
            + a.signum()
            + b.abs_sub(a)
            - c / a;
        let special = a.erf() + b.ln_gamma() + b.digamma() + b.trigamma() + b.polygamma(3);
        smooth * powers - two * more + special
    }
    let x = [0.6, 1.7, -0.4];
    agree!("all rules", all, x.to_vec(), 1e-6);
    let once = |x: &[Var<f64>]| {
        vec![x[0].rem_euclid(x[1]), x[0].div_euclid(x[1]), x[0].round_ties_even(), 2.0 * x[1] - 1.0]
    };
    assert_eq!(jacobian(once, &[-7.5, 2.0]), [[1.0, 4.0], [0.0, 0.0], [0.0, 0.0], [0.0, 2.0]]);
}

#[test]
fn derivatives_nest() {
    fn f<T: Real>(x: &[T]) -> T {
        (x[0] * x[1]).sin() * x[2].exp() + x[0].powi(3) / (T::one() + x[1] * x[1])
    }
    let x = [0.3, -0.8, 0.5];
    let hessian = dual::hessian(f, &x);
    let v = [1.0, 2.0, -0.5];
    let product: Vec<f64> =
        hessian.iter().map(|row| row.iter().zip(v).map(|(h, v)| h * v).sum()).collect();
    close("forward over reverse", &hvp(f, &x, &v), &product, 1e-14);
    for (row, expected) in jacobian(|x| gradient(f, x), &x).iter().zip(&hessian) {
        close("reverse over reverse", row, expected, 1e-14);
    }
    for (row, expected) in jacobian(|x| dual::gradient(f, x), &x).iter().zip(&hessian) {
        close("reverse over forward", row, expected, 1e-14);
    }
    // three deep, where the middle one is of arrays
    let third = |x: &[f64]| {
        gradient(
            |x| {
                let inner = gradient(
                    |x| {
                        gradient(|x| Vector::from_vars(x).map(|x| x.powi(4)).sum(), x)
                            .iter()
                            .copied()
                            .sum()
                    },
                    x,
                );
                inner.into_iter().sum()
            },
            x,
        )
    };
    close("third derivatives", &third(&[2.0, 3.0]), &[48.0, 72.0], 1e-14);
    let lifted = gradient(|x| x[0] * gradient(|y| Var::constant(x[0]) + y[0], x)[0], &[3.0]);
    assert_eq!(lifted, [1.0]);
}

/// The panic message of a function.
fn message(f: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("a panic");
    payload.downcast_ref::<&str>().map_or_else(
        || payload.downcast_ref::<String>().cloned().unwrap_or_default(),
        |text| text.to_string(),
    )
}

/// Three operands of three tapes, with constants among them; in a branch, in a derivative inside of
/// another one.
#[test]
fn operands_of_several_tapes() {
    let f = |x: &[Var]| {
        let (a, b) = join(|| x[0] * x[1], || x[1].sin());
        a.mul_add(b, x[0]) + x[1].mul_add(Var::constant(2.0), a) + b.clamp(a, Var::constant(9.0))
    };
    let (x, y): (f64, f64) = (0.3, 0.7);
    let gradient = value_and_gradient(f, &[x, y]).1;
    let (sin, cos) = y.sin_cos();
    for (found, expected) in
        gradient.iter().zip([y * sin + 1.0 + y, x * sin + x * y * cos + 2.0 + x + cos])
    {
        assert!((found - expected).abs() < 1e-14, "{gradient:?}");
    }
    // the inner slope is taken at variables of the outer derivative, whose tape is not the
    // innermost then
    let slope = |x: Var, y: Var| {
        super::gradient(|u: &[Var<Var>]| u[0] * u[0].sin() * Var::constant(y), &[x])[0]
    };
    let outer = super::gradient(
        |x| {
            let (a, b) = join(|| slope(x[0], x[1]), || slope(x[1], x[0]));
            a * b + slope(x[0], x[0])
        },
        &[x, y],
    );
    let value = |x: f64, y: f64| {
        let slope = |x: f64, y: f64| (x.sin() + x * x.cos()) * y;
        slope(x, y) * slope(y, x) + slope(x, x)
    };
    for (found, expected) in outer.iter().zip([
        (value(x + 1e-5, y) - value(x - 1e-5, y)) / 2e-5,
        (value(x, y + 1e-5) - value(x, y - 1e-5)) / 2e-5,
    ]) {
        assert!((found - expected).abs() < 1e-8, "{outer:?} but {expected}");
    }
}

#[test]
fn variables_of_two_derivatives_never_meet() {
    let confused = message(|| {
        gradient(|x| x[0] * gradient(|y| x[0] + y[0], &[1.0])[0], &[1.0]);
    });
    assert!(confused.contains("variables of two derivatives are mixed"), "{confused}");
    let returned = message(|| {
        gradient(|x| x[0] * gradient(|_| x[0], &[1.0])[0], &[1.0]);
    });
    assert!(returned.contains("returns a variable of another derivative"), "{returned}");
    let mut leaked = Var::constant(0.0);
    gradient(
        |x| {
            leaked = x[0];
            x[0]
        },
        &[1.0],
    );
    let outlived = message(|| _ = leaked + leaked);
    assert!(outlived.contains("is not being recorded"), "{outlived}");
    let met = message(|| {
        gradient(|x| x[0] * leaked, &[1.0]);
    });
    assert!(met.contains("variables of two derivatives are mixed"), "{met}");
    let elsewhere = message(|| {
        gradient(
            |x| std::thread::scope(|scope| scope.spawn(|| x[0] * x[0]).join().expect("no panic")),
            &[1.0],
        );
    });
    assert!(elsewhere.contains("no panic"), "{elsewhere}");
    // … and after all these panics the stack of the thread is restored
    assert_eq!(gradient(|x| x[0] * x[0], &[3.0]), [6.0]);
    // the outer variables alone are recorded on the outer tape, also from inside
    assert_eq!(
        gradient(|x| x[0] * gradient(|y| y[0] * (x[0] * x[0]).value(), &[1.0])[0], &[3.0]),
        [9.0]
    );
}

#[test]
fn odd_inputs() {
    assert_eq!(value_and_gradient(|x| Var::constant(x.len() as f64), &[]), (0.0, vec![]));
    let (y, pullback) = vjp(|_| vec![], &[1.0, 2.0]);
    assert_eq!((y, pullback.apply(&[])), (vec![], vec![0.0, 0.0]));
    assert_eq!(gradient(|x| x[1], &[1.0, 2.0]), [0.0, 1.0]);
    assert_eq!(jacobian(|x| vec![x[0], x[0], Var::constant(1.0)], &[1.0]), [[1.0], [1.0], [0.0]]);
    let empty = Vector::<f64>::constant(&[]);
    assert_eq!(
        (empty.sum().value(), empty.dot(&empty).value(), empty.is_empty()),
        (0.0, 0.0, true)
    );
    assert_eq!(
        gradient(|x| Vector::from_vars(x).map(|x| x * x).sum() + 1.0, &[] as &[f64]),
        [0.0; 0]
    );
    let none = Matrix::new(0, 3, Vector::<f64>::constant(&[]));
    assert_eq!(none.times(&Vector::constant(&[1.0; 3])).len(), 0);
    assert_eq!((none.rows(), none.columns(), none.elements().len()), (0, 3, 0));

    // An infinite partial does not affect numbers that do not depend on it, nor does one of an
    // unused number.
    assert_eq!(gradient(|x| x[0].sqrt() + x[1], &[0.0, 1.0]), [f64::INFINITY, 1.0]);
    let unused = |x: &[Var]| {
        let roots = Vector::from_vars(x).map(|x| x.sqrt());
        let _ = x[0].ln();
        roots.get(1) * 2.0
    };
    assert_eq!(gradient(unused, &[0.0, 1.0]), [0.0, 1.0]);
    let rows = |x: &[Var]| {
        let x = Vector::from_vars(x);
        let a = Matrix::new(2, 2, Vector::constant(&[f64::INFINITY, f64::NAN, 1.0, 2.0]));
        a.matmul(&Matrix::new(2, 1, x.clone())).row(1).sum() + a.times(&x).get(1)
    };
    assert_eq!(gradient(rows, &[3.0, 4.0]), [2.0, 4.0]);
    assert!(gradient(|x| x[0] * x[1], &[f64::NAN, 2.0])[1].is_nan());
    assert_eq!(gradient(|x| if x[0] > 0.0 { x[0] } else { x[0].ln() }, &[1.0]), [1.0]);
    assert_eq!(gradient(|x| x[0].max(x[0].ln()), &[1.0f32]), [1.0f32]);

    assert!(
        message(|| _ = Vector::constant(&[1.0]).dot(&Vector::constant(&[1.0, 2.0])))
            .contains("length")
    );
    assert!(message(|| drop(Matrix::new(2, 2, Vector::constant(&[1.0])))).contains("length"));
    assert!(message(|| drop(vjp(|x| x.to_vec(), &[1.0]).1.apply(&[]))).contains("length"));
}

#[test]
fn arrays_against_elements() {
    fn by_elements<T: Real>(x: &[T]) -> T {
        let (a, b) = (&x[..6], &x[6..]);
        let mut sum = T::zero();
        for i in 0..2 {
            for j in 0..2 {
                let c: T = (0..3).map(|k| a[i * 3 + k] * b[k * 2 + j]).sum();
                sum += c * c / (T::one() + c.exp()) - c * a[0];
            }
        }
        let row: T = a[3..].iter().zip(&b[..3]).map(|(&a, &b)| a * b).sum();
        sum + row * (b[5] * b[5] - a[1]) + (a[4] - b[4]).hypot(a[2]) - a[5]
    }
    let by_arrays = |x: &[Var]| {
        let all = Vector::from(x);
        let (a, b) = (Matrix::new(2, 3, all.slice(0..6)), Matrix::new(3, 2, all.slice(6..12)));
        let c = a.matmul(&b).elements().clone();
        let terms = c.zip_map(&c, |c, d| c * d / (1.0 + c.exp()));
        let sum = (&terms - &c.scale(x[0])).sum();
        let row = a.row(1).dot(&b.elements().slice(0..3));
        // from several positions, with a constant
        let gathered = Vector::from_vars(&[x[11], x[1], Var::constant(2.0), x[11]]);
        let products = &(&gathered * &gathered) / &gathered;
        let square = gathered.get(0) * products.get(3) - products.get(1);
        sum + row * square + (x[4] - x[10]).hypot(x[2]) + (-&all).get(5)
    };
    let x = numbers(12, 9);
    let (value, found) = value_and_gradient(by_arrays, &x);
    close("the value", &[value], &[by_elements(&x)], 1e-14);
    close("the gradient", &found, &dual::gradient(by_elements, &x), 1e-13);
}

/// A tree of branches, each of which uses numbers of its ancestors and of earlier branches.
fn tree(x: &[Var], depth: usize, common: Var) -> Var {
    if depth == 0 {
        return x.iter().map(|x| x.sin() * common).sum();
    }
    let (left, right) = x.split_at(x.len() / 2);
    let scaled = common * x[0];
    let (a, b) = join(|| tree(left, depth - 1, scaled), || tree(right, depth - 1, scaled));
    // the results of both, used in another fork
    let shared = a * b;
    let (c, d) =
        join(|| shared * a + Vector::from_vars(left).map(|x| x * x).sum(), || b * common + a);
    c + d * shared
}

fn tree_alone<T: Real>(x: &[T], depth: usize, common: T) -> T {
    if depth == 0 {
        return x.iter().map(|x| x.sin() * common).sum();
    }
    let (left, right) = x.split_at(x.len() / 2);
    let scaled = common * x[0];
    let (a, b) = (tree_alone(left, depth - 1, scaled), tree_alone(right, depth - 1, scaled));
    let shared = a * b;
    let (c, d) = (shared * a + left.iter().map(|&x| x * x).sum::<T>(), b * common + a);
    c + d * shared
}

#[test]
fn branches_side_by_side() {
    let x = numbers(16, 3);
    let (value, found) = value_and_gradient(|x| tree(x, 3, x[15]), &x);
    close("the value", &[value], &[tree_alone(&x, 3, x[15])], 1e-14);
    close("the gradient", &found, &dual::gradient(|x| tree_alone(x, 3, x[15]), &x), 1e-13);
    for _ in 0..50 {
        let again = value_and_gradient(|x| tree(x, 3, x[15]), &x);
        assert_eq!(again, (value, found.clone()), "the same to the last bit");
    }
    // derivatives of branches, and branches of derivatives
    let twice = |x: &[f64]| {
        gradient(
            |x| {
                let (a, b) = join(
                    || gradient(|x| join(|| x[0] * x[0] * x[1], || x[1].sin()).0, x)[0],
                    || gradient(|x| join(|| x[0], || x[1] * x[1] * x[0]).1, x)[1],
                );
                a * b
            },
            x,
        )
    };
    // (2x₀x₁)·(2x₀x₁)
    close("nested", &twice(&[2.0, 3.0]), &[8.0 * 2.0 * 9.0, 8.0 * 4.0 * 3.0], 1e-14);
    assert_eq!(join(|| 1, || 2), (1, 2));
    let stolen = message(|| {
        gradient(
            |x| {
                let cell = std::sync::Mutex::new(None);
                join(
                    || *cell.lock().expect("a lock") = Some(x[0] * x[0]),
                    || {
                        let other = loop {
                            if let Some(y) = *cell.lock().expect("a lock") {
                                break y;
                            }
                        };
                        other * other
                    },
                )
                .1
            },
            &[1.0],
        );
    });
    assert!(stolen.contains("was used in the other"), "{stolen}");
}

#[test]
fn a_pullback_stands_by_itself() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    let (y, pullback) = vjp(|x| vec![tree(x, 2, x[0]), x[1]], &numbers(8, 3));
    shared(&pullback);
    let expected = pullback.apply(&[1.0, 2.0]);
    let copy = pullback.clone();
    let elsewhere = std::thread::spawn(move || copy.apply(&[1.0, 2.0])).join().expect("no panic");
    assert_eq!((elsewhere, y.len()), (expected, 2));
    assert!(pullback.heap_bytes() > 500 && format!("{pullback:?}").contains("arguments: 8"));
    assert_eq!(Pullback::<f64>::blank().apply(&[]), []);
}

#[test]
fn a_var_is_small() {
    assert_eq!(size_of::<Var>(), 24);
    assert_eq!(format!("{:.1}", Var::constant(2.25)), "2.2");
}
