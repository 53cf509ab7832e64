//! Constants and statics as arguments, where only rustc can infer whether they are references;
//! `contains` of ranges.

use autodiff::prelude::*;

const COEFFICIENTS: &[f64] = &[1.0, 2.0, 3.0];
const FIXED: &[f64; 2] = &[0.25, -1.5];
const OWNED: [f64; 3] = [1.0, -2.0, 3.0];
static STATIC: &[f64] = &[0.5, 0.125];
const HALF: f64 = 0.5;
const SHORT: f32 = 0.5;
const COUNT: usize = 2;
const NAME: &str = "name";

mod tables {
    pub const ROWS: &[[f64; 2]] = &[[1.0, 2.0], [-3.0, 0.5]];
}

struct Model;

impl Model {
    const WEIGHTS: &'static [f64] = &[2.0, 3.0];
}

#[differentiate]
fn polynomial(x: f64, c: &[f64]) -> f64 {
    let mut y = 0.0;
    for a in c.iter().rev() {
        y = y * x + a;
    }
    y
}

#[differentiate]
fn of_pair(x: f64, c: &[f64; 2]) -> f64 {
    c[0] * x * x + c[1]
}

#[differentiate]
fn of_rows(x: f64, rows: &[[f64; 2]]) -> f64 {
    rows.iter().map(|row| row[0] * x.powi(2) + row[1] * x).sum()
}

#[differentiate]
fn by_value(x: f64, c: [f64; 3], factor: f64, n: usize, name: &str) -> f64 {
    let mut y = name.len() as f64;
    for a in c {
        y = y * x + a * factor;
    }
    y * n as f64
}

#[differentiate]
fn short(x: f64, factor: f32) -> f64 {
    x * x * f64::from(factor)
}

#[differentiate]
fn generic<T: Real>(x: T, c: &[T]) -> T {
    c.iter().fold(T::zero(), |y, a| y * x + *a)
}

#[differentiate]
fn constants_by_name(x: &[f64]) -> f64 {
    const LOCAL: &[f64] = &[1.0, 0.5];
    let mut y = 0.0;
    for k in 0..3 {
        y += polynomial(x[0] + k as f64, COEFFICIENTS) * polynomial(x[1], LOCAL);
    }
    y += of_pair(x[0], FIXED) + polynomial(x[1], STATIC) + of_rows(x[0] * x[1], tables::ROWS);
    y += by_value(x[0], OWNED, HALF, COUNT, NAME)
        + short(x[1], SHORT)
        + polynomial(x[0], Model::WEIGHTS);
    y + generic(x[0], COEFFICIENTS)
}

#[differentiate]
mod seen {
    pub const SEEN: &[f64] = &[1.0, 2.0, 4.0];
    const FACTOR: f64 = 3.0;

    fn sum(x: f64, c: &[f64], factor: f64) -> f64 {
        c.iter().map(|a| a * x * x).sum::<f64>() * factor
    }

    #[differentiate]
    pub fn of_seen(x: &[f64]) -> f64 {
        sum(x[0], SEEN, FACTOR) + sum(x[1], &SEEN[1..], FACTOR)
    }
}

#[test]
fn constants_as_arguments() {
    use seen::*;
    check!(constants_by_name, [0.3, -0.8]);
    check!(of_seen, [0.3, -0.8]);
}

#[differentiate]
fn inside(x: &[f64], n: usize) -> f64 {
    if !(-1.0..=1.0).contains(&x[0]) {
        return x[0] * x[0];
    }
    let small = 0..n;
    let mut y = x[1];
    if (1..3).contains(&n) || (..=7).contains(&n) && !(0.25..).contains(&x[1]) {
        y = y * 3.0;
    }
    if small.contains(&2) && (..0.75).contains(&(x[0] * x[1])) {
        y *= y;
    }
    y
}

#[test]
fn ranges_that_contain() {
    for n in [0, 1, 2, 3, 7, 8] {
        for x in [[0.5, 0.1], [-0.9, 2.0], [1.5, 1.0], [1.0, 0.9], [-1.0, 0.25]] {
            let (y, gradient) = inside_value_and_grad(&x, n);
            assert_eq!(y, inside(&x, n));
            let expected = match x[0] {
                a if a.abs() > 1.0 => [2.0 * a, 0.0],
                _ => {
                    let first = if n == 1 || n == 2 || n <= 7 && x[1] < 0.25 { 3.0 } else { 1.0 };
                    let again = if n > 2 && x[0] * x[1] < 0.75 { 2.0 * first * x[1] } else { 1.0 };
                    [0.0, first * again]
                }
            };
            assert_eq!(gradient, expected, "{n} {x:?}");
        }
    }
}

#[differentiate]
fn middle(x: &[f64]) -> f64 {
    f64::midpoint(x[0], x[1] * x[1]) * x[0].midpoint(3.0)
}

#[test]
fn midpoints() {
    check!(middle, [0.3, -0.8]);
    check!(middle, [-0.3, 0.0]);
}

macro_rules! is_near {
    ($a:expr, $b:expr) => {
        ($a - $b).abs() < 1e-3
    };
}

#[differentiate]
fn conditions(x: &[f64]) -> f64 {
    if is_near!(x[0], 0.0) {
        return x[1];
    }
    let mut y = x[0];
    while !is_near!(y, 0.0) && y > 0.5 {
        y *= 0.2 * x[1];
    }
    if x[1] > 7.0 || is_near!(x[0], x[1]) { y * y } else { y }
}

#[test]
fn macros_as_conditions() {
    check!(conditions, [0.0, 0.3]);
    check!(conditions, [3.0, 1.2]);
    check!(conditions, [3.0, 3.0]);
    check!(conditions, [0.3, 8.0]);
}

#[differentiate]
fn scaled<T: autodiff::Real>(k: f64) -> T {
    T::real(2.0) * T::real(k)
}

#[differentiate]
fn lifted(x: f64) -> f64 {
    x + 1.0
}

fn summed(x: &[f64]) -> f64 {
    x.iter().sum()
}

fn summed_array(x: [f64; 3]) -> f64 {
    x.iter().sum()
}

#[differentiate]
fn plainly_called(x: &[f64]) -> f64 {
    let y = x[0] * scaled::<f64>(HALF) + lifted(HALF) * x[1] + x[0] * lifted(self::HALF);
    y * x[1] * summed(COEFFICIENTS) * summed(&OWNED) * summed_array(OWNED)
        + summed(&COEFFICIENTS[1..]) * x[0]
}

#[differentiate]
fn scaled_by_half<T: autodiff::Real>(x: &[T]) -> T {
    (x[0] - scaled::<T>(HALF)) * x[1]
}

#[differentiate]
fn scaled_by_half_of_reals(x: &[f64]) -> f64 {
    scaled_by_half(x)
}

#[test]
fn as_arguments_of_calls_without_derivatives() {
    check!(plainly_called, [0.3, -0.8]);
    check!(scaled_by_half_of_reals, [0.3, -0.8]);
}

/// Parts of tables from where the loop is.
#[differentiate]
fn parts_of_tables(x: &[f64]) -> f64 {
    const LOCAL: [f64; 5] = [0.5, -2.0, 3.0, 0.25, -1.0];
    let mut from = 0;
    let mut y = 0.0;
    for (n, v) in x.iter().enumerate() {
        y += v * polynomial(*v, &LOCAL[from..]) / LOCAL[from + 1];
        y +=
            polynomial(y, &COEFFICIENTS[..=n % 2]) - polynomial(*v, &OWNED[n % 2..from.max(n % 2)]);
        y += polynomial(*v, &Model::WEIGHTS[n % 2..]) * polynomial(*v, &STATIC[n % 2..2]);
        from += 1;
    }
    y
}

#[test]
fn parts_of_tables_from_where_a_loop_is() {
    check!(parts_of_tables, [0.3, -0.8, 0.7]);
    check!(parts_of_tables, [1.3]);
}

/// Rows of whole numbers and reals.
#[differentiate]
fn of_powers(x: f64, y: f64, rows: &[(i32, i32, f64)]) -> f64 {
    rows.iter().map(|(i, j, n)| n * x.powi(*i) * y.powi(*j)).sum()
}

#[differentiate]
#[allow(non_upper_case_globals)]
fn tables_of_tuples(x: &[f64]) -> f64 {
    const IJn: [(i32, i32, f64); 3] = [(0, 1, 0.6), (2, 1, -0.9), (1, 3, 2.5)];
    const Slice: &[(i32, i32, f64)] = &IJn;
    of_powers(x[0] - 1.0, x[1], &IJn) * IJn[1].2 + of_powers(x[1], x[0], Slice)
}

#[test]
fn tables_of_tuples_as_arguments() {
    check!(tables_of_tuples, [0.3, -0.8]);
}
