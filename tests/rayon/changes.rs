//! Items that are changed, and `rayon::join`.

use autodiff::prelude::*;
use rayon::prelude::*;

#[differentiate]
fn elements(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.par_iter_mut().for_each(|v| *v *= x[0] * *v);
    y.par_iter_mut().zip(x.par_iter()).enumerate().for_each(|(i, (v, w))| *v += i as f64 * w.sin());
    y.iter().map(|v| v * v).sum()
}

#[differentiate]
fn elements_s(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.iter_mut().for_each(|v| *v *= x[0] * *v);
    y.iter_mut().zip(x.iter()).enumerate().for_each(|(i, (v, w))| *v += i as f64 * w.sin());
    y.iter().map(|v| v * v).sum()
}

#[differentiate]
fn both_changed(x: &[f64]) -> f64 {
    let (mut y, mut z) = (x.to_vec(), vec![1.0; x.len()]);
    y.par_iter_mut().zip(z.par_iter_mut()).for_each(|(v, w)| {
        *w += *v * *v;
        *v = w.ln();
    });
    y.iter().zip(&z).map(|(v, w)| v * w).sum()
}

#[differentiate]
fn both_changed_s(x: &[f64]) -> f64 {
    let (mut y, mut z) = (x.to_vec(), vec![1.0; x.len()]);
    y.iter_mut().zip(z.iter_mut()).for_each(|(v, w)| {
        *w += *v * *v;
        *v = w.ln();
    });
    y.iter().zip(&z).map(|(v, w)| v * w).sum()
}

#[differentiate]
fn chunks(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.par_chunks_mut(3).for_each(|c| {
        for k in 1..c.len() {
            c[k] += c[k - 1].sin();
        }
    });
    y.par_chunks_mut(2).zip(x.par_chunks(2)).for_each(|(c, d)| {
        for (v, w) in c.iter_mut().zip(d) {
            *v *= w;
        }
    });
    y.iter().sum()
}

#[differentiate]
fn chunks_s(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    y.chunks_mut(3).for_each(|c| {
        for k in 1..c.len() {
            c[k] += c[k - 1].sin();
        }
    });
    y.chunks_mut(2).zip(x.chunks(2)).for_each(|(c, d)| {
        for (v, w) in c.iter_mut().zip(d) {
            *v *= w;
        }
    });
    y.iter().sum()
}

#[differentiate]
fn in_steps(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..3 {
        let old = y.clone();
        y.par_iter_mut().enumerate().for_each(|(i, v)| {
            if i > 0 {
                *v += 0.1 * (old[i - 1] - *v).sin();
            }
        });
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiate]
fn in_steps_s(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..3 {
        let old = y.clone();
        y.iter_mut().enumerate().for_each(|(i, v)| {
            if i > 0 {
                *v += 0.1 * (old[i - 1] - *v).sin();
            }
        });
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiate]
fn joined(x: &[f64]) -> f64 {
    let k = x[0];
    let (a, b) = rayon::join(
        || x.iter().map(|v| (v * k).sin()).sum::<f64>(),
        || x.iter().map(|v| v * v).collect::<Vec<f64>>(),
    );
    let ((c, d), e) = rayon::join(|| (a.sin(), b[0]), || a * b[1]);
    c * d + e
}

#[differentiate]
fn joined_s(x: &[f64]) -> f64 {
    let k = x[0];
    let a = x.iter().map(|v| (v * k).sin()).sum::<f64>();
    let b = x.iter().map(|v| v * v).collect::<Vec<f64>>();
    let (c, d, e) = (a.sin(), b[0], a * b[1]);
    c * d + e
}

/// Memory by mutable reference.
#[differentiate]
fn scaled(y: &mut [f64], x: &[f64], k: f64) {
    y.par_iter_mut().zip(x).for_each(|(v, w)| *v += k * w * w);
}

#[test]
fn memory_by_reference() {
    let (mut y, x) = (vec![1.0, 2.0, 3.0], [0.5, -1.0, 2.0]);
    let mut y_dot = vec![0.1, 0.2, 0.3];
    scaled_jvp(&mut y, &x, 2.0, &mut y_dot, &[1.0, 0.0, -1.0], 0.5);
    assert_eq!(y, [1.5, 4.0, 11.0]);
    assert_eq!(y_dot, [0.1 + 0.125 + 2.0, 0.2 + 0.5, 0.3 + 2.0 - 8.0]);
}

mod of_changes {
    all_same! {
        elements elements_s
        both_changed both_changed_s
        chunks chunks_s
        in_steps in_steps_s
        joined joined_s
    }
}
