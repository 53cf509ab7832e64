//! Fourier transforms of pairs of vectors, by loops and by recursion, and a pooled convolution.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn fft(mut re: Vec<f64>, mut im: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let n = re.len();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut size = 2;
    while size <= n {
        let angle = -2.0 * std::f64::consts::PI / size as f64;
        for start in (0..n).step_by(size) {
            for k in 0..size / 2 {
                let (s, c) = (angle * k as f64).sin_cos();
                let (a, b) = (start + k, start + k + size / 2);
                let (x, y) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c);
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
        }
        size *= 2;
    }
    (re, im)
}

#[differentiate(reverse)]
fn spectrum_peak(x: &[f64]) -> f64 {
    let (re, im) = fft(x.to_vec(), vec![0.0; x.len()]);
    let mut best = 0.0;
    for k in 1..x.len() / 2 {
        let power = re[k] * re[k] + im[k] * im[k];
        if power > best {
            best = power;
        }
    }
    best.ln()
}

#[differentiate(reverse)]
fn recursive_fft(re: &[f64], im: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = re.len();
    if n == 1 {
        return (re.to_vec(), im.to_vec());
    }
    let (mut er, mut ei, mut or, mut oi) = (vec![], vec![], vec![], vec![]);
    for k in 0..n / 2 {
        er.push(re[2 * k]);
        ei.push(im[2 * k]);
        or.push(re[2 * k + 1]);
        oi.push(im[2 * k + 1]);
    }
    let (er, ei) = recursive_fft(&er, &ei);
    let (or, oi) = recursive_fft(&or, &oi);
    let mut yr = vec![0.0; n];
    let mut yi = vec![0.0; n];
    for k in 0..n / 2 {
        let angle = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let (c, s) = (angle.cos(), angle.sin());
        let (x, y) = (or[k] * c - oi[k] * s, or[k] * s + oi[k] * c);
        yr[k] = er[k] + x;
        yi[k] = ei[k] + y;
        yr[k + n / 2] = er[k] - x;
        yi[k + n / 2] = ei[k] - y;
    }
    (yr, yi)
}

#[differentiate(reverse)]
fn filtered_power(x: &[f64]) -> f64 {
    let (re, im) = recursive_fft(x, &vec![0.0; x.len()]);
    let mut power = 0.0;
    for (k, (a, b)) in re.iter().zip(&im).enumerate() {
        power += (a * a + b * b) * (k as f64 - 2.0);
    }
    power
}

#[differentiate(reverse)]
fn convolution(image: &[[f64; 4]; 4], kernel: &[f64; 9]) -> [[f64; 2]; 2] {
    let mut out = [[0.0; 2]; 2];
    for (y, row) in out.iter_mut().enumerate() {
        for (x, pixel) in row.iter_mut().enumerate() {
            let mut sum = 0.0;
            for dy in 0..3 {
                for dx in 0..3 {
                    sum += image[y + dy][x + dx] * kernel[dy * 3 + dx];
                }
            }
            *pixel = sum.max(0.0);
        }
    }
    out
}

#[differentiate(reverse)]
fn pooled(x: &[f64]) -> f64 {
    let mut image = [[0.0; 4]; 4];
    for y in 0..4 {
        for i in 0..4 {
            image[y][i] = x[y * 4 + i];
        }
    }
    let kernel = [x[0], 0.5, x[1], -0.25, x[2], 1.0, x[3], -1.0, x[4]];
    let mut best = f64::NEG_INFINITY;
    for row in convolution(&image, &kernel) {
        for v in row {
            best = best.max(v);
        }
    }
    best
}

#[test]
fn signals() {
    check!(spectrum_peak, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 1.3]);
    check!(filtered_power, [0.5, -0.3, 0.8, 0.2, 1.0, -0.6, 0.7, 1.3]);
    let image: Vec<f64> = (0..16).map(|i| (i as f64 * 1.7).sin()).collect();
    check!(pooled, image);
}
