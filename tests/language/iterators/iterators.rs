//! Iterators: chains as values and in `for`, over slices, vectors, arrays and ranges.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn square_sum(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}
#[differentiate(reverse)]
fn square_sum2(x: &[f64]) -> f64 {
    x.iter().map(|x| x.powi(2)).sum::<f64>().sqrt()
}
#[differentiate(reverse)]
fn rosen(x: &[f64]) -> f64 {
    x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
}
#[differentiate(reverse)]
fn lse(x: &[f64]) -> f64 {
    let m = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    m + x.iter().map(|v| (v - m).exp()).sum::<f64>().ln()
}
#[differentiate(reverse)]
fn softmax(x: &[f64]) -> f64 {
    let e: Vec<f64> = x.iter().map(|v| v.exp()).collect();
    let s: f64 = e.iter().sum();
    let p: Vec<f64> = e.iter().map(|v| v / s).collect();
    p.iter().zip(x).map(|(p, x)| p * x).sum()
}
#[differentiate(reverse)]
fn poly(x: &[f64]) -> f64 {
    let t = x[0];
    x.iter().rev().fold(0.0, |acc, c| acc * t + c)
}
#[differentiate(reverse)]
fn filtered(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).map(|v| v.sin()).sum::<f64>() / x.len() as f64
}
#[differentiate(reverse)]
fn taken(x: &[f64]) -> f64 {
    x.iter().copied().take_while(|v| *v > -0.5).enumerate().map(|(i, v)| v * i as f64).sum()
}
#[differentiate(reverse)]
fn flat(x: &[f64]) -> f64 {
    x.iter().flat_map(|a| x.iter().map(move |b| a * b)).sum()
}
#[differentiate(reverse)]
fn scanned(x: &[f64]) -> f64 {
    x.iter()
        .scan(0.0, |s, v| {
            *s += v;
            Some(*s)
        })
        .map(|s: f64| s.sin())
        .sum()
}
#[differentiate(reverse)]
fn chained(x: &[f64]) -> f64 {
    x.iter().chain(x[1..].iter().rev()).enumerate().map(|(i, v)| v * (i as f64)).sum()
}
#[differentiate(reverse)]
fn best(x: &[f64]) -> f64 {
    let m = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    let n = x.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    m * n + x.iter().copied().reduce(f64::min).unwrap_or(0.0)
}
#[differentiate(reverse)]
fn best_mapped(x: &[f64]) -> f64 {
    let m = x.iter().map(|v| v * v).max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    let (i, v) =
        x.iter().enumerate().filter(|(i, _)| i % 2 == 0).max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    m * v * i as f64
}
#[differentiate(reverse)]
fn first_last(x: &[f64]) -> f64 {
    let a = x.first().unwrap_or(&0.0);
    let b = x.last().copied().unwrap_or(1.0);
    let c = x.get(1).map_or(0.5, |v| v * v);
    a * b + c + x.iter().nth(2).unwrap_or(&0.25) * a
}
#[differentiate(reverse)]
fn for_loops(x: &[f64]) -> f64 {
    let mut t = 0.0;
    for (i, v) in x.iter().map(|v| v * v).enumerate().filter(|(i, _)| i % 2 == 0) {
        if i > 4 {
            break;
        }
        if v < 0.01 {
            continue;
        }
        t += v * i as f64;
    }
    for c in x.chunks(2) {
        t += c.iter().product::<f64>();
    }
    for v in x.iter().chain(&[1.0, 2.0]) {
        if *v > 1.5 {
            break;
        }
        t += v * v;
    }
    'o: for v in x.iter().flat_map(|a| [a * 2.0, a * 3.0]) {
        if v > 2.6 {
            continue 'o;
        }
        t += v.sin();
    }
    t
}
#[test]
fn chains() {
    let x = [0.5, 1.25, -0.75, 0.9, 0.3];
    check!(square_sum, x);
    check!(square_sum, []);
    check!(square_sum2, x);
    check!(rosen, x);
    check!(lse, x);
    check!(softmax, x);
    check!(poly, x);
    check!(filtered, x);
    check!(taken, x);
    check!(flat, x);
    check!(scanned, x);
    check!(chained, x);
    check!(best, x);
    check!(best_mapped, x);
    check!(first_last, x);
    check!(first_last, [0.4]);
    check!(for_loops, x);
}

#[differentiate(reverse)]
fn arrays(x: &[f64]) -> f64 {
    let powers: [f64; 4] = std::array::from_fn(|i| x[0].powi(i as i32) * x[1]);
    let weights = [1.0, -2.0];
    let a: f64 = x.iter().zip(weights.iter().cycle()).map(|(v, w)| v * w).sum();
    let b: f64 = x.iter().cycle().skip(2).take(7).product();
    powers.into_iter().sum::<f64>() * a + b
}

#[differentiate(reverse)]
fn made(x: &[f64]) -> f64 {
    let a: f64 = std::iter::repeat(x[0]).take(3).zip(1..).map(|(v, i)| v.powi(i)).sum();
    let b: f64 = std::iter::once(x[1]).chain(std::iter::repeat_n(x[2], 2)).sum();
    let c: f64 =
        std::iter::successors(Some(x[0]), |v| if *v < 3.0 { Some(v * 2.0 + 0.1) } else { None })
            .sum();
    let mut state = x[1];
    let d: f64 = std::iter::from_fn(|| {
        state *= 0.5;
        if state > 0.01 { Some(state) } else { None }
    })
    .sum();
    a * b + c * d
}

#[differentiate(reverse)]
fn stages(x: &[f64]) -> f64 {
    let a: f64 = x.iter().skip_while(|v| **v > 0.0).map(|v| v * v).sum();
    let b: f64 = x.iter().map_while(|v| if *v > 0.0 { Some(v.ln()) } else { None }).sum();
    let c: f64 = x.iter().filter_map(|v| (*v > 0.0).then(|| v.sqrt())).take(2).sum();
    let d: f64 = x.iter().filter(|v| **v > 0.0).skip(1).step_by(2).sum();
    let e: f64 = x.iter().filter(|v| **v > 0.0).zip(x.iter().rev()).map(|(p, q)| p * q).sum();
    let f: f64 = (0..x.len()).rev().step_by(2).map(|i| x[i] * i as f64).sum();
    let g: f64 = (1..=x.len()).filter(|i| i % 2 == 1).map(|i| x[i - 1] / i as f64).sum();
    a + b * c - d * e + f * g
}

#[differentiate(reverse)]
fn collected(x: &[f64]) -> f64 {
    let (small, large): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v < 0.4);
    let (sines, squares): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v.sin(), v * v)).unzip();
    let table: Vec<Vec<f64>> = (0..3).map(|i| x.iter().map(|v| v * i as f64).collect()).collect();
    let trace: f64 = table.iter().enumerate().map(|(i, row)| row[i]).sum();
    let pairs: Vec<(usize, f64)> =
        x.iter().copied().enumerate().filter(|(i, _)| i % 2 == 0).collect();
    small.iter().sum::<f64>() * large.iter().product::<f64>()
        + sines.iter().zip(&squares).map(|(a, b)| a * b).sum::<f64>()
        + trace
        + pairs.iter().map(|&(i, v)| v * i as f64).sum::<f64>()
}

#[differentiate(reverse)]
fn decided(x: &[f64]) -> f64 {
    let all = x.iter().all(|v| *v > -1.0);
    let any = x.iter().any(|v| *v > 1.0);
    let n = x.iter().filter(|v| **v > 0.0).count();
    let p = x.iter().position(|v| *v > 0.8).unwrap_or(0);
    let last = x.iter().filter(|v| **v > 0.0).last().unwrap_or(&0.5);
    let most = (0..x.len()).max_by_key(|i| (*i as i32 - 2).abs()).unwrap();
    let least = x.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map(|(i, _)| i).unwrap();
    let furthest = x.chunks(2).map(|c| c.iter().sum::<f64>()).fold(f64::MIN, |a, b| a.max(b));
    let row = x.windows(2).max_by(|a, b| (a[0] * a[1]).total_cmp(&(b[0] * b[1]))).unwrap();
    let mut total = 0.0;
    if all && any {
        total += x[p] * n as f64;
    }
    total + last * x[most] * x[least] + furthest + row[0] * row[1] * x.len() as f64
}

#[differentiate(reverse)]
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiate(reverse)]
fn functions(x: &[f64]) -> f64 {
    let a: f64 = x.iter().copied().map(logistic).map(f64::sqrt).sum();
    let b = x.iter().copied().fold(f64::INFINITY, f64::min);
    let c = x.iter().copied().max_by(f64::total_cmp).unwrap();
    let d: f64 = x.iter().map(|v| logistic(*v)).sum();
    let e: f64 = x.iter().flat_map(|v| vec![*v; 2]).map(|v| v * v).sum();
    a * b + c * d + e
}

#[differentiate(reverse)]
fn singles(x: f64, n: usize) -> f64 {
    (1..=n).map(|k| x.powi(k as i32) / (1..=k).map(|j| j as f64).product::<f64>()).sum()
}

#[differentiate(reverse)]
fn small_reals(x: &[f32]) -> f32 {
    let norm = x.iter().map(|v| v * v).sum::<f32>().sqrt();
    x.iter().enumerate().map(|(i, v)| v / norm * i as f32).sum()
}

#[test]
fn more_chains() {
    let x = [0.5, 1.25, -0.75, 0.9, 0.3];
    check!(arrays, x);
    check!(made, x);
    check!(stages, x);
    check!(collected, x);
    check!(decided, x);
    check!(functions, x);
    let (value, slope) = singles_value_and_grad(0.5, 9);
    assert!((value + 1.0 - 0.5f64.exp()).abs() < 1e-8 && (slope - 0.5f64.exp()).abs() < 1e-6);
    let (value, gradient) = small_reals_value_and_grad(&[1.0, 2.0, 3.0]);
    assert_eq!(value.to_bits(), small_reals(&[1.0, 2.0, 3.0]).to_bits());
    assert!((gradient[0] + 8.0 / 14f32.powf(1.5)).abs() < 1e-6);
}

/// Loops that leave the rest of an iterator.
#[differentiate]
fn parts_of_one(x: &[f64]) -> f64 {
    let mut rest = x.iter();
    let mut s = 0.0;
    'first: for v in rest.by_ref() {
        s += v * v;
        for _ in 0..2 {
            if s > 1.0 {
                break 'first;
            }
        }
    }
    for v in &mut rest {
        s += v * x[0];
        if *v > 1.0 {
            break;
        }
    }
    s += rest.map(|v| v * v * v).sum::<f64>();
    let mut pairs = x.iter().enumerate();
    for (i, v) in &mut pairs {
        if i == 1 {
            break;
        }
        s += v.sin();
    }
    s + pairs.map(|(i, v)| i as f64 * v * v).sum::<f64>()
}

/// Ranges of letters.
#[differentiate]
fn letters(x: &[f64]) -> f64 {
    let (mut s, last) = (x[0], 'e');
    for c in 'w'..='z' {
        s = s * 0.5 + (c as u32 - 110) as f64 * x[1];
    }
    for c in 'a'..last {
        if c == 'c' {
            s *= x[2];
        }
    }
    s + ('a'..'d')
        .rev()
        .enumerate()
        .map(|(k, c)| x[0] * k as f64 * (c as u8 - b'a') as f64)
        .sum::<f64>()
}

#[test]
fn loops_that_leave_the_rest() {
    check!(letters, [0.3, 1.2, -0.2]);

    check!(parts_of_one, [0.3, 1.2, -0.2, 0.1, 2.0, 3.0]);
    check!(parts_of_one, [0.3, 0.2]);
    check!(parts_of_one, [0.3]);
}
