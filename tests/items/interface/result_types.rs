//! Results of every type.
#![deny(warnings)]

use crate::support::close;
use autodiff::prelude::*;

#[differentiate(reverse)]
fn pair(x: f64, y: f64) -> (f64, f64) {
    (x * y, x.sin())
}

#[differentiate(reverse)]
fn nested_tuple(x: f64, y: f64) -> ((f64, f64), f64) {
    ((x * y, x - y), x * x)
}

#[differentiate(reverse)]
fn with_index(x: &[f64]) -> (f64, usize) {
    let mut best = x[0];
    let mut at = 0;
    for (i, v) in x.iter().enumerate() {
        if *v > best {
            best = *v;
            at = i;
        }
    }
    (best * best, at)
}

#[differentiate(reverse)]
fn with_flags(x: f64) -> (bool, f64, [f64; 2], i32) {
    (x > 0.0, x * 2.0, [x, x * x], x as i32)
}

#[differentiate(reverse)]
fn array(x: &[f64]) -> [f64; 3] {
    [x[0] * x[1], x[1], 5.0]
}

#[differentiate(reverse)]
fn matrix(x: f64, y: f64) -> [[f64; 2]; 2] {
    let mut m = [[0.0; 2]; 2];
    m[0][0] = x * y;
    m[0][1] = x;
    m[1][0] = -m[0][0];
    m
}

#[differentiate(reverse)]
fn vector(x: &[f64], k: f64) -> Vec<f64> {
    let mut out = Vec::with_capacity(x.len());
    for v in x {
        out.push(v * v * k);
    }
    out
}

#[differentiate(reverse)]
fn cumulative(x: &[f64]) -> Vec<f64> {
    let mut out = x.to_vec();
    for i in 1..out.len() {
        out[i] += out[i - 1];
    }
    out
}

#[differentiate(reverse)]
fn rows(x: &[f64]) -> Vec<Vec<f64>> {
    let mut out = vec![vec![0.0; x.len()]; 2];
    for i in 0..x.len() {
        out[0][i] = x[i] * x[0];
        out[1][i] = -x[i];
    }
    out
}

#[differentiate(reverse)]
fn points(x: &[f64]) -> Vec<[f64; 2]> {
    let mut out = vec![[0.0; 2]; x.len()];
    for (p, v) in out.iter_mut().zip(x) {
        *p = [v.cos(), v.sin()];
    }
    out
}

#[differentiate(reverse)]
fn vector_and_more(x: &[f64]) -> (Vec<f64>, f64, usize) {
    let mut v = vec![];
    let mut s = 0.0;
    for e in x {
        if *e > 0.0 {
            v.push(e * 2.0);
        }
        s += e * e;
    }
    let n = v.len();
    (v, s, n)
}

#[differentiate(reverse)]
fn identity(x: Vec<f64>) -> Vec<f64> {
    x
}

#[differentiate(reverse)]
fn constant_result(x: f64) -> f64 {
    let _ = x;
    4.0
}

#[differentiate(reverse)]
fn early(x: f64, n: usize) -> (f64, usize) {
    for i in 0..n {
        if x * i as f64 > 2.0 {
            return (x * i as f64, i);
        }
    }
    (x.sin(), n)
}

#[differentiate(reverse)]
fn early_vector(x: &[f64]) -> Vec<f64> {
    if x.len() < 2 {
        return vec![];
    }
    let y = if x[0] > x[1] { return x.to_vec() } else { x[1] * x[0] };
    vec![y; 3]
}

#[differentiate(reverse)]
fn parameter_back(x: f64, y: f64) -> (f64, f64) {
    (y, x)
}

#[differentiate(reverse)]
fn twice(x: f64) -> [f64; 2] {
    [x, x]
}

#[test]
fn tuples() {
    assert_eq!(pair_jvp(2.0, 3.0, 1.0, 10.0), ((6.0, 2.0f64.sin()), (23.0, 2.0f64.cos())));
    assert_eq!(pair_vjp(2.0, 3.0, (1.0, 0.0)), ((6.0, 2.0f64.sin()), (3.0, 2.0)));
    assert_eq!(pair_vjp(2.0, 3.0, (0.0, 2.0)).1, (2.0 * 2.0f64.cos(), 0.0));
    let (_, residuals) = pair_primal(2.0, 3.0);
    assert_eq!(pair_linear(&residuals, 0.0, 1.0), (2.0, 0.0));
    let (mut x, mut y) = (1.0, 1.0);
    pair_transposed(&residuals, (1.0, 0.0), &mut x, &mut y);
    assert_eq!((x, y), (4.0, 3.0));
    assert_eq!(
        nested_tuple_vjp(2.0, 3.0, ((1.0, 10.0), 100.0)),
        (((6.0, -1.0), 4.0), (3.0 + 10.0 + 400.0, 2.0 - 10.0))
    );
    assert_eq!(nested_tuple_jvp(2.0, 3.0, 1.0, 0.0).1, ((3.0, 1.0), 4.0));
    assert_eq!(parameter_back_vjp(2.0, 3.0, (5.0, 7.0)), ((3.0, 2.0), (7.0, 5.0)));
}

#[test]
fn discrete_parts() {
    let (value, gradient) = with_index_vjp(&[1.0, 3.0, 2.0], (1.0, ()));
    assert_eq!((value, gradient), ((9.0, 1), vec![0.0, 6.0, 0.0]));
    assert_eq!(with_index_jvp(&[1.0, 3.0, 2.0], &[5.0, 1.0, 5.0]), ((9.0, 1), (6.0, ())));
    let (value, gradient) = with_flags_vjp(3.5, ((), 1.0, [10.0, 100.0], ()));
    assert_eq!((value, gradient), ((true, 7.0, [3.5, 12.25], 3), 2.0 + 10.0 + 700.0));
    assert_eq!(with_flags_jvp(3.5, 1.0).1, ((), 2.0, [1.0, 7.0], ()));
    assert_eq!(early_vjp(0.75, 9, (1.0, ())), ((2.25, 3), 3.0));
    assert_eq!(early_vjp(0.75, 2, (1.0, ())), ((0.75f64.sin(), 2), 0.75f64.cos()));
    assert_eq!(early_jvp(0.75, 9, 2.0).1, (6.0, ()));
}

#[test]
fn arrays() {
    assert_eq!(array_vjp(&[2.0, 3.0], [1.0, 10.0, 100.0]), ([6.0, 3.0, 5.0], vec![3.0, 12.0]));
    assert_eq!(array_jvp(&[2.0, 3.0], &[1.0, 0.0]).1, [3.0, 0.0, 0.0]);
    assert_eq!(
        matrix_vjp(2.0, 3.0, [[1.0, 10.0], [100.0, 1000.0]]),
        ([[6.0, 2.0], [-6.0, 0.0]], (3.0 + 10.0 - 300.0, 2.0 - 200.0))
    );
    assert_eq!(matrix_jvp(2.0, 3.0, 1.0, 0.0).1, [[3.0, 1.0], [-3.0, 0.0]]);
    assert_eq!(twice_vjp(2.0, [3.0, 4.0]), ([2.0, 2.0], 7.0));
}

#[test]
fn vectors() {
    assert_eq!(
        vector_vjp(&[1.0, 2.0], 3.0, &[1.0, 10.0]),
        (vec![3.0, 12.0], (vec![6.0, 120.0], 41.0))
    );
    assert_eq!(vector_jvp(&[1.0, 2.0], 3.0, &[1.0, 1.0], 1.0).1, [7.0, 16.0]);
    assert_eq!(vector_vjp(&[], 3.0, &[]), (vec![], (vec![], 0.0)));
    let (_, residuals) = vector_primal(&[1.0, 2.0], 3.0);
    assert_eq!(vector_linear(&residuals, &[1.0, 1.0], 1.0), [7.0, 16.0]);
    assert_eq!(
        cumulative_vjp(&[1.0, 2.0, 3.0], &[1.0, 10.0, 100.0]),
        (vec![1.0, 3.0, 6.0], vec![111.0, 110.0, 100.0])
    );
    assert_eq!(cumulative_jvp(&[1.0, 2.0, 3.0], &[1.0, 1.0, 0.0]).1, [1.0, 2.0, 2.0]);
    assert_eq!(identity_vjp(vec![1.0, 2.0], &[3.0, 4.0]), (vec![1.0, 2.0], vec![3.0, 4.0]));
    assert_eq!(early_vector_vjp(&[1.0], &[]), (vec![], vec![0.0]));
    assert_eq!(early_vector_vjp(&[2.0, 1.0], &[5.0, 7.0]), (vec![2.0, 1.0], vec![5.0, 7.0]));
    assert_eq!(early_vector_vjp(&[1.0, 2.0], &[5.0, 7.0, 1.0]), (vec![2.0; 3], vec![26.0, 13.0]));
}

#[test]
fn nested_vectors() {
    let y_bar = vec![vec![1.0, 10.0], vec![100.0, 1000.0]];
    assert_eq!(
        rows_vjp(&[2.0, 3.0], &y_bar),
        (vec![vec![4.0, 6.0], vec![-2.0, -3.0]], vec![4.0 + 30.0 - 100.0, 20.0 - 1000.0])
    );
    assert_eq!(rows_jvp(&[2.0, 3.0], &[1.0, 0.0]).1, [vec![4.0, 3.0], vec![-1.0, 0.0]]);
    let (value, gradient) = points_vjp(&[0.5, 1.0], &[[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(value, points(&[0.5, 1.0]));
    close("cos", gradient[0], -0.5f64.sin(), 1e-15);
    close("sin", gradient[1], 1.0f64.cos(), 1e-15);
    let (value, gradient) = vector_and_more_vjp(&[1.0, -2.0, 3.0], (&[10.0, 100.0], 1.0, ()));
    assert_eq!((value, gradient), ((vec![2.0, 6.0], 14.0, 2), vec![22.0, -4.0, 206.0]));
    assert_eq!(
        vector_and_more_jvp(&[1.0, -2.0, 3.0], &[1.0, 1.0, 1.0]).1,
        (vec![2.0, 2.0], 4.0, ())
    );
}

#[test]
fn constant_results() {
    assert_eq!(constant_result_value_and_grad(3.0), (4.0, 0.0));
    assert_eq!(constant_result_jvp(3.0, 1.0), (4.0, 0.0));
}

/// What is wrong has the lifetime that the caller likes.
#[differentiate]
fn root<'a>(x: f64) -> Result<f64, &'a str> {
    let negative: &'a str = "negative";
    if x < 0.0 {
        return Err(negative);
    }
    Ok(x.sqrt())
}

#[differentiate]
fn product_of_roots<'a>(x: f64, y: f64) -> Result<f64, &'a str> {
    Ok(root(x)? * root(y)?)
}

struct Reader;

#[differentiate]
impl Reader {
    #[differentiate]
    fn squared<'a>(x: f64) -> Result<f64, &'a str> {
        if x > 0.0 { Ok(x * x) } else { Err("negative") }
    }
}

#[test]
fn lifetimes_of_no_parameter() {
    assert_eq!(product_of_roots_jvp(4.0, 9.0, 1.0, 0.0), (Ok(6.0), Some(0.75)));
    assert_eq!(product_of_roots_vjp(4.0, 9.0, Some(1.0)), (Ok(6.0), (0.75, 2.0 / 6.0)));
    assert_eq!(product_of_roots_vjp(4.0, -9.0, None), (Err("negative"), (0.0, 0.0)));
    assert_eq!(Reader::squared_jvp(3.0, 0.5), (Ok(9.0), Some(3.0)));
}

/// Methods that iterators have as well, of values whose type is not seen: where they go tells.
mod unseen {
    use crate::support::close;
    use autodiff::prelude::*;

    #[differentiate]
    fn root(x: f64) -> Option<f64> {
        if x >= 0.0 { Some(x.sqrt()) } else { None }
    }
    #[differentiate]
    fn log(x: f64) -> Result<f64, String> {
        if x > 0.0 { Ok(x.ln()) } else { Err(format!("{x} is not positive")) }
    }

    #[differentiate]
    fn mapped_option(x: f64) -> Option<f64> {
        root(x).map(|v| v * x)
    }
    #[differentiate]
    fn mapped_result(x: f64) -> Result<f64, String> {
        log(x).map(|v| v * x)
    }
    #[differentiate]
    fn arms(x: f64) -> Option<f64> {
        if x > 5.0 {
            root(x).map(|v| v * x)
        } else if x > 2.0 {
            return root(x).filter(|v| *v > 0.5).map(|v| v + x);
        } else {
            match x > 1.0 {
                true => {
                    let k = 2.0;
                    root(x).map(|v| v * k)
                }
                false => None,
            }
        }
    }
    #[differentiate]
    fn bound(x: f64) -> Result<f64, String> {
        let y = log(x).map(|v| v + x)?;
        let z: Result<f64, String> = log(y).map(|v| v * y);
        let w: Option<f64> = root(y).map(|v| v * y);
        match log(y).map(|v| v.exp()) {
            Ok(v) => z.map(|z| z + v + w.unwrap_or(0.0)),
            Err(e) => Err(e),
        }
    }
    #[differentiate]
    fn matched(x: f64) -> f64 {
        let first = if let Some(v) = root(x).map(|v| v * 3.0) { v } else { x };
        let Some(second) = root(first).map(|v| v * x).filter(|v| *v > 0.1) else { return first };
        let third = match root(second).map(|v| v + x) {
            None => 1.0,
            Some(v) => v * v,
        };
        first + second * third
    }

    #[test]
    fn from_where_they_go() {
        let slope = |f: &dyn Fn(f64) -> f64, x: f64| (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
        for x in [1.5, 2.7, 7.7] {
            for (found, expected) in [
                (mapped_option_vjp(x, Some(1.0)).1, slope(&|x| mapped_option(x).unwrap(), x)),
                (mapped_result_vjp(x, Some(1.0)).1, slope(&|x| mapped_result(x).unwrap(), x)),
                (arms_vjp(x, Some(1.0)).1, slope(&|x| arms(x).unwrap(), x)),
                (bound_vjp(x, Some(1.0)).1, slope(&|x| bound(x).unwrap(), x)),
                (bound_jvp(x, 1.0).1.unwrap(), slope(&|x| bound(x).unwrap(), x)),
                (matched_grad(x), slope(&matched, x)),
            ] {
                close("slope", found, expected, 1e-8);
            }
        }
        assert_eq!(
            (mapped_option_vjp(-1.0, None), arms_vjp(0.5, None)),
            ((None, 0.0), (None, 0.0))
        );
        assert_eq!(mapped_result_vjp(-1.0, None), (Err("-1 is not positive".into()), 0.0));
        assert_eq!(bound_vjp(-1.0, None), (Err("-1 is not positive".into()), 0.0));
        assert_eq!(matched_grad(-2.0), 1.0);
    }
}
