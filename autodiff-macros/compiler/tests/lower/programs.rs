//! Programs written once, compiled by rustc and lowered to Linear A, must return the same bits, and
//! panic alike.

use crate::lowered;
use crate::values::{ToValue, bits};
use autodiff_compiler::ir::interpret::{Program, Value, evaluate};
use autodiff_compiler::ir::{Callee, Stages};
use std::collections::HashMap;

/// The lowered functions, for calls among them.
struct Library(HashMap<String, Stages>);

impl Program for Library {
    fn stages(&self, callee: &Callee) -> Option<&Stages> {
        self.0.get(&callee.key())
    }
    fn constant(&self, code: &str) -> Option<Value> {
        match code.replace(' ', "").as_str() {
            "std::f64::consts::PI" => Some(Value::Real(std::f64::consts::PI)),
            "f64::INFINITY" => Some(Value::Real(f64::INFINITY)),
            "f64::MAX" => Some(Value::Real(f64::MAX)),
            "HALF" => Some(Value::Real(0.5)),
            _ => None,
        }
    }
}

/// Runs the lowered function; `None` is a panic.
fn interpreted(
    source: &str,
    name: &str,
    library: &Library,
    arguments: Vec<Value>,
) -> Result<Option<Vec<String>>, String> {
    let l = lowered(source).map_err(|e| e.join("\n"))?;
    let leaves = l.interface.output_value.leaves().len();
    match evaluate(&l.function, &arguments, library) {
        Ok(run) => Ok(Some(run.results.iter().take(leaves).map(bits).collect())),
        Err(e) if ["opaque", "does not", "no value", "unknown"].iter().any(|w| e.contains(w)) => {
            Err(format!("{name}: {e}\n{}", l.function))
        }
        Err(_) => Ok(None),
    }
}

macro_rules! programs {
    ($($(#[$meta:meta])* fn $name:ident ( $($param:tt)* ) -> $out:ty $body:block
        where $( ( $($arg:expr),* $(,)? ) ),* ;)*) => {
        mod native {
            #![allow(warnings, clippy::all)]
            pub const HALF: f64 = 0.5;
            $(pub fn $name($($param)*) -> $out $body)*
        }

        fn sources() -> Vec<(&'static str, String)> {
            vec![$((stringify!($name),
                concat!("fn ", stringify!($name), "(", stringify!($($param)*), ") -> ",
                stringify!($out), stringify!($body)).to_string())),*]
        }

        $(
            #[test]
            fn $name() {
                let library = library();
                let sources = sources();
                let source = &sources.iter().find(|s| s.0 == stringify!($name)).expect("itself").1;
                $(
                    let arguments = [$( ToValue::leaves(&$arg) ),*].concat();
                    let expected = std::panic::catch_unwind(|| native::$name($($arg),*)).ok();
                    let expected = expected.map(|v| ToValue::leaves(&v).iter()
                        .map(bits).collect::<Vec<_>>());
                    let got = interpreted(source, stringify!($name), &library, arguments);
                    match got {
                        Ok(got) => assert_eq!(got, expected, "{}\n{}", stringify!($name($($arg),*)),
                            lowered(source).expect("lowers").function),
                        Err(e) => panic!("{e}"),
                    }
                )*
            }
        )*
    };
}

fn library() -> Library {
    let mut all = HashMap::new();
    for (name, source) in sources() {
        if let Ok(l) = lowered(&source) {
            let f = || l.function.clone();
            let stages = Stages {
                jvp: f(),
                dots: Vec::new(),
                unzipped: f(),
                residuals: Vec::new(),
                linear: f(),
                transposed: f(),
                primal: f(),
                interface: l.interface.clone(),
                vjp: None,
                pullbacks: None,
            };
            all.insert(name.to_string(), stages);
        }
    }
    Library(all)
}

programs! {
    fn straight(x: f64, y: f64) -> f64 { let z = x.sin() * y + x.cos(); -z / (1.0 + y * y) }
        where (0.5, 2.0), (0.0, -0.0);
    fn mixed(x: f32, y: f64) -> (f32, f64) { let a = x * 2.5; (a.exp(), y + 2.5 + a as f64) }
        where (0.5, 1.5);
    fn methods(x: f64, y: f64) -> f64 {
        let (s, c) = x.sin_cos();
        let m = x.mul_add(y, s).max(c).min(10.0).clamp(-3.0, 3.0);
        f64::powi(m, 3) + m.powf(2.5).abs() + f64::max(x, y).hypot(y) + std::f64::consts::PI
    } where (0.5, 2.0), (-1.25, 0.5), (f64::NAN, 1.0);
    fn early(x: f64) -> f64 { if x < 0.0 { return -x; } let y = x * x; if y > 4.0 { return y; } y
        + x } where (-1.0), (1.0), (3.0);
    fn chain(x: f64) -> f64 { if x > 1.0 { return x; } else if x > 0.5 { let _y = x; }
        else if x < 0.0 { return 2.0 * x; } x * x } where (2.0), (0.75), (0.25), (-1.0);
    fn let_exit(xs: &[f64], k: usize) -> f64 {
        let mut sum = 0.0;
        for (i, x) in xs.iter().enumerate() {
            let y = match i % 4 { 0 => *x, 1 => continue, 2 => { if *x > 10.0 { break; } *x * 2.0 }
                _ => { if k == 3 { return -1.0; } 0.5 } };
            sum += y;
        }
        sum
    } where (&[1.0, 2.0, 3.0, 4.0, 5.0], 0), (&[1.0, 2.0, 30.0, 4.0, 5.0], 0),
        (&[1.0, 2.0, 3.0, 4.0], 3), (&[] as &[f64], 0);
    fn search(xs: &[f64], limit: f64) -> (f64, usize) {
        let mut sum = 0.0;
        let mut i = 0;
        while i < xs.len() {
            if xs[i] < 0.0 { i += 1; continue; }
            sum += xs[i];
            if sum > limit { break; }
            i += 1;
        }
        (sum, i)
    } where (&[1.0, -2.0, 3.0, 4.0], 3.5), (&[1.0, -2.0], 100.0), (&[] as &[f64], 0.0);
    fn nested_labels(xs: &[f64]) -> f64 {
        let mut s = 0.0;
        'outer: for i in 0..xs.len() {
            for j in (0..i).rev() {
                if xs[j] > 5.0 { continue 'outer; }
                if xs[j] < -5.0 { break 'outer; }
                if xs[i] == 7.0 { return s * 100.0; }
                s += xs[i] * xs[j];
            }
            s += 1.0;
        }
        s
    } where (&[1.0, 2.0, 3.0]), (&[1.0, 6.0, 3.0, 2.0]), (&[1.0, -6.0, 3.0, 2.0]),
        (&[1.0, 2.0, 7.0, 1.0]);
    fn loop_value(x: f64) -> f64 {
        let mut y = x;
        let (z, n) = loop { y = y * 1.5 + 0.1; if y > 20.0 { break (y, 1.0); }
            if y < -20.0 { break (-y, 2.0) } };
        z + n
    } where (0.5), (-10.0);
    fn labelled_block(x: f64, k: usize) -> f64 {
        let y = 'b: { if k == 0 { break 'b x; } let z = x * x; if k == 1 { break 'b z; } z * x };
        y + 1.0
    } where (2.0, 0), (2.0, 1), (2.0, 2);
    fn loop_return(x: f64) -> f64 { let mut n = 0; let mut y = x;
        loop { n += 1; y *= 2.0; if y > 9.0 { return y + n as f64; } } } where (1.0), (20.0);
    fn while_return(x: f64) -> f64 { let mut y = x;
        while y < 100.0 { if y == 8.0 { return -1.0; } y *= 2.0; } y } where (1.0), (3.0), (200.0);
    fn do_nothing_loops(x: f64, n: usize)
        -> f64 { for _ in 0..n {} let mut k = 0; while k < n { k += 1; } x } where (1.5, 3);
    fn always_breaks(x: f64, n: usize)
        -> f64 { let mut y = x; for i in 0..n { y += i as f64 + 1.0; break; } y } where (1.5, 3),
        (1.5, 0);
    fn ranges(n: usize, x: f64) -> f64 {
        let mut s = 0.0;
        for i in (0..n).rev() { s = s * x + i as f64; }
        for i in (1..=n).step_by(2) { s = s * x + i as f64; }
        for i in (0..=n).rev().step_by(3) { s = s * x - i as f64; }
        for i in (0..n).step_by(2).rev() { s = s * x - i as f64; }
        for i in -2..3i32 { s += i as f64 * x; }
        for _ in 0..3u8 { s += x; }
        s
    } where (7, 0.5), (0, 0.5), (1, 2.0);
    fn iterators(a: &[f64], b: &[f64], v: Vec<f64>) -> f64 {
        let mut s = 0.0;
        for x in a { s += x * 1.1; }
        for &x in a.iter() { s += x; }
        for (x, y) in a.iter().zip(b) { s += x * y; }
        for ((i, x), &y) in a.iter().enumerate().zip(b.iter().rev()) { s += x * y * i as f64; }
        for (i, x) in a.iter().rev().enumerate() { s -= x * i as f64; }
        for (i, x) in a.iter().enumerate().rev() { s = s * 0.9 - x * i as f64; }
        for x in a.iter().skip(1).take(2) { s += x * 3.0; }
        for x in a.iter().copied().step_by(2) { s += x * 0.3; }
        for x in &b[1..] { s += *x; }
        for w in a.windows(2) { s += w[0] * w[1]; }
        for c in a.chunks_exact(2) { s -= c[0] / c[1]; }
        for (k, x) in (1..).zip(a) { s += x / k as f64; }
        for x in v { s = s * 1.01 + x; }
        s
    } where (&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.5, 0.25, 2.0], vec![1.0, 3.0]);
    fn chains(a: &[f64], b: &[f64]) -> f64 {
        let n = a.len() as f64;
        let mean = a.iter().sum::<f64>() / n;
        let dot: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
        let empty: f64 = a.iter().filter(|x| **x > 100.0).sum();
        let product: f64 = b.iter().copied().product();
        let most = a.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let horner = b.iter().rev().fold(0.0, |s, c| s * mean + c);
        let saved: Vec<f64> = a.iter().map(|x| x * 2.0).filter(|x| *x > 2.0).collect();
        let taken: f64 = a.iter().take_while(|x| **x < 4.0).skip_while(|x| **x < 2.0).enumerate()
            .map(|(i, x)| x * i as f64).sum();
        let flat: f64 = a.chunks(2).flat_map(|c| c.iter().map(|x| x * 0.1)).sum();
        let both: f64 = a.iter().chain(b).skip(1).step_by(2).zip(1..).map(|(x, i)| x / i as f64)
            .sum();
        let prefix: f64 = a.iter().scan(0.0, |s, x| { *s += x; Some(*s) }).map(|s: f64| s * s)
            .sum();
        let place = b.iter().position(|x| *x > 1.0).unwrap_or(7);
        let steps = (0..10).rev().step_by(3).filter(|i| i % 2 == 1).map(|i| i * i).sum::<usize>();
        mean + dot + 1.0 / empty + product * most + horner + saved.iter().sum::<f64>() + taken + flat
            + both + prefix + (place + steps) as f64
    } where (&[1.0, 2.0, 3.0, 4.0, 5.0], &[0.5, 0.25, 2.0]), (&[3.0], &[1.5]);
    fn closures(x: f64, n: usize) -> f64 {
        let mut total = 0.0;
        let k = x * 2.0;
        let f = |a: f64| { if a > 10.0 { return 10.0; } a * k };
        let mut add = |v: f64| { total += f(v); total };
        for i in 0..n { add(i as f64); }
        let last = add(0.5);
        let g = move |a: f64, b| f(a) - f(b);
        total * last + g(1.0, x)
    } where (1.5, 4), (-2.0, 0);
    fn options(a: &[f64]) -> f64 {
        let mut best = None;
        for (i, x) in a.iter().enumerate() {
            match best {
                Some((_, y)) if *x <= y => {}
                _ => best = Some((i, *x)),
            }
        }
        let (i, x) = best.unwrap_or((9, 0.5));
        let Some(first) = a.first() else { return x };
        let mut stack = a.to_vec();
        let mut s = 0.0;
        while let Some(top) = stack.pop() {
            s = s * 0.5 + top;
            if s > 100.0 && let Some(y) = a.get(1) { stack.push(*y); }
        }
        if let Some(y) = a.get(2) { s += y; }
        s + first * x * i as f64 + a.iter().last().map_or(0.0, |y| y * y)
    } where (&[1.0, 5.0, 3.0]), (&[-1.0, -5.0]), (&[2.0]);
    fn slice_methods(a: &[f64]) -> Vec<f64> {
        let mut v = a.to_vec();
        v.reverse();
        v.extend(a.iter().map(|x| x * 2.0));
        v.insert(1, 7.5);
        v[2..].rotate_left(2);
        v.remove(0);
        let (l, r) = v.split_at_mut(2);
        l.copy_from_slice(&r[..2]);
        r[0] = l[1];
        v.truncate(6);
        v[..3].fill(0.25);
        v.resize(8, 1.0);
        v
    } where (&[1.0, 5.0, 3.0, 2.0, 8.0]);
    fn mutation(x: f64, n: usize) -> Vec<f64> {
        let mut a = vec![x; n];
        for (i, e) in a.iter_mut().enumerate() { *e = *e * 2.0 + i as f64; }
        for e in &mut a { *e += 1.0; }
        for e in a[1..].iter_mut() { *e -= 0.5; }
        for i in 1..n { a[i] *= a[i - 1]; }
        a.swap(0, n - 1);
        let r = &mut a[0];
        *r += 10.0;
        let s = &mut a[1..];
        s[0] = 7.0;
        let t = s;
        t[1] -= 1.0;
        a.push(x);
        let last = a.pop().unwrap();
        let k = a.len() - 1;
        a[k] += last;
        a
    } where (0.5, 4), (1.5, 3);
    fn matrix(n: usize, x: f64) -> f64 {
        let mut m = vec![vec![0.0; n]; n];
        for i in 0..n { for j in 0..n { m[i][j] += x * (i * n + j) as f64; } }
        for row in m.iter_mut() { row[0] *= 2.0; for e in row.iter_mut() { *e += 0.125; } }
        for row in &mut m { let c = &mut row[1..]; c[0] -= 1.0; }
        m.swap(0, 1);
        let row = &m[1];
        let mut s = row[0] + m[0].len() as f64;
        for r in m.iter() { for e in r { s = s * 0.99 + e; } }
        for r in &m { s += r[0]; }
        let last = m.pop().unwrap();
        for e in last { s += e * e; }
        s
    } where (3, 0.5), (2, 1.25);
    fn fixed(p: [f64; 3], q: &[[f64; 2]; 2]) -> ([f64; 3], f64) {
        let [a, b, c] = p;
        let mut r = p;
        r[0] = b * c;
        r[2] += a;
        let s = r;
        r[1] = s[0] + p[0];
        let [[u, v], w] = *q;
        let x = [a, b];
        let mut y = x;
        y[1] = 100.0;
        for z in x { r[0] += z; }
        let first = q[0];
        (r, u * v + w[1] + first[0] + y[1] + x[1])
    } where ([1.0, 2.0, 3.0], &[[1.0, 2.0], [3.0, 4.0]]);
    fn slice_patterns(p: [f64; 4], s: &[f64; 4]) -> f64 {
        let [first, .., last] = p;
        let [a, rest @ ..] = s;
        first * last + a + rest[0] + rest.len() as f64
    } where ([1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0]);
    fn tuples((a, b): (f64, f64), t: (f64, (usize, f64))) -> (f64, (f64, f64)) {
        let (x, (n, y)) = t;
        let mut p = (a, b);
        p.0 += x;
        p = (p.1, p.0);
        let (mut u, v) = p;
        u *= t.1.1 + n as f64;
        let q = (u, (v, y));
        (u, v) == q.1 || u > v;
        let (c, d);
        (c, d) = (v, u);
        (q.0 + q.1.0, (c, d))
    } where ((1.0, 2.0), (3.0, (4, 5.0)));
    fn tuple_elements(xs: &[(f64, usize)]) -> f64 {
        let mut v = vec![(0.0, 1.0); 2];
        v[0] = (xs[0].0, 2.0);
        v[1].1 += 3.0;
        v.push((1.5, 2.5));
        let mut s = 0.0;
        for (x, k) in xs { s += x * *k as f64; }
        for &(x, k) in xs.iter() { s += x + k as f64; }
        for e in v.iter_mut() { e.0 += 1.0; }
        for (a, b) in v.iter_mut() { *a *= 2.0; *b += *a; }
        for p in &v { s += p.0 * p.1; }
        let (a, b) = v[2];
        s + a / b
    } where (&[(1.0, 2usize), (3.0, 1usize)]);
    fn matches_ints(k: i32, x: f64) -> f64 {
        match k { 0 => x, 1 | 2 => x * 2.0, 3..=9 => { let y = x + 1.0; y * y } n if n < 0 => x
            - n as f64, n @ 10..20 => n as f64, _ => 0.0 }
    } where (0, 3.0), (2, 3.0), (5, 3.0), (-4, 3.0), (12, 3.0), (50, 3.0);
    fn matches_pairs(a: bool, c: u8, x: f64) -> f64 {
        let r = match (a, x > 1.0) { (true, true) => 1.0, (true, false) => x, (false, _) => x * x };
        let q = match c { 97..=102 => 2.0, 7 => x, _ => 0.0 };
        let mut z = 1.0;
        match a { true => z = x, false => {} }
        match x { 0.0 => z += 1.0, y if y < 0.0 => z -= y, 1.0..2.0 => z += 3.0, _ => () }
        r + q * z
    } where (true, 98, 2.0), (false, 7, -3.0), (true, 200, 0.0), (false, 7, 1.5);
    fn unset(c: bool, x: f64) -> f64 { let q; let n: usize; if c { q = x; n = 1; }
        else { q = 2.0; n = 2 } let y: f64; loop { y = q; break; } y * n as f64 } where (true, 3.0),
        (false, 3.0);
    fn logic(x: f64, a: &[f64], i: usize) -> f64 {
        let mut calls = 0.0;
        if i < a.len() && a[i] > x { calls += 1.0; }
        if i >= a.len() || a[i] > x { calls += 2.0; }
        if x > 0.0 && !(x > 2.0) { calls += 4.0; }
        if x > 0.0 && { calls += 8.0; x < 1.0 } { calls += 16.0; }
        calls * x
    } where (0.5, &[1.0], 0), (0.5, &[1.0], 1), (-0.5, &[1.0], 7);
    fn shadow(x: f64) -> f64 { let x = x * 2.0; let y = { let x = x + 1.0; x * x }; let x = y - x;
        ({ let mut x = x; x += 1.0; x }) * x } where (1.5);
    fn swaps(x: f64, y: f64) -> (f64, Vec<f64>) {
        let (mut a, mut b) = (x, y);
        std::mem::swap(&mut a, &mut b);
        (a, b) = (b * 2.0, a);
        let old = std::mem::replace(&mut a, 3.0);
        let mut v = vec![a, b, old];
        let mut w = vec![1.0];
        std::mem::swap(&mut v, &mut w);
        std::mem::swap(&mut v[0], &mut w[1]);
        let u = std::mem::take(&mut v);
        w.push(u[0]);
        let mut z = w.clone();
        z[0] = 9.0;
        w.push(z[0] + v.len() as f64);
        (a, w)
    } where (1.0, 2.0);
    fn ping_pong(x: &[f64], n: usize) -> Vec<f64> {
        let mut a = x.to_vec();
        let mut b = vec![0.0; x.len()];
        for _ in 0..n {
            for i in 0..x.len() { b[i] = a[i] * 0.5 + a[(i + 1) % x.len()]; }
            std::mem::swap(&mut a, &mut b);
        }
        a
    } where (&[1.0, 2.0, 3.0], 3), (&[1.0, 2.0, 3.0], 0);
    fn helper(v: &[f64], k: f64) -> f64 { let mut s = 0.0; for x in v { s += x * k; } s }
        where (&[1.0, 2.0], 3.0);
    fn pair(x: f64, n: usize) -> (f64, usize) { (x * 2.0, n + 1) } where (1.0, 3);
    fn calls(v: &[f64], x: f64) -> f64 {
        let w = vec![x, 2.0 * x];
        let (a, n) = pair(x, 4);
        let h = helper(&w, a) + helper(&v[1..], x) + helper(v, 1.0) + helper(&[x, 1.0], 2.0)
            + helper(&vec![x; 3], n as f64);
        let p: (f64, usize) = pair(h, n);
        p.0 + p.1 as f64
    } where (&[1.0, 2.0, 3.0], 0.5);
    fn factorial(x: f64, n: usize)
        -> f64 { if n == 0 { x } else { n as f64 * factorial(x, n - 1) } } where (1.5, 5);
    fn recursive_pair(x: f64, n: usize)
        -> (f64, f64) { if n == 0 { return (x, 1.0); } let (a, b) = recursive_pair(x * 1.5, n - 1);
        (a + b, b * x) } where (1.25, 4);
    fn fill_in(x: f64, order: &mut [usize], n: usize)
        -> f64 { for i in 0..n { order[i] = n - i; } order.swap(0, 1); x * order[0] as f64 }
        where (2.0, &mut [0, 0, 0], 3);
    fn constants(x: f64) -> f64 { x * HALF + std::f64::consts::PI.sin() * f64::MAX.recip()
        + constant(x) } where (1.5);
    fn constant(x: f64) -> f64 { x } where (1.0);
    fn bits_and_ints(x: f64, k: u32)
        -> f64 { let mut a = k; a <<= 2; a |= 1; a ^= 0b110; let b = !a & 0xff; x
        * ((b >> 1) % 7) as f64 + (k as f64 / 3.0).floor() } where (1.5, 13), (2.5, 0);
    fn in_order(x: f64) -> f64 { let mut a = [x, 2.0, 3.0]; let mut i = 0;
        a[i] = { i += 1; a[i] * 2.0 }; a[i] += { i = 2; a[i] }; a[0] + a[1] * 10.0 + a[2] * 100.0 }
        where (1.5);
    fn empty_tail(x: f64) -> f64 { let mut y = x; if y > 1.0 { y = 1.0 } else { y += 1.0 };
        { y *= 2.0; } y } where (0.5), (2.5);
    fn deep_exit(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            if i == 1 { s += 0.5; if s > 3.0 { s += 100.0; break; } else { s *= 2.0; } s -= 0.25;
                if s < 0.0 { return s; } } else { s += 1.0; }
            s *= 1.1;
        }
        s
    } where (0.5, 4), (5.0, 4), (-9.0, 4);
    fn while_nested(x: f64) -> f64 {
        let mut s = x; let mut i = 0;
        'a: while i < 5 { i += 1; let mut j = 0; while { j += 1; j < 4 }
            { if j == i { continue 'a; } if i + j == 7 { break 'a; } s += x * (i * j) as f64; }
            s *= 1.01; }
        s
    } where (1.5);
    fn out_of_bounds(a: &[f64], i: usize) -> f64 { let b = a[i]; b * a[i - 1] }
        where (&[1.0, 2.0], 1), (&[1.0, 2.0], 2), (&[1.0], 0);
    fn view_of_view(a: &[f64], n: usize)
        -> f64 { let b = &a[1..]; let c = &b[..n]; let d = &c[1..=1]; let e = d; c.iter().len();
        c[0] + e[0] * c.last().unwrap() + *a.first().unwrap() } where (&[1.0, 2.0, 3.0, 4.0], 3);
    fn float_branch(x: f32) -> f32 { let y = if x > 0.5 { 0.1 } else { x }; y * 3.0 }
        where (0.75f32), (0.25f32);
    fn count_down(x: f64) -> f64 { let mut n = 5i64; let mut y = x;
        while n > 0 { y = y * 0.5 + n as f64; n -= 2; } y } where (1.0);
    fn unit_if(x: f64, v: Vec<f64>)
        -> f64 { let mut v = v; if x > 1.0 { v.clear(); } else if v.is_empty() { v = vec![x] }
        v.len() as f64 * x } where (2.0, vec![1.0]), (0.5, Vec::<f64>::new()),
        (0.5, vec![1.0, 2.0]);
    fn array_choice(c: bool, a: [f64; 2], b: [f64; 2])
        -> f64 { let mut z = if c { a } else { b }; z[0] += 10.0; let mut w = a; if c { w = b; }
        w[1] = 5.0; z[0] * a[0] + b[1] + w[0] } where (true, [1.0, 2.0], [3.0, 4.0]),
        (false, [1.0, 2.0], [3.0, 4.0]);
    fn alias_of_tuple(x: f64) -> f64 { let mut t = (x, [1.0, 2.0]); let r = &mut t.1; r[0] = x;
        let q = &mut t.0; *q *= 3.0; for e in t.1.iter_mut() { *e += 1.0; } t.0 + t.1[0] * t.1[1] }
        where (2.0);
    fn moves(x: f64, n: usize) -> f64 {
        let mut a = vec![x, 1.0];
        let mut b = a;
        for i in 0..n { a = vec![i as f64]; b.push(a[0]);
            if i == 2 { let c = a; b = c; a = vec![x]; } b[0] += a[0]; }
        let mut last = b;
        if n > 2 { b = vec![x, x]; last = b; }
        last[0] + last.len() as f64
    } where (1.5, 0), (1.5, 2), (1.5, 4);
    fn zip_mut(a: Vec<f64>, b: &[f64])
        -> Vec<f64> { let mut a = a; for (x, y) in a.iter_mut().zip(b.iter()) { *x = *x * y; }
        for (i, (x, &y)) in a.iter_mut().zip(b).enumerate() { *x += y * i as f64; } a }
        where (vec![1.0, 2.0, 3.0], &[4.0, 5.0]);
}
