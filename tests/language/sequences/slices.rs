//! Arrays, vectors and windows into them: reads, writes, growth, aliases.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn nested_writes(x: &[f64]) -> f64 {
    let n = x.len();
    let mut a = [[0.0; 4]; 3];
    for i in 0..3 {
        for j in 0..4 {
            a[i][j] += x[(i + j) % n] * (i as f64 + 0.5);
            a[i][j] *= x[i % n];
            a[j % 3][i] -= 0.1 * a[i][j];
        }
    }
    let row = a[1];
    a[1][2] = row[0] * row[3];
    a[2] = row;
    a[0][0] /= 2.0 + a[2][1];
    let mut b = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            b[i][j] = x[i] * x[j] + a[i % 3][j % 4];
            b[j][i] += b[i][j];
        }
    }
    b[n - 1] = x.to_vec();
    let mut t = 0.0;
    for i in 0..n {
        for j in 0..n {
            t += b[i][j] * (i + 2 * j + 1) as f64;
        }
    }
    for i in 0..3 {
        for j in 0..4 {
            t += a[i][j] * a[i][(j + 1) % 4];
        }
    }
    t
}

#[differentiate(reverse)]
fn vectors(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for i in 0..x.len() {
        v.push(x[i] * x[i]);
        if i % 2 == 0 {
            v.push(x[i].sin());
        }
    }
    let mut w: Vec<f64> = Vec::with_capacity(v.len());
    while !v.is_empty() {
        let e = v.pop().unwrap();
        w.push(e * 2.0);
    }
    let last = w.pop().unwrap();
    let mut t = last * last;
    for i in 0..w.len() {
        t += w[i] * (i + 1) as f64;
    }
    t
}

#[differentiate(reverse)]
fn vector_macros(x: &[f64]) -> f64 {
    let a = vec![x[0]; 5];
    let b = vec![x[0], x[1] * x[0], 3.0];
    let mut c = vec![0.0; x.len()];
    let d = vec![[x[1]; 2]; 3];
    let e: Vec<f64> = vec![];
    let f = [0.0f64; 0];
    for i in 0..c.len() {
        c[i] = x[i] + a[i % 5];
    }
    let mut t = 0.0;
    for v in &a {
        t += v * b[1];
    }
    for v in &e {
        t *= v;
    }
    t + c[0] * c[1] + d[2][1] * d[0][0] * b[2] + (e.len() + f.len()) as f64
}

#[differentiate(reverse)]
fn copies(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let b = a.clone();
    a[0] *= 3.0;
    let mut c = b.clone();
    c[1] = a[0] * b[1];
    let d = [a[0], c[1]];
    let mut e = d;
    e[0] += 1.0;
    let f = d.clone();
    let g = x[1..].to_vec();
    let h = a.as_slice().to_owned();
    let mut r = [0.0; 2];
    for i in 0..2 {
        r[i] = h[i];
    }
    let s = vec![r[0]; 3];
    a[0] * b[0] + c[1] * d[1] + e[0] * f[0] + g[1] * h[0] + r[1] * s[2]
}

#[differentiate(reverse)]
fn moves(x: &[f64]) -> f64 {
    let a = x.to_vec();
    let mut b = a;
    b[0] *= b[1];
    let c = b;
    let mut d = if c[0] > 0.0 { c } else { vec![x[1], x[0]] };
    d[1] += d[0];
    let (e, k) = (d, 1usize);
    let mut s = e;
    s = vec![s[0] * s[k], x[0]];
    s[0] + s[1] * s.len() as f64
}

#[differentiate(reverse)]
fn swaps(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    a.swap(0, 2);
    a[0] *= 2.0;
    a.swap(1, 1);
    let mut m = [[x[0], x[1]], [x[2], 1.0]];
    m.swap(0, 1);
    m[0].swap(0, 1);
    let (mut p, mut q) = (x[0], x[1]);
    std::mem::swap(&mut p, &mut q);
    p *= p;
    a[0] * a[1] + m[0][0] * m[0][1] * m[1][0] + p * q
}

#[differentiate(reverse)]
fn windows(x: &[f64]) -> f64 {
    let n = x.len();
    let a = &x[1..];
    let b = &x[..n - 1];
    let c = &x[1..n - 1];
    let d = &x[..];
    let e = &x[1..=2];
    let f = &c[1..];
    let g = &f[..1];
    let mut t = 0.0;
    for i in 0..a.len() {
        t += a[i] * b[i] + d[i];
    }
    for i in 0..c.len() {
        t += c[i] * c[i] * t * 0.1;
    }
    let h = &x[n..];
    for v in h {
        t *= v;
    }
    t + e[1] * f[0] + g[0] * e.len() as f64
}

#[differentiate(reverse)]
fn mutable_windows(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let n = a.len();
    {
        let w = &mut a[1..];
        for i in 0..w.len() {
            w[i] *= 2.0 + i as f64;
        }
        let inner = &mut w[1..3];
        inner[0] += x[0] * x[1];
        inner[1] *= inner[0];
        inner.swap(0, 1);
    }
    let r = &mut a;
    r[0] *= r[n - 1];
    let whole = &mut a[..];
    for v in whole.iter_mut() {
        *v += 1.0;
    }
    for v in &mut a[2..] {
        *v *= *v;
    }
    for v in a[..2].iter_mut() {
        *v = v.sin();
    }
    let mut t = 0.0;
    for v in &a[1..n] {
        t += v * v;
    }
    t * a[0]
}

#[differentiate(reverse)]
fn element_references(x: &[f64]) -> f64 {
    let mut a = [[x[0], x[1]], [x[2], 0.5]];
    let row = &mut a[1];
    row[0] *= 3.0;
    let e = &mut row[1];
    *e += x[0];
    *e *= *e;
    let f = &a[0];
    let g = &f[1];
    let mut t = *g * a[1][1];
    for r in &a {
        let s = &r[..];
        t += s[0] * s[1];
    }
    let mut v = vec![x.to_vec(), vec![1.0; 2]];
    let first = &mut v[0];
    first.push(x[0] * x[1]);
    first[0] = first[3];
    v[1].push(t);
    v.push(vec![]);
    t + v[0][0] * v[0][1] + v[1][2] * v[1].len() as f64 + v[2].len() as f64
}

#[differentiate(reverse)]
fn chunks(x: &[f64]) -> f64 {
    // sliding windows computed by hand
    let n = x.len();
    let width = 3;
    let mut t = 0.0;
    let mut start = 0;
    while start + width <= n {
        let w = &x[start..start + width];
        let mut p = 1.0;
        for (k, v) in w.iter().enumerate() {
            p *= v + k as f64;
        }
        t += p;
        start += 2;
    }
    t
}

#[differentiate(reverse)]
fn gather(x: &[f64], index: &[usize]) -> f64 {
    let mut t = 0.0;
    let mut k = 0;
    for &i in index {
        t += x[i] * x[i] * (k + 1) as f64;
        k += i;
    }
    t
}

#[differentiate(reverse)]
fn scatter(x: &[f64]) -> f64 {
    let mut bins = [0.0; 6];
    for i in 0..x.len() {
        bins[i / 2] += x[i];
    }
    let mut t = 0.0;
    for (k, b) in bins.iter().enumerate() {
        t += b * b * (k + 1) as f64;
    }
    t
}

#[differentiate(reverse)]
fn ring_buffer(x: &[f64]) -> f64 {
    let mut state = [x[0], x[1], 0.0];
    let mut next = [0.0; 3];
    for step in 0..6 {
        for i in 0..3 {
            next[i] = state[(i + 1) % 3] * 0.5 + state[i] * state[(i + 2) % 3] + 0.1 * step as f64;
        }
        state = next;
    }
    let mut old = vec![x[0]; 3];
    for _ in 0..4 {
        let mut new = vec![0.0; 3];
        for i in 0..3 {
            new[i] = old[i].sin() + old[(i + 1) % 3] * x[1];
        }
        old = new;
    }
    state[0] * state[1] + state[2] + old[0] * old[2]
}

#[differentiate(reverse)]
fn elimination(x: &[f64]) -> f64 {
    // determinant by in-place elimination with pivoting
    let n = 3;
    let mut m = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            m[i][j] = x[i * n + j];
        }
    }
    let mut det = 1.0;
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if m[i][k].abs() > m[p][k].abs() {
                p = i;
            }
        }
        if p != k {
            m.swap(p, k);
            det = -det;
        }
        det *= m[k][k];
        for i in k + 1..n {
            let factor = m[i][k] / m[k][k];
            for j in k..n {
                m[i][j] -= factor * m[k][j];
            }
        }
    }
    det
}

#[differentiate(reverse)]
fn tuples_in_arrays(x: &[f64]) -> f64 {
    let mut p = [(x[0], 1usize), (x[1], 0)];
    p[0].0 *= 2.0;
    p[1].1 += 1;
    let mut v = vec![(x[0], x[1]); 2];
    v[1].0 = p[0].0 * p[1].0;
    v.push((1.0, x[0]));
    let mut t = 0.0;
    for (a, b) in &v {
        t += a * b;
    }
    for &(a, k) in p.iter() {
        t += a * x[k];
    }
    for (i, (a, b)) in v.iter().enumerate() {
        t += a * i as f64 - b;
    }
    for (a, b) in v.iter_mut() {
        *a += *b;
    }
    t + v[2].0 * v[2].1
}

#[differentiate(reverse)]
fn rows_of_many_lengths(x: &[f64]) -> f64 {
    let mut bins = vec![Vec::new(), vec![x[0]], vec![]];
    for (i, v) in x.iter().enumerate() {
        bins[i % 3].push(v * v);
        if i % 2 == 0 {
            bins[(i + 1) % 3].push(v * x[0]);
        }
    }
    bins.swap(0, 2);
    let last = bins[1].pop().unwrap();
    bins[0].push(last * x[1]);
    let mut states: Vec<Vec<f64>> = vec![vec![]; 5];
    states[0] = x.to_vec();
    for t in 1..5 {
        let mut next = states[t - 1].clone();
        next.push(states[t - 1][0] * 0.5);
        next[0] = next[t].sin();
        states[t] = next;
    }
    states[2] = vec![states[3][1]];
    let mut t = states[4][0] * states[2][0] + states[4][5];
    for (k, bin) in bins.iter().enumerate() {
        for v in bin {
            t += v * (k + 1) as f64;
        }
    }
    t
}

#[differentiate(reverse)]
fn replaced_in_branches(x: &[f64]) -> f64 {
    let mut rows = vec![x.to_vec(), vec![1.0]];
    let before = rows[0][1] * x[0];
    if x[0] > 0.0 {
        rows[0] = vec![x[0] * x[1]];
    } else {
        rows[1] = vec![x[1], x[0], before];
    }
    while rows[0].len() < 4 {
        let n = rows[0].len();
        let e = rows[0][n - 1] * 0.5;
        rows[0].push(e);
    }
    let (a, b) = (rows[0].len(), rows[1].len());
    rows[0][a - 1] * rows[1][b - 1] + rows[0][0] + before
}

#[differentiate(reverse)]
fn lengths(x: &[f64]) -> f64 {
    let v = vec![x[0]; x.len() * 2];
    let m = [[x[0]; 3]; 2];
    let empty = x.is_empty() || v.is_empty();
    let k = v.len() + m.len() * m[0].len() + x[1..].len() + x.iter().len();
    if empty { 0.0 } else { x[0] * k as f64 }
}

#[differentiate(reverse)]
fn std_readers(x: &[f64]) -> f64 {
    let a = x.first().unwrap() * x.last().unwrap();
    a * x[1]
}

#[test]
fn memory() {
    check!(nested_writes, [0.5, -0.3, 0.8]);
    check!(nested_writes, [0.5]);
    check!(vectors, [0.5, -0.3, 0.8]);
    check!(vectors, [0.5]);
    check!(vector_macros, [0.5, -0.3, 0.8]);
    check!(copies, [0.5, -0.3, 0.8]);
    check!(moves, [0.5, 0.3]);
    check!(moves, [0.5, -0.3]);
    check!(swaps, [0.5, -0.3, 0.8]);
    check!(ring_buffer, [0.5, -0.3]);
    check!(tuples_in_arrays, [0.5, -0.3]);
    check!(rows_of_many_lengths, [0.5, -0.3, 0.8, 0.2]);
    check!(replaced_in_branches, [0.5, -0.3]);
    check!(replaced_in_branches, [-0.5, -0.3, 0.4]);
    check!(std_readers, [0.5, -0.3, 0.8, 0.2]);
    assert_eq!(lengths_grad(&[0.5, 0.1, 0.2]), [6.0 + 6.0 + 2.0 + 3.0, 0.0, 0.0]);
}

#[test]
fn views() {
    check!(windows, [0.5, -0.3, 0.8, 0.2, -0.6]);
    check!(mutable_windows, [0.5, -0.3, 0.8, 0.2, -0.6]);
    check!(element_references, [0.5, -0.3, 0.8]);
    check!(chunks, [0.5, -0.3, 0.8, 0.2, -0.6, 0.9, 1.1]);
    check!(chunks, [0.5]);
}

#[test]
fn gather_and_scatter() {
    assert_eq!(
        gather_value_and_grad(&[2.0, 4.0, 7.0], &[1, 1, 2, 0]),
        (16.0 + 32.0 + 147.0 + 20.0, vec![20.0, 24.0, 42.0])
    );
    assert_eq!(gather_grad(&[2.0], &[]), [0.0]);
    let nine: Vec<f64> = (1..=9).map(f64::from).collect();
    // bins = [3, 7, 11, 15, 9, 0]
    assert_eq!(scatter_grad(&nine), [6.0, 6.0, 28.0, 28.0, 66.0, 66.0, 120.0, 120.0, 90.0]);
    let x = [0.5, 2.0, -1.0, 3.0, 0.25, 1.0, -2.0, 1.5, 0.75];
    let gradient = check!(elimination, x);
    // the cofactors
    for i in 0..3 {
        for j in 0..3 {
            let m = |r: usize, c: usize| x[(i + r) % 3 * 3 + (j + c) % 3];
            crate::support::close(
                "cofactor",
                gradient[3 * i + j],
                m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1),
                1e-12,
            );
        }
    }
}

#[differentiate(reverse)]
fn outside_a_window(x: &[f64], k: usize) -> f64 {
    let w = &x[1..3];
    w[k] * x[0]
}

#[differentiate(reverse)]
fn written_outside_a_window(x: &[f64], k: usize) -> f64 {
    let mut v = x.to_vec();
    let w = &mut v[..2];
    w[k] = x[0] * 2.0;
    v[2]
}

#[differentiate(reverse)]
fn window_of_a_window(x: &[f64], k: usize) -> f64 {
    let w = &x[..2];
    let u = &w[1..k];
    u[0] * x[0]
}

#[test]
fn bounds_are_those_of_the_source() {
    use std::panic::catch_unwind;
    let x = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(outside_a_window_grad(&x, 1), [3.0, 0.0, 1.0, 0.0]);
    assert!(catch_unwind(|| outside_a_window(&x, 2)).is_err());
    assert!(
        catch_unwind(|| outside_a_window_primal(&x, 2).0).is_err(),
        "primal reads behind the window"
    );
    assert!(
        catch_unwind(|| outside_a_window_jvp(&x, 2, &x)).is_err(),
        "jvp reads behind the window"
    );
    assert!(catch_unwind(|| written_outside_a_window(&x, 2)).is_err());
    assert!(
        catch_unwind(|| written_outside_a_window_grad(&x, 2)).is_err(),
        "primal writes behind the window"
    );
    assert!(catch_unwind(|| window_of_a_window(&x, 3)).is_err());
    assert!(catch_unwind(|| window_of_a_window_grad(&x, 3)).is_err(), "a window behind its window");
}

#[differentiate(reverse)]
fn windows_of_rows(x: &[f64]) -> f64 {
    let mut m = [[0.0; 4]; 3];
    for i in 0..3 {
        for (j, e) in m[i][1..].iter_mut().enumerate() {
            *e = x[(i + j) % x.len()] * (j + 1) as f64;
        }
    }
    let lower = &mut m[1..];
    lower[0][2] *= x[0];
    for e in &mut lower[1][..2] {
        *e += x[1] * x[1];
    }
    let row = lower[0];
    lower[1][3] = row[1] * row[2];
    let inner = &m[2][1..3];
    let mut t = 0.0;
    for (a, b) in inner.iter().zip(&m[1][2..]) {
        t += a * b;
    }
    for block in &m[..2] {
        t += block[3] * block[1];
    }
    let v = m[2].to_vec();
    let w = m[1..].to_vec();
    t + v[3] * w[0][2] + w[1][0]
}

#[differentiate(reverse)]
fn arrays_to_vectors(x: &[f64]) -> f64 {
    let a = [x[0], x[1] * x[0], 2.0];
    let v = a.to_vec();
    let m = [a, [x[1]; 3]];
    let w = m[1].to_vec();
    let mut rows = Vec::new();
    for row in &m {
        rows.push(row.to_vec());
    }
    rows[0].push(v[1]);
    let pairs = [(x[0], a), (1.0, m[1])];
    let u = pairs[0].1.to_vec();
    let z = a[1..].to_vec();
    v[0] * w[2] + rows[0][3] * rows[1][0] + u[1] * u[0] + z[0] * pairs[1].1[2]
}

#[differentiate(reverse)]
fn rows_to_vectors(m: &[[f64; 2]], a: &[f64; 2], p: &[(f64, [f64; 2])]) -> f64 {
    let v = m[1].to_vec();
    let w = a.to_vec();
    let u = p[0].1.to_vec();
    v[0] * v[1] + w[0] * u[1] + m[0].to_vec()[0]
}

#[differentiate(reverse)]
fn indices_from_values(x: &[f64]) -> f64 {
    let mut histogram = vec![0.0; 4];
    for v in x {
        let k = ((v + 1.0) * 2.0).floor() as usize;
        histogram[k.min(3)] += v * v;
        let share = (v + 1.0) * 2.0 - k as f64;
        histogram[(k + 1) % 4] += share;
    }
    let mut order: Vec<usize> = Vec::new();
    for i in 0..4 {
        order.push(3 - i);
    }
    order.swap(0, 2);
    let mut t = 1.0f64;
    for (rank, &k) in order.iter().enumerate() {
        t = t * 0.5 + histogram[k] * (rank + 1) as f64 * t.cos();
    }
    t
}

/// Ranges with names, as parts of sequences and as what is iterated over.
#[derive(Clone, Debug, Differentiable)]
struct Csr {
    start: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
}

#[differentiate]
impl Csr {
    #[differentiate]
    fn times(&self, x: &[f64], y: &mut [f64]) {
        for (i, y) in y.iter_mut().enumerate() {
            let range = self.start[i]..self.start[i + 1];
            *y = self.columns[range.clone()]
                .iter()
                .zip(&self.values[range])
                .map(|(&j, v)| v * x[j])
                .sum();
        }
    }
}

#[differentiate]
fn named_ranges(x: &[f64]) -> f64 {
    let m = Csr { start: vec![0, 2, 3, 4], columns: vec![0, 2, 1, 0], values: x.to_vec() };
    let mut y = [0.0; 3];
    m.times(&x[1..], &mut y);
    let (inner, all) = (1..x.len() - 1, 0..=2);
    let mut v = x.to_vec();
    for w in &mut v[inner.clone()] {
        *w *= 2.0;
    }
    for k in inner.clone() {
        v[k] += y[k - 1];
    }
    let part = &v[inner];
    part[0] * part[1] + y[all].iter().product::<f64>() * x[3]
}

#[test]
fn ranges_with_names() {
    check!(named_ranges, [0.5, -0.3, 0.8, 1.2]);
}

#[test]
fn windows_and_indices() {
    check!(windows_of_rows, [0.5, -0.3, 0.8]);
    check!(indices_from_values, [0.55, -0.3, 0.8, -0.65, 0.1]);
    check!(indices_from_values, []);
    check!(arrays_to_vectors, [0.5, -0.3]);
    let (value, (m, a, p)) = rows_to_vectors_value_and_grad(
        &[[1.0, 2.0], [3.0, 5.0]],
        &[7.0, 11.0],
        &[(0.0, [13.0, 17.0])],
    );
    assert_eq!(value, 15.0 + 119.0 + 1.0);
    assert_eq!((m, a, p), (vec![[1.0, 0.0], [5.0, 3.0]], [17.0, 0.0], vec![(0.0, [0.0, 7.0])]));
}
