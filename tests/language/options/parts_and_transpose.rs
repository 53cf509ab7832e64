//! Options of parts of slices that a branch selects, and options and results of each other.

use autodiff::prelude::*;

#[differentiate]
fn either_part(x: &[f64]) -> f64 {
    let mut y = 0.0;
    for i in 0..4 {
        if let Some(p) = x.get(..i).or(x.get(1..)) {
            y += p.iter().map(|v| v * v).sum::<f64>() * i as f64;
        }
        let p = x.get(i..).or(x.get(..1)).unwrap_or(&[]);
        y += p.iter().product::<f64>();
    }
    y
}
#[differentiate]
fn parts_in_turn(x: &[f64]) -> f64 {
    let mut parts = x.chunks(2);
    let mut next = |k: f64| parts.next().map_or(k, |c| c.iter().product::<f64>() * k);
    let y = next(2.0);
    y * next(3.0) * next(1.5)
}
#[differentiate]
fn rows(x: &[f64]) -> f64 {
    let rows = [[x[0], x[1]], [x[1], 3.0]];
    let mut y = 0.0;
    for i in 0..4 {
        if let Some([a, b]) = rows.get(i).or_else(|| rows.get(i - 2)) {
            y += a * b * i as f64;
        }
        let v = rows.iter().nth(i).map(|r| r.to_vec());
        y *= v.map_or(x[0], |v| v[0]);
    }
    y
}
#[differentiate]
fn transposed(x: &[f64]) -> f64 {
    let mut y = 1.0;
    for (i, v) in x.iter().enumerate() {
        let r: Option<Result<f64, String>> = if i == 1 {
            None
        } else if *v > 1.0 {
            Some(Err("large".to_string()))
        } else {
            Some(Ok(v * v))
        };
        y += match r.transpose() {
            Ok(Some(a)) => a,
            Ok(None) => y * v,
            Err(e) => e.len() as f64 * v,
        };
        let q: Result<Option<f64>, f64> = if i == 0 {
            Ok(None)
        } else if *v > 1.0 {
            Err(v * 3.0)
        } else {
            Ok(Some(v * v))
        };
        y += q.transpose().map_or(*v, |q| q.unwrap_or_else(|e| e * e));
    }
    y
}
#[differentiate]
fn root(x: f64) -> Result<f64, String> {
    if x > 0.0 { Ok(x.sqrt()) } else { Err("negative".to_string()) }
}
#[differentiate]
fn roots(x: &[f64]) -> Result<f64, String> {
    let first = x.first().map(|v| root(*v)).transpose()?;
    let last = x.get(2).map(|v| root(*v)).transpose()?.unwrap_or(0.25);
    Ok(first.unwrap_or(1.0) * last)
}
#[differentiate]
fn questions(x: &[f64]) -> f64 {
    roots(x).unwrap_or(x.len() as f64) + x.iter().sum::<f64>()
}
/// Has a method of this name.
#[derive(Clone, Debug, Differentiable)]
struct Matrix([[f64; 2]; 2]);
#[differentiate]
impl Matrix {
    #[differentiate]
    fn transpose(&self) -> Matrix {
        let [[a, b], [c, d]] = self.0;
        Matrix([[a, c], [b, d]])
    }
}
#[differentiate]
fn own_method(x: &[f64]) -> f64 {
    let m = Matrix([[x[0], x[1]], [x[1] * x[1], 2.0]]).transpose();
    m.0[0][1] * m.0[1][0] + m.0[0][0]
}

#[test]
fn parts_that_branches_select() {
    check!(either_part, [0.5, 1.5, 0.7, 1.2]);
    check!(either_part, [0.5, 1.5]);
    check!(either_part, []);
    check!(parts_in_turn, [0.5, 1.5, 0.2]);
    check!(rows, [0.5, 1.5, 0.2]);
}

#[test]
fn options_and_results_of_each_other() {
    check!(transposed, [0.5, 1.5, 0.7, 1.2]);
    check!(questions, [0.5, 1.5, 0.7, 1.2]);
    check!(questions, [0.5, 1.5, -0.7, 1.2]);
    check!(questions, [0.5]);
    check!(questions, []);
    check!(own_method, [0.5, 1.5]);
}
