//! Functions with fused sweeps: the value of `f_vjp` has the bits of the unzipped schedule, and its
//! gradient agrees up to rounding.

use crate::support::differences;
use autodiff::prelude::*;

mod rows {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let mut row = 0.5;
            for (j, v) in x.iter().enumerate() {
                row = row * 0.5 + (*v * (i + j) as f64).sin();
            }
            sum += row * row;
        }
        3.0 * sum
    }
}
mod workspace {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let d = x.len();
        let mut work = vec![0.0; d];
        let mut total = 0.0;
        for i in 0..n {
            for j in 0..d {
                work[j] = x[j] * x[j] + i as f64;
            }
            let mut product = 1.0;
            for j in 0..d {
                product *= work[j];
            }
            total += (1.0 + product).sqrt();
        }
        total
    }
}
mod early_exit {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let term = x[i % 3] * x[(i + 1) % 3];
            if term > 0.4 {
                continue;
            }
            sum += term.exp();
            if sum > 4.0 {
                break;
            }
        }
        let mut k = 0;
        while k < n {
            sum += x[0].powi(2) * k as f64;
            k += 2;
        }
        sum
    }
}
mod minors {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            return x[0] * x[1];
        }
        let mut sum = 0.0;
        for j in 0..n {
            let part = f(x, n - 1);
            if j % 2 == 0 {
                sum += x[j % 3] * part;
            } else {
                sum -= x[2].sin() * part;
            }
        }
        sum
    }
}
mod one_of_two_calls {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn g(x: f64, y: f64) -> f64 {
        let mut s = 0.0;
        for k in 1..4 {
            s += (x * y / k as f64).cos();
        }
        s
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            sum += g(x[0], g(x[1], x[2] + i as f64)) * g(x[2], x[0]);
        }
        sum
    }
}
mod in_place {
    use autodiff::prelude::*;

    #[differentiate(reverse)]
    pub fn step(y: &mut [f64], k: f64) {
        for i in 1..y.len() {
            y[i] = y[i] + k * y[i - 1].sin();
        }
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut total = 0.0;
        for i in 0..n {
            let mut y = x.to_vec();
            step(&mut y, 0.25 * i as f64);
            step(&mut y, x[0]);
            total += y[2] * y[1];
        }
        total
    }
}

mod generic {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn kernel<T: Real, const N: usize>(a: &[T], k: [T; N]) -> T {
        let mut s = T::real(0.25);
        for v in a.iter() {
            for j in 0..N {
                s += (*v * k[j]).sin();
            }
        }
        s.exp()
    }
    #[differentiate(reverse)]
    pub fn rows<T: Real>(a: &[T], n: usize) -> T {
        let mut s = a[0];
        for i in 0..n {
            let k = [a[i % 3], a[1], T::real(0.5)];
            s += kernel(a, k) * kernel::<T, 2>(a, [a[2], a[i % 2]]);
        }
        s
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += 0.001 * rows(x, i);
        }
        s + rows::<f64>(x, 1)
    }
}
mod narrow {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn inner(x: &[f32], w: f32) -> f32 {
        let mut s = 0.0;
        for v in x {
            s += (*v * w).tanh();
        }
        s * w
    }
    #[differentiate(reverse)]
    pub fn g(x: &[f32], n: usize) -> f32 {
        let mut s = 0.0;
        for i in 0..n {
            s += inner(x, i as f32 * 0.25) * x[i % 3];
        }
        s
    }
}
mod structs {
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Debug)]
    pub struct Model {
        pub w: Vec<f64>,
        pub b: f64,
        pub n: usize,
        pub layers: [Layer; 2],
    }
    #[derive(Differentiable, Clone, Copy, Debug)]
    pub struct Layer {
        pub scale: f64,
        pub shift: f64,
    }
    #[differentiate]
    impl Layer {
        #[differentiate(reverse)]
        pub fn apply(&self, x: f64) -> f64 {
            let mut y = x;
            for _ in 0..2 {
                y = y * self.scale + self.shift.sin() * y;
            }
            y
        }
    }
    #[differentiate]
    impl Model {
        #[differentiate(reverse)]
        pub fn loss(&self, t: f64) -> f64 {
            let mut s = self.b * t;
            for (k, w) in self.w.iter().enumerate() {
                s += w * t.powi(k as i32);
            }
            for layer in self.layers.iter() {
                s += layer.apply(t);
            }
            (s - 1.0).powi(2)
        }
        #[differentiate(reverse)]
        pub fn total(&self, n: usize) -> f64 {
            let mut s = 0.0;
            for i in 0..n {
                s += self.loss(i as f64 * 0.5);
            }
            s / (n + 1) as f64
        }
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let m = Model {
            w: x.to_vec(),
            b: x[0] * x[1],
            n,
            layers: [Layer { scale: x[2], shift: x[1] }, Layer { scale: x[0], shift: 1.0 }],
        };
        let mut s = 0.0;
        for i in 0..n {
            s += m.loss(i as f64 * 0.25) * x[1]
        }
        s + m.total(n)
    }
}
mod enums {
    use autodiff::prelude::*;
    #[derive(Differentiable, Clone, Copy, Debug)]
    pub enum Shape {
        Circle(f64),
        Box { w: f64, h: f64 },
        Empty,
    }
    #[differentiate(reverse)]
    pub fn area(s: &Shape, k: usize) -> f64 {
        match s {
            Shape::Circle(r) => {
                let mut a = 0.0;
                for _ in 0..k {
                    a += r * r;
                }
                a
            }
            Shape::Box { w, h } => {
                let mut a = 1.0;
                for _ in 0..k {
                    a *= w + h;
                }
                a
            }
            Shape::Empty => 0.0,
        }
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let shapes = [Shape::Circle(x[0]), Shape::Box { w: x[1], h: x[2] }, Shape::Empty];
        let mut s = x[0];
        for i in 0..n {
            let a = area(&shapes[i % 3], i);
            s += match shapes[(i + 1) % 3] {
                Shape::Circle(r) => r * a,
                Shape::Box { w, .. } => w.sin() * a,
                Shape::Empty => a,
            };
        }
        s
    }
}
mod ruled {
    use autodiff::prelude::*;
    #[linear(x_dot)]
    fn exp_rule(x: f64, x_dot: f64) -> (f64, f64) {
        let y = x.exp();
        (y, y * x_dot)
    }
    #[differentiate(reverse, jvp = exp_rule)]
    fn my_exp(x: f64) -> f64 {
        x.exp()
    }
    #[linear(x_dot)]
    fn norm_rule(x: &[f64], n: usize, x_dot: &[f64]) -> (f64, f64) {
        let norm = (1.0 + x[..n].iter().map(|v| v * v).sum::<f64>()).sqrt();
        let inner: f64 = x[..n].iter().zip(x_dot).map(|(x, x_dot)| x * x_dot).sum();
        (norm, inner / norm)
    }
    #[differentiate(jvp = norm_rule)]
    fn norm(x: &[f64], n: usize) -> f64 {
        (1.0 + x[..n].iter().map(|v| v * v).sum::<f64>()).sqrt()
    }
    fn scaled_p(x: &[f64], k: f64) -> (f64, (Vec<f64>, f64)) {
        (k * x.iter().map(|v| v * v).sum::<f64>(), (x.to_vec(), k))
    }
    fn scaled_t(kept: &(Vec<f64>, f64), y_bar: f64) -> (Vec<f64>, f64) {
        (
            kept.0.iter().map(|x| 2.0 * x * kept.1 * y_bar).collect(),
            y_bar * kept.0.iter().map(|v| v * v).sum::<f64>(),
        )
    }
    #[differentiate(reverse, primal = scaled_p, transposed = scaled_t)]
    fn scaled(x: &[f64], k: f64) -> f64 {
        k * x.iter().map(|v| v * v).sum::<f64>()
    }

    #[linear(x)]
    fn blur(h: f64, x: &[f64]) -> Vec<f64> {
        let n = x.len();
        let mut y = vec![0.0; n];
        for i in 0..n {
            y[i] = h * x[i] + 0.5 * x[(i + 1) % n];
        }
        y
    }
    #[linear(x)]
    fn inner(x: &[f64], k: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * (i + k) as f64;
        }
        s
    }
    #[linear(x)]
    #[differentiate(reverse)]
    fn both(h: f64, x: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += h * x * i as f64;
        }
        s
    }

    #[differentiate(reverse)]
    fn part(x: &[f64], k: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..k {
            s += my_exp(0.1 * x[i % 3]) * norm(x, i % 3);
        }
        s + inner(x, k)
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            let y = blur(0.25 * i as f64, x);
            s += part(&y, i) + scaled(&y, x[1]) + both(x[0], x[1]) + both(2.0, x[2]) * x[0];
            s += inner(&y, i) * x[2] + inner(x, 1);
        }
        s + part(x, n)
    }
}
mod constants {
    use autodiff::prelude::*;
    const WEIGHTS: [f64; 3] = [0.5, 1.5, -1.0];
    static TABLE: [f64; 3] = [1.5, 0.5, 2.0];
    const REF: &[f64] = &[1.0, 2.0];
    #[differentiate(reverse)]
    fn weigh(x: &[f64], w: &[f64]) -> f64 {
        let mut s = 0.0;
        for (a, b) in x.iter().zip(w) {
            s += (a * b).sin();
        }
        s
    }
    #[differentiate(reverse)]
    fn fixed(x: &[f64], w: &[f64; 3]) -> f64 {
        let mut s = 0.0;
        for (a, b) in x.iter().zip(w) {
            s += (a * b).sin();
        }
        s
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += weigh(x, &WEIGHTS) * x[i % 3]
                + weigh(x, REF)
                + fixed(x, &WEIGHTS)
                + weigh(x, &TABLE);
        }
        s
    }
}
mod inout {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    fn bump(a: &mut f64, k: f64) -> f64 {
        let old = *a;
        for _ in 0..2 {
            *a = *a * k + a.sin();
        }
        old * k
    }
    #[differentiate(reverse)]
    fn shift(v: &mut Vec<f64>, k: f64) {
        for i in 0..v.len() {
            v[i] *= k;
        }
        v.push(k);
    }
    #[differentiate(reverse)]
    fn fill(v: &mut [f64], x: &[f64]) {
        for i in 0..v.len() {
            v[i] = x[i] * x[0];
        }
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        let mut work = vec![0.0; 3];
        for i in 0..n {
            let mut a = x[i % 3];
            s += bump(&mut a, 0.5 * x[1]);
            fill(&mut work, x);
            s += a * work[1] * work[i % 3];
            let mut v = x.to_vec();
            shift(&mut v, x[0]);
            s += v[3] * v[i % 3];
            let mut pair = [x[0], x[1]];
            s += bump(&mut pair[i % 2], x[2]) * pair[0];
        }
        s
    }
}
mod exits {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            let t = x[i % 3] * x[0];
            if t > 1.0 {
                return s + t;
            }
            if t < -0.4 {
                continue;
            }
            s += t.exp();
        }
        if s > 3.0 {
            return s * s;
        }
        s
    }
    #[differentiate(reverse)]
    pub fn h(x: &[f64], n: usize) -> Option<f64> {
        let mut s = 0.0;
        for i in 0..n {
            if i > 3 {
                return None;
            }
            s += x[i % 3].sin();
        }
        Some(s)
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        'outer: for i in 0..n {
            for j in 0..n {
                if (i * j) % 4 == 3 {
                    continue 'outer;
                }
                if i + j > 6 {
                    break 'outer;
                }
                s += g(x, j) * 0.1;
            }
            s += match h(x, i) {
                Some(v) => v * x[1],
                None => x[2],
            };
            if s > 40.0 {
                return s;
            }
        }
        s
    }
}
mod trees {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn sum(x: &[f64], lo: usize, hi: usize) -> f64 {
        if hi - lo <= 1 {
            if hi > lo {
                return x[lo % 3].sin() * x[0];
            }
            return 0.0;
        }
        let mid = (lo + hi) / 2;
        sum(x, lo, mid) + sum(x, mid, hi)
    }
    #[differentiate(reverse)]
    pub fn prod(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            return 1.0;
        }
        let a = prod(x, n - 1);
        let mut s = 0.0;
        for j in 0..n {
            s += a * x[j % 3];
        }
        s * 0.5
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += sum(x, 0, i + 2) * prod(x, i) + prod(x, i + 1);
        }
        s
    }
}
#[differentiate]
mod circle {
    #[differentiate(reverse)]
    pub fn even(x: &[f64], n: usize) -> f64 {
        if n == 0 {
            x[0]
        } else {
            let mut s = 0.0;
            for j in 0..2 {
                s += odd(x, n - 1) * x[j];
            }
            s
        }
    }
    #[differentiate(reverse)]
    pub fn odd(x: &[f64], n: usize) -> f64 {
        if n == 0 { x[1] } else { even(x, n - 1).sin() }
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += even(x, i) * x[2];
        }
        s + helper(x, n)
    }
    fn helper(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += x[i % 3].cos();
        }
        s
    }
}
mod grids {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g(x: &[f64], i: usize) -> f64 {
        let mut p = 1.0;
        for k in 0..i {
            p *= x[k % 3] + 0.5;
        }
        p
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut total = 0.0;
        let mut grid = vec![vec![0.0; 3]; n];
        for i in 0..n {
            for j in 0..3 {
                grid[i][j] = x[j] * g(x, j + i);
            }
        }
        for i in 0..n {
            let mut m = f64::NEG_INFINITY;
            for j in 0..3 {
                m = m.max(grid[i][j]);
            }
            let mut s = 0.0;
            for j in 0..3 {
                s += (grid[i][j] - m).exp();
            }
            total += m + s.ln() + g(&grid[i], 2);
        }
        let mut k = n;
        while k > 0 {
            k /= 2;
            total += g(x, k) * x[1];
        }
        total
    }
}
mod returned {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g(x: &[f64], n: usize) -> (f64, Vec<f64>, usize) {
        let mut s = 0.0;
        let mut v = Vec::new();
        for i in 0..n {
            s += x[i % 3] * x[0];
            v.push(x[i % 3].sin());
        }
        (s, v, n)
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            let (s, v, k) = g(x, i);
            t += s * k as f64;
            for e in v.iter() {
                t += e * x[1];
            }
            let (a, _, _) = g(x, 2);
            t += a;
        }
        t
    }
}
mod taken {
    use autodiff::prelude::*;
    #[differentiate(reverse)]
    pub fn g(v: Vec<f64>, w: [f64; 2], p: (f64, f64)) -> f64 {
        let mut s = 0.0;
        for a in v {
            s += a * w[0] + w[1] * p.0;
        }
        s * p.1
    }
    #[differentiate(reverse)]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            let v: Vec<f64> = x.iter().map(|a| a * i as f64).collect();
            t += g(v, [x[0], 2.0], (x[1], x[2])) + g(x.to_vec(), [1.0, x[1]], (1.0, 2.0));
        }
        t
    }
}
mod old {
    use autodiff::prelude::*;
    #[differentiate(reverse, schedule = "unzipped")]
    pub fn g(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            t += x[i % 3] * x[0];
        }
        t
    }
    #[differentiate(reverse)]
    pub fn h(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            t += g(x, i).sin();
        }
        t
    }
    #[differentiate(reverse, schedule = "unzipped")]
    pub fn f(x: &[f64], n: usize) -> f64 {
        let mut t = 0.0;
        for i in 0..n {
            t += h(x, i) * g(x, 2);
        }
        t
    }
}

/// The gradients of both schedules and of finite differences, at some points and sizes.
macro_rules! agree {
    ($($name:ident),* $(,)?) => {$(
        for n in [0, 1, 2, 5] {
            for x in [[0.5, -0.25, 1.5], [1.25, 0.75, 0.5], [0.125, 2.0, -1.0]] {
                let what = stringify!($name);
                let value = $name::f(&x, n);
                let (y, gradient) = $name::f_value_and_grad(&x, n);
                let (z, mut unzipped) = $name::f_primal(&x, n);
                let mut expected = vec![0.0; 3];
                $name::f_transposed(&unzipped, 1.0, &mut expected[..]);
                assert_eq!((y.to_bits(), z.to_bits()), (value.to_bits(), value.to_bits()),
                    "{what}");
                let scale = expected.iter().fold(1.0, |m: f64, e: &f64| m.max(e.abs()));
                let close = |found: &[f64], expected: &[f64], tolerance: f64| {
                    let agree = found.iter().zip(expected)
                        .all(|(a, b)| (a - b).abs() <= tolerance * scale);
                    assert!(agree, "{what}, {n}, {x:?}: {found:?} instead of {expected:?}");
                };
                close(&gradient, &expected, 1e-12);
                close(&gradient, &differences(|x| $name::f(x, n), &x), 1e-6);
                let mut bar = vec![1.0; 3];
                for _ in 0..2 {
                    assert_eq!($name::f_vjp_into(&x, n, 0.5, &mut unzipped, &mut bar[..]).to_bits(),
                        value.to_bits(), "{what}");
                }
                bar.iter_mut().for_each(|b| *b -= 1.0);
                close(&bar, &expected, 1e-12);
            }
        }
    )*};
}

pub(crate) use agree;

#[test]
fn fused_and_unzipped_agree() {
    agree!(rows, workspace, early_exit, minors, one_of_two_calls, in_place);
}

#[test]
fn whatever_they_call() {
    agree!(
        generic, structs, enums, ruled, constants, inout, exits, trees, circle, grids, returned,
        taken, old
    );
}

#[differentiate(reverse)]
fn picks(x: &[f64], at: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in at.iter() {
        sum += x[*i] * x[0];
    }
    sum
}

#[test]
fn a_panic_in_a_fused_loop_leaves_nothing_behind() {
    let x = [1.0, 2.0, 3.0];
    assert!(std::panic::catch_unwind(|| picks_grad(&x, &[1, 7])).is_err());
    assert_eq!(picks_grad(&x, &[1, 2]), [5.0, 1.0, 1.0]);
}

#[test]
fn in_single_precision() {
    for n in [0, 1, 4] {
        let x = [0.5f32, -0.25, 1.5];
        let (y, g) = narrow::g_value_and_grad(&x, n);
        assert_eq!(y.to_bits(), narrow::g(&x, n).to_bits());
        let mut e = vec![0.0f32; 3];
        narrow::g_transposed(&narrow::g_primal(&x, n).1, 1.0, &mut e[..]);
        assert!(g.iter().zip(&e).all(|(a, b)| (a - b).abs() < 1e-5), "{g:?} {e:?}");
    }
}
