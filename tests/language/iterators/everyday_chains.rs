//! Chains of iterators, and methods of sequences, in ordinary style.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn try_fold_opt(x: &[f64]) -> f64 {
    let r = x.iter().try_fold(0.0, |acc, v| if *v < 5.0 { Some(acc + v * v) } else { None });
    r.unwrap_or(0.0)
}
#[differentiate(reverse)]
fn try_fold_opt2(x: &[f64]) -> f64 {
    x.iter()
        .copied()
        .try_fold(1.0_f64, |acc, v| {
            let n = acc * v;
            if n.abs() > 10.0 {
                return None;
            }
            Some(n.sin() + 1.0)
        })
        .unwrap_or(-1.0)
}
#[differentiate(reverse)]
fn try_for_each_opt(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let r = x.iter().try_for_each(|v| {
        s += v * v;
        if *v > 1.25 { None } else { Some(()) }
    });
    if r.is_some() { s } else { 2.0 * s }
}
#[differentiate(reverse)]
fn dedup(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = x.iter().flat_map(|a| [*a, *a]).collect();
    v.dedup();
    v.iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn dedup_by(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.dedup_by(|a, b| (*a > 0.0) == (*b > 0.0));
    v.iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn retain(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.retain(|a| *a > 0.0);
    v.iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn extend(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    v.extend(x.iter().map(|a| a * 2.0));
    v.extend_from_slice(x);
    v.extend(&[1.0, x.len() as f64]);
    v.iter().enumerate().map(|(i, a)| a * a * i as f64).sum()
}
#[differentiate(reverse)]
fn drain_part(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let w: Vec<f64> = v.drain(1..).collect();
    v[0] * w.iter().sum::<f64>()
}
#[differentiate(reverse)]
fn drain_stmt(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.drain(0..1);
    v.iter().map(|a| a.sin()).sum()
}
#[differentiate(reverse)]
fn drain_for(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = 0.0;
    for a in v.drain(..) {
        s += a * a;
    }
    s
}
#[differentiate(reverse)]
fn truncate(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.truncate(2);
    v.iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn insert_remove(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.insert(1, x[0] * x[0]);
    let r = v.remove(0);
    let s = v.swap_remove(0);
    r * s + v.iter().sum::<f64>()
}
#[differentiate(reverse)]
fn resize(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.resize(9, x[0]);
    v.resize(8, 0.0);
    v.iter().enumerate().map(|(i, a)| a * i as f64).sum::<f64>().sin()
}
#[differentiate(reverse)]
fn append(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut w = vec![x[0] * 2.0, 3.0];
    v.append(&mut w);
    w.push(x[0]);
    v.iter().enumerate().map(|(i, a)| a * a * i as f64).sum::<f64>() + w[0]
}
#[differentiate(reverse)]
fn split_off(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let w = v.split_off(1);
    v.iter().sum::<f64>() * w.iter().map(|a| a * a).sum::<f64>()
}
#[differentiate(reverse)]
fn collect_array(x: &[f64]) -> f64 {
    let a: [f64; 3] = x.iter().take(3).copied().collect::<Vec<f64>>().try_into().unwrap();
    a[0] * a[1] + a[2]
}
#[differentiate(reverse)]
fn slice_to_array(x: &[f64]) -> f64 {
    let a: [f64; 2] = x[0..2].try_into().unwrap();
    let b: &[f64; 2] = x[..2].try_into().expect("two");
    a[0] * a[1] + b[0]
}
#[differentiate(reverse)]
fn collect_opt(x: &[f64]) -> f64 {
    let v: Option<Vec<f64>> = x.iter().map(|a| if *a < 2.0 { Some(a * a) } else { None }).collect();
    match v {
        Some(v) => v.iter().sum(),
        None => 0.0,
    }
}
#[differentiate(reverse)]
fn collect_opt2(x: &[f64]) -> f64 {
    let v =
        x.iter().map(|a| if *a < 1.0 { Some(a * a) } else { None }).collect::<Option<Vec<f64>>>();
    v.map(|v| v.iter().sum()).unwrap_or(-1.0)
}
#[differentiate(reverse)]
fn unzip3(x: &[f64]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.sin())).unzip();
    a.iter().zip(&b).map(|(p, q)| p * q).sum()
}
#[differentiate(reverse)]
fn collect_boxed(x: &[f64]) -> f64 {
    let v: Box<[f64]> = x.iter().map(|a| a * a).collect();
    v.iter().sum()
}
#[differentiate(reverse)]
fn while_let_next(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        s += v * v;
    }
    s
}
#[differentiate(reverse)]
fn while_let_next2(x: &[f64]) -> f64 {
    let mut it = x.iter().enumerate();
    let mut s = 0.0;
    while let Some((i, v)) = it.next() {
        s += v * v * i as f64;
        if i == 1 {
            it.next();
        }
    }
    s
}
#[differentiate(reverse)]
fn while_let_map(x: &[f64]) -> f64 {
    let mut it = x.iter().map(|v| v * v);
    let mut s = 0.0;
    while let Some(v) = it.next() {
        s += v;
    }
    s
}
#[differentiate(reverse)]
fn next_then_rest(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let Some(first) = it.next() else { return 0.0 };
    it.fold(*first, |a, b| a * 0.5 + b * b)
}
#[differentiate(reverse)]
fn next_then_for(x: &[f64]) -> f64 {
    let mut it = x.iter().copied();
    let mut prev = match it.next() {
        Some(v) => v,
        None => return 0.0,
    };
    let mut s = 0.0;
    for v in it {
        s += (v - prev).powi(2);
        prev = v;
    }
    s
}
#[differentiate(reverse)]
fn peekable(x: &[f64]) -> f64 {
    let mut it = x.iter().peekable();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        if let Some(n) = it.peek() {
            s += v * **n;
        } else {
            s += v;
        }
    }
    s
}
#[differentiate(reverse)]
fn map_while(x: &[f64]) -> f64 {
    x.iter().map_while(|v| if *v > -1.0 { Some(v * v) } else { None }).sum()
}
#[differentiate(reverse)]
fn step_by_chain(x: &[f64]) -> f64 {
    x.iter().chain(x.iter().rev()).step_by(2).map(|v| v * v).sum::<f64>()
        + x.iter().filter(|v| **v > -0.5).step_by(2).sum::<f64>()
}
#[differentiate(reverse)]
fn min_by_key(x: &[f64]) -> f64 {
    let v = x.iter().min_by_key(|v| (v.abs() * 100.0) as i64).unwrap();
    let w = x.iter().enumerate().max_by_key(|(i, _)| *i).map(|(_, v)| v * v).unwrap();
    v * w
}
#[differentiate(reverse)]
fn max_partial(x: &[f64]) -> f64 {
    let m = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    let n = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal)).unwrap();
    let k = x.iter().cloned().max_by(f64::total_cmp).unwrap();
    m * n + k * k
}
#[differentiate(reverse)]
fn max_partial2(x: &[f64]) -> f64 {
    let m = x.iter().max_by(|a, b| a.total_cmp(b)).copied().unwrap_or_default();
    let i = x
        .iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap())
        .map(|(i, _)| i)
        .unwrap_or(0);
    m * m + x.get(i).copied().unwrap_or(0.0)
}
#[differentiate(reverse)]
fn rev_chains(x: &[f64]) -> f64 {
    x.iter().enumerate().rev().map(|(i, v)| v * i as f64).sum::<f64>()
        + x.iter().zip(x.iter().skip(1)).rev().fold(0.0, |a, (b, c)| a * 0.5 + b * c)
}
#[differentiate(reverse)]
fn rev_enum(x: &[f64]) -> f64 {
    x.iter().rev().enumerate().map(|(i, v)| v * v * i as f64).sum()
}
#[differentiate(reverse)]
fn fold_tuple(x: &[f64]) -> f64 {
    let (s, p, n) = x.iter().fold((0.0, 1.0, 0usize), |(s, p, n), v| (s + v, p * v, n + 1));
    s * p / (n as f64 + 1.0)
}
#[differentiate(reverse)]
fn iter_once(x: &[f64]) -> f64 {
    std::iter::once(x[0]).chain(x.iter().copied()).chain(std::iter::once(2.0)).map(|v| v * v).sum()
}
#[differentiate(reverse)]
fn iter_repeat(x: &[f64]) -> f64 {
    x.iter().zip(std::iter::repeat(x[0])).map(|(a, b)| a * b).sum::<f64>()
        + std::iter::repeat(x[0]).take(3).product::<f64>()
        + std::iter::repeat_n(x[0], 4).sum::<f64>()
}
#[differentiate(reverse)]
fn iter_from_fn(x: &[f64]) -> f64 {
    let mut t = x[0];
    let mut n = 0;
    std::iter::from_fn(|| {
        n += 1;
        t = t * 0.5;
        if n < 5 { Some(t * t) } else { None }
    })
    .sum()
}
#[differentiate(reverse)]
fn iter_successors(x: &[f64]) -> f64 {
    std::iter::successors(Some(x[0]), |v| Some(v * 0.5 + 0.1)).take(5).map(|v| v * v).sum::<f64>()
        + std::iter::successors(Some(1.0 + x[0] * x[0]), |v| {
            if *v < 100.0 { Some(v * 2.0) } else { None }
        })
        .sum::<f64>()
}
#[differentiate(reverse)]
fn iter_empty(x: &[f64]) -> f64 {
    std::iter::empty().chain(x.iter().copied()).map(|v: f64| v * v).sum()
}
#[differentiate(reverse)]
fn range_contains(x: &[f64]) -> f64 {
    x.iter().filter(|v| (0.0..1.0).contains(*v)).map(|v| v * v).sum::<f64>()
        + if (0.0..=2.0).contains(&x[0]) { x[0] } else { 0.0 }
}
#[differentiate(reverse)]
fn array_from_fn(x: &[f64]) -> f64 {
    let a: [f64; 3] = std::array::from_fn(|i| x[i % x.len()] * i as f64);
    let b = a.map(|v| v * v);
    b.iter().sum()
}
#[differentiate(reverse)]
fn long_chain(x: &[f64]) -> f64 {
    x.iter().copied().enumerate().skip(1).step_by(2).map(|(i, v)| v * v * i as f64).sum()
}
#[differentiate(reverse)]
fn array_windows_dest(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|w| {
            let &[a, b] = w else { return 0.0 };
            a * b
        })
        .sum()
}
#[differentiate(reverse)]
fn windows_match(x: &[f64]) -> f64 {
    x.windows(3)
        .map(|w| match w {
            [a, b, c] => a * b + c,
            _ => unreachable!(),
        })
        .sum()
}
#[differentiate(reverse)]
fn windows_if_let(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for w in x.windows(2) {
        if let [a, b] = w {
            s += a * b;
        }
    }
    s
}
#[differentiate(reverse)]
fn flatten_nested(x: &[f64]) -> f64 {
    let a = vec![x.to_vec(), vec![x[0] * 2.0, 1.0]];
    a.iter().flatten().map(|v| v * v).sum::<f64>() + a.into_iter().flatten().sum::<f64>()
}
#[differentiate(reverse)]
fn flatten_opts(x: &[f64]) -> f64 {
    x.iter().map(|v| if *v > 0.0 { Some(v * v) } else { None }).flatten().sum()
}
#[differentiate(reverse)]
fn rotate_reverse(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.rotate_right(1);
    v.reverse();
    v.iter().enumerate().map(|(i, a)| a * a * i as f64).sum()
}
#[differentiate(reverse)]
fn copy_within(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.copy_within(1.., 0);
    v.iter().enumerate().map(|(i, a)| a * a * (1 + i) as f64).sum()
}
#[differentiate(reverse)]
fn sort_by_key(x: &[f64]) -> f64 {
    let mut v: Vec<usize> = (0..x.len()).collect();
    v.sort_by_key(|i| (x[*i] * 100.0) as i64);
    v.iter().enumerate().map(|(k, i)| x[*i] * x[*i] * k as f64).sum()
}
#[differentiate(reverse)]
fn sort_by_cached(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let mut w = x.to_vec();
    w.sort_unstable_by(f64::total_cmp);
    let mut p: Vec<(usize, f64)> = x.iter().copied().enumerate().collect();
    p.sort_by(|a, b| a.1.total_cmp(&b.1));
    v.iter().zip(&w).enumerate().map(|(k, (a, b))| a * b * (k + p[k].0) as f64).sum()
}
#[differentiate(reverse)]
fn binary_search(x: &[f64]) -> f64 {
    let knots = [-2.0, -0.5, 0.0, 0.5, 1.0, 3.0];
    let i = match knots.binary_search_by(|k| k.partial_cmp(&x[0]).unwrap()) {
        Ok(i) => i,
        Err(i) => i,
    };
    x[0] * knots[i]
}
#[differentiate(reverse)]
fn binary_search2(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.total_cmp(b));
    let i = v.binary_search_by(|k| k.total_cmp(&0.3)).unwrap_or_else(|i| i).min(v.len() - 1);
    let j = v.partition_point(|k| *k < 0.3);
    v[i] * v[i] * (1 + j) as f64
}
#[differentiate(reverse)]
fn concat2(x: &[f64]) -> f64 {
    let v = vec![x.to_vec(), x.to_vec()].concat();
    v.iter().enumerate().map(|(i, a)| a * a * i as f64).sum()
}
#[differentiate(reverse)]
fn sums(x: &[f64]) -> f64 {
    let a: f64 = x.iter().sum();
    let b = x.iter().sum::<f64>();
    let c: f64 = x.iter().copied().product();
    let d = x.iter().product::<f64>();
    a * b + c * d
}
#[differentiate(reverse)]
fn split_at_mut(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let (a, b) = v.split_at_mut(1);
    a[0] += b[0] * 2.0;
    b[0] *= a[0];
    for (p, q) in a.iter_mut().zip(b.iter()) {
        *p += q;
    }
    v.iter().map(|a| a * a).sum()
}
#[differentiate(reverse)]
fn chunks_mut(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    for c in v.chunks_mut(2) {
        let s: f64 = c.iter().sum();
        for a in c.iter_mut() {
            *a *= s;
        }
    }
    for (i, c) in v.chunks_exact_mut(2).enumerate() {
        c[0] += i as f64 * c[1];
        c.reverse();
    }
    v.iter().enumerate().map(|(i, a)| a * i as f64).sum()
}
#[differentiate(reverse)]
fn iter_mut_things(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.iter_mut().for_each(|a| *a = a.sin());
    v.iter_mut().zip(x).for_each(|(a, b)| *a += b * b);
    for (i, a) in v.iter_mut().enumerate().skip(1) {
        *a *= i as f64;
    }
    if let Some(a) = v.last_mut() {
        *a *= 3.0;
    }
    if let Some(a) = v.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *a *= 2.0;
    }
    v.iter().sum()
}
#[differentiate(reverse)]
fn skip_take(x: &[f64]) -> f64 {
    let mut n = 0;
    let s: f64 = x
        .iter()
        .map(|v| {
            n += 1;
            v * v
        })
        .skip(2)
        .take(3)
        .sum();
    s * n as f64
}
#[differentiate(reverse)]
fn count_last(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let c = x
        .iter()
        .map(|v| {
            s += v * v;
            v
        })
        .count();
    let l = x
        .iter()
        .map(|v| {
            s += v;
            v * v
        })
        .last()
        .unwrap_or(0.0);
    let n = x
        .iter()
        .map(|v| {
            s += v * 0.5;
            v * v
        })
        .nth(1)
        .unwrap_or(0.0);
    s * c as f64 + l + n
}
#[differentiate(reverse)]
fn for_each_capture(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = f64::NEG_INFINITY;
    x.iter().for_each(|&v| {
        s += v * v;
        m = m.max(v);
    });
    if x.is_empty() { 0.0 } else { s * m }
}
#[differentiate(reverse)]
fn all_any(x: &[f64]) -> f64 {
    if x.iter().all(|v| v.is_finite())
        && x.iter().any(|&v| v > 0.5)
        && !x.iter().any(|v| v.is_nan())
    {
        x[0] * 2.0
    } else {
        -1.0 * x.iter().sum::<f64>()
    }
}
#[differentiate(reverse)]
fn partition(x: &[f64]) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.0);
    a.iter().sum::<f64>() * b.iter().sum::<f64>()
}
#[differentiate(reverse)]
fn partition_refs(x: &[f64]) -> f64 {
    let (a, b): (Vec<&f64>, Vec<&f64>) = x.iter().partition(|v| **v > 0.0);
    a.into_iter().sum::<f64>() * b.iter().map(|v| **v).sum::<f64>()
}
#[differentiate(reverse)]
fn vec_of_refs(x: &[f64]) -> f64 {
    let v: Vec<&f64> = x.iter().filter(|v| **v > 0.0).collect();
    v.iter().map(|v| **v * **v).sum()
}
#[differentiate(reverse)]
fn sorted_refs(x: &[f64]) -> f64 {
    let mut v: Vec<&f64> = x.iter().collect();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    if v.is_empty() { 0.0 } else { v[v.len() / 2] * v[0] }
}
#[differentiate(reverse)]
fn cycle_take(x: &[f64]) -> f64 {
    x.iter().cycle().take(10).enumerate().map(|(i, v)| v * i as f64).sum()
}
#[differentiate(reverse)]
fn find_map(x: &[f64]) -> f64 {
    x.iter().find_map(|v| if *v < 0.0 { Some(v * v) } else { None }).unwrap_or(1.0)
        * x.iter().find(|v| **v > 0.5).unwrap_or(&0.0)
}
#[differentiate(reverse)]
fn is_sorted(x: &[f64]) -> f64 {
    if x.is_sorted() { x.iter().sum() } else { 2.0 * x.iter().sum::<f64>() }
}
#[differentiate(reverse)]
fn zip3(x: &[f64]) -> f64 {
    x.iter().zip(x.iter().skip(1)).zip(x.iter().skip(2)).map(|((a, b), c)| a * b - c * c).sum()
}
#[differentiate(reverse)]
fn zip_fn(x: &[f64]) -> f64 {
    std::iter::zip(x, &x[1..]).map(|(a, b)| a * b).sum()
}
#[differentiate(reverse)]
fn contains(x: &[f64]) -> f64 {
    if x.contains(&0.7123) { x[0] * x[0] } else { x.iter().sum() }
}
#[differentiate(reverse)]
fn iter_sum_f32(x: &[f64]) -> f64 {
    x.iter().map(|v| *v as f32).sum::<f32>() as f64 * 0.0 + x.iter().sum::<f64>()
}
#[differentiate(reverse)]
fn last_nth(x: &[f64]) -> f64 {
    x.iter().rev().nth(1).copied().unwrap_or(0.0) * x.iter().last().copied().unwrap_or(1.0)
}
#[differentiate(reverse)]
fn nested_flat_map(x: &[f64]) -> f64 {
    let n = x.len();
    (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).map(|(i, j)| (x[i] - x[j]).powi(2)).sum()
}
#[differentiate(reverse)]
fn flat_map_vec(x: &[f64]) -> f64 {
    x.iter().flat_map(|v| vec![*v, v * v]).sum()
}
#[differentiate(reverse)]
fn range_step_rev(x: &[f64]) -> f64 {
    let n = x.len();
    let mut s = 0.0;
    for i in (0..n).rev().step_by(2) {
        s = s * 0.5 + x[i] * x[i];
    }
    for i in (0..n).step_by(2).rev() {
        s = s * 0.5 + x[i] * x[i];
    }
    for i in (0..n).skip(1) {
        s += x[i] * x[i - 1];
    }
    s
}
#[differentiate(reverse)]
fn rev_index(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, (a, b)) in x.iter().zip(x.iter().rev()).enumerate() {
        s += a * b * i as f64;
    }
    s
}
#[differentiate(reverse)]
fn max_fold(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::NEG_INFINITY, f64::max).max(-5.0)
        - x.iter().fold(f64::INFINITY, |a, &b| a.min(b)).min(5.0) * 2.0
}
#[differentiate(reverse)]
fn fold_array(x: &[f64]) -> f64 {
    let a = x.iter().fold([0.0; 2], |mut acc, v| {
        acc[0] += v;
        acc[1] += v * v;
        acc
    });
    a[0] * a[1]
}
#[differentiate(reverse)]
fn reduce_max(x: &[f64]) -> f64 {
    x.iter().copied().reduce(|a, b| if a > b { a } else { b }).unwrap_or(0.0).powi(2)
}
#[differentiate(reverse)]
fn scan_two(x: &[f64]) -> f64 {
    x.iter()
        .scan((0.0, 1.0), |st, v| {
            st.0 += v;
            st.1 *= 0.5;
            Some(st.0 * st.1)
        })
        .sum()
}
#[differentiate(reverse)]
fn inspect_dbg(x: &[f64]) -> f64 {
    let mut c = 0;
    x.iter()
        .inspect(|v| {
            if **v > 0.0 {
                c += 1
            }
        })
        .map(|v| v * v)
        .sum::<f64>()
        * c as f64
}
#[differentiate(reverse)]
fn columns(x: &[f64]) -> f64 {
    let m: Vec<Vec<f64>> = vec![x.to_vec(), x.iter().map(|v| v * v).collect()];
    (0..x.len()).map(|j| m.iter().map(|r| r[j]).product::<f64>()).sum()
}
#[differentiate(reverse)]
fn rows_zip(x: &[f64]) -> f64 {
    let m = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    m.iter().map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum::<f64>()).map(|v| v * v).sum()
}
#[differentiate(reverse)]
fn sum_of_tuple_parts(x: &[f64]) -> f64 {
    let v: Vec<(f64, f64)> = x.iter().map(|v| (*v, v * v)).collect();
    let mx: f64 = v.iter().map(|p| p.0).sum();
    let my: f64 = v.iter().map(|&(_, b)| b).sum();
    mx * my
}
#[differentiate(reverse)]
fn iter_over_tuple_refs(x: &[f64]) -> f64 {
    let v: Vec<(f64, f64)> = x.iter().map(|v| (*v, v * v)).collect();
    let mut s = 0.0;
    for (a, b) in &v {
        s += a * b;
    }
    for &(a, b) in v.iter() {
        s += a - b;
    }
    s
}
#[differentiate(reverse)]
fn min_max_fold(x: &[f64]) -> f64 {
    let (lo, hi) =
        x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &v| (lo.min(v), hi.max(v)));
    if x.is_empty() { 0.0 } else { (hi - lo) * hi }
}

#[differentiate]
fn zip_pushed_one(x: &[f64]) -> f64 {
    let a = [[x[0], 2.0], [1.0, x[0] * x[0]]];
    let b = vec![vec![1.0, x[0]], vec![x[0], 3.0], vec![x[0]]];
    a.iter().flatten().zip(b.iter().flatten()).map(|(p, q)| (p - q).abs() * p).sum()
}
#[differentiate]
fn zip_pushed_two(x: &[f64]) -> f64 {
    let pos = x.iter().filter(|v| **v > 0.0);
    let neg = x.iter().filter(|v| **v < 0.0).map(|v| v * v);
    pos.zip(neg).map(|(p, n)| p * n).sum::<f64>() + x.iter().sum::<f64>()
}
#[differentiate]
fn zip_pushed_three(x: &[f64]) -> f64 {
    let a = [[x[0], 2.0], [1.0, x[0] * x[0]]];
    a.into_iter()
        .flatten()
        .zip(a.into_iter().rev().flatten())
        .map(|(p, q)| p * q)
        .fold(0.0, f64::max)
        + a.iter()
            .flatten()
            .copied()
            .zip(x.iter().flat_map(|v| [v * 2.0, v + 1.0]))
            .map(|(p, q)| p * q)
            .sum::<f64>()
}
#[differentiate]
fn zip_pushed_four(x: &[f64]) -> f64 {
    let pts = [(x[0], 1.0), (2.0, x[0])];
    let more = [(x[0] * x[0], 3.0), (0.5, x[0])];
    pts.iter()
        .filter(|p| p.0 > 0.0)
        .zip(more.iter().filter(|q| q.1 > 0.0))
        .map(|(p, q)| p.0 * q.1 + p.1 * q.0)
        .sum()
}
#[differentiate]
fn rfold_horner(x: &[f64]) -> f64 {
    [1.0, x[0], -0.5].iter().rfold(0.0, |acc: f64, c| acc.mul_add(x[0], *c))
        + x.iter().enumerate().rfold(0.1, |y, (i, v)| y * v + i as f64)
}
#[differentiate]
fn rfind_last(x: &[f64]) -> f64 {
    let last = x.iter().rfind(|v| **v > 0.0).map_or(0.0, |v| v * v);
    last + x.iter().map(|v| v * x[0]).rfind(|v| *v < 1.0).unwrap_or(0.5)
}
mod laws {
    at_points! { try_fold_opt try_fold_opt2 try_for_each_opt dedup dedup_by retain extend drain_part
    drain_stmt drain_for truncate insert_remove resize append split_off collect_array
    slice_to_array collect_opt collect_opt2 unzip3 collect_boxed while_let_next while_let_next2
    while_let_map next_then_rest next_then_for peekable map_while step_by_chain min_by_key
    max_partial max_partial2 rev_chains rev_enum fold_tuple iter_once iter_repeat iter_from_fn
    iter_successors iter_empty range_contains array_from_fn long_chain array_windows_dest
    windows_match windows_if_let flatten_nested flatten_opts rotate_reverse copy_within
    sort_by_key sort_by_cached binary_search binary_search2 concat2 sums split_at_mut chunks_mut
    iter_mut_things skip_take count_last for_each_capture all_any partition partition_refs
    vec_of_refs sorted_refs cycle_take find_map is_sorted zip3 zip_fn contains iter_sum_f32
    last_nth nested_flat_map flat_map_vec range_step_rev rev_index max_fold fold_array
    reduce_max scan_two inspect_dbg columns rows_zip sum_of_tuple_parts iter_over_tuple_refs
    min_max_fold zip_pushed_one zip_pushed_two zip_pushed_three zip_pushed_four rfold_horner
    rfind_last }
}
