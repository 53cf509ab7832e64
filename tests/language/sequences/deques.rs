//! `VecDeque`: queues, delay lines and windows, as locals, parameters, results and fields.

use autodiff::prelude::*;
use std::collections::{LinkedList, VecDeque};

use filters::*;
use other::Fir;

#[differentiate]
fn moving_average(x: &[f64]) -> f64 {
    let mut window = VecDeque::with_capacity(3);
    let mut sum = 0.0;
    let mut out = 0.0;
    for (i, v) in x.iter().enumerate() {
        window.push_back(*v);
        sum += v;
        if window.len() > 3 {
            sum -= window.pop_front().unwrap();
        }
        out += (sum / window.len() as f64).sin() * (i as f64 + 1.0);
    }
    out
}

#[differentiate]
fn delay(x: &[f64]) -> f64 {
    let mut line: VecDeque<f64> = VecDeque::from(vec![0.0; 2]);
    let mut y = 0.0;
    for v in x {
        let late = line.pop_front().unwrap_or(0.0);
        let fed = v + 0.5 * late;
        line.push_back(fed * fed);
        y += late * v;
    }
    y
}

#[differentiate]
fn ends(x: &[f64]) -> f64 {
    let mut d: VecDeque<f64> = x.iter().map(|v| v * v).collect();
    d.push_front(x[0].sin());
    let a = d.pop_back().unwrap();
    let mut s = a * 3.0;
    if let Some(f) = d.front() {
        s += f * 2.0;
    }
    if let Some(f) = d.back() {
        s += f * a;
    }
    if let Some(f) = d.front_mut() {
        *f *= 2.0;
    }
    d[1] += a;
    for v in d.iter_mut() {
        *v = v.cos();
    }
    d.swap(0, 1);
    d.rotate_left(1);
    for (i, v) in d.iter().enumerate() {
        s += v * i as f64;
    }
    while let Some(v) = d.pop_front() {
        s += v * v * d.len() as f64;
    }
    s
}

#[differentiate]
fn mean_of(w: &VecDeque<f64>) -> f64 {
    w.iter().sum::<f64>() / w.len() as f64
}

#[differentiate]
fn shift(w: &mut VecDeque<f64>, x: f64) -> f64 {
    w.push_back(x);
    let y = w.pop_front().unwrap();
    y * x
}

#[differentiate]
fn made(x: &[f64]) -> VecDeque<f64> {
    let mut d = VecDeque::new();
    for v in x {
        d.push_front(v * v);
    }
    d
}

#[differentiate]
fn calls(x: &[f64]) -> f64 {
    let mut w = made(x);
    let a = shift(&mut w, x[0] * 2.0);
    let b = shift(&mut w, a);
    mean_of(&w) * a + b
}

#[derive(Clone, Debug, Differentiable)]
struct Line {
    buf: VecDeque<f64>,
    gain: f64,
}

#[differentiate]
impl Line {
    #[differentiate]
    fn new(n: usize, gain: f64) -> Line {
        let mut buf = VecDeque::with_capacity(n);
        for _ in 0..n {
            buf.push_back(0.0);
        }
        Line { buf, gain }
    }
    #[differentiate]
    fn tick(&mut self, x: f64) -> f64 {
        let out = self.buf.pop_front().unwrap();
        self.buf.push_back(x + self.gain * out);
        out + self.buf[0] * 0.1
    }
    #[differentiate]
    fn energy(&self) -> f64 {
        self.buf.iter().map(|v| v * v).sum()
    }
}

#[differentiate]
fn lined(x: &[f64]) -> f64 {
    let mut l = Line::new(2, x[0]);
    let mut y = 0.0;
    for v in x {
        y += l.tick(*v) * v;
    }
    y + l.energy()
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    x: f64,
    v: f64,
}
#[differentiate]
fn parts(x: &[f64]) -> f64 {
    let mut q: VecDeque<P> = VecDeque::new();
    for w in x.windows(2) {
        q.push_back(P { x: w[0], v: w[1] });
        if q.len() > 2 {
            q.pop_front();
        }
    }
    let mut s = 0.0;
    for p in &q {
        s += p.x * p.v;
    }
    let f = q.front().unwrap();
    s + f.x.sin() + q[q.len() - 1].v
}
#[differentiate]
fn tuples(x: &[f64]) -> f64 {
    let mut q = VecDeque::new();
    for (i, v) in x.iter().enumerate() {
        q.push_back((i, *v * v));
    }
    let mut s = 0.0;
    while let Some((i, v)) = q.pop_front() {
        s += v.sin() * i as f64;
        if i < 2 {
            q.push_back((i + 3, v * 0.5));
        }
    }
    s
}

#[differentiate]
fn many(x: &[f64]) -> f64 {
    let mut d: VecDeque<f64> = VecDeque::new();
    d.extend(x.iter().map(|v| v.exp()));
    d.insert(1, x[0] * x[1]);
    let r = d.remove(2).unwrap();
    let gone = d.remove(99);
    assert!(gone.is_none());
    d.truncate(4);
    d.resize(6, r * 0.5);
    d.retain(|v| *v > -10.0);
    let tail = d.split_off(3);
    let mut e = tail.clone();
    e.append(&mut d);
    let part: f64 = e.drain(1..3).map(|v| v * v).sum();
    let mut s = part + r;
    for (k, v) in e.iter().rev().enumerate() {
        s += v * (k as f64 + 1.0);
    }
    for (a, b) in e.iter().zip(tail.iter().skip(1)) {
        s += a * b;
    }
    let m = e.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    s += m * e.get(1).copied().unwrap_or(0.0);
    let v: Vec<f64> = e.into_iter().collect();
    s + v[0] * v[1] + d.len() as f64
}
#[differentiate]
fn nested(x: &[f64]) -> f64 {
    let mut lines: Vec<VecDeque<f64>> = vec![VecDeque::new(); 2];
    for (i, v) in x.iter().enumerate() {
        lines[i % 2].push_back(*v * *v);
        if lines[i % 2].len() > 1 {
            let p = lines[i % 2].pop_front().unwrap();
            lines[(i + 1) % 2].push_front(p);
        }
    }
    let mut s = 0.0;
    for (k, l) in lines.iter().enumerate() {
        for v in l {
            s += v.sin() * (k + 1) as f64;
        }
    }
    s + lines[0][0] * lines[1].back().unwrap()
}
#[differentiate]
fn choice(x: &[f64]) -> f64 {
    let mut d = if x[0] > 0.0 { VecDeque::from([x[0], x[1]]) } else { VecDeque::new() };
    if x[1] < 0.0 {
        d.push_back(x[2]);
    } else {
        d.clear();
        d.push_front(x[2]);
    }
    let old = std::mem::take(&mut d);
    d.push_back(x[3]);
    old.iter().map(|v| v * v).sum::<f64>() * d[0]
}
#[differentiate]
fn stored(x: &[f64]) -> f64 {
    let o = Some(x.iter().copied().collect::<VecDeque<f64>>());
    let mut s = 0.0;
    if let Some(mut q) = o {
        q.push_front(1.0);
        s += q[1] * q[2];
        q.pop_back();
        s += q.back().unwrap().sin();
    }
    s
}
#[differentiate]
fn pair(x: &[f64]) -> (VecDeque<f64>, f64) {
    let d: VecDeque<f64> = x.iter().map(|v| v * 2.0).collect();
    let s = d.iter().sum();
    (d, s)
}
#[differentiate]
fn of_pair(x: &[f64]) -> f64 {
    let (mut d, s) = pair(x);
    let f = d.pop_front().unwrap();
    d.push_back(f * s);
    let w = Vec::from(d);
    w[0] * w[w.len() - 1]
}
#[differentiate]
fn generic<T: num_traits::Float + std::iter::Sum>(d: &VecDeque<T>, k: T) -> T {
    let mut q: VecDeque<T> = VecDeque::with_capacity(d.len());
    for v in d {
        q.push_back(*v * k);
        if q.len() > 2 {
            q.pop_front();
        }
    }
    q.iter().copied().fold(T::zero(), |a, b| a + b * b)
}
#[differentiate]
fn with_generic(x: &[f64]) -> f64 {
    let d: VecDeque<f64> = x.to_vec().into_iter().collect();
    generic(&d, x[0])
}
#[differentiate]
fn shortest(x: &[f64]) -> f64 {
    let adj: Vec<Vec<usize>> = vec![vec![1, 2], vec![3], vec![3, 4], vec![], vec![]];
    let mut dist = vec![f64::INFINITY; 5];
    let mut q: VecDeque<(usize, f64)> = VecDeque::new();
    q.push_back((0, 0.0));
    while let Some((u, d)) = q.pop_front() {
        if d < dist[u] {
            dist[u] = d;
            for &v in &adj[u] {
                q.push_back((v, d + x[v] * x[v]));
            }
        }
    }
    dist.iter().sum()
}
#[differentiate]
fn queue_of_indices(x: &[f64]) -> f64 {
    let mut best: VecDeque<usize> = VecDeque::new();
    let mut s = 0.0;
    for i in 0..x.len() {
        while let Some(&b) = best.back() {
            if x[b] <= x[i] {
                best.pop_back();
            } else {
                break;
            }
        }
        best.push_back(i);
        if best[0] + 2 < i + 1 {
            best.pop_front();
        }
        s += x[best[0]] * x[i];
    }
    s
}
#[differentiate]
fn conversions(x: &[f64]) -> f64 {
    let mut d: VecDeque<f64> = vec![x[0]; 3].into();
    d.push_back(x[1]);
    let e: VecDeque<_> = x.iter().map(|v| v.cos()).collect();
    let f = VecDeque::from_iter(x.iter().copied());
    let g = d.iter().chain(e.iter()).chain(&f).map(|v| v * v).sum::<f64>();
    g * d.contains(&3.0) as i32 as f64 + d[0] * e[1]
}
#[differentiate(schedule = "pullbacks")]
fn pulled(x: &[f64]) -> f64 {
    let mut d = VecDeque::new();
    let mut s = 0.0;
    for v in x {
        d.push_back(v * v);
        if d.len() > 2 {
            s += d.pop_front().unwrap() * v;
        }
    }
    s
}
#[differentiate(schedule = "unzipped")]
fn unzipped(x: &[f64]) -> f64 {
    let mut d = VecDeque::new();
    let mut s = 0.0;
    for v in x {
        d.push_front(v * v);
        if d.len() > 2 {
            s += d.pop_back().unwrap() * v;
        }
    }
    s + d.iter().map(|v| v.sin()).sum::<f64>()
}

mod other {
    use autodiff::prelude::*;
    use std::collections::VecDeque;
    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct Fir {
        pub taps: Vec<f64>,
        pub hist: VecDeque<f64>,
        pub seen: VecDeque<usize>,
    }
}
#[differentiate]
fn step(f: &mut Fir, x: f64) -> f64 {
    f.hist.push_front(x);
    if f.hist.len() > f.taps.len() {
        f.hist.pop_back();
    }
    f.seen.push_back(f.hist.len());
    f.taps.iter().zip(f.hist.iter()).map(|(a, b)| a * b).sum()
}
#[differentiate]
fn fir(x: &[f64]) -> f64 {
    let mut f = Fir { taps: vec![x[0], x[1], 0.25], hist: VecDeque::new(), seen: VecDeque::new() };
    let mut y = 0.0;
    for v in x {
        y += step(&mut f, *v).powi(2);
    }
    y
}
#[differentiate]
mod filters {
    use std::collections::VecDeque;
    #[derive(Clone, Debug, Differentiable)]
    pub struct Sma {
        window: VecDeque<f64>,
        n: usize,
        sum: f64,
    }
    use autodiff::prelude::*;
    impl Sma {
        pub fn new(n: usize) -> Self {
            Self { window: VecDeque::with_capacity(n), n, sum: 0.0 }
        }
        pub fn update(&mut self, x: f64) -> Option<f64> {
            self.window.push_back(x);
            self.sum += x;
            if self.window.len() > self.n {
                self.sum -= self.window.pop_front()?;
            }
            (self.window.len() == self.n).then(|| self.sum / self.n as f64)
        }
        pub fn variance(&self) -> f64 {
            let m = self.sum / self.n as f64;
            self.window.iter().map(|v| (v - m).powi(2)).sum::<f64>() / self.n as f64
        }
    }
    #[differentiate]
    pub fn run(x: &[f64]) -> f64 {
        let mut a = Sma::new(3);
        let mut total = 0.0;
        for v in x {
            if let Some(m) = a.update(*v) {
                total += m * v + a.variance();
            }
        }
        total
    }
}
#[differentiate]
fn linked(x: &[f64]) -> f64 {
    let mut l = LinkedList::new();
    l.push_back(1usize);
    l.push_back(0usize);
    let mut l2: LinkedList<usize> = LinkedList::new();
    l2.push_back(2);
    let mut s = 0.0;
    while let Some(i) = l.pop_front() {
        s += x[i] * x[i];
    }
    while let Some(i) = l2.pop_front() {
        s += x[i] * x[i];
    }
    s
}

#[differentiate]
fn into_and_back(x: &[f64]) -> f64 {
    let d: VecDeque<f64> = vec![x[0]; 3].into();
    let v: Vec<f64> = d.into();
    v[0] * v[1]
}
#[derive(Clone, Debug, Differentiable)]
struct Osc {
    line: VecDeque<f64>,
    damp: f64,
}
#[differentiate]
impl Osc {
    #[differentiate]
    fn pluck(x: &[f64], damp: f64) -> Osc {
        Osc { line: x.iter().copied().collect(), damp }
    }
    #[differentiate]
    fn next(&mut self) -> f64 {
        let a = self.line.pop_front().unwrap_or(0.0);
        let b = *self.line.front().unwrap_or(&0.0);
        self.line.push_back(self.damp * 0.5 * (a + b));
        a
    }
}
#[differentiate]
fn string(x: &[f64]) -> f64 {
    let mut o = Osc::pluck(&x[1..], x[0]);
    (0..12).map(|i| o.next() * (i as f64 * 0.3).cos()).sum()
}
#[differentiate]
fn returned(x: &[f64]) -> VecDeque<f64> {
    x.iter().map(|v| v * v).collect()
}
#[differentiate]
fn squares(x: &[f64]) -> f64 {
    let d = returned(x);
    d[0] * d[1]
}
#[differentiate]
fn of_slice_of_deques(lines: &[VecDeque<f64>], k: f64) -> f64 {
    lines.iter().map(|l| one(l, k)).sum::<f64>() + one(&lines[0], 2.0)
}
#[differentiate]
fn one(l: &VecDeque<f64>, k: f64) -> f64 {
    l.iter().map(|v| v * v * k).sum()
}
#[differentiate]
fn of_many(x: &[f64]) -> f64 {
    let ls: Vec<VecDeque<f64>> = (0..2).map(|i| x.iter().skip(i).cloned().collect()).collect();
    of_slice_of_deques(&ls, x[0])
}
#[differentiate]
fn by_value(mut d: VecDeque<f64>) -> f64 {
    d.push_back(1.0);
    d.pop_front().unwrap() * d[0]
}
#[differentiate]
fn by_values(x: &[f64]) -> f64 {
    let d: VecDeque<f64> = x.iter().map(|v| v * 2.0).collect();
    by_value(d.clone()) + by_value(d)
}
#[differentiate]
fn single(x: f32) -> f32 {
    let mut d = VecDeque::new();
    d.push_back(x * x);
    d.push_front(x);
    d[0] * d[1]
}
#[differentiate]
fn closure(x: &[f64]) -> f64 {
    let mut d = VecDeque::new();
    let mut feed = |v: f64| {
        d.push_back(v);
        if d.len() > 2 { d.pop_front() } else { None }
    };
    let mut s = 0.0;
    for v in x {
        if let Some(o) = feed(*v) {
            s += o * v;
        }
    }
    s
}
#[differentiate]
fn recur(d: &mut VecDeque<f64>, n: usize) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let a = d.pop_front().unwrap();
    d.push_back(a * a);
    a * d[0] + recur(d, n - 1)
}
#[differentiate]
fn recursion(x: &[f64]) -> f64 {
    let mut d: VecDeque<f64> = x.iter().copied().collect();
    recur(&mut d, 7)
}

#[test]
fn queues_and_windows() {
    let x = [0.3, -0.7, 1.1, 0.4, 0.9];
    check!(moving_average, x);
    check!(moving_average, []);
    check!(delay, x);
    check!(ends, x);
    check!(calls, x);
    check!(lined, x);
    check!(parts, x);
    check!(tuples, x);
    check!(many, x);
    check!(nested, x);
    check!(choice, x);
    check!(choice, [-0.3, 0.7, 1.1, 0.4, 0.9]);
    check!(stored, x);
    check!(of_pair, x);
    check!(with_generic, x);
    check!(shortest, x);
    check!(queue_of_indices, x);
    check!(conversions, x);
    check!(pulled, x);
    check!(unzipped, x);
    check!(fir, x);
    check!(run, x);
    check!(linked, x);
    check!(into_and_back, x);
    check!(string, x);
    check!(squares, x);
    check!(of_many, x);
    check!(by_values, x);
    check!(closure, x);
    check!(recursion, x);
}

#[test]
fn as_parameters_and_results() {
    let x = [0.3, -0.7, 1.1, 0.4, 0.9];
    let deque: VecDeque<f64> = x.iter().copied().collect();
    let (mean, gradient) = mean_of_value_and_grad(&deque);
    assert_eq!(mean, mean_of(&deque));
    assert_eq!(gradient, VecDeque::from([0.2; 5]));
    let mut changed = deque.clone();
    let mut bar = VecDeque::from([1.0; 5]);
    assert_eq!(shift_vjp(&mut changed, 2.0, 1.0, &mut bar), (0.6, 1.3));
    assert_eq!(changed, [-0.7, 1.1, 0.4, 0.9, 2.0]);
    assert_eq!(bar, [2.0, 1.0, 1.0, 1.0, 1.0]);
    let bar = VecDeque::from([1.0, 2.0, 3.0, 4.0, 5.0]);
    let (squares, x_bar) = made_vjp(&x, &bar);
    assert_eq!(squares, made(&x));
    for ((found, x), bar) in x_bar.iter().zip(x).zip(bar.iter().rev()) {
        assert!((found - 2.0 * x * bar).abs() < 1e-15);
    }
    assert_eq!(by_value_value_and_grad(deque), (0.3 * -0.7, [-0.7, 0.3, 0.0, 0.0, 0.0].into()));
    assert_eq!(single_grad(2.0), 12.0);
}

#[test]
#[should_panic(expected = "has length 3")]
fn lengths_are_checked() {
    made_vjp(&[1.0, 2.0], &VecDeque::from([1.0, 2.0, 3.0]));
}
