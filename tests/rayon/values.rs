//! Items and captures of every type.

use autodiff::prelude::*;
use rayon::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Point {
    at: [f64; 2],
    weight: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: Vec<f64>,
    b: f64,
    steps: usize,
}

#[differentiate]
impl Model {
    #[differentiate]
    fn at(&self, x: f64) -> f64 {
        let mut sum = self.b;
        for _ in 0..self.steps {
            sum += self.w.iter().map(|w| (w * x).tanh()).sum::<f64>();
        }
        sum
    }

    #[differentiate]
    fn loss(&self, x: &[f64]) -> f64 {
        x.par_iter().map(|v| (self.at(*v) - v * v).powi(2)).sum::<f64>() / x.len() as f64
    }

    #[differentiate]
    fn loss_s(&self, x: &[f64]) -> f64 {
        x.iter().map(|v| (self.at(*v) - v * v).powi(2)).sum::<f64>() / x.len() as f64
    }
}

#[differentiate]
fn methods(x: &[f64]) -> f64 {
    Model { w: x.to_vec(), b: x[0], steps: 3 }.loss(x)
}

#[differentiate]
fn methods_s(x: &[f64]) -> f64 {
    Model { w: x.to_vec(), b: x[0], steps: 3 }.loss_s(x)
}

#[differentiate]
fn structs(x: &[f64]) -> f64 {
    let mut points: Vec<Point> =
        x.par_iter().map(|v| Point { at: [*v, v.sin()], weight: x[1] * v }).collect();
    points.par_iter_mut().for_each(|p| {
        p.at[1] *= p.weight;
        p.weight += p.at[0];
    });
    let total: f64 = points.par_iter().map(|p| p.at[0] * p.at[1] * p.weight).sum();
    total + points.par_iter().cloned().map(|p| p.weight.cos()).sum::<f64>()
}

#[differentiate]
fn structs_s(x: &[f64]) -> f64 {
    let mut points: Vec<Point> =
        x.iter().map(|v| Point { at: [*v, v.sin()], weight: x[1] * v }).collect();
    points.iter_mut().for_each(|p| {
        p.at[1] *= p.weight;
        p.weight += p.at[0];
    });
    let total: f64 = points.iter().map(|p| p.at[0] * p.at[1] * p.weight).sum();
    total + points.iter().cloned().map(|p| p.weight.cos()).sum::<f64>()
}

#[differentiate]
fn tuples(x: &[f64]) -> f64 {
    let (a, b) = x
        .par_iter()
        .map(|v| (v * x[0], v.sin()))
        .reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    a * b
}

#[differentiate]
fn tuples_s(x: &[f64]) -> f64 {
    let (a, b) =
        x.iter().map(|v| (v * x[0], v.sin())).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    a * b
}

#[differentiate]
fn vectors(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = (0..x.len())
        .into_par_iter()
        .map(|i| (0..i).map(|j| x[i] * x[j]).collect::<Vec<f64>>())
        .collect();
    rows.par_iter().map(|row| row.iter().map(|v| v.sin()).sum::<f64>().exp()).sum::<f64>().ln()
}

#[differentiate]
fn vectors_s(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> =
        (0..x.len()).map(|i| (0..i).map(|j| x[i] * x[j]).collect::<Vec<f64>>()).collect();
    rows.iter().map(|row| row.iter().map(|v| v.sin()).sum::<f64>().exp()).sum::<f64>().ln()
}

#[differentiate]
fn nested(x: &[f64]) -> f64 {
    x.par_iter().map(|a| x.par_iter().map(|b| (a - b).powi(2)).sum::<f64>().sqrt() * a).sum::<f64>()
}

#[differentiate]
fn nested_s(x: &[f64]) -> f64 {
    x.iter().map(|a| x.iter().map(|b| (a - b).powi(2)).sum::<f64>().sqrt() * a).sum::<f64>()
}

#[differentiate]
fn early(x: &[f64]) -> f64 {
    x.par_iter()
        .map(|v| {
            if *v > 0.5 {
                return v * x[0];
            }
            for w in x {
                if w > v {
                    return w * v;
                }
            }
            v.sin()
        })
        .sum::<f64>()
}

#[differentiate]
fn early_s(x: &[f64]) -> f64 {
    x.iter()
        .map(|v| {
            if *v > 0.5 {
                return v * x[0];
            }
            for w in x {
                if w > v {
                    return w * v;
                }
            }
            v.sin()
        })
        .sum::<f64>()
}

#[differentiate]
fn square(x: &f64) -> f64 {
    x * x
}

#[differentiate]
fn by_name(x: &[f64]) -> f64 {
    let k = x[0];
    let scaled = |v: &f64| v.cos() * k;
    x.par_iter().map(square).sum::<f64>() * x.par_iter().map(scaled).sum::<f64>()
}

#[differentiate]
fn by_name_s(x: &[f64]) -> f64 {
    let k = x[0];
    let scaled = |v: &f64| v.cos() * k;
    x.iter().map(square).sum::<f64>() * x.iter().map(scaled).sum::<f64>()
}

mod of_values {
    all_same! {
        methods methods_s
        structs structs_s
        tuples tuples_s
        vectors vectors_s
        nested nested_s
        early early_s
        by_name by_name_s
    }
}

#[differentiate]
fn fallible(x: &[f64], k: f64) -> Result<f64, String> {
    let all: Result<Vec<f64>, String> = x
        .par_iter()
        .map(|v| if *v > 5.0 { Err(format!("{v} is large")) } else { Ok(v * k) })
        .collect();
    Ok(all?.iter().sum::<f64>())
}

#[test]
fn results() {
    assert_eq!(fallible_grad(&[1.0, 2.0], 3.0), Ok((vec![3.0, 3.0], 3.0)));
    assert_eq!(fallible_grad(&[1.0, 6.0], 3.0), Err("6 is large".to_string()));
}

#[differentiate]
fn generic<T: Real + Send + Sync>(x: &[T], k: T) -> T {
    x.par_iter().map(|v| (*v * k).sin()).sum::<T>()
}

#[test]
fn scalars() {
    let x = [0.3, -0.7, 1.1];
    let (value, (x_bar, k_bar)) = generic_value_and_grad(&x, 2.0);
    let single: Vec<f32> = x.iter().map(|v| *v as f32).collect();
    let (of_single, (x_bar_of_single, _)) = generic_value_and_grad(&single, 2.0f32);
    assert!((of_single as f64 - value).abs() < 1e-6);
    // duals share no rule with the compiler
    let slope = autodiff::dual::derivative(|k| generic(&x.map(|v| v.into()), k), 2.0);
    assert!((slope - k_bar).abs() < 1e-12);
    for (k, bar) in x_bar.iter().enumerate() {
        assert!((x_bar_of_single[k] as f64 - bar).abs() < 1e-5);
        assert!((bar - 2.0 * (x[k] * 2.0).cos()).abs() < 1e-12);
    }
}

#[differentiate]
fn with_constant(x: &[f64], #[constant] y: &[f64], n: usize) -> f64 {
    x.par_iter().zip(y).map(|(v, w)| v.powi(n as i32) * w).sum()
}

#[test]
fn inactive_captures() {
    let (_, x_bar) = with_constant_value_and_grad(&[1.0, 2.0], &[3.0, 5.0], 2);
    assert_eq!(x_bar, [6.0, 20.0]);
    let (_, residuals) = with_constant_primal(&[1.0, 2.0], &[3.0, 5.0], 2);
    with_constant_transposed(&residuals, 1.0, &mut Discard);
}
