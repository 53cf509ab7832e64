//! Chains and closures in ordinary style: test functions, networks, statistics, tables.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn rows_flat(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks_exact(2).map(|c| c.to_vec()).collect();
    rows.iter().flat_map(|row| row.iter().map(|b| b * row[0])).sum()
}
#[differentiate(reverse)]
fn cloned_iters(x: &[f64]) -> f64 {
    let evens = x.iter().filter(|v| **v > 0.0).take(2);
    let a: f64 = evens.clone().sum();
    let b: f64 = evens.map(|v| v * v).sum();
    a * b
}
#[differentiate(reverse)]
fn unique_params(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut v = x.to_vec();
    let scale = |r: &mut f64, k: f64| *r *= k;
    scale(&mut a, x[1]);
    scale(&mut v[2], 3.0);
    let push = |v: &mut Vec<f64>, k: f64| v.push(k * a);
    push(&mut v, 2.0);
    v.iter().sum::<f64>() + a
}
#[differentiate(reverse)]
fn matrix(x: &[f64]) -> f64 {
    let n = 2;
    let rows = x.len() / n;
    let y: Vec<f64> = x
        .chunks_exact(n)
        .map(|row| row.iter().zip(&[2.0, -1.0]).map(|(a, b)| a * b).sum())
        .collect();
    let t: Vec<Vec<f64>> = (0..n).map(|j| (0..rows).map(|i| x[i * n + j]).collect()).collect();
    y.iter().map(|v: &f64| v.tanh()).sum::<f64>()
        + t.iter().map(|c| c.iter().map(|v| v * v).sum::<f64>().sqrt()).sum::<f64>()
}
#[differentiate(reverse)]
fn variance(x: &[f64]) -> f64 {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let var = x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    var.sqrt() / mean
}
#[differentiate(reverse)]
fn ackley(x: &[f64]) -> f64 {
    let n = x.len() as f64;
    let a = 20.0;
    let b = 0.2;
    let c = 2.0 * std::f64::consts::PI;
    -a * (-b * (x.iter().map(|v| v.powi(2)).sum::<f64>() / n).sqrt()).exp()
        - (x.iter().map(|v| (c * v).cos()).sum::<f64>() / n).exp()
        + a
        + std::f64::consts::E
}
#[differentiate(reverse)]
fn mlp(x: &[f64]) -> f64 {
    let relu = |v: f64| v.max(0.0);
    let layer = |w: &[f64], input: &[f64]| -> Vec<f64> {
        w.chunks(input.len())
            .map(|row| relu(row.iter().zip(input.iter()).map(|(w, i)| w * i).sum::<f64>() + 0.1))
            .collect()
    };
    let h = layer(&x[..4], &x[4..6]);
    let o = layer(&x[1..5], &h);
    o.iter().sum()
}
#[differentiate(reverse)]
fn dp(x: &[f64]) -> f64 {
    let mut best = vec![0.0; x.len() + 1];
    for (i, v) in x.iter().enumerate() {
        best[i + 1] =
            (0..=i).map(|j| best[j] + v * (i - j) as f64).fold(f64::NEG_INFINITY, f64::max);
    }
    *best.last().unwrap()
}
#[differentiate(reverse)]
fn printed(x: &[f64]) -> f64 {
    let y = dbg!(x[0] * 2.0);
    let m = x.iter().copied().reduce(|a, b| if a > b { a } else { b });
    println!("{:?} {}", m, y);
    debug_assert!(m.is_some());
    match m {
        Some(v) if v > -1e9 => v * y,
        Some(_) => unreachable!(),
        None => 0.0,
    }
}
#[differentiate(reverse)]
fn returns_vec_sum(x: &[f64]) -> f64 {
    fn helper(v: &[f64]) -> Vec<f64> {
        v.iter()
            .scan(1.0, |p, a| {
                *p *= a;
                Some(*p)
            })
            .collect()
    }
    let mut t = 0.0;
    for (p, q) in helper(x).into_iter().zip(helper(&x[1..])) {
        t += p * q;
    }
    for v in (0..x.len()).map(|i| x[i] * x[x.len() - 1 - i]).filter(|v| *v > 0.0) {
        if v > 100.0 {
            return -1.0;
        }
        t += v;
    }
    t
}
#[differentiate(reverse)]
fn nested_loops(x: &[f64]) -> f64 {
    let mut t = 0.0;
    'a: for (i, a) in x.iter().enumerate().filter(|(i, _)| *i != 1) {
        for b in x.iter().skip(i).chain(x.iter().take(1)) {
            if a * b > 1.0 {
                continue 'a;
            }
            if a * b < -0.6 {
                break 'a;
            }
            t += a * b;
        }
        t *= 1.1;
    }
    t
}
#[differentiate(reverse)]
fn group(x: &[f64]) -> f64 {
    let idx = [2usize, 0, 1, 2];
    let g: f64 = idx.iter().map(|&i| x[i]).sum();
    let mask = [true, false, true];
    let m: f64 = x.iter().zip(mask.iter()).filter(|(_, m)| **m).map(|(v, _)| v).sum();
    let w: Vec<(f64, f64)> = x.iter().map(|&v| (v, v * v)).collect();
    let (s, q) = w.iter().fold((0.0, 0.0), |(s, q), (a, b)| (s + a, q + b));
    let k = idx.iter().copied().max().unwrap() + idx.iter().min().copied().unwrap();
    let c = idx.iter().filter(|i| **i == 2).count();
    g * m + s * q * (k + c) as f64
}
#[differentiate(reverse)]
fn kernel(x: &[f64]) -> f64 {
    let k = |a: f64, b: f64| (-(a - b).powi(2)).exp();
    x.iter().enumerate().map(|(i, a)| x[..i].iter().map(|b| k(*a, *b)).sum::<f64>()).sum::<f64>()
}
#[differentiate(reverse)]
fn moving(x: &[f64]) -> f64 {
    let ma: Vec<f64> = x.windows(3).map(|w| w.iter().sum::<f64>() / 3.0).collect();
    ma.iter().zip(ma.iter().skip(1)).map(|(a, b)| (b - a).abs()).sum::<f64>()
        + x.iter().map(|v| v.abs()).fold(0.0, f64::max)
}
#[test]
fn programs() {
    let x = [0.5, 1.25, -0.75, 0.9, 0.3, 0.7];
    check!(rows_flat, x);
    check!(cloned_iters, x);
    check!(unique_params, x);
    check!(matrix, x);
    check!(variance, x);
    check!(ackley, x);
    check!(mlp, x);
    check!(dp, x);
    check!(printed, x);
    check!(returns_vec_sum, x);
    check!(nested_loops, x);
    check!(group, x);
    check!(kernel, x);
    check!(moving, x);
}
