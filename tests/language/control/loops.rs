//! `for` over every kind of range and iterator, `while`, `loop`, exits of all kinds.
#![deny(warnings)]

use autodiff::prelude::*;

#[differentiate(reverse)]
fn ranges(x: &[f64]) -> f64 {
    let n = x.len();
    let mut t = 1.0;
    for i in 0..n {
        t = t * 0.5 + x[i] * x[i];
    }
    for i in (0..n).rev() {
        t = t * 0.5 + x[i].sin();
    }
    for i in (0..n).step_by(2) {
        t = t.cos() + x[i];
    }
    for i in (1..n).step_by(2).rev() {
        t = t.cos() * x[i];
    }
    for i in (1..n).rev().step_by(2) {
        t = t.cos() - x[i];
    }
    for i in 1..=n {
        t += x[i - 1] * i as f64;
    }
    for i in (1..=n).rev() {
        t = t * 0.3 + x[i - 1];
    }
    for i in (0..=n * 2).step_by(3) {
        t = t * 0.7 + x[i % n];
    }
    for i in 5..2 {
        t *= x[i];
    }
    for i in n..n {
        t *= x[i];
    }
    for i in 3..=2 {
        t *= x[i];
    }
    t
}

#[differentiate(reverse)]
fn integer_types(x: &[f64]) -> f64 {
    let mut t = x[0];
    for i in -2i32..3 {
        t = t * 0.9 + x[1] * i as f64;
    }
    for i in 0u8..=3 {
        t += x[i as usize % 2].powi(i as i32);
    }
    for i in (-3i64..=3).rev().step_by(2) {
        t = t * 0.5 + f64::from(i as i32) * x[0];
    }
    for i in 250u8..=255 {
        t = t.sin() + i as f64 * 1e-3 * x[1];
    }
    let m: i16 = 4;
    for k in 1..m {
        t *= 1.0 + x[1] / k as f64;
    }
    t
}

#[differentiate(reverse)]
fn iterators(x: &[f64]) -> f64 {
    let mut t = 0.5;
    for v in x {
        t = t * 0.9 + v * v;
    }
    for v in x.iter() {
        t = t * 0.9 + v.sin();
    }
    for &v in x {
        t += v * t * 0.1;
    }
    for &v in x.iter() {
        t += v * v * v;
    }
    for (i, v) in x.iter().enumerate() {
        t += v * i as f64;
    }
    for (i, &v) in x.iter().enumerate() {
        t = t * 0.8 + v * (i + 1) as f64;
    }
    for v in x.iter().rev() {
        t = t.sin() + v;
    }
    for (a, b) in x.iter().zip(x.iter().rev()) {
        t += a * b;
    }
    for (a, b) in x.iter().zip(x) {
        t += a * b * 0.5;
    }
    for (&a, &b) in x.iter().zip(x[1..].iter()) {
        t += a * b * t * 0.1;
    }
    for (i, (a, b)) in x.iter().zip(x.iter()).enumerate() {
        t += a * b * i as f64;
    }
    for (v, i) in x.iter().zip(0..) {
        t += v * (i as f64);
    }
    for (i, v) in (1..x.len()).zip(x.iter()) {
        t += v * (i as f64);
    }
    t
}

#[differentiate(reverse)]
fn mutable_iterators(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    for v in a.iter_mut() {
        *v = *v * *v + 1.0;
    }
    for v in &mut a {
        *v *= x[0];
    }
    for (i, v) in a.iter_mut().enumerate() {
        *v += i as f64 * x[i];
    }
    for (v, w) in a.iter_mut().zip(x) {
        *v -= w.sin() * *v;
    }
    for (i, (v, w)) in a.iter_mut().zip(x.iter()).enumerate() {
        if i % 2 == 0 {
            *v *= w;
        }
    }
    for v in a.iter_mut().rev() {
        *v = v.sin();
    }
    let mut b = [x[0]; 4];
    for v in &mut b {
        *v *= 2.0;
    }
    for v in b.iter_mut() {
        *v += 1.0;
    }
    let mut t = 0.0;
    for v in &a {
        t += v;
    }
    for v in &b {
        t += v * v;
    }
    for v in a {
        t *= v + 2.0;
    }
    for v in b {
        t += v * t * 0.01;
    }
    t
}

#[differentiate(reverse)]
fn by_value(x: &[f64]) -> f64 {
    let mut t = 0.0;
    for v in [x[0], x[0] * x[1], 2.0] {
        t += v * v;
    }
    for (i, v) in [x[1], x[0]].into_iter().enumerate() {
        t += v * i as f64;
    }
    for v in vec![x[0]; 3] {
        t = t * v + v;
    }
    for w in [0.5, 0.25] {
        t += w * x[0];
    }
    for k in [1usize, 0, 1] {
        t += x[k] * t;
    }
    for &k in &[1usize, 0] {
        t += x[k];
    }
    t
}

#[differentiate(reverse)]
fn rows(x: &[f64]) -> f64 {
    let mut m = [[0.0; 3]; 2];
    for (i, row) in m.iter_mut().enumerate() {
        for (j, e) in row.iter_mut().enumerate() {
            *e = x[i] * (j + 1) as f64 + x[j];
        }
    }
    for row in &mut m {
        row[0] *= row[1];
        for e in row.iter_mut() {
            *e += 0.5;
        }
    }
    let mut t = 0.0;
    for row in m.iter() {
        for e in row {
            t += e * e;
        }
    }
    for row in &m {
        t += row[0] * row[2];
    }
    for [a, b, c] in m {
        t += a * b - c;
    }
    t
}

#[differentiate(reverse)]
fn whiles(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut t = x[0];
    while i < x.len() {
        t = t * x[i] + 1.0;
        i += 1;
    }
    while t.abs() > 0.5 {
        t *= x[0] * 0.5;
    }
    while i > 1 {
        i -= 2;
        if i == 3 {
            continue;
        }
        t += x[i];
    }
    while false {
        t *= 1e300;
    }
    t
}

#[differentiate(reverse)]
fn plain_loops(x: &[f64]) -> f64 {
    let mut t = x[0];
    let mut k = 0;
    loop {
        t = t.cos() * x[1];
        k += 1;
        if k > 6 {
            break;
        }
        if k % 2 == 0 {
            continue;
        }
        t += x[0] * k as f64;
    }
    let r = loop {
        t *= 0.5;
        if t.abs() < 0.1 {
            break t * x[1];
        }
        k += 1;
        if k == 100 {
            break x[0];
        }
    };
    r + t
}

#[differentiate(reverse)]
fn labels(x: &[f64]) -> f64 {
    let n = x.len();
    let mut t = 1.0;
    'outer: for i in 0..n {
        for j in 0..n {
            if j == 2 * i + 1 {
                continue 'outer;
            }
            if i + j > 5 {
                break 'outer;
            }
            t = t * 0.9 + x[i] * x[j] * (i + 2 * j) as f64;
        }
        t = t.sin();
    }
    let found = 'search: loop {
        for (i, v) in x.iter().enumerate() {
            if *v < 0.0 {
                break 'search v * x[(i + 1) % n];
            }
        }
        break t;
    };
    let early = 'block: {
        if found > 1.0 {
            break 'block found * found;
        }
        if t < 0.0 {
            break 'block t * x[0];
        }
        found * t
    };
    'a: while t < 3.0 {
        let mut k = 0;
        'b: loop {
            t += x[0].abs() + 0.25;
            k += 1;
            if k == 3 {
                continue 'a;
            }
            if t > 2.0 {
                break 'b;
            }
        }
        t *= 1.1;
    }
    early * t
}

#[differentiate(reverse)]
fn returns(x: &[f64]) -> f64 {
    if x.is_empty() {
        return 0.0;
    }
    let mut t = 1.0;
    for i in 0..x.len() {
        for j in i..x.len() {
            t *= 1.0 + 0.1 * x[i] * x[j];
            if t > 2.0 {
                return t * x[0];
            }
        }
        let s = if x[i] < -0.8 { return x[i] } else { x[i] * 0.5 };
        t += s;
    }
    match x.len() {
        1 => return t.ln(),
        2 => t *= 2.0,
        _ => {}
    }
    loop {
        t *= 0.5;
        if t < 0.1 {
            return x[0] * t;
        }
    }
}

#[differentiate(reverse)]
fn return_last(x: f64) -> f64 {
    return x * x;
}

#[differentiate(reverse)]
fn changed_in_inner_loops(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut t = 0.0;
    for _ in 0..3 {
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i];
            a[i] *= s.cos();
        }
        let mut k = a.len();
        while k > 0 {
            k -= 1;
            a[k] += s * x[k];
        }
        t = t * 0.5 + s;
    }
    t
}

#[differentiate(reverse)]
fn bound_by_value(x: &[f64]) -> f64 {
    // the number of iterations depends on an active value
    let n = (x[0].abs() * 10.0) as usize;
    let mut t = x[0];
    for i in 0..n {
        t = t * 0.9 + x[i % x.len()];
    }
    let mut lo = 0.0;
    let mut hi = 4.0;
    for _ in 0..50 {
        let mid = 0.5 * (lo + hi);
        if mid * mid < t { lo = mid } else { hi = mid }
    }
    t + lo * 0.0
}

#[differentiate(reverse)]
fn bubble_sort(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    for i in 0..a.len() {
        for j in 0..a.len() - 1 - i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    let mut t = 0.0;
    for i in 0..a.len() {
        t += a[i] * (i + 1) as f64;
    }
    t
}

#[test]
fn for_ranges() {
    check!(ranges, [0.5, -0.1, -0.7, 0.9, 0.3]);
    check!(ranges, [0.5]);
    check!(ranges, [0.5, 0.25]);
    check!(integer_types, [0.5, -0.3]);
}

#[test]
fn for_iterators() {
    check!(iterators, [0.5, -0.1, -0.7, 0.9, 0.3]);
    check!(iterators, [0.5]);
    check!(mutable_iterators, [0.5, -0.1, -0.7, 0.9, 0.3]);
    check!(mutable_iterators, [0.5]);
    check!(by_value, [0.5, -0.3]);
    check!(rows, [0.5, -0.3, 0.2]);
}

#[test]
fn while_and_loop() {
    check!(whiles, [0.5, -0.1, -0.7, 0.9, 0.3]);
    check!(whiles, [0.9, -1.1]);
    check!(plain_loops, [0.5, -1.3]);
    check!(plain_loops, [0.01, 0.02]);
    check!(changed_in_inner_loops, [0.5, -1.3, 0.2]);
    check!(changed_in_inner_loops, []);
    check!(bound_by_value, [0.55, 0.3]);
    check!(bound_by_value, [0.05, 0.3]);
}

#[test]
fn exits() {
    check!(labels, [0.5, 0.1, 0.7, 0.9, 0.3]);
    check!(labels, [0.5, 0.1, -0.7, 0.9, 0.3]);
    check!(labels, [-0.5]);
    check!(labels, [1.5, 2.5]);
    check!(returns, []);
    check!(returns, [0.5]);
    check!(returns, [3.5]);
    check!(returns, [0.5, 0.2]);
    check!(returns, [0.5, 0.2, 0.3]);
    check!(returns, [0.5, 0.2, -0.9, 0.4]);
    check!(returns, [0.5, 0.2, 1.9, 2.4, 0.3]);
    assert_eq!(return_last_value_and_grad(3.0), (9.0, 6.0));
}

#[test]
fn sorting() {
    assert_eq!(bubble_sort_grad(&[0.5, -1.3, 2.0, 0.1]), [3.0, 1.0, 4.0, 2.0]);
    check!(bubble_sort, [0.5, -1.3, 2.0, 0.1, 0.7, -0.2]);
}

// array literals of references, and of tuples with references in them
mod listed_references {
    use crate::support::{close, differences};
    use autodiff::prelude::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Side {
        k: f64,
        parts: Vec<f64>,
    }
    #[differentiate]
    impl Side {
        #[differentiate]
        fn pull(&self, x: f64) -> f64 {
            self.k * x * x
        }
        #[differentiate]
        fn grow(&mut self, by: f64) {
            self.k += by;
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Pair {
        left: Side,
        right: Side,
    }
    #[differentiate]
    fn f(p: &Pair, x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for (i, side) in [(0, &p.left), (n - 1, &p.right)] {
            sum += side.pull(x[i]);
        }
        'outer: for (sign, parts) in
            [(1.0, &p.left.parts), (-2.0, &p.right.parts), (0.5, &p.left.parts)]
        {
            for (k, part) in parts.iter().enumerate() {
                if k == 3 {
                    continue 'outer;
                }
                if *part > 10.0 {
                    break;
                }
                if *part > 5.0 {
                    break 'outer;
                }
                sum += sign * part * x[k];
            }
            sum *= 1.1;
        }
        let (a, b) = x.split_at(1);
        for s in &[a, b] {
            if s.is_empty() {
                continue;
            }
            sum += s[0] * s.len() as f64;
        }
        for s in [a, b].iter() {
            sum += s[0].sin();
        }
        let mut l = p.left.clone();
        let mut r = p.right.clone();
        for (side, by) in [(&mut l, 0.5), (&mut r, x[0])] {
            side.grow(by);
            if by > 100.0 {
                return sum;
            }
        }
        sum + l.pull(1.5) + r.pull(2.5)
    }

    #[test]
    fn written_out() {
        let sides = |v: &[f64]| {
            let side = |v: &[f64]| Side { k: v[0], parts: v[1..].to_vec() };
            Pair { left: side(&v[..3]), right: side(&v[3..6]) }
        };
        let at = [1.5, 1.0, 2.0, 0.5, 3.0, 4.0, 0.3, 0.7, 0.2];
        let leaves_inner = [1.5, 1.0, 2.0, 0.5, 13.0, 4.0, 0.3, 0.7, 0.2];
        let leaves_all = [1.5, 1.0, 2.0, 0.5, 3.0, 7.0, 0.3, 0.7, 0.2];
        let returns = [1.5, 1.0, 2.0, 0.5, 3.0, 4.0, 101.0, 0.7, 0.2];
        for v in [at, leaves_inner, leaves_all, returns] {
            let (pair, x) = (sides(&v), &v[6..]);
            let (value, (pair_bar, x_bar)) = f_value_and_grad(&pair, x, 2);
            assert_eq!(value.to_bits(), f(&pair, x, 2).to_bits());
            let found = [pair_bar.flatten(), x_bar].concat();
            for (found, expected) in found.iter().zip(differences(|v| f(&sides(v), &v[6..], 2), &v))
            {
                close("gradient", *found, expected, 1e-6);
            }
        }
    }
}
