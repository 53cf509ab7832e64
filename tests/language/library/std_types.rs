//! `Option`s and their methods, boxes, `mem`, orderings, functions of reals as values.

use autodiff::prelude::*;

#[differentiate(reverse)]
fn fn_let(x: &[f64]) -> f64 {
    let f = f64::sin;
    f(x[0]) + x.iter().copied().map(f).sum::<f64>()
}
#[differentiate(reverse)]
fn map_path(x: &[f64]) -> f64 {
    x.iter().copied().map(f64::exp).sum::<f64>()
        + x.iter().map(|v| v * v).map(f64::sqrt).map(f64::from).sum::<f64>()
}
#[differentiate(reverse)]
fn fold_path(x: &[f64]) -> f64 {
    x.iter().cloned().fold(f64::NEG_INFINITY, f64::max).max(-3.0)
        + x.iter().copied().fold(0.0, f64::hypot)
        + x.iter().copied().reduce(f64::min).unwrap_or(0.0)
}
#[differentiate(reverse)]
fn add_path(x: &[f64]) -> f64 {
    use std::ops::Add;
    x.iter().copied().fold(0.0, Add::add)
        + x.iter().copied().fold(1.0, std::ops::Mul::mul)
        + x.iter().fold(0.0, std::ops::Add::add)
}
#[differentiate(reverse)]
fn inner_ok(x: &[f64]) -> Result<f64, String> {
    let v = x.first().copied().ok_or("empty".to_string())?;
    let w = x.get(1).ok_or_else(|| "short".to_string())?;
    Ok(v * w)
}
#[differentiate(reverse)]
fn opt_and_then(x: &[f64]) -> f64 {
    x.first().and_then(|v| if *v > 0.0 { Some(v.ln()) } else { None }).unwrap_or_default()
}
#[differentiate(reverse)]
fn opt_zip(x: &[f64]) -> f64 {
    x.first().zip(x.get(1)).map(|(a, b)| a * b).unwrap_or(0.0)
}
#[differentiate(reverse)]
fn opt_filter(x: &[f64]) -> f64 {
    x.first().copied().filter(|v| *v > 0.0).unwrap_or(0.3) * 2.0
}
#[differentiate(reverse)]
fn opt_take(x: &[f64]) -> f64 {
    let mut o = Some(x[0] * x[0]);
    let t = o.take();
    if o.is_none() { t.unwrap() } else { 0.0 }
}
#[differentiate(reverse)]
fn opt_replace(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    let old = o.replace(x[0] * 2.0);
    old.unwrap() * o.unwrap()
}
#[differentiate(reverse)]
fn opt_get_or_insert(x: &[f64]) -> f64 {
    let mut o: Option<f64> = None;
    let a = *o.get_or_insert(x[0] * x[0]);
    let b = *o.get_or_insert_with(|| 3.0);
    *o.get_or_insert(1.0) *= 2.0;
    a * b + o.unwrap()
}
#[differentiate(reverse)]
fn opt_insert(x: &[f64]) -> f64 {
    let mut o: Option<f64> = None;
    *o.insert(x[0]) += 1.0;
    o.unwrap() * 2.0
}
#[differentiate(reverse)]
fn opt_some_and(x: &[f64]) -> f64 {
    let o = x.get(2);
    if o.is_some_and(|v| *v > 0.0) {
        *o.unwrap()
    } else if o.is_none() {
        1.0
    } else {
        x[0]
    }
}
#[differentiate(reverse)]
fn opt_mut_ref(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if let Some(a) = v.get_mut(0) {
        *a *= 2.0;
    }
    if let Some(a) = v.first_mut() {
        *a += 1.0;
    }
    let mut o = Some(x[0]);
    if let Some(a) = &mut o {
        *a *= 3.0;
    }
    if let Some(a) = o.as_mut() {
        *a += 1.0;
    }
    if let Some(ref mut a) = o {
        *a *= *a;
    }
    v[0] * o.unwrap()
}
#[differentiate(reverse)]
fn opt_as_ref(x: &[f64]) -> f64 {
    let o = Some(x.to_vec());
    let a: f64 = o.as_ref().map(|v| v.iter().sum()).unwrap_or(0.0);
    let b = o.as_deref().map_or(0.0, |v| v[0]);
    a * b + o.unwrap()[0]
}
#[differentiate(reverse)]
fn opt_copied(x: &[f64]) -> f64 {
    let o = x.iter().max_by(|a, b| a.total_cmp(b));
    o.copied().unwrap_or(0.0) + o.cloned().unwrap_or(1.0)
}
#[differentiate(reverse)]
fn opt_xor_or(x: &[f64]) -> f64 {
    let a = x.get(10).copied();
    let b = x.get(0).copied();
    a.or(b).unwrap_or(0.0)
        + a.xor(b).unwrap_or(0.0)
        + a.or_else(|| Some(x[0] * 2.0)).unwrap()
        + a.and(b).unwrap_or(2.0)
}
#[differentiate(reverse)]
fn opt_flatten(x: &[f64]) -> f64 {
    let a = if x.len() > 1 { Some(Some(x[0])) } else { None };
    a.flatten().unwrap_or(0.0)
}
#[differentiate(reverse)]
fn opt_param(x: &[f64]) -> f64 {
    let o: Option<f64> = if x.len() > 1 { Some(x[1]) } else { None };
    let s = match o {
        Some(v) if v > 0.0 => v * v,
        Some(v) => -v,
        None => x[0],
    };
    s * x[0]
}
#[differentiate(reverse)]
fn opt_let_else(x: &[f64]) -> f64 {
    let Some(&a) = x.first() else { return 0.0 };
    let Some(b) = x.get(1) else { return a };
    a * b
}
#[differentiate(reverse)]
fn opt_question_closure(x: &[f64]) -> f64 {
    let f = |i: usize| -> Option<f64> {
        let a = x.get(i)?;
        let b = x.get(i + 1)?;
        Some(a * b)
    };
    f(0).unwrap_or(0.0) + f(10).unwrap_or(1.0)
}
#[differentiate(reverse)]
fn box_local(x: &[f64]) -> f64 {
    let b = Box::new(x[0] * 2.0);
    *b * *b
}
#[differentiate(reverse)]
fn box_local2(x: &[f64]) -> f64 {
    let mut b: Box<f64> = Box::new(x[0]);
    *b += 1.0;
    let c = *b;
    c * b.sin()
}
#[differentiate(reverse)]
fn box_slice(x: &[f64]) -> f64 {
    let b: Box<[f64]> = x.to_vec().into_boxed_slice();
    b.iter().map(|v| v * v).sum::<f64>() + b[0]
}
#[differentiate(reverse)]
fn box_array(x: &[f64]) -> f64 {
    let mut b = Box::new([0.0; 4]);
    b[1] = x[0];
    b[2] = b[1] * 2.0;
    b.iter().map(|v| v * v).sum::<f64>()
}
#[differentiate(reverse)]
fn mem_swap(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut b = x[0] * x[0];
    std::mem::swap(&mut a, &mut b);
    let mut v = x.to_vec();
    let mut w = vec![1.0, 2.0];
    std::mem::swap(&mut v, &mut w);
    core::mem::swap(&mut v[0], &mut w[0]);
    let mut p = [x[0], 1.0];
    let mut q = [3.0, x[0]];
    std::mem::swap(&mut p, &mut q);
    a - b * 2.0 + v[0] * w[0] + p[0] * q[0] + p[1]
}
#[differentiate(reverse)]
fn mem_replace(x: &[f64]) -> f64 {
    let mut a = x[0];
    let old = std::mem::replace(&mut a, x[0] * x[0]);
    let mut v = x.to_vec();
    let w = std::mem::replace(&mut v, vec![1.0]);
    let t = std::mem::take(&mut v);
    let e = std::mem::replace(&mut a, 0.0);
    old * a + w[0] * w[0] + t[0] + v.len() as f64 + e
}
#[differentiate(reverse)]
fn mem_tuple(x: &[f64]) -> f64 {
    let mut a = (x[0], 1.0);
    let mut b = (2.0, x[0] * x[0]);
    std::mem::swap(&mut a, &mut b);
    let c = std::mem::replace(&mut a, (0.5, x[0]));
    let d = std::mem::take(&mut b);
    c.0 * c.1 + d.0 + a.1 + b.0
}
#[differentiate(reverse)]
fn mem_take_scalar(x: &[f64]) -> f64 {
    let mut a = x[0] * 2.0;
    let t = std::mem::take(&mut a);
    t * t + a
}
#[differentiate(reverse)]
fn mem_opt(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    let t = std::mem::take(&mut o);
    let u = std::mem::replace(&mut o, Some(2.0 * x[0]));
    t.unwrap() + u.unwrap_or(1.0) + o.unwrap()
}
#[differentiate(reverse)]
fn mem_elements(x: &[f64]) -> f64 {
    let mut v = vec![x.to_vec(), vec![2.0, x[0]]];
    let r = std::mem::take(&mut v[0]);
    let s = std::mem::replace(&mut v[1][0], r[0] * r[0]);
    s * v[1][0] + v[0].len() as f64 + v[1][1]
}
#[differentiate(reverse)]
fn total_cmp(x: &[f64]) -> f64 {
    match x[0].total_cmp(&0.3) {
        std::cmp::Ordering::Less => x[0],
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => x[0] * x[0],
    }
}
#[differentiate(reverse)]
fn partial_cmp2(x: &[f64]) -> f64 {
    use std::cmp::Ordering;
    match x[0].partial_cmp(&0.3) {
        Some(Ordering::Less) => x[0],
        Some(Ordering::Greater) => x[0] * x[0],
        _ => 0.0,
    }
}
#[differentiate(reverse)]
fn clamp_ints(x: &[f64]) -> f64 {
    let i = (x.len() as i32 - 3).clamp(0, 2) as usize;
    let j = (x[0].floor() as i64).clamp(-1, 1);
    let k = x.len().saturating_sub(1).min(4);
    x[i.min(x.len() - 1)] * (j as f64 + 2.0) * k as f64 + x[0]
}
#[differentiate(reverse)]
fn consts(x: &[f64]) -> f64 {
    x[0] * std::f64::consts::PI
        + x[0] * f64::EPSILON
        + core::f64::consts::E * x[0]
        + f64::MAX_EXP as f64
}
#[differentiate(reverse)]
fn to_bits(x: &[f64]) -> f64 {
    let b = constant(x[0]).to_bits();
    let k = f64::from_bits(b);
    k * x[0] * 0.0 + x[0]
}
#[differentiate(reverse)]
fn f64_from_int(x: &[f64]) -> f64 {
    let n = x.len() as u32;
    f64::from(n) * x[0] + f64::from(3u8) * x[0] + f64::from(true as u8)
}
#[differentiate(reverse)]
fn casts(x: &[f64]) -> f64 {
    let a = x[0] as f32;
    let b = a as f64;
    let i = x[0] as i64 as f64;
    let u = (x.len() as u8) as f32 as f64;
    let c = 'a' as u32 as f64;
    let t = (x[0] > 0.0) as i32 as f64;
    let h = usize::from(x[0] > 0.5) as f64;
    0.0 * b + x[0] * (i + u + c + t + h)
}
#[differentiate(reverse)]
fn signum_copysign(x: &[f64]) -> f64 {
    x[0].abs() * x[0].signum()
        + x[0].copysign(-1.0)
        + x[0].mul_add(2.0, 1.0)
        + x[0].rem_euclid(0.37)
        + x[0].fract()
        + x[0].trunc()
}
#[differentiate(reverse)]
fn math_misc(x: &[f64]) -> f64 {
    let y = x[0].abs() + 0.5;
    y.ln_1p()
        + y.exp_m1()
        + y.cbrt()
        + y.log(3.0)
        + y.log2()
        + y.log10()
        + y.exp2()
        + y.atan2(2.0)
        + y.sinh()
        + y.tanh()
        + y.asinh()
        + y.to_radians()
        + y.to_degrees()
        + y.recip()
        + y.powi(3)
        + y.powf(1.5)
}
#[differentiate(reverse)]
fn strings(x: &[f64]) -> f64 {
    let name = String::from("abc");
    let k = match name.as_str() {
        "abc" => 2.0,
        _ => 3.0,
    };
    k * x[0] * name.len() as f64
}
#[differentiate(reverse)]
fn default_vec(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = Default::default();
    let mut w = <Vec<f64>>::new();
    let z: f64 = Default::default();
    v.push(x[0]);
    w.push(v[0] * 2.0);
    w[0] + f64::default() + z
}
#[differentiate(reverse)]
fn array_eq(x: &[f64]) -> f64 {
    let a = [x[0], 1.0];
    let b = [x[0], 1.0];
    if a == b { a[0] } else { 2.0 }
}
#[differentiate(reverse)]
fn array_iter_methods(x: &[f64]) -> f64 {
    let a = [x[0], 2.0 * x[0], 3.0];
    let s: f64 = a.into_iter().sum();
    let t: f64 = a.iter().product();
    let u = a.as_slice().len();
    let [p, q, r] = a;
    s * t + u as f64 + p * q - r
}
#[differentiate(reverse)]
fn assert_inside(x: &[f64]) -> f64 {
    assert!(x.len() > 0, "empty");
    assert_eq!(x.len(), x.iter().count());
    debug_assert!(x[0].is_finite());
    x[0] * x[0]
}
#[differentiate(reverse)]
fn bool_then(x: &[f64]) -> f64 {
    (x.len() > 1).then(|| x[1] * x[0]).unwrap_or(0.0) + (x[0] > 0.0).then_some(x[0]).unwrap_or(1.0)
}
#[differentiate(reverse)]
fn neg_cmp(x: &[f64]) -> f64 {
    let o = x[0].partial_cmp(&0.1).map(|o| o.reverse());
    if o == Some(std::cmp::Ordering::Less) { x[0] } else { -x[0] * 2.0 }
}
#[differentiate(reverse)]
fn i32_pow(x: &[f64]) -> f64 {
    let n = 2_i32.pow(3) + 7 / 2 % 2;
    let m = (n as u32).trailing_zeros() + n.abs_diff(2) + (n as usize).next_power_of_two() as u32;
    x[0] * n as f64 + m as f64 + x[0].powi(n - 6)
}
#[differentiate(reverse)]
fn usize_ops(x: &[f64]) -> f64 {
    let n = x.len();
    let a = n.checked_sub(2).unwrap_or(0);
    let b = n.wrapping_sub(1).min(n - 1);
    let c = n.div_ceil(2);
    let (q, r) = (n / 3, n % 3);
    let d = n.isqrt() + n.ilog2() as usize;
    x[a.min(n - 1)] * x[b] * (c + q + r + d) as f64
}
#[differentiate(reverse)]
fn use_inner(x: &[f64]) -> f64 {
    match inner_ok(x) {
        Ok(v) => v * v,
        Err(_) => 1.0,
    }
}
#[differentiate(reverse)]
fn iter_with_fns(x: &[f64]) -> f64 {
    let f = f64::tanh;
    let g = f64::powi;
    let h = f64::max;
    x.iter().map(|v| h(g(f(*v), 2), 0.1)).sum()
}

mod laws {
    at_points! { fn_let map_path fold_path add_path opt_and_then opt_zip opt_filter opt_take
    opt_replace opt_get_or_insert opt_insert opt_some_and opt_mut_ref opt_as_ref opt_copied
    opt_xor_or opt_flatten opt_param opt_let_else opt_question_closure box_local box_local2
    box_slice box_array mem_swap mem_replace mem_tuple mem_take_scalar mem_opt mem_elements
    total_cmp partial_cmp2 clamp_ints consts to_bits f64_from_int casts signum_copysign
    math_misc strings default_vec array_eq array_iter_methods assert_inside bool_then neg_cmp
    i32_pow usize_ops use_inner iter_with_fns }
}

/// Collections that have no derivatives, of what needs none.
#[differentiate]
fn visited(x: &[f64], edges: &[Vec<usize>]) -> f64 {
    let mut seen = std::collections::HashSet::new();
    let mut queue = std::collections::VecDeque::new();
    queue.push_back(0usize);
    let mut sum = 0.0;
    while let Some(i) = queue.pop_front() {
        if !seen.insert(i) {
            continue;
        }
        sum += x[i] * x[i];
        for j in &edges[i] {
            queue.push_back(*j);
        }
    }
    sum
}

#[test]
fn collections_of_discrete_things() {
    assert_eq!(
        visited_value_and_grad(&[0.5, 0.25, -0.5], &[vec![1], vec![0, 0], vec![]]),
        (0.3125, vec![1.0, 0.5, 0.0])
    );
}

mod hashes {
    use autodiff::prelude::*;
    use std::hash::{DefaultHasher, Hash, Hasher};

    fn hashed(name: &str) -> DefaultHasher {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        hasher
    }

    #[differentiate]
    fn by_hash(x: &[f64], #[constant] name: &str) -> f64 {
        let hash = hashed(name).finish();
        let weight = (hash % 7) as f64;
        let k = (hash >> 3) as usize % x.len();
        weight * x[0] + x[k] * x[k]
    }

    #[test]
    fn hashes_are_constants() {
        let x = [1.5, 0.5];
        let (y, gradient) = by_hash_value_and_grad(&x, "abc");
        assert_eq!(y, by_hash(&x, "abc"));
        let expected = crate::support::differences(|x| by_hash(x, "abc"), &x);
        for (a, b) in gradient.iter().zip(&expected) {
            crate::support::close("a hash", *a, *b, 1e-7);
        }
    }
}
